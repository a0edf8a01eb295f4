//! A text that stands in quotes in a TOML file, and where each of its
//! characters stands there: an error in a property counts columns in what the
//! quotes mean, and must point into the file.

use std::ops::Range;

/// A text with the place of each character.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    text: String,
    /// The byte in the file of each character, and of what follows the last.
    offsets: Vec<usize>,
}

impl Written {
    /// What the string at `span` of a file means, which is `text`.
    pub(crate) fn of_string(file: &str, span: Range<usize>, text: &str) -> Written {
        Written {
            text: text.to_owned(),
            offsets: offsets(file, span, text),
        }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where a column of the text is in the file: its first byte. Without a
    /// column, where the text begins.
    pub(crate) fn offset(&self, column: Option<u32>) -> usize {
        let at = column.map_or(0, |c| c as usize - 1);
        let last = self.offsets.len() - 1;
        self.offsets[at.min(last)]
    }

    /// This text after others, each with what surrounds it: `assume a; text`.
    pub(crate) fn after(self, others: Vec<Written>, before: &str, behind: &str) -> Written {
        let mut whole = Written {
            text: String::new(),
            offsets: Vec::new(),
        };
        for other in others {
            let (start, end) = (other.offset(None), other.offset(Some(u32::MAX)));
            whole.push(before, |_| start);
            whole.push(&other.text, |i| other.offsets[i]);
            whole.push(behind, |_| end);
        }
        whole.push(&self.text, |i| self.offsets[i]);
        whole.offsets.push(self.offset(Some(u32::MAX)));
        whole
    }

    fn push(&mut self, text: &str, offset: impl Fn(usize) -> usize) {
        self.text.push_str(text);
        self.offsets.extend((0..text.chars().count()).map(offset));
    }
}

/// Goes through the quoted string beside what it means.
fn offsets(file: &str, span: Range<usize>, text: &str) -> Vec<usize> {
    let raw = &file[span.clone()];
    let quote = raw.chars().next().unwrap_or('"');
    let is_long = raw.starts_with("\"\"\"") || raw.starts_with("'''");
    let mut at = if is_long { 3 } else { 1 };
    let rest = |at: usize| raw.get(at..).unwrap_or_default();
    if is_long {
        // A line break right after the quotes is not part of the text.
        at += line_break(rest(at));
    }
    let mut offsets = Vec::new();
    for c in text.chars() {
        if quote == '"' {
            at += folded(rest(at));
        }
        offsets.push(span.start + at.min(raw.len()));
        let here = rest(at);
        at += match c {
            _ if quote == '"' && here.starts_with('\\') => escape(here),
            '\n' => line_break(here),
            c => c.len_utf8(),
        };
    }
    offsets.push(span.start + at.min(raw.len()));
    offsets
}

fn line_break(rest: &str) -> usize {
    match rest {
        _ if rest.starts_with("\r\n") => 2,
        _ if rest.starts_with('\n') => 1,
        _ => 0,
    }
}

/// The length of backslashes that end their lines, with all blanks after them.
fn folded(rest: &str) -> usize {
    let mut left = rest;
    while let Some(after) = left.strip_prefix('\\') {
        let next = after.trim_start();
        if !after[..after.len() - next.len()].contains('\n') {
            break;
        }
        left = next;
    }
    rest.len() - left.len()
}

fn escape(rest: &str) -> usize {
    match rest.as_bytes().get(1) {
        Some(b'x') => 4,
        Some(b'u') => 6,
        Some(b'U') => 10,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the file has where each character of the text stands.
    fn pointed(quoted: &str, text: &str) -> String {
        let file = format!("p = {quoted}\n");
        let written = Written::of_string(&file, 4..4 + quoted.len(), text);
        let at = |i: usize| file[written.offsets[i]..].chars().next().unwrap();
        let n_chars = text.chars().count();
        assert_eq!(at(n_chars), quoted.chars().next().unwrap());
        (0..n_chars).map(at).collect()
    }

    #[test]
    fn plain_strings_point_at_themselves() {
        assert_eq!(pointed("\"G é -> F\"", "G é -> F"), "G é -> F");
        assert_eq!(pointed("'a \\ b'", "a \\ b"), "a \\ b");
    }

    #[test]
    fn escapes_are_one_character() {
        assert_eq!(pointed(r#""a\tb\u0041c\"d""#, "a\tbAc\"d"), "a\\b\\c\\d");
        assert_eq!(pointed(r#""\x41b\U00000041c""#, "AbAc"), "\\b\\c");
    }

    #[test]
    fn long_strings_may_begin_and_break_anywhere() {
        assert_eq!(pointed("'''\na\nb'''", "a\nb"), "a\nb");
        assert_eq!(pointed("\"\"\"\r\na \\\n   b\"\"\"", "a b"), "a b");
    }

    #[test]
    fn parts_keep_their_places() {
        let file = "['one', 'two']";
        let one = Written::of_string(file, 1..6, "one");
        let two = Written::of_string(file, 8..13, "two");
        let both = two.after(vec![one], "assume ", "; ");
        assert_eq!(both.text(), "assume one; two");
        let at = |column| &file[both.offset(Some(column))..];
        assert!(at(1).starts_with("one") && at(9).starts_with("ne'"));
        assert!(at(13).starts_with("two'") && at(99).starts_with("']"));
    }
}
