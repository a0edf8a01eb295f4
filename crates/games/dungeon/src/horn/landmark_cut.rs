//! A lower bound of the shared cost by cuts: Helmert's and Domshlak's LM-cut.
//!
//! Every rule hangs on its dearest condition, by the cost of its longest chain. In that
//! graph the rules that lead into the zone from which the goal is had for nothing form a
//! cut: every strategy uses one of them. The cheapest of the cut is paid, all of the cut
//! get cheaper by as much, and again, until the goal is had for nothing. No rule is
//! counted for more than it costs, so the sum is paid by every strategy.

use std::ops::ControlFlow;

use crate::horn::cheapest::{Cheapest, Join, NEVER};
use crate::horn::cost::GoOn;
use crate::horn::part::{GOAL, NONE, Part};

/// The working space, used again and again.
#[derive(Clone, Debug, Default)]
pub(crate) struct LandmarkCut {
    longest: Cheapest,
    keys: Vec<u64>,
    /// The dearest condition of each rule; none if it has no condition.
    hangs_on: Vec<u32>,
    zone: Vec<Zone>,
    open: Vec<u32>,
    cut: Vec<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Zone {
    Unmet,
    /// Had from the beginning without what is near the goal.
    Far,
    /// The goal is had from it for nothing.
    Near,
}

impl LandmarkCut {
    /// What every strategy of the rules that are not banned pays at least, if rules
    /// cost `keys`. The goal can be had.
    pub(crate) fn bound(
        &mut self,
        part: &Part,
        keys: &[u64],
        is_banned: &[bool],
        go_on: GoOn,
    ) -> ControlFlow<(), u64> {
        self.keys.clear();
        self.keys.extend_from_slice(keys);
        let mut bound: u64 = 0;
        loop {
            let (longest, keys) = (&mut self.longest, &self.keys);
            longest.search(part, keys, is_banned, Join::Max, go_on)?;
            if longest.cost[GOAL as usize] == 0 {
                return ControlFlow::Continue(bound);
            }
            self.hang(part, is_banned);
            self.find_near(part);
            self.find_cut(part);
            let keys = self.cut.iter().map(|&rule| self.keys[rule as usize]);
            let least = keys.min().expect("the goal is not had for nothing");
            debug_assert_ne!(
                least, 0,
                "what costs nothing leads to the zone, not into it"
            );
            bound = bound.saturating_add(least);
            for &rule in &self.cut {
                self.keys[rule as usize] -= least;
            }
        }
    }

    /// A rule that is banned or cannot be applied hangs on the goal, on which nothing
    /// else does.
    fn hang(&mut self, part: &Part, is_banned: &[bool]) {
        let longest = &self.longest;
        let dearest = |rule: u32| {
            if is_banned[rule as usize] || longest.with_conditions(rule) == NEVER {
                return GOAL;
            }
            let body = part.bodies.row(rule).iter().copied();
            body.max_by_key(|&fact| longest.cost[fact as usize])
                .unwrap_or(NONE)
        };
        self.hangs_on.clear();
        self.hangs_on
            .extend((0..part.n_rules() as u32).map(dearest));
    }

    fn find_near(&mut self, part: &Part) {
        self.zone.clear();
        self.zone.resize(part.n_facts(), Zone::Unmet);
        self.zone[GOAL as usize] = Zone::Near;
        self.open.push(GOAL);
        while let Some(fact) = self.open.pop() {
            for &rule in part.givers.row(fact) {
                let from = self.hangs_on[rule as usize];
                if self.keys[rule as usize] == 0 && self.zone[from as usize] == Zone::Unmet {
                    self.zone[from as usize] = Zone::Near;
                    self.open.push(from);
                }
            }
        }
    }

    fn find_cut(&mut self, part: &Part) {
        self.cut.clear();
        for rule in 0..part.n_rules() as u32 {
            if self.hangs_on[rule as usize] == NONE {
                self.cross(part, rule);
            }
        }
        while let Some(fact) = self.open.pop() {
            for &rule in part.watchers.row(fact) {
                if self.hangs_on[rule as usize] == fact {
                    self.cross(part, rule);
                }
            }
        }
    }

    fn cross(&mut self, part: &Part, rule: u32) {
        let head = part.heads[rule as usize];
        match self.zone[head as usize] {
            Zone::Near => self.cut.push(rule),
            Zone::Far => {}
            Zone::Unmet => {
                self.zone[head as usize] = Zone::Far;
                self.open.push(head);
            }
        }
    }
}
