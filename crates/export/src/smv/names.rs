//! Names of states and steps in SMV, where variables, definitions and the
//! values of `command` share one space of names.

use playproof_model::{Machine, VarId};

use crate::names::Names;

/// Small words of NuSMV and nuXmv, and our own. Most of the language's words
/// are capitals, and our names have none.
const RESERVED: &str = "\
    abs acos array asin atan atan2 bool boolean case clock command constarray cos count esac exp \
    extend false floor forall exists fun in init integer itype ln main max min mod next \
    noncontinuous of pi pow process real read resize self signed sin since sizeof stutter \
    swconst tan time time_since time_until toint true typeof union unsigned until uwconst \
    word word1 write xnor xor";

/// What is done where nothing can be done.
pub const STUTTER: &str = "stutter";

/// The names of a game.
pub struct GameNames {
    /// One for each flat variable.
    places: Vec<String>,
    bases: Vec<usize>,
    /// One for each command.
    pub commands: Vec<String>,
    /// For each command, that of its guard.
    pub guards: Vec<String>,
    /// One for each proposition.
    pub atoms: Vec<String>,
    /// For what else gets one.
    pub others: Names,
}

impl GameNames {
    /// Of a machine.
    pub fn new(machine: &Machine) -> GameNames {
        let mut names = Names::avoiding(RESERVED);
        let mut places = Vec::new();
        for decl in &machine.vars {
            let name = names.give(&decl.name);
            match decl.len {
                None => places.push(name),
                Some(n) => places.extend((0..n).map(|i| {
                    let prefix = format!("{name}_");
                    names.give_with(&prefix, &i.to_string())
                })),
            }
        }
        let commands = machine.commands.iter();
        let commands: Vec<_> = commands.map(|c| names.give(&c.name)).collect();
        let guards = commands.iter().map(|c| names.give_with("can_", c));
        let guards = guards.collect();
        let atoms = machine.atoms.iter();
        let atoms = atoms.map(|a| names.give(&a.name)).collect();
        GameNames {
            places,
            bases: machine.bases(),
            commands,
            guards,
            atoms,
            others: names,
        }
    }

    /// The flat variables in order.
    pub fn places(&self) -> &[String] {
        &self.places
    }

    /// The element of a variable.
    pub fn of(&self, v: VarId, element: usize) -> &str {
        &self.places[self.bases[v.index()] + element]
    }
}
