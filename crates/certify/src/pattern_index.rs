//! Finds the patterns of a closed set that may contain some states.
//!
//! A pattern that fixes a variable is filed under one such variable and its
//! value, so that only few are looked at. Whoever finds one compares all that
//! it says: the index can miss a pattern, and so reject good evidence, but
//! cannot make bad evidence pass.

use std::collections::HashMap;

use playproof_model::{Dom, Val};

use crate::evidence::Pattern;

/// Values in order, each with the patterns filed there.
type Filed = Vec<(Val, Vec<u32>)>;

/// Patterns by a value that they fix.
pub(crate) struct PatternIndex<'a> {
    patterns: &'a [Pattern],
    domains: &'a [(Val, Val)],
    /// Variables, each with its values.
    filed: Vec<(u32, Filed)>,
    /// Patterns that fix nothing.
    others: Vec<u32>,
}

impl<'a> PatternIndex<'a> {
    /// The patterns must have passed the check of their shape.
    pub fn new(patterns: &'a [Pattern], domains: &'a [(Val, Val)]) -> PatternIndex<'a> {
        let fixed = |pattern: &Pattern| -> Vec<(u32, Val)> {
            let named = pattern.iter();
            let fixed = named.filter_map(|(flat, dom)| {
                let value = only_value(dom, domains[*flat as usize].0)?;
                Some((*flat, value))
            });
            fixed.collect()
        };
        // Under the value that fewest patterns fix.
        let mut n_fixing: HashMap<(u32, Val), u32> = HashMap::new();
        for key in patterns.iter().flat_map(fixed) {
            *n_fixing.entry(key).or_default() += 1;
        }
        let mut by_key: HashMap<(u32, Val), Vec<u32>> = HashMap::new();
        let mut others = Vec::new();
        for (number, pattern) in patterns.iter().enumerate() {
            match fixed(pattern).into_iter().min_by_key(|key| n_fixing[key]) {
                Some(key) => by_key.entry(key).or_default().push(number as u32),
                None => others.push(number as u32),
            }
        }
        let mut keys: Vec<((u32, Val), Vec<u32>)> = by_key.into_iter().collect();
        keys.sort_unstable_by_key(|(key, _)| *key);
        let mut filed: Vec<(u32, Filed)> = Vec::new();
        for ((flat, value), numbers) in keys {
            match filed.last_mut() {
                Some((last, values)) if *last == flat => values.push((value, numbers)),
                _ => filed.push((flat, vec![(value, numbers)])),
            }
        }
        PatternIndex {
            patterns,
            domains,
            filed,
            others,
        }
    }

    /// Whether some pattern contains all states in these ranges.
    pub fn contains(&self, range: impl Fn(u32) -> (Val, Val)) -> bool {
        let is_in = |number: &u32| {
            let pattern = &self.patterns[*number as usize];
            pattern.iter().all(|(flat, dom)| {
                let least = self.domains[*flat as usize].0;
                within(dom, least, range(*flat))
            })
        };
        let at_value = |(flat, values): &(u32, Filed)| {
            let (lo, hi) = range(*flat);
            let found = values.binary_search_by_key(&lo, |(value, _)| *value);
            lo == hi && found.is_ok_and(|at| values[at].1.iter().any(is_in))
        };
        self.filed.iter().any(at_value) || self.others.iter().any(is_in)
    }
}

fn only_value(dom: &Dom, least: Val) -> Option<Val> {
    match dom {
        Dom::Range(lo, hi) => (lo == hi).then_some(*lo),
        Dom::Set(bits) => {
            let n_values: u32 = bits.iter().map(|word| word.count_ones()).sum();
            let word = bits.iter().position(|&word| word != 0)?;
            let value = least + (word * 64) as Val + bits[word].trailing_zeros() as Val;
            (n_values == 1).then_some(value)
        }
    }
}

/// Whether a range lies within these values.
pub(crate) fn within(dom: &Dom, least: Val, (lo, hi): (Val, Val)) -> bool {
    match dom {
        Dom::Range(from, to) => *from <= lo && hi <= *to,
        Dom::Set(bits) => in_set(bits, least, lo, hi),
    }
}

/// Whether every value of a range is in a set.
pub(crate) fn in_set(bits: &[u64], least: Val, lo: Val, hi: Val) -> bool {
    (lo..=hi).all(|x| {
        let i = (x - least) as usize;
        bits[i / 64] >> (i % 64) & 1 == 1
    })
}
