//! Boxes: the kernel's step over ranges against steps of single states, mutants of closed
//! sets, and verdicts among walkers against going through all states.

use std::collections::HashSet;
use std::ops::ControlFlow;

use playproof_certify::{
    Budget, ClosedSet, Column, Engine, Evidence, Finding, Progress, Stop, Task, Unlimited, check,
};
use playproof_kernel::{Code, Evaluator};
use playproof_model::{Answer, Model, NativeFactory, Property, Subject, bases};
use playproof_platform::engine::PlatformEngine;
use playproof_platform::native::{Body, Meeting, World};
use playproof_platform::{Board, Numbers, Profile, Stage, Tile, rules};

use crate::boards::MUSHROOM;
use crate::physics::{crowded_board, random_board};
use crate::sweeps::{all_states, halves, small_board};

fn subject(stage: &Stage) -> Subject {
    let model = Model::Rules(Box::new(rules(stage)));
    model.elaborate(&Property::Solvable).unwrap()
}

/// A range around a value, within its domain.
fn around(rng: &mut fastrand::Rng, value: i32, (lo, hi): (i32, i32), most: i32) -> (i32, i32) {
    let least = (value - rng.i32(0..=most)).max(lo);
    (least, (value + rng.i32(0..=most)).min(hi))
}

#[test]
fn a_step_over_a_box_holds_every_step_from_it() {
    let mut rng = fastrand::Rng::with_seed(5);
    let mut n_steps = 0;
    while n_steps < 1_000_000 {
        let board = match rng.bool() {
            true => random_board(&mut rng),
            false => crowded_board(&mut rng),
        };
        let stage = Stage::new(board, Profile::default()).unwrap();
        let subject = subject(&stage);
        let (machine, domains) = (subject.machine(), subject.machine().domains());
        let bases = bases(&machine.vars);
        let code = Code::new(machine, &bases);
        let (mut whole, mut single) = (Evaluator::default(), Evaluator::default());
        for _ in 0..40 {
            let within = |&(lo, hi): &(i32, i32)| rng.i32(lo..=hi);
            let middle: Vec<i32> = domains.iter().map(within).collect();
            let mut ranges: Vec<(i32, i32)> = middle.iter().map(|&v| (v, v)).collect();
            // The place and the speed are ranges, and so are walkers and the time.
            for free in (0..2).chain(6..domains.len()) {
                let most = if free == 0 { 600 } else { 300 };
                ranges[free] = around(&mut rng, middle[free], domains[free], most);
            }
            whole.begin(code);
            for _ in 0..100 {
                let state: Vec<i32> = ranges.iter().map(|&(lo, hi)| rng.i32(lo..=hi)).collect();
                single.begin(code);
                for command in &machine.commands {
                    if single.value(code, command.guard, &state) == 0 {
                        continue;
                    }
                    assert_eq!(whole.range(code, command.guard, &ranges).1, 1);
                    for update in &command.updates {
                        let value = single.value(code, update.value, &state);
                        let (lo, hi) = whole.range(code, update.value, &ranges);
                        assert!((lo..=hi).contains(&value), "{state:?} in {ranges:?}");
                    }
                    n_steps += 1;
                }
            }
        }
    }
}

fn decided(stage: &Stage, subject: &Subject) -> Finding {
    let natives: Vec<Box<dyn NativeFactory>> = vec![Box::new(World::new(stage))];
    let task = Task::new(subject, &Property::Solvable, &natives);
    PlatformEngine.check(&task, &mut Unlimited).finding
}

/// The boxes of a set without walkers: fixed values, and the ranges of what is free.
fn holds(set: &ClosedSet, subject: &Subject, state: &[i32]) -> bool {
    let words = subject.layout().words;
    let mut boxes = set.points.chunks_exact(words).enumerate();
    boxes.any(|(cube, point)| {
        let mut values = Vec::new();
        subject.layout().unpack(point, &mut values);
        let free = |flat: usize| set.free.iter().position(|&f| f as usize == flat);
        (0..state.len()).all(|flat| match free(flat) {
            None => values[flat] == state[flat],
            Some(column) => match &set.columns[column] {
                Column::Ranges(ranges) => {
                    let (lo, hi) = ranges[cube % ranges.len()];
                    (lo..=hi).contains(&state[flat])
                }
                Column::Sets { .. } => panic!("ranges only"),
            },
        })
    })
}

