//! The visited states of a search, all shards together.

use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use super::shard::{RowId, SHARDS, Shard};

/// The visited states while a search is going on: each shard is filled by one
/// thread at a time and read by many.
pub(super) struct Visiting {
    pub shards: Vec<RwLock<Shard>>,
}

impl Visiting {
    pub fn new(words: usize) -> Visiting {
        let shards = (0..SHARDS).map(|_| RwLock::new(Shard::new(words)));
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

/// The visited states of a search that has ended, in a fixed order: shard by
/// shard, each in the order of discovery.
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

    /// All rows, in order.
    pub fn ids(&self) -> impl Iterator<Item = RowId> {
        let shards = self.shards.iter().enumerate();
        shards.flat_map(|(s, shard)| (0..shard.len()).map(move |local| RowId::new(s, local)))
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

    /// The rows, one after the other. Memory is given back shard by shard, so
    /// that they are not there twice.
    pub fn into_rows(self) -> Vec<u64> {
        let mut rows = Vec::with_capacity(self.len() * self.words);
        for shard in self.shards {
            rows.extend_from_slice(&shard.rows);
        }
        rows
    }
}
