//! Transition-based generalised Büchi automata: a run is accepted if it takes
//! transitions with each of the marks again and again.

use crate::components::components;

/// An automaton over the propositions of states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Automaton {
    /// The transitions out of each state.
    pub states: Vec<Vec<Transition>>,
    /// Where it begins. There may be no state at all: nothing is accepted.
    pub initial: usize,
    /// How many marks there are.
    pub n_marks: u32,
}

/// One transition.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Transition {
    /// The propositions that must be true, as bits.
    pub yes: u64,
    /// Those that must be false.
    pub no: u64,
    /// The marks it has, as bits.
    pub marks: u64,
    /// Where it leads.
    pub to: u32,
}

impl Transition {
    /// Whether a state with these propositions allows it.
    pub fn reads(&self, letter: u64) -> bool {
        letter & self.yes == self.yes && letter & self.no == 0
    }

    /// Whether it allows all that the other does, with all its marks.
    pub fn covers(&self, other: &Transition) -> bool {
        self.to == other.to
            && self.yes & !other.yes == 0
            && self.no & !other.no == 0
            && other.marks & !self.marks == 0
    }
}

impl Automaton {
    /// All marks.
    pub fn all_marks(&self) -> u64 {
        match self.n_marks {
            0 => 0,
            n => u64::MAX >> (64 - n),
        }
    }

    /// How many transitions there are.
    pub fn n_transitions(&self) -> usize {
        self.states.iter().map(Vec::len).sum()
    }

    /// For each state the number of its strongly connected component. A
    /// component has a smaller number than those that lead to it.
    pub fn components(&self) -> Vec<usize> {
        components(self.states.len(), |state, i| {
            self.states[state].get(i).map(|t| t.to as usize)
        })
    }
}
