//! The smallest repairs of a dungeon: the fewest changes after which it can be won, or
//! after which it cannot be lost.
//!
//! All single changes are tried; if none of them helps, two at once, until a pair does.
//! Every repair that is found is a level of its own that went the road. A change is of
//! no use if the goals of the changed level are outside of a closed set of facts, if
//! more than it would be of no use (`generous.rs`), if a play that lost before still
//! loses, or if the checker accepted that what is wanted is violated.

use std::collections::HashMap;

use playproof_certify::Budget;
use playproof_dungeon::canonical::{DungeonLevel, HornRules, Plan};
use playproof_dungeon::{
    Change, MissingCore, changed, changes, closure, generous, may_be_won, missing_core,
};
use playproof_level::Level;
use playproof_model::Property;

use crate::effort::{Effort, LEAST, Purse};
use crate::error::Error;
use crate::proof::Proof;
use crate::road::Prepared;
use crate::runs::Winnable;

/// So many plays that lose are remembered.
const PLAYS: usize = 16;

/// Once something helps, others that do are looked for with this part of the effort.
const FOR_OTHERS: u64 = 10;

/// Changes after which the dungeon is as it is wanted.
#[derive(Clone, Debug)]
pub struct DungeonRepair {
    /// One change, or two.
    pub changes: Vec<Change>,
    /// The level after them, as its own text says it.
    pub level: Level,
    /// The proof that it is as wanted.
    pub proof: Proof,
    /// How many others of the same sort, a single change each, do as well.
    pub n_alike: u64,
}

/// What came of trying changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tried {
    /// How many help.
    pub helpful: u64,
    /// How many are of no use.
    pub futile: u64,
    /// How many could not be decided.
    pub undecided: u64,
    /// Whether there are no others.
    pub is_all: bool,
}

impl Tried {
    /// How many there were.
    pub fn n(&self) -> u64 {
        self.helpful + self.futile + self.undecided
    }
}

/// What came of the search for repairs.
#[derive(Clone, Debug, Default)]
pub struct DungeonRepairs {
    /// Of single changes the first of each sort; otherwise the first pair.
    pub found: Vec<DungeonRepair>,
    /// What came of single changes.
    pub singles: Tried,
    /// What came of pairs of changes, which are tried until one helps.
    pub pairs: Tried,
}

impl DungeonRepairs {
    /// Whether fewer changes are known to be of no use.
    pub fn are_smallest(&self) -> bool {
        let is_single = |repair: &DungeonRepair| repair.changes.len() == 1;
        let singles_tried = self.singles.is_all && self.singles.undecided == 0;
        !self.found.is_empty() && (singles_tried || self.found.iter().all(is_single))
    }
}

/// The fewest facts that would make the goals of rules reachable if they were given.
/// What that costs is counted in states: one for each rule gone through.
pub fn smallest_core(rules: &HornRules, effort: Effort, budget: &mut dyn Budget) -> MissingCore {
    let mut purse = Purse::new(budget, effort);
    missing_core(rules, &mut || {
        purse.pay(rules.rules.len() as u64 + 1);
        match purse.is_empty() {
            true => std::ops::ControlFlow::Break(()),
            false => std::ops::ControlFlow::Continue(()),
        }
    })
}

impl Prepared<'_> {
    /// The smallest repairs of this dungeon, which is the prepared level: after them
    /// `wanted` holds, which is *solvable* or *unlosable* and violated now. A play that
    /// loses saves work; it is without a move where the dungeon cannot be won at all.
    pub fn dungeon_repairs(
        &self,
        dungeon: &DungeonLevel,
        wanted: &Property,
        losing: &[String],
        effort: Effort,
        budget: &mut dyn Budget,
    ) -> Result<DungeonRepairs, Error> {
        let mut search = Search {
            prepared: self,
            dungeon,
            wanted,
            is_winnable: !losing.is_empty(),
            purse: Purse::new(budget, effort),
            hopeful: HashMap::new(),
            winnable: HashMap::new(),
            plays: vec![losing.to_vec()],
        };
        let all = changes(&dungeon.plan);
        let mut repairs = DungeonRepairs::default();
        search.singly(&all, effort, &mut repairs)?;
        if repairs.found.is_empty() {
            search.doubly(&all, &mut repairs)?;
        }
        Ok(repairs)
    }
}

