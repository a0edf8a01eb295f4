//! The suite: every engine decides the same tasks; every verdict is compared
//! with an exhaustive search, every evidence goes through the checker, and
//! mutants of it are rejected.

use std::cell::LazyCell;
use std::mem::{Discriminant, discriminant};
use std::ops::Deref;
use std::sync::Arc;

use playproof_certify::{Engine, Evidence, Finding, Reason, Stop, Task, Unlimited, check};
use playproof_game::Game;
use playproof_maze::Maze;
use playproof_model::{Answer, Model, NativeFactory, Property, Val};

use crate::games::{
    car, contest, lamps, push, puzzles, random_maze, random_rules, random_sokoban, sokoban, tokens,
};
use crate::mutants::{Tally, reject_mutants};
use crate::oracle;
use crate::race_oracle::{Drawing, Fate, Kind, Play};

/// Random numbers of a case: always the same, unless the environment variable
/// `PLAYPROOF_SEED` asks for others, as `scripts/campaign` does.
pub fn random(case: u64) -> fastrand::Rng {
    let seed = std::env::var("PLAYPROOF_SEED").ok();
    let seed = seed.map_or(0, |n| n.parse::<u64>().expect("a number in PLAYPROOF_SEED"));
    fastrand::Rng::with_seed(case ^ seed.wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

/// How many random cases a test takes: 50, or as many as the environment
/// variable `PLAYPROOF_CASES` says.
pub fn n_cases() -> u64 {
    let wanted = std::env::var("PLAYPROOF_CASES").ok();
    wanted.and_then(|n| n.parse().ok()).unwrap_or(50)
}

/// A level of some game.
pub struct Case {
    /// For messages.
    pub name: String,
    /// Its meaning.
    pub model: Model,
    /// Its other state spaces.
    pub natives: Vec<Box<dyn NativeFactory>>,
    /// Properties to ask, as text.
    pub properties: Vec<String>,
}

/// What came of a case.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// Properties that hold.
    pub holds: usize,
    /// Properties that are violated.
    pub violated: usize,
    /// Tasks the engine does not support.
    pub unsupported: usize,
    /// Mutants of the evidence.
    pub mutants: Tally,
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.holds += other.holds;
        self.violated += other.violated;
        self.unsupported += other.unsupported;
        self.mutants += other.mutants;
    }
}

/// Has an engine decide every property of a case.
///
/// # Panics
/// If anything disagrees.
pub fn conforms(engine: &dyn Engine, case: &Case, rng: &mut fastrand::Rng) -> Counts {
    all_conform(&[engine], case, rng)[0]
}

/// Has every engine decide every property of a case. What takes longer than most
/// engines is done once: exhaustive search, and mutants of each kind of evidence.
fn all_conform(engines: &[&dyn Engine], case: &Case, rng: &mut fastrand::Rng) -> Vec<Counts> {
    let mut counts = vec![Counts::default(); engines.len()];
    for text in &case.properties {
        let property: Property = text.parse().expect("a property of the suite");
        let subject = case
            .model
            .elaborate(&property)
            .expect("a property of the game");
        let task = Task::new(&subject, &property, &case.natives);
        let shortest = LazyCell::new(|| oracle::distance(&subject));
        let mut mutated = Vec::new();
        // Another one begins each time, so that all have theirs mutated now and then.
        let first = rng.usize(..engines.len());
        for i in 0..engines.len() {
            let i = (first + i) % engines.len();
            let name = format!("{}, {text}, {}", case.name, engines[i].name());
            counts[i] += decides(engines[i], &task, &name, &shortest, &mut mutated, rng);
        }
    }
    counts
}

