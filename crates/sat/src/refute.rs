//! From clauses that contradict each other to a proof that the checker reads.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use cadical_sys::ProofTracer;
use playproof_certify::{Budget, Cnf, LratProof, Stop};

use crate::solver::Solver;

/// Why there is no proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotRefuted {
    /// The clauses can all be true.
    Satisfiable,
    /// A limit was hit.
    Stopped(Stop),
    /// The solver used a step that the checker does not know.
    OtherProof,
}

/// A proof that the clauses cannot all be true, holding only the steps that
/// its last one needs.
///
/// ```
/// use playproof_certify::{Cnf, Unlimited, check_lrat};
/// use playproof_sat::refute;
///
/// // Someone lies: a, not a or b, not b.
/// let mut cnf = Cnf::new(2);
/// for clause in [&[1][..], &[-1, 2], &[-2]] {
///     cnf.push(clause);
/// }
/// let proof = refute(&cnf, &mut Unlimited).unwrap();
/// assert!(check_lrat(&cnf, &proof, &mut Unlimited).is_ok());
/// ```
pub fn refute(cnf: &Cnf, budget: &mut dyn Budget) -> Result<LratProof, NotRefuted> {
    // An empty clause needs no proof.
    if cnf.clauses().any(<[i32]>::is_empty) {
        return Ok(LratProof::default());
    }
    let record = Rc::new(RefCell::new(Record::default()));
    let bytes = Rc::clone(&record.borrow().bytes);
    let mut solver = Solver::traced(Rc::clone(&record), &bytes);
    for clause in cnf.clauses() {
        solver.add_clause(clause);
    }
    match solver.satisfiable(&[], budget) {
        Ok(true) => Err(NotRefuted::Satisfiable),
        Err(stop) => Err(NotRefuted::Stopped(stop)),
        Ok(false) => {
            let record = record.borrow();
            record.trimmed(cnf).ok_or(NotRefuted::OtherProof)
        }
    }
}

/// All that the solver derived, in order.
#[derive(Default)]
struct Record {
    steps: Vec<Derived>,
    literals: Vec<i32>,
    hints: Vec<u64>,
    /// What each of the solver's ids stands for.
    sources: Vec<Source>,
    n_original: usize,
    /// The memory that all this takes.
    bytes: Rc<Cell<u64>>,
    /// The first empty clause.
    empty: Option<usize>,
    /// A step that does not follow from its hints alone.
    strange: bool,
}

/// Where a derived clause ends in the lists.
#[derive(Clone, Copy)]
struct Derived {
    literals_end: usize,
    hints_end: usize,
}

#[derive(Clone, Copy)]
enum Source {
    Unused,
    /// An original clause, by its position.
    Original(usize),
    /// A step, by its position.
    Step(usize),
}

impl Record {
    fn enter(&mut self, id: i64, source: Source) {
        let Ok(id) = usize::try_from(id) else {
            self.strange = true;
            return;
        };
        if self.sources.len() <= id {
            self.sources.resize(id + 1, Source::Unused);
        }
        self.sources[id] = source;
    }

    fn step(&self, i: usize) -> (&[i32], &[u64]) {
        let Derived {
            literals_end,
            hints_end,
        } = self.steps[i];
        let (literals, hints) = match i.checked_sub(1).map(|before| self.steps[before]) {
            None => (0, 0),
            Some(before) => (before.literals_end, before.hints_end),
        };
        (
            &self.literals[literals..literals_end],
            &self.hints[hints..hints_end],
        )
    }

    fn source(&self, hint: u64) -> Option<Source> {
        self.sources.get(hint as usize).copied()
    }

    /// The steps that the empty clause needs, numbered on from the original
    /// clauses. The solver sometimes names a clause that is true already by those
    /// before it, which is no step of a proof: such hints are left out.
    fn trimmed(&self, cnf: &Cnf) -> Option<LratProof> {
        let original: Vec<&[i32]> = cnf.clauses().collect();
        let n_clauses = original.len();
        let mut supposed = Supposed::default();
        if self.strange || self.n_original != n_clauses {
            return None;
        }
        let last = self.empty?;
        let mut needed = vec![false; last + 1];
        needed[last] = true;
        for i in (0..=last).rev() {
            if !needed[i] {
                continue;
            }
            for &hint in self.step(i).1 {
                match self.source(hint)? {
                    Source::Step(before) if before < i => needed[before] = true,
                    Source::Original(_) => {}
                    Source::Step(_) | Source::Unused => return None,
                }
            }
        }
        let mut proof = LratProof::default();
        let mut ids = vec![0; last + 1];
        let mut next = n_clauses as u64;
        let mut hints = Vec::new();
        for i in (0..=last).filter(|&i| needed[i]) {
            next += 1;
            ids[i] = next;
            let (clause, named) = self.step(i);
            hints.clear();
            supposed.clear();
            clause.iter().for_each(|&literal| supposed.set(-literal));
            for &hint in named {
                let (id, hinted) = match self.source(hint)? {
                    Source::Original(position) => (position as u64 + 1, *original.get(position)?),
                    Source::Step(before) => (ids[before], self.step(before).0),
                    Source::Unused => return None,
                };
                if supposed.follow(hinted) {
                    hints.push(id);
                }
            }
            proof.push(clause, &hints);
        }
        Some(proof)
    }
}

