//! Transition-based generalised Büchi automata: a run is accepted if it takes
//! transitions with each of the marks again and again.

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
        let n = self.states.len();
        let (mut index, mut low) = (vec![usize::MAX; n], vec![0; n]);
        let mut component = vec![usize::MAX; n];
        let (mut counter, mut n_components) = (0, 0);
        let mut open = Vec::new();
        for root in 0..n {
            if index[root] != usize::MAX {
                continue;
            }
            let mut frames = vec![(root, 0)];
            while let Some(&mut (state, ref mut next)) = frames.last_mut() {
                if *next == 0 {
                    index[state] = counter;
                    low[state] = counter;
                    counter += 1;
                    open.push(state);
                }
                if let Some(t) = self.states[state].get(*next) {
                    *next += 1;
                    let to = t.to as usize;
                    if index[to] == usize::MAX {
                        frames.push((to, 0));
                    } else if component[to] == usize::MAX {
                        low[state] = low[state].min(index[to]);
                    }
                    continue;
                }
                frames.pop();
                if let Some(&(parent, _)) = frames.last() {
                    low[parent] = low[parent].min(low[state]);
                }
                if low[state] == index[state] {
                    while let Some(s) = open.pop() {
                        component[s] = n_components;
                        if s == state {
                            break;
                        }
                    }
                    n_components += 1;
                }
            }
        }
        component
    }
}
