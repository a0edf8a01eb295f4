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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Action {
    /// Its name.
    pub name: &'static str,
    /// What it is made of.
    pub components: &'static [Component],
}

/// The time that an action without a jump takes.
pub const STEP_TIME: u32 = 1;
/// The time that an action with a jump takes.
pub const JUMP_TIME: u32 = 3;

/// How far a high jump goes up.
const HIGH: u32 = 2;
/// How far a long jump goes up.
const LOW: u32 = 1;
/// How far a long jump goes sideways.
const LONG: u32 = 4;

use Component::{Drift, Rise};
use Side::{Left, Right};

/// The seven actions.
pub const ACTIONS: [Action; 7] = [
    action("R", &[Drift(Right, 1)]),
    action("L", &[Drift(Left, 1)]),
    action("J", &[Rise(HIGH)]),
    action("RJ", &[Rise(LOW), Drift(Right, LONG)]),
    action("LJ", &[Rise(LOW), Drift(Left, LONG)]),
    action("JR", &[Rise(HIGH), Drift(Right, 1)]),
    action("JL", &[Rise(HIGH), Drift(Left, 1)]),
];

/// No action: the fall alone. It is something to do only where nothing is below.
pub(super) const NO_ACTION: Action = action("N", &[]);

const fn action(name: &'static str, components: &'static [Component]) -> Action {
    Action { name, components }
}

impl Action {
    /// Whether it begins with a jump.
    pub fn is_jump(&self) -> bool {
        matches!(self.components.first(), Some(Rise(_)))
    }

    /// The time it takes.
    pub fn time(&self) -> u32 {
        if self.is_jump() { JUMP_TIME } else { STEP_TIME }
    }
}
