//! What an experiment is, and what it may spend.

use std::ops::ControlFlow;
use std::time::Duration;

use playproof::{Budget, Collection, Limits, Progress, Stop};

use super::tables::Report;
use crate::clock::Clock;
use crate::progress;
use crate::session::Session;

/// A published experiment that can be repeated.
pub struct Experiment {
    /// Its name on the command line.
    pub name: &'static str,
    /// One line about it.
    pub summary: &'static str,
    /// Repeats it.
    pub run: fn(&Setting) -> Report,
}

impl Experiment {
    /// The seed that it is from, which its name begins with.
    pub fn seed(&self) -> &'static str {
        let end = self.name.match_indices('-').nth(1);
        end.map_or(self.name, |(end, _)| &self.name[..end])
    }
}

/// What the command line says.
pub struct Setting<'a> {
    /// Serves Ctrl-C and the display of progress.
    pub session: &'a Session,
    /// Since when the experiments have been going on.
    pub started: Clock,
    /// The most levels: in all, or of each size.
    pub n_levels: Option<usize>,
    /// Seconds for each search, instead of the experiment's own limit.
    pub timeout: Option<Duration>,
    /// The most states of each search.
    pub max_states: Option<u64>,
    /// The most bytes of each search, instead of the experiment's own limit.
    pub max_bytes: Option<u64>,
}

/// A search that takes less than this is repeated.
const SHORT: f64 = 0.2;

/// So often, and the median counts.
pub const REPETITIONS: usize = 5;

impl Setting<'_> {
    /// The same with these limits where the command line gives none.
    pub fn or(&self, timeout: Duration, max_bytes: u64) -> Self {
        Setting {
            timeout: self.timeout.or(Some(timeout)),
            max_bytes: self.max_bytes.or(Some(max_bytes)),
            ..*self
        }
    }

    /// How many levels there are where the published experiment has so many.
    pub fn levels(&self, published: usize) -> usize {
        self.n_levels.unwrap_or(published)
    }

    /// The same of an experiment with levels of one size, which are published in
    /// fours where there are several sizes.
    pub fn levels_of_one_size(&self, published: usize) -> usize {
        self.n_levels.map_or(published, |n| n.saturating_mul(4))
    }

    /// Says on a terminal how far the experiment has come.
    pub fn show(&self, text: impl FnOnce() -> String) {
        progress::show_text(&self.started, |n_columns| {
            text().chars().take(n_columns).collect()
        });
    }

    /// Does something within the limits; how many seconds it took.
    pub fn timed<T>(&self, work: impl FnOnce(&Clock, &mut dyn Budget) -> T) -> (T, f64) {
        let clock = Clock::start(self.timeout);
        let mut limits = Limits {
            max_states: self.max_states,
            max_bytes: self.max_bytes,
            poll: |progress: &Progress| -> ControlFlow<Stop> {
                self.session.note(progress, &clock);
                self.session.go_on(&clock)
            },
        };
        let done = work(&clock, &mut limits);
        (done, clock.seconds())
    }

    /// The same; what is short is done several times, and the one of median
    /// length counts.
    pub fn measured<T>(&self, work: impl Fn(&Clock, &mut dyn Budget) -> T) -> (T, f64) {
        self.median_of(REPETITIONS, work)
    }

    /// The same with a number of repetitions of one's own.
    pub fn median_of<T>(
        &self,
        repetitions: usize,
        work: impl Fn(&Clock, &mut dyn Budget) -> T,
    ) -> (T, f64) {
        let first = self.timed(&work);
        if first.1 >= SHORT || self.session.is_cancelled() {
            return first;
        }
        let again = (1..repetitions).map(|_| self.timed(&work));
        let mut all: Vec<(T, f64)> = again.chain([first]).collect();
        all.sort_by(|a, b| a.1.total_cmp(&b.1));
        all.swap_remove(repetitions / 2)
    }

    /// What the tables should say of the limits.
    pub fn limits_text(&self) -> String {
        let seconds = self.timeout.map(|t| format!("{} s", t.as_secs_f64()));
        let memory = self.max_bytes.map(|b| format!("{} MB", b >> 20));
        let states = self.max_states.map(|n| format!("{n} states"));
        let all: Vec<String> = [seconds, memory, states].into_iter().flatten().collect();
        match all.is_empty() {
            true => "no limits".to_owned(),
            false => all.join(", "),
        }
    }
}

/// The levels of a text that is part of the program.
pub fn levels(name: &str, text: &str) -> Collection {
    playproof::read(name, text.as_bytes()).expect("the program's own levels can be read")
}

/// A run's actions by their first letters.
pub fn letters(actions: &[String]) -> String {
    let first = actions.iter().filter_map(|name| name.chars().next());
    first.collect()
}
