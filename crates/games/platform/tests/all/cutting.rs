//! How the kernel cuts boxes of places: the set that it accepts has every step from it in
//! it, and a set out of which a step leads is not accepted, wherever that is.

use std::collections::HashMap;

use playproof_certify::{ClosedSet, Column, Engine, Evidence, Finding, Task, Unlimited, check};
use playproof_model::{Answer, Model, NativeFactory, Property, Subject, Val};
use playproof_platform::engine::PlatformEngine;
use playproof_platform::native::World;
use playproof_platform::{Stage, VX, X, rules};

use crate::sweeps::{halves, small_board};
use crate::traps::boards;

/// All that can be reached at any speed, as the kernel is shown it.
fn closed_set(stage: &Stage) -> (Subject, ClosedSet) {
    // Nobody is in two places at once, so that the sweep goes to its end.
    let nowhere: Property = "reach x == 0 && x == 1".parse().unwrap();
    let model = Model::Rules(Box::new(rules(stage)));
    let subject = model.elaborate(&nowhere).unwrap();
    let natives: Vec<Box<dyn NativeFactory>> = vec![Box::new(World::new(stage))];
    let task = Task::new(&subject, &nowhere, &natives);
    let Finding::Violated(Evidence::ClosedSet(set)) =
        PlatformEngine.check(&task, &mut Unlimited).finding
    else {
        panic!("there is a closed set");
    };
    (subject, set)
}

fn is_accepted(subject: &Subject, set: ClosedSet) -> bool {
    let set = Evidence::ClosedSet(set);
    check(subject, Answer::Violated, &set, &mut Unlimited).is_ok()
}

/// The boxes of a set, by their values but for the place and the speed, which is any.
struct Boxes {
    points: Vec<Vec<Val>>,
    x: Vec<(Val, Val)>,
    by_rest: HashMap<Vec<Val>, Vec<usize>>,
}

impl Boxes {
    fn new(subject: &Subject, set: &ClosedSet) -> Boxes {
        let layout = subject.layout();
        let mut points = Vec::new();
        for row in set.points.chunks(layout.words) {
            let mut point = Vec::new();
            layout.unpack(row, &mut point);
            points.push(point);
        }
        let Column::Ranges(x) = &set.columns[0] else {
            panic!("places are ranges");
        };
        let mut by_rest: HashMap<Vec<Val>, Vec<usize>> = HashMap::new();
        for (i, point) in points.iter().enumerate() {
            by_rest.entry(point[VX + 1..].to_vec()).or_default().push(i);
        }
        Boxes {
            points,
            x: x.clone(),
            by_rest,
        }
    }

    /// The box that a state is in.
    fn of(&self, state: &[Val]) -> Option<usize> {
        let here = self.by_rest.get(&state[VX + 1..])?;
        let is_in = |&&i: &&usize| (self.x[i].0..=self.x[i].1).contains(&state[X]);
        here.iter().find(is_in).copied()
    }
}

#[test]
fn no_step_out_of_a_set_is_overlooked() {
    let (mut rng, profile) = (fastrand::Rng::with_seed(17), halves());
    let (mut n_steps, mut n_rejected) = (0, 0);
    let n_boards = boards(20);
    for _ in 0..n_boards {
        let stage = Stage::new(small_board(&mut rng), profile.clone()).unwrap();
        let (subject, set) = closed_set(&stage);
        let mut boxes = Boxes::new(&subject, &set);
        assert!(is_accepted(&subject, set.clone()), "{:?}", stage.board);
        let mut steps: Vec<(Vec<Val>, Vec<Val>)> = Vec::new();
        for _ in 0..5000 {
            let at = rng.usize(0..boxes.points.len());
            let mut state = boxes.points[at].clone();
            state[X] = rng.i32(boxes.x[at].0..=boxes.x[at].1);
            state[VX] = rng.i32(-profile.fastest..=profile.fastest);
            if subject.terminal(&state) {
                continue;
            }
            subject.successors(&state, &mut |_, next| {
                n_steps += 1;
                assert!(boxes.of(next).is_some(), "{state:?} to {next:?}");
                if rng.usize(0..500) == 0 {
                    steps.push((state.clone(), next.to_vec()));
                }
            });
        }
        // Without the part of a box on one side of the place where a step ends, that step
        // leads out of the set.
        for (state, next) in steps.iter().take(20) {
            let at = boxes.of(next).unwrap();
            let whole = boxes.x[at];
            boxes.x[at] = match rng.bool() {
                true => (whole.0, next[X] - 1),
                false => (next[X] + 1, whole.1),
            };
            let is_box = boxes.x[at].0 <= boxes.x[at].1;
            if is_box && boxes.of(state).is_some() && boxes.of(next).is_none() {
                let mut less = set.clone();
                less.columns[0] = Column::Ranges(boxes.x.clone());
                assert!(!is_accepted(&subject, less), "{state:?} to {next:?}");
                n_rejected += 1;
            }
            boxes.x[at] = whole;
        }
    }
    println!("{n_steps} steps stay in, {n_rejected} that lead out are seen");
    assert!(
        n_steps > n_boards * 20_000 && n_rejected > n_boards * 5,
        "{n_rejected}"
    );
}
