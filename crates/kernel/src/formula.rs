//! Temporal formulas in negation normal form, and the textbook meaning of those
//! of linear time on a run that repeats.
//!
//! Negation stands in front of propositions only, and two operators say
//! everything about time: *until* promises, *release* allows for ever.

use crate::machine::AtomId;

/// The most parts a formula may have that the future can owe, and the most
/// parts of a formula of branching time: a set of them is one word.
pub const MAX_OBLIGATIONS: usize = 64;

/// The most nodes of a formula of linear time: each may have many alternatives.
pub const MAX_NODES: usize = 4096;

/// See [`MAX_OBLIGATIONS`].
pub const MAX_SUBFORMULAS: usize = 64;

/// A formula of linear time: operands before users.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Linear {
    nodes: Vec<LinearNode>,
    /// The nodes that can be owed by the future: the last one, which is the
    /// formula, what stands under *next*, every *until* and *release*. Bit `i`
    /// of a set of obligations is entry `i` here.
    owed: Vec<u32>,
}

/// One operator; operands are positions of earlier nodes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LinearNode {
    /// Always true, or never.
    Const(bool),
    /// A proposition, or (with `false`) its negation.
    Atom(AtomId, bool),
    /// Both.
    And(u32, u32),
    /// One of them.
    Or(u32, u32),
    /// After one step.
    Next(u32),
    /// The second at some time, the first until then.
    Until(u32, u32),
    /// The second up to and including the first; for ever if there is none.
    Release(u32, u32),
}

/// A word on which a formula can be true or false: the propositions that are
/// true in each state of a run that repeats.
pub struct Word<'a> {
    /// For each state, for each proposition, whether it is true there.
    pub letters: &'a [Vec<bool>],
    /// After the last state the run goes on at this one.
    pub again: usize,
}

/// An error if an operand does not come before its user.
fn in_order(nodes: impl Iterator<Item = LinearNode>) -> Result<(), String> {
    use LinearNode::{And, Atom, Const, Next, Or, Release, Until};
    for (i, node) in nodes.enumerate() {
        let is_late = |operand: u32| operand as usize >= i;
        let any_late = match node {
            Const(_) | Atom(..) => false,
            Next(p) => is_late(p),
            And(p, q) | Or(p, q) | Until(p, q) | Release(p, q) => is_late(p) || is_late(q),
        };
        if any_late {
            return Err(format!("an operand of part {i} does not come earlier"));
        }
    }
    Ok(())
}

impl Linear {
    /// The formula that is the last of these nodes. An error if an operand
    /// comes late or there is too much to owe.
    pub fn new(nodes: Vec<LinearNode>) -> Result<Linear, String> {
        in_order(nodes.iter().copied())?;
        let mut owed = vec![nodes.len().checked_sub(1).ok_or("the formula is empty")? as u32];
        owed.extend(nodes.iter().zip(0..).filter_map(|(node, i)| match *node {
            LinearNode::Next(p) => Some(p),
            LinearNode::Until(..) | LinearNode::Release(..) => Some(i),
            _ => None,
        }));
        owed.sort_unstable();
        owed.dedup();
        let n = owed.len();
        if n > MAX_OBLIGATIONS || nodes.len() > MAX_NODES {
            return Err(format!("the formula has {} parts, {n} can be owed", nodes.len()));
        }
        Ok(Linear { nodes, owed })
    }

    /// The nodes, operands before users.
    pub fn nodes(&self) -> &[LinearNode] {
        &self.nodes
    }

    /// The formula itself: the last node.
    pub fn root(&self) -> u32 {
        self.nodes.len() as u32 - 1
    }

    /// What can be owed, by bit.
    pub fn owed(&self) -> &[u32] {
        &self.owed
    }

    /// The bit of a node that can be owed.
    pub fn bit(&self, node: u32) -> u32 {
        self.owed.binary_search(&node).expect("only what can be owed has a bit") as u32
    }

    /// Whether the formula is true of a word, by the definition of each
    /// operator.
    pub fn holds_on(&self, word: &Word) -> bool {
        let n = word.letters.len();
        let next = |i: usize| if i + 1 < n { i + 1 } else { word.again };
        // A solution of x = law(X x), the least or the greatest: backwards twice
        // round, since a promise may be kept after the repetition.
        let solution = |greatest: bool, law: &dyn Fn(usize, bool) -> bool| {
            let mut x = vec![greatest; n];
            for i in (0..n).rev().chain((0..n).rev()) {
                x[i] = law(i, x[next(i)]);
            }
            x
        };
        let mut truth: Vec<Vec<bool>> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let of = |p: u32| &truth[p as usize];
            let here: Vec<bool> = match *node {
                LinearNode::Const(b) => vec![b; n],
                LinearNode::Atom(a, wanted) => {
                    word.letters.iter().map(|l| l[a.index()] == wanted).collect()
                }
                LinearNode::And(p, q) => (0..n).map(|i| of(p)[i] && of(q)[i]).collect(),
                LinearNode::Or(p, q) => (0..n).map(|i| of(p)[i] || of(q)[i]).collect(),
                LinearNode::Next(p) => (0..n).map(|i| of(p)[next(i)]).collect(),
                // The least solution of u = q || p && X u.
                LinearNode::Until(p, q) => {
                    solution(false, &|i, later| of(q)[i] || (of(p)[i] && later))
                }
                // The greatest solution of r = q && (p || X r).
                LinearNode::Release(p, q) => {
                    solution(true, &|i, later| of(q)[i] && (of(p)[i] || later))
                }
            };
            truth.push(here);
        }
        n > 0 && word.again < n && truth[self.root() as usize][0]
    }
}

