//! Conditions as clauses: each *and*, *or* and *if* is a variable, defined by
//! clauses in both directions. The same conjunction twice is one variable.
//!
//! Lemma: a definition takes nothing away. Whatever the variables before it
//! are, there is one value of the new variable that makes its clauses true. So
//! clauses that are refuted are refuted by what was demanded, not by
//! definitions.

use std::collections::HashMap;

use crate::cnf::Cnf;

/// The literal that a unit clause makes true; its negation is false.
pub(crate) const TRUE: i32 = 1;

/// The literal that is never true.
pub(crate) const FALSE: i32 = -TRUE;

/// Clauses under construction.
pub(crate) struct Gates {
    pub cnf: Cnf,
    /// Conjunctions by their operands. Only looked up, so that its order
    /// changes nothing.
    known: HashMap<Box<[i32]>, i32>,
}

impl Gates {
    pub fn new() -> Gates {
        let mut cnf = Cnf::new(1);
        cnf.push(&[TRUE]);
        Gates { cnf, known: HashMap::new() }
    }

    /// Demands that one of these literals be true, unless one always is.
    pub fn demand(&mut self, clause: &[i32]) {
        if !clause.contains(&TRUE) {
            let open = clause.iter().copied().filter(|&literal| literal != FALSE);
            self.cnf.push(&open.collect::<Vec<_>>());
        }
    }

    /// Where all of them are true.
    pub fn and(&mut self, operands: &[i32]) -> i32 {
        let mut operands = operands.to_vec();
        operands.sort_unstable_by_key(|literal| (literal.abs(), *literal));
        operands.dedup();
        operands.retain(|&literal| literal != TRUE);
        let opposite = operands.windows(2).any(|pair| pair[0] == -pair[1]);
        if opposite || operands.contains(&FALSE) {
            return FALSE;
        }
        if operands.len() < 2 {
            return operands.first().copied().unwrap_or(TRUE);
        }
        if let Some(&known) = self.known.get(&operands[..]) {
            return known;
        }
        // The clauses say that `all` is true exactly where each operand is.
        let all = self.cnf.fresh();
        for &literal in &operands {
            self.demand(&[-all, literal]);
        }
        let otherwise: Vec<i32> = operands.iter().map(|literal| -literal).chain([all]).collect();
        self.demand(&otherwise);
        self.known.insert(operands.into(), all);
        all
    }

    /// Where at least one of them is true: not all of them are false.
    pub fn or(&mut self, operands: &[i32]) -> i32 {
        let negated: Vec<i32> = operands.iter().map(|literal| -literal).collect();
        -self.and(&negated)
    }

    /// What `then` is where a condition is true, and what `other` is elsewhere.
    pub fn choice(&mut self, condition: i32, then: i32, other: i32) -> i32 {
        if condition.abs() == TRUE {
            return if condition == TRUE { then } else { other };
        }
        let out = self.cnf.fresh();
        self.demand(&[-condition, -then, out]);
        self.demand(&[-condition, then, -out]);
        self.demand(&[condition, -other, out]);
        self.demand(&[condition, other, -out]);
        // They follow, but only so a solver sees it while the condition is open.
        self.demand(&[-then, -other, out]);
        self.demand(&[then, other, -out]);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_and_repetitions_need_no_variable() {
        let mut gates = Gates::new();
        let (a, b) = (gates.cnf.fresh(), gates.cnf.fresh());
        assert_eq!(gates.and(&[]), TRUE);
        assert_eq!(gates.or(&[]), FALSE);
        assert_eq!(gates.and(&[a, TRUE, a]), a);
        assert_eq!(gates.and(&[a, b, -a]), FALSE);
        assert_eq!(gates.and(&[a, FALSE]), FALSE);
        assert_eq!(gates.or(&[a, FALSE]), a);
        assert_eq!(gates.or(&[a, b, TRUE]), TRUE);
        let both = gates.and(&[a, b]);
        assert_eq!(gates.and(&[b, a, b]), both);
        assert_eq!(gates.or(&[-a, -b]), -both);
        assert_ne!(gates.or(&[a, b]), both);
        assert_eq!(gates.choice(TRUE, a, b), a);
        assert_eq!(gates.choice(FALSE, a, b), b);
    }
}
