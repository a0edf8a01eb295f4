//! The smallest core of missing things: the fewest facts that, if they were given,
//! would make the goals reachable.
//!
//! The goals themselves, or any door on the way, would do if they were given, which
//! helps nobody. So candidates are what the trouble begins with: facts that no rule
//! gives, and facts that can only be had in a circle; goals are among them only if
//! nothing else helps.

use std::ops::ControlFlow;

use crate::canonical::HornRules;

use crate::horn::closure::{Closure, Watchers, closure_with};
use crate::horn::cost::GoOn;
use crate::horn::stalemate::{Blocked, Supports};

/// Facts that would make the goals reachable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MissingCore {
    /// The facts, in the order of their numbers.
    pub facts: Vec<u32>,
    /// Whether no fewer of the candidates would do; otherwise the search was stopped.
    pub is_smallest: bool,
}

/// The smallest core; it is empty if the goals can be had.
pub fn missing_core(rules: &HornRules, go_on: GoOn) -> MissingCore {
    let mut candidates = core_candidates(rules);
    let all = candidates.clone();
    candidates.retain(|fact| !rules.goals.contains(fact));
    missing_core_among(rules, &candidates, go_on)
        .or_else(|| missing_core_among(rules, &all, go_on))
        .expect("with all of them given, everything on the way has a rule and is in no circle")
}

/// The facts that the trouble begins with, in the order of their numbers: blocked facts
/// that no rule gives, or that are on a circle of facts that support only each other.
pub fn core_candidates(rules: &HornRules) -> Vec<u32> {
    let blocked = Blocked::of(rules);
    let lacking = blocked.order.iter().copied();
    let mut candidates: Vec<u32> = lacking.filter(|&f| blocked.lacks_rule(f)).collect();
    candidates.extend(Supports::of(rules, &blocked).on_circles());
    candidates.sort_unstable();
    candidates
}

/// The smallest core among these facts; none if even all of them do not suffice.
pub fn missing_core_among(
    rules: &HornRules,
    candidates: &[u32],
    go_on: GoOn,
) -> Option<MissingCore> {
    let search = Search {
        rules,
        watchers: Watchers::of(rules),
        candidates,
    };
    if !search.closure(candidates).reaches_goal() {
        return None;
    }
    let mut best = candidates.to_vec();
    let is_smallest = search.run(&mut best, go_on).is_continue();
    best.sort_unstable();
    best.dedup();
    Some(MissingCore {
        facts: best,
        is_smallest,
    })
}

struct Search<'a> {
    rules: &'a HornRules,
    watchers: Watchers,
    candidates: &'a [u32],
}

impl Search<'_> {
    fn closure(&self, given: &[u32]) -> Closure {
        closure_with(self.rules, &self.watchers, given, |_| true)
    }

    fn run(&self, best: &mut Vec<u32>, go_on: GoOn) -> ControlFlow<()> {
        // First one that cannot do without any of its facts,
        let mut at = 0;
        while at < best.len() {
            go_on()?;
            let fact = best.remove(at);
            if !self.closure(best).reaches_goal() {
                best.insert(at, fact);
                at += 1;
            }
        }
        // then a smaller one, size by size.
        for size in 0..best.len() {
            let mut chosen = Vec::new();
            if self.complete(&mut chosen, size, &mut Vec::new(), go_on)? {
                *best = chosen;
                break;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether at most so many further facts complete the chosen ones to a core, none
    /// of them excluded; if so, they are chosen.
    fn complete(
        &self,
        chosen: &mut Vec<u32>,
        n_more: usize,
        excluded: &mut Vec<u32>,
        go_on: GoOn,
    ) -> ControlFlow<(), bool> {
        go_on()?;
        let mut held = self.closure(chosen);
        if held.reaches_goal() {
            return ControlFlow::Continue(true);
        }
        if n_more == 0 {
            return ControlFlow::Continue(false);
        }
        // A set as great as can be from which the goals are still out of reach: every
        // core has a fact outside of it.
        let mut given = chosen.clone();
        for &fact in self.candidates {
            if !held.held.contains(fact) {
                go_on()?;
                given.push(fact);
                let more = self.closure(&given);
                if more.reaches_goal() {
                    given.pop();
                } else {
                    held = more;
                }
            }
        }
        let n_excluded = excluded.len();
        for &fact in self.candidates {
            if held.held.contains(fact) || excluded.contains(&fact) {
                continue;
            }
            chosen.push(fact);
            if self.complete(chosen, n_more - 1, excluded, go_on)? {
                return ControlFlow::Continue(true);
            }
            chosen.pop();
            // All with this fact have been tried.
            excluded.push(fact);
        }
        excluded.truncate(n_excluded);
        ControlFlow::Continue(false)
    }
}
