//! `validate`: every read is total, every sum fits, every write stays in its
//! domain. What passes here can be evaluated without a check at run time, in
//! any order and for any state, which the interpreter, the cubes and every
//! engine rely on.
//!
//! Not trusted: this only refuses. Rules are written in trusted files, and what is laid
//! down here is what those must keep to. Whatever of it concerns a statement, the
//! kernel finds out by itself (`well_formed.rs` there) before anything is accepted.

use thiserror::Error;

use playproof_kernel::{
    Code, E, Interval, Node, Table, Val, VarDecl, VarId, cells as cells_of, reachable,
};

use crate::rules::{Extent, MAX_CAP, Observer, Rules};

impl Observer {
    /// The greatest value it can have before a property gives it a cap.
    pub fn hi(&self) -> Val {
        match self.extent {
            Extent::UpTo(hi) => hi,
            Extent::Saturating => MAX_CAP,
        }
    }
}

/// Why Rules make no sense.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RulesError {
    /// A declaration is malformed.
    #[error("{what} `{name}`: {problem}")]
    Declaration {
        /// Variable, table, ...
        what: &'static str,
        /// Its name.
        name: String,
        /// What is wrong.
        problem: String,
    },
    /// An expression is malformed or can go wrong in some state.
    #[error("expression {node} ({shape}): {problem}")]
    Expression {
        /// Its position in the arena.
        node: usize,
        /// The operation.
        shape: String,
        /// What is wrong.
        problem: String,
    },
    /// A command is malformed.
    #[error("command `{name}`: {problem}")]
    Command {
        /// The command.
        name: String,
        /// What is wrong.
        problem: String,
    },
    /// An initial state is malformed.
    #[error("initial state {index}: {problem}")]
    Initial {
        /// Which.
        index: usize,
        /// What is wrong.
        problem: String,
    },
}

fn declaration(what: &'static str, name: &str, problem: impl Into<String>) -> RulesError {
    RulesError::Declaration {
        what,
        name: name.to_owned(),
        problem: problem.into(),
    }
}

impl RulesError {
    /// A name of an interpreted game that stands for something else as well.
    pub(crate) fn taken(name: &str) -> RulesError {
        let problem = "a proposition, or the counter of steps, has this name";
        declaration("variable", name, problem)
    }
}

/// Proves that the Rules can be evaluated everywhere.
pub fn validate(rules: &Rules) -> Result<(), RulesError> {
    names(rules)?;
    declarations(rules)?;
    let ranges = intervals(rules)?;
    propositions(rules, &ranges)?;
    commands(rules, &ranges)?;
    observers(rules, &ranges)?;
    balances(rules, &ranges)?;
    initial(rules)
}

fn names(rules: &Rules) -> Result<(), RulesError> {
    let names = rules.vars.iter().map(|v| ("variable", &v.name));
    let names = names.chain(rules.observers.iter().map(|o| ("observer", &o.name)));
    let names = names.chain(rules.balances.iter().map(|b| ("balance", &b.name)));
    let names = names.chain(rules.atoms.iter().map(|a| ("proposition", &a.name)));
    let names = names.chain(rules.locators.iter().map(|l| ("proposition", &l.name)));
    let mut seen = std::collections::HashSet::new();
    for (what, name) in names {
        if !seen.insert(name) {
            return Err(declaration(what, name, "the name is used twice"));
        }
    }
    Ok(())
}

fn declarations(rules: &Rules) -> Result<(), RulesError> {
    variables(&rules.vars)?;
    for t in &rules.tables {
        if t.dims.is_empty() || t.dims.len() > 3 || t.dims.contains(&0) {
            return Err(declaration("table", &t.name, "it needs one to three sizes"));
        }
        let n_cells: u128 = t.dims.iter().map(|&d| u128::from(d)).product();
        if n_cells != t.cells.len() as u128 {
            let problem = format!("{n_cells} cells by its sizes, {} given", t.cells.len());
            return Err(declaration("table", &t.name, problem));
        }
    }
    if let Some(thing) = rules.things.iter().find(|t| t.index() >= rules.atoms.len()) {
        let name = thing.0.to_string();
        return Err(declaration("thing", &name, "there is no such proposition"));
    }
    for l in &rules.locators {
        let (Some(_), Some(_)) = (
            rules.vars.get(l.var.index()),
            rules.tables.get(l.table.0 as usize),
        ) else {
            return Err(declaration(
                "proposition",
                &l.name,
                "no such variable or table",
            ));
        };
    }
    Ok(())
}

