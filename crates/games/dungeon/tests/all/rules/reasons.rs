//! Why goals cannot be had, what is missing, what never matters.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::common::{self, *};
use playproof_dungeon::canonical::HornRules;
use playproof_dungeon::*;

fn never_stop() -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn messages(rules: &HornRules) -> Vec<String> {
    stalemates(rules).into_iter().map(|s| s.message).collect()
}

#[test]
fn the_broken_level_in_the_seeds_words() {
    let rules = rules(BROKEN);
    assert_eq!(
        messages(&rules),
        [
            "Cannot apply rule for: Key_B",
            "Cannot generate precondition Key_B for Door_D1 & Key_B => Door_B",
        ]
    );
    let lines: Vec<u32> = stalemates(&rules).iter().map(|s| s.mark.line).collect();
    assert_eq!(lines, [13, 13]);
    let core = missing_core(&rules, &mut never_stop);
    assert_eq!(names(&rules, &core.facts), ["Key_B"]);
    assert!(core.is_smallest);
}

#[test]
fn a_level_that_can_be_won_has_no_stalemate() {
    assert!(messages(&rules(FIRST)).is_empty());
    assert!(messages(&rules(MANY)).is_empty());
    let core = missing_core(&rules(FIRST), &mut never_stop);
    assert_eq!(
        core,
        MissingCore {
            facts: vec![],
            is_smallest: true
        }
    );
}

#[test]
fn a_key_behind_its_own_door_needs_itself() {
    let rules = rules("goal: Finish\nKey_A => Door_A\nDoor_A => Key_A\nDoor_A => Finish");
    assert_eq!(
        messages(&rules),
        ["Door_A needs itself: Key_A => Door_A, Door_A => Key_A"]
    );
    let core = missing_core(&rules, &mut never_stop);
    assert_eq!(core.facts.len(), 1);
    assert_ne!(names(&rules, &core.facts), ["Finish"]);
}

#[test]
fn a_goal_without_any_rule() {
    let rules = rules("init: A\ngoal: G\nA => B");
    assert_eq!(messages(&rules), ["Cannot apply rule for: G"]);
    assert_eq!(missing_core(&rules, &mut never_stop).facts, [1]);
}

#[test]
fn two_way_rooms_behind_a_missing_key_are_no_circle() {
    let rules = rules("init: A\ngoal: C\nA & Key => B\nB => C\nC => B");
    assert_eq!(
        messages(&rules),
        [
            "Cannot apply rule for: Key",
            "Cannot generate precondition Key for A & Key => B",
        ]
    );
}

#[test]
fn a_stopped_search_for_a_core_says_so() {
    let core = missing_core(&rules(BROKEN), &mut || ControlFlow::Break(()));
    assert!(!core.is_smallest);
    assert!(!core.facts.is_empty());
}

#[test]
fn random_cores_agree_with_all_subsets() {
    let mut random = fastrand::Rng::with_seed(11);
    let mut sizes = [0; 4];
    for _ in 0..8000 {
        let rules = common::random(&mut random);
        let core = missing_core(&rules, &mut never_stop);
        assert!(core.is_smallest);
        assert!(naive_closure(&rules, &core.facts).contains_all(&rules.goals));
        let blocked = naive_closure(&rules, &[]);
        assert_eq!(core.facts.is_empty(), blocked.contains_all(&rules.goals));
        assert_eq!(core.facts.is_empty(), stalemates(&rules).is_empty());
        let all = core_candidates(&rules);
        let free: Vec<u32> = all
            .iter()
            .copied()
            .filter(|f| !rules.goals.contains(f))
            .collect();
        let expected = smallest(&rules, &free).or_else(|| smallest(&rules, &all));
        assert_eq!(Some(core.facts.len()), expected, "{rules:?}");
        // Among all that cannot be had, goals too, for any choice of candidates.
        let any: Vec<u32> = (0..rules.facts.len() as u32)
            .filter(|&f| random.bool() && !blocked.contains(f))
            .collect();
        let among = missing_core_among(&rules, &any, &mut never_stop);
        assert_eq!(
            among.map(|core| core.facts.len()),
            smallest(&rules, &any),
            "{rules:?}"
        );
        sizes[core.facts.len().min(3)] += 1;
    }
    assert!(sizes[..3].iter().all(|&n| n > 20), "{sizes:?}");
}

