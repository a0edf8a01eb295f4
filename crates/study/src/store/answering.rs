//! What participants play and answer.

use rusqlite::{OptionalExtension, Transaction, params};

use super::journal::{Finished, PlayedLevel};
use super::open::{Store, immediate};
use super::steps::{
    Participant, Place, Refused, Stand, Taken, events, events_from, n_events, participant, places,
    stand, step,
};
use crate::fault::Fault;
use crate::plan::Plan;
use crate::step::{Answers, Event, Step};

/// Events of one request.
const MAX_EVENTS: usize = 500;

/// Events of one level.
const MAX_LOG: u64 = 100_000;

/// No play takes longer than a month, in milliseconds.
const MAX_TIME: u64 = 31 * 24 * 3600 * 1000;

/// Events of a play, from a number on.
#[derive(Clone, Debug)]
pub struct EventsAt {
    /// The round, from 1.
    pub round: u32,
    /// Which of its two levels, 1 or 2.
    pub position: u8,
    /// The number of the first event, from 0.
    pub from: u64,
    /// The events.
    pub events: Vec<Event>,
}

impl Store {
    /// Stores what was played, as far as it is not stored yet, and says how many events
    /// are.
    pub fn events(&mut self, token: &str, sent: &EventsAt) -> Result<u64, Refused> {
        if sent.events.len() > MAX_EVENTS {
            let why = format!("a request has at most {MAX_EVENTS} events");
            return Err(Refused::Nonsense(why));
        }
        if sent.events.iter().any(|event| event.t > MAX_TIME) {
            return Err(Refused::Nonsense(
                "this took longer than a month".to_owned(),
            ));
        }
        let transaction = immediate(&mut self.connection)?;
        let who = participant(&transaction, token)?;
        let at = At::of(&self.plan, sent.round, sent.position)?;
        let n_stored = n_events(&transaction, who.id, at.round, at.position)?;
        let now = stand(&transaction, &self.plan, self.tutorial.len(), who)?;
        let is_there = at.is_at(&now);
        if sent.from > n_stored && is_there {
            return Err(Refused::Gap(n_stored));
        }
        // What is stored was sent before, and its answer was lost; or another page plays.
        let known = events_from(&transaction, who.id, at.round, at.position, sent.from)?;
        let mut both = known.iter().zip(&sent.events);
        let is_same = both.all(|(known, sent)| known == sent);
        let new = sent.events.get(known.len()..).unwrap_or_default();
        if !is_same || !new.is_empty() && !is_there {
            let step = step(&transaction, &self.plan, &self.tutorial, who)?;
            transaction.commit()?;
            return Err(match is_same {
                true => Refused::Elsewhere(Box::new(step)),
                false => Refused::Mixed(n_stored, Box::new(step)),
            });
        }
        if new.is_empty() {
            return Ok(n_stored);
        }
        if n_stored + new.len() as u64 > MAX_LOG {
            let why = "this level has all events it can have; go on to the next";
            return Err(Refused::TooMany(why));
        }
        let put = "INSERT INTO event (participant, round, position, seq, t, e)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
        let mut statement = transaction.prepare_cached(put)?;
        for (seq, event) in (n_stored..).zip(new) {
            let row = params![who.id, at.round, at.position, seq, event.t, event.e.word()];
            statement.execute(row)?;
        }
        drop(statement);
        transaction.commit()?;
        Ok(n_stored + new.len() as u64)
    }

    /// A player goes on after so many milliseconds.
    pub fn go_on(
        &mut self,
        token: &str,
        round: u32,
        position: u8,
        t: u64,
    ) -> Result<Step, Refused> {
        if t > MAX_TIME {
            return Err(Refused::Nonsense(
                "this took longer than a month".to_owned(),
            ));
        }
        let plan = self.plan.clone();
        let at = At::of(&plan, round, position)?;
        self.taken_on(token, |transaction, who, now| {
            if at.is_at(now) {
                let update = "UPDATE place SET stopped = ?4
                    WHERE participant = ?1 AND round = ?2 AND position = ?3";
                transaction.execute(update, params![who.id, at.round, at.position, t])?;
                return Ok(Taken::There);
            }
            let places = places(transaction, who.id, at.round)?;
            let mut places = places.iter();
            let is_same = |place: &Place| place.position == at.position && place.stopped == Some(t);
            Ok(match places.any(is_same) {
                // The answer to the same request was lost.
                true => Taken::There,
                false => Taken::Elsewhere,
            })
        })
    }

