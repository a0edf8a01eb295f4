//! The reader: finds the levels of a file and makes each a rectangle.
//!
//! It refuses what is no text, what is too large and what holds no level. Time and
//! memory are linear in the file: sizes are checked before a grid is filled, and the
//! cells that filling adds are bounded for the file as a whole.

use std::iter::Peekable;
use std::mem;
use std::sync::Arc;

use crate::about::add_comment;
use crate::bytes::decode;
use crate::encoded::{Cells, decode as decode_rows};
use crate::gap::{Gap, Item, Words};
use crate::run_length::Fault;
use crate::solution::is_run;
use crate::source::{Line, cells, lines};
use crate::xsb::{self, Key, Kind, Survey, trim_end};
use crate::{Collection, Diagnostic, Format, Grid, GridLevel, Level, Place, StoredSolution};

/// The largest file that is read, in bytes.
pub const MAX_BYTES: usize = 64 << 20;

/// The greatest height of a level, in cells, and the side of the largest square one.
pub const MAX_SIDE: usize = 1024;

/// The greatest width of a level, in cells: levels that scroll are long.
pub const MAX_WIDTH: usize = 16 << 10;

/// The most cells of a level.
const MAX_LEVEL: usize = MAX_SIDE * MAX_SIDE;

/// The most cells all levels of a file may have together. A file without tabs and
/// short rows never gets there: it has fewer cells than bytes.
pub const MAX_CELLS: usize = MAX_BYTES;

/// Reads every level of a file. `file` is the name used in messages.
///
/// Levels are separated by blank lines or by `;` lines, the last of which before a
/// level is its title. Trailing spaces do not widen a level, short rows are filled
/// up with spaces, and tabs stand for spaces up to the next multiple of 8 columns.
///
/// A file with a drawing in the letters of XSB may also hold words around its levels,
/// lines with keys such as `Author:`, stored runs, and drawings in run-length encoding.
///
/// Formats of one game are for [`read_with`].
pub fn read(file: &str, bytes: &[u8]) -> Result<Collection, Diagnostic> {
    read_with(file, bytes, &[])
}

/// The same, where a file may also be written in one of these formats.
pub fn read_with(
    file: &str,
    bytes: &[u8],
    formats: &[&dyn Format],
) -> Result<Collection, Diagnostic> {
    let text: Arc<str> = decode(file, bytes)?.into();
    if text.trim_start().starts_with("<?xml") {
        return Err(Diagnostic::error(
            file,
            None,
            "this file is XML",
            "collections are read as text: drawings with titles and comments between them",
        ));
    }
    if let Some(read) = formats.iter().find_map(|format| format.read(file, &text)) {
        return read;
    }
    let mut reader = Reader::new(file, &text, xsb::survey(&text));
    let mut lines = lines(&text).peekable();
    while let Some(line) = lines.next() {
        reader.line(line, &mut lines)?;
    }
    if reader.levels.is_empty() {
        let by_name = formats.iter().find_map(|format| format.help_by_name(file));
        let help = by_name.unwrap_or(
            "expected rows of letters, one letter a cell, such as `#A G#`; \
             a line that begins with `;` is a title",
        );
        return Err(Diagnostic::error(file, None, "no level in this file", help));
    }
    // Any level found here is a level only because of a drawing that is none.
    if reader.survey.is_all_comment {
        return Err(Diagnostic::error(
            file,
            None,
            "the only drawing in this file is part of a comment",
            "a comment goes from `Comment:` to `Comment-End:`",
        ));
    }
    let rest = reader.divide_gap(false);
    Ok(Collection {
        levels: reader.levels,
        comments: rest.comments,
        warnings: reader.warnings,
    })
}

/// The grid drawn on these lines of a text, with what is odd about it: for formats that
/// have a drawing among words. There is at least one line, and none of them is blank or
/// begins with `;`.
pub fn drawing(
    file: &str,
    text: &Arc<str>,
    lines: Vec<Line>,
) -> Result<(Grid, Vec<Diagnostic>), Diagnostic> {
    let mut reader = Reader::new(file, text, Survey::default());
    let grid = reader.grid(lines)?;
    Ok((grid, reader.warnings))
}

