//! Conditions to expressions: what names stand for, in Rules and in interpreted games
//! alike, and how far each observer must be counted to tell.

use playproof_kernel::{E, Op, Val, VarDecl, VarId};

use crate::build::Builder;
use crate::formula::{Formula, Joint, Relation, Term, TermKind};
use crate::property::PropertyError;
use crate::rules::{MAX_CAP, Rules};
use crate::wording;

/// A multiple of something with a number as its value.
#[derive(Clone, Copy)]
pub(crate) struct Number {
    e: E,
    pub times: Val,
    pub what: What,
}

/// What a number is one of.
#[derive(Clone, Copy)]
pub(crate) enum What {
    Const(Val),
    /// A variable, or an element, of this domain.
    Var(Val, Val),
    Observer(usize),
    Balance(usize),
}

/// Writes conditions as expressions. Observers are the variables after all others.
pub(crate) struct Resolver<'a> {
    rules: &'a Rules,
    pub builder: Builder,
    /// Each condition is asked only of runs of at most so many moves.
    pub within: Option<Val>,
    /// For each observer the cap that it needs, if it is compared at all.
    pub caps: Vec<Option<Val>>,
}

/// All that can be named. What stands in for propositions has no name.
pub(crate) fn names(rules: &Rules) -> impl Iterator<Item = &str> {
    let vars = rules.vars.iter().map(|v| &v.name);
    let atoms = rules.atoms.iter().map(|a| &a.name);
    let observers = rules.observers.iter().map(|o| &o.name);
    let balances = rules.balances.iter().map(|b| &b.name);
    let locators = rules.locators.iter().map(|l| &l.name);
    let counts = observers.chain(balances);
    let all = vars.chain(atoms).chain(counts).chain(locators);
    all.map(|name| &name[..]).filter(|name| !name.is_empty())
}

