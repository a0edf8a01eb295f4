//! Figures of a level: how long its shortest run is, how it winds, how many
//! states there are, and how difficult it may be. `docs/metrics.md` defines
//! each of them; nothing is proved by them. A game with measures of its own is
//! measured in `choices.rs`.

use std::collections::HashSet;

use playproof::{Error, Limits, Prepared, Run, Verdict};
use playproof_certify::{Budget, Progress};
use playproof_game::Figure;
use playproof_model::{Answer, Formula, Property, Relation, Val, steps};

use crate::choices::measured;

/// Breadth-first search over the game's own steps: the run it finds is a
/// shortest one, and it counts states as the game does.
const ENGINE: &str = "explicit";

/// The most states of a graph that is gone through for figures, unless the
/// caller says otherwise.
pub const MAX_GRAPH: u64 = 200_000;

/// The figures of a level, as far as the budget went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Metrics {
    /// The game.
    pub game: &'static str,
    /// Whether some run wins; checked.
    pub solvable: Option<bool>,
    /// Figures of the measured winning run, if there is one: a shortest run,
    /// or what the game measures instead.
    pub run: Option<RunMetrics>,
    /// How many states play can reach.
    pub states: Option<u64>,
    /// Figures of the game's own, known or not; none in most games.
    pub figures: Vec<Figure>,
    /// How difficult a level that can be won may be.
    pub estimate: Option<u64>,
    /// What became of the question that left a figure open.
    pub open: Option<Verdict>,
}

/// The figures of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunMetrics {
    /// Its length.
    pub moves: u64,
    /// How it winds, where the game counts directions.
    pub winding: Option<Winding>,
    /// The states off the run that one step from it leads to, where the run
    /// goes on to another one; counted anew at every state but the last.
    /// `None` where the game has measures of its own.
    pub wrong_turns: Option<u64>,
}

/// How a run winds. Its first move is neither a turn nor straight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Winding {
    /// Moves in another direction than the move before.
    pub turns: u64,
    /// Moves in the same direction as the move before.
    pub straights: u64,
}

impl Metrics {
    /// How difficult the level may be.
    pub fn difficulty(&self) -> Difficulty {
        match (self.solvable, self.estimate) {
            (Some(false), _) => Difficulty::Unwinnable,
            (_, Some(estimate)) => Difficulty::Known(estimate),
            _ => Difficulty::Unknown,
        }
    }
}

/// Figures of a prepared level.
pub trait Measuring {
    /// Works out the figures of the level. Where the game counts all states by
    /// their graph, it does so up to `max_graph` of them.
    fn metrics(&self, max_graph: u64, budget: &mut dyn Budget) -> Result<Metrics, Error>;

    /// The same without the number of states, which takes longest; it is
    /// there all the same if the level is unsolvable.
    fn run_metrics(&self, budget: &mut dyn Budget) -> Result<Metrics, Error>;
}

impl Measuring for Prepared<'_> {
    fn metrics(&self, max_graph: u64, budget: &mut dyn Budget) -> Result<Metrics, Error> {
        if let Some(measures) = self.game().measures(self.level()) {
            return measured(self, &*measures, max_graph, budget);
        }
        let mut metrics = self.run_metrics(budget)?;
        let is_counted = self.game().counts_states();
        if is_counted && metrics.states.is_none() && metrics.open.is_none() {
            // What cannot be found is looked for everywhere.
            let nowhere = Property::Reach(Formula::Const(false));
            let mut limits = Limits {
                max_states: self.game().is_vast().then_some(max_graph),
                max_bytes: None,
                poll: |progress: &Progress| budget.spend(progress),
            };
            let proof = self.verify(&nowhere, Some(ENGINE), &mut limits)?;
            match proof.verdict {
                Verdict::Decided(_) => metrics.states = Some(proof.states),
                open => metrics.open = Some(open),
            }
        }
        Ok(metrics)
    }

    fn run_metrics(&self, budget: &mut dyn Budget) -> Result<Metrics, Error> {
        if let Some(measures) = self.game().measures(self.level()) {
            return measured(self, &*measures, MAX_GRAPH, budget);
        }
        let is_large = is_too_large_for_shortest(self)?;
        let engine = (!is_large).then_some(ENGINE);
        let proof = self.verify(&Property::Solvable, engine, budget)?;
        let mut metrics = Metrics {
            game: proof.game,
            solvable: None,
            run: None,
            states: None,
            figures: Vec::new(),
            estimate: None,
            open: None,
        };
        let mut won = None;
        match (proof.answer(), proof.verdict) {
            (Some(Answer::Holds), _) if is_large => {
                metrics.solvable = Some(true);
                let certificate = proof.certificate.as_ref();
                let certificate = certificate.filter(|_| self.game().measures_any_run());
                won = certificate.and_then(|certificate| self.run_of(certificate));
            }
            (Some(Answer::Holds), _) => {
                metrics.solvable = Some(true);
                let certificate = proof.certificate.as_ref();
                won = certificate.and_then(|certificate| self.run_of(certificate));
                let run = won.as_ref().map(|run| metrics_of_run(self, run));
                let run = run.transpose()?;
                metrics.run = run;
                metrics.estimate = run.and_then(|run| Some(run.moves + run.wrong_turns?));
            }
            (Some(Answer::Violated), _) => {
                metrics.solvable = Some(false);
                metrics.states = Some(proof.states).filter(|_| !is_large);
            }
            (None, open) => metrics.open = Some(open),
        }
        let moves = won.as_ref().map(|run| &run.actions[..]);
        metrics.figures = self.game().figures(self.level(), moves);
        Ok(metrics)
    }
}

