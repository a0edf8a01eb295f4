//! Checking a potential: the states it stands for are closed and miss the
//! target.
//!
//! With a count they are those in which count > limit or count + bound >
//! limit. Shown for all states of the game, not only for those of the set: a
//! command that adds `a` to the count lowers the bound by at most `a`; the
//! bound is at most 0 where the target may hold; the target never holds above
//! the limit. The count never falls, and below its cap, which lies above the
//! limit, every command adds its amount in full. So no step leaves these
//! states. Without a count no command may lower the bound at all, and the
//! states are those in which it exceeds 0.

use playproof_model::{AtomId, CubeSemantics, Cubes, Layout, Posts, Subject, Val, Workspace};

use crate::check::{CheckError, poll, reject};
use crate::evidence::Potential;
use crate::task::Budget;

/// Sums of weights must stay far from the limits of a number.
const MAX_WEIGHT: Val = 1 << 24;
const MAX_VARIABLES: usize = 1 << 16;

/// Boxes evaluated at a time, in values.
const BATCH_VALUES: usize = 1 << 14;

/// A variable with more values than this is looked at value by value only if
/// it is weighed.
const MAX_VIEW: i64 = 1 << 16;

/// The most boxes that one step is divided into.
const MAX_SPLIT: usize = 64;

/// Accepts the potential or says why not.
pub(crate) fn check_potential(
    subject: &Subject,
    target: AtomId,
    domains: &[(Val, Val)],
    potential: &Potential,
    budget: &mut dyn Budget,
) -> Result<(), CheckError> {
    let semantics = subject.semantics();
    let amounts = check_shape(semantics, domains, potential)?;
    let mut weight_of = vec![None; domains.len()];
    for (k, (flat, _)) in potential.weights.iter().enumerate() {
        weight_of[*flat as usize] = Some(k);
    }
    let greatest = potential.weights.iter();
    let greatest = greatest.map(|(_, weights)| weights.iter().copied().max().unwrap_or(0));
    let checker = PotentialChecker {
        semantics,
        target,
        domains,
        potential,
        amounts,
        weight_of,
        greatest: greatest.collect(),
    };
    checker.target_is_not_late()?;
    checker.target_is_not_far(budget)?;
    checker.no_command_jumps(budget)
}

/// What each command adds to the count; nothing where nothing is counted.
fn check_shape(
    semantics: &dyn CubeSemantics,
    domains: &[(Val, Val)],
    potential: &Potential,
) -> Result<Option<Vec<Val>>, CheckError> {
    let amounts = match &potential.count {
        None => None,
        Some(count) => {
            let Some(&(_, cap)) = domains.get(count.counter as usize) else {
                return reject("the potential counts with no variable");
            };
            let Some(amounts) = semantics.counted(count.counter) else {
                return reject("the potential counts with a variable that does not count");
            };
            if count.limit < 0 || count.limit >= cap {
                return reject("the limit of the potential is not below the counter's cap");
            }
            Some(amounts)
        }
    };
    if potential.weights.is_empty() || potential.weights.len() > MAX_VARIABLES {
        return reject("the potential names no variables, or too many");
    }
    if potential.constant.unsigned_abs() > MAX_WEIGHT as u32 {
        return reject("the constant of the potential is too large");
    }
    let counter = potential.count.map(|count| count.counter);
    let mut weighed = vec![false; domains.len()];
    for (flat, weights) in &potential.weights {
        let Some(&(lo, hi)) = domains.get(*flat as usize) else {
            return reject("the potential weighs no variable");
        };
        let again = std::mem::replace(&mut weighed[*flat as usize], true);
        let n_values = i64::from(hi) - i64::from(lo) + 1;
        let small = |w: &Val| w.unsigned_abs() <= MAX_WEIGHT as u32;
        let fit = weights.len() as i64 == n_values && weights.iter().all(small);
        if again || Some(*flat) == counter || !fit {
            return reject("the weights of the potential do not fit their variable");
        }
    }
    Ok(amounts)
}

struct PotentialChecker<'a> {
    semantics: &'a dyn CubeSemantics,
    target: AtomId,
    domains: &'a [(Val, Val)],
    potential: &'a Potential,
    amounts: Option<Vec<Val>>,
    /// For each flat variable, its place among the weighed ones.
    weight_of: Vec<Option<usize>>,
    /// The greatest weight of each weighed variable.
    greatest: Vec<Val>,
}

