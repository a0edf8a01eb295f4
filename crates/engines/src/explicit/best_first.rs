//! Best-first search over a native model, by the edges so far and a lower
//! bound on those that are left.
//!
//! Where the question limits a count, this is A*: bounds never fall by more
//! than one an edge, so that a row is expanded only once, with the fewest edges
//! to it, and what is too far is left out. Without a limit the bound weighs
//! more, for the sake of an early run. Threads share the expansion of a batch;
//! rows are entered in its order, so that their number changes nothing.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};

use playproof_certify::{
    Budget, ClosedSet, Column, Count, Evidence, Finding, Outcome, Phase, Potential, Progress,
    Reason, Stop,
};
use playproof_model::{Batch, Dom, FAR, NativeModel, Reach, Subject, Val};

use super::counter::StepCounter;
use super::engine::{Threads, finish_run, late_pattern};
use super::run::replay_native;
use super::team::{self, Leader, with_team};
use super::ways::{NOWHERE, Ways};

/// Rows expanded by one thread at a time.
const CHUNK: usize = 64;

/// The most rows of a batch; without a limit on the count batches begin small
/// and grow with the search, so that early runs are found early.
const MAX_CHUNKS: usize = 64;

/// The most words of successors that a batch should have: where rows are long
/// and have many successors, few are expanded together, or they would fill the
/// memory before the budget is asked again.
const BATCH_WORDS: usize = 1 << 23;

/// How much more than an edge a bound weighs where nothing is counted.
const HASTE: usize = 4;

/// The counter of a question: its flat variable and its limit.
pub(super) type Limit = (u32, StepCounter);

/// Searches and decides.
pub(super) fn best_first(
    subject: &Subject,
    reach: Reach,
    model: &dyn NativeModel,
    limit: Option<Limit>,
    threads: Threads,
    budget: &mut dyn Budget,
) -> Outcome {
    let expansion = Expansion::new(model);
    let n_threads = threads.count.max(1);
    with_team(
        &expansion,
        n_threads,
        || (),
        |leader| {
            let mut search = Search {
                model,
                limit: limit.as_ref().map(|(_, counter)| counter.limit),
                ways: Ways::new(model.words()),
                n_expanded: 0,
                queues: Queue::all(limit.is_some()),
                reasons: BTreeSet::new(),
                too_far: false,
                spread: 1,
            };
            let end = search.run(reach, &expansion, leader, budget);
            let states = search.ways.seen.len() as u64;
            let (finding, lower_bound) = match end {
                End::Found(place) => {
                    let run = replay_native(subject, model, &search.ways.way_to(place));
                    (finish_run(reach, run), None)
                }
                End::Stopped(stop, bound) => (Finding::Unknown(Reason::Stopped(stop)), bound),
                End::Exhausted => match search.closed_set(subject, limit.as_ref(), budget) {
                    ControlFlow::Continue(set) => {
                        let answer = reach.on_reach.opposite();
                        (Finding::decided(answer, Evidence::ClosedSet(set)), None)
                    }
                    ControlFlow::Break(stop) => (Finding::Unknown(Reason::Stopped(stop)), None),
                },
            };
            Outcome {
                finding,
                states,
                lower_bound,
            }
        },
    )
}

enum End {
    Found(u32),
    Exhausted,
    /// With a bound on the edges of every run, if edges are counted.
    Stopped(Stop, Option<u32>),
}

struct Search<'a> {
    model: &'a dyn NativeModel,
    limit: Option<Val>,
    /// The rows, with the fewest edges to each.
    ways: Ways,
    n_expanded: usize,
    /// What is to be expanded. Where nothing is counted there are two orders,
    /// taken in turn: with haste and without, since either can lead astray.
    queues: Vec<Queue>,
    /// Why rows were left out.
    reasons: BTreeSet<u64>,
    /// Whether some were left out by a bound.
    too_far: bool,
    /// Successors of a row, on the average of the batch that had most.
    spread: usize,
}

/// Rows by rank. A row may be there several times; the least rank counts.
struct Queue {
    /// How much more than an edge a bound weighs.
    haste: usize,
    buckets: Vec<Vec<u32>>,
    /// No bucket below this one holds a row.
    lowest: usize,
}

impl Queue {
    fn all(is_counted: bool) -> Vec<Queue> {
        let hastes = if is_counted { &[1][..] } else { &[1, HASTE] };
        let queue = |&haste: &usize| Queue {
            haste,
            buckets: Vec::new(),
            lowest: 0,
        };
        hastes.iter().map(queue).collect()
    }

    fn push(&mut self, rank: usize, place: u32) {
        if self.buckets.len() <= rank {
            self.buckets.resize_with(rank + 1, Vec::new);
        }
        self.buckets[rank].push(place);
        self.lowest = self.lowest.min(rank);
    }

    /// A row of the lowest rank; of the next one only if it may be.
    fn pop(&mut self, may_go_on: bool) -> Option<u32> {
        loop {
            let bucket = self.buckets.get_mut(self.lowest)?;
            match bucket.pop() {
                Some(place) => return Some(place),
                None if may_go_on => {
                    *bucket = Vec::new();
                    self.lowest += 1;
                }
                None => return None,
            }
        }
    }
}

