//! Mutants: evidence with one thing changed. Those that an oracle knows to be
//! wrong must be rejected, also after a trip through the certificate file.

use playproof_certify::{
    Certificate, CheckError, ClosedSet, Column, Count, Evidence, Pattern, Potential, Trace, Trap,
    Unlimited, check,
};
use playproof_game::Game;
use playproof_kernel::Escapable;
use playproof_maze::Maze;
use playproof_model::{ActionId, Answer, Dom, Property, Step, Subject, Val};

use crate::oracle;
use crate::second_checker::must_reject;
use crate::symbolic::{induction_mutants, invariant_mutants};

/// How many mutants there were, and how many of them the oracle knew to be
/// wrong, all of which were rejected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Mutants made.
    pub made: usize,
    /// Mutants known to be wrong.
    pub wrong: usize,
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.made += other.made;
        self.wrong += other.wrong;
    }
}

/// Tries every kind of mutant of this evidence.
///
/// # Panics
/// If the checker accepts one that is wrong.
pub fn reject_mutants(
    subject: &Subject,
    answer: Answer,
    evidence: &Evidence,
    rng: &mut fastrand::Rng,
) -> Tally {
    let mut tally = Tally::default();
    let mut judge = |name: &str, mutant: Evidence, wrong: bool| {
        tally.made += 1;
        if mutant == *evidence || !wrong {
            return;
        }
        tally.wrong += 1;
        let verdict = check(subject, answer, &mutant, &mut Unlimited);
        assert!(
            matches!(verdict, Err(CheckError::Rejected(_))),
            "the checker accepted a mutant ({name}): {mutant:?}"
        );
        must_reject(subject, answer, &mutant);
    };
    match evidence {
        Evidence::Trace(trace) => {
            for (name, mutant) in trace_mutants(subject, trace, rng) {
                let wrong = !oracle::is_run(subject, &mutant);
                judge(name, Evidence::Trace(mutant), wrong);
            }
            let none = Evidence::ClosedSet(ClosedSet::default());
            judge("an empty set for a run", none, true);
        }
        Evidence::ClosedSet(set) => {
            for (name, mutant) in set_mutants(subject, set, rng) {
                let wrong = oracle::is_closed(subject, &mutant) == Some(false);
                judge(name, Evidence::ClosedSet(mutant), wrong);
            }
            for (name, mutant) in malformed_sets(subject, set) {
                judge(name, Evidence::ClosedSet(mutant), true);
            }
            let run = Trace {
                initial: 0,
                steps: Vec::new(),
            };
            judge("a run for a set", Evidence::Trace(run), true);
        }
        Evidence::Invariant(invariant) => {
            for (name, mutant, wrong) in invariant_mutants(subject, invariant, rng) {
                judge(name, mutant, wrong);
            }
        }
        Evidence::Induction(induction) => {
            for (name, mutant, wrong) in induction_mutants(subject, induction, rng) {
                judge(name, mutant, wrong);
            }
        }
        other => unreachable!("reachability is not shown by a {}", other.kind()),
    }
    let opposite = check(subject, answer.opposite(), evidence, &mut Unlimited);
    assert!(opposite.is_err(), "the same evidence showed the opposite");
    tally
}

