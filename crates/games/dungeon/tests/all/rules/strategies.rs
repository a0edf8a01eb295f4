//! Strategies against every choice of rules tried out.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::common::{self, *};
use playproof_dungeon::*;

fn all(rules: &playproof_dungeon::canonical::HornRules) -> Vec<Strategy> {
    Strategies::of(rules, &Pricing::default(), Order::Cost).collect()
}

#[test]
fn the_first_level_has_one_strategy() {
    let rules = rules(FIRST);
    let strategies = all(&rules);
    assert_eq!(strategies.len(), 1);
    assert_eq!(strategies[0].actions.len(), 13);
    assert_eq!(strategies[0].facts.len(), 14);
    assert!(replay_to_goal(&rules, &strategies[0].actions).is_ok());
    assert!(unused_facts(rules.facts.len(), &strategies).is_empty());
}

#[test]
fn the_broken_level_has_none() {
    assert!(all(&rules(BROKEN)).is_empty());
}

#[test]
fn many_solutions() {
    let rules = rules(MANY);
    let strategies = all(&rules);
    assert_eq!(all_strategies(&rules).len(), 8);
    assert_eq!(strategies.len(), 8);
    for strategy in &strategies {
        replay_to_goal(&rules, &strategy.actions).unwrap();
    }
    let sets = fact_sets(rules.facts.len(), &strategies);
    assert_eq!(sets.len(), 6);
    assert_eq!(sets.iter().filter(|set| set.is_minimal).count(), 2);
    // Seven actions either way, through Door_T or through Door_B: both dominate.
    let seven = Interval { low: 7, high: 7 };
    let dominant = dominant(&strategies, |s| s.shared);
    assert_eq!(dominant.len(), 2);
    assert!(dominant.iter().all(|&at| strategies[at].shared == seven));
}

#[test]
fn a_key_behind_its_own_door_is_no_strategy() {
    let rules = rules("goal: Key_A\nKey_A => Door_A\nDoor_A => Key_A");
    assert!(all(&rules).is_empty());
    let closure = closure(&rules);
    assert!(!closure.reaches_goal());
    assert!(is_closed(&rules, &closure.held));
}

/// `n` times one of two ways, with costs that differ.
fn ladder(n: u32) -> String {
    let step = |i: u32| {
        let next = i + 1;
        format!(
            "S{i} => A{i} [{},{}]\nS{i} => B{i} [{},{}]\nA{i} => S{next}\nB{i} => S{next}\n",
            1 + i % 3,
            (2 + i % 5).max(1 + i % 3),
            2 + i % 4,
            (4 + i % 2).max(2 + i % 4)
        )
    };
    let steps: String = (0..n).map(step).collect();
    format!("init: S0\ngoal: S{n}\n{steps}")
}

#[test]
fn the_ladder() {
    let rules = rules(&ladder(16));
    let mut cheapest = Strategies::of(&rules, &Pricing::default(), Order::Cost);
    let ten: Vec<u64> = cheapest.by_ref().take(10).map(|s| s.tree.low).collect();
    assert!(ten.is_sorted());
    assert_eq!(10 + cheapest.count(), 1 << 16);
    let any = Strategies::of(&rules, &Pricing::default(), Order::Any);
    let distinct: BTreeSet<Choices> = any.map(|s| choices(&rules, &s)).collect();
    assert_eq!(distinct.len(), 1 << 16);
}

#[test]
fn no_goal_needs_no_action() {
    let mut rules = rules("init: A\ngoal: B\nA => B");
    rules.goals.clear();
    let strategies = all(&rules);
    assert_eq!(strategies.len(), 1);
    assert!(strategies[0].actions.is_empty());
}

