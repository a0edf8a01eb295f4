//! Lower bounds by projection: how far the target is if one variable alone is
//! looked at and all others may be anything.
//!
//! A step of the game is a step of the projection, so these distances never
//! exceed the true ones and fall by at most one a step. The checker sees both
//! for itself.

use playproof_kernel::{Evaluator, Program};
use playproof_model::{Subject, Val, VarId};

/// Variables with more values are not projected on.
const MAX_VALUES: i64 = 1 << 20;

/// Edges beyond this many are not worth their memory.
const MAX_EDGES: usize = 1 << 24;

/// For each value of a variable, a lower bound on the steps to the target.
pub(super) struct Projection {
    pub flat: u32,
    pub least: Val,
    pub distance: Vec<Val>,
}

impl Projection {
    /// The bound for a value.
    pub fn bound(&self, value: Val) -> Val {
        self.distance[(value - self.least) as usize]
    }

    /// The projection that knows most about the initial states, if any knows
    /// anything. Where the target cannot be reached the distance is `far`.
    pub fn best(subject: &Subject, ignore: Option<VarId>, far: Val) -> Option<Projection> {
        let rules = subject.machine();
        let bases = rules.bases();
        let scalars = rules.vars.iter().enumerate().filter(|(i, v)| {
            let values = i64::from(v.hi) - i64::from(v.lo) + 1;
            v.len.is_none() && values <= MAX_VALUES && ignore != Some(VarId(*i as u32))
        });
        let projections = scalars.filter_map(|(i, v)| {
            let projection = project(subject, bases[i] as u32, (v.lo, v.hi), far)?;
            let starts = rules.initial.iter().map(|s| projection.bound(s[bases[i]]));
            Some((starts.min()?, projection))
        });
        let (_, best) = projections.max_by_key(|(start, _)| *start)?;
        Some(best)
    }
}

fn project(subject: &Subject, flat: u32, (lo, hi): (Val, Val), far: Val) -> Option<Projection> {
    let target = subject.question().reach()?.target;
    let machine = subject.machine();
    let n_values = (hi - lo) as usize + 1;
    let (mut at_target, mut edges) = (Vec::new(), Vec::new());
    let mut ranges = machine.domains();
    let bases = subject.statement().bases();
    let program = Program::new(machine, bases, &[target], &ranges);
    let code = program.code();
    let (mut evaluator, mut writes) = (Evaluator::default(), Vec::new());
    for value in 0..n_values {
        ranges[flat as usize] = (lo + value as Val, lo + value as Val);
        evaluator.begin(code);
        if evaluator.range(code, program.atoms[0].0, &ranges).1 != 0 {
            at_target.push(value);
        }
        for command in &program.commands {
            let command = &command.command;
            if evaluator.range(code, command.guard, &ranges).1 == 0 {
                continue;
            }
            let range = |e| evaluator.range(code, e, &ranges);
            program.writes(command, range, &ranges, &mut writes);
            let write = writes.iter().rev().find(|w| w.flat == flat);
            if let Some(w) = write {
                let to = (w.range.0 - lo) as usize..=(w.range.1 - lo) as usize;
                edges.extend(to.map(|to| (to as u32, value as u32)));
            }
        }
        if edges.len() > MAX_EDGES {
            return None;
        }
    }
    let distance = distances(n_values, at_target, edges, far);
    Some(Projection {
        flat,
        least: lo,
        distance,
    })
}

/// Breadth-first, backwards from the target.
fn distances(
    n_values: usize,
    at_target: Vec<usize>,
    mut edges: Vec<(u32, u32)>,
    far: Val,
) -> Vec<Val> {
    edges.sort_unstable();
    let unknown = far.max(n_values as Val);
    let mut distance = vec![unknown; n_values];
    for &value in &at_target {
        distance[value] = 0;
    }
    let mut queue = at_target;
    let mut next = 0;
    while next < queue.len() {
        let value = queue[next];
        next += 1;
        let first = edges.partition_point(|&(to, _)| (to as usize) < value);
        let into = edges[first..]
            .iter()
            .take_while(|&&(to, _)| to as usize == value);
        for &(_, from) in into {
            if distance[from as usize] == unknown {
                distance[from as usize] = distance[value] + 1;
                queue.push(from as usize);
            }
        }
    }
    distance
}
