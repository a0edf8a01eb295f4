//! Smaller automata that accept the same runs.

use rustc_hash::FxHashMap;

use super::automaton::{Automaton, Transition};

/// An automaton for the same runs, as small as a few simple laws make it:
/// states from which nothing is accepted go, marks where no run stays go,
/// marks that others imply go, and states that behave alike become one.
pub fn simplify(automaton: Automaton) -> Automaton {
    let automaton = without_dead_ends(automaton);
    let automaton = fewer_marks(automaton);
    let mut automaton = automaton;
    loop {
        let n_states = automaton.states.len();
        automaton = merged(automaton);
        if automaton.states.len() == n_states {
            return automaton;
        }
    }
}

fn without_dead_ends(mut automaton: Automaton) -> Automaton {
    let component = automaton.components();
    let n_components = component.iter().max().map_or(0, |&c| c + 1);
    let (mut marks, mut cyclic) = (vec![0u64; n_components], vec![false; n_components]);
    for (state, transitions) in automaton.states.iter().enumerate() {
        for t in transitions {
            if component[state] == component[t.to as usize] {
                marks[component[state]] |= t.marks;
                cyclic[component[state]] = true;
            }
        }
    }
    let all = automaton.all_marks();
    let mut useful: Vec<bool> = (0..n_components)
        .map(|c| cyclic[c] && marks[c] == all)
        .collect();
    // Components come after those they lead to.
    let mut states: Vec<usize> = (0..automaton.states.len()).collect();
    states.sort_by_key(|&s| component[s]);
    for &state in &states {
        let leads = |t: &Transition| useful[component[t.to as usize]];
        if automaton.states[state].iter().any(leads) {
            useful[component[state]] = true;
        }
    }
    for (state, transitions) in automaton.states.iter_mut().enumerate() {
        transitions.retain(|t| useful[component[t.to as usize]]);
        for t in transitions {
            // A run takes such a transition once: its marks do not matter.
            if component[state] != component[t.to as usize] {
                t.marks = 0;
            }
        }
    }
    if !automaton.states.is_empty() && !useful[component[automaton.initial]] {
        return Automaton {
            states: Vec::new(),
            initial: 0,
            n_marks: automaton.n_marks,
        };
    }
    let keep: Vec<bool> = component.iter().map(|&c| useful[c]).collect();
    renumbered(automaton, &keep)
}

fn renumbered(automaton: Automaton, keep: &[bool]) -> Automaton {
    let mut number = vec![0u32; keep.len()];
    let mut n = 0;
    for (state, &kept) in keep.iter().enumerate() {
        number[state] = n;
        n += u32::from(kept);
    }
    let states = automaton.states.into_iter().zip(keep);
    let states = states.filter(|(_, kept)| **kept).map(|(transitions, _)| {
        let moved = transitions.into_iter().map(|t| Transition {
            to: number[t.to as usize],
            ..t
        });
        moved.collect()
    });
    Automaton {
        states: states.collect(),
        initial: number[automaton.initial] as usize,
        n_marks: automaton.n_marks,
    }
}

/// Drops a mark if wherever another one is, it is too.
fn fewer_marks(mut automaton: Automaton) -> Automaton {
    let component = automaton.components();
    let inner: Vec<u64> = automaton
        .states
        .iter()
        .enumerate()
        .flat_map(|(s, ts)| ts.iter().map(move |t| (s, t)))
        .filter(|(s, t)| component[*s] == component[t.to as usize])
        .map(|(_, t)| t.marks)
        .collect();
    let mut kept: Vec<u32> = Vec::new();
    let implies = |a: u32, b: u32| inner.iter().all(|m| m >> a & 1 == 0 || m >> b & 1 == 1);
    for mark in 0..automaton.n_marks {
        let later = mark + 1..automaton.n_marks;
        let needless =
            kept.iter().any(|&k| implies(k, mark)) || later.into_iter().any(|l| implies(l, mark));
        if !needless {
            kept.push(mark);
        }
    }
    for t in automaton.states.iter_mut().flatten() {
        let kept = kept.iter().enumerate();
        t.marks = kept.fold(0, |marks, (i, k)| marks | (t.marks >> k & 1) << i);
    }
    automaton.n_marks = kept.len() as u32;
    automaton
}

/// Makes states with the same transitions one, up to which states those lead
/// to, and drops transitions that others cover.
fn merged(mut automaton: Automaton) -> Automaton {
    let n = automaton.states.len();
    if n == 0 {
        return automaton;
    }
    let mut class = vec![0u32; n];
    let mut n_classes = 1;
    loop {
        let mut known: FxHashMap<Vec<Transition>, u32> = FxHashMap::default();
        let mut next = Vec::with_capacity(n);
        for (state, transitions) in automaton.states.iter().enumerate() {
            let mut seen: Vec<Transition> = transitions
                .iter()
                .map(|t| Transition {
                    to: class[t.to as usize],
                    ..*t
                })
                .collect();
            seen.sort_unstable();
            seen.dedup();
            // Two states of different classes stay apart.
            seen.push(Transition {
                yes: 0,
                no: 0,
                marks: 0,
                to: class[state],
            });
            let number = known.len() as u32;
            next.push(*known.entry(seen).or_insert(number));
        }
        class = next;
        if known.len() == n_classes {
            break;
        }
        n_classes = known.len();
    }
    let mut first = vec![usize::MAX; n_classes];
    for (state, &c) in class.iter().enumerate() {
        first[c as usize] = first[c as usize].min(state);
    }
    let keep: Vec<bool> = (0..n).map(|s| first[class[s] as usize] == s).collect();
    for transitions in &mut automaton.states {
        for t in transitions.iter_mut() {
            t.to = first[class[t.to as usize] as usize] as u32;
        }
        transitions.sort_unstable();
        transitions.dedup();
        let all = transitions.clone();
        transitions.retain(|t| !all.iter().any(|other| other != t && other.covers(t)));
    }
    automaton.initial = first[class[automaton.initial] as usize];
    renumbered(automaton, &keep)
}
