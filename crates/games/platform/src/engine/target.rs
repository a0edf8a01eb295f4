//! What is to be reached, as the statement has it.

use playproof_kernel::{Code, E, Evaluator};
use playproof_model::{Subject, Val, bases};

use crate::engine::sweep::Place;
use crate::native::{Body, World};

/// A proposition of a statement about a platform level.
pub struct Target<'s> {
    subject: &'s Subject,
    holds: E,
    bases: Vec<usize>,
    evaluator: Evaluator,
    speeds: (Val, Val),
    /// Where it can be at all.
    pub span: (Val, Val),
}

impl<'s> Target<'s> {
    /// The proposition that this expression says, of a statement about a level.
    pub fn new(subject: &'s Subject, holds: E, world: &World) -> Target<'s> {
        let (fastest, tile) = (world.profile().fastest, world.profile().tile);
        let mut target = Target {
            subject,
            holds,
            bases: bases(&subject.machine().vars),
            evaluator: Evaluator::default(),
            speeds: (-fastest, fastest),
            span: (Val::MAX, Val::MIN),
        };
        let mut ranges = subject.machine().domains();
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

    /// Whether it is true in a state.
    pub fn is_met(&mut self, body: &Body) -> bool {
        (self.span.0..=self.span.1).contains(&body.x)
            && self.range(&body.values().map(|v| (v, v))).1 == 1
    }

    /// The leftmost of these places where it may be true; for one speed, where it is.
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
        let mut ranges = body.values().map(|v| (v, v));
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
