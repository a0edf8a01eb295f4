//! Closed-set checking: accepts a set of cubes only if it contains the initial
//! states, no step leaves it, and it meets no target state.
//!
//! A successor of a cube must lie inside *one* cube: one with its point, or a
//! pattern. Sets of values are enumerated, ranges are not: what interval
//! arithmetic leaves undecided counts against the evidence.

use playproof_model::{AtomId, Cubes, Dom, Layout, Posts, Subject, Val, Workspace, Write};

use crate::boxes::{BoxBatch, BoxCursor};
use crate::check::{CheckError, poll, reject};
use crate::check_by_value::ByValueChecker;
use crate::check_potential::{PackedPotential, check_potential};
use crate::evidence::{ClosedSet, Column};
use crate::pattern_index::{PatternIndex, in_set};
use crate::point_index::{MAX_CUBES, PointIndex, hash};
use crate::task::Budget;

/// Many patterns may be alike in what they fix, and are then gone through one
/// by one: more than this many are refused, and with more than a few the
/// budget is asked more often.
const MAX_PATTERNS: usize = 1 << 16;
const FEW_PATTERNS: usize = 64;

/// Each potential is checked and, where nothing else helps, evaluated.
const MAX_POTENTIALS: usize = 256;

/// Accepts the set or says why not.
pub(crate) fn check_closed_set(
    subject: &Subject,
    target: AtomId,
    set: &ClosedSet,
    budget: &mut dyn Budget,
) -> Result<(), CheckError> {
    let vars = &subject.semantics().signature().vars;
    let flat = vars
        .iter()
        .flat_map(|v| std::iter::repeat_n((v.lo, v.hi), v.n_flat()));
    let domains: Vec<(Val, Val)> = flat.collect();
    check_shape(subject.layout(), &domains, set, budget)?;
    for potential in &set.potentials {
        check_potential(subject, target, &domains, potential, budget)?;
    }
    let checker = ClosedSetChecker::new(subject, &domains, set, budget)?;
    checker.initial_states_are_inside()?;
    match ByValueChecker::new(&checker, target) {
        Some(by_value) => by_value.check(target, budget),
        None => checker.no_step_leaves(target, budget),
    }
}

/// Everything the set says is within range, before any of it is used.
fn check_shape(
    layout: &Layout,
    domains: &[(Val, Val)],
    set: &ClosedSet,
    budget: &mut dyn Budget,
) -> Result<(), CheckError> {
    let n_cubes = set.points.len() / layout.words;
    if !set.points.len().is_multiple_of(layout.words) || n_cubes >= MAX_CUBES {
        return reject("the points have a wrong size");
    }
    let known = set.free.iter().all(|&f| (f as usize) < domains.len());
    if !known || !set.free.is_sorted_by(|a, b| a < b) || set.columns.len() != set.free.len() {
        return reject("the free variables are not a list of variables");
    }
    let free_at_least = |point: &[u64]| {
        let mut free = set.free.iter().map(|&f| f as usize);
        free.all(|f| layout.get(point, f) == domains[f].0)
    };
    for (i, point) in set.points.chunks_exact(layout.words).enumerate() {
        if !layout.canonical(point) || !free_at_least(point) {
            return reject(format!("the point of cube {i} is no state"));
        }
        if i % 65536 == 0 {
            poll(budget, 0, 0)?;
        }
    }
    for (&f, column) in set.free.iter().zip(&set.columns) {
        let domain = domains[f as usize];
        let whole = match column {
            Column::Ranges(_) => true,
            Column::Sets { words, bits } => {
                *words == set_words(domain) && bits.len().is_multiple_of(*words)
            }
        };
        if !whole || column.len() != n_cubes {
            return reject("the values of a free variable have a wrong size");
        }
        let fit = match column {
            Column::Ranges(ranges) => ranges.iter().all(|&r| is_range(r, domain)),
            Column::Sets { words, bits } => bits.chunks_exact(*words).all(|s| is_set(s, domain)),
        };
        if !fit {
            return reject("the values of a free variable leave its domain");
        }
    }
    if set.patterns.len() > MAX_PATTERNS {
        return reject(format!("there are more than {MAX_PATTERNS} patterns"));
    }
    if set.potentials.len() > MAX_POTENTIALS {
        return reject(format!("there are more than {MAX_POTENTIALS} potentials"));
    }
    for pattern in &set.patterns {
        let fits = |(flat, dom): &(u32, Dom)| {
            let domain = domains.get(*flat as usize).copied();
            domain.is_some_and(|domain| match dom {
                Dom::Range(lo, hi) => is_range((*lo, *hi), domain),
                Dom::Set(bits) => bits.len() == set_words(domain) && is_set(bits, domain),
            })
        };
        let in_order = pattern.is_sorted_by(|a, b| a.0 < b.0);
        if pattern.is_empty() || !in_order || !pattern.iter().all(fits) {
            return reject("a pattern does not fit the variables");
        }
    }
    Ok(())
}

