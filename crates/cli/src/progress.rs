//! The line on standard error that says how far the work has come. It is there
//! only where standard error is a terminal, only after a while, and never when
//! something else is written.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use playproof::{Phase, Progress};
use playproof_report::progress_text;

use crate::clock::Clock;

/// Work that takes less is not spoken of.
const QUIET: f64 = 0.3;

/// The least time between two looks.
const PERIOD: Duration = Duration::from_millis(100);

static LINE: Mutex<Line> = Mutex::new(Line {
    bar: None,
    drawn: None,
    phase: None,
    headline: None,
    is_closed: false,
});

struct Line {
    bar: Option<ProgressBar>,
    /// When it was last looked at.
    drawn: Option<Instant>,
    /// Since when which phase goes on.
    phase: Option<(Phase, Instant)>,
    /// What is known so far, before how far the work has come.
    headline: Option<String>,
    is_closed: bool,
}

fn line() -> MutexGuard<'static, Line> {
    LINE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Shows how far the work has come since the clock was started.
pub fn show(progress: &Progress, clock: &Clock) {
    let mut line = line();
    let now = Instant::now();
    let since = match line.phase {
        Some((phase, since)) if phase == progress.phase => since,
        _ => {
            line.phase = Some((progress.phase, now));
            now
        }
    };
    let phase_seconds = now.duration_since(since).as_secs_f64();
    let headline = line.headline.clone().unwrap_or_default();
    let text = |n_columns: usize| {
        let left = n_columns.saturating_sub(headline.chars().count());
        headline + &progress_text(progress, clock.seconds(), phase_seconds, left)
    };
    line.draw(now, clock, text);
}

/// Puts something before how far the work has come, until the next result begins.
pub fn headline(text: Option<String>) {
    line().headline = text;
}

/// Shows a text that fits so many columns.
pub fn show_text(clock: &Clock, text: impl FnOnce(usize) -> String) {
    line().draw(Instant::now(), clock, text);
}

impl Line {
    fn draw(&mut self, now: Instant, clock: &Clock, text: impl FnOnce(usize) -> String) {
        let line = self;
        let is_soon = line.drawn.is_some_and(|t| now.duration_since(t) < PERIOD);
        if line.is_closed || is_soon || clock.seconds() < QUIET {
            return;
        }
        line.drawn = Some(now);
        let bar = line.bar.get_or_insert_with(new_bar);
        if bar.is_hidden() {
            return;
        }
        // The last column stays free: some terminals break the line there.
        let n_columns = crossterm::terminal::size().map_or(80, |(columns, _)| columns);
        let n_columns = usize::from(n_columns).saturating_sub(1);
        bar.set_message(text(n_columns));
        bar.tick();
    }
}

fn new_bar() -> ProgressBar {
    let target = ProgressDrawTarget::stderr_with_hz(10);
    let bar = ProgressBar::with_draw_target(None, target);
    let style = ProgressStyle::with_template("{msg}").expect("the template is well-formed");
    bar.with_style(style)
}

/// Takes the line away, so that something else can be written.
pub fn clear() {
    clear_line(&mut line());
}

/// Takes the line away for good: the program is ending.
pub fn close() {
    let mut line = line();
    line.is_closed = true;
    clear_line(&mut line);
}

fn clear_line(line: &mut Line) {
    if let Some(bar) = line.bar.take() {
        bar.finish_and_clear();
    }
    line.phase = None;
}
