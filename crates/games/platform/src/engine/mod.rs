//! The engine for exact physics: it looks for a run, and for a set of places that nobody
//! leaves, from cheap to exact.

mod intervals;
mod limited;
mod moment;
mod several;
mod sweep;
mod target;
mod ticks;
mod traps;
mod walk;
mod ways;

use playproof_certify::{
    Ability, Budget, CheckError, ClosedSet, Column, Engine, Evidence, Outcome, QuestionKind,
    Reason, Stop, Task, Trace, check,
};
use playproof_kernel::{Answer, Escapable};
use playproof_model::{ActionId, NativeFactory, Question, Reach, Step, Subject, Unsupported, Val};

use crate::native::{Broken, TOO_MANY_BLOCKS, World};
use crate::rules::{BLOCKS, VX, X};
use limited::{counted, within_the_limit};
pub use moment::Moment;
pub use several::SeveralRunsEngine;
pub use sweep::{Place, Precision, Swept, sweep, sweep_from, sweep_missing};
pub use target::Target;
pub use ticks::{Clock, Forgets, InTime, Timed, in_time};
use traps::Traps;
pub use walk::{Aim, Grain, Input, Walked, walk, walk_from};
use ways::Finder;

/// Decides whether the exit of a platform level can be reached.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlatformEngine;

/// Sweeps that may show that there is no run, and after each a look for one: what counts
/// as the same there, and how many states it may see. Gaps of a pixel are filled before
/// everything is told apart.
const LADDER: [(Precision, Grain, usize); 2] = [
    (
        Precision::AnySpeed,
        Grain {
            x: 5,
            vx: 5,
            ticks: 2,
        },
        500_000,
    ),
    (
        Precision::Gaps(16),
        Grain {
            x: 4,
            vx: 4,
            ticks: 2,
        },
        2_000_000,
    ),
];

impl Engine for PlatformEngine {
    fn name(&self) -> &'static str {
        "boxes"
    }

    fn summary(&self) -> &'static str {
        "for exact physics: looks for a run, and sweeps ranges of places for a set that nobody leaves"
    }

    fn abilities(&self) -> &'static [Ability] {
        &[
            Ability {
                question: QuestionKind::Reach,
                yes: &["trace"],
                no: &["closed-set"],
            },
            Ability {
                question: QuestionKind::Branching,
                yes: &["ways"],
                no: &["trap"],
            },
        ]
    }

    fn supports(&self, task: &Task) -> Result<(), Unsupported> {
        asked(task).map(|_| ())
    }

    /// States one by one are far too many for everybody else, but for very small levels.
    fn has_rivals(&self, task: &Task) -> bool {
        let is_small = |world: &World| {
            let (profile, bounds) = (world.profile(), world.bounds());
            let speeds = f64::from(profile.fastest * 2 + 1);
            let places = f64::from(bounds.right) * f64::from(bounds.bottom / profile.tile);
            speeds * places < SMALL
        };
        let asks_more = !matches!(task.subject.question(), Question::Reach(_));
        asks_more && asked(task).is_ok_and(|(world, _)| is_small(world))
    }

    fn check(&self, task: &Task, budget: &mut dyn Budget) -> Outcome {
        let (world, reach) = match asked(task) {
            Ok((world, Asked::Reach(reach))) => (world, reach),
            Ok((world, Asked::Escape(form))) => return stuck(world, task.subject, form, budget),
            Err(why) => return Outcome::unsupported(why),
        };
        let subject = task.subject;
        let holds = subject.machine().atoms[reach.target.index()].holds;
        let mut target = Target::new(subject, holds, world);
        if subject.machine().vars.len() > world.n_variables() {
            return counted(world, (subject, reach), &mut target, budget);
        }
        match decide(world, &mut target, budget) {
            Ok(Swept::Run(inputs)) => {
                let n_steps = inputs.len() as u64;
                let run = Evidence::Trace(trace(world, &inputs));
                Outcome::decided(reach.on_reach, run, n_steps)
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
            Ok(Swept::Meets) => within_the_limit(world, (subject, reach), &mut target, budget),
            Err(stop) => Outcome::unknown(Reason::Stopped(stop), 0),
        }
    }
}

/// Levels with fewer places and speeds than this can be gone through state by state.
const SMALL: f64 = 1_000_000.0;

/// What is asked of a level.
enum Asked<'t> {
    /// Whether something can be reached.
    Reach(&'t Reach),
    /// Whether something stays within reach.
    Escape(Escapable),
}

/// Why no search decides what the cheapest sweep does not.
fn undecided(world: &World) -> Reason {
    match world.has_too_many_blocks() {
        true => Reason::Unsupported(Unsupported(TOO_MANY_BLOCKS.to_owned())),
        false => Reason::Stopped(Stop::Incomplete),
    }
}

/// Looks for somebody who is stuck.
fn stuck(world: &World, subject: &Subject, form: Escapable, budget: &mut dyn Budget) -> Outcome {
    if world.has_too_many_blocks() {
        return Outcome::unknown(undecided(world), 0);
    }
    let found = match Traps::new(world, subject, form.target, form.kind) {
        Some(mut traps) => traps.find(budget),
        None => Ok(None),
    };
    match found {
        Ok(Some(trap)) => {
            let n_steps = trap.run.steps.len() as u64;
            Outcome::decided(Answer::Violated, Evidence::Trap(trap), n_steps)
        }
        Ok(None) => ways(world, subject, form, budget),
        Err(stop) => Outcome::unknown(Reason::Stopped(stop), 0),
    }
}

