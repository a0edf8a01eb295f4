//! `elaborate`: Rules and a property to the Rules that engines decide and the
//! checker checks.
//!
//! Three things happen here and nowhere else. The observers that the property
//! reads become variables, with domains as small as it allows. Every guard
//! gains *and play is not over*, so that a terminal state has no successor.
//! The property's target becomes the one proposition left.

use std::slice;

use thiserror::Error;

use crate::build::{Builder, set};
use crate::by_value::{ByValue, by_value};
use crate::cube::{Columns, CubeSemantics, Cubes, Posts, Workspace};
use crate::fingerprint;
use crate::formula::Formula;
use crate::layout::Layout;
use crate::meaning::{Meaning, Question};
use crate::property::{Property, PropertyError};
use crate::reference::Reference;
use crate::resolve::{BalanceName, Bound, Names, ObserverName, Scaled, Value, resolve};
use crate::rules::{
    ActionId, Atom, AtomId, Command, E, Extent, Node, Op, Rules, TableId, Val, VarDecl, VarId,
    reachable,
};
use crate::semantics::{Fingerprint, Semantics, Signature, Step};
use crate::validate::{RulesError, evaluable, validate};

/// Why a property cannot be asked of these Rules.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ElaborateError {
    /// The property does not fit.
    #[error(transparent)]
    Property(#[from] PropertyError),
    /// The Rules make no sense.
    #[error("the game's rules are broken: {0}")]
    Rules(#[from] RulesError),
}

/// Rules with a question, ready to be decided and checked.
pub struct Elaborated {
    rules: Rules,
    question: Question,
    layout: Layout,
    bases: Vec<usize>,
    signature: Signature,
    fingerprint: Fingerprint,
    /// The nodes that commands read, and those that each proposition reads.
    step_program: Vec<E>,
    atom_programs: Vec<Vec<E>>,
    notes: Vec<String>,
    property: Option<Property>,
    /// The commands of each action, in order.
    by_action: Vec<Vec<u32>>,
}

impl Elaborated {
    /// The Rules, without observers; `atoms` are those of the question.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What is asked.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// Whether an argument of the game shows that the property holds.
    pub fn argued(&self, argument: &[u32]) -> Result<(), String> {
        match (&self.rules.theorem.0, &self.property) {
            (Some(theorem), Some(property)) => theorem.shows(property, argument),
            _ => Err("the game knows no theorem about this level".to_owned()),
        }
    }

    /// Takes the step of an action, of its commands that are enabled the one with this
    /// number. Whether there is one.
    pub fn take(&self, state: &mut [Val], action: ActionId, choice: u32) -> bool {
        let commands = self.by_action.get(action.index());
        let reference = Reference::new(&self.rules);
        commands.is_some_and(|commands| reference.take(state, commands, choice))
    }

    /// The step that a command takes in this state, if it is enabled there.
    pub fn step_of(&self, state: &[Val], command: usize) -> Option<Step> {
        let action = self.rules.commands.get(command)?.action;
        let commands = &self.by_action[action.index()];
        let before = commands.iter().position(|c| *c as usize == command)?;
        let reference = Reference::new(&self.rules);
        let is_enabled = |c: &&u32| reference.is_enabled(state, **c as usize);
        if !is_enabled(&&commands[before]) {
            return None;
        }
        let choice = commands[..before].iter().filter(is_enabled).count() as u32;
        Some(Step::Act { action, choice })
    }

    /// Whether the game knows that nothing is ever lost.
    pub fn nothing_is_lost(&self) -> bool {
        let theorem = self.rules.theorem.0.as_ref();
        theorem.is_some_and(|theorem| theorem.nothing_is_lost())
    }

    /// Whether the property says of a proposition that it can always be reached, and the
    /// game knows that one run which reaches it shows that.
    pub fn is_shown_by_a_run(&self) -> bool {
        let name = self.property.as_ref().and_then(Property::always_possible);
        let theorem = self.rules.theorem.0.as_ref();
        let both = theorem.zip(name);
        both.is_some_and(|(theorem, name)| theorem.lasts(&name))
    }

    /// How states are packed.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// What is odd about the property.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }
}

/// Prepares Rules for one property.
pub fn elaborate(rules: &Rules, property: &Property) -> Result<Elaborated, ElaborateError> {
    let elaborated = elaborate_meaning(rules, property.meaning()?)?;
    Ok(Elaborated {
        property: Some(property.clone()),
        ..elaborated
    })
}

/// Rules whose propositions are these conditions in their order, with the
/// observers that they read as variables: for what asks several properties of
/// the same states, such as an export. Each condition comes with the number of
/// moves within which it is asked, if there is one.
pub fn elaborate_conditions(
    rules: &Rules,
    conditions: &[(Formula, Option<Val>)],
) -> Result<Rules, ElaborateError> {
    validate(rules)?;
    let mut bound = Vec::new();
    let mut caps = vec![None; rules.observers.len()];
    for (condition, within) in conditions {
        let resolved = resolve(slice::from_ref(condition), *within, &names(rules))?;
        bound.extend(resolved.conditions);
        // Counting further than one condition needs changes none of it.
        for (cap, needed) in caps.iter_mut().zip(resolved.caps) {
            *cap = needed.max(*cap);
        }
    }
    let texts = conditions.iter().map(|(c, _)| c.to_string()).collect();
    Ok(enter(rules, texts, &bound, &caps)?)
}

fn elaborate_meaning(rules: &Rules, meaning: Meaning) -> Result<Elaborated, ElaborateError> {
    validate(rules)?;
    let resolved = resolve(&meaning.atoms, meaning.within, &names(rules))?;
    let (conditions, caps) = (&resolved.conditions, &resolved.caps);
    let elaborated = enter(rules, atom_names(&meaning), conditions, caps)?;
    let mut notes = resolved.notes;
    // What is there for an observer only changes nothing that can be reached,
    // but it is a step.
    let is_about_steps = meaning.question.reach().is_none();
    let extra = rules.commands.iter().find_map(|c| c.only_for);
    if let (true, Some(observer)) = (is_about_steps, extra)
        && elaborated.commands.len() == rules.commands.len()
    {
        let name = &rules.observers[observer.index() - rules.vars.len()].name;
        notes.push(format!(
            "`{name}` is counted, so that there are steps which change nothing else: bumps into walls"
        ));
    }
    Ok(assemble(elaborated, meaning.question, notes))
}

fn names(rules: &Rules) -> Names<'_> {
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

/// The Rules in which named conditions are the propositions, observers with a
/// cap are variables, and nothing happens once play is over.
fn enter(
    rules: &Rules,
    names: Vec<String>,
    conditions: &[Bound],
    caps: &[Option<Val>],
) -> Result<Rules, RulesError> {
    let watched = Watched::new(rules, caps, conditions);
    let mut builder = Builder::extend(rules.clone());
    let conditions = conditions.iter();
    let conditions: Vec<E> = conditions.map(|c| lower(&mut builder, rules, c)).collect();
    let playing = builder.not(rules.terminal);
    let ends = rules.nodes[rules.terminal.index()] != Node::Const(0);
    let commands = rules.commands.iter().enumerate();
    let is_there = |command: &Command| command.only_for.is_none_or(|v| watched.has(v));
    let commands = commands.filter(|(_, command)| is_there(command));
    let commands = commands.map(|(i, command)| {
        let mut command = command.clone();
        command.only_for = None;
        if ends {
            command.guard = builder.min(command.guard, playing);
        }
        for w in &watched.list {
            let next = rules.observers[w.observer].next[i];
            let cap = builder.constant(w.decl.hi);
            let value = builder.min(next, cap);
            command.updates.push(set(VarId(w.old_id), value));
        }
        command
    });
    let commands = commands.collect();
    let mut whole = builder.into_rules();
    whole.commands = commands;
    let atoms = names.into_iter().zip(conditions);
    whole.atoms = atoms.map(|(name, holds)| Atom { name, holds }).collect();
    let rules = watched.enter(whole);
    evaluable(&rules)?;
    Ok(rules)
}

/// What the question's propositions are called.
pub(crate) fn atom_names(meaning: &Meaning) -> Vec<String> {
    match meaning.question {
        Question::Reach(_) => vec!["target".into()],
        _ => meaning.atoms.iter().map(ToString::to_string).collect(),
    }
}

fn assemble(rules: Rules, question: Question, notes: Vec<String>) -> Elaborated {
    let atoms = rules.atoms.iter();
    Elaborated {
        layout: Layout::new(&rules.vars),
        bases: rules.bases(),
        signature: Signature {
            vars: rules.vars.clone(),
            actions: rules.actions.clone(),
            atoms: atoms.clone().map(|a| a.name.clone()).collect(),
        },
        fingerprint: fingerprint::of_rules(&rules, &question),
        step_program: reachable(&rules.nodes, step_roots(&rules)),
        atom_programs: atoms.map(|a| reachable(&rules.nodes, [a.holds])).collect(),
        by_action: by_action(&rules),
        rules,
        question,
        notes,
        property: None,
    }
}

fn by_action(rules: &Rules) -> Vec<Vec<u32>> {
    let mut commands = vec![Vec::new(); rules.actions.len()];
    for (i, command) in rules.commands.iter().enumerate() {
        commands[command.action.index()].push(i as u32);
    }
    commands
}

/// Every expression that a step evaluates.
fn step_roots(rules: &Rules) -> impl Iterator<Item = E> {
    let guards = rules.commands.iter().map(|c| c.guard);
    let writes = rules.commands.iter().flat_map(|c| &c.updates);
    guards.chain(writes.flat_map(|u| u.index.into_iter().chain([u.value])))
}

fn lower(b: &mut Builder, rules: &Rules, condition: &Bound) -> E {
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
fn propositions(condition: &Bound, out: &mut Vec<AtomId>) {
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
    fn enter(&self, mut rules: Rules) -> Rules {
        let n_vars = rules.vars.len() as u32;
        let new_id = |v: VarId| {
            let position = self.list.iter().position(|w| w.old_id == v.0);
            position.map_or(v, |p| VarId(n_vars + p as u32))
        };
        let atoms = rules.atoms.iter().map(|a| a.holds);
        let roots: Vec<E> = step_roots(&rules)
            .chain(atoms)
            .chain([rules.terminal])
            .collect();
        let kept = reachable(&rules.nodes, roots);
        let mut place = vec![E(u32::MAX); rules.nodes.len()];
        for (new, old) in kept.iter().enumerate() {
            place[old.index()] = E(new as u32);
        }
        let at = |e: E| place[e.index()];
        rules.nodes = kept
            .iter()
            .map(|&e| match rules.nodes[e.index()].map(at) {
                Node::Var(v) => Node::Var(new_id(v)),
                node => node,
            })
            .collect();
        for command in &mut rules.commands {
            command.guard = at(command.guard);
            for u in &mut command.updates {
                u.var = new_id(u.var);
                u.index = u.index.map(at);
                u.value = at(u.value);
            }
        }
        for atom in &mut rules.atoms {
            atom.holds = at(atom.holds);
        }
        rules.terminal = at(rules.terminal);
        for w in &self.list {
            rules.vars.push(w.decl.clone());
            for state in &mut rules.initial {
                state.push(w.initial);
            }
        }
        rules.observers.clear();
        rules.balances.clear();
        rules.locators.clear();
        rules.things.clear();
        drop_unread_tables(&mut rules);
        rules
    }
}

/// A map's table of names for its places, say, is large and no longer read.
fn drop_unread_tables(rules: &mut Rules) {
    let mut read = vec![false; rules.tables.len()];
    for node in &rules.nodes {
        if let Node::Tab(t, _) = node {
            read[t.index()] = true;
        }
    }
    let position = |t: TableId| TableId(read[..t.index()].iter().filter(|r| **r).count() as u32);
    for node in &mut rules.nodes {
        if let Node::Tab(t, _) = node {
            *t = position(*t);
        }
    }
    let mut kept = read.iter();
    rules.tables.retain(|_| kept.next() == Some(&true));
}

impl Semantics for Elaborated {
    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn initial(&self, emit: &mut dyn FnMut(&[Val])) {
        self.rules.initial.iter().for_each(|s| emit(s));
    }

    fn successors(&self, state: &[Val], emit: &mut dyn FnMut(ActionId, &[Val])) {
        Reference::new(&self.rules).successors(state, &mut |command, next| {
            emit(self.rules.commands[command].action, next);
        });
    }

    fn terminal(&self, state: &[Val]) -> bool {
        Reference::new(&self.rules).holds(state, self.rules.terminal)
    }

    fn holds(&self, state: &[Val], atom: AtomId) -> bool {
        Reference::new(&self.rules).holds(state, self.rules.atoms[atom.index()].holds)
    }

    fn fingerprint(&self) -> Fingerprint {
        self.fingerprint
    }
}

impl CubeSemantics for Elaborated {
    fn post(&self, cubes: &Cubes, work: &mut Workspace, emit: &mut dyn FnMut(usize, &Posts)) {
        self.columns().post(cubes, &self.step_program, work, emit);
    }

    fn may(&self, cubes: &Cubes, atom: AtomId, work: &mut Workspace, out: &mut Vec<bool>) {
        let holds = self.rules.atoms[atom.index()].holds;
        let program = &self.atom_programs[atom.index()];
        self.columns().may(cubes, program, holds, work, out);
    }

    fn by_value(&self, flat: u32) -> Option<ByValue> {
        let var = self.bases.iter().position(|&base| base == flat as usize)?;
        by_value(&self.rules, &self.bases, VarId(var as u32))
    }

    fn ranges(&self, cubes: &Cubes, program: &[E], work: &mut Workspace) {
        self.columns().ranges(cubes, program, work);
    }

    fn counted(&self, flat: u32) -> Option<Vec<Val>> {
        let rules = &self.rules;
        let is_at = |(v, &base): (usize, &usize)| (base == flat as usize).then_some(v);
        let v = self.bases.iter().enumerate().find_map(is_at)?;
        let (var, decl) = (VarId(v as u32), &rules.vars[v]);
        let from_zero = rules.initial.iter().all(|s| s[flat as usize] == 0);
        if decl.len.is_some() || decl.lo != 0 || !from_zero {
            return None;
        }
        let node = |e: E| rules.nodes[e.index()];
        // `min(own + amount, cap)` and nothing else.
        let added = |e: E| match node(e) {
            Node::Min(sum, cap) if node(cap) == Node::Const(decl.hi) => match node(sum) {
                Node::Add(own, amount) if node(own) == Node::Var(var) => match node(amount) {
                    Node::Const(amount) if amount >= 0 => Some(amount),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        };
        let amounts = rules.commands.iter().map(|c| {
            let mut writes = c.updates.iter().filter(|u| u.var == var);
            match (writes.next(), writes.next()) {
                (Some(write), None) => added(write.value),
                _ => None,
            }
        });
        amounts.collect()
    }
}

impl Elaborated {
    fn columns(&self) -> Columns<'_> {
        Columns {
            rules: &self.rules,
            bases: &self.bases,
        }
    }
}
