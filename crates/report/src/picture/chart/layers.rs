//! Boxes in layers from above: in each layer an order with few crossings, and then
//! places at which links are short.
//!
//! A link over several layers gets a waypoint in each of them, so that it leads
//! between boxes and not through them.

/// A graph whose nodes are in layers.
#[derive(Clone, Debug, Default)]
pub(super) struct Layered {
    /// The layer of each node.
    layer_of: Vec<usize>,
    /// The width of each node; waypoints have next to none.
    widths: Vec<f32>,
    is_waypoint: Vec<bool>,
    /// Pairs of nodes in neighbouring layers, the upper one first.
    edges: Vec<(usize, usize)>,
}

/// How often the order, and then the places, are gone through.
const SWEEPS: usize = 16;

/// What is left free between two nodes.
const GAP: f32 = 26.0;

impl Layered {
    pub fn add(&mut self, layer: usize, width: f32) -> usize {
        self.layer_of.push(layer);
        self.widths.push(width);
        self.is_waypoint.push(false);
        self.layer_of.len() - 1
    }

    /// Adds a link between nodes, and waypoints in all layers between; all nodes that
    /// it comes by, in order. Between two nodes of one layer it leads below them.
    pub fn link(&mut self, from: usize, to: usize) -> Vec<usize> {
        let (first, last) = (self.layer_of[from], self.layer_of[to]);
        let layers: Vec<usize> = match first.cmp(&last) {
            std::cmp::Ordering::Less => (first + 1..last).collect(),
            std::cmp::Ordering::Equal => vec![first + 1],
            std::cmp::Ordering::Greater => (last + 1..first).rev().collect(),
        };
        let mut way = vec![from];
        for layer in layers {
            let waypoint = self.add(layer, 4.0);
            self.is_waypoint[waypoint] = true;
            way.push(waypoint);
        }
        way.push(to);
        for pair in way.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            let is_down = self.layer_of[a] < self.layer_of[b];
            self.edges.push(if is_down { (a, b) } else { (b, a) });
        }
        way
    }

    pub fn layer_of(&self, node: usize) -> usize {
        self.layer_of[node]
    }

    pub fn n_layers(&self) -> usize {
        self.layer_of.iter().max().map_or(0, |layer| layer + 1)
    }

    /// The middle of each node from the left; the least is not negative.
    pub fn places(&self) -> Vec<f32> {
        let neighbours = self.neighbours();
        let mut layers = vec![Vec::new(); self.n_layers()];
        for (node, layer) in self.layer_of.iter().enumerate() {
            layers[*layer].push(node);
        }
        let mut best = (self.crossings(&layers), layers.clone());
        for sweep in 0..SWEEPS {
            self.sweep(&mut layers, &neighbours, sweep % 2 == 0);
            let crossings = self.crossings(&layers);
            if crossings < best.0 {
                best = (crossings, layers.clone());
            }
        }
        self.spread(&best.1, &neighbours)
    }

    /// Above and below each node.
    fn neighbours(&self) -> Vec<[Vec<usize>; 2]> {
        let mut neighbours = vec![[Vec::new(), Vec::new()]; self.layer_of.len()];
        for (upper, lower) in &self.edges {
            neighbours[*lower][0].push(*upper);
            neighbours[*upper][1].push(*lower);
        }
        neighbours
    }

    /// Puts each node to the middle of its neighbours in the layer before.
    fn sweep(&self, layers: &mut [Vec<usize>], neighbours: &[[Vec<usize>; 2]], is_down: bool) {
        let n = layers.len();
        let mut rank = vec![0.0; self.layer_of.len()];
        let side = usize::from(!is_down);
        for i in 0..n {
            let layer = &mut layers[if is_down { i } else { n - 1 - i }];
            let wish = |(at, node): (usize, &usize)| {
                let near = &neighbours[*node][side];
                let sum: f32 = near.iter().map(|other| rank[*other]).sum();
                match near.is_empty() {
                    // Who has none stays about where it is.
                    true => at as f32,
                    false => sum / near.len() as f32,
                }
            };
            let mut wishes: Vec<(f32, usize)> = layer
                .iter()
                .enumerate()
                .map(|all| (wish(all), *all.1))
                .collect();
            wishes.sort_by(|a, b| a.0.total_cmp(&b.0));
            *layer = wishes.into_iter().map(|(_, node)| node).collect();
            for (at, node) in layer.iter().enumerate() {
                rank[*node] = at as f32;
            }
        }
    }

    fn crossings(&self, layers: &[Vec<usize>]) -> usize {
        let mut rank = vec![0; self.layer_of.len()];
        for layer in layers {
            for (at, node) in layer.iter().enumerate() {
                rank[*node] = at;
            }
        }
        let mut between = vec![Vec::new(); layers.len()];
        for (a, b) in &self.edges {
            between[self.layer_of[*a]].push((rank[*a], rank[*b]));
        }
        between
            .iter_mut()
            .map(|edges| {
                edges.sort_unstable();
                // Pairs in the wrong order below, counted by insertion.
                let mut below: Vec<usize> = Vec::new();
                let mut n = 0;
                for (_, b) in edges.iter() {
                    let at = below.partition_point(|other| other <= b);
                    n += below.len() - at;
                    below.insert(at, *b);
                }
                n
            })
            .sum()
    }

    /// Places in the given order: each as near to its neighbours as the others of
    /// its layer allow.
    fn spread(&self, layers: &[Vec<usize>], neighbours: &[[Vec<usize>; 2]]) -> Vec<f32> {
        let mut places = vec![0.0; self.layer_of.len()];
        for layer in layers {
            let wishes: Vec<f32> = layer.iter().map(|_| 0.0).collect();
            self.settle(layer, &wishes, &mut places);
        }
        for sweep in 0..2 * SWEEPS {
            let n = layers.len();
            for i in 0..n {
                let layer = &layers[if sweep % 2 == 0 { i } else { n - 1 - i }];
                let wish = |node: &usize| {
                    let both = &neighbours[*node];
                    let all = || both.iter().flatten();
                    let sum: f32 = all().map(|other| places[*other]).sum();
                    match all().count() {
                        0 => places[*node],
                        n => sum / n as f32,
                    }
                };
                let wishes: Vec<f32> = layer.iter().map(wish).collect();
                self.settle(layer, &wishes, &mut places);
            }
        }
        let left = |node: usize| places[node] - self.widths[node] / 2.0;
        let least = (0..places.len()).map(left).fold(f32::INFINITY, f32::min);
        places.iter().map(|place| place - least).collect()
    }

    /// The places nearest to the wishes at which no two nodes of the layer overlap:
    /// neighbours that would are moved together, as one block.
    fn settle(&self, layer: &[usize], wishes: &[f32], places: &mut [f32]) {
        // Sum of wishes, weight, and how many nodes.
        let mut blocks: Vec<(f32, f32, usize)> = Vec::new();
        let mut offsets = Vec::with_capacity(layer.len());
        let mut offset = 0.0;
        for (i, (node, wish)) in layer.iter().zip(wishes).enumerate() {
            if i > 0 {
                let before = layer[i - 1];
                let gap = match self.is_waypoint[before] || self.is_waypoint[*node] {
                    true => GAP / 2.0,
                    false => GAP,
                };
                offset += (self.widths[before] + self.widths[*node]) / 2.0 + gap;
            }
            offsets.push(offset);
            // Waypoints pull more, so that long links are straight.
            let weight = if self.is_waypoint[*node] { 2.0 } else { 1.0 };
            let mut block = ((wish - offset) * weight, weight, 1);
            while let Some(last) = blocks.last() {
                if last.0 / last.1 < block.0 / block.1 {
                    break;
                }
                block = (block.0 + last.0, block.1 + last.1, block.2 + last.2);
                blocks.pop();
            }
            blocks.push(block);
        }
        let of_blocks = blocks
            .iter()
            .flat_map(|(sum, weight, n)| vec![sum / weight; *n]);
        for ((node, offset), base) in layer.iter().zip(offsets).zip(of_blocks) {
            places[*node] = base + offset;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crossed_links_are_uncrossed() {
        let mut graph = Layered::default();
        let nodes: Vec<usize> = [0, 0, 1, 1].map(|layer| graph.add(layer, 40.0)).to_vec();
        graph.link(nodes[0], nodes[3]);
        graph.link(nodes[1], nodes[2]);
        let places = graph.places();
        assert_eq!(
            places[nodes[0]] < places[nodes[1]],
            places[nodes[3]] < places[nodes[2]]
        );
        assert!(
            (places[nodes[0]] - places[nodes[3]]).abs() < 1.0,
            "{places:?}"
        );
    }

    #[test]
    fn nodes_of_a_layer_do_not_overlap_and_long_links_lead_between_them() {
        let mut graph = Layered::default();
        let top = graph.add(0, 60.0);
        let middle: Vec<usize> = (0..5).map(|_| graph.add(1, 60.0)).collect();
        let bottom = graph.add(2, 60.0);
        middle.iter().for_each(|node| {
            graph.link(top, *node);
        });
        let way = graph.link(bottom, top);
        assert_eq!(way.len(), 3);
        let places = graph.places();
        let mut row: Vec<f32> = middle.iter().map(|node| places[*node]).collect();
        row.sort_by(f32::total_cmp);
        assert!(
            row.windows(2).all(|pair| pair[1] - pair[0] >= 86.0 - 0.01),
            "{row:?}"
        );
        let gap = |other: &f32| (places[way[1]] - other).abs() >= 45.0 - 0.01;
        assert!(row.iter().all(gap), "{row:?} {}", places[way[1]]);
        assert!(places.iter().all(|place| *place >= 0.0));
    }
}
