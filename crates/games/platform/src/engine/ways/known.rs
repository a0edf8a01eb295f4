//! Boxes that are known to be good, and what they cover together.

use playproof_model::Val;
use rustc_hash::FxHashMap;

use crate::native::Pose;

/// Places and speeds, from the least to the greatest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// Places.
    pub x: (Val, Val),
    /// Speeds.
    pub v: (Val, Val),
}

impl Span {
    fn meets(&self, other: &Span) -> bool {
        let both = |a: (Val, Val), b: (Val, Val)| a.0 <= b.1 && b.0 <= a.1;
        both(self.x, other.x) && both(self.v, other.v)
    }

    /// How many states they share.
    fn shared(&self, other: &Span) -> i64 {
        let both = |a: (Val, Val), b: (Val, Val)| i64::from(a.1.min(b.1) - a.0.max(b.0) + 1);
        both(self.x, other.x) * both(self.v, other.v)
    }

    /// How many states there are.
    pub fn size(&self) -> i64 {
        self.shared(self)
    }
}

/// A box: states with one vertical state.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// The vertical state.
    pub pose: Pose,
    /// The rest.
    pub span: Span,
    /// The command that it names, plus 1, or 0.
    pub command: u32,
    /// All that it rests on has a lower one.
    pub rank: u32,
}

/// All boxes so far.
pub struct Boxes {
    all: Vec<Known>,
    /// By vertical state and column.
    at: FxHashMap<(Pose, Val), Vec<u32>>,
    tile: Val,
}

/// The most parts that are looked at to see whether something is covered.
const MOST_PARTS: usize = 400;

impl Boxes {
    /// None yet.
    pub fn new(tile: Val) -> Boxes {
        Boxes {
            all: Vec::new(),
            at: FxHashMap::default(),
            tile,
        }
    }

    /// All of them.
    pub fn all(&self) -> &[Known] {
        &self.all
    }

    /// One more.
    pub fn add(&mut self, known: Known) {
        let number = self.all.len() as u32;
        for column in known.span.x.0 / self.tile..=known.span.x.1 / self.tile {
            self.at
                .entry((known.pose, column))
                .or_default()
                .push(number);
        }
        self.all.push(known);
    }

    /// The greatest rank of boxes that hold all these states together, if there are such;
    /// with `is_named` only those count that name a command.
    pub fn cover(&self, pose: Pose, span: Span, is_named: bool) -> Option<u32> {
        let mut rank = 0;
        self.rest(pose, span, is_named, &mut rank, &mut |_| false)
            .then_some(rank)
    }

    /// The parts of a box that are not covered.
    pub fn uncovered(&self, pose: Pose, span: Span, is_named: bool) -> Vec<Span> {
        let mut parts = Vec::new();
        self.rest(pose, span, is_named, &mut 0, &mut |part| {
            parts.push(part);
            true
        });
        parts
    }

    /// Goes through parts that are not covered, as long as that is wanted; whether it
    /// went through all.
    fn rest(
        &self,
        pose: Pose,
        whole: Span,
        is_named: bool,
        rank: &mut u32,
        missing: &mut dyn FnMut(Span) -> bool,
    ) -> bool {
        let mut open = vec![whole];
        let mut n_parts = 0;
        while let Some(mut part) = open.pop() {
            n_parts += 1;
            if n_parts > MOST_PARTS {
                return false;
            }
            // Column by column, since boxes are filed so.
            let end = (part.x.0 / self.tile + 1) * self.tile - 1;
            if part.x.1 > end {
                open.push(Span {
                    x: (end + 1, part.x.1),
                    ..part
                });
                part.x.1 = end;
            }
            let filed = self.at.get(&(pose, part.x.0 / self.tile));
            let fits = |known: &&Known| (!is_named || known.command > 0) && known.span.meets(&part);
            let near = filed.into_iter().flatten().map(|&i| &self.all[i as usize]);
            // The one that leaves least, since what is left is cut into parts.
            let Some(known) = near
                .filter(fits)
                .max_by_key(|known| known.span.shared(&part))
            else {
                if missing(part) {
                    continue;
                }
                return false;
            };
            *rank = (*rank).max(known.rank);
            let own = known.span;
            if part.x.0 < own.x.0 {
                open.push(Span {
                    x: (part.x.0, own.x.0 - 1),
                    ..part
                });
                part.x.0 = own.x.0;
            }
            if part.x.1 > own.x.1 {
                open.push(Span {
                    x: (own.x.1 + 1, part.x.1),
                    ..part
                });
                part.x.1 = own.x.1;
            }
            if part.v.0 < own.v.0 {
                open.push(Span {
                    v: (part.v.0, own.v.0 - 1),
                    ..part
                });
            }
            if part.v.1 > own.v.1 {
                open.push(Span {
                    v: (own.v.1 + 1, part.v.1),
                    ..part
                });
            }
        }
        true
    }
}
