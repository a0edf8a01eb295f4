//! How far a study is, for its organiser.

use rusqlite::params;

use super::open::Store;
use crate::fault::Fault;

/// How far a study is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// People who agreed to take part.
    pub people: u32,
    /// Simulated players.
    pub bots: u32,
    /// For each round its name, how many people finished it, and how many simulated
    /// players did.
    pub rounds: Vec<(String, u32, u32)>,
}

impl Store {
    /// How far the study is.
    pub fn progress(&self) -> Result<Progress, Fault> {
        let count = "SELECT count(*) FROM participant WHERE has_agreed = 1 AND is_bot = ?1";
        let mut count = self.connection.prepare_cached(count)?;
        let people = count.query_row([false], |row| row.get(0))?;
        let bots = count.query_row([true], |row| row.get(0))?;
        let count = "SELECT count(*) FROM answer JOIN participant ON id = participant
            WHERE round = ?1 AND is_bot = ?2";
        let mut count = self.connection.prepare_cached(count)?;
        let mut rounds = Vec::new();
        for round in &self.plan.rounds {
            let name = &round.name;
            let people = count.query_row(params![name, false], |row| row.get(0))?;
            let bots = count.query_row(params![name, true], |row| row.get(0))?;
            rounds.push((name.clone(), people, bots));
        }
        Ok(Progress {
            people,
            bots,
            rounds,
        })
    }
}
