//! Where participants stand, and what takes them on.

use fastrand::Rng;
use rusqlite::{OptionalExtension, Transaction, params};

use super::open::{Store, immediate, new_token};
use crate::assign::{Free, choose};
use crate::fault::Fault;
use crate::levels::{StudyLevel, shown};
use crate::plan::Plan;
use crate::step::{Deed, Event, Played, Step};

/// Participants of a study; whoever knows the code could fill the disk with more.
const MAX_PARTICIPANTS: i64 = 100_000;

/// Why a request of a participant was not done.
#[derive(Debug)]
pub enum Refused {
    /// Nobody has this token.
    Unknown,
    /// It makes no sense.
    Nonsense(String),
    /// They are not at this step, but at another one.
    Elsewhere(Box<Step>),
    /// Events in between are missing; so many are stored.
    Gap(u64),
    /// Other events are stored there: somebody else plays with the same token.
    Mixed(u64, Box<Step>),
    /// There are too many of something.
    TooMany(&'static str),
    /// It could not be stored.
    Fault(Fault),
}

impl<E: Into<Fault>> From<E> for Refused {
    fn from(fault: E) -> Refused {
        Refused::Fault(fault.into())
    }
}

/// A participant.
#[derive(Clone, Copy)]
pub(super) struct Participant {
    pub id: u32,
    pub is_bot: bool,
    has_agreed: bool,
    tutorials: u32,
}

/// A level that a participant got.
pub(super) struct Place {
    pub position: u8,
    pub level: String,
    pub set: String,
    pub text: String,
    pub stopped: Option<u64>,
}

impl Store {
    /// A new participant's token.
    pub fn join(&mut self, is_bot: bool) -> Result<String, Refused> {
        let token = new_token()?;
        let transaction = immediate(&mut self.connection)?;
        let count = "SELECT count(*) FROM participant";
        let n: i64 = transaction.query_row(count, [], |row| row.get(0))?;
        if n >= MAX_PARTICIPANTS {
            return Err(Refused::TooMany(
                "this study has all participants it can have",
            ));
        }
        let put = "INSERT INTO participant (token, is_bot) VALUES (?1, ?2)";
        transaction.execute(put, params![token, is_bot])?;
        transaction.commit()?;
        Ok(token)
    }

    /// Where a participant stands.
    pub fn now(&mut self, token: &str) -> Result<Step, Refused> {
        self.taken_on(token, |_, _, _| Ok(Taken::There))
    }

    /// A participant agrees; or does not, and nothing stays of them.
    pub fn consent(&mut self, token: &str, agrees: bool) -> Result<Step, Refused> {
        if agrees {
            return self.taken_on(token, |transaction, who, _| {
                let update = "UPDATE participant SET has_agreed = 1 WHERE id = ?1";
                transaction.execute(update, [who.id])?;
                Ok(Taken::There)
            });
        }
        let transaction = immediate(&mut self.connection)?;
        let who = participant(&transaction, token)?;
        if who.has_agreed {
            let step = step(&transaction, &self.plan, &self.tutorial, who)?;
            return Err(Refused::Elsewhere(Box::new(step)));
        }
        transaction.execute("DELETE FROM participant WHERE id = ?1", [who.id])?;
        transaction.commit()?;
        Ok(Step::Done)
    }

    /// A participant is done with a level of the tutorial.
    pub fn tutorial(&mut self, token: &str, n: u32) -> Result<Step, Refused> {
        self.taken_on(token, |transaction, who, now| match now {
            Stand::Tutorial(now) if n == *now => {
                let update = "UPDATE participant SET tutorials = ?2 WHERE id = ?1";
                transaction.execute(update, params![who.id, n])?;
                Ok(Taken::There)
            }
            // The answer to the same request was lost.
            _ if n >= 1 && n <= who.tutorials => Ok(Taken::There),
            _ => Ok(Taken::Elsewhere),
        })
    }

