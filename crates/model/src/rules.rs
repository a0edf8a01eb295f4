//! Rules: what a level means, as data.
//!
//! Variables, tables and expressions are the kernel's. What is added here is
//! what a question turns into those: the end of play, observers, balances,
//! propositions with arguments, and theorems.
//!
//! Whoever writes Rules sees to it that a saturating observer only grows or starts anew,
//! that nothing else reads it, and that the game reads no observer: only then may counting
//! stop at a cap. `validate.rs` refuses Rules that are not like this.

use playproof_kernel::{
    Action, ActionId, Atom, AtomId, E, Node, Table, TableId, Update, Val, VarDecl, VarId,
};

use crate::theorem::KnownTheorem;

/// The greatest cap of a saturating observer.
pub const MAX_CAP: Val = 1 << 24;

/// A guarded command of the game: where `guard` is 1, one successor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameCommand {
    /// The name for people.
    pub name: String,
    /// The action this is a case of.
    pub action: ActionId,
    /// When it is enabled.
    pub guard: E,
    /// Simultaneous writes; of two to one place the later wins.
    pub updates: Vec<Update>,
    /// Bumping into a wall, say, is something to do only for those who keep
    /// the score: the command exists where this observer is read.
    pub only_for: Option<VarId>,
}

/// How far an observer counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// Stays at a cap that the property decides (see `elaborate`).
    Saturating,
    /// Never exceeds this value by its own definition.
    UpTo(Val),
}

/// A variable beside the game, such as `moves`, that enters the state only
/// when a property reads it. Observer `i` is the variable `vars.len() + i` in
/// the nodes of unelaborated Rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Observer {
    /// The name properties use.
    pub name: String,
    /// Its first and least value.
    pub initial: Val,
    /// How far it counts.
    pub extent: Extent,
    /// Its next value under each command, before saturation.
    pub next: Vec<E>,
}

/// A number that goes up and down, such as a score: what an expression says
/// of the state, less what an observer has counted. The observer itself only
/// grows, so that it can stay at a cap beyond which nothing is told apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Balance {
    /// The name properties use.
    pub name: String,
    /// What the state is worth by itself.
    pub credit: E,
    /// The most that is.
    pub most: Val,
    /// The observer that is taken off; one that starts at 0 and saturates.
    pub debit: VarId,
}

/// A proposition with arguments: `name(i, j)` is true where `var` has the value
/// `table[i-1][j-1]`; for an array variable, where that element is not 0.
/// Arguments count from 1, as text positions do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Locator {
    /// The name properties use, such as `at`.
    pub name: String,
    /// The variable that is looked at.
    pub var: VarId,
    /// From arguments to a value or an element; -1 where there is none.
    pub table: TableId,
}

/// A level's rules: variables, tables, actions, guarded commands, the end of
/// play, initial states, propositions and observers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rules {
    /// The variables, whose values are the state.
    pub vars: Vec<VarDecl>,
    /// The static tables.
    pub tables: Vec<Table>,
    /// All expressions, operands before users.
    pub nodes: Vec<Node>,
    /// The actions.
    pub actions: Vec<Action>,
    /// The guarded commands.
    pub commands: Vec<GameCommand>,
    /// Where play is over.
    pub terminal: E,
    /// The initial states, flat valuations.
    pub initial: Vec<Vec<Val>>,
    /// The propositions.
    pub atoms: Vec<Atom>,
    /// Counters beside the game.
    pub observers: Vec<Observer>,
    /// What is reckoned of them and the state.
    pub balances: Vec<Balance>,
    /// Propositions with arguments.
    pub locators: Vec<Locator>,
    /// The propositions that say where the player is or what was found: what
    /// a property about each room and thing is about.
    pub things: Vec<AtomId>,
    /// What the game can argue about the level.
    pub theorem: KnownTheorem,
}

impl Rules {
    /// The proposition of this name.
    pub fn atom(&self, name: &str) -> Option<AtomId> {
        let i = self.atoms.iter().position(|a| a.name == name)?;
        Some(AtomId(i as u32))
    }
}