struct Reader<'a> {
    file: &'a str,
    text: &'a Arc<str>,
    survey: Survey,
    /// What stands between the last level and the next.
    gap: Gap<'a>,
    /// The cells of all levels so far.
    n_cells: usize,
    /// What all run-length encodings so far stand for, in letters.
    n_expanded: usize,
    /// Whether a row with a tab was met, and so the warning given.
    has_tab: bool,
    /// Whether words were met between two levels without a blank line, likewise.
    has_words_between: bool,
    levels: Vec<Level>,
    warnings: Vec<Diagnostic>,
}

impl<'a> Reader<'a> {
    fn new(file: &'a str, text: &'a Arc<str>, survey: Survey) -> Reader<'a> {
        Reader {
            file,
            text,
            survey,
            gap: Gap::default(),
            n_cells: 0,
            n_expanded: 0,
            has_tab: false,
            has_words_between: false,
            levels: Vec::new(),
            warnings: Vec::new(),
        }
    }

    fn kind(&self, line: Line) -> Kind {
        if self.survey.is_xsb {
            xsb::kind(line.of(self.text))
        } else {
            xsb::plain_kind(line.of(self.text))
        }
    }

    /// Reads what begins with `line`; `rest` are the lines after it.
    fn line(
        &mut self,
        line: Line,
        rest: &mut Peekable<impl Iterator<Item = Line> + Clone>,
    ) -> Result<(), Diagnostic> {
        let text: &'a str = self.text;
        let source = line.of(text);
        match self.kind(line) {
            Kind::Blank => self.gap.push(Item::Blank),
            Kind::Text => self.gap.push_text(line, text),
            Kind::Remark if self.is_stored_run(source) => self.solution(line, rest)?,
            Kind::Remark => self.gap.push(remark(source)),
            Kind::Row if self.is_level(line, rest) => {
                let rows = self.rows(line, rest)?;
                self.level(rows)?;
            }
            // Lines and dots between paragraphs, such as `-----`.
            Kind::Row => {
                self.gap.push_text(line, text);
                while let Some(line) = rest.next_if(|line| self.kind(*line) == Kind::Row) {
                    self.gap.push_text(line, text);
                }
            }
            Kind::Key(Key::Title | Key::Author) => self.gap.push(Item::Key(source)),
            Kind::Key(Key::Comment) => self.comment(source, rest),
            Kind::Key(Key::CommentEnd) => self.gap.push(Item::Used),
            Kind::Key(Key::Solution) => self.solution(line, rest)?,
            Kind::Key(Key::Other) => self.gap.push(Item::Note(source)),
        }
        Ok(())
    }

    /// Whether the rows that begin with `first` are a level: in a collection of
    /// drawings one of them must have a wall.
    fn is_level(&self, first: Line, rest: &Peekable<impl Iterator<Item = Line> + Clone>) -> bool {
        let has_wall = |line: Line| line.of(self.text).contains('#');
        let mut others = rest
            .clone()
            .take_while(|line| self.kind(*line) == Kind::Row);
        !self.survey.is_xsb || has_wall(first) || others.any(has_wall)
    }

    /// Reads the comment that the line `source` begins.
    fn comment(
        &mut self,
        source: &'a str,
        rest: &mut Peekable<impl Iterator<Item = Line> + Clone>,
    ) {
        self.gap.push(Item::Used);
        let first = xsb::without_comment_keys(source);
        if !first.is_empty() {
            self.gap.push(Item::Note(first));
        }
        if let Some(n_lines) = xsb::n_comment_lines(rest.clone(), self.text) {
            let text: &'a str = self.text;
            let lines = rest.by_ref().take(n_lines + 1);
            // The last is `Comment-End:`.
            for (i, line) in lines.enumerate() {
                if i < n_lines {
                    self.gap.push(Item::Note(line.of(text)));
                }
            }
        }
    }

    /// Whether what a `;` line holds is a stored run. In a collection of drawings
    /// runs have lines of their own.
    fn is_stored_run(&self, source: &str) -> bool {
        let stored = source
            .strip_prefix(';')
            .and_then(|said| xsb::key(said.trim()));
        !self.survey.is_xsb
            && !self.levels.is_empty()
            && matches!(stored, Some((Key::Solution, run)) if is_run(run))
    }

    /// Reads the run stored with the level above, from its first line on. If there
    /// is no run, or no level above, these lines are comments.
    fn solution(
        &mut self,
        first: Line,
        rest: &mut Peekable<impl Iterator<Item = Line> + Clone>,
    ) -> Result<(), Diagnostic> {
        let text: &'a str = self.text;
        let (key, value) = match first.of(text).split_once(':') {
            Some((key, value)) => (key.chars().count() as u32 + 1, value.trim()),
            None => (0, ""),
        };
        let mut parts = Vec::new();
        if is_run(value) {
            parts.push((first, key));
        }
        if self.survey.is_xsb && (value.is_empty() || is_run(value)) {
            while let Some(line) = rest.next_if(|line| is_run(line.of(text))) {
                parts.push((line, 0));
            }
        }
        let limit = MAX_CELLS - self.n_expanded;
        let run = StoredSolution::read(self.text, &parts, limit);
        match (run, self.levels.last_mut()) {
            (Ok(run), Some(Level::Grid(level))) if !parts.is_empty() => {
                self.n_expanded += run.moves().len();
                level.solutions.push(run);
                self.gap.push(Item::Used);
            }
            (Err((Fault::TooLong, line, column)), _) => {
                return Err(self.fault(Fault::TooLong, line, column));
            }
            _ if !self.survey.is_xsb => self.gap.push(remark(first.of(text))),
            _ => {
                self.gap.push(Item::Note(first.of(text)));
                for (line, _) in parts.into_iter().filter(|&(line, _)| line != first) {
                    self.gap.push(Item::Note(line.of(text)));
                }
            }
        }
        Ok(())
    }

    fn fault(&self, fault: Fault, line: Line, column: u32) -> Diagnostic {
        let (message, help) = fault.explain();
        let place = Place::new(line.number, column, line.of(self.text));
        Diagnostic::error(self.file, Some(place), message, help)
    }

    /// Ends the gap: the last level gets its part of it, the rest is for the next.
    fn divide_gap(&mut self, has_below: bool) -> Words {
        let gap = mem::take(&mut self.gap);
        let above = self.levels.last_mut();
        let (upper, lower) = gap.divide(above.is_some(), has_below, self.survey.titles_above);
        if let Some(Level::Grid(level)) = above {
            if let Some(title) = upper.title
                && let Some(earlier) = level.title.replace(title)
            {
                add_comment(&mut level.above, &earlier);
            }
            // What stands right below a drawing knows better than what stands
            // above it, which stays a comment.
            if let Some(author) = upper.author
                && let Some(earlier) = level.author.replace(author)
            {
                add_comment(&mut level.above, &format!("Author: {earlier}"));
            }
            level.below = upper.comments;
        }
        lower
    }

    /// Reads the level on these lines.
    fn level(&mut self, lines: Vec<Line>) -> Result<(), Diagnostic> {
        self.warn_of_words_between();
        let words = self.divide_gap(true);
        let grid = self.grid(lines)?;
        self.levels.push(Level::Grid(GridLevel {
            file: self.file.to_owned(),
            index: self.levels.len(),
            title: words.title,
            author: words.author,
            above: words.comments,
            below: String::new(),
            solutions: Vec::new(),
            grid,
        }));
        Ok(())
    }

    /// The grid that is drawn on these lines.
    fn grid(&mut self, lines: Vec<Line>) -> Result<Grid, Diagnostic> {
        let first = lines[0];
        self.warn_of_tab(&lines);
        let is_encoded = |line: &Line| xsb::is_encoded(line.of(self.text));
        if self.survey.is_xsb && lines.iter().any(is_encoded) {
            let rows = self.decoded_rows(&lines)?;
            let width = rows.iter().map(|(_, row)| row.len()).max();
            let width = width.expect("an encoded line has a row");
            self.count_cells(first, width, rows.len())?;
            return Ok(Grid::decoded(Arc::clone(self.text), rows, width));
        }
        let width = self.width(&lines)?;
        self.count_cells(first, width, lines.len())?;
        self.warn_of_short_rows(&lines, width);
        Ok(Grid::new(Arc::clone(self.text), lines, width))
    }

    /// Adds the cells of the level that begins at `first` to those of the file.
    fn count_cells(&mut self, first: Line, width: usize, height: usize) -> Result<(), Diagnostic> {
        let n_cells = width * height;
        if n_cells > MAX_LEVEL {
            return Err(Diagnostic::error(
                self.file,
                Some(first.place(self.text, 0)),
                format!("this level is {width} cells wide and {height} rows high"),
                format!("a level may have at most {MAX_LEVEL} cells: {MAX_SIDE} by {MAX_SIDE}"),
            ));
        }
        self.n_cells += n_cells;
        if self.n_cells <= MAX_CELLS {
            return Ok(());
        }
        Err(Diagnostic::error(
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
        ))
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
        while let Some(row) = rest.next_if(|line| self.kind(*line) == Kind::Row) {
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
            let drawn = trim_end(row.of(self.text));
            let n_cells = cells(drawn).count();
            if n_cells > MAX_WIDTH {
                return Err(Diagnostic::error(
                    self.file,
                    Some(row.place(self.text, MAX_WIDTH)),
                    format!("this row is {n_cells} cells wide"),
                    format!("a level may be at most {MAX_WIDTH} cells wide"),
                ));
            }
            width = width.max(n_cells);
        }
        Ok(width)
    }

    /// The rows of a level that is run-length encoded, at least in part.
    fn decoded_rows(&mut self, lines: &[Line]) -> Result<Vec<(Line, Cells)>, Diagnostic> {
        let mut rows = Vec::new();
        for &line in lines {
            let n_before = rows.len();
            let source = trim_end(line.of(self.text));
            if xsb::is_encoded(source) {
                let limit = (MAX_CELLS - self.n_expanded).min(MAX_SIDE * (MAX_SIDE + 1));
                let decoded = decode_rows(source, limit);
                let decoded = decoded.map_err(|(fault, column)| self.fault(fault, line, column))?;
                self.n_expanded += decoded.n_letters;
                rows.extend(decoded.rows.into_iter().map(|row| (line, row)));
            } else {
                rows.push((line, cells(source).take(MAX_SIDE + 1).collect()));
            }
            if rows.len() > MAX_SIDE {
                return Err(Diagnostic::error(
                    self.file,
                    Some(line.place(self.text, 0)),
                    format!("with this line the level is {} rows high", rows.len()),
                    format!("a level may have at most {MAX_SIDE} rows"),
                ));
            }
            let mut added = rows[n_before..].iter();
            if let Some((_, column)) = added.find_map(|(_, row)| row.get(MAX_SIDE)) {
                return Err(Diagnostic::error(
                    self.file,
                    Some(Place::new(line.number, *column, line.of(self.text))),
                    "here this row becomes too wide",
                    format!("a level may be at most {MAX_SIDE} cells wide"),
                ));
            }
        }
        Ok(rows)
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

    /// The words could be a row that was spelt badly.
    fn warn_of_words_between(&mut self) {
        if self.has_words_between || self.levels.is_empty() {
            return;
        }
        if let Some(line) = self.gap.only_words() {
            self.has_words_between = true;
            self.warnings.push(Diagnostic::warning(
                self.file,
                line.place(self.text, 0),
                "this line is read as words, and what follows as another level",
                "put a blank line between two levels",
            ));
        }
    }

    /// A row whose trailing spaces reach the level's width is not short: someone
    /// drew it in full. Where every row of a drawing ends in a wall, what is missing
    /// lies outside, and drawings are commonly written so.
    fn warn_of_short_rows(&mut self, rows: &[Line], width: usize) {
        let ends_in_wall = |row: &Line| trim_end(row.of(self.text)).ends_with('#');
        if self.survey.is_xsb && rows.iter().all(ends_in_wall) {
            return;
        }
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

/// What a `;` line says.
fn remark(line: &str) -> Item<'_> {
    let said = line.strip_prefix(';').unwrap_or(line);
    Item::Remark(said.strip_prefix(' ').unwrap_or(said))
}
