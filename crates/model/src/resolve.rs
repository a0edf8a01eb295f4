//! Names in a condition to what they stand for, for Rules and for interpreted
//! games alike. All complaints about names and domains are made here.

use playproof_kernel::{AtomId, Op, Table, Val, VarDecl, VarId};

use crate::formula::{Formula, Joint, Relation, Term, TermKind};
use crate::parse::suggest;
use crate::property::PropertyError;
use crate::rules::{Locator, MAX_CAP};

/// What names can stand for.
pub(crate) struct Names<'a> {
    pub vars: &'a [VarDecl],
    pub atoms: Vec<&'a str>,
    pub observers: Vec<ObserverName<'a>>,
    pub balances: Vec<BalanceName<'a>>,
    pub locators: &'a [Locator],
    pub tables: &'a [Table],
}

pub(crate) struct ObserverName<'a> {
    pub name: &'a str,
    /// Its first and least value.
    pub initial: Val,
    /// Its greatest value, if it has one by itself.
    pub hi: Option<Val>,
}

pub(crate) struct BalanceName<'a> {
    pub name: &'a str,
    /// The observer that is taken off.
    pub debit: usize,
    /// The most that it can be.
    pub hi: Val,
}

impl Names<'_> {
    fn all(&self) -> impl Iterator<Item = &str> {
        let vars = self.vars.iter().map(|v| &v.name[..]);
        let observers = self.observers.iter().map(|o| o.name);
        let balances = self.balances.iter().map(|b| b.name);
        let locators = self.locators.iter().map(|l| &l.name[..]);
        let atoms = self.atoms.iter().copied();
        let counts = observers.chain(balances);
        vars.chain(atoms).chain(counts).chain(locators)
    }

    fn knows(&self, name: &str) -> bool {
        self.all().any(|known| known == name)
    }
}

/// A condition whose names are resolved.
#[derive(Clone, Debug)]
pub(crate) enum Bound {
    Const(bool),
    Atom(AtomId),
    Compare(Op, Scaled, Scaled),
    Not(Box<Bound>),
    And(Box<Bound>, Box<Bound>),
    Or(Box<Bound>, Box<Bound>),
    /// Both or neither.
    Same(Box<Bound>, Box<Bound>),
}

/// A multiple of something with a number as its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Scaled {
    pub times: Val,
    pub value: Value,
}

impl From<Value> for Scaled {
    fn from(value: Value) -> Scaled {
        Scaled { times: 1, value }
    }
}

/// Something with a number as its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    Const(Val),
    Var(VarId),
    Element(VarId, u32),
    Observer(usize),
    Balance(usize),
}

/// Resolved conditions, for each observer the cap it needs, if it is read at
/// all, and what is odd about the conditions.
pub(crate) struct Resolved {
    pub conditions: Vec<Bound>,
    pub caps: Vec<Option<Val>>,
    pub notes: Vec<String>,
}

/// Resolves all conditions of a property. With `within`, each of them is asked
/// only of runs of at most so many moves.
pub(crate) fn resolve(
    conditions: &[Formula],
    within: Option<Val>,
    names: &Names,
) -> Result<Resolved, PropertyError> {
    let mut resolver = Resolver {
        names,
        within,
        caps: vec![None; names.observers.len()],
        notes: Vec::new(),
    };
    let bound = conditions.iter().map(|c| resolver.condition(c));
    let conditions = bound.collect::<Result<_, _>>()?;
    Ok(Resolved {
        conditions,
        caps: resolver.caps,
        notes: resolver.notes,
    })
}

