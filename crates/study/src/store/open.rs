//! Opening a study's database: made where there is none, looked at where there is one, and
//! brought up to the study's file.

use std::path::{Path, PathBuf};
use std::time::Duration;

use playproof_studio::Token;
use rusqlite::{
    Connection, ErrorCode, OptionalExtension, Transaction, TransactionBehavior, params,
};

use super::journal::{Finished, JOURNAL, Journal};
use super::schema;
use crate::fault::Fault;
use crate::levels::{Levels, Measured, StudyLevel};
use crate::plan::Plan;

/// The database's file in the study's folder.
pub const DATABASE: &str = "study.sqlite";

/// Digits of the code to join with: enough that nobody guesses it at the pace that is
/// answered, few enough to be typed.
const CODE: usize = 10;

/// A study's database, open to be served.
pub struct Store {
    pub(super) connection: Connection,
    pub(super) journal: Journal,
    pub(super) plan: Plan,
    pub(super) tutorial: Vec<StudyLevel>,
    warnings: Vec<String>,
}

impl Store {
    /// Opens the database of a folder, and takes over what only the journal knows.
    pub fn open(folder: &Path, plan: Plan, levels: &Levels) -> Result<Store, Fault> {
        let path = folder.join(DATABASE);
        // The lock comes first: nobody else changes what is looked at from here on.
        let journal = Journal::open(folder)?;
        let mut connection = connect(&path)?;
        schema::create(&mut connection)?;
        let mut store = Store {
            connection,
            journal,
            plan,
            tutorial: levels.tutorial().cloned().collect(),
            warnings: levels.warnings.clone(),
        };
        store.bring_up_to(levels)?;
        for finished in Journal::told(folder)?.finished {
            match store.take_over(&finished) {
                Ok(()) => {}
                // Somebody else has this level, or this number, in the database.
                Err(Fault::Database(error)) if is_contradiction(&error) => {
                    let (who, round) = (finished.participant, &finished.round);
                    store.warnings.push(format!(
                        "{JOURNAL}: round {round} of participant {who} contradicts the database \
                         and is not taken over"
                    ));
                }
                Err(fault) => return Err(fault),
            }
        }
        Ok(store)
    }

    /// What is odd about the study.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// A code to join with, by its name; the same as long as there is this database.
    pub fn code(&mut self, name: &str) -> Result<String, Fault> {
        let transaction = immediate(&mut self.connection)?;
        let known = "SELECT value FROM about WHERE key = ?1";
        let known = transaction
            .query_row(known, [name], |row| row.get(0))
            .optional()?;
        let code = match known {
            Some(code) => code,
            None => {
                let code = new_token()?[..CODE].to_owned();
                let put = "INSERT INTO about (key, value) VALUES (?1, ?2)";
                transaction.execute(put, [name, &code])?;
                code
            }
        };
        transaction.commit()?;
        Ok(code)
    }

