//! The drawing of a dungeon: areas of floor, and the doors and arrows between them.
//!
//! Cells are neighbours up, left, right and down. An area is floor that hangs together;
//! doors and arrows belong to none. Blanks that hang together with what is beyond the
//! drawing are outside, and so is everything beyond the end of a row. Nothing else
//! may be next to the outside, so that a forgotten wall is never a way.
//!
//! This is only where things are. What the letters mean is in `legend.rs`. Time and
//! memory are linear in the text: short rows are not filled up.

use crate::canonical::{DungeonLevel, Mark};
use playproof_level::Diagnostic;
use playproof_level::MAX_SIDE;

/// The rows below a line `map:`.
pub(crate) struct Drawing<'a> {
    /// Where that line is.
    mark: Mark,
    rows: Vec<DrawnRow<'a>>,
    /// A blank line after the last row: no further row may come.
    blank: Option<Mark>,
}

/// A row: characters of drawings only, without blanks at the end.
struct DrawnRow<'a> {
    line: u32,
    cells: &'a [u8],
}

/// What was found in a drawing.
pub(crate) struct Found {
    /// The areas, in the order of their first cells, row by row.
    pub areas: Vec<Area>,
    /// The doors and arrows, in the order of their cells.
    pub ways: Vec<Way>,
    /// The area of each cell, row by row, where it belongs to one.
    area_of: Vec<Vec<u32>>,
}

/// A drawing filled up to a rectangle.
pub(crate) struct Rectangle {
    /// Columns and rows.
    pub size: (usize, usize),
    /// The letters, row by row; a blank where nothing is.
    pub letters: Vec<u8>,
    /// The area of each cell, by its number.
    pub areas: Vec<Option<usize>>,
    /// The line of the text that each row comes from.
    pub lines: Vec<u32>,
}

/// Floor that hangs together.
#[derive(Default)]
pub(crate) struct Area {
    /// Its first cell: column and row, from 1.
    pub at: (usize, usize),
    /// Where that is.
    pub mark: Mark,
    /// The letters, digits and signs that stand on it.
    pub letters: Vec<(u8, Mark)>,
}

/// A way through a door or an arrow from one area to another.
pub(crate) struct Way {
    /// The door's letter, or the arrow.
    pub letter: u8,
    pub mark: Mark,
    pub from: usize,
    pub to: usize,
}

impl Way {
    pub fn is_one_way(&self) -> bool {
        is_arrow(self.letter)
    }
}

/// Whether this stands for a thing.
pub(crate) fn is_thing(letter: u8) -> bool {
    letter.is_ascii_lowercase() && letter != b'v'
}

/// Whether this stands for a door.
pub(crate) fn is_door(letter: u8) -> bool {
    letter.is_ascii_uppercase() && letter != b'G'
}

fn is_arrow(letter: u8) -> bool {
    matches!(letter, b'<' | b'>' | b'^' | b'v')
}

pub(crate) fn is_known(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '#' | ' ' | '.' | '@' | '<' | '>' | '^')
}

const LETTERS: &str = "a drawing has walls `#`, floor `.` or a blank, the start `@`, goals `G`, things `a`, \
                       doors `A`, arrows `<>^v` and digits that name rooms; words come above `map:`, \
                       and a comment begins with `;`";

/// No area: a wall, a door, an arrow.
const NONE: u32 = u32::MAX;

/// A blank outside.
const OUTSIDE: u32 = u32::MAX - 1;

