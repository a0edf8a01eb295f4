//! `elaborate`: Rules and a property to the statement that engines decide and
//! the kernel checks.
//!
//! Three things happen here and nowhere else. The observers that the property
//! reads become variables, with domains as small as it allows. Every guard
//! gains *and play is not over*, so that a terminal state has no successor.
//! The property's conditions become the only propositions.

use playproof_kernel::{
    Atom, AtomId, Command, E, Group, Machine, Node, Op, Question, Statement, StatementError,
    TableId, Val, VarDecl, VarId, reachable,
};
use thiserror::Error;

use crate::build::{Builder, set};
use crate::meaning::Meaning;
use crate::property::{Property, PropertyError};
use crate::resolve::{BalanceName, Bound, Names, ObserverName, Scaled, Value, resolve};
use crate::rules::{Extent, GameCommand, Rules};
use crate::subject::{Asked, Subject};
use crate::validate::{RulesError, validate};

/// Why a property cannot be asked of these Rules.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ElaborateError {
    /// The property does not fit.
    #[error(transparent)]
    Property(#[from] PropertyError),
    /// The Rules make no sense.
    #[error("the game's rules are broken: {0}")]
    Rules(#[from] RulesError),
    /// What they come to makes no sense.
    #[error("the game's rules are broken: {0}")]
    Statement(StatementError),
}

impl From<StatementError> for ElaborateError {
    fn from(why: StatementError) -> ElaborateError {
        ElaborateError::Statement(why)
    }
}

/// Prepares Rules for one property.
pub fn elaborate(rules: &Rules, property: &Property) -> Result<Subject, ElaborateError> {
    let meaning = property.meaning()?;
    validate(rules)?;
    let resolved = resolve(&meaning.atoms, meaning.within, &names(rules))?;
    let names = atom_names(&meaning);
    let (machine, terminal) = enter(rules, names, &resolved.conditions, &resolved.caps);
    let mut notes = resolved.notes;
    // What is there for an observer only changes nothing that can be reached,
    // but it is a step.
    let is_about_steps = meaning.question.reach().is_none();
    let extra = rules.commands.iter().find_map(|c| c.only_for);
    if let (true, Some(observer)) = (is_about_steps, extra)
        && machine.commands.len() == rules.commands.len()
    {
        let name = &rules.observers[observer.index() - rules.vars.len()].name;
        notes.push(format!(
            "`{name}` is counted, so that there are steps which change nothing else: bumps into walls"
        ));
    }
    let statement = Statement::new(machine, vec![alone(meaning)])?;
    Ok(Subject::new(
        statement,
        Asked {
            property: Some(property.clone()),
            theorem: rules.theorem.clone(),
            terminal,
            notes,
        },
    ))
}

/// One question, in a group without a name.
pub(crate) fn alone(meaning: Meaning) -> Group {
    Group {
        name: String::new(),
        questions: vec![meaning.question],
    }
}

pub(crate) fn names(rules: &Rules) -> Names<'_> {
    let observers = rules.observers.iter();
    let balances = rules.balances.iter().map(|balance| BalanceName {
        name: &balance.name,
        debit: balance.debit.index() - rules.vars.len(),
        hi: balance.most,
    });
    Names {
        vars: &rules.vars,
        atoms: rules.atoms.iter().map(|a| &a.name[..]).collect(),
        observers: observers
            .map(|o| ObserverName {
                name: &o.name,
                initial: o.initial,
                hi: match o.extent {
                    Extent::UpTo(hi) => Some(hi),
                    Extent::Saturating => None,
                },
            })
            .collect(),
        balances: balances.collect(),
        locators: &rules.locators,
        tables: &rules.tables,
    }
}

