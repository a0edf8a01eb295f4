//! What is to be reached, as the statement has it.

use playproof_kernel::{Code, E, Evaluator};
use playproof_model::{Subject, Val, bases};

use crate::engine::sweep::Place;
use crate::native::{Body, World};
use crate::rules::BLOCKS;

/// A proposition of a statement about a platform level.
pub struct Target<'s> {
    subject: &'s Subject,
    world: &'s World,
    holds: E,
    bases: Vec<usize>,
    evaluator: Evaluator,
    speeds: (Val, Val),
    /// All values of all variables.
    domains: Vec<(Val, Val)>,
    /// Where it can be at all.
    pub span: (Val, Val),
    /// The ranges of the last variables, as far as they are known.
    pub last: Vec<(Val, Val)>,
}

impl<'s> Target<'s> {
    /// The proposition that this expression says, of a statement about a level.
    pub fn new(subject: &'s Subject, holds: E, world: &'s World) -> Target<'s> {
        let (fastest, tile) = (world.profile().fastest, world.profile().tile);
        let mut target = Target {
            subject,
            world,
            holds,
            bases: bases(&subject.machine().vars),
            evaluator: Evaluator::default(),
            speeds: (-fastest, fastest),
            domains: subject.machine().domains(),
            span: (Val::MAX, Val::MIN),
            last: Vec::new(),
        };
        let mut ranges = target.domains.clone();
        let (lo, hi) = ranges[0];
        for from in (lo..=hi).step_by(tile as usize) {
            let to = hi.min(from + tile - 1);
            ranges[0] = (from, to);
            if target.range(&ranges).1 == 1 {
                target.span = (target.span.0.min(from), target.span.1.max(to));
            }
        }
        target
    }

    fn range(&mut self, ranges: &[(Val, Val)]) -> (Val, Val) {
        let code = Code::new(self.subject.machine(), &self.bases);
        self.evaluator.begin(code);
        self.evaluator.range(code, self.holds, ranges)
    }

    /// Whether it is true in a state, given by the player and the other variables.
    pub fn is_met(&mut self, body: &Body, others: impl Iterator<Item = Val>) -> bool {
        if !(self.span.0..=self.span.1).contains(&body.x) {
            return false;
        }
        let blocks = self.world.block_values(body.pose.broken);
        let values = body.values().into_iter().chain(blocks.map(|(lo, _)| lo));
        let values = values.chain(others);
        // What counts stays within its domain, and who does not count has no variable.
        let within = |(v, &(lo, hi)): (Val, &(Val, Val))| {
            let v = v.clamp(lo, hi);
            (v, v)
        };
        let ranges: Vec<(Val, Val)> = values.zip(&self.domains).map(within).collect();
        self.range(&ranges).1 == 1
    }

    /// The greatest count with which it may be true.
    pub fn latest(&mut self, counter: usize) -> Option<Val> {
        let mut ranges = self.domains.clone();
        let (lo, hi) = ranges[counter];
        let mut counts = (lo..=hi).rev();
        counts.find(|&count| {
            ranges[counter] = (count, count);
            self.range(&ranges).1 == 1
        })
    }

    /// The leftmost of these places where it may be true; for one speed, and where no
    /// other variables are, where it is.
    pub fn meets(&mut self, place: &Place) -> Option<Val> {
        let (lo, hi) = (place.x.0.max(self.span.0), place.x.1.min(self.span.1));
        if lo > hi {
            return None;
        }
        let body = Body {
            x: lo,
            vx: 0,
            pose: place.pose,
        };
        let mut ranges = self.domains.clone();
        for (range, value) in ranges.iter_mut().zip(body.values()) {
            *range = (value, value);
        }
        let blocks = self.world.block_values(place.pose.broken);
        ranges
            .iter_mut()
            .skip(BLOCKS)
            .zip(blocks)
            .for_each(|(range, own)| *range = own);
        let known = self.last.iter().rev();
        ranges
            .iter_mut()
            .rev()
            .zip(known)
            .for_each(|(range, last)| *range = *last);
        ranges[1] = place.vx.map_or(self.speeds, |vx| (vx, vx));
        let mut open = vec![(lo, hi)];
        while let Some((lo, hi)) = open.pop() {
            ranges[0] = (lo, hi);
            match self.range(&ranges) {
                (_, 0) => {}
                (1, _) => return Some(lo),
                _ if lo == hi => return Some(lo),
                _ => {
                    let middle = lo + (hi - lo) / 2;
                    open.extend([(middle + 1, hi), (lo, middle)]);
                }
            }
        }
        None
    }
}
