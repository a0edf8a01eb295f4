//! Evidence: what a verdict rests on.

use playproof_model::{Dom, Step, Val};

/// What a verdict rests on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Evidence {
    /// A run that reaches the target.
    Trace(Trace),
    /// A set of states that no run leaves and that misses the target.
    ClosedSet(ClosedSet),
}

impl Evidence {
    /// Its kind in reports and files.
    pub fn kind(&self) -> &'static str {
        match self {
            Evidence::Trace(_) => "trace",
            Evidence::ClosedSet(_) => "closed-set",
        }
    }
}

/// A run: which initial state, and then the steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// The position of the first state among the initial ones.
    pub initial: u32,
    /// The steps.
    pub steps: Vec<Step>,
}

/// A set of states as a union of cubes.
///
/// Most cubes are a packed point plus values for the free variables, and are
/// found by their point. A pattern says something about any variable and is
/// found by going through all patterns, so there should be few.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ClosedSet {
    /// The flat variables that cubes leave open, in increasing order.
    pub free: Vec<u32>,
    /// The cubes' points: packed rows, free variables at their least value.
    pub points: Vec<u64>,
    /// The values of each free variable, cube by cube.
    pub columns: Vec<Column>,
    /// Cubes over all variables.
    pub patterns: Vec<Vec<Dom>>,
    /// All states from which the target is too far away.
    pub potential: Option<Potential>,
}

/// "The target is at least so many steps away": a lower bound on the steps
/// that are left, as a sum of weights, one for the value of each variable that
/// it names. It stands for all states in which the steps so far and this bound
/// together exceed the limit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Potential {
    /// The flat variable that counts steps.
    pub counter: u32,
    /// The target needs a count of at most this.
    pub limit: Val,
    /// Flat variables, each with a weight for every value of its domain.
    pub weights: Vec<(u32, Vec<Val>)>,
}

/// The values of one free variable in every cube.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Column {
    /// A range in each cube.
    Ranges(Vec<(Val, Val)>),
    /// A set in each cube, `words` words long; bit `i` is the value `lo + i`.
    Sets {
        /// Words a set.
        words: usize,
        /// All sets, one after the other.
        bits: Vec<u64>,
    },
}

impl Column {
    /// How many cubes it speaks of.
    pub fn len(&self) -> usize {
        match self {
            Column::Ranges(ranges) => ranges.len(),
            Column::Sets { words, bits } => bits.len() / (*words).max(1),
        }
    }

    /// Whether it speaks of none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
