//! Levels to stages: boards, under the profile that their settings come to; and where
//! walkers are there.

use playproof_level::{Diagnostic, Level};
use playproof_model::Val;

use crate::canonical::{Board, GAME, StatedLevel, Tile};
use crate::profile::Profile;
use crate::rounding::WrongNumber;
use crate::rules::Stage;
use crate::walkers::{Piece, Walker};

impl Stage {
    /// The stage of a level and what is odd about it, or why it is none.
    pub fn read(level: &Level) -> Result<(Stage, Vec<Diagnostic>), Diagnostic> {
        let (mut board, profile) = board_and_profile(level)?;
        let warnings = board.take_warnings(level);
        let help = "leave some out (`walkers: no`), or choose the coarse game";
        let stage = Stage::new(board, profile);
        let stage = stage.map_err(|why| level.error(why, help))?;
        Ok((stage, warnings))
    }
}

/// What a level of the exact game is, without what follows from it.
fn board_and_profile(level: &Level) -> Result<(Board, Profile), Diagnostic> {
    let board = Board::read(level)?;
    let deadly = Tile::DEADLY_SIDE.with(Tile::DEADLY_ABOVE);
    board.refuse(level, |tile| tile.is(Tile::SOLID) && tile.is_any(deadly))?;
    let stated = level.written::<StatedLevel>();
    let profile = match stated.and_then(|stated| stated.profile.clone()) {
        Some(profile) => Ok(profile),
        None => Profile::new(&board.settings.profile),
    };
    let profile = profile.map_err(|wrong| level.error(wrong.to_string(), WrongNumber::HELP))?;
    Ok((board, profile))
}

/// The text of a level of the exact game, for which nobody has to follow walkers.
pub(crate) fn text(level: &Level, title: Option<&str>) -> Option<String> {
    let (board, profile) = board_and_profile(level).ok()?;
    Some(board.text(GAME, title) + &profile.text())
}

impl Walker {
    /// The phase after another.
    pub fn next(&self, phase: Val) -> Val {
        match self.again {
            Some(again) if phase == self.gone() - 1 => again,
            _ => (phase + 1).min(self.gone()),
        }
    }

    /// Where it is in a phase: the left edge, and below the feet, and whether it falls.
    pub fn at(&self, phase: Val) -> Option<(Val, Val, bool)> {
        let after = self.pieces.partition_point(|piece| piece.from <= phase);
        let piece = &self.pieces[after.checked_sub(1)?];
        let since = phase - piece.from;
        (since < piece.len).then(|| (piece.x + piece.step * since, piece.y(since), !piece.stands))
    }
}

impl Piece {
    fn y(&self, since: Val) -> Val {
        self.ys[(since as usize).min(self.ys.len() - 1)]
    }
}
