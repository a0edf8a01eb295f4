//! A statement played state by state: initial states, steps, propositions.
//!
//! Where nothing is enabled the state repeats, by [`Step::Stutter`], so that
//! every run is infinite.

use std::sync::Arc;

use crate::budget::{Budget, Checked, known, poll, reject};
use crate::eval::{Code, Evaluator};
use crate::evidence::Step;
use crate::machine::{Action, ActionId, AtomId, E, Foreign, Machine, Val, VarDecl, within};

/// A game with an interpreter of its own. It is admitted by name and version,
/// like an axiom: nothing here checks what it says.
pub trait System: Send + Sync {
    /// The name under which it is admitted.
    fn name(&self) -> &str;
    /// Counts meanings: a later version may mean something else.
    fn version(&self) -> u32;
    /// What it interprets: the game and the level.
    fn source(&self) -> &str;
    /// The variables of its states.
    fn vars(&self) -> &[VarDecl];
    /// Its actions.
    fn actions(&self) -> &[Action];
    /// Its propositions, by name; of very many of one sort only some, to tell people of.
    fn atoms(&self) -> &[String];
    /// The number of the proposition of this name, if there is one.
    fn atom(&self, name: &str) -> Option<usize>;
    /// The initial states, in a fixed order.
    fn initial(&self, emit: &mut dyn FnMut(&[Val]));
    /// The successors of a state in a fixed order, none where play is over;
    /// `None` for an action of which the interpreter cannot tell where it leads.
    fn successors(&self, state: &[Val], emit: &mut dyn FnMut(ActionId, Option<&[Val]>));
    /// Whether a proposition, by its number, is true in a state.
    fn holds(&self, state: &[Val], atom: usize) -> bool;
}

/// The interpreter of a statement, with what the statement adds to its states:
/// propositions as variables, and a count of steps.
#[derive(Clone)]
pub(crate) struct Admitted {
    system: Arc<dyn System>,
    flags: Vec<usize>,
    cap: Option<Val>,
    domains: Vec<(Val, Val)>,
    n_own: usize,
}

impl Admitted {
    /// Accepts the system if it is the one that the machine names.
    pub fn new(
        machine: &Machine,
        foreign: &Foreign,
        system: Arc<dyn System>,
    ) -> Result<Admitted, String> {
        let is_meant = system.name() == foreign.name
            && system.version() == foreign.version
            && system.source() == foreign.source
            && system.actions() == &machine.actions[..]
            && machine.vars.starts_with(system.vars());
        let flags = foreign.flags.iter().map(|flag| system.atom(flag));
        let Some(flags) = flags.collect::<Option<Vec<_>>>().filter(|_| is_meant) else {
            return Err(format!("the statement is not about this `{}`", foreign.name));
        };
        let last = machine.vars.last().filter(|_| foreign.counts_steps);
        let n_own = system.vars().iter().map(VarDecl::n_flat).sum();
        let (cap, domains) = (last.map(|v| v.hi), machine.domains());
        Ok(Admitted { system, flags, cap, domains, n_own })
    }

    /// A state of the system with what the statement adds. A state outside its
    /// own domains would be taken for another one, so that is not accepted.
    fn extend(&self, own: &[Val], count: Val) -> Vec<Val> {
        let mut state = own.to_vec();
        state.extend(self.flags.iter().map(|&flag| Val::from(self.system.holds(own, flag))));
        state.extend(self.cap.map(|cap| count.min(cap)));
        assert!(within(&state, &self.domains), "an interpreter keeps to the variables it declared");
        state
    }
}

/// Plays a machine.
pub struct Play<'m> {
    machine: &'m Machine,
    bases: &'m [usize],
    admitted: Option<&'m Admitted>,
    code: Code<'m>,
    evaluator: Evaluator,
    /// Whether successors were asked for that nobody knows.
    pub is_in_doubt: bool,
}

