//! Why the goals cannot be had, going backwards from them.
//!
//! Only facts that cannot be had are gone through. Reported are, as in Bergami's
//! slides, the places where the search halts: a fact that no rule gives, and each rule
//! on the way that has such a fact among its conditions. The facts further up that fail
//! as a consequence are not reported again; the slides do not pass errors on
//! either. Facts that would still not be had if all those were given support only each
//! other; of these each innermost circle is reported once.

use std::collections::VecDeque;
use std::fmt;

use crate::canonical::{HornRules, Mark};
use playproof_engines::components;

use crate::FactSet;
use crate::horn::closure::{Watchers, closure_with};
use crate::horn::rows::Rows;
use crate::horn::words::rule_text;

/// A place where the way back from the goals halts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stalemate {
    /// What is wrong there.
    pub cause: Cause,
    /// It in words.
    pub message: String,
    /// Where the fact or rule stands in the text.
    pub mark: Mark,
}

/// What is wrong at such a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// No rule gives this fact.
    NoRule {
        /// The fact.
        fact: u32,
    },
    /// A rule needs a fact that no rule gives.
    NoPrecondition {
        /// The fact.
        fact: u32,
        /// The rule.
        rule: u32,
    },
    /// A fact can only be had if it is there already.
    Circle {
        /// The fact.
        fact: u32,
        /// Rules: the first gives the fact, each further one a condition of the one
        /// before it, the last needs the fact.
        rules: Vec<u32>,
    },
}

impl fmt::Display for Stalemate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// All of them, in the order in which they are met; none if the goals can be had.
pub fn stalemates(rules: &HornRules) -> Vec<Stalemate> {
    let blocked = Blocked::of(rules);
    let mut causes = Vec::new();
    let mut is_met = FactSet::new(rules.facts.len());
    for &fact in &rules.goals {
        if blocked.lacks_rule(fact) && is_met.insert(fact) {
            causes.push(Cause::NoRule { fact });
        }
    }
    for &head in &blocked.order {
        for &rule in blocked.givers.row(head) {
            for &fact in rules.body(rule as usize) {
                if blocked.lacks_rule(fact) {
                    if is_met.insert(fact) {
                        causes.push(Cause::NoRule { fact });
                    }
                    causes.push(Cause::NoPrecondition { fact, rule });
                }
            }
        }
    }
    let supports = Supports::of(rules, &blocked);
    causes.extend(supports.circles(rules, &blocked));
    let say = |cause| Stalemate::of(rules, cause);
    causes.into_iter().map(say).collect()
}

impl Stalemate {
    fn of(rules: &HornRules, cause: Cause) -> Stalemate {
        let name = |fact: u32| &rules.facts[fact as usize];
        let message = match &cause {
            Cause::NoRule { fact } => format!("Cannot apply rule for: {}", name(*fact)),
            Cause::NoPrecondition { fact, rule } => format!(
                "Cannot generate precondition {} for {}",
                name(*fact),
                rule_text(rules, *rule)
            ),
            Cause::Circle {
                fact,
                rules: circle,
            } => {
                let texts: Vec<String> = circle.iter().map(|&r| rule_text(rules, r)).collect();
                format!("{} needs itself: {}", name(*fact), texts.join(", "))
            }
        };
        let mark = match &cause {
            Cause::NoRule { fact } => rules.fact_marks[*fact as usize],
            Cause::NoPrecondition { rule, .. } => rules.rules[*rule as usize].mark,
            Cause::Circle { rules: circle, .. } => rules.rules[circle[0] as usize].mark,
        };
        Stalemate {
            cause,
            message,
            mark,
        }
    }
}

/// What cannot be had, as far as it is met going backwards from the goals.
pub(crate) struct Blocked {
    /// What can be had.
    held: FactSet,
    /// What cannot, in the order in which it is met.
    pub(crate) order: Vec<u32>,
    /// For each fact the rules that give it.
    givers: Rows,
    watchers: Watchers,
}

impl Blocked {
    pub(crate) fn of(rules: &HornRules) -> Blocked {
        let watchers = Watchers::of(rules);
        let held = closure_with(rules, &watchers, &[], |_| true).held;
        let givers = Rows::of(rules.facts.len(), || {
            rules.rules.iter().map(|r| r.head).zip(0..)
        });
        let mut is_met = held.clone();
        let mut order = Vec::new();
        let mut meet = |facts: &[u32], order: &mut Vec<u32>| {
            order.extend(facts.iter().filter(|&&fact| is_met.insert(fact)));
        };
        meet(&rules.goals, &mut order);
        let mut at = 0;
        while at < order.len() {
            for &rule in givers.row(order[at]) {
                meet(rules.body(rule as usize), &mut order);
            }
            at += 1;
        }
        Blocked {
            held,
            order,
            givers,
            watchers,
        }
    }

