//! A moment of play, from which a search or a player goes on.

use crate::engine::walk::Input;
use crate::native::{Body, Meeting, World};

/// A state of play, as a search has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The player.
    pub body: Body,
    /// How many ticks were played. They say where walkers are.
    pub ticks: u32,
    /// The walkers that are dead.
    pub killed: Vec<u16>,
}

impl Moment {
    /// The beginning.
    pub fn first(world: &World) -> Moment {
        Moment {
            body: world.first(),
            ticks: 0,
            killed: Vec::new(),
        }
    }

    /// Whether time is up.
    pub fn is_late(&self, world: &World) -> bool {
        world.time().is_some_and(|time| self.ticks >= time)
    }

    /// The moment after an input; nothing where play is over, or where the style forbids
    /// the input.
    pub fn after(&self, world: &World, (gait, presses): Input) -> Option<Moment> {
        let gait = usize::from(gait);
        if world.is_over(&self.body) || self.is_late(world) {
            return None;
        }
        let mut killed = self.killed.clone();
        let is_alive = |walker: usize| !self.killed.contains(&(walker as u16));
        let meeting = world.meeting(&self.body, self.ticks, is_alive, |walker| {
            killed.push(walker as u16);
        });
        let is_allowed = meeting != Meeting::None || world.may(&self.body, gait, presses);
        (meeting != Meeting::Deadly && is_allowed).then(|| Moment {
            body: world.tick_meeting(&self.body, meeting, gait, presses),
            ticks: self.ticks + 1,
            killed,
        })
    }

    /// All moments of a run, this one first.
    pub fn run(&self, world: &World, inputs: &[Input]) -> Vec<Moment> {
        let mut moments = vec![self.clone()];
        for &input in inputs {
            match moments[moments.len() - 1].after(world, input) {
                Some(next) => moments.push(next),
                None => break,
            }
        }
        moments
    }
}
