//! Closed sets: accepts a set of cubes only if it holds the states where runs
//! begin, no step leaves it, and it misses all that it should.
//!
//! Lemma: what begins in such a set stays there, so that no run from those
//! states reaches what the set misses.
//!
//! A successor of a cube must lie inside *one* cube, found by its point, or
//! inside a pattern, or where a potential stands for it. It is computed by
//! interval arithmetic, which may find more than there is, never less. Where
//! that much is not inside, and a condition is undecided over the box, the box
//! is cut and its parts are looked at; what stays undecided counts as both.

use crate::eval::cut_of;
use crate::patterns::{PatternIndex, in_set, is_range, is_set, set_words, values};
use crate::point_index::{MAX_CUBES, PointIndex};
use crate::potential::{WeighedPotential, check_potentials};
use crate::{
    AtomId, Budget, CheckError, Checked, ClosedSet, Column, Dom, E, Evaluator, Layout, MAX_PARTS,
    Machine, Program, Ranges, Val, Write, ensure, in_parts, poll, reject,
};

/// Many patterns may be alike in what they fix, and are then gone through one
/// by one.
const MAX_PATTERNS: usize = 1 << 16;
const MAX_POTENTIALS: usize = 256;

/// Successors looked up together.
const MANY: usize = 2048;

/// The most parts that a pattern with sets is cut into.
const MAX_COMBINATIONS: usize = 1 << 16;

/// Expressions and writes times values of an open variable for which programs
/// are made.
const MAX_PROGRAMS: usize = 1 << 23;

/// Accepts a set that holds these states, that no step leaves, and that misses
/// these propositions.
pub(crate) fn check_closed_set(
    machine: &Machine,
    layout: &Layout,
    begin: &[Vec<Val>],
    misses: &[AtomId],
    set: &ClosedSet,
    budget: &mut dyn Budget,
) -> Result<(), CheckError> {
    let (bases, domains) = (machine.bases(), machine.domains());
    check_shape(layout, &domains, set, budget)?;
    let weighed = |potential| WeighedPotential::new(machine, &domains, potential);
    let potentials = set.potentials.iter().map(weighed).collect::<Checked<Vec<_>>>()?;
    for &atom in misses {
        check_potentials(machine, &bases, &domains, atom, &potentials, budget)?;
    }
    let mut free_position = vec![None; domains.len()];
    for (position, &f) in set.free.iter().enumerate() {
        free_position[f as usize] = Some(position as u32);
    }
    let columns = set.free.iter().zip(&set.columns);
    let of_cubes = columns.filter(|(_, column)| matches!(column, Column::Sets { .. }));
    let named = set.patterns.iter().flatten();
    let of_patterns = named.filter(|(_, dom)| matches!(dom, Dom::Set(_)));
    let open = of_cubes.map(|(flat, _)| *flat as usize).next();
    let open = open.or_else(|| of_patterns.map(|(flat, _)| *flat as usize).next());
    let n_values = open
        .map_or(0, |flat| (i64::from(domains[flat].1) - i64::from(domains[flat].0) + 1) as usize);
    let writes = machine.commands.iter().map(|c| 4 + c.updates.len());
    let size = 16 + machine.nodes.len() + writes.sum::<usize>();
    let by_value = (1..=MAX_PROGRAMS / size).contains(&n_values);
    let n_programs = if by_value { n_values + 1 } else { 1 };
    let mut checker = SetChecker {
        machine,
        bases: &bases,
        domains: &domains,
        layout,
        misses,
        set,
        free_position,
        n_cubes: set.points.len() / layout.words,
        index: PointIndex::new(&set.points, layout.words, budget)?,
        patterns: PatternIndex::new(&set.patterns, &domains),
        potentials,
        open,
        by_value,
        programs: (0..n_programs).map(|_| None).collect(),
    };
    checker.holds_all(begin)?;
    checker.cubes(budget)?;
    checker.patterns(budget)
}

