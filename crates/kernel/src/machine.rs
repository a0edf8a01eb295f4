//! A machine: a finite transition system as data.
//!
//! Expressions are small ids into one list, operands before their users, so
//! that the list in order is a program. Booleans are 0 and 1: *and* is `Min`,
//! *or* is `Max`, *not* is `1 - x`. The end of play is part of every guard, and
//! counters are variables like any others.

use std::sync::Arc;

/// A value of a variable, a table cell or an expression.
pub type Val = i32;

/// An expression: an entry of [`Machine::nodes`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct E(pub u32);

/// A variable: an entry of [`Machine::vars`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct VarId(pub u32);

/// A static table: an entry of [`Machine::tables`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TableId(pub u32);

/// An action: an entry of [`Machine::actions`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ActionId(pub u32);

/// A proposition: an entry of [`Machine::atoms`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AtomId(pub u32);

impl E {
    /// Its position.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl VarId {
    /// Its position.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl ActionId {
    /// Its position.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl AtomId {
    /// Its position.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

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

/// One operation. Operands are nodes that come earlier.
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
    /// The quotient by a constant of at least 1, rounded down.
    Div(Val, E),
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
            Node::Mul(_, a) | Node::Div(_, a) => [Some(a), None, None],
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
            Node::Div(k, a) => Node::Div(k, f(a)),
            Node::Cmp(op, a, b) => Node::Cmp(op, f(a), f(b)),
            Node::Ite(c, a, b) => Node::Ite(f(c), f(a), f(b)),
        }
    }
}

/// A variable with its domain; with `len`, an array of such variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VarDecl {
    /// Its name.
    pub name: String,
    /// The least value.
    pub lo: Val,
    /// The greatest value.
    pub hi: Val,
    /// `Some(n)`: an array of n elements, such as one box bit per cell.
    pub len: Option<u32>,
}

impl VarDecl {
    /// How many flat variables this is in a state.
    pub fn n_flat(&self) -> usize {
        self.len.map_or(1, |n| n as usize)
    }
}

/// A static table: the map, neighbours, costs. Cells are row-major.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// Its name.
    pub name: String,
    /// One to three sizes.
    pub dims: Vec<u32>,
    /// All cells; shared, because maps are large and statements many.
    pub cells: Arc<[Val]>,
}

/// Something that can be done in one turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Action {
    /// The name runs are written with.
    pub name: String,
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
}

impl Command {
    /// The expressions it evaluates: the guard first, then index and value of
    /// each write.
    pub fn roots(&self) -> impl Iterator<Item = E> {
        let writes = self.updates.iter().flat_map(|u| u.index.into_iter().chain([u.value]));
        std::iter::once(self.guard).chain(writes)
    }
}

/// A proposition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Atom {
    /// What it says, for people.
    pub name: String,
    /// Where it is true.
    pub holds: E,
}

/// A game with an interpreter of its own, in place of commands and initial
/// states. Its source stands in the statement, so that the hash covers it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Foreign {
    /// The interpreter, by name.
    pub name: String,
    /// And by version: another version may mean something else.
    pub version: u32,
    /// What it interprets: the game and the level.
    pub source: String,
    /// Its propositions that are variables here, after its own variables; for
    /// each of these 1 where it is true.
    pub flags: Vec<String>,
    /// Whether the last variable counts steps, up to its greatest value.
    pub counts_steps: bool,
}

/// A finite transition system.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Machine {
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
    /// The initial states, flat.
    pub initial: Vec<Vec<Val>>,
    /// The propositions.
    pub atoms: Vec<Atom>,
    /// The interpreter that takes the place of commands and initial states.
    pub foreign: Option<Foreign>,
}

impl Machine {
    /// The position of each variable's first element in a flat state.
    pub fn bases(&self) -> Vec<usize> {
        bases(&self.vars)
    }

    /// The least and the greatest value of each flat variable.
    pub fn domains(&self) -> Vec<(Val, Val)> {
        let of = |v: &VarDecl| std::iter::repeat_n((v.lo, v.hi), v.n_flat());
        self.vars.iter().flat_map(of).collect()
    }

    /// What each command adds to a flat variable, if that is a counter: it
    /// starts at 0, every command sets it to `min(itself + amount, cap)`, and
    /// nothing else writes it. So it never falls, and below its cap it is the
    /// sum of the amounts.
    pub fn counted(&self, flat: u32) -> Option<Vec<Val>> {
        let v = self.bases().iter().position(|&b| b == flat as usize)?;
        let (var, decl) = (VarId(v as u32), &self.vars[v]);
        let from_zero = self.initial.iter().all(|s| s[flat as usize] == 0);
        if decl.len.is_some() || decl.lo != 0 || !from_zero {
            return None;
        }
        if let Some(foreign) = &self.foreign {
            let is_last = v + 1 == self.vars.len();
            return (foreign.counts_steps && is_last).then(|| vec![1]);
        }
        let node = |e: E| self.nodes[e.index()];
        let added = |e: E| {
            let Node::Min(sum, cap) = node(e) else { return None };
            let Node::Add(own, amount) = node(sum) else { return None };
            let Node::Const(amount) = node(amount) else { return None };
            let is_sum = node(own) == Node::Var(var) && node(cap) == Node::Const(decl.hi);
            (is_sum && amount >= 0).then_some(amount)
        };
        let amounts = self.commands.iter().map(|c| {
            let mut writes = c.updates.iter().filter(|u| u.var == var);
            let first = writes.next()?;
            if writes.next().is_none() { added(first.value) } else { None }
        });
        amounts.collect()
    }
}

/// The position of each variable's first element in a flat state.
pub fn bases(vars: &[VarDecl]) -> Vec<usize> {
    let starts = vars.iter().scan(0, |next, v| {
        let base = *next;
        *next += v.n_flat();
        Some(base)
    });
    starts.collect()
}

/// Whether a flat state has a value in each of these domains.
pub(crate) fn within(state: &[Val], domains: &[(Val, Val)]) -> bool {
    let mut values = state.iter().zip(domains);
    state.len() == domains.len() && values.all(|(x, (lo, hi))| (lo..=hi).contains(&x))
}

/// The nodes that `roots` read, directly or not, operands first.
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
    (0..nodes.len()).filter(|&i| used[i]).map(|i| E(i as u32)).collect()
}
