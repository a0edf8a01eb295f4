//! Checks what is shown by clauses: a set of states that no run leaves, or an
//! induction over the length of runs.

use playproof_model::{AtomId, Encoding, Rules, Subject};

use crate::Cnf;
use crate::check::{CheckError, reject};
use crate::evidence::{Circuit, Induction, Invariant, StateSet};
use crate::lrat::check_lrat;
use crate::lrat_proof::LratProof;
use crate::obligations::{induction_base, induction_step, invariant_safe, invariant_step};
use crate::plain::NotEncoded;
use crate::task::Budget;

/// Accepts a set that holds the initial states, that no step leaves and that
/// misses the target.
pub(crate) fn check_invariant(
    subject: &Subject,
    target: AtomId,
    invariant: &Invariant,
    budget: &mut dyn Budget,
) -> Result<(), CheckError> {
    let rules = rules_of(subject)?;
    let set = &invariant.set;
    let encoding = Encoding::new(rules);
    check_shape(set, encoding.n_bits())?;
    for (i, state) in rules.initial.iter().enumerate() {
        if !holds(set, &encoding.encode(state)) {
            return reject(format!("initial state {i} is not in the set"));
        }
    }
    let safe = invariant_safe(rules, set, target, budget);
    refuted("the set misses the target", safe, &invariant.safe, budget)?;
    let step = invariant_step(rules, set, budget);
    refuted("no step leaves the set", step, &invariant.step, budget)
}

/// Accepts that no run of fewer than `length` steps reaches the target, and
/// that none reaches it first after `length` steps or more: the last of them
/// would be steps that are refuted.
///
/// With states that differ this is enough, since a shortest run to the target
/// passes no state twice.
pub(crate) fn check_induction(
    subject: &Subject,
    target: AtomId,
    induction: &Induction,
    budget: &mut dyn Budget,
) -> Result<(), CheckError> {
    let rules = rules_of(subject)?;
    let &Induction {
        length, distinct, ..
    } = induction;
    if length == 0 {
        return reject("an induction needs a length of at least 1");
    }
    let base = induction_base(rules, target, length, budget);
    refuted(
        "no short run reaches the target",
        base,
        &induction.base,
        budget,
    )?;
    let step = induction_step(rules, target, length, distinct, budget);
    refuted(
        "no long run reaches the target",
        step,
        &induction.step,
        budget,
    )
}

/// Only Rules can be written as clauses.
fn rules_of(subject: &Subject) -> Result<&Rules, CheckError> {
    match subject {
        Subject::Rules(elaborated) => Ok(elaborated.rules()),
        Subject::Interpreted(_) => reject("an interpreted game cannot be written as clauses"),
    }
}

/// Accepts a refutation of clauses.
fn refuted(
    what: &str,
    clauses: Result<Cnf, NotEncoded>,
    proof: &LratProof,
    budget: &mut dyn Budget,
) -> Result<(), CheckError> {
    match check_lrat(&clauses?, proof, budget) {
        Err(CheckError::Rejected(why)) => reject(format!("that {what}: {why}")),
        other => other,
    }
}

/// Everything that a set names exists.
fn check_shape(set: &StateSet, n_bits: usize) -> Result<(), CheckError> {
    let is_wire = |literal: i32, n: usize| literal != 0 && literal.unsigned_abs() as usize <= n;
    match set {
        StateSet::Clauses(clauses) => {
            for (i, clause) in clauses.iter().enumerate() {
                if let Some(literal) = clause.iter().find(|&&l| !is_wire(l, n_bits)) {
                    return reject(format!(
                        "clause {i} has {literal}, which is no bit of a state"
                    ));
                }
            }
            Ok(())
        }
        StateSet::Circuit(circuit) => {
            for (i, gate) in circuit.gates.iter().enumerate() {
                let reads_known = is_wire(gate.then, i + 1) && is_wire(gate.other, i + 1);
                if gate.bit as usize >= n_bits || !reads_known {
                    return reject(format!("gate {i} reads what there is not"));
                }
            }
            match is_wire(circuit.output, circuit.gates.len() + 1) {
                true => Ok(()),
                false => reject("the circuit has no such output"),
            }
        }
    }
}

/// Whether a state is in the set. Its shape was checked.
fn holds(set: &StateSet, state: &[bool]) -> bool {
    match set {
        StateSet::Clauses(clauses) => clauses.iter().all(|clause| {
            let mut literals = clause.iter();
            literals.any(|&l| state[l.unsigned_abs() as usize - 1] == (l > 0))
        }),
        StateSet::Circuit(circuit) => circuit_holds(circuit, state),
    }
}

fn circuit_holds(circuit: &Circuit, state: &[bool]) -> bool {
    let mut wires = vec![true];
    let wire = |wires: &[bool], of: i32| wires[of.unsigned_abs() as usize - 1] == (of > 0);
    for gate in &circuit.gates {
        let chosen = match state[gate.bit as usize] {
            true => gate.then,
            false => gate.other,
        };
        wires.push(wire(&wires, chosen));
    }
    wire(&wires, circuit.output)
}
