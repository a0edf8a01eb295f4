//! Breadth-first search over a packed model, a batch of rows at a time. No
//! batch crosses a depth, so that the first target found is a nearest one.

use std::ops::ControlFlow;

use playproof_certify::{Budget, Phase, Progress, Stop};
use playproof_model::{AtomId, Batch, PackedModel};

use super::store::{NO_PARENT, Store};

/// Rows expanded at a time.
const BATCH: usize = 256;

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The row with this number satisfies the target.
    Found(usize),
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
    pub store: Store,
    /// The number of the first row of each depth.
    pub depth_starts: Vec<usize>,
    /// How it ended.
    pub end: End,
}

impl Search {
    /// Searches for the target, expanding rows at depths below `max_depth`.
    pub fn run(
        model: &dyn PackedModel,
        target: AtomId,
        max_depth: Option<u32>,
        budget: &mut dyn Budget,
    ) -> Search {
        let mut run = Run {
            model,
            target,
            budget,
            store: Store::new(model.words()),
            depth_starts: vec![0],
            out: Batch::default(),
            work: Batch::default(),
            truth: Vec::new(),
        };
        let end = match run.explore(max_depth) {
            ControlFlow::Break(end) => end,
            ControlFlow::Continue(()) => End::Exhausted,
        };
        Search {
            store: run.store,
            depth_starts: run.depth_starts,
            end,
        }
    }

    /// The length of the shortest run to a row.
    pub fn depth_of(&self, row: usize) -> u32 {
        self.depth_starts.partition_point(|&start| start <= row) as u32 - 1
    }

    /// No run shorter than this reaches the target.
    pub fn lower_bound(&self) -> Option<u32> {
        let depth = self.depth_starts.len() as u32 - 1;
        match self.end {
            End::Found(row) => Some(self.depth_of(row)),
            End::Exhausted => None,
            End::DepthLimit => Some(depth + 1),
            // The last depth may have been seen in part only.
            End::Stopped(_) => Some(depth),
        }
    }

    /// The rows from an initial one to this one.
    pub fn path_to(&self, row: usize) -> Vec<usize> {
        let mut path = vec![row];
        let mut at = row;
        while self.store.parents[at] != NO_PARENT {
            at = self.store.parents[at] as usize;
            path.push(at);
        }
        path.reverse();
        path
    }
}

struct Run<'a> {
    model: &'a dyn PackedModel,
    target: AtomId,
    budget: &'a mut dyn Budget,
    store: Store,
    depth_starts: Vec<usize>,
    out: Batch,
    work: Batch,
    truth: Vec<bool>,
}

impl Run<'_> {
    fn explore(&mut self, max_depth: Option<u32>) -> ControlFlow<End> {
        let words = self.model.words();
        self.model.initial(&mut self.out);
        self.reserve(self.out.rows.len() / words)?;
        for row in self.out.rows.chunks_exact(words) {
            self.store.insert(row, NO_PARENT);
        }
        self.look_for_target(0)?;
        let mut next = 0;
        while next < self.store.len() {
            let depth = self.depth_starts.len() as u32 - 1;
            if max_depth.is_some_and(|max| depth >= max) {
                return ControlFlow::Break(End::DepthLimit);
            }
            let end = self.store.len();
            self.depth_starts.push(end);
            while next < end {
                let n = BATCH.min(end - next);
                self.out.clear();
                let rows = &self.store.rows[next * words..(next + n) * words];
                self.model.expand(rows, &mut self.out);
                self.reserve(self.out.src.len())?;
                self.poll(self.store.bytes())?;
                let known = self.store.len();
                self.store
                    .insert_batch(&self.out.rows, &self.out.src, next as u32);
                self.look_for_target(known)?;
                next += n;
            }
        }
        // The last depth is empty.
        self.depth_starts.pop();
        ControlFlow::Continue(())
    }

    /// Looks at the rows from this number on.
    fn look_for_target(&mut self, from: usize) -> ControlFlow<End> {
        let rows = &self.store.rows[from * self.model.words()..];
        if rows.is_empty() {
            return ControlFlow::Continue(());
        }
        self.model
            .holds(rows, self.target, &mut self.work, &mut self.truth);
        match self.truth.iter().position(|&t| t) {
            Some(i) => ControlFlow::Break(End::Found(from + i)),
            None => ControlFlow::Continue(()),
        }
    }

    fn progress(&self, bytes: u64) -> Progress {
        Progress {
            phase: Phase::Searching,
            states: self.store.len() as u64,
            bytes,
            depth: self.depth_starts.len() as u32 - 1,
        }
    }

    fn poll(&mut self, bytes: u64) -> ControlFlow<End> {
        let progress = self.progress(bytes);
        self.budget.spend(&progress).map_break(End::Stopped)
    }

    fn reserve(&mut self, n: usize) -> ControlFlow<End> {
        if self.store.is_full() {
            return ControlFlow::Break(End::Stopped(Stop::States));
        }
        let mut progress = self.progress(0);
        let budget = &mut *self.budget;
        self.store.reserve(n, &mut |bytes| {
            progress.bytes = bytes;
            budget.spend(&progress).map_break(End::Stopped)
        })
    }
}
