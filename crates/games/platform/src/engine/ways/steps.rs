//! Where a tick leads from a box.

use playproof_model::Val;

use super::known::Span;
use crate::engine::walk::Input;
use crate::native::{Body, Pose, World};

/// All that an input leads to from these states: it may be more, never less.
pub fn after(world: &World, pose: Pose, span: Span, (gait, presses): Input) -> Vec<(Pose, Span)> {
    let profile = world.profile();
    let gait = usize::from(gait);
    let fall = world.fall(pose, presses);
    let way = |vx: Val| profile.advance[gait][(vx + profile.fastest) as usize];
    let slower = |way: Val| profile.slowed[(way + profile.furthest) as usize];
    let ways = (way(span.v.0), way(span.v.1));
    let speeds = (slower(ways.0), slower(ways.1));
    let mut all = Vec::new();
    world.parts(&fall, span.x, |part, outcome, broken| {
        let pose = fall.outcomes[outcome].expect("an outcome that a row has");
        let pose = Pose { broken, ..pose };
        let (left, right) = world.limits(pose, part.0);
        let (from, to) = (part.0 + ways.0, part.1 + ways.1);
        let clamped = |x: Val| x.min(right).max(left);
        // Who is stopped stands still.
        let is_free = left <= from && to <= right;
        let v = match is_free {
            true => speeds,
            false => (speeds.0.min(0), speeds.1.max(0)),
        };
        all.push((
            pose,
            Span {
                x: (clamped(from), clamped(to)),
                v,
            },
        ));
    });
    all
}

/// Whether all, or any, of these states allow an input.
pub fn allowed(world: &World, pose: Pose, v: (Val, Val), (gait, presses): Input) -> (bool, bool) {
    let may = |vx: Val| world.may(&Body { x: 0, vx, pose }, gait.into(), presses);
    let slowest = 0.clamp(v.0, v.1);
    (may(v.0) && may(v.1), may(slowest))
}
