//! What symbolic evidence must refute: clauses that could be true together only
//! if the evidence were wrong.
//!
//! Engines refute exactly these clauses, whatever they searched with; the
//! checker makes them again from the Rules and goes through the refutation.

use playproof_model::{AtomId, Rules};

use crate::Cnf;
use crate::evidence::{Circuit, StateSet};
use crate::gates::{FALSE, TRUE};
use crate::plain::{Encoder, NotEncoded, State};
use crate::task::Budget;

/// "A step leads out of the set."
pub fn invariant_step(
    rules: &Rules,
    set: &StateSet,
    budget: &mut dyn Budget,
) -> Result<Cnf, NotEncoded> {
    let mut encoder = Encoder::new(rules, budget);
    let (mut from, to) = (encoder.state()?, encoder.state()?);
    demand_inside(&mut encoder, set, &from)?;
    encoder.demand_step(&mut from, &to, FALSE)?;
    demand_outside(&mut encoder, set, &to)?;
    Ok(encoder.into_cnf())
}

/// "The set holds a state with the target."
pub fn invariant_safe(
    rules: &Rules,
    set: &StateSet,
    target: AtomId,
    budget: &mut dyn Budget,
) -> Result<Cnf, NotEncoded> {
    let mut encoder = Encoder::new(rules, budget);
    let mut state = encoder.state()?;
    demand_inside(&mut encoder, set, &state)?;
    let reached = encoder.condition(&mut state, rules.atoms[target.index()].holds)?;
    encoder.gates().demand(&[reached]);
    Ok(encoder.into_cnf())
}

/// "A run of fewer than `length` steps reaches the target."
pub fn induction_base(
    rules: &Rules,
    target: AtomId,
    length: u32,
    budget: &mut dyn Budget,
) -> Result<Cnf, NotEncoded> {
    Ok(bounded_run(rules, target, length, budget)?.cnf)
}

/// Clauses about a run, and where its states are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoundedRun {
    /// The clauses.
    pub cnf: Cnf,
    /// The literals of each state's bits, as in
    /// [`Encoding`](playproof_model::Encoding). What comes after the target
    /// was reached means nothing.
    pub states: Vec<Vec<i32>>,
}

/// "A run through at most so many states reaches the target", with the states.
pub fn bounded_run(
    rules: &Rules,
    target: AtomId,
    n_states: u32,
    budget: &mut dyn Budget,
) -> Result<BoundedRun, NotEncoded> {
    let target = rules.atoms[target.index()].holds;
    let mut encoder = Encoder::new(rules, budget);
    let mut states: Vec<State> = Vec::new();
    // Whether the target was reached already: then no step is demanded, since
    // play may be over there.
    let mut reached = FALSE;
    for _ in 0..n_states {
        let mut state = encoder.state()?;
        match states.last_mut() {
            None => encoder.demand_initial(&state)?,
            Some(last) => {
                encoder.demand_step(last, &state, reached)?;
                last.forget();
            }
        }
        let here = encoder.condition(&mut state, target)?;
        reached = encoder.gates().or(&[reached, here]);
        states.push(state);
    }
    encoder.gates().demand(&[reached]);
    let states = states.into_iter().map(|state| state.bits).collect();
    let cnf = encoder.into_cnf();
    Ok(BoundedRun { cnf, states })
}

/// "`length` steps lead through states without the target to one with it", the
/// states without it being different from each other if `distinct`.
pub fn induction_step(
    rules: &Rules,
    target: AtomId,
    length: u32,
    distinct: bool,
    budget: &mut dyn Budget,
) -> Result<Cnf, NotEncoded> {
    let target = rules.atoms[target.index()].holds;
    let mut encoder = Encoder::new(rules, budget);
    let mut last = encoder.state()?;
    let mut before: Vec<Vec<i32>> = Vec::new();
    for _ in 0..length {
        let missed = -encoder.condition(&mut last, target)?;
        encoder.gates().demand(&[missed]);
        if distinct {
            for other in &before {
                demand_different(&mut encoder, other, &last.bits);
                encoder.ask()?;
            }
        }
        let next = encoder.state()?;
        encoder.demand_step(&mut last, &next, FALSE)?;
        before.push(last.bits);
        last = next;
    }
    let reached = encoder.condition(&mut last, target)?;
    encoder.gates().demand(&[reached]);
    Ok(encoder.into_cnf())
}

/// Demands that two states differ in some bit.
fn demand_different(encoder: &mut Encoder, a: &[i32], b: &[i32]) {
    let gates = encoder.gates();
    let mut somewhere = Vec::new();
    for (&a, &b) in a.iter().zip(b) {
        let here = gates.fresh();
        gates.demand(&[-here, a, b]);
        gates.demand(&[-here, -a, -b]);
        somewhere.push(here);
    }
    gates.demand(&somewhere);
}

/// Demands that a state be in the set.
fn demand_inside(encoder: &mut Encoder, set: &StateSet, state: &State) -> Result<(), NotEncoded> {
    match set {
        StateSet::Clauses(clauses) => {
            for clause in clauses {
                let literals: Vec<i32> = clause.iter().map(|&l| bit(state, l)).collect();
                encoder.gates().demand(&literals);
                encoder.ask()?;
            }
        }
        StateSet::Circuit(circuit) => {
            let inside = output(encoder, circuit, state)?;
            encoder.gates().demand(&[inside]);
        }
    }
    Ok(())
}

/// Demands that a state not be in the set.
fn demand_outside(encoder: &mut Encoder, set: &StateSet, state: &State) -> Result<(), NotEncoded> {
    match set {
        StateSet::Clauses(clauses) => {
            let mut falsified = Vec::new();
            for clause in clauses {
                let gates = encoder.gates();
                let this = gates.fresh();
                for &literal in clause {
                    gates.demand(&[-this, -bit(state, literal)]);
                }
                falsified.push(this);
                encoder.ask()?;
            }
            encoder.gates().demand(&falsified);
        }
        StateSet::Circuit(circuit) => {
            let inside = output(encoder, circuit, state)?;
            encoder.gates().demand(&[-inside]);
        }
    }
    Ok(())
}

/// A literal of the set as one of a state.
fn bit(state: &State, literal: i32) -> i32 {
    literal.signum() * state.bits[literal.unsigned_abs() as usize - 1]
}

/// Where a circuit is true of a state.
fn output(encoder: &mut Encoder, circuit: &Circuit, state: &State) -> Result<i32, NotEncoded> {
    let mut wires = vec![TRUE];
    let wire = |wires: &[i32], of: i32| of.signum() * wires[of.unsigned_abs() as usize - 1];
    for gate in &circuit.gates {
        let condition = state.bits[gate.bit as usize];
        let (then, other) = (wire(&wires, gate.then), wire(&wires, gate.other));
        let gates = encoder.gates();
        let out = gates.fresh();
        gates.demand(&[-condition, -then, out]);
        gates.demand(&[-condition, then, -out]);
        gates.demand(&[condition, -other, out]);
        gates.demand(&[condition, other, -out]);
        // They follow, but only so a solver sees it while the bit is open.
        gates.demand(&[-then, -other, out]);
        gates.demand(&[then, other, -out]);
        wires.push(out);
        encoder.ask()?;
    }
    Ok(wire(&wires, circuit.output))
}
