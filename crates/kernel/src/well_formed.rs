//! Well-formedness: every name is there once, every read is total, every value
//! fits 32 bits, every write stays in its domain.
//!
//! Lemma: a machine that passes can be evaluated in every state, and in every
//! box within the domains, without a check. For the interval of each node over
//! all states is worked out here by the same laws as later, and these laws are
//! monotone: over a smaller box they give a smaller interval.

use std::collections::HashSet;

use crate::eval::{Code, Interval};
use crate::formula::LinearNode;
use crate::machine::{AtomId, Command, E, Machine, Node, Table, Val, VarDecl, within};
use crate::question::{Group, Question};

/// Accepts a machine and what is asked of it, or says what is wrong.
pub(crate) fn well_formed(machine: &Machine, groups: &[Group]) -> Result<(), String> {
    declarations(machine)?;
    let ranges = intervals(machine)?;
    let is_bool = |e: E| ranges.get(e.index()).is_some_and(|r| r.within(0, 1));
    for atom in &machine.atoms {
        need(is_bool(atom.holds), || format!("proposition `{}` is not 0 or 1", atom.name))?;
    }
    for command in &machine.commands {
        let guarded = need(is_bool(command.guard), || "its guard is not 0 or 1".to_owned());
        let sound = guarded.and_then(|()| writes(machine, command, &ranges));
        sound.map_err(|problem| format!("command `{}`: {problem}", command.name))?;
    }
    initial(machine)?;
    questions(machine, groups)
}

/// An error unless something is as it must be.
fn need(is_right: bool, why: impl FnOnce() -> String) -> Result<(), String> {
    if is_right { Ok(()) } else { Err(why()) }
}

fn unique<'a>(what: &str, names: impl Iterator<Item = &'a String>) -> Result<(), String> {
    let mut seen = HashSet::new();
    for name in names {
        need(seen.insert(name), || format!("{what} `{name}` is declared twice"))?;
    }
    Ok(())
}

fn declarations(machine: &Machine) -> Result<(), String> {
    need(!machine.vars.is_empty(), || "there is no variable".to_owned())?;
    unique("variable", machine.vars.iter().map(|v| &v.name))?;
    unique("table", machine.tables.iter().map(|t| &t.name))?;
    unique("action", machine.actions.iter().map(|a| &a.name))?;
    for VarDecl { name, lo, hi, len } in &machine.vars {
        // A state has a field of at most 31 bits for each.
        let width = i64::from(*hi) - i64::from(*lo);
        let fits = (0..=i64::from(Val::MAX)).contains(&width) && *len != Some(0);
        need(fits, || format!("the domain of variable `{name}` is empty or too wide"))?;
    }
    for Table { name, dims, cells } in &machine.tables {
        let fits = (1..=3).contains(&dims.len()) && !dims.contains(&0);
        need(fits, || format!("table `{name}` needs one to three sizes"))?;
        let (given, needed) = (cells.len(), dims.iter().map(|&d| u128::from(d)).product());
        need(given as u128 == needed, || {
            format!("table `{name}` has {given} cells, not {needed}")
        })?;
    }
    let Some(foreign) = &machine.foreign else { return Ok(()) };
    let n_added = foreign.flags.len() + usize::from(foreign.counts_steps);
    let n_own = machine.vars.len().checked_sub(n_added);
    let added = n_own.map(|own| &machine.vars[own..]);
    let fits = added.is_some_and(|added| {
        let mut flags = added.iter().zip(&foreign.flags);
        flags.all(|(v, flag)| (v.lo, v.hi, v.len) == (0, 1, None) && v.name == *flag)
            && (!foreign.counts_steps || added.last().is_some_and(|v| v.lo == 0 && v.len.is_none()))
    });
    let is_plain = machine.commands.is_empty() && machine.initial.is_empty();
    need(fits && is_plain, || "what an interpreter adds does not fit the variables".to_owned())
}

