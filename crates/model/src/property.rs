//! Properties: what is asked of a level, as data, and how it is written.
//!
//! Each is defined by a target and by what reaching it means. Temporal logic
//! and further design requirements will be more variants of [`Property`].

use std::fmt;

use thiserror::Error;

use crate::rules::Val;

/// A question about a level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Property {
    /// Some run wins.
    Solvable,
    /// No run wins.
    Unsolvable,
    /// Some run wins within this many moves.
    ShortestAtMost(Val),
    /// No run wins in fewer moves than this.
    ShortestAtLeast(Val),
    /// No run reaches such a state.
    Never(Pred),
    /// Some run reaches such a state.
    Reach(Pred),
}

/// What reaching the target of a property says about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The property holds.
    Holds,
    /// The property is violated.
    Violated,
}

impl Answer {
    /// The other one.
    pub fn opposite(self) -> Answer {
        match self {
            Answer::Holds => Answer::Violated,
            Answer::Violated => Answer::Holds,
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Answer::Holds => "holds",
            Answer::Violated => "violated",
        })
    }
}

/// A condition on one state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pred {
    /// `true` or `false`.
    Const(bool),
    /// A proposition, or a variable with the values 0 and 1.
    Is(Term),
    /// A comparison.
    Compare(Relation, Term, Term),
    /// `!p`
    Not(Box<Pred>),
    /// `p && q`
    And(Box<Pred>, Box<Pred>),
    /// `p || q`
    Or(Box<Pred>, Box<Pred>),
    /// `p -> q`
    Implies(Box<Pred>, Box<Pred>),
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
    /// `name[i]`: an element of an array variable.
    Element(String, Val),
    /// `name(i, j)`: a proposition with arguments.
    Call(String, Vec<Val>),
}

// Where a term was written does not change what it means.
impl PartialEq for Term {
    fn eq(&self, other: &Term) -> bool {
        self.kind == other.kind
    }
}

impl Eq for Term {}

/// Why a property cannot be asked.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}{message}{}", .column.map_or(String::new(), |c| format!("column {c}: ")),
    .help.as_ref().map_or(String::new(), |h| format!("; {h}")))]
pub struct PropertyError {
    /// Where in the text, from 1.
    pub column: Option<u32>,
    /// What is wrong.
    pub message: String,
    /// What was expected or meant.
    pub help: Option<String>,
}

impl Property {
    /// The state that decides the property, and what reaching it means.
    pub fn target(&self) -> (Pred, Answer) {
        let win = || Pred::name("win");
        match self {
            Property::Solvable => (win(), Answer::Holds),
            Property::Unsolvable => (win(), Answer::Violated),
            Property::ShortestAtMost(n) => (
                win().and(Pred::compare("moves", Relation::Le, *n)),
                Answer::Holds,
            ),
            Property::ShortestAtLeast(n) => (
                win().and(Pred::compare("moves", Relation::Lt, *n)),
                Answer::Violated,
            ),
            Property::Never(p) => (p.clone(), Answer::Violated),
            Property::Reach(p) => (p.clone(), Answer::Holds),
        }
    }
}

impl Pred {
    fn name(name: &str) -> Pred {
        Pred::Is(Term {
            kind: TermKind::Name(name.to_owned()),
            column: 0,
        })
    }

    fn compare(name: &str, relation: Relation, n: Val) -> Pred {
        let term = |kind| Term { kind, column: 0 };
        let name = term(TermKind::Name(name.to_owned()));
        Pred::Compare(relation, name, term(TermKind::Number(n)))
    }

    fn and(self, other: Pred) -> Pred {
        Pred::And(Box::new(self), Box::new(other))
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Property::Solvable => f.write_str("solvable"),
            Property::Unsolvable => f.write_str("unsolvable"),
            Property::ShortestAtMost(n) => write!(f, "shortest <= {n}"),
            Property::ShortestAtLeast(n) => write!(f, "shortest >= {n}"),
            Property::Never(p) => write!(f, "never {p}"),
            Property::Reach(p) => write!(f, "reach {p}"),
        }
    }
}

impl Pred {
    /// How tightly it binds when it is written.
    fn strength(&self) -> u8 {
        match self {
            Pred::Implies(..) => 0,
            Pred::Or(..) => 1,
            Pred::And(..) => 2,
            Pred::Compare(..) => 3,
            Pred::Not(_) | Pred::Is(_) | Pred::Const(_) => 4,
        }
    }

    /// Writes it where at least this strength is needed, in brackets if it is
    /// weaker.
    fn write(&self, f: &mut fmt::Formatter<'_>, needed: u8) -> fmt::Result {
        if self.strength() < needed {
            f.write_str("(")?;
            self.write(f, 0)?;
            return f.write_str(")");
        }
        // Chains of `&&` and `||` group to the left, of `->` to the right.
        let mut pair = |p: &Pred, left: u8, sign: &str, q: &Pred, right: u8| {
            p.write(f, left)?;
            f.write_str(sign)?;
            q.write(f, right)
        };
        match self {
            Pred::Implies(p, q) => pair(p, 1, " -> ", q, 0),
            Pred::Or(p, q) => pair(p, 1, " || ", q, 2),
            Pred::And(p, q) => pair(p, 2, " && ", q, 3),
            Pred::Not(p) => {
                f.write_str("!")?;
                p.write(f, 4)
            }
            Pred::Compare(r, a, b) => write!(f, "{a} {r} {b}"),
            Pred::Is(t) => write!(f, "{t}"),
            Pred::Const(b) => write!(f, "{b}"),
        }
    }
}

impl fmt::Display for Pred {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, 0)
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Relation::Eq => "==",
            Relation::Ne => "!=",
            Relation::Lt => "<",
            Relation::Le => "<=",
            Relation::Gt => ">",
            Relation::Ge => ">=",
        })
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            TermKind::Number(n) => write!(f, "{n}"),
            TermKind::Name(name) => f.write_str(name),
            TermKind::Element(name, i) => write!(f, "{name}[{i}]"),
            TermKind::Call(name, arguments) => {
                let arguments: Vec<String> = arguments.iter().map(Val::to_string).collect();
                write!(f, "{name}({})", arguments.join(", "))
            }
        }
    }
}
