//! What players of different experience can do.
//!
//! The greatest cost M of a rule (its `max + extra`) is what a player of the greatest
//! experience X can just do. A player of experience χ has no use for a rule that needs
//! more experience, nor for one whose least cost `min + extra` is above a threshold:
//! M·χ/X, or if it is asked for M/χ as Bergami has it, which shrinks as experience
//! grows. All comparisons are of whole numbers, so that nothing is rounded.
//!
//! Either way a rule is of use from one level to another and at no level outside, and
//! so is a strategy.

use std::ops::{ControlFlow, RangeInclusive};

use crate::canonical::HornRules;

use crate::horn::closure::{Watchers, closure_with};
use crate::horn::cost::{GoOn, Pricing};
use crate::horn::strategies::{Order, Strategies};
use crate::horn::strategy::Strategy;

/// How much a rule may cost a player of experience χ.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Threshold {
    /// M·χ/X: more experience, more can be done.
    #[default]
    Growing,
    /// M/χ, as in Bergami's slides.
    Shrinking,
}

/// Who can apply which rules.
#[derive(Clone, Debug)]
pub struct Difficulty {
    /// The greatest cost of a rule, M.
    pub greatest_cost: u64,
    /// The greatest experience, X.
    pub greatest_level: u32,
    /// Whether a rule that someone can apply is of use to all who know more.
    is_monotone: bool,
    /// For each rule the levels that can apply it, first and last.
    levels: Vec<(u32, u32)>,
}

impl Difficulty {
    /// That of some rules. The greatest experience is the greatest that a rule asks
    /// for, unless it is given; it is at least 1.
    pub fn of(
        rules: &HornRules,
        pricing: &Pricing,
        greatest_level: Option<u32>,
        threshold: Threshold,
    ) -> Difficulty {
        let costs = (0..rules.rules.len() as u32).map(|rule| pricing.of(rules, rule));
        let greatest_cost = costs.clone().map(|cost| cost.high).max().unwrap_or(0);
        let asked = rules.rules.iter().map(|rule| rule.experience).max();
        let greatest_level = greatest_level.or(asked).unwrap_or(1).max(1);
        let (most, top) = (u128::from(greatest_cost), u128::from(greatest_level));
        let number = |level: u128| u32::try_from(level).unwrap_or(u32::MAX);
        let levels = rules.rules.iter().zip(costs).map(|(rule, cost)| {
            let least = u128::from(cost.low);
            let experience = rule.experience.max(1);
            match threshold {
                // The first χ with cost·X ≤ M·χ.
                Threshold::Growing if least > 0 => {
                    let first = number((least * top).div_ceil(most));
                    (experience.max(first), greatest_level)
                }
                // The last χ with cost·χ ≤ M.
                Threshold::Shrinking if least > 0 => {
                    (experience, greatest_level.min(number(most / least)))
                }
                _ => (experience, greatest_level),
            }
        });
        Difficulty {
            greatest_cost,
            greatest_level,
            is_monotone: threshold == Threshold::Growing,
            levels: levels.collect(),
        }
    }

    /// The levels that can apply a rule.
    pub fn levels_of_rule(&self, rule: u32) -> Option<RangeInclusive<u32>> {
        let (first, last) = self.levels[rule as usize];
        (first <= last).then_some(first..=last)
    }

    /// The levels at which a strategy remains.
    pub fn levels_of(&self, strategy: &Strategy) -> Option<RangeInclusive<u32>> {
        let all = strategy
            .actions
            .iter()
            .map(|&rule| self.levels[rule as usize]);
        let everyone = (1, self.greatest_level);
        let (first, last) = all.fold(everyone, |a, b| (a.0.max(b.0), a.1.min(b.1)));
        (first <= last).then_some(first..=last)
    }

    /// Whether a player of this experience can apply a rule.
    pub fn allows(&self, rule: u32, level: u32) -> bool {
        let (first, last) = self.levels[rule as usize];
        (first..=last).contains(&level)
    }

