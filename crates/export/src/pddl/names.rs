//! Names in PDDL. Those of the game have no `-`, which therefore stands
//! between a command and the values it is for.

use playproof_model::{Rules, Val};

use crate::names::Names;

/// Words with a meaning in PDDL, and predicates that planners add.
const RESERVED: &str = "and or not imply exists forall when either object number define domain \
    problem increase decrease assign";

/// Names for what Rules have.
pub struct PlanNames {
    /// A predicate for each variable.
    pub vars: Vec<String>,
    /// The beginning of the operators of each command.
    pub commands: Vec<String>,
}

impl PlanNames {
    /// Of elaborated Rules.
    pub fn new(rules: &Rules) -> PlanNames {
        let mut vars = Names::avoiding(RESERVED);
        let mut commands = Names::avoiding(RESERVED);
        PlanNames {
            vars: rules.vars.iter().map(|v| vars.give(&v.name)).collect(),
            commands: rules
                .commands
                .iter()
                .map(|c| commands.give(&c.name))
                .collect(),
        }
    }
}

/// A number as an object.
pub fn object(value: Val) -> String {
    match value < 0 {
        true => format!("m{}", value.unsigned_abs()),
        false => format!("n{value}"),
    }
}

/// The number of the command that an operator is a case of.
pub fn command_of(rules: &Rules, operator: &str) -> Option<usize> {
    let name = operator.split('-').next()?.to_ascii_lowercase();
    let commands = PlanNames::new(rules).commands;
    commands.iter().position(|c| *c == name)
}
