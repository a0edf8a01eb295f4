//! Successors of boxes cover every successor of every state inside, what is
//! true in some state of a box is possible there, and what a box is cut into is
//! the box.

use playproof_certify::{CheckError, ClosedSet, Column, Evidence, Unlimited, check};
use playproof_conformance::games::{random_rules, sokoban};
use playproof_conformance::suite::n_cases;
use playproof_kernel::{Evaluator, MAX_PARTS, Program, ProgramCommand, Ranges, in_parts};
use playproof_model::{
    Answer, Builder, Dom, Machine, Model, Node, Op, Property, Subject, Val, elaborate, set,
};

fn random_box(machine: &Machine, most: Val, rng: &mut fastrand::Rng) -> Ranges {
    let range = |(lo, hi): (Val, Val)| {
        let from = rng.i32(lo..=hi);
        let width = if rng.bool() { 0 } else { rng.i32(0..=most) };
        (from, (from + width).min(hi))
    };
    machine.domains().into_iter().map(range).collect()
}

fn states(ranges: &[(Val, Val)]) -> Vec<Vec<Val>> {
    let mut all = vec![Vec::new()];
    for &(lo, hi) in ranges {
        let longer = |s: Vec<Val>| (lo..=hi).map(move |x| [&s[..], &[x]].concat());
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

fn is_in(state: &[Val], ranges: &[(Val, Val)]) -> bool {
    let mut values = state.iter().zip(ranges);
    values.all(|(x, (lo, hi))| lo <= x && x <= hi)
}

/// Where a command leads from a box, if it may be enabled there.
fn post(
    program: &Program,
    evaluator: &mut Evaluator,
    command: &ProgramCommand,
    ranges: &[(Val, Val)],
) -> Option<Ranges> {
    let code = program.code();
    let command = &command.command;
    if evaluator.range(code, command.guard, ranges).1 == 0 {
        return None;
    }
    let mut writes = Vec::new();
    let range = |e| evaluator.range(code, e, ranges);
    program.writes(command, range, ranges, &mut writes);
    let mut after = ranges.to_vec();
    for write in &writes {
        after[write.flat as usize] = write.range;
    }
    Some(after)
}

fn subject(seed: u64, rng: &mut fastrand::Rng) -> Subject {
    let rules = random_rules::rules(rng);
    let property: Property = match seed % 2 {
        0 => "reach odd && weight <= 2".parse().unwrap(),
        _ => "reach win".parse().unwrap(),
    };
    elaborate(&rules, &property).unwrap()
}

#[test]
fn successors_of_boxes_cover_those_of_their_states() {
    let (mut n_states, mut n_covered, mut n_divisions) = (0, 0, 0);
    for seed in 0..n_cases() {
        let rng = &mut playproof_conformance::suite::random(seed);
        let subject = subject(seed, rng);
        let (machine, bases) = (subject.machine(), subject.statement().bases());
        let divides = |node: &Node| matches!(node, Node::Div(..));
        n_divisions += usize::from(machine.nodes.iter().any(divides));
        let target = subject.question().reach().unwrap().target;
        for number in 0..8 {
            let ranges = random_box(machine, 2, rng);
            // Made for the box, or for all states.
            let made_for = match number % 2 {
                0 => ranges.clone(),
                _ => machine.domains(),
            };
            let program = Program::new(machine, bases, &[target], &made_for);
            let (code, mut evaluator) = (program.code(), Evaluator::default());
            match rng.bool() {
                true => evaluator.begin(code),
                false => evaluator.all(code, |flat| ranges[flat].into()),
            }
            let mut posts = vec![None; machine.commands.len()];
            for command in &program.commands {
                posts[command.number] = post(&program, &mut evaluator, command, &ranges);
            }
            let may = evaluator.range(code, program.atoms[0].0, &ranges);
            let mut play = subject.play();
            for state in states(&ranges) {
                n_states += 1;
                let holds = Val::from(play.holds(&state, target));
                assert!(may.0 <= holds && holds <= may.1, "seed {seed}");
                play.each_successor(&state, |command, next| {
                    let covered = posts[command].as_ref().is_some_and(|p| is_in(next, p));
                    assert!(covered, "seed {seed}: {state:?} to {next:?}");
                    n_covered += 1;
                });
            }
        }
    }
    assert!(
        n_states > 1000 && n_covered > 1000 && n_divisions > 10,
        "{n_states} states, {n_covered} successors, {n_divisions} with quotients"
    );
}

/// Boxes are cut until the conditions of a command are decided, or until there
/// are as many parts as allowed: the parts are the box, what is decided is
/// right, and all successors are covered.
#[test]
fn parts_are_the_whole_and_decided_where_they_say_so() {
    let (mut n_cut, mut n_stopped, mut n_decided) = (0, 0, 0);
    for seed in 0..n_cases() {
        let rng = &mut playproof_conformance::suite::random(seed);
        let subject = subject(seed, rng);
        let (machine, bases) = (subject.machine(), subject.statement().bases());
        let target = subject.question().reach().unwrap().target;
        for _ in 0..4 {
            let ranges = random_box(machine, 3, rng);
            let all = states(&ranges);
            let program = Program::new(machine, bases, &[target], &ranges);
            let code = program.code();
            for command in &program.commands {
                let most = [1, 2, 5, MAX_PARTS][rng.usize(0..4)];
                let mut evaluator = Evaluator::default();
                let mut parts: Vec<(Ranges, bool)> = Vec::new();
                // Hints may be anything: out of order, outside, about nothing.
                let hints = |_| {
                    (
                        rng.u32(0..8),
                        (0..rng.usize(0..4)).map(|_| rng.i32(-4..9)).collect(),
                    )
                };
                let cuts: Vec<(u32, Vec<Val>)> = (0..4).map(hints).collect();
                let cut: Result<(), ()> = in_parts(ranges.clone(), &cuts, most, |part, may_cut| {
                    evaluator.begin(code);
                    let along = evaluator.undecided(code, &command.conditions, part, &[]);
                    if let Some(flat) = along {
                        assert!(part[flat].0 < part[flat].1, "seed {seed}: nothing to cut");
                    }
                    let along = match may_cut {
                        true => along,
                        false => {
                            n_stopped += usize::from(along.is_some());
                            None
                        }
                    };
                    if along.is_none() {
                        parts.push((part.to_vec(), may_cut));
                    }
                    Ok(along)
                });
                cut.unwrap();
                assert!(parts.len() <= most, "seed {seed}: {} parts", parts.len());
                n_cut += usize::from(parts.len() > 1);
                let sizes = parts.iter().map(|(part, _)| states(part).len());
                assert_eq!(sizes.sum::<usize>(), all.len(), "seed {seed}");
                let mut play = subject.play();
                let own = &machine.commands[command.number];
                for state in &all {
                    let mut holding = parts.iter().filter(|(part, _)| is_in(state, part));
                    let (part, _) = holding.next().expect("a part holds it");
                    assert!(holding.next().is_none(), "seed {seed}: two parts");
                    let guard = play.value(state, own.guard);
                    evaluator.begin(code);
                    for &condition in &command.conditions {
                        let (lo, hi) = evaluator.range(code, condition, part);
                        n_decided += usize::from(lo == hi);
                        let point: Ranges = state.iter().map(|&x| (x, x)).collect();
                        let mut other = Evaluator::default();
                        other.begin(code);
                        let here = other.range(code, condition, &point);
                        assert!(lo <= here.0 && here.1 <= hi, "seed {seed}: {state:?}");
                    }
                    let (lo, hi) = evaluator.range(code, command.command.guard, part);
                    assert!(lo <= guard && guard <= hi, "seed {seed}: {state:?}");
                    let after = post(&program, &mut evaluator, command, part);
                    play.each_successor(state, |number, next| {
                        if number == command.number {
                            let covered = after.as_ref().is_some_and(|p| is_in(next, p));
                            assert!(covered, "seed {seed}: {state:?} to {next:?}");
                        }
                    });
                }
                // With as many parts as there are states all is decided.
                if most == MAX_PARTS && all.len() < MAX_PARTS {
                    for (part, _) in &parts {
                        evaluator.begin(code);
                        let mut conditions = command.conditions.iter();
                        let decided = conditions.all(|&c| {
                            let (lo, hi) = evaluator.range(code, c, part);
                            lo == hi
                        });
                        assert!(decided, "seed {seed}: {part:?}");
                    }
                }
            }
        }
    }
    assert!(
        n_cut > 50 && n_stopped > 50 && n_decided > 1000,
        "{n_cut} cut, {n_stopped} stopped, {n_decided} decided"
    );
}

/// Numbers on both sides of 0: quotients are rounded down, in states and over
/// boxes, where the ends are exact.
#[test]
fn quotients_are_rounded_down() {
    for k in 1..=5 {
        let mut b = Builder::default();
        let x = b.variable("x", -12, 12);
        let now = b.var(x);
        let quotient = b.div(k, now);
        let one = b.constant(1);
        let win = b.cmp(Op::Le, one, quotient);
        b.atom("win", win);
        b.initial(vec![0]);
        let subject = elaborate(&b.finish().unwrap(), &Property::Solvable).unwrap();
        let (machine, bases) = (subject.machine(), subject.statement().bases());
        let target = subject.question().reach().unwrap().target;
        let program = Program::new(machine, bases, &[target], &machine.domains());
        let code = program.code();
        let is_quotient = |node: &Node| matches!(node, Node::Div(by, _) if *by == k);
        // By 1 nothing is divided.
        let Some(at) = code.nodes.iter().position(is_quotient) else {
            assert_eq!(k, 1);
            continue;
        };
        let quotient = playproof_model::E(at as u32);
        let floor = |x: Val| (-12..=12).rev().find(|q| q * k <= x).unwrap();
        for lo in -12..=12 {
            assert_eq!(subject.holds(&[lo], target), floor(lo) >= 1, "{lo} by {k}");
            for hi in lo..=12 {
                let mut evaluator = Evaluator::default();
                evaluator.begin(code);
                let found = evaluator.range(code, quotient, &[(lo, hi)]);
                assert_eq!(found, (floor(lo), floor(hi)), "{lo}..{hi} by {k}");
            }
        }
    }
}

/// A closed range that can be seen to be one only where it is cut: over all of
/// it the guard is undecided, and what it allows would lead out.
#[test]
fn ranges_are_cut_where_a_guard_is_undecided() {
    let mut b = Builder::default();
    let x = b.variable("x", 0, 99);
    let (now, one, fifty) = (b.var(x), b.constant(1), b.constant(50));
    let up = b.action("up");
    let low = b.cmp(Op::Lt, now, fifty);
    let next = b.add(now, one);
    let next = b.clamp(next, 0, 99);
    b.command("up", up, low, vec![set(x, next)]);
    // The same in a choice: above 60 it falls, below it is halved.
    let (half, less) = (b.div(2, now), b.sub(now, one));
    let sixty = b.constant(60);
    let is_high = b.cmp(Op::Lt, sixty, now);
    let chosen = b.ite(is_high, less, half);
    let chosen = b.clamp(chosen, 0, 99);
    let fall = b.action("fall");
    b.command("fall", fall, one, vec![set(x, chosen)]);
    let win = b.is(now, 99);
    b.atom("win", win);
    b.initial(vec![3]);
    let model = Model::Rules(Box::new(b.finish().unwrap()));
    let subject = model.elaborate(&Property::Unsolvable).unwrap();
    let judged = |lo: Val, hi: Val| {
        let set = ClosedSet {
            free: vec![0],
            points: vec![0],
            columns: vec![Column::Ranges(vec![(lo, hi)])],
            ..ClosedSet::default()
        };
        check(
            &subject,
            Answer::Holds,
            &Evidence::ClosedSet(set),
            &mut Unlimited,
        )
    };
    for hi in 3..=99 {
        // 49 is the last that is raised; no more than 98 is no win.
        let closed = (50..99).contains(&hi);
        assert_eq!(judged(0, hi).is_ok(), closed, "up to {hi}");
        assert!(judged(1, hi).is_err(), "1 is halved, up to {hi}");
    }
}

/// A board whose right column holds no goal.
const BOARD: &str = "######\n#  . #\n# $  #\n#@  $#\n######\n";

/// "A box on this cell, whatever the rest", as a set of one pattern; the
/// player is enumerated, the other boxes are ranges.
fn box_on(cell: usize, board: &sokoban::Board) -> Evidence {
    let n = board.n_cells();
    let anywhere = Dom::Set(vec![u64::MAX >> (64 - n)]);
    let pattern = vec![(0, anywhere), (1 + cell as u32, Dom::Range(1, 1))];
    Evidence::ClosedSet(ClosedSet {
        patterns: vec![pattern],
        ..ClosedSet::default()
    })
}

#[test]
fn a_box_in_a_corner_is_a_closed_pattern() {
    let board = sokoban::Board::parse(BOARD);
    let model = Model::Rules(Box::new(sokoban::rules(&board)));
    let subject = model.elaborate(&Property::Unsolvable).unwrap();
    let corner = board.n_cells() - 1;
    assert!(board.boxes[corner]);
    let accepted = check(
        &subject,
        Answer::Holds,
        &box_on(corner, &board),
        &mut Unlimited,
    );
    assert!(accepted.is_ok(), "{accepted:?}");
    // The other box can be pushed away, so the same words about it are wrong.
    let other = board.boxes.iter().position(|&b| b).unwrap();
    let rejected = check(
        &subject,
        Answer::Holds,
        &box_on(other, &board),
        &mut Unlimited,
    );
    assert!(matches!(rejected, Err(CheckError::Rejected(_))));
}