    /// Whether a fact is not there at the beginning and no rule gives it.
    pub(crate) fn lacks_rule(&self, fact: u32) -> bool {
        !self.held.contains(fact) && self.givers.row(fact).is_empty()
    }
}

/// Blocked facts that would not be had even if all that no rule gives were given, with
/// those of their conditions that are such facts too. Each has at least one for each of
/// its rules, so that following them always ends in a circle.
pub(crate) struct Supports {
    /// The facts, in the order in which they are met.
    facts: Vec<u32>,
    /// For each fact its rules, each with a condition among these facts, as places in
    /// `facts`.
    edges: Vec<Vec<(u32, u32)>>,
    /// The component of each fact.
    component: Vec<usize>,
}

impl Supports {
    pub(crate) fn of(rules: &HornRules, blocked: &Blocked) -> Supports {
        let all = blocked.order.iter().copied();
        let missing: Vec<u32> = all.clone().filter(|&f| blocked.lacks_rule(f)).collect();
        let held = closure_with(rules, &blocked.watchers, &missing, |_| true).held;
        let facts: Vec<u32> = all.filter(|&fact| !held.contains(fact)).collect();
        let mut places = vec![u32::MAX; rules.facts.len()];
        for (place, &fact) in (0..).zip(&facts) {
            places[fact as usize] = place;
        }
        let edges_of = |&fact: &u32| {
            let pairs = blocked.givers.row(fact).iter().flat_map(|&rule| {
                let body = rules.body(rule as usize).iter();
                body.map(move |&f| (rule, f))
                    .filter(|&(_, f)| !held.contains(f))
            });
            pairs.map(|(rule, f)| (rule, places[f as usize])).collect()
        };
        let edges: Vec<Vec<(u32, u32)>> = facts.iter().map(edges_of).collect();
        let component = components(facts.len(), |at, i| {
            edges[at].get(i).map(|&(_, to)| to as usize)
        });
        Supports {
            facts,
            edges,
            component,
        }
    }

    /// The facts that are on a circle.
    pub(crate) fn on_circles(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.facts.len())
            .filter(|&at| self.inside(at).next().is_some())
            .map(|at| self.facts[at])
    }

    /// The edges that do not leave a fact's component. If there is one, it is on a
    /// circle.
    fn inside(&self, at: usize) -> impl Iterator<Item = (u32, u32)> + '_ {
        let same = move |to: u32| self.component[to as usize] == self.component[at];
        self.edges[at]
            .iter()
            .copied()
            .filter(move |&(_, to)| same(to))
    }

    /// A shortest circle for each component that depends on no other. If some rule of it
    /// leads in from what can be had, it begins with such a rule: that one can walk
    /// to and fro between two rooms out of reach is a circle too, but explains nothing.
    fn circles(&self, rules: &HornRules, blocked: &Blocked) -> Vec<Cause> {
        let leads_in = |rule: u32| {
            let mut body = rules.body(rule as usize).iter();
            body.any(|fact| blocked.held.contains(*fact))
        };
        let n_components = self.component.iter().max().map_or(0, |&c| c + 1);
        let mut is_done = vec![false; n_components];
        for (at, edges) in self.edges.iter().enumerate() {
            let inside = self.inside(at).count();
            is_done[self.component[at]] |= inside < edges.len();
        }
        let mut circles = Vec::new();
        let mut entrances = vec![None; n_components];
        for at in 0..self.facts.len() {
            let entrance = &mut entrances[self.component[at]];
            if entrance.is_none() && self.inside(at).any(|(rule, _)| leads_in(rule)) {
                *entrance = Some(at);
            }
        }
        for at in 0..self.facts.len() {
            if !std::mem::replace(&mut is_done[self.component[at]], true) {
                let circle = match entrances[self.component[at]] {
                    Some(at) => self.shortest_circle(at, leads_in),
                    None => self.shortest_circle(at, |_| true),
                };
                let fact = rules.rules[circle[0] as usize].head;
                circles.push(Cause::Circle {
                    fact,
                    rules: circle,
                });
            }
        }
        circles
    }

    /// The rules on a shortest way from a fact back to itself that begins with such a rule.
    fn shortest_circle(&self, start: usize, begins: impl Fn(u32) -> bool) -> Vec<u32> {
        let mut came_by: Vec<Option<(u32, u32)>> = vec![None; self.facts.len()];
        let mut open = VecDeque::from([start]);
        while let Some(at) = open.pop_front() {
            for (rule, to) in self.inside(at) {
                let to = to as usize;
                let is_allowed = at != start || begins(rule);
                if is_allowed && came_by[to].is_none() {
                    came_by[to] = Some((rule, at as u32));
                    open.push_back(to);
                }
            }
        }
        let mut circle = Vec::new();
        let mut at = start;
        while let Some((rule, from)) = came_by[at] {
            circle.push(rule);
            at = from as usize;
            if at == start {
                break;
            }
        }
        circle.reverse();
        circle
    }
}