/// Tries every kind of mutant of a trap, `strangers` being states of which
/// some have what the trap should miss.
///
/// # Panics
/// If the checker accepts one that is wrong, or the trap for the opposite.
pub fn reject_trap_mutants(
    subject: &Subject,
    form: Escapable,
    trap: &Trap,
    strangers: &[Vec<Val>],
    rng: &mut fastrand::Rng,
) -> Tally {
    let mut tally = Tally::default();
    let mut judge = |name: &str, mutant: Trap, wrong: bool| {
        tally.made += 1;
        if mutant == *trap || !wrong {
            return;
        }
        tally.wrong += 1;
        let evidence = Evidence::Trap(mutant);
        let verdict = check(subject, Answer::Violated, &evidence, &mut Unlimited);
        assert!(
            matches!(verdict, Err(CheckError::Rejected(_))),
            "the checker accepted a mutant ({name}): {evidence:?}"
        );
        must_reject(subject, Answer::Violated, &evidence);
    };
    let is_wrong = |mutant: &Trap| oracle::is_trap(subject, form, mutant) == Some(false);
    let mut runs = trace_mutants(subject, &trap.run, rng);
    for n in 0..trap.run.steps.len() {
        let mut short = trap.run.clone();
        short.steps.truncate(n);
        runs.push(("the run cut short", short));
    }
    for (name, run) in runs {
        let set = trap.set.clone();
        let mutant = Trap { run, set };
        let wrong = is_wrong(&mutant);
        judge(name, mutant, wrong);
    }
    let mut sets = set_mutants(subject, &trap.set, rng);
    for stranger in strangers {
        let mut set = trap.set.clone();
        if set.free.is_empty() {
            subject.layout().pack(stranger, &mut set.points);
        }
        sets.push(("a state more", set));
    }
    for (name, set) in sets {
        let run = trap.run.clone();
        let mutant = Trap { run, set };
        let wrong = is_wrong(&mutant);
        judge(name, mutant, wrong);
    }
    for (name, set) in malformed_sets(subject, &trap.set) {
        let run = trap.run.clone();
        judge(name, Trap { run, set }, true);
    }
    for evidence in [
        Evidence::Trace(trap.run.clone()),
        Evidence::ClosedSet(trap.set.clone()),
    ] {
        let verdict = check(subject, Answer::Violated, &evidence, &mut Unlimited);
        assert!(verdict.is_err(), "half a trap was accepted: {evidence:?}");
    }
    let evidence = Evidence::Trap(trap.clone());
    let opposite = check(subject, Answer::Holds, &evidence, &mut Unlimited);
    assert!(opposite.is_err(), "the same evidence showed the opposite");
    tally
}

fn trace_mutants(
    subject: &Subject,
    trace: &Trace,
    rng: &mut fastrand::Rng,
) -> Vec<(&'static str, Trace)> {
    let n_actions = subject.signature().actions.len() as u32;
    let mut all = Vec::new();
    let mut add = |name, change: &dyn Fn(&mut Trace)| {
        let mut mutant = trace.clone();
        change(&mut mutant);
        all.push((name, mutant));
    };
    let act = |action: u32, choice| Step::Act {
        action: ActionId(action),
        choice,
    };
    add("another start", &|t| t.initial += 1);
    add("no such start", &|t| t.initial = u32::MAX);
    let (place, action) = (rng.usize(0..=trace.steps.len()), rng.u32(0..n_actions));
    add("a step added", &|t| t.steps.insert(place, act(action, 0)));
    add("stuttering added", &|t| {
        t.steps.insert(place, Step::Stutter)
    });
    if trace.steps.is_empty() {
        return all;
    }
    for _ in 0..4 {
        let place = rng.usize(0..trace.steps.len());
        let action = rng.u32(0..n_actions + 1);
        add("a step changed", &|t| t.steps[place] = act(action, 0));
        add("another choice", &|t| {
            if let Step::Act { choice, .. } = &mut t.steps[place] {
                *choice += 1;
            }
        });
        add("a step dropped", &|t| {
            t.steps.remove(place);
        });
        let other = rng.usize(0..trace.steps.len());
        add("steps exchanged", &|t| t.steps.swap(place, other));
    }
    add("no such action", &|t| t.steps[0] = act(u32::MAX, 0));
    add("the end cut off", &|t| {
        t.steps.pop();
    });
    all
}

