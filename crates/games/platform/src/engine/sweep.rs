//! All places that can be reached, as ranges of `x` for each vertical state and speed.
//!
//! Tiles align the feet at every landing and bump, so there are few vertical states; and
//! for one vertical state and one speed a tick moves ranges of places as a whole. With
//! every speed apart the set is exact. Ignoring speeds, or filling small gaps, makes it
//! larger and the work smaller: if even that misses the target, nobody gets there.
//!
//! Walkers are left out of the set: whoever comes down where one can ever be may be
//! thrown up by it, or not. So with walkers no sweep is exact.
//!
//! The order of work is decisive: ground first, then by the ticks since take-off, and
//! what has come together by then is taken together.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use playproof_certify::{Budget, Progress, Stop};
use playproof_model::Val;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::engine::intervals::Intervals;
use crate::engine::target::Target;
use crate::engine::walk::Input;
use crate::native::{Body, Broken, Fall, Pose, World};
use crate::rules::BLOCKS;

/// How exact a sweep is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precision {
    /// Whoever is somewhere may have any speed, and any block that breaks may be gone.
    AnySpeed,
    /// Every speed by itself; gaps of up to this size are filled.
    Gaps(Val),
    /// Nothing but what can be reached.
    Exact,
}

/// What a sweep found.
pub enum Swept {
    /// A set that nobody leaves and that misses the target.
    Closed(Vec<Place>),
    /// The set meets the target: that shows nothing unless it is exact.
    Meets,
    /// A run to the target.
    Run(Vec<Input>),
}

/// Places with a vertical state and a speed, if speeds are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The vertical state.
    pub pose: Pose,
    /// The speed, if it is not any.
    pub vx: Option<Val>,
    /// From where to where.
    pub x: (Val, Val),
}

impl Place {
    /// The place of one state.
    pub fn of(body: &Body) -> Place {
        Place {
            pose: body.pose,
            vx: Some(body.vx),
            x: (body.x, body.x),
        }
    }

    /// The values of its states, with the least places, and this speed if it is any.
    pub(super) fn values(&self, vx: Val) -> [Val; BLOCKS] {
        let vx = self.vx.unwrap_or(vx);
        let pose = self.pose;
        Body { x: 0, vx, pose }.values()
    }
}

/// What is known of one vertical state and speed.
#[derive(Clone, Default)]
struct Entry {
    reached: Intervals,
    waiting: Vec<(Val, Val)>,
    /// In an exact sweep, which places were new when.
    history: Vec<(u32, Val, Val)>,
}

/// The vertical part of a tick, outcomes also as numbers of vertical states, and whether
/// the button is pressed.
type Lift = (Fall, [u32; 3], bool);

/// A vertical state that was reached.
struct Reached {
    pose: Pose,
    /// What a tick does without the button and with it, once it was needed.
    falls: Option<[Lift; 2]>,
    /// The same of who comes down on heads of these heights.
    bounces: Vec<(Val, [Lift; 2])>,
    /// The least number of ticks since take-off of what waits.
    age: u32,
    /// The speeds for which something waits, as numbers.
    speeds: Vec<u32>,
}

pub(super) struct Sweep<'w> {
    world: &'w World,
    precision: Precision,
    numbers: FxHashMap<Pose, u32>,
    poses: Vec<Reached>,
    /// For every vertical state one for each speed, or one for all.
    entries: Vec<Entry>,
    n_speeds: usize,
    queue: BinaryHeap<Reverse<(u32, u32)>>,
    /// The ways that some speed allows.
    ways: (Val, Val),
    now: u32,
    n_ranges: u64,
    /// Ways on which a block was broken: the vertical state after it, that before it, and
    /// whether the button was pressed.
    breaks: FxHashSet<(u32, u32, bool)>,
    /// Tick by tick, the vertical states and speeds of the next one.
    layer: Option<Vec<(u32, u32)>>,
}

/// Sweeps a level.
pub fn sweep(
    world: &World,
    target: &mut Target,
    precision: Precision,
    budget: &mut dyn Budget,
) -> Result<Swept, Stop> {
    let from: Vec<Place> = world.firsts().iter().map(Place::of).collect();
    go_through(
        world,
        &from,
        &mut |place| target.meets(place),
        precision,
        budget,
    )
}

