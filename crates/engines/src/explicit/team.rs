//! A team of threads that work on numbered jobs, phase by phase.
//!
//! The calling thread is one of them. Jobs are taken in increasing order, and
//! a phase ends when all are done. The others come when there is a phase to share:
//! many searches are over before.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Barrier, Mutex, PoisonError};

/// Work that is done in phases by several threads.
pub(super) trait Work: Sync {
    /// What a thread keeps for itself.
    type Own;
    /// What a phase does.
    type Phase: Copy + Send;

    /// Does one job of a phase.
    fn job(&self, phase: Self::Phase, number: usize, own: &mut Self::Own);
}

/// Hands out phases to the team.
pub(super) struct Leader<'t, W: Work> {
    team: &'t Team<W::Phase>,
    work: &'t W,
    own: W::Own,
    n_threads: usize,
    /// Gets the others, if they are not here yet.
    call: Option<Box<dyn FnOnce() + 't>>,
}

struct Team<P> {
    /// Everyone meets here before and after a phase.
    gate: Barrier,
    /// The phase and the number of its jobs; none to go home.
    phase: Mutex<Option<(P, usize)>>,
    next: AtomicUsize,
    failed: AtomicBool,
}

impl<P: Copy> Team<P> {
    /// Takes jobs until none is left.
    fn run<W: Work<Phase = P>>(&self, work: &W, own: &mut W::Own, between: &mut dyn FnMut()) {
        let phase = *self.phase.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((phase, n_jobs)) = phase else { return };
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= n_jobs || self.failed.load(Ordering::Relaxed) {
                return;
            }
            work.job(phase, number, own);
            between();
        }
    }

    fn follow<W: Work<Phase = P>>(&self, work: &W, mut own: W::Own) {
        loop {
            self.gate.wait();
            if self
                .phase
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .is_none()
            {
                return;
            }
            // A panic must not leave the others waiting at the gate.
            let run = || self.run(work, &mut own, &mut || ());
            if catch_unwind(AssertUnwindSafe(run)).is_err() {
                self.failed.store(true, Ordering::Relaxed);
            }
            self.gate.wait();
        }
    }
}

impl<W: Work> Leader<'_, W> {
    /// Does all jobs of a phase; `between` is called on this thread after each
    /// of its jobs. Few jobs are not worth waking the others for.
    pub fn phase(
        &mut self,
        phase: W::Phase,
        n_jobs: usize,
        alone: bool,
        between: &mut dyn FnMut(),
    ) {
        if alone || self.n_threads == 1 {
            for number in 0..n_jobs {
                self.work.job(phase, number, &mut self.own);
                between();
            }
            return;
        }
        if let Some(call) = self.call.take() {
            call();
        }
        self.set(Some((phase, n_jobs)));
        self.team.next.store(0, Ordering::Relaxed);
        self.team.gate.wait();
        let run = || self.team.run(self.work, &mut self.own, between);
        let mine = catch_unwind(AssertUnwindSafe(run));
        if mine.is_err() {
            self.team.failed.store(true, Ordering::Relaxed);
        }
        self.team.gate.wait();
        if let Err(panic) = mine {
            std::panic::resume_unwind(panic);
        }
        assert!(
            !self.team.failed.load(Ordering::Relaxed),
            "a thread of the search panicked"
        );
    }

    /// Does one job of a phase on this thread.
    pub fn job(&mut self, phase: W::Phase, number: usize) {
        self.work.job(phase, number, &mut self.own);
    }

    fn set(&self, phase: Option<(W::Phase, usize)>) {
        *self
            .team
            .phase
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = phase;
    }
}

impl<W: Work> Drop for Leader<'_, W> {
    /// Sends the others home, also when this thread panics.
    fn drop(&mut self) {
        if self.n_threads > 1 && self.call.is_none() {
            self.set(None);
            self.team.gate.wait();
        }
    }
}

/// Runs `lead` with a team of `n_threads` around it.
pub(super) fn with_team<W: Work, R>(
    work: &W,
    n_threads: usize,
    own: impl Fn() -> W::Own,
    lead: impl FnOnce(&mut Leader<W>) -> R,
) -> R
where
    W::Own: Send,
{
    let team = Team {
        gate: Barrier::new(n_threads),
        phase: Mutex::new(None),
        next: AtomicUsize::new(0),
        failed: AtomicBool::new(false),
    };
    std::thread::scope(|scope| {
        let call = || {
            for _ in 1..n_threads {
                let (team, own) = (&team, own());
                scope.spawn(move || team.follow(work, own));
            }
        };
        let mut leader = Leader {
            team: &team,
            work,
            own: own(),
            n_threads,
            call: Some(Box::new(call)),
        };
        lead(&mut leader)
    })
}
