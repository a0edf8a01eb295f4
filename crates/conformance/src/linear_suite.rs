//! The suite for linear time: verdicts against an oracle, every evidence through
//! the checker, mutants and forgeries rejected.

use std::collections::HashMap;

use playproof_certify::{
    CheckError, Engine, Evidence, Finding, Lasso, Ranking, Reason, Stop, Task, Unlimited, check,
};
use playproof_model::{Answer, Formula, Model, Property, Quantifier, Question, Step, Subject};

use crate::games::{lamps, random_graph, random_rules};
use crate::second_checker::must_reject;
use crate::suite::n_cases;
use crate::{ltl_oracle, random_formula, textbook};

/// Random graphs.
pub fn on_random_graphs(engine: &dyn Engine) {
    let mut seen = Seen::default();
    for seed in 0..10 * n_cases() {
        let mut rng = crate::suite::random(seed);
        let model = Model::Rules(Box::new(random_graph::rules(&mut rng)));
        let conditions = ["win", "red", "blue", "place == 1", "turns >= 1"];
        let property = random_formula::property(&mut rng, 12, &conditions);
        conforms(engine, &model, &property, &mut rng, &mut seen);
    }
    let no_run = match is_bounded(engine) {
        true => "nothing",
        false => "ranking",
    };
    for kind in ["trace", "lasso", no_run] {
        // A lasso shows whatever a finite run does, so not every engine looks
        // for one.
        let is_wanted = kind != "trace" || engine.name() != "bdd";
        let n = seen.kinds.get(kind).copied().unwrap_or_default();
        assert!(n > 10 || !is_wanted, "few of a kind: {:?}", seen.kinds);
    }
    assert!(seen.wrong_mutants > 100);
}

/// Random Rules.
pub fn on_random_rules(engine: &dyn Engine) {
    let mut seen = Seen::default();
    for seed in 0..n_cases() {
        let mut rng = crate::suite::random(seed);
        let model = Model::Rules(Box::new(random_rules::rules(&mut rng)));
        let conditions = ["win", "odd", "x > 0", "y == 2", "a[1] < y", "moves <= 2"];
        let property = random_formula::property(&mut rng, 8, &conditions);
        conforms(engine, &model, &property, &mut rng, &mut seen);
    }
}

/// A game with an interpreter of its own.
pub fn on_an_interpreted_game(engine: &dyn Engine) {
    let mut seen = Seen::default();
    for seed in 0..n_cases() {
        let mut rng = crate::suite::random(seed);
        let lit = (0..rng.usize(1..5)).map(|_| rng.i32(0..2)).collect();
        let model = Model::System(std::sync::Arc::new(lamps::Lamps::new(lit)));
        let conditions = ["win", "all_lit", "lamp[0] == 1", "moves >= 2"];
        let property = random_formula::property(&mut rng, 8, &conditions);
        conforms(engine, &model, &property, &mut rng, &mut seen);
    }
}

/// Whether an engine looks for runs up to a bound, and says nothing where it
/// finds none.
fn is_bounded(engine: &dyn Engine) -> bool {
    engine.name() == "sat-bmc"
}

fn decide(
    engine: &dyn Engine,
    subject: &Subject,
    property: &Property,
) -> Option<(Answer, Evidence)> {
    let task = Task::new(subject, property, &[]);
    let outcome = engine.check(&task, &mut Unlimited);
    match outcome.finding {
        Finding::Holds(evidence) => Some((Answer::Holds, evidence)),
        Finding::Violated(evidence) => Some((Answer::Violated, evidence)),
        Finding::Unknown(Reason::Stopped(Stop::Bound)) if is_bounded(engine) => None,
        Finding::Unknown(reason) => panic!("{property}: {reason}"),
    }
}

/// The formula that the evidence's run satisfies.
fn sought(property: &Property) -> Formula {
    match property.definition().unwrap() {
        Formula::Runs(Quantifier::Some, f) => *f,
        Formula::Runs(Quantifier::All, f) => f.negated(),
        f => f.negated(),
    }
}

#[derive(Default)]
struct Seen {
    kinds: HashMap<&'static str, usize>,
    wrong_mutants: usize,
}

