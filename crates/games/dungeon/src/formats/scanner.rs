//! The names and signs of a line, each with its mark.
//!
//! Both texts of dungeons, the map and the rules, are read line by line with this
//! scanner, so names, comments, costs and numbers are written alike in both. Columns
//! are counted as the scanner goes, so that a long line takes linear time.

use crate::canonical::limits::MAX_NAME;
use crate::canonical::{Cost, Mark};
use playproof_level::source::Line;
use playproof_level::{Diagnostic, Place};

/// A name or a sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Token<'a> {
    /// A run of letters that may be a name, a number or a word of the format.
    Bare(&'a str),
    /// What stands between two quotes: always a name.
    Quoted(&'a str),
    /// `&`, also written `&&`, `∧` or `/\`.
    And,
    /// `=>`, also written `⇒`.
    Implies,
    Comma,
    Colon,
    /// A `-` that stands alone: a way in both directions.
    Dash,
    /// `>`, also written `->`: a way in one direction.
    OneWay,
    Open,
    Close,
    Times,
    /// A quote that is not closed on its line.
    Unclosed,
    /// A character that has no meaning here.
    Other(char),
    /// The end of the line, or a comment.
    End,
}

/// Signs that begin like another come before it.
const SIGNS: [(&str, Token<'static>); 14] = [
    ("&&", Token::And),
    ("&", Token::And),
    ("∧", Token::And),
    ("/\\", Token::And),
    ("=>", Token::Implies),
    ("⇒", Token::Implies),
    ("->", Token::OneWay),
    (">", Token::OneWay),
    (",", Token::Comma),
    (":", Token::Colon),
    ("[", Token::Open),
    ("]", Token::Close),
    ("*", Token::Times),
    ("\"", Token::Unclosed),
];

/// Reads one line.
#[derive(Clone, Copy)]
pub(crate) struct Scanner<'a> {
    file: &'a str,
    source: &'a str,
    /// What comes after the token.
    rest: &'a str,
    /// The column at which `rest` begins.
    column: u32,
    /// The token that is looked at,
    pub token: Token<'a>,
    /// and where it begins.
    pub mark: Mark,
}

impl<'a> Scanner<'a> {
    /// Looks at the first token of a line.
    pub fn new(file: &'a str, text: &'a str, line: Line) -> Scanner<'a> {
        let mark = Mark {
            line: line.number,
            column: 1,
        };
        let source = line.of(text);
        let token = Token::End;
        let mut scanner = Scanner {
            file,
            source,
            rest: source,
            column: 1,
            token,
            mark,
        };
        // As in drawings, a line that begins with `;` is a comment.
        if !source.starts_with(';') {
            scanner.advance();
        }
        scanner
    }

    /// Looks at the next token.
    pub fn advance(&mut self) {
        self.skip(self.rest.len() - self.rest.trim_start().len());
        self.mark.column = self.column;
        let (token, length) = first_token(self.rest);
        self.token = token;
        self.skip(length);
    }

    fn skip(&mut self, n_bytes: usize) {
        let (skipped, rest) = self.rest.split_at(n_bytes);
        self.column += skipped.chars().count() as u32;
        self.rest = rest;
    }

    /// What comes after the token, comments included.
    pub fn rest(&self) -> &'a str {
        self.rest
    }

    /// Goes past this token, if it is the one.
    pub fn eat(&mut self, token: Token<'_>) -> bool {
        let is_it = self.token == token;
        if is_it {
            self.advance();
        }
        is_it
    }

    /// Goes past a word and the colon after it, if that is what stands here.
    pub fn key(&mut self) -> Option<(&'a str, Mark)> {
        match self.token {
            Token::Bare(word)
                if word.len() <= MAX_NAME && self.rest.trim_start().starts_with(':') =>
            {
                let mark = self.mark;
                self.advance();
                self.advance();
                Some((word, mark))
            }
            _ => None,
        }
    }

    /// Goes past this word, if a name comes after it.
    pub fn word_before_name(&mut self, word: &str) -> bool {
        let mut next = *self;
        next.advance();
        let is_it = matches!(self.token, Token::Bare(bare) if bare.eq_ignore_ascii_case(word))
            && matches!(next.token, Token::Bare(_) | Token::Quoted(_));
        if is_it {
            *self = next;
        }
        is_it
    }

    /// A name. `what` says whose, for the message if there is none.
    pub fn name(&mut self, what: &str) -> Result<(&'a str, Mark), Diagnostic> {
        let mark = self.mark;
        match self.token {
            Token::Quoted("") => Err(self.error(mark, "this name is empty", "a name has letters")),
            Token::Bare(name) | Token::Quoted(name) if name.len() > MAX_NAME => {
                let help = format!("a name may have at most {MAX_NAME} bytes");
                Err(self.error(mark, "this name is too long", help))
            }
            Token::Bare(name) | Token::Quoted(name) => {
                self.advance();
                Ok((name, mark))
            }
            _ => Err(self.unexpected(what)),
        }
    }

    /// Names with commas between them.
    pub fn names(&mut self, what: &str) -> Result<Vec<(&'a str, Mark)>, Diagnostic> {
        let mut names = vec![self.name(what)?];
        while self.eat(Token::Comma) {
            names.push(self.name(what)?);
        }
        Ok(names)
    }

    /// A number without a sign.
    pub fn number(&mut self) -> Result<u32, Diagnostic> {
        let Token::Bare(digits) = self.token else {
            return Err(self.unexpected("a number"));
        };
        let number = self.parse(digits)?;
        self.advance();
        Ok(number)
    }

    /// A number with or without a sign.
    pub fn coordinate(&mut self) -> Result<i32, Diagnostic> {
        let number = match self.token {
            Token::Bare(digits) => digits.parse().ok(),
            _ => None,
        };
        let expected = "a whole number from -2147483648 to 2147483647";
        let number = number.ok_or_else(|| self.unexpected(expected))?;
        self.advance();
        Ok(number)
    }

    fn parse(&self, digits: &str) -> Result<u32, Diagnostic> {
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(self.unexpected("a number"));
        }
        let too_large = |_| {
            let help = format!("a number may be at most {}", u32::MAX);
            self.error(self.mark, "this number is too large", help)
        };
        digits.parse().map_err(too_large)
    }

    /// What something costs and the experience it takes: `[min,max]+extra level n`,
    /// each part if it is there.
    pub fn terms(&mut self) -> Result<(Cost, u32), Diagnostic> {
        let mut cost = Cost::default();
        let open = self.mark;
        if self.eat(Token::Open) {
            cost.min = self.number()?;
            self.expect(Token::Comma, "a comma and the highest cost")?;
            cost.max = self.number()?;
            self.expect(Token::Close, "`]`")?;
            if cost.min > cost.max {
                return Err(self.error(
                    open,
                    format!("this interval is reversed: {} to {}", cost.min, cost.max),
                    format!("the lower cost comes first: [{},{}]", cost.max, cost.min),
                ));
            }
            cost.extra = self.extra()?;
        }
        let has_level = self.eat(Token::Bare("level"));
        let experience = if has_level { self.number()? } else { 0 };
        Ok((cost, experience))
    }

    fn extra(&mut self) -> Result<u32, Diagnostic> {
        match self.token {
            Token::Bare("+") => {
                self.advance();
                self.number()
            }
            Token::Bare(word) => match word.strip_prefix('+') {
                Some(digits) => {
                    let extra = self.parse(digits)?;
                    self.advance();
                    Ok(extra)
                }
                None => Ok(0),
            },
            _ => Ok(0),
        }
    }

    pub fn expect(&mut self, token: Token<'_>, what: &str) -> Result<(), Diagnostic> {
        if self.eat(token) {
            return Ok(());
        }
        Err(self.unexpected(what))
    }

    /// Nothing but a comment may come now. `what` says what else could have.
    pub fn end(&self, what: &str) -> Result<(), Diagnostic> {
        match self.token {
            Token::End => Ok(()),
            _ => Err(self.unexpected(what)),
        }
    }

    /// An error in this line.
    pub fn error(
        &self,
        mark: Mark,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Diagnostic {
        let place = Place::new(mark.line, mark.column, self.source);
        Diagnostic::error(self.file, Some(place), message, help)
    }

    /// The token is not what was expected.
    pub fn unexpected(&self, expected: &str) -> Diagnostic {
        let message = match self.token {
            Token::End => "something is missing here".to_owned(),
            Token::Bare(name) | Token::Quoted(name) => {
                // A whole line without a blank would make a long message.
                let shown: String = name.chars().take(40).collect();
                format!("`{shown}` is out of place")
            }
            Token::Unclosed => {
                return self.error(
                    self.mark,
                    "this quote is not closed on its line",
                    "write a name with blanks as \"The hall\"",
                );
            }
            Token::Other(c) => format!("`{c}` has no meaning here"),
            _ => {
                let written = &self.source[..self.source.len() - self.rest.len()];
                let sign = written.chars().skip(self.mark.column as usize - 1);
                format!("`{}` is out of place", sign.collect::<String>())
            }
        };
        self.error(self.mark, message, format!("expected {expected}"))
    }
}

