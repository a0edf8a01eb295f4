//! Three tokens on a walled 16×16 grid, 12.6 million states, one thread:
//! compiled Rules against hand-written searches with the same table, in one
//! run, and the checker against the search.
//!
//! `cargo run --release -p playproof-benches --bin bench-tokens [rounds]`

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::time::Instant;

use playproof_certify::{ClosedSet, Evidence, Unlimited, check};
use playproof_conformance::games::tokens::{self, TokenGrid};
use playproof_engines::{CompiledModel, NO_PARENT, Search, Store};
use playproof_model::{Answer, Model, Property, Subject};

const BATCH: usize = 256;

/// The hand-written game: three cells of eight bits in one word.
struct Hand {
    neighbours: Vec<Vec<u64>>,
    start: u64,
}

impl Hand {
    fn new(grid: &TokenGrid) -> Hand {
        let [a, b, c] = grid.start::<3>();
        let cells = 0..grid.side * grid.side;
        let neighbours = cells.map(|cell| {
            let all = grid.next.iter().map(|row| row[cell]);
            all.filter(|&there| there != cell)
                .map(|c| c as u64)
                .collect()
        });
        Hand {
            neighbours: neighbours.collect(),
            start: (a | b << 8 | c << 16) as u64,
        }
    }

    #[inline(always)]
    fn each(&self, state: u64, mut visit: impl FnMut(u64)) {
        for token in 0..3 {
            let shift = token * 8;
            let cell = state >> shift & 255;
            for &there in &self.neighbours[cell as usize] {
                let taken = (0..3).any(|o| o != token && state >> (o * 8) & 255 == there);
                if !taken {
                    visit(state & !(255 << shift) | there << shift);
                }
            }
        }
    }
}

fn reserve(store: &mut Store, n: usize) {
    let go_on: ControlFlow<Infallible> = store.reserve(n, &mut |_| ControlFlow::Continue(()));
    let ControlFlow::Continue(()) = go_on;
}

fn state_by_state(hand: &Hand) -> Store {
    let mut store = Store::new(1);
    reserve(&mut store, 1);
    store.insert(&[hand.start], NO_PARENT);
    let mut next = 0;
    while next < store.len() {
        reserve(&mut store, 12);
        hand.each(store.row(next)[0], |there| {
            store.insert(&[there], next as u32)
        });
        next += 1;
    }
    store
}

fn batched(hand: &Hand) -> Store {
    let mut store = Store::new(1);
    reserve(&mut store, 1);
    store.insert(&[hand.start], NO_PARENT);
    let (mut next, mut rows, mut src) = (0, Vec::new(), Vec::new());
    while next < store.len() {
        let end = store.len();
        while next < end {
            let n = BATCH.min(end - next);
            rows.clear();
            src.clear();
            for i in 0..n {
                hand.each(store.row(next + i)[0], |there| {
                    rows.push(there);
                    src.push(i as u32);
                });
            }
            reserve(&mut store, src.len());
            store.insert_batch(&rows, &src, next as u32);
            next += n;
        }
    }
    store
}

fn timed<T>(best: &mut f64, run: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = run();
    *best = best.min(start.elapsed().as_secs_f64());
    result
}

fn main() {
    let rounds = std::env::args()
        .nth(1)
        .and_then(|a| a.parse().ok())
        .unwrap_or(3);
    let grid = TokenGrid::new(16);
    let hand = Hand::new(&grid);
    let model = Model::Rules(Box::new(tokens::rules::<3>(&grid)));
    let subject = model
        .elaborate(&Property::Unsolvable)
        .expect("the game has a win");
    let Subject::Rules(rules) = &subject else {
        unreachable!("tokens are Rules");
    };
    let compiled = CompiledModel::new(rules);
    let target = subject.question().target;
    let [mut one, mut batch, mut vector, mut checking] = [f64::MAX; 4];
    for _ in 0..rounds {
        let expected = timed(&mut one, || state_by_state(&hand)).len();
        let store = timed(&mut batch, || batched(&hand));
        assert_eq!(store.len(), expected);
        drop(store);
        let search = timed(&mut vector, || {
            Search::run(&compiled, target, None, &mut Unlimited)
        });
        assert_eq!(search.store.len(), expected);
        let bytes = search.store.bytes() as f64 / expected as f64;
        println!(
            "{expected} states, {bytes:.1} bytes a state, depth {}",
            search.depth_starts.len() - 1
        );
        let set = Evidence::ClosedSet(ClosedSet {
            points: search.store.rows,
            ..ClosedSet::default()
        });
        let accepted = timed(&mut checking, || {
            check(&subject, Answer::Holds, &set, &mut Unlimited)
        });
        accepted.expect("all reachable states are a closed set");
    }
    let rate = |seconds: f64| 12.649_104 / seconds;
    println!("state by state  {one:6.2} s  {:5.2} M states/s", rate(one));
    println!(
        "batched         {batch:6.2} s  {:5.2} M states/s",
        rate(batch)
    );
    println!(
        "compiled Rules  {vector:6.2} s  {:5.2} M states/s",
        rate(vector)
    );
    println!("checker         {checking:6.2} s");
    println!(
        "compiled against batched {:.2}, against state by state {:.2}",
        batch / vector,
        one / vector
    );
    println!("checking against finding {:.2}", checking / vector);
}
