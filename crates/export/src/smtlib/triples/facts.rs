//! What must be true before each step of a plan, worked out from its end.
//!
//! A fact is a range for a variable. Those after the last step make the target true; those
//! before a step make it possible and lead to those after it, whatever the other variables
//! are. Ranges are made as wide as evaluation by intervals can see: a plan that
//! needs five units of time says `time >= 5`, and nothing of what it does not meet.

use playproof_kernel::{Code, Interval};
use playproof_model::{Command, E, Machine, Node, Val, reachable};

use super::plan::Plan;
use crate::ranges::{domains, evaluate};

/// A range for each flat variable.
pub type Facts = Vec<Interval>;

/// What must be true before the first step and after each.
pub fn facts_of(machine: &Machine, target: E, plan: &Plan) -> Vec<Facts> {
    let bases = machine.bases();
    let regression = Regression {
        machine,
        bases: &bases,
        domains: domains(machine),
    };
    let last = &plan.states[plan.states.len() - 1];
    let mut all =
        vec![regression.widest(&[target], &[], last, |ranges, _| is_true(ranges, target))];
    let steps = plan.commands.iter().zip(&plan.states);
    for (&command, state) in steps.rev() {
        let (command, after) = (&machine.commands[command], &all[all.len() - 1]);
        let roots: Vec<E> = command.roots().collect();
        let before = regression.widest(&roots, after, state, |ranges, before| {
            is_true(ranges, command.guard) && regression.leads_to(command, ranges, before, after)
        });
        all.push(before);
    }
    all.reverse();
    all
}

fn is_true(ranges: &[Interval], e: E) -> bool {
    ranges[e.index()] == Interval { lo: 1, hi: 1 }
}

struct Regression<'a> {
    machine: &'a Machine,
    bases: &'a [usize],
    domains: Vec<Interval>,
}

impl Regression<'_> {
    /// Ranges around a state in which a condition on the values of some expressions
    /// surely holds, as it does in the state itself. Only what the expressions read, and
    /// what is a fact `after`, can matter.
    fn widest(
        &self,
        roots: &[E],
        after: &[Interval],
        state: &[Val],
        holds: impl Fn(&[Interval], &[Interval]) -> bool,
    ) -> Facts {
        let nodes = reachable(&self.machine.nodes, roots.iter().copied());
        let code = Code::new(self.machine, self.bases);
        let mut ranges = vec![Interval::default(); self.machine.nodes.len()];
        let mut facts = self.domains.clone();
        let matter = self.read_by(&nodes, after);
        for &flat in &matter {
            facts[flat] = Interval::from((state[flat], state[flat]));
        }
        for flat in matter {
            let (domain, narrow) = (self.domains[flat], facts[flat]);
            let mut fits = |wide: Interval| {
                facts[flat] = wide;
                evaluate(code, &nodes, &facts, &mut ranges);
                holds(&ranges, &facts)
            };
            if fits(domain) {
                continue;
            }
            let lo = furthest(narrow.lo, domain.lo, |lo| fits(Interval { lo, ..narrow }));
            let hi = furthest(narrow.hi, domain.hi, |hi| fits(Interval { lo, hi }));
            facts[flat] = Interval { lo, hi };
        }
        facts
    }

    /// The flat variables that expressions read or that are facts.
    fn read_by(&self, nodes: &[E], facts: &[Interval]) -> Vec<usize> {
        let mut is_read = vec![false; self.domains.len()];
        for e in nodes {
            match self.machine.nodes[e.index()] {
                Node::Var(v) | Node::Elem(v, _) => {
                    let n_flat = self.machine.vars[v.index()].n_flat();
                    is_read[self.bases[v.index()]..][..n_flat].fill(true);
                }
                _ => (),
            }
        }
        for (flat, (fact, domain)) in facts.iter().zip(&self.domains).enumerate() {
            is_read[flat] |= fact != domain;
        }
        (0..is_read.len()).filter(|&flat| is_read[flat]).collect()
    }

    /// Whether a command surely leads from ranges into others.
    fn leads_to(
        &self,
        command: &Command,
        ranges: &[Interval],
        before: &[Interval],
        after: &[Interval],
    ) -> bool {
        let mut places = self.machine.vars.iter().zip(self.bases).enumerate();
        places.all(|(v, (decl, &base))| {
            (0..decl.n_flat()).all(|element| {
                let (flat, mut value) = (base + element, before[base + element]);
                for update in command.updates.iter().filter(|u| u.var.index() == v) {
                    let (new, at) = (ranges[update.value.index()], element as i64);
                    let index = update.index.map(|i| ranges[i.index()]);
                    value = match index {
                        Some(index) if at < index.lo || index.hi < at => value,
                        Some(index) if index.lo < index.hi => value.hull(new),
                        _ => new,
                    };
                }
                value.within(after[flat].lo, after[flat].hi)
            })
        })
    }
}

/// The value closest to `far` that fits, by halving: `near` fits, and so does all between
/// it and what fits.
fn furthest(near: i64, far: i64, mut fits: impl FnMut(i64) -> bool) -> i64 {
    let (mut good, mut bad) = (near, far);
    if near == far || fits(far) {
        return far;
    }
    while good.abs_diff(bad) > 1 {
        let middle = good + (bad - good) / 2;
        match fits(middle) {
            true => good = middle,
            false => bad = middle,
        }
    }
    good
}
