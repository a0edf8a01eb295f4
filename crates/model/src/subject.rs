//! What a game makes of a level, and what of that is decided and checked.

use std::sync::Arc;

use crate::cube::CubeSemantics;
use crate::elaborate::{ElaborateError, Elaborated, elaborate};
use crate::interpreted::Interpreted;
use crate::layout::Layout;
use crate::meaning::Question;
use crate::property::Property;
use crate::rules::Rules;
use crate::semantics::Semantics;

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
