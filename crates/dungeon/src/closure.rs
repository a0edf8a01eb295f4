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
    // A rule and a fact are each looked up at random, so what is asked about them
    // stands together.
    let mut waiting: Vec<Waiting> = rules
        .rules
        .iter()
        .map(|rule| Waiting {
            n_conditions: rule.body.len() as u32,
            head: rule.head,
        })
        .collect();
    let mut gains = vec![Gain::NEVER; rules.facts.len()];
    for &fact in &order {
        gains[fact as usize].round = 0;
    }
    // Of two rules that give a fact in the same round the one that comes first in the
    // text is named.
    let mut apply = |rule: u32, head: u32, round: u32, order: &mut Vec<u32>| {
        let gain = &mut gains[head as usize];
        if gain.round == round {
            gain.giver = gain.giver.min(rule);
        } else if gain.round == NONE {
            *gain = Gain { giver: rule, round };
            order.push(head);
        }
    };
    let mut rounds = vec![0];
    let (mut begin, mut end, mut round) = (0, order.len(), 1);
    for (rule, waits) in (0..).zip(&waiting) {
        if waits.n_conditions == 0 && is_allowed(rule) {
            apply(rule, waits.head, round, &mut order);
        }
    }
    loop {
        for at in begin..end {
            for &rule in watchers.0.row(order[at]) {
                let waits = &mut waiting[rule as usize];
                waits.n_conditions -= 1;
                if waits.n_conditions == 0 && is_allowed(rule) {
                    apply(rule, waits.head, round, &mut order);
                }
            }
        }
        if order.len() == end {
            break;
        }
        rounds.push(end);
        (begin, end) = (end, order.len());
        round += 1;
    }
    for &fact in &order {
        held.insert(fact);
    }
    let is_applicable = (0..).zip(&waiting);
    Closure {
        reaches_goal: held.contains_all(&rules.goals),
        held,
        order,
        rounds,
        is_applicable: is_applicable
            .map(|(rule, waits)| waits.n_conditions == 0 && is_allowed(rule))
            .collect(),
        givers: gains.iter().map(|gain| gain.giver).collect(),
    }
}

/// A rule that waits for so many of its conditions.
struct Waiting {
    n_conditions: u32,
    head: u32,
}

/// By which rule and in which round a fact was gained.
#[derive(Clone, Copy)]
struct Gain {
    giver: u32,
    round: u32,
}

impl Gain {
    const NEVER: Gain = Gain {
        giver: NONE,
        round: NONE,
    };
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
