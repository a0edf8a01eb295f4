//! A favourite with a head start, and rivals that begin when it is used up.
//!
//! The favourite works on the calling thread and is never restarted: it has
//! its head start alone, counted in states and not in time, so that a task
//! which it decides within that has the same evidence on every machine. What
//! outlives the head start is raced, and who wins is a matter of time.
//!
//! Only the calling thread asks the caller's budget. Rivals are told to stop
//! through theirs, and all of them have ended when the race is over.

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::{Builder, Scope, scope};

use playproof_certify::{Budget, Engine, Finding, Outcome, Progress, Reason, Stop, Task};
use playproof_model::Unsupported;

use super::track::{FAVOURITE, Lane, RivalBudget, Track};

/// The states that a favourite sees before it has rivals: some hundredths of a
/// second, and enough for most levels.
pub const HEAD_START: u64 = 10_000;

/// What a thread of its own has less of than the program's first one unless
/// it is asked for: engines may recurse as deep as formulas and tables go.
const STACK: usize = 8 << 20;

/// Who races.
pub struct Portfolio<'a> {
    /// Begins, on the calling thread.
    pub favourite: &'a dyn Engine,
    /// Those who may come after it, the most promising first. Some may turn
    /// out not to support the task.
    pub rivals: Vec<&'a dyn Engine>,
    /// How many rivals search at a time. If there are more, the last ones take
    /// turns.
    pub at_once: usize,
    /// Until the favourite has seen so many head starts more, all of them search at
    /// the same time, however many they are: who needs only a moment has it at once.
    pub opening: u64,
    /// The states after which rivals start.
    pub head_start: u64,
}

/// How a race ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PortfolioOutcome {
    /// Whose outcome it is: the winner's, or if nobody decided the task, that
    /// of the one that learned most.
    pub engine: &'static str,
    /// What it said.
    pub outcome: Outcome,
    /// All that took part, the favourite first; it alone, if there was no race.
    pub contenders: Vec<Contender>,
}

/// One that took part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contender {
    /// The engine.
    pub engine: &'static str,
    /// What became of it.
    pub finish: Finish,
}

/// How an engine came out of a race.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finish {
    /// It decided the task first.
    First,
    /// Another was first.
    Beaten,
    /// It ended without an answer.
    Undecided(Reason),
}

impl Portfolio<'_> {
    /// Decides the task by whoever is first. With no rivals, or none at a
    /// time, no thread is started.
    pub fn decide(&self, task: &Task, budget: &mut dyn Budget) -> PortfolioOutcome {
        let rivals: &[_] = match self.at_once {
            0 => &[],
            _ => &self.rivals,
        };
        let track = Track::new(1 + rivals.len(), self.at_once);
        let stop = scope(|scope| {
            // If the favourite panics, the others must not search on while
            // the scope waits for them.
            let _whatever_happens = StopAll(&track);
            let mut referee = Referee {
                scope,
                task,
                rivals,
                track: &track,
                portfolio: self,
                budget,
                n_started: 0,
                is_open: false,
                turn: 0,
                stop: None,
            };
            track.start(FAVOURITE);
            let outcome = self.favourite.check(task, &mut referee);
            track.end(FAVOURITE, outcome);
            referee.await_rivals();
            referee.stop
        });
        self.result(track, stop)
    }

    /// What became of everybody; `stop` if the caller wanted no more.
    fn result(&self, track: Track, stop: Option<Stop>) -> PortfolioOutcome {
        let board = track.into_board();
        let engines = std::iter::once(self.favourite).chain(self.rivals.iter().copied());
        let ended = engines.zip(board.lanes).enumerate();
        let mut ended: Vec<(usize, &'static str, Outcome)> = ended
            .filter_map(|(number, (engine, lane))| match lane {
                Lane::Ended(outcome) => Some((number, engine.name(), *outcome)),
                _ => None,
            })
            .collect();
        let contenders = ended.iter().map(|(number, engine, outcome)| {
            let finish = match (&outcome.finding, board.first) {
                (_, Some(first)) if first == *number => Finish::First,
                (Finding::Unknown(Reason::Stopped(Stop::Cancelled)), Some(_)) => Finish::Beaten,
                (Finding::Unknown(reason), _) => Finish::Undecided(reason.clone()),
                _ => Finish::Beaten,
            };
            Contender { engine, finish }
        });
        let contenders = contenders.collect();
        let speaker = match board.first {
            Some(first) => ended.iter().position(|(number, ..)| *number == first),
            None => {
                let places = 0..ended.len();
                places.max_by_key(|&place| (ended[place].2.lower_bound, Reverse(place)))
            }
        };
        // The favourite has always ended, so that there is one.
        let (_, engine, mut outcome) = ended.swap_remove(speaker.unwrap_or(FAVOURITE));
        if let (Finding::Unknown(reason), Some(stop)) = (&mut outcome.finding, stop) {
            *reason = Reason::Stopped(stop);
        }
        PortfolioOutcome {
            engine,
            outcome,
            contenders,
        }
    }
}