/// What is true if a clause is not, as far as its hints were followed.
#[derive(Default)]
struct Supposed {
    /// Of each variable 1 if it is true, -1 if it is not, 0 if that is open.
    truth: Vec<i32>,
    set: Vec<usize>,
}

impl Supposed {
    fn clear(&mut self) {
        self.set.drain(..).for_each(|var| self.truth[var] = 0);
    }

    fn set(&mut self, literal: i32) {
        let var = literal.unsigned_abs() as usize;
        if self.truth.len() <= var {
            self.truth.resize(var + 1, 0);
        }
        self.truth[var] = literal.signum();
        self.set.push(var);
    }

    /// Whether a literal is true, or not, or open, as in `truth`.
    fn of(&self, literal: i32) -> i32 {
        let var = literal.unsigned_abs() as usize;
        self.truth
            .get(var)
            .map_or(0, |truth| truth * literal.signum())
    }

    /// Follows a clause to what it makes true; whether it is not true already.
    fn follow(&mut self, clause: &[i32]) -> bool {
        if clause.iter().any(|&literal| self.of(literal) == 1) {
            return false;
        }
        let mut open = clause.iter().filter(|&&literal| self.of(literal) == 0);
        if let (Some(&literal), None) = (open.next(), open.next()) {
            self.set(literal);
        }
        true
    }
}

impl ProofTracer for Record {
    fn add_original_clause(&mut self, id: i64, _: bool, _: &[i32], restored: bool) {
        if !restored {
            let position = self.n_original;
            self.n_original += 1;
            self.enter(id, Source::Original(position));
        }
    }

    fn add_derived_clause(
        &mut self,
        id: i64,
        _: bool,
        witness: i32,
        clause: &[i32],
        antecedents: &[i64],
    ) {
        self.strange |= witness != 0 || antecedents.iter().any(|&a| a <= 0);
        let position = self.steps.len();
        self.literals.extend_from_slice(clause);
        self.hints.extend(antecedents.iter().map(|&a| a as u64));
        self.steps.push(Derived {
            literals_end: self.literals.len(),
            hints_end: self.hints.len(),
        });
        self.enter(id, Source::Step(position));
        let words = self.hints.len() + 2 * self.steps.len() + 2 * self.sources.len();
        let bytes = size_of::<u64>() * words + size_of::<i32>() * self.literals.len();
        self.bytes.set(bytes as u64);
        if clause.is_empty() && self.empty.is_none() {
            self.empty = Some(position);
        }
    }

    fn delete_clause(&mut self, _: i64, _: bool, _: &[i32]) {}
    fn weaken_minus(&mut self, _: i64, _: &[i32]) {}
    fn strengthen(&mut self, _: i64) {}
    fn finalize_clause(&mut self, _: i64, _: &[i32]) {}
    fn add_assumption(&mut self, _: i32) {}
    fn add_constraint(&mut self, _: &[i32]) {}
    fn reset_assumptions(&mut self) {}
    fn add_assumption_clause(&mut self, _: i64, _: &[i32], _: &[i64]) {}
    fn conclude_sat(&mut self, _: i32, _: &[i32]) {}
    fn conclude_unsat(&mut self, _: i32, _: &[i64]) {}
    fn conclude_unknown(&mut self, _: &[i32]) {}
}

#[cfg(test)]
mod tests {
    use playproof_certify::{Unlimited, check_lrat};

    use super::*;

    #[test]
    fn hints_that_are_true_already_are_left_out() {
        let mut cnf = Cnf::new(2);
        let mut record = Record::default();
        for (id, clause) in (1..).zip([&[1][..], &[-1, 2], &[-2]]) {
            cnf.push(clause);
            record.add_original_clause(id, false, clause, false);
        }
        // The second clause is named again after it has made 2 true.
        record.add_derived_clause(4, false, 0, &[], &[1, 2, 2, 3]);
        let proof = record.trimmed(&cnf).expect("a proof");
        assert_eq!(check_lrat(&cnf, &proof, &mut Unlimited), Ok(()));
    }
}
