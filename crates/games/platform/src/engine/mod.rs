//! The engine for exact physics: it looks for a run, and for a set of places that nobody
//! leaves, from cheap to exact.

mod intervals;
mod sweep;
mod target;
mod walk;

use playproof_certify::{
    Ability, Budget, ClosedSet, Column, Engine, Evidence, Outcome, QuestionKind, Reason, Stop,
    Task, Trace,
};
use playproof_model::{ActionId, NativeFactory, Question, Reach, Step, Subject, Unsupported};

use crate::native::{Body, World};
use crate::rules::{N_VARIABLES, VX, X};
pub use sweep::{Place, Precision, Swept, sweep};
pub use target::Target;
pub use walk::{Grain, Input, walk};

/// Decides whether the exit of a platform level can be reached.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlatformEngine;

/// Sweeps that may show that there is no run, and after each a look for one: what counts
/// as the same there, and how many states it may see. Gaps of a pixel are filled before
/// everything is told apart.
const LADDER: [(Precision, Grain, usize); 2] = [
    (Precision::AnySpeed, Grain { x: 5, vx: 5 }, 500_000),
    (Precision::Gaps(16), Grain { x: 4, vx: 4 }, 2_000_000),
];

impl Engine for PlatformEngine {
    fn name(&self) -> &'static str {
        "boxes"
    }

    fn summary(&self) -> &'static str {
        "for exact physics: looks for a run, and sweeps ranges of places for a set that nobody leaves"
    }

    fn abilities(&self) -> &'static [Ability] {
        &[Ability {
            question: QuestionKind::Reach,
            yes: &["trace"],
            no: &["closed-set"],
        }]
    }

    fn supports(&self, task: &Task) -> Result<(), Unsupported> {
        asked(task).map(|_| ())
    }

    /// States one by one are far too many for everybody else.
    fn has_rivals(&self, _task: &Task) -> bool {
        false
    }

    fn check(&self, task: &Task, budget: &mut dyn Budget) -> Outcome {
        let (world, reach) = match asked(task) {
            Ok(found) => found,
            Err(why) => return Outcome::unsupported(why),
        };
        let subject = task.subject;
        let holds = subject.machine().atoms[reach.target.index()].holds;
        let mut target = Target::new(subject, holds, world);
        match decide(world, &mut target, budget) {
            Ok(Swept::Run(inputs)) => {
                let n_steps = inputs.len() as u64;
                Outcome::decided(reach.on_reach, Evidence::Trace(trace(&inputs)), n_steps)
            }
            Ok(Swept::Closed(places)) => {
                let set = closed_set(subject, world, &places);
                let n_places = places.len() as u64;
                Outcome::decided(
                    reach.on_reach.opposite(),
                    Evidence::ClosedSet(set),
                    n_places,
                )
            }
            Ok(Swept::Meets) => Outcome::unknown(Reason::Stopped(Stop::Incomplete), 0),
            Err(stop) => Outcome::unknown(Reason::Stopped(stop), 0),
        }
    }
}

/// The level and the question, if it is one about reaching a place.
fn asked<'t>(task: &Task<'t>) -> Result<(&'t World, &'t Reach), Unsupported> {
    let own = |native: &'t dyn NativeFactory| native.as_any()?.downcast_ref::<World>();
    let world = task.natives.iter().find_map(|native| own(&**native));
    let world =
        world.ok_or_else(|| Unsupported("this is for levels with exact physics".to_owned()))?;
    match task.subject.question() {
        Question::Reach(reach) if task.subject.machine().vars.len() == N_VARIABLES => {
            Ok((world, reach))
        }
        Question::Reach(_) => Err(Unsupported("nothing is counted here".to_owned())),
        _ => Err(Unsupported("this is for what can be reached".to_owned())),
    }
}

/// From cheap to exact. What cannot be done at any speed is seen at once, and what can
/// be done mostly has a run that is found soon.
fn decide(world: &World, target: &mut Target, budget: &mut dyn Budget) -> Result<Swept, Stop> {
    for (precision, grain, most) in LADDER {
        if let Swept::Closed(places) = sweep(world, target, precision, budget)? {
            return Ok(Swept::Closed(places));
        }
        if let Some(run) = walk(world, target, grain, most, budget)? {
            return Ok(Swept::Run(run));
        }
    }
    sweep(world, target, Precision::Exact, budget)
}

/// A run of these inputs: the actions come gait by gait, without the button and with it.
fn trace(inputs: &[Input]) -> Trace {
    let step = |&(gait, presses): &Input| Step::Act {
        action: ActionId(u32::from(gait) * 2 + u32::from(presses)),
        choice: 0,
    };
    Trace {
        initial: 0,
        steps: inputs.iter().map(step).collect(),
    }
}

/// The places as a closed set, in which the place, and perhaps the speed, is free.
fn closed_set(subject: &Subject, world: &World, places: &[Place]) -> ClosedSet {
    let fastest = world.profile().fastest;
    let has_speeds = places.iter().any(|place| place.vx.is_some());
    let mut set = ClosedSet {
        free: vec![X as u32],
        ..ClosedSet::default()
    };
    let xs = places.iter().map(|place| place.x).collect();
    set.columns.push(Column::Ranges(xs));
    set.cuts.push((X as u32, world.edges()));
    if !has_speeds {
        set.free.push(VX as u32);
        set.columns
            .push(Column::Ranges(vec![(-fastest, fastest); places.len()]));
    }
    for &Place { pose, vx, .. } in places {
        let point = Body {
            x: 0,
            vx: vx.unwrap_or(-fastest),
            pose,
        };
        subject.layout().pack(&point.values(), &mut set.points);
    }
    set
}
