//! Potentials: lower bounds that stand for states from which a target cannot be
//! reached, or not within the limit of a count.
//!
//! Lemma. Let the bound be at most 0 wherever the target may hold, and let no
//! step lower it by more than it adds to the count (by anything, where nothing
//! is counted). Then count and bound together never fall along a run, so that
//! where they exceed the limit they do so for ever, and the target, which never
//! holds above the limit, is never reached. Where nothing is counted the same
//! goes for a bound above 0. So these states are closed under steps and miss
//! the target.

use std::collections::BTreeSet;

use crate::{
    AtomId, Budget, CheckError, E, Evaluator, Machine, Potential, Program, Val, Write, ensure,
    in_parts, known, poll, reject,
};

/// Keeps sums far within 64 bits, and counts far within 32.
const MAX_WEIGHT: u32 = 1 << 24;
const MAX_VARIABLES: usize = 1 << 16;

/// The most parts that all states are cut into to look at one command.
const MAX_CUTS: usize = 1 << 18;

/// A potential whose shape was checked.
pub(crate) struct WeighedPotential<'a> {
    potential: &'a Potential,
    domains: &'a [(Val, Val)],
    /// For each flat variable its weights, if it has any.
    weights: Vec<Option<&'a [Val]>>,
    /// The bound where all weighed variables have their least values.
    base: i64,
    /// What each command adds to the count.
    amounts: Option<Vec<Val>>,
}

impl<'a> WeighedPotential<'a> {
    /// Accepts a potential that names variables and weighs all their values.
    pub fn new(
        machine: &Machine,
        domains: &'a [(Val, Val)],
        potential: &'a Potential,
    ) -> Result<Self, CheckError> {
        let mut amounts = None;
        if let Some(count) = &potential.count {
            let cap = domains.get(count.counter as usize).map(|domain| domain.1);
            amounts = machine.counted(count.counter);
            let fits = amounts.is_some() && cap.is_some_and(|cap| (0..cap).contains(&count.limit));
            ensure(fits, "a potential counts with no counter, or up to its cap")?;
        }
        let counter = potential.count.map(|count| count.counter);
        let mut weights = vec![None; domains.len()];
        let mut base = i64::from(potential.constant);
        let mut fits = potential.weights.len() <= MAX_VARIABLES
            && potential.constant.unsigned_abs() <= MAX_WEIGHT;
        for (flat, own) in &potential.weights {
            let own_slot = weights.get_mut(*flat as usize).zip(domains.get(*flat as usize));
            let (slot, &(lo, hi)) = known(own_slot, "a potential weighs no variable")?;
            let n_values = i64::from(hi) - i64::from(lo) + 1;
            fits &= slot.replace(&own[..]).is_none()
                && Some(*flat) != counter
                && own.len() as i64 == n_values
                && own.iter().all(|w| w.unsigned_abs() <= MAX_WEIGHT);
            base += own.first().map_or(0, |&w| i64::from(w));
        }
        let fits = fits && !potential.weights.is_empty();
        ensure(fits, "the weights of a potential do not fit their variables")?;
        Ok(WeighedPotential { potential, domains, weights, base, amounts })
    }

    /// The weights of a range of values of a flat variable.
    fn of(&self, flat: usize, (lo, hi): (Val, Val)) -> Option<&'a [Val]> {
        let least = self.domains[flat].0;
        let weights = self.weights[flat]?;
        Some(&weights[(lo - least) as usize..=(hi - least) as usize])
    }

    /// Whether it stands for all states in these ranges.
    pub fn stands_for(&self, ranges: &[(Val, Val)]) -> bool {
        let mut bound = self.base;
        for (flat, (&range, &(least, _))) in ranges.iter().zip(self.domains).enumerate() {
            // Most variables are at their least value, as cells without a box.
            if range != (least, least)
                && let Some(weights) = self.of(flat, range)
            {
                let first = self.of(flat, (least, least)).map_or(0, |w| i64::from(w[0]));
                bound += weights.iter().map(|&w| i64::from(w)).min().unwrap_or(0) - first;
            }
        }
        match &self.potential.count {
            None => bound > 0,
            Some(count) => {
                let counted = i64::from(ranges[count.counter as usize].0);
                counted + bound.max(0) > i64::from(count.limit)
            }
        }
    }

    /// Whether a step that writes so in these ranges surely lowers the bound by
    /// no more than its command adds to the count.
    fn falls_slowly(&self, command: usize, before: &[(Val, Val)], writes: &[Write]) -> bool {
        let amount = self.amounts.as_ref().map_or(0, |amounts| amounts[command]);
        let mut change = 0;
        // The last write to a variable counts.
        let mut seen = BTreeSet::new();
        for write in writes.iter().rev().filter(|write| seen.insert(write.flat)) {
            let flat = write.flat as usize;
            let weights = self.of(flat, before[flat]).zip(self.of(flat, write.range));
            if let Some((before, after)) = weights {
                change += after.iter().map(|&w| i64::from(w)).min().unwrap_or(0);
                change -= before.iter().map(|&w| i64::from(w)).max().unwrap_or(0);
            }
        }
        change >= -i64::from(amount)
    }
}

