//! A run that repeats, out of a component with all marks: a short way to it,
//! and round in it past every mark.

use std::collections::VecDeque;

use playproof_certify::{Budget, Lasso};
use playproof_model::{PackedModel, Subject};
use rustc_hash::{FxHashMap, FxHashSet};

use super::on_the_fly::{Ended, Nodes, Until, components_on_the_fly};
use super::product::{Edge, Node, Product, Trouble};
use crate::explicit::replay;

/// The states of a run that repeats: up to the repetition, and round to the
/// same state again.
pub(crate) struct Round {
    pub stem: Vec<u32>,
    pub cycle: Vec<u32>,
}

/// Products of at most this many nodes are gone through to their end for the
/// sake of a short run.
const WORTH_A_SHORT_RUN: usize = 50_000;

/// A round through a component with all marks: the nearest one, if that is
/// soon found out, or else the one given.
pub(crate) fn round(
    product: &mut dyn Product,
    nodes: &Nodes,
    component: Vec<u32>,
    budget: &mut dyn Budget,
) -> Result<Round, Trouble> {
    let all = product.all_marks();
    let mut whole = Nodes::default();
    let mut found: Vec<Vec<u32>> = Vec::new();
    let until = Until::Done(WORTH_A_SHORT_RUN);
    let ended = components_on_the_fly(product, &mut whole, until, budget, &mut |c| {
        if c.is_cyclic && c.marks == all {
            found.push(c.nodes.to_vec());
        }
    })?;
    match ended {
        Ended::Done => nearest_round(product, &whole, &found),
        _ => nearest_round(product, nodes, &[component]),
    }
}

/// A short way to the nearest of these components, and round in it.
fn nearest_round(
    product: &mut dyn Product,
    nodes: &Nodes,
    found: &[Vec<u32>],
) -> Result<Round, Trouble> {
    let mut component_of: FxHashMap<Node, usize> = FxHashMap::default();
    for (i, component) in found.iter().enumerate() {
        let members = component.iter().map(|&n| (nodes.list[n as usize], i));
        component_of.extend(members);
    }
    let starts = product.initial();
    let known = |edge: &Edge| nodes.numbers.contains_key(&edge.to);
    let stem = match starts.iter().find(|n| component_of.contains_key(n)) {
        Some(&start) => vec![start],
        None => {
            let mut inside = |edge: &Edge| component_of.contains_key(&edge.to);
            walk(product, &starts, &known, &mut inside)?.0
        }
    };
    let first = *stem.last().expect("a way has a first node");
    let home = component_of[&first];
    let inside: FxHashSet<Node> = component_of
        .iter()
        .filter(|(_, component)| **component == home)
        .map(|(node, _)| *node)
        .collect();
    let mut cycle = vec![first];
    let mut missing = product.all_marks();
    let within = |edge: &Edge| inside.contains(&edge.to);
    while missing != 0 {
        let from = *cycle.last().expect("it is never empty");
        let (way, marks) = walk(product, &[from], &within, &mut |e| e.marks & missing != 0)?;
        missing &= !marks;
        cycle.extend_from_slice(&way[1..]);
    }
    let last = *cycle.last().expect("it is never empty");
    if cycle.len() == 1 || last != first {
        let (way, _) = walk(product, &[last], &within, &mut |edge| edge.to == first)?;
        cycle.extend_from_slice(&way[1..]);
    }
    let states = |way: &[Node]| way.iter().map(|n| n.state).collect();
    Ok(Round {
        stem: states(&stem),
        cycle: states(&cycle),
    })
}

/// A shortest way of at least one step, by allowed steps, to the first that is
/// wanted, and the marks on it.
fn walk(
    product: &mut dyn Product,
    from: &[Node],
    allowed: &dyn Fn(&Edge) -> bool,
    wanted: &mut dyn FnMut(&Edge) -> bool,
) -> Result<(Vec<Node>, u64), Trouble> {
    let mut before: FxHashMap<Node, Option<(Node, u64)>> =
        from.iter().map(|n| (*n, None)).collect();
    let mut queue: VecDeque<Node> = from.iter().copied().collect();
    let mut edges = Vec::new();
    while let Some(node) = queue.pop_front() {
        edges.clear();
        product.edges(node, &mut edges)?;
        for edge in edges.iter().filter(|e| allowed(e)) {
            if wanted(edge) {
                let (mut way, mut marks) = (vec![edge.to, node], edge.marks);
                let mut at = node;
                while let Some((earlier, on_the_way)) = before[&at] {
                    way.push(earlier);
                    marks |= on_the_way;
                    at = earlier;
                }
                way.reverse();
                return Ok((way, marks));
            }
            before.entry(edge.to).or_insert_with(|| {
                queue.push_back(edge.to);
                Some((node, edge.marks))
            });
        }
    }
    unreachable!("a component with all marks has a way to each of them")
}

/// The run of the game behind a round. `None` if it is none, which means a
/// wrong packed model.
pub(crate) fn lasso(
    subject: &Subject,
    model: &dyn PackedModel,
    row: &dyn Fn(u32) -> Vec<u64>,
    round: &Round,
) -> Option<Lasso> {
    let states = round.stem.iter().chain(&round.cycle[1..]);
    let rows: Vec<Vec<u64>> = states.map(|&s| row(s)).collect();
    let rows: Vec<&[u64]> = rows.iter().map(Vec::as_slice).collect();
    let run = replay(subject, model, &rows, &[])?;
    let mut stem = run.steps;
    let cycle = stem.split_off(round.stem.len() - 1);
    Some(Lasso {
        initial: run.initial,
        stem,
        cycle,
    })
}