/// The machine in which named conditions are the propositions, observers with a
/// cap are variables, and nothing happens once play is over; and where play is
/// over.
pub(crate) fn enter(
    rules: &Rules,
    names: Vec<String>,
    conditions: &[Bound],
    caps: &[Option<Val>],
) -> (Machine, Option<E>) {
    let watched = Watched::new(rules, caps, conditions);
    let mut builder = Builder::extend(rules.clone());
    let conditions = conditions.iter();
    let conditions: Vec<E> = conditions.map(|c| lower(&mut builder, rules, c)).collect();
    let playing = builder.not(rules.terminal);
    let ends = rules.nodes[rules.terminal.index()] != Node::Const(0);
    let commands = rules.commands.iter().enumerate();
    let is_there = |command: &GameCommand| command.only_for.is_none_or(|v| watched.has(v));
    let commands = commands.filter(|(_, command)| is_there(command));
    let commands = commands.map(|(i, command)| {
        let mut updates = command.updates.clone();
        for w in &watched.list {
            let next = rules.observers[w.observer].next[i];
            let cap = builder.constant(w.decl.hi);
            let value = builder.min(next, cap);
            updates.push(set(VarId(w.old_id), value));
        }
        Command {
            name: command.name.clone(),
            action: command.action,
            guard: match ends {
                true => builder.min(command.guard, playing),
                false => command.guard,
            },
            updates,
        }
    });
    let commands: Vec<Command> = commands.collect();
    let whole = builder.into_rules();
    let atoms = names.into_iter().zip(conditions);
    let machine = Machine {
        vars: whole.vars,
        tables: whole.tables,
        nodes: whole.nodes,
        actions: whole.actions,
        commands,
        initial: whole.initial,
        atoms: atoms.map(|(name, holds)| Atom { name, holds }).collect(),
        foreign: None,
    };
    watched.enter(machine, rules.terminal)
}

/// What the question's propositions are called.
pub(crate) fn atom_names(meaning: &Meaning) -> Vec<String> {
    match meaning.question {
        Question::Reach(_) => vec!["target".into()],
        _ => meaning.atoms.iter().map(ToString::to_string).collect(),
    }
}

pub(crate) fn lower(b: &mut Builder, rules: &Rules, condition: &Bound) -> E {
    match condition {
        Bound::Const(x) => b.constant(Val::from(*x)),
        Bound::Atom(a) => rules.atoms[a.index()].holds,
        Bound::Compare(op, x, y) => {
            let (x, y) = (lower_scaled(b, rules, *x), lower_scaled(b, rules, *y));
            b.cmp(*op, x, y)
        }
        Bound::Same(p, q) => {
            let (p, q) = (lower(b, rules, p), lower(b, rules, q));
            b.cmp(Op::Eq, p, q)
        }
        Bound::Not(p) => {
            let p = lower(b, rules, p);
            b.not(p)
        }
        Bound::And(p, q) => {
            let (p, q) = (lower(b, rules, p), lower(b, rules, q));
            b.min(p, q)
        }
        Bound::Or(p, q) => {
            let (p, q) = (lower(b, rules, p), lower(b, rules, q));
            b.max(p, q)
        }
    }
}

fn lower_scaled(b: &mut Builder, rules: &Rules, scaled: Scaled) -> E {
    let value = lower_value(b, rules, scaled.value);
    match scaled.times {
        1 => value,
        k => b.mul(k, value),
    }
}

fn lower_value(b: &mut Builder, rules: &Rules, value: Value) -> E {
    match value {
        Value::Const(n) => b.constant(n),
        Value::Var(v) => b.var(v),
        Value::Element(v, i) => {
            let i = b.constant(i as Val);
            b.elem(v, i)
        }
        Value::Observer(i) => b.var(VarId((rules.vars.len() + i) as u32)),
        Value::Balance(i) => {
            let balance = &rules.balances[i];
            let debit = b.var(balance.debit);
            b.sub(balance.credit, debit)
        }
    }
}

/// Appends the game's propositions that a condition is made of.
pub(crate) fn propositions(condition: &Bound, out: &mut Vec<AtomId>) {
    match condition {
        Bound::Atom(a) => out.push(*a),
        Bound::Not(p) => propositions(p, out),
        Bound::And(p, q) | Bound::Or(p, q) | Bound::Same(p, q) => {
            propositions(p, out);
            propositions(q, out);
        }
        Bound::Const(_) | Bound::Compare(..) => {}
    }
}

/// The observers that enter the state.
struct Watched {
    list: Vec<WatchedObserver>,
}

struct WatchedObserver {
    observer: usize,
    /// Its variable in the nodes of the unelaborated Rules.
    old_id: u32,
    decl: VarDecl,
    initial: Val,
}

