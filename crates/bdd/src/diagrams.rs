//! Sets of states as decision diagrams, in a table of nodes of limited size.
//!
//! An operation can run out of nodes, and whoever waits may want the search to
//! end. Both are remembered: every operation from then on gives the empty set
//! at once, so that loops come to their end, and nothing computed counts any
//! more. Whoever decides by a diagram asks [`Diagrams::intact`] first.

use std::cell::Cell;
use std::sync::Arc;

use oxidd::bcdd::{BCDDFunction, BCDDManagerRef, new_manager};
use oxidd::util::{AllocResult, OptBool};
use oxidd::{
    BooleanFunction, BooleanFunctionQuant, BooleanOperator, FunctionSubst, Manager, ManagerRef,
    Subst,
};
use playproof_certify::Stop;
use playproof_engines::Algebra;

use crate::watch::Watch;

/// A set of states, or of pairs of states.
pub(crate) type Set = BCDDFunction;

/// Other variables for some.
pub(crate) type Renaming = Subst<BCDDFunction, Vec<u32>, Vec<BCDDFunction>>;

/// Results of operations that are kept, at least and at most.
const CACHE_ENTRIES: (usize, usize) = (1 << 10, 1 << 20);
const CACHE_ENTRY_BYTES: u64 = 32;

/// Nodes that nobody refers to are collected when there are this many in all,
/// and then when there are twice as many as were left.
const FIRST_COLLECTION: usize = 1 << 20;

/// How many operations there are between two looks at the number of nodes.
const OPERATIONS_A_LOOK: u32 = 32;

/// Diagrams over the bits of a state and of the state after it, interleaved.
pub(crate) struct Diagrams {
    manager: BCDDManagerRef,
    watch: Arc<Watch>,
    /// From the top down, the bit that is decided.
    order: Vec<u32>,
    empty: Set,
    full: Set,
    current: Vec<Set>,
    next: Vec<Set>,
    failure: Cell<Option<Stop>>,
    n_operations: Cell<u32>,
    next_collection: Cell<usize>,
}

impl Diagrams {
    /// Diagrams that decide some of so many bits in this order, each once. The
    /// others are always 0.
    pub fn new(
        n_bits: usize,
        order: Vec<u32>,
        max_nodes: usize,
        watch: &Arc<Watch>,
    ) -> Result<Diagrams, Stop> {
        let (least, most) = CACHE_ENTRIES;
        // Filling a large cache would be most of the work on a small level.
        let wanted = 64usize.checked_shl(order.len() as u32 / 2).unwrap_or(most);
        let n_entries = wanted.clamp(least, most);
        let manager = new_manager(max_nodes, n_entries, 1);
        watch.use_bytes(n_entries as u64 * CACHE_ENTRY_BYTES);
        watch.count_nodes_of(&manager);
        let made = manager.with_manager_exclusive(|manager| {
            manager.add_vars(2 * order.len() as u32);
            let empty = Set::f(manager);
            let (mut current, mut next) = (vec![empty.clone(); n_bits], Vec::new());
            next.clone_from(&current);
            for (place, &bit) in order.iter().enumerate() {
                let level = 2 * place as u32;
                current[bit as usize] = Set::var(manager, level)?;
                next[bit as usize] = Set::var(manager, level + 1)?;
            }
            AllocResult::Ok((empty, Set::t(manager), current, next))
        });
        let (empty, full, current, next) = made.map_err(|_| Stop::Memory)?;
        Ok(Diagrams {
            manager,
            watch: Arc::clone(watch),
            order,
            empty,
            full,
            current,
            next,
            failure: Cell::new(None),
            n_operations: Cell::new(0),
            next_collection: Cell::new(FIRST_COLLECTION),
        })
    }

    /// Does all that is to be done within one use of the table of nodes: each
    /// operation by itself would have to fetch and return free places in it.
    pub fn in_one_go<R>(self, run: impl FnOnce(Diagrams) -> R) -> R {
        let manager = self.manager.clone();
        manager.with_manager_shared(|_| run(self))
    }

    /// Who looks after the table of nodes.
    pub fn manager(&self) -> &BCDDManagerRef {
        &self.manager
    }

    /// The thread that waits.
    pub fn watch(&self) -> &Watch {
        &self.watch
    }

    /// From the top down, the bit that is decided.
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// The variables of the bits of a state.
    pub fn current(&self) -> &[Set] {
        &self.current
    }

    /// The variables of the bits of the state after it.
    pub fn next(&self) -> &[Set] {
        &self.next
    }

    /// Fails if anything so far did.
    pub fn intact(&self) -> Result<(), Stop> {
        self.failure.get().map_or(Ok(()), Err)
    }

    pub fn empty(&self) -> Set {
        self.empty.clone()
    }

    pub fn full(&self) -> Set {
        self.full.clone()
    }

    pub fn is_empty(&self, a: &Set) -> bool {
        *a == self.empty
    }

    pub fn not(&self, a: &Set) -> Set {
        self.guarded(|| a.not())
    }

    pub fn and(&self, a: &Set, b: &Set) -> Set {
        self.guarded(|| a.and(b))
    }

    pub fn or(&self, a: &Set, b: &Set) -> Set {
        self.guarded(|| a.or(b))
    }

