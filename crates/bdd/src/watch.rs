//! A search on a thread of its own, watched by the one that was asked.
//!
//! One operation on diagrams can take minutes and cannot be interrupted. So the
//! search runs detached, with copies of all that it needs, while the calling
//! thread asks the budget every few milliseconds and goes home as soon as it
//! says stop. The search sees that between two operations and ends by itself.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use oxidd::bcdd::BCDDManagerRef;
use oxidd::{Manager, ManagerRef};
use playproof_certify::{Budget, Phase, Progress, Stop};

/// How often the budget is asked.
const BEAT: Duration = Duration::from_millis(5);

/// How often a search that rests looks whether it may go on. Mostly the budget
/// answers at once.
const REST: Duration = Duration::from_millis(1);

/// Operations recurse as deep as there are variables. Only what is used of
/// this is taken from the machine.
const STACK_BYTES: usize = 256 << 20;

/// A node with its place in the tables of nodes.
const NODE_BYTES: u64 = 28;

/// What the two threads tell each other.
#[derive(Default)]
pub(crate) struct Watch {
    stop: AtomicBool,
    /// The budget is being asked. It may keep the watcher waiting.
    is_asking: AtomicBool,
    states: AtomicU64,
    depth: AtomicU32,
    /// Memory beside the nodes.
    bytes: AtomicU64,
    /// The most nodes there ever were: their memory is not given back.
    most_nodes: AtomicU64,
    manager: OnceLock<BCDDManagerRef>,
}

impl Watch {
    /// Whether the search is to end. While the budget keeps the watcher waiting it
    /// rests: somebody else is to have the machine.
    pub fn is_stopped(&self) -> bool {
        while self.is_asking.load(Relaxed) && !self.stop.load(Relaxed) {
            thread::sleep(REST);
        }
        self.stop.load(Relaxed)
    }

    /// So many states have been seen, by runs of this length.
    pub fn report(&self, states: u64, depth: u32) {
        self.states.store(states, Relaxed);
        self.depth.store(depth, Relaxed);
    }

    /// So many bytes are in use beside the nodes.
    pub fn use_bytes(&self, bytes: u64) {
        self.bytes.fetch_add(bytes, Relaxed);
    }

    /// The nodes of this manager count from now on.
    pub fn count_nodes_of(&self, manager: &BCDDManagerRef) {
        // One search has one manager.
        let _ = self.manager.set(manager.clone());
    }

    pub fn states(&self) -> u64 {
        self.states.load(Relaxed)
    }

    pub fn depth(&self) -> u32 {
        self.depth.load(Relaxed)
    }

    fn progress(&self) -> Progress {
        let count = |manager: &BCDDManagerRef| {
            manager.with_manager_shared(|manager| manager.approx_num_inner_nodes())
        };
        let nodes = self.manager.get().map_or(0, count) as u64;
        let before = self.most_nodes.fetch_max(nodes, Relaxed);
        Progress {
            phase: Phase::Searching,
            states: self.states(),
            bytes: self.bytes.load(Relaxed) + before.max(nodes) * NODE_BYTES,
            depth: self.depth(),
        }
    }
}

/// Why a search came to nothing.
pub(crate) enum Gone {
    /// A limit was hit.
    Stopped(Stop),
    /// It broke down.
    Lost,
}

