//! The LRAT checker: accepts a proof only if each clause that it adds follows
//! from clauses before it, and one of them is empty.
//!
//! That a clause follows is seen by supposing it false and reading the clauses
//! that its hints name, one by one. Each must be unit, all its literals false
//! but one, which is then true; and the last must be false altogether. There
//! is no search: a check takes time linear in what the hints name.
//!
//! Clauses are not copied: the index points into the problem and the proof, so
//! that memory is linear in both, deleted clauses included.

use crate::check::{CheckError, poll, reject};
use crate::cnf::{Cnf, check_literals};
use crate::lrat_proof::{LratProof, ProofStep};
use crate::task::Budget;

/// Literals read between two questions to the budget.
const BATCH_WORK: usize = 1 << 16;

/// Accepts the proof if it shows that the clauses cannot all be true.
///
/// The original clauses have the ids from 1 on, in their order. All steps are
/// checked, even those after the empty clause. Where an original clause is
/// empty there is nothing to show, and a proof without steps will do.
///
/// ```
/// use playproof_certify::{Cnf, LratProof, Unlimited, check_lrat};
///
/// // Someone lies: a, not a or b, not b.
/// let mut cnf = Cnf::new(2);
/// for clause in [&[1][..], &[-1, 2], &[-2]] {
///     cnf.push(clause).unwrap();
/// }
/// // Clause 4 is empty: 1 makes a true, 2 then b, and so 3 is false.
/// let proof = LratProof::from_text("4 0 1 2 3 0\n").unwrap();
/// assert!(check_lrat(&cnf, &proof, &mut Unlimited).is_ok());
///
/// let hasty = LratProof::from_text("4 0 1 3 0\n").unwrap();
/// let error = check_lrat(&cnf, &hasty, &mut Unlimited).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "evidence rejected: step 1 adds clause 4: the hints lead to no contradiction",
/// );
/// ```
pub fn check_lrat(cnf: &Cnf, proof: &LratProof, budget: &mut dyn Budget) -> Result<(), CheckError> {
    let n_clauses = cnf.n_clauses() + proof.n_added();
    let index_bytes = n_clauses * (size_of::<u64>() + size_of::<Option<&[i32]>>());
    let truth_bytes = 2 * u64::from(cnf.n_vars()) * size_of::<i32>() as u64;
    let bytes = cnf.bytes() + proof.bytes() + index_bytes as u64 + truth_bytes;
    // Before the memory is taken, not after.
    poll(budget, 0, bytes)?;

    let mut clauses = Clauses::with_capacity(n_clauses);
    let mut shown = false;
    for (clause, id) in cnf.clauses().zip(1..) {
        clauses.push(id, clause);
        shown |= clause.is_empty();
    }
    let mut truth = Truth::new(cnf.n_vars());
    let mut work = 0;
    for (i, step) in proof.steps().enumerate() {
        let mut ask = |cost: usize| {
            work += cost;
            if work < BATCH_WORK {
                return Ok(());
            }
            work = 0;
            poll(budget, i as u64, bytes)
        };
        match step {
            ProofStep::Add { id, clause, hints } => {
                let at = Place { step: i + 1, id };
                if let Err(out_of_range) = check_literals(clause, cnf.n_vars()) {
                    return at.reject(&out_of_range.to_string());
                }
                // So ids increase, which the index relies on.
                if id <= clauses.last_id() {
                    return at.reject("its id is not new");
                }
                check_follows(at, clause, hints, &clauses, &mut truth, &mut ask)?;
                clauses.push(id, clause);
                shown |= clause.is_empty();
            }
            ProofStep::Delete { ids } => {
                for &id in ids {
                    if !clauses.delete(id) {
                        return reject(format!(
                            "step {} deletes clause {id}, which does not exist",
                            i + 1
                        ));
                    }
                    ask(1)?;
                }
            }
        }
    }
    if shown {
        Ok(())
    } else {
        reject("the proof does not add the empty clause")
    }
}

