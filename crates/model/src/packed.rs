//! What explicit search reads: states as rows of machine words, a batch at a
//! time.
//!
//! Not trusted: these are interfaces of searches, which find and do not decide.

use std::any::Any;

use thiserror::Error;

use playproof_kernel::{ActionId, AtomId, Dom, Val};

use crate::property::Property;
use crate::subject::Subject;

/// Why something cannot be done, in words for the user.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("unsupported: {0}")]
pub struct Unsupported(pub String);

/// Rows with, for successors, where they come from.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// The rows, one after the other.
    pub rows: Vec<u64>,
    /// For each row, the position of its predecessor in what was expanded.
    pub src: Vec<u32>,
    /// For each row, the model's own number of the edge that leads to it.
    pub edge: Vec<u32>,
    /// The model's working memory, kept from batch to batch.
    pub scratch: Vec<Val>,
    /// The same, for selections.
    pub selected: Vec<u32>,
    /// Why successors were left out, by the model's own numbers of reasons.
    pub reasons: Vec<u64>,
}

impl Batch {
    /// Removes all rows; the memory stays.
    pub fn clear(&mut self) {
        self.rows.clear();
        self.src.clear();
        self.edge.clear();
        self.reasons.clear();
    }
}

/// A state space of packed rows.
pub trait PackedModel: Send + Sync {
    /// Words a row.
    fn words(&self) -> usize;
    /// Bits of a row that are in use: there are at most two to the power of this
    /// many rows.
    fn n_bits(&self) -> u32 {
        64 * self.words() as u32
    }
    /// Appends the initial rows.
    fn initial(&self, out: &mut Batch);
    /// Appends the successors of these rows.
    fn expand(&self, rows: &[u64], out: &mut Batch);
    /// For each row, whether the proposition is true.
    fn holds(&self, rows: &[u64], atom: AtomId, work: &mut Batch, out: &mut Vec<bool>);
    /// Appends the row's flat valuation; free variables have some value.
    fn valuation(&self, row: &[u64], out: &mut Vec<Val>);
    /// Why some successors of the rows expanded so far are not known, if that is so: what
    /// was found then shows nothing but that there is a run.
    fn doubt(&self) -> Option<String> {
        None
    }
}

/// A lower bound on what a counter still has to count before the target: a
/// constant and a sum of weights of the values of flat variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bound {
    /// Whether it may be as low as the count that is left; otherwise any value
    /// above 0 says that the target cannot be reached.
    pub counts: bool,
    /// The constant.
    pub constant: Val,
    /// Flat variables, each with a weight for every value of its domain.
    pub weights: Vec<(u32, Vec<Val>)>,
}

/// What [`NativeModel::estimate`] says where the target cannot be reached.
pub const FAR: u32 = u32::MAX;

/// Another state space of the same game, such as pushes instead of steps. A row
/// stands for all states that differ from its valuation in free variables only,
/// within the ranges that `cube` gives.
///
/// A model may leave out successors from which the target cannot be reached.
/// Each has a reason, a set of patterns that the checker goes through; the
/// numbers of reasons are the model's own.
pub trait NativeModel: PackedModel {
    /// The flat variables that its rows leave open.
    fn free(&self) -> &[u32];
    /// Appends the values of each free variable.
    fn cube(&self, row: &[u64], out: &mut Vec<Dom>);
    /// Appends the actions that lead from the state `at`, one of those its
    /// row stands for, along an edge to the row `to`.
    fn steps(&self, at: &[Val], edge: u32, to: &[u64], out: &mut Vec<ActionId>);
    /// The flat variable to which every edge adds one, where the question has
    /// such a counter. Rows do not hold it.
    fn counter(&self) -> Option<u32> {
        None
    }
    /// For each row, the greatest of the model's bounds: no fewer edges lead
    /// to the target. [`FAR`] where none do.
    fn estimate(&self, rows: &[u64], out: &mut Vec<u32>) {
        out.clear();
        out.resize(rows.len() / self.words(), 0);
    }
    /// The bounds that `estimate` rests on.
    fn bounds(&self) -> Vec<Bound> {
        Vec::new()
    }
    /// Why no target can be reached from a row, if there is a reason.
    fn reason(&self, _row: &[u64]) -> Option<u64> {
        None
    }
    /// The patterns behind these reasons, and those that their steps lead to:
    /// flat variables in increasing order, each with its values.
    fn patterns(&self, _reasons: &[u64]) -> Vec<Vec<(u32, Dom)>> {
        Vec::new()
    }
}

/// Makes native models of one level.
pub trait NativeFactory: Send + Sync {
    /// The model's name.
    fn name(&self) -> &'static str;
    /// The model for this question, if it preserves it: positions of the
    /// player and counts of moves do not survive a quotient.
    fn model(
        &self,
        subject: &Subject,
        property: &Property,
    ) -> Result<Box<dyn NativeModel>, Unsupported>;
    /// The subject's own states, packed as its layout has them, by a faster way than the
    /// game's interpreter. Only interpreted games are asked.
    fn own_states(&self, _subject: &Subject) -> Option<Box<dyn PackedModel>> {
        None
    }
    /// What the game's own engines read of the level.
    fn as_any(&self) -> Option<&dyn Any> {
        None
    }
}
