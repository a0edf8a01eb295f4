//! Properties as text, from which they are read again.

use std::fmt;

use crate::formula::signs;
use crate::property::{Fraction, Measured, Property, Quantity, Scope};

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Property::Solvable => f.write_str("solvable"),
            Property::Unsolvable => f.write_str("unsolvable"),
            Property::ShortestAtMost(n) => write!(f, "shortest <= {n}"),
            Property::ShortestAtLeast(n) => write!(f, "shortest >= {n}"),
            Property::Never(p) => write!(f, "never {p}"),
            Property::Reach(p) => write!(f, "reach {p}"),
            Property::Unlosable => f.write_str("unlosable"),
            Property::DeadEndFree => f.write_str("dead-end-free"),
            Property::SoftlockFree => f.write_str("softlock-free"),
            Property::CompleteSafe => f.write_str("complete-safe"),
            Property::Progress(n) => write!(f, "progress <= {n}"),
            Property::ProgressAtWin(n) => write!(f, "progress-at-win <= {n}"),
            Property::Measured(measured) => measured.fmt(f),
            Property::Alternatives(n) => write!(f, "alternatives >= {n}"),
            Property::Routes(n) => write!(f, "routes >= {n}"),
            Property::Unique => f.write_str("unique"),
            Property::Temporal {
                assumptions,
                formula,
            } => {
                for assumption in assumptions {
                    write!(f, "assume {assumption}; ")?;
                }
                formula.fmt(f)
            }
        }
    }
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Measured {
            scope,
            quantity,
            relation,
            bound,
            ..
        } = self;
        write!(f, "{scope} {quantity} {relation} {bound}")?;
        self.within.map_or(Ok(()), |n| write!(f, " within {n}"))
    }
}

signs!(Scope { Some => "some", Every => "every" });
signs!(Quantity {
    Turns => "turns", Straights => "straights", Twistiness => "twistiness",
    TurnRatio => "turn-ratio", Pushes => "pushes", Score => "score",
});

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.under {
            1 => write!(f, "{}", self.over),
            under => write!(f, "{}/{under}", self.over),
        }
    }
}
