//! The smallest repairs of a dungeon: the fewest changes after which it can be won, or
//! after which it cannot be lost.
//!
//! All single changes are tried; if none of them helps, two at once, until a pair does.
//! Every repair that is found is a level of its own that went the road. A change is of
//! no use if the goals of the changed level are outside of a closed set of facts, if
//! more than it would be of no use (`generous.rs`), if a play that lost before still
//! loses, or if the checker accepted that what is wanted is violated.

use std::collections::HashMap;
use std::ops::ControlFlow;

use playproof_game::{Decision, Interrupted, Prover};
use playproof_level::Level;
use playproof_model::{Answer, Property};

use crate::canonical::{DungeonLevel, HornRules, Plan};
use crate::{
    Change, MissingCore, changed, changes, closure, generous, may_be_won, missing_core, read,
};

/// A search is taken to cost at least as much as this many states.
const LEAST: u64 = 1_000;

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
    pub proof: Decision,
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
pub fn smallest_core(rules: &HornRules, prover: &mut dyn Prover) -> MissingCore {
    missing_core(rules, &mut || {
        prover.pay(rules.rules.len() as u64 + 1);
        match prover.is_exhausted() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    })
}

/// The smallest repairs of a dungeon: after them `wanted` holds, which is *solvable* or
/// *unlosable* and violated now. A play that loses saves work; it is without a move
/// where the dungeon cannot be won at all.
pub fn dungeon_repairs(
    dungeon: &DungeonLevel,
    wanted: &Property,
    losing: &[String],
    prover: &mut dyn Prover,
) -> Result<DungeonRepairs, Interrupted> {
    let mut search = Search {
        dungeon,
        wanted,
        is_winnable: !losing.is_empty(),
        prover,
        hopeful: HashMap::new(),
        winnable: HashMap::new(),
        plays: vec![losing.to_vec()],
    };
    let all = changes(&dungeon.plan);
    let mut repairs = DungeonRepairs::default();
    search.singly(&all, &mut repairs)?;
    if repairs.found.is_empty() {
        search.doubly(&all, &mut repairs)?;
    }
    Ok(repairs)
}

struct Search<'a> {
    dungeon: &'a DungeonLevel,
    wanted: &'a Property,
    /// Whether the dungeon can be won as it is.
    is_winnable: bool,
    prover: &'a mut dyn Prover,
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

impl Search<'_> {
    fn singly(&mut self, all: &[Change], repairs: &mut DungeonRepairs) -> Result<(), Interrupted> {
        // First one of each sort; then, as far as that goes, what else helps.
        let mut rest: Vec<&Change> = Vec::new();
        for alike in all.chunk_by(|a, b| a.sort() == b.sort()) {
            let mut alike = alike.iter();
            for change in alike.by_ref() {
                if self.prover.is_exhausted() {
                    return Ok(());
                }
                let trial = self.attempt(&[*change])?;
                repairs.singles.count(&trial);
                if let Trial::Helps(repair) = trial {
                    self.prover.keep_a_part(FOR_OTHERS);
                    repairs.found.push(*repair);
                    break;
                }
            }
            rest.extend(alike);
        }
        for change in rest {
            if self.prover.is_exhausted() {
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

    fn doubly(&mut self, all: &[Change], repairs: &mut DungeonRepairs) -> Result<(), Interrupted> {
        for (i, first) in all.iter().enumerate() {
            for second in &all[i..] {
                if self.prover.is_exhausted() {
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
    fn attempt(&mut self, changes: &[Change]) -> Result<Trial, Interrupted> {
        self.prover.pay(1);
        if !self.is_winnable && !self.has_hope(changes) {
            return Ok(Trial::Futile);
        }
        let Some(plan) = changed(&self.dungeon.plan, changes) else {
            return Ok(Trial::Impossible);
        };
        self.prover.pay(size(&plan));
        if !self.is_winnable
            && (!may_be_won(&plan) || self.generously_winnable(changes)? == Some(false))
        {
            return Ok(Trial::Futile);
        }
        let Some(level) = self.level(plan) else {
            return Ok(Trial::Impossible);
        };
        if self.loses_as_before(&level)? {
            return Ok(Trial::Futile);
        }
        let Some(proof) = self.proof(&level)? else {
            return Ok(Trial::Impossible);
        };
        match proof.answer {
            Some(Answer::Violated) => {
                if !proof.moves.is_empty() {
                    self.plays.insert(0, proof.moves);
                    self.plays.truncate(PLAYS);
                }
                return Ok(Trial::Futile);
            }
            None => return Ok(Trial::Undecided),
            Some(Answer::Holds) => {}
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
        let file = read(&self.dungeon.file, text.as_bytes()).ok()?;
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
        self.prover.pay(plan.as_ref().map_or(0, size));
        let found = plan.as_ref().is_none_or(may_be_won);
        self.hopeful.insert(forms, found);
        found
    }

    /// Whether the dungeon can be won after the generous form of changes, if that is
    /// found out.
    fn generously_winnable(&mut self, changes: &[Change]) -> Result<Option<bool>, Interrupted> {
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
            Some(level) => self.prover.decide(level, &Property::Solvable)?,
            None => None,
        };
        let known = proof.and_then(|proof| Some(proof.answer? == Answer::Holds));
        self.winnable.insert(forms, known);
        Ok(known)
    }

    /// Whether a play that lost before can still be made, and still loses.
    fn loses_as_before(&mut self, level: &Level) -> Result<bool, Interrupted> {
        if *self.wanted != Property::Unlosable || !self.is_winnable {
            return Ok(false);
        }
        for at in 0..self.plays.len() {
            if self.prover.lost_by(level, &self.plays[at])? {
                self.plays[..=at].rotate_right(1);
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn proof(&mut self, level: &Level) -> Result<Option<Decision>, Interrupted> {
        if *self.wanted == Property::Solvable
            && let Some(actions) = derivation(level)
            && let Some(proof) = self.prover.won_by(level, &actions)?
        {
            // Each step goes through all rules, twice with the checker.
            let n_looks = actions.len() as u64 * 4 * size(&self.dungeon.plan);
            self.prover.pay(LEAST.max(n_looks / 50));
            return Ok(Some(proof));
        }
        self.prover.decide(level, self.wanted)
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
