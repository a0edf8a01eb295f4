//! The published play-test of Sokoban levels: which sets of levels were compared, and how
//! they are made again. Who played, and what they said, is for a study of one's own.

/// A play-test that was published.
pub struct PlayTest {
    /// The title of the study.
    pub title: &'static str,
    /// The game whose levels are compared.
    pub game: &'static str,
    /// How the names of its level files end.
    pub ending: &'static str,
    /// Levels to learn the game with, from the first.
    pub tutorial: &'static [&'static str],
    /// The sets in the order of their rounds.
    pub sets: &'static [PlayTestSet],
}

/// A set of levels of one round.
pub struct PlayTestSet {
    /// The round.
    pub round: &'static str,
    /// The set's name.
    pub name: &'static str,
    /// Which improvements the tree search has.
    improvements: &'static str,
    /// How long it searches for each level.
    iterations: u64,
}

/// So many iterations of the tree search are one of `generate`.
const AT_ONCE: u64 = 100;

impl PlayTestSet {
    /// The options by which `generate` makes such levels, with their values.
    pub fn options(&self) -> [(&'static str, String); 4] {
        [
            ("method", "tree".to_owned()),
            ("size", "6x6".to_owned()),
            ("improve", self.improvements.to_owned()),
            ("iterations", (self.iterations / AT_ONCE).to_string()),
        ]
    }
}

const fn foundational(round: &'static str, iterations: u64) -> PlayTestSet {
    PlayTestSet {
        round,
        name: "foundational",
        improvements: "none",
        iterations,
    }
}

const fn improved(round: &'static str, iterations: u64) -> PlayTestSet {
    PlayTestSet {
        round,
        name: "improved",
        improvements: "push,reduce,cut-outs",
        iterations,
    }
}

/// Two sets, each of levels after 100,000 and after 500,000 iterations.
pub const PLAY_TEST: PlayTest = PlayTest {
    title: "Which level is more interesting?",
    game: "sokoban",
    ending: "xsb",
    tutorial: &[
        "#######\n#     #\n# @$ .#\n#     #\n#######\n",
        "########\n#   #  #\n# $  . #\n#  @## #\n# $  . #\n#      #\n########\n",
    ],
    sets: &[
        foundational("100000", 100_000),
        improved("100000", 100_000),
        foundational("500000", 500_000),
        improved("500000", 500_000),
    ],
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tutorial_can_be_won() {
        for text in PLAY_TEST.tutorial {
            let mut budget = playproof::Limits::states(100_000);
            let proof = playproof::verify(text, "solvable", &mut budget).unwrap();
            assert!(proof.holds(), "{text}");
        }
    }
}
