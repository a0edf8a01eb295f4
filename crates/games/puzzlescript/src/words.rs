//! Names and places of a game in words.

use playproof_game::{at, counted};

use crate::compiled::{Filter, WinCondition};
use crate::formats::PuzzleLevel;

impl PuzzleLevel {
    /// What a filter is called in the game: the name that stands for just this, as the
    /// objects' names where there is none.
    pub(crate) fn name_of(&self, filter: &Filter) -> String {
        let objects = &self.source.game.objects;
        let mut numbers = filter.objects.members();
        if let (Some(only), None) = (numbers.next(), numbers.next()) {
            return objects[only].name.clone();
        }
        let names = self.source.names.iter();
        let mut named = names.filter(|(name, other)| *other == filter && name.chars().count() > 1);
        if let Some((name, _)) = named.next() {
            return name.clone();
        }
        let numbers = filter.objects.members();
        let names: Vec<&str> = numbers.map(|object| &objects[object].name[..]).collect();
        names.join(if filter.needs_all { " and " } else { " or " })
    }

    /// A win condition as the game has it.
    pub(crate) fn condition_text(&self, condition: &WinCondition) -> String {
        let text = self.line(condition.line).trim().to_lowercase();
        let words: Vec<&str> = text.split_whitespace().collect();
        format!("`{}` (line {})", words.join(" "), condition.line)
    }

    /// A cell, as line and column of the drawing.
    pub(crate) fn place_of(&self, cell: usize) -> String {
        at((cell / self.board.height, cell % self.board.height))
    }
}

/// `in all 12 states`, or `in the first 12 states`.
pub(crate) fn in_states(n: usize, is_whole: bool) -> String {
    let states = counted(n as u64, "state");
    match (is_whole, n) {
        (true, 1) => "in the only state that play can reach".to_owned(),
        (true, _) => format!("in any of the {states} that play can reach"),
        (false, _) => format!("in the first {states}"),
    }
}