    /// Does what takes a participant on from where they stand, all of it or nothing, and
    /// says at which step they are then.
    pub(super) fn taken_on(
        &mut self,
        token: &str,
        work: impl FnOnce(&Transaction, Participant, &Stand) -> Result<Taken, Refused>,
    ) -> Result<Step, Refused> {
        let transaction = immediate(&mut self.connection)?;
        let who = participant(&transaction, token)?;
        let now = stand(&transaction, &self.plan, self.tutorial.len(), who)?;
        let taken = work(&transaction, who, &now)?;
        let who = participant(&transaction, token)?;
        let then = step(&transaction, &self.plan, &self.tutorial, who)?;
        // Levels that they got meanwhile are theirs, in any case.
        transaction.commit()?;
        match taken {
            Taken::There => Ok(then),
            Taken::Elsewhere => Err(Refused::Elsewhere(Box::new(then))),
        }
    }
}

/// Whether a request was about where a participant stands.
pub(super) enum Taken {
    /// It was, and is done.
    There,
    /// It was about another step, and nothing was done.
    Elsewhere,
}

/// Where a participant stands, without all that a page is shown there.
pub(super) enum Stand<'p> {
    Consent,
    Full,
    /// The level of the tutorial, from 1.
    Tutorial(u32),
    /// The round by its number from 1 and its name, and the level.
    Play(u32, &'p str, Place),
    Questions(u32, [Place; 2]),
    Done,
}

/// The participant with a token.
pub(super) fn participant(transaction: &Transaction, token: &str) -> Result<Participant, Refused> {
    let query = "SELECT id, is_bot, has_agreed, tutorials FROM participant WHERE token = ?1";
    let who = transaction.query_row(query, [token], |row| {
        Ok(Participant {
            id: row.get(0)?,
            is_bot: row.get(1)?,
            has_agreed: row.get(2)?,
            tutorials: row.get(3)?,
        })
    });
    who.optional()?.ok_or(Refused::Unknown)
}

/// Where a participant stands. Whoever comes to a round gets their levels here.
pub(super) fn stand<'p>(
    transaction: &Transaction,
    plan: &'p Plan,
    n_tutorials: usize,
    who: Participant,
) -> Result<Stand<'p>, Fault> {
    if !who.has_agreed {
        // Nobody should read and agree for nothing.
        let first = plan.rounds.first().map_or("", |round| &round.name);
        let (free, _) = of_round(transaction, first, who.is_bot)?;
        let n_sets = free.values().filter(|levels| !levels.is_empty()).count();
        return Ok(if n_sets < 2 {
            Stand::Full
        } else {
            Stand::Consent
        });
    }
    if (who.tutorials as usize) < n_tutorials {
        return Ok(Stand::Tutorial(who.tutorials + 1));
    }
    for (number, round) in (1..).zip(&plan.rounds) {
        if has_answered(transaction, who.id, &round.name)? {
            continue;
        }
        let mut got = places(transaction, who.id, &round.name)?;
        if got.is_empty() {
            let of_player = u64::from(who.id) << 8 ^ u64::from(number);
            let mut chance = Rng::with_seed(plan.seed.wrapping_mul(1_000_003) ^ of_player);
            if !assign(transaction, &round.name, who, &mut chance)? {
                let is_first = number == 1;
                return Ok(if is_first { Stand::Full } else { Stand::Done });
            }
            got = places(transaction, who.id, &round.name)?;
        }
        if let Some(at) = got.iter().position(|place| place.stopped.is_none()) {
            return Ok(Stand::Play(number, &round.name, got.swap_remove(at)));
        }
        if let Ok(both) = <[Place; 2]>::try_from(got) {
            return Ok(Stand::Questions(number, both));
        }
    }
    Ok(Stand::Done)
}

/// The same with all that a page is shown there.
pub(super) fn step(
    transaction: &Transaction,
    plan: &Plan,
    tutorial: &[StudyLevel],
    who: Participant,
) -> Result<Step, Fault> {
    let rounds = u32::try_from(plan.rounds.len()).unwrap_or(u32::MAX);
    Ok(match stand(transaction, plan, tutorial.len(), who)? {
        Stand::Consent => Step::Consent {
            title: plan.title.clone(),
            text: plan.consent.clone(),
        },
        Stand::Full => Step::Full,
        Stand::Tutorial(n) => Step::Tutorial {
            n,
            of: u32::try_from(tutorial.len()).unwrap_or(u32::MAX),
            level: tutorial[n as usize - 1].shown(),
        },
        Stand::Play(round, name, place) => {
            let events = events(transaction, who.id, name, place.position)?;
            let words: Vec<&str> = events.iter().map(|event| event.e.word()).collect();
            Step::Play {
                round,
                rounds,
                position: place.position,
                level: shown(&place.text),
                seq: events.len() as u64,
                played: Played {
                    log: words.join(" "),
                    t: events.last().map_or(0, |event| event.t),
                },
            }
        }
        Stand::Questions(round, places) => Step::Questions {
            round,
            rounds,
            levels: places.map(|place| shown(&place.text)),
        },
        Stand::Done => Step::Done,
    })
}

