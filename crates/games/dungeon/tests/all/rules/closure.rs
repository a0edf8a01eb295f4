//! What can be had, against the naive way.

use super::common::{self, *};
use playproof_dungeon::canonical::{HornRule, HornRules, Mark};
use playproof_dungeon::*;

#[test]
fn the_first_level_gives_all_14_things() {
    let rules = rules(FIRST);
    let closure = closure(&rules);
    assert_eq!(closure.order.len(), 14);
    assert!(closure.reaches_goal());
    let spheres: Vec<String> = closure
        .spheres()
        .map(|s| names(&rules, s).join(" "))
        .collect();
    assert_eq!(
        spheres,
        [
            "Key_A",
            "Door_A",
            "Key_E Key_D",
            "Door_D2 Door_D1",
            "Key_T Key_B",
            "Door_T Door_B",
            "Key_C Key_Finish",
            "Door_C+E",
            "Door_Finish",
        ]
    );
    assert_eq!(
        replay_to_goal(&rules, &closure.derivation()).unwrap(),
        closure.held
    );
    assert!(closure.is_applicable.iter().all(|&is| is));
}

#[test]
fn the_broken_level_ends_in_a_closed_set_without_the_goal() {
    let rules = rules(BROKEN);
    let closure = closure(&rules);
    assert!(!closure.reaches_goal());
    assert!(is_closed(&rules, &closure.held));
    assert_eq!(closure.derivation_of_goals(&rules), None);
    let never = (0..rules.rules.len()).filter(|&rule| !closure.is_applicable[rule]);
    let heads: Vec<u32> = never.map(|rule| rules.rules[rule].head).collect();
    assert_eq!(
        names(&rules, &heads),
        ["Door_B", "Key_Finish", "Door_Finish"]
    );
}

#[test]
fn what_is_no_derivation_is_refused() {
    let rules = rules("init: A\ngoal: C\nA => B\nB => C");
    assert!(replay_to_goal(&rules, &[0, 1]).is_ok());
    assert_eq!(
        replay(&rules, &[1]),
        Err(NoDerivation::Missing { step: 0, fact: 2 })
    );
    assert_eq!(
        replay(&rules, &[0, 2]),
        Err(NoDerivation::NoSuchRule { step: 1 })
    );
    assert_eq!(
        replay_to_goal(&rules, &[0]),
        Err(NoDerivation::GoalMissing { fact: 1 })
    );
    assert!(!is_closed(&rules, &FactSet::of(3, &[0, 2])));
    assert!(!is_closed(&rules, &FactSet::of(3, &[])));
    assert!(is_closed(&rules, &FactSet::of(3, &[0, 1, 2])));
}

#[test]
fn random_rules_agree_with_the_naive_way() {
    let mut random = fastrand::Rng::with_seed(3);
    for _ in 0..5000 {
        let rules = common::random(&mut random);
        let closure = closure(&rules);
        let expected = naive_closure(&rules, &[]);
        assert_eq!(closure.held, expected, "{rules:?}");
        assert!(is_closed(&rules, &closure.held));
        assert_eq!(replay(&rules, &closure.derivation()).unwrap(), closure.held);
        assert_eq!(closure.reaches_goal(), expected.contains_all(&rules.goals));
        if let Some(derivation) = closure.derivation_of_goals(&rules) {
            replay_to_goal(&rules, &derivation).unwrap();
        }
        for rule in 0..rules.rules.len() {
            let is_applicable = expected.contains_all(rules.body(rule));
            assert_eq!(closure.is_applicable[rule], is_applicable);
        }
        // A round is what one more rule gives.
        let mut before: Vec<u32> = Vec::new();
        for (round, sphere) in closure.spheres().enumerate() {
            let held = FactSet::of(rules.facts.len(), &before);
            for &fact in sphere {
                let gives = |rule: usize| {
                    rules.rules[rule].head == fact && held.contains_all(rules.body(rule))
                };
                let first = (0..rules.rules.len()).find(|&rule| gives(rule));
                match round {
                    0 => assert_eq!(closure.giver(fact), None),
                    _ => assert_eq!(closure.giver(fact).map(|r| r as usize), first),
                }
            }
            before.extend(sphere);
        }
    }
}

#[test]
fn wide_rounds_of_many_rules() {
    let mut random = fastrand::Rng::with_seed(8);
    for n_facts in [3_000, 20_000] {
        let mut rules = HornRules {
            facts: (0..n_facts).map(|fact| format!("f{fact}")).collect(),
            fact_marks: vec![Mark::default(); n_facts as usize],
            init: vec![0],
            goals: vec![n_facts - 1],
            ..HornRules::default()
        };
        for _ in 0..2 * n_facts {
            let head = random.u32(1..n_facts);
            let mut body: Vec<u32> = (0..3).map(|_| random.u32(0..head)).collect();
            body.sort_unstable();
            body.dedup();
            body.truncate(random.usize(1..=3));
            let rule = HornRule {
                head,
                ..HornRule::default()
            };
            rules.push(&body, rule);
        }
        let closure = closure(&rules);
        assert!(closure.spheres().any(|sphere| sphere.len() > 100));
        assert!(is_closed(&rules, &closure.held));
        assert_eq!(replay(&rules, &closure.derivation()).unwrap(), closure.held);
    }
}
