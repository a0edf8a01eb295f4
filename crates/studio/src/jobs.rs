//! Native jobs: a queue of limited length, progress, and an end at any time.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use playproof::{Progress, Stop};
use serde_json::{Value, json};

use crate::workers::answered;

/// Jobs that may wait.
pub const MAX_WAITING: usize = 32;

/// Jobs that are remembered after their end.
const MAX_ENDED: usize = 32;

/// The jobs of a server, and the threads that do them.
#[derive(Clone)]
pub struct Jobs {
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<State>,
    work: Condvar,
}

#[derive(Default)]
struct State {
    jobs: VecDeque<Arc<Job>>,
    n_begun: u64,
    is_over: bool,
}

struct Job {
    number: u64,
    request: String,
    /// The drawing that it is about, as the page counts them.
    drawing: Option<u64>,
    is_cancelled: AtomicBool,
    told: Mutex<Told>,
}

#[derive(Default)]
struct Told {
    stage: Stage,
    revision: u64,
    begun: Option<Instant>,
    progress: Option<Value>,
    answer: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Stage {
    #[default]
    Waiting,
    Working,
    Done,
    Cancelled,
}

/// Too many jobs wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Full;

/// A lock that a panic elsewhere left is still good: what it guards is whole at any time.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Jobs {
    /// Nothing to do yet, and so many threads that wait for it.
    pub fn new(threads: usize) -> Jobs {
        let shared = Arc::new(Shared {
            state: Mutex::default(),
            work: Condvar::new(),
        });
        // A job of its own may use several threads, so that there are two of them at most.
        let n_workers = threads.clamp(1, 2);
        let each = (threads / n_workers).max(1);
        for _ in 0..n_workers {
            let shared = Arc::clone(&shared);
            thread::spawn(move || shared.work_off(each));
        }
        Jobs { shared }
    }

    /// Puts a job into the queue. Those of older drawings are of no use any more.
    pub fn add(&self, request: String, drawing: Option<u64>) -> Result<u64, Full> {
        let mut state = lock(&self.shared.state);
        if let Some(newest) = drawing {
            let is_older = |job: &&Arc<Job>| job.drawing.is_some_and(|own| own < newest);
            state
                .jobs
                .iter()
                .filter(is_older)
                .for_each(|job| job.cancel());
        }
        let n_waiting = state
            .jobs
            .iter()
            .filter(|job| job.is(Stage::Waiting))
            .count();
        if n_waiting >= MAX_WAITING || state.is_over {
            return Err(Full);
        }
        state.forget_ended();
        state.n_begun += 1;
        let job = Arc::new(Job {
            number: state.n_begun,
            request,
            drawing,
            is_cancelled: AtomicBool::new(false),
            told: Mutex::default(),
        });
        let number = job.number;
        state.jobs.push_back(job);
        self.shared.work.notify_one();
        Ok(number)
    }

    /// What there is to say of a job, and which revision of that it is.
    pub fn told(&self, number: u64) -> Option<(u64, String)> {
        let job = self.find(number)?;
        let told = lock(&job.told);
        let head = json!({
            "job": job.number,
            "drawing": job.drawing,
            "revision": told.revision,
            "state": match told.stage {
                Stage::Waiting => "waiting",
                Stage::Working => "working",
                Stage::Done => "done",
                Stage::Cancelled => "cancelled",
            },
            "seconds": told.begun.map(|begun| begun.elapsed().as_secs_f64()),
            "progress": told.progress,
        });
        let head = head.to_string();
        // The answer is JSON already, and may be long.
        let answer = told.answer.as_deref().unwrap_or("null");
        let json = format!("{},\"answer\":{answer}}}", &head[..head.len() - 1]);
        Some((told.revision, json))
    }

    /// Ends a job; whether there is one.
    pub fn cancel(&self, number: u64) -> bool {
        let job = self.find(number);
        job.inspect(|job| job.cancel()).is_some()
    }

    /// Ends all jobs, and the threads once they are done.
    pub fn end(&self) {
        let mut state = lock(&self.shared.state);
        state.is_over = true;
        state.jobs.iter().for_each(|job| job.cancel());
        self.shared.work.notify_all();
    }

    fn find(&self, number: u64) -> Option<Arc<Job>> {
        let state = lock(&self.shared.state);
        state.jobs.iter().find(|job| job.number == number).cloned()
    }
}

impl State {
    fn forget_ended(&mut self) {
        let is_ended = |job: &Job| job.is(Stage::Done) || job.is(Stage::Cancelled);
        let n_ended = self.jobs.iter().filter(|job| is_ended(job)).count();
        let mut n_old = (n_ended + 1).saturating_sub(MAX_ENDED);
        self.jobs.retain(|job| {
            let is_old = n_old > 0 && is_ended(job);
            n_old -= usize::from(is_old);
            !is_old
        });
    }
}

impl Job {
    fn is(&self, stage: Stage) -> bool {
        lock(&self.told).stage == stage
    }

    fn tell(&self, what: impl FnOnce(&mut Told)) {
        let mut told = lock(&self.told);
        what(&mut told);
        told.revision += 1;
    }

    fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
        self.tell(|told| {
            if told.stage == Stage::Waiting {
                told.stage = Stage::Cancelled;
            }
        });
    }

    fn work(&self, threads: usize) {
        let said = Mutex::new(Instant::now());
        let watch = |progress: &Progress| {
            if self.is_cancelled.load(Ordering::Relaxed) {
                return ControlFlow::Break(Stop::Cancelled);
            }
            let mut said = lock(&said);
            if said.elapsed().as_millis() >= 100 {
                *said = Instant::now();
                let told = json!({
                    "states": progress.states,
                    "bytes": progress.bytes,
                    "depth": progress.depth,
                });
                self.tell(|known| known.progress = Some(told));
            }
            ControlFlow::Continue(())
        };
        let answer = answered(&self.request, threads, None, &watch);
        let is_cancelled = self.is_cancelled.load(Ordering::Relaxed);
        self.tell(|told| {
            (told.stage, told.answer) = match is_cancelled {
                true => (Stage::Cancelled, None),
                false => (Stage::Done, Some(answer)),
            };
        });
    }
}

impl Shared {
    fn work_off(&self, threads: usize) {
        while let Some(job) = self.next() {
            job.work(threads);
        }
    }

    /// The oldest job that waits, which is begun by this.
    fn next(&self) -> Option<Arc<Job>> {
        let mut state = lock(&self.state);
        loop {
            if state.is_over {
                return None;
            }
            let found = state.jobs.iter().find(|job| job.is(Stage::Waiting));
            if let Some(job) = found.cloned() {
                job.tell(|told| {
                    told.stage = Stage::Working;
                    told.begun = Some(Instant::now());
                });
                return Some(job);
            }
            state = self
                .work
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}
