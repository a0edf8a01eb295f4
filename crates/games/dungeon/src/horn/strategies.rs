//! All strategies, one after the other, the cheapest first.
//!
//! Lawler's and Murty's way. The strategies left form classes that have none in
//! common: a class holds those that give the first facts, counted breadth first from
//! the goal, by certain rules, and the next fact by none of certain others. Since what
//! is asked for next depends only on the rules picked before, that fact is needed by
//! all of the class, and splitting on its rule loses and repeats nothing. Knuth's
//! search finds the cheapest of a class: with rules taken away its picks are a strategy
//! again, one rule a fact and never in a circle. Taking that one out splits the rest of
//! the class into one class for each further fact: the rules before it as picked, its
//! own pick forbidden.
//!
//! A class is searched only when its turn comes. Until then it is known by a bound:
//! what its first strategy would cost if only the one fact were given by its next best
//! rule. So time and memory depend on the strategies asked for, not on how many there
//! are.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::ops::ControlFlow;
use std::rc::Rc;

use crate::canonical::HornRules;

use crate::horn::cheapest::{Cheapest, Join, NEVER};
use crate::horn::cost::{GoOn, Pricing};
use crate::horn::part::{GOAL, NONE, Part};
use crate::horn::strategy::Strategy;

/// In which order strategies come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// By their cost as a tree. What waits grows with the number of those that came.
    #[default]
    Cost,
    /// In any order, so that memory does not grow.
    Any,
}

/// The strategies of some rules, one after the other, each once.
pub struct Strategies<'a> {
    rules: &'a HornRules,
    part: Option<Part>,
    order: Order,
    waiting: BinaryHeap<Class>,
    stack: Vec<Class>,
    n_classes: u64,
    cheapest: Cheapest,
    is_banned: Vec<bool>,
    paths: Vec<u64>,
    spare: Vec<u32>,
}

impl<'a> Strategies<'a> {
    /// Those of all rules.
    pub fn of(rules: &'a HornRules, pricing: &Pricing, order: Order) -> Strategies<'a> {
        Strategies::with(rules, pricing, order, |_| true)
    }

    /// Those of the rules that are allowed.
    pub fn with(
        rules: &'a HornRules,
        pricing: &Pricing,
        order: Order,
        is_allowed: impl Fn(u32) -> bool,
    ) -> Strategies<'a> {
        let part = Part::of(rules, pricing, is_allowed);
        let mut all = Strategies {
            rules,
            order,
            waiting: BinaryHeap::new(),
            stack: Vec::new(),
            n_classes: 0,
            cheapest: Cheapest::default(),
            is_banned: vec![false; part.as_ref().map_or(0, Part::n_rules)],
            paths: Vec::new(),
            spare: Vec::new(),
            part,
        };
        if all.part.is_some() {
            all.wait(Class {
                bound: 0,
                number: 0,
                picks: Rc::from([]),
                n_fixed: 0,
                forbidden: Vec::new(),
                splits: None,
            });
        }
        all
    }

    /// The next one; none if there are no more. If the work is stopped, it can be
    /// taken up again and nothing is lost.
    pub fn next_within(&mut self, go_on: GoOn) -> ControlFlow<(), Option<Strategy>> {
        while let Some(mut class) = self.pop() {
            if class.splits.is_none() {
                match self.solve(&mut class, go_on) {
                    ControlFlow::Continue(true) => {}
                    ControlFlow::Continue(false) => continue,
                    ControlFlow::Break(()) => {
                        self.wait(class);
                        return ControlFlow::Break(());
                    }
                }
                let rival = self.waiting.peek().map_or(NEVER, |first| first.bound);
                if self.order == Order::Cost && class.bound > rival {
                    self.wait(class);
                    continue;
                }
            }
            return ControlFlow::Continue(Some(self.take(class)));
        }
        ControlFlow::Continue(None)
    }

    fn pop(&mut self) -> Option<Class> {
        match self.order {
            Order::Cost => self.waiting.pop(),
            Order::Any => self.stack.pop(),
        }
    }

    fn wait(&mut self, class: Class) {
        match self.order {
            Order::Cost => self.waiting.push(class),
            Order::Any => self.stack.push(class),
        }
    }