struct Search<'a, 'b> {
    prepared: &'a Prepared<'a>,
    dungeon: &'a DungeonLevel,
    wanted: &'a Property,
    /// Whether the dungeon can be won as it is.
    is_winnable: bool,
    purse: Purse<'b>,
    /// Whether the goals are within reach after generous changes, as far as rules tell.
    hopeful: HashMap<Vec<Change>, bool>,
    /// Whether it can be won after generous changes, as far as that is known.
    winnable: HashMap<Vec<Change>, Option<bool>>,
    /// Plays that lost after some changes, the most useful first.
    plays: Vec<Vec<String>>,
}

/// What came of changes.
enum Trial {
    Helps(Box<DungeonRepair>),
    Futile,
    Undecided,
    Impossible,
}

impl Tried {
    fn count(&mut self, trial: &Trial) {
        match trial {
            Trial::Helps(_) => self.helpful += 1,
            Trial::Futile => self.futile += 1,
            Trial::Undecided => self.undecided += 1,
            Trial::Impossible => {}
        }
    }
}

impl Search<'_, '_> {
    fn singly(
        &mut self,
        all: &[Change],
        effort: Effort,
        repairs: &mut DungeonRepairs,
    ) -> Result<(), Error> {
        // First one of each sort; then, as far as that goes, what else helps.
        let mut rest: Vec<&Change> = Vec::new();
        for alike in all.chunk_by(|a, b| a.sort() == b.sort()) {
            let mut alike = alike.iter();
            for change in alike.by_ref() {
                if self.purse.is_empty() {
                    return Ok(());
                }
                let trial = self.attempt(&[*change])?;
                repairs.singles.count(&trial);
                if let Trial::Helps(repair) = trial {
                    self.purse.keep_at_most(effort.in_all / FOR_OTHERS);
                    repairs.found.push(*repair);
                    break;
                }
            }
            rest.extend(alike);
        }
        for change in rest {
            if self.purse.is_empty() {
                return Ok(());
            }
            let trial = self.attempt(&[*change])?;
            repairs.singles.count(&trial);
            let is_alike = |known: &&mut DungeonRepair| known.changes[0].sort() == change.sort();
            let known = repairs.found.iter_mut().find(is_alike);
            if let (Trial::Helps(_), Some(known)) = (trial, known) {
                known.n_alike += 1;
            }
        }
        repairs.singles.is_all = true;
        Ok(())
    }

    fn doubly(&mut self, all: &[Change], repairs: &mut DungeonRepairs) -> Result<(), Error> {
        for (i, first) in all.iter().enumerate() {
            for second in &all[i..] {
                if self.purse.is_empty() {
                    return Ok(());
                }
                let trial = self.attempt(&[*first, *second])?;
                repairs.pairs.count(&trial);
                if let Trial::Helps(repair) = trial {
                    repairs.found.push(*repair);
                    return Ok(());
                }
            }
        }
        repairs.pairs.is_all = true;
        Ok(())
    }

    /// What comes of changes.
    fn attempt(&mut self, changes: &[Change]) -> Result<Trial, Error> {
        self.purse.pay(1);
        if !self.is_winnable && !self.has_hope(changes) {
            return Ok(Trial::Futile);
        }
        let Some(plan) = changed(&self.dungeon.plan, changes) else {
            return Ok(Trial::Impossible);
        };
        self.purse.pay(size(&plan));
        if !self.is_winnable
            && (!may_be_won(&plan) || self.generously_winnable(changes)? == Some(false))
        {
            return Ok(Trial::Futile);
        }
        let Some(level) = self.level(plan) else {
            return Ok(Trial::Impossible);
        };
        let Ok(prepared) = self.prepared.same_game(&level) else {
            return Ok(Trial::Impossible);
        };
        if self.loses_as_before(&prepared)? {
            return Ok(Trial::Futile);
        }
        let proof = self.proof(&prepared, &level)?;
        if proof.violated() {
            let play = proof.solution.unwrap_or_default();
            if !play.is_empty() {
                self.plays.insert(0, play);
                self.plays.truncate(PLAYS);
            }
            return Ok(Trial::Futile);
        }
        if !proof.holds() {
            return Ok(Trial::Undecided);
        }
        Ok(Trial::Helps(Box::new(DungeonRepair {
            changes: changes.to_vec(),
            level,
            proof,
            n_alike: 0,
        })))
    }

