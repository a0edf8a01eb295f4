//! Tables for people: columns as wide as their widest cell.

use anstyle::Style;
use unicode_width::UnicodeWidthStr;

/// What stands between two columns.
pub(crate) const GAP: &str = "  ";

/// One cell of a table.
pub(crate) struct Cell {
    text: String,
    style: Style,
    is_number: bool,
}

impl Cell {
    /// A text, to the left of its column.
    pub fn text(text: impl Into<String>) -> Cell {
        Cell {
            text: text.into(),
            style: Style::new(),
            is_number: false,
        }
    }

    /// A number, to the right of its column.
    pub fn number(text: impl Into<String>) -> Cell {
        Cell {
            is_number: true,
            ..Cell::text(text)
        }
    }

    /// The same in a style.
    pub fn painted(self, style: Style) -> Cell {
        Cell { style, ..self }
    }
}

/// The rows as lines, each ended. Every row has the same columns.
pub(crate) fn columns(rows: &[Vec<Cell>]) -> String {
    let n_columns = rows.first().map_or(0, Vec::len);
    let width = |i: usize| rows.iter().map(|row| row[i].text.width()).max();
    let widths: Vec<usize> = (0..n_columns).map(|i| width(i).unwrap_or(0)).collect();
    rows.iter().map(|row| line(row, &widths)).collect()
}

fn line(row: &[Cell], widths: &[usize]) -> String {
    let mut line = String::new();
    // Blanks are written only when something comes after them.
    let mut blanks = String::new();
    for (cell, width) in row.iter().zip(widths) {
        let padding = " ".repeat(width - cell.text.width());
        let (before, after) = match cell.is_number {
            true => (&padding[..], ""),
            false => ("", &padding[..]),
        };
        blanks.push_str(before);
        if !cell.text.is_empty() {
            let style = cell.style;
            line.push_str(&format!("{blanks}{style}{}{style:#}", cell.text));
            blanks.clear();
        }
        blanks.push_str(after);
        blanks.push_str(GAP);
    }
    line + "\n"
}

/// At most this many columns of a text, with `…` where it was cut.
pub(crate) fn cut(text: &str, n_columns: usize) -> String {
    if text.width() <= n_columns {
        return text.to_owned();
    }
    let mut cut = String::new();
    for c in text.chars() {
        if cut.width() + 1 + c.to_string().width() > n_columns {
            break;
        }
        cut.push(c);
    }
    cut + "…"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_right_and_no_line_ends_in_blanks() {
        let rows = [
            vec![Cell::text("level"), Cell::number("n"), Cell::text("")],
            vec![Cell::text("字"), Cell::number("12"), Cell::text("x")],
            vec![Cell::text(""), Cell::number("3"), Cell::text("")],
        ];
        assert_eq!(columns(&rows), "level   n\n字     12  x\n        3\n");
        assert_eq!(columns(&[]), "");
    }

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(cut("abc", 3), "abc");
        assert_eq!(cut("abcd", 3), "ab…");
        assert_eq!(cut("字字字", 4), "字…");
    }
}