    /// Finds the cheapest of a class and how to split the others; false if the class
    /// is empty.
    fn solve(&mut self, class: &mut Class, go_on: GoOn) -> ControlFlow<(), bool> {
        go_on()?;
        let part = self.part.as_ref().expect("a class belongs to a part");
        self.is_banned.fill(false);
        let mut is_open = |rule: u32, allowed: bool| self.is_banned[rule as usize] = !allowed;
        for &pick in &class.picks[..class.n_fixed] {
            for &rule in part.givers.row(part.heads[pick as usize]) {
                is_open(rule, rule == pick);
            }
        }
        for &rule in &class.forbidden {
            is_open(rule, false);
        }
        let (keys, banned) = (&part.keys, &self.is_banned);
        let found = self.cheapest.search(part, keys, banned, Join::Sum, go_on)?;
        if found {
            self.split(class);
        }
        ControlFlow::Continue(found)
    }

    fn split(&mut self, class: &mut Class) {
        let part = self.part.as_ref().expect("a class belongs to a part");
        let Cheapest { cost, choice, .. } = &self.cheapest;
        let needed = part.needed(choice);
        let total = cost[GOAL as usize];
        // How often a fact is asked for by those before it, at least. Whatever
        // happens to those behind it, its own cost is paid so often.
        self.paths.clear();
        self.paths.resize(part.n_facts(), 0);
        self.paths[GOAL as usize] = 1;
        let mut splits = Vec::new();
        for (at, &fact) in needed.iter().enumerate() {
            let (pick, paths) = (choice[fact as usize], self.paths[fact as usize]);
            for &condition in part.bodies.row(pick) {
                let sum = &mut self.paths[condition as usize];
                *sum = sum.saturating_add(paths);
            }
            if at < class.n_fixed {
                continue;
            }
            let others = part.givers.row(fact).iter().filter(|&&rule| {
                rule != pick && !(at == class.n_fixed && class.forbidden.contains(&rule))
            });
            let next_best = others
                .map(|&rule| self.cheapest.with_conditions(rule))
                .min();
            if let Some(next_best) = next_best.filter(|&cost| cost != NEVER) {
                let more = (next_best - cost[fact as usize]).saturating_mul(paths);
                splits.push((at, total.saturating_add(more).min(NEVER - 1)));
            }
        }
        class.picks = needed.iter().map(|&fact| choice[fact as usize]).collect();
        class.bound = total;
        class.splits = Some(splits);
    }

    /// Takes the cheapest out of a class; what is left of it waits.
    fn take(&mut self, class: Class) -> Strategy {
        for &(at, bound) in class.splits.iter().flatten() {
            let mut forbidden = vec![class.picks[at]];
            if at == class.n_fixed {
                forbidden.extend(&class.forbidden);
            }
            self.n_classes += 1;
            self.wait(Class {
                bound,
                number: self.n_classes,
                picks: Rc::clone(&class.picks),
                n_fixed: at,
                forbidden,
                splits: None,
            });
        }
        let part = self.part.as_ref().expect("a class belongs to a part");
        self.spare.clear();
        self.spare.resize(part.n_facts(), NONE);
        for &pick in class.picks.iter() {
            self.spare[part.heads[pick as usize] as usize] = pick;
        }
        Strategy::of(self.rules, part, &self.spare)
    }
}

impl Iterator for Strategies<'_> {
    type Item = Strategy;

    fn next(&mut self) -> Option<Strategy> {
        match self.next_within(&mut || ControlFlow::Continue(())) {
            ControlFlow::Continue(next) => next,
            ControlFlow::Break(()) => unreachable!("nothing stops it"),
        }
    }
}

/// Strategies that give the first facts by certain rules and the next one by none of
/// certain others.
struct Class {
    /// None of them costs less; once it is searched, one costs just this.
    bound: u64,
    /// Those that were made first come first among equals.
    number: u64,
    /// Rules for the needed facts, breadth first: those of the strategy that this
    /// class was split from, or once it is searched those of its cheapest.
    picks: Rc<[u32]>,
    /// How many of them all in the class have in common.
    n_fixed: usize,
    /// What the fact after those is not given by.
    forbidden: Vec<u32>,
    /// Once it is searched: how what is left without the cheapest is split, by the
    /// number of common rules, with the bound of each.
    splits: Option<Vec<(usize, u64)>>,
}

impl PartialEq for Class {
    fn eq(&self, other: &Class) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Class {}

impl PartialOrd for Class {
    fn partial_cmp(&self, other: &Class) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Class {
    /// The heap gives the greatest first, and that is to be the cheapest.
    fn cmp(&self, other: &Class) -> Ordering {
        (other.bound, other.number).cmp(&(self.bound, self.number))
    }
}
