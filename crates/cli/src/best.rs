//! Runs of the kind that is wanted, and the rows that tell of them.

use std::time::Duration;

use playproof::{Budget, Error, Phase, Prepared};
use playproof_analysis::{AStar, Best, Cost, Mcts, Optimizing, Playing, Tally};
use playproof_report::{Quality, Row};

use crate::args::PlayerArg;
use crate::shown_runs::tallies;

/// What kind of run is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// Any.
    Any,
    /// A shortest one.
    Shortest,
    /// One with the fewest of these, and the proof that there are none with
    /// fewer.
    Fewest(Cost),
    /// Whatever a player finds.
    Played(PlayerArg),
}

impl Aim {
    /// Looks for such a run; `better` sees each better one.
    pub fn run(
        self,
        prepared: &Prepared,
        budget: &mut dyn Budget,
        better: &mut dyn FnMut(&Best),
    ) -> Result<Best, Error> {
        match self {
            Aim::Any => prepared.any_run(budget),
            Aim::Played(PlayerArg::Astar) => prepared.played_by(&AStar, "player-astar", budget),
            Aim::Played(PlayerArg::Mcts) => {
                prepared.played_by(&Mcts::default(), "player-mcts", budget)
            }
            Aim::Shortest => prepared.shortest(budget, better),
            Aim::Fewest(cost) => {
                let mut best = prepared.cheapest(cost, budget, better)?;
                if cost == Cost::Pushes {
                    better(&best);
                    prepared.then_moves(&mut best, budget)?;
                }
                Ok(best)
            }
        }
    }

    /// How long the search goes on if nobody says.
    pub fn patience(self) -> Option<Duration> {
        match self {
            Aim::Played(player) => player.patience(),
            _ => None,
        }
    }

    /// What is to be few.
    fn of(self) -> Option<&'static str> {
        match self {
            Aim::Any | Aim::Played(_) => None,
            Aim::Shortest | Aim::Fewest(Cost::Moves) => Some("moves"),
            Aim::Fewest(Cost::Pushes) => Some("pushes"),
        }
    }
}

/// A run that was found, with what is said about it.
pub struct Found {
    pub best: Best,
    aim: Aim,
    letters: Option<String>,
    pushes: Option<u64>,
    tallies: Vec<Tally>,
}

impl Found {
    pub fn new(prepared: &Prepared, best: Best, aim: Aim) -> Found {
        let certificate = best.found.certificate.as_ref();
        let run = certificate.and_then(|certificate| prepared.run_of(certificate));
        Found {
            letters: run.as_ref().and_then(|run| prepared.letters(run)),
            pushes: prepared.pushes_of(&best.found),
            tallies: tallies(prepared, run.as_slice()),
            best,
            aim,
        }
    }

    /// The row of this run.
    pub fn row(&self, base: &Row, phase: Phase) -> Row {
        let mut row = base.clone();
        let letters = self.letters.clone();
        row.best(&self.best, self.aim.of(), letters, self.pushes, phase);
        row.scored(&self.tallies);
        if let Aim::Played(player) = self.aim {
            row.run.quality = Quality::Played(player.name());
        }
        row
    }

    /// The run as files of levels have it.
    pub fn lurd(&self) -> Option<String> {
        let names = self.best.found.solution.as_ref()?;
        let first = |name: &String| name.chars().next();
        self.best.cost?;
        self.letters
            .clone()
            .or_else(|| names.iter().map(first).collect())
    }
}
