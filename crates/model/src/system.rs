//! Games with an interpreter of their own: `elaborate` for them. What a property
//! adds (its conditions, the count of steps) is supplied here and in the kernel;
//! the propositions of the game that it reads become variables.

use std::sync::Arc;

use playproof_kernel::{Atom, Foreign, Machine, Statement, System, VarDecl, VarId};

use crate::build::Builder;
use crate::elaborate::{ElaborateError, alone, atom_names, lower, propositions};
use crate::property::Property;
use crate::resolve::{Names, ObserverName, resolve};
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
        return Err(ElaborateError::Rules(RulesError::Declaration {
            what: "variable",
            name: name.clone(),
            problem: "a proposition, or the counter of steps, has this name".into(),
        }));
    }
    let names = Names {
        vars: system.vars(),
        atoms: system.atoms().iter().map(String::as_str).collect(),
        observers: vec![ObserverName {
            name: "moves",
            initial: 0,
            hi: None,
        }],
        balances: Vec::new(),
        locators: &[],
        tables: &[],
    };
    let resolved = resolve(&meaning.atoms, meaning.within, &names)?;
    let mut read = Vec::new();
    resolved
        .conditions
        .iter()
        .for_each(|c| propositions(c, &mut read));
    read.sort_unstable();
    read.dedup();
    let scalar = |name: &str, hi| VarDecl {
        name: name.to_owned(),
        lo: 0,
        hi,
        len: None,
    };
    let flags: Vec<String> = read
        .iter()
        .map(|a| system.atoms()[a.index()].clone())
        .collect();
    // Rules without commands, to write the conditions with: observer 0, the
    // count of steps, is the variable after all others.
    let mut rules = Builder::default().into_rules();
    rules.vars = system.vars().to_vec();
    rules.vars.extend(flags.iter().map(|flag| scalar(flag, 1)));
    let mut builder = Builder::extend(rules.clone());
    for (i, _) in system.atoms().iter().enumerate() {
        let flag = read.iter().position(|a| a.index() == i);
        let holds = match flag {
            Some(k) => builder.var(VarId((system.vars().len() + k) as u32)),
            None => builder.constant(0),
        };
        rules.atoms.push(Atom {
            name: system.atoms()[i].clone(),
            holds,
        });
    }
    let conditions = resolved.conditions.iter();
    let conditions: Vec<_> = conditions.map(|c| lower(&mut builder, &rules, c)).collect();
    let atoms = atom_names(&meaning).into_iter().zip(conditions);
    let cap = resolved.caps[0];
    let mut vars = rules.vars.clone();
    vars.extend(cap.map(|cap| scalar("moves", cap)));
    let machine = Machine {
        vars,
        nodes: builder.into_rules().nodes,
        actions: system.actions().to_vec(),
        atoms: atoms.map(|(name, holds)| Atom { name, holds }).collect(),
        foreign: Some(Foreign {
            name: system.name().to_owned(),
            version: system.version(),
            source: system.source().to_owned(),
            flags,
            counts_steps: cap.is_some(),
        }),
        ..Machine::default()
    };
    let groups = vec![alone(meaning)];
    let statement = Statement::with_system(machine, groups, Some(Arc::clone(system)))?;
    Ok(Subject::new(
        statement,
        Asked {
            property: Some(property.clone()),
            ..Asked::default()
        },
    ))
}
