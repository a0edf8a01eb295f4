//! A step of the Rules as clauses, made once and copied for each step of a run.
//!
//! A state is its digits (`Encoding`) and, for each number that is no array's,
//! one variable a value beside them. Digits alone would hide from the solver
//! where a player can be after so many steps: that a place is not reached is
//! known of it only when all its digits are.
//!
//! One variable a command says that it is taken, exactly one of them is, and
//! what it writes follows. Clauses that say what every change must come from
//! are implied, but let the solver look backwards in time.

use std::collections::BTreeMap;

use playproof_engines::{Algebra, Blaster, Cnf, TooLarge};
use playproof_model::{AtomId, Encoding, Machine, Val};

/// The most values of a number that has a variable for each of them.
const MAX_VALUES: i64 = 4096;

/// Up to this many commands, each pair of them is excluded by a clause.
const FEW_COMMANDS: usize = 12;

/// What happens where no command is enabled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stuck {
    /// There is no step.
    Ends,
    /// The state stays as it is.
    Stutters,
}

/// The clauses of one step, over variables of their own: 1 is true, then come
/// those of a state, then those of the next state, then gates.
pub(crate) struct Transition {
    pub encoding: Encoding,
    /// Variables of a state: digits first.
    n_state: usize,
    n_gates: usize,
    /// True of every state.
    state_clauses: Vec<i32>,
    /// True of every step, but for guards: what is written if a command is
    /// taken, enabled or not.
    step_clauses: Vec<i32>,
    /// The commands.
    pub commands: Vec<Chosen>,
    /// The literals of the propositions that were asked for.
    pub atoms: Vec<i32>,
}

/// A command of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chosen {
    /// Where it is the one that is taken.
    pub taken: i32,
    /// Where it is enabled.
    pub guard: i32,
}

/// What a command may write to a flat variable: where this condition is true,
/// these digits.
struct Write {
    hit: i32,
    digits: Vec<i32>,
    /// The values, where the variable has one bit a value.
    values: Option<BTreeMap<Val, i32>>,
}

/// A flat variable with a bit for each value.
struct Listed {
    flat: usize,
    /// The first of its variables in a state, from 0.
    first: usize,
    lo: Val,
    n: usize,
}

const TRUE: i32 = 1;

/// The most values of a variable: one step of a maze with more cells takes
/// gigabytes and more time than any search that follows.
const MAX_DOMAIN: usize = 1 << 16;

impl Transition {
    /// The steps of elaborated Rules, and where some propositions are true.
    pub fn new(rules: &Machine, atoms: &[AtomId], stuck: Stuck) -> Result<Transition, TooLarge> {
        let encoding = Encoding::new(rules);
        for flat in 0..encoding.n_flat() {
            let (lo, hi) = encoding.domain(flat);
            let n_values = Encoding::above(lo, hi) as usize + 1;
            if n_values > MAX_DOMAIN {
                return Err(TooLarge::Entries(n_values));
            }
        }
        let listed = listed(rules, &encoding);
        let n_listed: usize = listed.iter().map(|l| l.n).sum();
        let n_state = encoding.n_bits() + n_listed;
        let mut cnf = Cnf::default();
        let state: Vec<i32> = (0..n_state).map(|_| cnf.fresh()).collect();
        let next: Vec<i32> = (0..n_state).map(|_| cnf.fresh()).collect();
        let n_digits = encoding.n_bits();
        for l in &listed {
            l.link(&mut cnf, &encoding, &state);
        }
        let mut blaster = Blaster::new(rules, &mut cnf, &state[..n_digits]);
        for l in &listed {
            blaster.read_by(l.flat, &state[l.first..l.first + l.n]);
        }
        let valid = blaster.valid();
        let atoms = atoms.iter().map(|&a| blaster.atom(a));
        let atoms = atoms.collect::<Result<Vec<i32>, TooLarge>>()?;
        let n_commands = rules.commands.len();
        let guards = (0..n_commands).map(|c| blaster.guard(c));
        let guards = guards.collect::<Result<Vec<i32>, TooLarge>>()?;
        let is_listed = |flat: usize| listed.iter().any(|l| l.flat == flat);
        let writes = (0..n_commands).map(|c| writes(rules, &mut blaster, &encoding, c, &is_listed));
        let writes = writes.collect::<Result<Vec<_>, TooLarge>>()?;
        cnf.add_clause(&[valid]);
        let state_clauses = cnf.take_clauses();

        let mut step = Step {
            cnf,
            taken: Vec::new(),
            stuck,
            state,
            next,
        };
        step.choose(&guards);
        for flat in 0..encoding.n_flat() {
            let writers = (0..n_commands).filter_map(|c| Some((c, writes[c].get(&flat)?)));
            let writers: Vec<(usize, &Vec<Write>)> = writers.collect();
            match listed.iter().find(|l| l.flat == flat) {
                Some(l) => step.write_values(l, &writers),
                None => step.write_digits(&encoding, flat, &writers),
            }
        }
        let mut cnf = step.cnf;
        let step_clauses = cnf.take_clauses();
        let commands = step.taken.iter().zip(guards);
        let commands = commands.map(|(&taken, guard)| Chosen { taken, guard });
        Ok(Transition {
            commands: commands.collect(),
            n_gates: cnf.n_vars() - 1 - 2 * n_state,
            encoding,
            n_state,
            state_clauses,
            step_clauses,
            atoms,
        })
    }

