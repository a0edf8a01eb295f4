//! Evidence: what an answer rests on. It is data from somebody who is not
//! trusted; everything it says is range-checked before it is used.

use crate::{ActionId, LratProof, Val};

/// What an answer rests on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Evidence {
    /// A run that reaches the target, or after which a formula is true
    /// whatever follows.
    Trace(Trace),
    /// A set of states that no run leaves and that misses the target.
    ClosedSet(ClosedSet),
    /// A run that repeats and satisfies a formula.
    Lasso(Lasso),
    /// Ranks that show that no run satisfies a formula.
    Ranking(Ranking),
    /// What is true of each state, subformula by subformula.
    Claims(Claims),
    /// A run to where something is out of reach for good.
    Trap(Trap),
    /// Boxes from which something stays within reach.
    Ways(Ways),
    /// Several runs.
    Runs(Vec<Trace>),
    /// Several runs, and there are no others that repeat no state.
    AllRuns(Vec<Trace>),
    /// States that every run must pass.
    Cut(Cut),
    /// A set of states that no run leaves and that misses the target, as a
    /// condition on the bits of a state.
    Invariant(Invariant),
    /// No short run reaches the target, and so no long one.
    Induction(Induction),
    /// What a theorem of the game needs to show that the property holds.
    Argument(Argument),
    /// Answers to questions of several groups.
    Pieces(Vec<Piece>),
}

impl Evidence {
    /// Its kind in reports and files.
    pub fn kind(&self) -> &'static str {
        match self {
            Evidence::Trace(_) => "trace",
            Evidence::ClosedSet(_) => "closed-set",
            Evidence::Lasso(_) => "lasso",
            Evidence::Ranking(_) => "ranking",
            Evidence::Claims(_) => "claims",
            Evidence::Trap(_) => "trap",
            Evidence::Ways(_) => "ways",
            Evidence::Runs(_) => "runs",
            Evidence::AllRuns(_) => "all-runs",
            Evidence::Cut(_) => "cut",
            Evidence::Invariant(_) => "invariant",
            Evidence::Induction(_) => "induction",
            Evidence::Argument(_) => "argument",
            Evidence::Pieces(_) => "pieces",
        }
    }
}

/// One step of a run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// An action; `choice` counts, from 0, the successors of this action in
    /// the order of commands: two enabled commands are two choices.
    Act {
        /// What is done.
        action: ActionId,
        /// Which of its outcomes.
        choice: u32,
    },
    /// Nothing happens any more: nothing is enabled.
    Stutter,
}

/// What a theorem of the game needs; the theorem is admitted, not checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Argument {
    /// The name under which the theorem is admitted.
    pub axiom: String,
    /// What the theorem reads.
    pub numbers: Vec<u32>,
    /// A run to what is said to stay within reach, where the theorem wants one.
    pub run: Option<Trace>,
}

/// The answer to one question of one group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The group's number.
    pub group: u32,
    /// The question's number in the group.
    pub question: u32,
    /// Not made of pieces.
    pub evidence: Evidence,
}

/// A set of states that holds the initial ones, with proofs that no step leaves
/// it and that it misses the target. What is refuted is in `obligations.rs`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invariant {
    /// The set.
    pub set: StateSet,
    /// Refutes "a step leads out of the set".
    pub step: LratProof,
    /// Refutes "the set holds a state with the target".
    pub safe: LratProof,
}

/// A set of states, as a condition on the bits of a state (see
/// [`Encoding`](crate::Encoding)).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StateSet {
    /// The states that satisfy all clauses: literal `b + 1` is bit `b`.
    Clauses(Vec<Vec<i32>>),
    /// The states for which the output is true.
    Circuit(Circuit),
}

/// Gates, each of which reads a bit of the state and gates before it.
///
/// What they read is a literal: 1 is true, `i + 2` the output of gate `i`, and
/// negative numbers are negations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Circuit {
    /// The gates.
    pub gates: Vec<Gate>,
    /// What the circuit says of a state.
    pub output: i32,
}

/// One literal where a bit of the state is 1, another where it is 0: a node of
/// a decision diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gate {
    /// The bit.
    pub bit: u32,
    /// Where it is 1.
    pub then: i32,
    /// Where it is 0.
    pub other: i32,
}

/// No run of fewer than `length` steps reaches the target, and no `length`
/// steps through states without it lead to it, wherever they begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Induction {
    /// How many steps.
    pub length: u32,
    /// Whether only steps through different states were looked at.
    pub distinct: bool,
    /// Refutes "a run of fewer steps reaches the target".
    pub base: LratProof,
    /// Refutes "so many steps lead to it".
    pub step: LratProof,
}

