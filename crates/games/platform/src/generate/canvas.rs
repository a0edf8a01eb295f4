//! A level in the making, column by column.

/// Letters of the legend that levels are written in.
pub(super) const AIR: char = '-';
pub(super) const GROUND: char = 'X';
pub(super) const WALKER: char = 'E';
pub(super) const COIN: char = 'o';
pub(super) const BLOCK: char = 'S';
pub(super) const SURPRISE: char = '?';

/// Columns, each from the bottom up.
pub(super) struct Canvas {
    height: usize,
    columns: Vec<Vec<char>>,
}

impl Canvas {
    /// No columns yet.
    pub(super) fn new(height: usize) -> Canvas {
        Canvas {
            height,
            columns: Vec::new(),
        }
    }

    /// How many columns there are.
    pub(super) fn width(&self) -> usize {
        self.columns.len()
    }

    /// Adds a column with ground up to a height.
    pub(super) fn push(&mut self, ground: usize) {
        let letter = |height| if height < ground { GROUND } else { AIR };
        self.columns.push((0..self.height).map(letter).collect());
    }

    /// Puts a letter into a column, counted from the last one, if it is not too high.
    pub(super) fn put(&mut self, back: usize, height: usize, letter: char) {
        let column = self.columns.len().checked_sub(back + 1);
        let column = column.and_then(|column| self.columns.get_mut(column));
        if let Some(place) = column.and_then(|column| column.get_mut(height)) {
            *place = letter;
        }
    }

    /// Forgets columns beyond so many.
    pub(super) fn cut(&mut self, width: usize) {
        self.columns.truncate(width);
    }

    /// The rows, from the top, each ended.
    pub(super) fn rows(&self) -> String {
        let mut text = String::with_capacity((self.width() + 1) * self.height);
        for height in (0..self.height).rev() {
            text.extend(self.columns.iter().map(|column| column[height]));
            text.push('\n');
        }
        text
    }
}
