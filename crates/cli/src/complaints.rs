//! Complaints on standard error that would otherwise repeat themselves for
//! every level.

use std::iter::Peekable;
use std::slice;

use playproof::{Diagnostic, Level, Severity};
use playproof_report::message_text;

use crate::console;

/// The most warnings told of one file.
const MAX_WARNINGS: u64 = 3;

/// Complaints that are told once and counted after that.
#[derive(Default)]
pub struct Complaints {
    /// What each is about, and how often it was not told again.
    folded: Vec<(String, u64)>,
}

impl Complaints {
    /// Tells the text, unless there was a complaint about this topic before.
    pub fn tell_once(&mut self, topic: String, text: impl FnOnce() -> String) {
        match self.folded.iter_mut().find(|(known, _)| *known == topic) {
            Some((_, n_more)) => *n_more += 1,
            None => {
                console::complain(&text());
                self.folded.push((topic, 0));
            }
        }
    }

    /// Says how many were not told.
    pub fn sum_up(&self) {
        for (topic, n_more) in self.folded.iter().filter(|(_, n)| *n > 0) {
            let levels = if *n_more == 1 { "level" } else { "levels" };
            console::error(&format!("{topic} (the same for {n_more} more {levels})"));
        }
    }
}

/// The warnings of one file, of which the first few are told.
pub struct Warnings {
    file: String,
    /// Whether any is told here: in JSON they are part of the results.
    is_told: bool,
    n_seen: u64,
    /// The last level whose own warnings were seen, by its number in the file.
    last_level: Option<usize>,
}

impl Warnings {
    /// The warnings of the file with this name.
    pub fn new(file: String, is_told: bool) -> Warnings {
        Warnings {
            file,
            is_told,
            n_seen: 0,
            last_level: None,
        }
    }

    /// Tells a warning, or counts it.
    pub fn tell(&mut self, warning: &Diagnostic) {
        self.n_seen += 1;
        if self.is_told && self.n_seen <= MAX_WARNINGS {
            console::complain_of(warning);
        }
    }

    /// Tells what the game finds odd about a level, with its first answer only.
    pub fn tell_of(&mut self, level: &Level, warnings: &[Diagnostic]) {
        if self.last_level.replace(level.index()) != Some(level.index()) {
            warnings.iter().for_each(|warning| self.tell(warning));
        }
    }

    /// Says how many were not told.
    pub fn sum_up(&self) {
        if self.is_told && self.n_seen > MAX_WARNINGS {
            let message = format!("{}: and {} more", self.file, self.n_seen - MAX_WARNINGS);
            console::complain(&message_text(Severity::Warning, &message));
        }
    }
}

/// What the reader found odd about a level, taken from what it found odd
/// about the file. Both come in the order of the levels, and a warning stands
/// before the first line of the next level.
pub fn take_warnings(
    warnings: &mut Peekable<slice::Iter<Diagnostic>>,
    next: Option<&Level>,
) -> Vec<String> {
    let mut taken = Vec::new();
    let end = next.and_then(|level| Some(level.grid()?.place(0, 0).line));
    let is_here = |w: &&Diagnostic| match (&w.place, end) {
        (Some(place), Some(end)) => place.line < end,
        _ => true,
    };
    while let Some(warning) = warnings.next_if(is_here) {
        taken.push(warning.to_string());
    }
    taken
}
