//! What is asked of languages that know one question: whether a state can be
//! reached.

use playproof_model::{Answer, E, Elaborated, Owner, Property, Question, Rules, elaborate};

use crate::error::ExportError;

/// Rules whose one proposition is to be reached.
pub struct ReachTask<'a> {
    elaborated: Elaborated,
    property: &'a Property,
    /// What it says about the property if a run gets there.
    pub on_reach: Answer,
}

impl<'a> ReachTask<'a> {
    /// Of a named property; refused unless it asks whether something can be
    /// reached.
    pub fn new(rules: &Rules, name: &str, property: &'a Property) -> Result<Self, ExportError> {
        players_only(rules)?;
        let elaborated = elaborate(rules, property);
        let elaborated = elaborated.map_err(|error| ExportError::of_property(name, error))?;
        let why = match elaborated.question() {
            Question::Reach(reach) => {
                let on_reach = reach.on_reach;
                return Ok(ReachTask {
                    elaborated,
                    property,
                    on_reach,
                });
            }
            Question::Linear(_) => {
                "is about whole runs (LTL), and this format only asks what can be reached; \
                 promela can say it"
            }
            Question::Branching(_) => "is about the tree of runs (CTL), which no export can say",
            Question::Paths(_) => "counts runs, which no export can say",
        };
        let name = name.to_owned();
        Err(ExportError::Unsayable { name, why })
    }

    /// The Rules, elaborated.
    pub fn rules(&self) -> &Rules {
        self.elaborated.rules()
    }

    /// What is to be reached.
    pub fn target(&self) -> E {
        self.rules().atoms[0].holds
    }

    /// The property, and its definition where that says more.
    pub fn asked(&self) -> Vec<String> {
        let property = self.property.to_string();
        let definition = self.property.definition().map(|f| f.to_string());
        let mut lines = vec![format!("Asked: {}", one_line(&property))];
        let definition = definition.filter(|d| *d != property);
        lines.extend(definition.map(|d| format!("which is {}", one_line(&d))));
        lines
    }

    /// What it means that a run gets there, and that none does.
    pub fn outcomes(&self) -> [&'static str; 2] {
        match self.on_reach {
            Answer::Holds => ["the property holds", "the property is violated"],
            Answer::Violated => ["the property is violated", "the property holds"],
        }
    }
}

/// An export makes every choice the player's.
pub fn players_only(rules: &Rules) -> Result<(), ExportError> {
    let foreign = rules.actions.iter().find(|a| a.owner != Owner::Player);
    match foreign {
        Some(action) => Err(ExportError::NotThePlayers(action.name.clone())),
        None => Ok(()),
    }
}

/// Text that stays in its comment.
pub fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}
