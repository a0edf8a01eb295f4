//! `elaborate`: Rules and a property to the statement that engines decide and
//! the kernel checks.
//!
//! Three things happen here and nowhere else. The observers that the property
//! reads become variables, with domains as small as it allows. Every guard
//! gains *and play is not over*, so that a terminal state has no successor.
//! The property's conditions become the only propositions.

use playproof_kernel::{
    Atom, Command, E, Group, Machine, Node, Question, Statement, StatementError, TableId, Val,
    VarDecl, VarId, reachable,
};
use thiserror::Error;

use crate::build::set;
use crate::meaning::Meaning;
use crate::property::{Property, PropertyError};
use crate::resolve::Resolver;
use crate::rules::{Extent, GameCommand, Rules};
use crate::subject::{Asked, Subject};
use crate::validate::{RulesError, validate};
use crate::wording;

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

/// Prepares Rules for one property.
pub fn elaborate(rules: &Rules, property: &Property) -> Result<Subject, ElaborateError> {
    let meaning = property.meaning()?;
    validate(rules)?;
    let mut resolver = Resolver::new(rules, meaning.within);
    let conditions = resolver.conditions(&meaning.atoms)?;
    let names = atom_names(&meaning);
    let (machine, terminal) = enter(rules, names, resolver, conditions);
    let mut notes = wording::notes(&meaning.atoms, rules);
    // What is there for an observer only changes nothing that can be reached,
    // but it is a step.
    if meaning.question.reach().is_none() {
        notes.extend(wording::extra_steps(rules, machine.commands.len()));
    }
    let statement = Statement::new(machine, vec![alone(meaning.question)])?;
    let (property, theorem) = (Some(property.clone()), rules.theorem.clone());
    let asked = Asked {
        property,
        theorem,
        terminal,
        notes,
    };
    Ok(Subject::new(statement, asked))
}

/// One question, in a group without a name.
pub(crate) fn alone(question: Question) -> Group {
    let (name, questions) = (String::new(), vec![question]);
    Group { name, questions }
}

/// The machine in which named conditions are the propositions, observers that they read
/// are variables, and nothing happens once play is over; and where play is over.
pub(crate) fn enter(
    rules: &Rules,
    names: Vec<String>,
    resolver: Resolver,
    conditions: Vec<E>,
) -> (Machine, Option<E>) {
    let Resolver { builder, caps, .. } = resolver;
    let watched = Watched::new(rules, &caps, &builder.nodes(), &conditions);
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
            updates.push(set(VarId(w.old_id), builder.min(next, cap)));
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

/// The observers that enter the state.
struct Watched {
    list: Vec<WatchedObserver>,
}

struct WatchedObserver {
    observer: usize,
    /// Its variable in the nodes of the unelaborated Rules.
    old_id: u32,
    /// It begins at the least value.
    decl: VarDecl,
}

impl Watched {
    /// Those that conditions read, and those that they read in turn.
    fn new(rules: &Rules, caps: &[Option<Val>], nodes: &[Node], conditions: &[E]) -> Watched {
        let n_vars = rules.vars.len();
        let mut needed = vec![false; caps.len()];
        let mut roots = conditions.to_vec();
        while !roots.is_empty() {
            let mut next = Vec::new();
            for e in reachable(nodes, roots) {
                if let Node::Var(v) = nodes[e.index()]
                    && v.index() >= n_vars
                    && !std::mem::replace(&mut needed[v.index() - n_vars], true)
                {
                    next.extend(&rules.observers[v.index() - n_vars].next);
                }
            }
            roots = next;
        }
        let list = (0..needed.len()).filter(|&i| needed[i]).map(|observer| {
            let o = &rules.observers[observer];
            let hi = match o.extent {
                Extent::UpTo(hi) => hi,
                Extent::Saturating => caps[observer]
                    .expect("no observer reads a saturating one, so the property does"),
            };
            let (name, lo, len) = (o.name.clone(), o.initial, None);
            WatchedObserver {
                observer,
                old_id: (n_vars + observer) as u32,
                decl: VarDecl { name, lo, hi, len },
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
                state.push(w.decl.lo);
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
            read[t.0 as usize] = true;
        }
    }
    let position = |t: TableId| TableId(read[..t.0 as usize].iter().filter(|r| **r).count() as u32);
    for node in &mut machine.nodes {
        if let Node::Tab(t, _) = node {
            *t = position(*t);
        }
    }
    let mut kept = read.iter();
    machine.tables.retain(|_| kept.next() == Some(&true));
}
