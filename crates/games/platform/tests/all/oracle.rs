//! The exact game against a second interpreter, which was written from the
//! documentation: random inputs on random boards, compared after every tick.

mod boards;
mod drawing;
mod game;

use std::collections::BTreeMap;

use fastrand::Rng;
use playproof_model::{ActionId, Model, Play, Property, Step, Subject, Val};
use playproof_platform::{BLOCKS, GROUND, JUMP, Profile, Stage, VX, VY, X, Y, rules};

use boards::{board, deep_shaft, random_drawing};
use drawing::Drawing;
use game::{Game, Input, Outcome};

const N_BOARDS: u64 = 300;
const TICKS_OF_A_BOARD: usize = 1250;
const MOST_PLAYS: usize = 500;

/// Everything that must happen now and then, or the test says little.
const EVENTS: [&str; 25] = [
    "below the map",
    "bump",
    "coin",
    "edge",
    "fastest fall",
    "killed in peace",
    "landing",
    "landing on a platform",
    "met from above",
    "met from the side",
    "no time",
    "only the highest dies",
    "refused",
    "spike",
    "stomp",
    "stomp below another",
    "stomp under a ceiling",
    "take-off",
    "two die at once",
    "walker at the bottom",
    "walker falls out",
    "walker turns",
    "wall",
    "win by column",
    "win by touch",
];

type Counts = BTreeMap<&'static str, usize>;

#[test]
fn the_game_is_the_one_of_the_documentation() {
    let mut counts = Counts::new();
    let mut n_ticks = play_board(&deep_shaft(), &mut Rng::with_seed(0), &mut counts);
    for seed in 0..N_BOARDS {
        let mut rng = Rng::with_seed(seed);
        let drawing = random_drawing(&mut rng);
        n_ticks += play_board(&drawing, &mut rng, &mut counts);
    }
    assert!(n_ticks >= 300_000, "{n_ticks} ticks");
    for event in EVENTS {
        assert!(counts.contains_key(event), "no {event}: {counts:?}");
    }
}

/// Plays a board again and again; returns the number of ticks.
fn play_board(drawing: &Drawing, rng: &mut Rng, counts: &mut Counts) -> usize {
    let stage = Stage::new(board(drawing), Profile::default()).unwrap();
    let subject = subject(&stage, drawing);
    let all = inputs(drawing);
    assert_eq!(subject.signature().actions.len(), all.len());
    let mut both = Both {
        drawing,
        stage: &stage,
        subject: &subject,
        play: subject.play(),
        game: Game::new(drawing),
        state: stage.initial(),
        last: None,
    };
    assert_eq!(stage.walkers.len(), both.game.creatures.len());
    let mut n_ticks = 0;
    for _ in 0..MOST_PLAYS {
        (both.game, both.state) = (Game::new(drawing), stage.initial());
        both.last = None;
        let mut input = all[0];
        while both.compare(counts) == Outcome::Open {
            if n_ticks == TICKS_OF_A_BOARD {
                return n_ticks;
            }
            input = next_input(&both.game, input, &all, rng);
            if both.tick(input) {
                n_ticks += 1;
                for event in &both.game.events {
                    *counts.entry(event).or_default() += 1;
                }
            } else {
                *counts.entry("refused").or_default() += 1;
                input.presses = false;
            }
        }
        // Where play is over at once it is so every time.
        if both.last.is_none() {
            break;
        }
    }
    n_ticks
}

/// A question with all propositions; which one does not matter.
fn subject(stage: &Stage, drawing: &Drawing) -> Subject {
    let coins = (1..=drawing.coins().len()).map(|n| format!(" || F coin_{n}"));
    let asked = format!("F win || F lose{}", coins.collect::<String>());
    let asked: Property = asked.parse().unwrap();
    let model = Model::Rules(Box::new(rules(stage)));
    model.elaborate(&asked).unwrap()
}

/// Gaits and the button are kept for a while, or nobody gets anywhere.
fn next_input(game: &Game, mut input: Input, all: &[Input], rng: &mut Rng) -> Input {
    if rng.usize(0..12) == 0 {
        input.gait = all[rng.usize(0..all.len())].gait;
        // Half of the time the player looks for company.
        let creature = rng.choice(&game.creatures).filter(|c| c.is_there);
        if let Some(creature) = creature.filter(|_| rng.bool()) {
            input.gait = input.gait.abs() * (creature.x - game.x).signum();
        }
    }
    if rng.usize(0..5) == 0 {
        input.presses = !input.presses;
    }
    input
}