fn conforms(
    engine: &dyn Engine,
    model: &Model,
    property: &Property,
    rng: &mut fastrand::Rng,
    seen: &mut Seen,
) {
    let subject = model.elaborate(property).unwrap();
    let Question::Linear(question) = subject.question() else {
        return;
    };
    let Some((answer, evidence)) = decide(engine, &subject, property) else {
        // Bounds here are far longer than the runs of such small games.
        let right = ltl_oracle::answer(&subject, property);
        let no_run = question.on_run.opposite();
        assert_eq!(right, no_run, "{property}: a run was missed");
        *seen.kinds.entry("nothing").or_default() += 1;
        return;
    };
    assert_eq!(answer, ltl_oracle::answer(&subject, property), "{property}");
    if let Err(error) = check(&subject, answer, &evidence, &mut Unlimited) {
        panic!("{property}: {error}");
    }
    *seen.kinds.entry(evidence.kind()).or_default() += 1;
    let mut reject = |mutant: Evidence, name: &str| {
        let verdict = check(&subject, answer, &mutant, &mut Unlimited);
        assert!(
            matches!(verdict, Err(CheckError::Rejected(_))),
            "{property}: a mutant was accepted ({name}): {mutant:?}"
        );
        must_reject(&subject, answer, &mutant);
        seen.wrong_mutants += 1;
    };
    match &evidence {
        Evidence::Lasso(lasso) => {
            let formula = sought(property);
            assert!(textbook::is_lasso(&subject, &formula, lasso), "{property}");
            for (name, mutant) in lasso_mutants(lasso, rng) {
                if !textbook::is_lasso(&subject, &formula, &mutant) {
                    reject(Evidence::Lasso(mutant), name);
                }
            }
        }
        Evidence::Ranking(ranking) => {
            for (name, mutant) in ranking_mutants(&subject, ranking, rng) {
                if !is_ranking(&subject, &mutant) {
                    reject(Evidence::Ranking(mutant), name);
                }
            }
        }
        Evidence::Trace(trace) => {
            // Whatever follows, the formula stays true: go on at random until
            // a state comes again, and ask the textbook.
            for _ in 0..3 {
                let lasso = some_lasso(&subject, trace.initial, &trace.steps, rng);
                let formula = sought(property);
                assert!(textbook::is_lasso(&subject, &formula, &lasso), "{property}");
            }
            let mut short = trace.clone();
            if short.steps.pop().is_some() {
                // It was a shortest one.
                reject(Evidence::Trace(short), "one step less");
            }
        }
        other => panic!("a {}", other.kind()),
    }
    forged_for_the_opposite(&subject, answer, rng);
    let opposite = check(&subject, answer.opposite(), &evidence, &mut Unlimited);
    assert!(opposite.is_err(), "the same evidence showed the opposite");
}

fn some_lasso(subject: &Subject, initial: u32, run: &[Step], rng: &mut fastrand::Rng) -> Lasso {
    let mut states = Vec::new();
    subject.initial(&mut |s| states.push(s.to_vec()));
    let mut path = vec![states[initial as usize].clone()];
    let mut taken = Vec::new();
    loop {
        let mut next = Vec::new();
        playproof_model::steps(subject, path.last().unwrap(), &mut |step, s| {
            next.push((step, s.to_vec()));
        });
        let choice = match run.get(taken.len()) {
            Some(step) => next.iter().position(|(s, _)| s == step).unwrap(),
            None => rng.usize(0..next.len()),
        };
        let (step, state) = next.swap_remove(choice);
        taken.push(step);
        // Repetitions within the given run do not count.
        let rest = path.get(run.len()..).unwrap_or_default();
        let again = rest.iter().position(|s| *s == state);
        let again = again.map(|i| i + run.len());
        path.push(state);
        if let Some(again) = again {
            let cycle = taken.split_off(again);
            return Lasso {
                initial,
                stem: taken,
                cycle,
            };
        }
    }
}

fn lasso_mutants(lasso: &Lasso, rng: &mut fastrand::Rng) -> Vec<(&'static str, Lasso)> {
    let mut all = Vec::new();
    let mut add = |name, change: &dyn Fn(&mut Lasso)| {
        let mut mutant = lasso.clone();
        change(&mut mutant);
        all.push((name, mutant));
    };
    add("another start", &|l| l.initial += 1);
    add("no repetition", &|l| l.cycle.clear());
    add("a shorter round", &|l| l.cycle.truncate(l.cycle.len() - 1));
    add("twice round", &|l| l.cycle.extend(lasso.cycle.clone()));
    add("a shorter stem", &|l| {
        l.stem.truncate(l.stem.len().saturating_sub(1))
    });
    add("round at once", &|l| l.stem.clear());
    add("stutters", &|l| l.cycle = vec![Step::Stutter]);
    let place = rng.usize(0..=lasso.stem.len());
    let action = playproof_model::ActionId(rng.u32(0..4));
    add("a step more", &|l| {
        l.stem.insert(place, Step::Act { action, choice: 0 });
    });
    add("round moved on", &|l| {
        let first = l.cycle.remove(0);
        l.stem.push(first);
        l.cycle.push(first);
    });
    all
}

type Ranked = HashMap<(Vec<i32>, u64), u32>;

