//! All places that can be reached, as ranges of `x` for each vertical state and speed.
//!
//! Tiles align the feet at every landing and bump, so there are few vertical states; and
//! for one vertical state and one speed a tick moves ranges of places as a whole. With
//! every speed apart the set is exact. Ignoring speeds, or filling small gaps, makes it
//! larger and the work smaller: if even that misses the target, nobody gets there.
//!
//! The order of work is decisive: ground first, then by the ticks since take-off, and
//! what has come together by then is taken together.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use playproof_certify::{Budget, Progress, Stop};
use playproof_model::Val;
use rustc_hash::FxHashMap;

use crate::engine::intervals::Intervals;
use crate::engine::target::Target;
use crate::engine::walk::Input;
use crate::native::{Body, Fall, Pose, World};

/// How exact a sweep is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precision {
    /// Whoever is somewhere may have any speed.
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

/// What is known of one vertical state and speed.
#[derive(Clone, Default)]
struct Entry {
    reached: Intervals,
    waiting: Vec<(Val, Val)>,
    /// In an exact sweep, which places were new when.
    history: Vec<(u32, Val, Val)>,
}

/// A vertical state that was reached.
struct Reached {
    pose: Pose,
    /// What a tick does without the button and with it, once it was needed; outcomes as
    /// numbers of vertical states.
    falls: Option<[(Fall, [u32; 3]); 2]>,
    /// The least number of ticks since take-off of what waits.
    age: u32,
    /// The speeds for which something waits, as numbers.
    speeds: Vec<u32>,
}

struct Sweep<'w> {
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
}

/// Sweeps a level.
pub fn sweep(
    world: &World,
    target: &mut Target,
    precision: Precision,
    budget: &mut dyn Budget,
) -> Result<Swept, Stop> {
    let mut sweep = Sweep::new(world, precision);
    let first = world.first();
    let pose = sweep.number(first.pose);
    sweep.reach(pose, sweep.speed(first.vx), (first.x, first.x), 0);
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
            sweep.settle(number, speed, &mut parts);
            let vx = (sweep.n_speeds > 1).then(|| speed as Val - world.profile().fastest);
            for &x in &parts {
                if let Some(x) = target.meets(&Place { pose, vx, x }) {
                    return Ok(match (precision, vx) {
                        (Precision::Exact, Some(vx)) => Swept::Run(sweep.run(Body { x, vx, pose })),
                        _ => Swept::Meets,
                    });
                }
            }
            for &part in &parts {
                world.going_on(pose, part, |part| sweep.step(number, speed, part, age));
            }
        }
        if sweep.now.is_multiple_of(64) {
            let bytes = sweep.n_ranges * 24 + sweep.entries.len() as u64 * 72;
            let progress = Progress {
                states: sweep.n_ranges,
                bytes,
                ..Progress::default()
            };
            if let Some(stop) = budget.spend(&progress).break_value() {
                return Err(stop);
            }
        }
    }
    Ok(Swept::Closed(sweep.places()))
}

impl<'w> Sweep<'w> {
    fn new(world: &'w World, precision: Precision) -> Sweep<'w> {
        let all = world.profile().advance.iter().flatten();
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
        self.now += 1;
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
    fn falls(&mut self, number: u32) -> [(Fall, [u32; 3]); 2] {
        if let Some(falls) = &self.poses[number as usize].falls {
            return *falls;
        }
        let pose = self.poses[number as usize].pose;
        let falls = [false, true].map(|presses| {
            let fall = self.world.fall(pose, presses);
            let outcomes = fall
                .outcomes
                .map(|pose| pose.map_or(u32::MAX, |pose| self.number(pose)));
            (fall, outcomes)
        });
        self.poses[number as usize].falls = Some(falls);
        falls
    }

    /// All that a tick leads to.
    fn step(&mut self, number: u32, speed: u32, range: (Val, Val), age: u32) {
        let world = self.world;
        let profile = world.profile();
        for (fall, outcomes) in self.falls(number) {
            world.parts(&fall, range, |part, outcome| {
                let next = outcomes[outcome];
                let Pose { y, ground, .. } = self.poses[next as usize].pose;
                let age = if ground { 0 } else { age + 1 };
                let (left, right) = world.limits(y, part.0);
                if self.n_speeds == 1 {
                    let to = |x: Val| x.min(right).max(left);
                    let there = (to(part.0 + self.ways.0), to(part.1 + self.ways.1));
                    return self.reach(next, 0, there, age);
                }
                for gait in &profile.advance {
                    let way = gait[speed as usize];
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
    fn run(&self, mut at: Body) -> Vec<Input> {
        let mut before: FxHashMap<u32, Vec<(u32, bool)>> = FxHashMap::default();
        for (number, reached) in self.poses.iter().enumerate() {
            let falls = reached.falls.iter().flatten().zip([false, true]);
            for ((_, outcomes), presses) in falls {
                for &next in outcomes.iter().filter(|&&next| next != u32::MAX) {
                    before
                        .entry(next)
                        .or_default()
                        .push((number as u32, presses));
                }
            }
        }
        let first = self.world.first();
        let mut inputs = Vec::new();
        let mut when = self.when(&at).expect("it was reached");
        while when > 1 || at != first {
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
        let (left, right) = world.limits(at.pose.y, at.x);
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
                for (gait, ways) in profile.advance.iter().enumerate() {
                    let way = ways[speed];
                    let slower = profile.slowed[(way + profile.furthest) as usize];
                    // Gone all the way, or stopped by a wall.
                    let straight = (slower == at.vx).then_some(at.x - way);
                    let stopped = at_wall.then(|| at.x.min(at.x - way)..=at.x.max(at.x - way));
                    for x in straight.into_iter().chain(stopped.into_iter().flatten()) {
                        let before = Body { x, vx, pose };
                        let earlier = self.when(&before).filter(|&then| then < when);
                        let leads = || world.tick(&before, gait, presses) == *at;
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
