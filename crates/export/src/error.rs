//! Why something cannot be exported.

use playproof_model::{ElaborateError, PropertyError, RulesError, StatementError};
use thiserror::Error;

/// Why Rules and properties cannot be said in another language.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ExportError {
    /// A property does not fit the game.
    #[error("property `{name}`: {error}")]
    Property {
        /// The property's name.
        name: String,
        /// What is wrong with it.
        error: PropertyError,
    },
    /// A property is one that the other tool cannot be asked.
    #[error("property `{name}` {why}")]
    Unsayable {
        /// The property's name.
        name: String,
        /// What stands in the way.
        why: &'static str,
    },
    /// The text would be larger than the other tool reads.
    #[error("{what} is too large: {limit}")]
    TooLarge {
        /// A part of the game.
        what: String,
        /// What there may be at most.
        limit: String,
    },
    /// The level does not fit the language.
    #[error("{0}")]
    Unfit(String),
    /// The Rules make no sense.
    #[error("the game's rules are broken: {0}")]
    Rules(#[from] RulesError),
    /// What they come to makes no sense.
    #[error("the game's rules are broken: {0}")]
    Statement(#[from] StatementError),
}

impl ExportError {
    /// A property that does not fit, or Rules that make no sense.
    pub(crate) fn of_property(name: &str, error: ElaborateError) -> ExportError {
        match error {
            ElaborateError::Property(error) => ExportError::Property {
                name: name.to_owned(),
                error,
            },
            ElaborateError::Rules(error) => ExportError::Rules(error),
            ElaborateError::Statement(error) => ExportError::Statement(error),
        }
    }
}