/// The interval of every node over all states.
fn intervals(machine: &Machine) -> Result<Vec<Interval>, String> {
    let (bases, domains) = (machine.bases(), machine.domains());
    let code = Code::new(machine, &bases);
    let mut ranges: Vec<Interval> = Vec::with_capacity(machine.nodes.len());
    for (i, &node) in machine.nodes.iter().enumerate() {
        let sound =
            |is_right: bool, why: &str| need(is_right, || format!("expression e{i}: {why}"));
        let in_order = node.operands().all(|e| e.index() < i);
        sound(in_order, "an operand does not come earlier")?;
        let of = |e: E| ranges[e.index()];
        let inside = |e: E, size: u32| of(e).within(0, i64::from(size) - 1);
        match node {
            Node::Var(v) => {
                let scalar = machine.vars.get(v.index()).is_some_and(|d| d.len.is_none());
                sound(scalar, "no such scalar variable")?;
            }
            Node::Elem(v, index) => {
                let len = machine.vars.get(v.index()).and_then(|d| d.len);
                sound(len.is_some_and(|len| inside(index, len)), "an index out of range")?;
            }
            Node::Tab(t, index) => {
                let dims = machine.tables.get(t.0 as usize).map(|t| &t.dims[..]);
                let fits = dims.is_some_and(|dims| {
                    let (given, others) = index.split_at(dims.len());
                    let mut given = given.iter().zip(dims);
                    given.all(|(e, &size)| e.is_some_and(|e| inside(e, size)))
                        && others.iter().all(|e| e.is_none())
                });
                sound(fits, "an index out of range, or one too few or too many")?;
            }
            Node::Div(k, _) => sound(k >= 1, "a division by less than 1")?,
            Node::Ite(c, ..) => sound(of(c).within(0, 1), "its condition is not 0 or 1")?,
            _ => {}
        }
        let read = |flat: usize| Interval::from(domains[flat]);
        // All elements of an array have one domain.
        let range = match node {
            Node::Elem(v, _) => read(bases[v.index()]),
            node => code.apply(&node, of, read),
        };
        let fits = range.within(i64::from(Val::MIN), i64::from(Val::MAX));
        sound(fits, "the value can leave 32 bits")?;
        ranges.push(range);
    }
    Ok(ranges)
}

fn writes(machine: &Machine, command: &Command, ranges: &[Interval]) -> Result<(), String> {
    need(command.action.index() < machine.actions.len(), || "no such action".to_owned())?;
    let of = |e: E| ranges.get(e.index()).copied();
    for update in &command.updates {
        let decl = machine.vars.get(update.var.index()).ok_or("it writes no variable")?;
        let name = &decl.name;
        let has_place = match (decl.len, update.index) {
            (None, None) => true,
            (Some(len), Some(index)) => of(index).is_some_and(|i| i.within(0, i64::from(len) - 1)),
            _ => false,
        };
        need(has_place, || format!("no such place of `{name}`"))?;
        let fits = |r: Interval| r.within(i64::from(decl.lo), i64::from(decl.hi));
        let stays = of(update.value).is_some_and(fits);
        need(stays, || format!("the value of `{name}` can leave its domain"))?;
    }
    Ok(())
}

fn initial(machine: &Machine) -> Result<(), String> {
    let begins = !machine.initial.is_empty() || machine.foreign.is_some();
    need(begins, || "there is no initial state".to_owned())?;
    let domains = machine.domains();
    let outside = machine.initial.iter().position(|state| !within(state, &domains));
    outside.map_or(Ok(()), |i| Err(format!("initial state {i} is outside the domains")))
}

pub(crate) fn questions(machine: &Machine, groups: &[Group]) -> Result<(), String> {
    let asks = !groups.is_empty() && groups.iter().all(|group| !group.questions.is_empty());
    need(asks, || "nothing is asked".to_owned())?;
    let known = |a: AtomId| a.index() < machine.atoms.len();
    let knows = |node: LinearNode| match node {
        LinearNode::Atom(a, _) => known(a),
        _ => true,
    };
    for question in groups.iter().flat_map(|group| &group.questions) {
        let fits = match question {
            Question::Reach(reach) => known(reach.target),
            Question::Paths(paths) => known(paths.target),
            Question::Linear(linear) => linear.formula.nodes().iter().all(|&node| knows(node)),
            Question::Branching(b) => {
                let mut nodes = b.formula.nodes().iter();
                b.negation == b.formula.dual() && nodes.all(|node| knows(node.on_runs().1))
            }
        };
        need(fits, || "a question reads no such proposition".to_owned())?;
    }
    Ok(())
}
