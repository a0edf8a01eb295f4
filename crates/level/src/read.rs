//! The reader: finds the levels of a file and makes each a rectangle.
//!
//! It refuses what is no text, what is too large and what holds no level. Time and
//! memory are linear in the file: sizes are checked before a grid is filled, and the
//! cells that filling adds are bounded for the file as a whole.

use std::iter::Peekable;
use std::sync::Arc;

use crate::level::{clean_title, is_no_text};
use crate::source::{Line, cells, lines, place_of_byte};
use crate::{Collection, Diagnostic, Grid, GridLevel, Level};

/// The largest file that is read, in bytes.
pub const MAX_BYTES: usize = 64 << 20;

/// The greatest width and the greatest height of a level, in cells.
pub const MAX_SIDE: usize = 1024;

/// The most cells all levels of a file may have together. A file without tabs and
/// short rows never gets there: it has fewer cells than bytes.
pub const MAX_CELLS: usize = MAX_BYTES;

/// Reads every level of a file. `file` is the name used in messages.
///
/// Levels are separated by blank lines or by `;` lines, the last of which before a
/// level is its title. Trailing spaces do not widen a level, short rows are filled
/// up with spaces, and tabs stand for spaces up to the next multiple of 8 columns.
pub fn read(file: &str, bytes: &[u8]) -> Result<Collection, Diagnostic> {
    let text: Arc<str> = decode(file, bytes)?.into();
    let mut reader = Reader {
        file,
        text: &text,
        n_cells: 0,
        has_tab: false,
        levels: Vec::new(),
        warnings: Vec::new(),
    };
    let mut title = None;
    let mut lines = lines(&text).peekable();
    while let Some(line) = lines.next() {
        let source = line.of(&text);
        if let Some(comment) = source.strip_prefix(';') {
            title = clean_title(comment);
        } else if is_row(source) {
            reader.level(title.take(), line, &mut lines)?;
        }
    }
    if reader.levels.is_empty() {
        return Err(Diagnostic::error(
            file,
            None,
            "no level in this file",
            "expected rows of letters, one letter a cell, such as `#A G#`; \
             a line that begins with `;` is a title",
        ));
    }
    Ok(Collection {
        levels: reader.levels,
        warnings: reader.warnings,
    })
}

struct Reader<'a> {
    file: &'a str,
    text: &'a Arc<str>,
    /// The cells of all levels so far.
    n_cells: usize,
    /// Whether a row with a tab was met, and so the warning given.
    has_tab: bool,
    levels: Vec<Level>,
    warnings: Vec<Diagnostic>,
}

