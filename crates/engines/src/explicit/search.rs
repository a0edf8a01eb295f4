//! Breadth-first search over a packed model, on several threads.
//!
//! A depth is searched in rounds of many rows. First the threads expand the
//! rows of the round, a chunk each, and sort the successors by shard; then
//! they fill the shards, each taking the successors for its shard in the order
//! of the chunks. That order does not depend on who did what, so that any
//! number of threads finds the same rows in the same order, and no round
//! crosses a depth, so that the first target found is a nearest one.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError, RwLock};

use playproof_certify::{Budget, Phase, Progress, Stop};
use playproof_model::{AtomId, Batch, PackedModel};

use super::chunk::{Chunk, Worker};
use super::shard::{BLOCK, RowId, SHARDS, Sharding};
use super::team::{Leader, Work, with_team};
use super::visited::{Visited, Visiting};

/// Rows expanded by one job: a block of each of many shards.
const CHUNK: usize = BLOCK * SHARDS;

/// Chunks a round: enough for the shards to be filled in bulk, few enough for
/// their successors not to need much memory.
const ROUND: usize = 512;

// A bit of a word stands for each shard.
const _: () = assert!(SHARDS <= 64);

/// Rows of a round below which one thread usually does it alone.
pub(super) const WORTH_SHARING: usize = 2 * CHUNK;

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// This row satisfies the target.
    Found(RowId),
    /// Every reachable row was seen; none satisfies the target.
    Exhausted,
    /// The same for all rows within the depth limit; there are others.
    DepthLimit,
    /// A limit was hit.
    Stopped(Stop),
}

/// A search with all that it has seen.
pub struct Search {
    /// The rows seen.
    pub visited: Visited,
    /// The depth whose rows were looked at last, perhaps in part.
    pub depth: u32,
    /// How it ended.
    pub end: End,
}

/// What to search for, and how.
#[derive(Clone, Copy)]
pub struct SearchPlan {
    /// The proposition looked for.
    pub target: AtomId,
    /// Rows at this depth are not expanded.
    pub max_depth: Option<u32>,
    /// Threads, this one included.
    pub threads: usize,
    /// Rounds of fewer rows are not shared. It changes nothing that is found.
    pub worth_sharing: usize,
}

impl Search {
    /// Searches.
    pub fn run(model: &dyn PackedModel, plan: SearchPlan, budget: &mut dyn Budget) -> Search {
        let sharding = Sharding::of(model.n_bits());
        // The only shard is one chunk, and there is nothing to share.
        let (n_chunks, n_threads) = match sharding.n_shards {
            1 => (1, 1),
            _ => (ROUND, plan.threads.max(1)),
        };
        let field = Field {
            model,
            target: plan.target,
            visiting: Visiting::new(model.words(), sharding),
            chunks: (0..n_chunks).map(|_| Mutex::default()).collect(),
            frontier: RwLock::default(),
            found: Mutex::new(None),
            states: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            grown: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
            full: AtomicBool::new(false),
            sharding,
        };
        let first = field.first_row();
        let own = || Worker::new(model.words(), sharding.n_shards, first.clone());
        let mut depth = 0;
        let end = with_team(&field, n_threads, own, |leader| {
            let mut round = Rounds {
                field: &field,
                leader,
                worth_sharing: plan.worth_sharing,
                budget,
                depth: &mut depth,
            };
            match round.explore(plan.max_depth) {
                ControlFlow::Break(end) => end,
                ControlFlow::Continue(()) => End::Exhausted,
            }
        });
        Search {
            visited: field.visiting.finish(model.words()),
            depth,
            end,
        }
    }

    /// No run shorter than this reaches the target.
    pub fn lower_bound(&self) -> Option<u32> {
        match self.end {
            End::Found(row) => Some(self.visited.depth_of(row)),
            End::Exhausted => None,
            End::DepthLimit => Some(self.depth + 1),
            // The last depth may have been seen in part only.
            End::Stopped(_) => Some(self.depth),
        }
    }
}

/// What all threads work on.
struct Field<'a> {
    model: &'a dyn PackedModel,
    target: AtomId,
    sharding: Sharding,
    visiting: Visiting,
    chunks: Vec<Mutex<Chunk>>,
    frontier: RwLock<Frontier>,
    /// The least row found in this round.
    found: Mutex<Option<RowId>>,
    states: AtomicU64,
    bytes: AtomicU64,
    /// The shards that grew since the frontier was moved on, a bit each: where
    /// rounds are small most shards have nothing to do, and asking each of
    /// them would take longest.
    grown: AtomicU64,
    /// Set when a limit is hit: whatever is going on may be left undone.
    stopped: AtomicBool,
    full: AtomicBool,
}