#[test]
fn a_set_that_lacks_a_state_is_rejected() {
    let (mut rng, profile) = (fastrand::Rng::with_seed(6), halves());
    let (mut n_lacking, mut n_sets) = (0, 0);
    while n_sets < 8 {
        let stage = Stage::new(small_board(&mut rng), profile.clone()).unwrap();
        let subject = subject(&stage);
        let Finding::Violated(Evidence::ClosedSet(set)) = decided(&stage, &subject) else {
            continue;
        };
        n_sets += 1;
        let states: Vec<Vec<i32>> = all_states(&World::new(&stage))
            .iter()
            .map(|body| body.values().to_vec())
            .collect();
        assert!(states.iter().all(|state| holds(&set, &subject, state)));
        let words = subject.layout().words;
        for _ in 0..25 {
            let mut mutant = set.clone();
            let cube = rng.usize(0..set.points.len() / words);
            let Column::Ranges(ranges) = &mut mutant.columns[0] else {
                panic!("ranges of places");
            };
            let (lo, hi) = ranges[cube];
            match rng.u8(0..4) {
                0 if lo < hi => ranges[cube].0 += 1,
                1 if lo < hi => ranges[cube].1 -= 1,
                2 if lo + 1 < hi => ranges[cube] = (lo, lo + (hi - lo) / 2),
                // A box less.
                _ => {
                    mutant.points.drain(cube * words..(cube + 1) * words);
                    for column in &mut mutant.columns {
                        if let Column::Ranges(ranges) = column
                            && ranges.len() > 1
                        {
                            ranges.remove(cube);
                        }
                    }
                }
            }
            let lacks = states.iter().any(|state| !holds(&mutant, &subject, state));
            let evidence = Evidence::ClosedSet(mutant);
            let accepted = check(&subject, Answer::Violated, &evidence, &mut Unlimited).is_ok();
            assert!(!(lacks && accepted), "{:?}", stage.board);
            n_lacking += u32::from(lacks);
        }
    }
    assert!(n_lacking > 50, "{n_lacking} mutants lack a state");
}

/// A small board with one walker.
fn haunted_board(rng: &mut fastrand::Rng) -> Board {
    loop {
        let mut board = small_board(rng);
        let is_start = |at: usize| at == board.start.1 * board.width + board.start.0;
        let free = (0..board.tiles.len()).filter(|&at| board.tiles[at] == Tile::AIR);
        let free: Vec<usize> = free.filter(|&at| !is_start(at)).collect();
        if let Some(at) = rng.choice(free) {
            board.tiles[at] = MUSHROOM;
            return board;
        }
    }
}

/// Whether the exit is reached, by going through all states: the player, and the phase of
/// the walker.
fn wins(world: &World) -> bool {
    let first = (world.first(), 0);
    let (mut known, mut open) = (HashSet::from([first]), vec![first]);
    while let Some((body, phase)) = open.pop() {
        if world.is_won(&body) {
            return true;
        }
        let gone = world.last_phase(0);
        let mut killed = false;
        let alive = |_| phase != gone;
        let meeting = world.meeting(&body, phase as u32, alive, |_| killed = true);
        if world.is_over(&body) || meeting == Meeting::Deadly {
            continue;
        }
        let next_phase = match killed || phase == gone {
            true => gone,
            false => world.phase(0, phase as u32 + 1),
        };
        for gait in world.gaits() {
            for presses in [false, true] {
                let next: Body = world.tick_meeting(&body, meeting, gait, presses);
                if known.insert((next, next_phase)) {
                    open.push((next, next_phase));
                }
            }
        }
    }
    false
}