struct Resolver<'a> {
    names: &'a Names<'a>,
    within: Option<Val>,
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
    fn condition(&mut self, condition: &Formula) -> Result<Bound, PropertyError> {
        let not = |p| Bound::Not(Box::new(p));
        let and = |p, q| Bound::And(Box::new(p), Box::new(q));
        let or = |p, q| Bound::Or(Box::new(p), Box::new(q));
        Ok(match condition {
            Formula::Const(b) => Bound::Const(*b),
            Formula::Is(term) => self.is(term)?,
            Formula::Compare(relation, a, b) => self.compare(*relation, a, b)?,
            Formula::Not(p) => not(self.condition(p)?),
            Formula::Join(joint, p, q) => {
                let (p, q) = (self.condition(p)?, self.condition(q)?);
                match joint {
                    Joint::And => and(p, q),
                    Joint::Or => or(p, q),
                    Joint::Implies => or(not(p), q),
                    Joint::Iff => Bound::Same(Box::new(p), Box::new(q)),
                }
            }
            Formula::Later(..) | Formula::Span(..) | Formula::Runs(..) => {
                let message = format!("`{condition}` is not a condition on one state");
                return Err(PropertyError::whole(message, None));
            }
        })
    }

    /// A term that stands alone must be true or false.
    fn is(&mut self, term: &Term) -> Result<Bound, PropertyError> {
        match &term.kind {
            TermKind::Name(name) => {
                if let Some(i) = self.names.atoms.iter().position(|a| a == name) {
                    return Ok(Bound::Atom(AtomId(i as u32)));
                }
                // Requirements speak of losing; a game that cannot be lost
                // need not say so.
                if name == "lose" && !self.names.knows(name) {
                    return Ok(Bound::Const(false));
                }
            }
            TermKind::Call(name, arguments) if self.names.locators.is_empty() => {
                return self.spelt(term, name, arguments.len());
            }
            TermKind::Call(name, arguments) => return self.locate(term, name, arguments),
            TermKind::Of(name, things) => return self.spelt(term, name, things.len()),
            _ => {}
        }
        let Scaled { value, .. } = self.value(term)?;
        match self.domain(value) {
            Some((0, 1)) => Ok(Bound::Compare(Op::Eq, value.into(), Value::Const(1).into())),
            _ => fail(
                term,
                format!("`{term}` is a number, not true or false"),
                Some(format!("compare it, as in `{term} == 1`")),
            ),
        }
    }

    /// A proposition of an interpreted game whose name is spelt with its arguments.
    fn spelt(&self, term: &Term, name: &str, n_arguments: usize) -> Result<Bound, PropertyError> {
        let spelling = term.to_string();
        if let Some(i) = self.names.atoms.iter().position(|a| *a == spelling) {
            return Ok(Bound::Atom(AtomId(i as u32)));
        }
        if self.names.atoms.contains(&&format!("{spelling} >= 1")[..]) {
            let help = Some(format!("compare it, as in `{spelling} == 1`"));
            return fail(
                term,
                format!("`{term}` is a number, not true or false"),
                help,
            );
        }
        let like = |atom: &&&str| {
            let arguments = atom
                .strip_prefix(name)
                .and_then(|rest| rest.strip_prefix('('));
            arguments.is_some_and(|a| a.split(',').count() == n_arguments && !a.contains('='))
        };
        let example = self.names.atoms.iter().find(like);
        let known = self
            .names
            .atoms
            .iter()
            .filter_map(|atom| Some(atom.split_once('(')?.0));
        let help = match example {
            Some(example) => Some(format!("as in `{example}`")),
            None => suggest(name, known),
        };
        fail(term, format!("there is no `{term}` here"), help)
    }

    /// A number of an interpreted game, known by propositions that it is at least 1, 2
    /// and so on, compared with a number.
    fn compare_count(
        &self,
        relation: Relation,
        term: &Term,
        n: Val,
    ) -> Result<Bound, PropertyError> {
        let atoms = &self.names.atoms;
        let least = |n: Val| atoms.iter().position(|a| *a == format!("{term} >= {n}"));
        if least(1).is_none() {
            return self.spelt(term, &term.to_string(), 1);
        }
        let at_least = |n: Val| match least(n) {
            _ if n <= 0 => Bound::Const(true),
            Some(i) => Bound::Atom(AtomId(i as u32)),
            None => Bound::Const(false),
        };
        let not = |p| Bound::Not(Box::new(p));
        let more = n.saturating_add(1);
        let same = || Bound::And(Box::new(at_least(n)), Box::new(not(at_least(more))));
        Ok(match relation {
            Relation::Eq => same(),
            Relation::Ne => not(same()),
            Relation::Lt => not(at_least(n)),
            Relation::Le => not(at_least(more)),
            Relation::Gt => at_least(more),
            Relation::Ge => at_least(n),
        })
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
            None => {
                let place = Value::Var(locator.var);
                Bound::Compare(Op::Eq, place.into(), Value::Const(cell).into())
            }
            Some(_) => {
                let element = Value::Element(locator.var, cell as u32);
                Bound::Compare(Op::Ne, element.into(), Value::Const(0).into())
            }
        })
    }

    fn compare(&mut self, relation: Relation, a: &Term, b: &Term) -> Result<Bound, PropertyError> {
        match (&a.kind, &b.kind) {
            (TermKind::Of(..), TermKind::Number(n)) => return self.compare_count(relation, a, *n),
            (TermKind::Number(n), TermKind::Of(..)) => {
                return self.compare_count(relation.turned(), b, *n);
            }
            _ => {}
        }
        let (left, right) = (self.value(a)?, self.value(b)?);
        self.check_domain(left, right, b)?;
        self.check_domain(right, left, a)?;
        for (one, other, term) in [(left, right, a), (right, left, b)] {
            match one.value {
                Value::Observer(i) => self.count(i, one.times, other, term)?,
                Value::Balance(i) => self.reckon(i, one.times, other, term)?,
                _ => {}
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

    /// An observer is compared: it must be counted far enough to tell.
    fn count(
        &mut self,
        observer: usize,
        times: Val,
        with: Scaled,
        term: &Term,
    ) -> Result<(), PropertyError> {
        let &ObserverName { name, initial, hi } = &self.names.observers[observer];
        if let (Some(hi), Value::Const(n)) = (hi, with.value)
            && !(initial..=hi).contains(&n)
        {
            let message = format!("{n} is outside the domain {initial}..={hi} of `{name}`");
            return fail(term, message, None);
        }
        let least = match with.value {
            // One more than the number tells "more than it" from "it".
            Value::Const(n) if times == 1 => n.saturating_add(1),
            Value::Const(_) => {
                let message = format!("`{term}` can only be compared with another counter");
                return fail(term, message, None);
            }
            // No counter passes the number of moves that the property allows.
            Value::Observer(_) => match self.within {
                Some(n) => n.saturating_add(1),
                None => {
                    let message = "comparing two counters needs a bound on the moves";
                    let help = "as in `some twistiness >= 1/5 within 55`";
                    return fail(term, message.into(), Some(help.into()));
                }
            },
            Value::Var(_) | Value::Element(..) | Value::Balance(_) => {
                let message = format!("`{name}` can only be compared with a number");
                return fail(term, message, None);
            }
        };
        if least > MAX_CAP {
            let n = match with.value {
                Value::Const(n) => n,
                _ => least - 1,
            };
            let message = format!("{n} is more than can be counted, {}", MAX_CAP - 1);
            return fail(term, message, None);
        }
        if i64::from(times) * i64::from(least) > i64::from(Val::MAX) {
            return fail(term, format!("`{term}` is more than can be counted"), None);
        }
        let cap = self.caps[observer].get_or_insert(initial + 1);
        *cap = (*cap).max(least);
        Ok(())
    }

    /// A balance is compared: its debit must be counted until it is below the
    /// number whatever the credit.
    fn reckon(
        &mut self,
        balance: usize,
        times: Val,
        with: Scaled,
        term: &Term,
    ) -> Result<(), PropertyError> {
        let &BalanceName { name, debit, hi } = &self.names.balances[balance];
        let Value::Const(n) = with.value else {
            let message = format!("`{name}` can only be compared with a number");
            return fail(term, message, None);
        };
        if times != 1 {
            let message = format!("`{term}` is not a multiple that can be treated");
            return fail(term, message, Some(format!("compare `{name}` itself")));
        }
        let needed = i64::from(hi) - i64::from(n) + 1;
        if needed > i64::from(MAX_CAP) {
            let least = i64::from(hi) + 1 - i64::from(MAX_CAP);
            let message = format!("{n} is less than can be counted, {least}");
            return fail(term, message, None);
        }
        // Not above the cap, so within `Val`; a debit starts at 0.
        let cap = self.caps[debit].get_or_insert(1);
        *cap = (*cap).max(needed.max(1) as Val);
        Ok(())
    }

    fn check_domain(&self, one: Scaled, with: Scaled, at: &Term) -> Result<(), PropertyError> {
        let (Some((lo, hi)), Value::Const(n)) = (self.domain(one.value), with.value) else {
            return Ok(());
        };
        if one.times != 1 {
            return Ok(());
        }
        if n < lo || n > hi {
            return fail(at, format!("{n} is outside the domain {lo}..={hi}"), None);
        }
        Ok(())
    }

    /// The domain of a variable; none of what is no variable.
    fn domain(&self, value: Value) -> Option<(Val, Val)> {
        match value {
            Value::Var(v) | Value::Element(v, _) => {
                let decl = &self.names.vars[v.index()];
                Some((decl.lo, decl.hi))
            }
            Value::Const(_) | Value::Observer(_) | Value::Balance(_) => None,
        }
    }

    fn value(&self, term: &Term) -> Result<Scaled, PropertyError> {
        match &term.kind {
            TermKind::Number(n) => Ok(Value::Const(*n).into()),
            TermKind::Name(name) => self.scalar(term, name).map(Scaled::from),
            TermKind::Multiple(times, name) => {
                let value = self.scalar(term, name)?;
                let largest = self
                    .domain(value)
                    .map_or(0, |(lo, hi)| i64::from(lo).abs().max(i64::from(hi).abs()));
                if i64::from(*times).abs() * largest > i64::from(Val::MAX) || *times < 0 {
                    let message = format!("`{term}` is not a multiple that can be treated");
                    return fail(term, message, None);
                }
                let times = *times;
                Ok(Scaled { times, value })
            }
            TermKind::Element(name, index) => {
                let (id, decl) = self.variable(term, name)?;
                match decl.len {
                    None => fail(term, format!("`{name}` is not an array"), None),
                    Some(n) if *index < 0 || *index as u32 >= n => {
                        let message = format!("the elements of `{name}` are 0 to {}", n - 1);
                        fail(term, message, None)
                    }
                    Some(_) => Ok(Value::Element(id, *index as u32).into()),
                }
            }
            TermKind::Of(..) => {
                let message = format!("`{term}` can only be compared with a number");
                fail(term, message, None)
            }
            TermKind::Call(name, _) => {
                let message = format!("`{name}(…)` is true or false, not a number");
                fail(term, message, None)
            }
        }
    }

    fn scalar(&self, term: &Term, name: &str) -> Result<Value, PropertyError> {
        if let Some(i) = self.names.observers.iter().position(|o| o.name == name) {
            return Ok(Value::Observer(i));
        }
        if let Some(i) = self.names.balances.iter().position(|b| b.name == name) {
            return Ok(Value::Balance(i));
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
        if name == "quiet_moves" {
            let help = "`quiet_moves` counts the steps since visible progress";
            let message = "this game does not say what visible progress is";
            return fail(term, message.into(), Some(help.into()));
        }
        let known: Vec<&str> = names.all().collect();
        let all = || format!("this game knows {}", known.join(", "));
        let help = suggest(name, known.iter().copied()).unwrap_or_else(all);
        fail(term, format!("nothing here is named `{name}`"), Some(help))
    }
}
