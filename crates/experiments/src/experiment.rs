//! What an experiment is, and what it may spend.

use core::time::Duration;

use playproof::{Budget, Collection, Limits, Progress};

use crate::host::{Host, Stopwatch};
use crate::pages::Repeated;
use crate::tables::Report;
use crate::work::Work;

/// A published experiment that can be repeated.
pub struct Experiment {
    /// Where it was published.
    pub(crate) work: &'static Work,
    /// Its name on the command line.
    pub name: &'static str,
    /// Its place in the work, and what it is about.
    pub(crate) title: &'static str,
    /// One line about it.
    pub summary: &'static str,
    /// What was found.
    pub(crate) run: fn(&Setting) -> Report,
}

impl Experiment {
    /// Repeats it. If somebody cancels it, what comes of it is only a part.
    pub fn repeat(&'static self, setting: &Setting) -> Repeated {
        Repeated {
            experiment: self,
            report: (self.run)(setting),
        }
    }

    pub(crate) fn heading(&self) -> String {
        format!("{}, {}", self.work.short, self.title)
    }
}

/// What an experiment may spend, and who runs it.
pub struct Setting<'a> {
    /// Has the clock, shows progress and may cancel.
    pub host: &'a dyn Host,
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
    pub(crate) fn or(&self, timeout: Duration, max_bytes: u64) -> Self {
        Setting {
            timeout: self.timeout.or(Some(timeout)),
            max_bytes: self.max_bytes.or(Some(max_bytes)),
            ..*self
        }
    }

    /// How many levels there are where the published experiment has so many.
    pub(crate) fn levels(&self, published: usize) -> usize {
        self.n_levels.unwrap_or(published)
    }

    /// The same of an experiment with levels of one size, which are published in
    /// fours where there are several sizes.
    pub(crate) fn levels_of_one_size(&self, published: usize) -> usize {
        self.n_levels.map_or(published, |n| n.saturating_mul(4))
    }

    /// Whether the experiment should end.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.host.is_cancelled()
    }

    /// Says how far the experiment has come.
    pub(crate) fn show(&self, text: impl Fn() -> String) {
        self.host.show(&text);
    }

    /// Does something within the limits; how many seconds it took.
    pub(crate) fn timed<T>(
        &self,
        work: impl FnOnce(&dyn Stopwatch, &mut dyn Budget) -> T,
    ) -> (T, f64) {
        let stopwatch = self.host.start(self.timeout);
        let mut limits = Limits {
            max_states: self.max_states,
            max_bytes: self.max_bytes,
            poll: |progress: &Progress| stopwatch.go_on(progress),
        };
        let done = work(&*stopwatch, &mut limits);
        (done, stopwatch.seconds())
    }

    /// The same; what is short is done several times, and the one of median
    /// length counts.
    pub(crate) fn measured<T>(
        &self,
        work: impl Fn(&dyn Stopwatch, &mut dyn Budget) -> T,
    ) -> (T, f64) {
        self.median_of(REPETITIONS, work)
    }

    /// The same with a number of repetitions of one's own.
    pub(crate) fn median_of<T>(
        &self,
        repetitions: usize,
        work: impl Fn(&dyn Stopwatch, &mut dyn Budget) -> T,
    ) -> (T, f64) {
        let first = self.timed(&work);
        if first.1 >= SHORT || self.is_cancelled() {
            return first;
        }
        let again = (1..repetitions).map(|_| self.timed(&work));
        let mut all: Vec<(T, f64)> = again.chain([first]).collect();
        all.sort_by(|a, b| a.1.total_cmp(&b.1));
        all.swap_remove(repetitions / 2)
    }

    /// What the tables should say of the limits.
    pub(crate) fn limits_text(&self) -> String {
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