#[test]
fn verdicts_among_walkers_are_those_of_going_through_all_states() {
    let mut rng = fastrand::Rng::with_seed(7);
    let numbers = Numbers {
        fineness: 1,
        ..Numbers::default()
    };
    let profile = Profile::new(&numbers).unwrap();
    let (mut n_won, mut n_lost, mut n_unknown) = (0, 0, 0);
    for _ in 0..60 {
        let stage = Stage::new(haunted_board(&mut rng), profile.clone()).unwrap();
        let subject = subject(&stage);
        let wins = wins(&World::new(&stage));
        let (answer, evidence) = match decided(&stage, &subject) {
            Finding::Holds(evidence) => (Answer::Holds, evidence),
            Finding::Violated(evidence) => (Answer::Violated, evidence),
            Finding::Unknown(_) => {
                n_unknown += 1;
                continue;
            }
        };
        assert_eq!(answer == Answer::Holds, wins, "{:?}", stage.board);
        check(&subject, answer, &evidence, &mut Unlimited).unwrap();
        n_won += u32::from(wins);
        n_lost += u32::from(!wins);
    }
    let counts = (n_won, n_lost, n_unknown);
    assert!(n_won > 10 && n_lost > 10 && n_unknown < 10, "{counts:?}");
}

/// Stops after it was asked so often.
struct Patient(u32);

impl Budget for Patient {
    fn spend(&mut self, _: &Progress) -> ControlFlow<Stop> {
        if self.0 == 0 {
            return ControlFlow::Break(Stop::Time);
        }
        self.0 -= 1;
        ControlFlow::Continue(())
    }
}

/// The fewest ticks to the exit, by going through all states breadth first.
fn fewest_ticks(world: &World) -> Option<u32> {
    let mut known = HashSet::from([world.first()]);
    let mut layer = vec![world.first()];
    for ticks in 0.. {
        if layer.iter().any(|body| world.is_won(body)) {
            return Some(ticks);
        }
        let mut next = Vec::new();
        for body in layer.iter().filter(|body| !world.is_over(body)) {
            for gait in world.gaits() {
                let both = [false, true].map(|presses| world.tick(body, gait, presses));
                next.extend(both.into_iter().filter(|after| known.insert(*after)));
            }
        }
        if next.is_empty() {
            return None;
        }
        layer = next;
    }
    None
}

#[test]
fn the_fewest_ticks_are_those_of_going_through_all_states() {
    let (mut rng, profile) = (fastrand::Rng::with_seed(8), halves());
    let mut n_won = 0;
    while n_won < 12 {
        let stage = Stage::new(small_board(&mut rng), profile.clone()).unwrap();
        let Some(fewest) = fewest_ticks(&World::new(&stage)).filter(|&ticks| ticks > 0) else {
            continue;
        };
        n_won += 1;
        for (most, expected) in [(fewest, Answer::Holds), (fewest - 1, Answer::Violated)] {
            let property: Property = format!("shortest <= {most}").parse().unwrap();
            let model = Model::Rules(Box::new(rules(&stage)));
            let subject = model.elaborate(&property).unwrap();
            let natives: Vec<Box<dyn NativeFactory>> = vec![Box::new(World::new(&stage))];
            let task = Task::new(&subject, &property, &natives);
            let finding = PlatformEngine.check(&task, &mut Unlimited).finding;
            let (answer, evidence) = match finding {
                Finding::Holds(evidence) => (Answer::Holds, evidence),
                Finding::Violated(evidence) => (Answer::Violated, evidence),
                Finding::Unknown(why) => panic!("{why}"),
            };
            assert_eq!(answer, expected, "{most} of {:?}", stage.board);
            check(&subject, answer, &evidence, &mut Unlimited).unwrap();
        }
        // A search that is stopped says how far it was.
        let property: Property = format!("shortest >= {fewest}").parse().unwrap();
        let model = Model::Rules(Box::new(rules(&stage)));
        let subject = model.elaborate(&property).unwrap();
        let natives: Vec<Box<dyn NativeFactory>> = vec![Box::new(World::new(&stage))];
        let task = Task::new(&subject, &property, &natives);
        for n_asked in [0, 3, 10] {
            let outcome = PlatformEngine.check(&task, &mut Patient(n_asked));
            assert!(outcome.lower_bound.is_none_or(|bound| bound <= fewest));
        }
    }
}

