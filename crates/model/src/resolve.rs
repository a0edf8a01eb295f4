//! Names in a condition to what they stand for, for Rules and for interpreted
//! games alike. All complaints about names and domains are made here.

use crate::parse::suggest;
use crate::property::{Pred, PropertyError, Relation, Term, TermKind};
use crate::rules::{AtomId, Locator, Op, Table, Val, VarDecl, VarId};
use crate::validate::MAX_CAP;

/// What names can stand for.
pub(crate) struct Names<'a> {
    pub vars: &'a [VarDecl],
    pub atoms: Vec<&'a str>,
    /// Each observer with its first value.
    pub observers: Vec<(&'a str, Val)>,
    pub locators: &'a [Locator],
    pub tables: &'a [Table],
}

/// A condition whose names are resolved.
#[derive(Clone, Debug)]
pub(crate) enum Bound {
    Const(bool),
    Atom(AtomId),
    Compare(Op, Value, Value),
    Not(Box<Bound>),
    And(Box<Bound>, Box<Bound>),
    Or(Box<Bound>, Box<Bound>),
}

/// Something with a number as its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    Const(Val),
    Var(VarId),
    Element(VarId, u32),
    Observer(usize),
}

/// A resolved condition, for each observer the cap it needs, if it is read at
/// all, and what is odd about the condition.
pub(crate) struct Resolved {
    pub condition: Bound,
    pub caps: Vec<Option<Val>>,
    pub notes: Vec<String>,
}

pub(crate) fn resolve(pred: &Pred, names: &Names) -> Result<Resolved, PropertyError> {
    let mut resolver = Resolver {
        names,
        caps: vec![None; names.observers.len()],
        notes: Vec::new(),
    };
    let condition = resolver.pred(pred)?;
    Ok(Resolved {
        condition,
        caps: resolver.caps,
        notes: resolver.notes,
    })
}

struct Resolver<'a> {
    names: &'a Names<'a>,
    caps: Vec<Option<Val>>,
    notes: Vec<String>,
}

fn fail<T>(term: &Term, message: String, help: Option<String>) -> Result<T, PropertyError> {
    let column = (term.column > 0).then_some(term.column);
    Err(PropertyError {
        column,
        message,
        help,
    })
}

