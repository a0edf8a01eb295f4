//! From a game's text to what it means: a compiled game, its levels, its sprites, and
//! what there is to say about it.
//!
//! What PuzzleScript accepts and refuses is accepted and refused here, with words of our
//! own. The text is read by `reader.rs` and `sections/` into a draft; then `names.rs` finds
//! out what the names mean, `boards.rs` draws the levels, and rules go through
//! `rule_text.rs`, `redundant.rs`, `expand.rs`, `masks.rs` and `groups.rs`.

mod boards;
mod colors;
mod draft;
mod expand;
mod finish;
mod game;
mod groups;
mod kind;
mod looks;
mod marks;
mod masks;
mod names;
mod notice;
mod reader;
mod redundant;
mod rule_draft;
mod rule_text;
mod sections;
mod text;
mod words;
mod wrap;

use notice::Log;
pub use notice::{Notice, NoticeKind, Severity};

use std::collections::BTreeMap;

use crate::compiled::{Board, Filter, Game};

/// What came of a game's text: the game, if it has no errors, and what there is to say
/// about it.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The game; `None` if a notice is an error.
    pub source: Option<Source>,
    /// Errors and warnings, in the order in which they were found.
    pub notices: Vec<Notice>,
}

/// A game with its levels and all that is needed to show it.
#[derive(Clone, Debug)]
pub struct Source {
    /// What it means: objects, rules, win conditions, flags.
    pub game: Game,
    /// What its prelude says besides.
    pub prelude: Prelude,
    /// What each object looks like, by its number.
    pub sprites: Vec<Sprite>,
    /// The objects of which one lies in every cell.
    pub background: Filter,
    /// Levels and messages, in order.
    pub stages: Vec<Stage>,
    /// What each name of OBJECTS and LEGEND stands for.
    pub names: BTreeMap<String, Filter>,
    /// The lines where something is left to chance, in increasing order.
    pub chance: Vec<u32>,
}

/// What the prelude says that is no part of the rules.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Prelude {
    /// `title`.
    pub title: Option<String>,
    /// `author`.
    pub author: Option<String>,
    /// `homepage`.
    pub homepage: Option<String>,
    /// `background_color`, behind the level and behind messages.
    pub background_color: Option<Color>,
    /// `text_color`.
    pub text_color: Option<Color>,
    /// `realtime_interval`, in seconds: the game has a clock.
    pub realtime_interval: Option<f64>,
    /// `again_interval`, in seconds.
    pub again_interval: Option<f64>,
    /// `flickscreen`: the columns and rows that are seen at once, screen by screen.
    pub flickscreen: Option<(u32, u32)>,
    /// `zoomscreen`: the columns and rows that are seen around the player.
    pub zoomscreen: Option<(u32, u32)>,
    /// Whether there is no undo.
    pub noundo: bool,
    /// Whether there is no restart key.
    pub norestart: bool,
}

/// Red, green and blue.
pub type Color = [u8; 3];

/// What an object looks like: rows from the top, each from the left; `None` is transparent.
pub type Sprite = [[Option<Color>; 5]; 5];

/// A part of a game, in the order of play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stage {
    /// A text to be read.
    Message {
        /// Its line, from 1.
        line: u32,
        /// The text.
        text: String,
    },
    /// A level.
    Level {
        /// The line where it begins, from 1.
        line: u32,
        /// As it is drawn.
        rows: Vec<String>,
        /// As it is played.
        board: Board,
    },
}

/// Reads a game.
pub fn read(text: &str) -> Reading {
    let mut log = Log::default();
    let source = game::read_game(text, &mut log);
    let notices = log.into_notices();
    let is_accepted = notices.iter().all(|n| n.severity == Severity::Warning);
    Reading {
        source: source.filter(|_| is_accepted),
        notices,
    }
}

/// What can be played of a game in spite of a few errors, as PuzzleScript plays it.
pub fn salvage(text: &str) -> Option<Source> {
    let mut log = Log::default();
    let source = game::read_game(text, &mut log);
    source.filter(|_| log.n_errors() <= reader::MOST_ERRORS)
}
