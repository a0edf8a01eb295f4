//! Platform levels to boards: what letters stand for, where play begins without a mark, and
//! what is refused.

use playproof_level::{Diagnostic, Level};

use super::{Board, ExitRule, Settings, StatedLevel, Tile};
use crate::formats::{HELP, Legend};

impl Board {
    /// The board of a level, or what is wrong with it.
    pub fn read(level: &Level) -> Result<Board, Diagnostic> {
        if let Some(stated) = level.written::<StatedLevel>() {
            return Ok(stated.board.clone());
        }
        let Some(grid) = level.grid() else {
            return Err(level.error("a platform level is drawn as a grid", HELP));
        };
        let settings = Settings::of(level);
        let legend = Legend::of(level, grid, &settings)?;
        let (width, height) = (grid.width(), grid.height());
        let mut board = Board {
            width,
            height,
            tiles: Vec::with_capacity(width * height),
            start: (0, 0),
            exit: width - 1,
            notes: Vec::from_iter(legend.left_out(grid)),
            warnings: Vec::new(),
            settings: settings.clone(),
        };
        let (mut start, mut exit) = (settings.start, settings.exit_column);
        let mut unknown: Vec<char> = Vec::new();
        for (x, y, letter) in grid.find_all(|_| true) {
            let tile = legend.tile(letter).unwrap_or_else(|| {
                // Elsewhere than in lenient levels the legend has refused it.
                if !unknown.contains(&letter) {
                    unknown.push(letter);
                    let message = format!("unknown letter `{letter}` is read as air");
                    let help = "give it a meaning, or draw air instead";
                    board
                        .warnings
                        .push(level.error_at(x, y, message, help).mild());
                }
                Tile::AIR
            });
            if tile.is(Tile::START) && start.replace((x, y)).is_some_and(|at| at != (x, y)) {
                return Err(level.error_at(x, y, "a second start", "a level has one"));
            }
            if tile.is(Tile::EXIT) && exit.replace(x).is_some_and(|other| other != x) {
                let help = "the places of an exit stand above each other";
                return Err(level.error_at(x, y, "an exit in another column", help));
            }
            board.tiles.push(match tile.is(Tile::WALKS) {
                true if !settings.has_walkers => Tile::AIR,
                _ => tile,
            });
        }
        board.exit = exit.unwrap_or(width - 1);
        board.start = board.start_of(level, start)?;
        if settings.exit == ExitRule::Touch && !board.tiles.iter().any(|t| t.is(Tile::EXIT)) {
            let help = "draw the exit, or let its column win";
            return Err(level.error("there is no exit to touch", help));
        }
        Ok(board)
    }

    /// Where play begins, if one can.
    fn start_of(
        &self,
        level: &Level,
        marked: Option<(usize, usize)>,
    ) -> Result<(usize, usize), Diagnostic> {
        let is_floor = |tile: &Tile| tile.is_any(Tile::SOLID.with(Tile::ONE_WAY));
        let help = "the player needs a place to stand on";
        if !self.tiles.iter().any(is_floor) {
            return Err(level.error("there is no floor", help));
        }
        let start = marked.or_else(|| self.first_stand());
        let Some((x, y)) = start else {
            return Err(level.error("there is no place to begin: all ground is roofed", help));
        };
        if self.tile(x as i64, y as i64).is(Tile::SOLID) {
            let help = "play begins where the player can be";
            return Err(level.error_at(x, y, "the start is inside a wall", help));
        }
        Ok((x, y))
    }

    /// Refuses the level if a tile is like this: for games whose rules do not read all
    /// properties.
    pub fn refuse(&self, level: &Level, is_so: impl Fn(Tile) -> bool) -> Result<(), Diagnostic> {
        let Some(at) = self.tiles.iter().position(|tile| is_so(*tile)) else {
            return Ok(());
        };
        let words = self.tiles[at].words();
        let message = format!("a place that is {words} is not part of this game");
        let help = "draw something else, or choose the coarse game";
        Err(level.error_at(at % self.width, at / self.width, message, help))
    }

    /// What is odd about the level, and what its letters do not mean here.
    pub fn take_warnings(&mut self, level: &Level) -> Vec<Diagnostic> {
        let mut warnings = std::mem::take(&mut self.warnings);
        let place = || level.beginning();
        let help = "a legend of your own can give letters other properties";
        let noted = self.notes.drain(..);
        warnings.extend(noted.map(|note| Diagnostic::warning(level.file(), place(), note, help)));
        warnings
    }

    /// Whether one can stand in a place: it is free, and below is ground.
    pub fn is_stand(&self, column: usize, row: usize) -> bool {
        let (column, row) = (column as i64, row as i64);
        let below = self.tile(column, row + 1);
        let is_ground = below.is(Tile::SOLID) || below.is(Tile::ONE_WAY);
        let here = self.tile(column, row);
        is_ground && !here.is_any(Tile::SOLID.with(Tile::DEADLY_SIDE).with(Tile::DEADLY_ABOVE))
    }

    /// Where play begins without a mark: of the places to stand in the three leftmost
    /// columns the lowest, so that a wall at the edge with a ceiling on it is not taken
    /// for ground; of these the leftmost. Without one, the next column that has any.
    fn first_stand(&self) -> Option<(usize, usize)> {
        let lowest = |column: usize| {
            let mut rows = (0..self.height).rev();
            rows.find(|&row| self.is_stand(column, row))
        };
        let near = (0..self.width.min(3)).filter_map(|c| Some((c, lowest(c)?)));
        let near = near.max_by_key(|&(c, row)| (row, self.width - c));
        near.or_else(|| (0..self.width).find_map(|c| Some((c, lowest(c)?))))
    }
}
