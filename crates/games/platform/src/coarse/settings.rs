//! What a question about the coarse game may change: the time, what winning is, and
//! what the player does. Trusted.

use super::actions::{Action, Component, Jumps, Side};
/// What winning is: to be in the exit's column at any height, or in a place of the exit.
pub use crate::canonical::ExitRule as Exit;

/// What a player does: the components that actions may be made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// The most tiles that one rises in a jump.
    pub rise: u32,
    /// The most tiles that one goes sideways in one action.
    pub drift: u32,
    /// Whether one ever goes left.
    pub backwards: bool,
    /// Whether one ever kills.
    pub kills: bool,
}

impl Style {
    /// Everything is done.
    pub const EXPERT: Style = Style {
        rise: u32::MAX,
        drift: u32::MAX,
        backwards: true,
        kills: true,
    };

    /// No long jumps.
    pub const NOVICE: Style = Style {
        drift: 1,
        ..Style::EXPERT
    };

    /// Whether an action is made of components that are allowed.
    pub fn allows(&self, action: &Action) -> bool {
        action.components.iter().all(|component| match *component {
            Component::Rise(tiles) => tiles <= self.rise,
            Component::Drift(side, tiles) => {
                tiles <= self.drift && (self.backwards || side == Side::Right)
            }
        })
    }
}

impl Default for Style {
    fn default() -> Self {
        Style::EXPERT
    }
}

/// How the coarse game is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CoarseSettings {
    /// The time there is; without a limit it is counted, but never up.
    pub time: Option<u32>,
    /// What winning is.
    pub exit: Exit,
    /// How far jumps go.
    pub jumps: Jumps,
    /// What the player does.
    pub style: Style,
}
