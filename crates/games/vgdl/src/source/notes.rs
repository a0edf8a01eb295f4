//! What there is to say of a text, with line, column and suggestion.

use std::sync::Arc;

use playproof_level::{Diagnostic, Place};

use super::lines::{Line, Word};

/// A text and what is odd about it so far.
pub(super) struct Notes {
    file: String,
    pub text: Arc<str>,
    warnings: Vec<Diagnostic>,
}

/// The most warnings that are kept of a text.
const MOST_WARNINGS: usize = 50;

impl Notes {
    pub fn new(file: &str, text: &Arc<str>) -> Notes {
        Notes {
            file: file.to_owned(),
            text: Arc::clone(text),
            warnings: Vec::new(),
        }
    }

    pub fn warnings(self) -> Vec<Diagnostic> {
        self.warnings
    }

    /// An error at a column of a line.
    pub fn error(
        &self,
        line: &Line,
        column: u32,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Diagnostic {
        let source = self
            .text
            .lines()
            .nth(line.number as usize - 1)
            .unwrap_or("");
        let place = Place::new(line.number, column, source);
        Diagnostic::error(&self.file, Some(place), message, help)
    }

    /// An error about a line.
    pub fn error_at(
        &self,
        line: u32,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Diagnostic {
        let source = self.text.lines().nth(line as usize - 1).unwrap_or("");
        let indent = source.chars().take_while(|c| c.is_whitespace()).count();
        let place = Place::new(line, indent as u32 + 1, source);
        Diagnostic::error(&self.file, Some(place), message, help)
    }

    /// An error about the text as a whole.
    pub fn whole(&self, message: impl Into<String>, help: impl Into<String>) -> Diagnostic {
        Diagnostic::error(&self.file, None, message, help)
    }

    /// An error at a word.
    pub fn at(
        &self,
        line: &Line,
        word: &Word,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Diagnostic {
        self.error(line, word.column, message, help)
    }

    /// An unknown name, with the nearest that there is.
    pub fn unknown<'a>(
        &self,
        line: &Line,
        word: &Word,
        what: &str,
        names: impl Iterator<Item = &'a str>,
    ) -> Diagnostic {
        let names: Vec<&str> = names.collect();
        let message = format!("unknown {what} `{}`", word.text);
        self.at(line, word, message, suggestion(&word.text, &names))
    }

    /// Keeps a warning.
    pub fn warn(
        &mut self,
        line: &Line,
        column: u32,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let warning = self.error(line, column, message, help).mild();
        if self.warnings.len() < MOST_WARNINGS && !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }
}

/// What could be meant instead, or all there is.
pub(super) fn suggestion(wrong: &str, names: &[&str]) -> String {
    let lower = wrong.to_lowercase();
    let distance = |name: &&str| strsim::damerau_levenshtein(&lower, &name.to_lowercase());
    let near = names.iter().map(|name| (distance(name), name)).min();
    match near {
        Some((distance, name)) if distance <= 1 + wrong.len() / 4 => {
            format!("did you mean `{name}`?")
        }
        _ if names.is_empty() => "there is none".to_owned(),
        _ => format!("there is {}", names.join(", ")),
    }
}
