//! Checking a potential: the states it stands for are closed and miss the
//! target.
//!
//! They are those in which count + bound > limit. Three things are shown, for
//! all states of the game and not only for those of the set. The count grows
//! by one with every step, until it stays above the limit. No step lowers the
//! bound by more than one. The bound is 0 where the target may hold, and the
//! target never holds above the limit.

use playproof_model::{AtomId, CubeSemantics, Cubes, Posts, Subject, Val, Workspace};

use crate::check::{CheckError, poll, reject};
use crate::evidence::Potential;
use crate::task::Budget;

/// Sums of weights must stay far from the limits of a number.
const MAX_WEIGHT: Val = 1 << 24;
const MAX_VARIABLES: usize = 64;

/// Boxes evaluated at a time.
const BATCH: usize = 256;

/// Accepts the potential or says why not.
pub(crate) fn check_potential(
    subject: &Subject,
    target: AtomId,
    domains: &[(Val, Val)],
    potential: &Potential,
    budget: &mut dyn Budget,
) -> Result<(), CheckError> {
    check_shape(subject.semantics(), domains, potential)?;
    let checker = PotentialChecker {
        semantics: subject.semantics(),
        target,
        domains,
        potential,
        greatest: potential
            .weights
            .iter()
            .map(|(_, weights)| i64::from(weights.iter().copied().max().unwrap_or(0)))
            .collect(),
    };
    checker.target_is_not_late()?;
    // Each command must be harmless in the view of some variable: the one it
    // changes, as a rule.
    let mut harmless: Vec<bool> = Vec::new();
    for view in 0..potential.weights.len() {
        let seen = checker.harmless_in_view(view, budget)?;
        harmless.resize(harmless.len().max(seen.len()), false);
        for (known, here) in harmless.iter_mut().zip(&seen) {
            *known |= here;
        }
    }
    match harmless.iter().position(|h| !h) {
        None => Ok(()),
        Some(i) => reject(format!(
            "command {i} may bring the target nearer by several steps"
        )),
    }
}

fn check_shape(
    semantics: &dyn CubeSemantics,
    domains: &[(Val, Val)],
    potential: &Potential,
) -> Result<(), CheckError> {
    let Some(&(_, cap)) = domains.get(potential.counter as usize) else {
        return reject("the potential counts with no variable");
    };
    if !semantics.counts_steps(potential.counter) {
        return reject("the potential counts with a variable that does not count steps");
    }
    if potential.limit < 0 || potential.limit >= cap {
        return reject("the limit of the potential is not below the counter's cap");
    }
    if potential.weights.is_empty() || potential.weights.len() > MAX_VARIABLES {
        return reject("the potential names no variables, or too many");
    }
    for (i, (flat, weights)) in potential.weights.iter().enumerate() {
        let Some(&(lo, hi)) = domains.get(*flat as usize) else {
            return reject("the potential weighs no variable");
        };
        let again = potential.weights[..i]
            .iter()
            .any(|(other, _)| other == flat);
        let n_values = i64::from(hi) - i64::from(lo) + 1;
        let fit = weights.len() as i64 == n_values
            && weights.iter().all(|w| (0..=MAX_WEIGHT).contains(w));
        if again || *flat == potential.counter || !fit {
            return reject("the weights of the potential do not fit their variable");
        }
    }
    Ok(())
}

struct PotentialChecker<'a> {
    semantics: &'a dyn CubeSemantics,
    target: AtomId,
    domains: &'a [(Val, Val)],
    potential: &'a Potential,
    /// The greatest weight of each variable.
    greatest: Vec<i64>,
}

