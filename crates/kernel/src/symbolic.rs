//! Checks what is shown by clauses: a set of states that no run leaves, or an
//! induction over the length of runs.
//!
//! Lemma: the clauses of an obligation can be true together if there is a step
//! or run of the kind it names (see `obligations.rs`). So where they are
//! refuted there is none.

use crate::encoder::Encoder;
use crate::gates::TRUE;
use crate::lrat::within;
use crate::obligations::is_in;
use crate::{
    AtomId, Checked, Checker, Encoding, Induction, Invariant, StateSet, bounded_run, check_lrat,
    ensure, induction_step, invariant_safe, invariant_step,
};

/// Accepts a set that holds the initial states, that no step leaves and that
/// misses the target. By induction over their length all runs stay in it, and
/// so none of them reaches the target.
pub(crate) fn check_invariant(checker: &mut Checker, target: AtomId, given: &Invariant) -> Checked {
    let (machine, budget) = (checker.statement.machine(), &mut *checker.budget);
    let set = &given.set;
    let is_set = has_shape(set, Encoding::new(machine).n_bits());
    ensure(is_set, "the set names what there is not")?;
    let mut encoder = Encoder::new(machine, budget)?;
    for (i, values) in machine.initial.iter().enumerate() {
        let state = encoder.known(values);
        let is_inside = is_in(&mut encoder, set, &state)? == TRUE;
        ensure(is_inside, format_args!("initial state {i} is not in the set"))?;
    }
    let bad = invariant_safe(machine, set, target, budget)?;
    within("that the set misses the target".into(), check_lrat(&bad, &given.safe, budget))?;
    drop(bad);
    let leaves = invariant_step(machine, set, budget)?;
    within("that no step leaves the set".into(), check_lrat(&leaves, &given.step, budget))
}

/// Accepts that no run of fewer than `length` steps reaches the target, and
/// that none reaches it first after `length` steps or more: the last of them
/// would be steps that are refuted.
///
/// With states that differ this is enough, since a shortest run to the target
/// passes no state twice.
pub(crate) fn check_induction(checker: &mut Checker, target: AtomId, given: &Induction) -> Checked {
    let (machine, budget) = (checker.statement.machine(), &mut *checker.budget);
    let (length, distinct) = (given.length, given.distinct);
    // With no steps at all an initial state could have the target unseen.
    ensure(length > 0, "an induction needs a length of at least 1")?;
    let (short, _) = bounded_run(machine, target, length, budget)?;
    within("that no short run hits the target".into(), check_lrat(&short, &given.base, budget))?;
    drop(short);
    let long = induction_step(machine, target, length, distinct, budget)?;
    within("that no long run hits the target".into(), check_lrat(&long, &given.step, budget))
}

/// Whether everything that a set names exists, and gates read only gates
/// before them: so each state is in the set or not.
fn has_shape(set: &StateSet, n_bits: usize) -> bool {
    let names = |literal: i32, n: usize| literal != 0 && literal.unsigned_abs() as usize <= n;
    match set {
        StateSet::Clauses(clauses) => clauses.iter().flatten().all(|&l| names(l, n_bits)),
        StateSet::Circuit(circuit) => {
            // Before gate `i` there are `i` others and the constant.
            let mut gates = circuit.gates.iter().zip(1..);
            let reads_known = gates.all(|(gate, n)| {
                (gate.bit as usize) < n_bits && names(gate.then, n) && names(gate.other, n)
            });
            reads_known && names(circuit.output, circuit.gates.len() + 1)
        }
    }
}
