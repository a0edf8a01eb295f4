//! Rules: what a level means, as data.
//!
//! Expressions are small ids into one arena, operands before their users. The
//! nodes in order are therefore a program, and the same program is run by the
//! reference interpreter over one state, by the cubes over intervals, and by
//! engines over batches. Booleans are 0 and 1: *and* is `Min`, *or* is `Max`,
//! *not* is `1 - x`.

use std::sync::Arc;

use crate::theorem::KnownTheorem;

/// A value of a variable, a table cell or an expression.
pub type Val = i32;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u32);

        impl $name {
            /// The position this id stands for.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(
    /// An expression: a node of [`Rules::nodes`].
    E
);
id!(
    /// A variable: an entry of [`Rules::vars`].
    VarId
);
id!(
    /// A static table: an entry of [`Rules::tables`].
    TableId
);
id!(
    /// An action: an entry of [`Rules::actions`].
    ActionId
);
id!(
    /// A proposition: an entry of [`Rules::atoms`].
    AtomId
);

/// How two values are compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// Equal.
    Eq,
    /// Different.
    Ne,
    /// Less.
    Lt,
    /// Less or equal.
    Le,
}

impl Op {
    /// Compares two values.
    pub fn on(self, a: Val, b: Val) -> bool {
        match self {
            Op::Eq => a == b,
            Op::Ne => a != b,
            Op::Lt => a < b,
            Op::Le => a <= b,
        }
    }
}

/// One operation. Operands are nodes that come earlier in the arena.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// A constant.
    Const(Val),
    /// The value of a scalar variable.
    Var(VarId),
    /// An element of an array variable.
    Elem(VarId, E),
    /// A cell of a static table, one index for each of its dimensions.
    Tab(TableId, [Option<E>; 3]),
    /// A sum.
    Add(E, E),
    /// A difference.
    Sub(E, E),
    /// The smaller value; *and* of booleans.
    Min(E, E),
    /// The larger value; *or* of booleans.
    Max(E, E),
    /// A multiple by a constant.
    Mul(Val, E),
    /// A comparison: 0 or 1.
    Cmp(Op, E, E),
    /// The second where the first is 1, else the third.
    Ite(E, E, E),
}

impl Node {
    /// The nodes this one reads.
    pub fn operands(&self) -> impl Iterator<Item = E> {
        let list = match *self {
            Node::Const(_) | Node::Var(_) => [None; 3],
            Node::Elem(_, i) => [Some(i), None, None],
            Node::Tab(_, ix) => ix,
            Node::Add(a, b) | Node::Sub(a, b) | Node::Min(a, b) => [Some(a), Some(b), None],
            Node::Max(a, b) | Node::Cmp(_, a, b) => [Some(a), Some(b), None],
            Node::Mul(_, a) => [Some(a), None, None],
            Node::Ite(c, a, b) => [Some(c), Some(a), Some(b)],
        };
        list.into_iter().flatten()
    }

    /// The same operation with each operand replaced.
    pub fn map(self, f: impl Fn(E) -> E) -> Node {
        match self {
            Node::Const(_) | Node::Var(_) => self,
            Node::Elem(v, i) => Node::Elem(v, f(i)),
            Node::Tab(t, ix) => Node::Tab(t, ix.map(|i| i.map(&f))),
            Node::Add(a, b) => Node::Add(f(a), f(b)),
            Node::Sub(a, b) => Node::Sub(f(a), f(b)),
            Node::Min(a, b) => Node::Min(f(a), f(b)),
            Node::Max(a, b) => Node::Max(f(a), f(b)),
            Node::Mul(k, a) => Node::Mul(k, f(a)),
            Node::Cmp(op, a, b) => Node::Cmp(op, f(a), f(b)),
            Node::Ite(c, a, b) => Node::Ite(f(c), f(a), f(b)),
        }
    }
}

/// A variable with its domain; with `len`, an array of such variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VarDecl {
    /// The name properties use.
    pub name: String,
    /// The least value.
    pub lo: Val,
    /// The greatest value.
    pub hi: Val,
    /// `Some(n)`: an array of n elements, such as one box bit a cell.
    pub len: Option<u32>,
}

impl VarDecl {
    /// How many flat variables this is in a valuation.
    pub fn n_flat(&self) -> usize {
        self.len.map_or(1, |n| n as usize)
    }
}

/// A static table: the map, neighbours, costs. Cells are row-major.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// The name properties and exports use.
    pub name: String,
    /// One to three sizes.
    pub dims: Vec<u32>,
    /// All cells; shared, because elaboration copies Rules and maps are large.
    pub cells: Arc<[Val]>,
}

/// Who chooses an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// The player.
    Player,
    /// The game itself, by its own choice. Reserved.
    Environment,
    /// A die. Reserved.
    Chance,
}

/// Something that can be done in one turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Action {
    /// The name runs are written with.
    pub name: String,
    /// Who chooses it.
    pub owner: Owner,
}

/// One write of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Update {
    /// The variable written.
    pub var: VarId,
    /// For an array: which element.
    pub index: Option<E>,
    /// The new value. Like the index it reads the old state.
    pub value: E,
}

/// A guarded command: where `guard` is 1, one successor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
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

/// A proposition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Atom {
    /// The name properties use, such as `win`.
    pub name: String,
    /// Where it is true.
    pub holds: E,
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

impl Observer {
    /// The greatest value it can have before a property gives it a cap.
    pub fn hi(&self) -> Val {
        match self.extent {
            Extent::UpTo(hi) => hi,
            Extent::Saturating => crate::validate::MAX_CAP,
        }
    }
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
#[derive(Clone, PartialEq, Eq, Debug)]
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
    pub commands: Vec<Command>,
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
    /// The position of each variable's first element in a flat valuation.
    pub fn bases(&self) -> Vec<usize> {
        bases(&self.vars)
    }

    /// The length of a flat valuation.
    pub fn n_flat(&self) -> usize {
        self.vars.iter().map(VarDecl::n_flat).sum()
    }

    /// The proposition of this name.
    pub fn atom(&self, name: &str) -> Option<AtomId> {
        let i = self.atoms.iter().position(|a| a.name == name)?;
        Some(AtomId(i as u32))
    }
}

/// The position of each variable's first element in a flat valuation.
pub fn bases(vars: &[VarDecl]) -> Vec<usize> {
    let starts = vars.iter().scan(0, |next, v| {
        let base = *next;
        *next += v.n_flat();
        Some(base)
    });
    starts.collect()
}

/// The nodes that `roots` read, directly or not, in evaluation order.
pub fn reachable(nodes: &[Node], roots: impl IntoIterator<Item = E>) -> Vec<E> {
    let mut used = vec![false; nodes.len()];
    for root in roots {
        used[root.index()] = true;
    }
    for i in (0..nodes.len()).rev() {
        if used[i] {
            for operand in nodes[i].operands() {
                used[operand.index()] = true;
            }
        }
    }
    let ids = (0..nodes.len()).filter(|&i| used[i]);
    ids.map(|i| E(i as u32)).collect()
}