/// Everything the set says is within range, before any of it is used.
fn check_shape(
    layout: &Layout,
    domains: &[(Val, Val)],
    set: &ClosedSet,
    budget: &mut dyn Budget,
) -> Result<(), CheckError> {
    let n_cubes = set.points.len() / layout.words;
    let is_whole = set.points.len().is_multiple_of(layout.words) && n_cubes < MAX_CUBES;
    ensure(is_whole, "the points have a wrong size")?;
    let known = set.free.iter().all(|&f| (f as usize) < domains.len());
    let is_list = set.free.is_sorted_by(|a, b| a < b) && set.columns.len() == set.free.len();
    ensure(known && is_list, "the free variables are not a list of variables")?;
    for (i, point) in set.points.chunks_exact(layout.words).enumerate() {
        let mut free = set.free.iter().map(|&f| f as usize);
        let is_point =
            layout.canonical(point) && free.all(|f| layout.get(point, f) == domains[f].0);
        ensure(is_point, format_args!("the point of cube {i} is no state"))?;
        if i % 65536 == 0 {
            poll(budget, 0, 0)?;
        }
    }
    let mut n_sets = 0;
    for (&f, column) in set.free.iter().zip(&set.columns) {
        let domain = domains[f as usize];
        let fits = match column {
            Column::Ranges(ranges) => ranges.iter().all(|&r| is_range(r, domain)),
            Column::Sets { words, bits } => {
                n_sets += 1;
                *words == set_words(domain)
                    && bits.len().is_multiple_of(*words)
                    && bits.chunks_exact(*words).all(|s| is_set(s, domain))
            }
        };
        let is_one = matches!(column, Column::Ranges(one) if one.len() == 1);
        let fits = fits && (is_one || column.len() == n_cubes);
        ensure(fits, "the values of a free variable do not fit the cubes or its domain")?;
    }
    ensure(n_sets <= 1, "more than one free variable has sets of values")?;
    let are_few = set.patterns.len() <= MAX_PATTERNS && set.potentials.len() <= MAX_POTENTIALS;
    ensure(are_few, "there are too many patterns or potentials")?;
    for pattern in &set.patterns {
        let fits = |(flat, dom): &(u32, Dom)| {
            let domain = domains.get(*flat as usize).copied();
            domain.is_some_and(|domain| dom.fits(domain))
        };
        let in_order = pattern.is_sorted_by(|a, b| a.0 < b.0);
        let fits = !pattern.is_empty() && in_order && pattern.iter().all(fits);
        ensure(fits, "a pattern does not fit the variables")?;
    }
    Ok(())
}

/// A cube or a pattern: what a step may not leave.
#[derive(Clone, Copy)]
enum Owner {
    Cube(usize),
    Pattern(usize),
}

struct SetChecker<'a> {
    machine: &'a Machine,
    bases: &'a [usize],
    domains: &'a [(Val, Val)],
    layout: &'a Layout,
    misses: &'a [AtomId],
    set: &'a ClosedSet,
    /// For each flat variable, its position among the free ones.
    free_position: Vec<Option<u32>>,
    n_cubes: usize,
    index: PointIndex,
    patterns: PatternIndex<'a>,
    potentials: Vec<WeighedPotential<'a>>,
    /// The variable that is open as a set of values.
    open: Option<usize>,
    /// Programs for its values, made when they are needed, and last the one for
    /// all: where there is no open variable, or it has too many values.
    by_value: bool,
    programs: Vec<Option<Program<'a>>>,
}

/// A successor at hand, and successors of cubes that wait to be looked up: many
/// together, so that their memory loads overlap.
#[derive(Default)]
struct Scratch {
    evaluator: Evaluator,
    writes: Vec<Write>,
    point: Vec<u64>,
    /// The ranges of the free variables.
    free: Ranges,
    waiting: Vec<u32>,
    points: Vec<u64>,
    frees: Ranges,
}

impl<'a> SetChecker<'a> {
    /// Makes the program for a value of the open variable, and says where it is.
    fn program(&mut self, value: Option<Val>, budget: &mut dyn Budget) -> Checked<usize> {
        let known = self.open.zip(value).filter(|_| self.by_value);
        let all = self.programs.len() - 1;
        let place = known.map_or(all, |(flat, value)| (value - self.domains[flat].0) as usize);
        if self.programs[place].is_none() {
            let mut ranges = self.domains.to_vec();
            if let Some((flat, value)) = known {
                ranges[flat] = (value, value);
            }
            poll(budget, 0, 0)?;
            let program = Program::new(self.machine, self.bases, self.misses, &ranges);
            self.programs[place] = Some(program);
        }
        Ok(place)
    }

    fn holds_all(&self, states: &[Vec<Val>]) -> Result<(), CheckError> {
        let mut scratch = Scratch::default();
        for (i, state) in states.iter().enumerate() {
            let ranges: Ranges = state.iter().map(|&x| (x, x)).collect();
            scratch.point.clear();
            self.layout.pack(state, &mut scratch.point);
            scratch.free.clear();
            for &f in &self.set.free {
                scratch.free.push(ranges[f as usize]);
                let least = self.domains[f as usize].0;
                self.layout.set(&mut scratch.point, f as usize, least);
            }
            let is_cube = self.in_cube(&scratch.point, &scratch.free);
            let is_inside = is_cube || self.is_left_out(&ranges, &[]);
            ensure(is_inside, format_args!("initial state {i} is outside the set"))?;
        }
        Ok(())
    }