/// A step that has to be looked at more closely: the value of the viewed
/// variable, the command, and the weighed variables that it writes.
struct Unclear {
    value: Val,
    command: usize,
    written: Vec<u32>,
}

impl PotentialChecker<'_> {
    /// One box: all states in which these variables have these ranges.
    fn push_box(&self, boxes: &mut Cubes, fixed: &[(u32, (Val, Val))]) {
        boxes.n_flat = self.domains.len();
        let start = boxes.lo.len();
        boxes.lo.extend(self.domains.iter().map(|d| d.0));
        boxes.hi.extend(self.domains.iter().map(|d| d.1));
        for (flat, range) in fixed {
            boxes.lo[start + *flat as usize] = range.0;
            boxes.hi[start + *flat as usize] = range.1;
        }
    }

    fn per_batch(&self) -> usize {
        (BATCH_VALUES / self.domains.len()).clamp(1, 256)
    }

    fn target_is_not_late(&self) -> Result<(), CheckError> {
        let Some(count) = &self.potential.count else {
            return Ok(());
        };
        let mut boxes = Cubes::default();
        let late = (count.limit + 1, self.domains[count.counter as usize].1);
        self.push_box(&mut boxes, &[(count.counter, late)]);
        let mut may = Vec::new();
        let mut work = Workspace::default();
        self.semantics.may(&boxes, self.target, &mut work, &mut may);
        if may.contains(&true) {
            return reject("the target may hold above the limit of the potential");
        }
        Ok(())
    }

    /// The bound is at most 0 where the target may hold: the greatest weights
    /// of values with which it may do not add up to more.
    fn target_is_not_far(&self, budget: &mut dyn Budget) -> Result<(), CheckError> {
        let mut bound = i64::from(self.potential.constant);
        let (mut boxes, mut may, mut work) = (Cubes::default(), Vec::new(), Workspace::default());
        for (flat, weights) in &self.potential.weights {
            let least = self.domains[*flat as usize].0;
            let mut greatest = None;
            for (chunk, group) in weights.chunks(self.per_batch()).enumerate() {
                let first = least + (chunk * self.per_batch()) as Val;
                boxes.clear();
                for value in (first..).take(group.len()) {
                    self.push_box(&mut boxes, &[(*flat, (value, value))]);
                }
                self.semantics.may(&boxes, self.target, &mut work, &mut may);
                let possible = may.iter().zip(group).filter(|(may, _)| **may);
                greatest = greatest.max(possible.map(|(_, weight)| *weight).max());
                poll(budget, 0, 0)?;
            }
            match greatest {
                Some(weight) => bound += i64::from(weight),
                // With no value of this variable does the target hold.
                None => return Ok(()),
            }
        }
        match bound > 0 {
            true => reject("the potential may exceed 0 at the target"),
            false => Ok(()),
        }
    }

    /// Each command lowers the bound by what it adds to the count at most,
    /// seen value by value of some variable, all others being open: the one
    /// that says where it writes, as a rule.
    fn no_command_jumps(&self, budget: &mut dyn Budget) -> Result<(), CheckError> {
        let mut harmless: Vec<bool> = Vec::new();
        for flat in self.views() {
            let seen = self.harmless_in_view(flat, budget)?;
            harmless.resize(harmless.len().max(seen.len()), false);
            for (known, here) in harmless.iter_mut().zip(&seen) {
                *known |= here;
            }
            if harmless.iter().all(|h| *h) {
                return Ok(());
            }
        }
        match harmless.iter().position(|h| !h) {
            Some(i) => reject(format!("command {i} may lower the bound by too much")),
            None => reject("no variable shows that the bound falls slowly"),
        }
    }

    /// Scalars first: they index what commands write.
    fn views(&self) -> Vec<u32> {
        let counter = self.potential.count.map(|count| count.counter);
        let mut views = Vec::new();
        let mut flat = 0;
        for var in &self.semantics.signature().vars {
            let n_values = i64::from(var.hi) - i64::from(var.lo) + 1;
            if var.len.is_none() && n_values <= MAX_VIEW && Some(flat) != counter {
                views.push(flat);
            }
            flat += var.n_flat() as u32;
        }
        let weighed = self.potential.weights.iter().map(|(flat, _)| *flat);
        let others: Vec<u32> = weighed.filter(|flat| !views.contains(flat)).collect();
        views.extend(others);
        views
    }

    /// For each command, whether no step of it lowers the bound by too much.
    fn harmless_in_view(
        &self,
        flat: u32,
        budget: &mut dyn Budget,
    ) -> Result<Vec<bool>, CheckError> {
        let (least, most) = self.domains[flat as usize];
        let mut harmless: Vec<bool> = Vec::new();
        let mut unclear: Vec<Unclear> = Vec::new();
        let (mut boxes, mut work) = (Cubes::default(), Workspace::default());
        let mut first = i64::from(least);
        while first <= i64::from(most) {
            let last = (first + self.per_batch() as i64 - 1).min(i64::from(most));
            boxes.clear();
            for value in first as Val..=last as Val {
                self.push_box(&mut boxes, &[(flat, (value, value))]);
            }
            self.semantics
                .post(&boxes, &mut work, &mut |command, posts| {
                    harmless.resize(harmless.len().max(command + 1), true);
                    for i in 0..posts.len() {
                        if self.is_slow(command, &boxes, posts, i) {
                            continue;
                        }
                        let written = self.written(flat, posts, i);
                        match written {
                            Some(written) if harmless[command] => unclear.push(Unclear {
                                value: first as Val + posts.cube[i] as Val,
                                command,
                                written,
                            }),
                            _ => harmless[command] = false,
                        }
                    }
                });
            poll(budget, 0, 0)?;
            for step in unclear.drain(..) {
                if harmless[step.command] && !self.is_slow_in_parts(flat, &step, &mut work) {
                    harmless[step.command] = false;
                }
            }
            poll(budget, 0, 0)?;
            first = last + 1;
        }
        Ok(harmless)
    }

    /// The weighed variables that a step writes, the viewed one aside; `None`
    /// if they have too many combinations of values.
    fn written(&self, viewed: u32, posts: &Posts, i: usize) -> Option<Vec<u32>> {
        let weighed = posts.of(i).iter().map(|w| w.flat);
        let weighed = weighed.filter(|&f| f != viewed && self.weight_of[f as usize].is_some());
        let mut written: Vec<u32> = weighed.collect();
        written.sort_unstable();
        written.dedup();
        let mut n_boxes = 1usize;
        for &f in &written {
            let (lo, hi) = self.domains[f as usize];
            n_boxes = n_boxes.saturating_mul((i64::from(hi) - i64::from(lo) + 1) as usize);
        }
        (n_boxes <= MAX_SPLIT).then_some(written)
    }

    /// Whether the step is slow for every combination of values of what it
    /// writes.
    fn is_slow_in_parts(&self, viewed: u32, step: &Unclear, work: &mut Workspace) -> bool {
        let mut boxes = Cubes::default();
        let mut values: Vec<Val> = step
            .written
            .iter()
            .map(|&f| self.domains[f as usize].0)
            .collect();
        'combinations: loop {
            let mut fixed = vec![(viewed, (step.value, step.value))];
            fixed.extend(step.written.iter().zip(&values).map(|(&f, &x)| (f, (x, x))));
            self.push_box(&mut boxes, &fixed);
            for (value, &f) in values.iter_mut().zip(&step.written) {
                if *value < self.domains[f as usize].1 {
                    *value += 1;
                    continue 'combinations;
                }
                *value = self.domains[f as usize].0;
            }
            break;
        }
        let mut slow = true;
        self.semantics.post(&boxes, work, &mut |command, posts| {
            if command == step.command {
                slow &= (0..posts.len()).all(|i| self.is_slow(command, &boxes, posts, i));
            }
        });
        slow
    }

    /// Whether a step surely lowers the bound by no more than the command adds
    /// to the count.
    fn is_slow(&self, command: usize, boxes: &Cubes, posts: &Posts, i: usize) -> bool {
        let amount = self.amounts.as_ref().map_or(0, |amounts| amounts[command]);
        let start = posts.cube[i] as usize * boxes.n_flat;
        let writes = posts.of(i);
        let mut change = 0;
        for (at, write) in writes.iter().enumerate() {
            let flat = write.flat as usize;
            let Some(k) = self.weight_of[flat] else {
                continue;
            };
            // The last write to a variable counts.
            if writes[at + 1..]
                .iter()
                .any(|later| later.flat == write.flat)
            {
                continue;
            }
            let weights = &self.potential.weights[k].1;
            let domain = self.domains[flat];
            let after = least_weight(weights, domain.0, (write.lo, write.hi));
            let before = match (boxes.lo[start + flat], boxes.hi[start + flat]) {
                range if range == domain => i64::from(self.greatest[k]),
                (lo, hi) => greatest_weight(weights, domain.0, (lo, hi)),
            };
            change += after - before;
        }
        change >= -i64::from(amount)
    }
}

