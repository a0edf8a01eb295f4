//! Run-length encoding: `4#` is `####`, `2(#.)` is `#.#.`, also one in another.
//!
//! What it yields is bounded before it is made, so a hostile count costs an error
//! and no memory; groups are kept on a stack of our own, so depth costs no calls.
//! Each letter knows the column of its source from which it was repeated.

/// Why a text is no run-length encoding, or not that of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// No letter or group follows the count, or the count is 0.
    Count,
    /// A parenthesis without its other half.
    Parenthesis,
    /// More letters than the limit.
    TooLong,
    /// A letter that drawings do not have.
    Letter,
    /// A blank row inside a drawing.
    BlankRow,
}

impl Fault {
    /// What is wrong, and what was expected instead.
    pub fn explain(self) -> (&'static str, &'static str) {
        match self {
            Fault::Count => (
                "this count repeats nothing",
                "in run-length encoding a count of 1 or more stands before a letter or `(`, as in `4#`",
            ),
            Fault::Parenthesis => (
                "this parenthesis has no other half",
                "in run-length encoding `2(#.)` stands for `#.#.`",
            ),
            Fault::TooLong => (
                "here the run-length encoding becomes too long",
                "write a smaller count, or split the file",
            ),
            Fault::Letter => (
                "drawings in run-length encoding have no such letter",
                "expected `#`, `@`, `+`, `$`, `*`, `.`, `-` or `_`, counts, parentheses and `|`",
            ),
            Fault::BlankRow => (
                "this bar ends a blank row",
                "write `-` where a row of floor is meant",
            ),
        }
    }
}

/// Whether `c` is no letter but part of the encoding. The bar between two rows is
/// a letter here: it can be repeated with the rest of a group.
pub(crate) fn is_code(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '(' | ')')
}

/// The letters that `source` stands for, each with the column it comes from, or the
/// fault and its column. There are at most `limit` letters.
pub(crate) fn expand(
    source: impl Iterator<Item = (char, u32)>,
    limit: usize,
) -> Result<Vec<(char, u32)>, (Fault, u32)> {
    let mut letters: Vec<(char, u32)> = Vec::new();
    // The open groups: count, where its letters begin, and the parenthesis' column.
    let mut groups: Vec<(usize, usize, u32)> = Vec::new();
    let mut count: Option<(usize, u32)> = None;
    for (c, column) in source {
        if let Some(digit) = c.to_digit(10) {
            let (n, first) = count.unwrap_or((0, column));
            // Any number above the limit is as good as another.
            let n = n.saturating_mul(10).saturating_add(digit as usize);
            count = Some((n, first));
            continue;
        }
        let (n, first) = count.take().unwrap_or((1, column));
        if n == 0 || (c == ')' && first != column) {
            return Err((Fault::Count, first));
        }
        match c {
            '(' => groups.push((n, letters.len(), column)),
            ')' => {
                let Some((n, start, opened)) = groups.pop() else {
                    return Err((Fault::Parenthesis, column));
                };
                let len = letters.len() - start;
                if len.saturating_mul(n - 1) > limit - letters.len() {
                    return Err((Fault::TooLong, opened));
                }
                // Nothing, however often, is nothing.
                let n_more = if len == 0 { 0 } else { n - 1 };
                for _ in 0..n_more {
                    letters.extend_from_within(start..start + len);
                }
            }
            _ if n > limit - letters.len() => return Err((Fault::TooLong, first)),
            _ => letters.extend(std::iter::repeat_n((c, column), n)),
        }
    }
    match (count, groups.pop()) {
        (Some((_, column)), _) => Err((Fault::Count, column)),
        (None, Some((_, _, column))) => Err((Fault::Parenthesis, column)),
        (None, None) => Ok(letters),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expanded(source: &str) -> Result<String, (Fault, u32)> {
        let letters = expand(source.chars().zip(1..), 100)?;
        Ok(letters.into_iter().map(|(c, _)| c).collect())
    }

    #[test]
    fn counts_repeat_a_letter_or_a_group() {
        for (source, letters) in [
            ("", ""),
            ("#-.#", "#-.#"),
            ("4#|#2-#", "####|#--#"),
            ("12r", "rrrrrrrrrrrr"),
            ("2(#.)$", "#.#.$"),
            ("(ab)", "ab"),
            ("2(a3(bc)d)", "abcbcbcdabcbcbcd"),
            ("3(#|)", "#|#|#|"),
            ("9()", ""),
        ] {
            assert_eq!(expanded(source).as_deref(), Ok(letters), "{source}");
        }
    }

    #[test]
    fn letters_keep_their_columns() {
        let letters = expand("2(#3-)$".chars().zip(1..), 100).unwrap();
        let columns: Vec<u32> = letters.iter().map(|&(_, column)| column).collect();
        assert_eq!(columns, [3, 5, 5, 5, 3, 5, 5, 5, 7]);
    }

    #[test]
    fn faults_have_a_column() {
        for (source, fault, column) in [
            ("#12", Fault::Count, 2),
            ("#0#", Fault::Count, 2),
            ("(#3)", Fault::Count, 3),
            ("#)", Fault::Parenthesis, 2),
            ("#(#(#)", Fault::Parenthesis, 2),
            ("##99#", Fault::TooLong, 3),
            ("99999999999999999999999#", Fault::TooLong, 1),
            ("#34(ab-)", Fault::TooLong, 4),
        ] {
            assert_eq!(expanded(source), Err((fault, column)), "{source}");
        }
    }

    #[test]
    fn an_empty_group_costs_nothing() {
        let hostile = "99999999999999999999()#9(9999999999999999())";
        assert_eq!(expanded(hostile).as_deref(), Ok("#"));
    }

    #[test]
    fn deep_nesting_is_no_danger() {
        let deep = "9(".repeat(100_000) + "#" + &")".repeat(100_000);
        assert_eq!(expanded(&deep).unwrap_err().0, Fault::TooLong);
        let deep = "(".repeat(100_000) + "#" + &")".repeat(100_000);
        assert_eq!(expanded(&deep).as_deref(), Ok("#"));
    }
}
