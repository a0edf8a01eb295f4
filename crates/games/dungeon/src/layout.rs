//! How a dungeon is laid out: how many locks have to be opened one after another, how
//! many of them in any case, how many could be, and in how many ways.
//!
//! All of it is read off rules, which know nothing of keys that are gone and of ways
//! back. So where keys are used up it is said of the dungeon in which they are kept.
//! `docs/metrics.md` has the definitions.

use std::ops::ControlFlow;

use crate::canonical::{HornRule, HornRules, Map, Plan};

use crate::engine::regions::regions;
use crate::horn::closure::{Watchers, closure_with};
use crate::horn::cost::Pricing;
use crate::horn::from_map::room_by_room;
use crate::horn::rows::Rows;
use crate::horn::strategies::{Order, Strategies};

/// The most strategies that are counted.
pub const MAX_STRATEGIES: u64 = 1000;

/// The most rules that are gone through for one figure, each as often as it is.
const MAX_WORK: usize = 5_000_000;

/// How a dungeon is laid out. Of a dungeon given as rules, what is said of locks is
/// said of the facts that do not hold at the beginning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The locks that can be opened.
    pub locks: u64,
    /// Those among them without which the goal cannot be reached; none if finding out
    /// takes too long, or if it cannot be reached anyway.
    pub needed: Option<u64>,
    /// In how many rounds the goal is reached, if it is: in each, all locks are opened
    /// that can be opened with what the rounds before gave.
    pub depth: Option<u64>,
    /// The locks that are opened in these rounds.
    pub in_rounds: Option<u64>,
    /// The ways to the goal.
    pub strategies: Counted,
}

/// How many there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counted {
    /// So many.
    Exactly(u64),
    /// So many, and perhaps more: they were not counted any further.
    AtLeast(u64),
}

impl Layout {
    /// That of a dungeon.
    pub fn of(plan: &Plan) -> Layout {
        match plan {
            Plan::Map(map) => {
                let merged = regions(map);
                let n_others = (merged.rooms.len() + merged.kinds.len()) as u32;
                let strategies = count(&room_by_room(&merged).rules);
                Layout::of_rules(&lock_rules(&merged), |fact| fact >= n_others, strategies)
            }
            Plan::Rules(rules) => Layout::of_rules(rules, |_| true, count(rules)),
        }
    }

    fn of_rules(rules: &HornRules, is_lock: impl Fn(u32) -> bool, strategies: Counted) -> Layout {
        let rounds = rounds(rules, &is_lock);
        let goals = rules.goals.iter().map(|goal| rounds[*goal as usize]);
        let depth = goals.max().filter(|depth| *depth != NEVER);
        let opened = |last: u32| {
            let rounds = (0..).zip(&rounds);
            let opened = rounds.filter(|(fact, round)| {
                // What holds at the beginning has the round 0, and no lock has.
                (1..=last).contains(*round) && is_lock(*fact)
            });
            opened.count() as u64
        };
        Layout {
            locks: opened(NEVER - 1),
            needed: needed(rules, &is_lock),
            depth: depth.map(u64::from),
            in_rounds: depth.map(opened),
            strategies,
        }
    }
}

/// The round of what never is.
const NEVER: u32 = u32::MAX;

/// The rules of a map with a fact for each lock, after the rooms and the kinds.
fn lock_rules(map: &Map) -> HornRules {
    let kind_fact = |kind: usize| (map.rooms.len() + kind) as u32;
    let lock_fact = |lock: usize| kind_fact(map.kinds.len()) + lock as u32;
    let mut rules = HornRules {
        facts: vec![String::new(); lock_fact(map.locks.len()) as usize],
        ..HornRules::default()
    };
    let goals = room_by_room(map).rules;
    (rules.init, rules.goals) = (goals.init, goals.goals);
    let gives = |head: u32| HornRule {
        head,
        ..HornRule::default()
    };
    for (room, things) in map.rooms.iter().enumerate() {
        for thing in &things.things {
            rules.push(&[room as u32], gives(kind_fact(thing.kind)));
        }
    }
    for passage in &map.passages {
        let (from, to) = (passage.from as u32, passage.to as u32);
        let back = (!passage.is_one_way).then_some((to, from));
        for (from, to) in [Some((from, to)), back].into_iter().flatten() {
            let Some(lock) = passage.lock else {
                rules.push(&[from], gives(to));
                continue;
            };
            let needs = map.locks[lock].needs.iter();
            let mut body = vec![from];
            body.extend(needs.map(|need| kind_fact(need.kind)));
            rules.push(&body, gives(lock_fact(lock)));
            rules.push(&[from, lock_fact(lock)], gives(to));
        }
    }
    rules
}

