//! The push model is the quotient of the step graph: its rows stand for the
//! reachable states, each for a class of states that differ by a walk.

use std::collections::{HashMap, HashSet};

use playproof_certify::{Evidence, Finding, Unlimited};
use playproof_conformance::games::{push::PushFactory, sokoban};
use playproof_conformance::{oracle, suite::n_cases};
use playproof_engines::{Search, SearchPlan};
use playproof_model::{Batch, Dom, Model, NativeFactory, Property, Val};

fn members(dom: &Dom) -> Vec<Val> {
    match dom {
        Dom::Range(lo, hi) => (*lo..=*hi).collect(),
        Dom::Set(bits) => (0..bits.len() * 64)
            .filter(|i| bits[i / 64] >> (i % 64) & 1 == 1)
            .map(|i| i as Val)
            .collect(),
    }
}

#[test]
fn push_rows_are_classes_of_step_states() {
    let mut n_rows = 0;
    for seed in 0..n_cases() {
        let rng = &mut playproof_conformance::suite::random(seed);
        let (width, height) = (rng.usize(3..6), rng.usize(3..5));
        let board = sokoban::Board::random_of_size(rng, width, height);
        let model = Model::Rules(Box::new(sokoban::rules(&board)));
        // Every state is looked at, so that none is missed.
        let property: Property = "never false".parse().unwrap();
        let subject = model.elaborate(&property).unwrap();
        let native = PushFactory(board.clone())
            .model(&subject, &property)
            .unwrap();
        let plan = SearchPlan {
            target: subject.question().reach().unwrap().target,
            max_depth: None,
            threads: 1,
            worth_sharing: 0,
        };
        let search = Search::run(&*native, plan, &mut Unlimited);
        let rows: Vec<&[u64]> = search
            .visited
            .ids()
            .map(|id| search.visited.row(id))
            .collect();

        // Each reachable state lies in the cube of exactly one row, and no
        // cube holds another state.
        let reachable = oracle::reachable(&subject);
        let mut owner = HashMap::new();
        for (i, row) in rows.iter().enumerate() {
            let (mut state, mut doms) = (Vec::new(), Vec::new());
            native.valuation(row, &mut state);
            native.cube(row, &mut doms);
            for player in members(&doms[0]) {
                state[0] = player;
                assert!(owner.insert(state.clone(), i).is_none(), "seed {seed}");
            }
        }
        // Won states are the exception: play is over, so that the player no
        // longer walks, while the row of a won state knows only the region.
        let playing = |state: &&Vec<Val>| !subject.terminal(state);
        let found: HashSet<_> = owner.keys().filter(playing).collect();
        let wanted: HashSet<_> = reachable.keys().filter(playing).collect();
        assert_eq!(found, wanted, "seed {seed}");
        assert!(
            reachable.keys().all(|s| owner.contains_key(s)),
            "seed {seed}"
        );

        // The edges between rows are the pushes between their states.
        let mut pushes = HashSet::new();
        for state in reachable.keys() {
            subject.successors(state, &mut |_, next| {
                if state[1..] != next[1..] {
                    pushes.insert((owner[state], owner[next]));
                }
            });
        }
        let mut edges = HashSet::new();
        for (i, row) in rows.iter().enumerate() {
            let mut out = Batch::default();
            native.expand(row, &mut out);
            for row in out.rows.chunks_exact(native.words()) {
                let to = rows.iter().position(|&other| other == row);
                edges.insert((i, to.expect("a row that was found")));
            }
        }
        assert_eq!(edges, pushes, "seed {seed}");
        n_rows += rows.len();
    }
    assert!(n_rows > 500, "{n_rows} rows are few");
}

/// Two rooms, a corridor and a box that must go through it: the run by pushes
/// expands to steps that the reference accepts.
#[test]
fn a_push_run_expands_to_steps() {
    let board = sokoban::Board::parse("#########\n#   #   #\n# @$  . #\n#   #   #\n#########\n");
    let model = Model::Rules(Box::new(sokoban::rules(&board)));
    let property = Property::Solvable;
    let subject = model.elaborate(&property).unwrap();
    let natives: Vec<Box<dyn NativeFactory>> = vec![Box::new(PushFactory(board))];
    let task = playproof_certify::Task::new(&subject, &property, &natives);
    use playproof_certify::Engine;
    let outcome = playproof_engines::NativeEngine::default().check(&task, &mut Unlimited);
    let Finding::Holds(Evidence::Trace(trace)) = outcome.finding else {
        panic!("{outcome:?}");
    };
    assert_eq!(trace.steps.len(), 3);
    assert!(oracle::is_run(&subject, &trace));
}
