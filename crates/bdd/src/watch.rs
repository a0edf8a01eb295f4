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

/// Operations recurse as deep as there are variables. Only what is used of
/// this is taken from the machine.
const STACK_BYTES: usize = 256 << 20;

/// A node with its place in the tables of nodes.
const NODE_BYTES: u64 = 28;

/// What the two threads tell each other.
#[derive(Default)]
pub(crate) struct Watch {
    stop: AtomicBool,
    states: AtomicU64,
    depth: AtomicU32,
    /// Memory beside the nodes.
    bytes: AtomicU64,
    /// The most nodes there ever were: their memory is not given back.
    most_nodes: AtomicU64,
    manager: OnceLock<BCDDManagerRef>,
}

impl Watch {
    /// Whether the search is to end.
    pub fn is_stopped(&self) -> bool {
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
        if let ControlFlow::Break(stop) = budget.spend(&watch.progress()) {
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
