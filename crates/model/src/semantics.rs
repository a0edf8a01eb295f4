//! What engines and the checker know of a game: states, steps, propositions.
//!
//! `Elaborated` Rules are one `Semantics`; a game with its own interpreter is
//! another. Both are handed out only after elaboration, so that a terminal
//! state has no successors here, whoever wrote the game, and stuttering is
//! supplied in one place, [`steps`].

use std::fmt;

use crate::rules::{Action, ActionId, AtomId, Val, VarDecl};

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

/// A stable hash of everything that a game says about a level.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fingerprint(pub [u8; 32]);

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|b| write!(f, "{b:02x}"))
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fingerprint({self})")
    }
}

/// Trusted: plain and obviously right.
pub trait Semantics: Send + Sync {
    /// The names.
    fn signature(&self) -> &Signature;
    /// The initial states, in a fixed order.
    fn initial(&self, emit: &mut dyn FnMut(&[Val]));
    /// The successors of a state in a fixed order, none of a terminal one.
    fn successors(&self, state: &[Val], emit: &mut dyn FnMut(ActionId, &[Val]));
    /// Whether play is over in this state.
    fn terminal(&self, state: &[Val]) -> bool;
    /// Whether a proposition is true in this state.
    fn holds(&self, state: &[Val], atom: AtomId) -> bool;
    /// The hash of all of the above.
    fn fingerprint(&self) -> Fingerprint;
}

/// One step of a run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// An action; `choice` counts, from 0, the successors of this action in
    /// the order of `successors`: two enabled commands are two choices.
    Act {
        /// What is done.
        action: ActionId,
        /// Which of its outcomes.
        choice: u32,
    },
    /// Nothing happens any more: play is over, or nothing is enabled.
    Stutter,
}

/// The steps out of a state: its successors, or, where there are none, the
/// state itself by `Stutter`. Every run is infinite thanks to this.
pub fn steps(semantics: &dyn Semantics, state: &[Val], emit: &mut dyn FnMut(Step, &[Val])) {
    let mut taken = vec![0; semantics.signature().actions.len()];
    let mut any = false;
    semantics.successors(state, &mut |action, next| {
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
pub fn stuck(semantics: &dyn Semantics, state: &[Val]) -> bool {
    let mut any = semantics.terminal(state);
    semantics.successors(state, &mut |_, _| any = true);
    !any
}
