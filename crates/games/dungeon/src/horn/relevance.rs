//! Things that never matter: facts that no strategy needs.
//!
//! Whether a fact is needed by some strategy is NP-hard: if every rule has one
//! condition, a strategy is a simple path, and whether a simple path leads over a given
//! node of a directed graph is the problem of two disjoint paths. So there are two
//! answers. [`maybe_relevant`] goes backwards from the goals through rules that can be
//! applied: in linear time, and never leaves out a fact that matters, but may keep one
//! that does not. [`relevance`] decides each of these by search, as far as the caller
//! allows.
//!
//! The search looks for a chain from the goal down to the fact: rules fixed for the
//! facts on the chain, each the condition of the one before. If the goal can still be
//! had with these rules fixed, there is a strategy with the whole chain. Where no fact
//! can be asked for on the way to itself, every chain will do, and the first answer is
//! exact.

use std::ops::ControlFlow;

use crate::canonical::HornRules;
use playproof_engines::components;

use crate::FactSet;
use crate::horn::cheapest::{Cheapest, Join};
use crate::horn::cost::{GoOn, Pricing};
use crate::horn::part::{GOAL, NONE, Part};

/// Whether a fact matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relevance {
    /// Some strategy needs it.
    Relevant,
    /// No strategy needs it.
    Irrelevant,
    /// The search was stopped before it was decided.
    Undecided,
}

/// The facts that are asked for going backwards from the goals through rules that can
/// be applied. No strategy needs any other. None if the goals cannot be had.
pub fn maybe_relevant(rules: &HornRules) -> FactSet {
    let mut facts = FactSet::new(rules.facts.len());
    if let Some(part) = Part::of(rules, &Pricing::default(), |_| true) {
        add_all(rules, &part, 0..part.n_rules() as u32, &mut facts);
    }
    facts
}

/// For each fact whether some strategy needs it.
pub fn relevance(rules: &HornRules, go_on: GoOn) -> Vec<Relevance> {
    let mut all = vec![Relevance::Irrelevant; rules.facts.len()];
    let Some(part) = Part::of(rules, &Pricing::default(), |_| true) else {
        return all;
    };
    let mut search = Search {
        rules,
        part: &part,
        is_banned: vec![false; part.n_rules()],
        cheapest: Cheapest::default(),
        known: FactSet::new(rules.facts.len()),
    };
    let mut candidates = FactSet::new(rules.facts.len());
    add_all(rules, &part, 0..part.n_rules() as u32, &mut candidates);
    let is_circular = is_circular(&part);
    for fact in candidates.iter() {
        all[fact as usize] = match is_circular {
            true => Relevance::Undecided,
            false => Relevance::Relevant,
        };
    }
    if !is_circular {
        return all;
    }
    let mut decide = || -> ControlFlow<()> {
        search.is_feasible(go_on)?;
        for fact in candidates.iter() {
            if !search.known.contains(fact) && !search.find(fact, go_on)? {
                all[fact as usize] = Relevance::Irrelevant;
            }
        }
        ControlFlow::Continue(())
    };
    // Whatever is not decided by then stays undecided.
    let _ = decide();
    for fact in search.known.iter() {
        all[fact as usize] = Relevance::Relevant;
    }
    all
}

/// Whether some fact can be asked for on the way to itself.
fn is_circular(part: &Part) -> bool {
    let conditions = |fact: u32| {
        let rules = part.givers.row(fact).iter();
        let bodies = rules.flat_map(|&rule| part.bodies.row(rule));
        bodies.map(|&condition| condition as usize).collect()
    };
    let n_facts = part.n_facts();
    let edges: Vec<Vec<usize>> = (0..n_facts as u32).map(conditions).collect();
    // No rule of the part needs what it gives, so a circle has two facts or more.
    let component = components(n_facts, |fact, i| edges[fact].get(i).copied());
    component.into_iter().max().map_or(0, |last| last + 1) < n_facts
}

/// Adds what these rules give and need.
fn add_all(rules: &HornRules, part: &Part, kept: impl Iterator<Item = u32>, facts: &mut FactSet) {
    for rule in kept {
        let original = part.rules[rule as usize];
        let body = match original {
            NONE => &rules.goals[..],
            _ => rules.body(original as usize),
        };
        for &fact in body {
            facts.insert(fact);
        }
    }
}

