//! The places that can be reached if there are neither enemies nor a limit, and every block
//! that breaks may be whole or gone, and the ways between them.
//!
//! Not trusted. What is left out here can only make things easier, so the least times in
//! this graph are never more than those of the game.

use playproof_model::Val;

use super::path::{Event, Path, Terrain};
use super::rules::Ways;

/// No way leads there.
pub(super) const NEVER: Val = Val::MAX;

/// A place of the graph.
pub(super) type NodeId = u32;

/// An action from a place.
pub(super) struct Edge<'a> {
    pub from: NodeId,
    pub to: NodeId,
    /// The action's number.
    pub action: u32,
    pub time: Val,
    pub events: &'a [Event],
    /// The way, for the blocks that it needs and breaks.
    pub path: &'a Path,
}

/// The places that can be reached, numbered in the order of their discovery; the start
/// is the first.
pub(super) struct Graph<'a> {
    /// The place of each.
    pub places: Vec<usize>,
    edges: Vec<Edge<'a>>,
    /// Where the edges of each begin, and last their number.
    first: Vec<usize>,
    /// The edges that lead to each, in the same manner.
    into: Vec<u32>,
    first_into: Vec<usize>,
}

impl<'a> Graph<'a> {
    /// The graph of a level. Nothing leads on from where play is over, and the dead are
    /// not in it.
    pub fn new(terrain: &Terrain, ways: &'a Ways) -> Graph<'a> {
        let mut number: Vec<Option<NodeId>> = vec![None; terrain.n_places()];
        let (start, below) = (terrain.start(), terrain.first_below());
        let mut places = vec![start];
        number[start] = Some(0);
        let (mut edges, mut first) = (Vec::new(), Vec::new());
        while let Some(&place) = places.get(first.len()) {
            let from = first.len() as NodeId;
            first.push(edges.len());
            if terrain.wins(terrain.cell(place)) {
                continue;
            }
            for (row, path) in ways.paths(place) {
                if path.end >= below {
                    continue;
                }
                let to = *number[path.end].get_or_insert_with(|| {
                    places.push(path.end);
                    places.len() as NodeId - 1
                });
                edges.push(Edge {
                    from,
                    to,
                    action: ways.rows[row].number,
                    time: ways.rows[row].action.time() as Val,
                    events: &path.meets().events,
                    path,
                });
            }
        }
        first.push(edges.len());
        let (into, first_into) = reversed(&edges, places.len());
        Graph {
            places,
            edges,
            first,
            into,
            first_into,
        }
    }

    /// How many places there are.
    pub fn n_nodes(&self) -> usize {
        self.places.len()
    }

    /// What can be done in a place.
    pub fn edges_from(&self, node: NodeId) -> &[Edge<'a>] {
        &self.edges[self.first[node as usize]..self.first[node as usize + 1]]
    }

    /// The least cost from each place to one of these.
    pub fn ahead(
        &self,
        cost: impl Fn(&Edge) -> Val,
        is_target: impl Fn(usize) -> bool,
    ) -> Vec<Val> {
        let nodes = 0..self.n_nodes() as NodeId;
        let targets = nodes.filter(|&node| is_target(self.places[node as usize]));
        self.spread(cost, targets.map(|node| (0, node)).collect())
    }

    /// The least time from each place to a target through an edge of this kind, given the
    /// least times to a target.
    pub fn through(&self, ahead: &[Val], is_kind: impl Fn(&Edge) -> bool) -> Vec<Val> {
        let edges = self.edges.iter().filter(|edge| is_kind(edge));
        let ends = edges.filter(|edge| ahead[edge.to as usize] != NEVER);
        let seeds = ends.map(|edge| (edge.time + ahead[edge.to as usize], edge.from));
        self.spread(|edge| edge.time, seeds.collect())
    }

    /// The least cost from each place to a seed, and what that costs from there on. No
    /// edge costs more than a jump, so that as many rounds of places wait.
    fn spread(&self, cost: impl Fn(&Edge) -> Val, mut seeds: Vec<(Val, NodeId)>) -> Vec<Val> {
        let mut least = vec![NEVER; self.n_nodes()];
        let mut rounds: [Vec<NodeId>; N_ROUNDS] = Default::default();
        seeds.sort_unstable_by(|a, b| b.cmp(a));
        let (mut now, mut n_waiting) = (0, 0);
        while n_waiting > 0 || !seeds.is_empty() {
            if let (0, Some(&(next, _))) = (n_waiting, seeds.last()) {
                now = next;
            }
            let mut round = std::mem::take(&mut rounds[now as usize % N_ROUNDS]);
            n_waiting -= round.len();
            while let Some((_, node)) = seeds.pop_if(|(at, _)| *at == now) {
                round.push(node);
            }
            for &node in &round {
                if least[node as usize] <= now {
                    continue;
                }
                least[node as usize] = now;
                let into = self.first_into[node as usize]..self.first_into[node as usize + 1];
                for &edge in &self.into[into] {
                    let edge = &self.edges[edge as usize];
                    let then = now + cost(edge);
                    if then < least[edge.from as usize] {
                        rounds[then as usize % N_ROUNDS].push(edge.from);
                        n_waiting += 1;
                    }
                }
            }
            round.clear();
            // Its room is used again, unless something came in meanwhile.
            if rounds[now as usize % N_ROUNDS].is_empty() {
                rounds[now as usize % N_ROUNDS] = round;
            }
            now += 1;
        }
        least
    }
}

/// More than the cost of any edge.
const N_ROUNDS: usize = 4;

/// The edges in the order of the places that they lead to.
fn reversed(edges: &[Edge], n_nodes: usize) -> (Vec<u32>, Vec<usize>) {
    let mut first = vec![0; n_nodes + 1];
    edges
        .iter()
        .for_each(|edge| first[edge.to as usize + 1] += 1);
    for node in 0..n_nodes {
        first[node + 1] += first[node];
    }
    let (mut next, mut into) = (first.clone(), vec![0; edges.len()]);
    for (i, edge) in edges.iter().enumerate() {
        into[next[edge.to as usize]] = i as u32;
        next[edge.to as usize] += 1;
    }
    (into, first)
}

impl Ways {
    /// The ways from a place, each with the number of its row.
    pub fn paths(&self, place: usize) -> impl Iterator<Item = (usize, &Path)> {
        let begin = self.begins.binary_search(&place).ok();
        let rows = self.rows.iter().enumerate();
        rows.filter_map(move |(number, row)| {
            let at = row.ways.binary_search_by_key(&begin?, |(begin, _)| *begin);
            Some((number, &row.ways[at.ok()?].1))
        })
    }
}
