//! Commands in cases.
//!
//! A command that writes an element of an array at a computed place may write
//! any of them, and in one diagram it would have to say of each that it stays
//! as it is. So it is taken apart by the values of what the place depends on,
//! such as the cell of the player: in each case the place is known, and what
//! is not written need not be mentioned.

use playproof_engines::{BlastedCommand, Encoding};
use playproof_model::{E, Machine, Node, reachable};

use crate::diagrams::{Diagrams, Set};

/// The most cases a command is taken apart into.
const MAX_CASES: u64 = 1 << 13;

/// Part of a command.
pub(crate) struct Case {
    /// Where it is enabled.
    pub guard: Set,
    /// The bits that get a constant.
    pub constants: Vec<(usize, bool)>,
    /// The other bits that are written, each with what it gets.
    pub others: Vec<(usize, Set)>,
}

/// A command in cases, impossible ones left out.
pub(crate) fn cases(
    rules: &Machine,
    encoding: &Encoding,
    d: &Diagrams,
    command: usize,
    blasted: &BlastedCommand<Set>,
) -> Vec<Case> {
    let selectors = selectors(rules, command).unwrap_or_default();
    let mut assignments = vec![d.full()];
    let n_cases = selectors.iter().map(|&flat| n_values(encoding, flat));
    if n_cases.fold(1u64, u64::saturating_mul) <= MAX_CASES {
        for &flat in &selectors {
            assignments = refined(d, encoding, flat, &assignments);
        }
    }
    let mut found = Vec::new();
    for assignment in assignments {
        if !d.is_empty(&d.and(&blasted.guard, &assignment)) {
            found.push(case(encoding, d, blasted, &assignment));
        }
    }
    found
}

/// Part of a command under an assignment of the selectors.
fn case(
    encoding: &Encoding,
    d: &Diagrams,
    blasted: &BlastedCommand<Set>,
    assignment: &Set,
) -> Case {
    let mut case = Case {
        guard: d.and(&blasted.guard, assignment),
        constants: Vec::new(),
        others: Vec::new(),
    };
    for (flat, digits) in &blasted.writes {
        for (bit, digit) in encoding.bits(*flat).zip(digits) {
            let digit = d.fixed(digit, assignment);
            if digit == d.current()[bit] {
                continue;
            }
            if digit == d.full() {
                case.constants.push((bit, true));
            } else if d.is_empty(&digit) {
                case.constants.push((bit, false));
            } else {
                case.others.push((bit, digit));
            }
        }
    }
    case
}

/// The flat variables that decide which elements a command writes: none, if it
/// writes no elements at computed places; `None`, if other elements do.
fn selectors(rules: &Machine, command: usize) -> Option<Vec<usize>> {
    let bases = rules.bases();
    let updates = rules.commands[command].updates.iter();
    let indices: Vec<E> = updates.filter_map(|update| update.index).collect();
    let mut found = Vec::new();
    for e in reachable(&rules.nodes, indices) {
        match rules.nodes[e.index()] {
            Node::Var(v) => found.push(bases[v.index()]),
            Node::Elem(..) => return None,
            _ => {}
        }
    }
    found.sort_unstable();
    found.dedup();
    Some(found)
}

fn n_values(encoding: &Encoding, flat: usize) -> u64 {
    let (lo, hi) = encoding.domain(flat);
    (i64::from(hi) - i64::from(lo)) as u64 + 1
}

/// Assignments, each with every value of one more variable.
fn refined(d: &Diagrams, encoding: &Encoding, flat: usize, assignments: &[Set]) -> Vec<Set> {
    let mut found = Vec::new();
    for value in 0..n_values(encoding, flat) {
        let digits = encoding.bits(flat).enumerate();
        let literals = digits.map(|(k, bit)| d.literal(bit, value >> k & 1 == 1));
        let literals: Vec<Set> = literals.collect();
        let is = d.intersection(&literals);
        found.extend(assignments.iter().map(|a| d.and(a, &is)));
    }
    found
}