/// Looks for ways on from everywhere.
fn ways(world: &World, subject: &Subject, form: Escapable, budget: &mut dyn Budget) -> Outcome {
    let found = match Finder::new(world, subject, form.target, form.kind) {
        Some(mut finder) => finder.find(budget),
        None => Ok(None),
    };
    match found {
        Ok(Some(ways)) => {
            let n_boxes = ways.boxes.len() as u64;
            let ways = Evidence::Ways(ways);
            // The search looks at ticks in its own way. What the kernel sees less of is no proof.
            match check(subject, Answer::Holds, &ways, budget) {
                Ok(_) => Outcome::decided(Answer::Holds, ways, n_boxes),
                Err(CheckError::Stopped(stop)) => Outcome::unknown(Reason::Stopped(stop), n_boxes),
                Err(_) => Outcome::unknown(Reason::Stopped(Stop::Incomplete), n_boxes),
            }
        }
        Ok(None) => Outcome::unknown(Reason::Stopped(Stop::Incomplete), 0),
        Err(stop) => Outcome::unknown(Reason::Stopped(stop), 0),
    }
}

/// The level and the question, if it is one about reaching a place, or about places that
/// stay within reach.
fn asked<'t>(task: &Task<'t>) -> Result<(&'t World, Asked<'t>), Unsupported> {
    let own = |native: &'t dyn NativeFactory| native.as_any()?.downcast_ref::<World>();
    let world = task.natives.iter().find_map(|native| own(&**native));
    let world =
        world.ok_or_else(|| Unsupported("this is for levels with exact physics".to_owned()))?;
    let asked = match task.subject.question() {
        Question::Reach(reach) => Some(Asked::Reach(reach)),
        Question::Branching(branching) => branching.formula.escapable().map(Asked::Escape),
        _ => None,
    };
    let Some(asked) = asked else {
        let why = "this is for what can be reached, and for what stays within reach";
        return Err(Unsupported(why.to_owned()));
    };
    let vars = &task.subject.machine().vars[world.n_variables()..];
    let counts_ticks = |name: &str| name == "moves";
    match vars {
        [] => Ok((world, asked)),
        [counter] if counts_ticks(&counter.name) && matches!(asked, Asked::Reach(_)) => {
            Ok((world, asked))
        }
        _ => Err(Unsupported("nothing but ticks is counted".to_owned())),
    }
}

/// From cheap to exact. What cannot be done at any speed is seen at once, and what can
/// be done mostly has a run that is found soon.
pub(crate) fn decide(
    world: &World,
    target: &mut Target,
    budget: &mut dyn Budget,
) -> Result<Swept, Stop> {
    for (precision, grain, most) in LADDER {
        if let Swept::Closed(places) = sweep(world, target, precision, budget)? {
            return Ok(Swept::Closed(places));
        }
        if world.has_too_many_blocks() {
            return Ok(Swept::Meets);
        }
        if let Some(run) = walk(world, target, grain, most, budget)? {
            return Ok(Swept::Run(run));
        }
    }
    match world.has_clock() {
        // What is found then need not be a run.
        true => Ok(Swept::Meets),
        false => sweep(world, target, Precision::Exact, budget),
    }
}

/// A run of these inputs.
pub(crate) fn trace(world: &World, inputs: &[Input]) -> Trace {
    let step = |&(gait, presses): &Input| Step::Act {
        action: ActionId(world.action(gait.into(), presses)),
        choice: 0,
    };
    Trace {
        initial: 0,
        steps: inputs.iter().map(step).collect(),
    }
}

/// The places as a closed set, in which the place, and perhaps the speed, is free.
pub(crate) fn closed_set(subject: &Subject, world: &World, places: &[Place]) -> ClosedSet {
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
        set.columns.push(Column::Ranges(vec![(-fastest, fastest)]));
    }
    let domains = subject.machine().domains();
    let is_any = places.iter().any(|place| place.pose.broken == Broken::ANY);
    let first_walker = world.first_walker();
    if is_any {
        // Any block may be gone; which one matters is decided where it is met.
        for block in BLOCKS..first_walker - 1 {
            set.free.push(block as u32);
            set.columns.push(Column::Ranges(vec![(0, 1)]));
            set.cuts.push((block as u32, vec![1]));
        }
    }
    // Walkers may be anywhere on their ways, dead or alive, at any time.
    for (other, &(lo, hi)) in domains.iter().enumerate().skip(first_walker) {
        set.free.push(other as u32);
        set.columns.push(Column::Ranges(vec![(lo, hi)]));
    }
    let mut point: Vec<Val> = domains.iter().map(|&(lo, _)| lo).collect();
    for place in places {
        point[..BLOCKS].copy_from_slice(&place.values(-fastest));
        let blocks = world.block_values(place.pose.broken);
        point[BLOCKS..]
            .iter_mut()
            .zip(blocks)
            .for_each(|(value, own)| *value = own.0);
        subject.layout().pack(&point, &mut set.points);
    }
    set
}