/// All that can be reached from any of some states.
pub fn sweep_from(
    world: &World,
    from: &[Body],
    precision: Precision,
    budget: &mut dyn Budget,
) -> Result<Vec<Place>, Stop> {
    let from: Vec<Place> = from.iter().map(Place::of).collect();
    let all = sweep_missing(world, &from, &mut |_| false, precision, budget)?;
    Ok(all.expect("nothing is looked for"))
}

/// All that can be reached from some places, unless any of it is what should be missed.
pub fn sweep_missing(
    world: &World,
    from: &[Place],
    is_missed: &mut dyn FnMut(&Place) -> bool,
    precision: Precision,
    budget: &mut dyn Budget,
) -> Result<Option<Vec<Place>>, Stop> {
    // Of what was reached otherwise there is no run to tell: no history is needed.
    let precision = match precision {
        Precision::Exact => Precision::Gaps(0),
        other => other,
    };
    let mut meets = |place: &Place| is_missed(place).then_some(place.x.0);
    Ok(
        match go_through(world, from, &mut meets, precision, budget)? {
            Swept::Closed(places) => Some(places),
            Swept::Meets | Swept::Run(_) => None,
        },
    )
}

fn go_through(
    world: &World,
    from: &[Place],
    meets: &mut dyn FnMut(&Place) -> Option<Val>,
    precision: Precision,
    budget: &mut dyn Budget,
) -> Result<Swept, Stop> {
    if precision != Precision::AnySpeed && world.has_too_many_blocks() {
        return Err(Stop::Incomplete);
    }
    let mut sweep = Sweep::new(world, precision);
    from.iter().for_each(|first| sweep.begin(first));
    let mut parts = Vec::new();
    while let Some(Reverse((age, number))) = sweep.queue.pop() {
        let reached = &mut sweep.poses[number as usize];
        if age > reached.age {
            continue;
        }
        reached.age = u32::MAX;
        let pose = reached.pose;
        let mut speeds = std::mem::take(&mut reached.speeds);
        speeds.sort_unstable();
        for &speed in &speeds {
            parts.clear();
            sweep.now += 1;
            sweep.settle(number, speed, &mut parts);
            let vx = (sweep.n_speeds > 1).then(|| speed as Val - world.profile().fastest);
            for &x in &parts {
                let place = Place { pose, vx, x };
                if let Some(x) = meets(&place) {
                    return Ok(match (precision, vx) {
                        (Precision::Exact, Some(vx)) if !world.has_clock() => {
                            Swept::Run(sweep.run(Body { x, vx, pose }))
                        }
                        _ => Swept::Meets,
                    });
                }
            }
            for &part in &parts {
                world.going_on(pose, part, |part| sweep.step(number, speed, part, age));
            }
        }
        if sweep.now.is_multiple_of(64) {
            sweep.poll(budget)?;
        }
    }
    Ok(Swept::Closed(sweep.places()))
}

