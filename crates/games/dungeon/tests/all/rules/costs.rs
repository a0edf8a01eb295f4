//! Shared costs, experience, short-sighted play and the graph of states.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::common::{self, *};
use playproof_dungeon::canonical::HornRules;
use playproof_dungeon::*;

fn never_stop() -> ControlFlow<()> {
    ControlFlow::Continue(())
}

#[test]
fn random_least_shared_costs_agree_with_every_strategy() {
    let mut random = fastrand::Rng::with_seed(1);
    let mut n_beyond_tree = 0;
    for case in 0..6000 {
        let rules = common::random(&mut random);
        let pricing = Pricing {
            end: [End::Low, End::High][case % 2],
            unpriced: 1,
        };
        let end = |(low, high): (u64, u64)| Interval { low, high }.end(pricing.end);
        let all = all_strategies(&rules);
        let expected = all
            .iter()
            .map(|c| end(shared_cost(&rules, &pricing, c)))
            .min();
        let found = least_shared(&rules, &pricing, &mut never_stop);
        assert_eq!(
            found.as_ref().map(|f| f.strategy.shared.end(pricing.end)),
            expected
        );
        let Some(found) = found else { continue };
        assert!(found.is_exact);
        assert_eq!(Some(found.lower_bound), expected);
        assert!(all.contains(&choices(&rules, &found.strategy)), "{rules:?}");
        let first = Strategies::of(&rules, &pricing, Order::Cost)
            .next()
            .unwrap();
        n_beyond_tree += u32::from(first.shared.end(pricing.end) > expected.unwrap());
        // Stopped anywhere, it keeps its word.
        let mut left = random.u32(0..6);
        let stopped = least_shared(&rules, &pricing, &mut || match left {
            0 => ControlFlow::Break(()),
            _ => {
                left -= 1;
                ControlFlow::Continue(())
            }
        });
        if let Some(stopped) = stopped {
            let cost = stopped.strategy.shared.end(pricing.end);
            assert!(stopped.lower_bound <= expected.unwrap(), "{rules:?}");
            assert!(!stopped.is_exact || Some(cost) == expected, "{rules:?}");
        }
    }
    assert!(n_beyond_tree > 5, "{n_beyond_tree}");
}

#[test]
fn least_shared_costs_of_things_that_serve_several_needs() {
    let mut random = fastrand::Rng::with_seed(12);
    for _ in 0..150 {
        let (n_needs, n_ways) = (random.u32(2..7), random.u32(2..7));
        let needs: Vec<String> = (0..n_needs).map(|need| format!("N{need}")).collect();
        let mut text = format!("init: A\ngoal: {}", needs.join(", "));
        for way in 0..n_ways {
            let before = match random.u32(0..=way) {
                0 => "A".to_owned(),
                other => format!("W{}", other - 1),
            };
            let cost = random.u32(1..6);
            text += &format!("\n{before} => W{way} [{cost},{cost}]");
        }
        for need in 0..n_needs {
            for _ in 0..3 {
                let (way, cost) = (random.u32(0..n_ways), random.u32(1..3));
                text += &format!("\nW{way} => N{need} [{cost},{cost}]");
            }
        }
        let rules = rules(&text);
        let pricing = Pricing::default();
        let all = Strategies::of(&rules, &pricing, Order::Any);
        let expected = all.map(|strategy| strategy.shared.low).min();
        let found = least_shared(&rules, &pricing, &mut never_stop).unwrap();
        assert!(found.is_exact);
        assert_eq!(Some(found.strategy.shared.low), expected, "{text}");
    }
}

