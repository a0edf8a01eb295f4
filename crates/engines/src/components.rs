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
