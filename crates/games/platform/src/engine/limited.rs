//! Questions in which ticks count: by a limit of the level, by a number in the question, or
//! by both.
//!
//! Without walkers the last look is exact, and finds a run if there is one. That there is
//! none is said only if it can be told in as many boxes as a proof may have.

use playproof_certify::{Budget, Evidence, Outcome, Reason, Stop};
use playproof_kernel::Dom;
use playproof_model::{Reach, Subject, Unsupported};

use super::ticks::{Clock, Forgets, InTime, in_time, late_set, too_far};
use super::{LADDER, Precision, Swept, Target, closed_set, sweep, trace, undecided, walk};
use crate::native::World;

/// What is reached within a number of ticks, told tick by tick.
pub(super) fn counted(
    world: &World,
    (subject, reach): (&Subject, &Reach),
    target: &mut Target,
    budget: &mut dyn Budget,
) -> Outcome {
    let counter = world.n_values();
    let (_, cap) = subject.machine().domains()[counter];
    // Where it is never true, a look at the first state shows that.
    let latest = target.latest(counter).unwrap_or(0);
    if latest == cap {
        return Outcome::unsupported(Unsupported("only what is soon is looked for".to_owned()));
    }
    // What nobody ever reaches is not reached soon, and what is found at once may do.
    let (precision, grain, most) = LADDER[0];
    let found = match sweep(world, target, precision, budget) {
        Ok(Swept::Closed(places)) => {
            let set = Evidence::ClosedSet(closed_set(subject, world, &places));
            return Outcome::decided(reach.on_reach.opposite(), set, places.len() as u64);
        }
        Ok(_) if world.has_too_many_blocks() => return Outcome::unknown(undecided(world), 0),
        Ok(_) => walk(world, target, grain, most, budget),
        Err(stop) => Err(stop),
    };
    let clock = Clock {
        time: world.time(),
        cap: Some(cap),
    };
    // Where time is up before, nobody is told to be too far away for the count.
    let latest_tick = latest as u32;
    let (limit, forgets) = match world.time().filter(|&time| time <= latest_tick) {
        Some(time) => (time, Forgets::Nobody),
        None => (latest_tick, Forgets::WhoIsFar),
    };
    let found = match found {
        Ok(Some(inputs)) => InTime::Run(inputs),
        Ok(None) => finer(world, target, (clock, limit, forgets), budget),
        Err(stop) => InTime::NotWithin(0, stop),
    };
    match found {
        InTime::Run(inputs) => run(world, reach, &inputs),
        InTime::Never(all) => {
            let mut set = late_set(subject, world, &all, clock);
            // Beyond the limit anything may be.
            let late = (counter as u32, Dom::Range(latest + 1, cap));
            set.patterns.push(vec![late]);
            if forgets == Forgets::WhoIsFar {
                let far = too_far(world, target.span, counter as u32, latest);
                set.potentials.push(far);
            }
            let n_places = all.len() as u64;
            Outcome::decided(
                reach.on_reach.opposite(),
                Evidence::ClosedSet(set),
                n_places,
            )
        }
        InTime::NotWithin(ticks, stop) => Outcome {
            lower_bound: (ticks > 0).then_some(ticks + 1),
            ..Outcome::unknown(Reason::Stopped(stop), 0)
        },
    }
}

/// What is reached in the time that a level gives, where its sweeps left that open.
pub(super) fn within_the_limit(
    world: &World,
    (subject, reach): (&Subject, &Reach),
    target: &mut Target,
    budget: &mut dyn Budget,
) -> Outcome {
    let Some(time) = world.time() else {
        return Outcome::unknown(undecided(world), 0);
    };
    let clock = Clock {
        time: Some(time),
        cap: None,
    };
    match finer(world, target, (clock, time, Forgets::Nobody), budget) {
        InTime::Run(inputs) => run(world, reach, &inputs),
        InTime::Never(all) => {
            let set = Evidence::ClosedSet(late_set(subject, world, &all, clock));
            Outcome::decided(reach.on_reach.opposite(), set, all.len() as u64)
        }
        InTime::NotWithin(_, Stop::Incomplete | Stop::Bound) => {
            Outcome::unknown(undecided(world), 0)
        }
        InTime::NotWithin(_, stop) => Outcome::unknown(Reason::Stopped(stop), 0),
    }
}

fn run(world: &World, reach: &Reach, inputs: &[super::Input]) -> Outcome {
    let run = Evidence::Trace(trace(world, inputs));
    Outcome::decided(reach.on_reach, run, inputs.len() as u64)
}

/// From any speed to every speed by itself; gaps are filled first, since that makes smaller
/// proofs. Walkers make a sweep inexact, so that nothing is gained by telling speeds apart.
fn finer(
    world: &World,
    target: &mut Target,
    (clock, limit, forgets): (Clock, u32, Forgets),
    budget: &mut dyn Budget,
) -> InTime {
    let pixel = world.profile().tile / 16;
    let gaps = [4 * pixel, pixel].map(Precision::Gaps);
    let speeds = gaps.into_iter().chain([Precision::Exact]);
    let speeds = speeds.filter(|_| !world.has_walkers());
    let mut found = InTime::NotWithin(0, Stop::Incomplete);
    for precision in std::iter::once(Precision::AnySpeed).chain(speeds) {
        found = in_time(world, (target, clock), limit, (precision, forgets), budget);
        if !matches!(found, InTime::NotWithin(_, Stop::Incomplete | Stop::Bound)) {
            break;
        }
    }
    found
}
