//! The reference interpreter: Rules over one state at a time, written for
//! reading. Everything faster is tested against it.

use std::collections::HashMap;

use crate::rules::{E, Node, Rules, Table, Val};

/// Evaluates Rules on flat valuations.
pub struct Reference<'a> {
    rules: &'a Rules,
    bases: Vec<usize>,
}

/// What is known of the values of expressions in one state.
enum Known {
    All(Vec<Val>),
    /// Those that were asked for.
    Asked(HashMap<E, Val>),
}

/// Of Rules with up to so many nodes all are evaluated at once: that is quicker than to
/// keep account of which are needed.
const FEW_NODES: usize = 128;

impl<'a> Reference<'a> {
    /// For Rules that passed `validate` and have no observers left.
    pub fn new(rules: &'a Rules) -> Self {
        let bases = rules.bases();
        Reference { rules, bases }
    }

    /// The value of a node in this state, given those of its operands.
    fn value(&self, state: &[Val], node: Node, of: impl Fn(E) -> Val) -> Val {
        match node {
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
        }
    }

    /// The value of every node in this state.
    pub fn values(&self, state: &[Val]) -> Vec<Val> {
        let mut values: Vec<Val> = Vec::with_capacity(self.rules.nodes.len());
        for &node in &self.rules.nodes {
            let value = self.value(state, node, |e| values[e.index()]);
            values.push(value);
        }
        values
    }

    /// What is known of this state to begin with.
    fn known(&self, state: &[Val]) -> Known {
        match self.rules.nodes.len() {
            ..=FEW_NODES => Known::All(self.values(state)),
            _ => Known::Asked(HashMap::new()),
        }
    }

    /// The value of one expression in this state. Those that it is made of are
    /// remembered, for others in the same state. Expressions may be deep.
    fn value_of(&self, state: &[Val], root: E, known: &mut Known) -> Val {
        let known = match known {
            Known::All(values) => return values[root.index()],
            Known::Asked(known) => known,
        };
        let mut open = vec![root];
        while let Some(&e) = open.last() {
            let node = self.rules.nodes[e.index()];
            let unknown = node.operands().filter(|o| !known.contains_key(o));
            let n_open = open.len();
            open.extend(unknown);
            if open.len() == n_open {
                let value = self.value(state, node, |operand| known[&operand]);
                known.insert(e, value);
                open.pop();
            }
        }
        known[&root]
    }

    /// Whether a command can be taken in this state.
    pub fn is_enabled(&self, state: &[Val], command: usize) -> bool {
        let guard = self.rules.commands[command].guard;
        self.value_of(state, guard, &mut self.known(state)) == 1
    }

    /// Takes the step of one of these commands, of those that are enabled the one with
    /// this number. Whether there is one.
    pub fn take(&self, state: &mut [Val], commands: &[u32], choice: u32) -> bool {
        let mut known = self.known(state);
        let commands = commands.iter().map(|i| &self.rules.commands[*i as usize]);
        let mut enabled = commands.filter(|c| self.value_of(state, c.guard, &mut known) == 1);
        let Some(command) = enabled.nth(choice as usize) else {
            return false;
        };
        drop(enabled);
        let writes = command.updates.iter().map(|u| {
            let mut value = |e: E| self.value_of(state, e, &mut known);
            let element = u.index.map_or(0, |e| value(e) as usize);
            (self.bases[u.var.index()] + element, value(u.value))
        });
        let writes: Vec<(usize, Val)> = writes.collect();
        for (flat, value) in writes {
            state[flat] = value;
        }
        true
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