/// Stops everybody when it goes.
struct StopAll<'t>(&'t Track);

impl Drop for StopAll<'_> {
    fn drop(&mut self) {
        self.0.stop_all(Stop::Cancelled);
    }
}

/// Watches over the race from the calling thread: between the favourite's
/// batches as its budget, and after its end by itself.
struct Referee<'r, 'scope, 'env> {
    scope: &'scope Scope<'scope, 'env>,
    task: &'env Task<'env>,
    rivals: &'env [&'env dyn Engine],
    track: &'env Track,
    portfolio: &'r Portfolio<'env>,
    budget: &'r mut dyn Budget,
    n_started: usize,
    /// The head start is over.
    is_open: bool,
    /// Turns that are over, each as long as a head start. The favourite's states are
    /// the clock.
    turn: u64,
    /// Why the caller wants no more.
    stop: Option<Stop>,
}

impl Budget for Referee<'_, '_, '_> {
    fn spend(&mut self, progress: &Progress) -> ControlFlow<Stop> {
        let turn = progress.states / self.portfolio.head_start.max(1);
        self.is_open |= turn > 0;
        if turn > self.turn {
            self.turn = turn;
            self.track.open_to_all(turn <= self.portfolio.opening);
            self.track.pass_on();
        }
        self.track.report(FAVOURITE, progress)?;
        self.look();
        self.track.report(FAVOURITE, progress)
    }
}

impl Referee<'_, '_, '_> {
    /// Asks the caller's budget about everybody, ends the race if it is
    /// decided, and starts the rivals when it is their time.
    fn look(&mut self) {
        if self.track.is_decided() {
            self.track.stop_all(Stop::Cancelled);
            return;
        }
        if self.stop.is_some() {
            return;
        }
        for number in 0..=self.n_started {
            let progress = self.track.progress_of(number);
            let Some(progress) = progress else { continue };
            if let ControlFlow::Break(stop) = self.budget.spend(&progress) {
                self.settle(number, stop);
            }
            if self.stop.is_some() {
                return;
            }
        }
        while self.is_open && self.n_started < self.rivals.len() {
            self.start_next();
        }
    }

    /// A limit was hit while the budget was asked about this one.
    fn settle(&mut self, number: usize, stop: Stop) {
        match stop {
            // The rest of the memory may be enough for another.
            Stop::Memory => self.track.stop(self.track.first_to_give_up(), stop),
            Stop::States if number != FAVOURITE => self.track.stop(number, stop),
            // Who limits the states wants to know what comes of so many, the
            // same every time, and not who else may know the answer.
            Stop::States | Stop::Time | Stop::Cancelled | Stop::Incomplete | Stop::Bound => {
                self.stop = Some(stop);
                self.track.stop_all(stop);
            }
        }
    }

    fn start_next(&mut self) {
        let engine = self.rivals[self.n_started];
        self.n_started += 1;
        let (number, task, track) = (self.n_started, self.task, self.track);
        track.start(number);
        let run = move || {
            let mut budget = RivalBudget { track, number };
            if track.await_turn(number).is_break() {
                return track.withdraw(number);
            }
            let search = || match engine.supports(task) {
                Ok(()) => Some(engine.check(task, &mut budget)),
                Err(_) => None,
            };
            // A panic is a bug that costs this engine's answer, not the others'.
            match catch_unwind(AssertUnwindSafe(search)) {
                Ok(Some(outcome)) => track.end(number, outcome),
                Ok(None) => track.withdraw(number),
                Err(_) => track.end(number, broken()),
            }
        };
        let thread = Builder::new().stack_size(STACK);
        // Where no more threads can be had, there is one rival less.
        if thread.spawn_scoped(self.scope, run).is_err() {
            track.withdraw(number);
        }
    }

    /// The favourite has ended; the others go on until one decides the task
    /// or none is left.
    fn await_rivals(&mut self) {
        self.is_open = true;
        // Its threads are free, and nobody counts turns any more.
        self.track.open_to_all(true);
        loop {
            let mark = self.track.n_news();
            self.look();
            if self.track.n_running() == 0 {
                return;
            }
            self.track.wait(mark);
        }
    }
}

/// What comes of an engine that panicked.
fn broken() -> Outcome {
    Outcome::unsupported(Unsupported("it broke off: a bug in the engine".into()))
}
