//! The check that no step leaves a closed set, for sets that leave one
//! variable open as a set of values, such as the player of Sokoban.
//!
//! The commands are worked out for each value of that variable beforehand
//! (`ByValue` in `model`), so that a guard is a few bits of a cube's point.
//! What is checked is the same as for any other set: every successor of every
//! state lies in one cube, in a pattern, or where a potential stands for it.

use playproof_model::{AtomId, ByValue, Cubes, Dom, E, Layout, Val, ValueWrite, Workspace};

use crate::check::{CheckError, poll, reject};
use crate::check_closed_set::{ClosedSetChecker, Pending};
use crate::evidence::{ClosedSet, Column, Pattern};
use crate::pattern_index::within;
use crate::task::Budget;

/// Cubes taken together.
const BATCH: usize = 256;

/// Successors looked up together.
const MANY: usize = 2048;

/// Some bits of a word of a point. A command has few of them, a point may
/// have many words, and there is a command for every value: whole points of
/// bits would fill the memory.
struct Bits {
    word: usize,
    bits: u64,
}

/// A command for one value of the open variable, over the words of a point.
struct PackedCommand {
    /// Bits that must be set, and bits that must not.
    ones: Vec<Bits>,
    zeros: Vec<Bits>,
    conditions: Vec<E>,
    /// Bits of the point that are cleared, and bits that are then set.
    clear: Vec<Bits>,
    set: Vec<Bits>,
    /// Whether anything but free variables is written.
    changes_point: bool,
    /// The open variable afterwards, if it is written.
    value: Option<ValueWrite>,
    /// Writes to other free variables, by their position.
    free: Vec<(usize, ValueWrite)>,
    /// Writes to variables of the point that are no single bits.
    fields: Vec<(u32, ValueWrite)>,
    /// All writes, one a variable.
    writes: Vec<(u32, ValueWrite)>,
}

/// The checker of one set with one open variable.
pub(crate) struct ByValueChecker<'a, 'c> {
    checker: &'c ClosedSetChecker<'a>,
    open: u32,
    /// The position of the open variable among the free ones, if it is one.
    position: Option<usize>,
    least: Val,
    commands: Vec<Vec<PackedCommand>>,
    program: Vec<E>,
}

/// What a cube or a pattern says about single bits.
struct Known<'p> {
    ones: &'p [u64],
    zeros: &'p [u64],
}

impl<'a, 'c> ByValueChecker<'a, 'c> {
    /// `None` if the set or the game are not of this kind.
    pub fn new(checker: &'c ClosedSetChecker<'a>, target: AtomId) -> Option<Self> {
        let open = open_variable(checker.set)?;
        let by_value = checker.subject.semantics().by_value(open)?;
        if !by_value.stable_atoms[target.index()] {
            return None;
        }
        let position = checker.set.free.iter().position(|&f| f == open);
        let pack = Packing {
            layout: checker.layout,
            free: &checker.set.free,
            open,
        };
        let ByValue {
            commands, program, ..
        } = by_value;
        let commands = commands
            .iter()
            .map(|of_value| of_value.iter().map(|c| pack.command(c)).collect())
            .collect();
        Some(ByValueChecker {
            checker,
            open,
            position,
            least: checker.domains[open as usize].0,
            commands,
            program,
        })
    }

