//! Commands worked out beforehand for every value of one variable.
//!
//! Where a state space leaves one variable open, such as the player of
//! Sokoban, most of what a command does hangs on that variable and on tables:
//! with its value given, a guard comes down to a few bits, and it is known
//! which elements are written. What does not read the variable at all is
//! evaluated once for all its values.
//!
//! A part of a guard that does not come down to anything simple is left out:
//! the command then counts as enabled more often than it is, which can reject
//! good evidence but not accept bad evidence.

use crate::rules::{E, Node, Op, Rules, Table, Val, VarId};

/// What the commands do, value by value of one variable.
#[derive(Clone, Debug)]
pub struct ByValue {
    /// For each value of the variable, from its least one on.
    pub commands: Vec<Vec<ValueCommand>>,
    /// Conditions and values that do not read the variable, operands first.
    pub program: Vec<E>,
    /// For each proposition, whether it does not read the variable.
    pub stable_atoms: Vec<bool>,
}

/// A command for one value of the variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueCommand {
    /// Flat variables from 0 to 1 that must be 1.
    pub ones: Vec<u32>,
    /// Flat variables from 0 to 1 that must be 0.
    pub zeros: Vec<u32>,
    /// Other conditions, none of which reads the variable.
    pub conditions: Vec<E>,
    /// What is written, the later of two writes to one variable winning.
    pub writes: Vec<(u32, ValueWrite)>,
}

/// A value that is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueWrite {
    /// This one.
    Known(Val),
    /// That of an expression which does not read the variable.
    Of(E),
}

/// Nodes times values, and commands times values, beyond these are not worked
/// out: the one costs time and the other memory.
const MAX_WORK: usize = 1 << 26;
const MAX_COMMANDS: usize = 1 << 20;

/// Works out the commands for each value of a scalar variable. `None` if what
/// they write hangs on other variables too.
pub(crate) fn by_value(rules: &Rules, bases: &[usize], var: VarId) -> Option<ByValue> {
    let decl = &rules.vars[var.index()];
    let n_values = (i64::from(decl.hi) - i64::from(decl.lo) + 1) as usize;
    let reads = reads_of(rules, var);
    let program: Vec<E> = needed(rules)
        .into_iter()
        .filter(|e| reads[e.index()])
        .collect();
    if decl.len.is_some()
        || n_values.checked_mul(program.len())? > MAX_WORK
        || n_values.checked_mul(rules.commands.len().max(1))? > MAX_COMMANDS
    {
        return None;
    }
    let worker = Worker {
        rules,
        bases,
        var,
        reads: &reads,
        boolean: booleans(rules),
    };
    let mut known = vec![None; rules.nodes.len()];
    let mut commands = Vec::with_capacity(n_values);
    for value in decl.lo..=decl.hi {
        for &e in &program {
            known[e.index()] = worker.known(e, value, &known);
        }
        commands.push(worker.commands(&known)?);
    }
    let mut roots = Vec::new();
    for command in commands.iter().flatten() {
        roots.extend(command.conditions.iter().copied());
        roots.extend(command.writes.iter().filter_map(|(_, write)| match write {
            ValueWrite::Of(e) => Some(*e),
            ValueWrite::Known(_) => None,
        }));
    }
    let atoms = rules.atoms.iter().map(|atom| !reads[atom.holds.index()]);
    Some(ByValue {
        commands,
        program: closure(rules, roots),
        stable_atoms: atoms.collect(),
    })
}

/// Which nodes read the variable, directly or not.
fn reads_of(rules: &Rules, var: VarId) -> Vec<bool> {
    let mut reads: Vec<bool> = Vec::with_capacity(rules.nodes.len());
    for node in &rules.nodes {
        let own = matches!(*node, Node::Var(v) | Node::Elem(v, _) if v == var);
        reads.push(own || node.operands().any(|e| reads[e.index()]));
    }
    reads
}

/// The nodes that commands need.
fn needed(rules: &Rules) -> Vec<E> {
    let mut roots = Vec::new();
    for command in &rules.commands {
        roots.push(command.guard);
        for update in &command.updates {
            roots.push(update.value);
            roots.extend(update.index);
        }
    }
    closure(rules, roots)
}

/// These nodes and all they are made of, operands first.
fn closure(rules: &Rules, roots: Vec<E>) -> Vec<E> {
    let mut wanted = vec![false; rules.nodes.len()];
    roots.iter().for_each(|e| wanted[e.index()] = true);
    for i in (0..rules.nodes.len()).rev() {
        if wanted[i] {
            rules.nodes[i]
                .operands()
                .for_each(|e| wanted[e.index()] = true);
        }
    }
    let nodes = (0..rules.nodes.len() as u32).map(E);
    nodes.filter(|e| wanted[e.index()]).collect()
}