impl Search<'_> {
    fn run(
        &mut self,
        reach: Reach,
        expansion: &Expansion,
        leader: &mut Leader<Expansion>,
        budget: &mut dyn Budget,
    ) -> End {
        self.begin();
        let words = self.model.words();
        let (mut batch, mut rows) = (Vec::new(), Vec::new());
        let (mut work, mut truth) = (Batch::default(), Vec::new());
        let mut turn = 0;
        loop {
            turn = (turn + 1) % self.queues.len();
            self.take_batch(turn, &mut batch, &mut rows);
            if batch.is_empty() {
                // Every row is in each of the queues.
                return End::Exhausted;
            }
            let rank = self.queues[turn].lowest;
            self.model.holds(&rows, reach.target, &mut work, &mut truth);
            if let Some(i) = truth.iter().position(|&t| t) {
                return End::Found(batch[i]);
            }
            let bound = self.limit.map(|_| rank as u32);
            if let ControlFlow::Break(stop) = budget.spend(&self.progress(rank)) {
                return End::Stopped(stop, bound);
            }
            if self.ways.seen.is_full(CHUNK * MAX_CHUNKS * 1024) {
                return End::Stopped(Stop::States, bound);
            }
            std::mem::swap(&mut *expansion.rows_mut(), &mut rows);
            let n_chunks = batch.len().div_ceil(CHUNK);
            let mut stop = ControlFlow::Continue(());
            leader.phase((), n_chunks, n_chunks < 2, &mut || {
                if stop.is_continue() {
                    stop = budget.spend(&self.progress(rank));
                }
            });
            if let ControlFlow::Break(stop) = stop {
                return End::Stopped(stop, bound);
            }
            let mut n_out = 0;
            for number in 0..n_chunks {
                let chunk = expansion.chunk(number);
                n_out += chunk.out.src.len();
                self.reasons.extend(&chunk.out.reasons);
                let out = chunk.out.rows.chunks_exact(words).zip(&chunk.out.src);
                for ((row, &src), &left) in out.zip(&chunk.estimates) {
                    let parent = batch[number * CHUNK + src as usize];
                    let edges = self.ways.costs[parent as usize] + 1;
                    self.reach(row, edges, left, parent);
                }
            }
            self.spread = self.spread.max(n_out.div_ceil(batch.len()));
        }
    }

    /// The first rows.
    fn begin(&mut self) {
        let mut out = Batch::default();
        self.model.initial(&mut out);
        let mut estimates = Vec::new();
        self.model.estimate(&out.rows, &mut estimates);
        let words = self.model.words();
        for (row, &left) in out.rows.chunks_exact(words).zip(&estimates) {
            match self.model.reason(row) {
                Some(reason) => {
                    self.reasons.insert(reason);
                }
                None => self.reach(row, 0, left, NOWHERE),
            }
        }
    }

    /// Rows to be expanded next, all of one rank, the lowest of a queue.
    fn take_batch(&mut self, turn: usize, batch: &mut Vec<u32>, rows: &mut Vec<u64>) {
        batch.clear();
        rows.clear();
        let most = self.most_rows();
        let queue = &mut self.queues[turn];
        while batch.len() < most {
            let Some(place) = queue.pop(batch.is_empty()) else {
                return;
            };
            if self.ways.expand(place) {
                self.n_expanded += 1;
                batch.push(place);
                rows.extend_from_slice(self.ways.seen.row(place as usize));
            }
        }
    }

    /// How many rows a batch may have.
    fn most_rows(&self) -> usize {
        let most = match self.limit {
            Some(_) => CHUNK * MAX_CHUNKS,
            None => (self.n_expanded / 64).clamp(8, CHUNK * MAX_CHUNKS),
        };
        let fitting = BATCH_WORDS / (self.model.words() * self.spread);
        most.min(fitting.max(1))
    }

    /// A row was reached along so many edges, with a bound on those left.
    fn reach(&mut self, row: &[u64], edges: u32, left: u32, parent: u32) {
        if left == FAR {
            self.too_far = true;
            return;
        }
        let far = u64::from(edges) + u64::from(left);
        if self
            .limit
            .is_some_and(|limit| far as i64 > i64::from(limit))
        {
            self.too_far = true;
            return;
        }
        let Some(place) = self.ways.reach(row, edges, parent) else {
            return;
        };
        for queue in &mut self.queues {
            queue.push(edges as usize + queue.haste * left as usize, place);
        }
    }

    fn progress(&self, rank: usize) -> Progress {
        let n_rows = self.ways.seen.len() as u64;
        // A place in each queue.
        let beside = n_rows * 5 * self.queues.len() as u64;
        Progress {
            phase: Phase::Searching,
            states: n_rows,
            bytes: self.ways.bytes() + beside,
            depth: rank as u32,
        }
    }

    /// All rows as cubes, with the reasons for what was left out.
    fn closed_set(
        &mut self,
        subject: &Subject,
        limit: Option<&Limit>,
        budget: &mut dyn Budget,
    ) -> ControlFlow<Stop, ClosedSet> {
        let mut set = ClosedSet {
            free: self.model.free().to_vec(),
            ..ClosedSet::default()
        };
        let mut sets: Vec<(usize, Vec<u64>)> = self.set_columns(subject, &set.free);
        let layout = subject.layout();
        let vars = &subject.signature().vars;
        let least: Vec<Val> = vars.iter().flat_map(|v| vec![v.lo; v.n_flat()]).collect();
        set.points
            .reserve_exact(self.ways.seen.len() * layout.words);
        let (mut state, mut doms) = (Vec::new(), Vec::new());
        for place in 0..self.ways.seen.len() {
            let row = self.ways.seen.row(place);
            state.clear();
            doms.clear();
            self.model.valuation(row, &mut state);
            self.model.cube(row, &mut doms);
            for ((&f, dom), (words, bits)) in set.free.iter().zip(&doms).zip(&mut sets) {
                state[f as usize] = least[f as usize];
                add_values(dom, least[f as usize], *words, bits);
            }
            layout.pack(&state, &mut set.points);
            if place % 4096 == 0 {
                budget.spend(&self.progress(0))?;
            }
        }
        let columns = sets.into_iter();
        set.columns = columns
            .map(|(words, bits)| Column::Sets { words, bits })
            .collect();
        if let Some((flat, counter)) = limit {
            let ranges = self.ways.costs.iter().map(|&n| (n as Val, counter.cap));
            set.free.push(*flat);
            set.columns.push(Column::Ranges(ranges.collect()));
        }
        let reasons: Vec<u64> = self.reasons.iter().copied().collect();
        set.patterns = self.model.patterns(&reasons);
        if self.too_far {
            set.potentials = self.potentials(limit);
            if set.potentials.iter().all(|p| p.count.is_none())
                && let Some((flat, counter)) = limit
            {
                set.patterns.push(late_pattern(counter, *flat));
            }
        }
        ControlFlow::Continue(set)
    }

    /// Empty columns of sets, each with its number of words.
    fn set_columns(&self, subject: &Subject, free: &[u32]) -> Vec<(usize, Vec<u64>)> {
        let vars = &subject.signature().vars;
        let spans = vars
            .iter()
            .flat_map(|v| vec![(v.hi - v.lo) as usize + 1; v.n_flat()]);
        let spans: Vec<usize> = spans.collect();
        let words = free.iter().map(|&f| spans[f as usize].div_ceil(64));
        words.map(|words| (words, Vec::new())).collect()
    }

    fn potentials(&self, limit: Option<&Limit>) -> Vec<Potential> {
        let bounds = self.model.bounds().into_iter();
        let potentials = bounds.filter_map(|bound| {
            let count = match (bound.counts, limit) {
                (false, _) => None,
                (true, Some((flat, counter))) if counter.limit >= 0 => Some(Count {
                    counter: *flat,
                    limit: counter.limit,
                }),
                // A bound on a count says nothing where none is limited, and
                // nothing new where every count is too high.
                (true, _) => return None,
            };
            Some(Potential {
                count,
                constant: bound.constant,
                weights: bound.weights,
            })
        });
        potentials.collect()
    }
}