    /// No step leaves the set, and no cube meets the target.
    pub fn check(&self, target: AtomId, budget: &mut dyn Budget) -> Result<(), CheckError> {
        let semantics = self.checker.subject.semantics();
        let n_items = self.checker.n_cubes + self.checker.set.patterns.len();
        let bytes = self.checker.bytes();
        let (mut boxes, mut work) = (Cubes::default(), Workspace::default());
        let (mut bad, mut pending) = (Vec::new(), Pending::default());
        for first in (0..n_items).step_by(BATCH) {
            let items = first..n_items.min(first + BATCH);
            boxes.clear();
            boxes.n_flat = self.checker.domains.len();
            items
                .clone()
                .for_each(|item| self.push_box(item, &mut boxes));
            semantics.may(&boxes, target, &mut work, &mut bad);
            if let Some(i) = bad.iter().position(|&b| b) {
                let name = self.checker.name((first + i) as u32);
                return reject(format!("{name} may meet a target state"));
            }
            semantics.ranges(&boxes, &self.program, &mut work);
            for item in items {
                match item.checked_sub(self.checker.n_cubes) {
                    None => self.steps_of_cube(item, item - first, &work, &mut pending)?,
                    Some(pattern) => self.steps_of_pattern(pattern, item - first, &boxes, &work)?,
                }
                if pending.len() >= MANY {
                    self.checker.look_up(&pending)?;
                    pending.clear();
                }
            }
            poll(budget, first as u64, bytes)?;
        }
        self.checker.look_up(&pending)
    }

    /// The ranges of all variables, the open one at its least value: what is
    /// evaluated over them does not read it.
    fn push_box(&self, item: usize, boxes: &mut Cubes) {
        let ClosedSetChecker {
            set,
            layout,
            domains,
            n_cubes,
            ..
        } = self.checker;
        let start = boxes.lo.len();
        match item.checked_sub(*n_cubes) {
            None => {
                layout.unpack(
                    &set.points[item * layout.words..][..layout.words],
                    &mut boxes.lo,
                );
                boxes.hi.extend_from_slice(&boxes.lo[start..]);
                for (&f, column) in set.free.iter().zip(&set.columns) {
                    if let Column::Ranges(ranges) = column {
                        boxes.lo[start + f as usize] = ranges[item].0;
                        boxes.hi[start + f as usize] = ranges[item].1;
                    }
                }
            }
            Some(pattern) => {
                boxes.lo.extend(domains.iter().map(|d| d.0));
                boxes.hi.extend(domains.iter().map(|d| d.1));
                for (flat, dom) in &set.patterns[pattern] {
                    // Sets of other variables may be anything of their domain.
                    if let Dom::Range(lo, hi) = dom {
                        boxes.lo[start + *flat as usize] = *lo;
                        boxes.hi[start + *flat as usize] = *hi;
                    }
                }
            }
        }
        boxes.lo[start + self.open as usize] = self.least;
        boxes.hi[start + self.open as usize] = self.least;
    }

