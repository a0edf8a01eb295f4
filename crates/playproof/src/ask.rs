//! What can be asked: of one level, or of several in their order.

use std::fmt;
use std::str::FromStr;

use playproof_model::{Property, PropertyError};

/// A question about one level or about several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ask {
    /// Of each level by itself.
    Level(Property),
    /// Of all levels together.
    Collection(CollectionProperty),
}

/// A question about levels in their order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CollectionProperty {
    /// No level is easier than the one before.
    DifficultyRising,
}

impl Ask {
    /// The property, if it is one of a level.
    pub fn property(&self) -> Option<&Property> {
        match self {
            Ask::Level(property) => Some(property),
            Ask::Collection(_) => None,
        }
    }

    /// Reads a formula with assumptions about the runs that it is asked of.
    /// Columns of an error count in the text that is given back: the
    /// assumptions and the formula as one property.
    pub fn assuming(assumptions: &[String], text: &str) -> (String, Result<Ask, PropertyError>) {
        let assumed = assumptions.iter().map(|a| format!("assume {a}; "));
        let whole = assumed.collect::<String>() + text;
        let alone = text.parse();
        let ask = match (&alone, assumptions) {
            (Ok(Ask::Level(Property::Temporal { .. })), _) | (_, []) | (Err(_), _) => whole.parse(),
            (Ok(other), _) => Err(PropertyError {
                column: None,
                message: format!("assumptions go with LTL formulas, and `{other}` is none"),
                help: Some("write what is asked as a formula about runs, as in `F win`".to_owned()),
            }),
        };
        (whole, ask)
    }
}

impl FromStr for Ask {
    type Err = PropertyError;

    fn from_str(text: &str) -> Result<Ask, PropertyError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["difficulty", "rising"] => {
                return Ok(Ask::Collection(CollectionProperty::DifficultyRising));
            }
            ["difficulty", ..] => {}
            _ => return text.parse().map(Ask::Level),
        }
        // Where the second word is, or would be.
        let second = words.get(1).and_then(|word| text.rfind(word));
        let at = second.unwrap_or(text.trim_end().len());
        Err(PropertyError {
            column: Some(text[..at].chars().count() as u32 + 1),
            message: "difficulty can be asked to rise, and nothing else".to_owned(),
            help: Some("write `difficulty rising`".to_owned()),
        })
    }
}

impl fmt::Display for Ask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ask::Level(property) => property.fmt(f),
            Ask::Collection(property) => property.fmt(f),
        }
    }
}

impl fmt::Display for CollectionProperty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CollectionProperty::DifficultyRising => f.write_str("difficulty rising"),
        }
    }
}

impl From<Property> for Ask {
    fn from(property: Property) -> Ask {
        Ask::Level(property)
    }
}
