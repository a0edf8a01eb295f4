//! The reference interpreter: Rules over one state at a time, written for
//! reading. Everything faster is tested against it.

use crate::rules::{E, Node, Rules, Table, Val};

/// Evaluates Rules on flat valuations.
pub struct Reference<'a> {
    rules: &'a Rules,
    bases: Vec<usize>,
}

impl<'a> Reference<'a> {
    /// For Rules that passed `validate` and have no observers left.
    pub fn new(rules: &'a Rules) -> Self {
        let bases = rules.bases();
        Reference { rules, bases }
    }

    /// The value of every node in this state.
    pub fn values(&self, state: &[Val]) -> Vec<Val> {
        let mut values: Vec<Val> = Vec::with_capacity(self.rules.nodes.len());
        for &node in &self.rules.nodes {
            let of = |e: E| values[e.index()];
            let value = match node {
                Node::Const(c) => c,
                Node::Var(v) => state[self.bases[v.index()]],
                Node::Elem(v, i) => state[self.bases[v.index()] + of(i) as usize],
                Node::Tab(t, ix) => {
                    let table = &self.rules.tables[t.index()];
                    table.cells[cell(table, ix.iter().flatten().map(|&e| of(e)))]
                }
                Node::Add(a, b) => of(a) + of(b),
                Node::Sub(a, b) => of(a) - of(b),
                Node::Min(a, b) => of(a).min(of(b)),
                Node::Max(a, b) => of(a).max(of(b)),
                Node::Mul(k, a) => k * of(a),
                Node::Cmp(op, a, b) => Val::from(op.on(of(a), of(b))),
                Node::Ite(c, a, b) => of(if of(c) == 1 { a } else { b }),
            };
            values.push(value);
        }
        values
    }

    /// Whether a boolean expression is true in this state.
    pub fn holds(&self, state: &[Val], e: E) -> bool {
        self.values(state)[e.index()] == 1
    }

    /// Each enabled command with its successor, in order.
    pub fn successors(&self, state: &[Val], emit: &mut dyn FnMut(usize, &[Val])) {
        let values = self.values(state);
        for (i, command) in self.rules.commands.iter().enumerate() {
            if values[command.guard.index()] != 1 {
                continue;
            }
            let mut next = state.to_vec();
            for u in &command.updates {
                let element = u.index.map_or(0, |e| values[e.index()] as usize);
                next[self.bases[u.var.index()] + element] = values[u.value.index()];
            }
            emit(i, &next);
        }
    }
}

/// The position of a table's cell.
fn cell(table: &Table, index: impl Iterator<Item = Val>) -> usize {
    let sizes = table.dims.iter().map(|&d| d as usize);
    sizes.zip(index).fold(0, |at, (n, i)| at * n + i as usize)
}
