//! Short-sighted play: always the cheapest rule that gives something new.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::canonical::HornRules;

use crate::FactSet;
use crate::horn::cost::{Interval, Pricing};
use crate::horn::rows::Rows;

/// A short-sighted play, until the goals are had or nothing is new.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GreedyPlay {
    /// The rules in the order in which they are applied.
    pub actions: Vec<u32>,
    /// What they cost together.
    pub cost: Interval,
    /// Whether the goals are had in the end.
    pub reaches_goal: bool,
}

/// Plays short-sightedly; of equally cheap rules the first in the text.
pub fn greedy_play(rules: &HornRules, pricing: &Pricing) -> GreedyPlay {
    let watchers = Rows::of(rules.facts.len(), || {
        (0..rules.rules.len()).flat_map(|rule| {
            let body = rules.body(rule).iter();
            body.map(move |&fact| (fact, rule as u32))
        })
    });
    let mut waits_for: Vec<usize> = rules.rules.iter().map(|rule| rule.body.len()).collect();
    let mut held = FactSet::new(rules.facts.len());
    let mut is_goal = FactSet::of(rules.facts.len(), &rules.goals);
    let mut n_goals_left = rules.goals.len();
    let mut open = BinaryHeap::new();
    let key = |rule: u32| Reverse((pricing.of(rules, rule).end(pricing.end), rule));
    open.extend(
        (0..rules.rules.len() as u32)
            .filter(|&r| waits_for[r as usize] == 0)
            .map(key),
    );
    let mut gain = |fact: u32, open: &mut BinaryHeap<_>| {
        if !held.insert(fact) {
            return None;
        }
        if is_goal.contains(fact) {
            is_goal.remove(fact);
            n_goals_left -= 1;
        }
        for &rule in watchers.row(fact) {
            waits_for[rule as usize] -= 1;
            if waits_for[rule as usize] == 0 {
                open.push(key(rule));
            }
        }
        Some(n_goals_left)
    };
    let mut left = rules.goals.len();
    for &fact in &rules.init {
        left = gain(fact, &mut open).unwrap_or(left);
    }
    let mut play = GreedyPlay {
        actions: Vec::new(),
        cost: Interval::default(),
        reaches_goal: false,
    };
    while left > 0 {
        let Some(Reverse((_, rule))) = open.pop() else {
            return play;
        };
        if let Some(now) = gain(rules.rules[rule as usize].head, &mut open) {
            left = now;
            play.actions.push(rule);
            play.cost = play.cost.plus(pricing.of(rules, rule));
        }
    }
    play.reaches_goal = true;
    play
}
