//! Negation normal form: from formulas as they are written to the few
//! operators that engines and the checker know. Conditions on states become
//! propositions, in the order in which they come up.

use std::collections::HashMap;

use playproof_kernel::{
    AtomId, Branching, BranchingNode, Linear, LinearNode, MAX_OBLIGATIONS, MAX_SUBFORMULAS, Runs,
};

use crate::branching::BranchingBuilder;
use crate::formula::{Formula, Joint, Later, Quantifier, Span};
use crate::linear::LinearBuilder;
use crate::property::PropertyError;

/// A formula without quantifiers, or with `wanted` false its negation, and
/// the conditions that it reads.
pub(crate) fn linear(
    formula: &Formula,
    wanted: bool,
) -> Result<(Linear, Vec<Formula>), PropertyError> {
    let mut lowering = LowerLinear::default();
    let root = lowering.formula(formula, wanted);
    let lowered = lowering.builder.finish(root).map_err(|why| {
        PropertyError::whole(
            format!("the formula is too large: {why}; {MAX_OBLIGATIONS} are treated"),
            Some("ask its parts one by one".into()),
        )
    })?;
    Ok((lowered, few(lowering.atoms)?))
}

/// A CTL formula, and the conditions that it reads.
pub(crate) fn branching(formula: &Formula) -> Result<(Branching, Vec<Formula>), PropertyError> {
    let mut lowering = LowerBranching::default();
    let root = lowering.formula(formula, true)?;
    let lowered = lowering.builder.finish(root).map_err(|why| {
        let message = format!("the formula is too large: {why}, {MAX_SUBFORMULAS} are treated");
        PropertyError::whole(message, Some("ask its parts one by one".into()))
    })?;
    Ok((lowered, few(lowering.atoms)?))
}

/// The propositions of a state are the bits of a word.
const MAX_ATOMS: usize = 64;

fn few(atoms: Vec<Formula>) -> Result<Vec<Formula>, PropertyError> {
    match atoms.len() {
        n if n > MAX_ATOMS => Err(PropertyError::whole(
            format!("the formula reads {n} conditions, {MAX_ATOMS} are treated"),
            None,
        )),
        _ => Ok(atoms),
    }
}

fn atom(atoms: &mut Vec<Formula>, condition: &Formula) -> AtomId {
    let known = atoms.iter().position(|a| a == condition);
    let id = known.unwrap_or_else(|| {
        atoms.push(condition.clone());
        atoms.len() - 1
    });
    AtomId(id as u32)
}

/// To negation normal form. Each part is lowered once for each polarity: an
/// equivalence needs both, and nested ones would double the work each time.
#[derive(Default)]
struct LowerLinear {
    atoms: Vec<Formula>,
    builder: LinearBuilder,
    done: HashMap<(*const Formula, bool), u32>,
}

impl LowerLinear {
    /// The formula, or with `wanted` false its negation.
    fn formula(&mut self, f: &Formula, wanted: bool) -> u32 {
        let key = (std::ptr::from_ref(f), wanted);
        if let Some(&node) = self.done.get(&key) {
            return node;
        }
        let node = self.lower(f, wanted);
        self.done.insert(key, node);
        node
    }

    fn lower(&mut self, f: &Formula, wanted: bool) -> u32 {
        use LinearNode::{And, Atom, Const, Next, Or, Release, Until};
        match f {
            Formula::Const(b) => self.builder.node(Const(*b == wanted)),
            f if f.is_state() => {
                let atom = atom(&mut self.atoms, f);
                self.builder.node(Atom(atom, wanted))
            }
            Formula::Not(p) => self.formula(p, !wanted),
            Formula::Join(joint, p, q) => self.join(*joint, p, q, wanted),
            Formula::Later(later, p) => {
                let p = self.formula(p, wanted);
                let all = self.builder.node(Const(true));
                let none = self.builder.node(Const(false));
                self.builder.node(match (later, wanted) {
                    (Later::Next, _) => Next(p),
                    (Later::Finally, true) | (Later::Globally, false) => Until(all, p),
                    (Later::Globally, true) | (Later::Finally, false) => Release(none, p),
                })
            }
            Formula::Span(span, p, q) => {
                let (p, q) = (self.formula(p, wanted), self.formula(q, wanted));
                // p W q is q R (p || q), p M q is q U (p && q); negation
                // swaps until with release, and with or.
                let node = match (span, wanted) {
                    (Span::Until, true) | (Span::Release, false) => Until(p, q),
                    (Span::Release, true) | (Span::Until, false) => Release(p, q),
                    (Span::WeakUntil, true) | (Span::StrongRelease, false) => {
                        Release(q, self.builder.node(Or(p, q)))
                    }
                    (Span::StrongRelease, true) | (Span::WeakUntil, false) => {
                        Until(q, self.builder.node(And(p, q)))
                    }
                };
                self.builder.node(node)
            }
            Formula::Is(_) | Formula::Compare(..) => unreachable!("conditions are done above"),
            Formula::Runs(..) => unreachable!("only formulas without quantifiers come here"),
        }
    }

