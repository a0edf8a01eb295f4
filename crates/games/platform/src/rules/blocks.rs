//! Blocks that break: where they are, and which of them are still whole. Trusted.
//!
//! A head that is stopped breaks all of them that it touches, which are gone from the next tick
//! on. Walkers are not concerned: to them a block is there, broken or not.

use playproof_model::{Builder, E, Op, TableId, Update, Val, VarId, set_elem};

use super::{Bounds, Writer};
use crate::canonical::{Board, Tile};

/// The blocks of a board that break.
pub(super) struct Blocks {
    /// Whether each is whole. One more is never whole: it fills the places without any.
    whole: VarId,
    /// The number of the block in a place, by row from the sky on and by column from the
    /// one beside the drawing.
    number: TableId,
    /// Their columns and rows, in the order of their numbers.
    places: Vec<(usize, usize)>,
}

/// The columns and rows of the blocks of a board that break, row by row.
pub fn breaking_blocks(board: &Board) -> Vec<(usize, usize)> {
    let breaks = |at: &usize| board.tiles[*at].is(Tile::BREAKS);
    let all = (0..board.tiles.len()).filter(breaks);
    all.map(|at| (at % board.width, at / board.width)).collect()
}

impl Blocks {
    /// Those of a board, if it has any.
    pub fn new(b: &mut Builder, board: &Board, bounds: Bounds) -> Option<Blocks> {
        let places = breaking_blocks(board);
        if places.is_empty() {
            return None;
        }
        let (rows, columns) = (bounds.rows as usize, board.width + 2);
        let mut numbers = vec![places.len() as Val; rows * columns];
        for (number, (column, row)) in places.iter().enumerate() {
            let row = row + bounds.sky as usize;
            numbers[row * columns + column + 1] = number as Val;
        }
        Some(Blocks {
            whole: b.array("block", places.len() as u32 + 1, 0, 1),
            number: b.table("block", &[rows as u32, columns as u32], numbers),
            places,
        })
    }
}

impl Writer<'_> {
    /// Whether there is a whole block in a row, so many columns beside another.
    fn is_whole(&self, blocks: &Blocks, row: E, column: E, beside: Val) -> E {
        let column = self.b.add(column, 1 + beside);
        let number = self.b.lookup(blocks.number, &[row, column]);
        self.b.elem(blocks.whole, number)
    }

    /// Whether a table has a 1 in this row under either edge of the body, or a block that
    /// breaks is whole there.
    pub(super) fn either_or_block(&self, table: TableId, row: E) -> E {
        let fixed = self.either(table, row);
        let Some(blocks) = &self.blocks else {
            return fixed;
        };
        let columns = self.columns();
        let [left, right] = columns.map(|column| self.is_whole(blocks, row, column, 0));
        self.b.max(fixed, self.b.max(left, right))
    }

    /// How far one can go in these rows, given how far one could without blocks that break.
    /// Nobody goes a whole tile in a tick, so only those right beside the body matter.
    pub(super) fn between_blocks(&self, rows: [E; 2], [mut left, mut right]: [E; 2]) -> [E; 2] {
        let Some(blocks) = &self.blocks else {
            return [left, right];
        };
        let (b, tile) = (&self.b, self.stage.profile.tile);
        let far = self.stage.board.width as Val * tile;
        let columns = self.columns();
        for row in rows {
            // Not as choices: of a range of places the limits should be a range.
            let here = b.mul(tile, columns[0]);
            let most = b.mul(far, self.is_whole(blocks, row, columns[0], -1));
            left = b.max(left, b.min(here, most));
            let beside = b.mul(tile, b.add(columns[1], 1));
            let beside = b.add(beside, -self.stage.profile.body.0);
            let is_gone = b.not(self.is_whole(blocks, row, columns[1], 1));
            right = b.min(right, b.max(beside, b.mul(far, is_gone)));
        }
        [left, right]
    }

    /// What is left of the blocks after a tick in which the head is stopped in this row, or
    /// not.
    pub(super) fn broken(&self, bumps: E, row: E) -> Vec<Update> {
        let (b, [left, right]) = (&self.b, self.columns());
        let Some(Blocks { whole, places, .. }) = &self.blocks else {
            return Vec::new();
        };
        let places = places.iter().enumerate();
        let left = places.map(|(number, (column, at))| {
            let column = b.constant(*column as Val);
            let is_hit = b.all([
                bumps,
                b.is(row, *at as Val + self.bounds.sky),
                b.cmp(Op::Le, left, column),
                b.cmp(Op::Le, column, right),
            ]);
            let number = b.constant(number as Val);
            let is_whole = b.elem(*whole, number);
            // As a choice, so that boxes are cut where it is not known which block is hit.
            set_elem(*whole, number, b.ite(is_hit, 0, is_whole))
        });
        left.collect()
    }
}
