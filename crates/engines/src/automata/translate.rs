//! Formulas to automata, in the manner of Couvreur: a state is a set of
//! obligations, and each way to expand them, with the propositions it needs,
//! is a transition. The marks of a transition are the *untils* that it does not
//! postpone.
//!
//! The laws are those of progression in `model`, with propositions left open
//! instead of looked up. Nothing here is trusted.

use playproof_model::{Linear, LinearNode};
use rustc_hash::FxHashMap;

use super::automaton::{Automaton, Transition};

/// The most states and transitions an automaton may have.
pub const MAX_STATES: usize = 4096;
pub const MAX_TRANSITIONS: usize = 1 << 18;

/// Ways to expand one set of obligations.
const MAX_WAYS: usize = 1024;

/// The automaton would be too large: how far it got.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Explosion {
    /// States so far.
    pub states: usize,
    /// Transitions so far, those under way included.
    pub transitions: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
struct Way {
    yes: u64,
    no: u64,
    next: u64,
    postponed: u64,
}

impl Way {
    fn and(self, other: Way) -> Option<Way> {
        let way = Way {
            yes: self.yes | other.yes,
            no: self.no | other.no,
            next: self.next | other.next,
            postponed: self.postponed | other.postponed,
        };
        (way.yes & way.no == 0).then_some(way)
    }

    fn covers(&self, other: &Way) -> bool {
        let within = |a: u64, b: u64| a & !b == 0;
        within(self.yes, other.yes)
            && within(self.no, other.no)
            && within(self.next, other.next)
            && within(self.postponed, other.postponed)
    }
}

/// The automaton of the runs that satisfy a formula.
pub fn translate(formula: &Linear) -> Result<Automaton, Explosion> {
    let mut translation = Translation {
        formula,
        untils: untils(formula),
        expansions: Vec::new(),
        numbers: FxHashMap::default(),
        sets: Vec::new(),
        states: Vec::new(),
    };
    translation.run()?;
    Ok(Automaton {
        initial: 0,
        n_marks: translation.untils.len() as u32,
        states: translation.states,
    })
}

/// The *untils* of a formula, by the bit they have as obligations.
pub fn untils(formula: &Linear) -> Vec<u32> {
    let nodes = formula.nodes();
    let bits = 0..formula.owed().len() as u32;
    let is_until = |bit: &u32| {
        let node = formula.owed()[*bit as usize];
        matches!(nodes[node as usize], LinearNode::Until(..))
    };
    bits.filter(is_until).collect()
}

struct Translation<'a> {
    formula: &'a Linear,
    untils: Vec<u32>,
    /// The ways to expand each node.
    expansions: Vec<Vec<Way>>,
    numbers: FxHashMap<u64, u32>,
    sets: Vec<u64>,
    states: Vec<Vec<Transition>>,
}

impl Translation<'_> {
    fn run(&mut self) -> Result<(), Explosion> {
        self.expand_nodes()?;
        self.number(self.formula.first());
        let mut n_transitions = 0;
        while self.states.len() < self.sets.len() {
            let set = self.sets[self.states.len()];
            let mut ways = vec![Way::default()];
            for (bit, &node) in self.formula.owed().iter().enumerate() {
                if set >> bit & 1 == 1 {
                    let expansion = &self.expansions[node as usize];
                    ways = both(&ways, expansion).map_err(|n| self.explosion(n_transitions + n))?;
                }
            }
            let ways = least(ways);
            n_transitions += ways.len();
            let transitions = ways.iter().map(|way| Transition {
                yes: way.yes,
                no: way.no,
                marks: self.marks(way.postponed),
                to: self.number(way.next),
            });
            let transitions = transitions.collect();
            self.states.push(transitions);
            if self.sets.len() > MAX_STATES || n_transitions > MAX_TRANSITIONS {
                return Err(self.explosion(n_transitions));
            }
        }
        Ok(())
    }

    fn explosion(&self, transitions: usize) -> Explosion {
        Explosion {
            states: self.sets.len(),
            transitions,
        }
    }

    fn number(&mut self, set: u64) -> u32 {
        let next = self.sets.len() as u32;
        let number = *self.numbers.entry(set).or_insert(next);
        if number == next {
            self.sets.push(set);
        }
        number
    }

    fn marks(&self, postponed: u64) -> u64 {
        let kept = self.untils.iter().enumerate();
        let kept = kept.filter(|(_, bit)| postponed >> **bit & 1 == 0);
        kept.fold(0, |marks, (i, _)| marks | 1 << i)
    }

    fn expand_nodes(&mut self) -> Result<(), Explosion> {
        for (i, node) in self.formula.nodes().iter().enumerate() {
            let of = |p: u32| &self.expansions[p as usize][..];
            let owed = |p: u32| Way {
                next: 1 << self.formula.bit(p),
                ..Way::default()
            };
            let again = |postponed: bool| {
                let way = owed(i as u32);
                Way {
                    postponed: if postponed { way.next } else { 0 },
                    ..way
                }
            };
            let ways = match *node {
                LinearNode::Const(true) => Ok(vec![Way::default()]),
                LinearNode::Const(false) => Ok(Vec::new()),
                LinearNode::Atom(a, wanted) => {
                    let bit = 1 << a.0;
                    let (yes, no) = if wanted { (bit, 0) } else { (0, bit) };
                    Ok(vec![Way {
                        yes,
                        no,
                        ..Way::default()
                    }])
                }
                LinearNode::And(p, q) => both(of(p), of(q)),
                LinearNode::Or(p, q) => Ok(either(of(p), of(q))),
                LinearNode::Next(p) => Ok(vec![owed(p)]),
                LinearNode::Until(p, q) => {
                    both(of(p), &[again(true)]).map(|later| either(of(q), &later))
                }
                LinearNode::Release(p, q) => both(of(q), &either(of(p), &[again(false)])),
            };
            let ways = ways.map_err(|n| self.explosion(n))?;
            self.expansions.push(ways);
        }
        Ok(())
    }
}

fn both(p: &[Way], q: &[Way]) -> Result<Vec<Way>, usize> {
    let n_pairs = p.len() * q.len();
    if n_pairs > MAX_WAYS {
        return Err(n_pairs);
    }
    let pairs = p.iter().flat_map(|a| q.iter().filter_map(|b| a.and(*b)));
    let pairs: Vec<Way> = pairs.collect();
    // Covering is looked for only where there was a choice on both sides: it
    // takes time by the square.
    Ok(match p.len().min(q.len()) {
        0 | 1 => pairs,
        _ => least(pairs),
    })
}

fn either(p: &[Way], q: &[Way]) -> Vec<Way> {
    least(p.iter().chain(q).copied().collect())
}

/// Without those that another covers.
fn least(mut all: Vec<Way>) -> Vec<Way> {
    all.sort_unstable();
    all.dedup();
    let kept = |a: &Way| !all.iter().any(|b| b != a && b.covers(a));
    all.iter().copied().filter(kept).collect()
}
