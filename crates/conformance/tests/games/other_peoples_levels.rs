//! Levels made by other people, found through `PLAYPROOF_LEVELS` (default:
//! `../shared/levels` beside the project). Where there are none, the test says
//! so and shows nothing.

use std::path::PathBuf;

use playproof_certify::{Engine, Evidence, Finding, Task, Unlimited, check};
use playproof_conformance::games::{push::PushFactory, sokoban};
use playproof_engines::{ExplicitEngine, NativeEngine};
use playproof_model::{Answer, Model, NativeFactory, Property};

fn levels() -> Option<PathBuf> {
    let beside = || {
        PathBuf::from(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../../shared/levels"
        ))
    };
    let folder = std::env::var_os("PLAYPROOF_LEVELS").map_or_else(beside, PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: no levels of other people at {}", folder.display());
    None
}

/// The eight boards of a study of Sokoban by model checking, with the answers
/// published there; where it gives a run, ours is as long or shorter.
#[test]
fn published_boards_have_the_published_answers() {
    let Some(folder) = levels() else { return };
    let published = [
        (1, Some("r")),
        (2, None),
        (3, None),
        (4, Some("uddulrr")),
        (5, None),
        (6, None),
        (7, Some("llurrrrrdru")),
        (8, Some("luuurrllddrrrrdrudddd")),
    ];
    for (number, run) in published {
        let path = folder.join(format!("sokoban/seed_board_{number}.xsb"));
        let text = std::fs::read_to_string(path).expect("a board");
        let board = sokoban::Board::parse(&text.replace('-', " "));
        let model = Model::Rules(Box::new(sokoban::rules(&board)));
        let natives: Vec<Box<dyn NativeFactory>> = vec![Box::new(PushFactory(board))];
        let property = Property::Solvable;
        let subject = model.elaborate(&property).unwrap();
        let task = Task::new(&subject, &property, &natives);
        let engines: [&dyn Engine; 2] = [&ExplicitEngine::default(), &NativeEngine::default()];
        for engine in engines {
            let outcome = engine.check(&task, &mut Unlimited);
            let (answer, evidence) = match outcome.finding {
                Finding::Holds(evidence) => (Answer::Holds, evidence),
                Finding::Violated(evidence) => (Answer::Violated, evidence),
                Finding::Unknown(reason) => panic!("board {number}: {reason}"),
            };
            assert_eq!(answer == Answer::Holds, run.is_some(), "board {number}");
            check(&subject, answer, &evidence, &mut Unlimited).unwrap();
            if let (Evidence::Trace(trace), Some(run), "explicit") = (evidence, run, engine.name())
            {
                assert!(trace.steps.len() <= run.len(), "board {number}");
            }
        }
    }
}
