//! What symbolic evidence must refute: clauses that could be true together only
//! if the evidence were wrong.
//!
//! Engines refute exactly these clauses, whatever they searched with; the
//! checker makes them again from the machine and goes through the refutation.
//! The machine must be well-formed, the target and all that a set names must
//! exist. What is too large for clauses is rejected, and so is a machine with
//! an interpreter of its own.

use crate::encoder::{Encoder, State};
use crate::gates::{FALSE, TRUE};
use crate::{AtomId, Budget, Checked, Cnf, Machine, StateSet};

/// "A step leads out of the set."
pub fn invariant_step(machine: &Machine, set: &StateSet, budget: &mut dyn Budget) -> Checked<Cnf> {
    let mut encoder = Encoder::new(machine, budget)?;
    let (mut from, to) = (encoder.state()?, encoder.state()?);
    let begins_inside = is_in(&mut encoder, set, &from)?;
    let ends_inside = is_in(&mut encoder, set, &to)?;
    encoder.gates.demand(&[begins_inside]);
    encoder.demand_step(&mut from, &to, FALSE)?;
    encoder.gates.demand(&[-ends_inside]);
    Ok(encoder.gates.cnf)
}

/// "The set holds a state with the target."
pub fn invariant_safe(
    machine: &Machine,
    set: &StateSet,
    target: AtomId,
    budget: &mut dyn Budget,
) -> Checked<Cnf> {
    let mut encoder = Encoder::new(machine, budget)?;
    let mut state = encoder.state()?;
    let inside = is_in(&mut encoder, set, &state)?;
    let reached = encoder.condition(&mut state, machine.atoms[target.index()].holds)?;
    encoder.gates.demand(&[inside]);
    encoder.gates.demand(&[reached]);
    Ok(encoder.gates.cnf)
}

/// "A run through at most so many states reaches the target", the first one in
/// any case. For an induction these are as many as its length: runs of fewer
/// steps.
///
/// With the clauses come the literals of each state's bits, as in
/// [`Encoding`](crate::Encoding). What comes after the target was reached means
/// nothing.
pub fn bounded_run(
    machine: &Machine,
    target: AtomId,
    n_states: u32,
    budget: &mut dyn Budget,
) -> Checked<(Cnf, Vec<Vec<i32>>)> {
    let target = machine.atoms[target.index()].holds;
    let mut encoder = Encoder::new(machine, budget)?;
    let mut last = encoder.state()?;
    encoder.demand_initial(&last)?;
    let mut states = vec![last.bits.clone()];
    // Whether the target was reached already: then no step is demanded, since
    // play may be over there.
    let mut reached = encoder.condition(&mut last, target)?;
    for n in 1..n_states {
        let size = encoder.size();
        let mut next = encoder.state()?;
        encoder.demand_step(&mut last, &next, reached)?;
        let here = encoder.condition(&mut next, target)?;
        reached = encoder.gates.or(&[reached, here]);
        states.push(next.bits.clone());
        last = next;
        // A few bytes of a certificate can ask for any length. All steps are
        // written alike, so the first one tells what the rest will take.
        if n == 1 {
            encoder.expect((n_states as usize - 2).saturating_mul(encoder.size() - size))?;
        }
    }
    encoder.gates.demand(&[reached]);
    Ok((encoder.gates.cnf, states))
}

/// "`length` steps lead through states without the target to one with it", the
/// states without it being different from each other if `distinct`.
pub fn induction_step(
    machine: &Machine,
    target: AtomId,
    length: u32,
    distinct: bool,
    budget: &mut dyn Budget,
) -> Checked<Cnf> {
    let target = machine.atoms[target.index()].holds;
    let mut encoder = Encoder::new(machine, budget)?;
    let mut last = encoder.state()?;
    let mut before: Vec<Vec<i32>> = Vec::new();
    for n in 0..length as usize {
        let size = encoder.size();
        let missed = -encoder.condition(&mut last, target)?;
        encoder.gates.demand(&[missed]);
        for other in before.iter().filter(|_| distinct) {
            demand_different(&mut encoder, other, &last.bits)?;
        }
        let next = encoder.state()?;
        encoder.demand_step(&mut last, &next, FALSE)?;
        before.push(last.bits);
        last = next;
        // As above; and each state makes a pair with each one before.
        if n == 0 {
            let n_more = length as usize - 1;
            let n_pairs = usize::from(distinct) * (n_more.saturating_mul(n_more + 1) / 2);
            let pairs = n_pairs.saturating_mul(DIFFERENT_SIZE * last.bits.len());
            let steps = n_more.saturating_mul(encoder.size() - size);
            encoder.expect(steps.saturating_add(pairs))?;
        }
    }
    let reached = encoder.condition(&mut last, target)?;
    encoder.gates.demand(&[reached]);
    Ok(encoder.gates.cnf)
}

/// What `demand_different` writes for each bit: a variable and seven literals.
const DIFFERENT_SIZE: usize = 8;

/// Demands that two states differ in some bit. Different states do, since the
/// bits of a state are the digits of its values.
fn demand_different(encoder: &mut Encoder, a: &[i32], b: &[i32]) -> Checked {
    let gates = &mut encoder.gates;
    let mut somewhere = Vec::new();
    for (&a, &b) in a.iter().zip(b) {
        let here = gates.cnf.fresh();
        gates.demand(&[-here, a, b]);
        gates.demand(&[-here, -a, -b]);
        somewhere.push(here);
    }
    gates.demand(&somewhere);
    encoder.ask()
}

/// Where a state is in the set. Of a state that is known this is a constant,
/// since gates of constants are.
pub(crate) fn is_in(encoder: &mut Encoder, set: &StateSet, state: &State) -> Checked<i32> {
    let literal = |of: &[i32], l: i32| l.signum() * of[l.unsigned_abs() as usize - 1];
    match set {
        StateSet::Clauses(clauses) => {
            let mut all = Vec::new();
            for clause in clauses {
                let clause: Vec<i32> = clause.iter().map(|&l| literal(&state.bits, l)).collect();
                all.push(encoder.gates.or(&clause));
                encoder.ask()?;
            }
            Ok(encoder.gates.and(&all))
        }
        StateSet::Circuit(circuit) => {
            let mut wires = vec![TRUE];
            for gate in &circuit.gates {
                let (then, other) = (literal(&wires, gate.then), literal(&wires, gate.other));
                let bit = state.bits[gate.bit as usize];
                wires.push(encoder.gates.choice(bit, then, other));
                encoder.ask()?;
            }
            Ok(literal(&wires, circuit.output))
        }
    }
}