/// The free levels of a round by their sets, and the sets that others got in their order.
fn of_round(
    transaction: &Transaction,
    round: &str,
    is_bot: bool,
) -> Result<(Free, Vec<[String; 2]>), Fault> {
    let mut free = Free::new();
    let query = "SELECT id, of_set FROM level WHERE round = ?1 AND is_present = 1
        AND NOT EXISTS (SELECT 1 FROM place WHERE place.level = level.id AND place.is_bot = ?2)
        ORDER BY id";
    let mut query = transaction.prepare_cached(query)?;
    let mut rows = query.query(params![round, is_bot])?;
    while let Some(row) = rows.next()? {
        free.entry(row.get(1)?).or_default().push(row.get(0)?);
    }
    let query = "SELECT one.of_set, two.of_set FROM place AS first
        JOIN place AS second ON second.participant = first.participant
            AND second.round = first.round AND second.position = 2
        JOIN level AS one ON one.id = first.level
        JOIN level AS two ON two.id = second.level
        WHERE first.round = ?1 AND first.position = 1 AND first.is_bot = ?2";
    let mut query = transaction.prepare_cached(query)?;
    let pairs = query.query_map(params![round, is_bot], |row| Ok([row.get(0)?, row.get(1)?]))?;
    let pairs: Result<Vec<[String; 2]>, _> = pairs.collect();
    Ok((free, pairs?))
}

/// Gives a participant two levels of a round; whether there were two.
fn assign(
    transaction: &Transaction,
    round: &str,
    who: Participant,
    chance: &mut Rng,
) -> Result<bool, Fault> {
    let (free, earlier) = of_round(transaction, round, who.is_bot)?;
    let Some(pair) = choose(&free, &earlier, chance) else {
        return Ok(false);
    };
    for (position, (_, level)) in (1..).zip(pair) {
        let put = "INSERT INTO place (participant, round, position, level, is_bot)
            VALUES (?1, ?2, ?3, ?4, ?5)";
        transaction.execute(put, params![who.id, round, position, level, who.is_bot])?;
    }
    Ok(true)
}

fn has_answered(transaction: &Transaction, id: u32, round: &str) -> Result<bool, Fault> {
    let query = "SELECT 1 FROM answer WHERE participant = ?1 AND round = ?2";
    let answered = transaction.query_row(query, params![id, round], |_| Ok(()));
    Ok(answered.optional()?.is_some())
}

/// The levels that a participant got in a round, in the order of play.
pub(super) fn places(transaction: &Transaction, id: u32, round: &str) -> Result<Vec<Place>, Fault> {
    let query = "SELECT position, name, of_set, text, stopped
        FROM place JOIN level ON level.id = place.level
        WHERE participant = ?1 AND place.round = ?2 ORDER BY position";
    let mut query = transaction.prepare_cached(query)?;
    let places = query.query_map(params![id, round], |row| {
        Ok(Place {
            position: row.get(0)?,
            level: row.get(1)?,
            set: row.get(2)?,
            text: row.get(3)?,
            stopped: row.get(4)?,
        })
    })?;
    Ok(places.collect::<Result<_, _>>()?)
}

/// How many events are stored of a play.
pub(super) fn n_events(
    transaction: &Transaction,
    id: u32,
    round: &str,
    position: u8,
) -> Result<u64, Fault> {
    let query = "SELECT coalesce(max(seq) + 1, 0) FROM event
        WHERE participant = ?1 AND round = ?2 AND position = ?3";
    let mut query = transaction.prepare_cached(query)?;
    Ok(query.query_row(params![id, round, position], |row| row.get(0))?)
}

/// What is stored of a play.
pub(super) fn events(
    transaction: &Transaction,
    id: u32,
    round: &str,
    position: u8,
) -> Result<Vec<Event>, Fault> {
    events_from(transaction, id, round, position, 0)
}

/// The same from an event on, by its number from 0.
pub(super) fn events_from(
    transaction: &Transaction,
    id: u32,
    round: &str,
    position: u8,
    from: u64,
) -> Result<Vec<Event>, Fault> {
    let query = "SELECT t, e FROM event
        WHERE participant = ?1 AND round = ?2 AND position = ?3 AND seq >= ?4 ORDER BY seq";
    let mut query = transaction.prepare_cached(query)?;
    let mut rows = query.query(params![id, round, position, from])?;
    let mut events = Vec::new();
    while let Some(row) = rows.next()? {
        let word: String = row.get(1)?;
        if let Some(e) = Deed::of_word(&word) {
            events.push(Event { t: row.get(0)?, e });
        }
    }
    Ok(events)
}