/// The domains make sense, and there is something to look at.
pub(crate) fn variables(vars: &[VarDecl]) -> Result<(), RulesError> {
    if vars.is_empty() {
        return Err(declaration("variable", "", "there is none"));
    }
    for v in vars {
        if v.lo > v.hi {
            return Err(declaration("variable", &v.name, "its domain is empty"));
        }
        // The width must fit a machine word's field, and differences i32.
        if i64::from(v.hi) - i64::from(v.lo) > i64::from(Val::MAX) {
            return Err(declaration("variable", &v.name, "its domain is too wide"));
        }
        if v.len == Some(0) {
            return Err(declaration("variable", &v.name, "the array has no element"));
        }
    }
    Ok(())
}

/// The interval of every node over all states.
fn intervals(rules: &Rules) -> Result<Vec<Interval>, RulesError> {
    let mut ranges: Vec<Interval> = Vec::with_capacity(rules.nodes.len());
    for (i, &node) in rules.nodes.iter().enumerate() {
        let fail = |problem: String| RulesError::Expression {
            node: i,
            shape: format!("{node:?}"),
            problem,
        };
        if node.operands().any(|e| e.index() >= i) {
            return Err(fail("an operand does not come earlier".into()));
        }
        let of = |e: E| ranges[e.index()];
        let range = match node {
            Node::Var(v) => {
                scalar(rules, v).ok_or_else(|| fail("no such scalar variable".into()))?
            }
            Node::Elem(v, index) => {
                let Some((decl, len)) = rules.vars.get(v.index()).and_then(|d| Some((d, d.len?)))
                else {
                    return Err(fail("no such array variable".into()));
                };
                in_bounds(of(index), len, &decl.name).map_err(fail)?;
                Interval::from((decl.lo, decl.hi))
            }
            Node::Tab(t, index) => {
                let table = rules.tables.get(t.0 as usize);
                let table = table.ok_or_else(|| fail("no such table".into()))?;
                cells(table, index, of).map_err(fail)?
            }
            other => {
                if let Node::Ite(c, ..) = other
                    && !of(c).within(0, 1)
                {
                    return Err(fail("the condition is not 0 or 1".into()));
                }
                if matches!(other, Node::Div(k, _) if k < 1) {
                    return Err(fail("a division by less than 1".into()));
                }
                let code = Code {
                    nodes: &[],
                    tables: &[],
                    bases: &[],
                };
                code.apply(&other, of, |_| unreachable!("reads are done above"))
            }
        };
        if !range.within(i64::from(Val::MIN), i64::from(Val::MAX)) {
            return Err(fail("the value can leave 32 bits".into()));
        }
        ranges.push(range);
    }
    Ok(ranges)
}

/// The domain of a scalar variable or of an observer that is not yet one.
fn scalar(rules: &Rules, v: VarId) -> Option<Interval> {
    if let Some(decl) = rules.vars.get(v.index()) {
        return decl
            .len
            .is_none()
            .then(|| Interval::from((decl.lo, decl.hi)));
    }
    let observer = rules.observers.get(v.index() - rules.vars.len())?;
    Some(Interval::from((observer.initial, observer.hi())))
}

fn in_bounds(index: Interval, len: u32, name: &str) -> Result<(), String> {
    if index.within(0, i64::from(len) - 1) {
        return Ok(());
    }
    let Interval { lo, hi } = index;
    Err(format!(
        "an index of `{name}` ranges over {lo}..={hi}, its size is {len}"
    ))
}

fn cells(
    table: &Table,
    index: [Option<E>; 3],
    of: impl Fn(E) -> Interval,
) -> Result<Interval, String> {
    let given: Vec<Interval> = index.iter().flatten().map(|&e| of(e)).collect();
    let in_front = index[..given.len()].iter().all(Option::is_some);
    if given.len() != table.dims.len() || !in_front {
        let n = table.dims.len();
        return Err(format!("`{}` needs {n} indices", table.name));
    }
    for (&range, &len) in given.iter().zip(&table.dims) {
        in_bounds(range, len, &table.name)?;
    }
    Ok(cells_of(table, &given))
}