struct Search<'a> {
    rules: &'a HornRules,
    part: &'a Part,
    is_banned: Vec<bool>,
    cheapest: Cheapest,
    /// What is needed by a strategy that was seen.
    known: FactSet,
}

/// A fact on the chain with the steps that are left to try.
struct Link {
    fact: u32,
    /// A rule, and the condition to go on with; none at the end of the chain.
    left: Vec<(u32, u32)>,
}

impl Search<'_> {
    /// Whether some strategy needs the fact.
    fn find(&mut self, wanted: u32, go_on: GoOn) -> ControlFlow<(), bool> {
        let part = self.part;
        let is_user: Vec<bool> = part
            .rules
            .iter()
            .map(|&rule| match rule {
                NONE => self.rules.goals.contains(&wanted),
                _ => self.rules.body(rule as usize).contains(&wanted),
            })
            .collect();
        let mut on_chain = vec![false; part.n_facts()];
        on_chain[GOAL as usize] = true;
        let mut chain = vec![self.link(GOAL, &is_user, &on_chain)];
        let found = loop {
            let Some(link) = chain.last_mut() else {
                break ControlFlow::Continue(false);
            };
            let fact = link.fact;
            let Some((rule, condition)) = link.left.pop() else {
                self.fix(fact, NONE);
                on_chain[fact as usize] = false;
                chain.pop();
                continue;
            };
            self.fix(fact, rule);
            match self.is_feasible(go_on) {
                ControlFlow::Break(()) => break ControlFlow::Break(()),
                ControlFlow::Continue(false) => continue,
                ControlFlow::Continue(true) if condition == NONE => {
                    break ControlFlow::Continue(true);
                }
                ControlFlow::Continue(true) => {
                    on_chain[condition as usize] = true;
                    chain.push(self.link(condition, &is_user, &on_chain));
                }
            }
        };
        self.is_banned.fill(false);
        found
    }

    /// The steps from a fact from which the wanted one can be asked for without
    /// coming to the chain again.
    fn link(&self, fact: u32, is_user: &[bool], on_chain: &[bool]) -> Link {
        let part = self.part;
        let mut leads = vec![false; part.n_facts()];
        let mut open = Vec::new();
        let mut reach = |rule: u32, open: &mut Vec<u32>| {
            let head = part.heads[rule as usize] as usize;
            if !on_chain[head] && !self.is_banned[rule as usize] && !leads[head] {
                leads[head] = true;
                open.push(head as u32);
            }
        };
        for rule in (0..part.n_rules() as u32).filter(|&rule| is_user[rule as usize]) {
            reach(rule, &mut open);
        }
        while let Some(fact) = open.pop() {
            for &rule in part.watchers.row(fact) {
                reach(rule, &mut open);
            }
        }
        let mut left = Vec::new();
        for &rule in part.givers.row(fact) {
            let body = part.bodies.row(rule).iter();
            left.extend(body.filter(|&&f| leads[f as usize]).map(|&f| (rule, f)));
        }
        let last = part
            .givers
            .row(fact)
            .iter()
            .filter(|&&rule| is_user[rule as usize]);
        left.extend(last.map(|&rule| (rule, NONE)));
        Link { fact, left }
    }

    fn fix(&mut self, fact: u32, rule: u32) {
        for &other in self.part.givers.row(fact) {
            self.is_banned[other as usize] = rule != NONE && other != rule;
        }
    }

    /// Whether the goal can be had with the rules fixed so far. If so, what such a
    /// strategy needs is known from now on.
    fn is_feasible(&mut self, go_on: GoOn) -> ControlFlow<(), bool> {
        go_on()?;
        let (part, banned) = (self.part, &self.is_banned);
        if !self
            .cheapest
            .search(part, &part.keys, banned, Join::Sum, go_on)?
        {
            return ControlFlow::Continue(false);
        }
        let choice = &self.cheapest.choice;
        let picks = part
            .needed(choice)
            .into_iter()
            .map(|fact| choice[fact as usize]);
        add_all(self.rules, part, picks, &mut self.known);
        ControlFlow::Continue(true)
    }
}