/// Has an engine decide one task, and compares.
fn decides(
    engine: &dyn Engine,
    task: &Task<'_>,
    name: &str,
    shortest: &dyn Deref<Target = Option<u32>>,
    mutated: &mut Vec<(Discriminant<Evidence>, Tally)>,
    rng: &mut fastrand::Rng,
) -> Counts {
    let mut counts = Counts::default();
    if engine.supports(task).is_err() {
        counts.unsupported = 1;
        return counts;
    }
    let outcome = engine.check(task, &mut Unlimited);
    let shortest = **shortest;
    let (answer, evidence) = match outcome.finding {
        Finding::Holds(evidence) => (Answer::Holds, evidence),
        Finding::Violated(evidence) => (Answer::Violated, evidence),
        // A search that forgets states may end without an answer, and
        // one that ends at a bound, if there is no run up to there.
        Finding::Unknown(Reason::Stopped(Stop::Incomplete | Stop::Bound)) => {
            if ["sat-bmc", "sat-kind"].contains(&engine.name()) {
                let bound = outcome.lower_bound.expect("how far it came");
                let missed = shortest.is_some_and(|length| length < bound);
                assert!(bound > 0 && !missed, "{name}: {shortest:?} within {bound}");
            } else {
                assert!(engine.name().starts_with("bitstate"), "{name}");
            }
            counts.unsupported = 1;
            return counts;
        }
        Finding::Unknown(reason) => panic!("{name}: unknown, {reason}"),
    };
    let right = oracle::answer(task.subject, shortest);
    assert_eq!(answer, right, "{name}: a wrong verdict");
    if let Err(error) = check(task.subject, answer, &evidence, &mut Unlimited) {
        panic!("{name}: {error}");
    }
    if let (Evidence::Trace(trace), Some(bound)) = (&evidence, outcome.lower_bound) {
        let length = Some(trace.steps.len() as u32);
        assert!(shortest >= Some(bound), "{name}: a wrong lower bound");
        assert!(length >= shortest, "{name}: the oracle is wrong");
        if ["explicit", "bdd", "sat-bmc", "sat-kind"].contains(&engine.name()) {
            assert_eq!(length, shortest, "{name}: not shortest");
        }
    }
    let kind = discriminant(&evidence);
    counts.mutants = match mutated.iter().find(|(known, _)| *known == kind) {
        Some((_, tally)) => *tally,
        None => {
            let tally = reject_mutants(task.subject, answer, &evidence, rng);
            mutated.push((kind, tally));
            tally
        }
    };
    match answer {
        Answer::Holds => counts.holds = 1,
        Answer::Violated => counts.violated = 1,
    }
    counts
}

/// Runs cases through engines. Of each that supports them all, both answers must have
/// come up, or the suite shows nothing.
pub fn run(engines: &[(&str, Box<dyn Engine>)], cases: impl Iterator<Item = Case>) {
    let mut rng = random(1);
    let all: Vec<&dyn Engine> = engines.iter().map(|(_, engine)| &**engine).collect();
    let mut counts = vec![Counts::default(); engines.len()];
    for case in cases {
        let of_case = all_conform(&all, &case, &mut rng);
        for (counts, one) in counts.iter_mut().zip(of_case) {
            *counts += one;
        }
    }
    for ((name, _), counts) in engines.iter().zip(counts) {
        if counts.holds + counts.violated > 0 && counts.unsupported == 0 {
            let both = counts.holds > 0 && counts.violated > 0;
            assert!(both, "{name} is one-sided: {counts:?}");
            let any = counts.mutants.wrong > 0;
            assert!(any, "{name}: no mutant was wrong: {counts:?}");
        }
    }
}

fn properties(list: &[&str]) -> Vec<String> {
    list.iter().map(|&p| p.to_owned()).collect()
}

/// Random mazes, with bounds around the right length.
pub fn mazes() -> impl Iterator<Item = Case> {
    (0..n_cases()).map(|seed| {
        let text = random_maze::text(&mut random(seed));
        let file = playproof_level::read("maze", text.as_bytes()).expect("a maze");
        let compiled = Maze.compile(&file.levels[0]).expect("a maze");
        let near = random_maze::shortest(&text).unwrap_or(5) as Val;
        let mut properties = properties(&["solvable", "unsolvable", "never at(1, 1)"]);
        for n in [0, near - 1, near, near + 1] {
            properties.push(format!("shortest <= {}", n.max(0)));
            properties.push(format!("shortest >= {}", n.max(0)));
        }
        Case {
            name: format!("maze {seed}"),
            model: compiled.model,
            natives: compiled.natives,
            properties,
        }
    })
}

/// Random small levels of Race, Run and Catch in turn, with bounds around the
/// least moves and the best score.
pub fn races() -> impl Iterator<Item = Case> {
    (0..n_cases()).map(|seed| {
        let kind = Kind::ALL[seed as usize % 3];
        let drawing = Drawing::random(kind, 5, &mut random(seed));
        let compiled = contest::compiled(&drawing);
        let play = Play::new(&drawing);
        let best = play.best().unwrap_or(995);
        let mut properties = properties(&[
            "solvable",
            "unsolvable",
            "never lose",
            "never opponent_at(1, 1) && !at(1, 1)",
            "reach moves <= 1 && penalty == 201",
        ]);
        let near = play.least(Fate::Won).unwrap_or(5) as Val;
        for n in [near, near + 1] {
            properties.push(format!("shortest <= {}", n - 1));
            properties.push(format!("shortest >= {n}"));
        }
        for score in [best, best + 1] {
            properties.push(format!("some score >= {score}"));
            properties.push(format!("every score <= {score}"));
        }
        Case {
            name: format!("{} {seed}", kind.name()),
            model: compiled.model,
            natives: compiled.natives,
            properties,
        }
    })
}

/// Random Sokoban boards with their push quotient.
pub fn pushes() -> impl Iterator<Item = Case> {
    (0..n_cases()).map(|seed| {
        let board = sokoban::Board::random(&mut random(seed));
        Case {
            name: format!("board {seed}"),
            model: Model::Rules(Box::new(sokoban::rules(&board))),
            natives: vec![Box::new(push::PushFactory(board))],
            properties: properties(&[
                "solvable",
                "unsolvable",
                "shortest <= 6",
                "never box[1] && box[0]",
                "reach player == 1 && pushes == 2",
            ]),
        }
    })
}

