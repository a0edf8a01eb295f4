//! Three tokens on a walled 16×16 grid, 12.6 million states, one thread:
//! compiled Rules against hand-written searches with the same table, in one
//! run, and the checker against the search.
//!
//! `cargo run --release -p playproof-benches --bin bench-tokens [rounds]`

use std::time::Instant;

use playproof_certify::{ClosedSet, Evidence, Unlimited, check};
use playproof_conformance::games::tokens::{self, TokenGrid};
use playproof_engines::{CompiledModel, Search, SearchPlan};
use playproof_model::{Answer, AtomId, Batch, Model, PackedModel, Property, Val};

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

/// With a hash set of the standard kind and a queue.
fn state_by_state(hand: &Hand) -> usize {
    let mut seen = rustc_hash::FxHashSet::default();
    seen.insert(hand.start);
    let mut queue = vec![(hand.start, u32::MAX)];
    let mut next = 0;
    while next < queue.len() {
        hand.each(queue[next].0, |there| {
            if seen.insert(there) {
                queue.push((there, next as u32));
            }
        });
        next += 1;
    }
    queue.len()
}

impl PackedModel for Hand {
    fn words(&self) -> usize {
        1
    }

    fn initial(&self, out: &mut Batch) {
        out.rows.push(self.start);
    }

    fn expand(&self, rows: &[u64], out: &mut Batch) {
        for (i, &state) in rows.iter().enumerate() {
            self.each(state, |there| {
                out.rows.push(there);
                out.src.push(i as u32);
            });
        }
    }

    fn holds(&self, rows: &[u64], _: AtomId, _: &mut Batch, out: &mut Vec<bool>) {
        out.clear();
        out.extend(rows.iter().map(|state| state & 255 == state >> 8 & 255));
    }

    fn valuation(&self, row: &[u64], out: &mut Vec<Val>) {
        out.extend((0..3).map(|token| (row[0] >> (token * 8) & 255) as Val));
    }
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
    let compiled = CompiledModel::new(&subject);
    let plan = |threads| SearchPlan {
        target: subject
            .question()
            .reach()
            .expect("a question of reachability")
            .target,
        max_depth: None,
        threads,
        worth_sharing: 2048,
    };
    let [mut one, mut batch, mut vector, mut two, mut checking] = [f64::MAX; 5];
    for _ in 0..rounds {
        let expected = timed(&mut one, || state_by_state(&hand));
        let run =
            |model: &dyn PackedModel, threads| Search::run(model, plan(threads), &mut Unlimited);
        let search = timed(&mut batch, || run(&hand, 1));
        assert_eq!(search.visited.len(), expected);
        drop(search);
        let search = timed(&mut two, || run(&compiled, 2));
        assert_eq!(search.visited.len(), expected);
        drop(search);
        let search = timed(&mut vector, || run(&compiled, 1));
        assert_eq!(search.visited.len(), expected);
        let bytes = search.visited.bytes() as f64 / expected as f64;
        println!(
            "{expected} states, {bytes:.1} bytes a state, depth {}",
            search.depth
        );
        let set = Evidence::ClosedSet(ClosedSet {
            points: search.visited.into_rows(),
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
    println!("two threads     {two:6.2} s  {:5.2} M states/s", rate(two));
    println!("checker         {checking:6.2} s");
    println!(
        "compiled against batched {:.2}, against state by state {:.2}",
        batch / vector,
        one / vector
    );
    println!("two threads against one {:.2}", vector / two);
    println!("checking against finding {:.2}", checking / vector);
}
