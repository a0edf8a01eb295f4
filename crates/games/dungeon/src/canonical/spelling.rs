//! How names are spelt, and which dungeons a text says without doubt. Trusted.

use std::collections::HashSet;

use super::{HornRules, Map, Plan};

/// Whether a name can be written without quotes.
pub(crate) fn is_bare(name: &str) -> bool {
    let is_run = bare_length(name) == name.len() && !name.is_empty();
    // These words mean something where a name could stand; others, such as `room`, are
    // told from names by what comes after them.
    is_run && !name.starts_with(';') && !matches!(name, "-" | "level" | "lock")
}

/// The length of the run of letters at the beginning, in bytes.
pub(crate) fn bare_length(text: &str) -> usize {
    let ends = |(at, c): &(usize, char)| match c {
        ',' | ':' | '&' | '=' | '>' | '<' | '#' | '[' | ']' | '(' | ')' | '*' | '"' => true,
        '∧' | '⇒' => true,
        '/' => text[*at..].starts_with("//") || text[*at..].starts_with("/\\"),
        c => c.is_whitespace(),
    };
    let end = text.char_indices().find(ends);
    end.map_or(text.len(), |(at, _)| at)
}

impl Plan {
    /// Whether the canonical text says this very plan: every name is one that can be read
    /// again and stands for one thing, and what has no name of its own is meant once.
    pub(crate) fn is_clear(&self) -> bool {
        match self {
            Plan::Map(map) => map.is_clear(),
            Plan::Rules(rules) => rules.is_clear(),
        }
    }
}

impl Map {
    fn is_clear(&self) -> bool {
        let rooms = self.rooms.iter().map(|room| &room.name[..]);
        let kinds = self.kinds.iter().map(|kind| &kind.name[..]);
        let locks = self.locks.iter().filter_map(|lock| lock.name.as_deref());
        let mut closes = vec![0; self.locks.len()];
        let closed = self.passages.iter().filter_map(|passage| passage.lock);
        closed.for_each(|lock| closes[lock] += 1);
        let mut used = self.locks.iter().zip(closes);
        are_names(rooms.chain(kinds))
            && are_names(locks)
            && used.all(|(lock, n_passages)| lock.name.is_some() || n_passages == 1)
    }
}

impl HornRules {
    fn is_clear(&self) -> bool {
        are_names(self.facts.iter().map(|fact| &fact[..]))
    }
}

/// Whether no two are the same, and all stay on their line and between their quotes.
fn are_names<'a>(names: impl Iterator<Item = &'a str>) -> bool {
    let mut seen = HashSet::new();
    let ends = |c: char| c == '"' || c == '\n' || c == '\r';
    let mut names = names;
    names.all(|name| !name.contains(ends) && seen.insert(name))
}
