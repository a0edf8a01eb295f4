//! The text of a file as lines, and a line as cells: line breaks, tabs, columns.
//!
//! Both the reader and [`Grid::place`](crate::Grid::place) go through `cells`, so
//! a cell's column is computed from its source line when asked for and never stored.

use std::iter;

use crate::Place;

/// A tab reaches to the next multiple of this many cells.
const TAB: usize = 8;

/// One line of a text, without its line break. The offsets are `u32` because there
/// is one `Line` per row of every level and no text reaches 4 GiB (`MAX_BYTES`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Counted from 1.
    pub number: u32,
    start: u32,
    end: u32,
}

impl Line {
    /// What the line reads; `text` is the text whose line it is.
    pub fn of(self, text: &str) -> &str {
        &text[self.start as usize..self.end as usize]
    }

    /// The place of cell `x` of this line, or just past its end if it has no such cell.
    pub fn place(self, text: &str, x: usize) -> Place {
        let source = self.of(text);
        let column = match cells(source).nth(x) {
            Some((_, column)) => column,
            None => source.chars().count() as u32 + 1,
        };
        Place::new(self.number, column, source)
    }
}

/// The lines of a text. LF, CRLF and a lone CR each end a line.
pub fn lines(text: &str) -> impl Iterator<Item = Line> + Clone {
    let mut start = 0;
    let mut number = 0;
    iter::from_fn(move || {
        // A line break at the very end begins no further line.
        if start >= text.len() {
            return None;
        }
        let rest = &text[start..];
        let len = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let break_len = if rest[len..].starts_with("\r\n") {
            2
        } else {
            1
        };
        number += 1;
        let line = Line {
            number,
            start: start as u32,
            end: (start + len) as u32,
        };
        start += len + break_len;
        Some(line)
    })
}

/// The cells of a line, each with the column it comes from. A tab gives the spaces
/// it stands for, all with the tab's own column.
pub(crate) fn cells(line: &str) -> impl Iterator<Item = (char, u32)> {
    let mut n_cells = 0;
    line.chars().zip(1..).flat_map(move |(c, column)| {
        let (c, n) = match c {
            '\t' => (' ', TAB - n_cells % TAB),
            _ => (c, 1),
        };
        n_cells += n;
        iter::repeat_n((c, column), n)
    })
}

/// The place of the byte `offset`, which is not part of a line break.
pub(crate) fn place_of_byte(text: &str, offset: usize) -> Option<Place> {
    let line = lines(text).find(|line| offset < line.end as usize)?;
    let before = text.get(line.start as usize..offset)?;
    let column = before.chars().count() as u32 + 1;
    Some(Place::new(line.number, column, line.of(text)))
}

impl Place {
    /// The place of the byte `offset` of a text. What is part of a line break, or
    /// past the end, is just past its line.
    pub fn of_byte(text: &str, offset: usize) -> Place {
        let line = lines(text).take_while(|line| line.start as usize <= offset);
        let Some(line) = line.last() else {
            return Place::new(1, 1, "");
        };
        let end = offset.min(line.end as usize);
        let before = text.get(line.start as usize..end).unwrap_or_default();
        let column = before.chars().count() as u32 + 1;
        Place::new(line.number, column, line.of(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<(u32, &str)> {
        lines(text).map(|l| (l.number, l.of(text))).collect()
    }

    #[test]
    fn every_kind_of_line_break_ends_one_line() {
        let expected = [(1, "a"), (2, ""), (3, "b"), (4, "c")];
        for text in [
            "a\n\nb\nc\n",
            "a\r\n\r\nb\r\nc",
            "a\r\rb\rc\r",
            "a\n\rb\r\nc",
        ] {
            assert_eq!(split(text), expected, "{text:?}");
        }
        assert_eq!(split(""), []);
        assert_eq!(split("\r\n"), [(1, "")]);
    }

    #[test]
    fn tabs_reach_the_next_multiple_of_eight() {
        let expanded = |line| cells(line).map(|(c, _)| c).collect::<String>();
        assert_eq!(expanded("\t#"), "        #");
        assert_eq!(expanded("é#\t#"), "é#      #");
        assert_eq!(expanded("12345678\t#"), "12345678        #");
        let columns: Vec<u32> = cells("a\tb").map(|(_, column)| column).collect();
        assert_eq!(columns, [1, 2, 2, 2, 2, 2, 2, 2, 3]);
    }

    #[test]
    fn bytes_are_found_by_line_and_character() {
        let text = "é\r\naéx";
        let place = place_of_byte(text, text.find('x').unwrap()).unwrap();
        assert_eq!((place.line, place.column), (2, 3));
        assert_eq!(place_of_byte(text, text.len()), None);
    }

    #[test]
    fn every_byte_has_a_place() {
        let text = "é\r\naéx";
        let at = |offset| {
            let place = Place::of_byte(text, offset);
            (place.line, place.column)
        };
        let places = [0, 2, 3, 4, 5, 7].map(at);
        assert_eq!(places, [(1, 1), (1, 2), (1, 2), (2, 1), (2, 2), (2, 3)]);
        assert_eq!([8, 100].map(at), [(2, 4), (2, 4)]);
        assert_eq!(Place::of_byte("", 0), Place::new(1, 1, ""));
    }
}