impl PotentialChecker<'_> {
    /// One box: all states, but for one variable.
    fn push_box(&self, boxes: &mut Cubes, flat: u32, range: (Val, Val)) {
        boxes.n_flat = self.domains.len();
        let start = boxes.lo.len();
        boxes.lo.extend(self.domains.iter().map(|d| d.0));
        boxes.hi.extend(self.domains.iter().map(|d| d.1));
        boxes.lo[start + flat as usize] = range.0;
        boxes.hi[start + flat as usize] = range.1;
    }

    fn target_is_not_late(&self) -> Result<(), CheckError> {
        let counter = self.potential.counter;
        let mut boxes = Cubes::default();
        let late = (self.potential.limit + 1, self.domains[counter as usize].1);
        self.push_box(&mut boxes, counter, late);
        let mut may = Vec::new();
        let mut work = Workspace::default();
        self.semantics.may(&boxes, self.target, &mut work, &mut may);
        if may.contains(&true) {
            return reject("the target may hold above the limit of the potential");
        }
        Ok(())
    }

    /// For each command, whether it lowers the bound by one at most, seen
    /// value by value of one variable, all others being open. On the way, that
    /// the variable's weight is 0 where the target may hold.
    fn harmless_in_view(
        &self,
        view: usize,
        budget: &mut dyn Budget,
    ) -> Result<Vec<bool>, CheckError> {
        let (flat, weights) = &self.potential.weights[view];
        let least = self.domains[*flat as usize].0;
        let mut harmless: Vec<bool> = Vec::new();
        let (mut boxes, mut may, mut work) = (Cubes::default(), Vec::new(), Workspace::default());
        let per_batch = (BATCH * 64 / self.domains.len()).clamp(1, BATCH);
        for (chunk, group) in weights.chunks(per_batch).enumerate() {
            let first = chunk * per_batch;
            boxes.clear();
            for i in 0..group.len() {
                let value = least + (first + i) as Val;
                self.push_box(&mut boxes, *flat, (value, value));
            }
            self.semantics.may(&boxes, self.target, &mut work, &mut may);
            if may
                .iter()
                .zip(group)
                .any(|(may, weight)| *may && *weight != 0)
            {
                return reject("the potential is not 0 at the target");
            }
            self.semantics
                .post(&boxes, &mut work, &mut |command, posts| {
                    harmless.resize(harmless.len().max(command + 1), true);
                    for i in 0..posts.len() {
                        let before = i64::from(group[posts.cube[i] as usize]);
                        let change = self.least_change(view, before, posts, i);
                        harmless[command] &= change >= -1;
                    }
                });
            poll(budget, first as u64, 0)?;
        }
        Ok(harmless)
    }

    /// The least that the bound can change by in a step.
    fn least_change(&self, view: usize, before: i64, posts: &Posts, i: usize) -> i64 {
        let mut change = 0;
        for (k, (flat, weights)) in self.potential.weights.iter().enumerate() {
            // The last write to a variable counts.
            let mut writes = posts.of(i).iter().rev();
            let Some(write) = writes.find(|w| w.flat == *flat) else {
                continue;
            };
            let after = least_weight(
                weights,
                self.domains[*flat as usize].0,
                (write.lo, write.hi),
            );
            let before = match k == view {
                true => before,
                false => self.greatest[k],
            };
            change += after - before;
        }
        change
    }
}

/// The least weight over a range of values.
fn least_weight(weights: &[Val], least: Val, (lo, hi): (Val, Val)) -> i64 {
    let range = (lo - least) as usize..=(hi - least) as usize;
    let weights = weights[range].iter().copied();
    i64::from(weights.min().expect("a range is never empty"))
}

impl Potential {
    /// Whether the potential stands for all states in these ranges. Its shape
    /// must have been checked.
    pub(crate) fn covers(&self, domains: &[(Val, Val)], ranges: &[(Val, Val)]) -> bool {
        let bounds = self.weights.iter().map(|(flat, weights)| {
            let flat = *flat as usize;
            least_weight(weights, domains[flat].0, ranges[flat])
        });
        let bound: i64 = bounds.sum();
        i64::from(ranges[self.counter as usize].0) + bound > i64::from(self.limit)
    }
}
