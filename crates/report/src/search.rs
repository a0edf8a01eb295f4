//! How an answer was looked for: by which engines, and what they saw.

use playproof::Proof;
use playproof_analysis::{Iteration, Iterative};
use serde::Serialize;

use crate::attempts::Attempt;
use crate::contenders::ContenderRow;

/// How an answer was looked for.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Search {
    /// The engine that gave the answer.
    pub engine: Option<String>,
    /// Those that raced for it, the favourite first; none without a race.
    pub contenders: Vec<ContenderRow>,
    /// What each engine made of it, if all were asked.
    pub engines: Vec<Attempt>,
    /// States that the engine saw; none where no engine ran.
    pub states: Option<u64>,
    /// The engine knows of no shorter run to what is asked for. Not checked.
    pub lower_bound: Option<u32>,
    /// How it was solved, if that was done part by part.
    pub iterations: Option<Stages>,
}

impl Search {
    /// Enters the search that led to an answer.
    pub(crate) fn enter(&mut self, proof: &Proof) {
        self.engine = Some(proof.engine.to_owned());
        self.contenders = proof.contenders.iter().map(ContenderRow::from).collect();
        self.states = Some(proof.states);
        self.lower_bound = proof.lower_bound;
    }
}

/// How a level was solved part by part.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Stages {
    /// The parts of the run, in order, as far as they came.
    pub stages: Vec<Stage>,
    /// How often a dead end was left again.
    pub dead_ends: u64,
    /// What one part is called, and several.
    #[serde(skip)]
    pub parts: [&'static str; 2],
}

impl From<&Iterative> for Stages {
    fn from(solved: &Iterative) -> Stages {
        Stages {
            stages: solved.iterations.iter().map(Stage::from).collect(),
            dead_ends: solved.dead_ends,
            parts: solved.parts,
        }
    }
}

/// A part of a run that was found part by part.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Stage {
    /// The boxes off goals at its beginning, or what else the goal consists of.
    pub before: usize,
    /// The same at its end.
    pub left: usize,
    /// Its moves.
    pub moves: u64,
    /// Those of them that are pushes, where there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pushes: Option<u64>,
    /// The states seen in its search.
    pub states: u64,
    /// How long its search took.
    pub seconds: f64,
}

impl From<&Iteration> for Stage {
    fn from(iteration: &Iteration) -> Stage {
        Stage {
            before: iteration.before,
            left: iteration.left,
            moves: iteration.moves,
            pushes: iteration.pushes,
            states: iteration.states,
            seconds: (iteration.seconds * 1e6).round() / 1e6,
        }
    }
}
