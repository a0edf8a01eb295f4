//! How the agent plays: in every tick it plans to the right border of the screen by A*,
//! and does the first thing of the plan.

use playproof_certify::{Budget, Stop};
use playproof_model::Val;

use crate::engine::{Aim, Grain, Input, Moment, walk_from};
use crate::native::{Body, World};

/// What it can see and how much it thinks.
#[derive(Clone, Copy, Debug)]
pub struct Agent {
    /// How many columns it sees, itself in the middle unless the level ends there.
    pub screen: usize,
    /// How many states it may look at in a tick.
    pub states: usize,
}

/// How it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// The exit was reached.
    Won,
    /// The player died.
    Died,
    /// Time was up.
    Late,
    /// For long it got no further.
    GaveUp,
}

/// What came of playing.
#[derive(Clone, Debug)]
pub struct Played {
    /// How it ended.
    pub fate: Fate,
    /// What it did.
    pub inputs: Vec<Input>,
    /// The last moment.
    pub last: Moment,
    /// The moment in which it was furthest to the right.
    pub furthest: Moment,
    /// How many states it looked at in all.
    pub n_states: u64,
}

/// After so many ticks without getting further it gives up: three times as long as it takes
/// to run through a usual screen.
const PATIENCE: u32 = 100;

/// States that count as one in a plan: within two pixels, and speeds likewise.
const GRAIN: Grain = Grain {
    x: 5,
    vx: 5,
    ticks: 2,
};

/// Doing nothing.
const STAY: Input = (2, false);

impl Agent {
    /// Plays until the level is won or lost, or it gives up.
    pub fn play(&self, world: &World, budget: &mut dyn Budget) -> Result<Played, Stop> {
        let first = Moment::first(world);
        let mut played = Played {
            fate: Fate::Won,
            inputs: Vec::new(),
            furthest: first.clone(),
            last: first,
            n_states: 0,
        };
        loop {
            let now = &played.last;
            let fate = match () {
                () if world.is_won(&now.body) => Some(Fate::Won),
                () if world.is_over(&now.body) => Some(Fate::Died),
                () if now.is_late(world) => Some(Fate::Late),
                () if now.ticks - played.furthest.ticks >= PATIENCE => Some(Fate::GaveUp),
                () => None,
            };
            if let Some(fate) = fate {
                return Ok(Played { fate, ..played });
            }
            let mut sight = Sight::new(world, &now.body, self.screen);
            let plan = walk_from(world, now, &mut sight, GRAIN, self.states, budget)?;
            played.n_states += plan.n_states as u64;
            let input = plan.inputs.first().copied().unwrap_or(STAY);
            let Some(next) = now.after(world, input) else {
                // Somebody was met in a way that kills.
                return Ok(Played {
                    fate: Fate::Died,
                    ..played
                });
            };
            played.inputs.push(input);
            if next.body.x > played.furthest.body.x {
                played.furthest = next.clone();
            }
            played.last = next;
        }
    }
}

/// A screen, and where to go on it.
struct Sight<'w> {
    world: &'w World,
    /// The places that are seen.
    seen: (Val, Val),
    /// Where to go: the right border, or the exit if it is seen.
    to: (Val, Val),
    sees_exit: bool,
}

impl Sight<'_> {
    fn new<'w>(world: &'w World, body: &Body, screen: usize) -> Sight<'w> {
        let profile = world.profile();
        let (tile, right) = (profile.tile, world.bounds().right);
        let wide = screen as Val * tile;
        let end = (right + profile.body.0 - wide).max(0);
        let column = (body.x + profile.body.0 / 2).div_euclid(tile);
        let left = ((column - screen as Val / 2) * tile).clamp(0, end);
        let border = (left + wide - profile.body.0).min(right);
        let exit = world.exit();
        let sees_exit = exit.0 <= border && exit.1 >= left;
        Sight {
            world,
            seen: (left, border),
            to: if sees_exit { exit } else { (border, Val::MAX) },
            sees_exit,
        }
    }
}

impl Aim for Sight<'_> {
    fn is_met(&mut self, body: &Body, _: &mut dyn Iterator<Item = Val>) -> bool {
        match self.sees_exit {
            true => self.world.is_won(body),
            false => body.x >= self.to.0 && !self.world.is_over(body),
        }
    }

    fn span(&self) -> (Val, Val) {
        self.to
    }

    fn goes_on(&self) -> bool {
        !self.sees_exit
    }

    fn is_in_sight(&self, body: &Body) -> bool {
        // One tick leads beyond the border by less than a tile, where the plan ends anyway.
        body.x >= self.seen.0
    }
}
