//! The words and signs of a property's text, each with its column.

use crate::property::PropertyError;
use playproof_kernel::Val;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Word {
    Name(String),
    Number(Val),
    Sign(&'static str),
}

pub(crate) struct Token {
    pub word: Word,
    pub column: u32,
}

/// Longer signs first, so that `<=` is not read as `<`.
const SIGNS: [&str; 25] = [
    "<->", "=>", "&&", "||", "->", "==", "!=", "<=", ">=", "<>", "[]", "<", ">", "=", "!", "(",
    ")", "[", "]", ",", "-", "*", "/", ";", ":",
];

/// Words with a hyphen. Elsewhere a hyphen is a minus.
const HYPHENATED: [&str; 6] = [
    "complete-safe",
    "dead-end-free",
    "goal-safe",
    "softlock-free",
    "progress-at-win",
    "turn-ratio",
];

/// Operators that are letters and can be written together, as in `AG EF win`
/// and `GF p`.
const PREFIX_LETTERS: [(char, &str); 5] =
    [('A', "A"), ('E', "E"), ('X', "X"), ('F', "F"), ('G', "G")];

/// Operators that are letters and stand between formulas.
const INFIX_LETTERS: [&str; 4] = ["U", "W", "R", "M"];

pub(crate) fn error(column: u32, message: String, help: Option<String>) -> PropertyError {
    PropertyError {
        column: Some(column),
        message,
        help,
    }
}

pub(crate) fn unexpected(token: &Token, wanted: &str) -> PropertyError {
    let found = match &token.word {
        Word::Name(name) => name.clone(),
        Word::Number(n) => n.to_string(),
        Word::Sign(sign) => (*sign).to_owned(),
    };
    let help = match found.as_str() {
        "and" => "write `&&`".to_owned(),
        "or" => "write `||`".to_owned(),
        "not" => "write `!`".to_owned(),
        "implies" | "=>" => "write `->`".to_owned(),
        "until" => "write `U`".to_owned(),
        "always" | "globally" => "write `G`".to_owned(),
        "eventually" | "finally" => "write `F`".to_owned(),
        "next" => "write `X`".to_owned(),
        _ => format!("expected {wanted}"),
    };
    error(token.column, format!("unexpected `{found}`"), Some(help))
}

/// Splits a text into tokens. Operators written as letters become signs.
pub(crate) fn lex(text: &str) -> Result<Vec<Token>, PropertyError> {
    let mut tokens = Vec::new();
    let mut rest = text;
    let mut column = 1;
    while let Some(c) = rest.chars().next() {
        let length = if c.is_whitespace() {
            c.len_utf8()
        } else if let Some(word) = hyphenated(rest) {
            tokens.push(Token {
                word: Word::Name(word.to_owned()),
                column,
            });
            word.len()
        } else if is_letter(c) && !c.is_ascii_digit() {
            let name = &rest[..rest.find(|c| !is_letter(c)).unwrap_or(rest.len())];
            word(name, column, &mut tokens);
            name.len()
        } else if c.is_ascii_digit() {
            let end = rest.find(|c: char| !c.is_ascii_digit());
            let digits = &rest[..end.unwrap_or(rest.len())];
            let number = digits
                .parse()
                .map_err(|_| error(column, format!("`{digits}` is too large a number"), None))?;
            tokens.push(Token {
                word: Word::Number(number),
                column,
            });
            digits.len()
        } else if let Some(sign) = SIGNS.iter().find(|s| rest.starts_with(**s)) {
            tokens.push(Token {
                word: Word::Sign(sign),
                column,
            });
            sign.len()
        } else {
            let shown = match c.is_control() {
                true => c.escape_default().to_string(),
                false => c.to_string(),
            };
            let help = match c {
                '&' | '|' => Some(format!("write `{c}{c}`")),
                '~' | '¬' => Some("write `!`".to_owned()),
                '→' => Some("write `->`".to_owned()),
                '∧' => Some("write `&&`".to_owned()),
                '∨' => Some("write `||`".to_owned()),
                '□' => Some("write `G` or `[]`".to_owned()),
                '◇' => Some("write `F` or `<>`".to_owned()),
                '.' | '%' => {
                    Some("numbers are whole, and ratios fractions such as `1/5`".to_owned())
                }
                _ => None,
            };
            return Err(error(column, format!("unexpected `{shown}`"), help));
        };
        column += rest[..length].chars().count() as u32;
        rest = &rest[length..];
    }
    Ok(tokens)
}

fn is_letter(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn hyphenated(rest: &str) -> Option<&'static str> {
    let ends = |word: &str| !rest[word.len()..].starts_with(is_letter);
    let found = HYPHENATED.iter().find(|w| rest.starts_with(**w) && ends(w));
    found.copied()
}

fn word(name: &str, column: u32, tokens: &mut Vec<Token>) {
    let infix = INFIX_LETTERS.iter().find(|sign| **sign == name);
    if let Some(sign) = infix {
        let word = Word::Sign(sign);
        return tokens.push(Token { word, column });
    }
    let sign = |c: char| PREFIX_LETTERS.iter().find(|(letter, _)| *letter == c);
    let signs: Option<Vec<_>> = name.chars().map(sign).collect();
    match signs {
        Some(signs) => {
            let columns = column..;
            tokens.extend(signs.iter().zip(columns).map(|((_, sign), column)| Token {
                word: Word::Sign(sign),
                column,
            }));
        }
        None => tokens.push(Token {
            word: Word::Name(name.to_owned()),
            column,
        }),
    }
}
