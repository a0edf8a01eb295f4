//! Which values expressions can have where some variables are known.

use playproof_kernel::{Code, Interval};
use playproof_model::{E, Machine};

/// The whole domain of each flat variable.
pub fn domains(machine: &Machine) -> Vec<Interval> {
    let domains = machine.domains().into_iter();
    domains.map(Interval::from).collect()
}

/// The values of some nodes, which must contain their operands, in order, if
/// each flat variable is in a range. `ranges` has a place for every node; the
/// others stay as they were.
pub fn evaluate(code: Code, nodes: &[E], state: &[Interval], ranges: &mut [Interval]) {
    for &e in nodes {
        let node = code.nodes[e.index()];
        ranges[e.index()] = code.apply(&node, |o| ranges[o.index()], |flat| state[flat]);
    }
}

/// The one value of a range, if it has one.
pub fn known(range: Interval) -> Option<i64> {
    (range.lo == range.hi).then_some(range.lo)
}