/// A run: which initial state, and then the steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// The position of the first state among the initial ones.
    pub initial: u32,
    /// The steps.
    pub steps: Vec<Step>,
}

/// A run that goes on for ever: some steps, and then others again and again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lasso {
    /// The position of the first state among the initial ones.
    pub initial: u32,
    /// The steps before the repetition.
    pub stem: Vec<Step>,
    /// The steps that repeat; they lead back to where they began.
    pub cycle: Vec<Step>,
}

/// A run, and a closed set around its last state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trap {
    /// The run.
    pub run: Trace,
    /// A set that holds the run's last state, that no step leaves, and that
    /// misses what should have stayed within reach.
    pub set: ClosedSet,
}

/// Boxes that hold the initial states and that no step leaves. Each says how something
/// stays within reach: see `ways.rs`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ways {
    /// The boxes.
    pub boxes: Vec<Way>,
    /// Where they had better be cut: variables with values that begin a part. Nothing rests
    /// on it.
    pub cuts: Vec<(u32, Vec<Val>)>,
}

/// The states of a box, and a way on from there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    /// The range of each flat variable.
    pub ranges: Vec<(Val, Val)>,
    /// The command that it names, plus 1, or 0.
    pub command: u32,
    /// Ways lead to lower ranks.
    pub rank: u32,
}

/// States with obligations, from the initial ones with the whole formula on,
/// each with a rank. No step to a state with what is owed there raises the
/// rank, and a step that keeps it postpones the *until* of that rank.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ranking {
    /// Packed states, each followed by its set of obligations.
    pub rows: Vec<u64>,
    /// The rank of each.
    pub ranks: Vec<u32>,
    /// For each rank, the *until* that it postpones, by its bit among the
    /// obligations; without one no step keeps the rank.
    pub postponed: Vec<Option<u32>>,
}

/// Subformulas that are true of states, each with what its truth rests on: a
/// promise has a rank that falls until it is kept.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Claims {
    /// Packed states.
    pub points: Vec<u64>,
    /// For each state, the subformulas claimed: bit `i` is node `i`.
    pub claims: Vec<u64>,
    /// State by state, the rank of each claimed *until*, in order of nodes.
    pub ranks: Vec<u32>,
}

/// States without which no run reaches the target.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cut {
    /// The packed states of the cut.
    pub cut: Vec<u64>,
    /// The packed states that can be reached without them.
    pub inside: Vec<u64>,
}

/// A set of states as a union of cubes.
///
/// Most cubes are a packed point plus values for the free variables, and are
/// found by their point. A pattern names some variables and leaves all others
/// open: "a box on this dead square, whatever the rest". A potential stands
/// for all states that are too far from the target.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ClosedSet {
    /// The flat variables that cubes leave open, in increasing order.
    pub free: Vec<u32>,
    /// The cubes' points: packed rows, free variables at their least value.
    pub points: Vec<u64>,
    /// The values of each free variable, cube by cube. At most one column has
    /// sets.
    pub columns: Vec<Column>,
    /// Cubes that name few variables.
    pub patterns: Vec<Pattern>,
    /// Bounds, each of which stands for the states it finds too far away.
    pub potentials: Vec<Potential>,
    /// Where boxes had better be cut: free variables with values that begin a part.
    /// Nothing rests on it.
    pub cuts: Vec<(u32, Vec<Val>)>,
}

/// The states in which some flat variables, in increasing order, have these
/// values, whatever the others are.
pub type Pattern = Vec<(u32, Dom)>;

/// The values one variable of a cube can have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Dom {
    /// From the first to the second.
    Range(Val, Val),
    /// Bit `i` of the words stands for the value `lo + i`, `lo` being the
    /// least value of the variable's domain.
    Set(Vec<u64>),
}

/// "The target costs at least so much from here": a lower bound on what is
/// still to be counted, as a constant and a sum of weights, one for the value
/// of each variable that it names.
///
/// With a count it stands for all states in which the count alone, or the
/// count and the bound together, exceed the limit; without one for all states
/// in which the bound exceeds 0, from where the target cannot be reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Potential {
    /// What is counted, and the limit.
    pub count: Option<Count>,
    /// The constant part of the bound.
    pub constant: Val,
    /// Flat variables, each with a weight for every value of its domain.
    pub weights: Vec<(u32, Vec<Val>)>,
}

/// A limit on a count that the target needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// The flat variable that counts.
    pub counter: u32,
    /// The target needs a count of at most this.
    pub limit: Val,
}

/// The values of one free variable in every cube.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Column {
    /// A range in each cube, or one for all.
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
    pub(crate) fn len(&self) -> usize {
        match self {
            Column::Ranges(ranges) => ranges.len(),
            Column::Sets { words, bits } => bits.len() / (*words).max(1),
        }
    }
}