    /// Enters the levels of the study's file. One that was played stays as it was.
    fn bring_up_to(&mut self, levels: &Levels) -> Result<(), Fault> {
        let transaction = immediate(&mut self.connection)?;
        transaction.execute("UPDATE level SET is_present = 0", [])?;
        for level in levels.compared() {
            let round = level.round.as_deref().unwrap_or_default();
            let known = "SELECT id, text = ?2 AND round = ?3 AND of_set = ?4,
                EXISTS (SELECT 1 FROM place WHERE place.level = level.id)
                FROM level WHERE name = ?1";
            let row = params![level.name, level.text, round, level.set];
            let known = transaction.query_row(known, row, |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?))
            });
            let known: Option<(i64, bool, bool)> = known.optional()?;
            match known {
                Some((id, true, _)) => {
                    transaction.execute("UPDATE level SET is_present = 1 WHERE id = ?1", [id])?;
                    continue;
                }
                Some((_, false, true)) => {
                    return Err(Fault::Level {
                        level: level.name.clone(),
                        why: "this level was changed, or moved to another set, after it was shown \
                              to a player; give the new one a file of its own"
                            .to_owned(),
                    });
                }
                Some((id, false, false)) => {
                    transaction.execute("DELETE FROM level WHERE id = ?1", [id])?;
                }
                None => {}
            }
            let put = "INSERT INTO level (name, text, round, of_set, is_present)
                VALUES (?1, ?2, ?3, ?4, 1)";
            transaction.execute(put, row)?;
        }
        Ok(transaction.commit()?)
    }

    /// Of these levels those whose figures are not stored yet.
    pub fn unmeasured(&self, levels: &Levels) -> Result<Vec<StudyLevel>, Fault> {
        let known = "SELECT is_measured FROM level WHERE name = ?1";
        let mut known = self.connection.prepare(known)?;
        let mut unmeasured = Vec::new();
        for level in &levels.all {
            let is_measured = known
                .query_row([&level.name], |row| row.get(0))
                .optional()?;
            if is_measured != Some(true) {
                unmeasured.push(level.clone());
            }
        }
        Ok(unmeasured)
    }

    /// Stores the figures of a level, if it is one that is compared.
    pub fn enter(&mut self, level: &StudyLevel, measured: &Measured) -> Result<(), Fault> {
        let transaction = immediate(&mut self.connection)?;
        let update = "UPDATE level SET is_measured = 1, is_winnable = ?2 WHERE name = ?1
            RETURNING id";
        let row = params![level.name, measured.is_winnable];
        let id: Option<i64> = transaction
            .query_row(update, row, |row| row.get(0))
            .optional()?;
        if let Some(id) = id {
            for (name, value) in &measured.measures {
                let put = "INSERT OR REPLACE INTO measure (level, name, value) VALUES (?1, ?2, ?3)";
                transaction.execute(put, params![id, name, value])?;
            }
        }
        Ok(transaction.commit()?)
    }

    /// Takes over a finished round that the database does not know.
    fn take_over(&mut self, finished: &Finished) -> Result<(), Fault> {
        let transaction = immediate(&mut self.connection)?;
        let (participant, round) = (finished.participant, &finished.round);
        let known = "SELECT 1 FROM answer WHERE participant = ?1 AND round = ?2";
        let known = transaction.query_row(known, params![participant, round], |_| Ok(()));
        if known.optional()?.is_some() {
            return Ok(());
        }
        let put = "INSERT OR IGNORE INTO participant (id, is_bot, has_agreed) VALUES (?1, ?2, 1)";
        transaction.execute(put, params![participant, finished.is_bot])?;
        for (position, played) in (1..).zip(&finished.played) {
            let put = "INSERT OR IGNORE INTO level (name, text, round, of_set, is_present)
                VALUES (?1, ?2, ?3, ?4, 0)";
            transaction.execute(put, params![played.level, played.text, round, played.set])?;
            let level = "SELECT id FROM level WHERE name = ?1";
            let level: i64 = transaction.query_row(level, [&played.level], |row| row.get(0))?;
            let put = "INSERT INTO place (participant, round, position, level, is_bot, stopped)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                ON CONFLICT (participant, round, position) DO UPDATE SET stopped = excluded.stopped";
            let row = params![
                participant,
                round,
                position,
                level,
                finished.is_bot,
                played.stopped
            ];
            transaction.execute(put, row)?;
            for (seq, event) in (0u64..).zip(played.events().unwrap_or_default()) {
                let put = "INSERT OR IGNORE INTO event (participant, round, position, seq, t, e)
                    VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
                let row = params![participant, round, position, seq, event.t, event.e.word()];
                transaction.execute(put, row)?;
            }
        }
        super::answering::put_answers(&transaction, participant, round, &finished.answers)?;
        Ok(transaction.commit()?)
    }
}

/// A connection with all that keeps answers safe, to a database that is sound.
fn connect(path: &Path) -> Result<Connection, Fault> {
    let opened = Connection::open(path).and_then(|connection| {
        connection.busy_timeout(Duration::from_secs(5))?;
        // Written through to the disk before anything is answered.
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        Ok(connection)
    });
    let connection = opened.map_err(|error| of_damage(path, error))?;
    match damage(&connection) {
        None => Ok(connection),
        Some(why) => Err(damaged(path, why)),
    }
}

/// What is broken in a database, if anything is.
pub(super) fn damage(connection: &Connection) -> Option<String> {
    let checked = connection.query_row("PRAGMA integrity_check(1)", [], |row| {
        row.get::<_, String>(0)
    });
    match checked {
        Ok(said) if said == "ok" => None,
        Ok(said) => Some(said.lines().collect::<Vec<_>>().join("; ")),
        Err(error) => Some(error.to_string()),
    }
}

fn of_damage(path: &Path, error: rusqlite::Error) -> Fault {
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
            damaged(path, error.to_string())
        }
        _ => error.into(),
    }
}

fn damaged(path: &Path, why: String) -> Fault {
    Fault::Damaged {
        path: PathBuf::from(path),
        why,
        journal: JOURNAL,
    }
}

/// A transaction that nobody comes in between from its beginning on.
pub(super) fn immediate(connection: &mut Connection) -> Result<Transaction<'_>, Fault> {
    Ok(connection.transaction_with_behavior(TransactionBehavior::Immediate)?)
}

fn is_contradiction(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation)
}

/// The digits of a new token.
pub(super) fn new_token() -> Result<String, Fault> {
    let token = Token::new().map_err(|error| Fault::Server(std::io::Error::other(error)))?;
    Ok(token.digits().to_owned())
}