#[test]
fn sharing_makes_the_dearer_tree_cheaper() {
    // Tool serves both doors, but each has a cheaper key of its own.
    let rules = rules(
        "goal: Left, Right\n=> Tool [5,5]\n=> Key_L [4,4]\n=> Key_R [4,4]\n\
         Tool => Left\nKey_L => Left\nTool => Right\nKey_R => Right",
    );
    let first = Strategies::of(&rules, &Pricing::default(), Order::Cost)
        .next()
        .unwrap();
    assert_eq!((first.tree.low, first.shared.low), (10, 10));
    let least = least_shared(&rules, &Pricing::default(), &mut never_stop).unwrap();
    assert_eq!(
        (least.strategy.tree.low, least.strategy.shared.low),
        (12, 7)
    );
    assert!(least.is_exact);
}

const LEVELS: &str = "
init: A
goal: G
A => Easy [2,3]
A => Hard [8,9]+1
A => Trick [1,1] level 4
Easy => G [6,6]
Hard => G [1,1]
Trick => G [1,1]
";

#[test]
fn more_experience_more_strategies() {
    let rules = rules(LEVELS);
    let pricing = Pricing::default();
    let difficulty = Difficulty::of(&rules, &pricing, None, Threshold::Growing);
    assert_eq!(
        (difficulty.greatest_cost, difficulty.greatest_level),
        (10, 4)
    );
    let table = difficulty.table(&rules, &pricing, 10, &mut never_stop);
    assert!(table.is_complete);
    let levels: Vec<_> = table.rows.iter().map(|row| row.levels.clone()).collect();
    // Trick; Easy, whose second step costs 6 of the 7.5 at level 3; Hard, with 9 of 10.
    assert_eq!(levels, [Some(4..=4), Some(3..=4), Some(4..=4)]);
    assert_eq!(table.remaining(3).collect::<Vec<_>>(), [1]);
    assert_eq!(
        difficulty.least_level(&rules, &mut never_stop),
        ControlFlow::Continue(Some(3))
    );
    let short = difficulty.table(&rules, &pricing, 2, &mut never_stop);
    assert!(!short.is_complete);
}

#[test]
fn the_seeds_threshold_shrinks() {
    let rules = rules(LEVELS);
    let pricing = Pricing::default();
    let difficulty = Difficulty::of(&rules, &pricing, None, Threshold::Shrinking);
    let table = difficulty.table(&rules, &pricing, 10, &mut never_stop);
    let levels: Vec<_> = table.rows.iter().map(|row| row.levels.clone()).collect();
    assert_eq!(levels, [Some(4..=4), Some(1..=1), Some(1..=1)]);
    assert_eq!(
        difficulty.least_level(&rules, &mut never_stop),
        ControlFlow::Continue(Some(1))
    );
}

#[test]
fn random_levels_agree_with_the_definition() {
    let mut random = fastrand::Rng::with_seed(9);
    for case in 0..4000 {
        let rules = common::random(&mut random);
        let pricing = Pricing::default();
        let threshold = [Threshold::Growing, Threshold::Shrinking][case % 2];
        let given = [None, Some(random.u32(1..7))][case / 2 % 2];
        let difficulty = Difficulty::of(&rules, &pricing, given, threshold);
        let (most, top) = (difficulty.greatest_cost, difficulty.greatest_level);
        let allows = |rule: u32, level: u32| {
            let cost = pricing.of(&rules, rule).low;
            let is_above = match threshold {
                Threshold::Growing => cost * u64::from(top) > most * u64::from(level),
                Threshold::Shrinking => cost * u64::from(level) > most,
            };
            rules.rules[rule as usize].experience <= level && !is_above
        };
        let table = difficulty.table(&rules, &pricing, usize::MAX, &mut never_stop);
        let mut least = None;
        for level in 1..=top {
            let mut kept = HornRules {
                rules: Vec::new(),
                bodies: Vec::new(),
                ..rules.clone()
            };
            for rule in 0..rules.rules.len() as u32 {
                assert_eq!(difficulty.allows(rule, level), allows(rule, level));
                if allows(rule, level) {
                    kept.push(
                        rules.body(rule as usize),
                        rules.rules[rule as usize].clone(),
                    );
                }
            }
            let remaining: BTreeSet<usize> = table.remaining(level).collect();
            let expected =
                table.rows.iter().enumerate().filter(|(_, row)| {
                    row.strategy.actions.iter().all(|&rule| allows(rule, level))
                });
            assert_eq!(remaining, expected.map(|(at, _)| at).collect());
            assert_eq!(remaining.len(), all_strategies(&kept).len());
            if !remaining.is_empty() {
                least = least.or(Some(level));
            }
        }
        let found = difficulty.least_level(&rules, &mut never_stop);
        assert_eq!(found, ControlFlow::Continue(least), "{rules:?}");
    }
}