    /// The least experience with which the goals can be had, if any will do. It is not
    /// known if the work is stopped.
    pub fn least_level(&self, rules: &HornRules, go_on: GoOn) -> ControlFlow<(), Option<u32>> {
        let watchers = Watchers::of(rules);
        let reaches = |level: u32| {
            let all = closure_with(rules, &watchers, &[], |rule| self.allows(rule, level));
            all.reaches_goal()
        };
        // More rules are of use only where some rule begins to be.
        let mut firsts: Vec<u32> = self.levels.iter().map(|&(first, _)| first).collect();
        firsts.push(1);
        firsts.sort_unstable();
        firsts.dedup();
        firsts.retain(|&level| level <= self.greatest_level);
        if self.is_monotone {
            go_on()?;
            let at = firsts.partition_point(|&level| !reaches(level));
            return ControlFlow::Continue(firsts.get(at).copied());
        }
        for level in firsts {
            go_on()?;
            if reaches(level) {
                return ControlFlow::Continue(Some(level));
            }
        }
        ControlFlow::Continue(None)
    }

    /// Who can have the goals: the levels in stretches within which the same rules are
    /// of use, each with whether the goals can be had there by any strategy. It is not
    /// known if the work is stopped.
    pub fn winners(
        &self,
        rules: &HornRules,
        go_on: GoOn,
    ) -> ControlFlow<(), Vec<(RangeInclusive<u32>, bool)>> {
        let after = |last: u32| last.checked_add(1);
        let ends = self
            .levels
            .iter()
            .flat_map(|&(first, last)| [Some(first), after(last)]);
        let mut firsts: Vec<u32> = ends.flatten().chain([1]).collect();
        firsts.sort_unstable();
        firsts.dedup();
        firsts.retain(|level| (1..=self.greatest_level).contains(level));
        let watchers = Watchers::of(rules);
        let mut stretches: Vec<(RangeInclusive<u32>, bool)> = Vec::new();
        for (i, &first) in firsts.iter().enumerate() {
            go_on()?;
            let last = firsts
                .get(i + 1)
                .map_or(self.greatest_level, |next| next - 1);
            let all = closure_with(rules, &watchers, &[], |rule| self.allows(rule, first));
            stretches.push((first..=last, all.reaches_goal()));
        }
        ControlFlow::Continue(stretches)
    }

    /// The cheapest strategies, up to so many, each with the levels at which it
    /// remains.
    pub fn table(
        &self,
        rules: &HornRules,
        pricing: &Pricing,
        n_strategies: usize,
        go_on: GoOn,
    ) -> Table {
        let mut strategies = Strategies::of(rules, pricing, Order::Cost);
        let mut rows = Vec::new();
        let is_complete = loop {
            match strategies.next_within(go_on) {
                ControlFlow::Continue(None) => break true,
                ControlFlow::Continue(Some(strategy)) if rows.len() < n_strategies => {
                    let levels = self.levels_of(&strategy);
                    rows.push(Followed { strategy, levels });
                }
                _ => break false,
            }
        };
        Table { rows, is_complete }
    }
}

/// Strategies against levels of experience.
#[derive(Clone, Debug)]
pub struct Table {
    /// The strategies, the cheapest first.
    pub rows: Vec<Followed>,
    /// Whether these are all strategies.
    pub is_complete: bool,
}

/// A strategy and who can follow it.
#[derive(Clone, Debug)]
pub struct Followed {
    /// The strategy.
    pub strategy: Strategy,
    /// The levels at which it remains; none if nobody can follow it.
    pub levels: Option<RangeInclusive<u32>>,
}

impl Table {
    /// The strategies that remain for a player of this experience, the cheapest first.
    pub fn remaining(&self, level: u32) -> impl Iterator<Item = usize> + '_ {
        let remains = move |row: &Followed| row.levels.as_ref().is_some_and(|l| l.contains(&level));
        let rows = self.rows.iter().enumerate();
        rows.filter(move |(_, row)| remains(row)).map(|(at, _)| at)
    }
}