    fn join(&mut self, joint: Joint, p: &Formula, q: &Formula, wanted: bool) -> u32 {
        let (p_sign, q_sign) = match joint {
            Joint::And | Joint::Or => (wanted, wanted),
            Joint::Implies => (!wanted, wanted),
            Joint::Iff => {
                // Both, or neither; and one of them alone if negated.
                let sides = [true, false].map(|side| {
                    let p = self.formula(p, side);
                    let q = self.formula(q, side == wanted);
                    self.builder.node(LinearNode::And(p, q))
                });
                return self.builder.node(LinearNode::Or(sides[0], sides[1]));
            }
        };
        let (p, q) = (self.formula(p, p_sign), self.formula(q, q_sign));
        let conjunction = (joint == Joint::And) == wanted;
        self.builder.node(match conjunction {
            true => LinearNode::And(p, q),
            false => LinearNode::Or(p, q),
        })
    }
}

/// The same for formulas in which every temporal operator has its quantifier.
#[derive(Default)]
struct LowerBranching {
    atoms: Vec<Formula>,
    builder: BranchingBuilder,
    done: HashMap<(*const Formula, bool), u32>,
}

impl LowerBranching {
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
        use BranchingNode::{Atom, Const};
        Ok(match f {
            Formula::Const(b) => self.builder.node(Const(*b == wanted)),
            f if f.is_state() => {
                let atom = atom(&mut self.atoms, f);
                self.builder.node(Atom(atom, wanted))
            }
            Formula::Not(p) => self.formula(p, !wanted)?,
            Formula::Join(joint, p, q) => self.join(*joint, p, q, wanted)?,
            Formula::Runs(quantifier, path) => self.runs(*quantifier, path, wanted)?,
            bare => return Err(mixed(bare)),
        })
    }

    fn join(
        &mut self,
        joint: Joint,
        p: &Formula,
        q: &Formula,
        wanted: bool,
    ) -> Result<u32, PropertyError> {
        use BranchingNode::{And, Or};
        let (p_sign, q_sign) = match joint {
            Joint::And | Joint::Or => (wanted, wanted),
            Joint::Implies => (!wanted, wanted),
            Joint::Iff => {
                let mut sides = [0; 2];
                for (side, node) in [true, false].into_iter().zip(&mut sides) {
                    let (p, q) = (self.formula(p, side)?, self.formula(q, side == wanted)?);
                    *node = self.builder.node(And(p, q));
                }
                return Ok(self.builder.node(Or(sides[0], sides[1])));
            }
        };
        let (p, q) = (self.formula(p, p_sign)?, self.formula(q, q_sign)?);
        let conjunction = (joint == Joint::And) == wanted;
        Ok(self.builder.node(match conjunction {
            true => And(p, q),
            false => Or(p, q),
        }))
    }

    fn runs(
        &mut self,
        quantifier: Quantifier,
        path: &Formula,
        wanted: bool,
    ) -> Result<u32, PropertyError> {
        use BranchingNode::{And, Const, Next, Or, Release, Until};
        let runs = match (quantifier, wanted) {
            (Quantifier::All, true) | (Quantifier::Some, false) => Runs::All,
            (Quantifier::Some, true) | (Quantifier::All, false) => Runs::Some,
        };
        let node = match path {
            // A state looks the same on all runs from it.
            state if state.is_state() => return self.formula(state, wanted),
            Formula::Later(later, p) => {
                let p = self.formula(p, wanted)?;
                match (later, wanted) {
                    (Later::Next, _) => Next(runs, p),
                    (Later::Finally, true) | (Later::Globally, false) => {
                        Until(runs, self.builder.node(Const(true)), p)
                    }
                    (Later::Globally, true) | (Later::Finally, false) => {
                        Release(runs, self.builder.node(Const(false)), p)
                    }
                }
            }
            Formula::Span(span, p, q) => {
                let (p, q) = (self.formula(p, wanted)?, self.formula(q, wanted)?);
                match (span, wanted) {
                    (Span::Until, true) | (Span::Release, false) => Until(runs, p, q),
                    (Span::Release, true) | (Span::Until, false) => Release(runs, p, q),
                    (Span::WeakUntil, true) | (Span::StrongRelease, false) => {
                        Release(runs, q, self.builder.node(Or(p, q)))
                    }
                    (Span::StrongRelease, true) | (Span::WeakUntil, false) => {
                        Until(runs, q, self.builder.node(And(p, q)))
                    }
                }
            }
            other => return Err(mixed(other)),
        };
        Ok(self.builder.node(node))
    }
}

/// The formula is neither about all runs, nor about one, nor CTL.
fn mixed(part: &Formula) -> PropertyError {
    let message = format!("`{part}` makes this neither LTL nor CTL");
    let help = "in CTL each of X F G U W R M has its own A or E, as in `AG EF p`; \
                in LTL there is none, but for one E or A in front of all";
    PropertyError {
        column: first_column(part),
        message,
        help: Some(help.into()),
    }
}

/// Where the first term of a formula stands, as near as the text remembers.
fn first_column(formula: &Formula) -> Option<u32> {
    match formula {
        Formula::Is(t) | Formula::Compare(_, t, _) => Some(t.column).filter(|&c| c > 0),
        other => other.parts().find_map(first_column),
    }
}
