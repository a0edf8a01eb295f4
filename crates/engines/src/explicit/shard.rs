//! One shard of the visited states: rows in discovery order, a parent link for
//! each, and a hash table of their numbers. Whole rows are compared.
//!
//! The hash is fixed. Its upper bits choose the shard, the next ones the slot,
//! so that whoever searches finds the same row in the same place.

/// The most shards there are, whatever the number of threads: their number decides
/// the order of rows, and so the bytes of a certificate. Many, so that the part of
/// the table that is being filled stays in the cache.
pub(super) const SHARDS: usize = 1 << SHARD_BITS;
pub(super) const SHARD_BITS: u32 = 6;

/// Rows of one shard that are taken at a time when all rows are gone through:
/// shards fill evenly, so that taking a block of each in turn comes near to
/// the order of discovery.
pub(super) const BLOCK: usize = 16;

/// Rows of so few bits are all in one shard and one block: they are not worth
/// sharing, and looking after many shards would take longer than the search.
const FEW_BITS: u32 = 12;

/// Such a shard has room for all rows of this many bits from the start.
const ROOM_BITS: u32 = 9;

/// How the rows of a model are spread.
#[derive(Clone, Copy)]
pub(super) struct Sharding {
    pub n_shards: usize,
    /// Rows of one shard that are taken at a time.
    pub block: usize,
    /// Rows that a shard has room for from the start.
    pub room: usize,
}

impl Sharding {
    /// How rows of this many bits are spread.
    pub fn of(n_bits: u32) -> Sharding {
        let (n_shards, block, room) = match n_bits {
            ..=FEW_BITS => (1, 1 << FEW_BITS, 1 << n_bits.min(ROOM_BITS)),
            _ => (SHARDS, BLOCK, 0),
        };
        Sharding {
            n_shards,
            block,
            room,
        }
    }
}

const EMPTY: u32 = u32::MAX;

/// How far ahead slots, and then rows, are fetched into the cache.
const SLOT_AHEAD: usize = 16;
const ROW_AHEAD: usize = 8;

/// So many rows of a shard are soon more: room for them is doubled.
const FEW: usize = 16;

/// A row's number: its shard in the upper bits, its place there in the others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RowId(pub(super) u32);

impl RowId {
    const LOCAL_BITS: u32 = 32 - SHARD_BITS;

    /// The most rows of one shard; the number after the last is `NONE`.
    const MAX_LOCAL: usize = (1 << Self::LOCAL_BITS) - 1;

    /// The parent of an initial state.
    pub(super) const NONE: RowId = RowId(u32::MAX);

    pub(super) fn new(shard: usize, local: usize) -> RowId {
        RowId((shard as u32) << Self::LOCAL_BITS | local as u32)
    }

    pub(super) fn shard(self) -> usize {
        (self.0 >> Self::LOCAL_BITS) as usize
    }

    pub(super) fn local(self) -> usize {
        (self.0 & (Self::MAX_LOCAL as u32)) as usize
    }
}

/// Part of the visited states.
pub(crate) struct Shard {
    words: usize,
    /// The rows, one after the other.
    pub rows: Vec<u64>,
    /// The row that each was reached from.
    pub parents: Vec<RowId>,
    /// A row's place in the low bits and, above them, bits of its hash.
    slots: Vec<u32>,
    slot_bits: u32,
    /// The depths at which rows came, each with the first of them.
    depths: Vec<(u32, u32)>,
}

