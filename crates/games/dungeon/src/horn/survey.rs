//! What several strategies have in common and where they differ.

use std::collections::BTreeMap;

use crate::FactSet;
use crate::horn::cost::Interval;
use crate::horn::strategy::Strategy;

/// The strategies that cost at most what any other does, whatever the costs turn out
/// to be within their intervals: each whose upper end is at or below the lower ends of
/// all others. If there is just one strategy, it is one of these.
pub fn dominant(strategies: &[Strategy], cost: impl Fn(&Strategy) -> Interval) -> Vec<usize> {
    let mut lows: Vec<u64> = strategies.iter().map(|s| cost(s).low).collect();
    lows.sort_unstable();
    let is_dominant = |s: &Strategy| {
        let cost = cost(s);
        // The lowest of the others: the second if its own is the first.
        let rival = lows.get(usize::from(cost.low == lows[0]));
        rival.is_none_or(|&rival| cost.high <= rival)
    };
    let all = strategies.iter().enumerate();
    all.filter(|(_, s)| is_dominant(s))
        .map(|(at, _)| at)
        .collect()
}

/// Strategies that need the same facts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SameFacts {
    /// The facts.
    pub facts: Vec<u32>,
    /// The strategies that need these.
    pub strategies: Vec<usize>,
    /// Whether no other strategy does with a part of them.
    pub is_minimal: bool,
}

/// The sets of facts that the strategies need, smallest first.
pub fn fact_sets(n_facts: usize, strategies: &[Strategy]) -> Vec<SameFacts> {
    let mut groups: BTreeMap<(usize, &[u32]), Vec<usize>> = BTreeMap::new();
    for (at, strategy) in strategies.iter().enumerate() {
        let facts = &strategy.facts[..];
        groups.entry((facts.len(), facts)).or_default().push(at);
    }
    let mut minimal: Vec<(usize, FactSet)> = Vec::new();
    let group = |((size, facts), strategies): ((usize, &[u32]), Vec<usize>)| {
        let set = FactSet::of(n_facts, facts);
        // Only a smaller set can be a part, and one that is not minimal has a
        // minimal part, which is then a part of this one too.
        let mut smaller = minimal.iter().take_while(|&&(other, _)| other < size);
        let is_minimal = !smaller.any(|(_, other)| other.is_subset(&set));
        if is_minimal {
            minimal.push((size, set));
        }
        SameFacts {
            facts: facts.to_vec(),
            strategies,
            is_minimal,
        }
    };
    groups.into_iter().map(group).collect()
}

/// The facts that none of the strategies needs. Of all strategies these are the things
/// that never matter; [`relevance`](crate::relevance) finds those without all
/// strategies.
pub fn unused_facts(n_facts: usize, strategies: &[Strategy]) -> Vec<u32> {
    let mut used = FactSet::new(n_facts);
    for &fact in strategies.iter().flat_map(|s| &s.facts) {
        used.insert(fact);
    }
    (0..n_facts as u32)
        .filter(|&fact| !used.contains(fact))
        .collect()
}