    /// A plan as a level of its own: one that is read from its text, so that whoever
    /// reads that text reads this very level.
    fn level(&self, plan: Plan) -> Option<Level> {
        let changed = DungeonLevel {
            plan,
            ..self.dungeon.clone()
        };
        let text = Level::of_words(changed).text();
        let file = playproof_dungeon::read(&self.dungeon.file, text.as_bytes()).ok()?;
        file.levels.into_iter().next()
    }

    /// Whether the goals are reachable after the generous form of changes, as far as
    /// rules can tell.
    fn has_hope(&mut self, changes: &[Change]) -> bool {
        let forms = generous(&self.dungeon.plan, changes);
        if let Some(&known) = self.hopeful.get(&forms) {
            return known;
        }
        let plan = changed(&self.dungeon.plan, &forms);
        self.purse.pay(plan.as_ref().map_or(0, size));
        let found = plan.as_ref().is_none_or(may_be_won);
        self.hopeful.insert(forms, found);
        found
    }

    /// Whether the dungeon can be won after the generous form of changes, if that is
    /// found out.
    fn generously_winnable(&mut self, changes: &[Change]) -> Result<Option<bool>, Error> {
        let forms = generous(&self.dungeon.plan, changes);
        // What is only given and dropped has been seen to suffice.
        if matches!(self.dungeon.plan, Plan::Rules(_)) || forms == changes {
            return Ok(None);
        }
        if let Some(&known) = self.winnable.get(&forms) {
            return Ok(known);
        }
        let level = changed(&self.dungeon.plan, &forms).and_then(|plan| self.level(plan));
        let proof = match &level {
            Some(level) => self.purse.solvable(self.prepared, level)?,
            None => None,
        };
        let known = proof.and_then(|proof| match (proof.holds(), proof.violated()) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        });
        self.winnable.insert(forms, known);
        Ok(known)
    }

    /// Whether a play that lost before can still be made, and still loses.
    fn loses_as_before(&mut self, prepared: &Prepared) -> Result<bool, Error> {
        if *self.wanted != Property::Unlosable || !self.is_winnable {
            return Ok(false);
        }
        for at in 0..self.plays.len() {
            let Ok(run) = prepared.follow(&self.plays[at])? else {
                continue;
            };
            let Some(end) = run.states.last() else {
                continue;
            };
            self.purse.pay(LEAST / 4);
            let fate = prepared.soon_winnable_from(end.clone(), &mut self.purse);
            if fate == Some(Winnable::NoLonger) {
                self.plays[..=at].rotate_right(1);
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn proof(&mut self, prepared: &Prepared, level: &Level) -> Result<Proof, Error> {
        if *self.wanted == Property::Solvable
            && let Some(actions) = derivation(level)
            && let Ok(run) = prepared.follow(&actions)?
            && let Some(proof) = prepared.won_by(&run, &mut self.purse)?
        {
            // Each step goes through all rules, twice with the checker.
            let n_looks = actions.len() as u64 * 4 * size(&self.dungeon.plan);
            self.purse.pay(LEAST.max(n_looks / 50));
            return Ok(proof);
        }
        self.purse.asked(prepared, self.wanted)
    }
}

/// What it costs to go through a plan, in states.
fn size(plan: &Plan) -> u64 {
    let n = match plan {
        Plan::Map(map) => map.rooms.len() + 2 * map.passages.len(),
        Plan::Rules(rules) => rules.bodies.len(),
    };
    10 + n as u64 / 4
}

/// Of rules, the facts on the way to the goals, in an order in which they can be had.
/// Searching states for it would go through all orders.
fn derivation(level: &Level) -> Option<Vec<String>> {
    let Plan::Rules(rules) = &DungeonLevel::of(level)?.plan else {
        return None;
    };
    let derivation = closure(rules).derivation_of_goals(rules)?;
    let heads = derivation
        .iter()
        .map(|&rule| rules.rules[rule as usize].head);
    Some(
        heads
            .map(|fact| rules.facts[fact as usize].clone())
            .collect(),
    )
}
