//! What a requirements file says.

use core::time::Duration;
use std::path::Path;

use playproof::{Ask, Diagnostic, Place, PropertyError, Severity};

use crate::pattern::Pattern;
use crate::read::help_in_file;
use crate::written::Written;

/// A requirements file.
#[derive(Clone, Debug)]
pub struct Spec {
    /// What is required, in the file's order; at least one.
    pub requirements: Vec<Requirement>,
    /// The file's name.
    pub(crate) file: String,
    /// The file's text.
    pub(crate) text: String,
}

/// One requirement. What it leaves open, the file's defaults have filled in.
#[derive(Clone, Debug)]
pub struct Requirement {
    /// What the designer calls it.
    pub name: String,
    /// What is asked, assumptions included.
    pub ask: Ask,
    /// The text of it.
    pub written: Written,
    /// Whether it is an error or only a warning if it is not met.
    pub severity: Severity,
    /// Which levels it is about; all of them if there is no pattern.
    pub levels: Vec<Pattern>,
    /// The engine; none where any will do.
    pub engine: Option<String>,
    /// How long a result may take.
    pub timeout: Option<Duration>,
    /// Megabytes (of 2^20 bytes) for a search.
    pub memory: Option<u64>,
    /// The most states a search may see.
    pub max_states: Option<u64>,
}

impl Requirement {
    /// Whether it is about the file at this path. `base` is the folder of the
    /// requirements file; both are absolute. Standard input has no path, and
    /// no pattern is about it.
    pub fn is_about(&self, base: &Path, file: Option<&Path>) -> bool {
        self.levels.is_empty()
            || file.is_some_and(|file| self.levels.iter().any(|p| p.matches(base, file)))
    }
}

impl Spec {
    /// An error in the property of a requirement, where it stands.
    pub fn property_error(&self, requirement: &Requirement, error: &PropertyError) -> Diagnostic {
        let offset = requirement.written.offset(error.column);
        let help = help_in_file(error);
        self.diagnostic(Severity::Error, offset, error.message.clone(), help)
    }

    /// A warning about a pattern, where it stands.
    pub fn pattern_warning(&self, pattern: &Pattern, message: String, help: &str) -> Diagnostic {
        let help = Some(help.to_owned());
        self.diagnostic(Severity::Warning, pattern.offset, message, help)
    }

    fn diagnostic(
        &self,
        severity: Severity,
        offset: usize,
        message: String,
        help: Option<String>,
    ) -> Diagnostic {
        Diagnostic {
            severity,
            file: self.file.clone(),
            place: Some(Place::of_byte(&self.text, offset)),
            message,
            help,
            wanted: None,
        }
    }
}
