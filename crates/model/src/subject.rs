//! What a game makes of a level, and what of that is decided and checked.

use std::sync::Arc;

use crate::cube::CubeSemantics;
use crate::elaborate::{ElaborateError, Elaborated, elaborate};
use crate::interpreted::Interpreted;
use crate::layout::Layout;
use crate::meaning::Question;
use crate::property::Property;
use crate::rules::{Rules, Val};
use crate::semantics::{Semantics, Step, steps};

/// A level's meaning, before a property is asked.
pub enum Model {
    /// As Rules, which every engine reads.
    Rules(Box<Rules>),
    /// As an interpreter, which only explicit engines can run.
    Interpreted(Arc<dyn Semantics>),
}

/// A level's meaning with a question.
pub enum Subject {
    /// From Rules.
    Rules(Box<Elaborated>),
    /// From an interpreter.
    Interpreted(Box<Interpreted>),
}

impl Model {
    /// Prepares the level for one property.
    pub fn elaborate(&self, property: &Property) -> Result<Subject, ElaborateError> {
        match self {
            Model::Rules(rules) => elaborate(rules, property).map(|e| Subject::Rules(Box::new(e))),
            Model::Interpreted(game) => {
                let game = Interpreted::new(Arc::clone(game), property)?;
                Ok(Subject::Interpreted(Box::new(game)))
            }
        }
    }
}

impl Subject {
    /// States, steps and sets of states.
    pub fn semantics(&self) -> &dyn CubeSemantics {
        match self {
            Subject::Rules(rules) => &**rules,
            Subject::Interpreted(game) => &**game,
        }
    }

    /// Takes a step, if it is one of those out of the state; whether it is. A level may
    /// have a million commands, of which only those of the action are looked at.
    pub fn take(&self, state: &mut Vec<Val>, step: Step) -> bool {
        if let (Subject::Rules(rules), Step::Act { action, choice }) = (self, step) {
            return rules.take(state, action, choice);
        }
        let mut reached = None;
        steps(self.semantics(), state, &mut |possible, next| {
            if possible == step {
                reached = Some(next.to_vec());
            }
        });
        let is_possible = reached.is_some();
        *state = reached.unwrap_or_else(|| std::mem::take(state));
        is_possible
    }

    /// What is asked.
    pub fn question(&self) -> &Question {
        match self {
            Subject::Rules(rules) => rules.question(),
            Subject::Interpreted(game) => game.question(),
        }
    }

    /// How states are packed.
    pub fn layout(&self) -> &Layout {
        match self {
            Subject::Rules(rules) => rules.layout(),
            Subject::Interpreted(game) => game.layout(),
        }
    }

    /// What is odd about the property: nothing, where places have no names.
    pub fn notes(&self) -> &[String] {
        match self {
            Subject::Rules(rules) => rules.notes(),
            Subject::Interpreted(_) => &[],
        }
    }
}
