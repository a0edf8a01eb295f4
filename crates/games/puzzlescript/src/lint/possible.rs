//! What can come to be at all: objects that are in a level, or that a rule makes which can
//! itself match. Whatever is not possible here never comes about; the rest may or may not.

use crate::compiled::{Board, CellPattern, Filter, Game, Mask, Rule, Slot, object_words};
use crate::lint::rules;

/// What can come to be.
pub struct Possible {
    /// The objects that may be somewhere at some time.
    pub objects: Mask,
}

impl Possible {
    /// In any of these levels.
    pub fn new<'b>(game: &Game, boards: impl Iterator<Item = &'b Board>) -> Possible {
        let words = object_words(game.objects.len());
        let mut possible = Possible {
            objects: Mask::empty(words),
        };
        for board in boards {
            for cell in board.objects.chunks(words) {
                possible.objects.add(&Mask(cell.to_vec()));
            }
        }
        loop {
            let before = possible.objects.clone();
            for rule in rules(game) {
                if possible.can_match(rule) {
                    possible.make(rule);
                }
            }
            if possible.objects == before {
                return possible;
            }
        }
    }

    /// Whether a rule may ever match: all that it looks for may be there.
    pub fn can_match(&self, rule: &Rule) -> bool {
        cells(rule).all(|cell| {
            cell.present.is_within(&self.objects.0)
                && cell.any.iter().all(|any| any.meets(&self.objects.0))
        })
    }

    /// Whether a cell may ever have what is looked for.
    pub fn can_be(&self, filter: &Filter) -> bool {
        match filter.needs_all {
            true => filter.objects.is_within(&self.objects.0),
            false => filter.objects.meets(&self.objects.0),
        }
    }

    fn make(&mut self, rule: &Rule) {
        for replacement in cells(rule).filter_map(|cell| cell.replacement.as_ref()) {
            self.objects.add(&replacement.set);
            self.objects.add(&replacement.random_objects);
        }
    }
}

fn cells(rule: &Rule) -> impl Iterator<Item = &CellPattern> {
    rule.rows.iter().flatten().filter_map(|slot| match slot {
        Slot::Gap => None,
        Slot::Cell(cell) => Some(&**cell),
    })
}
