//! What can be had: the closure of the facts at the beginning under the rules.
//!
//! Dowling and Gallier's way: each rule counts the conditions that it still waits
//! for, each fact lists the rules that wait for it, so that all is linear in the size
//! of the rules. Facts come in rounds (spheres): a round holds what one more rule
//! gives after the rounds before it.

use std::ops::Range;

use crate::canonical::HornRules;

use crate::FactSet;
use crate::horn::rows::Rows;

const NONE: u32 = u32::MAX;

/// What can be had, in the order in which it is.
#[derive(Clone, Debug)]
pub struct Closure {
    /// The facts that can be had. No rule leads out of this set.
    pub held: FactSet,
    /// The same facts, round by round: first those that hold at the beginning.
    pub order: Vec<u32>,
    /// Where each round begins in `order`; the first is that of the beginning.
    pub rounds: Vec<usize>,
    /// For each rule whether it can ever be applied.
    pub is_applicable: Vec<bool>,
    givers: Vec<u32>,
    reaches_goal: bool,
}

/// For each fact the rules that wait for it. Made once for many closures.
#[derive(Clone, Debug)]
pub struct Watchers(Rows);

impl Watchers {
    /// Those of these rules.
    pub fn of(rules: &HornRules) -> Watchers {
        Watchers(Rows::of(rules.facts.len(), || {
            (0..rules.rules.len()).flat_map(|rule| {
                let body = rules.body(rule).iter();
                body.map(move |&fact| (fact, rule as u32))
            })
        }))
    }
}

/// What can be had by the rules.
pub fn closure(rules: &HornRules) -> Closure {
    closure_with(rules, &Watchers::of(rules), &[], |_| true)
}

/// What can be had if some more facts are given, by those rules that are allowed.
pub fn closure_with(
    rules: &HornRules,
    watchers: &Watchers,
    given: &[u32],
    is_allowed: impl Fn(u32) -> bool,
) -> Closure {
    let mut held = FactSet::new(rules.facts.len());
    let mut order: Vec<u32> = Vec::new();
    for &fact in rules.init.iter().chain(given) {
        if held.insert(fact) {
            order.push(fact);
        }
    }
    // A rule and a fact are each looked up at random, so what is asked about them
    // stands together.
    let mut waiting: Vec<Waiting> = rules
        .rules
        .iter()
        .map(|rule| Waiting {
            n_conditions: rule.body.len() as u32,
            head: rule.head,
        })
        .collect();
    let mut gains = vec![Gain::NEVER; rules.facts.len()];
    for &fact in &order {
        gains[fact as usize].round = 0;
    }
    let mut rounds = vec![0];
    let (mut begin, mut end, mut round) = (0, order.len(), 1);
    for (rule, waits) in (0..).zip(&waiting) {
        if waits.n_conditions == 0 && is_allowed(rule) {
            gain(rule, waits.head, round, &mut gains, &mut order);
        }
    }
    let mut batch = Batch::default();
    loop {
        while begin < end {
            let next = end.min(begin + BATCH);
            batch.gather(&order[begin..next], watchers, &mut waiting);
            for &(rule, head) in batch.not_had_before(round, &gains) {
                if is_allowed(rule) {
                    gain(rule, head, round, &mut gains, &mut order);
                }
            }
            begin = next;
        }
        if order.len() == end {
            break;
        }
        rounds.push(end);
        (begin, end) = (end, order.len());
        round += 1;
    }
    for &fact in &order {
        held.insert(fact);
    }
    let is_applicable = (0..).zip(&waiting);
    Closure {
        reaches_goal: held.contains_all(&rules.goals),
        held,
        order,
        rounds,
        is_applicable: is_applicable
            .map(|(rule, waits)| waits.n_conditions == 0 && is_allowed(rule))
            .collect(),
        givers: gains.iter().map(|gain| gain.giver).collect(),
    }
}

/// A rule that waits for so many of its conditions.
struct Waiting {
    n_conditions: u32,
    head: u32,
}