/// The rows of one depth: in each shard that has any those from a first one on. A chunk
/// takes one block of each shard, so that rows found together are expanded
/// together and their successors lie near each other.
#[derive(Default)]
struct Frontier {
    depth: u32,
    /// The shards with such rows, in order: the first row, and the one after
    /// the last.
    rows: Vec<(usize, usize, usize)>,
    /// The first chunk of the round.
    round: usize,
}

impl Frontier {
    fn n_rows(&self) -> usize {
        self.rows.iter().map(|(_, first, end)| end - first).sum()
    }

    fn n_chunks(&self, block: usize) -> usize {
        let blocks = self
            .rows
            .iter()
            .map(|(_, first, end)| (end - first).div_ceil(block));
        blocks.max().unwrap_or(0)
    }
}

/// What is done in a round.
#[derive(Clone, Copy)]
enum Task {
    /// Job `i` expands the chunk `i` of the round.
    Expand,
    /// Job `i` fills the shard `i` from this many chunks.
    Insert { n_chunks: usize },
}

impl Work for Field<'_> {
    type Own = Worker;
    type Phase = Task;

    fn job(&self, task: Task, number: usize, worker: &mut Worker) {
        if self.stopped.load(Ordering::Relaxed) {
            return;
        }
        match task {
            Task::Expand => self.expand(number, worker),
            Task::Insert { n_chunks } => self.insert(number, n_chunks, worker),
        }
    }
}

/// The places of the bits that are set, from the lowest.
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = word.trailing_zeros() as usize;
        (word != 0).then(|| {
            word &= word - 1;
            lowest
        })
    })
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Field<'_> {
    fn first_row(&self) -> Vec<u64> {
        let mut out = Batch::default();
        self.model.initial(&mut out);
        out.rows.truncate(self.model.words());
        out.rows
    }

    fn expand(&self, number: usize, worker: &mut Worker) {
        let frontier = self.frontier.read().unwrap_or_else(PoisonError::into_inner);
        worker.clear_input();
        for &(shard, first, end) in &frontier.rows {
            let from = first + (frontier.round + number) * self.sharding.block;
            let n = end.saturating_sub(from).min(self.sharding.block);
            if n > 0 {
                worker.gather(&self.visiting.read(shard), shard, from, n);
            }
        }
        drop(frontier);
        let filter = self.states.load(Ordering::Relaxed) > CHUNK as u64;
        worker.expand(self.model, filter, &mut lock(&self.chunks[number]));
    }

    fn insert(&self, number: usize, n_chunks: usize, worker: &mut Worker) {
        let words = self.model.words();
        let depth = self
            .frontier
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .depth;
        let shard = self.visiting.shards[number].write();
        let mut shard = shard.unwrap_or_else(PoisonError::into_inner);
        let (known, bytes) = (shard.len(), shard.bytes());
        for chunk in &self.chunks[..n_chunks] {
            let chunk = chunk.lock().unwrap_or_else(PoisonError::into_inner);
            let (rows, parents) = chunk.of_shard(number, words);
            if shard.is_full(parents.len()) {
                self.full.store(true, Ordering::Relaxed);
                return;
            }
            if !parents.is_empty() {
                shard.insert(rows, parents, depth + 1);
            }
        }
        self.states
            .fetch_add((shard.len() - known) as u64, Ordering::Relaxed);
        self.bytes
            .fetch_add(shard.bytes() - bytes, Ordering::Relaxed);
        if shard.len() > known {
            self.grown.fetch_or(1 << number, Ordering::Relaxed);
        }
        let new_rows = &shard.rows[known * words..];
        if let Some(i) = worker.first_target(self.model, self.target, new_rows) {
            let id = RowId::new(number, known + i);
            let mut found = lock(&self.found);
            *found = Some(found.map_or(id, |other| other.min(id)));
        }
    }
}

/// The thread that leads the search.
struct Rounds<'r, 't, 'f> {
    field: &'r Field<'f>,
    leader: &'r mut Leader<'t, Field<'f>>,
    worth_sharing: usize,
    budget: &'r mut dyn Budget,
    depth: &'r mut u32,
}

