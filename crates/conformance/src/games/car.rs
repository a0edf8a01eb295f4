//! A car with speed on a strip: bounded arithmetic, clamps and a table.
//!
//! Each turn the driver accelerates, coasts or brakes, and then the car moves
//! by its speed. Over the limit of the cell it reaches, it crashes. It wins by
//! standing still on the last cell. Accelerating burns fuel.

use playproof_model::{Builder, Op, Rules, Val, set};

const TOP_SPEED: Val = 4;

/// The Rules of a strip with a speed limit for each cell.
pub fn rules(limits: &[Val], fuel: Val) -> Rules {
    let last = limits.len() as Val - 1;
    let mut b = Builder::default();
    let position = b.variable("position", 0, last);
    let speed = b.variable("speed", 0, TOP_SPEED);
    let tank = b.variable("fuel", 0, fuel);
    let limit = b.table("limit", &[limits.len() as u32], limits.to_vec());

    let (here, pace, left) = (b.var(position), b.var(speed), b.var(tank));
    let allowed = b.lookup(limit, &[here]);
    let crashed = b.cmp(Op::Lt, allowed, pace);
    let still = b.is(pace, 0);
    let arrived = b.is(here, last);
    let arrived = b.all([arrived, still]);
    let over = b.any([crashed, arrived]);
    b.atom("win", arrived);
    b.atom("crash", crashed);
    b.terminal(over);

    for (name, change, burns) in [("accelerate", 1, 1), ("coast", 0, 0), ("brake", -1, 0)] {
        let action = b.action(name);
        let change = b.constant(change);
        let pace_then = b.add(pace, change);
        let pace_then = b.clamp(pace_then, 0, TOP_SPEED);
        let there = b.add(here, pace_then);
        let there = b.clamp(there, 0, last);
        let burnt = b.constant(burns);
        let enough = b.cmp(Op::Le, burnt, left);
        let left_then = b.sub(left, burnt);
        let left_then = b.clamp(left_then, 0, fuel);
        let updates = vec![
            set(position, there),
            set(speed, pace_then),
            set(tank, left_then),
        ];
        b.command(name, action, enough, updates);
    }
    b.counter("moves", |_| 1);
    b.initial(vec![0, 0, fuel]);
    b.finish().expect("everything is clamped")
}
