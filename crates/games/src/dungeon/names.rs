//! Names of rooms and things as properties can write them.

use std::collections::HashSet;

/// For each name one of letters, digits and `_`. Two that come out the same get
/// numbers.
pub(super) fn identifiers<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
    let mut taken = HashSet::new();
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let names = names.map(|name| {
        let name: String = name.chars().map(plain).collect();
        let mut candidate = name.clone();
        let mut n = 1;
        while !taken.insert(candidate.clone()) {
            n += 1;
            candidate = format!("{name}_{n}");
        }
        candidate
    });
    names.collect()
}
