//! Which expressions are conditions: languages with a type of truth values
//! need to know, and in the others *and* reads better than a minimum.

use playproof_model::{E, Machine, Node, Val};

/// For each node, whether it can be seen to be 0 or 1 everywhere.
pub fn booleans(machine: &Machine) -> Vec<bool> {
    let mut is_boolean: Vec<bool> = Vec::with_capacity(machine.nodes.len());
    for node in &machine.nodes {
        let of = |e: E| is_boolean[e.index()];
        let within = |lo: Val, hi: Val| lo >= 0 && hi <= 1;
        is_boolean.push(match *node {
            Node::Const(c) => within(c, c),
            Node::Var(v) | Node::Elem(v, _) => {
                let decl = &machine.vars[v.index()];
                within(decl.lo, decl.hi)
            }
            Node::Tab(t, _) => {
                let mut cells = machine.tables[t.0 as usize].cells.iter();
                cells.all(|&c| within(c, c))
            }
            Node::Min(a, b) | Node::Max(a, b) | Node::Ite(_, a, b) => of(a) && of(b),
            Node::Sub(a, b) => machine.nodes[a.index()] == Node::Const(1) && of(b),
            Node::Cmp(..) => true,
            Node::Add(..) | Node::Mul(..) | Node::Div(..) => false,
        });
    }
    is_boolean
}
