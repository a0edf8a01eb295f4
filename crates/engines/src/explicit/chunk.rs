//! A chunk of a round: rows are expanded, and their successors sorted by the
//! shard they belong to.

use playproof_model::{AtomId, Batch, PackedModel};

use super::shard::{RowId, SHARDS, Shard, hash, shard_of};

/// The filter of recent rows has two to the power of this many.
const RECENT_BITS: u32 = 15;

/// So many successors tell how often a step changes nothing.
const ENOUGH: usize = 256;

/// Successors, sorted by shard.
#[derive(Default)]
pub(super) struct Chunk {
    rows: Vec<u64>,
    parents: Vec<RowId>,
    /// Where each shard's successors end.
    ends: Vec<u32>,
    /// The shards that have any, a bit each.
    pub occupied: u64,
}

impl Chunk {
    /// The successors for one shard.
    pub fn of_shard(&self, shard: usize, words: usize) -> (&[u64], &[RowId]) {
        let from = match shard {
            0 => 0,
            _ => self.ends[shard - 1] as usize,
        };
        let to = self.ends[shard] as usize;
        (
            &self.rows[from * words..to * words],
            &self.parents[from..to],
        )
    }
}

/// What a thread keeps for itself.
pub(super) struct Worker {
    words: usize,
    n_shards: usize,
    /// The rows to expand, and their numbers.
    input: Vec<u64>,
    ids: Vec<RowId>,
    out: Batch,
    work: Batch,
    truth: Vec<bool>,
    /// For each successor kept: which it is, and its shard.
    kept: Vec<(u32, u8)>,
    /// Rows that this thread handed on lately. They are earlier in the order
    /// of all chunks than what it sees now, since threads take chunks in
    /// increasing order; so leaving out a row that is here changes nothing.
    recent: Vec<u64>,
    /// A row that is known from the start, to fill the filter with.
    first: Vec<u64>,
    /// Whether so many steps change nothing that it pays to look for them: they lead to
    /// no new row.
    looks_back: bool,
}

impl Worker {
    pub fn new(words: usize, n_shards: usize, first: Vec<u64>) -> Worker {
        Worker {
            words,
            n_shards,
            input: Vec::new(),
            ids: Vec::new(),
            out: Batch::default(),
            work: Batch::default(),
            truth: Vec::new(),
            kept: Vec::new(),
            recent: Vec::new(),
            first,
            looks_back: true,
        }
    }

    pub fn clear_input(&mut self) {
        self.input.clear();
        self.ids.clear();
    }

    /// Adds rows of a shard to those to expand.
    pub fn gather(&mut self, rows: &Shard, shard: usize, first: usize, n: usize) {
        let words = self.words;
        self.input
            .extend_from_slice(&rows.rows[first * words..(first + n) * words]);
        self.ids
            .extend((first..first + n).map(|local| RowId::new(shard, local)));
    }

    /// Expands the rows that were gathered.
    pub fn expand(&mut self, model: &dyn PackedModel, filter: bool, chunk: &mut Chunk) {
        self.out.clear();
        model.expand(&self.input, &mut self.out);
        if filter && self.recent.is_empty() {
            self.recent = self.first.repeat(1 << RECENT_BITS);
        }
        match self.words {
            1 => self.sort::<1>(filter, chunk),
            2 => self.sort::<2>(filter, chunk),
            _ => self.sort::<0>(filter, chunk),
        }
    }

    /// The initial rows, as successors of none.
    pub fn initial(&mut self, model: &dyn PackedModel, chunk: &mut Chunk) {
        self.out.clear();
        model.initial(&mut self.out);
        self.ids = vec![RowId::NONE];
        self.out.src = vec![0; self.out.rows.len() / self.words];
        self.sort::<0>(false, chunk);
    }

    fn sort<const W: usize>(&mut self, filter: bool, chunk: &mut Chunk) {
        let words = if W == 0 { self.words } else { W };
        // Their number is a power of two.
        let last = self.n_shards - 1;
        let mut counts = [0u32; SHARDS];
        self.kept.clear();
        let (looks_back, mut n_same) = (self.looks_back, 0);
        for (i, row) in self.out.rows.chunks_exact(words).enumerate() {
            if looks_back {
                // Initial rows have no predecessor.
                let src = self.out.src[i] as usize * words;
                if self.input.get(src..src + words) == Some(row) {
                    n_same += 1;
                    continue;
                }
            }
            let h = hash(row);
            if filter {
                let at = (h >> 8) as usize % (1 << RECENT_BITS) * words;
                let entry = &mut self.recent[at..at + words];
                if entry == row {
                    continue;
                }
                entry.copy_from_slice(row);
            }
            let shard = shard_of(h) & last;
            counts[shard] += 1;
            self.kept.push((i as u32, shard as u8));
        }
        if self.out.src.len() >= ENOUGH {
            self.looks_back = n_same * 8 >= self.out.src.len();
        }
        // Counting sort: first where each shard's rows begin, then the rows.
        let mut next = [0u32; SHARDS];
        let mut sum = 0;
        chunk.ends.clear();
        chunk.occupied = 0;
        let shards = next.iter_mut().zip(counts).take(self.n_shards);
        for (shard, (next, count)) in shards.enumerate() {
            *next = sum;
            sum += count;
            chunk.ends.push(sum);
            chunk.occupied |= u64::from(count > 0) << shard;
        }
        chunk.rows.resize(sum as usize * words, 0);
        chunk.parents.resize(sum as usize, RowId::NONE);
        for &(i, shard) in &self.kept {
            let to = next[shard as usize] as usize;
            next[shard as usize] += 1;
            let row = &self.out.rows[i as usize * words..][..words];
            chunk.rows[to * words..to * words + words].copy_from_slice(row);
            chunk.parents[to] = self.ids[self.out.src[i as usize] as usize];
        }
    }

    /// The first of these rows that satisfies the target.
    pub fn first_target(
        &mut self,
        model: &dyn PackedModel,
        target: AtomId,
        rows: &[u64],
    ) -> Option<usize> {
        if rows.is_empty() {
            return None;
        }
        model.holds(rows, target, &mut self.work, &mut self.truth);
        self.truth.iter().position(|&t| t)
    }
}
