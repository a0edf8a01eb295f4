//! The visited states of a search, all shards together.

use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use super::shard::{BLOCK, RowId, Shard, Sharding};

/// The visited states while a search is going on: each shard is filled by one
/// thread at a time and read by many.
pub(super) struct Visiting {
    pub shards: Vec<RwLock<Shard>>,
}

impl Visiting {
    pub fn new(words: usize, sharding: Sharding) -> Visiting {
        let shard = || RwLock::new(Shard::with_room(words, sharding.room));
        let shards = (0..sharding.n_shards).map(|_| shard());
        Visiting {
            shards: shards.collect(),
        }
    }

    /// A shard to read. A thread that panicked ends the whole search, so a
    /// lock it held need not be feared.
    pub fn read(&self, shard: usize) -> RwLockReadGuard<'_, Shard> {
        self.shards[shard]
            .read()
            .unwrap_or_else(PoisonError::into_inner)
    }

    pub fn finish(self, words: usize) -> Visited {
        let shards = self.shards.into_iter();
        let shards = shards.map(|s| s.into_inner().unwrap_or_else(PoisonError::into_inner));
        Visited {
            words,
            shards: shards.collect(),
        }
    }
}

/// The visited states of a search that has ended, in a fixed order: a block of
/// each shard in turn, each shard in the order of discovery.
pub struct Visited {
    words: usize,
    shards: Vec<Shard>,
}

impl Visited {
    /// How many states.
    pub fn len(&self) -> usize {
        self.shards.iter().map(Shard::len).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        self.shards.iter().map(Shard::bytes).sum()
    }

    /// A row by its number.
    pub fn row(&self, id: RowId) -> &[u64] {
        self.shards[id.shard()].row(id.local())
    }

    /// The length of a shortest run to a row.
    pub fn depth_of(&self, id: RowId) -> u32 {
        self.shards[id.shard()].depth_of(id.local())
    }

    /// The places of blocks, in order: a shard, the first row and the end.
    fn blocks(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        let longest = self.shards.iter().map(Shard::len).max().unwrap_or(0);
        (0..longest).step_by(BLOCK).flat_map(|first| {
            let shards = self.shards.iter().enumerate();
            let filled = shards.filter(move |(_, shard)| shard.len() > first);
            filled.map(move |(s, shard)| (s, first, shard.len().min(first + BLOCK)))
        })
    }

    /// All rows, in order.
    pub fn ids(&self) -> impl Iterator<Item = RowId> {
        let rows = |(shard, first, end)| (first..end).map(move |row| RowId::new(shard, row));
        self.blocks().flat_map(rows)
    }

    /// The rows from an initial one to this one.
    pub fn path_to(&self, id: RowId) -> Vec<RowId> {
        let mut path = vec![id];
        let mut at = id;
        loop {
            at = self.shards[at.shard()].parents[at.local()];
            if at == RowId::NONE {
                break;
            }
            path.push(at);
        }
        path.reverse();
        path
    }

    /// The rows, one after the other, in the order of `ids`.
    pub fn into_rows(mut self) -> Vec<u64> {
        // What only a search needs goes before the copy comes.
        self.shards.iter_mut().for_each(Shard::forget_links);
        let mut rows = Vec::with_capacity(self.len() * self.words);
        for (shard, first, end) in self.blocks() {
            let words = first * self.words..end * self.words;
            rows.extend_from_slice(&self.shards[shard].rows[words]);
        }
        rows
    }
}