/// The same definition as the checker's, over plain maps.
fn is_ranking(subject: &Subject, ranking: &Ranking) -> bool {
    let Question::Linear(question) = subject.question() else {
        return false;
    };
    let (formula, layout) = (&question.formula, subject.layout());
    let words = layout.words + 1;
    if !ranking.rows.len().is_multiple_of(words)
        || ranking.rows.len() / words != ranking.ranks.len()
    {
        return false;
    }
    let mut ranked = Ranked::new();
    for (row, &rank) in ranking.rows.chunks_exact(words).zip(&ranking.ranks) {
        if !layout.canonical(&row[..layout.words]) || rank as usize >= ranking.postponed.len() {
            return false;
        }
        let mut state = Vec::new();
        layout.unpack(&row[..layout.words], &mut state);
        ranked.insert((state, row[layout.words]), rank);
    }
    let mut right = true;
    subject.initial(&mut |s| right &= ranked.contains_key(&(s.to_vec(), formula.first())));
    for ((state, owed), &rank) in &ranked {
        let ways = formula.progress(*owed, &|a| subject.holds(state, a));
        let ways = ways.expect("small formulas");
        playproof_model::steps(subject, state, &mut |_, next| {
            for way in &ways {
                let postpones = |bit: u32| way.postponed >> bit & 1 == 1;
                right &= match ranked.get(&(next.to_vec(), way.next)) {
                    None => false,
                    Some(&to) if to == rank => {
                        ranking.postponed[rank as usize].is_some_and(postpones)
                    }
                    Some(&to) => to < rank,
                };
            }
        });
    }
    right
}

fn ranking_mutants(
    subject: &Subject,
    ranking: &Ranking,
    rng: &mut fastrand::Rng,
) -> Vec<(&'static str, Ranking)> {
    let words = subject.layout().words + 1;
    let n = ranking.ranks.len();
    let mut all = Vec::new();
    let mut add = |name, change: &dyn Fn(&mut Ranking)| {
        let mut mutant = ranking.clone();
        change(&mut mutant);
        all.push((name, mutant));
    };
    add("nothing", &|r| *r = Ranking::default());
    let i = rng.usize(0..n);
    add("an entry less", &|r| {
        r.rows.drain(i * words..(i + 1) * words);
        r.ranks.remove(i);
    });
    add("a higher rank", &|r| r.ranks[i] += 1);
    add("a lower rank", &|r| {
        r.ranks[i] = r.ranks[i].saturating_sub(1)
    });
    add("one rank for all", &|r| r.ranks.fill(0));
    add("a rank missing", &|r| r.ranks.truncate(n - 1));
    add("no rank is known", &|r| r.postponed.clear());
    let rank = ranking.ranks[i] as usize;
    add("nothing postponed", &|r| r.postponed[rank] = None);
    for bit in [0, 1, 2, 63, 64, u32::MAX] {
        if bit < 64 {
            add("another until", &|r| r.postponed[rank] = Some(bit));
        }
    }
    let bit = rng.u32(0..4);
    add("other obligations", &|r| {
        r.rows[i * words + words - 1] ^= 1 << bit
    });
    add("a state that is none", &|r| r.rows[i * words] = u64::MAX);
    all
}

/// Evidence made up for the wrong answer: whatever it looks like, it cannot be
/// right.
fn forged_for_the_opposite(subject: &Subject, right: Answer, rng: &mut fastrand::Rng) {
    let Question::Linear(question) = subject.question() else {
        return;
    };
    let wrong = right.opposite();
    let refuse = |forged: Evidence| {
        let verdict = check(subject, wrong, &forged, &mut Unlimited);
        assert!(verdict.is_err(), "a forged {} was accepted", forged.kind());
        must_reject(subject, wrong, &forged);
    };
    if wrong == question.on_run {
        // There is no such run: no run at all may pass.
        for _ in 0..3 {
            let lasso = some_lasso(subject, 0, &[], rng);
            let mut prefix = lasso.stem.clone();
            prefix.extend(&lasso.cycle);
            refuse(Evidence::Trace(playproof_certify::Trace {
                initial: 0,
                steps: prefix,
            }));
            refuse(Evidence::Lasso(lasso));
        }
        return;
    }
    // There is a run: no ranks may pass. All that progression reaches, ranked
    // in several ways.
    let formula = &question.formula;
    let mut entries: Vec<(Vec<i32>, u64)> = Vec::new();
    subject.initial(&mut |s| entries.push((s.to_vec(), formula.first())));
    let mut at = 0;
    while at < entries.len() && at < 2000 {
        let (state, owed) = entries[at].clone();
        let ways = formula
            .progress(owed, &|a| subject.holds(&state, a))
            .unwrap();
        playproof_model::steps(subject, &state, &mut |_, next| {
            for way in &ways {
                let entry = (next.to_vec(), way.next);
                if !entries.contains(&entry) {
                    entries.push(entry);
                }
            }
        });
        at += 1;
    }
    let n = entries.len();
    let mut rows = Vec::new();
    for (state, owed) in &entries {
        subject.layout().pack(state, &mut rows);
        rows.push(*owed);
    }
    for bit in 0..formula.owed().len() as u32 {
        let forge = |ranks: Vec<u32>| Ranking {
            rows: rows.clone(),
            postponed: vec![Some(bit); n.max(1)],
            ranks,
        };
        refuse(Evidence::Ranking(forge(vec![0; n])));
        refuse(Evidence::Ranking(forge((0..n as u32).rev().collect())));
        refuse(Evidence::Ranking(forge(
            (0..n).map(|_| rng.u32(0..n as u32)).collect(),
        )));
    }
}
