//! How the player moves: tables, which are the game. Trusted.
//!
//! Lengths are in parts of a pixel. Where the tables come from does not matter: a level's
//! text has every number of them.

use playproof_model::Val;

/// How one goes: what is added to the speed.
pub const GAITS: [&str; 5] = ["run-left", "left", "stay", "right", "run-right"];

/// The tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Profile {
    /// A tile's side.
    pub tile: Val,
    /// The player's width and height.
    pub body: (Val, Val),
    /// The greatest speed after a tick; the least is its opposite.
    pub fastest: Val,
    /// The greatest speed of who walks.
    pub strolling: Val,
    /// How far a walker goes in a tick.
    pub walker: Val,
    /// For each gait and speed, from the least on, how far one tick leads.
    pub advance: [Vec<Val>; 5],
    /// For each way gone in a tick, from `-furthest` on, the speed after it.
    pub slowed: Vec<Val>,
    /// The longest way gone in a tick.
    pub furthest: Val,
    /// How far a jump rises in its first tick, and with so many ticks left, from 0 on.
    pub takeoff: Val,
    /// The same after the first tick: with `k` ticks left; nothing with none.
    pub rises: Vec<Val>,
    /// The highest rise in a tick and the deepest fall.
    pub vertical: (Val, Val),
    /// For each vertical way gone in a tick, from the highest rise on, the speed after it.
    pub falls: Vec<Val>,
    /// The vertical speed of whoever has not moved vertically.
    pub rest: Val,
}

impl Profile {
    /// How many ticks a jump lasts at most after the first.
    pub fn ticks(&self) -> Val {
        self.rises.len() as Val - 1
    }

    /// The state of a jump whose button is pressed to no effect: one more than the ticks.
    pub fn held(&self) -> Val {
        self.ticks() + 1
    }

    /// The state of a jump after its first tick.
    pub fn first(&self) -> Val {
        (self.held() - 1).max(1)
    }

    /// How far the highest jump rises.
    pub fn highest(&self) -> Val {
        self.takeoff + self.rises.iter().sum::<Val>() + {
            // The speed that is left carries a little further.
            let (mut way, mut more) = (self.falls[0].min(0), 0);
            while way < 0 {
                more -= way;
                way = self.falls[(way - self.vertical.0) as usize];
            }
            more
        }
    }

    /// The canonical text: all of them, in parts of a pixel.
    pub(crate) fn text(&self) -> String {
        let row = |name: &str, numbers: &[Val]| {
            let numbers = numbers.iter().map(|n| format!(" {n}"));
            format!("{name}:{}\n", numbers.collect::<String>())
        };
        let (body, vertical) = (self.body, self.vertical);
        let mut text = row("tile", &[self.tile])
            + &row("body", &[body.0, body.1])
            + &row("fastest", &[self.fastest, self.strolling])
            + &row("furthest", &[self.furthest])
            + &row("walker", &[self.walker])
            + &row("takeoff", &[self.takeoff])
            + &row("vertical", &[vertical.0, vertical.1, self.rest])
            + &row("slowed", &self.slowed)
            + &row("rises", &self.rises)
            + &row("falls", &self.falls);
        for (gait, ways) in GAITS.iter().zip(&self.advance) {
            text += &row(gait, ways);
        }
        text
    }
}