#[test]
fn costs_that_double_do_not_overflow() {
    let double = |i: u32| {
        let next = i + 1;
        format!("S{i} => L{i}\nS{i} => R{i}\nL{i} & R{i} => S{next}\n=> S{next}\n")
    };
    let steps: String = (0..80).map(double).collect();
    let rules = rules(&format!("goal: S80\n=> S0\n{steps}"));
    let strategies: Vec<Strategy> =
        Strategies::of(&rules, &Pricing::default(), Order::Cost).collect();
    assert_eq!(strategies.len(), 81);
    assert_eq!(strategies[80].tree.low, u64::MAX);
    assert!(strategies.is_sorted_by_key(|s| s.tree.low));
}

#[test]
fn random_rules_agree_with_every_choice_tried_out() {
    let mut random = fastrand::Rng::with_seed(7);
    let mut n_strategies = 0;
    for case in 0..6000 {
        let rules = common::random(&mut random);
        let end = [End::Low, End::High][case % 2];
        let unpriced = (case / 2 % 2) as u32;
        let pricing = Pricing { unpriced, end };
        let expected = all_strategies(&rules);
        n_strategies += expected.len();
        for order in [Order::Cost, Order::Any] {
            let strategies: Vec<Strategy> = Strategies::of(&rules, &pricing, order).collect();
            let found: BTreeSet<Choices> = strategies.iter().map(|s| choices(&rules, s)).collect();
            assert_eq!(found.len(), strategies.len(), "each once: {rules:?}");
            assert_eq!(found, expected, "{rules:?}");
            if order == Order::Cost {
                assert!(
                    strategies.is_sorted_by_key(|s| s.tree.end(end)),
                    "{rules:?}"
                );
            }
            for strategy in &strategies {
                let chosen = choices(&rules, strategy);
                replay_to_goal(&rules, &strategy.actions).unwrap();
                let interval = |i: Interval| (i.low, i.high);
                assert_eq!(
                    interval(strategy.tree),
                    tree_cost(&rules, &pricing, &chosen)
                );
                assert_eq!(
                    interval(strategy.shared),
                    shared_cost(&rules, &pricing, &chosen)
                );
                let facts: BTreeSet<u32> = strategy.facts.iter().copied().collect();
                assert_eq!(facts, needed(&rules, &chosen));
            }
            check_reports(&rules, &strategies);
        }
    }
    assert!(n_strategies > 6_000, "{n_strategies}");
}

#[test]
fn what_is_stopped_can_be_taken_up_again() {
    let rules = rules(&ladder(6));
    for order in [Order::Cost, Order::Any] {
        let expected: Vec<Strategy> = Strategies::of(&rules, &Pricing::default(), order).collect();
        let mut strategies = Strategies::of(&rules, &Pricing::default(), order);
        let mut n_asked = 0;
        let mut stubborn = || {
            n_asked += 1;
            match n_asked % 3 {
                0 => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        };
        let mut found = Vec::new();
        loop {
            match strategies.next_within(&mut stubborn) {
                ControlFlow::Continue(Some(strategy)) => found.push(strategy),
                ControlFlow::Continue(None) => break,
                ControlFlow::Break(()) => {}
            }
        }
        assert_eq!(found, expected);
        assert!(n_asked > 100);
    }
}

fn check_reports(rules: &playproof_dungeon::canonical::HornRules, strategies: &[Strategy]) {
    let beats = |at: usize| {
        let others = strategies
            .iter()
            .enumerate()
            .filter(|&(other, _)| other != at);
        others
            .map(|(_, s)| s)
            .all(|s| strategies[at].tree.high <= s.tree.low)
    };
    let expected: Vec<usize> = (0..strategies.len()).filter(|&at| beats(at)).collect();
    assert_eq!(dominant(strategies, |s| s.tree), expected);
    let sets = fact_sets(rules.facts.len(), strategies);
    let as_set = |s: &SameFacts| FactSet::of(rules.facts.len(), &s.facts);
    assert_eq!(
        sets.iter().map(|s| s.strategies.len()).sum::<usize>(),
        strategies.len()
    );
    for set in &sets {
        let has_part = sets
            .iter()
            .any(|other| other.facts != set.facts && as_set(other).is_subset(&as_set(set)));
        assert_eq!(set.is_minimal, !has_part);
    }
}
