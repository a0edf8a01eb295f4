//! The tables. A later version of the program that needs others counts the version up and
//! says how to get there.

use rusqlite::Connection;

use crate::fault::Fault;

/// The version of the tables below.
const VERSION: i64 = 1;

/// Participants have numbers and tokens: no name, no address, no time of day. A level is
/// given to one person, and to one simulated player beside.
const TABLES: &str = "
    CREATE TABLE about (
        key TEXT PRIMARY KEY,
        value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE level (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        round TEXT NOT NULL,
        of_set TEXT NOT NULL,
        text TEXT NOT NULL,
        is_present INTEGER NOT NULL,
        is_measured INTEGER NOT NULL DEFAULT 0,
        is_winnable INTEGER
    ) STRICT;
    CREATE TABLE measure (
        level INTEGER NOT NULL REFERENCES level ON DELETE CASCADE,
        name TEXT NOT NULL,
        value REAL NOT NULL,
        PRIMARY KEY (level, name)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE participant (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        token TEXT UNIQUE,
        is_bot INTEGER NOT NULL,
        has_agreed INTEGER NOT NULL DEFAULT 0,
        tutorials INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TABLE place (
        participant INTEGER NOT NULL REFERENCES participant,
        round TEXT NOT NULL,
        position INTEGER NOT NULL,
        level INTEGER NOT NULL REFERENCES level,
        is_bot INTEGER NOT NULL,
        stopped INTEGER,
        PRIMARY KEY (participant, round, position),
        UNIQUE (level, is_bot)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE event (
        participant INTEGER NOT NULL,
        round TEXT NOT NULL,
        position INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        t INTEGER NOT NULL,
        e TEXT NOT NULL,
        PRIMARY KEY (participant, round, position, seq),
        FOREIGN KEY (participant, round, position) REFERENCES place
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE answer (
        participant INTEGER NOT NULL REFERENCES participant,
        round TEXT NOT NULL,
        more_interesting INTEGER NOT NULL,
        more_difficult INTEGER NOT NULL,
        interesting_1 INTEGER NOT NULL,
        difficult_1 INTEGER NOT NULL,
        interesting_2 INTEGER NOT NULL,
        difficult_2 INTEGER NOT NULL,
        PRIMARY KEY (participant, round)
    ) STRICT, WITHOUT ROWID;
";

/// Makes the tables where there are none.
pub fn create(connection: &mut Connection) -> Result<(), Fault> {
    let version: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    match version {
        0 => {
            let transaction = connection.transaction()?;
            transaction.execute_batch(TABLES)?;
            transaction.pragma_update(None, "user_version", VERSION)?;
            Ok(transaction.commit()?)
        }
        VERSION => Ok(()),
        _ => Err(Fault::Newer),
    }
}