    /// No step leaves a cube, and none meets what the set misses.
    fn cubes(&mut self, budget: &mut dyn Budget) -> Result<(), CheckError> {
        let mut scratch = Scratch::default();
        let (mut state, mut ranges) = (Vec::new(), Ranges::new());
        let bytes = self.index.bytes() + self.set.points.len() as u64 * 8;
        for cube in 0..self.n_cubes {
            let words = self.layout.words;
            state.clear();
            self.layout.unpack(&self.set.points[cube * words..][..words], &mut state);
            ranges.clear();
            ranges.extend(state.iter().map(|&x| (x, x)));
            let mut open = None;
            for (&flat, column) in self.set.free.iter().zip(&self.set.columns) {
                match column {
                    Column::Ranges(own) => ranges[flat as usize] = own[cube % own.len()],
                    Column::Sets { words, bits } => {
                        open = Some((flat as usize, &bits[cube * words..][..*words]));
                    }
                }
            }
            let owner = Owner::Cube(cube);
            match open {
                None => self.steps(None, &ranges, owner, &mut scratch, budget)?,
                Some((flat, bits)) => {
                    for value in values(bits) {
                        let value = self.domains[flat].0 + value as Val;
                        ranges[flat] = (value, value);
                        self.steps(Some(value), &ranges, owner, &mut scratch, budget)?;
                    }
                }
            }
            if scratch.waiting.len() >= MANY {
                self.look_up(&mut scratch)?;
            }
            if cube % 256 == 0 {
                poll(budget, cube as u64, bytes)?;
            }
        }
        self.look_up(&mut scratch)
    }

    /// Every successor that waits lies inside the set.
    fn look_up(&self, scratch: &mut Scratch) -> Result<(), CheckError> {
        let (words, n_free) = (self.layout.words, self.set.free.len());
        let point = |i: usize| &scratch.points[i * words..][..words];
        // The points that they name first, then the comparisons, so that the
        // loads of many overlap.
        let all = 0..scratch.waiting.len();
        let named = all.clone().filter_map(|i| self.index.candidates(point(i)).next());
        let named = named.map(|cube| self.set.points[cube * words]);
        std::hint::black_box(named.fold(0, |sum, word| sum ^ word));
        for i in all {
            let free = &scratch.frees[i * n_free..][..n_free];
            if !self.in_cube(point(i), free) {
                let mut state = Vec::new();
                self.layout.unpack(point(i), &mut state);
                let mut ranges: Ranges = state.iter().map(|&x| (x, x)).collect();
                for (&f, &range) in self.set.free.iter().zip(free) {
                    ranges[f as usize] = range;
                }
                let is_left_out = self.is_left_out(&ranges, &[]);
                ensure(is_left_out, format_args!("cube {} is left by a step", scratch.waiting[i]))?;
            }
        }
        scratch.waiting.clear();
        scratch.points.clear();
        scratch.frees.clear();
        Ok(())
    }

    /// No step leaves a pattern, and none meets what the set misses.
    fn patterns(&mut self, budget: &mut dyn Budget) -> Result<(), CheckError> {
        let mut scratch = Scratch::default();
        for (number, pattern) in self.set.patterns.iter().enumerate() {
            let mut ranges = self.domains.to_vec();
            for (flat, dom) in pattern {
                ranges[*flat as usize] = dom.hull(self.domains[*flat as usize].0);
            }
            let owner = Owner::Pattern(number);
            let open = self.open.filter(|_| self.by_value);
            let values = open.map_or((0, 0), |open| ranges[open]);
            for value in values.0..=values.1 {
                if let Some(open) = open {
                    ranges[open] = (value, value);
                }
                if !self.is_empty(owner, &ranges) {
                    let value = open.map(|_| value);
                    self.steps(value, &ranges, owner, &mut scratch, budget)?;
                }
            }
            poll(budget, self.n_cubes as u64, 0)?;
        }
        Ok(())
    }

    /// All commands over a box of a cube or a pattern. Where evidence names a cut, all of
    /// them are looked at on either side of it.
    fn steps(
        &mut self,
        value: Option<Val>,
        ranges: &[(Val, Val)],
        owner: Owner,
        scratch: &mut Scratch,
        budget: &mut dyn Budget,
    ) -> Checked {
        let program = self.program(value, budget)?;
        let mut look = |part: &_, budget: &mut dyn Budget| {
            self.commands(program, part, owner, scratch, budget)
        };
        // Most boxes are not cut, and then need no list of parts.
        if look(ranges, budget)?.is_none() {
            return Ok(());
        }
        in_parts(ranges.to_vec(), &self.set.cuts, MAX_COMBINATIONS, |part, may_cut| {
            poll(budget, self.n_cubes as u64, 0)?;
            let cut = if self.is_empty(owner, part) { None } else { look(part, budget)? };
            ensure(may_cut || cut.is_none(), "a box is cut into too many parts")?;
            Ok(cut)
        })
    }