fn set_words(domain: (Val, Val)) -> usize {
    let n_values = i64::from(domain.1) - i64::from(domain.0) + 1;
    (n_values as usize).div_ceil(64)
}

fn is_range((lo, hi): (Val, Val), domain: (Val, Val)) -> bool {
    domain.0 <= lo && lo <= hi && hi <= domain.1
}

/// Not empty, and no bit beyond the domain.
fn is_set(bits: &[u64], domain: (Val, Val)) -> bool {
    let n_values = (i64::from(domain.1) - i64::from(domain.0) + 1) as usize;
    let beyond = match n_values % 64 {
        0 => 0,
        last => bits[bits.len() - 1] >> last,
    };
    beyond == 0 && bits.iter().any(|&word| word != 0)
}

/// Successors waiting to be looked up, so that many searches overlap.
#[derive(Default)]
pub(crate) struct Pending {
    cube: Vec<u32>,
    points: Vec<u64>,
    hashes: Vec<u64>,
    /// The ranges of the free variables.
    free: Vec<(Val, Val)>,
}

impl Pending {
    pub fn len(&self) -> usize {
        self.cube.len()
    }

    /// Adds a successor of a cube.
    pub fn push(&mut self, cube: u32, point: &[u64], free: &[(Val, Val)]) {
        self.cube.push(cube);
        self.points.extend_from_slice(point);
        self.hashes.push(hash(point));
        self.free.extend_from_slice(free);
    }

    pub fn clear(&mut self) {
        self.cube.clear();
        self.points.clear();
        self.hashes.clear();
        self.free.clear();
    }
}

pub(crate) struct ClosedSetChecker<'a> {
    pub subject: &'a Subject,
    pub layout: &'a Layout,
    pub set: &'a ClosedSet,
    pub domains: &'a [(Val, Val)],
    /// For each flat variable, its position among the free ones.
    free_position: Vec<Option<u32>>,
    pub n_cubes: usize,
    index: PointIndex,
    patterns: PatternIndex<'a>,
    potentials: Vec<PackedPotential<'a>>,
}

impl<'a> ClosedSetChecker<'a> {
    fn new(
        subject: &'a Subject,
        domains: &'a [(Val, Val)],
        set: &'a ClosedSet,
        budget: &mut dyn Budget,
    ) -> Result<Self, CheckError> {
        let layout = subject.layout();
        let mut free_position = vec![None; domains.len()];
        for (position, &f) in set.free.iter().enumerate() {
            free_position[f as usize] = Some(position as u32);
        }
        let index = PointIndex::new(&set.points, layout.words, &mut || poll(budget, 0, 0))?;
        let in_point = |flat: u32| free_position[flat as usize].is_none();
        let potentials = set.potentials.iter();
        let potentials = potentials.map(|p| PackedPotential::new(p, domains, layout, in_point));
        let potentials = potentials.collect();
        Ok(ClosedSetChecker {
            subject,
            layout,
            set,
            domains,
            free_position,
            n_cubes: set.points.len() / layout.words,
            index,
            patterns: PatternIndex::new(&set.patterns, domains),
            potentials,
        })
    }

    fn initial_states_are_inside(&self) -> Result<(), CheckError> {
        let mut missing = None;
        let mut i = 0;
        self.subject.semantics().initial(&mut |state| {
            let ranges: Vec<_> = state.iter().map(|&x| (x, x)).collect();
            let mut point = Vec::new();
            self.layout.pack(state, &mut point);
            let mut free = Vec::new();
            for &f in &self.set.free {
                free.push(ranges[f as usize]);
                self.layout
                    .set(&mut point, f as usize, self.domains[f as usize].0);
            }
            if !self.in_cube(&point, hash(&point), &free) && !self.in_pattern(&ranges) {
                missing.get_or_insert(i);
            }
            i += 1;
        });
        match missing {
            None => Ok(()),
            Some(i) => reject(format!("initial state {i} is outside the set")),
        }
    }

