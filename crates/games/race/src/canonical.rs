//! How levels are written in which somebody else moves as well. The letters are
//! those of all games that are walked (`walked/src/floor.rs` reads them), and one
//! more for the opponent. Trusted.

use playproof_level::{Diagnostic, Level};
use playproof_walked::{Floor, Words};

/// Which of the three games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Contest {
    Race,
    Run,
    Catch,
}

/// The most cells of floor: the opponent's table has a place for every pair.
const MAX_CELLS: usize = 4096;

impl Contest {
    /// What this game calls things.
    pub(crate) fn words(self) -> Words {
        match self {
            Contest::Race => Words {
                level: "a race",
                opponent: Some(("opponent", &['E'])),
                letters: "a race is written with 1, w or # (wall), 0, - or a blank (floor), \
                          A (avatar), E (opponent), G (goal) and < > ^ v (one-way floor)",
            },
            Contest::Run => Words {
                level: "a run",
                opponent: Some(("chaser", &['C', 'E'])),
                letters: "a run is written with 1, w or # (wall), 0, - or a blank (floor), \
                          A (avatar), C or E (chaser), G (goal) and < > ^ v (one-way floor)",
            },
            Contest::Catch => Words {
                level: "a catch",
                opponent: Some(("runner", &['R', 'E'])),
                letters: "a catch is written with 1, w or # (wall), 0, - or a blank (floor), \
                          A (avatar), R or E (runner), G (exit) and < > ^ v (one-way floor)",
            },
        }
    }

    /// The floor of a level and where the opponent begins, or what is wrong with it.
    pub(crate) fn read(self, level: &Level) -> Result<(Floor, usize), Diagnostic> {
        let words = self.words();
        let floor = Floor::read(level, &words)?;
        let opponent = floor.opponent.expect("a level without one is refused");
        if floor.n_cells() > MAX_CELLS {
            let message = format!("{} cells of floor are too many", floor.n_cells());
            let help = format!("{} has at most {MAX_CELLS} cells of floor", words.level);
            return Err(level.error(message, help));
        }
        Ok((floor, opponent))
    }
}
