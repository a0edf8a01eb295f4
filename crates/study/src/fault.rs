//! What can be wrong with a study.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// Why a study cannot be read, or something cannot be stored.
#[derive(Debug, Error)]
pub enum Fault {
    /// A file cannot be read.
    #[error("cannot read {path}: {error}", path = path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// A file or folder cannot be written.
    #[error("cannot write {path}: {error}", path = path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// The study's file says something that cannot be.
    #[error("{path}: {why}", path = path.display())]
    Plan {
        /// The study's file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// A level cannot take part.
    #[error("{level}: {why}")]
    Level {
        /// Its file and number.
        level: String,
        /// Why not.
        why: String,
    },
    /// The database cannot be read any more.
    #[error(
        "{path} is damaged: {why}. Nothing was changed, and a report shows all that can be read. \
         Move the file away and serve the study again: the finished answers in {journal} are taken \
         over",
        path = path.display()
    )]
    Damaged {
        /// The database.
        path: PathBuf,
        /// What the database says.
        why: String,
        /// The journal of finished answers.
        journal: &'static str,
    },
    /// The disk is full, so nothing was stored.
    #[error("the disk is full: the answer was not stored; try again when there is room")]
    Full,
    /// Something else about the database.
    #[error("the database cannot be used: {0}")]
    Database(#[source] rusqlite::Error),
    /// The study is served by another program.
    #[error("{path} is in use: another program serves this study", path = path.display())]
    InUse {
        /// The database.
        path: PathBuf,
    },
    /// The server cannot listen, or failed.
    #[error("the server failed: {0}")]
    Server(#[source] io::Error),
    /// The database is of a later version.
    #[error("the database was made by a later version of Playproof")]
    Newer,
    /// An export failed.
    #[error("cannot export: {0}")]
    Export(String),
}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Fault {
        use rusqlite::ErrorCode::{DiskFull, SystemIoFailure};
        match error.sqlite_error_code() {
            Some(DiskFull) => Fault::Full,
            // A write beyond a quota or a limit of the system arrives as this.
            Some(SystemIoFailure) if is_write(&error) => Fault::Full,
            _ => Fault::Database(error),
        }
    }
}

fn is_write(error: &rusqlite::Error) -> bool {
    let extended = error.sqlite_error().map(|error| error.extended_code);
    extended == Some(rusqlite::ffi::SQLITE_IOERR_WRITE)
}
