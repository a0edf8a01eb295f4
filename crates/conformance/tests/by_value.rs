//! Commands worked out value by value of a variable against the reference
//! interpreter: no successor is missed, and of Sokoban none is invented.

use std::collections::HashSet;

use playproof_conformance::games::{random_rules, random_sokoban};
use playproof_conformance::oracle;
use playproof_conformance::suite::n_cases;
use playproof_games::sokoban::{board::Board, rules::rules};
use playproof_model::{
    Builder, ByValue, CubeSemantics, Cubes, Elaborated, Model, Op, Property, Rules, Semantics,
    Subject, Val, ValueWrite, Workspace, set, set_elem,
};

/// The successors of a state by the commands for its value of a variable.
fn successors(
    subject: &Elaborated,
    by_value: &ByValue,
    flat: usize,
    state: &[Val],
) -> HashSet<Vec<Val>> {
    let cubes = Cubes {
        n_flat: state.len(),
        lo: state.to_vec(),
        hi: state.to_vec(),
    };
    let mut work = Workspace::default();
    subject.ranges(&cubes, &by_value.program, &mut work);
    let vars = &subject.rules().vars;
    let least = vars
        .iter()
        .flat_map(|v| vec![v.lo; v.n_flat()])
        .nth(flat)
        .unwrap();
    let mut found = HashSet::new();
    for command in &by_value.commands[(state[flat] - least) as usize] {
        let is = |value: Val| move |&f: &u32| state[f as usize] == value;
        let enabled = command.ones.iter().all(is(1))
            && command.zeros.iter().all(is(0))
            && command.conditions.iter().all(|&e| work.range(e, 0).1 != 0);
        if !enabled {
            continue;
        }
        let mut next = state.to_vec();
        for &(f, write) in &command.writes {
            next[f as usize] = match write {
                ValueWrite::Known(value) => value,
                ValueWrite::Of(e) => {
                    let (lo, hi) = work.range(e, 0);
                    assert_eq!(lo, hi, "a state is a point");
                    lo
                }
            };
        }
        found.insert(next);
    }
    found
}

/// Compares all scalar variables on all reachable states; how many could be
/// worked out.
fn compare(rules: Rules, property: &Property, is_exact: bool, name: &str) -> usize {
    let subject = Model::Rules(Box::new(rules)).elaborate(property).unwrap();
    let Subject::Rules(elaborated) = &subject else {
        unreachable!("these are rules");
    };
    let states: Vec<Vec<Val>> = oracle::reachable(&subject).into_keys().take(2000).collect();
    let mut n_worked_out = 0;
    for flat in 0..elaborated.layout().n_flat() {
        let Some(by_value) = elaborated.by_value(flat as u32) else {
            continue;
        };
        n_worked_out += 1;
        for state in &states {
            let mut wanted = HashSet::new();
            elaborated.successors(state, &mut |_, next| {
                wanted.insert(next.to_vec());
            });
            let found = successors(elaborated, &by_value, flat, state);
            assert!(wanted.is_subset(&found), "{name}: {state:?} by {flat}");
            if is_exact && flat == 0 {
                assert_eq!(wanted, found, "{name}: {state:?}");
            }
        }
    }
    n_worked_out
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
fn no_successor_of_random_rules_is_missed() {
    let mut n_worked_out = 0;
    for seed in 0..10 * n_cases() {
        let rng = &mut fastrand::Rng::with_seed(seed);
        let rules = match seed % 10 {
            0 => random_rules::rules(rng),
            _ => place_rules(rng),
        };
        let property = Property::Solvable;
        n_worked_out += compare(rules, &property, false, &format!("seed {seed}"));
    }
    println!("{n_worked_out} variables were worked out");
    assert!(n_worked_out as u64 > 5 * n_cases());
}

#[test]
fn the_successors_of_sokoban_are_those_of_the_rules() {
    for seed in 0..n_cases() {
        let rng = &mut fastrand::Rng::with_seed(seed);
        let text = random_sokoban::level(rng);
        let file = playproof_level::read("level", text.as_bytes()).unwrap();
        let Ok((board, _)) = Board::read(&file.levels[0]) else {
            continue;
        };
        for property in ["solvable", "every pushes >= 3"] {
            let property = property.parse().unwrap();
            let worked_out = compare(rules(&board), &property, true, &text);
            assert!(worked_out > 0, "{text}");
        }
    }
}
