//! One level as one participant played it, and what is known of the level itself.

use std::collections::BTreeMap;

/// One level as one participant played it.
#[derive(Clone, Debug, PartialEq)]
pub struct Play {
    /// The participant's number in this study; nothing else is known of them.
    pub participant: u32,
    /// Whether a program played.
    pub is_bot: bool,
    /// The round's name.
    pub round: String,
    /// The set's name, which players never see.
    pub set: String,
    /// 1 or 2: which of the two came first.
    pub position: u8,
    /// Level's file, relative to the study's folder, and number there (`foo/a.xsb#1`).
    pub level: String,
    /// From the first move, or three seconds after the level was shown, to *continue*.
    pub seconds: f64,
    /// All moves that moved, pushes among them.
    pub moves: u32,
    /// All pushes.
    pub pushes: u32,
    /// How often the player started over.
    pub resets: u32,
    /// How often the level was won.
    pub solves: u32,
    /// Moves of the quickest solve.
    pub quickest: Option<u32>,
    /// Stars from 1 to 5.
    pub interesting: u8,
    /// Stars from 1 to 5.
    pub difficult: u8,
    /// Whether this level was called the more interesting one of its round.
    pub more_interesting: bool,
    /// Whether this level was called the more difficult one of its round.
    pub more_difficult: bool,
    /// Whether the log does not fit the game's rules.
    pub is_suspect: bool,
}

/// What `analyze` measures of a level, by the measure's name.
pub type Measures = BTreeMap<String, f64>;
