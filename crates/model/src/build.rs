//! A builder of Rules: games write expressions with it, equal ones are shared.

use playproof_kernel::{
    Action, ActionId, Atom, AtomId, E, Node, Op, Table, TableId, Update, Val, VarDecl, VarId,
};

use crate::rules::{Balance, Extent, GameCommand, Locator, Observer, Rules};
use crate::validate::{RulesError, validate};
use std::cell::{Ref, RefCell};
use std::collections::HashMap;

/// Builds Rules piece by piece; [`Builder::finish`] validates them. Expressions are written
/// by shared reference, so that one can stand within another.
pub struct Builder {
    /// Without their nodes.
    rules: Rules,
    nodes: RefCell<Nodes>,
}

/// Equal nodes are one node: sharing is what makes the arena small.
struct Nodes {
    list: Vec<Node>,
    shared: HashMap<Node, E>,
}

/// What can stand in an expression: one that was written before, or a number.
pub trait Operand {
    /// The expression that it is.
    fn written(self, b: &Builder) -> E;
}

impl Operand for E {
    fn written(self, _: &Builder) -> E {
        self
    }
}

impl Operand for Val {
    fn written(self, b: &Builder) -> E {
        b.constant(self)
    }
}

impl Default for Builder {
    fn default() -> Self {
        let mut builder = Builder::extend(Rules::default());
        // Node 0 is *false*, so that Rules without an end of play are whole.
        builder.rules.terminal = builder.constant(0);
        builder
    }
}

impl Builder {
    /// Goes on from Rules that exist.
    pub fn extend(mut rules: Rules) -> Builder {
        let list = std::mem::take(&mut rules.nodes);
        let shared = list.iter().copied().zip((0..).map(E)).collect();
        let nodes = RefCell::new(Nodes { list, shared });
        Builder { rules, nodes }
    }