    /// What is in one but not in the other.
    pub fn without(&self, a: &Set, b: &Set) -> Set {
        self.guarded(|| b.imp_strict(a))
    }

    /// The union of all.
    pub fn union(&self, sets: &[Set]) -> Set {
        match sets {
            [] => self.empty(),
            [one] => one.clone(),
            _ => {
                let (left, right) = sets.split_at(sets.len() / 2);
                self.or(&self.union(left), &self.union(right))
            }
        }
    }

    /// The intersection of all.
    pub fn intersection(&self, sets: &[Set]) -> Set {
        // From the last, which is often the lowest, upwards.
        let all = sets.iter().rev();
        all.fold(self.full(), |all, set| self.and(set, &all))
    }

    /// A set with some variables fixed, which it does not read any more.
    pub fn fixed(&self, a: &Set, literals: &Set) -> Set {
        self.guarded(|| a.restrict(literals))
    }

    /// What both sets have, whatever some variables are.
    pub fn and_exists(&self, a: &Set, b: &Set, variables: &Set) -> Set {
        self.guarded(|| a.apply_exists(BooleanOperator::And, b, variables))
    }

    /// A set with other variables.
    pub fn renamed(&self, a: &Set, renaming: &Renaming) -> Set {
        self.guarded(|| a.substitute(renaming))
    }

    /// Where both sets, or neither, have a state.
    pub fn same(&self, a: &Set, b: &Set) -> Set {
        self.guarded(|| a.equiv(b))
    }

    /// The bit that is 1, or the one that is 0.
    pub fn literal(&self, bit: usize, value: bool) -> Set {
        match value {
            true => self.current[bit].clone(),
            false => self.not(&self.current[bit]),
        }
    }

    /// From some bits of a state to those of the state after.
    pub fn forth(&self, bits: &[usize]) -> Renaming {
        self.renaming(bits, 0, &self.next)
    }

    /// From some bits of the state after to those of a state.
    pub fn back(&self, bits: &[usize]) -> Renaming {
        self.renaming(bits, 1, &self.current)
    }

    fn renaming(&self, bits: &[usize], offset: u32, to: &[Set]) -> Renaming {
        let places = self.order.iter().enumerate();
        let meant = places.filter(|(_, bit)| bits.contains(&(**bit as usize)));
        let pairs =
            meant.map(|(place, &bit)| (2 * place as u32 + offset, to[bit as usize].clone()));
        let (from, to): (Vec<u32>, Vec<Set>) = pairs.unzip();
        Subst::new(from, to)
    }

    /// One state of a set that has some: the bits that are 1, and the set of it
    /// alone.
    pub fn pick(&self, set: &Set) -> (Vec<u32>, Set) {
        let values = set.pick_cube(|_, _, _| false).unwrap_or_default();
        let is_one = |place: usize| values.get(2 * place) == Some(&OptBool::True);
        let (mut ones, mut literals) = (Vec::new(), Vec::new());
        for (place, &bit) in self.order.iter().enumerate() {
            literals.push(self.literal(bit as usize, is_one(place)));
            if is_one(place) {
                ones.push(bit);
            }
        }
        (ones, self.intersection(&literals))
    }

    fn guarded(&self, operation: impl Fn() -> AllocResult<Set>) -> Set {
        if self.failure.get().is_some() {
            return self.empty();
        }
        if self.watch.is_stopped() {
            self.failure.set(Some(Stop::Cancelled));
            return self.empty();
        }
        self.collect_sometimes();
        let result = operation().or_else(|_| {
            // Of the nodes that fill the table some may be of no use.
            self.collect();
            operation()
        });
        result.unwrap_or_else(|_| {
            self.failure.set(Some(Stop::Memory));
            self.empty()
        })
    }

    fn collect_sometimes(&self) {
        let n = self.n_operations.get().wrapping_add(1);
        self.n_operations.set(n);
        if !n.is_multiple_of(OPERATIONS_A_LOOK) {
            return;
        }
        let count = |manager: &BCDDManagerRef| {
            manager.with_manager_shared(|manager| manager.approx_num_inner_nodes())
        };
        if count(&self.manager) >= self.next_collection.get() {
            let n_left = self.collect();
            self.next_collection.set(FIRST_COLLECTION.max(2 * n_left));
        }
    }

    fn collect(&self) -> usize {
        self.manager.with_manager_shared(|manager| {
            manager.gc();
            manager.num_inner_nodes()
        })
    }
}

/// What bit-blasting writes into. It must not see a failure, so it goes on
/// with empty sets.
impl Algebra for Diagrams {
    type Bit = Set;

    fn constant(&mut self, value: bool) -> Set {
        match value {
            true => Diagrams::full(self),
            false => self.empty(),
        }
    }

    fn not(&mut self, a: &Set) -> Set {
        Diagrams::not(self, a)
    }

    fn and(&mut self, a: &Set, b: &Set) -> Set {
        Diagrams::and(self, a, b)
    }

    fn or(&mut self, a: &Set, b: &Set) -> Set {
        Diagrams::or(self, a, b)
    }

    fn xor(&mut self, a: &Set, b: &Set) -> Set {
        self.guarded(|| a.xor(b))
    }

    fn ite(&mut self, c: &Set, a: &Set, b: &Set) -> Set {
        self.guarded(|| c.ite(a, b))
    }
}
