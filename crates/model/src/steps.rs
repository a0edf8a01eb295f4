//! A subject as engines and reports walk through it: names, states and steps.
//!
//! Not trusted: evidence is checked by the kernel, which does its own stepping.

use playproof_kernel::{
    Action, ActionId, AtomId, E, Layout, Machine, Play, Step, Val, VarDecl, bases,
};

use crate::each::thing;
use crate::property::Property;
use crate::rules::Rules;
use crate::subject::Subject;
use crate::theorem::KnownTheorem;

/// Names of what a state and a run are made of.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Signature {
    /// The variables; a state is their flat valuation.
    pub vars: Vec<VarDecl>,
    /// The actions.
    pub actions: Vec<Action>,
    /// The propositions, by name.
    pub atoms: Vec<String>,
}

impl Signature {
    /// The length of a flat valuation.
    pub fn n_flat(&self) -> usize {
        self.vars.iter().map(VarDecl::n_flat).sum()
    }

    /// The action of this name.
    pub fn action(&self, name: &str) -> Option<ActionId> {
        let i = self.actions.iter().position(|a| a.name == name)?;
        Some(ActionId(i as u32))
    }

    /// The proposition of this name.
    pub fn atom(&self, name: &str) -> Option<AtomId> {
        let i = self.atoms.iter().position(|a| a == name)?;
        Some(AtomId(i as u32))
    }
}

impl Signature {
    pub(crate) fn of(machine: &Machine) -> Signature {
        let atoms = machine.atoms.iter();
        Signature {
            vars: machine.vars.clone(),
            actions: machine.actions.clone(),
            atoms: atoms.map(|a| a.name.clone()).collect(),
        }
    }
}

impl Rules {
    /// The position of each variable's first element in a flat valuation.
    pub fn bases(&self) -> Vec<usize> {
        bases(&self.vars)
    }

    /// The length of a flat valuation.
    pub fn n_flat(&self) -> usize {
        self.vars.iter().map(VarDecl::n_flat).sum()
    }
}

impl Subject {
    /// One question of one group, as a subject of its own, with its property.
    pub fn part(&self, group: usize, question: usize) -> Option<(Subject, Property)> {
        let group = self.statement().groups().get(group)?;
        let asked = thing(&group.name).asked(question).clone();
        let part = self.about(group.questions.get(question)?.clone(), asked.clone());
        Some((part, asked))
    }

    /// How states are packed.
    pub fn layout(&self) -> &Layout {
        self.statement().layout()
    }

    /// The names.
    pub fn signature(&self) -> &Signature {
        &self.signature
    }

    /// What is odd about the property.
    pub fn notes(&self) -> &[String] {
        &self.asked.notes
    }

    /// The machine, state by state.
    pub fn play(&self) -> Play<'_> {
        self.statement().play()
    }

    /// Calls back with every initial state.
    pub fn initial(&self, emit: &mut dyn FnMut(&[Val])) {
        self.play().initial().iter().for_each(|state| emit(state));
    }

    /// The successors of a state in a fixed order, none of a terminal one.
    pub fn successors(&self, state: &[Val], emit: &mut dyn FnMut(ActionId, &[Val])) {
        self.successors_in(&mut self.play(), state, emit);
    }

    /// The same with a play of this subject, for whoever asks of many states.
    pub fn successors_in(
        &self,
        play: &mut Play,
        state: &[Val],
        emit: &mut dyn FnMut(ActionId, &[Val]),
    ) {
        let commands = &self.machine().commands;
        play.each_successor(state, |number, next| {
            // An interpreter's successors come with the numbers of actions.
            let action = commands.get(number).map(|c| c.action);
            emit(action.unwrap_or(ActionId(number as u32)), next);
        });
    }

    /// Where play is over, if some command asks.
    pub fn end_of_play(&self) -> Option<E> {
        self.asked.terminal
    }

    /// Whether play is over in a state.
    pub fn terminal(&self, state: &[Val]) -> bool {
        let terminal = self.asked.terminal;
        terminal.is_some_and(|e| self.play().value(state, e) == 1)
    }

    /// Whether a proposition is true in a state.
    pub fn holds(&self, state: &[Val], atom: AtomId) -> bool {
        self.play().holds(state, atom)
    }

    /// Takes a step, if it is one of those out of the state; whether it is.
    pub fn take(&self, state: &mut Vec<Val>, step: Step) -> bool {
        self.play().take(state, step)
    }

    /// What is argued about the level, for those who look for arguments.
    pub fn theorem(&self) -> &KnownTheorem {
        &self.asked.theorem
    }

    /// The axiom by which an argument of the game shows that the property holds.
    pub fn argued(&self, argument: &[u32]) -> Result<&'static str, String> {
        match (&self.asked.theorem.0, &self.asked.property) {
            (Some(theorem), Some(property)) => theorem.shows(property, argument),
            _ => Err("the game knows no theorem about this level".to_owned()),
        }
    }

    /// Whether the game knows that nothing is ever lost.
    pub fn nothing_is_lost(&self) -> bool {
        let theorem = self.asked.theorem.0.as_ref();
        theorem.is_some_and(|theorem| theorem.nothing_is_lost())
    }

    /// Whether the property says of a proposition that it can always be reached, and the
    /// game knows that one run which reaches it shows that.
    pub fn is_shown_by_a_run(&self) -> bool {
        let property = self.asked.property.as_ref();
        let name = property.and_then(Property::always_possible);
        let both = self.asked.theorem.0.as_ref().zip(name);
        both.is_some_and(|(theorem, name)| theorem.lasts(&name))
    }

    /// The step that a command takes in this state, if it is enabled there.
    pub fn step_of(&self, play: &mut Play, state: &[Val], command: usize) -> Option<Step> {
        let commands = &self.machine().commands;
        let by_action = self.by_action.get_or_init(|| {
            let mut by_action = vec![Vec::new(); self.signature.actions.len()];
            for (i, command) in commands.iter().enumerate() {
                by_action[command.action.index()].push(i as u32);
            }
            by_action
        });
        let action = commands.get(command)?.action;
        let mut is_enabled = |c: usize| play.value(state, commands[c].guard) == 1;
        if !is_enabled(command) {
            return None;
        }
        let before = by_action[action.index()].iter().map(|&c| c as usize);
        let before = before.take_while(|&c| c < command);
        let choice = before.filter(|&c| is_enabled(c)).count() as u32;
        Some(Step::Act { action, choice })
    }
}

/// The steps out of a state: its successors, or, where there are none, the
/// state itself by `Stutter`. Every run is infinite thanks to this.
pub fn steps(subject: &Subject, state: &[Val], emit: &mut dyn FnMut(Step, &[Val])) {
    steps_in(subject, &mut subject.play(), state, emit);
}

/// The same with a play of the subject, for whoever asks of many states.
pub fn steps_in(
    subject: &Subject,
    play: &mut Play,
    state: &[Val],
    emit: &mut dyn FnMut(Step, &[Val]),
) {
    let mut taken = vec![0; subject.signature().actions.len()];
    let mut any = false;
    subject.successors_in(play, state, &mut |action, next| {
        any = true;
        let choice = taken[action.index()];
        taken[action.index()] += 1;
        emit(Step::Act { action, choice }, next);
    });
    if !any {
        emit(Step::Stutter, state);
    }
}

/// Whether nothing is enabled although play is not over.
pub fn stuck(subject: &Subject, state: &[Val]) -> bool {
    let mut any = subject.terminal(state);
    subject.successors(state, &mut |_, _| any = true);
    !any
}
