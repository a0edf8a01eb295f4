//! The text of a property to a [`Property`]: a lexer and one function a level
//! of precedence. Errors point at a column.

use crate::property::{Pred, Property, PropertyError, Relation, Term, TermKind};
use crate::rules::Val;

/// How deeply a condition may nest; beyond it a hostile text could overflow
/// the stack.
const MAX_DEPTH: u32 = 128;

/// How many terms a condition may have, for the same reason: a chain of them
/// is a tree as deep as it is long.
const MAX_TERMS: u32 = 500;

/// The words a property can start with, for messages.
const FORMS: &str =
    "`solvable`, `unsolvable`, `shortest <= N`, `shortest >= N`, `never P` or `reach P`";

impl std::str::FromStr for Property {
    type Err = PropertyError;

    fn from_str(text: &str) -> Result<Property, PropertyError> {
        let tokens = lex(text)?;
        let mut parser = Parser {
            tokens: &tokens,
            at: 0,
            end: text.chars().count() as u32 + 1,
            depth: 0,
            n_terms: 0,
        };
        let property = parser.property()?;
        match parser.peek() {
            None => Ok(property),
            Some(token) => Err(unexpected(token, "the end of the property")),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Word {
    Name(String),
    Number(Val),
    Sign(&'static str),
}

struct Token {
    word: Word,
    column: u32,
}

/// Longer signs first, so that `<=` is not read as `<`.
const SIGNS: [&str; 17] = [
    "&&", "||", "->", "==", "!=", "<=", ">=", "<", ">", "=", "!", "(", ")", "[", "]", ",", "-",
];

fn error(column: u32, message: String, help: Option<String>) -> PropertyError {
    PropertyError {
        column: Some(column),
        message,
        help,
    }
}

fn unexpected(token: &Token, wanted: &str) -> PropertyError {
    let found = match &token.word {
        Word::Name(name) => name.clone(),
        Word::Number(n) => n.to_string(),
        Word::Sign(sign) => (*sign).to_owned(),
    };
    let help = match found.as_str() {
        "and" => "write `&&`".to_owned(),
        "or" => "write `||`".to_owned(),
        _ => format!("expected {wanted}"),
    };
    error(token.column, format!("unexpected `{found}`"), Some(help))
}

fn lex(text: &str) -> Result<Vec<Token>, PropertyError> {
    let mut tokens = Vec::new();
    let mut rest = text;
    let mut column = 1;
    while let Some(c) = rest.chars().next() {
        let (word, length) = if c.is_whitespace() {
            (None, c.len_utf8())
        } else if c.is_ascii_alphabetic() || c == '_' {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            let name = &rest[..end.unwrap_or(rest.len())];
            (Some(Word::Name(name.to_owned())), name.len())
        } else if c.is_ascii_digit() {
            let end = rest.find(|c: char| !c.is_ascii_digit());
            let digits = &rest[..end.unwrap_or(rest.len())];
            let number = digits
                .parse()
                .map_err(|_| error(column, format!("`{digits}` is too large a number"), None))?;
            (Some(Word::Number(number)), digits.len())
        } else if let Some(sign) = SIGNS.iter().find(|s| rest.starts_with(**s)) {
            (Some(Word::Sign(sign)), sign.len())
        } else {
            return Err(error(
                column,
                format!("unexpected `{}`", c.escape_default()),
                matches!(c, '&' | '|').then(|| format!("write `{c}{c}`")),
            ));
        };
        if let Some(word) = word {
            tokens.push(Token { word, column });
        }
        column += rest[..length].chars().count() as u32;
        rest = &rest[length..];
    }
    Ok(tokens)
}

struct Parser<'a> {
    tokens: &'a [Token],
    at: usize,
    /// The column just past the text.
    end: u32,
    depth: u32,
    n_terms: u32,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<&'a Token> {
        self.tokens.get(self.at)
    }

    fn next(&mut self, wanted: &str) -> Result<&'a Token, PropertyError> {
        let Some(token) = self.peek() else {
            let help = Some(format!("expected {wanted}"));
            return Err(error(self.end, "the property ends here".into(), help));
        };
        self.at += 1;
        Ok(token)
    }

    fn accept(&mut self, sign: &str) -> bool {
        let found = self
            .peek()
            .is_some_and(|t| matches!(t.word, Word::Sign(s) if s == sign));
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, sign: &str) -> Result<(), PropertyError> {
        let token = self.next(&format!("`{sign}`"))?;
        match token.word {
            Word::Sign(s) if s == sign => Ok(()),
            _ => Err(unexpected(token, &format!("`{sign}`"))),
        }
    }

    fn property(&mut self) -> Result<Property, PropertyError> {
        let token = self.next(FORMS)?;
        let Word::Name(name) = &token.word else {
            return Err(unexpected(token, FORMS));
        };
        match name.as_str() {
            "solvable" => Ok(Property::Solvable),
            "unsolvable" => Ok(Property::Unsolvable),
            "shortest" => self.shortest(),
            "never" => Ok(Property::Never(self.pred()?)),
            "reach" => Ok(Property::Reach(self.pred()?)),
            _ => {
                let words = ["solvable", "unsolvable", "shortest", "never", "reach"];
                let help = suggest(name, words).unwrap_or_else(|| format!("expected {FORMS}"));
                let message = format!("there is no property `{name}`");
                Err(error(token.column, message, Some(help)))
            }
        }
    }

    fn shortest(&mut self) -> Result<Property, PropertyError> {
        let relation = self.next("`<=` or `>=`")?;
        let make = match relation.word {
            Word::Sign("<=") => Property::ShortestAtMost,
            Word::Sign(">=") => Property::ShortestAtLeast,
            _ => return Err(unexpected(relation, "`<=` or `>=`")),
        };
        let number = self.next("a number of moves")?;
        match number.word {
            Word::Number(n) => Ok(make(n)),
            _ => Err(unexpected(number, "a number of moves, 0 or more")),
        }
    }

    /// Counts nesting, so that every recursion passes here.
    fn nested<T>(
        &mut self,
        parse: impl FnOnce(&mut Self) -> Result<T, PropertyError>,
    ) -> Result<T, PropertyError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let column = self.peek().map_or(self.end, |t| t.column);
            return Err(error(
                column,
                "the condition is nested too deeply".into(),
                None,
            ));
        }
        let result = parse(self);
        self.depth -= 1;
        result
    }

    fn pred(&mut self) -> Result<Pred, PropertyError> {
        let left = self.or()?;
        if self.accept("->") {
            // To the right: p -> q -> r is p -> (q -> r).
            let right = self.nested(Parser::pred)?;
            return Ok(Pred::Implies(Box::new(left), Box::new(right)));
        }
        Ok(left)
    }

    fn or(&mut self) -> Result<Pred, PropertyError> {
        let mut left = self.and()?;
        while self.accept("||") {
            left = Pred::Or(Box::new(left), Box::new(self.and()?));
        }
        Ok(left)
    }

    fn and(&mut self) -> Result<Pred, PropertyError> {
        let mut left = self.unary()?;
        while self.accept("&&") {
            left = Pred::And(Box::new(left), Box::new(self.unary()?));
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Pred, PropertyError> {
        if self.accept("!") {
            let inner = self.nested(Parser::unary)?;
            return Ok(Pred::Not(Box::new(inner)));
        }
        if self.accept("(") {
            let inner = self.nested(Parser::pred)?;
            self.expect(")")?;
            return Ok(inner);
        }
        let left = self.term()?;
        if let TermKind::Name(name) = &left.kind {
            match name.as_str() {
                "true" => return Ok(Pred::Const(true)),
                "false" => return Ok(Pred::Const(false)),
                _ => {}
            }
        }
        let Some(relation) = self.peek().and_then(relation) else {
            return Ok(Pred::Is(left));
        };
        self.at += 1;
        Ok(Pred::Compare(relation, left, self.term()?))
    }

    fn term(&mut self) -> Result<Term, PropertyError> {
        let column = self.peek().map_or(self.end, |t| t.column);
        self.n_terms += 1;
        if self.n_terms > MAX_TERMS {
            let message = format!("the condition has more than {MAX_TERMS} terms");
            return Err(error(column, message, None));
        }
        let kind = match self.peek().map(|t| &t.word) {
            Some(Word::Name(name)) => {
                self.at += 1;
                self.named(name.clone())?
            }
            _ => TermKind::Number(self.number("a name or a number")?),
        };
        Ok(Term { kind, column })
    }

    fn named(&mut self, name: String) -> Result<TermKind, PropertyError> {
        if self.accept("[") {
            let index = self.number("an index")?;
            self.expect("]")?;
            return Ok(TermKind::Element(name, index));
        }
        if self.accept("(") {
            let mut arguments = vec![self.number("a number")?];
            while self.accept(",") {
                arguments.push(self.number("a number")?);
            }
            self.expect(")")?;
            return Ok(TermKind::Call(name, arguments));
        }
        Ok(TermKind::Name(name))
    }

    fn number(&mut self, wanted: &str) -> Result<Val, PropertyError> {
        let sign = if self.accept("-") { -1 } else { 1 };
        let token = self.next(wanted)?;
        match token.word {
            Word::Number(n) => Ok(sign * n),
            _ => Err(unexpected(token, wanted)),
        }
    }
}

fn relation(token: &Token) -> Option<Relation> {
    Some(match token.word {
        Word::Sign("==" | "=") => Relation::Eq,
        Word::Sign("!=") => Relation::Ne,
        Word::Sign("<") => Relation::Lt,
        Word::Sign("<=") => Relation::Le,
        Word::Sign(">") => Relation::Gt,
        Word::Sign(">=") => Relation::Ge,
        _ => return None,
    })
}

/// "did you mean …", if one of the names is near.
pub(crate) fn suggest<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let scored = names
        .into_iter()
        .map(|n| (strsim::damerau_levenshtein(wrong, n), n));
    let (distance, name) = scored.min()?;
    (distance <= 2.max(wrong.len() / 3)).then(|| format!("did you mean `{name}`?"))
}