/// Runs a search until it ends or the budget does.
pub(crate) fn watched<R: Send + 'static>(
    watch: &Arc<Watch>,
    budget: &mut dyn Budget,
    search: impl FnOnce(&Arc<Watch>) -> R + Send + 'static,
) -> Result<R, Gone> {
    let (send, receive) = sync_channel(1);
    let theirs = Arc::clone(watch);
    let thread = thread::Builder::new().name("bdd".into());
    let spawned = thread.stack_size(STACK_BYTES).spawn(move || {
        // Nobody may be there any more to hear it.
        let _ = send.send(search(&theirs));
    });
    if spawned.is_err() {
        return Err(Gone::Stopped(Stop::Memory));
    }
    loop {
        watch.is_asking.store(true, Relaxed);
        let answer = budget.spend(&watch.progress());
        watch.is_asking.store(false, Relaxed);
        if let ControlFlow::Break(stop) = answer {
            watch.stop.store(true, Relaxed);
            return Err(Gone::Stopped(stop));
        }
        match receive.recv_timeout(BEAT) {
            Ok(found) => return Ok(found),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(Gone::Lost),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use oxidd::BooleanFunction;
    use oxidd::bcdd::{BCDDFunction, new_manager};

    use super::*;

    /// What the contract allows.
    const SOON: Duration = Duration::from_millis(200);

    /// On a busy machine even a prompt thread may be kept waiting.
    const ATTEMPTS: u32 = 8;

    /// Says stop in the middle of the operation, and when it did.
    struct StopsWithin {
        operating: Arc<AtomicBool>,
        n_beats: u32,
        stopped: Option<Instant>,
    }

    impl Budget for StopsWithin {
        fn spend(&mut self, _: &Progress) -> ControlFlow<Stop> {
            self.n_beats += u32::from(self.operating.load(Relaxed));
            if self.n_beats < 2 {
                return ControlFlow::Continue(());
            }
            self.stopped = Some(Instant::now());
            ControlFlow::Break(Stop::Cancelled)
        }
    }

    /// One operation whose result has millions of nodes: that numbers of 21
    /// digits are the same, all digits of one above all of the other.
    fn long_operation(operating: &AtomicBool) -> bool {
        const N: u32 = 21;
        let manager = new_manager(1 << 22, 1 << 20, 1);
        let same = manager.with_manager_exclusive(|manager| {
            manager.add_vars(2 * N);
            let digit = |i: u32| {
                let (a, b) = (
                    BCDDFunction::var(manager, i),
                    BCDDFunction::var(manager, N + i),
                );
                (a.unwrap(), b.unwrap())
            };
            (0..N).map(digit).collect::<Vec<_>>()
        });
        let same: Vec<_> = same.iter().map(|(a, b)| a.equiv(b).unwrap()).collect();
        let all = |part: &[BCDDFunction]| {
            let (first, rest) = part.split_first().unwrap();
            rest.iter()
                .fold(first.clone(), |all, one| all.and(one).unwrap())
        };
        let (high, low) = same.split_at(same.len() / 2);
        let (high, low) = (all(high), all(low));
        operating.store(true, Relaxed);
        let both = high.and(&low).is_ok();
        operating.store(false, Relaxed);
        both
    }

    #[test]
    fn a_stop_does_not_wait_for_an_operation() {
        let mut delays = Vec::new();
        for _ in 0..ATTEMPTS {
            let operating = Arc::new(AtomicBool::new(false));
            let mut budget = StopsWithin {
                operating: Arc::clone(&operating),
                n_beats: 0,
                stopped: None,
            };
            let theirs = Arc::clone(&operating);
            let watch = Arc::new(Watch::default());
            let found = watched(&watch, &mut budget, move |_| long_operation(&theirs));
            let delay = budget.stopped.expect("it was stopped").elapsed();
            assert!(matches!(found, Err(Gone::Stopped(Stop::Cancelled))));
            assert!(watch.is_stopped(), "the search is not told");
            assert!(operating.load(Relaxed), "the operation was over");
            // It ends by itself.
            while operating.load(Relaxed) {
                thread::sleep(BEAT);
            }
            if delay < SOON {
                return;
            }
            delays.push(delay);
        }
        panic!("{delays:?}");
    }

    /// Keeps whoever asks waiting once, and counts what is done meanwhile.
    struct KeepsWaiting {
        n_steps: Arc<AtomicU64>,
        meanwhile: Option<u64>,
    }

    impl Budget for KeepsWaiting {
        fn spend(&mut self, _: &Progress) -> ControlFlow<Stop> {
            if self.meanwhile.is_none() && self.n_steps.load(Relaxed) > 0 {
                // What was begun may be finished.
                thread::sleep(10 * BEAT);
                let before = self.n_steps.load(Relaxed);
                thread::sleep(20 * BEAT);
                self.meanwhile = Some(self.n_steps.load(Relaxed) - before);
            }
            ControlFlow::Continue(())
        }
    }

    #[test]
    fn a_search_rests_while_the_budget_keeps_its_watcher_waiting() {
        let n_steps = Arc::new(AtomicU64::new(0));
        let mut budget = KeepsWaiting {
            n_steps: Arc::clone(&n_steps),
            meanwhile: None,
        };
        let watch = Arc::new(Watch::default());
        let found = watched(&watch, &mut budget, move |watch| {
            for _ in 0..200 {
                n_steps.fetch_add(u64::from(!watch.is_stopped()), Relaxed);
                thread::sleep(BEAT / 5);
            }
            n_steps.load(Relaxed)
        });
        assert!(matches!(found, Ok(200)));
        assert_eq!(budget.meanwhile, Some(0));
    }

    #[test]
    fn a_search_that_breaks_down_is_lost() {
        let watch = Arc::new(Watch::default());
        let broken = |_: &Arc<Watch>| -> () { panic!("on purpose") };
        let found = watched(&watch, &mut playproof_certify::Unlimited, broken);
        assert!(matches!(found, Err(Gone::Lost)));
    }
}
