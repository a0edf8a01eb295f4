//! Negation normal form: from formulas as they are written to the few
//! operators that engines and the checker know. Conditions on states become
//! propositions, in the order in which they come up.

use std::collections::HashMap;

use playproof_kernel::{AtomId, Branching, BranchingNode, Linear, LinearNode, Runs};

use crate::formula::{Formula, Joint, Later, Quantifier, Span};
use crate::property::PropertyError;
use crate::wording;

use LinearNode::{And, Const, Next, Or, Release, Until};

/// A formula without quantifiers, or with `wanted` false its negation, and
/// the conditions that it reads.
pub(crate) fn linear(
    formula: &Formula,
    wanted: bool,
) -> Result<(Linear, Vec<Formula>), PropertyError> {
    let mut lowering = Lowering::default();
    let root = lowering.formula(formula, wanted)?;
    let nodes = lowering.needed(root).into_iter().map(|(node, _)| node);
    let lowered = Linear::new(nodes.collect()).map_err(|why| wording::too_large(&why, false))?;
    Ok((lowered, few(lowering.atoms)?))
}

/// A CTL formula, and the conditions that it reads.
pub(crate) fn branching(formula: &Formula) -> Result<(Branching, Vec<Formula>), PropertyError> {
    let mut lowering = Lowering {
        is_tree: true,
        ..Lowering::default()
    };
    let root = lowering.formula(formula, true)?;
    let nodes = lowering.needed(root).into_iter().map(|(node, runs)| {
        let runs = || runs.expect("operators of a tree are about some runs or all");
        match node {
            Const(b) => BranchingNode::Const(b),
            LinearNode::Atom(atom, wanted) => BranchingNode::Atom(atom, wanted),
            And(p, q) => BranchingNode::And(p, q),
            Or(p, q) => BranchingNode::Or(p, q),
            Next(p) => BranchingNode::Next(runs(), p),
            Until(p, q) => BranchingNode::Until(runs(), p, q),
            Release(p, q) => BranchingNode::Release(runs(), p, q),
        }
    });
    let lowered = Branching::new(nodes.collect()).map_err(|why| wording::too_large(&why, true))?;
    Ok((lowered, few(lowering.atoms)?))
}

/// The propositions of a state are the bits of a word.
const MAX_ATOMS: usize = 64;

fn few(atoms: Vec<Formula>) -> Result<Vec<Formula>, PropertyError> {
    match atoms.len() {
        n if n > MAX_ATOMS => Err(wording::too_many_conditions(n, MAX_ATOMS)),
        _ => Ok(atoms),
    }
}

/// Where this thing is among those that are known, or now is.
fn position<T: PartialEq>(all: &mut Vec<T>, thing: T) -> u32 {
    let known = all.iter().position(|other| *other == thing);
    let id = known.unwrap_or_else(|| {
        all.push(thing);
        all.len() - 1
    });
    id as u32
}

/// To negation normal form. Each part is lowered once for each polarity: an
/// equivalence needs both, and nested ones would double the work each time.
#[derive(Default)]
struct Lowering {
    /// Whether every temporal operator must have its quantifier.
    is_tree: bool,
    atoms: Vec<Formula>,
    /// In a tree, temporal operators are about some runs or all.
    nodes: Vec<(LinearNode, Option<Runs>)>,
    done: HashMap<(*const Formula, bool), u32>,
}

impl Lowering {
    /// The formula, or with `wanted` false its negation.
    fn formula(&mut self, f: &Formula, wanted: bool) -> Result<u32, PropertyError> {
        let key = (std::ptr::from_ref(f), wanted);
        if let Some(&node) = self.done.get(&key) {
            return Ok(node);
        }
        let node = self.lower(f, wanted)?;
        self.done.insert(key, node);
        Ok(node)
    }

    fn lower(&mut self, f: &Formula, wanted: bool) -> Result<u32, PropertyError> {
        match f {
            Formula::Const(b) => Ok(self.node(Const(*b == wanted), None)),
            f if f.is_state() => {
                let atom = AtomId(position(&mut self.atoms, f.clone()));
                Ok(self.node(LinearNode::Atom(atom, wanted), None))
            }
            Formula::Not(p) => self.formula(p, !wanted),
            Formula::Join(joint, p, q) => self.join(*joint, p, q, wanted),
            Formula::Runs(quantifier, path) if self.is_tree => {
                let runs = match (quantifier, wanted) {
                    (Quantifier::All, true) | (Quantifier::Some, false) => Runs::All,
                    (Quantifier::Some, true) | (Quantifier::All, false) => Runs::Some,
                };
                self.temporal(path, wanted, Some(runs))
            }
            f if self.is_tree => Err(wording::mixed(f)),
            f => self.temporal(f, wanted, None),
        }
    }

