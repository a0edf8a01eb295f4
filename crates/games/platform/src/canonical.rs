//! Platform levels to boards: what each place is, where play begins and where it is
//! won. Trusted.

use playproof_level::{Diagnostic, Level};

use crate::legend::Legend;

/// What a place is: some properties together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tile(u16);

impl Tile {
    /// Nothing is there.
    pub const AIR: Tile = Tile(0);
    /// Nobody gets into it.
    pub const SOLID: Tile = Tile(1);
    /// Whoever comes from above stands on it; from elsewhere it is air.
    pub const ONE_WAY: Tile = Tile(1 << 1);
    /// Whoever touches it has it.
    pub const COIN: Tile = Tile(1 << 2);
    /// Whoever touches it from the side or from below dies.
    pub const DEADLY_SIDE: Tile = Tile(1 << 3);
    /// Whoever touches it from above dies.
    pub const DEADLY_ABOVE: Tile = Tile(1 << 4);
    /// Whoever comes from above kills it.
    pub const STOMPABLE: Tile = Tile(1 << 5);
    /// It is gone once a head has hit it from below.
    pub const BREAKS: Tile = Tile(1 << 6);
    /// Where play is won.
    pub const EXIT: Tile = Tile(1 << 7);
    /// Where play begins.
    pub const START: Tile = Tile(1 << 8);
    /// It walks: a mushroom.
    pub const WALKS: Tile = Tile(1 << 9);

    /// The properties of both.
    pub const fn with(self, other: Tile) -> Tile {
        Tile(self.0 | other.0)
    }

    /// Whether it has all of these properties.
    pub const fn is(self, properties: Tile) -> bool {
        self.0 & properties.0 == properties.0
    }
}

/// A level as a board of tiles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Row by row, from the top.
    pub tiles: Vec<Tile>,
    /// The column and row in which play begins: the player's feet are at its bottom.
    pub start: (usize, usize),
    /// The column that wins.
    pub exit: usize,
}

impl Board {
    /// The board of a level, or what is wrong with it.
    pub fn read(level: &Level) -> Result<Board, Diagnostic> {
        let Some(grid) = level.grid() else {
            return Err(level.error("a platform level is drawn as a grid", Legend::HELP));
        };
        let legend = Legend::of(level)?;
        let (mut tiles, mut start, mut exit) = (Vec::new(), None, None);
        for (x, y, letter) in grid.find_all(|_| true) {
            let tile = legend.tile(letter).ok_or_else(|| {
                let message = format!("unknown letter `{letter}`");
                level.error_at(x, y, message, legend.letters())
            })?;
            if tile.is(Tile::START) && start.replace((x, y)).is_some() {
                return Err(level.error_at(x, y, "a second start", "a level has one"));
            }
            if tile.is(Tile::EXIT) && exit.replace(x).is_some_and(|other| other != x) {
                let help = "the places of an exit stand above each other";
                return Err(level.error_at(x, y, "an exit in another column", help));
            }
            tiles.push(tile);
        }
        let (width, height) = (grid.width(), grid.height());
        let mut board = Board {
            width,
            height,
            tiles,
            start: (0, 0),
            exit: exit.unwrap_or(width - 1),
        };
        board.start = match start.or_else(|| board.first_stand()) {
            Some(start) => start,
            None => {
                let help = "the player needs a place to stand on; mark the start with M";
                return Err(level.error("there is no ground to begin on", help));
            }
        };
        Ok(board)
    }

    /// What a place is; beyond the drawing there is air.
    pub fn tile(&self, column: i64, row: i64) -> Tile {
        let inside =
            (0..self.width as i64).contains(&column) && (0..self.height as i64).contains(&row);
        match inside {
            true => self.tiles[row as usize * self.width + column as usize],
            false => Tile::AIR,
        }
    }

    /// Whether one can stand in a place: it is free, and below is ground.
    pub fn is_stand(&self, column: usize, row: usize) -> bool {
        let (column, row) = (column as i64, row as i64);
        let below = self.tile(column, row + 1);
        let is_ground = below.is(Tile::SOLID) || below.is(Tile::ONE_WAY);
        is_ground && !self.tile(column, row).is(Tile::SOLID)
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