    /// Goes through all cubes and patterns, a batch of boxes at a time.
    fn no_step_leaves(&self, target: AtomId, budget: &mut dyn Budget) -> Result<(), CheckError> {
        let semantics = self.subject.semantics();
        let bytes = self.bytes();
        let mut cursor = BoxCursor::new(self.set, self.layout, self.domains);
        let mut batch = BoxBatch::default();
        let mut work = Workspace::default();
        let mut bad = Vec::new();
        let mut pending = Pending::default();
        loop {
            cursor.fill(&mut batch);
            let Some(&last) = batch.owner.last() else {
                return Ok(());
            };
            semantics.may(&batch.boxes, target, &mut work, &mut bad);
            if let Some(i) = bad.iter().position(|&b| b) {
                let name = self.name(batch.owner[i]);
                return reject(format!("{name} may meet a target state"));
            }
            let mut verdict = Ok(());
            semantics.post(&batch.boxes, &mut work, &mut |_, posts| {
                if verdict.is_ok() {
                    verdict = self.successors_are_inside(&batch, posts, &mut pending);
                }
                // Going through many patterns takes its time.
                if verdict.is_ok() && self.set.patterns.len() > FEW_PATTERNS {
                    verdict = poll(budget, u64::from(last), bytes);
                }
            });
            verdict?;
            poll(budget, u64::from(last), bytes)?;
        }
    }

    /// Memory in use.
    pub fn bytes(&self) -> u64 {
        self.index.bytes() + self.set.points.len() as u64 * 8
    }

    fn successors_are_inside(
        &self,
        batch: &BoxBatch,
        posts: &Posts,
        pending: &mut Pending,
    ) -> Result<(), CheckError> {
        pending.clear();
        for i in 0..posts.len() {
            let at = posts.cube[i] as usize;
            let writes = posts.of(i);
            let owner = batch.owner[at];
            if (owner as usize) < self.n_cubes && self.enqueue(batch, at, writes, pending) {
                continue;
            }
            if self.stays_in_pattern(owner, writes) {
                continue;
            }
            // A successor of a pattern, or one in which a variable that cubes
            // hold fixed has become a range: only a pattern can contain it.
            if !self.in_pattern(&after(&batch.boxes, at, writes)) {
                return reject(format!("a step leaves {}", self.name(owner)));
            }
        }
        self.look_up(pending)
    }

    /// Whether a successor of a pattern lies in that pattern: what is written does, and
    /// all else is as it was.
    fn stays_in_pattern(&self, owner: u32, writes: &[Write]) -> bool {
        let number = (owner as usize).checked_sub(self.n_cubes);
        let Some(pattern) = number.map(|number| &self.set.patterns[number]) else {
            return false;
        };
        writes.iter().all(|w| {
            let named = pattern.binary_search_by_key(&w.flat, |(flat, _)| *flat);
            named.is_err()
                || named.is_ok_and(|at| match &pattern[at].1 {
                    Dom::Range(lo, hi) => *lo <= w.lo && w.hi <= *hi,
                    Dom::Set(bits) => in_set(bits, self.domains[w.flat as usize].0, w.lo, w.hi),
                })
        })
    }

    /// Adds the successor to those waiting. False if it has no point.
    fn enqueue(&self, batch: &BoxBatch, at: usize, writes: &[Write], out: &mut Pending) -> bool {
        let owner = batch.owner[at] as usize;
        let words = self.layout.words;
        let (point_at, free_at) = (out.points.len(), out.free.len());
        out.points
            .extend_from_slice(&self.set.points[owner * words..][..words]);
        let from = at * self.domains.len();
        for &f in &self.set.free {
            let flat = from + f as usize;
            out.free.push((batch.boxes.lo[flat], batch.boxes.hi[flat]));
        }
        for w in writes {
            match self.free_position[w.flat as usize] {
                Some(position) => out.free[free_at + position as usize] = (w.lo, w.hi),
                None if w.lo == w.hi => {
                    let point = &mut out.points[point_at..];
                    self.layout.set(point, w.flat as usize, w.lo);
                }
                None => {
                    out.points.truncate(point_at);
                    out.free.truncate(free_at);
                    return false;
                }
            }
        }
        // Most steps of a quotient only walk: they stay in their own cube.
        let own = &self.set.points[owner * words..][..words];
        if same(&out.points[point_at..], own) && self.covers(owner, &out.free[free_at..]) {
            out.points.truncate(point_at);
            out.free.truncate(free_at);
            return true;
        }
        out.hashes.push(hash(&out.points[point_at..]));
        out.cube.push(owner as u32);
        true
    }

