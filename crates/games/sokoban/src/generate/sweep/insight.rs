//! Insight: how much of a solution goes against the obvious. A first measure,
//! made to be replaced; `docs/sokoban-sweep.md` says what it misses.
//!
//! The solution is one with fewest pushes, and of those one with fewest box
//! changes. It is split into straight lines of pushes. Four kinds of lines
//! count, and a line may count several times.

use super::space::{Push, Space, possible_pushes};
use crate::native::{NEVER, cheapest};

/// What was counted along one solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Measured {
    /// Pushes of the solution, which has as few as possible.
    pub pushes: u32,
    /// Pushes of another box than the push before; the first one counts too.
    pub box_changes: u32,
    /// Maximal sequences of pushes of one box in one direction.
    pub lines: u32,
    /// Lines of a box that was moved before, with another box moved in between.
    pub returns: u32,
    /// Lines after which boxes and goals are farther apart than before, by the
    /// cheapest matching of boxes with goals.
    pub detours: u32,
    /// Lines that take a box off a goal.
    pub departures: u32,
    /// Lines with a push beside which others were possible and all others kill.
    pub keys: u32,
    /// Key moves as in `docs/metrics.md`, in each third of the pushes; a push
    /// that was the only possible one is among them.
    pub key_moves_by_third: [u32; 3],
}

impl Measured {
    /// Insight: the four counts a line, times log2(1 + lines).
    pub fn insight(&self) -> f64 {
        if self.lines == 0 {
            return 0.0;
        }
        let sum = self.returns + self.detours + self.departures + self.keys;
        f64::from(sum) / f64::from(self.lines) * log2(1 + self.lines)
    }
}

/// Counts along the pushes of a solution.
pub(super) fn measured(
    space: &impl Space,
    boxes: u128,
    player: usize,
    pushes: &[Push],
) -> Measured {
    let bound = Bound::new(space);
    let mut counts = Measured {
        pushes: pushes.len() as u32,
        ..Measured::default()
    };
    let (mut boxes, mut player) = (boxes, player);
    // Where the boxes that were moved are now.
    let mut moved = 0u128;
    let mut before: Option<Push> = None;
    let mut line = Line::default();
    for (nth, push) in pushes.iter().enumerate() {
        let same_box = before.is_some_and(|before| before.to == push.from);
        let same_line = same_box && before.is_some_and(|before| before.way == push.way);
        counts.box_changes += u32::from(!same_box);
        if !same_line {
            line.end(&mut counts, &bound, boxes, before.map(|push| push.to));
            line = Line {
                is_on: true,
                returns: !same_box && moved >> push.from & 1 == 1,
                from_goal: bound.goals >> push.from & 1 == 1,
                bound: bound.of(boxes),
                has_key: false,
            };
        }
        let (n_possible, n_alive) = choices(space, boxes, player);
        if n_alive == 1 {
            counts.key_moves_by_third[nth * 3 / pushes.len()] += 1;
            line.has_key |= n_possible > 1;
        }
        boxes = push.apply(boxes);
        moved = moved & !(1 << push.from) | 1 << push.to;
        player = push.from;
        before = Some(*push);
    }
    line.end(&mut counts, &bound, boxes, before.map(|push| push.to));
    counts
}

/// What is known of a line before it ends.
#[derive(Default)]
struct Line {
    is_on: bool,
    returns: bool,
    from_goal: bool,
    bound: i64,
    has_key: bool,
}

impl Line {
    fn end(&self, counts: &mut Measured, bound: &Bound, boxes: u128, to: Option<usize>) {
        if !self.is_on {
            return;
        }
        let on_goal = to.is_some_and(|to| bound.goals >> to & 1 == 1);
        counts.lines += 1;
        counts.returns += u32::from(self.returns);
        counts.detours += u32::from(bound.of(boxes) > self.bound);
        counts.departures += u32::from(self.from_goal && !on_goal);
        counts.keys += u32::from(self.has_key);
    }
}

/// How many pushes are possible, and how many of them do not kill.
fn choices(space: &impl Space, boxes: u128, player: usize) -> (u32, u32) {
    let (mut n_possible, mut n_alive) = (0, 0);
    let region = space.region(boxes, player);
    possible_pushes(space, boxes, region, |push| {
        n_possible += 1;
        n_alive += u32::from(space.distance(push.apply(boxes), push.from).is_some());
    });
    (n_possible, n_alive)
}

/// The least number of pushes if boxes were not in each other's way, nor the
/// player held up.
struct Bound {
    goals: u128,
    /// For each cell, the pushes to each goal.
    costs: Vec<Vec<i64>>,
}

impl Bound {
    fn new(space: &impl Space) -> Bound {
        let goals = space.goals();
        let n_cells = space.n_cells();
        let mut costs = vec![Vec::new(); n_cells];
        for goal in (0..n_cells).filter(|cell| goals >> cell & 1 == 1) {
            let mut cost = vec![NEVER; n_cells];
            cost[goal] = 0;
            let mut queue = vec![goal];
            let mut at = 0;
            while at < queue.len() {
                let here = queue[at];
                at += 1;
                for way in 0..4 {
                    // A pull: the player takes two steps back.
                    let there = space.next(here, way);
                    let has_room = there.and_then(|there| space.next(there, way)).is_some();
                    let there = there.filter(|there| has_room && cost[*there] == NEVER);
                    if let Some(there) = there {
                        cost[there] = cost[here] + 1;
                        queue.push(there);
                    }
                }
            }
            for (row, cost) in costs.iter_mut().zip(cost) {
                row.push(cost);
            }
        }
        Bound { goals, costs }
    }

    fn of(&self, boxes: u128) -> i64 {
        let mut rows = Vec::with_capacity(boxes.count_ones() as usize);
        let mut rest = boxes;
        while rest != 0 {
            rows.push(self.costs[rest.trailing_zeros() as usize].clone());
            rest &= rest - 1;
        }
        cheapest(&rows).0
    }
}

/// The binary logarithm, by squaring: unlike the library's, the same on every
/// machine.
pub(super) fn log2(n: u32) -> f64 {
    let whole = n.ilog2();
    let mut rest = f64::from(n) / f64::from(1u32 << whole);
    let (mut sum, mut bit) = (f64::from(whole), 0.5);
    for _ in 0..40 {
        rest *= rest;
        if rest >= 2.0 {
            rest /= 2.0;
            sum += bit;
        }
        bit /= 2.0;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_right() {
        for n in 1..2000 {
            assert!((log2(n) - f64::from(n).log2()).abs() < 1e-9, "{n}");
        }
    }
}
