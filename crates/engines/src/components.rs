//! Strongly connected components: what can be reached from each other.

/// For each node of a graph the number of its component, by Tarjan's algorithm without
/// recursion. A component has a smaller number than those that lead to it.
/// `edge(node, i)` is where the node's `i`-th edge leads.
pub fn components(n_nodes: usize, edge: impl Fn(usize, usize) -> Option<usize>) -> Vec<usize> {
    const NEW: usize = usize::MAX;
    let mut component = vec![NEW; n_nodes];
    // The order in which nodes were met, and the first of those that are still open to
    // which a node leads.
    let (mut met, mut low) = (vec![NEW; n_nodes], vec![NEW; n_nodes]);
    let (mut n_met, mut n_components) = (0, 0);
    let (mut open, mut path) = (Vec::new(), Vec::new());
    for root in 0..n_nodes {
        if met[root] != NEW {
            continue;
        }
        path.push((root, 0));
        while let Some(&mut (at, ref mut next)) = path.last_mut() {
            if *next == 0 {
                (met[at], low[at]) = (n_met, n_met);
                n_met += 1;
                open.push(at);
            }
            if let Some(to) = edge(at, *next) {
                *next += 1;
                if met[to] == NEW {
                    path.push((to, 0));
                } else if component[to] == NEW {
                    low[at] = low[at].min(met[to]);
                }
                continue;
            }
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                low[parent] = low[parent].min(low[at]);
            }
            if low[at] == met[at] {
                while let Some(member) = open.pop() {
                    component[member] = n_components;
                    if member == at {
                        break;
                    }
                }
                n_components += 1;
            }
        }
    }
    component
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For each node those that can be reached from it.
    fn reaches(graph: &[Vec<usize>]) -> Vec<Vec<bool>> {
        let from = |start: usize| {
            let (mut reached, mut todo) = (vec![false; graph.len()], vec![start]);
            while let Some(at) = todo.pop() {
                if !std::mem::replace(&mut reached[at], true) {
                    todo.extend(&graph[at]);
                }
            }
            reached
        };
        (0..graph.len()).map(from).collect()
    }

    #[test]
    fn components_are_what_can_be_reached_from_each_other() {
        let mut random = 1_u64;
        let mut draw = |below: usize| {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1);
            (random >> 33) as usize % below
        };
        for _ in 0..1000 {
            let n = draw(9);
            let n_edges = if n == 0 { 0 } else { draw(2 * n) };
            let mut graph = vec![Vec::new(); n];
            for _ in 0..n_edges {
                graph[draw(n)].push(draw(n));
            }
            let component = components(n, |node, i| graph[node].get(i).copied());
            let reaches = reaches(&graph);
            for a in 0..n {
                for b in 0..n {
                    let same = reaches[a][b] && reaches[b][a];
                    assert_eq!(component[a] == component[b], same, "{graph:?}");
                    assert!(!reaches[a][b] || component[b] <= component[a], "{graph:?}");
                }
            }
        }
    }
}
