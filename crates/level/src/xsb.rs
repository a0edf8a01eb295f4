//! What a line is in a collection of drawings with words around them (XSB, `.sok`).
//!
//! A row consists of characters of drawings; a line of words is text. The rule holds
//! in a file that shows by one drawing that it is such a collection ([`survey`]). In
//! any other file every line but blank ones and `;` lines is a row, so that a game
//! may use whichever letters it likes.
//!
//! Invariant: apart from comments between `Comment:` and `Comment-End:`, what a line
//! is depends on that line alone, without its trailing spaces. So the rows of a level
//! are rows again when the level is printed on its own.

use crate::run_length::is_code;
use crate::source::{Line, lines};

/// The characters of drawings; a space is one too.
pub(crate) const LETTERS: &str = "#@+$*.-_";

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Blank,
    /// A line that begins with `;`.
    Remark,
    /// A row, where it stands together with one that has a `#`.
    Row,
    /// A line such as `Author: name`.
    Key(Key),
    /// Anything else.
    Text,
}

/// What a line with a key says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    Title,
    Author,
    Comment,
    CommentEnd,
    Solution,
    Other,
}

/// What the line is, in a collection of drawings.
pub(crate) fn kind(line: &str) -> Kind {
    match plain_kind(line) {
        Kind::Row => match key(line) {
            Some((key, _)) => Kind::Key(key),
            None if is_encoded(line) || is_drawn(line) => Kind::Row,
            None => Kind::Text,
        },
        other => other,
    }
}

/// What the line is in any other file.
pub(crate) fn plain_kind(line: &str) -> Kind {
    if line.starts_with(';') {
        Kind::Remark
    } else if line.trim_start().is_empty() {
        Kind::Blank
    } else {
        Kind::Row
    }
}

/// The key of a line and what follows its colon: a key is one word. `Solution` is
/// one also with more words and without a colon.
pub(crate) fn key(line: &str) -> Option<(Key, &str)> {
    if !line.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let n_word = line.find(|c| !is_word(c)).unwrap_or(line.len());
    let (word, rest) = line.split_at(n_word);
    if word.eq_ignore_ascii_case("solution") {
        let value = rest.split_once(':').map_or("", |(_, value)| value);
        return Some((Key::Solution, value.trim()));
    }
    let value = rest.strip_prefix(':')?.trim();
    let keys = [
        ("title", Key::Title),
        ("author", Key::Author),
        ("comment", Key::Comment),
        ("comment-end", Key::CommentEnd),
        ("comment_end", Key::CommentEnd),
    ];
    let known = keys
        .iter()
        .find(|(name, _)| word.eq_ignore_ascii_case(name));
    Some((known.map_or(Key::Other, |&(_, key)| key), value))
}

/// The line without `Comment:` and the like before it: inside a longer comment they
/// would end it.
pub(crate) fn without_comment_keys(mut line: &str) -> &str {
    while let Some((Key::Comment | Key::CommentEnd, value)) = key(line) {
        line = value;
    }
    line
}

/// Whether the line is run-length encoded, rows and all: it has a count, a group or
/// a bar, a `#`, and no space inside. Without a bar it has no other letters; with
/// one they are fewer than those of drawings, and [`read`](crate::read()) refuses them.
pub(crate) fn is_encoded(line: &str) -> bool {
    let inner = trim_end(line).trim_start_matches(' ');
    let (mut n_code, mut n_letters, mut n_odd, mut n_bars) = (0, 0, 0, 0);
    for c in inner.chars() {
        match c {
            '|' => n_bars += 1,
            _ if is_code(c) => n_code += 1,
            _ if LETTERS.contains(c) => n_letters += 1,
            _ if c.is_whitespace() => return false,
            _ => n_odd += 1,
        }
    }
    let has_letters = n_odd == 0 || (n_bars > 0 && n_odd < n_letters);
    n_code + n_bars > 0 && has_letters && inner.contains('#')
}

/// A line without the spaces and tabs at its end. Spaces of other kinds are cells.
pub(crate) fn trim_end(line: &str) -> &str {
    line.trim_end_matches([' ', '\t'])
}

/// Whether the line, taken letter by letter, is part of a drawing: more than half
/// of it are characters of drawings, or it stands between two walls. So a misspelt
/// letter leaves a row a row, and whoever knows the letters can point at it.
fn is_drawn(line: &str) -> bool {
    let inner = line.trim();
    let is_between_walls = inner.len() > 1 && inner.starts_with('#') && inner.ends_with('#');
    let n_letters = inner.chars().filter(|&c| LETTERS.contains(c)).count();
    let n_blank = inner.chars().filter(|c| c.is_whitespace()).count();
    is_between_walls || 2 * n_letters > inner.chars().count() - n_blank
}

/// Whether the line holds nothing but characters of drawings and of run-length
/// encoding, and so can show what kind of file this is.
fn is_pure(line: &str) -> bool {
    let is_ours = |c: char| c.is_whitespace() || LETTERS.contains(c);
    is_encoded(line) && line.chars().all(|c| is_ours(c) || c == '|' || is_code(c))
        || line.chars().all(is_ours)
}

