//! Strongly connected components: what can be reached from each other.

/// For each node the number of its component, by Tarjan's algorithm without recursion.
/// An edge carries a label, which does not matter here, and its end.
pub(crate) fn components(edges: &[Vec<(u32, u32)>]) -> Vec<u32> {
    const NEW: u32 = u32::MAX;
    let n = edges.len();
    let mut component = vec![NEW; n];
    let mut number = vec![NEW; n];
    let mut low = vec![NEW; n];
    let (mut n_met, mut n_components) = (0, 0);
    let mut open: Vec<usize> = Vec::new();
    let mut path: Vec<(usize, usize)> = Vec::new();
    for root in 0..n {
        if number[root] != NEW {
            continue;
        }
        path.push((root, 0));
        while let Some(&mut (at, ref mut next)) = path.last_mut() {
            if *next == 0 {
                number[at] = n_met;
                low[at] = n_met;
                n_met += 1;
                open.push(at);
            }
            if let Some(&(_, to)) = edges[at].get(*next) {
                *next += 1;
                let to = to as usize;
                if number[to] == NEW {
                    path.push((to, 0));
                } else if component[to] == NEW {
                    low[at] = low[at].min(number[to]);
                }
                continue;
            }
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                low[parent] = low[parent].min(low[at]);
            }
            if low[at] == number[at] {
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