/// The round in which each fact can be had first. A lock is opened in the round after
/// that of the last thing it waits for; all else comes in the same round.
fn rounds(rules: &HornRules, is_lock: impl Fn(u32) -> bool) -> Vec<u32> {
    let watchers = Rows::of(rules.facts.len(), || {
        (0..rules.rules.len()).flat_map(|rule| {
            let body = rules.body(rule).iter();
            body.map(move |&fact| (fact, rule as u32))
        })
    });
    let mut waits_for: Vec<u32> = rules.rules.iter().map(|r| r.body.len() as u32).collect();
    let mut rounds = vec![NEVER; rules.facts.len()];
    let (mut now, mut later) = (rules.init.clone(), Vec::new());
    let give = |head: u32, now: &mut Vec<u32>, later: &mut Vec<u32>| match is_lock(head) {
        true => later.push(head),
        false => now.push(head),
    };
    for rule in rules.rules.iter().filter(|rule| rule.body.is_empty()) {
        give(rule.head, &mut now, &mut later);
    }
    let mut round = 0;
    while !now.is_empty() || !later.is_empty() {
        while let Some(fact) = now.pop() {
            if rounds[fact as usize] != NEVER {
                continue;
            }
            rounds[fact as usize] = round;
            for &rule in watchers.row(fact) {
                waits_for[rule as usize] -= 1;
                if waits_for[rule as usize] == 0 {
                    give(rules.rules[rule as usize].head, &mut now, &mut later);
                }
            }
        }
        now = std::mem::take(&mut later);
        round += 1;
    }
    rounds
}

/// How many locks must be opened whatever is done: only those of one way to the goal
/// can be.
fn needed(rules: &HornRules, is_lock: impl Fn(u32) -> bool) -> Option<u64> {
    let watchers = Watchers::of(rules);
    let all = closure_with(rules, &watchers, &[], |_| true);
    let one_way = all.derivation_of_goals(rules)?;
    let heads = one_way.iter().map(|rule| rules.rules[*rule as usize].head);
    let locks: Vec<u32> = heads.filter(|head| is_lock(*head)).collect();
    if locks.len().saturating_mul(rules.rules.len()) > MAX_WORK {
        return None;
    }
    let is_needed = |lock: &&u32| {
        let is_allowed = |rule: u32| rules.rules[rule as usize].head != **lock;
        !closure_with(rules, &watchers, &[], is_allowed).reaches_goal()
    };
    Some(locks.iter().filter(is_needed).count() as u64)
}

