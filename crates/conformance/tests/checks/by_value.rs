//! Programs made for one value of a variable against the kernel's play: in
//! every state within the ranges they do what the machine does, no more and no
//! less.

use playproof_conformance::games::{random_rules, random_sokoban};
use playproof_conformance::oracle;
use playproof_conformance::suite::n_cases;
use playproof_kernel::{Evaluator, Program};
use playproof_model::{AtomId, Builder, Model, Op, Property, Rules, Subject, Val, set, set_elem};
use playproof_sokoban::{canonical::Board, rules::rules};

/// The successors of a state by a program, each with the number of its command.
fn successors(
    program: &Program,
    evaluator: &mut Evaluator,
    state: &[Val],
) -> Vec<(usize, Vec<Val>)> {
    let code = program.code();
    let point: Vec<(Val, Val)> = state.iter().map(|&x| (x, x)).collect();
    evaluator.begin(code);
    let mut found = Vec::new();
    let mut writes = Vec::new();
    for command in &program.commands {
        let (lo, hi) = evaluator.range(code, command.command.guard, &point);
        assert_eq!(lo, hi, "a state is a point");
        if hi == 0 {
            continue;
        }
        let range = |e| evaluator.range(code, e, &point);
        program.writes(&command.command, range, &point, &mut writes);
        let mut next = state.to_vec();
        for write in &writes {
            assert_eq!(write.range.0, write.range.1, "a state is a point");
            next[write.flat as usize] = write.range.0;
        }
        found.push((command.number, next));
    }
    found
}

/// The same by play.
fn by_play(subject: &Subject, state: &[Val]) -> Vec<(usize, Vec<Val>)> {
    let mut wanted = Vec::new();
    let mut play = subject.play();
    play.each_successor(state, |command, next| wanted.push((command, next.to_vec())));
    wanted
}

/// Compares a program with play in states within its ranges.
fn compare_in(subject: &Subject, ranges: &[(Val, Val)], states: &[&Vec<Val>], name: &str) -> usize {
    let (machine, bases) = (subject.machine(), subject.statement().bases());
    let atoms: Vec<AtomId> = (0..machine.atoms.len() as u32).map(AtomId).collect();
    let program = Program::new(machine, bases, &atoms, ranges);
    let mut evaluator = Evaluator::default();
    for state in states {
        let found = successors(&program, &mut evaluator, state);
        assert_eq!(
            found,
            by_play(subject, state),
            "{name}: {state:?} in {ranges:?}"
        );
        let letter = program.atoms.iter().map(|(atom, _)| {
            let point: Vec<(Val, Val)> = state.iter().map(|&x| (x, x)).collect();
            evaluator.range(program.code(), *atom, &point) == (1, 1)
        });
        let letter: Vec<bool> = letter.collect();
        assert_eq!(letter, subject.play().letter(state), "{name}: {state:?}");
    }
    program.code().nodes.len()
}

/// Compares the programs for all values of all variables on all reachable
/// states, and some on states anywhere; how many are shorter than the machine.
fn compare(rules: Rules, property: &Property, rng: &mut fastrand::Rng, name: &str) -> usize {
    let subject = Model::Rules(Box::new(rules)).elaborate(property).unwrap();
    let states: Vec<Vec<Val>> = oracle::reachable(&subject).into_keys().take(500).collect();
    let domains = subject.machine().domains();
    let whole = compare_in(&subject, &domains, &states.iter().collect::<Vec<_>>(), name);
    let mut n_shorter = 0;
    for (flat, &(lo, hi)) in domains.iter().enumerate() {
        for value in lo..=hi {
            let with_it: Vec<_> = states.iter().filter(|s| s[flat] == value).collect();
            let mut ranges = domains.clone();
            ranges[flat] = (value, value);
            let n_nodes = compare_in(&subject, &ranges, &with_it, name);
            n_shorter += usize::from(n_nodes < whole);
        }
    }
    for _ in 0..4 {
        let part = domains.iter().map(|&(lo, hi)| {
            let from = rng.i32(lo..=hi);
            (from, rng.i32(from..=hi))
        });
        let part: Vec<(Val, Val)> = part.collect();
        let inside: Vec<Vec<Val>> = (0..10)
            .map(|_| part.iter().map(|&(lo, hi)| rng.i32(lo..=hi)).collect())
            .collect();
        compare_in(&subject, &part, &inside.iter().collect::<Vec<_>>(), name);
    }
    n_shorter
}

const N_CELLS: usize = 4;

