//! Names of rooms and things as properties can write them. Trusted.

use std::collections::{HashMap, HashSet};

/// For each name one of letters, digits and `_`. Two that come out the same get
/// numbers.
pub(crate) fn identifiers<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
    let mut taken = HashSet::new();
    // The last number that was tried for each name: those below it are taken.
    let mut last: HashMap<String, usize> = HashMap::new();
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let names = names.map(|name| {
        let name: String = name.chars().map(plain).collect();
        let mut candidate = name.clone();
        while !taken.insert(candidate.clone()) {
            let n = last.entry(name.clone()).or_insert(1);
            *n += 1;
            candidate = format!("{name}_{n}");
        }
        candidate
    });
    names.collect()
}
