//! What those who race know of each other: how far each has come, who was
//! first, and who is told to stop.
//!
//! Everything is behind one lock, held for moments only. A rival whose turn it
//! is not waits where it asks its budget.

use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use playproof_certify::{Budget, Finding, Outcome, Progress, Stop};

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
    /// Somebody else may search, or is told to stop.
    next_turn: Condvar,
}

pub(super) struct Board {
    pub lanes: Vec<Lane>,
    /// Who decided the task first.
    pub first: Option<usize>,
    turns: Turns,
    /// Counts what happened, so that nothing is missed by who waits.
    n_news: u64,
}

/// Which rivals search while there are more of them than places. All places
/// but the last belong to those who came first; in the last one the others take
/// turns.
struct Turns {
    n_places: usize,
    /// There is a place for everybody.
    is_for_all: bool,
    /// Rivals that have started and not ended.
    queue: Vec<usize>,
}

impl Turns {
    fn leave(&mut self, number: usize) {
        self.queue.retain(|other| *other != number);
    }

    /// Whether this one may search now.
    fn admits(&self, number: usize) -> bool {
        let place = self.queue.iter().position(|other| *other == number);
        self.is_for_all || place.is_none_or(|place| place < self.n_places)
    }

    /// Whoever has the last place makes room for the next.
    fn pass_on(&mut self) {
        if self.n_places > 0 && self.queue.len() > self.n_places {
            let number = self.queue.remove(self.n_places - 1);
            self.queue.push(number);
        }
    }
}

impl Board {
    fn running(&self) -> impl Iterator<Item = (usize, &Progress, &Option<Stop>)> {
        let lanes = self.lanes.iter().enumerate();
        lanes.filter_map(|(number, lane)| match lane {
            Lane::Running(progress, stop) => Some((number, progress, stop)),
            _ => None,
        })
    }

    /// What one that searches is told.
    fn told(&self, number: usize) -> Option<Stop> {
        match &self.lanes[number] {
            Lane::Running(_, stop) => *stop,
            _ => None,
        }
    }

    fn stop(&mut self, number: usize, why: Stop) {
        if let Lane::Running(_, stop) = &mut self.lanes[number] {
            stop.get_or_insert(why);
        }
    }
}

impl Track {
    /// A track of so many lanes, on which so many rivals search at a time.
    pub fn new(n_lanes: usize, n_places: usize) -> Track {
        Track {
            board: Mutex::new(Board {
                lanes: (0..n_lanes).map(|_| Lane::default()).collect(),
                first: None,
                turns: Turns {
                    n_places,
                    is_for_all: false,
                    queue: Vec::new(),
                },
                n_news: 0,
            }),
            changed: Condvar::new(),
            next_turn: Condvar::new(),
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
        self.tell(|board| {
            board.lanes[number] = Lane::Running(Progress::default(), None);
            if number != FAVOURITE {
                board.turns.queue.push(number);
            }
        });
    }

    /// It does not take part after all.
    pub fn withdraw(&self, number: usize) {
        self.tell(|board| {
            board.lanes[number] = Lane::Withdrawn;
            board.turns.leave(number);
        });
        self.next_turn.notify_all();
    }

    /// It came to this end. The first that decided anything is the winner.
    pub fn end(&self, number: usize, outcome: Outcome) {
        self.tell(|board| {
            if !matches!(outcome.finding, Finding::Unknown(_)) {
                board.first.get_or_insert(number);
            }
            board.lanes[number] = Lane::Ended(Box::new(outcome));
            board.turns.leave(number);
        });
        self.next_turn.notify_all();
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

    /// Waits until a rival may search; or it is told to stop.
    pub fn await_turn(&self, number: usize) -> ControlFlow<Stop> {
        let waits = |board: &mut Board| board.told(number).is_none() && !board.turns.admits(number);
        let board = self.board();
        let board = self.next_turn.wait_while(board, waits);
        let told = board.unwrap_or_else(PoisonError::into_inner).told(number);
        told.map_or(ControlFlow::Continue(()), ControlFlow::Break)
    }

    /// Says whether there is a place for everybody.
    pub fn open_to_all(&self, is_for_all: bool) {
        self.board().turns.is_for_all = is_for_all;
        self.next_turn.notify_all();
    }

    /// Lets the next one have the last place.
    pub fn pass_on(&self) {
        self.board().turns.pass_on();
        self.next_turn.notify_all();
    }

    /// Tells one to stop.
    pub fn stop(&self, number: usize, why: Stop) {
        self.board().stop(number, why);
        self.next_turn.notify_all();
    }

    /// Tells everybody to stop.
    pub fn stop_all(&self, why: Stop) {
        let mut board = self.board();
        (0..board.lanes.len()).for_each(|number| board.stop(number, why));
        self.next_turn.notify_all();
    }

    /// Whether the task is decided.
    pub fn is_decided(&self) -> bool {
        self.board().first.is_some()
    }

    /// How many search still, the favourite among them.
    pub fn n_running(&self) -> usize {
        self.board().running().count()
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

/// The budget of a rival: it goes on, in its turn, until it is told to stop.
pub(super) struct RivalBudget<'t> {
    pub track: &'t Track,
    pub number: usize,
}

impl Budget for RivalBudget<'_> {
    fn spend(&mut self, progress: &Progress) -> ControlFlow<Stop> {
        self.track.report(self.number, progress)?;
        self.track.await_turn(self.number)
    }
}