/// Well-formed sets.
fn set_mutants(
    subject: &Subject,
    set: &ClosedSet,
    rng: &mut fastrand::Rng,
) -> Vec<(&'static str, ClosedSet)> {
    let words = subject.layout().words;
    let n_cubes = set.points.len() / words;
    let mut all = Vec::new();
    let mut add = |name, change: &mut dyn FnMut(&mut ClosedSet)| {
        let mut mutant = set.clone();
        change(&mut mutant);
        all.push((name, mutant));
    };
    add("an empty set", &mut |s| *s = ClosedSet::default());
    for _ in 0..4.min(n_cubes) {
        let cube = rng.usize(0..n_cubes);
        add("a cube removed", &mut |s| remove_cube(s, words, cube));
        add("an interval cut below", &mut |s| {
            for column in &mut s.columns {
                if let Column::Ranges(ranges) = column
                    && ranges[cube].0 < ranges[cube].1
                {
                    ranges[cube].0 += 1;
                }
            }
        });
        add("an interval cut above", &mut |s| {
            for column in &mut s.columns {
                if let Column::Ranges(ranges) = column
                    && ranges[cube].0 < ranges[cube].1
                {
                    ranges[cube].1 -= 1;
                }
            }
        });
        add("a value taken out of a set", &mut |s| {
            for column in &mut s.columns {
                if let Column::Sets { words, bits } = column {
                    let set = &mut bits[cube * *words..][..*words];
                    let n_values: u32 = set.iter().map(|w| w.count_ones()).sum();
                    let word = set.iter_mut().find(|w| **w != 0);
                    if let (Some(word), true) = (word, n_values > 1) {
                        *word &= *word - 1;
                    }
                }
            }
        });
        let bit = rng.usize(0..64 * words);
        add("a point changed", &mut |s| {
            let changed = s.points[cube * words + bit / 64] ^ 1 << (bit % 64);
            let mut point = s.points[cube * words..][..words].to_vec();
            point[bit / 64] = changed;
            let layout = subject.layout();
            let canonical = layout.canonical(&point);
            let least = |f: &u32| {
                let vars = &subject.signature().vars;
                let flat: Vec<_> = vars.iter().flat_map(|v| vec![v.lo; v.n_flat()]).collect();
                layout.get(&point, *f as usize) == flat[*f as usize]
            };
            if canonical && s.free.iter().all(least) {
                s.points[cube * words + bit / 64] = changed;
            }
        });
    }
    if !set.patterns.is_empty() {
        add("the patterns removed", &mut |s| s.patterns.clear());
        let number = rng.usize(0..set.patterns.len());
        add("a pattern removed", &mut |s| {
            s.patterns.remove(number);
        });
        let at = rng.usize(0..set.patterns[number].len());
        add("a pattern widened", &mut |s| {
            let (flat, dom) = &mut s.patterns[number][at];
            *dom = whole(subject)[*flat as usize].clone();
        });
        add("a pattern that says less", &mut |s| {
            if s.patterns[number].len() > 1 {
                s.patterns[number].remove(at);
            }
        });
        add(
            "a pattern cut",
            &mut |s| match &mut s.patterns[number][at].1 {
                Dom::Range(lo, hi) => *hi = (*hi - 1).max(*lo),
                Dom::Set(bits) => {
                    let n_values: u32 = bits.iter().map(|w| w.count_ones()).sum();
                    let word = bits.iter_mut().find(|w| **w != 0);
                    if let (Some(word), true) = (word, n_values > 1) {
                        *word &= *word - 1;
                    }
                }
            },
        );
        let values = whole(subject);
        add("a pattern moved", &mut |s| {
            let (flat, dom) = &mut s.patterns[number][at];
            if let (Dom::Range(lo, hi), Dom::Range(least, _)) = (dom, &values[*flat as usize])
                && *least < *lo
            {
                (*lo, *hi) = (*lo - 1, *hi - 1);
            }
        });
    }
    if !set.potentials.is_empty() {
        let number = rng.usize(0..set.potentials.len());
        let potential = &set.potentials[number];
        let variable = rng.usize(0..potential.weights.len());
        let value = rng.usize(0..potential.weights[variable].1.len());
        add("a weight raised", &mut |s| {
            s.potentials[number].weights[variable].1[value] += 1;
        });
        add("a weight lowered", &mut |s| {
            s.potentials[number].weights[variable].1[value] -= 1;
        });
        add("all weights raised", &mut |s| {
            let weights = &mut s.potentials[number].weights[variable].1;
            weights.iter_mut().for_each(|w| *w += 1);
        });
        add("the constant raised", &mut |s| {
            s.potentials[number].constant += 1;
        });
        add("the limit lowered", &mut |s| {
            if let Some(count) = &mut s.potentials[number].count {
                count.limit = (count.limit - 1).max(0);
            }
        });
        add("the potential without its count", &mut |s| {
            s.potentials[number].count = None;
        });
        add("the potential removed", &mut |s| {
            s.potentials.remove(number);
        });
    }
    // A pattern that says too little: everything, or everything but one thing.
    let flat = rng.usize(0..subject.layout().n_flat());
    add("a pattern that is not closed", &mut |s| {
        let mut point = all_named(subject);
        if let Dom::Range(lo, hi) = &mut point[flat].1 {
            *hi = *lo;
        }
        s.patterns.push(point);
    });
    all
}