/// The gaits that a player has, in the order of the program's actions.
fn inputs(drawing: &Drawing) -> Vec<Input> {
    let most = if drawing.is_walking { 1 } else { 2 };
    let each = |gait| [false, true].map(|presses| Input { gait, presses });
    (-most..=most).flat_map(each).collect()
}

fn action(drawing: &Drawing, input: Input) -> ActionId {
    let slowest = if drawing.is_walking { -1 } else { -2 };
    ActionId(2 * (input.gait - slowest) as u32 + u32::from(input.presses))
}

/// The interpreter and the program, side by side.
struct Both<'a> {
    drawing: &'a Drawing,
    stage: &'a Stage,
    subject: &'a Subject,
    play: Play<'a>,
    game: Game<'a>,
    state: Vec<Val>,
    /// The state before the last tick, and what was done in it.
    last: Option<(Vec<Val>, Input)>,
}

impl Both<'_> {
    /// Compares all that can be seen.
    fn compare(&mut self, counts: &mut Counts) -> Outcome {
        let (game, state) = (&self.game, &self.state);
        assert_eq!(told(game), state[..BLOCKS], "{}", self.case());
        for (i, creature) in game.creatures.iter().enumerate() {
            let own = (creature.x, creature.y, creature.falls);
            let own = creature.is_there.then_some(own);
            let place = self.stage.walkers[i].at(state[self.stage.first_walker() + i]);
            assert_eq!(own, place, "walker {i}, {}", self.case());
        }
        let time = state.get(self.stage.first_walker() + game.creatures.len());
        assert_eq!(game.time.as_ref(), time, "time, {}", self.case());

        let outcome = game.outcome();
        let coins = self.drawing.coins();
        let program = self.play.letter(state);
        for (name, program) in self.subject.signature().atoms.iter().zip(program) {
            let own = match &name[..] {
                "win" => outcome == Outcome::Won,
                "lose" => matches!(outcome, Outcome::Lost(_)),
                coin => {
                    let n: usize = coin["coin_".len()..].parse().unwrap();
                    let has = game.is_in(coins[n - 1]);
                    *counts.entry("coin").or_default() += usize::from(has);
                    has
                }
            };
            assert_eq!(own, program, "{name}, {outcome:?}, {}", self.case());
        }
        let event = match outcome {
            Outcome::Open => return outcome,
            Outcome::Lost(cause) => cause,
            Outcome::Won if self.drawing.must_touch => "win by touch",
            Outcome::Won => "win by column",
        };
        *counts.entry(event).or_default() += 1;
        // Only where no action is possible a state may follow itself.
        let is_over = self.play.take(&mut self.state, Step::Stutter);
        assert!(is_over, "{outcome:?}, {}", self.case());
        outcome
    }

    /// Does so in both, if it is possible; whether it is.
    fn tick(&mut self, input: Input) -> bool {
        let may = self.game.may(input);
        let before = self.state.clone();
        let step = Step::Act {
            action: action(self.drawing, input),
            choice: 0,
        };
        let taken = self.play.take(&mut self.state, step);
        assert_eq!(may, taken, "{input:?}, {}", self.case());
        if may {
            self.last = Some((before, input));
            self.game.tick(input);
        }
        may
    }

    /// The case at hand, for who must find out why it differs.
    fn case(&self) -> String {
        format!("after {:?} on\n{}", self.last, self.drawing)
    }
}

/// The state as the program has it: `jump` is 0 without the button, else the ticks that
/// are left, or 8 if there are none.
fn told(game: &Game) -> [Val; BLOCKS] {
    let mut all = [0; BLOCKS];
    (all[X], all[VX], all[Y], all[VY]) = (game.x, game.vx, game.y, game.vy);
    all[JUMP] = match (game.held, game.left) {
        (false, _) => 0,
        (true, 0) => 8,
        (true, left) => left,
    };
    all[GROUND] = i32::from(game.ground);
    all
}