impl Watched {
    /// Those with a cap, those that the game's propositions among the
    /// conditions read, and those that they read in turn.
    fn new(rules: &Rules, caps: &[Option<Val>], conditions: &[Bound]) -> Watched {
        let n_vars = rules.vars.len();
        let mut needed: Vec<bool> = caps.iter().map(Option::is_some).collect();
        let mut asked = Vec::new();
        conditions.iter().for_each(|c| propositions(c, &mut asked));
        let asked = asked.iter().map(|a| rules.atoms[a.index()].holds);
        loop {
            let reading = (0..needed.len()).filter(|&i| needed[i]);
            let roots = reading.flat_map(|i| rules.observers[i].next.iter().copied());
            let roots = roots.chain(asked.clone());
            let mut grew = false;
            for e in reachable(&rules.nodes, roots.collect::<Vec<_>>()) {
                if let Node::Var(v) = rules.nodes[e.index()]
                    && v.index() >= n_vars
                    && !needed[v.index() - n_vars]
                {
                    needed[v.index() - n_vars] = true;
                    grew = true;
                }
            }
            if !grew {
                break;
            }
        }
        let list = (0..needed.len()).filter(|&i| needed[i]).map(|observer| {
            let o = &rules.observers[observer];
            let hi = match o.extent {
                Extent::UpTo(hi) => hi,
                Extent::Saturating => caps[observer]
                    .expect("no observer reads a saturating one, so the property does"),
            };
            WatchedObserver {
                observer,
                old_id: (n_vars + observer) as u32,
                decl: VarDecl {
                    name: o.name.clone(),
                    lo: o.initial,
                    hi,
                    len: None,
                },
                initial: o.initial,
            }
        });
        let list = list.collect();
        Watched { list }
    }

    /// Whether the observer that is this variable is among them.
    fn has(&self, observer: VarId) -> bool {
        self.list.iter().any(|w| w.old_id == observer.0)
    }

    /// Makes them variables, and drops every node that nothing reads any more.
    fn enter(&self, mut machine: Machine, terminal: E) -> (Machine, Option<E>) {
        let n_vars = machine.vars.len() as u32;
        let new_id = |v: VarId| {
            let position = self.list.iter().position(|w| w.old_id == v.0);
            position.map_or(v, |p| VarId(n_vars + p as u32))
        };
        let atoms = machine.atoms.iter().map(|a| a.holds);
        let steps = machine.commands.iter().flat_map(Command::roots);
        let kept = reachable(&machine.nodes, steps.chain(atoms).collect::<Vec<E>>());
        let mut place = vec![None; machine.nodes.len()];
        for (new, old) in kept.iter().enumerate() {
            place[old.index()] = Some(E(new as u32));
        }
        let at = |e: E| place[e.index()].expect("what is read is kept");
        machine.nodes = kept
            .iter()
            .map(|&e| match machine.nodes[e.index()].map(at) {
                Node::Var(v) => Node::Var(new_id(v)),
                node => node,
            })
            .collect();
        for command in &mut machine.commands {
            command.guard = at(command.guard);
            for u in &mut command.updates {
                u.var = new_id(u.var);
                u.index = u.index.map(at);
                u.value = at(u.value);
            }
        }
        for atom in &mut machine.atoms {
            atom.holds = at(atom.holds);
        }
        for w in &self.list {
            machine.vars.push(w.decl.clone());
            for state in &mut machine.initial {
                state.push(w.initial);
            }
        }
        drop_unread_tables(&mut machine);
        (machine, place[terminal.index()])
    }
}

/// A map's table of names for its places, say, is large and no longer read.
fn drop_unread_tables(machine: &mut Machine) {
    let mut read = vec![false; machine.tables.len()];
    for node in &machine.nodes {
        if let Node::Tab(t, _) = node {
            read[t.index()] = true;
        }
    }
    let position = |t: TableId| TableId(read[..t.index()].iter().filter(|r| **r).count() as u32);
    for node in &mut machine.nodes {
        if let Node::Tab(t, _) = node {
            *t = position(*t);
        }
    }
    let mut kept = read.iter();
    machine.tables.retain(|_| kept.next() == Some(&true));
}