    /// The same for a box as it is: says along which variable all commands want it cut. What
    /// one command alone does not see of the whole, it looks at in parts.
    fn commands(
        &self,
        number: usize,
        ranges: &[(Val, Val)],
        owner: Owner,
        scratch: &mut Scratch,
        budget: &mut dyn Budget,
    ) -> Checked<Option<usize>> {
        let program = self.programs[number].as_ref().expect("it was made before");
        let code = program.code();
        scratch.evaluator.all(code, |flat| ranges[flat].into());
        for (atom, conditions) in &program.atoms {
            if scratch.evaluator.range(code, *atom, ranges).1 != 0 {
                let seen = (&[*atom][..], &conditions[..], "may meet a target state");
                self.in_parts(program, owner, ranges, seen, budget, |inner, part| {
                    inner.range(code, *atom, part).1 == 0
                })?;
            }
        }
        for command in &program.commands {
            let guard = command.command.guard;
            if scratch.evaluator.range(code, guard, ranges).1 == 0 {
                continue;
            }
            let range = |e: E| scratch.evaluator.range(code, e, ranges);
            program.writes(&command.command, range, ranges, &mut scratch.writes);
            let mut decided = command.conditions.iter();
            let is_point = |(lo, hi): (Val, Val)| lo == hi;
            if let Owner::Cube(cube) = owner
                && (self.set.free.is_empty() || self.potentials.is_empty())
                && decided.all(|&c| is_point(scratch.evaluator.range(code, c, ranges)))
                && self.successor(cube, ranges, scratch)
            {
                // A cube without free variables is its point. Most steps of other
                // cubes only walk: they stay where they are.
                let is_point = self.set.free.is_empty();
                let is_inside = is_point && self.index.surely_has(&scratch.point);
                if !is_inside && (is_point || !self.is_cube(cube, &scratch.point, &scratch.free)) {
                    scratch.waiting.push(cube as u32);
                    scratch.points.extend_from_slice(&scratch.point);
                    scratch.frees.extend_from_slice(&scratch.free);
                }
                continue;
            }
            if self.is_inside(owner, ranges, scratch) {
                continue;
            }
            let cuts = &self.set.cuts;
            let cut = scratch.evaluator.undecided(code, &command.conditions, ranges, cuts);
            if let Some(flat) = cut.filter(|&flat| cut_of(cuts, flat, ranges[flat]).1) {
                return Ok(Some(flat));
            }
            let roots: Vec<E> = command.command.roots().collect();
            let seen = (&roots[..], &command.conditions[..], "is left by a step");
            self.in_parts(program, owner, ranges, seen, budget, |inner, part| {
                let range = |e: E| inner.range(code, e, part);
                program.writes(&command.command, range, part, &mut scratch.writes);
                self.is_inside(owner, part, scratch) || inner.range(code, guard, part).1 == 0
            })?;
        }
        Ok(None)
    }

    /// Cuts a box until each part is fine: first along variables that are read
    /// and of which a pattern has some values only, then where a condition is
    /// undecided, then along what potentials weigh.
    fn in_parts(
        &self,
        program: &Program,
        owner: Owner,
        whole: &[(Val, Val)],
        (roots, conditions, wrong): (&[E], &[E], &str),
        budget: &mut dyn Budget,
        mut is_fine: impl FnMut(&mut Evaluator, &[(Val, Val)]) -> bool,
    ) -> Result<(), CheckError> {
        let code = program.code();
        let mut evaluator = Evaluator::default();
        let has_potentials = !self.potentials.is_empty();
        in_parts(whole.to_vec(), &self.set.cuts, self.most_parts(owner), |part, may_cut| {
            poll(budget, self.n_cubes as u64, 0)?;
            evaluator.begin(code);
            if self.is_empty(owner, part) || is_fine(&mut evaluator, part) {
                return Ok(None);
            }
            let has_gap = |&flat: &usize| !self.has(owner, flat, part[flat]);
            let mut gap = || evaluator.reads(code, roots, part).into_iter().find(has_gap);
            let gap = self.gaps(owner).first().and_then(|_| gap());
            let cut = gap.or_else(|| evaluator.undecided(code, conditions, part, &self.set.cuts));
            let is_weighed = |&f: &usize| has_potentials && part[f].0 < part[f].1;
            let cut = cut.or_else(|| self.set.free.iter().map(|&f| f as usize).find(is_weighed));
            match (cut.filter(|_| may_cut), owner) {
                (Some(flat), _) => Ok(Some(flat)),
                (None, Owner::Cube(number)) => reject(format!("cube {number} {wrong}")),
                (None, Owner::Pattern(number)) => reject(format!("pattern {number} {wrong}")),
            }
        })
    }

