//! Of all solutions with fewest pushes, one with fewest box changes.

use std::collections::HashMap;

use super::hash::Quick;
use super::space::{Push, Space, possible_pushes};

/// A push on a way with fewest pushes, with the best way to get to it.
struct Node {
    boxes: u128,
    push: Push,
    /// Box changes, then lines: what the way so far costs.
    cost: (u32, u32),
    before: usize,
}

const NONE: usize = usize::MAX;

/// The pushes of a solution with fewest pushes, of those one with fewest box
/// changes, and of those one with fewest lines. `None` if there is no solution,
/// or if the ways with fewest pushes have more than `max_nodes` pushes in all.
pub(super) fn fewest_changes(
    space: &impl Space,
    boxes: u128,
    player: usize,
    max_nodes: usize,
) -> Option<Vec<Push>> {
    let n_pushes = space.distance(boxes, player)?;
    let mut nodes: Vec<Node> = Vec::new();
    let mut layer = 0..0;
    let mut seen: HashMap<(u128, Push), usize, Quick> = HashMap::default();
    for left in (0..n_pushes).rev() {
        let first = nodes.len();
        seen.clear();
        let mut from = |nodes: &mut Vec<Node>, boxes: u128, player: usize, before: usize| {
            let region = space.region(boxes, player);
            possible_pushes(space, boxes, region, |push| {
                let after = push.apply(boxes);
                if space.distance(after, push.from) != Some(left) {
                    return;
                }
                let cost = cost_after(nodes.get(before), &push);
                let at = *seen.entry((after, push)).or_insert(nodes.len());
                let node = Node {
                    boxes: after,
                    push,
                    cost,
                    before,
                };
                if at == nodes.len() {
                    nodes.push(node);
                } else if cost < nodes[at].cost {
                    nodes[at] = node;
                }
            });
        };
        if left + 1 == n_pushes {
            from(&mut nodes, boxes, player, NONE);
        }
        for before in layer {
            let (boxes, player) = (nodes[before].boxes, nodes[before].push.from);
            from(&mut nodes, boxes, player, before);
        }
        layer = first..nodes.len();
        if nodes.len() > max_nodes {
            return None;
        }
    }
    let mut at = layer.min_by_key(|at| nodes[*at].cost).unwrap_or(NONE);
    let mut pushes = Vec::with_capacity(n_pushes as usize);
    while let Some(node) = nodes.get(at) {
        pushes.push(node.push);
        at = node.before;
    }
    pushes.reverse();
    Some(pushes)
}

/// The pushes of some solution with fewest pushes.
pub(super) fn any_shortest(space: &impl Space, boxes: u128, player: usize) -> Option<Vec<Push>> {
    let (mut boxes, mut player) = (boxes, player);
    let mut pushes = Vec::new();
    for left in (0..space.distance(boxes, player)?).rev() {
        let mut next = None;
        possible_pushes(space, boxes, space.region(boxes, player), |push| {
            let is_shortest = space.distance(push.apply(boxes), push.from) == Some(left);
            next = next.or(is_shortest.then_some(push));
        });
        let push: Push = next?;
        boxes = push.apply(boxes);
        player = push.from;
        pushes.push(push);
    }
    Some(pushes)
}

fn cost_after(before: Option<&Node>, push: &Push) -> (u32, u32) {
    let Some(before) = before else {
        return (1, 1);
    };
    let same_box = before.push.to == push.from;
    let same_line = same_box && before.push.way == push.way;
    (
        before.cost.0 + u32::from(!same_box),
        before.cost.1 + u32::from(!same_line),
    )
}

/// The pushes with the walks between them, as LURD. `None` if the player cannot
/// make one of them.
pub(super) fn lurd(
    space: &impl Space,
    boxes: u128,
    player: usize,
    pushes: &[Push],
) -> Option<String> {
    let mut text = String::new();
    let (mut boxes, mut player) = (boxes, player);
    for push in pushes {
        let behind = space.next(push.from, push.way ^ 1)?;
        walk(space, boxes, player, behind, &mut text)?;
        text.push(b"LRUD"[push.way] as char);
        boxes = push.apply(boxes);
        player = push.from;
    }
    Some(text)
}

/// Adds a shortest walk.
fn walk(space: &impl Space, boxes: u128, from: usize, to: usize, text: &mut String) -> Option<()> {
    // Searched from the end, so that the way can be read off from the start.
    let mut way_on = vec![None; space.n_cells()];
    way_on[to] = Some(4);
    let mut queue = vec![to];
    let mut at = 0;
    while way_on[from].is_none() {
        let here = *queue.get(at)?;
        at += 1;
        for way in 0..4 {
            let there = space.next(here, way ^ 1);
            let there = there.filter(|there| boxes >> there & 1 == 0 && way_on[*there].is_none());
            if let Some(there) = there {
                way_on[there] = Some(way);
                queue.push(there);
            }
        }
    }
    let mut here = from;
    while let Some(way) = way_on[here].filter(|way| *way < 4) {
        text.push(b"lrud"[way] as char);
        here = space.next(here, way)?;
    }
    Some(())
}
