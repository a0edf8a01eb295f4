//! Oracles: what is true, found out in the plainest way. They share the
//! kernel's evaluation of single states with the program and nothing else.

use std::collections::{HashMap, HashSet};

use playproof_certify::{ClosedSet, Column, Trace, Trap};
use playproof_kernel::{Escapable, EscapeKind};
use playproof_model::{Answer, AtomId, Dom, Reach, Step, Subject, Val};

fn reach(subject: &Subject) -> Reach {
    subject
        .question()
        .reach()
        .expect("a question of reachability")
}

/// All reachable states with the length of a shortest run to each.
pub fn reachable(subject: &Subject) -> HashMap<Vec<Val>, u32> {
    let mut play = subject.play();
    let mut depth = HashMap::new();
    let mut queue = Vec::new();
    subject.initial(&mut |state| {
        if depth.insert(state.to_vec(), 0).is_none() {
            queue.push(state.to_vec());
        }
    });
    let mut next = 0;
    while next < queue.len() {
        let state = queue[next].clone();
        let here = depth[&state];
        play.each_successor(&state, |_, successor| {
            if !depth.contains_key(successor) {
                depth.insert(successor.to_vec(), here + 1);
                queue.push(successor.to_vec());
            }
        });
        next += 1;
    }
    depth
}

/// The length of a shortest run to the target.
pub fn distance(subject: &Subject) -> Option<u32> {
    let target = reach(subject).target;
    let mut play = subject.play();
    let all = reachable(subject).into_iter();
    let hits = all.filter(|(state, _)| play.holds(state, target));
    hits.map(|(_, depth)| depth).min()
}

/// The right answer, given the length of a shortest run to the target.
pub fn answer(subject: &Subject, distance: Option<u32>) -> Answer {
    let on_reach = reach(subject).on_reach;
    match distance {
        Some(_) => on_reach,
        None => on_reach.opposite(),
    }
}

/// Whether a run is one of the game and reaches the target.
pub fn is_run(subject: &Subject, trace: &Trace) -> bool {
    let states = states_on(subject, trace);
    let last = states.as_ref().and_then(|states| states.last());
    last.is_some_and(|state| subject.holds(state, reach(subject).target))
}

/// The states of a run, if it is one of the game.
fn states_on(subject: &Subject, trace: &Trace) -> Option<Vec<Vec<Val>>> {
    let mut initial = Vec::new();
    subject.initial(&mut |state| initial.push(state.to_vec()));
    let mut states = vec![initial.get(trace.initial as usize)?.clone()];
    for step in &trace.steps {
        let state = &states[states.len() - 1];
        let mut successors = Vec::new();
        subject.successors(state, &mut |action, next| {
            successors.push((action, next.to_vec()))
        });
        let next = match step {
            Step::Stutter => successors.is_empty().then(|| state.clone()),
            Step::Act { action, choice } => {
                let mut same = successors.into_iter().filter(|(a, _)| a == action);
                same.nth(*choice as usize).map(|(_, next)| next)
            }
        };
        states.push(next?);
    }
    Some(states)
}

/// Whether a trap with a well-formed set refutes a formula of this form: its
/// run is one of the game, and its set holds the run's last state, is closed
/// and misses what it should. `None` if the states are too many.
pub fn is_trap(subject: &Subject, form: Escapable, trap: &Trap) -> Option<bool> {
    let Some(run) = states_on(subject, &trap.run) else {
        return Some(false);
    };
    let p = form.target;
    let last = &run[run.len() - 1];
    let (fits, misses) = match form.kind {
        EscapeKind::Always => (true, vec![p]),
        EscapeKind::UntilThen => (run.iter().all(|s| !subject.holds(s, p)), vec![p]),
        EscapeKind::Unless(q) => (!subject.holds(last, q), vec![p]),
        EscapeKind::OrInevitably(q) if stays_without(subject, last, q) => (true, vec![p]),
        EscapeKind::OrInevitably(q) => (true, vec![p, q]),
    };
    // Nothing is reached by standing still.
    let acts = trap.run.steps.iter().all(|step| *step != Step::Stutter);
    let closed = closes(subject, std::slice::from_ref(last), &misses, &trap.set)?;
    Some(fits && acts && closed)
}

