//! Several conditions about the same states, for exports.
//!
//! Not trusted: what another tool finds comes back as a run and is checked here.

use playproof_kernel::{Machine, Val};

use crate::elaborate::{ElaborateError, enter};
use crate::formula::Formula;
use crate::resolve::Resolver;
use crate::rules::Rules;
use crate::validate::validate;

/// Rules whose propositions are these conditions in their order, with the
/// observers that they read as variables: for what asks several properties of
/// the same states, such as an export. Each condition comes with the number of
/// moves within which it is asked, if there is one.
pub fn elaborate_conditions(
    rules: &Rules,
    conditions: &[(Formula, Option<Val>)],
) -> Result<Machine, ElaborateError> {
    validate(rules)?;
    let mut bound = Vec::new();
    // Counting further than one condition needs changes none of it.
    let mut resolver = Resolver::new(rules, None);
    for (condition, within) in conditions {
        resolver.within = *within;
        bound.push(resolver.condition(condition)?);
    }
    let texts = conditions.iter().map(|(c, _)| c.to_string()).collect();
    Ok(enter(rules, texts, resolver, bound).0)
}
