//! The push quotient of a Sokoban board: how long it takes to find all its
//! states by pushes, and how long to check them as cubes against the step
//! rules.
//!
//! `cargo run --release -p playproof-benches --bin bench-push [rounds]`

use std::time::Instant;

use playproof_certify::{Engine, Evidence, Finding, Task, Unlimited, check};
use playproof_conformance::games::{push::PushFactory, sokoban};
use playproof_engines::NativeEngine;
use playproof_model::{Answer, Model, NativeFactory, Property};

const BOARDS: [(&str, &str); 2] = [
    (
        "one word",
        "########\n#  .   #\n# $ #  #\n# .$ @.#\n#  # $ #\n#   $. #\n#      #\n########\n",
    ),
    (
        "two words",
        "############\n#    .     #\n# $  #     #\n# .  $ @ . #\n#    #   $ #\n#          #\n\
         #     #    #\n#          #\n############\n",
    ),
];

fn main() {
    let rounds = std::env::args()
        .nth(1)
        .and_then(|a| a.parse().ok())
        .unwrap_or(3);
    for (name, picture) in BOARDS {
        let board = sokoban::Board::parse(picture);
        let model = Model::Rules(Box::new(sokoban::rules(&board)));
        // Nothing is ever found, so that every state is.
        let property: Property = "never false".parse().expect("a property");
        let subject = model.elaborate(&property).expect("no name in it");
        let natives: Vec<Box<dyn NativeFactory>> = vec![Box::new(PushFactory(board))];
        let task = Task::new(&subject, &property, &natives);
        let (mut finding, mut checking, mut n_cubes) = (f64::MAX, f64::MAX, 0);
        for _ in 0..rounds {
            let start = Instant::now();
            let outcome = NativeEngine::default().check(&task, &mut Unlimited);
            finding = finding.min(start.elapsed().as_secs_f64());
            let Finding::Holds(evidence) = outcome.finding else {
                panic!("{outcome:?}");
            };
            let start = Instant::now();
            let accepted = check(&subject, Answer::Holds, &evidence, &mut Unlimited);
            checking = checking.min(start.elapsed().as_secs_f64());
            accepted.expect("all reachable states are a closed set");
            if let Evidence::ClosedSet(set) = &evidence {
                n_cubes = set.points.len() / subject.layout().words;
            }
        }
        println!(
            "{name}: {n_cubes} cubes, found in {finding:.3} s, checked in {checking:.3} s: {:.2}",
            checking / finding
        );
    }
}