/// Which nodes are 0 or 1 by what they are.
fn booleans(rules: &Rules) -> Vec<bool> {
    let mut boolean: Vec<bool> = Vec::with_capacity(rules.nodes.len());
    let bits = |v: VarId| (rules.vars[v.index()].lo, rules.vars[v.index()].hi) == (0, 1);
    for node in &rules.nodes {
        let of = |e: E| boolean[e.index()];
        let is = match *node {
            Node::Const(c) => c == 0 || c == 1,
            Node::Var(v) | Node::Elem(v, _) => bits(v),
            Node::Tab(t, _) => rules.tables[t.index()]
                .cells
                .iter()
                .all(|&c| c == 0 || c == 1),
            Node::Cmp(..) => true,
            Node::Min(a, b) | Node::Max(a, b) => of(a) && of(b),
            Node::Sub(a, b) => rules.nodes[a.index()] == Node::Const(1) && of(b),
            Node::Ite(_, a, b) => of(a) && of(b),
            Node::Add(..) | Node::Mul(..) => false,
        };
        boolean.push(is);
    }
    boolean
}

struct Worker<'a> {
    rules: &'a Rules,
    bases: &'a [usize],
    var: VarId,
    reads: &'a [bool],
    boolean: Vec<bool>,
}

impl Worker<'_> {
    /// The value of a node that reads the variable, if it follows from that of
    /// the variable alone.
    fn known(&self, e: E, value: Val, known: &[Option<Val>]) -> Option<Val> {
        let of = |e: E| self.constant(e, known);
        match self.rules.nodes[e.index()] {
            Node::Const(c) => Some(c),
            Node::Var(v) => (v == self.var).then_some(value),
            Node::Elem(..) => None,
            Node::Tab(t, ix) => cell(&self.rules.tables[t.index()], ix.map(|i| i.map(of))),
            Node::Add(a, b) => Some(of(a)? + of(b)?),
            Node::Sub(a, b) => Some(of(a)? - of(b)?),
            Node::Min(a, b) => Some(of(a)?.min(of(b)?)),
            Node::Max(a, b) => Some(of(a)?.max(of(b)?)),
            Node::Mul(k, a) => Some(k * of(a)?),
            Node::Cmp(op, a, b) => {
                let (a, b) = (of(a)?, of(b)?);
                Some(Val::from(match op {
                    Op::Eq => a == b,
                    Op::Ne => a != b,
                    Op::Lt => a < b,
                    Op::Le => a <= b,
                }))
            }
            Node::Ite(c, a, b) => match of(c)? {
                1 => of(a),
                _ => of(b),
            },
        }
    }

    fn constant(&self, e: E, known: &[Option<Val>]) -> Option<Val> {
        match self.rules.nodes[e.index()] {
            Node::Const(c) => Some(c),
            _ if self.reads[e.index()] => known[e.index()],
            _ => None,
        }
    }

    /// The commands that may be enabled. `None` if one writes no one knows
    /// where, or no one knows what.
    fn commands(&self, known: &[Option<Val>]) -> Option<Vec<ValueCommand>> {
        let mut commands = Vec::new();
        for command in &self.rules.commands {
            let mut worked_out = ValueCommand {
                ones: Vec::new(),
                zeros: Vec::new(),
                conditions: Vec::new(),
                writes: Vec::new(),
            };
            if !self.demand(command.guard, known, &mut worked_out) {
                continue;
            }
            for update in &command.updates {
                let element = match update.index {
                    None => 0,
                    Some(index) => self.constant(index, known)? as usize,
                };
                let flat = (self.bases[update.var.index()] + element) as u32;
                let write = match self.constant(update.value, known) {
                    Some(value) => ValueWrite::Known(value),
                    None if !self.reads[update.value.index()] => ValueWrite::Of(update.value),
                    None => return None,
                };
                worked_out.writes.push((flat, write));
            }
            commands.push(worked_out);
        }
        Some(commands)
    }

    /// Adds what a condition demands. False if it cannot be true.
    fn demand(&self, e: E, known: &[Option<Val>], out: &mut ValueCommand) -> bool {
        if let Some(value) = self.constant(e, known) {
            return value != 0;
        }
        match self.rules.nodes[e.index()] {
            // Of two booleans the lesser is true if both are.
            Node::Min(a, b) if self.boolean[a.index()] && self.boolean[b.index()] => {
                self.demand(a, known, out) && self.demand(b, known, out)
            }
            Node::Sub(one, a)
                if self.rules.nodes[one.index()] == Node::Const(1) && self.boolean[a.index()] =>
            {
                match (self.constant(a, known), self.bit(a, known)) {
                    (Some(value), _) => return value == 0,
                    (None, Some(flat)) => out.zeros.push(flat),
                    (None, None) => self.condition(e, out),
                }
                true
            }
            _ => {
                match self.bit(e, known).filter(|_| self.boolean[e.index()]) {
                    Some(flat) => out.ones.push(flat),
                    None => self.condition(e, out),
                }
                true
            }
        }
    }

    /// The one flat variable that a node is.
    fn bit(&self, e: E, known: &[Option<Val>]) -> Option<u32> {
        match self.rules.nodes[e.index()] {
            Node::Elem(v, index) => {
                let element = self.constant(index, known)? as usize;
                Some((self.bases[v.index()] + element) as u32)
            }
            _ => None,
        }
    }

    fn condition(&self, e: E, out: &mut ValueCommand) {
        if !self.reads[e.index()] {
            out.conditions.push(e);
        }
    }
}

/// A cell of a table, if all its indices are known.
fn cell(table: &Table, index: [Option<Option<Val>>; 3]) -> Option<Val> {
    let mut at = 0;
    for (&size, i) in table.dims.iter().zip(index) {
        at = at * size as usize + i?? as usize;
    }
    Some(table.cells[at])
}
