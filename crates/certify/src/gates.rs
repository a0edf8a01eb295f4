//! Conditions as clauses: each *and* and *or* is a variable, defined by clauses
//! in both directions. The same conjunction twice is one variable.

use std::collections::HashMap;

use crate::cnf::Cnf;

/// The literal that a unit clause makes true; its negation is false.
pub(crate) const TRUE: i32 = 1;

/// The literal that is never true.
pub(crate) const FALSE: i32 = -TRUE;

/// Clauses under construction.
pub(crate) struct Gates {
    cnf: Cnf,
    /// Conjunctions by their operands. Only looked up, so that its order
    /// changes nothing.
    known: HashMap<Box<[i32]>, i32>,
    n_literals: usize,
}

impl Gates {
    pub fn new() -> Gates {
        let mut gates = Gates {
            cnf: Cnf::new(1),
            known: HashMap::new(),
            n_literals: 0,
        };
        gates.demand(&[TRUE]);
        gates
    }

    /// How many literals there are in all clauses.
    pub fn n_literals(&self) -> usize {
        self.n_literals
    }

    /// The clauses.
    pub fn into_cnf(self) -> Cnf {
        self.cnf
    }

    /// A new variable.
    pub fn fresh(&mut self) -> i32 {
        self.cnf.fresh().expect("clauses are limited earlier")
    }

    /// Demands that one of these literals be true.
    pub fn demand(&mut self, clause: &[i32]) {
        self.n_literals += clause.len();
        let pushed = self.cnf.push(clause);
        pushed.expect("literals are of variables that were made here");
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
        match operands[..] {
            [] => return TRUE,
            [one] => return one,
            _ => {}
        }
        if let Some(&known) = self.known.get(&operands[..]) {
            return known;
        }
        let all = self.fresh();
        for &literal in &operands {
            self.demand(&[-all, literal]);
        }
        let mut otherwise: Vec<i32> = operands.iter().map(|literal| -literal).collect();
        otherwise.push(all);
        self.demand(&otherwise);
        self.known.insert(operands.into(), all);
        all
    }

    /// Where at least one of them is true.
    pub fn or(&mut self, operands: &[i32]) -> i32 {
        let negated: Vec<i32> = operands.iter().map(|literal| -literal).collect();
        -self.and(&negated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_and_repetitions_need_no_variable() {
        let mut gates = Gates::new();
        let (a, b) = (gates.fresh(), gates.fresh());
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
    }
}
