//! Symbolic evidence against all states of small machines, one by one.

use playproof_certify::{Circuit, Evidence, Gate, Induction, Invariant, LratProof, StateSet};
use playproof_model::{Encoding, Machine, Subject, Val};

/// Machines with more states than this are not gone through.
const MAX_STATES: u64 = 20_000;

/// All states within the domains, reachable or not; nothing where they are too
/// many.
pub fn all_states(machine: &Machine) -> Option<Vec<Vec<Val>>> {
    let encoding = Encoding::new(machine);
    let domains = (0..encoding.n_flat()).map(|flat| encoding.domain(flat));
    let mut states = vec![Vec::new()];
    for (lo, hi) in domains {
        let n_values = Encoding::above(lo, hi) + 1;
        if (states.len() as u64).saturating_mul(n_values) > MAX_STATES {
            return None;
        }
        let longer = states.iter().flat_map(|state| {
            (lo..=hi).map(|value| {
                let mut state = state.clone();
                state.push(value);
                state
            })
        });
        states = longer.collect();
    }
    Some(states)
}

/// Whether a state is in a set.
pub fn is_inside(set: &StateSet, encoding: &Encoding, state: &[Val]) -> bool {
    let bits = encoding.encode(state);
    let literal = |l: i32| bits[l.unsigned_abs() as usize - 1] == (l > 0);
    match set {
        StateSet::Clauses(clauses) => clauses.iter().all(|c| c.iter().any(|&l| literal(l))),
        StateSet::Circuit(circuit) => wire(circuit, &bits, circuit.output),
    }
}

fn wire(circuit: &Circuit, bits: &[bool], literal: i32) -> bool {
    let truth = match literal.unsigned_abs() {
        1 => true,
        n => {
            let Gate { bit, then, other } = circuit.gates[n as usize - 2];
            wire(circuit, bits, if bits[bit as usize] { then } else { other })
        }
    };
    truth == (literal > 0)
}

/// Whether no step leaves a set; nothing where there are too many states.
pub fn no_step_leaves(subject: &Subject, set: &StateSet) -> Option<bool> {
    let machine = subject.machine();
    let encoding = Encoding::new(machine);
    let states = all_states(machine)?;
    let mut inside = states.iter().filter(|s| is_inside(set, &encoding, s));
    let mut play = subject.play();
    Some(inside.all(|state| {
        let mut stays = true;
        play.each_successor(state, |_, next| {
            stays &= is_inside(set, &encoding, next);
        });
        stays
    }))
}

/// Whether no state of a set has the target.
pub fn misses_target(subject: &Subject, set: &StateSet) -> Option<bool> {
    let machine = subject.machine();
    let encoding = Encoding::new(machine);
    let target = subject.question().reach()?.target;
    let states = all_states(machine)?;
    let mut inside = states.iter().filter(|s| is_inside(set, &encoding, s));
    let mut play = subject.play();
    Some(inside.all(|state| !play.holds(state, target)))
}

/// Whether so many steps through states without the target, different ones or
/// not, lead to it from anywhere.
pub fn steps_lead_there(subject: &Subject, length: u32, distinct: bool) -> Option<bool> {
    let mut play = subject.play();
    let target = subject.question().reach()?.target;
    let states = all_states(subject.machine())?;
    if distinct {
        let mut path = Vec::new();
        let mut starts = states.into_iter();
        return Some(starts.any(|state| path_leads_there(subject, state, length, &mut path)));
    }
    let position = |state: &[Val]| states.binary_search_by(|s| s[..].cmp(state));
    let mut leads: Vec<bool> = states.iter().map(|s| play.holds(s, target)).collect();
    for _ in 0..length {
        let earlier = states.iter().map(|state| {
            let mut one_does = false;
            play.each_successor(state, |_, next| {
                one_does |= leads[position(next).expect("a state")];
            });
            one_does && !play.holds(state, target)
        });
        leads = earlier.collect();
    }
    Some(leads.contains(&true))
}

/// Whether so many steps from here through states that are not on the path
/// lead to the target.
fn path_leads_there(
    subject: &Subject,
    state: Vec<Val>,
    length: u32,
    path: &mut Vec<Vec<Val>>,
) -> bool {
    let target = subject
        .question()
        .reach()
        .expect("a question of reachability")
        .target;
    let reached = subject.holds(&state, target);
    if length == 0 || reached || path.contains(&state) {
        return length == 0 && reached;
    }
    let mut following = Vec::new();
    subject.successors(&state, &mut |_, next| following.push(next.to_vec()));
    path.push(state);
    let leads = following
        .into_iter()
        .any(|next| path_leads_there(subject, next, length - 1, path));
    path.pop();
    leads
}

