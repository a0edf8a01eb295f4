//! What there is, one line each, for those who ask.

use crate::registry::Playproof;

/// Something that can be named on the command line or found in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its name or form.
    pub name: &'static str,
    /// One line about it.
    pub summary: &'static str,
}

const fn entry(name: &'static str, summary: &'static str) -> Entry {
    Entry { name, summary }
}

/// What can be asked.
pub const PROPERTIES: [Entry; 31] = [
    entry("solvable", "some run wins (also: winnable)"),
    entry("unsolvable", "no run wins"),
    entry("shortest <= N", "some run wins within N moves"),
    entry("shortest >= N", "no run wins in fewer than N moves"),
    entry("never P", "no run reaches a state in which P is true"),
    entry("reach P", "some run reaches a state in which P is true"),
    entry(
        "unlosable",
        "wherever play can lead, winning is still possible (also: goal-safe)",
    ),
    entry(
        "complete-safe",
        "no room and no thing that can be reached at all can be lost before it was reached",
    ),
    entry(
        "dead-end-free",
        "wherever play can lead, winning is still possible or play is lost already",
    ),
    entry(
        "softlock-free",
        "wherever play can lead, winning is still possible or losing is certain",
    ),
    entry(
        "progress <= N",
        "some run wins without ever going more than N moves without visible progress",
    ),
    entry(
        "progress-at-win <= N",
        "some run wins at most N moves after its last visible progress",
    ),
    entry(
        "some turns >= N within M",
        "some run wins within M moves with at least N turns (<= too)",
    ),
    entry(
        "every turns >= N",
        "every run that wins has at least N turns (<= and `within M` too)",
    ),
    entry(
        "some straights >= N within M",
        "the same of straight moves: in the direction of the move before",
    ),
    entry("every straights >= N", "the same of every run that wins"),
    entry(
        "some pushes <= N",
        "some run wins with at most N pushes (>= with `within M` too)",
    ),
    entry(
        "every pushes >= N",
        "every run that wins has at least N pushes (<= and `within M` too)",
    ),
    entry(
        "some score >= N",
        "some run wins with at least N points (<= too); a move costs 1, a bump 100, winning is worth 1000",
    ),
    entry(
        "every score >= N",
        "every run that wins has at least N points (<= and `within M` too)",
    ),
    entry(
        "some twistiness >= N/K within M",
        "some run wins within M moves with at least N turns for every K moves (<= too)",
    ),
    entry(
        "every twistiness >= N/K within M",
        "the same of every run that wins within M moves",
    ),
    entry(
        "some turn-ratio >= N/K within M",
        "some run wins within M moves with at least N turns for every K straight moves (<= too)",
    ),
    entry(
        "every turn-ratio >= N/K within M",
        "the same of every run that wins within M moves",
    ),
    entry(
        "alternatives >= N",
        "there are N different winning runs that visit no state twice",
    ),
    entry(
        "routes >= N",
        "there are N winning runs, no two of which share a state on the way",
    ),
    entry(
        "unique",
        "there is exactly one winning run that visits no state twice",
    ),
    entry(
        "G (P -> F Q)",
        "LTL, of all runs, or with E in front of one: X F G U W R M, also <> and []; ! && || -> <->",
    ),
    entry(
        "AG EF P",
        "CTL: A or E before each of X F G, and around U W R M as in A[P U Q]",
    ),
    entry(
        "assume GF P; F Q",
        "LTL on fair runs: `GF P`, or `GF P -> GF Q`, before each `;`",
    ),
    entry(
        "difficulty rising",
        "of several levels: none is easier than the one before",
    ),
];

/// How drawings of every game can be written.
const DRAWINGS: [Entry; 3] = [
    entry(
        "text",
        "a drawing, one letter a cell; `;` lines are titles, blank lines separate levels (.txt .lvl .xsb .sok .slc)",
    ),
    entry(
        "xsb",
        "drawings of `# @ + $ * . - _` among words; `Title:`, `Author:`, `Comment:` and `Solution:` (found by its drawings)",
    ),
    entry(
        "run-length",
        "the same with counts and groups, `4#|#@$.#|2(#-)`, rows separated by `|` (found line by line)",
    ),
];

impl Playproof {
    /// What levels can be written in: drawings, and the games' own formats.
    pub fn formats(&self) -> Vec<Entry> {
        let own = self.games().flat_map(|game| game.formats());
        let own = own.flat_map(|format| format.forms());
        let own = own.map(|(name, summary)| entry(name, summary));
        DRAWINGS.into_iter().chain(own).collect()
    }

    /// What the names of level files end in.
    pub fn endings(&self) -> Vec<&'static str> {
        let own = self.games().flat_map(|game| game.formats());
        let own = own.flat_map(|format| format.endings().iter().copied());
        ["txt", "lvl", "xsb", "sok", "slc"]
            .into_iter()
            .chain(own)
            .collect()
    }
}
