//! A run, found by a search that goes towards the target and forgets what is much like
//! what it has seen: what it finds is a run, what it misses shows nothing.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use playproof_certify::{Budget, Progress, Stop};
use playproof_model::Val;
use rustc_hash::FxHashSet;

use crate::engine::target::Target;
use crate::native::{Body, Pose, World};

/// An input: how one goes, and whether the button is pressed.
pub type Input = (u8, bool);

/// States that are so near to each other count as one.
#[derive(Clone, Copy, Debug)]
pub struct Grain {
    /// In places, as a number of bits.
    pub x: u32,
    /// In speeds, likewise.
    pub vx: u32,
}

/// How much more the way ahead counts than the way behind, in eighths.
const GREED: u64 = 12;

/// A run to the target, if one was found before so many states were seen.
pub fn walk(
    world: &World,
    target: &mut Target,
    grain: Grain,
    most: usize,
    budget: &mut dyn Budget,
) -> Result<Option<Vec<Input>>, Stop> {
    let mut known: FxHashSet<(Val, Val, Pose)> = FxHashSet::default();
    let mut nodes: Vec<(Body, u32, Input)> = Vec::new();
    let mut open = BinaryHeap::new();
    let key = |body: &Body| (body.x >> grain.x, body.vx >> grain.vx, body.pose);
    let span = target.span;
    let speed = world.profile().furthest.max(1);
    let ahead = |body: &Body| {
        let (from, to) = span;
        let far = (from - body.x).max(body.x - to).max(0);
        (far / speed) as u64 * GREED
    };
    let first = world.first();
    nodes.push((first, u32::MAX, (2, false)));
    known.insert(key(&first));
    if target.is_met(&first) {
        return Ok(Some(Vec::new()));
    }
    if world.is_over(&first) {
        return Ok(None);
    }
    open.push(Reverse((ahead(&first), 0u32, 0u32)));
    while let Some(Reverse((_, at, length))) = open.pop() {
        let body = nodes[at as usize].0;
        for gait in [4u8, 3, 2, 1, 0] {
            for presses in [true, false] {
                let next = world.tick(&body, gait.into(), presses);
                if !known.insert(key(&next)) {
                    continue;
                }
                nodes.push((next, at, (gait, presses)));
                if target.is_met(&next) {
                    return Ok(Some(run(&nodes)));
                }
                if world.is_over(&next) {
                    continue;
                }
                let cost = u64::from(length + 1) * 8 + ahead(&next);
                open.push(Reverse((cost, nodes.len() as u32 - 1, length + 1)));
            }
        }
        if nodes.len() >= most {
            return Ok(None);
        }
        if nodes.len() % 1024 < 8 {
            let states = nodes.len() as u64;
            let progress = Progress {
                states,
                bytes: states * 90,
                ..Progress::default()
            };
            if let Some(stop) = budget.spend(&progress).break_value() {
                return Err(stop);
            }
        }
    }
    Ok(None)
}

fn run(nodes: &[(Body, u32, Input)]) -> Vec<Input> {
    let mut inputs = Vec::new();
    let mut at = nodes.len() - 1;
    while nodes[at].1 != u32::MAX {
        inputs.push(nodes[at].2);
        at = nodes[at].1 as usize;
    }
    inputs.reverse();
    inputs
}
