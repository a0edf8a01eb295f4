//! Diagrams as plain lists of gates, which outlive the table of nodes: to be
//! counted, listed as states, looked up, or handed on as a circuit.
//!
//! The list depends only on the sets and on the order of the bits, not on how
//! the diagrams came about, so that evidence is the same every time.

use std::sync::Arc;

use oxidd::util::Ref;
use oxidd::{BooleanFunction, Function, HasLevel, Manager, ManagerRef, Node};
use rustc_hash::FxHashMap;

use crate::diagrams::{Diagrams, Set};

/// One choice: `then` where a bit of the state is 1, else `other`.
///
/// What is chosen between: 0 is false, 1 is true, and `i + 2` is gate `i`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gate {
    /// The bit, as the encoding of states numbers them.
    pub bit: u32,
    /// What holds where it is 1.
    pub then: u32,
    /// What holds where it is 0.
    pub other: u32,
}

/// Some sets of states as gates, those that gates use before them.
#[derive(Clone, Debug)]
pub struct Circuit {
    /// The gates.
    pub gates: Vec<Gate>,
    /// Each set: a gate, or 0 or 1, as in [`Gate`].
    pub roots: Vec<u32>,
    /// The bits of a state in the order in which gates decide them.
    order: Arc<[u32]>,
    /// Where each bit stands in that order.
    place: Arc<[u32]>,
}

impl Circuit {
    /// Sets of states as gates; they must not speak of the state after.
    pub(crate) fn new(diagrams: &Diagrams, sets: &[Set]) -> Circuit {
        let order: Arc<[u32]> = diagrams.order().into();
        let n_bits = order.iter().max().map_or(0, |bit| bit + 1);
        let mut place = vec![0; n_bits as usize];
        for (at, &bit) in order.iter().enumerate() {
            place[bit as usize] = at as u32;
        }
        let empty = diagrams.empty();
        let (gates, roots) = diagrams.manager().with_manager_shared(|manager| {
            let mut gates = Gates {
                manager,
                order: &order,
                never: empty.as_edge(manager),
                known: FxHashMap::default(),
                gates: Vec::new(),
            };
            let roots = sets.iter().map(|set| gates.gate(set.as_edge(manager)));
            let roots: Vec<u32> = roots.collect();
            (gates.gates, roots)
        });
        let place = place.into();
        Circuit {
            gates,
            roots,
            order,
            place,
        }
    }

    /// A set as evidence has it.
    #[cfg(feature = "proofs")]
    pub(crate) fn evidence(&self, set: usize) -> playproof_certify::Circuit {
        // There 1 is true and -1 is false, and gates are numbered as here.
        let literal = |id: u32| if id == 0 { -1 } else { id as i32 };
        let gates = self.gates.iter().map(|gate| playproof_certify::Gate {
            bit: gate.bit,
            then: literal(gate.then),
            other: literal(gate.other),
        });
        playproof_certify::Circuit {
            gates: gates.collect(),
            output: literal(self.roots[set]),
        }
    }

    fn gate(&self, id: u32) -> Option<&Gate> {
        self.gates.get(id.checked_sub(2)? as usize)
    }

    /// Where a gate stands in the order, or the number of bits for constants.
    fn place_of(&self, id: u32) -> u32 {
        let n_bits = self.order.len() as u32;
        self.gate(id).map_or(n_bits, |g| self.place[g.bit as usize])
    }

    /// How many states each gate has, from its own bit on; `None` where the
    /// number is beyond all measure.
    fn counts(&self) -> Vec<Option<u128>> {
        let mut counts: Vec<Option<u128>> = vec![Some(0), Some(1)];
        for (i, gate) in self.gates.iter().enumerate() {
            let here = self.place_of(i as u32 + 2);
            let below = |id: u32| {
                let n = counts[id as usize]?;
                let skipped = self.place_of(id) - here - 1;
                if n == 0 {
                    return Some(0);
                }
                n.checked_mul(1u128.checked_shl(skipped)?)
            };
            let (then, other) = (below(gate.then), below(gate.other));
            counts.push(then.and_then(|n| n.checked_add(other?)));
        }
        counts
    }

    /// How many states a set has, if a word can say it.
    pub fn n_states(&self, set: usize) -> Option<u64> {
        let root = self.roots[set];
        let n = self.counts()[root as usize]?;
        let all = match n {
            0 => 0,
            n => n.checked_mul(1u128.checked_shl(self.place_of(root))?)?,
        };
        u64::try_from(all).ok()
    }

    /// Whether a state, given by its bits, is in a set.
    pub fn holds(&self, set: usize, bit: impl Fn(u32) -> bool) -> bool {
        let mut id = self.roots[set];
        while let Some(gate) = self.gate(id) {
            id = if bit(gate.bit) { gate.then } else { gate.other };
        }
        id == 1
    }

    /// Goes through the states of a set, in the order of their bits, until one
    /// is refused: each as the bits that are 1, from the top down.
    pub fn states(&self, set: usize, accept: &mut dyn FnMut(&[u32]) -> bool) {
        self.below(self.roots[set], 0, &mut Vec::new(), accept);
    }

    /// The states below a gate, from a place in the order on; whether to go on.
    fn below(
        &self,
        id: u32,
        place: u32,
        ones: &mut Vec<u32>,
        accept: &mut dyn FnMut(&[u32]) -> bool,
    ) -> bool {
        if id == 0 {
            return true;
        }
        let Some(&bit) = self.order.get(place as usize) else {
            return accept(ones);
        };
        let (then, other) = match self.gate(id) {
            Some(gate) if gate.bit == bit => (gate.then, gate.other),
            // The bit does not matter.
            _ => (id, id),
        };
        if !self.below(other, place + 1, ones, accept) {
            return false;
        }
        ones.push(bit);
        let go_on = self.below(then, place + 1, ones, accept);
        ones.pop();
        go_on
    }
}

/// Makes gates of edges, each once.
struct Gates<'a, 'id: 'a> {
    manager: &'a <Set as Function>::Manager<'id>,
    order: &'a [u32],
    never: EdgeOf<'a, 'id>,
    known: FxHashMap<EdgeOf<'a, 'id>, u32>,
    gates: Vec<Gate>,
}

/// A node, or its complement.
type EdgeOf<'a, 'id> = Ref<'a, <<Set as Function>::Manager<'id> as Manager>::Edge>;

impl<'a, 'id> Gates<'a, 'id> {
    /// The gate of an edge, after those that it uses.
    fn gate(&mut self, edge: EdgeOf<'a, 'id>) -> u32 {
        let Node::Inner(node) = self.manager.get_node(edge) else {
            return u32::from(edge != self.never);
        };
        if let Some(&id) = self.known.get(&edge) {
            return id;
        }
        let (then, other) = Set::cofactors_node(edge.tag(), node);
        let (then, other) = (self.gate(then), self.gate(other));
        self.gates.push(Gate {
            // Every other level is of the state after.
            bit: self.order[node.level() as usize / 2],
            then,
            other,
        });
        let id = self.gates.len() as u32 + 1;
        self.known.insert(edge, id);
        id
    }
}
