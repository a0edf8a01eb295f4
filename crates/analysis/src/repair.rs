//! The smallest repair of a level that cannot be won: the first of its changes
//! with which it can, those before it being proved to be of no use.
//!
//! Single changes come before two at once, and among either the smaller ones
//! first. Where the game seeks repairs in its own way, what it proposes is tried instead.
//! A change is of no use if the level after it cannot be won, or cannot
//! be won even with the stuck pieces alone; what does not touch those is of no
//! use for the reason that they are stuck.

use std::collections::HashMap;

use playproof::{Error, Prepared, Proof};
use playproof_certify::Budget;
use playproof_game::{Change, Insight, Seeker, Spot};
use playproof_level::Level;

use crate::effort::{Effort, Purse};
use crate::stuck::{self, Stuck};

/// Changes after which the level can be won.
#[derive(Clone, Debug)]
pub struct Repair {
    /// One change, or several.
    pub changes: Vec<Change>,
    /// The level after them.
    pub level: Level,
    /// The proof that it can be won.
    pub proof: Proof,
}

/// What came of the search for a repair.
#[derive(Clone, Debug, Default)]
pub struct Repairs {
    /// The first that was found.
    pub found: Option<Repair>,
    /// How many smaller ones are proved to be of no use.
    pub n_futile: u64,
    /// How many smaller ones could not be decided.
    pub n_undecided: u64,
    /// Up to how many changes at once all were tried, where none was found.
    pub exhausted: usize,
    /// Whether the game sought them: it does not propose what it takes to be of no use.
    pub is_sought: bool,
    /// Why there is none, if that is plain to see.
    pub hopeless: Option<String>,
}

impl Repairs {
    /// Whether the repair is proved to be the smallest.
    pub fn is_smallest(&self) -> bool {
        let is_single = |repair: &Repair| repair.changes.iter().map(|c| c.size).sum::<u32>() == 1;
        match (&self.found, self.is_sought) {
            (Some(repair), true) => is_single(repair),
            (Some(_), false) => self.n_undecided == 0,
            (None, _) => false,
        }
    }
}

/// Why a level cannot be won, and what mends it.
pub trait Repairing {
    /// The smallest set of pieces with which alone the level cannot be won.
    /// `None` if it can be won with all of them, if that is not known, or if
    /// the game knows no pieces that can be left out.
    fn stuck(&self, effort: Effort, budget: &mut dyn Budget) -> Result<Option<Stuck>, Error>;

    /// The same, where these pieces are known to be stuck, if they are.
    fn stuck_among(
        &self,
        suspects: &[Spot],
        effort: Effort,
        budget: &mut dyn Budget,
    ) -> Result<Option<Stuck>, Error>;

    /// The smallest change of some kinds, or of all if none is named, after which the
    /// level can be won. What is stuck saves work. `None` if the game knows no changes.
    fn repair(
        &self,
        kinds: &[String],
        stuck: Option<&Stuck>,
        effort: Effort,
        budget: &mut dyn Budget,
    ) -> Result<Option<Repairs>, Error>;
}

impl Repairing for Prepared<'_> {
    fn stuck(&self, effort: Effort, budget: &mut dyn Budget) -> Result<Option<Stuck>, Error> {
        stuck::stuck(self, &[], effort, budget)
    }

    fn stuck_among(
        &self,
        suspects: &[Spot],
        effort: Effort,
        budget: &mut dyn Budget,
    ) -> Result<Option<Stuck>, Error> {
        stuck::stuck(self, suspects, effort, budget)
    }

    fn repair(
        &self,
        kinds: &[String],
        stuck: Option<&Stuck>,
        effort: Effort,
        budget: &mut dyn Budget,
    ) -> Result<Option<Repairs>, Error> {
        let Some(insight) = self.insight() else {
            return Ok(None);
        };
        if let Some(why) = insight.beyond_repair() {
            return Ok(Some(Repairs {
                hopeless: Some(why),
                ..Repairs::default()
            }));
        }
        let mut seeker = insight.seeker();
        let mut changes = match seeker {
            Some(_) => Vec::new(),
            None => insight.changes(),
        };
        changes.retain(|change| kinds.is_empty() || kinds.iter().any(|kind| *kind == change.what));
        let kept = stuck.and_then(|stuck| self.game().insight(&stuck.level));
        let mut search = Search {
            prepared: self,
            insight: &*insight,
            changes,
            core: stuck.zip(kept.as_deref()),
            purse: Purse::new(budget, effort),
            known: HashMap::new(),
            repairs: Repairs::default(),
        };
        if let Some(seeker) = &mut seeker {
            search.sought(&mut **seeker)?;
            return Ok(Some(search.repairs));
        }
        search.singly()?;
        if search.repairs.found.is_none() && !search.purse.is_empty() {
            search.repairs.exhausted = 1;
            search.doubly()?;
        }
        Ok(Some(search.repairs))
    }
}

