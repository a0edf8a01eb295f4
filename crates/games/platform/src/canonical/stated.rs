//! A level as certificates state it: the board and the profile themselves.

use playproof_level::{Level, Place, WrittenLevel};

use super::Board;
use crate::profile::Profile;
use crate::stage;

/// The word that begins the text of a level of the exact game.
pub(crate) const GAME: &str = "platform-exact";

/// The same of the coarse game.
pub(crate) const GAME_COARSE: &str = "platform-coarse";

/// A level that is given as a board, and for the exact game as tables.
#[derive(Clone, Debug)]
pub(crate) struct StatedLevel {
    pub file: String,
    pub index: usize,
    pub title: Option<String>,
    pub beginning: Place,
    pub board: Board,
    pub profile: Option<Profile>,
}

impl StatedLevel {
    fn text_below(&self, title: Option<&str>) -> String {
        match &self.profile {
            Some(profile) => self.board.text(GAME, title) + &profile.text(),
            None => self.board.text(GAME_COARSE, title),
        }
    }
}

impl WrittenLevel for StatedLevel {
    fn file(&self) -> &str {
        &self.file
    }

    fn index(&self) -> usize {
        self.index
    }

    fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    fn beginning(&self) -> Place {
        self.beginning.clone()
    }

    fn text(&self) -> String {
        self.text_below(self.title())
    }

    /// Whether it comes to the same board and the same tables.
    fn is_same(&self, other: &Level) -> bool {
        let own = self.text_below(None);
        match self.profile {
            Some(_) => stage::text(other, None).is_some_and(|text| text == own),
            None => Board::read(other).is_ok_and(|board| board.text(GAME_COARSE, None) == own),
        }
    }
}
