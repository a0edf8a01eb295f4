//! Dungeons: closures of rules, strategies, and safety by counting.
//!
//! `bench-dungeons`

use std::time::{Duration, Instant};

use playproof::{Playproof, Property, Unlimited, check, read};
use playproof_conformance::games::random_dungeon;
use playproof_dungeon::canonical::{HornRule, HornRules, Mark};
use playproof_dungeon::{Dungeon as DungeonGame, DungeonTheorems};
use playproof_dungeon::{Order, Pricing, Strategies, closure, safety};
use playproof_game::Game;
use playproof_model::Model;

fn main() {
    for (order, spread) in [("near", 100), ("anywhere", u32::MAX)] {
        for n_rules in [10_000, 100_000, 1_000_000] {
            let rules = keys_and_doors(n_rules, spread);
            let (took, closure) = timed(|| closure(&rules));
            println!(
                "closure, conditions {order}, {n_rules} rules: {took:.2?}, {:.1} ns a rule, {} facts had",
                took.as_nanos() as f64 / n_rules as f64,
                closure.order.len()
            );
        }
    }
    let ladder = ladder(16);
    let pricing = Pricing::default();
    let (took, _) = timed(|| Strategies::of(&ladder, &pricing, Order::Cost).nth(9));
    println!("ladder of 16, the 10 cheapest: {took:.1?}");
    let (took, n) = timed(|| Strategies::of(&ladder, &pricing, Order::Cost).count());
    println!("ladder of 16: all {n} strategies, the cheapest first, in {took:.1?}");
    for (name, text) in [
        ("10,000 rooms", rooms(10_000)),
        ("a hub with 20 dead ends", hub(21)),
        ("a hub with a key too few", hub(20)),
    ] {
        safe(name, &text);
    }
}

/// Whether a dungeon can be lost: by counting alone, and the whole road.
fn safe(name: &str, text: &str) {
    let file = read("bench", text.as_bytes()).expect("a dungeon");
    let compiled = DungeonGame.compile(&file.levels[0]).expect("a dungeon");
    let Model::Rules(rules) = &compiled.model else {
        panic!("dungeons have Rules");
    };
    let theorem = rules.theorem.0.as_ref().expect("dungeons have theorems");
    let theorems: Option<&DungeonTheorems> = theorem.as_any().downcast_ref();
    let counted = theorems.and_then(DungeonTheorems::keys_and_doors);
    let counted = counted.expect("one kind of key");
    let target = counted.targets(&Property::Unlosable)[0];
    let (took, _) = timed(|| safety(counted, target));
    println!("{name}: counted in {took:.2?}");
    let playproof = Playproof::default();
    let (took, proof) = timed(|| {
        let file = read("bench", text.as_bytes()).expect("a dungeon");
        let prepared = playproof.prepare(&file.levels[0], None).expect("a dungeon");
        let proof = prepared.decide(&Property::Unlosable, None, &mut Unlimited);
        proof.expect("it can be asked")
    });
    let answer = if proof.holds() { "holds" } else { "violated" };
    println!(
        "{name}: read, {answer} by `{}` and checked in {took:.2?}",
        proof.engine
    );
    let bytes = proof.certificate.expect("it is decided").to_bytes(false);
    let (took, _) = timed(|| check(&bytes).expect("it is right"));
    println!(
        "{name}: certificate of {} bytes checked in {took:.2?}",
        bytes.len()
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

/// Doors and keys in some order: a door needs a door and a key before it, at most so
/// far before it, a key lies behind a door before it, and some have two ways to be had.
fn keys_and_doors(n_rules: usize, spread: u32) -> HornRules {
    let mut random = fastrand::Rng::with_seed(1);
    let n_facts = n_rules as u32 * 3 / 4;
    let mut rules = facts(n_facts, n_facts - 1);
    for rule in 0..n_rules as u32 {
        let head = match rule {
            0.. if rule + 1 < n_facts => rule + 1,
            _ => random.u32(1..n_facts),
        };
        let nearest = head.saturating_sub(spread);
        let mut body: Vec<u32> = (0..2).map(|_| random.u32(nearest..head)).collect();
        body.dedup();
        push(&mut rules, &body, head, random.u32(1..10));
    }
    rules
}

/// So many times one of two ways.
fn ladder(n: u32) -> HornRules {
    let mut rules = facts(3 * n + 1, 3 * n);
    for i in (0..3 * n).step_by(3) {
        for (side, cost) in [(i + 1, 1 + i % 3), (i + 2, 1 + i % 4)] {
            push(&mut rules, &[i], side, cost);
            push(&mut rules, &[side], i + 3, 1);
        }
    }
    rules
}

fn facts(n_facts: u32, goal: u32) -> HornRules {
    HornRules {
        facts: (0..n_facts).map(|fact| format!("f{fact}")).collect(),
        fact_marks: vec![Mark::default(); n_facts as usize],
        init: vec![0],
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

/// A hall with 20 locked dead ends, a locked way out, and so many keys.
fn hub(n_keys: usize) -> String {
    random_dungeon::text(&random_dungeon::hub(20, n_keys))
}

/// Rooms behind locked doors, a third more doors than rooms, and a key or two in each.
fn rooms(n: usize) -> String {
    let mut random = fastrand::Rng::with_seed(1);
    let mut text = format!("dungeon\nstart: r0\ngoal: r{}\nused-up: small\n", n - 1);
    for room in 0..n {
        let keys = if room % 2 == 0 { "small*2" } else { "small" };
        text += &format!("room r{room}: {keys}\n");
    }
    for room in 1..n {
        let from = random.usize(room.saturating_sub(50)..room);
        text += &format!("r{from} - r{room}: small\n");
    }
    for _ in 0..n / 3 {
        let (a, b) = (random.usize(0..n - 1), random.usize(0..n - 1));
        text += &format!("r{a} - r{b}: small\n");
    }
    text
}