    /// The variables that a state and the step out of it have together.
    pub fn n_block(&self) -> usize {
        self.n_state + self.n_gates
    }

    /// The variable of a digit of the state, among the variables of a step.
    pub fn digit(&self, bit: usize) -> i32 {
        bit as i32 + 2
    }

    /// A literal of a step whose variables come after the variable `here`, those
    /// of the next step after `next`.
    pub fn place(&self, literal: i32, here: i32, next: i32) -> i32 {
        let (var, n_state) = (literal.abs(), self.n_state as i32);
        let placed = if var == TRUE {
            TRUE
        } else if var <= 1 + n_state {
            here + var - 1
        } else if var <= 1 + 2 * n_state {
            next + var - 1 - n_state
        } else {
            here + var - 1 - n_state
        };
        literal.signum() * placed
    }

    /// Hands out what is true of a state.
    pub fn state_clauses(&self, here: i32, add: &mut dyn FnMut(&[i32])) {
        self.copy(&self.state_clauses, here, 0, add);
    }

    /// Hands out what is true of a step.
    pub fn step_clauses(&self, here: i32, next: i32, add: &mut dyn FnMut(&[i32])) {
        self.write_clauses(here, next, add);
        for command in &self.commands {
            let literals = [-command.taken, command.guard];
            add(&literals.map(|literal| self.place(literal, here, next)));
        }
    }

    /// Hands out what is true of a step whether its command is enabled or not.
    /// It always has a next state.
    pub fn write_clauses(&self, here: i32, next: i32, add: &mut dyn FnMut(&[i32])) {
        self.copy(&self.step_clauses, here, next, add);
    }

    fn copy(&self, clauses: &[i32], here: i32, next: i32, add: &mut dyn FnMut(&[i32])) {
        let mut clause = Vec::new();
        for &literal in clauses {
            if literal == 0 {
                add(&clause);
                clause.clear();
            } else {
                clause.push(self.place(literal, here, next));
            }
        }
    }
}

/// The numbers that get a variable a value: not those of arrays, of which
/// there may be many, and not those that one digit tells.
fn listed(rules: &Machine, encoding: &Encoding) -> Vec<Listed> {
    let mut found = Vec::new();
    let mut first = encoding.n_bits();
    for (var, flat) in rules.vars.iter().zip(rules.bases()) {
        let n = i64::from(var.hi) - i64::from(var.lo) + 1;
        if var.len.is_none() && (3..=MAX_VALUES).contains(&n) {
            let (lo, n) = (var.lo, n as usize);
            found.push(Listed { flat, first, lo, n });
            first += n;
        }
    }
    found
}

impl Listed {
    fn domain(&self) -> impl Iterator<Item = (usize, Val)> + use<> {
        let lo = self.lo;
        (0..self.n).map(move |i| (i, lo + i as Val))
    }

    /// The values say what the digits say.
    fn link(&self, cnf: &mut Cnf, encoding: &Encoding, state: &[i32]) {
        let digits = &state[encoding.bits(self.flat)];
        let values = &state[self.first..self.first + self.n];
        cnf.add_clause(values);
        for (i, &value) in values.iter().enumerate() {
            let matching = digits.iter().enumerate();
            let matching = matching.map(|(k, &digit)| if i >> k & 1 == 1 { digit } else { -digit });
            let matching: Vec<i32> = matching.collect();
            for &digit in &matching {
                cnf.add_clause(&[-value, digit]);
            }
            let mut clause: Vec<i32> = matching.iter().map(|digit| -digit).collect();
            clause.push(value);
            cnf.add_clause(&clause);
        }
    }
}

/// What a command may write, by flat variable; of several writes the last one
/// that hits counts.
fn writes(
    rules: &Machine,
    blaster: &mut Blaster<'_, Cnf>,
    encoding: &Encoding,
    command: usize,
    is_listed: &dyn Fn(usize) -> bool,
) -> Result<BTreeMap<usize, Vec<Write>>, TooLarge> {
    let bases = rules.bases();
    let mut found: BTreeMap<usize, Vec<Write>> = BTreeMap::new();
    for update in &rules.commands[command].updates {
        let base = bases[update.var.index()];
        let n_flat = rules.vars[update.var.index()].n_flat();
        let values = match is_listed(base) {
            true => Some(blaster.values(update.value)?.into_iter().collect()),
            false => None,
        };
        let digits = match &values {
            Some(_) => Vec::new(),
            None => blaster.digits(update.value, base)?,
        };
        let hits = match update.index {
            None => vec![(0, TRUE)],
            Some(index) => blaster.values(index)?,
        };
        for (element, hit) in hits {
            // Validated Rules write to no other element, whatever the state.
            let Some(element) = usize::try_from(element).ok().filter(|&e| e < n_flat) else {
                continue;
            };
            debug_assert!(digits.len() == encoding.bits(base).len() || values.is_some());
            let writes = found.entry(base + element).or_default();
            if hit == TRUE {
                writes.clear();
            }
            writes.push(Write {
                hit,
                digits: digits.clone(),
                values: values.clone(),
            });
        }
    }
    Ok(found)
}