/// The token at the beginning of a text, and its length in bytes.
fn first_token(text: &str) -> (Token<'_>, usize) {
    let Some(first) = text.chars().next() else {
        return (Token::End, 0);
    };
    if first == '#' || text.starts_with("//") {
        return (Token::End, 0);
    }
    if first == '"'
        && let Some(length) = text[1..].find('"')
    {
        return (Token::Quoted(&text[1..=length]), length + 2);
    }
    if let Some((sign, token)) = SIGNS.iter().find(|(sign, _)| text.starts_with(sign)) {
        return (*token, sign.len());
    }
    match bare_length(text) {
        0 => (Token::Other(first), first.len_utf8()),
        length if text[..length] == *"-" => (Token::Dash, length),
        length => (Token::Bare(&text[..length]), length),
    }
}

/// The length of the run of letters at the beginning, in bytes.
fn bare_length(text: &str) -> usize {
    let ends = |(at, c): &(usize, char)| match c {
        ',' | ':' | '&' | '=' | '>' | '<' | '#' | '[' | ']' | '(' | ')' | '*' | '"' => true,
        '∧' | '⇒' => true,
        '/' => text[*at..].starts_with("//") || text[*at..].starts_with("/\\"),
        c => c.is_whitespace(),
    };
    let end = text.char_indices().find(ends);
    end.map_or(text.len(), |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canonical::spelling::is_bare;

    fn tokens(text: &str) -> Vec<(Token<'_>, u32)> {
        let line = playproof_level::source::lines(text).next().expect("a line");
        let mut scanner = Scanner::new("t", text, line);
        let mut tokens = Vec::new();
        while scanner.token != Token::End {
            tokens.push((scanner.token, scanner.mark.column));
            scanner.advance();
        }
        tokens
    }

    #[test]
    fn signs_need_no_blanks_but_dashes_do() {
        use Token::*;
        let expected = [
            (Bare("a"), 1),
            (And, 2),
            (Bare("b-c"), 3),
            (Implies, 6),
            (Bare("d+é"), 8),
        ];
        assert_eq!(tokens("a&b-c=>d+é# c"), expected);
        let expected = [
            (Bare("é"), 1),
            (Dash, 3),
            (Bare("a/b"), 5),
            (OneWay, 9),
            (Bare("c"), 12),
        ];
        assert_eq!(tokens("é - a/b -> c // d"), expected);
        let expected = [
            (Quoted("a b"), 1),
            (And, 6),
            (Bare("c"), 8),
            (And, 9),
            (Unclosed, 11),
        ];
        assert_eq!(tokens("\"a b\"∧ c/\\\""), expected);
    }

    #[test]
    fn a_bare_name_is_read_as_it_is() {
        for name in ["Door_C+E", "0", "-1", "+", "é", "a.b", "don't!?"] {
            assert!(is_bare(name), "{name}");
            assert_eq!(tokens(name), [(Token::Bare(name), 1)]);
        }
        // Some of these can be read without quotes, too.
        for name in ["a/b", "a.b;c"] {
            assert!(!is_bare(name), "{name}");
            assert_eq!(tokens(name), [(Token::Bare(name), 1)]);
        }
        for name in [
            "", "-", ";a", "a b", "a//b", "a/\\b", "level", "x*", "a\u{A0}b",
        ] {
            assert!(!is_bare(name), "{name}");
        }
    }
}
