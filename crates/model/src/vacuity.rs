//! When a property holds for no good reason, how far its runs go, and what they reach.
//!
//! Not trusted: this leads to warnings and bounds of searches.

use crate::each::name_of;
use crate::formula::{Formula, Joint, Later, Quantifier, Relation};
use crate::property::{Property, Scope};

impl Property {
    /// The condition without which the property says nothing: if it is never
    /// true, the property holds for that reason alone.
    pub fn trigger(&self) -> Option<Formula> {
        match self {
            Property::ShortestAtLeast(_) => Some(Formula::name("win")),
            Property::Measured(m) if m.scope == Scope::Every => {
                let win = Formula::name("win");
                Some(match m.within {
                    Some(n) => win.and(Formula::compare("moves", Relation::Le, n)),
                    None => win,
                })
            }
            Property::Temporal { formula, .. } => trigger(formula),
            _ => None,
        }
    }

    /// The proposition of which it says that it can, or cannot, be reached.
    pub fn reached(&self) -> Option<String> {
        match self {
            Property::Solvable | Property::Unsolvable => Some("win".to_owned()),
            Property::Never(target) | Property::Reach(target) => name_of(target),
            _ => None,
        }
    }

    /// The most moves of the runs that it asks for, if it bounds them.
    pub fn within(&self) -> Option<u64> {
        let n = match self {
            Property::ShortestAtMost(n) => Some(*n),
            Property::Measured(measured) => measured.within,
            _ => None,
        };
        n.map(|n| n.max(0) as u64)
    }

    /// The property that no run keeps to this one's assumptions, if it has any
    /// and is about all runs.
    pub fn no_run_is_fair(&self) -> Option<Property> {
        let Property::Temporal {
            assumptions,
            formula,
        } = self
        else {
            return None;
        };
        let of_all = !matches!(formula, Formula::Runs(Quantifier::Some, _));
        let assumed = assumptions.iter().cloned().reduce(Formula::and);
        assumed
            .filter(|_| of_all)
            .map(|assumed| Property::Temporal {
                assumptions: Vec::new(),
                formula: assumed.negated(),
            })
    }
}

/// The `p` of `G (p -> q)`, and of such a formula under other operators that
/// speak of all times.
fn trigger(formula: &Formula) -> Option<Formula> {
    match formula {
        Formula::Runs(Quantifier::All, f) => trigger(f),
        Formula::Later(Later::Globally, f) => match &**f {
            Formula::Join(Joint::Implies, p, _) if p.is_state() => Some((**p).clone()),
            f => trigger(f),
        },
        _ => None,
    }
}