/// Appends a set with these values.
fn add_values(dom: &Dom, least: Val, words: usize, bits: &mut Vec<u64>) {
    match dom {
        Dom::Set(set) => bits.extend_from_slice(set),
        Dom::Range(lo, hi) => {
            let start = bits.len();
            bits.resize(start + words, 0);
            for value in *lo..=*hi {
                let bit = (value - least) as usize;
                bits[start + bit / 64] |= 1 << (bit % 64);
            }
        }
    }
}

/// The rows of a batch, and what their expansion gives, chunk by chunk.
struct Expansion<'a> {
    model: &'a dyn NativeModel,
    rows: RwLock<Vec<u64>>,
    chunks: Vec<Mutex<Chunk>>,
}

#[derive(Default)]
struct Chunk {
    out: Batch,
    estimates: Vec<u32>,
}

impl<'a> Expansion<'a> {
    fn new(model: &'a dyn NativeModel) -> Expansion<'a> {
        Expansion {
            model,
            rows: RwLock::default(),
            chunks: (0..MAX_CHUNKS).map(|_| Mutex::default()).collect(),
        }
    }

    fn rows_mut(&self) -> impl std::ops::DerefMut<Target = Vec<u64>> {
        self.rows.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn chunk(&self, number: usize) -> MutexGuard<'_, Chunk> {
        let chunk = self.chunks[number].lock();
        chunk.unwrap_or_else(PoisonError::into_inner)
    }
}

impl team::Work for Expansion<'_> {
    type Own = ();
    type Phase = ();

    fn job(&self, _phase: (), number: usize, _own: &mut ()) {
        let rows = self.rows.read().unwrap_or_else(PoisonError::into_inner);
        let width = CHUNK * self.model.words();
        let end = rows.len().min((number + 1) * width);
        let mut chunk = self.chunk(number);
        let Chunk { out, estimates } = &mut *chunk;
        out.clear();
        self.model.expand(&rows[number * width..end], out);
        self.model.estimate(&out.rows, estimates);
    }
}
