//! What functions of states are written with: the parts of a state as parameters,
//! as arguments and as constants.

use std::fmt::Write as _;

/// What a state is made of.
pub struct StateParts {
    /// Names and types.
    pub parts: Vec<(String, &'static str)>,
}

impl StateParts {
    /// Of these names and types.
    pub fn new(parts: Vec<(String, &'static str)>) -> StateParts {
        StateParts { parts }
    }

    /// Defines a condition on states whose symbols have these suffixes.
    pub fn defined(&self, name: &str, suffixes: &[&str], body: &str) -> String {
        let parameters: Vec<String> = suffixes.iter().map(|s| self.parameters(s)).collect();
        let parameters = parameters.join(" ");
        format!("(define-fun {name} ({parameters}) Bool\n    {body})\n")
    }

    /// The symbols with their types, names followed by a suffix.
    pub fn parameters(&self, suffix: &str) -> String {
        let all = self.parts.iter();
        let all = all.map(|(name, sort)| format!("({name}{suffix} {sort})"));
        all.collect::<Vec<_>>().join(" ")
    }

    /// Calls a function of states, whose symbols have these suffixes.
    pub fn call(&self, name: &str, suffixes: &[&str]) -> String {
        let mut text = format!("({name}");
        for suffix in suffixes {
            for (name, _) in &self.parts {
                let _ = write!(text, " {name}{suffix}");
            }
        }
        text + ")"
    }

    /// The constants of one state, whose symbols have this suffix.
    pub fn declared(&self, suffix: &str) -> String {
        let all = self.parts.iter();
        let all = all.map(|(name, sort)| format!("(declare-const {name}{suffix} {sort})\n"));
        all.collect()
    }
}
