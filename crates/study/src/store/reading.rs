//! All that was answered, for the report and for exports, and what is missing.
//!
//! Finished rounds are in the database and in the journal. Each counts once; what the
//! database does not say any more, the journal does.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

use playproof::{Playproof, counted};
use rusqlite::{Connection, OpenFlags, params};

use super::answering::answers_in;
use super::journal::{Finished, JOURNAL, Journal, PlayedLevel};
use super::open::{DATABASE, damage};
use crate::fault::Fault;
use crate::levels::with_level;
use crate::log::figures;
use crate::plan::Plan;
use crate::play::{Measures, Play};
use crate::step::{Deed, Event};

/// All that a study has come to.
#[derive(Clone, Debug, Default)]
pub struct Read {
    /// Every level of every finished round, as it was played.
    pub plays: Vec<Play>,
    /// The figures of levels, by the levels' names.
    pub measures: BTreeMap<String, Measures>,
    /// What is missing, in sentences.
    pub missing: Vec<String>,
}

/// Reads all that the study of a folder has come to. It may be served meanwhile.
pub fn read(folder: &Path, plan: &Plan, playproof: &Playproof) -> Result<Read, Fault> {
    let mut read = Read::default();
    let mut rounds: BTreeMap<(u32, String), Finished> = BTreeMap::new();
    let journal = Journal::told(folder)?;
    let n_journal = journal.finished.len();
    for finished in journal.finished {
        rounds.insert((finished.participant, finished.round.clone()), finished);
    }
    let path = folder.join(DATABASE);
    match path.exists() {
        false => {
            let why = match n_journal {
                0 => "Nobody has played yet: there is no database.".to_owned(),
                _ => format!(
                    "The database is gone: the finished answers come from {JOURNAL}, and what is \
                     known of levels and unfinished plays is lost."
                ),
            };
            read.missing.push(why);
        }
        true => {
            let mut found = Found::default();
            let failed = found.read(&path, plan).err().map(|error| error.to_string());
            read.measures = found.measures;
            read.missing.append(&mut found.missing);
            let mut n_in_database = 0;
            for finished in found.rounds {
                n_in_database += 1;
                let key = (finished.participant, finished.round.clone());
                match rounds.entry(key) {
                    // What is read in a damaged database may be wrong.
                    Entry::Occupied(_) if failed.is_some() => {}
                    Entry::Occupied(mut known) => *known.get_mut() = finished,
                    Entry::Vacant(new) => {
                        new.insert(finished);
                    }
                }
            }
            if let Some(why) = failed {
                let n_lost = rounds.len() - n_in_database;
                read.missing.push(format!(
                    "The database is damaged ({why}). Finished rounds come from {JOURNAL}; \
                     {n_lost} of them cannot be read in the database any more."
                ));
            }
        }
    }
    if !journal.unreadable.is_empty() {
        let lines: Vec<String> = journal.unreadable.iter().map(usize::to_string).collect();
        let lines = lines.join(", ");
        read.missing.push(format!(
            "{JOURNAL} has lines that cannot be read: {lines}. A crash may leave one; its player \
             was asked again."
        ));
    }
    for finished in rounds.into_values() {
        read.enter(&finished, playproof);
    }
    read.say_what_is_not_measured();
    Ok(read)
}

impl Read {
    /// Enters both plays of a finished round.
    fn enter(&mut self, finished: &Finished, playproof: &Playproof) {
        for (position, played) in (1..).zip(&finished.played) {
            let answers = &finished.answers;
            let stars = answers.stars[usize::from(position == 2)];
            let events = played.events();
            let is_read = events.is_some();
            let events = events.unwrap_or_default();
            let again = with_level(playproof, &played.text, |prepared| {
                figures(prepared, &events, played.stopped)
            });
            let Ok(Some(again)) = again else {
                let who = finished.participant;
                self.missing.push(format!(
                    "{} cannot be played again: the play of participant {who} is left out.",
                    played.level
                ));
                continue;
            };
            self.plays.push(Play {
                participant: finished.participant,
                is_bot: finished.is_bot,
                round: finished.round.clone(),
                set: played.set.clone(),
                position,
                level: played.level.clone(),
                seconds: again.seconds,
                moves: again.moves,
                pushes: again.pushes,
                resets: again.resets,
                solves: again.solves,
                quickest: again.quickest,
                interesting: stars.interesting,
                difficult: stars.difficult,
                more_interesting: answers.more_interesting == position,
                more_difficult: answers.more_difficult == position,
                is_suspect: again.is_suspect || !is_read,
            });
        }
    }

    fn say_what_is_not_measured(&mut self) {
        let levels: BTreeSet<&str> = self.plays.iter().map(|play| &play.level[..]).collect();
        let is_measured = |level: &&&str| self.measures.get(**level).is_some_and(|m| !m.is_empty());
        let n = levels.iter().filter(|level| !is_measured(level)).count();
        if n > 0 {
            let levels = counted(n as u64, "level");
            self.missing
                .push(format!("{levels} that were played have no measures."));
        }
    }
}

/// What a database says, as far as it can be read.
#[derive(Default)]
struct Found {
    rounds: Vec<Finished>,
    measures: BTreeMap<String, Measures>,
    missing: Vec<String>,
}

