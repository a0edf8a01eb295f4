//! All places that can be reached, tick by tick: the fewest ticks to a target, exactly.
//!
//! With every speed apart it is exact; at any speed it gives a bound, from which a run may
//! be far. Every state is looked at in the first tick that it can be reached in. If the target
//! is not met within a limit, then for each tick what was reached until then is a box in
//! which at least so many ticks are counted; beyond the limit nothing matters any more.

use playproof_certify::{Budget, ClosedSet, Column, Stop};
use playproof_kernel::{Count, Potential};
use playproof_model::{Subject, Val};
use rustc_hash::FxHashMap;

use crate::engine::closed_set;
use crate::engine::sweep::{Place, Precision, Sweep};
use crate::engine::target::Target;
use crate::engine::walk::Input;
use crate::native::{Body, Pose, World};
use crate::rules::X;

/// Places that can be reached in so many ticks, and not before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timed {
    /// The places, with all around them that can be reached by then.
    pub place: Place,
    /// The ticks.
    pub ticks: u32,
}

/// What came of it.
pub enum InTime {
    /// A run with the fewest ticks.
    Run(Vec<Input>),
    /// There is none within the limit.
    Never(Vec<Timed>),
    /// There is none within so many ticks; then it became too much, or is too much to be
    /// told.
    NotWithin(u32, Stop),
}

/// The variables behind all others in which ticks are seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// The limit of the level, if there is one: what is left of it comes first.
    pub time: Option<u32>,
    /// How far ticks are counted, if they are.
    pub cap: Option<Val>,
}

impl Clock {
    /// What the variables are after so many ticks.
    fn at(self, ticks: Val) -> Vec<(Val, Val)> {
        let left = self.time.map(|time| (time as Val - ticks).max(0));
        let both = left.into_iter().chain(self.cap.map(|_| ticks));
        both.map(|value| (value, value)).collect()
    }

    /// What they are then or later.
    fn since(self, ticks: Val) -> Vec<(Val, Val)> {
        let left = self.time.map(|time| (0, (time as Val - ticks).max(0)));
        left.into_iter()
            .chain(self.cap.map(|cap| (ticks, cap)))
            .collect()
    }
}

/// Who need not be followed any further.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Forgets {
    /// Nobody.
    Nobody,
    /// Who is too far away from the target for the ticks that are left, at the greatest speed:
    /// one bound stands for all of them.
    WhoIsFar,
}

/// More ranges than a proof should have. The search goes on without telling them.
const MOST: usize = 2_000_000;

/// Looks for the target for so many ticks.
pub fn in_time(
    world: &World,
    (target, clock): (&mut Target, Clock),
    limit: u32,
    (precision, forgets): (Precision, Forgets),
    budget: &mut dyn Budget,
) -> InTime {
    if precision != Precision::AnySpeed && world.has_too_many_blocks() {
        return InTime::NotWithin(0, Stop::Incomplete);
    }
    let mut sweep = Sweep::by_ticks(world, precision);
    let mut all = Vec::new();
    for ticks in 0..=limit {
        let mut layer = sweep.next_layer(ticks);
        let near = match forgets {
            Forgets::WhoIsFar => within(world, target.span, limit - ticks),
            Forgets::Nobody => (Val::MIN, Val::MAX),
        };
        let nearby = |x: (Val, Val)| (x.0.max(near.0), x.1.min(near.1));
        layer.retain_mut(|(_, _, x)| {
            *x = nearby(*x);
            x.0 <= x.1
        });
        if layer.is_empty() {
            break;
        }
        let [now, later] = [clock.at(ticks as Val), clock.since(ticks as Val)];
        for &(number, speed, x) in &layer {
            let place = sweep.place(number, speed, x);
            if let (Precision::Exact, Some(vx)) = (precision, place.vx) {
                target.last.clone_from(&now);
                if let Some(x) = target.meets(&place) {
                    let pose = place.pose;
                    return InTime::Run(sweep.run(Body { x, vx, pose }));
                }
            }
            // Who is there again later is not looked at then.
            target.last.clone_from(&later);
            if target.meets(&place).is_some() {
                return InTime::NotWithin(ticks.saturating_sub(1), Stop::Incomplete);
            }
            // What was told before is not told again.
            let x = nearby(sweep.around(number, speed, x));
            let timed = Timed {
                place: Place { x, ..place },
                ticks,
            };
            if all.len() <= MOST && all.last() != Some(&timed) {
                all.push(timed);
            }
        }
        for (i, &(number, speed, x)) in layer.iter().enumerate() {
            let pose = sweep.place(number, speed, x).pose;
            world.going_on(pose, x, |part| sweep.step(number, speed, part, ticks));
            if i % 4096 == 0
                && let Err(stop) = sweep.poll(budget)
            {
                // The next tick was not looked at yet.
                return InTime::NotWithin(ticks, stop);
            }
        }
    }
    match all.len() > MOST || is_crowded(&all) {
        true => InTime::NotWithin(limit, Stop::Bound),
        false => InTime::Never(all),
    }
}

/// The places from which some others can be reached in so many ticks, at the greatest speed.
fn within(world: &World, (lo, hi): (Val, Val), ticks: u32) -> (Val, Val) {
    let most = i64::from(world.profile().furthest) * i64::from(ticks);
    let clamped = |x: i64| x.clamp(Val::MIN.into(), Val::MAX.into()) as Val;
    (clamped(i64::from(lo) - most), clamped(i64::from(hi) + most))
}

/// The most boxes that one vertical state and speed may have: the kernel takes a few more.
const MOST_ALIKE: usize = 1000;

/// Whether too many boxes have the same vertical state and speed.
fn is_crowded(all: &[Timed]) -> bool {
    let mut alike: FxHashMap<(Pose, Option<Val>), usize> = FxHashMap::default();
    all.iter().any(|Timed { place, .. }| {
        let n = alike.entry((place.pose, place.vx)).or_default();
        *n += 1;
        *n > MOST_ALIKE
    })
}

/// The fewest ticks from each place to some others, at the greatest speed, as a bound that
/// stands for whoever is too far away to be there within a limit.
pub(super) fn too_far(world: &World, (lo, hi): (Val, Val), counter: u32, limit: Val) -> Potential {
    let speed = world.profile().furthest;
    let ticks = |x: Val| {
        let far = (lo.saturating_sub(x)).max(x.saturating_sub(hi)).max(0);
        // No more than the potential may weigh; who is further away is not nearer.
        (far / speed + Val::from(far % speed > 0)).min(1 << 20)
    };
    let weights = (0..=world.bounds().right).map(ticks).collect();
    Potential {
        count: Some(Count { counter, limit }),
        constant: 0,
        weights: vec![(X as u32, weights)],
    }
}

/// The closed set that shows it: the last variables have values that depend on the ticks.
pub(super) fn late_set(subject: &Subject, world: &World, all: &[Timed], clock: Clock) -> ClosedSet {
    let places: Vec<Place> = all.iter().map(|timed| timed.place).collect();
    let mut set = closed_set(subject, world, &places);
    let since: Vec<Vec<(Val, Val)>> = all
        .iter()
        .map(|timed| clock.since(timed.ticks as Val))
        .collect();
    let n_last = clock.since(0).len();
    let first = set.columns.len() - n_last;
    for (i, column) in set.columns[first..].iter_mut().enumerate() {
        *column = Column::Ranges(since.iter().map(|ranges| ranges[i]).collect());
    }
    set
}