impl<'w> Sweep<'w> {
    fn new(world: &'w World, precision: Precision) -> Sweep<'w> {
        let all = world.profile().advance[world.gaits()].iter().flatten();
        let n_speeds = match precision {
            Precision::AnySpeed => 1,
            _ => world.profile().fastest as usize * 2 + 1,
        };
        Sweep {
            world,
            precision,
            numbers: FxHashMap::default(),
            poses: Vec::new(),
            entries: Vec::new(),
            n_speeds,
            queue: BinaryHeap::new(),
            ways: (
                *all.clone().min().expect("speeds"),
                *all.max().expect("speeds"),
            ),
            now: 0,
            n_ranges: 0,
            breaks: FxHashSet::default(),
            layer: None,
        }
    }

    /// A sweep that goes on tick by tick.
    pub(super) fn by_ticks(world: &'w World, precision: Precision) -> Sweep<'w> {
        let mut sweep = Sweep::new(world, precision);
        sweep.layer = Some(Vec::new());
        for first in world.firsts() {
            sweep.begin(&Place::of(first));
        }
        sweep
    }

    /// Places to begin in; with any speed only where speeds are not told apart.
    fn begin(&mut self, first: &Place) {
        let broken = match self.precision {
            Precision::AnySpeed if self.world.has_blocks() => Broken::ANY,
            _ => first.pose.broken,
        };
        let pose = self.number(Pose {
            broken,
            ..first.pose
        });
        self.reach(pose, self.speed(first.vx.unwrap_or(0)), first.x, 0);
    }

    /// What is new in this tick: vertical states and speeds by number, and places.
    pub(super) fn next_layer(&mut self, ticks: u32) -> Vec<(u32, u32, (Val, Val))> {
        self.now = ticks;
        let entries = self.layer.as_mut().map(std::mem::take).unwrap_or_default();
        let (mut layer, mut parts) = (Vec::new(), Vec::new());
        for (number, speed) in entries {
            parts.clear();
            self.settle(number, speed, &mut parts);
            layer.extend(parts.iter().map(|&x| (number, speed, x)));
        }
        layer
    }

    /// Some places with a vertical state and a speed by number.
    pub(super) fn place(&self, number: u32, speed: u32, x: (Val, Val)) -> Place {
        let vx = (self.n_speeds > 1).then(|| speed as Val - self.world.profile().fastest);
        let pose = self.poses[number as usize].pose;
        Place { pose, vx, x }
    }

    /// All that is reached around some places.
    pub(super) fn around(&self, number: u32, speed: u32, x: (Val, Val)) -> (Val, Val) {
        let entry = &self.entries[number as usize * self.n_speeds + speed as usize];
        entry.reached.around(x.0)
    }

    /// Asks whether to go on.
    pub(super) fn poll(&self, budget: &mut dyn Budget) -> Result<(), Stop> {
        let bytes = self.n_ranges * 24 + self.entries.len() as u64 * 72;
        let progress = Progress {
            states: self.n_ranges,
            bytes,
            ..Progress::default()
        };
        match budget.spend(&progress).break_value() {
            Some(stop) => Err(stop),
            None => Ok(()),
        }
    }

    /// The number of a speed.
    fn speed(&self, vx: Val) -> u32 {
        match self.n_speeds {
            1 => 0,
            _ => (vx + self.world.profile().fastest) as u32,
        }
    }

    /// The number of a vertical state.
    fn number(&mut self, pose: Pose) -> u32 {
        let next = self.poses.len() as u32;
        let number = *self.numbers.entry(pose).or_insert(next);
        if number == next {
            self.poses.push(Reached {
                pose,
                falls: None,
                bounces: Vec::new(),
                age: u32::MAX,
                speeds: Vec::new(),
            });
            let n = self.entries.len() + self.n_speeds;
            self.entries.resize(n, Entry::default());
        }
        number
    }

    fn entry(&mut self, number: u32, speed: u32) -> &mut Entry {
        &mut self.entries[number as usize * self.n_speeds + speed as usize]
    }

    /// Notes that these places can be reached.
    fn reach(&mut self, number: u32, speed: u32, range: (Val, Val), age: u32) {
        let entry = self.entry(number, speed);
        if entry.reached.holds(range) {
            return;
        }
        let is_first = entry.waiting.is_empty();
        // Most of what comes goes on where the last one ended.
        match entry.waiting.last_mut() {
            Some(last) if last.0 <= range.1 + 1 && range.0 <= last.1 + 1 => {
                *last = (last.0.min(range.0), last.1.max(range.1));
            }
            _ => entry.waiting.push(range),
        }
        if let Some(layer) = &mut self.layer {
            if is_first {
                layer.push((number, speed));
            }
            return;
        }
        let reached = &mut self.poses[number as usize];
        if is_first {
            reached.speeds.push(speed);
        }
        if age < reached.age {
            reached.age = age;
            self.queue.push(Reverse((age, number)));
        }
    }

    /// Takes what waits together and gives the parts that are new.
    fn settle(&mut self, number: u32, speed: u32, parts: &mut Vec<(Val, Val)>) {
        let near = match self.precision {
            Precision::Gaps(near) => near,
            _ => 0,
        };
        let (now, is_exact) = (self.now, self.precision == Precision::Exact);
        let entry = self.entry(number, speed);
        entry.waiting.sort_unstable();
        let mut together = entry.waiting[0];
        for &(lo, hi) in &entry.waiting[1..] {
            if lo <= together.1 + 1 + near {
                together.1 = together.1.max(hi);
            } else {
                entry.reached.add(together, near, |part| parts.push(part));
                together = (lo, hi);
            }
        }
        entry.reached.add(together, near, |part| parts.push(part));
        entry.waiting.clear();
        if is_exact {
            let history = parts.iter().map(|&(lo, hi)| (now, lo, hi));
            entry.history.extend(history);
        }
        self.n_ranges += parts.len() as u64;
    }

    /// What a tick does to a vertical state: made once.
    fn falls(&mut self, number: u32) -> [Lift; 2] {
        if let Some(falls) = &self.poses[number as usize].falls {
            return *falls;
        }
        let pose = self.poses[number as usize].pose;
        let falls = [false, true].map(|presses| self.lift(self.world.fall(pose, presses), presses));
        self.poses[number as usize].falls = Some(falls);
        falls
    }

    /// The same of who comes down on a head.
    fn bounces(&mut self, number: u32, head: Val) -> [Lift; 2] {
        let Reached { pose, bounces, .. } = &self.poses[number as usize];
        if let Some((_, known)) = bounces.iter().find(|(of, _)| *of == head) {
            return *known;
        }
        let pose = *pose;
        let bounces =
            [false, true].map(|presses| self.lift(self.world.bounce(pose, head, presses), presses));
        self.poses[number as usize].bounces.push((head, bounces));
        bounces
    }

    fn lift(&mut self, fall: Fall, presses: bool) -> Lift {
        let number = |pose: Option<Pose>| pose.map_or(u32::MAX, |pose| self.number(pose));
        (fall, fall.outcomes.map(number), presses)
    }

    /// All that a tick leads to.
    pub(super) fn step(&mut self, number: u32, speed: u32, range: (Val, Val), age: u32) {
        for lift in self.falls(number) {
            self.lifted(number, lift, speed, range, age);
        }
        if self.world.has_walkers() {
            let pose = self.poses[number as usize].pose;
            for (head, part) in self.world.heads(pose, range) {
                for lift in self.bounces(number, head) {
                    self.lifted(number, lift, speed, part, 0);
                }
            }
        }
    }

    /// All that one vertical part of a tick leads to.
    fn lifted(&mut self, number: u32, lift: Lift, speed: u32, range: (Val, Val), age: u32) {
        let (world, profile) = (self.world, self.world.profile());
        let (fall, outcomes, presses) = lift;
        let pose = self.poses[number as usize].pose;
        let has_speeds = self.n_speeds > 1;
        let vx = if has_speeds {
            speed as Val - profile.fastest
        } else {
            0
        };
        // What the style forbids at every speed, or at this one.
        let may = |gait: usize| world.may(&Body { x: 0, vx, pose }, gait, presses);
        if !world.gaits().any(may) {
            return;
        }
        world.parts(&fall, range, |part, outcome, broken| {
            let mut next = outcomes[outcome];
            let mut after = self.poses[next as usize].pose;
            if after.broken != broken {
                after.broken = broken;
                next = self.number(after);
                self.breaks.insert((next, number, presses));
            }
            let age = if after.ground { 0 } else { age + 1 };
            let (left, right) = world.limits(after, part.0);
            if !has_speeds {
                let to = |x: Val| x.min(right).max(left);
                let there = (to(part.0 + self.ways.0), to(part.1 + self.ways.1));
                return self.reach(next, 0, there, age);
            }
            for gait in world.gaits().filter(|&gait| may(gait)) {
                let way = profile.advance[gait][speed as usize];
                let slower = profile.slowed[(way + profile.furthest) as usize];
                let free = (part.0.max(left - way), part.1.min(right - way));
                if free.0 <= free.1 {
                    let slower = (slower + profile.fastest) as u32;
                    self.reach(next, slower, (free.0 + way, free.1 + way), age);
                }
                let still = profile.fastest as u32;
                if part.1 + way > right {
                    self.reach(next, still, (right, right), age);
                }
                if part.0 + way < left {
                    self.reach(next, still, (left, left), age);
                }
            }
        });
    }

    /// All that was reached.
    fn places(&self) -> Vec<Place> {
        let mut order: Vec<usize> = (0..self.poses.len()).collect();
        order.sort_unstable_by_key(|&number| self.poses[number].pose);
        let mut places = Vec::new();
        for number in order {
            let pose = self.poses[number].pose;
            for speed in 0..self.n_speeds {
                let vx = (self.n_speeds > 1).then(|| speed as Val - self.world.profile().fastest);
                let ranges = self.entries[number * self.n_speeds + speed]
                    .reached
                    .ranges();
                places.extend(ranges.iter().map(|&x| Place { pose, vx, x }));
            }
        }
        places
    }

    /// The inputs that lead to a state that was reached, from behind: each has one before
    /// it that was reached earlier.
    pub(super) fn run(&self, mut at: Body) -> Vec<Input> {
        let mut before: FxHashMap<u32, Vec<(u32, bool)>> = FxHashMap::default();
        for (number, reached) in self.poses.iter().enumerate() {
            for (_, outcomes, presses) in reached.falls.iter().flatten() {
                for &next in outcomes.iter().filter(|&&next| next != u32::MAX) {
                    before
                        .entry(next)
                        .or_default()
                        .push((number as u32, *presses));
                }
            }
        }
        for &(next, number, presses) in &self.breaks {
            before.entry(next).or_default().push((number, presses));
        }
        let mut inputs = Vec::new();
        let mut when = self.when(&at).expect("it was reached");
        while !self.world.firsts().contains(&at) {
            let poses = &before[&self.numbers[&at.pose]];
            let step = self.step_before(poses, &at, when);
            let (body, input, earlier) = step.expect("it was reached from somewhere");
            inputs.push(input);
            (at, when) = (body, earlier);
        }
        inputs.reverse();
        inputs
    }

    /// When a state was first reached.
    fn when(&self, body: &Body) -> Option<u32> {
        let number = *self.numbers.get(&body.pose)? as usize;
        let entry = &self.entries[number * self.n_speeds + self.speed(body.vx) as usize];
        entry.reached.holds((body.x, body.x)).then(|| {
            let mut history = entry.history.iter();
            let here = history.find(|(_, lo, hi)| (*lo..=*hi).contains(&body.x));
            here.expect("what was reached was new once").0
        })
    }

    /// A state that leads to this one and was reached before.
    fn step_before(
        &self,
        poses: &[(u32, bool)],
        at: &Body,
        when: u32,
    ) -> Option<(Body, Input, u32)> {
        let (world, profile) = (self.world, self.world.profile());
        let (left, right) = world.limits(at.pose, at.x);
        let at_wall = at.vx == 0 && (at.x == left || at.x == right);
        for &(number, presses) in poses {
            let pose = self.poses[number as usize].pose;
            for vx in -profile.fastest..=profile.fastest {
                let speed = self.speed(vx) as usize;
                if self.entries[number as usize * self.n_speeds + speed]
                    .history
                    .is_empty()
                {
                    continue;
                }
                for gait in world.gaits() {
                    let way = profile.advance[gait][speed];
                    let slower = profile.slowed[(way + profile.furthest) as usize];
                    // Gone all the way, or stopped by a wall.
                    let straight = (slower == at.vx).then_some(at.x - way);
                    let stopped = at_wall.then(|| at.x.min(at.x - way)..=at.x.max(at.x - way));
                    for x in straight.into_iter().chain(stopped.into_iter().flatten()) {
                        let before = Body { x, vx, pose };
                        let earlier = self.when(&before).filter(|&then| then < when);
                        let leads = || {
                            world.may(&before, gait, presses)
                                && world.tick(&before, gait, presses) == *at
                        };
                        if let Some(earlier) =
                            earlier.filter(|_| !world.is_over(&before) && leads())
                        {
                            return Some((before, (gait as u8, presses), earlier));
                        }
                    }
                }
            }
        }
        None
    }
}