    /// The commands that may be enabled for a value.
    fn enabled<'k>(
        &'k self,
        value: usize,
        known: Known<'k>,
        at: usize,
        work: &'k Workspace,
    ) -> impl Iterator<Item = &'k PackedCommand> {
        self.commands[value].iter().filter(move |command| {
            let clash = |demanded: &[Bits], known: &[u64]| {
                let mut words = demanded.iter();
                words.any(|demanded| demanded.bits & known[demanded.word] != 0)
            };
            !clash(&command.ones, known.zeros)
                && !clash(&command.zeros, known.ones)
                && command.conditions.iter().all(|&e| work.range(e, at).1 != 0)
        })
    }

    fn steps_of_cube(
        &self,
        cube: usize,
        at: usize,
        work: &Workspace,
        pending: &mut Pending,
    ) -> Result<(), CheckError> {
        let words = self.checker.layout.words;
        let set = self.checker.set;
        let point = &set.points[cube * words..][..words];
        let zeros: Vec<u64> = point.iter().map(|word| !word).collect();
        let own: &[u64] = match self.position.map(|position| &set.columns[position]) {
            Some(Column::Sets { words, bits }) => &bits[cube * words..][..*words],
            _ => unreachable!("the open variable of a cube has a set of values"),
        };
        let mut successor = Successor {
            free: Vec::with_capacity(set.free.len()),
            point: Vec::with_capacity(words),
        };
        for value in values(own) {
            let known = Known {
                ones: point,
                zeros: &zeros,
            };
            for command in self.enabled(value, known, at, work) {
                self.free_after(command, cube, value, at, work, &mut successor.free);
                // Most steps only walk: they stay in their own cube.
                if !command.changes_point && self.checker.covers(cube, &successor.free) {
                    continue;
                }
                if !self.point_after(command, point, at, work, &mut successor.point) {
                    let name = self.checker.name(cube as u32);
                    return reject(format!("a step makes a range of a fixed value in {name}"));
                }
                pending.push(cube as u32, &successor.point, &successor.free);
            }
        }
        Ok(())
    }

    /// The free variables after a step.
    fn free_after(
        &self,
        command: &PackedCommand,
        cube: usize,
        value: usize,
        at: usize,
        work: &Workspace,
        out: &mut Vec<(Val, Val)>,
    ) {
        out.clear();
        for column in &self.checker.set.columns {
            out.push(match column {
                Column::Ranges(ranges) => ranges[cube],
                Column::Sets { .. } => {
                    let value = ValueWrite::Known(self.least + value as Val);
                    range_of(command.value.unwrap_or(value), at, work)
                }
            });
        }
        for (position, write) in &command.free {
            out[*position] = range_of(*write, at, work);
        }
    }

    /// The point after a step. False if it has none, a value of it having
    /// become a range.
    fn point_after(
        &self,
        command: &PackedCommand,
        point: &[u64],
        at: usize,
        work: &Workspace,
        out: &mut Vec<u64>,
    ) -> bool {
        out.clear();
        out.extend_from_slice(point);
        for Bits { word, bits } in &command.clear {
            out[*word] &= !bits;
        }
        for Bits { word, bits } in &command.set {
            out[*word] |= bits;
        }
        for (flat, write) in &command.fields {
            let (lo, hi) = range_of(*write, at, work);
            if lo != hi {
                return false;
            }
            self.checker.layout.set(out, *flat as usize, lo);
        }
        true
    }

    fn steps_of_pattern(
        &self,
        number: usize,
        at: usize,
        boxes: &Cubes,
        work: &Workspace,
    ) -> Result<(), CheckError> {
        let pattern = &self.checker.set.patterns[number];
        let (ones, zeros) = self.known_bits(pattern);
        let domain = self.checker.domains[self.open as usize];
        let own = named(pattern, self.open);
        let n_values = (i64::from(domain.1) - i64::from(domain.0) + 1) as usize;
        for value in 0..n_values {
            let here = self.least + value as Val;
            if own.is_some_and(|dom| !within(dom, self.least, (here, here))) {
                continue;
            }
            let known = Known {
                ones: &ones,
                zeros: &zeros,
            };
            for command in self.enabled(value, known, at, work) {
                let stays = |(flat, write): &(u32, ValueWrite)| {
                    let least = self.checker.domains[*flat as usize].0;
                    let range = range_of(*write, at, work);
                    named(pattern, *flat).is_none_or(|dom| within(dom, least, range))
                };
                if command.writes.iter().all(stays) {
                    continue;
                }
                let start = at * boxes.n_flat;
                let lo = boxes.lo[start..][..boxes.n_flat].iter().copied();
                let hi = boxes.hi[start..][..boxes.n_flat].iter().copied();
                let mut ranges: Vec<(Val, Val)> = lo.zip(hi).collect();
                ranges[self.open as usize] = (here, here);
                for (flat, write) in &command.writes {
                    ranges[*flat as usize] = range_of(*write, at, work);
                }
                if !self.checker.in_pattern(&ranges) {
                    return reject(format!("a step leaves pattern {number}"));
                }
            }
        }
        Ok(())
    }

    /// The bits of a point that a pattern fixes: those that are 1, and those
    /// that are 0.
    fn known_bits(&self, pattern: &Pattern) -> (Vec<u64>, Vec<u64>) {
        let words = self.checker.layout.words;
        let (mut ones, mut zeros) = (vec![0u64; words], vec![0u64; words]);
        for (flat, dom) in pattern {
            if let (Some((word, shift)), Dom::Range(lo, hi)) =
                (self.checker.layout.bit(*flat as usize), dom)
                && lo == hi
            {
                let known = if *lo == 1 { &mut ones } else { &mut zeros };
                known[word] |= 1 << shift;
            }
        }
        (ones, zeros)
    }
}

