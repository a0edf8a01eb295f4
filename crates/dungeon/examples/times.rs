//! Prints how long things take: `cargo run --release -p playproof-dungeon --example times`.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use playproof_dungeon::*;
use playproof_level::dungeon::{HornRule, HornRules, Mark};

fn main() {
    for n_rules in [10_000, 100_000, 1_000_000] {
        let rules = keys_and_doors(n_rules);
        let (took, _) = timed(|| Watchers::of(&rules));
        println!("watchers, {n_rules} rules: {took:.1?}");
        let (took, closure) = timed(|| closure(&rules));
        let per_rule = took.as_nanos() / n_rules as u128;
        let n_had = closure.order.len();
        println!("closure, {n_rules} rules: {took:.1?}, {per_rule} ns a rule, {n_had} facts had");
        let (took, first) = timed(|| {
            let mut all = Strategies::of(&rules, &Pricing::default(), Order::Cost);
            all.next().map(|strategy| (strategy, all.nth(8)))
        });
        let n_actions = first.map_or(0, |(strategy, _)| strategy.actions.len());
        println!("ten cheapest, {n_rules} rules: {took:.1?}, {n_actions} actions");
        let (took, _) = timed(|| greedy_play(&rules, &Pricing::default()));
        println!("greedy, {n_rules} rules: {took:.1?}");
        let (took, _) = timed(|| relevance(&rules, &mut || ControlFlow::Continue(())));
        println!("relevance, {n_rules} rules: {took:.1?}");
    }
    for n_rules in [10_000, 1_000_000] {
        let mut rules = keys_and_doors(n_rules);
        // A hundred keys that are nowhere: nothing is had without them.
        let n_facts = rules.facts.len() as u32;
        for at in (0..rules.bodies.len()).step_by(n_rules / 100) {
            rules.facts.push(format!("lost{at}"));
            rules.fact_marks.push(Mark::default());
            rules.bodies[at] = rules.facts.len() as u32 - 1;
        }
        rules.init.clear();
        let (took, found) = timed(|| stalemates(&rules));
        println!(
            "stalemates, {n_rules} rules, {n_facts} facts: {took:.1?}, {} found",
            found.len()
        );
    }
    for (n_needs, n_ways) in [(10, 8), (20, 12), (30, 20)] {
        let rules = cover(n_needs, n_ways);
        let (took, least) = timed(|| {
            let mut left = 20_000;
            least_shared(&rules, &Pricing::default(), &mut || {
                left -= 1;
                if left > 0 {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            })
        });
        let least = least.map(|l| (l.lower_bound, l.strategy.shared.low, l.is_exact));
        println!("{n_needs} needs covered by {n_ways} things: {least:?} in {took:.1?}");
    }
    let ladder = ladder(16);
    let pricing = Pricing::default();
    let (took, _) = timed(|| Strategies::of(&ladder, &pricing, Order::Cost).nth(9));
    println!("ladder of 16, the 10 cheapest: {took:.1?}");
    for order in [Order::Cost, Order::Any] {
        let (took, n) = timed(|| Strategies::of(&ladder, &pricing, order).count());
        println!("ladder of 16, {order:?}: {n} strategies in {took:.1?}");
    }
    let (took, least) =
        timed(|| least_shared(&ladder, &pricing, &mut || ControlFlow::Continue(())));
    println!(
        "ladder of 16, least shared cost: {:?} in {took:.1?}",
        least.map(|l| l.is_exact)
    );
}

/// The least time of a few runs, since others use the machine too.
fn timed<T>(work: impl Fn() -> T) -> (Duration, T) {
    let run = || {
        let begin = Instant::now();
        let done = work();
        (begin.elapsed(), done)
    };
    let runs = (0..5).map(|_| run());
    runs.min_by_key(|(took, _)| *took).expect("there are five")
}

/// Doors and keys in some order: a door needs a door and a key before it, a key lies
/// behind a door before it, and some have two ways to be had.
fn keys_and_doors(n_rules: usize) -> HornRules {
    let mut random = fastrand::Rng::with_seed(1);
    let n_facts = n_rules as u32 * 3 / 4;
    let mut rules = facts(n_facts, 0, n_facts - 1);
    for rule in 0..n_rules as u32 {
        let head = match rule {
            0.. if rule + 1 < n_facts => rule + 1,
            _ => random.u32(1..n_facts),
        };
        let mut body: Vec<u32> = (0..2).map(|_| random.u32(0..head)).collect();
        body.dedup();
        push(&mut rules, &body, head, random.u32(1..10));
    }
    rules
}

/// So many times one of two ways.
fn ladder(n: u32) -> HornRules {
    let mut rules = facts(3 * n + 1, 0, 3 * n);
    for i in (0..3 * n).step_by(3) {
        for (side, cost) in [(i + 1, 1 + i % 3), (i + 2, 1 + i % 4)] {
            push(&mut rules, &[i], side, cost);
            push(&mut rules, &[side], i + 3, 1);
        }
    }
    rules
}

/// Needs that each any of three things covers, all to be covered.
fn cover(n_needs: u32, n_ways: u32) -> HornRules {
    let mut random = fastrand::Rng::with_seed(1);
    let mut rules = facts(n_needs + n_ways + 1, n_needs + n_ways, 0);
    rules.goals = (0..n_needs).collect();
    for way in n_needs..n_needs + n_ways {
        push(&mut rules, &[n_needs + n_ways], way, random.u32(2..6));
    }
    for need in 0..n_needs {
        for _ in 0..3 {
            push(&mut rules, &[n_needs + random.u32(0..n_ways)], need, 1);
        }
    }
    rules
}

fn facts(n_facts: u32, init: u32, goal: u32) -> HornRules {
    HornRules {
        facts: (0..n_facts).map(|fact| format!("f{fact}")).collect(),
        fact_marks: vec![Mark::default(); n_facts as usize],
        init: vec![init],
        goals: vec![goal],
        ..HornRules::default()
    }
}

fn push(rules: &mut HornRules, body: &[u32], head: u32, cost: u32) {
    let mut rule = HornRule {
        head,
        ..HornRule::default()
    };
    (rule.cost.min, rule.cost.max) = (cost, cost + 1);
    rules.push(body, rule);
}
