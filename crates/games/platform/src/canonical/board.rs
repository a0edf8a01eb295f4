//! A board: what each place is, where play begins and when it is won, and the text that
//! says so. Trusted.
//!
//! How a drawing becomes a board is not: the text says all that the rules read.

use playproof_level::{Diagnostic, clean_title};

use super::tile::PROPERTIES;
use super::{Settings, Tile};

/// A level as a board of tiles.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Board {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Row by row, from the top.
    pub tiles: Vec<Tile>,
    /// The column and row in which play begins: the player's feet are at its bottom.
    pub start: (usize, usize),
    /// The column that wins, where the exit is one.
    pub exit: usize,
    /// The settings. Of them play depends on the time, the style and the rule of the exit
    /// alone; what they say of letters, places and walkers is done.
    pub settings: Settings,
    /// What the report should say of how the level was read.
    pub notes: Vec<String>,
    /// What is odd about the level.
    pub warnings: Vec<Diagnostic>,
}

/// When play is won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ExitRule {
    /// In the exit's column, at any height.
    #[default]
    Column,
    /// Where the player touches the exit.
    Touch,
}

/// What the player can do, or is willing to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayerStyle {
    /// Long jumps.
    pub long_jumps: bool,
    /// Jumps onto what dies of it.
    pub kills: bool,
    /// Running.
    pub runs: bool,
}

impl Board {
    /// What a place is; beyond the drawing there is air.
    pub fn tile(&self, column: i64, row: i64) -> Tile {
        let inside =
            (0..self.width as i64).contains(&column) && (0..self.height as i64).contains(&row);
        match inside {
            true => self.tiles[row as usize * self.width + column as usize],
            false => Tile::AIR,
        }
    }

    /// The canonical text, below a line with the game and the title: numbers, and a drawing
    /// for each property that some place has. Columns and rows count from 0.
    pub(crate) fn text(&self, game: &str, title: Option<&str>) -> String {
        let title = title.and_then(clean_title);
        let title = title.map_or(String::new(), |title| format!(": {title}"));
        let (Board { width, height, .. }, settings) = (self, &self.settings);
        let mut text = format!("{game}{title}\nsize: {width} {height}\n");
        text += &format!("start: {} {}\n", self.start.0, self.start.1);
        text += &match settings.exit {
            ExitRule::Column => format!("exit: column {}\n", self.exit),
            ExitRule::Touch => format!("exit: touch {}\n", self.exit),
        };
        if let Some(time) = settings.time {
            text += &format!("time: {time}\n");
        }
        let style = settings.style;
        text += &format!("long-jumps: {}\nkills: {}\n", style.long_jumps, style.kills);
        text += &format!("runs: {}\n", style.runs);
        for (name, property) in PROPERTIES {
            if self.tiles.iter().any(|tile| tile.is(property)) {
                text += &format!("{name}:\n");
                for row in self.tiles.chunks(self.width) {
                    let sign = |tile: &Tile| if tile.is(property) { 'X' } else { '-' };
                    text.extend(row.iter().map(sign));
                    text.push('\n');
                }
            }
        }
        text
    }
}
