//! The smallest set of pieces that is already stuck: with these alone the
//! level cannot be won, so that the others do not matter.
//!
//! Sets of one and two are tried first. If none of them is stuck, pieces are
//! taken away one by one for as long as the rest is stuck, and then the sets
//! are tried that are smaller than what remains.

use playproof::{Error, Prepared, Proof};
use playproof_certify::Budget;
use playproof_game::{Pieces, Spot};
use playproof_level::Level;

use crate::effort::{Effort, Purse};
use crate::fatal::is_won_by;

/// Pieces that are stuck.
#[derive(Clone, Debug)]
pub struct Stuck {
    /// Where they are, row by row.
    pub pieces: Vec<Spot>,
    /// What is known of smaller sets.
    pub minimality: Minimality,
    /// The level with these pieces only.
    pub level: Level,
    /// The proof that it cannot be won.
    pub proof: Proof,
}

/// What is known of sets that are smaller than a stuck one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Minimality {
    /// With any fewer pieces the level can be won.
    Smallest,
    /// With any of these pieces taken away the level can be won.
    NoneToSpare,
    /// Not enough.
    NotKnown,
}

/// As [`Repairing::stuck`](crate::Repairing::stuck) says.
pub(crate) fn stuck(
    prepared: &Prepared,
    suspects: &[Spot],
    effort: Effort,
    budget: &mut dyn Budget,
) -> Result<Option<Stuck>, Error> {
    let insight = prepared.insight();
    let pieces = insight.as_ref().and_then(|insight| insight.pieces());
    let Some(pieces) = pieces.filter(|pieces| !pieces.spots().is_empty()) else {
        return Ok(None);
    };
    let mut search = Search {
        prepared,
        pieces,
        purse: Purse::new(budget, effort),
        wins: Vec::new(),
        n_undecided: 0,
    };
    if !suspects.is_empty()
        && let Some(mut stuck) = search.is_stuck(suspects)?
    {
        search.without_spare(&mut stuck)?;
        return Ok(Some(stuck));
    }
    search.smallest()
}

struct Search<'a, 'b> {
    prepared: &'a Prepared<'a>,
    pieces: &'a dyn Pieces,
    purse: Purse<'b>,
    /// Sets with which the level is won, and by which actions.
    wins: Vec<(Vec<Spot>, Vec<String>)>,
    n_undecided: u64,
}

impl Search<'_, '_> {
    fn smallest(&mut self) -> Result<Option<Stuck>, Error> {
        let all = self.pieces.spots().to_vec();
        for size in 1..all.len().min(3) {
            if let Some(stuck) = self.of_size(&all, size)? {
                return Ok(Some(stuck));
            }
        }
        let smaller_undecided = self.n_undecided;
        let Some(mut found) = self.is_stuck(&all)? else {
            return Ok(None);
        };
        self.n_undecided = 0;
        self.without_spare(&mut found)?;
        let none_to_spare = self.n_undecided == 0;
        self.n_undecided = smaller_undecided;
        for size in 3..found.pieces.len() {
            if let Some(stuck) = self.of_size(&all, size)? {
                return Ok(Some(stuck));
            }
        }
        found.minimality = match (self.n_undecided, none_to_spare) {
            (0, _) => Minimality::Smallest,
            (_, true) => Minimality::NoneToSpare,
            (_, false) => Minimality::NotKnown,
        };
        Ok(Some(found))
    }

    /// Takes pieces away one by one for as long as the rest is stuck.
    fn without_spare(&mut self, found: &mut Stuck) -> Result<(), Error> {
        let n_undecided = self.n_undecided;
        for piece in found.pieces.clone() {
            let rest = found.pieces.iter().filter(|p| **p != piece);
            let rest: Vec<Spot> = rest.copied().collect();
            if rest.is_empty() {
                break;
            }
            if let Some(stuck) = self.is_stuck(&rest)? {
                *found = stuck;
            }
        }
        if self.n_undecided == n_undecided {
            found.minimality = Minimality::NoneToSpare;
        }
        Ok(())
    }

    /// The first stuck set of a size.
    fn of_size(&mut self, all: &[Spot], size: usize) -> Result<Option<Stuck>, Error> {
        let n_undecided = self.n_undecided;
        let mut chosen: Vec<usize> = (0..size).collect();
        loop {
            if self.purse.is_empty() {
                self.n_undecided += 1;
                return Ok(None);
            }
            let set: Vec<Spot> = chosen.iter().map(|&i| all[i]).collect();
            if let Some(mut stuck) = self.is_stuck(&set)? {
                stuck.minimality = match n_undecided {
                    0 => Minimality::Smallest,
                    _ => Minimality::NotKnown,
                };
                return Ok(Some(stuck));
            }
            // The next choice, in the order of the pieces.
            let last = |i: &usize| chosen[*i] < all.len() - size + i;
            let Some(i) = (0..size).rev().find(last) else {
                return Ok(None);
            };
            chosen[i] += 1;
            for j in i + 1..size {
                chosen[j] = chosen[j - 1] + 1;
            }
        }
    }

    /// The proof that the level cannot be won with these pieces alone, if so.
    fn is_stuck(&mut self, set: &[Spot]) -> Result<Option<Stuck>, Error> {
        let Some(level) = self.pieces.with_only(set) else {
            self.n_undecided += 1;
            return Ok(None);
        };
        // What wins with more pieces wins with fewer; it is played all the same.
        if let Ok(fewer) = self.prepared.same_game(&level) {
            let more = self.wins.iter().filter(|(won, _)| {
                let has = |piece: &Spot| won.contains(piece);
                set.iter().all(has)
            });
            if more
                .into_iter()
                .any(|(_, actions)| is_won_by(&fewer, actions))
            {
                return Ok(None);
            }
        }
        if self.purse.is_empty() {
            self.n_undecided += 1;
            return Ok(None);
        }
        match self.purse.solvable(self.prepared, &level)? {
            Some(proof) if proof.violated() => Ok(Some(Stuck {
                pieces: set.to_vec(),
                minimality: Minimality::NotKnown,
                level,
                proof,
            })),
            Some(proof) if proof.holds() => {
                self.wins
                    .push((set.to_vec(), proof.solution.unwrap_or_default()));
                Ok(None)
            }
            _ => {
                self.n_undecided += 1;
                Ok(None)
            }
        }
    }
}
