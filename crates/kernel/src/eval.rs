//! Evaluation: one law per operation, for states and for boxes alike.
//!
//! In a box each variable has a range, and the interval of an expression holds
//! its values in all states of the box: it may hold more, never less. In a box
//! of one state it holds the one value. Booleans are 0 and 1, so the interval
//! 0..1 is "undecided". A machine that is well-formed (`well_formed.rs`) never
//! reads out of bounds and never leaves 32 bits, in any box; so nothing is
//! checked here again.

use std::collections::BTreeSet;

use crate::machine::{E, Machine, Node, Op, Table, Val};

/// A closed, non-empty range of values. 64 bits, so that well-formedness can
/// see an overflow of 32.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Interval {
    /// The least value.
    pub lo: i64,
    /// The greatest value.
    pub hi: i64,
}

impl From<(Val, Val)> for Interval {
    fn from((lo, hi): (Val, Val)) -> Interval {
        Interval { lo: i64::from(lo), hi: i64::from(hi) }
    }
}

impl Interval {
    /// Whether all of this lies in `lo..=hi`.
    pub fn within(self, lo: i64, hi: i64) -> bool {
        lo <= self.lo && self.hi <= hi
    }

    /// The least and the greatest value; for machines that are well-formed.
    pub fn ends(self) -> (Val, Val) {
        (self.lo as Val, self.hi as Val)
    }

    /// The smallest range that holds both.
    pub fn hull(self, other: Interval) -> Interval {
        Interval { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }

    fn times(self, k: i64) -> Interval {
        let (a, b) = (self.lo * k, self.hi * k);
        Interval { lo: a.min(b), hi: a.max(b) }
    }

    fn compare(self, op: Op, other: Interval) -> Interval {
        let same_point = self.lo == self.hi && self == other;
        let apart = self.hi < other.lo || other.hi < self.lo;
        let (surely, possibly) = match op {
            Op::Eq => (same_point, !apart),
            Op::Ne => (apart, !same_point),
            Op::Lt => (self.hi < other.lo, self.lo < other.hi),
            Op::Le => (self.hi <= other.lo, self.lo <= other.hi),
        };
        Interval { lo: i64::from(surely), hi: i64::from(possibly) }
    }
}

/// The hull of the table cells whose indices lie in these ranges, which must
/// lie within the table's sizes.
pub fn cells(table: &Table, index: &[Interval]) -> Interval {
    if index.iter().all(|at| at.lo == at.hi) {
        let along = index.iter().zip(&table.dims);
        let place = along.fold(0, |place, (at, &n)| place * n as usize + at.lo as usize);
        return Interval::from((table.cells[place], table.cells[place]));
    }
    // Missing leading dimensions have size 1, so that every table has three.
    let (mut size, mut range) = ([1; 3], [(0, 0); 3]);
    for (d, (&n, at)) in (3 - index.len()..).zip(table.dims.iter().zip(index)) {
        size[d] = n as usize;
        range[d] = (at.lo as usize, at.hi as usize);
    }
    let (mut lo, mut hi) = (Val::MAX, Val::MIN);
    for i in range[0].0..=range[0].1 {
        for j in range[1].0..=range[1].1 {
            let row = (i * size[1] + j) * size[2];
            for &cell in &table.cells[row + range[2].0..=row + range[2].1] {
                (lo, hi) = (lo.min(cell), hi.max(cell));
            }
        }
    }
    Interval::from((lo, hi))
}

/// Expressions, and the tables and variables they read.
#[derive(Clone, Copy)]
pub struct Code<'m> {
    /// Operands before users.
    pub nodes: &'m [Node],
    /// The tables.
    pub tables: &'m [Table],
    /// The position of each variable's first element in a flat state.
    pub bases: &'m [usize],
}

