//! Rule sets for tests: written as text, drawn at random, and Bergami's own; and all
//! strategies by trying out every choice.

use playproof_dungeon::canonical::DungeonLevel;
use std::collections::{BTreeMap, BTreeSet};

use playproof_dungeon::canonical::{Cost, HornRule, HornRules, Mark, Plan};
use playproof_dungeon::{FactSet, Pricing, Strategy};

/// The first level of Bergami's slides.
pub const FIRST: &str = include_str!("../../../../../../levels/dungeon/seed-first.horn");

/// The same without a key.
pub const BROKEN: &str = include_str!("../../../../../../levels/dungeon/seed-broken.horn");

/// The slides' level with several solutions.
pub const MANY: &str = include_str!("../../../../../../levels/dungeon/seed-many.horn");

/// Rules as they are written.
pub fn rules(text: &str) -> HornRules {
    let file = playproof_dungeon::read("rules", text.as_bytes()).expect("rules");
    match &DungeonLevel::of(&file.levels[0]).expect("rules").plan {
        Plan::Rules(rules) => rules.clone(),
        Plan::Map(_) => panic!("a map"),
    }
}

/// Small rules at random: few facts, some of them at the beginning, rules of up to
/// three conditions, often in circles; costs and experience among small numbers.
pub fn random(random: &mut fastrand::Rng) -> HornRules {
    let n_facts = random.u32(2..=7);
    let mut rules = HornRules {
        facts: (0..n_facts).map(|f| format!("f{f}")).collect(),
        fact_marks: vec![Mark::default(); n_facts as usize],
        ..HornRules::default()
    };
    let some = |random: &mut fastrand::Rng, n: usize| {
        let picked: BTreeSet<u32> = (0..n).map(|_| random.u32(0..n_facts)).collect();
        picked.into_iter().collect::<Vec<u32>>()
    };
    // Half of them are rich, so that they have strategies to compare.
    let is_rich = random.bool();
    let n_init = random.usize(usize::from(is_rich)..=2);
    rules.init = some(random, n_init);
    let n_goals = if random.u32(0..4) == 0 { 2 } else { 1 };
    rules.goals = some(random, n_goals);
    let least = if is_rich { 10 } else { 1 };
    for _ in 0..random.u32(least..=12) {
        let n_conditions = [0, 1, 1, 1, 2, 2, 3][random.usize(0..7)];
        let body = some(random, n_conditions);
        let min = random.u32(0..4);
        let rule = HornRule {
            head: random.u32(0..n_facts),
            cost: Cost {
                min,
                max: min + random.u32(0..3),
                extra: random.u32(0..2),
            },
            experience: random.u32(0..4),
            ..HornRule::default()
        };
        rules.push(&body, rule);
    }
    rules
}

/// The choices of a strategy: fact to rule.
pub type Choices = BTreeMap<u32, u32>;

/// All strategies by trying out every choice of rules.
pub fn all_strategies(rules: &HornRules) -> BTreeSet<Choices> {
    let mut found = BTreeSet::new();
    try_all(rules, &mut Choices::new(), 0, &mut found);
    found
}

fn try_all(rules: &HornRules, choices: &mut Choices, fact: u32, found: &mut BTreeSet<Choices>) {
    if fact as usize == rules.facts.len() {
        if is_strategy(rules, choices) {
            found.insert(choices.clone());
        }
        return;
    }
    try_all(rules, choices, fact + 1, found);
    if !rules.init.contains(&fact) {
        for rule in 0..rules.rules.len() as u32 {
            if rules.rules[rule as usize].head == fact {
                choices.insert(fact, rule);
                try_all(rules, choices, fact + 1, found);
                choices.remove(&fact);
            }
        }
    }
}

fn is_strategy(rules: &HornRules, choices: &Choices) -> bool {
    let needed = needed(rules, choices);
    let is_chosen = |fact: &u32| rules.init.contains(fact) || choices.contains_key(fact);
    if !needed.iter().all(is_chosen) || !choices.keys().all(|fact| needed.contains(fact)) {
        return false;
    }
    // What the chosen rules give, applied until nothing is new: all of it if and only
    // if they do not go in a circle.
    let mut held: BTreeSet<u32> = rules.init.iter().copied().collect();
    loop {
        let before = held.len();
        for (&fact, &rule) in choices {
            if rules.body(rule as usize).iter().all(|f| held.contains(f)) {
                held.insert(fact);
            }
        }
        if held.len() == before {
            return choices.keys().all(|fact| held.contains(fact));
        }
    }
}

/// The facts that the goals and the conditions of the chosen rules ask for.
pub fn needed(rules: &HornRules, choices: &Choices) -> BTreeSet<u32> {
    let mut needed: BTreeSet<u32> = rules.goals.iter().copied().collect();
    loop {
        let more: BTreeSet<u32> = needed
            .iter()
            .filter_map(|fact| choices.get(fact))
            .flat_map(|&rule| rules.body(rule as usize).iter().copied())
            .collect();
        let before = needed.len();
        needed.extend(more);
        if needed.len() == before {
            return needed;
        }
    }
}

/// The cost as a tree, lower and upper end.
pub fn tree_cost(rules: &HornRules, pricing: &Pricing, choices: &Choices) -> (u64, u64) {
    fn of(rules: &HornRules, pricing: &Pricing, choices: &Choices, fact: u32) -> (u64, u64) {
        let Some(&rule) = choices.get(&fact) else {
            return (0, 0);
        };
        let cost = pricing.of(rules, rule);
        let body = rules.body(rule as usize).iter();
        body.map(|&f| of(rules, pricing, choices, f))
            .fold((cost.low, cost.high), |a, b| (a.0 + b.0, a.1 + b.1))
    }
    let goals = rules.goals.iter();
    goals
        .map(|&goal| of(rules, pricing, choices, goal))
        .fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1))
}

/// The cost with each rule paid once.
pub fn shared_cost(rules: &HornRules, pricing: &Pricing, choices: &Choices) -> (u64, u64) {
    let costs = choices.values().map(|&rule| pricing.of(rules, rule));
    costs.fold((0, 0), |sum, cost| (sum.0 + cost.low, sum.1 + cost.high))
}

/// What a strategy chose.
pub fn choices(rules: &HornRules, strategy: &Strategy) -> Choices {
    strategy.choices(rules).collect()
}

/// What can be had, naively: all rules again and again.
pub fn naive_closure(rules: &HornRules, given: &[u32]) -> FactSet {
    let mut held = FactSet::of(rules.facts.len(), &rules.init);
    for &fact in given {
        held.insert(fact);
    }
    loop {
        let before = held.len();
        for rule in 0..rules.rules.len() {
            if held.contains_all(rules.body(rule)) {
                held.insert(rules.rules[rule].head);
            }
        }
        if held.len() == before {
            return held;
        }
    }
}

/// The names of facts.
pub fn names<'a>(rules: &'a HornRules, facts: &[u32]) -> Vec<&'a str> {
    facts
        .iter()
        .map(|&fact| &rules.facts[fact as usize][..])
        .collect()
}
