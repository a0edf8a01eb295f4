//! A run, found by a search that goes towards the target and forgets what is much like
//! what it has seen: what it finds is a run, what it misses shows nothing.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use playproof_certify::{Budget, Progress, Stop};
use playproof_model::Val;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::engine::moment::Moment;
use crate::engine::target::Target;
use crate::native::{Body, Meeting, Pose, World};

/// An input: how one goes, and whether the button is pressed.
pub type Input = (u8, bool);

/// States that are so near to each other count as one.
#[derive(Clone, Copy, Debug)]
pub struct Grain {
    /// In places, as a number of bits, where a pixel has 16 parts.
    pub x: u32,
    /// In speeds, likewise.
    pub vx: u32,
    /// In ticks, likewise, where walkers make a difference of them.
    pub ticks: u32,
}

impl Grain {
    /// The same for a world with fewer parts in a pixel than the usual 16.
    fn of(self, world: &World) -> Grain {
        let coarser = (USUAL_TILE / world.profile().tile).ilog2();
        Grain {
            x: self.x.saturating_sub(coarser),
            vx: self.vx.saturating_sub(coarser),
            ..self
        }
    }
}

/// The parts of a tile with 16 in a pixel, which is the most.
const USUAL_TILE: Val = 256;

/// What a search goes for.
pub trait Aim {
    /// Whether a state is what was looked for, given by the player and the other variables.
    fn is_met(&mut self, body: &Body, others: &mut dyn Iterator<Item = Val>) -> bool;

    /// The places where it can be at all.
    fn span(&self) -> (Val, Val);

    /// Whether play must go on from there, so that nobody may be met there who kills.
    fn goes_on(&self) -> bool {
        false
    }

    /// Whether a state is looked at.
    fn is_in_sight(&self, _body: &Body) -> bool {
        true
    }
}

impl Aim for Target<'_> {
    fn is_met(&mut self, body: &Body, others: &mut dyn Iterator<Item = Val>) -> bool {
        Target::is_met(self, body, others)
    }

    fn span(&self) -> (Val, Val) {
        self.span
    }
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Walked {
    /// The way to the aim; if it was not found, to the state nearest to it of all from which
    /// the search went on.
    pub inputs: Vec<Input>,
    /// Whether the aim was found.
    pub is_met: bool,
    /// How many states were seen.
    pub n_states: usize,
}

/// How much more the way ahead counts than the way behind, in eighths.
const GREED: u64 = 12;

/// The walkers that are dead, by the number of the set of them.
type Killed = u32;

/// A state that was seen, and how it was come to.
struct Node {
    body: Body,
    ticks: u32,
    killed: Killed,
    before: u32,
    input: Input,
}

/// The sets of walkers that were killed.
struct Kills {
    sets: Vec<Vec<u16>>,
    numbers: FxHashMap<Vec<u16>, Killed>,
}

impl Kills {
    fn new() -> Kills {
        Kills {
            sets: vec![Vec::new()],
            numbers: FxHashMap::from_iter([(Vec::new(), 0)]),
        }
    }

    /// The number of a set with some more in it.
    fn with(&mut self, killed: Killed, more: &[u16]) -> Killed {
        let mut set = self.sets[killed as usize].clone();
        set.extend(more);
        set.sort_unstable();
        if let Some(&number) = self.numbers.get(&set) {
            return number;
        }
        let number = self.sets.len() as Killed;
        self.sets.push(set.clone());
        self.numbers.insert(set, number);
        number
    }

    fn has(&self, killed: Killed, walker: usize) -> bool {
        self.sets[killed as usize].contains(&(walker as u16))
    }
}

struct Walk<'w> {
    world: &'w World,
    nodes: Vec<Node>,
    kills: Kills,
}

impl Walk<'_> {
    /// Whether the target is met in a state.
    fn is_met(&self, aim: &mut dyn Aim, node: &Node) -> bool {
        let phase = |walker| match self.kills.has(node.killed, walker) {
            true => self.world.last_phase(walker),
            false => self.world.phase(walker, node.ticks),
        };
        let walkers = (0..self.world.n_walkers()).map(phase);
        let left = |time: u32| time.saturating_sub(node.ticks) as Val;
        let time = self.world.time().map(left);
        // Last the ticks, which some count.
        let ticks = Some(node.ticks as Val);
        aim.is_met(&node.body, &mut walkers.chain(time).chain(ticks))
    }

    /// Who is met in a state, and who is dead after that.
    fn meeting(&mut self, at: usize) -> (Meeting, Killed) {
        let Node {
            body,
            ticks,
            killed,
            ..
        } = self.nodes[at];
        if !self.world.has_walkers() {
            return (Meeting::None, killed);
        }
        let mut more = Vec::new();
        let is_alive = |walker| !self.kills.has(killed, walker);
        let dies = |walker| more.push(walker as u16);
        let meeting = self.world.meeting(&body, ticks, is_alive, dies);
        match meeting {
            Meeting::OnHead(_) => (meeting, self.kills.with(killed, &more)),
            _ => (meeting, killed),
        }
    }

    /// How a state was come to.
    fn run(&self, mut at: usize) -> Vec<Input> {
        let mut inputs = Vec::new();
        while self.nodes[at].before != u32::MAX {
            inputs.push(self.nodes[at].input);
            at = self.nodes[at].before as usize;
        }
        inputs.reverse();
        inputs
    }
}

