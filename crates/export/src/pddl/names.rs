//! Names in PDDL. Those of the game have no `-`, which therefore stands
//! between a command and the values it is for.

use playproof_model::{Machine, Val};

use crate::names::Names;

/// Words with a meaning in PDDL, and predicates that planners add.
const RESERVED: &str = "and or not imply exists forall when either object number define domain \
    problem increase decrease assign";

/// Names for what a machine has.
pub struct PlanNames {
    /// A predicate for each variable.
    pub vars: Vec<String>,
    /// The beginning of the operators of each command.
    pub commands: Vec<String>,
}

impl PlanNames {
    /// Of a machine.
    pub fn new(machine: &Machine) -> PlanNames {
        let mut vars = Names::avoiding(RESERVED);
        let mut commands = Names::avoiding(RESERVED);
        PlanNames {
            vars: machine.vars.iter().map(|v| vars.give(&v.name)).collect(),
            commands: machine
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

/// What the name of an operator says.
pub struct Operator {
    /// The number of the command that it is a case of.
    pub command: usize,
    /// The values of flat variables that it is for.
    pub before: Vec<(usize, Val)>,
}

/// Takes the name of an operator apart, or says what is wrong with it.
pub fn operator_of(machine: &Machine, operator: &str) -> Result<Operator, String> {
    // Planners write names in capitals or not, as they like.
    let name = operator.to_ascii_lowercase();
    let mut parts = name.split('-');
    let names = PlanNames::new(machine);
    let is_it = |command: &String| Some(&command[..]) == name.split('-').next();
    let command = names.commands.iter().position(is_it);
    let command = command.ok_or("the game has no such command")?;
    parts.next();
    let bases = machine.bases();
    let mut before = Vec::new();
    while let Some(part) = parts.next() {
        let Some(value) = parts.next() else {
            // The number of a case that its values alone do not tell.
            match part.parse::<usize>() {
                Ok(_) => break,
                Err(_) => return Err(format!("no value follows `{part}`")),
            }
        };
        let var = names.vars.iter().position(|var| var == part);
        let var = var.filter(|&v| machine.vars[v].len.is_none());
        let var = var.ok_or_else(|| format!("the game has no number `{part}`"))?;
        let value = number(value).ok_or_else(|| format!("`{value}` is no value"))?;
        before.push((bases[var], value));
    }
    Ok(Operator { command, before })
}

/// The number that is this object.
fn number(object: &str) -> Option<Val> {
    let sign = match object.as_bytes().first()? {
        b'n' => "",
        b'm' => "-",
        _ => return None,
    };
    format!("{sign}{}", &object[1..]).parse().ok()
}
