//! A rectangle of characters that can say where in its file each of them stood. Trusted.

use std::fmt;
use std::sync::Arc;

use crate::Place;
use crate::encoded::Cells;
use crate::source::{Line, cells};

/// A rectangular grid of characters that remembers where each stood in the text.
///
/// Cells are addressed by `x` (from 0 at the left) and `y` (from 0 at the top). A
/// grid has at least one row and one column. It comes from [`read`](crate::read)
/// only, so no row of it is blank or begins with `;`, and its last column is not
/// blank: printing it and reading it again gives the same grid.
#[derive(Clone)]
pub struct Grid {
    /// The whole file's text, shared by all its levels.
    text: Arc<str>,
    rows: Box<[Line]>,
    width: usize,
    cells: Box<[char]>,
    /// The column of each cell, where the lines do not tell: in an encoded drawing.
    columns: Option<Box<[u32]>>,
}

impl Grid {
    /// The grid drawn on `rows`, lines of `text`: spaces make up what a row lacks,
    /// and what it has beyond `width` is cut off. The caller has made sure that
    /// `width` and the number of rows are not 0 and that only spaces are cut off.
    pub(crate) fn new(text: Arc<str>, rows: Vec<Line>, width: usize) -> Grid {
        let mut drawn = Vec::with_capacity(width * rows.len());
        for (y, row) in rows.iter().enumerate() {
            drawn.extend(cells(row.of(&text)).map(|(c, _)| c).take(width));
            drawn.resize((y + 1) * width, ' ');
        }
        Grid {
            text,
            rows: rows.into_boxed_slice(),
            width,
            cells: drawn.into_boxed_slice(),
            columns: None,
        }
    }

    /// The grid with these rows, each given by the line of `text` it comes from and
    /// by its cells with their columns; no row is empty or wider than `width`.
    pub(crate) fn decoded(text: Arc<str>, rows: Vec<(Line, Cells)>, width: usize) -> Grid {
        let mut drawn = Vec::with_capacity(width * rows.len());
        let mut columns = Vec::with_capacity(width * rows.len());
        for (y, (_, row)) in rows.iter().enumerate() {
            drawn.extend(row.iter().map(|&(c, _)| c));
            drawn.resize((y + 1) * width, ' ');
            columns.extend(row.iter().map(|&(_, column)| column));
            let past_end = row.last().map_or(1, |&(_, column)| column + 1);
            columns.resize((y + 1) * width, past_end);
        }
        Grid {
            text,
            rows: rows.into_iter().map(|(line, _)| line).collect(),
            width,
            cells: drawn.into_boxed_slice(),
            columns: Some(columns.into_boxed_slice()),
        }
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// The character in column `x` of row `y`.
    ///
    /// # Panics
    /// If the grid has no such cell.
    pub fn get(&self, x: usize, y: usize) -> char {
        // Without this check a too large `x` would silently read the next row.
        assert!(x < self.width, "column {x} of a grid {} wide", self.width);
        self.cells[y * self.width + x]
    }

    /// All characters, row by row: the one at `x`, `y` is at index `y * width + x`.
    pub fn cells(&self) -> &[char] {
        &self.cells
    }

    /// The rows from top to bottom, each of the grid's full width.
    pub fn rows(&self) -> impl Iterator<Item = &[char]> {
        self.cells.chunks_exact(self.width)
    }

    /// Every cell whose character satisfies `pred`, as `(x, y, character)`, row by row.
    pub fn find_all(
        &self,
        mut pred: impl FnMut(char) -> bool,
    ) -> impl Iterator<Item = (usize, usize, char)> {
        self.cells
            .iter()
            .enumerate()
            .filter(move |&(_, &c)| pred(c))
            .map(|(i, &c)| (i % self.width, i / self.width, c))
    }

    /// Where the cell stood in the file. A cell that was added to fill up a short
    /// row is placed just past the end of its line, in run-length encoding just past
    /// its row's last letter.
    ///
    /// # Panics
    /// If the grid has no row `y`.
    pub fn place(&self, x: usize, y: usize) -> Place {
        let line = self.rows[y];
        match &self.columns {
            None => line.place(&self.text, x),
            Some(columns) => {
                let column = columns[y * self.width + x.min(self.width - 1)];
                Place::new(line.number, column, line.of(&self.text))
            }
        }
    }

    /// Whether both grids have the same size and the same characters, wherever
    /// these stood in their files.
    pub fn same_cells(&self, other: &Grid) -> bool {
        self.width == other.width && self.cells == other.cells
    }
}

/// The rows as strings: deriving it would print the whole file with every grid.
impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.rows().map(|row| row.iter().collect::<String>()))
            .finish()
    }
}