impl<'a> Resolver<'a> {
    pub fn new(rules: &'a Rules, within: Option<Val>) -> Resolver<'a> {
        Resolver {
            rules,
            builder: Builder::extend(rules.clone()),
            within,
            caps: vec![None; rules.observers.len()],
        }
    }

    /// All of several conditions.
    pub fn conditions(&mut self, all: &[Formula]) -> Result<Vec<E>, PropertyError> {
        all.iter().map(|c| self.condition(c)).collect()
    }

    pub fn condition(&mut self, condition: &Formula) -> Result<E, PropertyError> {
        Ok(match condition {
            Formula::Const(b) => self.builder.constant((*b).into()),
            Formula::Is(term) => self.is(term)?,
            Formula::Compare(relation, a, b) => self.compare(*relation, a, b)?,
            Formula::Not(p) => {
                let p = self.condition(p)?;
                self.builder.not(p)
            }
            Formula::Join(joint, p, q) => {
                let mut p = self.condition(p)?;
                if *joint == Joint::Implies {
                    p = self.builder.not(p);
                }
                let q = self.condition(q)?;
                match joint {
                    Joint::And => self.builder.min(p, q),
                    Joint::Or | Joint::Implies => self.builder.max(p, q),
                    Joint::Iff => self.builder.cmp(Op::Eq, p, q),
                }
            }
            Formula::Later(..) | Formula::Span(..) | Formula::Runs(..) => {
                return Err(wording::no_condition(condition));
            }
        })
    }

    /// The game's proposition of this name.
    fn atom(&self, name: &str) -> Option<E> {
        let atom = self.rules.atom(name)?;
        Some(self.rules.atoms[atom.index()].holds)
    }

    /// A term that stands alone must be true or false.
    fn is(&mut self, term: &Term) -> Result<E, PropertyError> {
        let rules = self.rules;
        match &term.kind {
            TermKind::Name(name) => {
                if let Some(holds) = self.atom(name) {
                    return Ok(holds);
                }
                // Requirements speak of losing; a game that cannot be lost
                // need not say so.
                if name == "lose" && names(rules).all(|known| known != name) {
                    return Ok(self.builder.constant(0));
                }
            }
            TermKind::Call(name, arguments) if !rules.locators.is_empty() => {
                return self.locate(term, name, arguments);
            }
            TermKind::Call(..) | TermKind::Of(..) => return self.spelt(term),
            _ => {}
        }
        let number = self.number(term)?;
        match (number.what, number.times) {
            (What::Var(0, 1), 1) => Ok(self.builder.is(number.e, 1)),
            _ => Err(wording::no_truth(term)),
        }
    }

    /// A proposition of an interpreted game whose name is spelt with its arguments.
    fn spelt(&self, term: &Term) -> Result<E, PropertyError> {
        let holds = self.atom(&term.to_string());
        holds.ok_or_else(|| wording::not_spelt(term, self.rules))
    }

    /// A number of an interpreted game, known by propositions that it is at least 1, 2
    /// and so on, compared with a number.
    fn compare_count(&self, relation: Relation, term: &Term, n: Val) -> Result<E, PropertyError> {
        let b = &self.builder;
        let least = |n: Val| self.atom(&format!("{term} >= {n}"));
        if least(1).is_none() {
            return self.spelt(term);
        }
        let at_least = |n: Val| match n {
            ..=0 => b.constant(1),
            n => least(n).unwrap_or_else(|| b.constant(0)),
        };
        let more = n.saturating_add(1);
        let same = || b.min(at_least(n), b.not(at_least(more)));
        Ok(match relation {
            Relation::Eq => same(),
            Relation::Ne => b.not(same()),
            Relation::Lt => b.not(at_least(n)),
            Relation::Le => b.not(at_least(more)),
            Relation::Gt => at_least(more),
            Relation::Ge => at_least(n),
        })
    }

    fn locate(&self, term: &Term, name: &str, args: &[Val]) -> Result<E, PropertyError> {
        let (b, rules) = (&self.builder, self.rules);
        let locator = rules.locators.iter().find(|l| l.name == name);
        let locator = locator.ok_or_else(|| wording::no_locator(term, name, rules))?;
        let table = &rules.tables[locator.table.0 as usize];
        let mut sizes = table.dims.iter().zip(args);
        let is_on_map = sizes.all(|(&n, &argument)| argument >= 1 && argument as u32 <= n);
        if !is_on_map || args.len() != table.dims.len() {
            return Err(wording::off_the_map(term, name, args, &table.dims));
        }
        let sizes = table.dims.iter().zip(args);
        let at = sizes.fold(0, |at, (&n, &argument)| {
            at * n as usize + argument as usize - 1
        });
        let (cell, decl) = (table.cells[at], &rules.vars[locator.var.index()]);
        // A place where nothing can be is a place where nothing is.
        Ok(match decl.len {
            None if (decl.lo..=decl.hi).contains(&cell) => b.is(b.var(locator.var), cell),
            Some(len) if cell >= 0 && (cell as u32) < len => {
                b.cmp(Op::Ne, b.elem(locator.var, cell), 0)
            }
            _ => b.constant(0),
        })
    }

    fn compare(&mut self, relation: Relation, a: &Term, b: &Term) -> Result<E, PropertyError> {
        match (&a.kind, &b.kind) {
            (TermKind::Of(..), TermKind::Number(n)) => return self.compare_count(relation, a, *n),
            (TermKind::Number(n), TermKind::Of(..)) => {
                return self.compare_count(relation.turned(), b, *n);
            }
            _ => {}
        }
        let (op, is_turned) = match relation {
            Relation::Eq => (Op::Eq, false),
            Relation::Ne => (Op::Ne, false),
            Relation::Lt => (Op::Lt, false),
            Relation::Le => (Op::Le, false),
            Relation::Gt => (Op::Lt, true),
            Relation::Ge => (Op::Le, true),
        };
        // The operand that comes first is numbered first.
        if is_turned {
            _ = self.number(b);
        }
        let (left, right) = (self.number(a)?, self.number(b)?);
        for (one, other, terms) in [(left, right, (a, b)), (right, left, (b, a))] {
            wording::odd(one, other, terms, self.rules)?;
            match one.what {
                What::Observer(i) => self.count(i, one.times, other, terms.0)?,
                What::Balance(i) => self.reckon(i, one.times, other, terms.0)?,
                _ => {}
            }
        }
        Ok(match is_turned {
            true => self.builder.cmp(op, right.e, left.e),
            false => self.builder.cmp(op, left.e, right.e),
        })
    }

    /// An observer is compared: it must be counted far enough to tell.
    fn count(
        &mut self,
        observer: usize,
        times: Val,
        with: Number,
        term: &Term,
    ) -> Result<(), PropertyError> {
        let observed = &self.rules.observers[observer];
        let least = match (with.what, self.within) {
            // One more than the number tells "more than it" from "it".
            (What::Const(n), _) if times == 1 => n.saturating_add(1),
            // No counter passes the number of moves that the property allows.
            (What::Observer(_), Some(n)) => n.saturating_add(1),
            _ => return Err(wording::not_counted(term, &observed.name, with)),
        };
        if least > MAX_CAP || i64::from(times) * i64::from(least) > i64::from(Val::MAX) {
            return Err(wording::too_far(term, with, least));
        }
        let cap = self.caps[observer].get_or_insert(observed.initial + 1);
        *cap = (*cap).max(least);
        Ok(())
    }

    /// A balance is compared: its debit must be counted until it is below the
    /// number whatever the credit.
    fn reckon(
        &mut self,
        balance: usize,
        times: Val,
        with: Number,
        term: &Term,
    ) -> Result<(), PropertyError> {
        let balance = &self.rules.balances[balance];
        let needed = match with.what {
            What::Const(n) if times == 1 => i64::from(balance.most) - i64::from(n) + 1,
            _ => return Err(wording::not_reckoned(term, &balance.name, with)),
        };
        if needed > i64::from(MAX_CAP) {
            return Err(wording::too_low(term, with, balance.most));
        }
        // Not above the cap, so within `Val`; a debit starts at 0.
        let debit = balance.debit.index() - self.rules.vars.len();
        let cap = self.caps[debit].get_or_insert(1);
        *cap = (*cap).max(needed.max(1) as Val);
        Ok(())
    }

    fn number(&self, term: &Term) -> Result<Number, PropertyError> {
        match &term.kind {
            TermKind::Number(n) => Ok(once(self.builder.constant(*n), What::Const(*n))),
            TermKind::Name(name) => self.scalar(term, name),
            TermKind::Multiple(times, name) => {
                let number = self.scalar(term, name)?;
                let largest = match number.what {
                    What::Var(lo, hi) => i64::from(lo).abs().max(i64::from(hi).abs()),
                    _ => 0,
                };
                if i64::from(*times).abs() * largest > i64::from(Val::MAX) || *times < 0 {
                    return Err(wording::no_multiple(term));
                }
                let e = match *times {
                    1 => number.e,
                    times => self.builder.mul(times, number.e),
                };
                let (times, what) = (*times, number.what);
                Ok(Number { e, times, what })
            }
            TermKind::Element(name, index) => {
                let (var, decl) = self.variable(term, name)?;
                match decl.len {
                    Some(n) if (0..i64::from(n)).contains(&i64::from(*index)) => {
                        let element = self.builder.elem(var, *index);
                        Ok(once(element, What::Var(decl.lo, decl.hi)))
                    }
                    _ => Err(wording::no_element(term, decl)),
                }
            }
            TermKind::Of(..) | TermKind::Call(..) => Err(wording::no_number(term)),
        }
    }

    fn scalar(&self, term: &Term, name: &str) -> Result<Number, PropertyError> {
        let (b, rules) = (&self.builder, self.rules);
        if let Some(i) = rules.observers.iter().position(|o| o.name == name) {
            let observer = VarId((rules.vars.len() + i) as u32);
            return Ok(once(b.var(observer), What::Observer(i)));
        }
        if let Some(i) = rules.balances.iter().position(|b| b.name == name) {
            let balance = &rules.balances[i];
            let left = b.sub(balance.credit, b.var(balance.debit));
            return Ok(once(left, What::Balance(i)));
        }
        let (var, decl) = self.variable(term, name)?;
        match decl.len {
            None => Ok(once(b.var(var), What::Var(decl.lo, decl.hi))),
            Some(_) => Err(wording::no_scalar(term, decl)),
        }
    }

    fn variable(&self, term: &Term, name: &str) -> Result<(VarId, &'a VarDecl), PropertyError> {
        let known = self.rules.vars.iter().position(|v| v.name == name);
        let i = known.ok_or_else(|| wording::no_variable(term, name, self.rules))?;
        Ok((VarId(i as u32), &self.rules.vars[i]))
    }
}

fn once(e: E, what: What) -> Number {
    let times = 1;
    Number { e, times, what }
}