/// Random Rules.
pub fn rules() -> impl Iterator<Item = Case> {
    (0..n_cases()).map(|seed| {
        let rules = random_rules::rules(&mut random(seed));
        Case {
            name: format!("rules {seed}"),
            model: Model::Rules(Box::new(rules)),
            natives: Vec::new(),
            properties: properties(&[
                "solvable",
                "unsolvable",
                "shortest <= 2",
                "shortest >= 3",
                "never x == 3 && a[1] < y",
                "reach odd && moves <= 3 && moves <= 2",
                "reach odd && moves >= 3",
                "never weight == 4 -> x > 0",
                "reach win && weight < 2",
                "never true",
                "reach false",
            ]),
        }
    })
}

/// Strips for the car.
pub fn cars() -> impl Iterator<Item = Case> {
    (0..n_cases() / 10 + 2).map(|seed| {
        let mut rng = random(seed);
        let limits: Vec<Val> = (0..rng.usize(2..9)).map(|_| rng.i32(0..5)).collect();
        let fuel = rng.i32(1..5);
        Case {
            name: format!("strip {limits:?}, fuel {fuel}"),
            model: Model::Rules(Box::new(car::rules(&limits, fuel))),
            natives: Vec::new(),
            properties: properties(&[
                "solvable",
                "unsolvable",
                "never crash",
                "shortest <= 5",
                "shortest >= 4",
                "reach speed == 4",
                "reach fuel == 0 && position >= 1",
            ]),
        }
    })
}

/// Rows of lamps.
pub fn rows_of_lamps() -> impl Iterator<Item = Case> {
    (0..n_cases() / 10 + 2).map(|seed| {
        let mut rng = random(seed);
        let lit: Vec<Val> = (0..rng.usize(1..6)).map(|_| rng.i32(0..2)).collect();
        Case {
            name: format!("lamps {lit:?}"),
            model: Model::System(Arc::new(lamps::Lamps::new(lit))),
            natives: Vec::new(),
            properties: properties(&[
                "solvable",
                "unsolvable",
                "shortest <= 1",
                "shortest >= 3",
                "never all_lit",
                "reach lamp[0] == 1 && moves == 2",
            ]),
        }
    })
}

/// Levels of games in PuzzleScript, with an interpreter of their own.
pub fn puzzles() -> impl Iterator<Item = Case> {
    (0..n_cases() / 2 + 2).map(|seed| {
        let mut rng = random(seed);
        let text = match rng.bool() {
            true => puzzles::sokoban(&random_sokoban::winnable_of_size(&mut rng, 3, 2)),
            false => puzzles::apples(&mut rng),
        };
        let model = puzzles::system(&text, false);
        Case {
            name: text,
            model: Model::System(Arc::new(model)),
            natives: Vec::new(),
            properties: properties(&[
                "solvable",
                "unsolvable",
                "shortest <= 3",
                "shortest >= 3",
                "never endless",
                "reach on(crate, target)",
                "never count(crate) >= 2 && crate_at(3, 2)",
            ]),
        }
    })
}

/// Two tokens on small grids.
pub fn tokens() -> impl Iterator<Item = Case> {
    [3, 4, 5].into_iter().map(|side| Case {
        name: format!("two tokens on {side}"),
        model: Model::Rules(Box::new(tokens::rules::<2>(&tokens::TokenGrid::new(side)))),
        natives: Vec::new(),
        properties: properties(&["solvable", "unsolvable", "reach t0 == 3 && t1 == 4"]),
    })
}

/// The suite: `suite! { explicit: ExplicitEngine::default(), a_star: AStarEngine }`.
/// One test for each kind of case, in which all engines are asked.
#[macro_export]
macro_rules! suite {
    ($($name:ident: $engine:expr),+ $(,)?) => {
        fn engines() -> Vec<(&'static str, Box<dyn Engine>)> {
            vec![$((stringify!($name), Box::new($engine))),+]
        }

        $crate::suite!(@test mazes, races, pushes, rules, cars, rows_of_lamps, puzzles, tokens);
    };
    (@test $($cases:ident),+) => {
        $(
            #[test]
            fn $cases() {
                $crate::suite::run(&engines(), $crate::suite::$cases());
            }
        )+
    };
}

/// The suite of one kind of question, for one engine:
/// `question_suite!(automata: AutomataEngine, linear_suite: on_random_graphs);`
#[macro_export]
macro_rules! question_suite {
    ($name:ident: $engine:expr, $suite:ident: $($part:ident),+) => {
        mod $name {
            use super::*;

            $(
                #[test]
                fn $part() {
                    $crate::$suite::$part(&$engine);
                }
            )+
        }
    };
}
