//! Methods side by side on the same level: the proof, whose run is checked and a
//! shortest one, and players, whose runs are checked too.
//!
//! The model-based method's time is that of the whole road, from the level's text to
//! the checked answer, as the published one includes making and compiling a
//! model. A player's time is that of playing alone: it gets the level ready to play.

use core::time::Duration;

use playproof::{Playproof, Prepared, Property, Step};
use playproof_analysis::Replaying;
use playproof_players::{AStar, Board, Mcts, Player};

use crate::experiment::{REPETITIONS, Setting};
use crate::proposed::{Field, level_of};
use crate::tables::{mean, or_none, percent, seconds};

/// How many times the model-based method's time tree search gets, as published.
pub const PATIENCE: f64 = 100.0;

/// What the proof says of a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It can be won, in so many moves and not in fewer.
    Winnable(u64),
    /// It cannot be won.
    NotWinnable,
    /// No answer within the limits, or none that the checker accepted.
    Open,
}

/// What came of playing.
pub struct Attempt {
    /// How long the run is that wins, if there is one; it is checked.
    pub moves: Option<u64>,
    pub seconds: f64,
    /// States looked at; by tree search, the moves that it simulated.
    states: u64,
}

/// A level with what each method made of it.
pub struct Trial {
    pub answer: Answer,
    /// Of the whole road.
    pub seconds: f64,
    pub astar: Attempt,
    /// With [`PATIENCE`] times as long as the road took.
    pub mcts: Attempt,
}

impl Trial {
    /// How long the shortest winning run is.
    pub fn shortest(&self) -> Option<u64> {
        match self.answer {
            Answer::Winnable(moves) => Some(moves),
            Answer::NotWinnable | Answer::Open => None,
        }
    }

    /// Whether tree search won within so many times the road's time. The same
    /// seed plays the same moves, so that a shorter limit needs no other run.
    pub fn mcts_won_within(&self, times: f64) -> bool {
        self.mcts.moves.is_some() && self.mcts.seconds <= times * self.seconds
    }

    /// Whether A* says the same: as short a run, or none.
    pub fn astar_agrees(&self) -> bool {
        match self.answer {
            Answer::Open => false,
            _ => self.astar.moves == self.shortest(),
        }
    }
}

/// What to count of the levels of a size.
pub struct Tally<'a> {
    trials: &'a [Trial],
}

impl<'a> Tally<'a> {
    /// Of these levels.
    pub fn of(trials: &'a [Trial]) -> Tally<'a> {
        Tally { trials }
    }

    /// How many are proved not to be winnable.
    pub fn n_hopeless(&self) -> usize {
        let is_hopeless = |t: &&Trial| t.answer == Answer::NotWinnable;
        self.trials.iter().filter(is_hopeless).count()
    }

    /// Those that count: all that are not proved to be hopeless, so that what
    /// is left open counts against the proof.
    pub fn n_counted(&self) -> usize {
        self.trials.len() - self.n_hopeless()
    }

    /// How many of these a method solved.
    pub fn n_solved(&self, is_solved: impl Fn(&Trial) -> bool) -> usize {
        self.trials.iter().filter(|t| is_solved(t)).count()
    }

    /// Their share.
    pub fn share(&self, is_solved: impl Fn(&Trial) -> bool) -> String {
        percent(self.n_solved(is_solved), self.n_counted())
    }

    /// The same as a number.
    pub fn percent(&self, is_solved: impl Fn(&Trial) -> bool) -> f64 {
        100.0 * self.n_solved(is_solved) as f64 / self.n_counted().max(1) as f64
    }

    /// How many million moves tree search simulates in a second.
    pub fn pace(&self) -> String {
        let (states, seconds) = self.trials.iter().fold((0.0, 0.0), |(n, s), trial| {
            (n + trial.mcts.states as f64, s + trial.mcts.seconds)
        });
        or_none((seconds > 0.0).then(|| format!("{:.1}", states / seconds / 1e6)))
    }

    /// The mean time limit of tree search.
    pub fn limit(&self) -> String {
        let limits = self.trials.iter().map(|t| PATIENCE * t.seconds);
        or_none(mean(limits).map(seconds))
    }
}

/// Tries all methods on the first `n` levels of a field; fewer if cancelled.
pub fn trials(setting: &Setting, number: u32, field: Field, n: usize) -> Vec<Trial> {
    let playproof = Playproof::default();
    let mut trials = Vec::new();
    for (i, text) in field.texts(n).enumerate() {
        if setting.is_cancelled() {
            break;
        }
        setting.show(|| {
            let (game, size) = (field.game(), field.size());
            format!("experiment {number}: {game} {size}, level {} of {n}", i + 1)
        });
        let (answer, seconds) = proved(setting, &playproof, field, &text, REPETITIONS);
        let level = level_of(&text);
        let prepared = prepared(&playproof, &level, field);
        let limit = Duration::from_secs_f64(PATIENCE * seconds);
        let patient = Setting {
            timeout: Some(setting.timeout.map_or(limit, |t| t.min(limit))),
            ..*setting
        };
        trials.push(Trial {
            answer,
            seconds,
            astar: played(setting, &prepared, &AStar),
            mcts: played(&patient, &prepared, &Mcts::default()),
        });
    }
    trials
}

/// A proposal that is ready for questions.
pub fn prepared<'a>(
    playproof: &'a Playproof,
    level: &'a playproof::Level,
    field: Field,
) -> Prepared<'a> {
    let prepared = playproof.prepare(level, Some(field.game()));
    prepared.expect("a proposal is a level of its game")
}

