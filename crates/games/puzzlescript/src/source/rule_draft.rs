//! Rules between text and masks.

use std::rc::Rc;

use crate::compiled::Command;
use crate::source::names::Name;

/// What stands before a name in a cell, or before a rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Mark {
    /// Nothing.
    Plain,
    Up,
    Down,
    Left,
    Right,
    Action,
    /// `^`, `v`, `<`, `>`, as seen from a rule that goes right.
    Upwards,
    Downwards,
    Backwards,
    Forwards,
    Moving,
    Stationary,
    No,
    RandomDir,
    Random,
    Horizontal,
    Vertical,
    Orthogonal,
    Parallel,
    Perpendicular,
    /// Horizontal or vertical, and which of `parallel` and `perpendicular` it was. What
    /// was written differently does not say anything about each other.
    HorizontalParallel,
    HorizontalPerpendicular,
    VerticalParallel,
    VerticalPerpendicular,
    /// `...`
    Gap,
}

/// The marks with their words.
const WORDS: [(&str, Mark); 19] = [
    ("up", Mark::Up),
    ("down", Mark::Down),
    ("left", Mark::Left),
    ("right", Mark::Right),
    ("action", Mark::Action),
    ("^", Mark::Upwards),
    ("v", Mark::Downwards),
    ("<", Mark::Backwards),
    (">", Mark::Forwards),
    ("moving", Mark::Moving),
    ("stationary", Mark::Stationary),
    ("no", Mark::No),
    ("randomdir", Mark::RandomDir),
    ("random", Mark::Random),
    ("horizontal", Mark::Horizontal),
    ("vertical", Mark::Vertical),
    ("orthogonal", Mark::Orthogonal),
    ("parallel", Mark::Parallel),
    ("perpendicular", Mark::Perpendicular),
];

impl Mark {
    /// The mark that a word is.
    pub fn from_word(word: &str) -> Option<Mark> {
        WORDS
            .iter()
            .find(|(text, _)| *text == word)
            .map(|(_, mark)| *mark)
    }

    /// Its word.
    pub fn word(self) -> &'static str {
        let mark = match self {
            Mark::HorizontalParallel | Mark::HorizontalPerpendicular => Mark::Horizontal,
            Mark::VerticalParallel | Mark::VerticalPerpendicular => Mark::Vertical,
            other => other,
        };
        WORDS
            .iter()
            .find(|(_, other)| *other == mark)
            .map_or("...", |(text, _)| text)
    }

    /// Whether it depends on the rule's direction.
    pub fn is_relative(self) -> bool {
        matches!(
            self,
            Mark::Upwards
                | Mark::Downwards
                | Mark::Backwards
                | Mark::Forwards
                | Mark::Parallel
                | Mark::Perpendicular
        )
    }

    /// The directions that it leaves open, if it leaves something open.
    pub fn directions(self) -> &'static [Mark] {
        use Mark::{Action, Down, Left, Right, Up};
        match self {
            Mark::Horizontal | Mark::HorizontalParallel | Mark::HorizontalPerpendicular => {
                &[Left, Right]
            }
            Mark::Vertical | Mark::VerticalParallel | Mark::VerticalPerpendicular => &[Up, Down],
            Mark::Orthogonal => &[Up, Down, Left, Right],
            Mark::Moving => &[Up, Down, Left, Right, Action],
            _ => &[],
        }
    }

    /// What it is in a rule of this direction.
    pub fn seen_from(self, forwards: Mark) -> Mark {
        use Mark::{Down, Left, Right, Up};
        // The directions to the left, to the right, backwards and forwards.
        let (left, right, back) = match forwards {
            Up => (Left, Right, Down),
            Down => (Right, Left, Up),
            Left => (Down, Up, Right),
            _ => (Up, Down, Left),
        };
        let is_vertical = matches!(forwards, Up | Down);
        match self {
            Mark::Upwards => left,
            Mark::Downwards => right,
            Mark::Backwards => back,
            Mark::Forwards => forwards,
            Mark::Parallel if is_vertical => Mark::VerticalParallel,
            Mark::Parallel => Mark::HorizontalParallel,
            Mark::Perpendicular if is_vertical => Mark::HorizontalPerpendicular,
            Mark::Perpendicular => Mark::VerticalPerpendicular,
            other => other,
        }
    }
}

/// A name in a cell and the mark before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Item {
    pub mark: Mark,
    pub name: Name,
}

/// What stands in a cell of a rule.
pub(super) type Cell = Vec<Item>;

/// Cells in a row, between brackets.
pub(super) type Row = Vec<Cell>;

/// A rule.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct RuleDraft {
    pub line: u32,
    /// The directions in which it goes, until there is a rule for each.
    pub directions: Vec<Mark>,
    /// The direction in which it goes.
    pub direction: Mark,
    pub left: Vec<Row>,
    /// Empty where the rule only orders something.
    pub right: Vec<Row>,
    pub is_late: bool,
    pub is_rigid: bool,
    pub is_random: bool,
    /// The line of the first rule of its group.
    pub group: u32,
    pub commands: Rc<Vec<Command>>,
}

impl RuleDraft {
    /// The cells of both sides.
    pub fn cells_mut(&mut self) -> impl Iterator<Item = &mut Cell> {
        self.left.iter_mut().chain(&mut self.right).flatten()
    }

    /// Whether it matters in which direction it goes.
    pub fn is_directed(&self) -> bool {
        let is_relative = |cell: &Cell| cell.iter().any(|item| item.mark.is_relative());
        self.left.iter().any(|row| row.len() > 1) || {
            self.left.iter().chain(&self.right).flatten()
        }
        .any(is_relative)
    }

    /// Whether a row on the left has a gap.
    pub fn has_gap(&self) -> bool {
        let mut cells = self.left.iter().flatten();
        cells.any(|cell| cell.first().is_some_and(|item| item.name == Name::GAP))
    }
}
