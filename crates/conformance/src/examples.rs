//! Small random levels of games, and what our own engine says
//! of them.

use playproof_certify::{Engine, Evidence, Finding, Task, Unlimited, check};
use playproof_dungeon::Dungeon;
use playproof_engines::ExplicitEngine;
use playproof_game::Game;
use playproof_maze::Maze;
use playproof_model::{Answer, Model, Property, Rules};
use playproof_sokoban::Sokoban;

use crate::games::{contest, random_dungeon, random_maze, random_sokoban};
use crate::oracle;
use crate::race_oracle::{Drawing, Kind};

/// Levels of each game that other tools, which take longer than ours, are asked about.
pub const LEVELS: usize = 25;

/// The games.
pub const GAMES: [&str; 6] = ["maze", "race", "run", "catch", "sokoban", "dungeon"];

/// The most states of a level: other tools are slower than we are.
const MAX_STATES: usize = 400;

/// The longest shortest run.
const MAX_LENGTH: u32 = 14;

/// A level with the right answers.
pub struct Example {
    /// The level, for messages.
    pub text: String,
    /// Its rules.
    pub rules: Rules,
    /// How many states can be reached.
    pub states: usize,
    /// The length of a shortest run that wins, if one does.
    pub shortest: Option<u32>,
    /// After so many steps everything that can be reached was reached.
    pub depth: u32,
}

/// So many levels of a game, of which a fifth at least can be won, and a fifth
/// at least cannot.
pub fn levels(game: &str, count: usize) -> Vec<Example> {
    let mut rng = crate::suite::random(1);
    let mut found: Vec<Example> = Vec::new();
    let share = count / 5;
    while found.len() < count {
        let example = Example::random(game, &mut rng);
        let lost = found.iter().filter(|e| e.shortest.is_none()).count();
        let left = count - found.len();
        let wanted = match example.as_ref().map(|e| e.shortest.is_some()) {
            None => false,
            // The last places are kept for the rarer kind.
            Some(true) => left > share.saturating_sub(lost),
            Some(false) => left > share.saturating_sub(found.len() - lost),
        };
        found.extend(example.filter(|_| wanted));
    }
    found
}

impl Example {
    /// A random level, unless it is too large or play is over at once.
    fn random(game: &str, rng: &mut fastrand::Rng) -> Option<Example> {
        let (text, compiled) = match game {
            "maze" => compiled(&Maze, random_maze::text(rng)),
            "sokoban" => compiled(&Sokoban, random_sokoban::level(rng)),
            "dungeon" => {
                let dungeon = random_dungeon::dungeon(rng);
                compiled(&Dungeon, random_dungeon::text(&dungeon))
            }
            _ => {
                let kind = Kind::ALL.into_iter().find(|k| k.name() == game);
                let drawing = Drawing::random(kind.expect("a game"), 5, rng);
                (drawing.text(), contest::compiled(&drawing).model)
            }
        };
        let Model::Rules(rules) = &compiled else {
            panic!("every game has Rules");
        };
        let rules = (**rules).clone();
        let subject = compiled
            .elaborate(&Property::Solvable)
            .expect("it has `win`");
        let reachable = oracle::reachable(&subject);
        let shortest = ours(&compiled, &Property::Solvable);
        assert_eq!(shortest, oracle::distance(&subject), "{text}");
        let depth = reachable.values().copied().max().expect("a state");
        let fits = reachable.len() <= MAX_STATES && depth > 1 && shortest <= Some(MAX_LENGTH);
        let fits = fits && depth <= 2 * MAX_LENGTH && shortest != Some(0);
        fits.then_some(Example {
            text,
            rules,
            states: reachable.len(),
            shortest,
            depth,
        })
    }
}

fn compiled(game: &dyn Game, text: String) -> (String, Model) {
    let file = playproof::read("level", text.as_bytes()).expect("a level");
    let compiled = game.compile(&file.levels[0]).expect("a level of the game");
    (text, compiled.model)
}

/// The length of the shortest run that our engine finds, its evidence checked;
/// `None` if it proves that there is none.
///
/// # Panics
/// If it does not know, or if its evidence is rejected.
pub fn ours(model: &Model, property: &Property) -> Option<u32> {
    let subject = model.elaborate(property).expect("a property of the game");
    let task = Task::new(&subject, property, &[]);
    let outcome = ExplicitEngine::default().check(&task, &mut Unlimited);
    let (answer, evidence) = match outcome.finding {
        Finding::Holds(evidence) => (Answer::Holds, evidence),
        Finding::Violated(evidence) => (Answer::Violated, evidence),
        Finding::Unknown(reason) => panic!("{property}: unknown, {reason}"),
    };
    check(&subject, answer, &evidence, &mut Unlimited).expect("evidence of our own");
    match evidence {
        Evidence::Trace(trace) => Some(trace.steps.len() as u32),
        Evidence::ClosedSet(_) => None,
        other => panic!("{property}: {}", other.kind()),
    }
}
