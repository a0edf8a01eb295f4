//! Games with an interpreter of their own: `elaborate` for them. What a property
//! adds (its conditions, the count of steps) is supplied here and in the kernel;
//! the propositions of the game that it reads become variables.

use std::sync::Arc;

use playproof_kernel::{
    Atom, E, Foreign, Machine, Node, Statement, System, VarDecl, VarId, reachable,
};

use crate::build::Builder;
use crate::elaborate::{ElaborateError, alone, atom_names};
use crate::property::Property;
use crate::propositions_read::propositions_read;
use crate::resolve::Resolver;
use crate::rules::{Extent, Observer};
use crate::subject::{Asked, Subject};
use crate::validate::{RulesError, variables};

/// Prepares a game for one property.
pub(crate) fn elaborate_system(
    system: &Arc<dyn System>,
    property: &Property,
) -> Result<Subject, ElaborateError> {
    let meaning = property.meaning()?;
    variables(system.vars())?;
    let taken = |name: &String| system.vars().iter().any(|v| v.name == *name) || name == "moves";
    let clash = system.atoms().iter().find(|a| taken(a));
    let own = system.vars().iter().map(|v| &v.name);
    if let Some(name) = clash.or_else(|| own.clone().find(|v| *v == "moves")) {
        return Err(ElaborateError::Rules(RulesError::taken(name)));
    }
    // Rules without commands, to write the conditions with: each proposition is a variable,
    // and observer 0, the count of steps, is the one after all others.
    let n_own = system.vars().len();
    let atoms = propositions_read(&**system, &meaning.atoms);
    let n_all = n_own + atoms.len();
    let scalar = |name: &str, hi| {
        let (name, lo, len) = (name.to_owned(), 0, None);
        VarDecl { name, lo, hi, len }
    };
    let mut builder = Builder::default();
    let flags = (n_own..n_all).map(|i| builder.var(VarId(i as u32)));
    let flags: Vec<E> = flags.collect();
    for (name, holds) in atoms.iter().zip(flags) {
        builder.atom(name, holds);
    }
    let mut rules = builder.into_rules();
    rules.vars = system.vars().to_vec();
    rules.vars.resize(n_all, scalar("", 1));
    rules.observers.push(Observer {
        name: "moves".to_owned(),
        initial: 0,
        extent: Extent::Saturating,
        next: Vec::new(),
    });
    let mut resolver = Resolver::new(&rules, meaning.within);
    let conditions = resolver.conditions(&meaning.atoms)?;
    let cap = resolver.caps[0];
    // What is read of all this stays, and node 0.
    let nodes = resolver.builder.into_rules().nodes;
    let kept = reachable(&nodes, conditions.iter().copied().chain([E(0)]));
    let is_read = |i: &usize| {
        kept.iter()
            .any(|e| nodes[e.index()] == Node::Var(VarId(*i as u32)))
    };
    let read: Vec<usize> = (n_own..n_all).filter(is_read).collect();
    let new_id = |v: VarId| match v.index() {
        i if i < n_own => v,
        i => VarId((n_own + read.partition_point(|&other| other < i)) as u32),
    };
    let at = |e: E| E(kept.partition_point(|&other| other < e) as u32);
    let name = |i: &usize| atoms[i - n_own].clone();
    let flags: Vec<String> = read.iter().map(name).collect();
    let mut vars = system.vars().to_vec();
    vars.extend(flags.iter().map(|flag| scalar(flag, 1)));
    vars.extend(cap.map(|cap| scalar("moves", cap)));
    let atoms = atom_names(&meaning).into_iter().zip(conditions);
    let atoms = atoms.map(|(name, e)| Atom { name, holds: at(e) });
    let machine = Machine {
        vars,
        nodes: kept
            .iter()
            .map(|&e| match nodes[e.index()].map(at) {
                Node::Var(v) => Node::Var(new_id(v)),
                node => node,
            })
            .collect(),
        actions: system.actions().to_vec(),
        atoms: atoms.collect(),
        foreign: Some(Foreign {
            name: system.name().to_owned(),
            version: system.version(),
            source: system.source().to_owned(),
            flags,
            counts_steps: cap.is_some(),
        }),
        ..Machine::default()
    };
    let groups = vec![alone(meaning.question)];
    let statement = Statement::with_system(machine, groups, Some(Arc::clone(system)))?;
    let asked = Asked {
        property: Some(property.clone()),
        ..Asked::default()
    };
    Ok(Subject::new(statement, asked))
}