#[test]
fn short_sighted_play_pays_for_what_it_does_not_need() {
    let rules = rules("init: A\ngoal: G\nA => B [1,1]\nB => C [1,1]\nC => G [9,9]\nA => G [5,5]");
    let play = greedy_play(&rules, &Pricing::default());
    assert_eq!(play.actions, [0, 1, 3]);
    assert_eq!(play.cost.low, 7);
    let cheapest = Strategies::of(&rules, &Pricing::default(), Order::Cost)
        .next()
        .unwrap();
    assert_eq!(cheapest.tree.low, 5);
}

#[test]
fn random_greedy_plays_agree_with_looking_at_all_rules() {
    let mut random = fastrand::Rng::with_seed(4);
    for _ in 0..4000 {
        let rules = common::random(&mut random);
        let pricing = Pricing::default();
        let play = greedy_play(&rules, &pricing);
        let mut held = FactSet::of(rules.facts.len(), &rules.init);
        let mut actions = Vec::new();
        while !held.contains_all(&rules.goals) {
            let usable = (0..rules.rules.len() as u32).filter(|&r| {
                !held.contains(rules.rules[r as usize].head)
                    && held.contains_all(rules.body(r as usize))
            });
            let Some(rule) = usable.min_by_key(|&r| (pricing.of(&rules, r).low, r)) else {
                break;
            };
            held.insert(rules.rules[rule as usize].head);
            actions.push(rule);
        }
        assert_eq!(play.actions, actions, "{rules:?}");
        assert_eq!(play.reaches_goal, held.contains_all(&rules.goals));
        assert_eq!(replay(&rules, &actions).unwrap(), held);
    }
}

#[test]
fn the_states_of_the_first_level() {
    let rules = rules(FIRST);
    let graph = state_graph(&rules, 10_000, 100_000, &mut never_stop);
    assert!(graph.is_complete);
    assert_eq!((graph.states.len(), graph.edges.len()), (59, 119));
    let limited = state_graph(&rules, 10, 100_000, &mut never_stop);
    assert_eq!((limited.states.len(), limited.is_complete), (10, false));
}

#[test]
fn random_states_are_those_that_orders_of_play_reach() {
    let mut random = fastrand::Rng::with_seed(6);
    for _ in 0..2000 {
        let rules = common::random(&mut random);
        let graph = state_graph(&rules, 1000, 100_000, &mut never_stop);
        assert!(graph.is_complete);
        let mut states = BTreeSet::from([FactSet::of(rules.facts.len(), &rules.init)]);
        let n_edges = loop {
            let before = states.len();
            let mut n_edges = 0;
            for state in states.clone() {
                for rule in 0..rules.rules.len() {
                    let mut next = state.clone();
                    if state.contains_all(rules.body(rule)) && next.insert(rules.rules[rule].head) {
                        n_edges += 1;
                        states.insert(next);
                    }
                }
            }
            if states.len() == before {
                break n_edges;
            }
        };
        let found: BTreeSet<FactSet> = graph.states.iter().cloned().collect();
        assert_eq!(found.len(), graph.states.len());
        assert_eq!(found, states);
        assert_eq!(graph.edges.len(), n_edges);
        for edge in &graph.edges {
            let mut next = graph.states[edge.from as usize].clone();
            next.insert(rules.rules[edge.rule as usize].head);
            assert_eq!(next, graph.states[edge.to as usize]);
        }
    }
}
