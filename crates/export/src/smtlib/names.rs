//! Names in SMT-LIB. What the game named is told from what the language knows
//! by signs in it that no name of either has: `player@3` is the player before
//! the fourth step, `next.0` a part of the table `next`.

use playproof_model::Rules;

use crate::names::Names;

/// Words that expressions are written with; a variable of such a name would
/// hide them.
const RESERVED: &str = "and or not ite let true false forall exists match par as bvadd bvsub bvmul \
    bvsle bvslt assert";

/// Names for the variables of Rules.
pub struct StateNames {
    /// One for each flat variable: `player`, `box.5`.
    pub flat: Vec<String>,
    /// One for each variable: `player`, `box`.
    pub vars: Vec<String>,
}

impl StateNames {
    /// Of elaborated Rules.
    pub fn new(rules: &Rules) -> StateNames {
        let mut names = Names::avoiding(RESERVED);
        let vars = rules.vars.iter().map(|v| names.give(&v.name));
        let vars: Vec<String> = vars.collect();
        let mut flat = Vec::new();
        for (decl, name) in rules.vars.iter().zip(&vars) {
            match decl.len {
                None => flat.push(name.clone()),
                Some(n) => flat.extend((0..n).map(|i| format!("{name}.{i}"))),
            }
        }
        StateNames { flat, vars }
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
