//! The stable hash of elaborated Rules: every field in a fixed order, each
//! list preceded by its length, so that no two Rules are written alike.

use sha2::{Digest, Sha256};

use crate::branching::{Branching, BranchingNode, Runs};
use crate::linear::{Linear, LinearNode};
use crate::meaning::{PathCount, Question};
use crate::property::Answer;
use crate::rules::{E, Node, Op, Owner, Rules, Val, VarDecl};
use crate::semantics::Fingerprint;

/// Collects what is hashed.
#[derive(Default)]
pub struct Hasher(Sha256);

impl Hasher {
    /// Adds a number.
    pub fn number(&mut self, n: i64) {
        self.0.update(n.to_le_bytes());
    }

    /// Adds a text with its length.
    pub fn text(&mut self, text: &str) {
        self.number(text.len() as i64);
        self.0.update(text);
    }

    /// Adds values with their number.
    pub fn values(&mut self, values: &[Val]) {
        self.number(values.len() as i64);
        // A map has millions of cells: a few hundred at a time are hashed.
        for part in values.chunks(256) {
            let mut bytes = [0; 1024];
            for (slot, value) in bytes.chunks_exact_mut(4).zip(part) {
                slot.copy_from_slice(&value.to_le_bytes());
            }
            self.0.update(&bytes[..part.len() * 4]);
        }
    }

    /// Adds variable declarations.
    pub fn vars(&mut self, vars: &[VarDecl]) {
        self.number(vars.len() as i64);
        for v in vars {
            self.text(&v.name);
            self.values(&[v.lo, v.hi]);
            self.number(v.len.map_or(-1, i64::from));
        }
    }

    /// Adds what is asked.
    pub fn question(&mut self, question: &Question) {
        match question {
            Question::Reach(reach) => {
                self.number(i64::from(reach.target.0));
                self.number(i64::from(reach.on_reach == Answer::Holds));
            }
            Question::Linear(linear) => {
                self.text("linear");
                self.number(i64::from(linear.on_run == Answer::Holds));
                self.linear(&linear.formula);
            }
            Question::Branching(branching) => {
                self.text("branching");
                self.branching(&branching.formula);
                self.branching(&branching.negation);
            }
            Question::Paths(paths) => {
                self.text("paths");
                self.number(i64::from(paths.target.0));
                let (kind, n) = match paths.count {
                    PathCount::Alternatives(n) => (0, n),
                    PathCount::Routes(n) => (1, n),
                    PathCount::Unique => (2, 1),
                };
                self.number(kind);
                self.number(i64::from(n));
            }
        }
    }

    fn linear(&mut self, formula: &Linear) {
        self.number(i64::from(formula.root()));
        self.number(formula.nodes().len() as i64);
        for node in formula.nodes() {
            let (tag, parts) = match *node {
                LinearNode::Const(b) => (0, [u32::from(b), 0]),
                LinearNode::Atom(a, wanted) => (1, [a.0, u32::from(wanted)]),
                LinearNode::And(p, q) => (2, [p, q]),
                LinearNode::Or(p, q) => (3, [p, q]),
                LinearNode::Next(p) => (4, [p, 0]),
                LinearNode::Until(p, q) => (5, [p, q]),
                LinearNode::Release(p, q) => (6, [p, q]),
            };
            self.number(tag);
            parts.into_iter().for_each(|p| self.number(i64::from(p)));
        }
    }

    fn branching(&mut self, formula: &Branching) {
        let of = |runs: Runs| u32::from(runs == Runs::All);
        self.number(i64::from(formula.root()));
        self.number(formula.nodes().len() as i64);
        for node in formula.nodes() {
            let (tag, parts) = match *node {
                BranchingNode::Const(b) => (0, [u32::from(b), 0, 0]),
                BranchingNode::Atom(a, wanted) => (1, [a.0, u32::from(wanted), 0]),
                BranchingNode::And(p, q) => (2, [p, q, 0]),
                BranchingNode::Or(p, q) => (3, [p, q, 0]),
                BranchingNode::Next(runs, p) => (4, [of(runs), p, 0]),
                BranchingNode::Until(runs, p, q) => (5, [of(runs), p, q]),
                BranchingNode::Release(runs, p, q) => (6, [of(runs), p, q]),
            };
            self.number(tag);
            parts.into_iter().for_each(|p| self.number(i64::from(p)));
        }
    }

    fn node(&mut self, node: Node) {
        let e = |e: E| i64::from(e.0);
        let (tag, parts) = match node {
            Node::Const(c) => (0, [i64::from(c), 0, 0, 0]),
            Node::Var(v) => (1, [i64::from(v.0), 0, 0, 0]),
            Node::Elem(v, i) => (2, [i64::from(v.0), e(i), 0, 0]),
            Node::Tab(t, ix) => {
                let [i, j, k] = ix.map(|x| x.map_or(-1, e));
                (3, [i64::from(t.0), i, j, k])
            }
            Node::Add(a, b) => (4, [e(a), e(b), 0, 0]),
            Node::Sub(a, b) => (5, [e(a), e(b), 0, 0]),
            Node::Min(a, b) => (6, [e(a), e(b), 0, 0]),
            Node::Max(a, b) => (7, [e(a), e(b), 0, 0]),
            Node::Mul(k, a) => (8, [i64::from(k), e(a), 0, 0]),
            Node::Cmp(op, a, b) => {
                let op = match op {
                    Op::Eq => 0,
                    Op::Ne => 1,
                    Op::Lt => 2,
                    Op::Le => 3,
                };
                (9, [op, e(a), e(b), 0])
            }
            Node::Ite(c, a, b) => (10, [e(c), e(a), e(b), 0]),
        };
        self.number(tag);
        parts.into_iter().for_each(|p| self.number(p));
    }

    /// The hash of all that was added.
    pub fn finish(self) -> Fingerprint {
        Fingerprint(self.0.finalize().into())
    }
}

pub(crate) fn of_rules(rules: &Rules, question: &Question) -> Fingerprint {
    let mut h = Hasher::default();
    h.text("playproof rules 1");
    h.vars(&rules.vars);
    h.number(rules.tables.len() as i64);
    for t in &rules.tables {
        h.text(&t.name);
        h.number(t.dims.len() as i64);
        t.dims.iter().for_each(|&d| h.number(i64::from(d)));
        h.values(&t.cells);
    }
    h.number(rules.nodes.len() as i64);
    rules.nodes.iter().for_each(|&n| h.node(n));
    h.number(rules.actions.len() as i64);
    for a in &rules.actions {
        h.text(&a.name);
        h.number(match a.owner {
            Owner::Player => 0,
            Owner::Environment => 1,
            Owner::Chance => 2,
        });
    }
    h.number(rules.commands.len() as i64);
    for c in &rules.commands {
        h.text(&c.name);
        h.number(i64::from(c.action.0));
        h.number(i64::from(c.guard.0));
        h.number(c.updates.len() as i64);
        for u in &c.updates {
            h.number(i64::from(u.var.0));
            h.number(u.index.map_or(-1, |e| i64::from(e.0)));
            h.number(i64::from(u.value.0));
        }
    }
    h.number(i64::from(rules.terminal.0));
    h.number(rules.initial.len() as i64);
    rules.initial.iter().for_each(|s| h.values(s));
    h.number(rules.atoms.len() as i64);
    for a in &rules.atoms {
        h.text(&a.name);
        h.number(i64::from(a.holds.0));
    }
    h.question(question);
    h.finish()
}