/// How many facts are taken together.
const BATCH: usize = 1 << 10;

/// Facts of a round taken together. With a million rules every look at one waits for
/// memory, and these wait all at once as long as no jump depends on them: hence the
/// separate loops.
#[derive(Default)]
struct Batch {
    ranges: Vec<Range<usize>>,
    watching: Vec<u32>,
    ready: Vec<(u32, u32)>,
}

impl Batch {
    /// Gathers the rules that waited only for these facts, with what they give.
    fn gather(&mut self, facts: &[u32], watchers: &Watchers, waiting: &mut [Waiting]) {
        self.ranges.clear();
        self.ranges
            .extend(facts.iter().map(|&fact| watchers.0.range(fact)));
        self.watching.clear();
        for range in &self.ranges {
            self.watching
                .extend_from_slice(watchers.0.items(range.clone()));
        }
        self.ready.resize(self.watching.len(), (0, 0));
        let mut n_ready = 0;
        for &rule in &self.watching {
            let waits = &mut waiting[rule as usize];
            waits.n_conditions -= 1;
            self.ready[n_ready] = (rule, waits.head);
            n_ready += usize::from(waits.n_conditions == 0);
        }
        self.ready.truncate(n_ready);
    }

    /// Those of them that give what was not had in an earlier round.
    fn not_had_before(&mut self, round: u32, gains: &[Gain]) -> &[(u32, u32)] {
        let mut n_new = 0;
        for at in 0..self.ready.len() {
            let (rule, head) = self.ready[at];
            self.ready[n_new] = (rule, head);
            n_new += usize::from(gains[head as usize].round >= round);
        }
        &self.ready[..n_new]
    }
}

/// By which rule and in which round a fact was gained.
#[derive(Clone, Copy)]
struct Gain {
    giver: u32,
    round: u32,
}

impl Gain {
    const NEVER: Gain = Gain {
        giver: NONE,
        round: NONE,
    };
}

/// A rule gives a fact. Of two rules that give it in the same round the one that comes
/// first in the text is named.
fn gain(rule: u32, head: u32, round: u32, gains: &mut [Gain], order: &mut Vec<u32>) {
    let gain = &mut gains[head as usize];
    if gain.round == round {
        gain.giver = gain.giver.min(rule);
    } else if gain.round == NONE {
        *gain = Gain { giver: rule, round };
        order.push(head);
    }
}

impl Closure {
    /// Whether all goals can be had.
    pub fn reaches_goal(&self) -> bool {
        self.reaches_goal
    }

    /// The rule that first gave a fact; none for one that was given, or never had.
    pub fn giver(&self, fact: u32) -> Option<u32> {
        let giver = self.givers[fact as usize];
        (giver != NONE).then_some(giver)
    }

    /// The facts of each round.
    pub fn spheres(&self) -> impl Iterator<Item = &[u32]> {
        let ends = self.rounds[1..].iter().copied().chain([self.order.len()]);
        self.rounds
            .iter()
            .zip(ends)
            .map(|(&from, to)| &self.order[from..to])
    }

    /// The rules that give all of this, in an order in which they can be applied.
    pub fn derivation(&self) -> Vec<u32> {
        self.order
            .iter()
            .filter_map(|&fact| self.giver(fact))
            .collect()
    }

    /// The part of it that leads to the goals, if they can be had.
    pub fn derivation_of_goals(&self, rules: &HornRules) -> Option<Vec<u32>> {
        if !self.reaches_goal {
            return None;
        }
        let mut needed = FactSet::of(rules.facts.len(), &rules.goals);
        let mut derivation = Vec::new();
        for &fact in self.order.iter().rev() {
            if let (true, Some(rule)) = (needed.contains(fact), self.giver(fact)) {
                derivation.push(rule);
                for &condition in rules.body(rule as usize) {
                    needed.insert(condition);
                }
            }
        }
        derivation.reverse();
        Some(derivation)
    }
}
