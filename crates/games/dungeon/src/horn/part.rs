//! The part of the rules that matters for the goals, numbered anew.
//!
//! Kept are the facts that can be had, do not hold at the beginning, and are asked for
//! going backwards from the goals; and the rules that give them, can be applied, and
//! do not need what they give. What holds at the beginning costs nothing and is left
//! out of the conditions. All goals together are fact 0, which rule 0 gives for
//! nothing, so that there is always one goal.

use crate::canonical::HornRules;

use crate::FactSet;
use crate::horn::closure::{Watchers, closure_with};
use crate::horn::cost::{Interval, Pricing};
use crate::horn::rows::Rows;

/// The fact that stands for all goals, and its rule.
pub(crate) const GOAL: u32 = 0;

/// No fact, no rule.
pub(crate) const NONE: u32 = u32::MAX;

#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// The facts as they are numbered in the rules; the first has no such number.
    pub(crate) facts: Vec<u32>,
    /// What holds at the beginning, as it is numbered there.
    pub(crate) init: FactSet,
    /// The rules as they are numbered there; the first has no such number.
    pub(crate) rules: Vec<u32>,
    /// What each rule gives.
    pub(crate) heads: Vec<u32>,
    /// What each rule costs.
    pub(crate) costs: Vec<Interval>,
    /// What each rule costs, as it is compared.
    pub(crate) keys: Vec<u64>,
    /// The conditions of each rule.
    pub(crate) bodies: Rows,
    /// The rules that give each fact.
    pub(crate) givers: Rows,
    /// The rules that wait for each fact.
    pub(crate) watchers: Rows,
}

impl Part {
    /// None if the goals cannot be had by those rules that are allowed.
    pub(crate) fn of(
        rules: &HornRules,
        pricing: &Pricing,
        is_allowed: impl Fn(u32) -> bool,
    ) -> Option<Part> {
        let all = closure_with(rules, &Watchers::of(rules), &[], is_allowed);
        if !all.reaches_goal() {
            return None;
        }
        let givers = Rows::of(rules.facts.len(), || {
            let heads = rules.rules.iter().map(|r| r.head);
            heads.zip(0..).filter(|&(head, rule)| {
                all.is_applicable[rule as usize] && !rules.body(rule as usize).contains(&head)
            })
        });
        let mut numbers = vec![NONE; rules.facts.len()];
        let init = FactSet::of(rules.facts.len(), &rules.init);
        let mut facts = vec![NONE];
        let mut kept = vec![NONE];
        let mut ask = |wanted: &[u32], facts: &mut Vec<u32>| {
            for &fact in wanted {
                if !init.contains(fact) && numbers[fact as usize] == NONE {
                    numbers[fact as usize] = facts.len() as u32;
                    facts.push(fact);
                }
            }
        };
        ask(&rules.goals, &mut facts);
        let mut at = 1;
        while at < facts.len() {
            for &rule in givers.row(facts[at]) {
                kept.push(rule);
                ask(rules.body(rule as usize), &mut facts);
            }
            at += 1;
        }
        let body = |rule: u32| match rule {
            NONE => &rules.goals[..],
            _ => rules.body(rule as usize),
        };
        let bodies = Rows::of(kept.len(), || {
            (0..).zip(&kept).flat_map(|(at, &rule)| {
                let numbered = body(rule).iter().map(|&fact| numbers[fact as usize]);
                numbered
                    .filter(|&fact| fact != NONE)
                    .map(move |fact| (at, fact))
            })
        });
        let head = |&rule: &u32| match rule {
            NONE => GOAL,
            _ => numbers[rules.rules[rule as usize].head as usize],
        };
        let heads: Vec<u32> = kept.iter().map(head).collect();
        let cost = |&rule: &u32| match rule {
            NONE => Interval::default(),
            _ => pricing.of(rules, rule),
        };
        let costs: Vec<Interval> = kept.iter().map(cost).collect();
        Some(Part {
            keys: costs.iter().map(|cost| cost.end(pricing.end)).collect(),
            givers: Rows::of(facts.len(), || heads.iter().copied().zip(0..)),
            watchers: Rows::of(facts.len(), || {
                let row = |rule| bodies.row(rule).iter().map(move |&fact| (fact, rule));
                (0..kept.len() as u32).flat_map(row)
            }),
            facts,
            init,
            rules: kept,
            heads,
            costs,
            bodies,
        })
    }

    pub(crate) fn n_facts(&self) -> usize {
        self.facts.len()
    }

    pub(crate) fn n_rules(&self) -> usize {
        self.rules.len()
    }

    /// What is needed if each needed fact is given by its rule here: going through
    /// the conditions from the goal, breadth first. Two choices that agree on the
    /// first so many facts ask for the same next one.
    pub(crate) fn needed(&self, choice: &[u32]) -> Vec<u32> {
        let mut is_needed = vec![false; self.n_facts()];
        is_needed[GOAL as usize] = true;
        let mut needed = vec![GOAL];
        let mut at = 0;
        while at < needed.len() {
            let rule = choice[needed[at] as usize];
            if rule != NONE {
                for &fact in self.bodies.row(rule) {
                    if !std::mem::replace(&mut is_needed[fact as usize], true) {
                        needed.push(fact);
                    }
                }
            }
            at += 1;
        }
        needed
    }
}
