//! Runs that share no state on the way: a flow in which every state between
//! start and target carries at most one run, and the cut that limits it.

use std::collections::VecDeque;

use playproof_certify::{Budget, Stop};
use rustc_hash::{FxHashMap, FxHashSet};

use super::field::Field;

/// The side of a state that a search for more flow has come to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Side {
    /// It is entered.
    In(u32),
    /// It is left.
    Out(u32),
}

/// Runs that share nothing but starts and targets, as many as there are, or
/// as many as wanted; and, if they are fewer, states that all must pass.
pub(super) struct Routes {
    pub runs: Vec<Vec<u32>>,
    pub cut: Vec<u32>,
}

struct Flow<'f, 'g> {
    field: &'f Field<'g>,
    /// Steps that carry a run, and in each direction for states between.
    steps: FxHashSet<(u32, u32)>,
    from: FxHashMap<u32, u32>,
    to: FxHashMap<u32, u32>,
}

pub(super) fn routes(
    field: &Field,
    wanted: usize,
    budget: &mut dyn Budget,
) -> Result<Routes, (Stop, usize)> {
    let mut runs = runs_of_one_step(field);
    let mut flow = Flow {
        field,
        steps: FxHashSet::default(),
        from: FxHashMap::default(),
        to: FxHashMap::default(),
    };
    let mut cut = Vec::new();
    let mut n_routes = runs.len();
    while n_routes < wanted {
        match flow.augment() {
            Ok(()) => n_routes += 1,
            Err(limit) => {
                cut = limit;
                break;
            }
        }
        if let Err(stop) = field.graph.poll(budget, field.graph.len() as u64 * 16) {
            return Err((stop, n_routes));
        }
    }
    runs.extend(flow.runs());
    Ok(Routes { runs, cut })
}

/// Those that are won at the start or by the first step.
fn runs_of_one_step(field: &Field) -> Vec<Vec<u32>> {
    let mut runs = Vec::new();
    for &start in field.graph.initial() {
        if field.is_target[start as usize] {
            runs.push(vec![start]);
        }
        let won = field.next(start).iter().copied();
        let won = won.filter(|&t| field.is_target[t as usize]);
        runs.extend(won.map(|t| vec![start, t]));
    }
    runs
}

impl Flow<'_, '_> {
    fn is_between(&self, state: u32) -> bool {
        !self.field.is_target[state as usize] && !self.field.is_initial[state as usize]
    }

    /// One more run, or the states that no further run can avoid.
    fn augment(&mut self) -> Result<(), Vec<u32>> {
        let field = self.field;
        let mut before: FxHashMap<Side, Option<Side>> = FxHashMap::default();
        let mut queue = VecDeque::new();
        let mut first_step: FxHashMap<u32, u32> = FxHashMap::default();
        for &start in field.graph.initial() {
            for &next in field.next(start) {
                if self.is_between(next) {
                    let side = Side::In(next);
                    before.entry(side).or_insert_with(|| {
                        queue.push_back(side);
                        first_step.insert(next, start);
                        None
                    });
                }
            }
        }
        while let Some(side) = queue.pop_front() {
            let mut come = |next: Side| {
                before.entry(next).or_insert_with(|| {
                    queue.push_back(next);
                    Some(side)
                });
            };
            match side {
                Side::In(state) => match self.from.get(&state) {
                    None => come(Side::Out(state)),
                    // Another run comes here: it can be sent elsewhere.
                    Some(&earlier) if self.is_between(earlier) => come(Side::Out(earlier)),
                    Some(_) => {}
                },
                Side::Out(state) => {
                    for &next in field.next(state) {
                        if field.is_target[next as usize] {
                            self.send(state, next, &before, &first_step);
                            return Ok(());
                        }
                        if self.is_between(next) {
                            come(Side::In(next));
                        }
                    }
                    if self.from.contains_key(&state) {
                        come(Side::In(state));
                    }
                }
            }
        }
        let entered = before.keys().filter_map(|side| match side {
            Side::In(state) if !before.contains_key(&Side::Out(*state)) => Some(*state),
            _ => None,
        });
        let mut cut: Vec<u32> = entered.collect();
        cut.sort_unstable();
        Err(cut)
    }

    /// Adds the run that was found, giving back the steps it takes over.
    fn send(
        &mut self,
        last: u32,
        target: u32,
        before: &FxHashMap<Side, Option<Side>>,
        first_step: &FxHashMap<u32, u32>,
    ) {
        self.steps.insert((last, target));
        let mut side = Side::Out(last);
        loop {
            match (before[&side], side) {
                (Some(Side::Out(state)), Side::In(next)) if state != next => {
                    self.steps.insert((state, next));
                    side = Side::Out(state);
                }
                (Some(Side::In(next)), Side::Out(state)) if state != next => {
                    self.steps.remove(&(state, next));
                    side = Side::In(next);
                }
                (Some(inside), _) => side = inside,
                (None, Side::In(next)) => {
                    self.steps.insert((first_step[&next], next));
                    break;
                }
                (None, Side::Out(_)) => unreachable!("a search begins by entering a state"),
            }
        }
        self.from = self.steps.iter().map(|&(a, b)| (b, a)).collect();
        self.to = self.steps.iter().map(|&(a, b)| (a, b)).collect();
    }

    fn runs(&self) -> Vec<Vec<u32>> {
        let mut firsts: Vec<(u32, u32)> = self.steps.iter().copied().collect();
        firsts.retain(|&(from, _)| self.field.is_initial[from as usize]);
        firsts.sort_unstable();
        let runs = firsts.into_iter().map(|(start, first)| {
            let mut run = vec![start, first];
            let mut at = first;
            while !self.field.is_target[at as usize] {
                at = self.to[&at];
                run.push(at);
            }
            run
        });
        runs.collect()
    }
}
