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
    fn is_whole(&mut self, row: E, column: E, beside: Val) -> E {
        let Some(Blocks { whole, number, .. }) = self.blocks else {
            return self.constant(0);
        };
        let column = self.plus(column, 1 + beside);
        let number = self.b.lookup(number, &[row, column]);
        self.b.elem(whole, number)
    }

    /// Whether a table has a 1 in this row under either edge of the body, or a block that
    /// breaks is whole there.
    pub(super) fn either_or_block(&mut self, table: TableId, row: E) -> E {
        let fixed = self.either(table, row);
        if self.blocks.is_none() {
            return fixed;
        }
        let [left, right] = self.columns();
        let [a, b] = [left, right].map(|column| self.is_whole(row, column, 0));
        let block = self.b.max(a, b);
        self.b.max(fixed, block)
    }

    /// How far one can go in these rows, given how far one could without blocks that break.
    /// Nobody goes a whole tile in a tick, so only those right beside the body matter.
    pub(super) fn between_blocks(&mut self, rows: [E; 2], limits: [E; 2]) -> [E; 2] {
        if self.blocks.is_none() {
            return limits;
        }
        let (tile, body) = (self.stage.profile.tile, self.stage.profile.body.0);
        let far = self.stage.board.width as Val * tile;
        let columns = self.columns();
        let [mut left, mut right] = limits;
        for row in rows {
            // Not as choices: of a range of places the limits should be a range.
            let here = self.b.mul(tile, columns[0]);
            let is_whole = self.is_whole(row, columns[0], -1);
            let most = self.b.mul(far, is_whole);
            let least = self.b.min(here, most);
            left = self.b.max(left, least);
            let beside = self.plus(columns[1], 1);
            let beside = self.b.mul(tile, beside);
            let beside = self.plus(beside, -body);
            let is_whole = self.is_whole(row, columns[1], 1);
            let is_gone = self.b.not(is_whole);
            let least = self.b.mul(far, is_gone);
            let most = self.b.max(beside, least);
            right = self.b.min(right, most);
        }
        [left, right]
    }

    /// What is left of the blocks after a tick in which the head is stopped in this row, or
    /// not.
    pub(super) fn broken(&mut self, bumps: E, row: E) -> Vec<Update> {
        let Some(Blocks { whole, places, .. }) = &self.blocks else {
            return Vec::new();
        };
        let (whole, places) = (*whole, places.clone());
        let [left, right] = self.columns();
        let mut updates = Vec::new();
        for (number, (column, at)) in places.into_iter().enumerate() {
            let column = self.constant(column as Val);
            let at = at as Val + self.bounds.sky;
            let is_hit = [
                bumps,
                self.b.is(row, at),
                self.b.cmp(Op::Le, left, column),
                self.b.cmp(Op::Le, column, right),
            ];
            let is_hit = self.b.all(is_hit);
            let number = self.constant(number as Val);
            let is_whole = self.b.elem(whole, number);
            // As a choice, so that boxes are cut where it is not known which block is hit.
            let gone = self.constant(0);
            let left_of_it = self.b.ite(is_hit, gone, is_whole);
            updates.push(set_elem(whole, number, left_of_it));
        }
        updates
    }
}
