//! How far the work has come, in one line that fits the terminal.

use playproof::{Phase, Progress};
use unicode_width::UnicodeWidthStr;

use crate::figures::duration;

const BETWEEN: &str = " · ";

/// What is known after this many seconds, of which `phase_seconds` belong to
/// the current phase: as many figures, the weightiest first, as fit into
/// `n_columns`.
pub fn progress_text(
    progress: &Progress,
    seconds: f64,
    phase_seconds: f64,
    n_columns: usize,
) -> String {
    let count = short(progress.states as f64);
    let head = match progress.phase {
        Phase::Searching => format!("{count} states"),
        Phase::Checking => format!("checking {count}"),
    };
    let mut pieces = vec![head, duration(seconds)];
    // Before that, the rate says more about the clock than about the work.
    if phase_seconds > 0.1 {
        let rate = progress.states as f64 / phase_seconds;
        pieces.push(format!("{}/s", short(rate)));
    }
    if progress.phase == Phase::Searching {
        pieces.push(format!("depth {}", short(progress.depth.into())));
    }
    if progress.bytes > 0 {
        pieces.push(format!("{} MB", progress.bytes.div_ceil(1 << 20)));
    }
    let mut line = String::new();
    for piece in pieces {
        let between = if line.is_empty() { "" } else { BETWEEN };
        if line.width() + between.width() + piece.width() > n_columns {
            break;
        }
        line.push_str(between);
        line.push_str(&piece);
    }
    line
}

/// Three digits and a unit.
fn short(n: f64) -> String {
    let (n, unit) = match n {
        ..1e4 => return format!("{n:.0}"),
        ..1e6 => (n / 1e3, "k"),
        ..1e9 => (n / 1e6, "M"),
        _ => (n / 1e9, "G"),
    };
    match n {
        ..10.0 => format!("{n:.2}{unit}"),
        ..100.0 => format!("{n:.1}{unit}"),
        _ => format!("{n:.0}{unit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOME: Progress = Progress {
        phase: Phase::Searching,
        states: 12_345_678,
        bytes: 210 << 20,
        depth: 1234,
    };

    #[test]
    fn all_figures_where_there_is_room() {
        assert_eq!(
            progress_text(&SOME, 4.2, 4.0, 80),
            "12.3M states · 4.2 s · 3.09M/s · depth 1234 · 210 MB"
        );
        let checking = Progress {
            phase: Phase::Checking,
            ..SOME
        };
        assert_eq!(
            progress_text(&checking, 6.2, 2.0, 80),
            "checking 12.3M · 6.2 s · 6.17M/s · 210 MB"
        );
    }

    #[test]
    fn it_fits_every_width() {
        for n_columns in 0..80 {
            assert!(progress_text(&SOME, 4.2, 4.0, n_columns).width() <= n_columns);
        }
        assert_eq!(progress_text(&SOME, 4.2, 4.0, 20), "12.3M states · 4.2 s");
        assert_eq!(progress_text(&SOME, 4.2, 4.0, 5), "");
    }
}
