//! A line of a drawing in run-length encoding, as rows: `3#|#@#|3#`.

use crate::run_length::{Fault, expand, is_code};
use crate::xsb::{LETTERS, trim_end};

/// The cells of a row, each with the column it comes from.
pub(crate) type Cells = Vec<(char, u32)>;

/// What a line stands for.
pub(crate) struct Decoded {
    /// The rows, none of them blank; at least one.
    pub rows: Vec<Cells>,
    /// The letters of the line once its runs are written out, bars and all.
    pub n_letters: usize,
}

/// Decodes a line that [`is_encoded`](crate::xsb::is_encoded), or says what is wrong
/// and in which column. It stands for at most `limit` letters.
///
/// Bars before the first row and after the last are passed over. A blank row between
/// two others is refused: printed on its own it would end the level.
pub(crate) fn decode(line: &str, limit: usize) -> Result<Decoded, (Fault, u32)> {
    let is_odd = |&(c, _): &(char, u32)| !(LETTERS.contains(c) || is_code(c) || " |".contains(c));
    let source = || trim_end(line).chars().zip(1..);
    if let Some((_, column)) = source().find(is_odd) {
        return Err((Fault::Letter, column));
    }
    let letters = expand(source(), limit)?;
    let mut rows: Vec<Cells> = Vec::new();
    let mut blank = None;
    let mut start = 0;
    while start < letters.len() {
        let rest = &letters[start..];
        let len = rest.iter().position(|&(c, _)| c == '|');
        let len = len.unwrap_or(rest.len());
        let row = &rest[..len];
        if row.iter().any(|&(c, _)| c != ' ') {
            if let Some(column) = blank {
                return Err((Fault::BlankRow, column));
            }
            rows.push(row.to_vec());
        } else if !rows.is_empty() && blank.is_none() {
            blank = rest.get(len).map(|&(_, column)| column);
        }
        start += len + 1;
    }
    Ok(Decoded {
        rows,
        n_letters: letters.len(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(line: &str) -> Result<String, (Fault, u32)> {
        let rows = decode(line, 100)?.rows;
        let row = |row: &Cells| row.iter().map(|&(c, _)| c).collect::<String>();
        Ok(rows.iter().map(row).collect::<Vec<_>>().join("/"))
    }

    #[test]
    fn bars_separate_rows() {
        for (line, rows) in [
            ("4#|#@$.#|4#", "####/#@$.#/####"),
            ("5#", "#####"),
            ("  3#  ", "  ###"),
            ("|3#||", "###"),
            ("3(#--#|)", "#--#/#--#/#--#"),
            ("#|2-|#", "#/--/#"),
        ] {
            assert_eq!(decoded(line).as_deref(), Ok(rows), "{line}");
        }
    }

    #[test]
    fn faults_point_at_their_column() {
        assert_eq!(decoded("4#|#x.#"), Err((Fault::Letter, 5)));
        assert_eq!(decoded("#||#"), Err((Fault::BlankRow, 3)));
        assert_eq!(decoded("#@$.1"), Err((Fault::Count, 5)));
        assert_eq!(decoded("#|999#"), Err((Fault::TooLong, 3)));
    }
}
