//! Interval arithmetic: which values a node can take when each variable lies
//! in a range. One law per operation, used by `validate` (over whole domains)
//! and by the cubes (over the ranges of a cube).
//!
//! Booleans are 0 and 1, so the interval [0, 1] is "undecided" and this is
//! three-valued logic as well.

use crate::rules::{Node, Op, Table, Val};

/// A closed, non-empty range of values. 64 bits, so that `validate` can see
/// an overflow of 32.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interval {
    /// The least value.
    pub lo: i64,
    /// The greatest value.
    pub hi: i64,
}

impl Interval {
    /// From `lo` to `hi`.
    pub fn new(lo: Val, hi: Val) -> Interval {
        let (lo, hi) = (i64::from(lo), i64::from(hi));
        Interval { lo, hi }
    }

    /// One value.
    pub fn point(value: Val) -> Interval {
        Interval::new(value, value)
    }

    /// Whether all of this lies in `lo..=hi`.
    pub fn within(self, lo: i64, hi: i64) -> bool {
        lo <= self.lo && self.hi <= hi
    }

    /// The smallest interval that holds both.
    pub fn hull(self, other: Interval) -> Interval {
        Interval {
            lo: self.lo.min(other.lo),
            hi: self.hi.max(other.hi),
        }
    }
}

/// The interval of an arithmetic node, given those of its operands. Reads of
/// variables, elements and tables are the caller's.
pub fn arithmetic(node: Node, of: impl Fn(crate::rules::E) -> Interval) -> Option<Interval> {
    Some(match node {
        Node::Const(c) => Interval::point(c),
        Node::Var(_) | Node::Elem(..) | Node::Tab(..) => return None,
        Node::Add(a, b) => {
            let (a, b) = (of(a), of(b));
            Interval {
                lo: a.lo + b.lo,
                hi: a.hi + b.hi,
            }
        }
        Node::Sub(a, b) => {
            let (a, b) = (of(a), of(b));
            Interval {
                lo: a.lo - b.hi,
                hi: a.hi - b.lo,
            }
        }
        Node::Min(a, b) => {
            let (a, b) = (of(a), of(b));
            Interval {
                lo: a.lo.min(b.lo),
                hi: a.hi.min(b.hi),
            }
        }
        Node::Max(a, b) => {
            let (a, b) = (of(a), of(b));
            Interval {
                lo: a.lo.max(b.lo),
                hi: a.hi.max(b.hi),
            }
        }
        Node::Mul(k, a) => {
            let (k, a) = (i64::from(k), of(a));
            Interval {
                lo: (k * a.lo).min(k * a.hi),
                hi: (k * a.lo).max(k * a.hi),
            }
        }
        Node::Cmp(op, a, b) => compare(op, of(a), of(b)),
        Node::Ite(c, a, b) => match of(c) {
            Interval { lo: 0, hi: 0 } => of(b),
            Interval { lo: 1, hi: 1 } => of(a),
            _ => of(a).hull(of(b)),
        },
    })
}

fn compare(op: Op, a: Interval, b: Interval) -> Interval {
    let same_point = a.lo == a.hi && a == b;
    let apart = a.hi < b.lo || b.hi < a.lo;
    let (surely, possibly) = match op {
        Op::Eq => (same_point, !apart),
        Op::Ne => (apart, !same_point),
        Op::Lt => (a.hi < b.lo, a.lo < b.hi),
        Op::Le => (a.hi <= b.lo, a.lo <= b.hi),
    };
    Interval::new(Val::from(surely), Val::from(possibly))
}

/// The hull of the table cells whose indices lie in these ranges. The ranges
/// must lie within the table's sizes.
pub fn lookup(table: &Table, index: &[Interval]) -> Interval {
    let mut range = [(0, 0); 3];
    let mut size = [1; 3];
    // Missing leading dimensions have size 1, so that every table has three.
    let offset = 3 - table.dims.len();
    for (d, (&n, ix)) in table.dims.iter().zip(index).enumerate() {
        size[offset + d] = n as usize;
        range[offset + d] = (ix.lo as usize, ix.hi as usize);
    }
    let mut hull: Option<Interval> = None;
    for i in range[0].0..=range[0].1 {
        for j in range[1].0..=range[1].1 {
            let row = (i * size[1] + j) * size[2];
            for &cell in &table.cells[row + range[2].0..=row + range[2].1] {
                let cell = Interval::point(cell);
                hull = Some(hull.map_or(cell, |h| h.hull(cell)));
            }
        }
    }
    hull.expect("an interval is never empty, so at least one cell was read")
}
