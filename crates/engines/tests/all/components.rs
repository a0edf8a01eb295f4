//! Strongly connected components against reachability.

use playproof_engines::components;

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