/// Accepts potentials for a target, or says what is wrong.
pub(crate) fn check_potentials(
    machine: &Machine,
    bases: &[usize],
    domains: &[(Val, Val)],
    target: AtomId,
    potentials: &[WeighedPotential],
    budget: &mut dyn Budget,
) -> Result<(), CheckError> {
    if potentials.is_empty() {
        return Ok(());
    }
    let program = Program::new(machine, bases, &[target], domains);
    let (code, holds) = (program.code(), program.atoms[0].0);
    let mut evaluator = Evaluator::default();
    let mut may_hold = |ranges: &[(Val, Val)]| {
        evaluator.begin(code);
        evaluator.range(code, holds, ranges).1 != 0
    };
    let mut ranges = domains.to_vec();
    for potential in potentials {
        if let Some(count) = &potential.potential.count {
            let counter = count.counter as usize;
            ranges[counter].0 = count.limit + 1;
            ensure(!may_hold(&ranges), "the target may hold above the limit of a potential")?;
            ranges[counter] = domains[counter];
        }
    }
    // The values with which the target may hold are the same for all.
    let mut possible: Vec<Option<Vec<bool>>> = vec![None; domains.len()];
    for potential in potentials {
        let mut bound = i64::from(potential.potential.constant);
        let mut can_hold = true;
        for (flat, weights) in &potential.potential.weights {
            let (flat, (lo, hi)) = (*flat as usize, domains[*flat as usize]);
            let possible = possible[flat].get_or_insert_with(|| {
                let values = (lo..=hi).map(|value| {
                    ranges[flat] = (value, value);
                    may_hold(&ranges)
                });
                let values = values.collect();
                ranges[flat] = (lo, hi);
                values
            });
            let weights = weights.iter().zip(possible).filter(|(_, possible)| **possible);
            match weights.map(|(&w, _)| i64::from(w)).max() {
                Some(greatest) => bound += greatest,
                // With no value of this variable does the target hold.
                None => can_hold = false,
            }
        }
        ensure(!can_hold || bound <= 0, "a potential may exceed 0 at the target")?;
        poll(budget, 0, 0)?;
    }
    no_command_jumps(&program, domains, potentials, budget)
}

/// No step lowers a bound by too much. All states are cut into parts until that
/// is seen of each: first along what says where a command writes, then along
/// the weighed variables that it writes, then where a condition is undecided.
fn no_command_jumps(
    program: &Program,
    domains: &[(Val, Val)],
    potentials: &[WeighedPotential],
    budget: &mut dyn Budget,
) -> Result<(), CheckError> {
    let code = program.code();
    let mut evaluator = Evaluator::default();
    let mut writes = Vec::new();
    for command in &program.commands {
        let roots: Vec<E> = command.command.roots().collect();
        let places: Vec<E> = command.command.updates.iter().filter_map(|u| u.index).collect();
        in_parts(domains.to_vec(), &[], MAX_CUTS, |part, may_cut| {
            evaluator.begin(code);
            if evaluator.range(code, command.command.guard, part).1 == 0 {
                return Ok(None);
            }
            let range = |e: E| evaluator.range(code, e, part);
            program.writes(&command.command, range, part, &mut writes);
            let falls_slowly = |p: &WeighedPotential| p.falls_slowly(command.number, part, &writes);
            if potentials.iter().all(falls_slowly) {
                return Ok(None);
            }
            poll(budget, 0, 0)?;
            let is_weighed = |flat: usize| potentials.iter().any(|p| p.weights[flat].is_some());
            let is_wide = |flat: &usize| part[*flat].0 < part[*flat].1;
            let mut written = writes.iter().map(|w| w.flat as usize).filter(is_wide);
            let cut = evaluator.widest(code, &places, part);
            let cut = cut.or_else(|| written.find(|&flat| is_weighed(flat)));
            let cut = cut.or_else(|| evaluator.undecided(code, &command.conditions, part, &[]));
            let cut = cut.or_else(|| evaluator.widest(code, &roots, part));
            match cut.filter(|_| may_cut) {
                Some(flat) => Ok(Some(flat)),
                None => reject(format!("command {} may lower a bound by too much", command.number)),
            }
        })?;
    }
    Ok(())
}
