//! Names in SMT-LIB, in which a number is a symbol for each of its values.
//! What the game named is told from what the language knows by signs that
//! none of the language's words has: `player=17@3` says that the player is on
//! 17 after three steps.

use playproof_model::{Rules, VarId};

use crate::names::Names;

/// Words that expressions are written with; a variable of such a name would
/// hide them.
const RESERVED: &str = "and or not ite let true false forall exists match par as assert";

/// Names for the variables of Rules.
pub struct StateNames {
    places: Vec<Place>,
    bases: Vec<usize>,
}

/// A flat variable.
pub struct Place {
    /// The variable that it belongs to, and which of its elements it is.
    pub var: VarId,
    pub element: usize,
    /// One symbol if it is a truth value, or one for each value.
    pub symbols: Vec<String>,
}

impl StateNames {
    /// Of elaborated Rules.
    pub fn new(rules: &Rules) -> StateNames {
        let mut names = Names::avoiding(RESERVED);
        let mut places = Vec::new();
        for (i, decl) in rules.vars.iter().enumerate() {
            let name = names.give(&decl.name);
            for element in 0..decl.n_flat() {
                let name = match decl.len {
                    None => name.clone(),
                    Some(_) => format!("{name}.{element}"),
                };
                let symbols = match decl.lo >= 0 && decl.hi <= 1 {
                    true => vec![name],
                    false => (decl.lo..=decl.hi).map(|v| format!("{name}={v}")).collect(),
                };
                let var = VarId(i as u32);
                places.push(Place {
                    var,
                    element,
                    symbols,
                });
            }
        }
        let bases = rules.bases();
        StateNames { places, bases }
    }

    /// The flat variables in order.
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// An element of a variable.
    pub fn of(&self, v: VarId, element: usize) -> &Place {
        &self.places[self.bases[v.index()] + element]
    }
}

/// Names for the commands of Rules, as a model says which of them were done.
pub struct StepNames {
    /// One for each command.
    pub commands: Vec<String>,
}

/// What is done when everything is done.
pub const IDLE: &str = "idle";

impl StepNames {
    /// Of elaborated Rules.
    pub fn new(rules: &Rules) -> StepNames {
        let mut names = Names::avoiding(IDLE);
        let commands = rules.commands.iter().map(|c| names.give(&c.name));
        StepNames {
            commands: commands.collect(),
        }
    }

    /// The constant that is true if a command is done as a step, from 0.
    pub fn at(name: &str, step: u64) -> String {
        format!("{name}@{step}")
    }

    /// Such a constant taken apart.
    pub fn read(symbol: &str) -> Option<(&str, u64)> {
        let (name, step) = symbol.rsplit_once('@')?;
        Some((name, step.parse().ok()?))
    }
}