/// The weights of a range of values.
fn weights_of(weights: &[Val], least: Val, (lo, hi): (Val, Val)) -> impl Iterator<Item = i64> {
    let range = (lo - least) as usize..=(hi - least) as usize;
    weights[range].iter().map(|&w| i64::from(w))
}

fn least_weight(weights: &[Val], least: Val, range: (Val, Val)) -> i64 {
    let weights = weights_of(weights, least, range);
    weights.min().expect("a range is never empty")
}

fn greatest_weight(weights: &[Val], least: Val, range: (Val, Val)) -> i64 {
    let weights = weights_of(weights, least, range);
    weights.max().expect("a range is never empty")
}

impl Potential {
    /// Whether the potential stands for all states in these ranges. Its shape
    /// must have been checked.
    pub(crate) fn covers(&self, domains: &[(Val, Val)], ranges: &[(Val, Val)]) -> bool {
        let bounds = self.weights.iter().map(|(flat, weights)| {
            let flat = *flat as usize;
            least_weight(weights, domains[flat].0, ranges[flat])
        });
        let bound = i64::from(self.constant) + bounds.sum::<i64>();
        self.is_too_far(bound, |counter| ranges[counter as usize].0)
    }

    fn is_too_far(&self, bound: i64, least_count: impl Fn(u32) -> Val) -> bool {
        match &self.count {
            None => bound > 0,
            Some(count) => {
                let counted = i64::from(least_count(count.counter));
                counted + bound.max(0) > i64::from(count.limit)
            }
        }
    }
}