impl<'m> Play<'m> {
    /// For a machine that is well-formed, and no other.
    pub(crate) fn new(
        machine: &'m Machine,
        bases: &'m [usize],
        admitted: Option<&'m Admitted>,
    ) -> Play<'m> {
        let (code, evaluator) = (Code::new(machine, bases), Evaluator::default());
        Play { machine, bases, admitted, code, evaluator, is_in_doubt: false }
    }

    /// The initial states.
    pub fn initial(&self) -> Vec<Vec<Val>> {
        let Some(admitted) = self.admitted else { return self.machine.initial.clone() };
        let mut states = Vec::new();
        admitted.system.initial(&mut |own| states.push(admitted.extend(own, 0)));
        states
    }

    /// Calls back with every successor and the number of its command (of its
    /// action, for a game with an interpreter of its own), in order.
    pub fn each_successor(&mut self, state: &[Val], mut emit: impl FnMut(usize, &[Val])) {
        if let Some(admitted) = self.admitted {
            let count = admitted.cap.map_or(0, |_| state[state.len() - 1] + 1);
            // The part of a state that the system knows.
            let own = &state[..admitted.n_own];
            return admitted.system.successors(own, &mut |action, next| match next {
                Some(next) => emit(action.index(), &admitted.extend(next, count)),
                None => self.is_in_doubt = true,
            });
        }
        self.evaluator.all(self.code, |flat| (state[flat], state[flat]).into());
        let mut next = Vec::with_capacity(state.len());
        for i in 0..self.machine.commands.len() {
            if self.is_enabled(state, i) {
                next.clear();
                next.extend_from_slice(state);
                self.write(state, i, &mut next);
                emit(i, &next);
            }
        }
    }

    /// Every state that one step leads to: the successors, or the state itself.
    pub fn next(&mut self, state: &[Val], budget: &mut dyn Budget) -> Checked<Vec<Vec<Val>>> {
        let (mut all, mut going) = (Vec::new(), Ok(()));
        let bytes = size_of_val(state) as u64 + 64;
        self.each_successor(state, |_, next| {
            // Few lines may stand for many successors of many variables.
            if all.len() % 1024 == 1023 && going.is_ok() {
                going = poll(budget, 0, all.len() as u64 * bytes);
            }
            all.extend(going.is_ok().then(|| next.to_vec()));
        });
        if all.is_empty() {
            all.push(state.to_vec());
        }
        going.map(|()| all)
    }

    fn is_enabled(&mut self, state: &[Val], command: usize) -> bool {
        self.evaluator.value(self.code, self.machine.commands[command].guard, state) == 1
    }

    /// Writes what a command does; its expressions read the old state.
    fn write(&mut self, state: &[Val], command: usize, next: &mut [Val]) {
        for u in &self.machine.commands[command].updates {
            let mut value = |e| self.evaluator.value(self.code, e, state);
            let element = u.index.map_or(0, |e| value(e) as usize);
            next[self.bases[u.var.index()] + element] = value(u.value);
        }
    }

    /// The value of an expression in a state.
    pub fn value(&mut self, state: &[Val], e: E) -> Val {
        self.evaluator.begin(self.code);
        self.evaluator.value(self.code, e, state)
    }

    /// Whether a proposition is true in a state.
    pub fn holds(&mut self, state: &[Val], atom: AtomId) -> bool {
        self.value(state, self.machine.atoms[atom.index()].holds) == 1
    }

    /// The propositions that are true in a state.
    pub fn letter(&mut self, state: &[Val]) -> Vec<bool> {
        self.evaluator.begin(self.code);
        let atoms = self.machine.atoms.iter();
        let (code, evaluator) = (self.code, &mut self.evaluator);
        atoms.map(|a| evaluator.value(code, a.holds, state) == 1).collect()
    }

    /// Takes a step, if it is one of those out of the state; whether it is.
    pub fn take(&mut self, state: &mut Vec<Val>, step: Step) -> bool {
        match step {
            Step::Stutter => {
                let mut is_over = true;
                self.each_successor(state, |_, _| is_over = false);
                is_over && !self.is_in_doubt
            }
            Step::Act { action, choice } => {
                let outcome = self.outcome(state, action, choice as usize);
                outcome.map(|next| *state = next).is_some()
            }
        }
    }

    /// What an action leads to. Only its own commands are looked at.
    fn outcome(&mut self, state: &[Val], action: ActionId, choice: usize) -> Option<Vec<Val>> {
        if self.admitted.is_some() {
            let (mut outcomes, before) = (Vec::new(), self.is_in_doubt);
            self.each_successor(state, |number, next| {
                outcomes.extend((number == action.index()).then(|| next.to_vec()));
            });
            // Where other actions lead does not matter to a run.
            self.is_in_doubt = before;
            return outcomes.into_iter().nth(choice);
        }
        self.evaluator.begin(self.code);
        let mut own = self.machine.commands.iter().enumerate().filter(|(_, c)| c.action == action);
        let (command, _) = own.by_ref().filter(|&(c, _)| self.is_enabled(state, c)).nth(choice)?;
        let mut next = state.to_vec();
        self.write(state, command, &mut next);
        Some(next)
    }

    /// Shows every state of a run, from the first to the last, and gives the
    /// last.
    pub fn replay(
        &mut self,
        initial: u32,
        run: &[Step],
        budget: &mut dyn Budget,
        visit: &mut dyn FnMut(&mut Self, &[Val]),
    ) -> Checked<Vec<Val>> {
        let state = self.initial().into_iter().nth(initial as usize);
        let mut state = known(state, format_args!("there is no initial state {initial}"))?;
        visit(self, &state);
        for (i, &step) in run.iter().enumerate() {
            if !self.take(&mut state, step) {
                let Step::Act { action, .. } = step else {
                    return reject(format!("step {}, stutter, is not possible there", i + 1));
                };
                let action = self.machine.actions.get(action.index());
                let name = action.map_or("an unknown action", |a| &a.name);
                return reject(format!("step {}, {name}, is not possible there", i + 1));
            }
            visit(self, &state);
            if i % 256 == 0 {
                poll(budget, i as u64, 0)?;
            }
        }
        Ok(state)
    }
}
