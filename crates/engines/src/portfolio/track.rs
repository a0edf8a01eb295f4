//! What those who race know of each other: how far each has come, who was
//! first, and who is told to stop.
//!
//! Everything is behind one lock, held for moments only. A rival whose turn it
//! is not waits where it asks its budget.

use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use playproof_certify::{Budget, Outcome, Progress, Stop, Verdict};

/// The place of the favourite among the lanes.
pub(super) const FAVOURITE: usize = 0;

/// For so long one searches in a place that several share.
const TURN: Duration = Duration::from_millis(100);

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
    /// For so long there is a place for everybody.
    opening: Duration,
    /// Rivals that have started and not ended.
    queue: Vec<usize>,
    opened: Option<Instant>,
    /// Since when the last place has been with whom it is with.
    since: Instant,
}

impl Turns {
    fn join(&mut self, number: usize) {
        self.opened.get_or_insert_with(Instant::now);
        self.queue.push(number);
    }

    fn leave(&mut self, number: usize) {
        self.queue.retain(|other| *other != number);
        self.since = Instant::now();
    }

    /// Whether this one may search now. Whoever has had its turn in the last
    /// place makes room.
    fn admits(&mut self, number: usize) -> bool {
        let place = self.queue.iter().position(|other| *other == number);
        let Some(place) = place else { return true };
        let is_opening = self
            .opened
            .is_some_and(|then| then.elapsed() < self.opening);
        if self.queue.len() <= self.n_places || is_opening {
            self.since = Instant::now();
            return true;
        }
        if place + 1 == self.n_places && self.since.elapsed() >= TURN {
            self.queue.remove(place);
            self.queue.push(number);
            self.since = Instant::now();
            return false;
        }
        place < self.n_places
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
    /// A track of so many lanes, on which, after an opening for all, so many rivals
    /// search at a time.
    pub fn new(n_lanes: usize, n_places: usize, opening: Duration) -> Track {
        Track {
            board: Mutex::new(Board {
                lanes: (0..n_lanes).map(|_| Lane::default()).collect(),
                first: None,
                turns: Turns {
                    n_places,
                    opening,
                    queue: Vec::new(),
                    opened: None,
                    since: Instant::now(),
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
                board.turns.join(number);
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
            if !matches!(outcome.verdict, Verdict::Unknown(_)) {
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
        let goes_on =
            |board: &mut Board| board.told(number).is_some() || board.turns.admits(number);
        let mut board = self.board();
        if !goes_on(&mut board) {
            // Perhaps it has just made room for another.
            self.next_turn.notify_all();
            let waited = self.next_turn.wait_while(board, |board| !goes_on(board));
            board = waited.unwrap_or_else(PoisonError::into_inner);
        }
        let told = board.told(number);
        told.map_or(ControlFlow::Continue(()), ControlFlow::Break)
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
