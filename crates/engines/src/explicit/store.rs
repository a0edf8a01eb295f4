//! The visited states: rows in discovery order, which are also the queue of a
//! breadth-first search, a parent link for each, and a hash table of their
//! numbers. Whole rows are compared.
//!
//! The hash is fixed and its upper bits choose the slot, so that a table can be
//! split into shards by them and a run that is repeated finds the same order.

use std::ops::ControlFlow;

/// The parent of an initial state.
pub const NO_PARENT: u32 = u32::MAX;

const EMPTY: u32 = u32::MAX;

/// Rows whose numbers would not fit beside the two special ones.
const MAX_ROWS: usize = u32::MAX as usize - 1;

/// The filter of recent rows has at most two to the power of this many.
const MAX_RECENT_BITS: u32 = 17;

/// How far ahead slots, and then rows, are fetched into the cache.
const SLOT_AHEAD: usize = 24;
const ROW_AHEAD: usize = 8;

/// The visited states of a search.
pub struct Store {
    words: usize,
    /// All rows, one after the other.
    pub rows: Vec<u64>,
    /// The number of the row that each was reached from.
    pub parents: Vec<u32>,
    /// A row's number in the low bits and, above them, bits of its hash.
    slots: Vec<u32>,
    slot_bits: u32,
    /// Rows seen lately, which spare most of the way to the table. Every entry
    /// is a row of the table, so that a hit is always right.
    recent: Vec<u64>,
    recent_bits: u32,
    hashes: Vec<u64>,
    waiting: Vec<u32>,
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

/// Asked before memory grows, with the bytes in use afterwards.
pub type Poll<'p, T> = &'p mut dyn FnMut(u64) -> ControlFlow<T>;

impl Store {
    /// An empty table of rows of this many words.
    pub fn new(words: usize) -> Store {
        Store {
            words,
            rows: Vec::new(),
            parents: Vec::new(),
            slots: vec![EMPTY; 1 << 8],
            slot_bits: 8,
            recent: Vec::new(),
            recent_bits: 0,
            hashes: Vec::new(),
            waiting: Vec::new(),
        }
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.parents.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.parents.is_empty()
    }

    /// The row with this number.
    pub fn row(&self, i: usize) -> &[u64] {
        &self.rows[i * self.words..][..self.words]
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        let words = self.rows.capacity() + self.recent.capacity();
        let numbers = self.parents.capacity() + self.slots.capacity();
        (words * 8 + numbers * 4) as u64
    }

    /// Whether no further row can be numbered.
    pub fn is_full(&self) -> bool {
        self.len() >= MAX_ROWS
    }

    /// Makes room for `n` more rows.
    pub fn reserve<T>(&mut self, n: usize, poll: Poll<T>) -> ControlFlow<T> {
        let need = self.len() + n;
        if need > self.parents.capacity() {
            // By a quarter: large blocks are moved by the system's page
            // tables, and what is not used counts against the limit.
            let more = (self.len() / 4).max(n).max(1 << 10);
            poll(self.bytes() + (more * (self.words * 8 + 4)) as u64)?;
            self.rows.reserve_exact(more * self.words);
            self.parents.reserve_exact(more);
        }
        if need * 8 > 7 << self.slot_bits {
            self.grow(need, poll)?;
        }
        ControlFlow::Continue(())
    }

    fn grow<T>(&mut self, need: usize, poll: Poll<T>) -> ControlFlow<T> {
        let before = self.slots.len();
        while need * 8 > 7 << self.slot_bits {
            self.slot_bits += 1;
        }
        let n_slots = 1usize << self.slot_bits;
        let bytes = self.bytes() + (n_slots - before) as u64 * 4;
        poll(bytes)?;
        // The old table goes before the new one comes.
        self.slots = Vec::new();
        self.slots = vec![EMPTY; n_slots];
        for i in 0..self.len() {
            let h = hash(self.row(i));
            let mut at = self.home(h);
            while self.slots[at] != EMPTY {
                at = (at + 1) & (n_slots - 1);
            }
            self.slots[at] = self.tag(h) | i as u32;
            if i % (1 << 16) == 0 {
                poll(bytes)?;
            }
        }
        if !self.is_empty() {
            self.recent_bits = self.slot_bits.saturating_sub(4).min(MAX_RECENT_BITS);
            let first = self.row(0).to_vec();
            self.recent = first.repeat(1 << self.recent_bits);
        }
        ControlFlow::Continue(())
    }

    fn home(&self, hash: u64) -> usize {
        (hash >> (64 - self.slot_bits)) as usize
    }

    fn number_mask(&self) -> u32 {
        u32::MAX >> (32 - self.slot_bits)
    }

    fn tag(&self, hash: u64) -> u32 {
        hash as u32 & !self.number_mask()
    }

    /// Adds the rows that are new, in order; the parent of row `i` is
    /// `first_parent + src[i]`. Room must have been reserved.
    pub fn insert_batch(&mut self, rows: &[u64], src: &[u32], first_parent: u32) {
        match self.words {
            1 => self.insert_rows::<1>(rows, src, first_parent),
            2 => self.insert_rows::<2>(rows, src, first_parent),
            _ => self.insert_rows::<0>(rows, src, first_parent),
        }
    }

    /// Adds one row, if it is new. Room must have been reserved.
    pub fn insert(&mut self, row: &[u64], parent: u32) {
        match self.words {
            1 => self.insert_row::<1>(row, hash(row), parent),
            2 => self.insert_row::<2>(row, hash(row), parent),
            _ => self.insert_row::<0>(row, hash(row), parent),
        }
    }

    fn insert_rows<const W: usize>(&mut self, rows: &[u64], src: &[u32], first_parent: u32) {
        let words = if W == 0 { self.words } else { W };
        let mut hashes = std::mem::take(&mut self.hashes);
        let mut waiting = std::mem::take(&mut self.waiting);
        hashes.clear();
        waiting.clear();
        let recent_mask = (1usize << self.recent_bits) - 1;
        let filtered = !self.recent.is_empty();
        for (i, row) in rows.chunks_exact(words).enumerate() {
            let h = hash(row);
            if filtered {
                let at = ((h >> 8) as usize & recent_mask) * words;
                let entry = &mut self.recent[at..at + words];
                if entry == row {
                    continue;
                }
                entry.copy_from_slice(row);
            }
            hashes.push(h);
            waiting.push(i as u32);
        }
        let n = hashes.len();
        for k in 0..n + SLOT_AHEAD {
            if k < n {
                prefetch(&self.slots, self.home(hashes[k]));
            }
            if let Some(ahead) = (k + ROW_AHEAD).checked_sub(SLOT_AHEAD)
                && ahead < n
            {
                let slot = self.slots[self.home(hashes[ahead])];
                if slot != EMPTY {
                    let number = (slot & self.number_mask()) as usize;
                    prefetch(&self.rows, number * words);
                }
            }
            if let Some(now) = k.checked_sub(SLOT_AHEAD) {
                let i = waiting[now] as usize;
                let row = &rows[i * words..i * words + words];
                self.insert_row::<W>(row, hashes[now], first_parent + src[i]);
            }
        }
        self.hashes = hashes;
        self.waiting = waiting;
    }

    fn insert_row<const W: usize>(&mut self, row: &[u64], hash: u64, parent: u32) {
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
                return;
            }
            let number = (slot & number_mask) as usize;
            if slot & !number_mask == tag && self.rows[number * words..][..words] == *row {
                return;
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
