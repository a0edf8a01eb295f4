//! Waiting for a file to change: by looking at it five times a second, which
//! works on every file system.

use std::fs;
use std::thread;
use std::time::{Duration, SystemTime};

use crate::console;
use crate::inputs::Source;
use crate::session::Session;

/// How often files are looked at.
const PERIOD: Duration = Duration::from_millis(200);

/// A file with its time and size; neither if it is not there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stamp {
    source: Source,
    seen: Option<(SystemTime, u64)>,
}

/// Files as they are now.
pub fn stamps(files: Vec<Source>) -> Vec<Stamp> {
    let stamp = |source: Source| {
        let seen = match &source {
            Source::Stdin => None,
            Source::File(path) => fs::metadata(path)
                .and_then(|about| Ok((about.modified()?, about.len())))
                .ok(),
        };
        Stamp { source, seen }
    };
    files.into_iter().map(stamp).collect()
}

/// Waits until some file is not as it was before, and all stand still again.
/// `list` says which files there are. False if the user ends it.
pub fn wait_for_change(
    list: impl Fn() -> Vec<Source>,
    before: &[Stamp],
    session: &Session,
) -> bool {
    let files = match before.len() {
        1 => "1 file".to_owned(),
        n => format!("{n} files"),
    };
    console::complain(&format!("watching {files} for changes; Ctrl-C ends\n"));
    let mut last = before.to_vec();
    while !session.is_cancelled() {
        thread::sleep(PERIOD);
        let now = stamps(list());
        // An editor writes in pieces: what still moves is not read yet.
        if now == last && now != before {
            return true;
        }
        last = now;
    }
    false
}