struct Successor {
    free: Vec<(Val, Val)>,
    point: Vec<u64>,
}

/// The one variable whose values are sets: among the free ones or, if there
/// are no cubes, in the patterns.
fn open_variable(set: &ClosedSet) -> Option<u32> {
    let columns = set.free.iter().zip(&set.columns);
    let mut sets = columns.filter(|(_, column)| matches!(column, Column::Sets { .. }));
    match (sets.next(), sets.next()) {
        (Some((&flat, _)), None) => Some(flat),
        (None, _) if set.points.is_empty() => {
            let named = set.patterns.iter().flatten();
            let mut open = named.filter(|(_, dom)| matches!(dom, Dom::Set(_)));
            open.next().map(|(flat, _)| *flat)
        }
        _ => None,
    }
}

fn named(pattern: &Pattern, flat: u32) -> Option<&Dom> {
    let at = pattern.binary_search_by_key(&flat, |(flat, _)| *flat);
    at.ok().map(|at| &pattern[at].1)
}

/// The values of a set, counted from the least of the domain.
fn values(bits: &[u64]) -> impl Iterator<Item = usize> {
    bits.iter().enumerate().flat_map(|(i, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(i * 64 + bit)
        })
    })
}

fn range_of(write: ValueWrite, at: usize, work: &Workspace) -> (Val, Val) {
    match write {
        ValueWrite::Known(value) => (value, value),
        ValueWrite::Of(e) => work.range(e, at),
    }
}

struct Packing<'a> {
    layout: &'a Layout,
    free: &'a [u32],
    open: u32,
}

impl Packing<'_> {
    fn command(&self, command: &playproof_model::ValueCommand) -> PackedCommand {
        let mut packed = PackedCommand {
            ones: self.mask(&command.ones),
            zeros: self.mask(&command.zeros),
            conditions: command.conditions.clone(),
            clear: Vec::new(),
            set: Vec::new(),
            changes_point: false,
            value: None,
            free: Vec::new(),
            fields: Vec::new(),
            writes: Vec::new(),
        };
        for (i, &(flat, write)) in command.writes.iter().enumerate() {
            // The last write to a variable counts.
            if command.writes[i + 1..]
                .iter()
                .any(|(later, _)| *later == flat)
            {
                continue;
            }
            packed.writes.push((flat, write));
            match self.free.iter().position(|&f| f == flat) {
                _ if flat == self.open => packed.value = Some(write),
                Some(position) => packed.free.push((position, write)),
                None => {
                    packed.changes_point = true;
                    match (self.layout.bit(flat as usize), write) {
                        (Some((word, shift)), ValueWrite::Known(value)) => {
                            add_bit(&mut packed.clear, word, 1 << shift);
                            add_bit(&mut packed.set, word, (value as u64) << shift);
                        }
                        _ => packed.fields.push((flat, write)),
                    }
                }
            }
        }
        packed
    }

    /// The bits of these variables that are part of a point.
    fn mask(&self, flats: &[u32]) -> Vec<Bits> {
        let mut mask = Vec::new();
        for &flat in flats {
            if let Some((word, shift)) = self.layout.bit(flat as usize)
                && !self.free.contains(&flat)
            {
                add_bit(&mut mask, word, 1 << shift);
            }
        }
        mask
    }
}

fn add_bit(mask: &mut Vec<Bits>, word: usize, bits: u64) {
    match mask.iter_mut().find(|of_word| of_word.word == word) {
        Some(of_word) => of_word.bits |= bits,
        None => mask.push(Bits { word, bits }),
    }
}
