//! What the game knows of a level that cannot be won: which of its conditions is never met,
//! and what could be taken out of the way.

mod changes;
mod reasons;

use playproof_game::{Change, Insight};
use playproof_level::Level;

use crate::formats::PuzzleLevel;

/// What is known of a level.
pub struct PuzzleInsight {
    level: PuzzleLevel,
}

impl PuzzleInsight {
    /// Of this level.
    pub fn new(level: &PuzzleLevel) -> PuzzleInsight {
        PuzzleInsight {
            level: level.clone(),
        }
    }
}

impl Insight for PuzzleInsight {
    fn why_lost(&self) -> Option<String> {
        reasons::why_lost(&self.level)
    }

    fn changes(&self) -> Vec<Change> {
        changes::changes(&self.level)
    }

    fn changed(&self, changes: &[Change]) -> Option<Level> {
        changes::changed(&self.level, changes)
    }

    fn keeps_letters(&self) -> bool {
        true
    }
}
