//! Random rules against all sets of facts that can be had.

use std::collections::{BTreeSet, HashSet};

use playproof::Playproof;

use super::{Question, Tally, agree, n_dungeons};

/// A set of facts: bit `f` is fact `f`.
type Facts = u32;

pub struct Horn {
    n_facts: usize,
    init: Facts,
    goal: Facts,
    rules: Vec<(Facts, usize)>,
}

impl Horn {
    pub fn random(rng: &mut fastrand::Rng) -> Horn {
        let n_facts = rng.usize(1..8);
        let some = |share: u32, rng: &mut fastrand::Rng| -> Facts {
            (0..n_facts)
                .filter(|_| rng.u32(0..100) < share)
                .fold(0, |set, fact| set | 1 << fact)
        };
        let (init, extra) = (some(15, rng), some(15, rng));
        let goal = extra | 1 << rng.usize(0..n_facts);
        let rules = (0..rng.usize(1..12)).map(|_| {
            let body = some([0, 20, 40][rng.usize(0..3)], rng) | 1 << rng.usize(0..n_facts);
            let body = if rng.u32(0..12) == 0 { 0 } else { body };
            (body, rng.usize(0..n_facts))
        });
        Horn {
            n_facts,
            init,
            goal,
            rules: rules.collect(),
        }
    }

    fn names(facts: Facts) -> Vec<String> {
        let facts = (0..32).filter(|fact| facts >> fact & 1 == 1);
        facts.map(|fact| format!("f{fact}")).collect()
    }

    pub fn text(&self) -> String {
        let mut lines = vec![format!("goal: {}", Horn::names(self.goal).join(", "))];
        if self.init != 0 {
            lines.push(format!("init: {}", Horn::names(self.init).join(", ")));
        }
        for (body, head) in &self.rules {
            lines.push(format!("{} => f{head}", Horn::names(*body).join(" & ")));
        }
        lines.join("\n") + "\n"
    }

    /// The facts that the text names.
    fn named(&self) -> Facts {
        let rules = self.rules.iter();
        let named = rules.fold(0, |set, (body, head)| set | body | 1 << head);
        named | self.init | self.goal
    }

    /// What can be had in the end.
    fn closure(&self) -> Facts {
        let mut had = self.init;
        for _ in 0..self.n_facts {
            for (body, head) in &self.rules {
                if body & !had == 0 {
                    had |= 1 << head;
                }
            }
        }
        had
    }

    /// The fewest rules to apply for the goal, set by set.
    pub fn shortest(&self) -> Option<u32> {
        let mut seen = HashSet::from([self.init]);
        let mut latest = BTreeSet::from([self.init]);
        for n_rules in 0.. {
            if latest.iter().any(|had| self.goal & !had == 0) {
                return Some(n_rules);
            }
            let next = latest.iter().flat_map(|had| {
                let rules = self.rules.iter().filter(move |(body, _)| body & !had == 0);
                rules.map(move |(_, head)| had | 1 << head)
            });
            latest = next.filter(|had| seen.insert(*had)).collect();
            if latest.is_empty() {
                break;
            }
        }
        None
    }
}

#[test]
fn random_rules_are_those_of_their_closure() {
    let playproof = Playproof::default();
    let mut tally = Tally::new();
    let mut won = 0;
    for seed in 0..n_dungeons() {
        let horn = Horn::random(&mut playproof_conformance::suite::random(seed));
        let (closure, shortest) = (horn.closure(), horn.shortest());
        let is_winnable = horn.goal & !closure == 0;
        assert_eq!(is_winnable, shortest.is_some(), "the oracle");
        won += usize::from(is_winnable);
        let mut questions = vec![
            Question::solvable(shortest),
            Question::new("unlosable", is_winnable),
            Question::new("AG EF win", is_winnable),
        ];
        for fact in (0..horn.n_facts).filter(|fact| horn.named() >> fact & 1 == 1) {
            let can_be_had = closure >> fact & 1 == 1;
            questions.push(Question::new(format!("AG EF found_f{fact}"), can_be_had));
            questions.push(Question::new(format!("never found_f{fact}"), !can_be_had));
        }
        let is_asked = |engine: &str| seed % 10 == 0 || engine == "payment";
        agree(&playproof, &horn.text(), &questions, is_asked, &mut tally);
    }
    println!("{} sets of rules, {won} winnable", n_dungeons());
    for (engine, said) in &tally {
        println!("  {engine}: {said:?}");
    }
    let n = n_dungeons() as usize;
    assert!(5 * won > n && 5 * (n - won) > n);
}
