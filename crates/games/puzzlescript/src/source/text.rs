//! A line of text, read from left to right.

/// White space, as PuzzleScript's own patterns have it.
pub(super) fn is_space(c: char) -> bool {
    c == '\u{feff}' || c.is_whitespace() && c != '\u{85}'
}

/// A character of a name: a letter, a number or an underscore.
pub(super) fn is_name_char(c: char) -> bool {
    c == '_' || c.is_numeric() || c.is_alphabetic() && !super::marks::is_mark(c)
}

/// A character of an English word, in the sense in which words have ends.
fn is_plain_word_char(c: char) -> bool {
    c == '_' || c.is_ascii_alphanumeric()
}

/// Without white space at both ends.
pub(super) fn trimmed(text: &str) -> &str {
    text.trim_matches(is_space)
}

/// How long a text is where astral characters count twice.
pub(super) fn length(text: &str) -> usize {
    text.encode_utf16().count()
}

/// A line and a place in it.
#[derive(Clone, Debug, Default)]
pub(super) struct Cursor {
    chars: Vec<char>,
    at: usize,
}

impl Cursor {
    /// The beginning of a line.
    pub fn new(line: &str) -> Cursor {
        Cursor {
            chars: line.chars().collect(),
            at: 0,
        }
    }

    /// Goes on in another spelling of the line.
    pub fn respell(&mut self, line: &str) {
        self.chars = line.chars().collect();
    }

    /// How many characters were read.
    pub fn position(&self) -> usize {
        self.at
    }

    /// Whether nothing was read yet.
    pub fn is_at_start(&self) -> bool {
        self.at == 0
    }

    /// Whether everything was read.
    pub fn is_at_end(&self) -> bool {
        self.at >= self.chars.len()
    }

    /// The next character.
    pub fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    /// Reads a character.
    pub fn next(&mut self) -> Option<char> {
        let next = self.peek();
        self.at += usize::from(next.is_some());
        next
    }

    /// Reads everything.
    pub fn skip_line(&mut self) {
        self.at = self.chars.len();
    }

    /// Reads white space.
    pub fn skip_space(&mut self) {
        self.skip(is_space);
    }

    /// Reads such characters; how many.
    pub fn skip(&mut self, is_such: impl Fn(char) -> bool) -> usize {
        let rest = self.rest();
        let n = rest.iter().take_while(|c| is_such(**c)).count();
        self.at += n;
        n
    }

    /// The whole line.
    pub fn line(&self) -> String {
        self.chars.iter().collect()
    }

    /// What was not read yet.
    pub fn rest(&self) -> &[char] {
        &self.chars[self.at.min(self.chars.len())..]
    }

    /// Reads such characters, at least one.
    pub fn take(&mut self, is_such: impl Fn(char) -> bool) -> Option<String> {
        let from = self.at;
        (self.skip(is_such) > 0).then(|| self.chars[from..self.at].iter().collect())
    }

    /// Reads a name and the white space after it.
    pub fn take_name(&mut self) -> Option<String> {
        let name = self.take(is_name_char)?;
        self.skip_space();
        Some(name)
    }

    /// Reads up to the next comment, at least one character.
    pub fn take_to_comment(&mut self) -> Option<String> {
        self.take(|c| c != '(')
    }

    /// Reads up to white space or a bracket of a comment, and the white space after it.
    pub fn take_word(&mut self) -> Option<String> {
        let word = self.take(|c| !is_space(c) && c != '(' && c != ')')?;
        self.skip_space();
        Some(word)
    }

    /// Reads one of these words and the white space after it, if no letter of a word
    /// follows.
    pub fn take_one_of(&mut self, words: &[&'static str], kind: End) -> Option<&'static str> {
        let word = *words.iter().find(|word| self.has_word(word, kind))?;
        self.at += word.chars().count();
        self.skip_space();
        Some(word)
    }

    fn has_word(&self, word: &str, kind: End) -> bool {
        let rest = self.rest();
        let n = word.chars().count();
        rest.len() >= n
            && word.chars().eq(rest[..n].iter().copied())
            && rest.get(n).is_none_or(|c| match kind {
                End::Name => !is_name_char(*c),
                End::Word => !is_plain_word_char(*c),
                End::Any => true,
            })
    }

    /// Reads a number that ends where a word ends.
    pub fn take_number(&mut self) -> Option<String> {
        let rest = self.rest();
        let n = rest.iter().take_while(|c| c.is_ascii_digit()).count();
        let ends = rest.get(n).is_none_or(|c| !is_plain_word_char(*c));
        (n > 0 && ends).then(|| {
            self.at += n;
            self.chars[self.at - n..self.at].iter().collect()
        })
    }
}

/// How a word ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// Where no character of a name follows.
    Name,
    /// Where no plain letter, digit or underscore follows.
    Word,
    /// Anywhere.
    Any,
}