    fn join(
        &mut self,
        joint: Joint,
        p: &Formula,
        q: &Formula,
        wanted: bool,
    ) -> Result<u32, PropertyError> {
        let p_sign = match joint {
            Joint::And | Joint::Or => wanted,
            Joint::Implies => !wanted,
            Joint::Iff => {
                // Both, or neither; and one of them alone if negated.
                let mut side = |side| {
                    let (p, q) = (self.formula(p, side)?, self.formula(q, side == wanted)?);
                    Ok(self.node(And(p, q), None))
                };
                let sides = (side(true)?, side(false)?);
                return Ok(self.node(Or(sides.0, sides.1), None));
            }
        };
        let (p, q) = (self.formula(p, p_sign)?, self.formula(q, wanted)?);
        let conjunction = (joint == Joint::And) == wanted;
        let node = if conjunction { And(p, q) } else { Or(p, q) };
        Ok(self.node(node, None))
    }

    /// What is said about a run: about each, or about some, or the one that is looked at.
    fn temporal(
        &mut self,
        path: &Formula,
        wanted: bool,
        runs: Option<Runs>,
    ) -> Result<u32, PropertyError> {
        let node = match path {
            // A state looks the same on all runs from it.
            state if state.is_state() => return self.formula(state, wanted),
            Formula::Later(later, p) => {
                let p = self.formula(p, wanted)?;
                // Of a run both are there, which settles how its formula is numbered.
                if !self.is_tree {
                    _ = [true, false].map(|b| self.node(Const(b), None));
                }
                match (later, wanted) {
                    (Later::Next, _) => Next(p),
                    (Later::Finally, true) | (Later::Globally, false) => {
                        Until(self.node(Const(true), None), p)
                    }
                    (Later::Globally, true) | (Later::Finally, false) => {
                        Release(self.node(Const(false), None), p)
                    }
                }
            }
            Formula::Span(span, p, q) => {
                let (p, q) = (self.formula(p, wanted)?, self.formula(q, wanted)?);
                // p W q is q R (p || q), p M q is q U (p && q); negation
                // swaps until with release, and with or.
                match (span, wanted) {
                    (Span::Until, true) | (Span::Release, false) => Until(p, q),
                    (Span::Release, true) | (Span::Until, false) => Release(p, q),
                    (Span::WeakUntil, true) | (Span::StrongRelease, false) => {
                        Release(q, self.node(Or(p, q), None))
                    }
                    (Span::StrongRelease, true) | (Span::WeakUntil, false) => {
                        Until(q, self.node(And(p, q), None))
                    }
                }
            }
            other => return Err(wording::mixed(other)),
        };
        Ok(self.node(node, runs))
    }

    fn node(&mut self, node: LinearNode, runs: Option<Runs>) -> u32 {
        let known = self.simpler(node).filter(|_| !self.is_tree);
        known.unwrap_or_else(|| position(&mut self.nodes, (node, runs)))
    }

    /// What is known of a run without looking at any state is left out.
    fn simpler(&self, node: LinearNode) -> Option<u32> {
        let constant = |p: u32| match self.nodes[p as usize] {
            (Const(b), _) => Some(b),
            _ => None,
        };
        match node {
            // *True* leaves the other side of an *and*, *false* that of an *or*; what
            // else is known of one side is known of both.
            And(p, q) | Or(p, q) => match (constant(p), constant(q)) {
                (Some(b), _) => Some(if b == matches!(node, And(..)) { q } else { p }),
                (_, Some(b)) => Some(if b == matches!(node, And(..)) { p } else { q }),
                _ => (p == q).then_some(p),
            },
            Next(p) | Until(_, p) | Release(_, p) if constant(p).is_some() => Some(p),
            Until(p, q) if constant(p) == Some(false) => Some(q),
            Release(p, q) if constant(p) == Some(true) => Some(q),
            _ => None,
        }
    }

    /// The formula at this node, without the nodes that it does not need.
    fn needed(&self, root: u32) -> Vec<(LinearNode, Option<Runs>)> {
        let mut used = vec![false; root as usize + 1];
        used[root as usize] = true;
        for i in (0..used.len()).rev() {
            if used[i] {
                renumbered(self.nodes[i].0, |p| {
                    used[p as usize] = true;
                    p
                });
            }
        }
        let mut n = 0;
        let place = used.iter().map(|used| {
            n += u32::from(*used);
            n.wrapping_sub(1)
        });
        let place: Vec<u32> = place.collect();
        let place = |p: u32| place[p as usize];
        let kept = (0..used.len()).filter(|&i| used[i]);
        let kept = kept.map(|i| (renumbered(self.nodes[i].0, place), self.nodes[i].1));
        kept.collect()
    }
}

/// The node with other numbers of its operands.
fn renumbered(node: LinearNode, mut at: impl FnMut(u32) -> u32) -> LinearNode {
    match node {
        Const(_) | LinearNode::Atom(..) => node,
        Next(p) => Next(at(p)),
        And(p, q) => And(at(p), at(q)),
        Or(p, q) => Or(at(p), at(q)),
        Until(p, q) => Until(at(p), at(q)),
        Release(p, q) => Release(at(p), at(q)),
    }
}
