//! Claims with several promises, against the truth of the formula in every state.

use playproof_kernel::{Answer, Claims, Evidence, NoAxioms, Unlimited, check};

use crate::small_runs::{Graph, N};
use crate::ways::Random;

/// After how many steps it is seen that a win is possible, and that one is inevitable.
fn known(graph: &Graph) -> [Vec<Option<u32>>; 2] {
    let begin: Vec<Option<u32>> = (0..N).map(|i| graph.won[i].then_some(0)).collect();
    let [mut possible, mut inevitable] = [begin.clone(), begin];
    for n in 1..=N as u32 {
        for i in 0..N {
            let is_before = |of: &[Option<u32>], j: usize| of[j].is_some_and(|m| m < n);
            let next = graph.next(i);
            if possible[i].is_none() && next.iter().any(|&j| is_before(&possible, j)) {
                possible[i] = Some(n);
            }
            if inevitable[i].is_none() && next.iter().all(|&j| is_before(&inevitable, j)) {
                inevitable[i] = Some(n);
            }
        }
    }
    [possible, inevitable]
}

#[test]
fn claims_about_two_promises_rest_on_both() {
    let mut random = Random(0x5DEE_CE66_D000_000B);
    let mut counts = [0; 2];
    for round in 0..1500 {
        let graph = Graph::random(&mut random);
        // A win is possible, and one is inevitable.
        let statement = graph.statement(
            "ask branching\nf0 true\nf1 is p0\nf2 some-until f0 f1\nf3 all-until f0 f1\nf4 and f2 f3\n",
        );
        let [possible, inevitable] = known(&graph);
        let is_true = graph.first.iter().all(|&i| inevitable[i].is_some());
        let mut honest = Claims { points: (0..N as u64).collect(), ..Claims::default() };
        for i in 0..N {
            let is_both = possible[i].is_some() && inevitable[i].is_some();
            let bits =
                [true, graph.won[i], possible[i].is_some(), inevitable[i].is_some(), is_both];
            let bits = bits.iter().enumerate().map(|(n, &bit)| u64::from(bit) << n);
            honest.claims.push(bits.sum());
            honest.ranks.extend(possible[i].iter().chain(&inevitable[i]));
        }
        let says = |claims: &Claims| {
            let evidence = Evidence::Claims(claims.clone());
            check(&statement, Answer::Holds, &evidence, &NoAxioms, &mut Unlimited).is_ok()
        };
        assert_eq!(says(&honest), is_true, "round {round}: {honest:?}");
        counts[usize::from(is_true)] += 1;
        // Half of it is claimed everywhere, or the other half, or all of it.
        for bits in [0b10101, 0b11001, 0b11101] {
            let mut all = honest.clone();
            all.ranks.clear();
            for (i, claimed) in all.claims.iter_mut().enumerate() {
                *claimed = bits | u64::from(graph.won[i]) << 1;
                if bits & 0b100 != 0 {
                    all.ranks.push(possible[i].unwrap_or(9));
                }
                if bits & 0b1000 != 0 {
                    all.ranks.push(inevitable[i].unwrap_or(9));
                }
            }
            let is_right = bits == 0b11101 && inevitable.iter().all(Option::is_some);
            assert_eq!(says(&all), is_right, "round {round}: {all:?}");
        }
        for _ in 0..8 {
            let mut other = honest.clone();
            let i = random.below(N);
            match random.below(4) {
                0 if !other.ranks.is_empty() => {
                    let at = random.below(other.ranks.len());
                    other.ranks[at] = random.below(4) as u32;
                }
                1 => other.claims[i] ^= 1 << random.below(5),
                2 => other.claims[i] |= 1 << 5,
                _ => other.points[i] = random.below(N) as u64,
            }
            let is_wrong = says(&other) && (!is_true || other.claims[i] >> 5 != 0);
            assert!(!is_wrong, "round {round}: {other:?} of {:?}", graph.commands);
        }
    }
    assert!(counts.iter().all(|&n| n > 100), "{counts:?}");
}
