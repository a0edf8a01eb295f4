//! What can be had: the closure of the facts at the beginning under the rules.
//!
//! Dowling and Gallier's way: each rule counts the conditions that it still waits
//! for, each fact lists the rules that wait for it, so that all is linear in the size
//! of the rules. Facts come in rounds (spheres): a round holds what one more rule
//! gives after the rounds before it.

use playproof_level::dungeon::HornRules;

use crate::FactSet;
use crate::rows::Rows;

const NONE: u32 = u32::MAX;

/// What can be had, in the order in which it is.
#[derive(Clone, Debug)]
pub struct Closure {
    /// The facts that can be had. No rule leads out of this set.
    pub held: FactSet,
    /// The same facts, round by round: first those that hold at the beginning.
    pub order: Vec<u32>,
    /// Where each round begins in `order`; the first is that of the beginning.
    pub rounds: Vec<usize>,
    /// For each rule whether it can ever be applied.
    pub is_applicable: Vec<bool>,
    givers: Vec<u32>,
    reaches_goal: bool,
}

/// For each fact the rules that wait for it. Made once for many closures.
#[derive(Clone, Debug)]
pub struct Watchers(Rows);

impl Watchers {
    /// Those of these rules.
    pub fn of(rules: &HornRules) -> Watchers {
        Watchers(Rows::of(rules.facts.len(), || {
            (0..rules.rules.len()).flat_map(|rule| {
                let body = rules.body(rule).iter();
                body.map(move |&fact| (fact, rule as u32))
            })
        }))
    }
}

/// What can be had by the rules.
pub fn closure(rules: &HornRules) -> Closure {
    closure_with(rules, &Watchers::of(rules), &[], |_| true)
}

/// What can be had if some more facts are given, by those rules that are allowed.
pub fn closure_with(
    rules: &HornRules,
    watchers: &Watchers,
    given: &[u32],
    is_allowed: impl Fn(u32) -> bool,
) -> Closure {
    let mut held = FactSet::new(rules.facts.len());
    let mut order: Vec<u32> = Vec::new();
    for &fact in rules.init.iter().chain(given) {
        if held.insert(fact) {
            order.push(fact);
        }
    }
    let mut run = Run {
        rules,
        round: 1,
        rounds_of: vec![0; rules.facts.len()],
        givers: vec![NONE; rules.facts.len()],
        is_applicable: vec![false; rules.rules.len()],
        held,
        order,
    };
    let mut waits_for: Vec<u32> = rules.rules.iter().map(|r| r.body.len() as u32).collect();
    let mut rounds = vec![0];
    let (mut begin, mut end) = (0, run.order.len());
    for rule in 0..rules.rules.len() as u32 {
        if waits_for[rule as usize] == 0 && is_allowed(rule) {
            run.apply(rule);
        }
    }
    loop {
        for at in begin..end {
            for &rule in watchers.0.row(run.order[at]) {
                waits_for[rule as usize] -= 1;
                if waits_for[rule as usize] == 0 && is_allowed(rule) {
                    run.apply(rule);
                }
            }
        }
        if run.order.len() == end {
            break;
        }
        rounds.push(end);
        (begin, end) = (end, run.order.len());
        run.round += 1;
    }
    Closure {
        reaches_goal: run.held.contains_all(&rules.goals),
        held: run.held,
        order: run.order,
        rounds,
        is_applicable: run.is_applicable,
        givers: run.givers,
    }
}

/// A closure as far as it has come.
struct Run<'a> {
    rules: &'a HornRules,
    round: u32,
    rounds_of: Vec<u32>,
    givers: Vec<u32>,
    is_applicable: Vec<bool>,
    held: FactSet,
    order: Vec<u32>,
}

impl Run<'_> {
    /// Of two rules that give a fact in the same round the one that comes first in
    /// the text is named.
    fn apply(&mut self, rule: u32) {
        self.is_applicable[rule as usize] = true;
        let head = self.rules.rules[rule as usize].head;
        let at = head as usize;
        if self.held.insert(head) {
            self.givers[at] = rule;
            self.rounds_of[at] = self.round;
            self.order.push(head);
        } else if self.rounds_of[at] == self.round {
            self.givers[at] = self.givers[at].min(rule);
        }
    }
}

impl Closure {
    /// Whether all goals can be had.
    pub fn reaches_goal(&self) -> bool {
        self.reaches_goal
    }

    /// The rule that first gave a fact; none for one that was given, or never had.
    pub fn giver(&self, fact: u32) -> Option<u32> {
        let giver = self.givers[fact as usize];
        (giver != NONE).then_some(giver)
    }

    /// The facts of each round.
    pub fn spheres(&self) -> impl Iterator<Item = &[u32]> {
        let ends = self.rounds[1..].iter().copied().chain([self.order.len()]);
        self.rounds
            .iter()
            .zip(ends)
            .map(|(&from, to)| &self.order[from..to])
    }

    /// The rules that give all of this, in an order in which they can be applied.
    pub fn derivation(&self) -> Vec<u32> {
        self.order
            .iter()
            .filter_map(|&fact| self.giver(fact))
            .collect()
    }

    /// The part of it that leads to the goals, if they can be had.
    pub fn derivation_of_goals(&self, rules: &HornRules) -> Option<Vec<u32>> {
        if !self.reaches_goal {
            return None;
        }
        let mut needed = FactSet::of(rules.facts.len(), &rules.goals);
        let mut derivation = Vec::new();
        for &fact in self.order.iter().rev() {
            if let (true, Some(rule)) = (needed.contains(fact), self.giver(fact)) {
                derivation.push(rule);
                for &condition in rules.body(rule as usize) {
                    needed.insert(condition);
                }
            }
        }
        derivation.reverse();
        Some(derivation)
    }
}
