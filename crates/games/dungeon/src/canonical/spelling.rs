//! How names are spelt, and which dungeons a text says without doubt. Trusted.

use std::collections::HashSet;

use super::Plan;

/// Whether a name is written without quotes.
pub(crate) fn is_bare(name: &str) -> bool {
    let is_plain = |c: char| c.is_alphanumeric() || "_-.'!?+".contains(c);
    // These words mean something where a name could stand; others, such as `room`, are
    // told from names by what comes after them.
    !name.is_empty() && name.chars().all(is_plain) && !matches!(name, "-" | "level" | "lock")
}

impl Plan {
    /// Whether the canonical text says this very plan: every name is one that can be read
    /// again and stands for one thing, and what has no name of its own is meant once.
    pub(crate) fn is_clear(&self) -> bool {
        let map = match self {
            Plan::Map(map) => map,
            Plan::Rules(rules) => return are_names(rules.facts.iter()),
        };
        let rooms = map.rooms.iter().map(|room| &room.name);
        let kinds = map.kinds.iter().map(|kind| &kind.name);
        let mut closes = vec![0; map.locks.len()];
        let closed = map.passages.iter().filter_map(|passage| passage.lock);
        closed.for_each(|lock| closes[lock] += 1);
        let mut used = map.locks.iter().zip(closes);
        are_names(rooms.chain(kinds))
            && are_names(map.locks.iter().filter_map(|lock| lock.name.as_ref()))
            && used.all(|(lock, n_passages)| lock.name.is_some() || n_passages == 1)
    }
}

/// Whether no two are the same, and all stay on their line and between their quotes.
fn are_names<'a>(mut names: impl Iterator<Item = &'a String>) -> bool {
    let mut seen = HashSet::new();
    names.all(|name| !name.contains(['"', '\n', '\r']) && seen.insert(name))
}
