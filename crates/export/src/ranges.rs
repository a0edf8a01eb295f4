//! Which values expressions can have where some variables are known.

use playproof_model::interval::{Interval, arithmetic, lookup};
use playproof_model::{E, Node, Rules, VarDecl};

/// The whole domain of each flat variable.
pub fn domains(rules: &Rules) -> Vec<Interval> {
    let domain = |v: &VarDecl| std::iter::repeat_n(Interval::new(v.lo, v.hi), v.n_flat());
    rules.vars.iter().flat_map(domain).collect()
}

/// The values of some nodes, which must contain their operands, in order, if
/// each flat variable is in a range. `ranges` has a place for every node; the
/// others stay as they were.
pub fn evaluate(rules: &Rules, nodes: &[E], state: &[Interval], ranges: &mut [Interval]) {
    let bases = rules.bases();
    for &e in nodes {
        let of = |e: E| ranges[e.index()];
        let range = match rules.nodes[e.index()] {
            Node::Var(v) => state[bases[v.index()]],
            Node::Elem(v, i) => {
                let elements = &state[bases[v.index()]..];
                let index = of(i).lo as usize..=of(i).hi as usize;
                let hull = elements[index].iter().copied().reduce(Interval::hull);
                hull.expect("an index has a value")
            }
            Node::Tab(t, index) => {
                let index: Vec<Interval> = index.into_iter().flatten().map(of).collect();
                lookup(&rules.tables[t.index()], &index)
            }
            node => arithmetic(node, of).expect("all other nodes are arithmetic"),
        };
        ranges[e.index()] = range;
    }
}

/// The one value of a range, if it has one.
pub fn known(range: Interval) -> Option<i64> {
    (range.lo == range.hi).then_some(range.lo)
}