/// Accepts a clause if it cannot be false where the clauses of its hints are
/// true.
fn check_follows(
    at: Place,
    clause: &[i32],
    hints: &[u64],
    clauses: &Clauses,
    truth: &mut Truth,
    ask: &mut dyn FnMut(usize) -> Result<(), CheckError>,
) -> Result<(), CheckError> {
    truth.clear();
    ask(1 + clause.len())?;
    let mut contradiction = false;
    for &literal in clause {
        // A clause with a literal and its negation is true whatever happens.
        contradiction |= truth.of(literal) == Some(true);
        truth.set(-literal);
    }
    for &hint in hints {
        // Further hints would go unchecked: where everything is supposed at
        // once, what a clause makes of it says nothing.
        if contradiction {
            return at.reject(&format!("hint {hint} comes after the contradiction"));
        }
        let Some(hinted) = clauses.get(hint) else {
            return at.reject(&format!("hint {hint} names no clause"));
        };
        ask(1 + hinted.len())?;
        match truth.read(hinted) {
            Reading::False => contradiction = true,
            Reading::Unit(literal) => truth.set(literal),
            Reading::True => {
                return at.reject(&format!("hint {hint} names a clause that is already true"));
            }
            Reading::Open => {
                return at.reject(&format!("hint {hint} names a clause that is not unit"));
            }
        }
    }
    if contradiction {
        Ok(())
    } else {
        at.reject("the hints lead to no contradiction")
    }
}

/// A step that adds a clause, for what is said of it.
#[derive(Clone, Copy)]
struct Place {
    step: usize,
    id: u64,
}

impl Place {
    fn reject<T>(self, why: &str) -> Result<T, CheckError> {
        let Place { step, id } = self;
        reject(format!("step {step} adds clause {id}: {why}"))
    }
}

/// The clauses there are, by id.
///
/// Ids only increase but may have gaps, so the list is sorted as it grows and
/// needs no hashing. Without gaps clause `id` is at `id - 1`, and gaps can only
/// move it forward: a look there finds most, a binary search before it the rest.
struct Clauses<'a> {
    ids: Vec<u64>,
    /// None where it was deleted.
    clauses: Vec<Option<&'a [i32]>>,
}

impl<'a> Clauses<'a> {
    fn with_capacity(n: usize) -> Self {
        Clauses {
            ids: Vec::with_capacity(n),
            clauses: Vec::with_capacity(n),
        }
    }

    fn last_id(&self) -> u64 {
        self.ids.last().copied().unwrap_or(0)
    }

    /// The id must be greater than the last one.
    fn push(&mut self, id: u64, clause: &'a [i32]) {
        self.ids.push(id);
        self.clauses.push(Some(clause));
    }

    fn position(&self, id: u64) -> Option<usize> {
        let latest = usize::try_from(id).ok()?.checked_sub(1)?;
        if self.ids.get(latest) == Some(&id) {
            return Some(latest);
        }
        let before = &self.ids[..latest.min(self.ids.len())];
        before.binary_search(&id).ok()
    }

    fn get(&self, id: u64) -> Option<&'a [i32]> {
        self.clauses[self.position(id)?]
    }

    /// Whether there was such a clause.
    fn delete(&mut self, id: u64) -> bool {
        let position = self.position(id);
        position.is_some_and(|i| self.clauses[i].take().is_some())
    }
}

/// Which literals are true and false while one clause is checked.
struct Truth {
    /// For each variable the literal of it that is true, or 0.
    true_literal: Vec<i32>,
    /// The variables that are not 0 there, to be cleared.
    known: Vec<u32>,
}

/// What a clause is while some of its literals are known.
enum Reading {
    True,
    False,
    /// All literals are false but this one, which is not known.
    Unit(i32),
    /// At least two literals are not known.
    Open,
}

impl Truth {
    fn new(n_vars: u32) -> Self {
        Truth {
            true_literal: vec![0; n_vars as usize + 1],
            known: Vec::new(),
        }
    }

    fn clear(&mut self) {
        for var in self.known.drain(..) {
            self.true_literal[var as usize] = 0;
        }
    }

    fn of(&self, literal: i32) -> Option<bool> {
        match self.true_literal[literal.unsigned_abs() as usize] {
            0 => None,
            known => Some(known == literal),
        }
    }

    /// Makes a literal true unless its variable is known already.
    fn set(&mut self, literal: i32) {
        let var = literal.unsigned_abs();
        let true_literal = &mut self.true_literal[var as usize];
        if *true_literal == 0 {
            *true_literal = literal;
            self.known.push(var);
        }
    }

    fn read(&self, clause: &[i32]) -> Reading {
        let mut unknown = None;
        for &literal in clause {
            match self.of(literal) {
                Some(true) => return Reading::True,
                Some(false) => {}
                // The same literal once more is no other.
                None if unknown.is_none_or(|u| u == literal) => unknown = Some(literal),
                None => return Reading::Open,
            }
        }
        unknown.map_or(Reading::False, Reading::Unit)
    }
}