/// Whether the level is one of which a winning run is found and no shortest one.
fn is_too_large_for_shortest(prepared: &Prepared) -> Result<bool, Error> {
    if !prepared.game().is_vast() {
        return Ok(false);
    }
    let subject = prepared.subject(&Property::Solvable)?;
    let task = prepared.task(&subject, &Property::Solvable);
    Ok(prepared.engine_for(&task, None)?.name() != ENGINE)
}

fn metrics_of_run(prepared: &Prepared, run: &Run) -> Result<RunMetrics, Error> {
    Ok(RunMetrics {
        moves: run.actions.len() as u64,
        winding: counts_directions(prepared).then(|| winding(&run.actions)),
        wrong_turns: Some(wrong_turns(prepared, run)?),
    })
}

fn counts_directions(prepared: &Prepared) -> bool {
    let reads_turns = Formula::compare("turns", Relation::Ge, 1);
    prepared.subject(&Property::Reach(reads_turns)).is_ok()
}

fn wrong_turns(prepared: &Prepared, run: &Run) -> Result<u64, Error> {
    let subject = prepared.play()?;
    let mut visited: HashSet<&[Val]> = HashSet::new();
    let mut n_wrong = 0;
    for pair in run.states.windows(2) {
        visited.insert(&pair[0]);
        let mut wrong: HashSet<Vec<Val>> = HashSet::new();
        steps(&subject, &pair[0], &mut |_, next| {
            if next != pair[1] && !visited.contains(next) {
                wrong.insert(next.to_vec());
            }
        });
        n_wrong += wrong.len() as u64;
    }
    Ok(n_wrong)
}

fn winding(actions: &[String]) -> Winding {
    let pairs = actions.windows(2);
    let turns = pairs.clone().filter(|pair| pair[0] != pair[1]).count();
    Winding {
        turns: turns as u64,
        straights: (pairs.len() - turns) as u64,
    }
}

/// How difficult a level may be: the length of its run and the wrong turns
/// that it offers, added; or what the game says instead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Difficulty {
    /// This much.
    Known(u64),
    /// It cannot be won, which is harder than anything.
    Unwinnable,
    /// The budget did not suffice.
    Unknown,
}

/// Whether levels get harder in the order in which they are given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trend {
    /// None is easier than the one before.
    Rising,
    /// The first pair, by position, of which the later one is easier. Those
    /// in between are of unknown difficulty.
    Falls {
        /// The harder one.
        from: usize,
        /// The easier one after it.
        to: usize,
    },
    /// No pair falls, but some difficulty is unknown.
    Unknown,
}

impl Difficulty {
    /// The number, if there is one.
    pub fn known(self) -> Option<u64> {
        match self {
            Difficulty::Known(n) => Some(n),
            Difficulty::Unwinnable | Difficulty::Unknown => None,
        }
    }

    /// What levels are compared by; none of what is unknown.
    fn height(self) -> Option<(bool, u64)> {
        match self {
            Difficulty::Known(n) => Some((false, n)),
            Difficulty::Unwinnable => Some((true, 0)),
            Difficulty::Unknown => None,
        }
    }

    /// Whether levels of these difficulties get harder.
    pub fn trend(levels: &[Difficulty]) -> Trend {
        let mut highest = None;
        for (to, level) in levels.iter().enumerate() {
            let Some(height) = level.height() else {
                continue;
            };
            match highest {
                Some((from, before)) if before > height => return Trend::Falls { from, to },
                _ => highest = Some((to, height)),
            }
        }
        match levels.contains(&Difficulty::Unknown) {
            true => Trend::Unknown,
            false => Trend::Rising,
        }
    }

