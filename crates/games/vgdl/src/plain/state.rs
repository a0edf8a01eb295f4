//! Trusted: states of a game.

use std::cmp::Ordering;
use std::sync::Arc;

use self::Input::{Down, Left, Right, Up, Use, Wait};
use crate::compiled::{EffectId, Facing, Game, KindId};

/// A state between two ticks.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct State {
    /// The sprites of each kind, in the order of their making. States share those of kinds
    /// in which they do not differ.
    pub sprites: Vec<Arc<Vec<Sprite>>>,
    /// Which one the player is.
    pub player: SpriteId,
    /// The score, where something reads it; 0 elsewhere.
    pub score: i64,
    /// What happens later, the next first.
    pub timers: Vec<Timer>,
    /// How many ticks have passed, in games where time decides more than a loss; 0 in
    /// others.
    pub ticks: i32,
    /// Whether play is over.
    pub status: Status,
}

/// The left and upper edge of a sprite, in pixels.
pub type Place = (i32, i32);

/// A sprite: its kind, and its position among the sprites of this kind.
pub type SpriteId = (KindId, usize);

/// One sprite. What cannot matter for its kind (`habits.rs`) has the value that it began
/// with. Sprites are compared by their rows first.
#[derive(Clone, PartialEq, PartialOrd, Debug)]
pub struct Sprite {
    /// Its upper edge, in pixels.
    pub y: i32,
    /// Its left edge, in pixels.
    pub x: i32,
    /// Where its upper edge was when the tick began.
    pub last_y: i32,
    /// Where its left edge was when the tick began.
    pub last_x: i32,
    /// Which way it faces.
    pub facing: Facing,
    /// How many ticks ago it moved, as far as that matters.
    pub waited: i32,
    /// Whether it has yet to drift.
    pub is_new: bool,
    /// Whether it is an avatar that was killed.
    pub is_disabled: bool,
    /// How many ticks it has been there, if it is one that flickers.
    pub age: i32,
    /// Its health.
    pub health: i32,
    /// Cells a tick.
    pub speed: f64,
    /// How much it has of each resource.
    pub pockets: Vec<i32>,
}

// Speeds are numbers.
impl Eq for Sprite {}

impl Sprite {
    /// A sprite as it is made.
    pub fn new(game: &Game, kind: KindId, (x, y): Place) -> Sprite {
        let made = &game.kinds[kind];
        Sprite {
            x,
            y,
            last_x: x,
            last_y: y,
            facing: made.facing,
            speed: made.speed,
            waited: 0,
            is_new: true,
            is_disabled: false,
            age: 0,
            health: made.health,
            pockets: vec![0; game.pockets.len()],
        }
    }

    /// Where it is.
    pub fn place(&self) -> Place {
        (self.x, self.y)
    }

    /// Where it was when the tick began.
    pub fn last(&self) -> Place {
        (self.last_x, self.last_y)
    }

    /// Which way it has gone in this tick.
    pub fn gone(&self) -> Facing {
        Facing::of(self.x - self.last_x, self.y - self.last_y)
    }

    /// In the order of places.
    pub fn order(&self, other: &Sprite) -> Ordering {
        self.partial_cmp(other).expect("speeds are numbers")
    }
}

/// Something that happens later: in how many ticks, and what.
pub type Timer = (i32, EffectId);

/// Whether play goes on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Status {
    /// It does.
    #[default]
    Open,
    /// It was won.
    Won,
    /// It was lost.
    Lost,
}

/// What the player does in a tick.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Input {
    /// The arrow up.
    Up,
    /// The arrow down.
    Down,
    /// The arrow to the left.
    Left,
    /// The arrow to the right.
    Right,
    /// The key for everything else.
    Use,
    /// No key.
    Wait,
}

impl Input {
    /// All of them.
    pub const ALL: [Input; 6] = [Up, Down, Left, Right, Use, Wait];

    /// Which way the key points.
    pub fn facing(self) -> Facing {
        match self {
            Up => Facing::UP,
            Down => Facing::DOWN,
            Left => Facing::LEFT,
            Right => Facing::RIGHT,
            Use | Wait => Facing::NONE,
        }
    }
}

/// What is known unless there is doubt.
pub type Known<T> = Result<T, Doubt>;

/// Why it is not known where a tick leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doubt {
    /// Chance decides which exit a sprite comes out of.
    Chance,
    /// The player's sprite is gone. The Java engine stops with an error then.
    NoPlayer,
    /// There are more sprites than a game can have.
    TooMany,
    /// Sprites of a kind are turned into others of the same kind. The Java engine stops
    /// with an error then.
    Endless,
    /// Several sprites are met at a time, and the order of their making decides which of
    /// them counts.
    Order,
}