fn propositions(rules: &Rules, ranges: &[Interval]) -> Result<(), RulesError> {
    let named = rules.atoms.iter().map(|a| (&a.name[..], a.holds));
    for (name, e) in named.chain([("terminal", rules.terminal)]) {
        if !ranges.get(e.index()).is_some_and(|r| r.within(0, 1)) {
            return Err(declaration("proposition", name, "it is not 0 or 1"));
        }
    }
    Ok(())
}

fn commands(rules: &Rules, ranges: &[Interval]) -> Result<(), RulesError> {
    for c in &rules.commands {
        let fail = |problem: String| RulesError::Command {
            name: c.name.clone(),
            problem,
        };
        if c.action.index() >= rules.actions.len() {
            return Err(fail("no such action".into()));
        }
        let of = |e: E| ranges.get(e.index()).copied();
        if !of(c.guard).is_some_and(|r| r.within(0, 1)) {
            return Err(fail("its guard is not 0 or 1".into()));
        }
        for u in &c.updates {
            let decl = rules.vars.get(u.var.index());
            let decl = decl.ok_or_else(|| fail("it writes no variable".into()))?;
            match (decl.len, u.index) {
                (None, None) => {}
                (Some(len), Some(index)) => {
                    let index = of(index).ok_or_else(|| fail("no such expression".into()))?;
                    in_bounds(index, len, &decl.name).map_err(fail)?;
                }
                _ => return Err(fail(format!("`{}`: index and array disagree", decl.name))),
            }
            let value = of(u.value).ok_or_else(|| fail("no such expression".into()))?;
            if !value.within(i64::from(decl.lo), i64::from(decl.hi)) {
                let (Interval { lo, hi }, name) = (value, &decl.name);
                let problem = format!(
                    "`{name}` is given {lo}..={hi}, its domain is {}..={}; clamp the value",
                    decl.lo, decl.hi
                );
                return Err(fail(problem));
            }
        }
    }
    Ok(())
}

fn observers(rules: &Rules, ranges: &[Interval]) -> Result<(), RulesError> {
    for (i, o) in rules.observers.iter().enumerate() {
        let fail = |problem: &str| Err(declaration("observer", &o.name, problem));
        if o.next.len() != rules.commands.len() {
            return fail("it needs one next value a command");
        }
        let top = match o.extent {
            Extent::UpTo(hi) => i64::from(hi),
            Extent::Saturating => i64::from(Val::MAX),
        };
        for &e in &o.next {
            let range = ranges.get(e.index());
            if !range.is_some_and(|r| r.within(i64::from(o.initial), top)) {
                return fail("its next value can leave its range");
            }
        }
        let own = VarId((rules.vars.len() + i) as u32);
        if o.extent == Extent::Saturating {
            if o.initial >= MAX_CAP {
                return fail("it starts beyond the greatest cap");
            }
            let reads = readers(&rules.nodes, own);
            let fine = saturating(&rules.nodes, ranges, &reads);
            if !o.next.iter().all(|e| fine[e.index()]) {
                return fail("it saturates, so it may only grow or start anew");
            }
            let others = rules.observers.iter().filter(|other| other.name != o.name);
            if others
                .flat_map(|other| &other.next)
                .any(|e| reads[e.index()])
            {
                return fail("it saturates, so no other observer may read it");
            }
        }
    }
    // The game must not depend on what merely watches it.
    let guards = rules.commands.iter().map(|c| c.guard);
    let writes = rules.commands.iter().flat_map(|c| &c.updates);
    let writes = writes.flat_map(|u| u.index.into_iter().chain([u.value]));
    let game = guards.chain(writes).chain([rules.terminal]);
    if let Some(o) = observers_read(rules, game).next() {
        return Err(declaration("observer", &o.name, "the game itself reads it"));
    }
    // A proposition may, but nothing would say how far it needs a count.
    let atoms = rules.atoms.iter().map(|a| a.holds);
    match observers_read(rules, atoms).find(|o| o.extent == Extent::Saturating) {
        Some(o) => {
            let problem = "it saturates, so no proposition may read it";
            Err(declaration("observer", &o.name, problem))
        }
        None => Ok(()),
    }
}

