//! What can go wrong before there is an answer.

use playproof_certify::{CheckError, Stop};
use playproof_level::Diagnostic;
use playproof_model::{ElaborateError, PropertyError, Unsupported};
use thiserror::Error;

/// Why a level could not be verified.
#[derive(Debug, Error)]
pub enum Error {
    /// The level is not one.
    #[error("{0}")]
    Level(#[from] Diagnostic),
    /// The property cannot be read, or not be asked of this game.
    #[error("property `{text}`: {error}")]
    Property {
        /// The property as given.
        text: String,
        /// What is wrong with it.
        error: PropertyError,
    },
    /// The game's own rules are wrong.
    #[error("{0}")]
    Rules(String),
    /// There is no such game or engine.
    #[error("there is no {what} `{name}`; {help}")]
    Unknown {
        /// Game or engine.
        what: &'static str,
        /// The name given.
        name: String,
        /// Those there are.
        help: String,
    },
    /// The game's runs have nothing of what is to be as little as possible.
    #[error("levels of {game} have no {what} to count")]
    NothingToCount {
        /// The game.
        game: &'static str,
        /// What was to be counted.
        what: &'static str,
    },
    /// The game's levels have no such option.
    #[error("levels of {game} have no option `{option}`, but those of {able} have")]
    NoOption {
        /// The option.
        option: &'static str,
        /// The game.
        game: &'static str,
        /// The games whose levels have it.
        able: String,
    },
    /// Several games could be meant.
    #[error("this level could be of several games: {0}; say which")]
    Ambiguous(String),
    /// The engine asked for cannot decide this.
    #[error("engine `{engine}`: {why}{}", who_can(able))]
    Unsupported {
        /// The engine.
        engine: String,
        /// Why not.
        why: Unsupported,
        /// The engines that can.
        able: Vec<&'static str>,
    },
}

/// What to try instead.
fn who_can(able: &[&str]) -> String {
    match able {
        [] => String::new(),
        [one] => format!("; `{one}` can decide it"),
        [all @ .., last] => format!("; {} and {last} can decide it", all.join(", ")),
    }
}

impl Error {
    /// A property with this text cannot be asked, or the rules are wrong.
    pub fn from_elaborate(text: String, error: ElaborateError) -> Error {
        match error {
            ElaborateError::Property(error) => Error::Property { text, error },
            error => Error::Rules(error.to_string()),
        }
    }
}

/// Why a certificate was not accepted.
#[derive(Debug, Error)]
pub enum CertificateRejected {
    /// It is no certificate that this program reads.
    #[error("{0}")]
    Unreadable(String),
    /// It is one, and wrong.
    #[error("{0}")]
    Wrong(String),
    /// It was not checked to its end.
    #[error("not checked: {0}")]
    Stopped(Stop),
}

impl From<CheckError> for CertificateRejected {
    fn from(error: CheckError) -> Self {
        match error {
            CheckError::Rejected(_) => CertificateRejected::Wrong(error.to_string()),
            CheckError::Stopped(stop) => CertificateRejected::Stopped(stop),
        }
    }
}