impl<'a> Drawing<'a> {
    pub fn new(mark: Mark) -> Drawing<'a> {
        Drawing {
            mark,
            rows: Vec::new(),
            blank: None,
        }
    }

    /// Adds a line of the text.
    pub fn line(
        &mut self,
        level: &DungeonLevel,
        number: u32,
        line: &'a str,
    ) -> Result<(), Diagnostic> {
        if line.starts_with(';') {
            return Ok(());
        }
        let row = line.trim_end_matches([' ', '\t']);
        let mark = |column: usize| Mark {
            line: number,
            column: column as u32 + 1,
        };
        if row.is_empty() {
            if !self.rows.is_empty() && self.blank.is_none() {
                self.blank = Some(mark(0));
            }
            return Ok(());
        }
        if let Some(blank) = self.blank {
            return Err(level.error_at(
                blank,
                "a blank line within the drawing",
                "a drawing goes on to the end of its dungeon without blank lines; words come above `map:`",
            ));
        }
        if let Some((column, c)) = row.chars().enumerate().find(|(_, c)| !is_known(*c)) {
            let message = match c {
                '\t' => "a tab within the drawing".to_owned(),
                c => format!("`{c}` has no meaning in the drawing of a dungeon"),
            };
            let help = if c == '\t' { "write blanks" } else { LETTERS };
            return Err(level.error_at(mark(column), message, help));
        }
        if row.len() > MAX_SIDE {
            let help = format!("a drawing may be at most {MAX_SIDE} cells wide");
            return Err(level.error_at(mark(MAX_SIDE), "this row is too long", help));
        }
        if self.rows.len() == MAX_SIDE {
            let help = format!("a drawing may have at most {MAX_SIDE} rows");
            return Err(level.error_at(mark(0), "too many rows", help));
        }
        self.rows.push(DrawnRow {
            line: number,
            cells: row.as_bytes(),
        });
        Ok(())
    }

    /// The areas and the ways between them.
    pub fn find(&self, level: &DungeonLevel) -> Result<Found, Diagnostic> {
        if self.rows.is_empty() {
            return Err(level.error_at(
                self.mark,
                "this drawing is empty",
                "expected rows below `map:`, such as `#@.A.G#`",
            ));
        }
        let mut area_of: Vec<Vec<u32>> = Vec::new();
        area_of.extend(self.rows.iter().map(|row| vec![NONE; row.cells.len()]));
        for cell in self.cells() {
            let is_at_edge = || self.neighbours(cell).any(|next| next.is_none());
            if self.letter(cell) == b' ' && area_of[cell.0][cell.1] == NONE && is_at_edge() {
                self.fill(cell, &mut area_of, OUTSIDE, |letter| letter == b' ');
            }
        }
        self.refuse_gaps(level, &area_of)?;
        let mut areas = Vec::new();
        for cell in self.cells() {
            if is_floor(self.letter(cell)) && area_of[cell.0][cell.1] == NONE {
                self.fill(cell, &mut area_of, areas.len() as u32, is_floor);
                areas.push(Area {
                    at: (cell.1 + 1, cell.0 + 1),
                    mark: self.mark_of(cell),
                    letters: Vec::new(),
                });
            }
            let area = area_of[cell.0][cell.1];
            let letter = self.letter(cell);
            if area < OUTSIDE && !matches!(letter, b' ' | b'.') {
                let mark = self.mark_of(cell);
                areas[area as usize].letters.push((letter, mark));
            }
        }
        let ways = self.ways(level, &area_of)?;
        Ok(Found {
            areas,
            ways,
            area_of,
        })
    }

    /// The drawing as a rectangle, given what was found in it.
    pub fn rectangle(&self, found: &Found) -> Rectangle {
        let width = self.rows.iter().map(|row| row.cells.len()).max();
        let width = width.unwrap_or(0);
        let (mut letters, mut areas) = (Vec::new(), Vec::new());
        for (row, area_of) in self.rows.iter().zip(&found.area_of) {
            letters.extend(row.cells);
            areas.extend(
                area_of
                    .iter()
                    .map(|&area| (area < OUTSIDE).then_some(area as usize)),
            );
            let rest = width - row.cells.len();
            letters.extend(std::iter::repeat_n(b' ', rest));
            areas.extend(std::iter::repeat_n(None, rest));
        }
        Rectangle {
            size: (width, self.rows.len()),
            letters,
            areas,
            lines: self.rows.iter().map(|row| row.line).collect(),
        }
    }

    /// All cells, row by row: the row and the column.
    fn cells(&self) -> impl Iterator<Item = (usize, usize)> {
        let rows = self.rows.iter().enumerate();
        rows.flat_map(|(row, cells)| (0..cells.cells.len()).map(move |column| (row, column)))
    }

    fn letter(&self, (row, column): (usize, usize)) -> u8 {
        self.rows[row].cells[column]
    }

    fn mark_of(&self, (row, column): (usize, usize)) -> Mark {
        Mark {
            line: self.rows[row].line,
            column: column as u32 + 1,
        }
    }

    /// The cells up, left, right and down, or none where the drawing ends.
    fn neighbours(
        &self,
        (row, column): (usize, usize),
    ) -> impl Iterator<Item = Option<(usize, usize)>> {
        let around = [
            (row.checked_sub(1), Some(column)),
            (Some(row), column.checked_sub(1)),
            (Some(row), Some(column + 1)),
            (Some(row + 1), Some(column)),
        ];
        around.into_iter().map(|(row, column)| {
            let (row, column) = (row?, column?);
            let is_there = self.rows.get(row)?.cells.len() > column;
            is_there.then_some((row, column))
        })
    }

    /// Gives a number to all cells that hang together with one.
    fn fill(
        &self,
        first: (usize, usize),
        area_of: &mut [Vec<u32>],
        number: u32,
        belongs: fn(u8) -> bool,
    ) {
        area_of[first.0][first.1] = number;
        let mut open = vec![first];
        while let Some(cell) = open.pop() {
            for next in self.neighbours(cell).flatten() {
                let area = &mut area_of[next.0][next.1];
                if *area == NONE && belongs(self.letter(next)) {
                    *area = number;
                    open.push(next);
                }
            }
        }
    }

    /// Refuses whatever is next to the outside and is no wall.
    fn refuse_gaps(&self, level: &DungeonLevel, area_of: &[Vec<u32>]) -> Result<(), Diagnostic> {
        let is_outside = |cell: Option<(usize, usize)>| match cell {
            Some((row, column)) => area_of[row][column] == OUTSIDE,
            None => true,
        };
        let is_gap = |cell: &(usize, usize)| {
            let is_inside = self.letter(*cell) != b'#' && !is_outside(Some(*cell));
            is_inside && self.neighbours(*cell).any(is_outside)
        };
        match self.cells().find(is_gap) {
            None => Ok(()),
            Some(cell) => Err(level.error_at(
                self.mark_of(cell),
                "the dungeon is not walled in here",
                "put walls `#` around all floor, doors and arrows; blanks outside mean nothing",
            )),
        }
    }

    fn ways(&self, level: &DungeonLevel, area_of: &[Vec<u32>]) -> Result<Vec<Way>, Diagnostic> {
        let mut ways = Vec::new();
        for cell in self.cells() {
            let (letter, mark) = (self.letter(cell), self.mark_of(cell));
            if !is_door(letter) && !is_arrow(letter) {
                continue;
            }
            let error = |message: &str, help: &str| {
                let message = message.replace("{}", &(letter as char).to_string());
                Err(level.error_at(mark, message, help))
            };
            // What is up, left, right and down of it.
            let mut sides = [None; 4];
            for (side, next) in sides.iter_mut().zip(self.neighbours(cell)) {
                // Nothing but a wall is next to the outside.
                let next = next.expect("the dungeon is walled in");
                let beyond = self.letter(next);
                if is_door(beyond) || is_arrow(beyond) {
                    return error(
                        "`{}` is side by side with another door or arrow",
                        "put floor between the two",
                    );
                }
                let area = area_of[next.0][next.1];
                *side = (area < OUTSIDE).then_some(area as usize);
            }
            let mut push = |from, to| {
                ways.push(Way {
                    letter,
                    mark,
                    from,
                    to,
                });
            };
            if is_door(letter) {
                match sides.iter().flatten().collect::<Vec<_>>()[..] {
                    [&from, &to] => push(from, to),
                    [] | [_] => {
                        let help = "a door has floor on two sides and walls on the others";
                        return error("the door `{}` leads nowhere", help);
                    }
                    _ => {
                        let help = "a door has floor on two sides and walls on the others";
                        return error("the door `{}` has more than two sides", help);
                    }
                }
                continue;
            }
            let ahead = match letter {
                b'^' => 0,
                b'<' => 1,
                b'>' => 2,
                _ => 3,
            };
            let Some(to) = sides[ahead].take() else {
                let help = "an arrow has floor where it points to";
                return error("the arrow `{}` points at a wall", help);
            };
            let mut from: Vec<usize> = sides.into_iter().flatten().collect();
            from.sort_unstable();
            from.dedup();
            if from.is_empty() {
                let help = "an arrow has floor behind it or beside it, from where it is entered";
                return error("nothing leads to the arrow `{}`", help);
            }
            from.into_iter().for_each(|from| push(from, to));
        }
        Ok(ways)
    }
}

/// Whether one can stand there: all but walls, doors and arrows.
fn is_floor(letter: u8) -> bool {
    letter != b'#' && !is_door(letter) && !is_arrow(letter)
}