    /// The positions of these levels from the easiest to the hardest. Equals
    /// stay in their order; the unknown come after all that can be won, those
    /// that cannot be won last.
    pub fn rising_order(levels: &[Difficulty]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..levels.len()).collect();
        order.sort_by_key(|&i| match levels[i] {
            Difficulty::Known(n) => (0, n),
            Difficulty::Unknown => (1, 0),
            Difficulty::Unwinnable => (2, 0),
        });
        order
    }
}

#[cfg(test)]
mod tests {
    use super::Difficulty::{Known, Unknown, Unwinnable};
    use super::*;
    use playproof::{Playproof, Stop, Unlimited};
    use std::ops::ControlFlow;

    fn metrics(level: &str) -> Metrics {
        let file = playproof::read("level", level.as_bytes()).unwrap();
        let playproof = Playproof::default();
        let prepared = playproof.prepare(&file.levels[0], None).unwrap();
        prepared.metrics(MAX_GRAPH, &mut Unlimited).unwrap()
    }

    #[test]
    fn a_corridor_offers_no_wrong_turn() {
        let metrics = metrics("A000G\n");
        let run = metrics.run.unwrap();
        assert_eq!((run.moves, run.wrong_turns), (4, Some(0)));
        let straight = Winding {
            turns: 0,
            straights: 3,
        };
        assert_eq!(run.winding, Some(straight));
        assert_eq!(metrics.states, Some(5));
        assert_eq!(metrics.difficulty(), Known(4));
    }

    #[test]
    fn every_way_off_the_run_is_a_wrong_turn() {
        // Up and down at the start, down in the middle.
        let metrics = metrics("01111\n00110\nA00G0\n00111\n");
        assert_eq!(metrics.run.unwrap().wrong_turns, Some(1 + 1 + 2));
        assert_eq!(metrics.difficulty(), Known(3 + 4));
        // The goal ends play, so that what lies behind it is not reached.
        assert_eq!(metrics.states, Some(4 + 5));
    }

    #[test]
    fn a_corner_is_a_turn_and_the_first_move_neither() {
        let winding = metrics("A00\n110\nG00\n").run.unwrap().winding.unwrap();
        assert_eq!((winding.turns, winding.straights), (2, 3));
        let at_the_goal = metrics("AG\n").run.unwrap().winding.unwrap();
        assert_eq!((at_the_goal.turns, at_the_goal.straights), (0, 0));
    }

    #[test]
    fn what_cannot_be_won_has_states_only() {
        let metrics = metrics("A01G\n");
        assert_eq!((metrics.solvable, metrics.run), (Some(false), None));
        assert_eq!(metrics.states, Some(2));
        assert_eq!(metrics.difficulty(), Unwinnable);
    }

    #[test]
    fn a_limit_leaves_figures_open() {
        let file = playproof::read("level", b"A000G\n00000\n").unwrap();
        let playproof = Playproof::default();
        let prepared = playproof.prepare(&file.levels[0], None).unwrap();
        let mut limits = Limits {
            max_states: Some(2),
            max_bytes: None,
            poll: |_: &_| ControlFlow::Continue(()),
        };
        let metrics = prepared.metrics(MAX_GRAPH, &mut limits).unwrap();
        assert_eq!(metrics.difficulty(), Unknown);
        let stopped = playproof::Reason::Stopped(Stop::States);
        assert_eq!(metrics.open, Some(Verdict::Unknown(stopped)));
    }

    #[test]
    fn a_trend_falls_where_a_level_is_easier_than_one_before() {
        let trend = Difficulty::trend;
        assert_eq!(trend(&[]), Trend::Rising);
        assert_eq!(trend(&[Known(3), Known(3), Known(9)]), Trend::Rising);
        let falls = |from, to| Trend::Falls { from, to };
        assert_eq!(trend(&[Known(3), Known(9), Known(4)]), falls(1, 2));
        assert_eq!(trend(&[Known(9), Unknown, Known(4)]), falls(0, 2));
        assert_eq!(trend(&[Known(3), Unknown, Known(4)]), Trend::Unknown);
        assert_eq!(trend(&[Known(3), Unwinnable]), Trend::Rising);
        assert_eq!(trend(&[Unwinnable, Known(3)]), falls(0, 1));
    }

    #[test]
    fn the_order_is_stable_and_rises() {
        let levels = [Unwinnable, Known(5), Unknown, Known(2), Known(5)];
        let order = Difficulty::rising_order(&levels);
        assert_eq!(order, [3, 1, 4, 2, 0]);
        let sorted: Vec<Difficulty> = order.iter().map(|&i| levels[i]).collect();
        assert_eq!(Difficulty::trend(&sorted), Trend::Unknown);
    }
}
