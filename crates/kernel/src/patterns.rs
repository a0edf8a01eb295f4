//! Values, and patterns: sets of states that name few variables.

use std::collections::{BTreeSet, HashMap};

use crate::{Dom, Pattern, Val};

impl Dom {
    /// Whether this is a non-empty part of a variable's domain, in one form.
    pub(crate) fn fits(&self, domain: (Val, Val)) -> bool {
        match self {
            Dom::Range(lo, hi) => is_range((*lo, *hi), domain),
            Dom::Set(bits) => is_set(bits, domain),
        }
    }

    /// Whether all values of a range are among these; `least` is that of the
    /// variable's domain.
    pub(crate) fn holds(&self, least: Val, (lo, hi): (Val, Val)) -> bool {
        match self {
            Dom::Range(from, to) => *from <= lo && hi <= *to,
            Dom::Set(bits) => in_set(bits, least, lo, hi),
        }
    }

    /// Whether some value of a range is among these.
    pub(crate) fn meets(&self, least: Val, (lo, hi): (Val, Val)) -> bool {
        match self {
            Dom::Range(from, to) => *from <= hi && lo <= *to,
            Dom::Set(bits) => (lo..=hi).any(|x| in_set(bits, least, x, x)),
        }
    }

    /// The least and the greatest of the values.
    pub(crate) fn hull(&self, least: Val) -> (Val, Val) {
        match self {
            Dom::Range(lo, hi) => (*lo, *hi),
            Dom::Set(bits) => {
                let mut all = values(bits).map(|i| least + i as Val);
                let first = all.next().unwrap_or(least);
                (first, all.last().unwrap_or(first))
            }
        }
    }
}

/// How many words a set of values of a domain has.
pub(crate) fn set_words(domain: (Val, Val)) -> usize {
    ((i64::from(domain.1) - i64::from(domain.0) + 1) as usize).div_ceil(64)
}

pub(crate) fn is_range((lo, hi): (Val, Val), domain: (Val, Val)) -> bool {
    domain.0 <= lo && lo <= hi && hi <= domain.1
}

/// Of the right length, not empty, and without a bit beyond the domain.
pub(crate) fn is_set(bits: &[u64], domain: (Val, Val)) -> bool {
    let n_values = (i64::from(domain.1) - i64::from(domain.0) + 1) as usize;
    let beyond = |last: u64| !n_values.is_multiple_of(64) && last >> (n_values % 64) != 0;
    bits.len() == set_words(domain)
        && bits.iter().any(|&word| word != 0)
        && !bits.last().copied().is_some_and(beyond)
}

/// Whether every value of a range is in a set.
pub(crate) fn in_set(bits: &[u64], least: Val, lo: Val, hi: Val) -> bool {
    (lo..=hi).all(|x| {
        let i = (x - least) as usize;
        bits[i / 64] >> (i % 64) & 1 == 1
    })
}

/// The values of a set, counted from the least of the domain.
pub(crate) fn values(bits: &[u64]) -> impl Iterator<Item = usize> {
    bits.iter().enumerate().flat_map(|(i, &word)| {
        let of_word = (0..64).filter(move |bit| word >> bit & 1 == 1);
        of_word.map(move |bit| i * 64 + bit)
    })
}

/// Patterns by a value that they fix. The table is a hint: whatever it finds is
/// compared whole, so that a wrong entry could reject good evidence but not
/// accept bad evidence.
pub(crate) struct PatternIndex<'a> {
    patterns: &'a [Pattern],
    domains: &'a [(Val, Val)],
    /// The variables under which patterns are filed.
    flats: Vec<u32>,
    filed: HashMap<(u32, Val), Vec<u32>>,
    /// Patterns that fix nothing.
    others: Vec<u32>,
}

impl<'a> PatternIndex<'a> {
    /// The patterns must fit their domains.
    pub fn new(patterns: &'a [Pattern], domains: &'a [(Val, Val)]) -> PatternIndex<'a> {
        let fixed = |pattern: &Pattern| -> Vec<(u32, Val)> {
            let hulls = pattern.iter().map(|(f, dom)| (*f, dom.hull(domains[*f as usize].0)));
            let points = hulls.filter(|(_, (lo, hi))| lo == hi);
            points.map(|(flat, (value, _))| (flat, value)).collect()
        };
        // Under the value that fewest patterns fix.
        let mut n_fixing: HashMap<(u32, Val), u32> = HashMap::new();
        for key in patterns.iter().flat_map(fixed) {
            *n_fixing.entry(key).or_default() += 1;
        }
        let (mut filed, mut others) = (HashMap::<_, Vec<u32>>::new(), Vec::new());
        for (number, pattern) in patterns.iter().enumerate() {
            match fixed(pattern).into_iter().min_by_key(|key| (n_fixing[key], *key)) {
                Some(key) => filed.entry(key).or_default().push(number as u32),
                None => others.push(number as u32),
            }
        }
        let flats: BTreeSet<u32> = filed.keys().map(|(flat, _)| *flat).collect();
        PatternIndex { patterns, domains, flats: flats.into_iter().collect(), filed, others }
    }

    /// Whether some pattern holds all states in these ranges.
    pub fn contains(&self, range: impl Fn(u32) -> (Val, Val)) -> bool {
        let is_in = |number: &u32| {
            let mut named = self.patterns[*number as usize].iter();
            named.all(|(flat, dom)| dom.holds(self.domains[*flat as usize].0, range(*flat)))
        };
        let at_value = |&flat: &u32| {
            let (lo, hi) = range(flat);
            let filed = self.filed.get(&(flat, lo)).filter(|_| lo == hi);
            filed.is_some_and(|numbers| numbers.iter().any(is_in))
        };
        self.flats.iter().any(at_value) || self.others.iter().any(is_in)
    }
}