impl<'m> Code<'m> {
    /// All expressions of a machine.
    pub fn new(machine: &'m Machine, bases: &'m [usize]) -> Code<'m> {
        Code { nodes: &machine.nodes, tables: &machine.tables, bases }
    }

    /// A node's range, given those of its operands and of flat variables. Each
    /// law gives all values that the operation can have, and for points the one.
    pub fn apply(
        &self,
        node: &Node,
        of: impl Fn(E) -> Interval,
        read: impl Fn(usize) -> Interval,
    ) -> Interval {
        match *node {
            Node::Const(c) => Interval::from((c, c)),
            Node::Var(v) => read(self.bases[v.index()]),
            Node::Elem(v, i) => {
                let (base, index) = (self.bases[v.index()], of(i));
                let elements = (index.lo as usize..=index.hi as usize).map(|i| read(base + i));
                elements.reduce(Interval::hull).expect("a range is never empty")
            }
            Node::Tab(t, ix) => {
                let table = &self.tables[t.0 as usize];
                let mut index = [Interval::default(); 3];
                for (slot, e) in index.iter_mut().zip(ix.iter().flatten()) {
                    *slot = of(*e);
                }
                cells(table, &index[..table.dims.len()])
            }
            Node::Add(a, b) => Interval { lo: of(a).lo + of(b).lo, hi: of(a).hi + of(b).hi },
            Node::Sub(a, b) => Interval { lo: of(a).lo - of(b).hi, hi: of(a).hi - of(b).lo },
            Node::Min(a, b) => Interval { lo: of(a).lo.min(of(b).lo), hi: of(a).hi.min(of(b).hi) },
            Node::Max(a, b) => Interval { lo: of(a).lo.max(of(b).lo), hi: of(a).hi.max(of(b).hi) },
            Node::Mul(k, a) => of(a).times(i64::from(k)),
            Node::Div(k, a) => {
                let k = i64::from(k);
                Interval { lo: of(a).lo.div_euclid(k), hi: of(a).hi.div_euclid(k) }
            }
            Node::Cmp(op, a, b) => of(a).compare(op, of(b)),
            Node::Ite(c, a, b) => match (of(c).lo, of(c).hi) {
                (1, 1) => of(a),
                (0, 0) => of(b),
                _ => of(a).hull(of(b)),
            },
        }
    }
}

/// Values of expressions in one state or box after the other. Each is worked
/// out when it is asked for: a level may have a million commands, and a run
/// takes one.
#[derive(Default)]
pub struct Evaluator {
    values: Vec<Interval>,
    /// A value counts where its mark is that of the present state.
    marks: Vec<u32>,
    now: u32,
    open: Vec<E>,
}

impl Evaluator {
    /// Another state or box: what was known is forgotten.
    pub fn begin(&mut self, code: Code) {
        if self.now == u32::MAX {
            self.marks.clear();
            self.now = 0;
        }
        self.now += 1;
        let n = code.nodes.len().max(self.marks.len());
        self.marks.resize(n, 0);
        self.values.resize(n, Interval::default());
    }

    /// Another state or box, in which all is worked out at once. That is quicker
    /// where most of it is asked for.
    pub fn all(&mut self, code: Code, read: impl Fn(usize) -> Interval) {
        self.begin(code);
        for (i, node) in code.nodes.iter().enumerate() {
            let values = &self.values;
            let value = code.apply(node, |o| values[o.index()], &read);
            self.values[i] = value;
            self.marks[i] = self.now;
        }
    }

    /// The range of an expression, where flat variables are as `read` says.
    /// Since [`Evaluator::begin`] these must be the same.
    fn work_out(&mut self, code: Code, root: E, read: impl Fn(usize) -> Interval) -> Interval {
        if self.marks[root.index()] == self.now {
            return self.values[root.index()];
        }
        // A stack instead of recursion: expressions may be deep.
        self.open.push(root);
        while let Some(&e) = self.open.last() {
            let node = &code.nodes[e.index()];
            let n_open = self.open.len();
            if self.marks[e.index()] != self.now {
                let unknown = node.operands().filter(|o| self.marks[o.index()] != self.now);
                self.open.extend(unknown);
                if self.open.len() == n_open {
                    let values = &self.values;
                    let value = code.apply(node, |o| values[o.index()], &read);
                    self.values[e.index()] = value;
                    self.marks[e.index()] = self.now;
                }
            }
            if self.open.len() == n_open {
                self.open.pop();
            }
        }
        self.values[root.index()]
    }

    /// The range of an expression over a box.
    pub fn range(&mut self, code: Code, e: E, ranges: &[(Val, Val)]) -> (Val, Val) {
        self.work_out(code, e, |flat| ranges[flat].into()).ends()
    }

