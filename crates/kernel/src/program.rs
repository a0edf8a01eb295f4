//! The commands and propositions of a machine, made for states in some ranges.
//!
//! Every expression that is the same in all these states becomes a constant,
//! and commands that are never enabled there are left out. Where a set leaves
//! one variable open, such as where the player stands, most of what commands do
//! hangs on that variable and on tables, and a program for each of its values
//! is short.
//!
//! Lemma: an expression whose interval over a box is one value has that value
//! in every state of the box, so there a program does what the machine does.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::{AtomId, Code, Command, E, Evaluator, Machine, Node, Table, Update, Val, reachable};

/// The ranges of all flat variables: a box of states.
pub type Ranges = Vec<(Val, Val)>;

/// A flat variable's range after a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Write {
    /// Which.
    pub flat: u32,
    /// Its least and its greatest value.
    pub range: (Val, Val),
}

/// A command of a program.
pub struct ProgramCommand {
    /// Its number in the machine.
    pub number: usize,
    /// The command, over the program's expressions.
    pub command: Command,
    /// The conditions of all choices in it and its guard: what may be
    /// undecided over a box.
    pub conditions: Vec<E>,
}

/// Commands and propositions over a list of expressions of their own.
pub struct Program<'m> {
    nodes: Vec<Node>,
    tables: &'m [Table],
    bases: &'m [usize],
    /// The commands that may be enabled.
    pub commands: Vec<ProgramCommand>,
    /// The propositions in the order in which they were asked for, each with
    /// the conditions of choices in it.
    pub atoms: Vec<(E, Vec<E>)>,
}

impl<'m> Program<'m> {
    /// The program of a machine where flat variables are in these ranges.
    pub fn new(
        machine: &'m Machine,
        bases: &'m [usize],
        atoms: &[AtomId],
        ranges: &[(Val, Val)],
    ) -> Program<'m> {
        let code = Code::new(machine, bases);
        let mut evaluator = Evaluator::default();
        evaluator.begin(code);
        let mut constant = |e: E| {
            let (lo, hi) = evaluator.range(code, e, ranges);
            (lo == hi).then_some(lo)
        };
        let atoms: Vec<E> = atoms.iter().map(|a| machine.atoms[a.index()].holds).collect();
        let commands = machine.commands.iter().enumerate();
        let commands: Vec<_> = commands.filter(|(_, c)| constant(c.guard) != Some(0)).collect();
        let roots = commands.iter().flat_map(|(_, c)| c.roots());
        let roots: Vec<E> = roots.chain(atoms.iter().copied()).collect();
        // What a constant is made of is not needed any more.
        let mut simpler = machine.nodes.clone();
        for e in reachable(&machine.nodes, roots.iter().copied()) {
            if let Some(value) = constant(e) {
                simpler[e.index()] = Node::Const(value);
            }
        }
        let mut place = vec![E(0); simpler.len()];
        let mut nodes = Vec::new();
        for e in reachable(&simpler, roots) {
            place[e.index()] = E(nodes.len() as u32);
            nodes.push(simpler[e.index()].map(|o| place[o.index()]));
        }
        let at = |e: E| place[e.index()];
        let chooses = choosing(&nodes);
        let conditions = |last, roots| conditions(&nodes, &chooses, last, roots);
        let commands = commands.into_iter().map(|(number, command)| {
            let updates = command.updates.iter().map(|u| Update {
                var: u.var,
                index: u.index.map(at),
                value: at(u.value),
            });
            // A program has no use for names, and there may be many programs.
            let (name, action, guard) = (String::new(), command.action, at(command.guard));
            let command = Command { name, action, guard, updates: updates.collect() };
            let conditions = conditions(command.guard, command.roots().collect());
            ProgramCommand { number, conditions, command }
        });
        let commands = commands.collect();
        let atoms = atoms.iter().map(|&e| (at(e), conditions(at(e), vec![at(e)])));
        let atoms = atoms.collect();
        Program { nodes, tables: &machine.tables, bases, commands, atoms }
    }

    /// Its expressions.
    pub fn code(&self) -> Code<'_> {
        Code { nodes: &self.nodes, tables: self.tables, bases: self.bases }
    }

    /// What a command writes over a box, given the range of each expression
    /// there; the later of two writes to one flat variable counts.
    pub fn writes(
        &self,
        command: &Command,
        mut range: impl FnMut(E) -> (Val, Val),
        before: &[(Val, Val)],
        out: &mut Vec<Write>,
    ) {
        out.clear();
        // The last writes so far, of the first `n_known`.
        let (mut last, mut n_known) = (None::<BTreeMap<_, _>>, 0);
        for u in &command.updates {
            let (lo, hi) = range(u.value);
            let (from, to) = u.index.map_or((0, 0), &mut range);
            if from < to {
                let last = last.get_or_insert_default();
                last.extend(out[n_known..].iter().map(|w| (w.flat as usize, w.range)));
                n_known = out.len();
            }
            for place in from..=to {
                let flat = self.bases[u.var.index()] + place as usize;
                // Where it is not known which element is written, each may keep
                // the value it has so far, an earlier write of this command
                // included, or get the new one.
                let kept = match from == to {
                    true => (lo, hi),
                    false => *last.as_ref().and_then(|l| l.get(&flat)).unwrap_or(&before[flat]),
                };
                out.push(Write { flat: flat as u32, range: (lo.min(kept.0), hi.max(kept.1)) });
            }
        }
    }
}

/// For each expression, whether there is a choice in it.
fn choosing(nodes: &[Node]) -> Vec<bool> {
    let mut chooses: Vec<bool> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let own = matches!(node, Node::Ite(..));
        chooses.push(own || node.operands().any(|o| chooses[o.index()]));
    }
    chooses
}

/// The conditions of all choices in some expressions, in their order, and a last one: a box may well lie in
/// the set whether or not a command is enabled, but not while it is unknown what that does.
fn conditions(nodes: &[Node], chooses: &[bool], last: E, mut open: Vec<E>) -> Vec<E> {
    let (mut conditions, mut seen) = (BTreeSet::new(), HashSet::new());
    while let Some(e) = open.pop() {
        if chooses[e.index()] && seen.insert(e) {
            let node = nodes[e.index()];
            if let Node::Ite(condition, ..) = node {
                conditions.insert(condition);
            }
            open.extend(node.operands());
        }
    }
    conditions.into_iter().chain([last]).collect()
}