fn whole(subject: &Subject) -> Vec<Dom> {
    let vars = &subject.signature().vars;
    vars.iter()
        .flat_map(|v| vec![Dom::Range(v.lo, v.hi); v.n_flat()])
        .collect()
}

/// A pattern that names every variable and says nothing.
fn all_named(subject: &Subject) -> Pattern {
    (0..).zip(whole(subject)).collect()
}

fn remove_cube(set: &mut ClosedSet, words: usize, cube: usize) {
    set.points.drain(cube * words..(cube + 1) * words);
    for column in &mut set.columns {
        match column {
            Column::Ranges(ranges) if ranges.len() == 1 => {}
            Column::Ranges(ranges) => {
                ranges.remove(cube);
            }
            Column::Sets { words, bits } => {
                bits.drain(cube * *words..(cube + 1) * *words);
            }
        }
    }
}

/// Sets that say something outside its range.
fn malformed_sets(subject: &Subject, set: &ClosedSet) -> Vec<(&'static str, ClosedSet)> {
    let layout = subject.layout();
    let mut all = Vec::new();
    let mut add = |name, change: &dyn Fn(&mut ClosedSet)| {
        let mut mutant = set.clone();
        change(&mut mutant);
        if mutant != *set {
            all.push((name, mutant));
        }
    };
    if !set.potentials.is_empty() {
        let change = |s: &mut ClosedSet, change: &dyn Fn(&mut Potential)| {
            change(&mut s.potentials[0]);
        };
        let counted = |s: &mut ClosedSet, change: &dyn Fn(&mut Count, u32)| {
            let weighed = s.potentials[0].weights[0].0;
            if let Some(count) = &mut s.potentials[0].count {
                change(count, weighed);
            }
        };
        add("a weight too few", &|s| {
            change(s, &|p| {
                p.weights[0].1.pop();
            });
        });
        add("a huge weight", &|s| {
            change(s, &|p| p.weights[0].1[0] = i32::MAX)
        });
        add("a huge constant", &|s| {
            change(s, &|p| p.constant = i32::MIN)
        });
        add("no weights", &|s| change(s, &|p| p.weights.clear()));
        add("a variable weighed twice", &|s| {
            change(s, &|p| p.weights.push(p.weights[0].clone()));
        });
        add("no such counter", &|s| {
            counted(s, &|c, _| c.counter = u32::MAX)
        });
        add("another counter", &|s| {
            counted(s, &|c, weighed| c.counter = weighed)
        });
        add("no such variable", &|s| {
            change(s, &|p| p.weights[0].0 = u32::MAX)
        });
        add("a limit at the cap", &|s| {
            counted(s, &|c, _| c.limit = i32::MAX)
        });
    }
    add("no such free variable", &|s| {
        s.free.push(layout.n_flat() as u32);
        s.columns.push(Column::Ranges(Vec::new()));
    });
    add("a column too many", &|s| {
        s.columns.push(Column::Ranges(Vec::new()))
    });
    add("a pattern that says nothing", &|s| {
        s.patterns.push(Vec::new())
    });
    add("a pattern of no variable", &|s| {
        s.patterns.push(vec![(u32::MAX, Dom::Range(0, 0))]);
    });
    add("a pattern that says something twice", &|s| {
        let mut pattern = all_named(subject);
        pattern.insert(0, pattern[0].clone());
        s.patterns.push(pattern);
    });
    add("a range upside down", &|s| {
        let mut pattern = all_named(subject);
        pattern[0].1 = Dom::Range(1, 0);
        s.patterns.push(pattern);
    });
    add("a range beyond its domain", &|s| {
        let mut pattern = all_named(subject);
        pattern[0].1 = Dom::Range(i32::MIN, i32::MAX);
        s.patterns.push(pattern);
    });
    add("a set without values", &|s| {
        let mut pattern = all_named(subject);
        pattern[0].1 = Dom::Set(Vec::new());
        s.patterns.push(pattern);
    });
    if !set.points.is_empty() {
        add("half a point", &|s| {
            s.points.pop();
            if layout.words == 1 {
                s.points.push(u64::MAX);
            }
        });
        add("a point that is no state", &|s| s.points[0] = u64::MAX);
    }
    if set.columns.is_empty() {
        return all;
    }
    add("a column cut", &|s| match &mut s.columns[0] {
        // A single range would be one for all cubes.
        Column::Ranges(ranges) => ranges.truncate(match ranges.len() {
            0..=2 => 0,
            n => n - 1,
        }),
        Column::Sets { bits, .. } => {
            bits.pop();
        }
    });
    add("values beyond the domain", &|s| match &mut s.columns[0] {
        Column::Ranges(ranges) => ranges.iter_mut().for_each(|r| r.1 = i32::MAX),
        Column::Sets { bits, .. } => bits.iter_mut().for_each(|w| *w = u64::MAX),
    });
    add("sets of no words", &|s| {
        if let Column::Sets { words, .. } = &mut s.columns[0] {
            *words = 0;
        }
    });
    add("free variables twice", &|s| {
        s.free = vec![s.free[0]; 2];
        s.columns = vec![s.columns[0].clone(); 2];
    });
    all
}

