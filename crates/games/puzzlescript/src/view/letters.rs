//! The letters of cells: those with which the game's own levels are drawn.

use std::collections::HashMap;

use crate::compiled::{Filter, Mask, object_words};
use crate::source::Source;

/// Which letter stands for which objects.
pub struct Letters {
    /// By the objects of a cell but for the background.
    whole: HashMap<Mask, char>,
    /// By single objects.
    single: Vec<char>,
    background: Mask,
}

impl Letters {
    /// The letters of a game: names of one letter in its legend.
    pub fn new(source: &Source) -> Letters {
        let words = object_words(source.game.objects.len());
        let background = Mask(source.background.objects.0.clone());
        let mut whole = HashMap::new();
        let mut single: Vec<Option<char>> = vec![None; source.game.objects.len()];
        for (name, filter) in &source.names {
            let Some(letter) = only_letter(name) else {
                continue;
            };
            let objects: Vec<usize> = filter.objects.objects().collect();
            if let [object] = objects[..] {
                single[object].get_or_insert(letter);
            }
            if objects.len() == 1 || is_together(filter) {
                let mut mask = Mask::empty(words);
                objects.iter().for_each(|object| mask.insert(*object));
                mask.remove(&background);
                whole.entry(mask).or_insert(letter);
            }
        }
        let names = source.game.objects.iter().map(|object| &object.name);
        let single = single.into_iter().zip(names).map(|(letter, name)| {
            let first = || name.chars().next().unwrap_or('?').to_ascii_uppercase();
            letter.unwrap_or_else(first)
        });
        Letters {
            whole,
            single: single.collect(),
            background,
        }
    }

    /// The letter of a cell with these objects, if one stands for just them.
    pub fn of_cell(&self, objects: &[u64]) -> Option<char> {
        let mut mask = Mask(objects.to_vec());
        mask.remove(&self.background);
        self.whole.get(&mask).copied()
    }

    /// The letter of an object.
    pub fn of_object(&self, object: usize) -> char {
        self.single[object]
    }
}

/// Whether all of several objects are meant.
fn is_together(filter: &Filter) -> bool {
    filter.needs_all
}

fn only_letter(name: &str) -> Option<char> {
    let mut letters = name.chars();
    let letter = letters.next()?;
    (letters.next().is_none() && !letter.is_control()).then_some(letter)
}
