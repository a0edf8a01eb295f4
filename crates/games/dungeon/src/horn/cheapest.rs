//! The cheapest way to have each fact: Knuth's generalisation of Dijkstra's search.
//!
//! A fact costs what its rule costs and what its conditions cost, each as often as it
//! is asked for. Facts are settled in the order of their costs, each with the rule
//! that gives it at that cost, and a rule counts only once all its conditions are
//! settled. So the rules that are picked never go in a circle, even where they cost
//! nothing.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::ControlFlow;

use crate::horn::cost::GoOn;
use crate::horn::part::{GOAL, NONE, Part};

/// No way at all.
pub(crate) const NEVER: u64 = u64::MAX;

/// How the costs of the conditions of a rule are joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Join {
    /// All of them count.
    Sum,
    /// The greatest counts.
    Max,
}

/// How many facts are settled between two questions whether to go on.
const BATCH: usize = 1 << 12;

/// What the search found, and its working space, which is used again and again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cheapest {
    /// What each fact costs; nothing sensible for one that is not settled.
    pub(crate) cost: Vec<u64>,
    /// The rule that gives each fact so; none if there is no way to have it.
    pub(crate) choice: Vec<u32>,
    waits_for: Vec<u32>,
    rule_cost: Vec<u64>,
    is_settled: Vec<bool>,
    open: BinaryHeap<Reverse<(u64, u32)>>,
}

impl Cheapest {
    /// Searches with the rules that are not banned; whether the goal can be had.
    pub(crate) fn search(
        &mut self,
        part: &Part,
        keys: &[u64],
        is_banned: &[bool],
        join: Join,
        go_on: GoOn,
    ) -> ControlFlow<(), bool> {
        self.reset(part, keys);
        for rule in 0..part.n_rules() as u32 {
            if self.waits_for[rule as usize] == 0 && !is_banned[rule as usize] {
                self.offer(part, rule);
            }
        }
        let mut n_settled = 0;
        while let Some(Reverse((cost, fact))) = self.open.pop() {
            if std::mem::replace(&mut self.is_settled[fact as usize], true) {
                continue;
            }
            n_settled += 1;
            if n_settled % BATCH == 0 {
                go_on()?;
            }
            for &rule in part.watchers.row(fact) {
                let at = rule as usize;
                self.rule_cost[at] = match join {
                    // One below what stands for no way.
                    Join::Sum => self.rule_cost[at].saturating_add(cost).min(NEVER - 1),
                    Join::Max => self.rule_cost[at].max(keys[at].saturating_add(cost)),
                };
                self.waits_for[at] -= 1;
                if self.waits_for[at] == 0 && !is_banned[at] {
                    self.offer(part, rule);
                }
            }
        }
        ControlFlow::Continue(self.is_settled[GOAL as usize])
    }

    /// What a rule costs with its conditions, which is above what its fact costs if
    /// another rule is cheaper. It counts even for a banned rule.
    pub(crate) fn with_conditions(&self, rule: u32) -> u64 {
        match self.waits_for[rule as usize] {
            0 => self.rule_cost[rule as usize],
            _ => NEVER,
        }
    }

    fn offer(&mut self, part: &Part, rule: u32) {
        let head = part.heads[rule as usize] as usize;
        let cost = self.rule_cost[rule as usize];
        if !self.is_settled[head] && cost < self.cost[head] {
            self.cost[head] = cost;
            self.choice[head] = rule;
            self.open.push(Reverse((cost, head as u32)));
        }
    }

    fn reset(&mut self, part: &Part, keys: &[u64]) {
        self.cost.clear();
        self.cost.resize(part.n_facts(), NEVER);
        self.choice.clear();
        self.choice.resize(part.n_facts(), NONE);
        self.is_settled.clear();
        self.is_settled.resize(part.n_facts(), false);
        self.rule_cost.clear();
        self.rule_cost.extend_from_slice(keys);
        let n_conditions = |rule: u32| part.bodies.row(rule).len() as u32;
        self.waits_for.clear();
        self.waits_for
            .extend((0..part.n_rules() as u32).map(n_conditions));
        self.open.clear();
    }
}
