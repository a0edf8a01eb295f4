//! Derivations and closed sets, gone through step by step.
//!
//! This is the oracle for the rest of the crate: it knows no algorithm, only what a
//! rule means.

use std::fmt;

use crate::canonical::HornRules;

use crate::FactSet;

/// Why a list of rules is no derivation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoDerivation {
    /// There is no rule of this number.
    NoSuchRule {
        /// Which step.
        step: usize,
    },
    /// A rule is applied before one of its conditions holds.
    Missing {
        /// Which step.
        step: usize,
        /// The condition.
        fact: u32,
    },
    /// A goal is not reached at the end.
    GoalMissing {
        /// The goal.
        fact: u32,
    },
}

impl fmt::Display for NoDerivation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoDerivation::NoSuchRule { step } => write!(f, "step {step}: no such rule"),
            NoDerivation::Missing { step, fact } => {
                write!(f, "step {step}: fact {fact} does not hold yet")
            }
            NoDerivation::GoalMissing { fact } => write!(f, "goal {fact} is not reached"),
        }
    }
}

impl std::error::Error for NoDerivation {}

/// Applies the rules in this order, from the facts that hold at the beginning. The
/// facts that hold in the end, or what is wrong.
pub fn replay(rules: &HornRules, derivation: &[u32]) -> Result<FactSet, NoDerivation> {
    let mut held = FactSet::of(rules.facts.len(), &rules.init);
    for (step, &rule) in derivation.iter().enumerate() {
        let Some(applied) = rules.rules.get(rule as usize) else {
            return Err(NoDerivation::NoSuchRule { step });
        };
        for &fact in rules.body(rule as usize) {
            if !held.contains(fact) {
                return Err(NoDerivation::Missing { step, fact });
            }
        }
        held.insert(applied.head);
    }
    Ok(held)
}

/// The same, and every goal must hold in the end.
pub fn replay_to_goal(rules: &HornRules, derivation: &[u32]) -> Result<FactSet, NoDerivation> {
    let held = replay(rules, derivation)?;
    match rules.goals.iter().find(|&&goal| !held.contains(goal)) {
        Some(&fact) => Err(NoDerivation::GoalMissing { fact }),
        None => Ok(held),
    }
}

/// Whether a set holds all that holds at the beginning and all that any rule gives
/// from it. A goal outside of such a set cannot be reached.
pub fn is_closed(rules: &HornRules, set: &FactSet) -> bool {
    set.contains_all(&rules.init)
        && (0..rules.rules.len())
            .all(|rule| set.contains(rules.rules[rule].head) || !set.contains_all(rules.body(rule)))
}