    pub fn look_up(&self, pending: &Pending) -> Result<(), CheckError> {
        let words = self.layout.words;
        let n_free = self.set.free.len();
        // Slots first, then the points they name, then the comparisons: each
        // pass waits for memory once, not once a successor.
        let slots = pending.hashes.iter().map(|&h| self.index.first_slot(h));
        std::hint::black_box(slots.fold(0, |sum, slot| sum ^ slot));
        let named = pending
            .hashes
            .iter()
            .filter_map(|&h| self.index.candidates(h).next());
        let points = named.map(|cube| self.set.points[cube * words]);
        std::hint::black_box(points.fold(0, |sum, word| sum ^ word));
        for (i, &h) in pending.hashes.iter().enumerate() {
            let point = &pending.points[i * words..][..words];
            let free = &pending.free[i * n_free..][..n_free];
            if !self.in_cube(point, h, free) && !self.is_left_out(point, free) {
                return reject(format!("a step leaves {}", self.name(pending.cube[i])));
            }
        }
        Ok(())
    }

    fn in_cube(&self, point: &[u64], hash: u64, free: &[(Val, Val)]) -> bool {
        let words = self.layout.words;
        self.index.candidates(hash).any(|cube| {
            same(&self.set.points[cube * words..][..words], point) && self.covers(cube, free)
        })
    }

    /// Whether the cube has these values of the free variables.
    pub fn covers(&self, cube: usize, free: &[(Val, Val)]) -> bool {
        let columns = self.set.columns.iter().zip(&self.set.free);
        columns
            .zip(free)
            .all(|((column, &f), &(lo, hi))| match column {
                Column::Ranges(ranges) => ranges[cube].0 <= lo && hi <= ranges[cube].1,
                Column::Sets { words, bits } => {
                    let bits = &bits[cube * words..][..*words];
                    in_set(bits, self.domains[f as usize].0, lo, hi)
                }
            })
    }

    /// Whether a pattern, or a potential, stands for all these states.
    pub fn in_pattern(&self, ranges: &[(Val, Val)]) -> bool {
        let potentials = self.set.potentials.iter();
        self.patterns.contains(|flat| ranges[flat as usize])
            || potentials
                .into_iter()
                .any(|p| p.covers(self.domains, ranges))
    }

    /// The same for a point with ranges of the free variables.
    fn is_left_out(&self, point: &[u64], free: &[(Val, Val)]) -> bool {
        let range = |flat: u32| match self.free_position[flat as usize] {
            Some(position) => free[position as usize],
            None => {
                let x = self.layout.get(point, flat as usize);
                (x, x)
            }
        };
        let mut potentials = self.potentials.iter();
        potentials.any(|p| p.covers(point, range)) || self.patterns.contains(range)
    }

    pub fn name(&self, owner: u32) -> String {
        match (owner as usize).checked_sub(self.n_cubes) {
            None => format!("cube {owner}"),
            Some(pattern) => format!("pattern {pattern}"),
        }
    }
}

/// Whether two points of the same length are equal. A point is a word or two:
/// the loop beats the library's comparison of long memory.
fn same(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).all(|(a, b)| a == b)
}

/// A box after some writes.
fn after(boxes: &Cubes, at: usize, writes: &[Write]) -> Vec<(Val, Val)> {
    let from = at * boxes.n_flat;
    let lo = boxes.lo[from..][..boxes.n_flat].iter().copied();
    let hi = boxes.hi[from..][..boxes.n_flat].iter().copied();
    let mut ranges: Vec<(Val, Val)> = lo.zip(hi).collect();
    for w in writes {
        ranges[w.flat as usize] = (w.lo, w.hi);
    }
    ranges
}