    /// The variables of a pattern that have some of their values only.
    fn gaps(&self, owner: Owner) -> &'a [(u32, Dom)] {
        if let Owner::Pattern(number) = owner { &self.set.patterns[number] } else { &[] }
    }

    fn most_parts(&self, owner: Owner) -> usize {
        if self.gaps(owner).is_empty() { MAX_PARTS } else { MAX_COMBINATIONS }
    }

    /// Whether a pattern has all these values of a variable. A cube always does.
    fn has(&self, owner: Owner, flat: usize, range: (Val, Val)) -> bool {
        let gaps = self.gaps(owner);
        let named = gaps.binary_search_by_key(&(flat as u32), |(flat, _)| *flat);
        named.map_or(true, |at| gaps[at].1.holds(self.domains[flat].0, range))
    }

    /// Whether a part of a pattern's hull holds no state of the pattern.
    fn is_empty(&self, owner: Owner, part: &[(Val, Val)]) -> bool {
        let mut named = self.gaps(owner).iter();
        named.any(|(flat, dom)| !dom.meets(self.domains[*flat as usize].0, part[*flat as usize]))
    }

    /// Works out the point and the free variables of a cube's successor. False
    /// if it has no point: a value that cubes hold fixed has become a range.
    fn successor(&self, cube: usize, before: &[(Val, Val)], scratch: &mut Scratch) -> bool {
        let words = self.layout.words;
        let Scratch { writes, point, free, .. } = scratch;
        point.clear();
        point.extend_from_slice(&self.set.points[cube * words..][..words]);
        free.clear();
        free.extend(self.set.free.iter().map(|&f| before[f as usize]));
        let mut has_point = true;
        for w in writes {
            match self.free_position[w.flat as usize] {
                Some(position) => free[position as usize] = w.range,
                None => {
                    has_point &= w.range.0 == w.range.1;
                    self.layout.set(point, w.flat as usize, w.range.0);
                }
            }
        }
        has_point
    }

    /// Whether a successor, given by the ranges before and what is written,
    /// lies inside the set.
    fn is_inside(&self, owner: Owner, before: &[(Val, Val)], scratch: &mut Scratch) -> bool {
        let is_inside = match owner {
            Owner::Cube(cube) => {
                let has_point = self.successor(cube, before, scratch);
                has_point && self.in_cube(&scratch.point, &scratch.free)
            }
            // What is written lies in the pattern, and all else is as it was.
            Owner::Pattern(_) => {
                scratch.writes.iter().all(|w| self.has(owner, w.flat as usize, w.range))
            }
        };
        is_inside || self.is_left_out(before, &scratch.writes)
    }

    /// Whether some cube has this point and these values of the free variables.
    fn in_cube(&self, point: &[u64], free: &[(Val, Val)]) -> bool {
        self.index.candidates(point).any(|cube| self.is_cube(cube, point, free))
    }

    /// Whether a cube has this point and these values of the free variables.
    fn is_cube(&self, cube: usize, point: &[u64], free: &[(Val, Val)]) -> bool {
        let words = self.layout.words;
        let own = &self.set.points[cube * words..][..words];
        if own.iter().zip(point).any(|(a, b)| a != b) {
            return false;
        }
        let mut columns = self.set.columns.iter().zip(&self.set.free).zip(free);
        columns.all(|((column, &f), &(lo, hi))| match column {
            Column::Ranges(own) => is_range((lo, hi), own[cube % own.len()]),
            Column::Sets { words, bits } => {
                in_set(&bits[cube * words..][..*words], self.domains[f as usize].0, lo, hi)
            }
        })
    }

    /// Whether a pattern, or a potential, stands for all these states after
    /// what is written.
    fn is_left_out(&self, before: &[(Val, Val)], writes: &[Write]) -> bool {
        let mut after = before.to_vec();
        writes.iter().for_each(|w| after[w.flat as usize] = w.range);
        self.potentials.iter().any(|p| p.stands_for(&after))
            || self.patterns.contains(|flat| after[flat as usize])
    }
}
