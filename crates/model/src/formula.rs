//! Formulas as they are written: conditions on states, temporal operators,
//! quantifiers over runs. What they mean is said in `meaning`.

use std::fmt;

use playproof_kernel::Val;

/// A formula. Without temporal operators and quantifiers it is a condition on
/// one state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Formula {
    /// `true` or `false`.
    Const(bool),
    /// A proposition, or a variable with the values 0 and 1.
    Is(Term),
    /// A comparison.
    Compare(Relation, Term, Term),
    /// `!p`
    Not(Box<Formula>),
    /// `p && q`, `p || q`, `p -> q`, `p <-> q`
    Join(Joint, Box<Formula>, Box<Formula>),
    /// `X p`, `F p`, `G p`
    Later(Later, Box<Formula>),
    /// `p U q`, `p W q`, `p R q`, `p M q`
    Span(Span, Box<Formula>, Box<Formula>),
    /// `A p`, `E p`
    Runs(Quantifier, Box<Formula>),
}

/// How two formulas are joined in one state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Joint {
    /// `&&`
    And,
    /// `||`
    Or,
    /// `->`
    Implies,
    /// `<->`
    Iff,
}

/// Temporal operators with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Later {
    /// After one step.
    Next,
    /// Now or at some time later.
    Finally,
    /// Now and at all times later.
    Globally,
}

/// Temporal operators with two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Span {
    /// `p U q`: q at some time, and p until then.
    Until,
    /// `p W q`: the same, or p for ever.
    WeakUntil,
    /// `p R q`: q up to and including the first p; for ever if there is none.
    Release,
    /// `p M q`: the same, and p does come.
    StrongRelease,
}

/// Which runs a formula speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantifier {
    /// `A`: all from here.
    All,
    /// `E`: at least one from here.
    Some,
}

/// How two terms are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}

impl Relation {
    /// What holds between the second and the first where this holds between the first and
    /// the second.
    pub(crate) fn turned(self) -> Relation {
        match self {
            Relation::Eq | Relation::Ne => self,
            Relation::Lt => Relation::Gt,
            Relation::Le => Relation::Ge,
            Relation::Gt => Relation::Lt,
            Relation::Ge => Relation::Le,
        }
    }
}

/// A number or a name, and where it was written.
#[derive(Clone, Debug)]
pub struct Term {
    /// What it is.
    pub kind: TermKind,
    /// Its column in the property's text, from 1; 0 if it was not written.
    pub column: u32,
}

/// What a term can be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TermKind {
    /// A whole number.
    Number(Val),
    /// A proposition, variable or observer.
    Name(String),
    /// `3 * name`: a multiple of a variable or observer.
    Multiple(Val, String),
    /// `name[i]`: an element of an array variable.
    Element(String, Val),
    /// `name(i, j)`: a proposition with arguments.
    Call(String, Vec<Val>),
    /// `name(thing, thing)`: a proposition or a number about things that have names.
    Of(String, Vec<String>),
}

// Where a term was written does not change what it means.
impl PartialEq for Term {
    fn eq(&self, other: &Term) -> bool {
        self.kind == other.kind
    }
}

impl Eq for Term {}

impl Formula {
    /// A proposition by its name.
    pub fn name(name: &str) -> Formula {
        Formula::Is(TermKind::Name(name.to_owned()).unwritten())
    }

    /// A comparison of a variable or observer with a number.
    pub fn compare(name: &str, relation: Relation, n: Val) -> Formula {
        let name = TermKind::Name(name.to_owned()).unwritten();
        Formula::Compare(relation, name, TermKind::Number(n).unwritten())
    }

    /// `p && q`
    pub fn and(self, other: Formula) -> Formula {
        self.join(Joint::And, other)
    }

    /// `p || q`
    pub fn or(self, other: Formula) -> Formula {
        self.join(Joint::Or, other)
    }

    /// `p -> q`
    pub fn implies(self, other: Formula) -> Formula {
        self.join(Joint::Implies, other)
    }

    /// The two, joined.
    pub fn join(self, joint: Joint, other: Formula) -> Formula {
        Formula::Join(joint, Box::new(self), Box::new(other))
    }

    /// Not this.
    pub fn negated(self) -> Formula {
        Formula::Not(Box::new(self))
    }

    /// This at some later time, or always, or in the next state.
    pub fn later(self, later: Later) -> Formula {
        Formula::Later(later, Box::new(self))
    }

    /// This until (and so on) another.
    pub fn span(self, span: Span, other: Formula) -> Formula {
        Formula::Span(span, Box::new(self), Box::new(other))
    }