    /// All expressions so far, operands before users.
    pub(crate) fn nodes(&self) -> Ref<'_, Vec<Node>> {
        Ref::map(self.nodes.borrow(), |nodes| &nodes.list)
    }

    /// The Rules as they are, not validated.
    pub fn into_rules(mut self) -> Rules {
        self.rules.nodes = self.nodes.into_inner().list;
        self.rules
    }

    /// The Rules, if every read is total and every write stays in its domain.
    pub fn finish(self) -> Result<Rules, RulesError> {
        let rules = self.into_rules();
        validate(&rules)?;
        Ok(rules)
    }

    /// Declares a variable with its least and greatest value.
    pub fn variable(&mut self, name: &str, lo: Val, hi: Val) -> VarId {
        self.declare(name, lo, hi, None)
    }

    /// Declares an array variable.
    pub fn array(&mut self, name: &str, len: u32, lo: Val, hi: Val) -> VarId {
        self.declare(name, lo, hi, Some(len))
    }

    fn declare(&mut self, name: &str, lo: Val, hi: Val, len: Option<u32>) -> VarId {
        assert!(
            self.rules.observers.is_empty(),
            "observers are numbered after the variables, so variables are declared first"
        );
        let name = name.to_owned();
        self.rules.vars.push(VarDecl { name, lo, hi, len });
        VarId(self.rules.vars.len() as u32 - 1)
    }

    /// Adds a static table; `cells` are row-major.
    pub fn table(&mut self, name: &str, dims: &[u32], cells: Vec<Val>) -> TableId {
        let (name, dims, cells) = (name.to_owned(), dims.to_vec(), cells.into());
        self.rules.tables.push(Table { name, dims, cells });
        TableId(self.rules.tables.len() as u32 - 1)
    }

    /// Adds an action of the player.
    pub fn action(&mut self, name: &str) -> ActionId {
        let name = name.to_owned();
        self.rules.actions.push(Action { name });
        ActionId(self.rules.actions.len() as u32 - 1)
    }

    /// Adds a guarded command.
    pub fn command(&mut self, name: &str, action: ActionId, guard: E, updates: Vec<Update>) {
        self.rules.commands.push(GameCommand {
            name: name.to_owned(),
            action,
            guard,
            updates,
            only_for: None,
        });
    }

    /// Says that commands exist only where an observer is read.
    pub fn only_for(&mut self, observer: VarId, is_meant: impl Fn(usize) -> bool) {
        let commands = self.rules.commands.iter_mut().enumerate();
        for (_, command) in commands.filter(|(i, _)| is_meant(*i)) {
            command.only_for = Some(observer);
        }
    }

    /// Names what an expression says, which is at most `most`, less what an
    /// observer has counted.
    pub fn balance(&mut self, name: &str, credit: E, most: Val, debit: VarId) {
        self.rules.balances.push(Balance {
            name: name.to_owned(),
            credit,
            most,
            debit,
        });
    }

    /// Says where play is over.
    pub fn terminal(&mut self, e: E) {
        self.rules.terminal = e;
    }

    /// Adds an initial state, a flat valuation.
    pub fn initial(&mut self, state: Vec<Val>) {
        self.rules.initial.push(state);
    }

    /// Names a proposition.
    pub fn atom(&mut self, name: &str, holds: E) -> AtomId {
        let name = name.to_owned();
        self.rules.atoms.push(Atom { name, holds });
        AtomId(self.rules.atoms.len() as u32 - 1)
    }

    /// Names a proposition that says where the player is or what was found.
    pub fn thing(&mut self, name: &str, holds: E) {
        let atom = self.atom(name, holds);
        self.rules.things.push(atom);
    }

    /// Names a proposition with arguments, such as `at(3, 4)`.
    pub fn locator(&mut self, name: &str, var: VarId, table: TableId) {
        let name = name.to_owned();
        self.rules.locators.push(Locator { name, var, table });
    }

    /// Adds a counter that starts at 0 and grows by `amount(command)`. All
    /// commands must be there already.
    pub fn counter(&mut self, name: &str, amount: impl Fn(usize) -> Val) -> VarId {
        self.observer(name, Extent::Saturating, |b, own, command| {
            b.add(own, amount(command))
        })
    }

    /// Adds an observer that starts at 0; `next` gives its next value under
    /// each command, in terms of its own. All commands must be there already.
    pub fn observer(
        &mut self,
        name: &str,
        extent: Extent,
        mut next: impl FnMut(&mut Builder, E, usize) -> E,
    ) -> VarId {
        let var = VarId((self.rules.vars.len() + self.rules.observers.len()) as u32);
        let own = self.var(var);
        let commands = 0..self.rules.commands.len();
        let next = commands.map(|c| next(self, own, c)).collect();
        self.rules.observers.push(Observer {
            name: name.to_owned(),
            initial: 0,
            extent,
            next,
        });
        var
    }

    /// Adds `quiet_moves`: the steps since the last visible progress, which is
    /// made by the steps of a command where `progress(command)` is true.
    pub fn quiet_moves(&mut self, mut progress: impl FnMut(&mut Builder, usize) -> E) {
        self.observer("quiet_moves", Extent::Saturating, |b, own, command| {
            let (zero, one) = (b.constant(0), b.constant(1));
            let one_more = b.add(own, one);
            let progress = progress(b, command);
            b.ite(progress, zero, one_more)
        });
    }

    /// Adds what can be counted of moves in directions: `moves`; `heading`,
    /// the direction of the last move from 1, or 0; `turns`, moves in another
    /// direction than the one before; `straights`, moves in the same one.
    /// `direction(command)` counts from 0 and is below `n_directions`; a
    /// command without one is no move. Gives back `heading`, which propositions
    /// may read.
    pub fn walking(
        &mut self,
        n_directions: Val,
        direction: impl Fn(usize) -> Option<Val>,
    ) -> VarId {
        self.counter("moves", |command| Val::from(direction(command).is_some()));
        let extent = Extent::UpTo(n_directions);
        let heading = self.observer("heading", extent, |b, own, command| {
            direction(command).map_or(own, |d| b.constant(d + 1))
        });
        self.observer("turns", Extent::Saturating, |b, own, command| {
            let Some(direction) = direction(command) else {
                return own;
            };
            let before = b.var(heading);
            let going_on = b.any([b.is(before, 0), b.is(before, direction + 1)]);
            b.add(own, b.not(going_on))
        });
        self.observer("straights", Extent::Saturating, |b, own, command| {
            let Some(direction) = direction(command) else {
                return own;
            };
            b.add(own, b.is(b.var(heading), direction + 1))
        });
        heading
    }

    fn node(&self, node: Node) -> E {
        let Nodes { list, shared } = &mut *self.nodes.borrow_mut();
        *shared.entry(node).or_insert_with(|| {
            list.push(node);
            E(list.len() as u32 - 1)
        })
    }

    /// The node of two operands, of which the first is written first.
    fn pair(&self, a: impl Operand, b: impl Operand, node: fn(E, E) -> Node) -> E {
        let (a, b) = (a.written(self), b.written(self));
        self.node(node(a, b))
    }

    /// A constant.
    pub fn constant(&self, value: Val) -> E {
        self.node(Node::Const(value))
    }

    /// The value of a variable.
    pub fn var(&self, var: VarId) -> E {
        self.node(Node::Var(var))
    }

    /// An element of an array variable.
    pub fn elem(&self, array: VarId, index: impl Operand) -> E {
        let index = index.written(self);
        self.node(Node::Elem(array, index))
    }

    /// A cell of a table, one index a dimension.
    pub fn lookup(&self, table: TableId, index: &[E]) -> E {
        let mut ix = [None; 3];
        for (slot, &e) in ix.iter_mut().zip(index) {
            *slot = Some(e);
        }
        self.node(Node::Tab(table, ix))
    }

    /// A sum.
    pub fn add(&self, a: impl Operand, b: impl Operand) -> E {
        self.pair(a, b, Node::Add)
    }

    /// A difference.
    pub fn sub(&self, a: impl Operand, b: impl Operand) -> E {
        self.pair(a, b, Node::Sub)
    }

    /// The smaller of two values.
    pub fn min(&self, a: impl Operand, b: impl Operand) -> E {
        self.pair(a, b, Node::Min)
    }

    /// The larger of two values.
    pub fn max(&self, a: impl Operand, b: impl Operand) -> E {
        self.pair(a, b, Node::Max)
    }

    /// A multiple by a constant.
    pub fn mul(&self, k: Val, a: E) -> E {
        self.node(Node::Mul(k, a))
    }

    /// The quotient by a constant of at least 1, rounded down.
    pub fn div(&self, k: Val, a: E) -> E {
        self.node(Node::Div(k, a))
    }

    /// A value brought into `lo..=hi`.
    pub fn clamp(&self, e: E, lo: Val, hi: Val) -> E {
        let (lo, hi) = (self.constant(lo), self.constant(hi));
        self.max(self.min(e, hi), lo)
    }

    /// A comparison.
    pub fn cmp(&self, op: Op, a: impl Operand, b: impl Operand) -> E {
        let (a, b) = (a.written(self), b.written(self));
        self.node(Node::Cmp(op, a, b))
    }

    /// Whether an expression has this value.
    pub fn is(&self, a: E, value: Val) -> E {
        self.cmp(Op::Eq, a, value)
    }

    /// `then` where the condition is 1, else `other`.
    pub fn ite(&self, condition: E, then: impl Operand, other: impl Operand) -> E {
        let (then, other) = (then.written(self), other.written(self));
        self.node(Node::Ite(condition, then, other))
    }

    /// Not.
    pub fn not(&self, a: E) -> E {
        self.sub(1, a)
    }

    /// And; true of nothing.
    pub fn all(&self, parts: impl IntoIterator<Item = E>) -> E {
        let joined = parts.into_iter().reduce(|a, b| self.min(a, b));
        joined.unwrap_or_else(|| self.constant(1))
    }

    /// Or; false of nothing.
    pub fn any(&self, parts: impl IntoIterator<Item = E>) -> E {
        let joined = parts.into_iter().reduce(|a, b| self.max(a, b));
        joined.unwrap_or_else(|| self.constant(0))
    }
}

/// A write to a scalar variable.
pub fn set(var: VarId, value: E) -> Update {
    let index = None;
    Update { var, index, value }
}

/// A write to an element of an array variable.
pub fn set_elem(var: VarId, index: E, value: E) -> Update {
    let index = Some(index);
    Update { var, index, value }
}
