//! What those who race know of each other: how far each has come, who was
//! first, and who is told to stop.
//!
//! Everything is behind one lock. Engines ask their budget every few
//! milliseconds, so nobody waits for it.

use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use playproof_certify::{Budget, Outcome, Progress, Stop, Verdict};

/// The place of the favourite among the lanes.
pub(super) const FAVOURITE: usize = 0;

/// One engine of the race.
#[derive(Default)]
pub(super) enum Lane {
    /// It has not started.
    #[default]
    Waiting,
    /// It was found not to be able to treat the task.
    Withdrawn,
    /// It searches; once it is told to stop, why.
    Running(Progress, Option<Stop>),
    /// It came to an end.
    Ended(Box<Outcome>),
}

/// All lanes.
pub(super) struct Track {
    board: Mutex<Board>,
    changed: Condvar,
}

pub(super) struct Board {
    pub lanes: Vec<Lane>,
    /// Who decided the task first.
    pub first: Option<usize>,
    /// Counts what happened, so that nothing is missed by who waits.
    n_news: u64,
}

impl Board {
    fn running(&self) -> impl Iterator<Item = (usize, &Progress, &Option<Stop>)> {
        let lanes = self.lanes.iter().enumerate();
        lanes.filter_map(|(number, lane)| match lane {
            Lane::Running(progress, stop) => Some((number, progress, stop)),
            _ => None,
        })
    }

    fn stop(&mut self, number: usize, why: Stop) {
        if let Lane::Running(_, stop) = &mut self.lanes[number] {
            stop.get_or_insert(why);
        }
    }
}

impl Track {
    pub fn new(n_lanes: usize) -> Track {
        Track {
            board: Mutex::new(Board {
                lanes: (0..n_lanes).map(|_| Lane::default()).collect(),
                first: None,
                n_news: 0,
            }),
            changed: Condvar::new(),
        }
    }

    fn board(&self) -> MutexGuard<'_, Board> {
        // No change of the board can be left half done.
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, change: impl FnOnce(&mut Board)) {
        let mut board = self.board();
        change(&mut board);
        board.n_news += 1;
        self.changed.notify_all();
    }

    /// It begins.
    pub fn start(&self, number: usize) {
        self.tell(|board| board.lanes[number] = Lane::Running(Progress::default(), None));
    }

    /// It cannot treat the task after all.
    pub fn withdraw(&self, number: usize) {
        self.tell(|board| board.lanes[number] = Lane::Withdrawn);
    }

    /// It came to this end. The first that decided anything is the winner.
    pub fn end(&self, number: usize, outcome: Outcome) {
        self.tell(|board| {
            if !matches!(outcome.verdict, Verdict::Unknown(_)) {
                board.first.get_or_insert(number);
            }
            board.lanes[number] = Lane::Ended(Box::new(outcome));
        });
    }

    /// It has come so far; whether it goes on.
    pub fn report(&self, number: usize, so_far: &Progress) -> ControlFlow<Stop> {
        let mut told = None;
        self.tell(|board| {
            if let Lane::Running(progress, stop) = &mut board.lanes[number] {
                *progress = *so_far;
                told = *stop;
            }
        });
        told.map_or(ControlFlow::Continue(()), ControlFlow::Break)
    }

    /// Tells one to stop.
    pub fn stop(&self, number: usize, why: Stop) {
        self.board().stop(number, why);
    }

    /// Tells everybody to stop.
    pub fn stop_all(&self, why: Stop) {
        let mut board = self.board();
        (0..board.lanes.len()).for_each(|number| board.stop(number, why));
    }

    /// Whether the task is decided.
    pub fn is_decided(&self) -> bool {
        self.board().first.is_some()
    }

    /// How many search still, the favourite among them.
    pub fn n_running(&self) -> usize {
        self.board().running().count()
    }

    /// How many rivals search still.
    pub fn n_rivals(&self) -> usize {
        let board = self.board();
        board.running().filter(|(n, ..)| *n != FAVOURITE).count()
    }

    /// What the caller's budget is asked about one that searches: its own
    /// states, as the limit on them is one search's, and the memory of all,
    /// as there is only one machine. Those that are about to stop give theirs
    /// back and are not counted.
    pub fn progress_of(&self, number: usize) -> Option<Progress> {
        let board = self.board();
        let (_, own, _) = board
            .running()
            .find(|(n, _, stop)| *n == number && stop.is_none())?;
        let others = board.running().filter(|(_, _, stop)| stop.is_none());
        let bytes = others.fold(0u64, |sum, (_, p, _)| sum.saturating_add(p.bytes));
        Some(Progress { bytes, ..*own })
    }

    /// Who gives up when memory is short: the largest rival, so that the
    /// favourite has what it would have alone; without any, the favourite.
    pub fn first_to_give_up(&self) -> usize {
        let board = self.board();
        let rivals = board
            .running()
            .filter(|(n, _, stop)| *n != FAVOURITE && stop.is_none());
        let largest = rivals.max_by_key(|(_, progress, _)| progress.bytes);
        largest.map_or(FAVOURITE, |(number, ..)| number)
    }

    /// A mark to wait from.
    pub fn n_news(&self) -> u64 {
        self.board().n_news
    }

    /// Waits until something has happened since the mark was taken.
    pub fn wait(&self, mark: u64) {
        let board = self.board();
        let waited = self.changed.wait_while(board, |b| b.n_news == mark);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }

    /// How it all ended.
    pub fn into_board(self) -> Board {
        let board = self.board.into_inner();
        board.unwrap_or_else(PoisonError::into_inner)
    }
}

/// The budget of a rival: it goes on until it is told to stop.
pub(super) struct RivalBudget<'t> {
    pub track: &'t Track,
    pub number: usize,
}

impl Budget for RivalBudget<'_> {
    fn spend(&mut self, progress: &Progress) -> ControlFlow<Stop> {
        self.track.report(self.number, progress)
    }
}