impl Rounds<'_, '_, '_> {
    fn explore(&mut self, max_depth: Option<u32>) -> ControlFlow<End> {
        self.insert_initial()?;
        loop {
            let (n_rows, n_chunks) = self.next_frontier();
            if n_rows == 0 {
                return ControlFlow::Continue(());
            }
            if max_depth.is_some_and(|max| *self.depth >= max) {
                return ControlFlow::Break(End::DepthLimit);
            }
            *self.depth += 1;
            for round in (0..n_chunks).step_by(ROUND) {
                self.frontier().round = round;
                let alone = n_rows < self.worth_sharing;
                self.round((n_chunks - round).min(ROUND), alone)?;
            }
        }
    }

    fn frontier(&self) -> std::sync::RwLockWriteGuard<'_, Frontier> {
        self.field
            .frontier
            .write()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// The initial rows are the successors of no row, at depth 0.
    fn insert_initial(&mut self) -> ControlFlow<End> {
        let field = self.field;
        let mut worker = Worker::new(field.model.words(), field.sharding.n_shards, Vec::new());
        worker.initial(field.model, &mut lock(&field.chunks[0]));
        for shard in 0..field.sharding.n_shards {
            let mut rows = field.visiting.shards[shard]
                .write()
                .unwrap_or_else(PoisonError::into_inner);
            let chunk = lock(&field.chunks[0]);
            let (new, parents) = chunk.of_shard(shard, field.model.words());
            if !parents.is_empty() {
                rows.insert(new, parents, 0);
                field.grown.fetch_or(1 << shard, Ordering::Relaxed);
            }
            field.states.fetch_add(rows.len() as u64, Ordering::Relaxed);
            field.bytes.fetch_add(rows.bytes(), Ordering::Relaxed);
            if let Some(i) = worker.first_target(field.model, field.target, &rows.rows) {
                return ControlFlow::Break(End::Found(RowId::new(shard, i)));
            }
        }
        self.poll()
    }

    /// Moves on to the rows of the present depth; says how many rows and
    /// chunks there are.
    fn next_frontier(&mut self) -> (usize, usize) {
        let depth = *self.depth;
        let mut frontier = self.frontier();
        frontier.depth = depth;
        frontier.rows.clear();
        for shard in bits(self.field.grown.swap(0, Ordering::Relaxed)) {
            let rows = self.field.visiting.read(shard);
            frontier
                .rows
                .push((shard, rows.start_of(depth), rows.len()));
        }
        (
            frontier.n_rows(),
            frontier.n_chunks(self.field.sharding.block),
        )
    }

    fn round(&mut self, n_chunks: usize, alone: bool) -> ControlFlow<End> {
        let field = self.field;
        let mut stop = ControlFlow::Continue(());
        let (budget, depth) = (&mut *self.budget, *self.depth);
        let mut between = || {
            if stop.is_continue() {
                stop = budget.spend(&field.progress(depth));
                if stop.is_break() {
                    field.stopped.store(true, Ordering::Relaxed);
                }
            }
        };
        self.leader
            .phase(Task::Expand, n_chunks, alone, &mut between);
        // Filling a shard alone takes no time worth asking about.
        let insert = Task::Insert { n_chunks };
        let n_shards = field.sharding.n_shards;
        match (alone, n_chunks) {
            // Where one chunk is all there is, most shards get nothing.
            (true, 1) => {
                let occupied = lock(&field.chunks[0]).occupied;
                bits(occupied).for_each(|shard| self.leader.job(insert, shard));
            }
            (true, _) => self.leader.phase(insert, n_shards, true, &mut || ()),
            (false, _) => self.leader.phase(insert, n_shards, false, &mut between),
        }
        stop.map_break(End::Stopped)?;
        if let Some(row) = *lock(&field.found) {
            return ControlFlow::Break(End::Found(row));
        }
        if field.full.load(Ordering::Relaxed) {
            return ControlFlow::Break(End::Stopped(Stop::States));
        }
        ControlFlow::Continue(())
    }

    fn poll(&mut self) -> ControlFlow<End> {
        let progress = self.field.progress(*self.depth);
        self.budget.spend(&progress).map_break(End::Stopped)
    }
}

impl Field<'_> {
    fn progress(&self, depth: u32) -> Progress {
        Progress {
            phase: Phase::Searching,
            states: self.states.load(Ordering::Relaxed),
            bytes: self.bytes.load(Ordering::Relaxed),
            depth,
        }
    }
}