/// A formula of branching time: operands before users.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branching {
    nodes: Vec<BranchingNode>,
}

/// One operator; operands are positions of earlier nodes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BranchingNode {
    /// Always true, or never.
    Const(bool),
    /// A proposition, or (with `false`) its negation.
    Atom(AtomId, bool),
    /// Both.
    And(u32, u32),
    /// One of them.
    Or(u32, u32),
    /// After every step, or after some step.
    Next(Runs, u32),
    /// On all runs, or on some: the second at some time, the first until then.
    Until(Runs, u32, u32),
    /// On all runs, or on some: the second up to and including the first; for
    /// ever if there is none.
    Release(Runs, u32, u32),
}

/// Which runs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Runs {
    /// All.
    All,
    /// At least one.
    Some,
}

impl BranchingNode {
    /// The operator of linear time, and on which runs.
    pub(crate) fn on_runs(self) -> (Option<Runs>, LinearNode) {
        match self {
            BranchingNode::Const(truth) => (None, LinearNode::Const(truth)),
            BranchingNode::Atom(atom, wanted) => (None, LinearNode::Atom(atom, wanted)),
            BranchingNode::And(p, q) => (None, LinearNode::And(p, q)),
            BranchingNode::Or(p, q) => (None, LinearNode::Or(p, q)),
            BranchingNode::Next(runs, p) => (Some(runs), LinearNode::Next(p)),
            BranchingNode::Until(runs, p, q) => (Some(runs), LinearNode::Until(p, q)),
            BranchingNode::Release(runs, p, q) => (Some(runs), LinearNode::Release(p, q)),
        }
    }
}

impl Runs {
    fn other(self) -> Runs {
        if self == Runs::All { Runs::Some } else { Runs::All }
    }
}

impl Branching {
    /// The formula that is the last of these nodes. An error if an operand
    /// comes late or there are too many.
    pub fn new(nodes: Vec<BranchingNode>) -> Result<Branching, String> {
        if nodes.is_empty() || nodes.len() > MAX_SUBFORMULAS {
            return Err(format!("the formula has {} parts", nodes.len()));
        }
        in_order(nodes.iter().map(|node| node.on_runs().1))?;
        Ok(Branching { nodes })
    }

    /// The nodes, operands before users.
    pub fn nodes(&self) -> &[BranchingNode] {
        &self.nodes
    }

    /// The formula itself: the last node.
    pub fn root(&self) -> u32 {
        self.nodes.len() as u32 - 1
    }

    /// Its negation: every node becomes the negation of what it was, so that
    /// both have the same numbers.
    pub fn dual(&self) -> Branching {
        use BranchingNode::{And, Atom, Const, Next, Or, Release, Until};
        let nodes = self.nodes.iter().map(|node| match *node {
            Const(b) => Const(!b),
            Atom(a, wanted) => Atom(a, !wanted),
            And(p, q) => Or(p, q),
            Or(p, q) => And(p, q),
            Next(runs, p) => Next(runs.other(), p),
            Until(runs, p, q) => Release(runs.other(), p, q),
            Release(runs, p, q) => Until(runs.other(), p, q),
        });
        Branching { nodes: nodes.collect() }
    }

    /// The `p` of `EF p` (on some run) or `AF p` (on all), where a node is that
    /// of a proposition.
    fn promised(&self, runs: Runs, node: u32) -> Option<AtomId> {
        let at = |i: u32| self.nodes[i as usize];
        match at(node) {
            BranchingNode::Until(on, way, target) if on == runs => match (at(way), at(target)) {
                (BranchingNode::Const(true), BranchingNode::Atom(atom, true)) => Some(atom),
                _ => None,
            },
            _ => None,
        }
    }

    /// What a trap must do to refute the formula, if it has one of four forms.
    pub fn escapable(&self) -> Option<Escapable> {
        use BranchingNode::{Atom, Const, Or, Release};
        let at = |i: u32| self.nodes[i as usize];
        let possible = |node: u32| self.promised(Runs::Some, node);
        let Release(Runs::All, until, body) = at(self.root()) else { return None };
        let (target, kind) = match (at(until), at(body)) {
            (Const(false), Or(left, right)) => {
                let (target, other) = match possible(left) {
                    Some(target) => (target, right),
                    None => (possible(right)?, left),
                };
                match at(other) {
                    Atom(q, true) => (target, EscapeKind::Unless(q)),
                    _ => (target, EscapeKind::OrInevitably(self.promised(Runs::All, other)?)),
                }
            }
            (Const(false), _) => (possible(body)?, EscapeKind::Always),
            (Atom(p, true), _) if possible(body)? == p => (p, EscapeKind::UntilThen),
            _ => return None,
        };
        Some(Escapable { target, kind })
    }

    /// The `p` of `AG EF p`, or of `A[p R EF p]`.
    pub fn always_possible(&self) -> Option<AtomId> {
        let form = self.escapable()?;
        let is_always = matches!(form.kind, EscapeKind::Always | EscapeKind::UntilThen);
        is_always.then_some(form.target)
    }
}

/// A formula that says of `target` that it stays within reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Escapable {
    /// The proposition.
    pub target: AtomId,
    /// When it must be within reach.
    pub kind: EscapeKind,
}

/// When a proposition `p` must be within reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EscapeKind {
    /// `AG EF p`.
    Always,
    /// `A[p R EF p]`: up to where it is reached.
    UntilThen,
    /// `AG (q || EF p)`.
    Unless(AtomId),
    /// `AG (EF p || AF q)`.
    OrInevitably(AtomId),
}
