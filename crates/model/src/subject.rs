//! What a game makes of a level, and what of that is decided and checked.

use std::sync::{Arc, OnceLock};

use playproof_kernel::{Axioms, E, Fingerprint, Machine, Question, Statement, System};

use crate::elaborate::{ElaborateError, alone, elaborate};
use crate::property::Property;
use crate::rules::Rules;
use crate::steps::Signature;
use crate::system::elaborate_system;
use crate::theorem::KnownTheorem;

/// A level's meaning, before a property is asked.
pub enum Model {
    /// As Rules, which every engine reads.
    Rules(Box<Rules>),
    /// As an interpreter, which only explicit engines can run.
    System(Arc<dyn System>),
}

impl Model {
    /// Prepares the level for one property.
    pub fn elaborate(&self, property: &Property) -> Result<Subject, ElaborateError> {
        match self {
            Model::Rules(rules) => elaborate(rules, property),
            Model::System(system) => elaborate_system(system, property),
        }
    }
}

/// What was asked, beside the statement that it came to.
#[derive(Clone, Default)]
pub(crate) struct Asked {
    pub property: Option<Property>,
    pub theorem: KnownTheorem,
    /// Where play is over, if a command asks.
    pub terminal: Option<E>,
    /// What is odd about the property.
    pub notes: Vec<String>,
}

/// A level's meaning with a question: a statement, and for engines and reports
/// what it came from.
#[derive(Clone)]
pub struct Subject {
    statement: Statement,
    pub(crate) signature: Arc<Signature>,
    pub(crate) asked: Asked,
    /// The commands of each action, once they were needed.
    pub(crate) by_action: Arc<OnceLock<Vec<Vec<u32>>>>,
}

impl Subject {
    pub(crate) fn new(statement: Statement, asked: Asked) -> Subject {
        let signature = Signature::of(statement.machine());
        Subject {
            signature: Arc::new(signature),
            statement,
            asked,
            by_action: Arc::default(),
        }
    }

    /// The same machine with one question of a statement of several.
    pub(crate) fn about(&self, question: Question, property: Property) -> Subject {
        let statement = self.statement.about(alone(question));
        Subject {
            statement: statement.expect("it is one of the statement's questions"),
            signature: Arc::clone(&self.signature),
            asked: Asked {
                property: Some(property),
                notes: Vec::new(),
                ..self.asked.clone()
            },
            by_action: Arc::clone(&self.by_action),
        }
    }

    /// The statement.
    pub fn statement(&self) -> &Statement {
        &self.statement
    }

    /// Its machine, which engines read.
    pub fn machine(&self) -> &Machine {
        self.statement.machine()
    }

    /// Whether the game has an interpreter of its own, so that there are no
    /// commands to read.
    pub fn is_foreign(&self) -> bool {
        self.machine().foreign.is_some()
    }

    /// What is asked.
    pub fn question(&self) -> &Question {
        let question = self.statement.question();
        question.expect("a subject is about one question")
    }

    /// The hash of the statement.
    pub fn fingerprint(&self) -> Fingerprint {
        self.statement.fingerprint()
    }

    pub(crate) fn property(&self) -> Option<&Property> {
        self.asked.property.as_ref()
    }
}

impl Axioms for Subject {
    fn shows(
        &self,
        axiom: &str,
        at: Option<(usize, usize)>,
        numbers: &[u32],
        reached: bool,
    ) -> Result<(), String> {
        let property = self.property().ok_or("nothing is known of this property")?;
        let asked = match (at, property.is_about_each()) {
            (None, true) | (Some(_), false) => property.clone(),
            (None, false) => return Err("the argument is about another question".to_owned()),
            (Some((group, question)), true) => {
                let group = self.statement.groups().get(group);
                let name = &group.ok_or("there is no such group")?.name;
                crate::each::thing(name).asked(question).clone()
            }
        };
        self.asked.theorem.admits(axiom, &asked, numbers, reached)
    }
}