/// Mutants of an invariant: name, mutant, whether it is known to be wrong.
pub fn invariant_mutants(
    subject: &Subject,
    invariant: &Invariant,
    rng: &mut fastrand::Rng,
) -> Vec<(&'static str, Evidence, bool)> {
    let mut all = Vec::new();
    let n_bits = Encoding::new(subject.machine()).n_bits() as i32;
    let mut sets = vec![("everything", StateSet::Clauses(Vec::new()))];
    sets.push(("nothing", StateSet::Clauses(vec![Vec::new()])));
    for _ in 0..4 {
        sets.push(("a set changed", changed_set(&invariant.set, n_bits, rng)));
    }
    for (name, set) in sets {
        let wrong = is_invariant(subject, &set) == Some(false);
        let mutant = Invariant {
            set,
            ..invariant.clone()
        };
        all.push((name, Evidence::Invariant(mutant), wrong));
    }
    let strange = [
        ("no such bit", StateSet::Clauses(vec![vec![n_bits + 1]])),
        ("no bit", StateSet::Clauses(vec![vec![0]])),
        ("a gate that reads itself", circuit(0, 2, 1)),
        ("a gate of no bit", circuit(n_bits as u32, 1, -1)),
        ("a gate of nothing", circuit(0, 0, 1)),
        ("the least number", StateSet::Clauses(vec![vec![i32::MIN]])),
    ];
    for (name, set) in strange {
        let mutant = Invariant {
            set,
            ..invariant.clone()
        };
        all.push((name, Evidence::Invariant(mutant), true));
    }
    for (name, proof) in proof_mutants(&invariant.step, rng) {
        let mutant = Invariant {
            step: proof,
            ..invariant.clone()
        };
        all.push((name, Evidence::Invariant(mutant), true));
    }
    for (name, proof) in proof_mutants(&invariant.safe, rng) {
        let mutant = Invariant {
            safe: proof,
            ..invariant.clone()
        };
        all.push((name, Evidence::Invariant(mutant), true));
    }
    all
}

/// Mutants of an induction: name, mutant, whether it is known to be wrong.
pub fn induction_mutants(
    subject: &Subject,
    induction: &Induction,
    rng: &mut fastrand::Rng,
) -> Vec<(&'static str, Evidence, bool)> {
    let mut all = Vec::new();
    let mut add = |name, wrong, change: &dyn Fn(&mut Induction)| {
        let mut mutant = induction.clone();
        change(&mut mutant);
        all.push((name, Evidence::Induction(mutant), wrong));
    };
    add("no length", true, &|i| i.length = 0);
    let leads = |length| steps_lead_there(subject, length, false) == Some(true);
    let shorter = induction.length - 1;
    let may_say = shorter > 0 && !induction.distinct;
    add("shorter", may_say && leads(shorter), &|i| i.length -= 1);
    add("not different", leads(induction.length), &|i| {
        i.distinct = false
    });
    for (name, proof) in proof_mutants(&induction.base, rng) {
        add(name, true, &|i| i.base = proof.clone());
    }
    for (name, proof) in proof_mutants(&induction.step, rng) {
        add(name, true, &|i| i.step = proof.clone());
    }
    all
}

/// Whether a set holds the initial states, is never left and misses the target.
pub fn is_invariant(subject: &Subject, set: &StateSet) -> Option<bool> {
    let machine = subject.machine();
    let encoding = Encoding::new(machine);
    let mut first = machine.initial.iter();
    let holds_first = first.all(|state| is_inside(set, &encoding, state));
    Some(holds_first && no_step_leaves(subject, set)? && misses_target(subject, set)?)
}

fn circuit(bit: u32, then: i32, other: i32) -> StateSet {
    StateSet::Circuit(Circuit {
        gates: vec![Gate { bit, then, other }],
        output: 2,
    })
}

fn changed_set(set: &StateSet, n_bits: i32, rng: &mut fastrand::Rng) -> StateSet {
    match set {
        StateSet::Clauses(clauses) => {
            let mut clauses = clauses.clone();
            let literal = rng.i32(1..=n_bits) * if rng.bool() { 1 } else { -1 };
            if clauses.is_empty() || rng.u8(0..4) == 0 {
                clauses.push(vec![literal]);
                return StateSet::Clauses(clauses);
            }
            let i = rng.usize(0..clauses.len());
            match rng.u8(0..3) {
                0 => drop(clauses.remove(i)),
                1 if !clauses[i].is_empty() => {
                    let place = rng.usize(0..clauses[i].len());
                    clauses[i].remove(place);
                }
                _ => clauses[i].push(literal),
            }
            StateSet::Clauses(clauses)
        }
        StateSet::Circuit(circuit) => {
            let mut circuit = circuit.clone();
            if circuit.gates.is_empty() || rng.u8(0..4) == 0 {
                circuit.output = -circuit.output;
                return StateSet::Circuit(circuit);
            }
            let i = rng.usize(0..circuit.gates.len());
            let gate = &mut circuit.gates[i];
            match rng.u8(0..4) {
                0 => gate.then = -gate.then,
                1 => gate.other = rng.i32(1..i as i32 + 2),
                2 => gate.bit = rng.u32(0..n_bits as u32),
                _ => std::mem::swap(&mut gate.then, &mut gate.other),
            }
            StateSet::Circuit(circuit)
        }
    }
}

/// Proofs that lack something, where there is something to lack.
fn proof_mutants(proof: &LratProof, rng: &mut fastrand::Rng) -> Vec<(&'static str, LratProof)> {
    let steps: Vec<(&[i32], &[u64])> = proof.steps().collect();
    if steps.is_empty() {
        return Vec::new();
    }
    let chosen = rng.usize(0..steps.len());
    let mut unfounded = LratProof::default();
    for (i, &(clause, hints)) in steps.iter().enumerate() {
        let kept = hints.len() - usize::from(i == chosen);
        unfounded.push(clause, &hints[..kept]);
    }
    // Clauses are numbered by their places, so that nothing may follow.
    let mut unended = LratProof::default();
    for (clause, hints) in steps.iter().take_while(|(clause, _)| !clause.is_empty()) {
        unended.push(clause, hints);
    }
    vec![("a hint dropped", unfounded), ("an open end", unended)]
}
