//! Trusted for `--as-rules`: how the Rules number what is in cells.
//!
//! Cells in which the same may come to be are of one class, and a cell's number is the place
//! of what it holds among that. A cell that always holds the same has no number. Where a state
//! would else be larger than a word, numbers of two values stand in an array of their own.
//!
//! Tables are about codes: a class and a number together, and one more for what is beyond the
//! edge.

use std::collections::BTreeSet;

use playproof_model::Val;

use crate::local::Content;

/// The bits of a word that states are packed into.
const WORD: usize = 64;

/// How what is in each cell is numbered.
pub(crate) struct Codes {
    /// What may be in the cells of each class, in increasing order.
    classes: Vec<Vec<Content>>,
    /// The first code of each class.
    firsts: Vec<usize>,
    /// The class of each cell.
    of_cell: Vec<usize>,
    /// The arrays that hold numbers.
    pub arrays: Vec<Numbers>,
}

/// An array of numbers. The first of them is of no cell, and always 0.
pub(crate) struct Numbers {
    /// The greatest number.
    pub most: Val,
    /// How many there are.
    pub len: usize,
    /// The place of each cell's number; 0 of a cell that has none here.
    pub slots: Vec<usize>,
}

impl Codes {
    /// For cells that may hold these, in states with so many bits beside. With coarse classes
    /// all cells that have a number are of one.
    pub fn new(possible: &[BTreeSet<Content>], n_bits: usize, is_coarse: bool) -> Codes {
        let changing = possible.iter().filter(|all| all.len() > 1);
        let any: BTreeSet<Content> = changing.flatten().copied().collect();
        let set = |all: &BTreeSet<Content>| -> Vec<Content> {
            let is_any = is_coarse && all.len() > 1;
            { if is_any { &any } else { all } }
                .iter()
                .copied()
                .collect()
        };
        let sets: Vec<Vec<Content>> = possible.iter().map(set).collect();
        let classes: BTreeSet<Vec<Content>> = sets.iter().cloned().collect();
        let classes: Vec<Vec<Content>> = classes.into_iter().collect();
        let class = |set| classes.binary_search(set).expect("it is one of them");
        let of_cell: Vec<usize> = sets.iter().map(class).collect();
        let firsts = classes.iter().scan(0, |next, class| {
            let first = *next;
            *next += class.len();
            Some(first)
        });
        Codes {
            firsts: firsts.collect(),
            arrays: arrays(&sets, n_bits),
            of_cell,
            classes,
        }
    }

    /// How many codes there are. The last is that of what is beyond the edge.
    pub fn n_codes(&self) -> usize {
        self.classes.iter().map(Vec::len).sum::<usize>() + 1
    }

    /// What may be in a cell, by its number.
    pub fn in_cell(&self, cell: usize) -> &[Content] {
        &self.classes[self.of_cell[cell]]
    }

    /// The code of a number in a cell; too great a number is taken as the greatest.
    pub fn code(&self, cell: usize, number: usize) -> usize {
        let class = self.of_cell[cell];
        self.firsts[class] + number.min(self.classes[class].len() - 1)
    }

    /// What each code says, but the last.
    pub fn contents(&self) -> Vec<Content> {
        self.classes.concat()
    }

    /// The codes that say this.
    pub fn codes(&self, content: Content) -> Vec<usize> {
        let places = self.firsts.iter().zip(&self.classes);
        let codes = places.filter_map(|(first, class)| {
            let number = class.binary_search(&content).ok()?;
            Some(first + number)
        });
        codes.collect()
    }

    /// The code of something else in the same class, if it may be there.
    pub fn instead(&self, code: usize, content: Content) -> Option<usize> {
        let class = self.firsts.partition_point(|first| *first <= code) - 1;
        let number = self.classes[class].binary_search(&content).ok()?;
        Some(self.firsts[class] + number)
    }

    /// The number that each code stands for in an array: 0 where its cells have none there.
    pub fn numbers(&self, array: usize) -> Vec<Val> {
        let mut numbers = vec![0; self.n_codes()];
        let cells = self.of_cell.iter().zip(&self.arrays[array].slots);
        for (&class, _) in cells.filter(|(_, slot)| **slot > 0) {
            for number in 0..self.classes[class].len() {
                numbers[self.firsts[class] + number] = number as Val;
            }
        }
        numbers
    }

    /// The numbers in all arrays where the cells hold this.
    pub fn written(&self, cells: &[Content]) -> Vec<Val> {
        let mut values = Vec::new();
        for array in &self.arrays {
            let first = values.len();
            values.resize(first + array.len, 0);
            for (cell, &slot) in array
                .slots
                .iter()
                .enumerate()
                .filter(|(_, slot)| **slot > 0)
            {
                let number = self.in_cell(cell).binary_search(&cells[cell]);
                values[first + slot] = number.expect("it may be there") as Val;
            }
        }
        values
    }

    /// What a cell holds where the arrays hold these numbers, one after the other.
    pub fn held(&self, cell: usize, values: &[Val]) -> Content {
        let number = self.place(cell).map_or(0, |(array, slot)| {
            let first: usize = self.arrays[..array].iter().map(|array| array.len).sum();
            values[first + slot] as usize
        });
        // States that cannot be reached may have greater numbers than the class.
        let there = self.in_cell(cell);
        there[number.min(there.len() - 1)]
    }

    /// The array in which a cell's number is, and its place there.
    pub fn place(&self, cell: usize) -> Option<(usize, usize)> {
        let slots = self.arrays.iter().map(|array| array.slots[cell]);
        slots.enumerate().find(|(_, slot)| *slot > 0)
    }
}

/// One array for all numbers if a state fits into a word so, or one for those of two values
/// and one for the others.
fn arrays(sets: &[Vec<Content>], n_bits: usize) -> Vec<Numbers> {
    let array = |is_meant: &dyn Fn(usize) -> bool| {
        let (mut most, mut len) = (0, 1);
        let mut slot = |set: &Vec<Content>| {
            if set.len() == 1 || !is_meant(set.len()) {
                return 0;
            }
            most = most.max(set.len() as Val - 1);
            len += 1;
            len - 1
        };
        let slots = sets.iter().map(&mut slot).collect();
        (len > 1).then_some(Numbers { most, len, slots })
    };
    let all = array(&|_| true);
    let width = |all: &Numbers| (Val::BITS - all.most.leading_zeros()) as usize * all.len;
    let fits = all.as_ref().is_none_or(|all| n_bits + width(all) <= WORD);
    let some = match fits {
        true => [all, None],
        false => [array(&|n| n == 2), array(&|n| n > 2)],
    };
    some.into_iter().flatten().collect()
}