/// The fixed hash of a row.
pub(super) fn hash(row: &[u64]) -> u64 {
    let mut h = 0u64;
    for word in row {
        h = (h ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        h ^= h >> 32;
    }
    h.wrapping_mul(0xFF51_AFD7_ED55_8CCD)
}

/// The shard of a row with this hash.
pub(super) fn shard_of(hash: u64) -> usize {
    (hash >> (64 - SHARD_BITS)) as usize
}

impl Shard {
    pub fn new(words: usize) -> Shard {
        Shard {
            words,
            rows: Vec::new(),
            parents: Vec::new(),
            slots: Vec::new(),
            slot_bits: 0,
            depths: Vec::new(),
        }
    }

    /// A shard with room for so many rows.
    pub fn with_room(words: usize, n_rows: usize) -> Shard {
        let mut shard = Shard::new(words);
        shard.reserve(n_rows);
        shard
    }

    pub fn len(&self) -> usize {
        self.rows.len() / self.words
    }

    /// Gives back the memory of links and table; the rows stay.
    pub fn forget_links(&mut self) {
        self.parents = Vec::new();
        self.slots = Vec::new();
    }

    pub fn row(&self, local: usize) -> &[u64] {
        &self.rows[local * self.words..][..self.words]
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        let numbers = self.parents.capacity() + self.slots.capacity() + 2 * self.depths.capacity();
        (self.rows.capacity() * 8 + numbers * 4) as u64
    }

    /// Whether no further row can be numbered after `n` more.
    pub fn is_full(&self, n: usize) -> bool {
        self.len() + n >= RowId::MAX_LOCAL
    }

    /// The depth of a row.
    pub fn depth_of(&self, local: usize) -> u32 {
        let after = self
            .depths
            .partition_point(|&(_, first)| first as usize <= local);
        self.depths[after - 1].0
    }

    /// The first row of this depth, which is the last depth so far.
    pub fn start_of(&self, depth: u32) -> usize {
        match self.depths.last() {
            Some(&(last, first)) if last == depth => first as usize,
            _ => self.len(),
        }
    }

    /// Adds those of these rows that are new, in order, all at one depth.
    pub fn insert(&mut self, rows: &[u64], parents: &[RowId], depth: u32) {
        self.reserve(parents.len());
        let before = self.len();
        match self.words {
            1 => self.insert_rows::<1>(rows, parents),
            2 => self.insert_rows::<2>(rows, parents),
            _ => self.insert_rows::<0>(rows, parents),
        }
        let known = self.depths.last().is_some_and(|d| d.0 == depth);
        if self.len() > before && !known {
            if self.depths.len() == self.depths.capacity() {
                self.depths.reserve_exact((self.depths.len() / 2).max(1));
            }
            self.depths.push((depth, before as u32));
        }
    }

    /// The place of a row, which is added if it is new; and whether it was.
    pub fn entry(&mut self, row: &[u64]) -> (usize, bool) {
        self.reserve(1);
        let before = self.len();
        let place = self.insert_row::<0>(row, hash(row), RowId::NONE);
        (place, self.len() > before)
    }

    /// The place of a row, if it is there.
    pub fn find(&self, row: &[u64]) -> Option<usize> {
        let (hash, last) = (hash(row), self.slots.len().checked_sub(1)?);
        let mut at = self.home(hash);
        loop {
            let slot = self.slots[at];
            if slot == EMPTY {
                return None;
            }
            let local = (slot & self.number_mask()) as usize;
            if slot & !self.number_mask() == self.tag(hash) && self.row(local) == row {
                return Some(local);
            }
            at = (at + 1) & last;
        }
    }

    /// Makes room for `n` more rows.
    fn reserve(&mut self, n: usize) {
        let need = self.len() + n;
        if need > self.parents.capacity() {
            // By a quarter, since what is not used counts against the limit; but small
            // shards would ask for memory with every row. There is room for none in the
            // beginning: of a few states most shards have none.
            let part = if self.len() < FEW { 1 } else { 4 };
            let more = (self.len() / part).max(n);
            self.rows.reserve_exact(more * self.words);
            self.parents.reserve_exact(more);
        }
        if need * 8 <= 7 << self.slot_bits {
            return;
        }
        while need * 8 > 7 << self.slot_bits {
            self.slot_bits += 1;
        }
        let last = (1usize << self.slot_bits) - 1;
        // The old table goes before the new one comes.
        self.slots = Vec::new();
        self.slots = vec![EMPTY; last + 1];
        for local in 0..self.len() {
            let h = hash(self.row(local));
            let mut at = self.home(h);
            while self.slots[at] != EMPTY {
                at = (at + 1) & last;
            }
            self.slots[at] = self.tag(h) | local as u32;
        }
    }

    fn home(&self, hash: u64) -> usize {
        (hash << SHARD_BITS >> (64 - self.slot_bits)) as usize
    }

    fn number_mask(&self) -> u32 {
        u32::MAX >> (32 - self.slot_bits)
    }

    fn tag(&self, hash: u64) -> u32 {
        hash as u32 & !self.number_mask()
    }

    fn insert_rows<const W: usize>(&mut self, rows: &[u64], parents: &[RowId]) {
        let words = if W == 0 { self.words } else { W };
        let n = parents.len();
        if n <= SLOT_AHEAD {
            for (row, &parent) in rows.chunks_exact(words).zip(parents) {
                self.insert_row::<W>(row, hash(row), parent);
            }
            return;
        }
        // The hashes of the rows between the first look and the insertion.
        let mut hashes = [0; SLOT_AHEAD];
        for k in 0..n + SLOT_AHEAD {
            if let Some(now) = k.checked_sub(SLOT_AHEAD) {
                let row = &rows[now * words..now * words + words];
                self.insert_row::<W>(row, hashes[now % SLOT_AHEAD], parents[now]);
            }
            if k < n {
                let h = hash(&rows[k * words..k * words + words]);
                hashes[k % SLOT_AHEAD] = h;
                prefetch(&self.slots, self.home(h));
            }
            if let Some(ahead) = k.checked_sub(ROW_AHEAD)
                && ahead < n
            {
                let slot = self.slots[self.home(hashes[ahead % SLOT_AHEAD])];
                if slot != EMPTY {
                    let local = (slot & self.number_mask()) as usize;
                    prefetch(&self.rows, local * words);
                }
            }
        }
    }

    /// The place of the row, new or not.
    fn insert_row<const W: usize>(&mut self, row: &[u64], hash: u64, parent: RowId) -> usize {
        let words = if W == 0 { self.words } else { W };
        let row = &row[..words];
        let last = self.slots.len() - 1;
        let number_mask = self.number_mask();
        let tag = self.tag(hash);
        let mut at = self.home(hash);
        loop {
            let slot = self.slots[at];
            if slot == EMPTY {
                self.slots[at] = tag | self.parents.len() as u32;
                self.rows.extend_from_slice(row);
                self.parents.push(parent);
                return self.parents.len() - 1;
            }
            let local = (slot & number_mask) as usize;
            if slot & !number_mask == tag && self.rows[local * words..][..words] == *row {
                return local;
            }
            at = (at + 1) & last;
        }
    }
}

/// Asks for a value that will be read soon.
#[allow(unsafe_code)]
fn prefetch<T>(values: &[T], i: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let address = values.as_ptr().wrapping_add(i).cast::<i8>();
        // SAFETY: a prefetch is a hint; it reads nothing the program can see
        // and does not fault, whatever the address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (values, i);
}