/// A balance is told apart from a number by counting its debit far enough,
/// which needs a debit that saturates and a credit that does not depend on it.
fn balances(rules: &Rules, ranges: &[Interval]) -> Result<(), RulesError> {
    let observer = |v: VarId| v.index().checked_sub(rules.vars.len());
    let observer = |v: VarId| rules.observers.get(observer(v)?);
    for b in &rules.balances {
        let fail = |problem: &str| Err(declaration("balance", &b.name, problem));
        match observer(b.debit) {
            Some(o) if o.extent == Extent::Saturating && o.initial == 0 => {}
            _ => return fail("its debit is no observer that saturates from 0 on"),
        }
        let least = i64::from(Val::MIN) + i64::from(MAX_CAP);
        if !ranges
            .get(b.credit.index())
            .is_some_and(|r| r.within(least, i64::from(b.most)))
        {
            return fail("its credit is more than it says, or too low to take anything off");
        }
        if observers_read(rules, std::iter::once(b.credit))
            .next()
            .is_some()
        {
            return fail("its credit reads an observer");
        }
    }
    let named = rules.commands.iter().filter_map(|c| Some((c, c.only_for?)));
    for (c, for_whom) in named {
        if observer(for_whom).is_none() {
            return Err(RulesError::Command {
                name: c.name.clone(),
                problem: "it is there for no observer".into(),
            });
        }
    }
    Ok(())
}

/// The observers that these expressions read.
fn observers_read(
    rules: &Rules,
    roots: impl Iterator<Item = E>,
) -> impl Iterator<Item = &Observer> {
    let read = reachable(&rules.nodes, roots).into_iter();
    read.filter_map(|e| match rules.nodes[e.index()] {
        Node::Var(v) => rules
            .observers
            .get(v.index().checked_sub(rules.vars.len())?),
        _ => None,
    })
}

/// Which nodes read the variable, directly or not.
fn readers(nodes: &[Node], var: VarId) -> Vec<bool> {
    let mut reads: Vec<bool> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let own = *node == Node::Var(var);
        reads.push(own || node.operands().any(|e| reads[e.index()]));
    }
    reads
}

/// For each node, whether counting only up to a cap gives the same value up
/// to that cap: true of sums with what is not negative and of values that do
/// not depend on the count, chosen by conditions that do not depend on it.
fn saturating(nodes: &[Node], ranges: &[Interval], reads: &[bool]) -> Vec<bool> {
    let mut fine: Vec<bool> = Vec::with_capacity(nodes.len());
    for (i, node) in nodes.iter().enumerate() {
        let free = |e: E| !reads[e.index()];
        let grows = |e: E| free(e) && ranges[e.index()].lo >= 0;
        let again = |e: E| fine[e.index()];
        let here = match *node {
            _ if !reads[i] => true,
            // The only variable read here is the count itself.
            Node::Var(_) => true,
            Node::Add(a, b) => (again(a) && grows(b)) || (grows(a) && again(b)),
            Node::Ite(c, a, b) => free(c) && again(a) && again(b),
            _ => false,
        };
        fine.push(here);
    }
    fine
}

fn initial(rules: &Rules) -> Result<(), RulesError> {
    if rules.initial.is_empty() {
        let problem = "there is none".into();
        return Err(RulesError::Initial { index: 0, problem });
    }
    let flat: Vec<_> = rules
        .vars
        .iter()
        .flat_map(|v| vec![v; v.n_flat()])
        .collect();
    for (index, state) in rules.initial.iter().enumerate() {
        if state.len() != flat.len() {
            let problem = format!("{} values for {} variables", state.len(), flat.len());
            return Err(RulesError::Initial { index, problem });
        }
        if let Some((v, &x)) = flat
            .iter()
            .zip(state)
            .find(|(v, x)| **x < v.lo || **x > v.hi)
        {
            let problem = format!("`{}` = {x} is outside {}..={}", v.name, v.lo, v.hi);
            return Err(RulesError::Initial { index, problem });
        }
    }
    Ok(())
}
