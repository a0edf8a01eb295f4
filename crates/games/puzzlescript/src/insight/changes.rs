//! Changes of a level that may mend it: something is taken away, or put into an empty cell.

use playproof_game::{Change, Edit, Spot};
use playproof_level::Level;

use crate::compiled::{Mask, WinCondition, object_words};
use crate::formats::PuzzleLevel;

/// Every change that can be made to the drawing, the smallest first: cells that are made
/// empty, but for those with a player.
pub fn changes(level: &PuzzleLevel) -> Vec<Change> {
    let Some(empty) = empty_letter(level) else {
        return Vec::new();
    };
    let game = &level.source.game;
    let words = object_words(game.objects.len());
    // What the win conditions are about is there to be won with: it goes last.
    let wanted = |condition: &WinCondition, mask: &Mask| {
        condition.what.objects.meets(&mask.0)
            || condition.on.objects != every(level) && condition.on.objects.meets(&mask.0)
    };
    let is_wanted = |mask: &Mask| game.conditions.iter().any(|c| wanted(c, mask));
    let mut changes = Vec::new();
    for (y, row) in level.rows.iter().enumerate() {
        for (x, letter) in row.chars().enumerate() {
            let at = (x * level.board.height + y) * words;
            let Some(cell) = level.board.objects.get(at..at + words) else {
                continue;
            };
            let mut mask = Mask(cell.to_vec());
            mask.remove(&level.source.background.objects);
            if letter == empty || mask.is_empty() || game.player.objects.meets(&mask.0) {
                continue;
            }
            let names: Vec<&str> = mask.members().map(|o| &game.objects[o].name[..]).collect();
            changes.push(Change {
                what: names.join(" and ").into(),
                at: (x, y),
                edit: Edit::Remove,
                size: if is_wanted(&mask) { 2 } else { 1 },
            });
        }
    }
    changes.sort_by_key(|change| change.size);
    changes
}

/// The level after changes.
pub fn changed(level: &PuzzleLevel, changes: &[Change]) -> Option<Level> {
    let empty = empty_letter(level)?;
    let mut rows: Vec<Vec<char>> = level.rows.iter().map(|row| row.chars().collect()).collect();
    for change in changes {
        let (x, y): Spot = change.at;
        *rows.get_mut(y)?.get_mut(x)? = empty;
    }
    let rows = rows.iter().map(|row| row.iter().collect());
    level.with_rows(rows.collect()).map(Level::of_words)
}

/// All objects, as a condition has them that names only one thing.
fn every(level: &PuzzleLevel) -> Mask {
    let n = level.source.game.objects.len();
    let mut all = Mask::empty(object_words(n));
    (0..n).for_each(|object| all.insert(object));
    all
}

/// The letter of a cell with nothing but the background.
fn empty_letter(level: &PuzzleLevel) -> Option<char> {
    let background = &level.source.background.objects;
    let mut names = level.source.names.iter();
    let is_letter = |name: &str| name.chars().count() == 1;
    let found = names.find(|(name, filter)| {
        is_letter(name)
            && filter.objects.is_within(&background.0)
            && filter.objects.members().count() == 1
    });
    found.and_then(|(name, _)| name.chars().next())
}
