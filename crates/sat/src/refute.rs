//! From clauses that contradict each other to a proof that the checker reads.

use std::cell::RefCell;
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
///     cnf.push(clause).unwrap();
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
    let mut solver = Solver::traced(Rc::clone(&record));
    for clause in cnf.clauses() {
        solver.add_clause(clause);
    }
    match solver.satisfiable(&[], budget) {
        Ok(true) => Err(NotRefuted::Satisfiable),
        Err(stop) => Err(NotRefuted::Stopped(stop)),
        Ok(false) => {
            let record = record.borrow();
            record
                .trimmed(cnf.n_clauses())
                .ok_or(NotRefuted::OtherProof)
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
    /// clauses.
    fn trimmed(&self, n_clauses: usize) -> Option<LratProof> {
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
            for &hint in named {
                hints.push(match self.source(hint)? {
                    Source::Original(position) => position as u64 + 1,
                    Source::Step(before) => ids[before],
                    Source::Unused => return None,
                });
            }
            proof.add(next, clause, &hints).ok()?;
        }
        Some(proof)
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
