//! The actions of the coarse game, as lists of components. Trusted.
//!
//! An action is its components in their order and then a fall. One more action is a
//! table line, not a function.

/// A direction to go in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Towards the first column.
    Left,
    /// Towards the last column.
    Right,
}

/// A part of an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Component {
    /// Up by so many tiles, or until something solid is above.
    Rise(u32),
    /// Sideways by so many tiles, or until something solid is in the way.
    Drift(Side, u32),
}

/// What the player can do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Action {
    /// Its name.
    pub name: &'static str,
    /// What it is made of.
    pub components: Vec<Component>,
}

/// The time that an action without a jump takes.
pub const STEP_TIME: u32 = 1;
/// The time that an action with a jump takes.
pub const JUMP_TIME: u32 = 3;

/// How far jumps go, in tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Jumps {
    /// Up, in a high jump and in one on the spot.
    pub high: u32,
    /// Up, in a long jump.
    pub low: u32,
    /// Sideways, in a long jump.
    pub long: u32,
}

impl Jumps {
    /// Two up and one to the side, or one up and four to the side.
    pub const SHORT: Jumps = Jumps {
        high: 2,
        low: 1,
        long: 4,
    };

    /// Four up and one to the side, or two up and five to the side: about what a standing
    /// player of the exact game reaches.
    pub const TALL: Jumps = Jumps {
        high: 4,
        low: 2,
        long: 5,
    };

    /// The seven actions.
    pub fn actions(&self) -> [Action; 7] {
        use Component::{Drift, Rise};
        use Side::{Left, Right};
        let Jumps { high, low, long } = *self;
        let action = |name, components: &[Component]| Action {
            name,
            components: components.to_vec(),
        };
        [
            action("R", &[Drift(Right, 1)]),
            action("L", &[Drift(Left, 1)]),
            action("J", &[Rise(high)]),
            action("RJ", &[Rise(low), Drift(Right, long)]),
            action("LJ", &[Rise(low), Drift(Left, long)]),
            action("JR", &[Rise(high), Drift(Right, 1)]),
            action("JL", &[Rise(high), Drift(Left, 1)]),
        ]
    }
}

impl Default for Jumps {
    fn default() -> Self {
        Jumps::SHORT
    }
}

/// No action: the fall alone. It is something to do only where nothing is below.
pub(super) const NO_ACTION: Action = Action {
    name: "N",
    components: Vec::new(),
};

impl Action {
    /// Whether it begins with a jump.
    pub fn is_jump(&self) -> bool {
        matches!(self.components.first(), Some(Component::Rise(_)))
    }

    /// The time it takes.
    pub fn time(&self) -> u32 {
        if self.is_jump() { JUMP_TIME } else { STEP_TIME }
    }
}
