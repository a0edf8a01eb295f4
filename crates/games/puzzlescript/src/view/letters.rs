//! The letters of cells: those with which the game's own levels are drawn.

use std::collections::HashMap;

use crate::compiled::{Mask, object_words};
use crate::formats::PuzzleLevel;

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
    pub fn new(level: &PuzzleLevel) -> Letters {
        let source = &level.source;
        let written = as_written(&level.head);
        let words = object_words(source.game.objects.len());
        let background = Mask(source.background.objects.0.clone());
        let mut whole = HashMap::new();
        let mut single: Vec<Option<char>> = vec![None; source.game.objects.len()];
        for (name, filter) in &source.names {
            let Some(letter) = only_letter(name) else {
                continue;
            };
            let letter = written.get(&letter).copied().unwrap_or(letter);
            let objects: Vec<usize> = filter.objects.members().collect();
            if let [object] = objects[..] {
                single[object].get_or_insert(letter);
            }
            if objects.len() == 1 || filter.needs_all {
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

    /// The letters that stand for certain objects, as the file writes them, with those.
    pub fn drawable(level: &PuzzleLevel) -> Vec<(char, Vec<usize>)> {
        let written = as_written(&level.head);
        let names = level.source.names.iter();
        let letters = names.filter_map(|(name, filter)| {
            let letter = only_letter(name)?;
            let objects: Vec<usize> = filter.objects.members().collect();
            let is_certain = objects.len() == 1 || filter.needs_all;
            let letter = written.get(&letter).copied().unwrap_or(letter);
            is_certain.then_some((letter, objects))
        });
        letters.collect()
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

/// The letters of the legend as the file has them, by their small ones: capitals mean
/// nothing in a game, but people know its letters by how they are written.
fn as_written(head: &str) -> HashMap<char, char> {
    let definitions = head.lines().filter_map(|line| line.split_once('='));
    let letters = definitions.filter_map(|(name, _)| only_letter(name.trim()));
    letters
        .map(|letter| (letter.to_ascii_lowercase(), letter))
        .collect()
}

fn only_letter(name: &str) -> Option<char> {
    let mut letters = name.chars();
    let letter = letters.next()?;
    (letters.next().is_none() && !letter.is_control()).then_some(letter)
}