/// The size of the smallest subset that makes the goals reachable.
fn smallest(rules: &HornRules, candidates: &[u32]) -> Option<usize> {
    let subsets = 0..1_u32 << candidates.len();
    let subset = |bits: u32| -> Vec<u32> {
        let chosen = candidates
            .iter()
            .enumerate()
            .filter(|(i, _)| bits >> i & 1 == 1);
        chosen.map(|(_, &fact)| fact).collect()
    };
    let suffices = |&bits: &u32| naive_closure(rules, &subset(bits)).contains_all(&rules.goals);
    subsets
        .filter(suffices)
        .map(|bits| bits.count_ones() as usize)
        .min()
}

#[test]
fn random_circles_are_circles_of_what_cannot_be_had() {
    let mut random = fastrand::Rng::with_seed(5);
    let mut n_circles = 0;
    for _ in 0..5000 {
        let rules = common::random(&mut random);
        let held = naive_closure(&rules, &[]);
        for stalemate in stalemates(&rules) {
            let Cause::Circle {
                fact,
                rules: circle,
            } = stalemate.cause
            else {
                continue;
            };
            n_circles += 1;
            let mut asked = fact;
            for &rule in &circle {
                assert_eq!(rules.rules[rule as usize].head, asked, "{rules:?}");
                let body = rules.body(rule as usize);
                let next = circle.iter().map(|&r| rules.rules[r as usize].head);
                let next: BTreeSet<u32> = next.filter(|f| body.contains(f)).collect();
                let at = circle.iter().position(|&r| r == rule).unwrap();
                let head = circle.get(at + 1).unwrap_or(&circle[0]);
                asked = rules.rules[*head as usize].head;
                assert!(next.contains(&asked), "{rules:?}");
                assert!(!held.contains(asked));
            }
            assert_eq!(asked, fact);
        }
    }
    assert!(n_circles > 100, "{n_circles}");
}

#[test]
fn random_relevance_agrees_with_every_strategy() {
    let mut random = fastrand::Rng::with_seed(2);
    let (mut n_only_maybe, mut n_relevant) = (0, 0);
    for _ in 0..6000 {
        let rules = common::random(&mut random);
        let strategies = all_strategies(&rules);
        let used: BTreeSet<u32> = strategies
            .iter()
            .flat_map(|choices| needed(&rules, choices))
            .collect();
        let maybe = maybe_relevant(&rules);
        for (fact, relevance) in (0..).zip(relevance(&rules, &mut never_stop)) {
            let expected = if used.contains(&fact) {
                Relevance::Relevant
            } else {
                Relevance::Irrelevant
            };
            assert_eq!(relevance, expected, "fact {fact} of {rules:?}");
            assert!(maybe.contains(fact) || !used.contains(&fact));
            n_only_maybe += u32::from(maybe.contains(fact) && !used.contains(&fact));
            n_relevant += u32::from(used.contains(&fact));
        }
    }
    assert!(
        n_only_maybe > 100 && n_relevant > 1000,
        "{n_only_maybe} {n_relevant}"
    );
}

#[test]
fn a_side_key_never_matters() {
    let rules = rules("init: A, Spare\ngoal: G\nA => Key\nA => Side\nKey => G\nG => Trophy");
    let never: Vec<u32> = (0..)
        .zip(relevance(&rules, &mut never_stop))
        .filter(|(_, relevance)| *relevance == Relevance::Irrelevant)
        .map(|(fact, _)| fact)
        .collect();
    assert_eq!(names(&rules, &never), ["Spare", "Side", "Trophy"]);
}