    /// This on all runs, or on some.
    pub fn on(self, quantifier: Quantifier) -> Formula {
        Formula::Runs(quantifier, Box::new(self))
    }

    /// The formulas it is made of.
    pub fn parts(&self) -> impl Iterator<Item = &Formula> {
        let (first, second) = match self {
            Formula::Const(_) | Formula::Is(_) | Formula::Compare(..) => (None, None),
            Formula::Not(p) | Formula::Later(_, p) | Formula::Runs(_, p) => (Some(p), None),
            Formula::Join(_, p, q) | Formula::Span(_, p, q) => (Some(p), Some(q)),
        };
        first.into_iter().chain(second).map(|p| &**p)
    }

    /// Whether it is a condition on one state.
    pub fn is_state(&self) -> bool {
        let here = !matches!(
            self,
            Formula::Later(..) | Formula::Span(..) | Formula::Runs(..)
        );
        here && self.parts().all(Formula::is_state)
    }

    /// Whether it quantifies over runs anywhere.
    pub fn has_quantifier(&self) -> bool {
        matches!(self, Formula::Runs(..)) || self.parts().any(Formula::has_quantifier)
    }

    /// How tightly it binds when it is written.
    fn strength(&self) -> u8 {
        match self {
            Formula::Join(Joint::Iff, ..) => 0,
            Formula::Join(Joint::Implies, ..) => 1,
            Formula::Join(Joint::Or, ..) => 2,
            Formula::Join(Joint::And, ..) => 3,
            Formula::Span(..) => 4,
            Formula::Compare(..) => 5,
            _ => 6,
        }
    }

    /// Writes it where at least this strength is needed, in brackets if it is
    /// weaker.
    fn write(&self, f: &mut fmt::Formatter<'_>, needed: u8) -> fmt::Result {
        let own = self.strength();
        if own < needed {
            f.write_str("(")?;
            self.write(f, 0)?;
            return f.write_str(")");
        }
        // Chains of `&&`, `||` and `<->` group to the left, of `->` and `U` to the
        // right, as they are read.
        let mut chain = |sign: &dyn fmt::Display, to_right: bool, [p, q]: [&Formula; 2]| {
            p.write(f, own + u8::from(to_right))?;
            write!(f, " {sign} ")?;
            q.write(f, own + u8::from(!to_right))
        };
        match self {
            Formula::Join(joint, p, q) => chain(joint, *joint == Joint::Implies, [p, q]),
            Formula::Span(span, p, q) => chain(span, true, [p, q]),
            Formula::Not(p) => {
                f.write_str("!")?;
                p.write(f, 6)
            }
            Formula::Later(later, p) => {
                write!(f, "{later} ")?;
                p.write(f, 6)
            }
            Formula::Runs(quantifier, p) => match &**p {
                Formula::Later(later, p) => {
                    write!(f, "{quantifier}{later} ")?;
                    p.write(f, 6)
                }
                p => {
                    write!(f, "{quantifier}[")?;
                    p.write(f, 0)?;
                    f.write_str("]")
                }
            },
            Formula::Compare(r, a, b) => write!(f, "{a} {r} {b}"),
            Formula::Is(t) => write!(f, "{t}"),
            Formula::Const(b) => write!(f, "{b}"),
        }
    }
}

impl TermKind {
    /// As a term that stands in no text.
    pub fn unwritten(self) -> Term {
        Term {
            kind: self,
            column: 0,
        }
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, 0)
    }
}

/// What each of these is in a property's text.
macro_rules! signs {
    ($name:ident { $($variant:ident => $sign:literal),* $(,)? }) => {
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $($name::$variant => $sign),* })
            }
        }
    };
}

signs!(Joint { And => "&&", Or => "||", Implies => "->", Iff => "<->" });
signs!(Later { Next => "X", Finally => "F", Globally => "G" });
signs!(Span { Until => "U", WeakUntil => "W", Release => "R", StrongRelease => "M" });
signs!(Quantifier { All => "A", Some => "E" });
pub(crate) use signs;

signs!(Relation { Eq => "==", Ne => "!=", Lt => "<", Le => "<=", Gt => ">", Ge => ">=" });

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            TermKind::Number(n) => write!(f, "{n}"),
            TermKind::Name(name) => f.write_str(name),
            TermKind::Multiple(k, name) => write!(f, "{k} * {name}"),
            TermKind::Element(name, i) => write!(f, "{name}[{i}]"),
            TermKind::Call(name, arguments) => {
                let arguments: Vec<String> = arguments.iter().map(Val::to_string).collect();
                write!(f, "{name}({})", arguments.join(", "))
            }
            TermKind::Of(name, things) => write!(f, "{name}({})", things.join(", ")),
        }
    }
}