/// A potential over the words of a point: bits that are set add their weight.
pub(crate) struct PackedPotential<'a> {
    potential: &'a Potential,
    domains: &'a [(Val, Val)],
    /// The bound where all bits are 0, other variables aside.
    base: i64,
    /// What each bit adds.
    added: Vec<i64>,
    /// The bits that add something.
    weighed: Vec<u64>,
    /// Weights of variables that are no bits of a point.
    others: Vec<&'a (u32, Vec<Val>)>,
}

impl<'a> PackedPotential<'a> {
    /// `in_point` says which variables are part of a point.
    pub fn new(
        potential: &'a Potential,
        domains: &'a [(Val, Val)],
        layout: &Layout,
        in_point: impl Fn(u32) -> bool,
    ) -> PackedPotential<'a> {
        let mut packed = PackedPotential {
            potential,
            domains,
            base: i64::from(potential.constant),
            added: vec![0; layout.words * 64],
            weighed: vec![0; layout.words],
            others: Vec::new(),
        };
        for weighed in &potential.weights {
            let (flat, weights) = weighed;
            match layout.bit(*flat as usize).filter(|_| in_point(*flat)) {
                Some((word, shift)) => {
                    packed.base += i64::from(weights[0]);
                    let added = i64::from(weights[1]) - i64::from(weights[0]);
                    packed.added[word * 64 + shift as usize] = added;
                    packed.weighed[word] |= 1 << shift;
                }
                None => packed.others.push(weighed),
            }
        }
        packed
    }

    /// Whether the potential stands for all states with this point and these
    /// ranges of the variables that are not part of it.
    pub fn covers(&self, point: &[u64], range: impl Fn(u32) -> (Val, Val)) -> bool {
        let mut bound = self.base;
        for (i, (word, weighed)) in point.iter().zip(&self.weighed).enumerate() {
            let mut bits = word & weighed;
            while bits != 0 {
                bound += self.added[i * 64 + bits.trailing_zeros() as usize];
                bits &= bits - 1;
            }
        }
        for (flat, weights) in &self.others {
            bound += least_weight(weights, self.domains[*flat as usize].0, range(*flat));
        }
        self.potential.is_too_far(bound, |counter| range(counter).0)
    }
}