struct Search<'a, 'b> {
    prepared: &'a Prepared<'a>,
    insight: &'a dyn Insight,
    /// The changes to try, the smallest first.
    changes: Vec<Change>,
    /// The stuck pieces, and what is known of the level with these alone.
    core: Option<(&'a Stuck, &'a dyn Insight)>,
    purse: Purse<'b>,
    /// Whether such levels can be won, by their text.
    known: HashMap<String, Option<bool>>,
    repairs: Repairs,
}

impl Search<'_, '_> {
    /// Tries what the game proposes.
    fn sought(&mut self, seeker: &mut dyn Seeker) -> Result<(), Error> {
        self.repairs.is_sought = true;
        while !self.is_done() {
            let Some(changes) = seeker.next(&mut self.purse) else {
                break;
            };
            if self.attempt(&changes)? {
                break;
            }
        }
        Ok(())
    }

    fn singly(&mut self) -> Result<(), Error> {
        for change in self.changes.clone() {
            if self.is_done() || self.attempt(&[change])? {
                break;
            }
        }
        Ok(())
    }

    fn doubly(&mut self) -> Result<(), Error> {
        let changes = self.changes.clone();
        let sizes: Vec<u32> = changes.iter().map(|change| change.size).collect();
        let largest = sizes.last().copied().unwrap_or(0);
        for total in 2..=2 * largest {
            for (i, first) in changes.iter().enumerate() {
                // The second comes after the first, and its size is the rest.
                let Some(rest) = total.checked_sub(first.size) else {
                    break;
                };
                let from = (i + 1).max(sizes.partition_point(|&size| size < rest));
                let to = sizes.partition_point(|&size| size <= rest);
                for second in changes.get(from..to).unwrap_or_default() {
                    if (&first.what, first.at) == (&second.what, second.at) {
                        continue;
                    }
                    if self.is_done() || self.attempt(&[first.clone(), second.clone()])? {
                        return Ok(());
                    }
                }
            }
        }
        self.repairs.exhausted = 2;
        Ok(())
    }

    fn is_done(&mut self) -> bool {
        self.purse.is_empty()
    }

    /// Whether the level can be won after changes. Impossible changes count as
    /// none at all.
    fn attempt(&mut self, changes: &[Change]) -> Result<bool, Error> {
        let Some(level) = self.insight.changed(changes) else {
            return Ok(false);
        };
        if self.leaves_stuck(changes)? == Some(true) {
            self.repairs.n_futile += 1;
            return Ok(false);
        }
        match self.purse.solvable(self.prepared, &level)? {
            Some(proof) if proof.holds() => {
                self.repairs.found = Some(Repair {
                    changes: changes.to_vec(),
                    level,
                    proof,
                });
                return Ok(true);
            }
            Some(proof) if proof.violated() => self.repairs.n_futile += 1,
            Some(_) => self.repairs.n_undecided += 1,
            None => {}
        }
        Ok(false)
    }

    /// Whether the stuck pieces alone are still stuck after changes, if that
    /// is found out.
    fn leaves_stuck(&mut self, changes: &[Change]) -> Result<Option<bool>, Error> {
        let Some((stuck, insight)) = self.core else {
            return Ok(None);
        };
        let Some([piece, _]) = insight.pieces().map(|pieces| pieces.name()) else {
            return Ok(None);
        };
        let touches = |change: &&Change| change.what != piece || stuck.pieces.contains(&change.at);
        let changes: Vec<Change> = changes.iter().filter(touches).cloned().collect();
        if changes.is_empty() {
            return Ok(Some(true));
        }
        let Some(level) = insight.changed(&changes) else {
            return Ok(None);
        };
        let text = level.text();
        if let Some(&known) = self.known.get(&text) {
            return Ok(known);
        }
        let proof = self.purse.solvable(self.prepared, &level)?;
        let is_stuck = proof.and_then(|proof| match (proof.violated(), proof.holds()) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        });
        self.known.insert(text, is_stuck);
        Ok(is_stuck)
    }
}
