//! Progression: what a formula asks of the rest of a run, given one state of
//! it. One law an operator; nothing about automata is trusted but this.
//!
//! A set of obligations stands for their conjunction. In a state each is
//! rewritten into what it says about this state, which is looked up, and about
//! the next: `p U q` is `q`, or `p` and again `p U q`, which *postpones* it;
//! `p R q` is `q`, and `p` or again `p R q`. Where there is a choice, each
//! alternative is one way to go on.
//!
//! A run satisfies the formula if and only if some choice of alternatives
//! along it goes on for ever and postpones no *until* from some moment on for
//! ever. An alternative that owes and postpones all that another does, and
//! more, is left out: whoever has not kept to it could have kept to the other.
//! (Choose always the alternatives that keep promises as early as the run
//! does; leaving out what owes more never makes such a choice postpone more.)

use crate::{AtomId, Linear, LinearNode};

/// A set of obligations: bit `i` is `Linear::owed()[i]`.
pub type Obligations = u64;

/// One way to go on after a state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Alternative {
    /// What is owed from the next state on.
    pub next: Obligations,
    /// Each *until* that was postponed, by the bit it has as an obligation.
    pub postponed: Obligations,
}

impl Alternative {
    /// Owes and postpones nothing that the other does not.
    fn covers(self, other: Alternative) -> bool {
        self.next & !other.next == 0 && self.postponed & !other.postponed == 0
    }

    fn and(self, other: Alternative) -> Alternative {
        Alternative { next: self.next | other.next, postponed: self.postponed | other.postponed }
    }
}

const NOTHING: Alternative = Alternative { next: 0, postponed: 0 };

/// The most alternatives that one state may leave. Going through them takes
/// time by their square.
const MAX_ALTERNATIVES: usize = 1024;

/// There are more alternatives than can be gone through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyAlternatives(pub usize);

impl Linear {
    /// What is owed at the beginning: the formula itself.
    pub fn first(&self) -> Obligations {
        1 << self.bit(self.root())
    }

    /// The ways to go on from obligations in a state where exactly these
    /// propositions are true, in increasing order.
    pub fn progress(
        &self,
        obligations: Obligations,
        is_true: &dyn Fn(AtomId) -> bool,
    ) -> Result<Vec<Alternative>, TooManyAlternatives> {
        let mut expansions: Vec<Vec<Alternative>> = Vec::with_capacity(self.nodes().len());
        for (i, node) in self.nodes().iter().enumerate() {
            let of = |p: u32| &expansions[p as usize][..];
            let own = |postponed: bool| {
                let bit = 1 << self.bit(i as u32);
                Alternative { next: bit, postponed: if postponed { bit } else { 0 } }
            };
            let here = match *node {
                LinearNode::Const(truth) => vec![NOTHING; usize::from(truth)],
                LinearNode::Atom(a, wanted) => vec![NOTHING; usize::from(is_true(a) == wanted)],
                LinearNode::And(p, q) => both(of(p), of(q))?,
                LinearNode::Or(p, q) => either(of(p), of(q))?,
                LinearNode::Next(p) => vec![Alternative { next: 1 << self.bit(p), postponed: 0 }],
                LinearNode::Until(p, q) => either(of(q), &both(of(p), &[own(true)])?)?,
                LinearNode::Release(p, q) => both(of(q), &either(of(p), &[own(false)])?)?,
            };
            expansions.push(here);
        }
        let mut all = vec![NOTHING];
        for (bit, &node) in self.owed().iter().enumerate() {
            if obligations >> bit & 1 == 1 {
                all = both(&all, &expansions[node as usize])?;
            }
        }
        Ok(least(all))
    }
}

fn both(p: &[Alternative], q: &[Alternative]) -> Result<Vec<Alternative>, TooManyAlternatives> {
    let n_pairs = p.len() * q.len();
    if n_pairs > MAX_ALTERNATIVES {
        return Err(TooManyAlternatives(n_pairs));
    }
    let pairs: Vec<_> = p.iter().flat_map(|a| q.iter().map(|b| a.and(*b))).collect();
    // With nothing else to choose, nothing new is covered that is worth the
    // search.
    Ok(if p.len().min(q.len()) < 2 { pairs } else { least(pairs) })
}

fn either(p: &[Alternative], q: &[Alternative]) -> Result<Vec<Alternative>, TooManyAlternatives> {
    let all: Vec<_> = p.iter().chain(q).copied().collect();
    let n = all.len();
    if n > MAX_ALTERNATIVES { Err(TooManyAlternatives(n)) } else { Ok(least(all)) }
}

/// Without those that another covers.
fn least(mut all: Vec<Alternative>) -> Vec<Alternative> {
    all.sort_unstable();
    all.dedup();
    let kept = |a: &Alternative| !all.iter().any(|b| b != a && b.covers(*a));
    all.iter().copied().filter(kept).collect()
}
