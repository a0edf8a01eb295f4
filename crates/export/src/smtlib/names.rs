//! Names in SMT-LIB. What the game named is told from what the language knows
//! by signs that none of the language's words has: `player=17@3` says that the
//! player is on 17 after three steps.

use playproof_model::{Machine, Val, VarId};

use crate::names::Names;

/// Words that expressions are written with; a variable of such a name would
/// hide them.
const RESERVED: &str = "and or not ite let true false forall exists match par as assert";

/// Names for the variables of a machine.
pub struct StateNames {
    places: Vec<FlatVar>,
    bases: Vec<usize>,
}

/// How a state holds a number that is more than a truth value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Numbers {
    /// By a truth value for each of its values: the fastest to search.
    ByValue,
    /// As an integer: a relation of few arguments is the easiest to learn.
    Integers,
    /// As a bit-vector, whose width the text says once.
    BitVectors,
}

/// A flat variable.
pub struct FlatVar {
    /// The variable that it belongs to, and which of its elements it is.
    pub var: VarId,
    pub element: usize,
    /// What holds it, each with its type.
    pub parts: Vec<(String, &'static str)>,
    /// Its values, each with the condition that it is the one. Of a truth
    /// value only 1 is there.
    pub values: Vec<(Val, String)>,
}

impl StateNames {
    /// Of a machine.
    pub fn new(machine: &Machine, numbers: Numbers) -> StateNames {
        let mut names = Names::avoiding(RESERVED);
        let mut places = Vec::new();
        for (i, decl) in machine.vars.iter().enumerate() {
            let name = names.give(&decl.name);
            for element in 0..decl.n_flat() {
                let name = match decl.len {
                    None => name.clone(),
                    Some(_) => format!("{name}.{element}"),
                };
                let all = decl.lo..=decl.hi;
                let (parts, values) = match (decl.lo >= 0 && decl.hi <= 1, numbers) {
                    (true, _) => (vec![(name.clone(), "Bool")], vec![(1, name)]),
                    (false, Numbers::ByValue) => {
                        let values: Vec<_> = all.map(|v| (v, format!("{name}={v}"))).collect();
                        let parts = values.iter().map(|(_, symbol)| (symbol.clone(), "Bool"));
                        (parts.collect(), values)
                    }
                    (false, Numbers::BitVectors) => (vec![(name, "Num")], Vec::new()),
                    (false, Numbers::Integers) => {
                        let values = all.map(|v| (v, format!("(= {name} {})", integer(v))));
                        (vec![(name.clone(), "Int")], values.collect())
                    }
                };
                places.push(FlatVar {
                    var: VarId(i as u32),
                    element,
                    parts,
                    values,
                });
            }
        }
        let bases = machine.bases();
        StateNames { places, bases }
    }

    /// The flat variables in order.
    pub fn places(&self) -> &[FlatVar] {
        &self.places
    }

    /// An element of a variable.
    pub fn of(&self, v: VarId, element: usize) -> &FlatVar {
        &self.places[self.bases[v.index()] + element]
    }
}

/// A number.
pub fn integer(value: Val) -> String {
    match value < 0 {
        true => format!("(- {})", value.unsigned_abs()),
        false => value.to_string(),
    }
}

/// Names for the commands of a machine, as a model says which of them were done.
pub struct StepNames {
    /// One for each command.
    pub commands: Vec<String>,
}

/// What is done when everything is done.
pub const IDLE: &str = "idle";

impl StepNames {
    /// Of a machine.
    pub fn new(machine: &Machine) -> StepNames {
        let mut names = Names::avoiding(IDLE);
        let commands = machine.commands.iter().map(|c| names.give(&c.name));
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
