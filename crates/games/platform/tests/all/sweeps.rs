//! Sweeps against going through all states, and verdicts against them.

use std::collections::HashSet;

use playproof_certify::{Engine, Finding, Task, Unlimited, check};
use playproof_model::{Answer, Model, NativeFactory, Property, Question, Subject};
use playproof_platform::engine::{PlatformEngine, Precision, Swept, Target, sweep};
use playproof_platform::native::{Body, Broken, Pose, World};
use playproof_platform::{Board, Numbers, Profile, Stage, rules};

use crate::physics::{random_board, with_breaking_blocks};

/// A coarser game: half pixels.
pub fn halves() -> Profile {
    let numbers = Numbers {
        fineness: 2,
        ..Numbers::default()
    };
    Profile::new(&numbers).unwrap()
}

/// All states that can be reached, one by one.
pub fn all_states(world: &World) -> HashSet<Body> {
    let mut known = HashSet::from([world.first()]);
    let mut open = vec![world.first()];
    while let Some(body) = open.pop() {
        if world.is_over(&body) {
            continue;
        }
        for gait in 0..5 {
            for presses in [false, true] {
                let next = world.tick(&body, gait, presses);
                if known.insert(next) {
                    open.push(next);
                }
            }
        }
    }
    known
}

fn subject(stage: &Stage, property: &str) -> Subject {
    let model = Model::Rules(Box::new(rules(stage)));
    let property: Property = property.parse().unwrap();
    model.elaborate(&property).unwrap()
}

fn target<'s>(subject: &'s Subject, world: &'s World) -> Target<'s> {
    let Question::Reach(reach) = subject.question() else {
        panic!("what can be reached is asked");
    };
    let holds = subject.machine().atoms[reach.target.index()].holds;
    Target::new(subject, holds, world)
}

/// Narrow boards, so that all states can be gone through.
pub fn small_board(rng: &mut fastrand::Rng) -> Board {
    loop {
        let board = random_board(rng);
        if board.width <= 7 && board.height <= 5 {
            return board;
        }
    }
}

/// A narrow board, every other time with blocks that break.
fn numbered_board(number: usize, rng: &mut fastrand::Rng) -> Board {
    let board = small_board(rng);
    match number % 2 {
        0 => board,
        _ => with_breaking_blocks(board, 3, rng),
    }
}

#[test]
fn an_exact_sweep_has_the_states_that_can_be_reached() {
    let (mut rng, profile) = (fastrand::Rng::with_seed(3), halves());
    let mut n_states = 0;
    let mut n_broken = 0;
    for number in 0..12 {
        let board = numbered_board(number, &mut rng);
        let stage = Stage::new(board.clone(), profile.clone()).unwrap();
        let world = World::new(&stage);
        // Nobody is in two places at once, so that the sweep goes to its end.
        let subject = subject(&stage, "reach x == 0 && x == 1");
        let mut target = target(&subject, &world);
        let all = all_states(&world);
        for precision in [Precision::AnySpeed, Precision::Gaps(4), Precision::Exact] {
            let swept = sweep(&world, &mut target, precision, &mut Unlimited).unwrap();
            let Swept::Closed(places) = swept else {
                panic!("nobody gets there");
            };
            if precision == Precision::Exact {
                let n: usize = places.iter().map(|p| (p.x.1 - p.x.0 + 1) as usize).sum();
                assert_eq!(n, all.len(), "{board:?}");
            }
            let holds = |body: &Body| {
                places.iter().any(|p| {
                    let is_any = p.pose.broken == Broken::ANY;
                    let broken = if is_any {
                        Broken::ANY
                    } else {
                        body.pose.broken
                    };
                    let pose = Pose {
                        broken,
                        ..body.pose
                    };
                    p.pose == pose
                        && p.vx.is_none_or(|vx| vx == body.vx)
                        && (p.x.0..=p.x.1).contains(&body.x)
                })
            };
            assert!(all.iter().step_by(97).all(holds), "{board:?}");
        }
        n_states += all.len();
        n_broken += all
            .iter()
            .filter(|body| body.pose.broken != Broken::NONE)
            .count();
    }
    println!("{n_states} states");
    assert!(n_states > 100_000 && n_broken > 10_000, "{n_broken} broken");
}

/// Every answer is right and is accepted; a run is there wherever one can win.
#[test]
fn verdicts_are_those_of_going_through_all_states() {
    let (mut rng, profile) = (fastrand::Rng::with_seed(4), halves());
    let property: Property = "solvable".parse().unwrap();
    let mut n_won = 0;
    for number in 0..24 {
        let board = numbered_board(number, &mut rng);
        let stage = Stage::new(board.clone(), profile.clone()).unwrap();
        let world = World::new(&stage);
        let wins = all_states(&world).iter().any(|body| world.is_won(body));
        let subject = subject(&stage, "solvable");
        let natives: Vec<Box<dyn NativeFactory>> = vec![Box::new(World::new(&stage))];
        let task = Task::new(&subject, &property, &natives);
        let outcome = PlatformEngine.check(&task, &mut Unlimited);
        let (answer, evidence) = match outcome.finding {
            Finding::Holds(evidence) => (Answer::Holds, evidence),
            Finding::Violated(evidence) => (Answer::Violated, evidence),
            Finding::Unknown(why) => panic!("{why}"),
        };
        assert_eq!(answer == Answer::Holds, wins, "{board:?}");
        check(&subject, answer, &evidence, &mut Unlimited).unwrap();
        // Each kind of sweep by itself, where it shows something.
        for precision in [Precision::AnySpeed, Precision::Gaps(4), Precision::Exact] {
            let mut target = target(&subject, &world);
            match sweep(&world, &mut target, precision, &mut Unlimited).unwrap() {
                Swept::Closed(_) => assert!(!wins, "{board:?}"),
                Swept::Run(inputs) => {
                    let step = |body, &(gait, presses): &(u8, bool)| {
                        assert!(!world.is_over(&body));
                        world.tick(&body, gait.into(), presses)
                    };
                    let last = inputs.iter().fold(world.first(), step);
                    assert!(world.is_won(&last), "{board:?}");
                }
                Swept::Meets => assert_ne!(precision, Precision::Exact),
            }
        }
        n_won += u32::from(wins);
    }
    assert!((4..21).contains(&n_won), "{n_won} of 24 can be won");
}
