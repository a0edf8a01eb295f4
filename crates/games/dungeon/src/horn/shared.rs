//! The least cost of a strategy if what is needed twice is paid once.
//!
//! This is NP-hard: covering a set with few others is a case of it. So it is a branch
//! and bound within what the caller allows, which says whether it came to its end.

use std::ops::ControlFlow;

use crate::canonical::HornRules;

use crate::horn::cheapest::{Cheapest, Join};
use crate::horn::cost::{GoOn, Pricing};
use crate::horn::landmark_cut::LandmarkCut;
use crate::horn::part::{NONE, Part};
use crate::horn::strategy::Strategy;

/// The best strategy found by its shared cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeastShared {
    /// The strategy.
    pub strategy: Strategy,
    /// No strategy costs less than this.
    pub lower_bound: u64,
    /// Whether no strategy costs less than the one found.
    pub is_exact: bool,
}

/// The strategy of least shared cost, or the best until the work was stopped; none if
/// there is no strategy or not even one was found in time.
pub fn least_shared(rules: &HornRules, pricing: &Pricing, go_on: GoOn) -> Option<LeastShared> {
    let part = Part::of(rules, pricing, |_| true)?;
    let mut search = Search {
        part: &part,
        // Where there is just one rule, nothing is to be decided.
        fixed: (0..part.n_facts() as u32)
            .map(|fact| match part.givers.row(fact) {
                [only] => *only,
                _ => NONE,
            })
            .collect(),
        is_banned: vec![false; part.n_rules()],
        keys: part.keys.clone(),
        cheapest: Cheapest::default(),
        landmark_cut: LandmarkCut::default(),
        best: None,
        root_bound: None,
    };
    let is_exact = search.run(go_on).is_continue();
    let (cost, choice) = search.best?;
    let root_bound = search.root_bound.unwrap_or(0);
    Some(LeastShared {
        strategy: Strategy::of(rules, &part, &choice),
        lower_bound: if is_exact { cost } else { root_bound },
        is_exact: is_exact || root_bound == cost,
    })
}

struct Search<'a> {
    part: &'a Part,
    /// The rule that a fact is to be given by, where that is decided.
    fixed: Vec<u32>,
    is_banned: Vec<bool>,
    /// What rules cost, nothing for those that are needed in any case.
    keys: Vec<u64>,
    cheapest: Cheapest,
    landmark_cut: LandmarkCut,
    best: Option<(u64, Vec<u32>)>,
    root_bound: Option<u64>,
}

/// A fact whose rule is tried out: first the rules at the end.
struct Decision {
    fact: u32,
    left: Vec<u32>,
}

impl Search<'_> {
    /// Depth first. Without recursion, since there may be many decisions.
    fn run(&mut self, go_on: GoOn) -> ControlFlow<()> {
        let mut decisions: Vec<Decision> = Vec::new();
        let mut next = self.visit(go_on)?;
        loop {
            decisions.extend(next.take());
            loop {
                let Some(decision) = decisions.last_mut() else {
                    return ControlFlow::Continue(());
                };
                let fact = decision.fact;
                if let Some(rule) = decision.left.pop() {
                    self.fix(fact, rule);
                    break;
                }
                self.fix(fact, NONE);
                decisions.pop();
            }
            next = self.visit(go_on)?;
        }
    }

    fn fix(&mut self, fact: u32, rule: u32) {
        self.fixed[fact as usize] = rule;
        for &other in self.part.givers.row(fact) {
            self.is_banned[other as usize] = rule != NONE && other != rule;
        }
    }

    /// Looks at what the decisions so far leave open: a strategy among it may be the
    /// best one; what is to be decided next, if a better one can be among it.
    fn visit(&mut self, go_on: GoOn) -> ControlFlow<(), Option<Decision>> {
        go_on()?;
        let part = self.part;
        let needed = part.needed(&self.fixed);
        self.keys.copy_from_slice(&part.keys);
        for &fact in &needed {
            if let Some(key) = self.keys.get_mut(self.fixed[fact as usize] as usize) {
                *key = 0;
            }
        }
        let (keys, banned) = (&self.keys, &self.is_banned);
        if !self.cheapest.search(part, keys, banned, Join::Sum, go_on)? {
            return ControlFlow::Continue(None);
        }
        let choice = &self.cheapest.choice;
        let costs = part.needed(choice).into_iter();
        let cost = costs.fold(0, |sum: u64, fact| {
            sum.saturating_add(part.keys[choice[fact as usize] as usize])
        });
        if self.best.as_ref().is_none_or(|(best, _)| cost < *best) {
            self.best = Some((cost, choice.clone()));
        }
        let cuts = self.landmark_cut.bound(part, keys, banned, go_on)?;
        let (mut paid, mut open_rules) = (0_u64, 0_u64);
        let mut decision: Option<u32> = None;
        let n_rules = |fact: u32| part.givers.row(fact).len();
        for &fact in &needed {
            match self.fixed[fact as usize] {
                NONE => {
                    let costs = part.givers.row(fact).iter().map(|&r| part.keys[r as usize]);
                    open_rules = open_rules.saturating_add(costs.min().unwrap_or(0));
                    if decision.is_none_or(|first| n_rules(fact) < n_rules(first)) {
                        decision = Some(fact);
                    }
                }
                rule => paid = paid.saturating_add(part.keys[rule as usize]),
            }
        }
        // Every open fact needs a rule of its own, and the cuts have to be paid.
        let bound = paid.saturating_add(open_rules.max(cuts));
        self.root_bound.get_or_insert(bound);
        let best = self.best.as_ref().map_or(u64::MAX, |(best, _)| *best);
        let decision = decision.filter(|_| bound < best).map(|fact| {
            let mut left = part.givers.row(fact).to_vec();
            left.sort_by_key(|&rule| std::cmp::Reverse(self.cheapest.with_conditions(rule)));
            Decision { fact, left }
        });
        ControlFlow::Continue(decision)
    }
}