/// Random rules in which a place says which bits are read and written, and
/// guards are conditions of all kinds.
fn place_rules(rng: &mut fastrand::Rng) -> Rules {
    let mut b = Builder::default();
    let place = b.variable("place", 0, N_CELLS as Val - 1);
    let level = b.variable("level", -1, 2);
    let bits = b.array("bit", N_CELLS as u32, 0, 1);
    let at = b.var(place);
    let mut tables = Vec::new();
    for name in ["a", "b"] {
        let cells = (0..N_CELLS).map(|_| rng.i32(0..N_CELLS as Val)).collect();
        let table = b.table(name, &[N_CELLS as u32], cells);
        tables.push(b.lookup(table, &[at]));
    }
    let flags = (0..N_CELLS).map(|_| rng.i32(0..2)).collect();
    let flags = b.table("flag", &[N_CELLS as u32], flags);
    let flag = b.lookup(flags, &[at]);
    let depth = b.var(level);
    let (zero, one) = (b.constant(0), b.constant(1));
    for name in ["go", "turn", "push"] {
        let action = b.action(name);
        let mut terms = vec![flag, one];
        for &there in &tables {
            terms.push(b.elem(bits, there));
        }
        let fixed = b.constant(rng.i32(0..N_CELLS as Val));
        terms.push(b.elem(bits, fixed));
        let bound = b.constant(rng.i32(-1..3));
        terms.push(b.cmp(
            [Op::Eq, Op::Ne, Op::Lt, Op::Le][rng.usize(0..4)],
            depth,
            bound,
        ));
        terms.push(b.cmp(Op::Le, at, bound));
        for _ in 0..6 {
            let (x, y) = (
                terms[rng.usize(0..terms.len())],
                terms[rng.usize(0..terms.len())],
            );
            let z = terms[rng.usize(0..terms.len())];
            let term = match rng.u32(0..6) {
                0 => b.all([x, y]),
                1 => b.any([x, y]),
                2 => b.not(x),
                3 => b.ite(x, y, z),
                4 => {
                    let sum = b.add(x, y);
                    b.cmp(Op::Lt, sum, bound)
                }
                // No boolean, and the lesser of two may be negative.
                _ => {
                    let low = b.sub(x, y);
                    let least = b.min(low, z);
                    b.cmp(Op::Ne, least, zero)
                }
            };
            terms.push(term);
        }
        let last = terms.len() - 1;
        let guard = b.all([terms[last], terms[last - 1], terms[rng.usize(0..last)]]);
        let mut updates = vec![set(place, tables[rng.usize(0..2)])];
        for _ in 0..rng.usize(0..3) {
            let value = [zero, one, flag][rng.usize(0..3)];
            updates.push(set_elem(bits, tables[rng.usize(0..2)], value));
        }
        if rng.bool() {
            let deeper = b.add(depth, one);
            updates.push(set(level, b.clamp(deeper, -1, 2)));
        }
        b.command(name, action, guard, updates);
    }
    let deep = b.is(depth, 2);
    b.atom("win", deep);
    if rng.bool() {
        b.terminal(deep);
    }
    let mut start = vec![0, -1];
    start.extend((0..N_CELLS).map(|_| rng.i32(0..2)));
    b.initial(start);
    b.finish().expect("all stays within its domain")
}

#[test]
fn programs_of_random_rules_do_what_the_rules_do() {
    let mut n_shorter = 0;
    for seed in 0..3 * n_cases() {
        let rng = &mut playproof_conformance::suite::random(seed);
        let rules = match seed % 3 {
            0 => random_rules::rules(rng),
            _ => place_rules(rng),
        };
        let property = Property::Solvable;
        n_shorter += compare(rules, &property, rng, &format!("seed {seed}"));
    }
    println!("{n_shorter} programs are shorter than the machine");
    assert!(n_shorter as u64 > 10 * n_cases());
}

#[test]
fn programs_of_sokoban_do_what_the_rules_do() {
    for seed in 0..n_cases() {
        let rng = &mut playproof_conformance::suite::random(seed);
        let text = random_sokoban::level(rng);
        let file = playproof_level::read("level", text.as_bytes()).unwrap();
        let Ok((board, _)) = Board::read(&file.levels[0]) else {
            continue;
        };
        for property in ["solvable", "every pushes >= 3"] {
            let property = property.parse().unwrap();
            let n_shorter = compare(rules(&board), &property, rng, &text);
            assert!(n_shorter > 0, "{text}");
        }
    }
}
