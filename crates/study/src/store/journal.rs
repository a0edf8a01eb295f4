//! The journal of finished answers: one line for each round that a participant finished,
//! with all that was played. It is written before the database says that the answer is
//! stored, so that a database that is lost or damaged costs no finished answer.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use crate::step::{Answers, Deed, Event};

/// Its file in the study's folder.
pub const JOURNAL: &str = "answers.jsonl";

/// A round that a participant finished.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finished {
    pub participant: u32,
    pub is_bot: bool,
    pub round: String,
    pub played: [PlayedLevel; 2],
    pub answers: Answers,
}

/// A level as it was played in that round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedLevel {
    pub level: String,
    pub set: String,
    pub text: String,
    /// When the player went on, in milliseconds since the level was shown.
    pub stopped: u64,
    /// Events as `t:e`, with a space between two.
    pub log: String,
}

impl PlayedLevel {
    /// Events as the log has them.
    pub fn log_of(events: &[Event]) -> String {
        let words = events
            .iter()
            .map(|event| format!("{}:{}", event.t, event.e.word()));
        words.collect::<Vec<_>>().join(" ")
    }

    /// The events of the log.
    pub fn events(&self) -> Option<Vec<Event>> {
        let words = self.log.split_whitespace().map(|word| {
            let (t, e) = word.split_once(':')?;
            Some(Event {
                t: t.parse().ok()?,
                e: Deed::of_word(e)?,
            })
        });
        words.collect()
    }
}

/// The journal, open and locked: one program at a time serves a study.
pub struct Journal {
    file: File,
    path: PathBuf,
}

/// What a journal says.
#[derive(Debug, Default)]
pub struct Told {
    pub finished: Vec<Finished>,
    /// Lines that cannot be read, from 1.
    pub unreadable: Vec<usize>,
}

impl Journal {
    /// Opens the journal of a folder.
    pub fn open(folder: &Path) -> Result<Journal, Fault> {
        let path = folder.join(JOURNAL);
        let opened = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(&path);
        let unwritable = |error| Fault::Unwritable {
            path: path.clone(),
            error,
        };
        let mut file = opened.map_err(unwritable)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(fs::TryLockError::WouldBlock) => return Err(Fault::InUse { path }),
            Err(fs::TryLockError::Error(error)) => return Err(unwritable(error)),
        }
        // A line that was cut off keeps the next one from being read.
        let text = fs::read(&path).map_err(unwritable)?;
        if text.last().is_some_and(|last| *last != b'\n') {
            file.write_all(b"\n").map_err(unwritable)?;
        }
        Ok(Journal { file, path })
    }

    /// What the journal of a folder says; nothing if there is none.
    pub fn told(folder: &Path) -> Result<Told, Fault> {
        let path = folder.join(JOURNAL);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Told::default()),
            Err(error) => return Err(Fault::Unreadable { path, error }),
        };
        let mut told = Told::default();
        let text = String::from_utf8_lossy(&bytes);
        for (number, line) in (1..).zip(text.lines()) {
            if line.trim().is_empty() {
                continue;
            }
            match serde_json::from_str::<Finished>(line) {
                Ok(finished) => told.finished.push(finished),
                Err(_) => told.unreadable.push(number),
            }
        }
        Ok(told)
    }

    /// Adds a finished round, and returns once it is on the disk. If it cannot be added
    /// nothing of it stays.
    pub fn add(&mut self, finished: &Finished) -> Result<(), Fault> {
        let line = serde_json::to_string(finished).expect("keys are strings") + "\n";
        let before = self.file.seek(SeekFrom::End(0));
        let added = before.and_then(|before| {
            let written = self.file.write_all(line.as_bytes());
            let written = written.and_then(|()| self.file.sync_data());
            if written.is_err() {
                // Half a line would be one that cannot be read.
                let _ = self.file.set_len(before);
            }
            written
        });
        added.map_err(|error| match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
                Fault::Full
            }
            _ => Fault::Unwritable {
                path: self.path.clone(),
                error,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::Stars;

    pub fn finished(participant: u32) -> Finished {
        let stars = Stars {
            interesting: 3,
            difficult: 2,
        };
        let played = PlayedLevel {
            level: format!("a/{participant}.xsb#1"),
            set: "a".to_owned(),
            text: "#####\n#@$.#\n#####\n".to_owned(),
            stopped: 4_000,
            log: "812:R 900:solve".to_owned(),
        };
        Finished {
            participant,
            is_bot: false,
            round: "one".to_owned(),
            played: [played.clone(), played],
            answers: Answers {
                more_interesting: 1,
                more_difficult: 2,
                stars: [stars; 2],
            },
        }
    }

    #[test]
    fn lines_come_back_and_a_cut_one_costs_only_itself() {
        let folder = tempfile::tempdir().unwrap();
        let mut journal = Journal::open(folder.path()).unwrap();
        journal.add(&finished(1)).unwrap();
        assert!(matches!(
            Journal::open(folder.path()),
            Err(Fault::InUse { .. })
        ));
        drop(journal);
        let path = folder.path().join(JOURNAL);
        let mut text = fs::read_to_string(&path).unwrap();
        text += &text.clone()[..40];
        fs::write(&path, text).unwrap();
        let mut journal = Journal::open(folder.path()).unwrap();
        journal.add(&finished(2)).unwrap();
        let told = Journal::told(folder.path()).unwrap();
        assert_eq!(told.finished, [finished(1), finished(2)]);
        assert_eq!(told.unreadable, [2]);
    }

    #[test]
    fn logs_come_back() {
        let played = finished(1).played[0].clone();
        let events = played.events().unwrap();
        assert_eq!(PlayedLevel::log_of(&events), played.log);
        assert_eq!(events.len(), 2);
    }
}
