//! What rules and strategies cost.

use std::fmt;
use std::ops::ControlFlow;

use crate::canonical::{Cost, HornRule, HornRules};

/// Asked now and then during long work whether it goes on.
pub type GoOn<'a> = &'a mut dyn FnMut() -> ControlFlow<()>;

/// A cost between two ends. Sums stop at the greatest number there is, which so
/// stands for itself and all above.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Interval {
    /// At least this,
    pub low: u64,
    /// at most that.
    pub high: u64,
}

impl Interval {
    /// The sum of both.
    #[must_use]
    pub fn plus(self, other: Interval) -> Interval {
        Interval {
            low: self.low.saturating_add(other.low),
            high: self.high.saturating_add(other.high),
        }
    }

    /// The end that counts.
    pub fn end(self, end: End) -> u64 {
        match end {
            End::Low => self.low,
            End::High => self.high,
        }
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.low == self.high {
            write!(f, "{}", self.low)
        } else {
            write!(f, "{} to {}", self.low, self.high)
        }
    }
}

/// By which end of an interval costs are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum End {
    /// The least that it costs.
    #[default]
    Low,
    /// The most.
    High,
}

/// What rules cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pricing {
    /// The cost of a rule that says none, or zero.
    pub unpriced: u32,
    /// By which end costs are compared.
    pub end: End,
}

impl Default for Pricing {
    fn default() -> Pricing {
        Pricing {
            unpriced: 1,
            end: End::Low,
        }
    }
}

impl Pricing {
    /// As the rules are written: where some of them cost something, those that say
    /// nothing cost nothing. Where none does, each costs 1, so that costs are numbers of
    /// actions.
    pub fn as_written(rules: &HornRules, end: End) -> Pricing {
        let costs = |rule: &HornRule| rule.cost != Cost::default();
        let unpriced = match rules.rules.iter().any(costs) {
            true => 0,
            false => 1,
        };
        Pricing { unpriced, end }
    }

    /// What a rule costs.
    pub fn of(&self, rules: &HornRules, rule: u32) -> Interval {
        let cost = rules.rules[rule as usize].cost;
        let (min, max) = if cost == Cost::default() {
            (self.unpriced, self.unpriced)
        } else {
            (cost.min, cost.max)
        };
        Interval {
            low: u64::from(min) + u64::from(cost.extra),
            high: u64::from(max) + u64::from(cost.extra),
        }
    }
}
