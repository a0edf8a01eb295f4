//! A strategy: one rule for each thing that is needed and not there at the beginning.

use crate::canonical::HornRules;

use crate::horn::cost::Interval;
use crate::horn::part::{GOAL, NONE, Part};

/// One way to the goals: exactly one rule for each fact that is needed and does not
/// hold at the beginning, never in a circle, and no rule that is not needed. Two
/// strategies are different if some fact is given by different rules, or needed in one
/// only. Rules of different numbers are different, even if they say the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strategy {
    /// Its rules in an order in which they can be applied: all for the first condition
    /// of a rule, then all for the second.
    pub actions: Vec<u32>,
    /// The facts that it needs, also those at the beginning, in the order of their
    /// numbers.
    pub facts: Vec<u32>,
    /// Its cost as a tree: what is needed twice is paid twice.
    pub tree: Interval,
    /// Its cost if what is needed twice is paid once.
    pub shared: Interval,
}

impl Strategy {
    /// Each fact that a rule gives, with that rule.
    pub fn choices<'a>(&'a self, rules: &'a HornRules) -> impl Iterator<Item = (u32, u32)> + 'a {
        let head = |&rule: &u32| (rules.rules[rule as usize].head, rule);
        self.actions.iter().map(head)
    }

    /// Its graph: each fact that a rule gives with each condition of that rule.
    pub fn dependencies<'a>(
        &'a self,
        rules: &'a HornRules,
    ) -> impl Iterator<Item = (u32, u32)> + 'a {
        self.choices(rules).flat_map(|(fact, rule)| {
            let body = rules.body(rule as usize).iter();
            body.map(move |&condition| (fact, condition))
        })
    }

    /// The strategy that gives each fact of the part by its rule here.
    pub(crate) fn of(rules: &HornRules, part: &Part, choice: &[u32]) -> Strategy {
        let mut actions = Vec::new();
        let mut facts = Vec::new();
        let given = |wanted: &[u32], facts: &mut Vec<u32>| {
            facts.extend(wanted.iter().filter(|&&fact| part.init.contains(fact)));
        };
        let mut tree = vec![Interval::default(); part.n_facts()];
        let mut shared = Interval::default();
        for fact in conditions_first(part, choice) {
            let rule = choice[fact as usize];
            let cost = part.costs[rule as usize];
            shared = shared.plus(cost);
            let conditions = part.bodies.row(rule).iter().map(|&f| tree[f as usize]);
            tree[fact as usize] = conditions.fold(cost, Interval::plus);
            if fact == GOAL {
                given(&rules.goals, &mut facts);
            } else {
                actions.push(part.rules[rule as usize]);
                facts.push(part.facts[fact as usize]);
                given(rules.body(part.rules[rule as usize] as usize), &mut facts);
            }
        }
        facts.sort_unstable();
        facts.dedup();
        Strategy {
            actions,
            facts,
            tree: tree[GOAL as usize],
            shared,
        }
    }
}

/// The needed facts, each after the conditions of its rule. Without recursion, since
/// there may be a million of them.
fn conditions_first(part: &Part, choice: &[u32]) -> Vec<u32> {
    let mut is_seen = vec![false; part.n_facts()];
    let mut order = Vec::new();
    let mut path = vec![(GOAL, 0)];
    is_seen[GOAL as usize] = true;
    while let Some((fact, next)) = path.last_mut() {
        let rule = choice[*fact as usize];
        debug_assert_ne!(rule, NONE, "what is needed is given by a rule");
        match part.bodies.row(rule).get(*next) {
            Some(&condition) => {
                *next += 1;
                if !std::mem::replace(&mut is_seen[condition as usize], true) {
                    path.push((condition, 0));
                }
            }
            None => {
                order.push(*fact);
                path.pop();
            }
        }
    }
    order
}
