//! What is asked: how it is told in comments, and the one question that most
//! languages know, whether a state can be reached.

use playproof_model::{
    Answer, AtomId, E, Formula, Machine, Property, Quantifier, Question, Rules, Subject, elaborate,
};

use crate::error::ExportError;
use crate::text::one_line;

/// Why some properties cannot be exported at all.
pub const COUNTS_RUNS: &str = "counts runs, which no export can say";

/// A machine whose one proposition is to be reached.
pub struct ReachTask<'a> {
    subject: Subject,
    property: &'a Property,
    /// What it says about the property if a run gets there.
    pub on_reach: Answer,
}

/// Refuses a property that does not ask what can be reached, for whoever has work to do
/// before it is exported.
pub fn asks_what_is_reached(
    rules: &Rules,
    name: &str,
    property: &Property,
) -> Result<(), ExportError> {
    ReachTask::new(rules, name, property).map(|_| ())
}

impl<'a> ReachTask<'a> {
    /// Of a named property; refused unless it asks whether something can be
    /// reached.
    pub fn new(rules: &Rules, name: &str, property: &'a Property) -> Result<Self, ExportError> {
        let subject = elaborate(rules, property);
        let subject = subject.map_err(|error| ExportError::of_property(name, error))?;
        let why = match subject.question() {
            Question::Reach(reach) => {
                let on_reach = reach.on_reach;
                return Ok(ReachTask {
                    subject,
                    property,
                    on_reach,
                });
            }
            Question::Linear(_) => {
                "is about whole runs (LTL), and this format only asks what can be reached; \
                 promela and smv can say it"
            }
            Question::Branching(_) => "is about the tree of runs (CTL), which only smv can say",
            Question::Paths(_) => COUNTS_RUNS,
        };
        let name = name.to_owned();
        Err(ExportError::Unsayable { name, why })
    }

    /// The rules joined with the property.
    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    /// What is to be reached, as a proposition.
    pub fn target_atom(&self) -> AtomId {
        AtomId(0)
    }

    /// The machine.
    pub fn machine(&self) -> &Machine {
        self.subject.machine()
    }

    /// What is to be reached.
    pub fn target(&self) -> E {
        self.machine().atoms[self.target_atom().index()].holds
    }

    /// The property, and its definition where that says more.
    pub fn asked(&self) -> Vec<String> {
        asked(self.property)
    }

    /// What it means that a run gets there, and that none does.
    pub fn outcomes(&self) -> [&'static str; 2] {
        outcomes(self.on_reach)
    }
}

/// The property, and its definition where that says more.
pub fn asked(property: &Property) -> Vec<String> {
    let text = property.to_string();
    let definition = property.definition().map(|f| f.to_string());
    let mut lines = vec![format!("Asked: {}", one_line(&text))];
    let definition = definition.filter(|d| *d != text);
    lines.extend(definition.map(|d| format!("which is {}", one_line(&d))));
    lines
}

/// What it means that there is a run of the kind looked for, and that there is
/// none, if one gives this answer.
pub fn outcomes(on_run: Answer) -> [&'static str; 2] {
    match on_run {
        Answer::Holds => ["the property holds", "the property is violated"],
        Answer::Violated => ["the property is violated", "the property holds"],
    }
}

/// A formula without the quantifier in front of it, and whether that asks for
/// one run. None asks about all.
pub fn one_run_apart(formula: Formula) -> (Formula, bool) {
    match formula {
        Formula::Runs(Quantifier::Some, f) => (*f, true),
        Formula::Runs(Quantifier::All, f) => (*f, false),
        f => (f, false),
    }
}