    /// Stores the answers of a round: all of them, in the journal and in the database, or
    /// none.
    pub fn answers(&mut self, token: &str, round: u32, answers: &Answers) -> Result<Step, Refused> {
        if let Some(problem) = answers.problem() {
            return Err(Refused::Nonsense(problem.to_owned()));
        }
        let plan = self.plan.clone();
        let at = At::of(&plan, round, 1)?;
        let transaction = immediate(&mut self.connection)?;
        let who = participant(&transaction, token)?;
        let now = stand(&transaction, &plan, self.tutorial.len(), who)?;
        if !matches!(now, Stand::Questions(now, _) if now == round) {
            let known = answers_of(&transaction, who.id, at.round)?;
            let step = step(&transaction, &plan, &self.tutorial, who)?;
            transaction.commit()?;
            return match known == Some(*answers) {
                // The answer to the same request was lost.
                true => Ok(step),
                false => Err(Refused::Elsewhere(Box::new(step))),
            };
        }
        put_answers(&transaction, who.id, at.round, answers)?;
        let finished = finished(&transaction, who, at.round, answers)?;
        let then = step(&transaction, &plan, &self.tutorial, who)?;
        // Whatever becomes of the database, it is known from here on.
        self.journal.add(&finished)?;
        transaction.commit()?;
        Ok(then)
    }
}

/// A level of a round.
struct At<'p> {
    number: u32,
    round: &'p str,
    position: u8,
}

impl<'p> At<'p> {
    fn of(plan: &'p Plan, number: u32, position: u8) -> Result<At<'p>, Refused> {
        let round = (number as usize).checked_sub(1);
        let round = round.and_then(|round| plan.rounds.get(round));
        match round {
            Some(round) if position == 1 || position == 2 => Ok(At {
                number,
                round: &round.name,
                position,
            }),
            _ => Err(Refused::Nonsense(
                "there is no such round or level".to_owned(),
            )),
        }
    }

    fn is_at(&self, stand: &Stand) -> bool {
        matches!(stand, Stand::Play(number, _, place)
            if *number == self.number && place.position == self.position)
    }
}

/// Stores answers.
pub(super) fn put_answers(
    transaction: &Transaction,
    id: u32,
    round: &str,
    answers: &Answers,
) -> Result<(), Fault> {
    let put = "INSERT INTO answer (participant, round, more_interesting, more_difficult,
        interesting_1, difficult_1, interesting_2, difficult_2)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    let [one, two] = answers.stars;
    let row = params![
        id,
        round,
        answers.more_interesting,
        answers.more_difficult,
        one.interesting,
        one.difficult,
        two.interesting,
        two.difficult
    ];
    transaction.execute(put, row)?;
    Ok(())
}

fn answers_of(transaction: &Transaction, id: u32, round: &str) -> Result<Option<Answers>, Fault> {
    let query = format!("{ANSWERS} WHERE participant = ?1 AND round = ?2");
    let answers = transaction.query_row(&query, params![id, round], |row| answers_in(row, 0));
    Ok(answers.optional()?)
}

/// All answers, in the columns that [`answers_in`] reads.
const ANSWERS: &str = "SELECT more_interesting, more_difficult,
    interesting_1, difficult_1, interesting_2, difficult_2 FROM answer";

/// Answers in a row, from this column on.
pub(super) fn answers_in(row: &rusqlite::Row, from: usize) -> rusqlite::Result<Answers> {
    use crate::step::Stars;
    let stars = |at: usize| -> rusqlite::Result<Stars> {
        Ok(Stars {
            interesting: row.get(at)?,
            difficult: row.get(at + 1)?,
        })
    };
    Ok(Answers {
        more_interesting: row.get(from)?,
        more_difficult: row.get(from + 1)?,
        stars: [stars(from + 2)?, stars(from + 4)?],
    })
}

fn finished(
    transaction: &Transaction,
    who: Participant,
    round: &str,
    answers: &Answers,
) -> Result<Finished, Refused> {
    let places = places(transaction, who.id, round)?;
    let Ok([first, second]) = <[Place; 2]>::try_from(places) else {
        return Err(Refused::Nonsense(
            "this round has not been played".to_owned(),
        ));
    };
    let played = |place: Place| -> Result<PlayedLevel, Fault> {
        let events = events(transaction, who.id, round, place.position)?;
        Ok(PlayedLevel {
            level: place.level,
            set: place.set,
            text: place.text,
            stopped: place.stopped.unwrap_or(0),
            log: PlayedLevel::log_of(&events),
        })
    };
    Ok(Finished {
        participant: who.id,
        is_bot: who.is_bot,
        round: round.to_owned(),
        played: [played(first)?, played(second)?],
        answers: *answers,
    })
}