/// Certificates whose evidence was changed and is known to be wrong.
pub fn file_mutants(
    certificate: &Certificate,
    property: &Property,
    rng: &mut fastrand::Rng,
) -> Vec<(&'static str, Certificate)> {
    let file = playproof::read("level", certificate.level.as_bytes());
    let file = file.expect("the level of a certificate");
    let compiled = Maze.compile(&file.levels[0]).expect("a maze");
    let subject = compiled
        .model
        .elaborate(property)
        .expect("a property of mazes");
    let wrong: Vec<(&'static str, Evidence)> = match &certificate.evidence {
        Evidence::Trace(trace) => trace_mutants(&subject, trace, rng)
            .into_iter()
            .filter(|(_, mutant)| !oracle::is_run(&subject, mutant))
            .map(|(name, mutant)| (name, Evidence::Trace(mutant)))
            .collect(),
        Evidence::ClosedSet(set) => set_mutants(&subject, set, rng)
            .into_iter()
            .filter(|(_, mutant)| oracle::is_closed(&subject, mutant) == Some(false))
            .chain(malformed_sets(&subject, set))
            .map(|(name, mutant)| (name, Evidence::ClosedSet(mutant)))
            .collect(),
        Evidence::Invariant(invariant) => known_wrong(invariant_mutants(&subject, invariant, rng)),
        Evidence::Induction(induction) => known_wrong(induction_mutants(&subject, induction, rng)),
        other => unreachable!("reachability is not shown by a {}", other.kind()),
    };
    let with = |evidence| Certificate {
        evidence,
        ..certificate.clone()
    };
    wrong
        .into_iter()
        .map(|(name, mutant)| (name, with(mutant)))
        .collect()
}

/// Those that are known to be wrong.
fn known_wrong(mutants: Vec<(&'static str, Evidence, bool)>) -> Vec<(&'static str, Evidence)> {
    let wrong = mutants.into_iter().filter(|(.., wrong)| *wrong);
    wrong.map(|(name, mutant, _)| (name, mutant)).collect()
}