    /// The value of an expression in a state.
    pub fn value(&mut self, code: Code, e: E, state: &[Val]) -> Val {
        self.work_out(code, e, |flat| (state[flat], state[flat]).into()).ends().0
    }

    /// The flat variables that these expressions read over the box at hand,
    /// from the lowest.
    pub fn reads(&mut self, code: Code, roots: &[E], ranges: &[(Val, Val)]) -> BTreeSet<usize> {
        let mut flats = BTreeSet::new();
        let mut seen = vec![false; code.nodes.len()];
        let mut open = roots.to_vec();
        while let Some(e) = open.pop() {
            if std::mem::replace(&mut seen[e.index()], true) {
                continue;
            }
            let node = code.nodes[e.index()];
            if let Node::Var(v) | Node::Elem(v, _) = node {
                let (from, to) = match node {
                    Node::Elem(_, i) => self.range(code, i, ranges),
                    _ => (0, 0),
                };
                flats.extend((from..=to).map(|i| code.bases[v.index()] + i as usize));
            }
            open.extend(node.operands());
        }
        flats
    }

    /// The widest flat variable that these expressions read, of these the first.
    pub fn widest(&mut self, code: Code, roots: &[E], ranges: &[(Val, Val)]) -> Option<usize> {
        let width = |flat: usize| i64::from(ranges[flat].1) - i64::from(ranges[flat].0);
        let read = self.reads(code, roots, ranges).into_iter();
        let wide = read.filter(|&flat| width(flat) > 0);
        wide.min_by_key(|&flat| (-width(flat), flat))
    }

    /// The flat variable along which a box is cut: of those that the first of these
    /// conditions reads that is undecided there, one that is to be cut, or the widest.
    pub fn undecided(
        &mut self,
        code: Code,
        conditions: &[E],
        ranges: &[(Val, Val)],
        cuts: &Cuts,
    ) -> Option<usize> {
        let is_open = |(lo, hi): (Val, Val)| lo != hi;
        let first = conditions.iter().find(|&&c| is_open(self.range(code, c, ranges)))?;
        let read = self.reads(code, &[*first], ranges);
        let mut cut = cuts.iter().map(|(flat, _)| *flat as usize);
        let cut = cut.find(|&flat| read.contains(&flat) && cut_of(cuts, flat, ranges[flat]).1);
        cut.or_else(|| self.widest(code, &[*first], ranges))
    }
}

/// Variables, and where boxes are cut along them.
pub type Cuts = [(u32, Vec<Val>)];

/// Where a range of a variable is cut: in the middle, or next to it where one of the
/// `cuts` is; and whether it is one of these.
pub(crate) fn cut_of(cuts: &Cuts, flat: usize, (lo, hi): (Val, Val)) -> (Val, bool) {
    let middle = ((i64::from(lo) + i64::from(hi)).div_euclid(2) as Val).saturating_add(1);
    let own = cuts.iter().find(|(of, _)| *of as usize == flat);
    let own = own.map_or(&[][..], |(_, values)| values);
    let above = own.partition_point(|&value| value < middle);
    let near = own[above.saturating_sub(1)..].iter().take(2).filter(|&&at| lo < at && at <= hi);
    near.min_by_key(|at| at.abs_diff(middle)).map_or((middle, false), |&at| (at, true))
}

/// Looks at a box, and at parts of it where `visit` wants them: it says along
/// which variable the part at hand is to be cut, or nothing. The parts together are the
/// box, so what is shown of each is shown of it. `visit` is told when no more
/// cuts are possible.
pub fn in_parts<Error>(
    whole: Vec<(Val, Val)>,
    cuts: &Cuts,
    most: usize,
    mut visit: impl FnMut(&[(Val, Val)], bool) -> Result<Option<usize>, Error>,
) -> Result<(), Error> {
    let mut open = vec![whole];
    let mut n_parts = 1;
    while let Some(mut part) = open.pop() {
        let Some(flat) = visit(&part, n_parts < most)? else {
            continue;
        };
        let (cut, _) = cut_of(cuts, flat, part[flat]);
        let mut upper = part.clone();
        upper[flat].0 = cut;
        part[flat].1 = cut - 1;
        open.push(upper);
        open.push(part);
        n_parts += 1;
    }
    Ok(())
}

/// The most parts that a box is cut into.
pub const MAX_PARTS: usize = 4096;
