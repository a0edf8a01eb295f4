//! Not trusted: which propositions of an interpreter a property may read. There may be millions,
//! so only these become variables. One that is forgotten here is a name that nobody knows; one
//! too many is dropped, since nothing reads it.

use playproof_kernel::System;

use crate::formula::{Formula, Term, TermKind};

/// Their names, in the order of the interpreter: those that are read, and those that people are
/// told of.
pub(crate) fn propositions_read(system: &dyn System, conditions: &[Formula]) -> Vec<String> {
    let mut names = system.atoms().to_vec();
    for condition in conditions {
        read_names(condition, &mut names);
    }
    let number = |name: String| system.atom(&name).map(|number| (number, name));
    let mut atoms: Vec<(usize, String)> = names.into_iter().filter_map(number).collect();
    atoms.sort_unstable();
    atoms.dedup();
    atoms.into_iter().map(|(_, name)| name).collect()
}

/// Those of a condition's terms, and those that say that a number is at least so much.
fn read_names(condition: &Formula, names: &mut Vec<String>) {
    let terms = match condition {
        Formula::Is(term) => vec![term],
        Formula::Compare(_, one, with) => vec![one, with],
        _ => return condition.parts().for_each(|part| read_names(part, names)),
    };
    let number = |term: &&Term| match term.kind {
        TermKind::Number(n) => Some(n),
        _ => None,
    };
    let n = terms.iter().find_map(number).unwrap_or(1);
    for term in terms {
        names.push(term.to_string());
        names.extend([1, n, n.saturating_add(1)].map(|n| format!("{term} >= {n}")));
    }
}