impl Reader<'_> {
    /// Reads the level whose first row is `first`; `rest` are the lines after it.
    fn level(
        &mut self,
        title: Option<String>,
        first: Line,
        rest: &mut Peekable<impl Iterator<Item = Line>>,
    ) -> Result<(), Diagnostic> {
        let rows = self.rows(first, rest)?;
        let width = self.width(&rows)?;
        self.n_cells += width * rows.len();
        if self.n_cells > MAX_CELLS {
            return Err(Diagnostic::error(
                self.file,
                Some(first.place(self.text, 0)),
                format!(
                    "with this level the file's levels have {} cells",
                    self.n_cells
                ),
                format!(
                    "filled up to rectangles, all levels of a file may have {MAX_CELLS} cells; \
                     split the file"
                ),
            ));
        }
        self.warn_of_tab(&rows);
        self.warn_of_short_rows(&rows, width);
        self.levels.push(Level::Grid(GridLevel {
            file: self.file.to_owned(),
            index: self.levels.len(),
            title,
            grid: Grid::new(Arc::clone(self.text), rows, width),
        }));
        Ok(())
    }

    /// The rows of the level that begins with `first`: all up to the next line that
    /// is none. Too many are counted, for the message, but not kept.
    fn rows(
        &self,
        first: Line,
        rest: &mut Peekable<impl Iterator<Item = Line>>,
    ) -> Result<Vec<Line>, Diagnostic> {
        let mut rows = vec![first];
        let mut n_rows = 1;
        while let Some(row) = rest.next_if(|line| is_row(line.of(self.text))) {
            n_rows += 1;
            if rows.len() <= MAX_SIDE {
                rows.push(row);
            }
        }
        match rows.get(MAX_SIDE) {
            None => Ok(rows),
            Some(excess) => Err(Diagnostic::error(
                self.file,
                Some(excess.place(self.text, 0)),
                format!("this level is {n_rows} rows high"),
                format!("a level may have at most {MAX_SIDE} rows"),
            )),
        }
    }

    /// The width of the level with these rows: that of its widest one, not counting
    /// trailing spaces.
    fn width(&self, rows: &[Line]) -> Result<usize, Diagnostic> {
        let mut width = 0;
        for row in rows {
            let drawn = row.of(self.text).trim_end_matches([' ', '\t']);
            let n_cells = cells(drawn).count();
            if n_cells > MAX_SIDE {
                return Err(Diagnostic::error(
                    self.file,
                    Some(row.place(self.text, MAX_SIDE)),
                    format!("this row is {n_cells} cells wide"),
                    format!("a level may be at most {MAX_SIDE} cells wide"),
                ));
            }
            width = width.max(n_cells);
        }
        Ok(width)
    }

    fn warn_of_tab(&mut self, rows: &[Line]) {
        if self.has_tab {
            return;
        }
        let is_tab = |row: &Line| Some((*row, row.of(self.text).find('\t')?));
        if let Some((row, n_bytes)) = rows.iter().find_map(is_tab) {
            self.has_tab = true;
            // A line's first tab stands in the cell after the characters before it.
            let x = row.of(self.text)[..n_bytes].chars().count();
            self.warnings.push(Diagnostic::warning(
                self.file,
                row.place(self.text, x),
                "a tab is read as spaces up to the next multiple of 8 columns",
                "write spaces instead of tabs",
            ));
        }
    }

    /// A row whose trailing spaces reach the level's width is not short: someone
    /// drew it in full.
    fn warn_of_short_rows(&mut self, rows: &[Line], width: usize) {
        // `nth` looks no further than the width, however long the line is.
        let is_short = |row: &&Line| cells(row.of(self.text)).nth(width - 1).is_none();
        let mut short = rows.iter().filter(is_short);
        let Some(first) = short.next() else {
            return;
        };
        let n_short = 1 + short.count();
        self.warnings.push(Diagnostic::warning(
            self.file,
            first.place(self.text, 0),
            format!(
                "this row is shorter than the widest of its level; short rows: {n_short} of {}",
                rows.len()
            ),
            format!("they were filled up with spaces to {width} cells"),
        ));
    }
}

/// Whether the line is a row of a level, and not a title or a separator.
fn is_row(line: &str) -> bool {
    !line.starts_with(';') && !line.trim_start().is_empty()
}

/// The file as text, without its byte order mark.
fn decode<'a>(file: &str, bytes: &'a [u8]) -> Result<&'a str, Diagnostic> {
    if bytes.len() > MAX_BYTES {
        return Err(Diagnostic::error(
            file,
            None,
            format!("this file has {} bytes", bytes.len()),
            format!("a file of levels may have at most {MAX_BYTES} bytes; split the file"),
        ));
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).map_err(|e| not_utf8(file, bytes, e.valid_up_to()))?;
    let is_bad = |&(_, c): &(usize, char)| is_no_text(c) && !matches!(c, '\t' | '\n' | '\r');
    match text.char_indices().find(is_bad) {
        None => Ok(text),
        Some((offset, c)) => Err(Diagnostic::error(
            file,
            place_of_byte(text, offset),
            format!("not a text file: unexpected character U+{:04X}", c as u32),
            "expected letters, spaces and line breaks, saved as UTF-8",
        )),
    }
}

/// The error for bytes that are no UTF-8 from `offset` on.
fn not_utf8(file: &str, bytes: &[u8], offset: usize) -> Diagnostic {
    // What stands before is sound and keeps its length in the lossy copy, so the
    // offset is the same in both. Of what follows only what can be shown is copied.
    let shown = &bytes[..bytes.len().min(offset + 1000)];
    let place = place_of_byte(&String::from_utf8_lossy(shown), offset);
    Diagnostic::error(
        file,
        place,
        format!("not a text file: unexpected byte 0x{:02X}", bytes[offset]),
        "expected letters, spaces and line breaks, saved as UTF-8",
    )
}