impl Found {
    fn read(&mut self, path: &Path, plan: &Plan) -> Result<(), Failed> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)?;
        connection.busy_timeout(Duration::from_secs(5))?;
        connection.pragma_update(None, "query_only", true)?;
        // What can be read is read, although something else is broken.
        let broken = damage(&connection);
        // One moment of a study that may be served meanwhile.
        let at_once = connection.unchecked_transaction()?;
        let rounds = self.read_rounds(&at_once);
        let measures = self.read_measures(&at_once);
        let missing = self.read_missing(&at_once, plan);
        match broken {
            Some(why) => Err(Failed(why)),
            None => rounds.and(measures).and(missing),
        }
    }

    fn read_rounds(&mut self, connection: &Connection) -> Result<(), Failed> {
        let query = "SELECT participant, is_bot, round, more_interesting, more_difficult,
            interesting_1, difficult_1, interesting_2, difficult_2
            FROM answer JOIN participant ON id = participant ORDER BY participant, round";
        let mut query = connection.prepare(query)?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            let (participant, round): (u32, String) = (row.get(0)?, row.get(2)?);
            let played = [
                played(connection, participant, &round, 1)?,
                played(connection, participant, &round, 2)?,
            ];
            self.rounds.push(Finished {
                participant,
                is_bot: row.get(1)?,
                round,
                played,
                answers: answers_in(row, 3)?,
            });
        }
        Ok(())
    }

    fn read_measures(&mut self, connection: &Connection) -> Result<(), Failed> {
        let query = "SELECT level.name, measure.name, value
            FROM measure JOIN level ON level.id = measure.level";
        let mut query = connection.prepare(query)?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            let measures = self.measures.entry(row.get(0)?).or_default();
            measures.insert(row.get(1)?, row.get(2)?);
        }
        Ok(())
    }

    /// Says who did not finish, and which levels nobody finished.
    fn read_missing(&mut self, connection: &Connection, plan: &Plan) -> Result<(), Failed> {
        let count = |query: &str, row: &[&dyn rusqlite::ToSql]| -> Result<u64, Failed> {
            Ok(connection.query_row(query, row, |row| row.get(0))?)
        };
        for (who, is_bot) in [("player", false), ("simulated player", true)] {
            let n = count(
                "SELECT count(*) FROM participant WHERE has_agreed = 1 AND is_bot = ?1
                    AND NOT EXISTS (SELECT 1 FROM place WHERE participant = id)
                    AND NOT EXISTS (SELECT 1 FROM answer WHERE participant = id)",
                &[&is_bot],
            )?;
            if n > 0 {
                let who = counted(n, who);
                self.missing
                    .push(format!("{who} agreed and came to no round."));
            }
            for round in &plan.rounds {
                let name = &round.name;
                let n = count(
                    "SELECT count(DISTINCT participant) FROM place WHERE round = ?1 AND is_bot = ?2
                        AND NOT EXISTS (SELECT 1 FROM answer WHERE answer.round = place.round
                            AND answer.participant = place.participant)",
                    &[name, &is_bot],
                )?;
                if n > 0 {
                    let who = counted(n, who);
                    self.missing.push(format!(
                        "{who} began round {name} and gave no answers: their two levels are used up."
                    ));
                }
            }
        }
        for round in &plan.rounds {
            for set in round.sets.keys() {
                let all = "SELECT count(*) FROM level WHERE round = ?1 AND of_set = ?2";
                let n = count(all, &[&round.name, set])?;
                let unseen = format!(
                    "{all} AND NOT EXISTS
                    (SELECT 1 FROM place WHERE place.level = level.id AND place.is_bot = 0)"
                );
                let n_unseen = count(&unseen, &[&round.name, set])?;
                if n_unseen > 0 {
                    let name = &round.name;
                    let levels = playproof::grouped(n);
                    self.missing.push(format!(
                        "Round {name}, set {set}: nobody was shown {n_unseen} of {levels} levels."
                    ));
                }
            }
        }
        Ok(())
    }
}

fn played(
    connection: &Connection,
    participant: u32,
    round: &str,
    position: u8,
) -> Result<PlayedLevel, Failed> {
    let query = "SELECT name, of_set, text, stopped FROM place JOIN level ON level.id = place.level
        WHERE participant = ?1 AND place.round = ?2 AND position = ?3";
    let mut query = connection.prepare_cached(query)?;
    let mut played = query.query_row(params![participant, round, position], |row| {
        Ok(PlayedLevel {
            level: row.get(0)?,
            set: row.get(1)?,
            text: row.get(2)?,
            stopped: row.get::<_, Option<u64>>(3)?.unwrap_or(0),
            log: String::new(),
        })
    })?;
    let query = "SELECT t, e FROM event
        WHERE participant = ?1 AND round = ?2 AND position = ?3 ORDER BY seq";
    let mut query = connection.prepare_cached(query)?;
    let mut rows = query.query(params![participant, round, position])?;
    let mut events = Vec::new();
    while let Some(row) = rows.next()? {
        let word: String = row.get(1)?;
        let e =
            Deed::of_word(&word).ok_or_else(|| Failed(format!("there is an event `{word}`")))?;
        events.push(Event { t: row.get(0)?, e });
    }
    played.log = PlayedLevel::log_of(&events);
    Ok(played)
}

/// Why reading ended early.
struct Failed(String);

impl std::fmt::Display for Failed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<rusqlite::Error> for Failed {
    fn from(error: rusqlite::Error) -> Failed {
        Failed(error.to_string())
    }
}