/// How many strategies there are. Looking for the next one may take many searches that
/// find none, so that these are counted too.
fn count(rules: &HornRules) -> Counted {
    let mut n_searches = MAX_WORK / (1 + rules.rules.len() + rules.bodies.len());
    let mut go_on = || match n_searches.checked_sub(1) {
        Some(left) => {
            n_searches = left;
            ControlFlow::Continue(())
        }
        None => ControlFlow::Break(()),
    };
    let mut strategies = Strategies::of(rules, &Pricing::default(), Order::Any);
    for n in 0..MAX_STRATEGIES {
        match strategies.next_within(&mut go_on) {
            ControlFlow::Continue(Some(_)) => {}
            ControlFlow::Continue(None) => return Counted::Exactly(n),
            ControlFlow::Break(()) => return Counted::AtLeast(n),
        }
    }
    Counted::AtLeast(MAX_STRATEGIES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canonical::DungeonLevel;

    fn layout(text: &str) -> Layout {
        let file = crate::read("test", text.as_bytes()).expect("a dungeon");
        Layout::of(&DungeonLevel::of(&file.levels[0]).expect("a dungeon").plan)
    }

    /// The numbers: locks, needed ones, depth, locks in these rounds, strategies.
    fn figures(text: &str) -> (u64, Option<u64>, Option<u64>, Option<u64>, Counted) {
        let Layout {
            locks,
            needed,
            depth,
            in_rounds,
            strategies,
        } = layout(text);
        (locks, needed, depth, in_rounds, strategies)
    }

    #[test]
    fn a_chain_is_as_deep_as_it_has_locks() {
        let chain =
            "dungeon\nmap:\n###########\n#@aA.bB.cG#\n#########C#\n        #.#\n        ###\n";
        let expected = (3, Some(2), Some(2), Some(2), Counted::Exactly(1));
        assert_eq!(figures(chain), expected);
    }

    #[test]
    fn a_hub_is_broad() {
        // Four doors at once, behind one of them the key of the fifth.
        let hub = "dungeon\nstart: Hub\ngoal: Vault\nroom Hub: a, b, c, d\nroom A\nroom B\nroom C\n\
                   room D: e\nroom Vault\nHub - A: a\nHub - B: b\nHub - C: c\nHub - D: d\n\
                   Hub - Vault: e\n";
        let expected = (5, Some(2), Some(2), Some(5), Counted::Exactly(1));
        assert_eq!(figures(hub), expected);
    }

    #[test]
    fn ways_round_are_choices() {
        // Two doors to the vault, of which either will do, and a walk in a circle.
        let two = "dungeon\nstart: Hall\ngoal: Vault\nroom Hall: a\nroom Side: b\nroom Vault\n\
                   room Nook\nHall - Side\nSide - Nook\nNook - Hall\nHall - Vault: a\nSide - Vault: b\n";
        let expected = (2, Some(0), Some(1), Some(2), Counted::Exactly(2));
        assert_eq!(figures(two), expected);
    }

    #[test]
    fn what_cannot_be_won_has_no_depth() {
        let lost = "dungeon\nstart: Hall\ngoal: Vault\nroom Hall: a\nroom Side\nroom Vault\n\
                    Hall - Side: a\nSide - Vault: b\n";
        assert_eq!(figures(lost), (1, None, None, None, Counted::Exactly(0)));
        let won = "dungeon\nstart: Hall\ngoal: Hall\nroom Hall\n";
        let at_once = (0, Some(0), Some(0), Some(0), Counted::Exactly(1));
        assert_eq!(figures(won), at_once);
    }

    #[test]
    fn of_rules_facts_are_counted() {
        let rules = "init: k\ngoal: g\nk => a\nk => b\na & b => g\nk => c\nc => d\nd => e\n";
        let expected = (6, Some(3), Some(2), Some(5), Counted::Exactly(1));
        assert_eq!(figures(rules), expected);
    }

    #[test]
    fn strategies_are_counted_up_to_a_limit() {
        let mut rules = "init: a0\ngoal: a12\n".to_owned();
        for i in 0..12 {
            rules += &format!("a{i} => b{i}, c{i}\nb{i} => a{0}\nc{i} => a{0}\n", i + 1);
        }
        let found = layout(&rules);
        assert_eq!(found.strategies, Counted::AtLeast(MAX_STRATEGIES));
        assert_eq!((found.depth, found.needed), (Some(24), Some(12)));
    }

    #[test]
    fn long_dungeons_are_measured_at_once() {
        let n = 20_000;
        let mut text = format!("dungeon\nstart: r0\ngoal: r{n}\nroom r{n}\n");
        for i in 0..n {
            text += &format!("room r{i}: k{i}\nr{i} - r{}: k{i}\n", i + 1);
        }
        let found = layout(&text);
        assert_eq!((found.depth, found.needed), (Some(n), None));
        assert_eq!((found.locks, found.in_rounds), (n, Some(n)));
        assert_eq!(found.strategies, Counted::AtLeast(1));
    }
}