/// Whether a text is a collection of drawings in the letters of XSB.
pub fn is_collection(text: &str) -> bool {
    survey(text).is_xsb
}

/// What must be known of a whole file before its levels can be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Survey {
    /// Whether it is a collection of drawings: somewhere, successive rows made of
    /// nothing else have a `#` and one of `@ + $ *`.
    pub is_xsb: bool,
    /// Whether this shows nowhere but in comments.
    pub is_all_comment: bool,
    /// Whether `Title:` stands above its level, blank lines or not: there is one
    /// above the first level and none below the last.
    pub titles_above: bool,
}

/// Looks through the whole text.
pub(crate) fn survey(text: &str) -> Survey {
    let mut survey = Survey::default();
    if !text.contains(['@', '+', '$', '*']) {
        return survey;
    }
    let (mut has_wall, mut has_piece) = (false, false);
    let (mut has_row, mut title_in_head, mut title_in_tail) = (false, false, false);
    let mut n_comment = 0;
    let mut rest = lines(text);
    while let Some(line) = rest.next() {
        let source = line.of(text);
        let kind = kind(source);
        let is_comment = n_comment > 0;
        n_comment -= usize::from(is_comment);
        if kind == Kind::Row && is_pure(source) {
            has_wall |= source.contains('#');
            has_piece |= source.contains(['@', '+', '$', '*']);
            if has_wall && has_piece {
                survey.is_all_comment = is_comment && (survey.is_all_comment || !survey.is_xsb);
                survey.is_xsb = true;
            }
        } else {
            (has_wall, has_piece) = (false, false);
        }
        match kind {
            _ if is_comment => {}
            Kind::Row if source.contains('#') => (has_row, title_in_tail) = (true, false),
            Kind::Key(Key::Title) if has_row => title_in_tail = true,
            Kind::Key(Key::Title) => title_in_head = true,
            Kind::Key(Key::Comment) => {
                n_comment = n_comment_lines(rest.clone(), text).unwrap_or(0);
            }
            _ => {}
        }
    }
    survey.titles_above = title_in_head && !title_in_tail;
    survey
}

/// How many of the lines after a `Comment:` belong to it: those up to `Comment-End:`.
/// Without one, or if another comment begins before, the comment was that one line.
pub(crate) fn n_comment_lines(rest: impl Iterator<Item = Line>, text: &str) -> Option<usize> {
    for (n, line) in rest.enumerate() {
        match key(line.of(text)) {
            Some((Key::CommentEnd, _)) => return Some(n),
            Some((Key::Comment, _)) => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_told_from_words() {
        for row in [
            "#####", " #@$.#  ", "#  x #", "#ooo#", "4#|#-.#", "--", "5#", "2(#.)#", "#5 #",
            "4#|#x.#", "#@$.1", "*.", "x##",
        ] {
            assert_eq!(kind(row), Kind::Row, "{row}");
        }
        for text in [
            "Level 1",
            "1.",
            "A.",
            "1",
            "(10 levels)",
            "prefab #5",
            "lurRD",
            "3(lU)",
            "dh1       (10 levels)",
            "2004-05-06",
            "* easy one",
            ":: remark",
            "wwww",
            "A",
            "#1 of 155",
        ] {
            assert_eq!(kind(text), Kind::Text, "{text}");
        }
        for (line, known) in [
            ("Title: #####", Key::Title),
            ("author:x", Key::Author),
            ("Comment:", Key::Comment),
            ("Comment-End:", Key::CommentEnd),
            ("Date: 2000", Key::Other),
            ("Solution/Moves: 4r", Key::Solution),
            ("Solution", Key::Solution),
        ] {
            assert_eq!(kind(line), Kind::Key(known), "{line}");
        }
    }

    #[test]
    fn one_drawing_shows_what_a_file_is() {
        let is_xsb = |text| survey(text).is_xsb;
        assert!(is_xsb("words\n\n#@#\n"));
        assert!(is_xsb("####\n@--$\n####\n"));
        assert!(is_xsb("4#|#@$.#|4#\n"));
        assert!(is_xsb("###\n#@x#\n# $#\n"));
        assert!(!is_xsb("###\n#A$G#\n###\n"), "another game's `$`");
        assert!(!is_xsb("#10A#\n\n####\n#  #\n"));
        assert!(!is_xsb("#####\n\n@@\n"), "not successive");
        let only_in_comment = survey("Comment:\n#@#\nComment-End:\nwAG\n");
        assert!(only_in_comment.is_xsb && only_in_comment.is_all_comment);
        assert!(!survey("#@#\nComment:\n#@#\nComment-End:\n#@#\n").is_all_comment);
        assert!(is_xsb("Comment: one line\n#@#\n"));
    }

    #[test]
    fn titles_stand_above_or_below() {
        let above = |text| survey(text).titles_above;
        assert!(above("Title: a\n\n#@#\n\nTitle: b\n\n#@#\n"));
        assert!(!above("Title: all\n\n#@#\nTitle: a\n\n#@#\nTitle: b\n"));
        assert!(!above("#@#\n\nTitle: a\n"));
    }
}