/// Whether play can stay for ever in a state without a proposition.
fn stays_without(subject: &Subject, state: &[Val], q: AtomId) -> bool {
    let (mut n_next, mut is_own) = (0, false);
    let mut play = subject.play();
    play.each_successor(state, |_, next| {
        n_next += 1;
        is_own |= next == state;
    });
    (is_own || n_next == 0) && !play.holds(state, q)
}

/// Whether a well-formed set of cubes contains the initial states, is closed
/// and misses the target; by enumerating its states. `None` if they are too
/// many.
pub fn is_closed(subject: &Subject, set: &ClosedSet) -> Option<bool> {
    let mut initial = Vec::new();
    subject.initial(&mut |state| initial.push(state.to_vec()));
    closes(subject, &initial, &[reach(subject).target], set)
}

/// The same for a set around any states that misses any propositions.
fn closes(
    subject: &Subject,
    begin: &[Vec<Val>],
    misses: &[AtomId],
    set: &ClosedSet,
) -> Option<bool> {
    let states = states_of(subject, set)?;
    let mut play = subject.play();
    let mut right = begin.iter().all(|state| states.contains(state));
    for state in &states {
        right &= misses.iter().all(|&atom| !play.holds(state, atom));
        play.each_successor(state, |_, next| right &= states.contains(next));
    }
    Some(right)
}

const MAX_STATES: usize = 20_000;

fn states_of(subject: &Subject, set: &ClosedSet) -> Option<HashSet<Vec<Val>>> {
    let layout = subject.layout();
    let vars = &subject.signature().vars;
    let least: Vec<Val> = vars.iter().flat_map(|v| vec![v.lo; v.n_flat()]).collect();
    let mut states = HashSet::new();
    for (cube, point) in set.points.chunks_exact(layout.words).enumerate() {
        let mut choices: Vec<Vec<Val>> = (0..layout.n_flat())
            .map(|f| vec![layout.get(point, f)])
            .collect();
        for (&f, column) in set.free.iter().zip(&set.columns) {
            choices[f as usize] = match column {
                Column::Ranges(own) => {
                    let (lo, hi) = own[cube % own.len()];
                    (lo..=hi).collect()
                }
                Column::Sets { words, bits } => {
                    members(&bits[cube * words..][..*words], least[f as usize])
                }
            };
        }
        add_product(&choices, &mut states)?;
    }
    let flat = vars.iter().flat_map(|v| vec![(v.lo, v.hi); v.n_flat()]);
    let everything: Vec<Vec<Val>> = flat.map(|(lo, hi)| (lo..=hi).collect()).collect();
    for pattern in &set.patterns {
        let mut choices = everything.clone();
        for (flat, dom) in pattern {
            let flat = *flat as usize;
            choices[flat] = match dom {
                Dom::Range(lo, hi) => (*lo..=*hi).collect(),
                Dom::Set(bits) => members(bits, least[flat]),
            };
        }
        add_product(&choices, &mut states)?;
    }
    for p in &set.potentials {
        // All states that are too far away.
        let mut all = HashSet::new();
        add_product(&everything, &mut all)?;
        let far = |state: &Vec<Val>| {
            let weights = p.weights.iter().map(|(flat, weights)| {
                let flat = *flat as usize;
                weights[(state[flat] - least[flat]) as usize]
            });
            let bound = p.constant + weights.sum::<Val>();
            match &p.count {
                Some(count) => state[count.counter as usize] + bound.max(0) > count.limit,
                None => bound > 0,
            }
        };
        states.extend(all.into_iter().filter(far));
    }
    Some(states)
}

fn members(bits: &[u64], least: Val) -> Vec<Val> {
    let values = 0..bits.len() * 64;
    let set = values.filter(|i| bits[i / 64] >> (i % 64) & 1 == 1);
    set.map(|i| least + i as Val).collect()
}

fn add_product(choices: &[Vec<Val>], states: &mut HashSet<Vec<Val>>) -> Option<()> {
    let size = choices
        .iter()
        .map(Vec::len)
        .try_fold(1usize, usize::checked_mul)?;
    if states.len() + size > MAX_STATES {
        return None;
    }
    let mut product = vec![Vec::new()];
    for values in choices {
        product = product
            .into_iter()
            .flat_map(|prefix: Vec<Val>| values.iter().map(move |&v| [&prefix[..], &[v]].concat()))
            .collect();
    }
    states.extend(product);
    Some(())
}
