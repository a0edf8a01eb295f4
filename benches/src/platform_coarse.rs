//! Platform levels in steps of a tile: the levels of a folder as they are, and drawn ones
//! of 200 columns and of ten times as many. Each is decided, and its evidence checked.
//!
//! usage: `bench-platform-coarse FOLDER`

use std::fs;
use std::time::{Duration, Instant};

use playproof::{Level, Playproof};
use playproof_certify::{Evidence, Finding, Task, Unlimited, check};
use playproof_game::Game;
use playproof_model::{Answer, Property};
use playproof_platform::{Coarse, CoarseSettings, Jumps};

/// Each level is decided so often; the least time counts, since what is more is other work on
/// the machine.
const N_TIMES: usize = 21;

/// How long each part of the road took.
#[derive(Clone, Copy, Default)]
struct Times {
    compiled: Duration,
    stated: Duration,
    found: Duration,
    checked: Duration,
}

impl Times {
    /// All but the check.
    fn decided(&self) -> Duration {
        self.compiled + self.stated + self.found
    }
}

fn main() {
    let folder = std::env::args().nth(1).expect("a folder with levels");
    let mut files: Vec<_> = fs::read_dir(&folder)
        .expect("a folder that can be read")
        .map(|file| file.expect("a file").path())
        .collect();
    files.sort();
    let classic: Vec<(String, Level)> = files
        .iter()
        .map(|file| {
            let text = fs::read_to_string(file).expect("a text");
            let name = file.file_stem().expect("a name").to_string_lossy();
            (name.into_owned(), level(&text))
        })
        .collect();
    for (jumps, what) in [(Jumps::SHORT, "short"), (Jumps::TALL, "tall")] {
        for time in [None, Some(120), Some(140), Some(260)] {
            let settings = CoarseSettings {
                jumps,
                time,
                ..CoarseSettings::default()
            };
            let limit = time.map_or("no limit".to_owned(), |time| format!("time {time}"));
            let rows = classic.iter().map(|(name, level)| {
                let (words, times) = decided(level, settings);
                (format!("{name}, {words}"), times)
            });
            summary(&format!("classic, {what} jumps, {limit}"), rows.collect());
        }
    }
    // Hundredths of the time that a column takes; the fastest need 65 to 75.
    for (what, time) in [
        ("no limit", None),
        ("much time, enemies", Some(150)),
        ("hardly time, enemies", Some(72)),
        ("too little time, enemies", Some(66)),
    ] {
        let of_width = |n_parts: usize| {
            let width = n_parts * PART;
            let rows = (0..20).map(|seed| {
                let settings = CoarseSettings {
                    jumps: Jumps::TALL,
                    time: time.map(|time| time * width as u32 / 100),
                    ..CoarseSettings::default()
                };
                let level = level(&drawn(seed, n_parts, time.is_some()));
                let (words, times) = decided(&level, settings);
                (format!("seed {seed}, {words}"), times)
            });
            summary(&format!("{width}x16, {what}"), rows.collect())
        };
        let (narrow, wide) = (of_width(1), of_width(10));
        let times =
            |of: fn(&Times) -> Duration| of(&wide).as_secs_f64() / of(&narrow).as_secs_f64();
        println!(
            "  ten times the width takes {:.1} times as long, and with the check {:.1}",
            times(Times::decided),
            times(|times| times.decided() + times.checked),
        );
    }
}

/// The columns of a part of a drawn level.
const PART: usize = 200;

fn level(text: &str) -> Level {
    let file = Playproof::default().read("level", text.as_bytes());
    file.expect("a level").levels.remove(0)
}

/// Ground with gaps, ledges and pipes, so often in a row; enemies on the ground where they
/// are wanted.
fn drawn(seed: u64, n_parts: usize, has_enemies: bool) -> String {
    let mut random = fastrand::Rng::with_seed(seed);
    let (width, height) = (PART, 16);
    let mut rows = vec![vec!['-'; width]; height];
    rows[height - 1].fill('X');
    let mut x = 6;
    while x + 8 < width {
        match random.u32(0..4) {
            0 => rows[height - 1][x..x + random.usize(1..4)].fill('-'),
            1 => {
                let top = height - 1 - random.usize(1..4);
                rows[top..].iter_mut().for_each(|row| row[x] = 'X');
            }
            2 => rows[height - 5][x..x + 4].fill('X'),
            _ if has_enemies => rows[height - 2][x] = 'E',
            _ => {}
        }
        x += random.usize(3..8);
    }
    let row = |row: &Vec<char>| row.iter().collect::<String>().repeat(n_parts) + "\n";
    rows.iter().map(row).collect()
}

/// What became of a level, and the least times.
fn decided(level: &Level, settings: CoarseSettings) -> (String, Times) {
    let game = Coarse { settings };
    let engine = game.engines().remove(0);
    let property: Property = "solvable".parse().expect("a property");
    let (mut words, mut all) = (String::new(), Vec::new());
    for _ in 0..N_TIMES {
        let (compiled, compiled_in) = timed(|| game.compile(level).expect("a platform level"));
        let (subject, stated) = timed(|| compiled.model.elaborate(&property).expect("stated"));
        let (outcome, found) = timed(|| {
            let task = Task::new(&subject, &property, &compiled.natives);
            engine.supports(&task).expect("it is about the exit");
            engine.check(&task, &mut Unlimited)
        });
        let (answer, evidence) = match outcome.finding {
            Finding::Holds(evidence) => (Answer::Holds, evidence),
            Finding::Violated(evidence) => (Answer::Violated, evidence),
            Finding::Unknown(reason) => panic!("{reason}"),
        };
        let (accepted, checked) = timed(|| check(&subject, answer, &evidence, &mut Unlimited));
        accepted.unwrap_or_else(|error| panic!("{error}"));
        let size = match &evidence {
            Evidence::Trace(run) => run.steps.len(),
            Evidence::ClosedSet(set) => set.points.len() / subject.layout().words,
            _ => 0,
        };
        words = format!("{answer} by {size}, {} states", outcome.states);
        all.push(Times {
            compiled: compiled_in,
            stated,
            found,
            checked,
        });
    }
    all.sort_by_key(Times::decided);
    (words, all[0])
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let made = work();
    (made, start.elapsed())
}

/// Prints the median and the worst, and returns the median.
fn summary(what: &str, mut rows: Vec<(String, Times)>) -> Times {
    rows.sort_by_key(|(_, times)| times.decided());
    let line = |(name, times): &(String, Times)| {
        let Times {
            compiled,
            stated,
            found,
            checked,
        } = times;
        format!(
            "{:?} (compiled {compiled:?}, stated {stated:?}, found {found:?}; checked {checked:?}; {name})",
            times.decided()
        )
    };
    println!("{what}:");
    println!("  median {}", line(&rows[rows.len() / 2]));
    println!("  worst  {}", line(&rows[rows.len() - 1]));
    rows[rows.len() / 2].1
}
