//! Where an opponent goes: a table of its next cell for every cell that it and
//! the avatar can be on. Trusted.
//!
//! It takes the first step of a shortest path to where it wants to be. Such
//! a path is what A* finds under the Manhattan distance; of several first steps
//! the first in the order left, right, up, down is taken. Without a path it
//! stays.

use std::collections::VecDeque;

use playproof_model::Val;

use playproof_walked::Floor;

/// What an opponent is after.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Aim {
    /// The nearest goal. The avatar is in its way like a wall.
    Goal,
    /// The avatar.
    Avatar,
}

/// The opponent's next cell: one row for each cell that it is on, one column
/// for each of the avatar's.
pub(crate) fn next_cells(floor: &Floor, aim: Aim) -> Vec<Val> {
    let n = floor.n_cells();
    let entries = entries(floor);
    let mut next = vec![0; n * n];
    let mut distances = vec![None; n];
    for avatar in 0..n {
        distances.fill(None);
        let blocked = match aim {
            Aim::Goal => Some(avatar),
            Aim::Avatar => None,
        };
        let aims = (0..n).filter(|&cell| match aim {
            Aim::Goal => floor.goals[cell] && cell != avatar,
            Aim::Avatar => cell == avatar,
        });
        measure(&entries, aims, blocked, &mut distances);
        for opponent in 0..n {
            let step = step(floor, &distances, opponent);
            next[opponent * n + avatar] = step as Val;
        }
    }
    next
}

/// For each cell, those from which a step leads to it.
fn entries(floor: &Floor) -> Vec<Vec<usize>> {
    let mut entries = vec![Vec::new(); floor.n_cells()];
    for cell in 0..floor.n_cells() {
        for there in (0..4).filter_map(|d| floor.neighbour(cell, d)) {
            entries[there].push(cell);
        }
    }
    entries
}

/// The number of steps from each cell to the nearest aim without entering the
/// blocked one; none where there is no way.
fn measure(
    entries: &[Vec<usize>],
    aims: impl Iterator<Item = usize>,
    blocked: Option<usize>,
    distances: &mut [Option<u32>],
) {
    let mut queue: VecDeque<(usize, u32)> = aims.map(|aim| (aim, 0)).collect();
    for &(aim, _) in &queue {
        distances[aim] = Some(0);
    }
    while let Some((cell, distance)) = queue.pop_front() {
        for &from in &entries[cell] {
            if distances[from].is_none() && Some(from) != blocked {
                distances[from] = Some(distance + 1);
                queue.push_back((from, distance + 1));
            }
        }
    }
}

/// The first step of a shortest path; the cell itself where the aim is
/// reached already, or cannot be.
fn step(floor: &Floor, distances: &[Option<u32>], from: usize) -> usize {
    let nearer = distances[from].and_then(|distance| distance.checked_sub(1));
    let steps = (0..4).filter_map(|d| floor.neighbour(from, d));
    let mut nearer = steps.filter(|&there| nearer.is_some() && distances[there] == nearer);
    nearer.next().unwrap_or(from)
}
