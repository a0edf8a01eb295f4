//! `--maximize`: of many proposals that meet the requirements, those with most
//! of something. Nothing is written before all were looked at; how far that has
//! come is noted from time to time, since proposals can be made again from
//! their numbers.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::in_order::in_order;
use super::journal::{Candidate, Entry};
use super::keeper::level_name;
use super::maker::{Found, Outcome};
use super::summary::fraction;
use super::{Work, worker};

/// A note is made after so many proposals.
const NOTED: u64 = 1000;

/// The best come first; of equals the earlier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Rank(Candidate);

impl Ord for Rank {
    fn cmp(&self, other: &Rank) -> std::cmp::Ordering {
        let ((a, b), (c, d)) = (self.0.value, other.0.value);
        // a/b against c/d, the greater one first.
        let by_value = (u128::from(c) * u128::from(b)).cmp(&(u128::from(a) * u128::from(d)));
        by_value.then(self.0.proposal.cmp(&other.0.proposal))
    }
}

impl PartialOrd for Rank {
    fn partial_cmp(&self, other: &Rank) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Work<'_> {
    /// Looks at all proposals and keeps the best.
    pub(super) fn choose_best(&mut self) -> Result<(), String> {
        if self.summary.is_full() {
            return Ok(());
        }
        let mut best = Best::new(self.args.count);
        self.remember(&mut best)?;
        let numbers = self.summary.proposed..self.args.of.unwrap_or(0);
        let is_new = !numbers.is_empty();
        let mut failure = None;
        let (maker, session, clock) = (self.maker, self.session, self.clock);
        let seconds = self.seconds_a_level();
        in_order(
            numbers,
            self.args.effort.threads(),
            || worker(maker, session, clock, seconds),
            |number, outcome| match self.weigh(number, outcome, &mut best) {
                Ok(flow) => flow,
                Err(message) => {
                    failure = Some(message);
                    ControlFlow::Break(())
                }
            },
        );
        if let Some(message) = failure {
            return Err(message);
        }
        // Before the first is written: then all of them are known if writing
        // fails or is interrupted.
        if is_new {
            self.note(&best)?;
        }
        match self.summary.stopped {
            Some(_) => Ok(()),
            None => self.keep_best(best),
        }
    }

    /// What an earlier run found.
    fn remember(&mut self, best: &mut Best) -> Result<(), String> {
        let noted = self.journal.entries.iter().rev();
        let mut noted = noted.filter(|entry| !entry.best.is_empty());
        let mut proposer = self.maker.design.proposer();
        let noted = noted.next().map_or(&[][..], |entry| &entry.best);
        if noted.len() > best.count {
            return Err(
                "the journal is damaged: it has more of the best than are wanted".to_owned(),
            );
        }
        for candidate in noted {
            let text = self.maker.text_again(&mut *proposer, candidate.proposal)?;
            best.ranks.insert(Rank(*candidate), Held::Again(text));
        }
        Ok(())
    }

    fn weigh(
        &mut self,
        number: u64,
        outcome: Outcome,
        best: &mut Best,
    ) -> Result<ControlFlow<()>, String> {
        if let Some(found) = self.sorted(number, outcome)? {
            best.enter(number, found);
        }
        if self.summary.stopped.is_some() {
            return Ok(ControlFlow::Break(()));
        }
        if (number + 1).is_multiple_of(NOTED) {
            self.note(best)?;
        }
        Ok(ControlFlow::Continue(()))
    }

    fn note(&mut self, best: &Best) -> Result<(), String> {
        let entry = Entry {
            best: best.ranks.keys().map(|rank| rank.0).collect(),
            ..self.entry()
        };
        self.write_entry(entry)
    }

    /// Writes the best, those first that were proposed first.
    fn keep_best(&mut self, best: Best) -> Result<(), String> {
        let mut proposer = self.maker.design.proposer();
        let figure = self.maker.figure;
        let line = |Rank(Candidate { proposal, value }): &Rank| {
            let figure = figure.unwrap_or_default();
            format!(
                "{}: {figure} {}",
                level_name(self.maker, *proposal),
                fraction(*value)
            )
        };
        self.summary.best = best.ranks.keys().map(line).collect();
        let mut chosen: Vec<_> = best.ranks.into_iter().collect();
        chosen.sort_by_key(|(rank, _)| rank.0.proposal);
        for (rank, held) in chosen {
            let number = rank.0.proposal;
            let go_on = || self.session.go_on(&self.clock);
            let found = match held {
                Held::Now(found) => found,
                Held::Again(_) => match self.maker.outcome(&mut *proposer, number, &go_on) {
                    Outcome::Kept(found) if found.value == Some(rank.0.value) => found,
                    Outcome::Stopped(stop) => {
                        self.summary.stopped = Some(stop);
                        return Ok(());
                    }
                    Outcome::Kept(_) => {
                        return Err(format!(
                            "the journal is damaged: proposal {number} has another value than it says"
                        ));
                    }
                    _ => return Err(format!("proposal {number} could not be made again")),
                },
            };
            // What an interrupted run wrote is there already.
            if !self.keeper.has(&found.text) {
                self.keep(number, &found)?;
            }
        }
        Ok(())
    }
}

/// The best so far.
struct Best {
    count: usize,
    ranks: BTreeMap<Rank, Held>,
}

/// A proposal that is among the best.
enum Held {
    Now(Found),
    /// The text of one that an earlier run found: it has to be proved again.
    Again(String),
}

impl Held {
    fn text(&self) -> &str {
        match self {
            Held::Now(found) => &found.text,
            Held::Again(text) => text,
        }
    }
}

impl Best {
    fn new(count: u64) -> Best {
        Best {
            count: usize::try_from(count).unwrap_or(usize::MAX),
            ranks: BTreeMap::new(),
        }
    }

    fn enter(&mut self, proposal: u64, found: Found) {
        let Some(value) = found.value else {
            return;
        };
        let is_same = |other: &Held| super::keeper::same_drawing(other.text(), &found.text);
        if self.ranks.values().any(is_same) {
            return;
        }
        self.ranks
            .insert(Rank(Candidate { proposal, value }), Held::Now(found));
        if self.ranks.len() > self.count {
            self.ranks.pop_last();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greatest_comes_first_and_of_equals_the_earliest() {
        let rank = |proposal, value| Rank(Candidate { proposal, value });
        let mut ranks = [
            rank(1, (1, 2)),
            rank(2, (5, 1)),
            rank(3, (2, 4)),
            rank(0, (1, 3)),
        ];
        ranks.sort();
        assert_eq!(ranks.map(|rank| rank.0.proposal), [2, 1, 3, 0]);
    }
}