/// The clauses of a step under construction.
struct Step {
    cnf: Cnf,
    /// Which command is taken.
    taken: Vec<i32>,
    stuck: Stuck,
    state: Vec<i32>,
    next: Vec<i32>,
}

impl Step {
    /// Exactly one command is taken.
    fn choose(&mut self, guards: &[i32]) {
        self.taken = guards.iter().map(|_| self.cnf.fresh()).collect();
        let mut choices = self.taken.clone();
        if self.stuck == Stuck::Stutters {
            // Where nothing is enabled nothing is taken, so that all stays.
            let some = self.cnf.any(guards);
            choices.push(-some);
        }
        self.cnf.add_clause(&choices);
        if self.taken.len() <= FEW_COMMANDS {
            for i in 0..self.taken.len() {
                for j in 0..i {
                    self.cnf.add_clause(&[-self.taken[i], -self.taken[j]]);
                }
            }
            return;
        }
        // Once one was taken, no later one is.
        let mut before = -TRUE;
        for i in 0..self.taken.len() {
            let taken = self.taken[i];
            self.cnf.add_clause(&[-before, -taken]);
            let so_far = self.cnf.fresh();
            self.cnf.add_clause(&[-before, so_far]);
            self.cnf.add_clause(&[-taken, so_far]);
            before = so_far;
        }
    }

    /// The commands that write to a variable, as literals one of which is true
    /// where the variable may change.
    fn some_writer(&mut self, writers: &[(usize, &Vec<Write>)]) -> Vec<i32> {
        let taken: Vec<i32> = writers.iter().map(|(c, _)| self.taken[*c]).collect();
        match taken.len() <= FEW_COMMANDS {
            true => taken,
            false => vec![self.cnf.any(&taken)],
        }
    }

    fn equal_unless(&mut self, unless: &[i32], a: i32, b: i32) {
        let mut clause = unless.to_vec();
        clause.extend([-a, b]);
        self.cnf.add_clause(&clause);
        clause.truncate(unless.len());
        clause.extend([a, -b]);
        self.cnf.add_clause(&clause);
    }

    /// A variable of which only the digits are known.
    fn write_digits(&mut self, encoding: &Encoding, flat: usize, writers: &[(usize, &Vec<Write>)]) {
        let bits = encoding.bits(flat);
        let unwritten = self.some_writer(writers);
        for (k, bit) in bits.enumerate() {
            let (old, new) = (self.state[bit], self.next[bit]);
            self.equal_unless(&unwritten, old, new);
            let (mut sets, mut clears) = (Vec::new(), Vec::new());
            for (command, writes) in writers {
                // From the last write back: it counts where no later one hit.
                let mut unless = vec![-self.taken[*command]];
                for write in writes.iter().rev() {
                    let digit = write.digits[k];
                    unless.push(-write.hit);
                    self.equal_unless(&unless, digit, new);
                    unless.pop();
                    unless.push(write.hit);
                    if digit != -TRUE {
                        sets.push(write.hit);
                    }
                    if digit != TRUE {
                        clears.push(write.hit);
                    }
                }
                if writes[0].hit != TRUE {
                    self.equal_unless(&unless, old, new);
                }
            }
            self.explain(&[-new, old], sets);
            self.explain(&[new, -old], clears);
        }
    }

    /// A change needs one of these.
    fn explain(&mut self, unless: &[i32], mut causes: Vec<i32>) {
        causes.sort_unstable();
        causes.dedup();
        if causes.contains(&TRUE) {
            return;
        }
        causes.extend_from_slice(unless);
        self.cnf.add_clause(&causes);
    }

    /// A number with a variable for each value. Its digits follow.
    fn write_values(&mut self, listed: &Listed, writers: &[(usize, &Vec<Write>)]) {
        let unwritten = self.some_writer(writers);
        for (i, value) in listed.domain() {
            let (old, new) = (self.state[listed.first + i], self.next[listed.first + i]);
            self.equal_unless(&unwritten, old, new);
            let keeps = writers.len() < self.taken.len() || self.stuck == Stuck::Stutters;
            let mut causes = match keeps {
                true => vec![old],
                false => Vec::new(),
            };
            for (command, writes) in writers {
                // A number of its own is written whole: the last write counts.
                let values = writes.last().and_then(|write| write.values.as_ref());
                let condition = values.and_then(|values| values.get(&value));
                let condition = condition.copied().unwrap_or(-TRUE);
                self.equal_unless(&[-self.taken[*command]], condition, new);
                causes.push(condition);
            }
            self.explain(&[-new], causes);
        }
    }
}
