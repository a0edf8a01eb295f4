//! NuSMV's rules of types: truth values, numbers and commands do not mix, and
//! every name means something.

use std::collections::HashMap;

use super::parser::{Domain, Expr, Module};

/// The types of names.
type Types = HashMap<String, Type>;

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Type {
    Truth,
    Number,
    Command,
}

/// Checks a whole module, in which definitions read earlier ones only.
pub fn check(module: &Module) -> Result<(), String> {
    let mut types = Types::from([("command".to_owned(), Type::Command)]);
    let commands = module.commands.iter();
    types.extend(commands.map(|c| (c.clone(), Type::Command)));
    types.extend(module.vars.iter().map(|(name, domain)| match domain {
        Domain::Boolean => (name.clone(), Type::Truth),
        Domain::Range(..) => (name.clone(), Type::Number),
    }));
    for (name, definition) in &module.defines {
        let found = of(definition, &types)?;
        types.insert(name.clone(), found);
    }
    let conditions = module.inits.iter().chain(&module.trans);
    let mut conditions = conditions.chain(module.specs.iter().map(|(_, spec)| spec));
    conditions.try_for_each(|condition| is(Type::Truth, condition, &types))
}

fn is(wanted: Type, expr: &Expr, types: &Types) -> Result<(), String> {
    let found = of(expr, types)?;
    match found == wanted {
        true => Ok(()),
        false => Err(format!("{found:?} where {wanted:?} is needed: {expr:?}")),
    }
}

fn same(a: &Expr, b: &Expr, types: &Types) -> Result<Type, String> {
    let found = of(a, types)?;
    is(found, b, types)?;
    Ok(found)
}

fn of(expr: &Expr, types: &Types) -> Result<Type, String> {
    use Type::{Number, Truth};
    Ok(match expr {
        Expr::Truth(_) => Truth,
        Expr::Number(_) => Number,
        Expr::Name(name) | Expr::Next(name) => {
            let found = types.get(name).copied();
            found.ok_or(format!("nothing is named `{name}`"))?
        }
        Expr::Unary(sign, p) => {
            let wanted = match &sign[..] {
                "-" => Number,
                _ => Truth,
            };
            is(wanted, p, types)?;
            wanted
        }
        Expr::Binary(sign, p, q) => {
            let (wanted, result) = match &sign[..] {
                "+" | "-" | "*" | "/" => (Number, Number),
                "<" | "<=" | ">" | ">=" => (Number, Truth),
                "=" | "!=" => (of(p, types)?, Truth),
                _ => (Truth, Truth),
            };
            is(wanted, p, types)?;
            is(wanted, q, types)?;
            result
        }
        Expr::Until(_, p, q) => {
            is(Truth, p, types)?;
            is(Truth, q, types)?;
            Truth
        }
        Expr::Choice(c, a, b) => {
            is(Truth, c, types)?;
            same(a, b, types)?
        }
        Expr::Case(cases) => {
            let Some((last, value)) = cases.last() else {
                return Err("a case without cases".into());
            };
            if *last != Expr::Truth(true) {
                return Err("a case may have no value".into());
            }
            for (condition, other) in cases {
                is(Truth, condition, types)?;
                same(value, other, types)?;
            }
            of(value, types)?
        }
        Expr::Among(a, _) => {
            is(Number, a, types)?;
            Truth
        }
    })
}