impl Resolver<'_> {
    fn pred(&mut self, pred: &Pred) -> Result<Bound, PropertyError> {
        let not = |p| Bound::Not(Box::new(p));
        Ok(match pred {
            Pred::Const(b) => Bound::Const(*b),
            Pred::Is(term) => self.is(term)?,
            Pred::Compare(relation, a, b) => self.compare(*relation, a, b)?,
            Pred::Not(p) => not(self.pred(p)?),
            Pred::And(p, q) => Bound::And(Box::new(self.pred(p)?), Box::new(self.pred(q)?)),
            Pred::Or(p, q) => Bound::Or(Box::new(self.pred(p)?), Box::new(self.pred(q)?)),
            Pred::Implies(p, q) => Bound::Or(Box::new(not(self.pred(p)?)), Box::new(self.pred(q)?)),
        })
    }

    /// A term that stands alone must be true or false.
    fn is(&mut self, term: &Term) -> Result<Bound, PropertyError> {
        match &term.kind {
            TermKind::Name(name) => {
                if let Some(i) = self.names.atoms.iter().position(|a| a == name) {
                    return Ok(Bound::Atom(AtomId(i as u32)));
                }
            }
            TermKind::Call(name, arguments) => return self.locate(term, name, arguments),
            _ => {}
        }
        let value = self.value(term)?;
        match self.domain(value) {
            Some((0, 1)) => Ok(Bound::Compare(Op::Eq, value, Value::Const(1))),
            _ => fail(
                term,
                format!("`{term}` is a number, not true or false"),
                Some(format!("compare it, as in `{term} == 1`")),
            ),
        }
    }

    fn locate(&mut self, term: &Term, name: &str, args: &[Val]) -> Result<Bound, PropertyError> {
        let Some(locator) = self.names.locators.iter().find(|l| l.name == name) else {
            let known = self.names.locators.iter().map(|l| &l.name[..]);
            let help = suggest(name, known);
            return fail(
                term,
                format!("nothing named `{name}` takes arguments"),
                help,
            );
        };
        let table = &self.names.tables[locator.table.index()];
        if args.len() != table.dims.len() {
            let message = format!("`{name}` takes {} arguments", table.dims.len());
            return fail(term, message, None);
        }
        let mut at = 0;
        for (i, (&n, &argument)) in table.dims.iter().zip(args).enumerate() {
            if argument < 1 || argument as u32 > n {
                let which = ["1st", "2nd", "3rd"].get(i).unwrap_or(&"last");
                let message = format!(
                    "the {which} argument, {argument}, is off the map: it goes from 1 to {n}"
                );
                return fail(term, message, None);
            }
            at = at * n as usize + argument as usize - 1;
        }
        let (cell, decl) = (table.cells[at], &self.names.vars[locator.var.index()]);
        let is_place = match decl.len {
            None => (decl.lo..=decl.hi).contains(&cell),
            Some(len) => cell >= 0 && (cell as u32) < len,
        };
        if !is_place {
            // A place where nothing can be is a place where nothing is.
            let note = format!("`{term}` can never be true: nothing can be there, it is a wall");
            if !self.notes.contains(&note) {
                self.notes.push(note);
            }
            return Ok(Bound::Const(false));
        }
        Ok(match decl.len {
            None => Bound::Compare(Op::Eq, Value::Var(locator.var), Value::Const(cell)),
            Some(_) => {
                let element = Value::Element(locator.var, cell as u32);
                Bound::Compare(Op::Ne, element, Value::Const(0))
            }
        })
    }

    fn compare(&mut self, relation: Relation, a: &Term, b: &Term) -> Result<Bound, PropertyError> {
        let (left, right) = (self.value(a)?, self.value(b)?);
        self.check_domain(left, right, b)?;
        self.check_domain(right, left, a)?;
        for (observer, other) in [(left, right), (right, left)] {
            if let Value::Observer(i) = observer {
                let Value::Const(n) = other else {
                    let message = format!(
                        "`{}` can only be compared with a number",
                        self.names.observers[i].0
                    );
                    return fail(a, message, None);
                };
                if n >= MAX_CAP {
                    let message = format!("{n} is more than can be counted, {}", MAX_CAP - 1);
                    return fail(a, message, None);
                }
                // One more than the number tells "more than it" from "it".
                let least = self.names.observers[i].1 + 1;
                let cap = self.caps[i].get_or_insert(least);
                *cap = (*cap).max(n + 1);
            }
        }
        Ok(match relation {
            Relation::Eq => Bound::Compare(Op::Eq, left, right),
            Relation::Ne => Bound::Compare(Op::Ne, left, right),
            Relation::Lt => Bound::Compare(Op::Lt, left, right),
            Relation::Le => Bound::Compare(Op::Le, left, right),
            Relation::Gt => Bound::Compare(Op::Lt, right, left),
            Relation::Ge => Bound::Compare(Op::Le, right, left),
        })
    }

    fn check_domain(&self, value: Value, with: Value, at: &Term) -> Result<(), PropertyError> {
        let (Some((lo, hi)), Value::Const(n)) = (self.domain(value), with) else {
            return Ok(());
        };
        if n < lo || n > hi {
            return fail(at, format!("{n} is outside the domain {lo}..={hi}"), None);
        }
        Ok(())
    }

    /// The domain of a variable; none of constants and observers.
    fn domain(&self, value: Value) -> Option<(Val, Val)> {
        match value {
            Value::Var(v) | Value::Element(v, _) => {
                let decl = &self.names.vars[v.index()];
                Some((decl.lo, decl.hi))
            }
            Value::Const(_) | Value::Observer(_) => None,
        }
    }

    fn value(&self, term: &Term) -> Result<Value, PropertyError> {
        let names = self.names;
        match &term.kind {
            TermKind::Number(n) => Ok(Value::Const(*n)),
            TermKind::Name(name) => {
                if let Some(i) = names.observers.iter().position(|o| o.0 == name) {
                    return Ok(Value::Observer(i));
                }
                let (id, decl) = self.variable(term, name)?;
                match decl.len {
                    None => Ok(Value::Var(id)),
                    Some(len) => fail(
                        term,
                        format!("`{name}` is an array of {len}"),
                        Some(format!("name an element, as in `{name}[0]`")),
                    ),
                }
            }
            TermKind::Element(name, index) => {
                let (id, decl) = self.variable(term, name)?;
                match decl.len {
                    None => fail(term, format!("`{name}` is not an array"), None),
                    Some(n) if *index < 0 || *index as u32 >= n => {
                        let message = format!("the elements of `{name}` are 0 to {}", n - 1);
                        fail(term, message, None)
                    }
                    Some(_) => Ok(Value::Element(id, *index as u32)),
                }
            }
            TermKind::Call(name, _) => {
                let message = format!("`{name}(…)` is true or false, not a number");
                fail(term, message, None)
            }
        }
    }

    fn variable(&self, term: &Term, name: &str) -> Result<(VarId, &VarDecl), PropertyError> {
        let names = self.names;
        if let Some(i) = names.vars.iter().position(|v| v.name == name) {
            return Ok((VarId(i as u32), &names.vars[i]));
        }
        if names.atoms.contains(&name) {
            let message = format!("`{name}` is true or false, not a number");
            return fail(term, message, None);
        }
        if names.locators.iter().any(|l| l.name == name) {
            let help = Some(format!("as in `{name}(1, 1)`"));
            return fail(term, format!("`{name}` takes arguments"), help);
        }
        let known = names.vars.iter().map(|v| &v.name[..]);
        let known = known.chain(names.atoms.iter().copied());
        let known = known.chain(names.observers.iter().map(|o| o.0));
        let known: Vec<&str> = known
            .chain(names.locators.iter().map(|l| &l.name[..]))
            .collect();
        let all = || format!("this game knows {}", known.join(", "));
        let help = suggest(name, known.iter().copied()).unwrap_or_else(all);
        fail(term, format!("nothing here is named `{name}`"), Some(help))
    }
}