#[test]
fn a_time_limit_is_met_by_the_fewest_ticks_alone() {
    let (mut rng, profile) = (fastrand::Rng::with_seed(9), halves());
    let (mut n_won, mut n_late) = (0, 0);
    while n_won < 24 {
        let board = small_board(&mut rng);
        let stage = Stage::new(board.clone(), profile.clone()).unwrap();
        let Some(fewest) = fewest_ticks(&World::new(&stage)).filter(|&ticks| ticks > 2) else {
            continue;
        };
        for time in [fewest / 3, fewest - 1, fewest, fewest + 5] {
            let mut board = board.clone();
            board.settings.time = Some(time.max(1));
            let stage = Stage::new(board, profile.clone()).unwrap();
            let subject = subject(&stage);
            let (answer, evidence) = match decided(&stage, &subject) {
                Finding::Holds(evidence) => (Answer::Holds, evidence),
                Finding::Violated(evidence) => (Answer::Violated, evidence),
                Finding::Unknown(why) => panic!("{why}: {:?}", stage.board),
            };
            assert_eq!(answer == Answer::Holds, time >= fewest, "{:?}", stage.board);
            check(&subject, answer, &evidence, &mut Unlimited).unwrap();
            n_won += u32::from(answer == Answer::Holds);
            n_late += u32::from(answer == Answer::Violated);
        }
    }
    assert!(n_late > 20, "{n_late} are too late");
}

#[test]
fn a_time_limit_and_a_number_of_ticks_count_together() {
    let (mut rng, profile) = (fastrand::Rng::with_seed(10), halves());
    let (mut n_won, mut n_late) = (0, 0);
    while n_won < 12 {
        let board = small_board(&mut rng);
        let stage = Stage::new(board.clone(), profile.clone()).unwrap();
        let Some(fewest) = fewest_ticks(&World::new(&stage)).filter(|&ticks| ticks > 2) else {
            continue;
        };
        for (time, most) in [
            (fewest, fewest + 3),
            (fewest + 3, fewest),
            (fewest + 3, fewest - 1),
            (fewest - 1, fewest + 3),
        ] {
            let mut board = board.clone();
            board.settings.time = Some(time);
            let stage = Stage::new(board, profile.clone()).unwrap();
            let can = time >= fewest && most >= fewest;
            for (what, expected) in [
                (format!("shortest <= {most}"), Some(can)),
                // Who was there before is not looked at again: it may stay open.
                (format!("reach win && moves == {most}"), None),
            ] {
                let property: Property = what.parse().unwrap();
                let model = Model::Rules(Box::new(rules(&stage)));
                let subject = model.elaborate(&property).unwrap();
                let natives: Vec<Box<dyn NativeFactory>> = vec![Box::new(World::new(&stage))];
                let task = Task::new(&subject, &property, &natives);
                let (answer, evidence) = match PlatformEngine.check(&task, &mut Unlimited).finding {
                    Finding::Holds(evidence) => (Answer::Holds, evidence),
                    Finding::Violated(evidence) => (Answer::Violated, evidence),
                    Finding::Unknown(why) if expected.is_some() => panic!("{why}: {what}"),
                    Finding::Unknown(_) => continue,
                };
                check(&subject, answer, &evidence, &mut Unlimited).unwrap();
                if let Some(can) = expected {
                    assert_eq!(answer == Answer::Holds, can, "{what}: {:?}", stage.board);
                    n_won += u32::from(can);
                    n_late += u32::from(!can);
                }
            }
        }
    }
    assert!(n_late >= n_won, "{n_late} are too late");
}
