//! The LRAT checker: accepts a proof only if each clause that it adds follows
//! from clauses before it, and one of them is empty.
//!
//! That a clause follows is seen by supposing it false and reading the clauses
//! that its hints name, one by one. Each must be unit, all its literals false
//! but one, which is then true; and the last must be false altogether. There
//! is no search: a check takes time linear in what the hints name.

use crate::{Budget, CheckError, Checked, Cnf, LratProof, ensure, known, poll, reject};

/// Literals read between two questions to the budget.
const BATCH_WORK: usize = 1 << 16;

/// Accepts the proof if it shows that the clauses cannot all be true.
///
/// All steps are checked, even those after the empty clause. Where an original
/// clause is empty there is nothing to show, and a proof without steps will do.
///
/// ```
/// use playproof_kernel::{Cnf, LratProof, Unlimited, check_lrat};
///
/// // Someone lies: a, not a or b, not b.
/// let mut cnf = Cnf::new(2);
/// for clause in [&[1][..], &[-1, 2], &[-2]] {
///     cnf.push(clause);
/// }
/// // Clause 4 is empty: 1 makes a true, 2 then b, and so 3 is false.
/// let mut proof = LratProof::default();
/// proof.push(&[], &[1, 2, 3]);
/// assert!(check_lrat(&cnf, &proof, &mut Unlimited).is_ok());
///
/// let mut hasty = LratProof::default();
/// hasty.push(&[], &[1, 3]);
/// assert!(check_lrat(&cnf, &hasty, &mut Unlimited).is_err());
/// ```
pub fn check_lrat(cnf: &Cnf, proof: &LratProof, budget: &mut dyn Budget) -> Result<(), CheckError> {
    let n_clauses = cnf.n_clauses() + proof.n_steps();
    // Lists that grow may take twice what is in them.
    let index_bytes = (2 * n_clauses * size_of::<&[i32]>()) as u64;
    let truth_bytes = 2 * u64::from(cnf.n_vars()) * size_of::<i32>() as u64;
    let bytes = cnf.bytes() + proof.bytes() + index_bytes + truth_bytes;
    // Before the memory is taken, not after.
    poll(budget, 0, bytes)?;

    let true_literal = vec![0; cnf.n_vars() as usize + 1];
    let mut checker = Checker { clauses: cnf.clauses().collect(), true_literal, known: Vec::new() };
    let mut work = 0;
    for (i, (clause, hints)) in proof.steps().enumerate() {
        let mut ask = |cost: usize| {
            work += cost;
            if work < BATCH_WORK {
                return Ok(());
            }
            work = 0;
            poll(budget, i as u64, bytes)
        };
        let follows = match clause.iter().find(|&&literal| !cnf.has(literal)) {
            None => checker.check_follows(clause, hints, &mut ask),
            Some(other) => reject(format!("{other} is not a literal of the clauses")),
        };
        within(format!("step {}", i + 1), follows)?;
        checker.clauses.push(clause);
    }
    // Each clause that was added is true wherever the original ones are, and
    // the empty clause never is: so the original ones never are.
    let is_refuted = checker.clauses.iter().any(|clause| clause.is_empty());
    ensure(is_refuted, "the proof does not add the empty clause")
}

/// The same, with the place of what is rejected.
pub(crate) fn within(place: String, checked: Checked) -> Checked {
    match checked {
        Err(CheckError::Rejected(why)) => reject(format!("{place}: {why}")),
        other => other,
    }
}

/// The clauses there are, and what is true while one more is checked.
struct Checker<'a> {
    /// Clause `id` is at `id - 1`.
    clauses: Vec<&'a [i32]>,
    /// For each variable the literal of it that is true, or 0.
    true_literal: Vec<i32>,
    /// The literals that stand there, to be cleared.
    known: Vec<i32>,
}

impl Checker<'_> {
    /// Accepts a clause if it cannot be false where the clauses of its hints
    /// are true. Where it is false and they are true, all that is supposed here
    /// is so: the literals of the clause are false, and of a unit clause the
    /// one literal that is left is true. If a clause of the hints is false
    /// there, there is no such place.
    fn check_follows(
        &mut self,
        clause: &[i32],
        hints: &[u64],
        ask: &mut dyn FnMut(usize) -> Checked,
    ) -> Checked {
        for literal in self.known.drain(..) {
            self.true_literal[literal.unsigned_abs() as usize] = 0;
        }
        ask(1 + clause.len())?;
        let mut contradiction = false;
        for &literal in clause {
            // A clause with a literal and its negation is true whatever happens.
            contradiction |= self.is_true(literal);
            self.suppose(-literal);
        }
        for &hint in hints {
            // Further hints would go unchecked: where everything is supposed
            // at once, what a clause makes of it says nothing.
            ensure(!contradiction, format_args!("hint {hint} comes after the contradiction"))?;
            let hinted = self.clauses.get(hint.wrapping_sub(1) as usize).copied();
            let hinted = known(hinted, format_args!("hint {hint} names no clause before it"))?;
            ask(1 + hinted.len())?;
            let mut left = hinted.iter().filter(|&&literal| !self.is_true(-literal));
            match left.next() {
                None => contradiction = true,
                // The same literal once more is no other.
                Some(&unit) if !self.is_true(unit) && left.all(|&l| l == unit) => {
                    self.suppose(unit);
                }
                Some(_) => return reject(format!("hint {hint} is neither unit nor false")),
            }
        }
        ensure(contradiction, "the hints lead to no contradiction")
    }

    fn is_true(&self, literal: i32) -> bool {
        self.true_literal[literal.unsigned_abs() as usize] == literal
    }

    /// Makes a literal true unless it or its negation is so already.
    fn suppose(&mut self, literal: i32) {
        let true_literal = &mut self.true_literal[literal.unsigned_abs() as usize];
        if *true_literal == 0 {
            *true_literal = literal;
            self.known.push(literal);
        }
    }
}