/// The road from a level's text to the checked answer; of so many times the
/// median.
pub fn proved(
    setting: &Setting,
    playproof: &Playproof,
    field: Field,
    text: &str,
    repetitions: usize,
) -> (Answer, f64) {
    setting.median_of(repetitions, |_, budget| {
        let level = level_of(text);
        let prepared = prepared(playproof, &level, field);
        // Breadth-first search gives shortest runs.
        let proof = prepared.verify(&Property::Solvable, Some("explicit"), budget);
        let proof = proof.expect("breadth-first search decides whether a level can be won");
        match proof.length {
            Some(moves) if proof.holds() => Answer::Winnable(moves),
            _ if proof.violated() => Answer::NotWinnable,
            _ => Answer::Open,
        }
    })
}

/// Lets a player play once, and has the run checked.
fn played(setting: &Setting, prepared: &Prepared, player: &dyn Player) -> Attempt {
    with_board(prepared, |board| {
        let (played, seconds) = setting.timed(|_, budget| player.play(board, budget));
        let won = played.won.then(|| {
            let actions = &board.game.signature().actions;
            let names = played.run.steps.iter().filter_map(|step| match step {
                Step::Act { action, .. } => Some(actions[action.index()].name.clone()),
                Step::Stutter => None,
            });
            let names: Vec<String> = names.collect();
            wins(setting, prepared, &names).then_some(names.len() as u64)
        });
        Attempt {
            moves: won.flatten(),
            seconds,
            states: played.states,
        }
    })
}

/// Gives somebody the level as players see it.
pub fn with_board<T>(prepared: &Prepared, play: impl FnOnce(&Board) -> T) -> T {
    let subject = prepared.play().expect("a proposal can be played");
    let reach = subject.question().reach();
    let view = prepared.view();
    play(&Board {
        game: &subject,
        win: reach.expect("winning is being somewhere").target,
        place: &|state| view.player(state),
        goals: view.goals(),
    })
}

/// Whether the checker accepts the moves as a run that wins.
fn wins(setting: &Setting, prepared: &Prepared, moves: &[String]) -> bool {
    let unhurried = Setting {
        timeout: None,
        ..*setting
    };
    let (won, _) = unhurried.timed(|_, budget| {
        let run = prepared.follow(moves).ok()?.ok()?;
        prepared.won_by(&run, budget).ok()?
    });
    won.is_some_and(|proof| proof.holds())
}