/// A run to the target, if one was found before so many states were seen.
pub fn walk(
    world: &World,
    target: &mut Target,
    grain: Grain,
    most: usize,
    budget: &mut dyn Budget,
) -> Result<Option<Vec<Input>>, Stop> {
    let walked = walk_from(world, &Moment::first(world), target, grain, most, budget)?;
    Ok(walked.is_met.then_some(walked.inputs))
}

/// The same from any moment, and to any aim.
pub fn walk_from(
    world: &World,
    from: &Moment,
    aim: &mut dyn Aim,
    grain: Grain,
    most: usize,
    budget: &mut dyn Budget,
) -> Result<Walked, Stop> {
    if world.has_too_many_blocks() {
        return Err(Stop::Incomplete);
    }
    let grain = grain.of(world);
    let mut known: FxHashSet<(Val, Val, Pose, u32, Killed)> = FxHashSet::default();
    let mut open = BinaryHeap::new();
    let has_walkers = world.has_walkers();
    let key = |node: &Node| {
        let ticks = if has_walkers {
            node.ticks >> grain.ticks
        } else {
            0
        };
        let Body { x, vx, pose } = node.body;
        (x >> grain.x, vx >> grain.vx, pose, ticks, node.killed)
    };
    let (lo, hi) = aim.span();
    let speed = world.profile().furthest.max(1);
    let far = |body: &Body| (lo - body.x).max(body.x - hi).max(0);
    let ahead = |body: &Body| (far(body) / speed) as u64 * GREED;
    let mut walk = Walk {
        world,
        nodes: Vec::new(),
        kills: Kills::new(),
    };
    let first = Node {
        body: from.body,
        ticks: from.ticks,
        killed: walk.kills.with(0, &from.killed),
        before: u32::MAX,
        input: (2, false),
    };
    known.insert(key(&first));
    let is_met = walk.is_met(aim, &first);
    open.push(Reverse((ahead(&first.body), 0u32)));
    let mut nearest = (far(&first.body), 0);
    walk.nodes.push(first);
    let walked = |walk: &Walk, at: usize, is_met| {
        Ok(Walked {
            inputs: walk.run(at),
            is_met,
            n_states: walk.nodes.len(),
        })
    };
    if is_met {
        return walked(&walk, 0, true);
    }
    let inputs: Vec<Input> = world
        .gaits()
        .rev()
        .flat_map(|gait| [(gait as u8, true), (gait as u8, false)])
        .collect();
    while let Some(Reverse((_, at))) = open.pop() {
        let Node { body, ticks, .. } = walk.nodes[at as usize];
        if world.is_over(&body) || world.time().is_some_and(|time| ticks >= time) {
            continue;
        }
        let (meeting, killed) = walk.meeting(at as usize);
        if meeting == Meeting::Deadly {
            continue;
        }
        nearest = nearest.min((far(&body), at as usize));
        for &(gait, presses) in &inputs {
            if meeting == Meeting::None && !world.may(&body, gait.into(), presses) {
                continue;
            }
            let node = Node {
                body: world.tick_meeting(&body, meeting, gait.into(), presses),
                ticks: ticks + 1,
                killed,
                before: at,
                input: (gait, presses),
            };
            if !aim.is_in_sight(&node.body) || !known.insert(key(&node)) {
                continue;
            }
            let is_met = walk.is_met(aim, &node);
            let cost = u64::from(node.ticks - from.ticks) * 8 + ahead(&node.body);
            walk.nodes.push(node);
            let last = walk.nodes.len() - 1;
            if is_met && !(aim.goes_on() && walk.meeting(last).0 == Meeting::Deadly) {
                return walked(&walk, last, true);
            }
            open.push(Reverse((cost, walk.nodes.len() as u32 - 1)));
        }
        let n_nodes = walk.nodes.len();
        if n_nodes >= most {
            break;
        }
        if n_nodes % 1024 < 8 {
            let progress = Progress {
                states: n_nodes as u64,
                bytes: n_nodes as u64 * 110,
                ..Progress::default()
            };
            if let Some(stop) = budget.spend(&progress).break_value() {
                return Err(stop);
            }
        }
    }
    walked(&walk, nearest.1, false)
}
