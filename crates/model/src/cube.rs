//! Sets of states: cubes, and their successors by interval arithmetic.
//!
//! The nodes are run in order over a batch of cubes, a column of lower and one
//! of upper bounds for each node. What comes out covers every successor of
//! every state of the cube; it may cover more, never less.

use std::collections::HashMap;

use crate::by_value::ByValue;
use crate::interval::{Interval, arithmetic, lookup};
use crate::rules::{AtomId, Command, E, Node, Op, Rules, Val};
use crate::semantics::Semantics;

/// The values one variable of a cube can have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Dom {
    /// From the first to the second.
    Range(Val, Val),
    /// Bit `i` of the words stands for the value `lo + i`, `lo` being the
    /// least value of the variable's domain.
    Set(Vec<u64>),
}

/// A batch of cubes in which every variable has a range. Sets are enumerated
/// into several of these by the caller. Row-major.
#[derive(Clone, Debug, Default)]
pub struct Cubes {
    /// Flat variables a cube.
    pub n_flat: usize,
    /// Least values.
    pub lo: Vec<Val>,
    /// Greatest values.
    pub hi: Vec<Val>,
}

impl Cubes {
    /// How many cubes.
    pub fn len(&self) -> usize {
        self.lo.len().checked_div(self.n_flat).unwrap_or(0)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.lo.is_empty()
    }

    /// Removes all cubes.
    pub fn clear(&mut self) {
        self.lo.clear();
        self.hi.clear();
    }
}

/// A flat variable's range after a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Write {
    /// Which.
    pub flat: u32,
    /// Its least value.
    pub lo: Val,
    /// Its greatest value.
    pub hi: Val,
}

/// Successors of some cubes of a batch. Each is its cube with some writes
/// applied in order, the later of two to one variable winning.
#[derive(Clone, Debug, Default)]
pub struct Posts {
    /// The cube each successor comes from.
    pub cube: Vec<u32>,
    /// The writes of successor `i` are `writes[start[i]..start[i + 1]]`.
    pub start: Vec<usize>,
    /// All writes.
    pub writes: Vec<Write>,
}

impl Posts {
    /// How many successors.
    pub fn len(&self) -> usize {
        self.cube.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.cube.is_empty()
    }

    /// Removes all successors.
    pub fn clear(&mut self) {
        self.cube.clear();
        self.writes.clear();
        self.start.clear();
        self.start.push(0);
    }

    /// Ends a successor of this cube, whose writes were pushed before.
    pub fn end(&mut self, cube: usize) {
        self.cube.push(cube as u32);
        self.start.push(self.writes.len());
    }

    /// The writes of one successor.
    pub fn of(&self, i: usize) -> &[Write] {
        &self.writes[self.start[i]..self.start[i + 1]]
    }
}

/// Memory that is kept from batch to batch.
#[derive(Default)]
pub struct Workspace {
    /// The bounds of every node over the batch.
    columns: Vec<Bounds>,
    posts: Posts,
    /// Which variables have ranges in the batch.
    wide: Vec<bool>,
}

#[derive(Default)]
struct Bounds {
    lo: Vec<Val>,
    /// Left empty where both bounds are the same over the whole batch.
    hi: Vec<Val>,
}

/// Trusted: successors of sets of states.
pub trait CubeSemantics: Semantics {
    /// Every successor of a state of cube `i` lies in a successor emitted for
    /// `i`. A guard that is not decided over the cube counts as enabled. What
    /// is emitted with one number is of one command, whatever the batch.
    fn post(&self, cubes: &Cubes, work: &mut Workspace, emit: &mut dyn FnMut(usize, &Posts));

    /// For each cube, whether some of its states may satisfy the proposition.
    /// One that is not decided counts as true.
    fn may(&self, cubes: &Cubes, atom: AtomId, work: &mut Workspace, out: &mut Vec<bool>);

    /// What the commands do for every value of this flat variable, where that
    /// can be worked out beforehand.
    fn by_value(&self, _flat: u32) -> Option<ByValue> {
        None
    }

    /// Works out the ranges of these expressions over the cubes; the program
    /// holds all that they are made of, operands first.
    fn ranges(&self, _cubes: &Cubes, program: &[E], _work: &mut Workspace) {
        assert!(program.is_empty(), "only rules have expressions");
    }

    /// What each command adds to this flat variable, if it is a counter: it
    /// starts at 0, every command adds an amount of its own, and it stays at
    /// the greatest value of its domain. Commands are numbered as in `post`.
    fn counted(&self, flat: u32) -> Option<Vec<Val>>;

    /// Whether this flat variable counts steps: every one of them adds 1.
    fn counts_steps(&self, flat: u32) -> bool {
        self.counted(flat)
            .is_some_and(|amounts| amounts.iter().all(|&a| a == 1))
    }
}

/// Rules as a program over columns.
pub(crate) struct Columns<'a> {
    pub rules: &'a Rules,
    pub bases: &'a [usize],
}

impl Workspace {
    /// The range of an expression over a cube, which was worked out before.
    pub fn range(&self, e: E, cube: usize) -> (Val, Val) {
        let column = &self.columns[e.index()];
        (column.lo[cube], column.hi_or_lo()[cube])
    }
}

impl Bounds {
    fn hi_or_lo(&self) -> &[Val] {
        match self.hi.is_empty() {
            true => &self.lo,
            false => &self.hi,
        }
    }
}

impl Columns<'_> {
    pub fn ranges(&self, cubes: &Cubes, program: &[E], work: &mut Workspace) {
        self.run(cubes, program, work);
    }

    pub fn post(
        &self,
        cubes: &Cubes,
        program: &[E],
        work: &mut Workspace,
        emit: &mut dyn FnMut(usize, &Posts),
    ) {
        self.run(cubes, program, work);
        let Workspace { columns, posts, .. } = work;
        for (number, command) in self.rules.commands.iter().enumerate() {
            posts.clear();
            self.fire(cubes, command, columns, posts);
            emit(number, posts);
        }
    }

    pub fn may(
        &self,
        cubes: &Cubes,
        program: &[E],
        atom: E,
        work: &mut Workspace,
        out: &mut Vec<bool>,
    ) {
        self.run(cubes, program, work);
        let upper = work.columns[atom.index()].hi_or_lo();
        out.clear();
        out.extend(upper.iter().map(|&x| x != 0));
    }

    fn run(&self, cubes: &Cubes, program: &[E], work: &mut Workspace) {
        let Workspace { columns, wide, .. } = work;
        columns.resize_with(self.rules.nodes.len(), Bounds::default);
        self.wide_variables(cubes, wide);
        for &e in program {
            let (done, rest) = columns.split_at_mut(e.index());
            let node = self.rules.nodes[e.index()];
            let reads_wide = matches!(node, Node::Var(v) | Node::Elem(v, _) if wide[v.index()]);
            let mut operands = node.operands();
            if reads_wide || operands.any(|o| !done[o.index()].hi.is_empty()) {
                self.run_wide(cubes, node, done, &mut rest[0]);
            } else {
                rest[0].hi.clear();
                self.run_points(cubes, node, done, &mut rest[0].lo);
            }
        }
    }

    /// Which variables have a range, and not one value, in some cube.
    fn wide_variables(&self, cubes: &Cubes, wide: &mut Vec<bool>) {
        wide.clear();
        wide.resize(self.rules.vars.len(), false);
        let lo = cubes.lo.chunks_exact(cubes.n_flat);
        for (lo, hi) in lo.zip(cubes.hi.chunks_exact(cubes.n_flat)) {
            if lo == hi {
                continue;
            }
            for (v, var) in self.rules.vars.iter().enumerate() {
                let flat = self.bases[v]..self.bases[v] + var.n_flat();
                wide[v] = wide[v] || lo[flat.clone()] != hi[flat];
            }
        }
    }

    /// One node over a batch of points.
    fn run_points(&self, cubes: &Cubes, node: Node, done: &[Bounds], out: &mut Vec<Val>) {
        let of = |e: E| &done[e.index()].lo[..];
        let pair = |a: E, b: E| of(a).iter().zip(of(b));
        let states = cubes.lo.chunks_exact(cubes.n_flat);
        out.clear();
        match node {
            Node::Const(c) => out.resize(cubes.len(), c),
            Node::Var(v) => {
                let at = self.bases[v.index()];
                out.extend(states.map(|s| s[at]));
            }
            Node::Elem(v, i) => {
                let at = self.bases[v.index()];
                out.extend(states.zip(of(i)).map(|(s, &i)| s[at + i as usize]));
            }
            Node::Tab(t, [Some(a), b, c]) => {
                let table = &self.rules.tables[t.index()];
                let cells = &table.cells;
                match (b, c) {
                    (None, _) => out.extend(of(a).iter().map(|&i| cells[i as usize])),
                    (Some(b), None) => {
                        let n = table.dims[1] as usize;
                        let cell = |(&i, &j): (&Val, &Val)| cells[i as usize * n + j as usize];
                        out.extend(pair(a, b).map(cell));
                    }
                    (Some(b), Some(c)) => {
                        let (n, m) = (table.dims[1] as usize, table.dims[2] as usize);
                        let cell = |((&i, &j), &k): ((&Val, &Val), &Val)| {
                            cells[(i as usize * n + j as usize) * m + k as usize]
                        };
                        out.extend(pair(a, b).zip(of(c)).map(cell));
                    }
                }
            }
            Node::Tab(..) => unreachable!("validate gives every table its first index"),
            Node::Add(a, b) => out.extend(pair(a, b).map(|(a, b)| a + b)),
            Node::Sub(a, b) => out.extend(pair(a, b).map(|(a, b)| a - b)),
            Node::Min(a, b) => out.extend(pair(a, b).map(|(a, b)| *a.min(b))),
            Node::Max(a, b) => out.extend(pair(a, b).map(|(a, b)| *a.max(b))),
            Node::Mul(k, a) => out.extend(of(a).iter().map(|a| k * a)),
            Node::Cmp(Op::Eq, a, b) => out.extend(pair(a, b).map(|(a, b)| Val::from(a == b))),
            Node::Cmp(Op::Ne, a, b) => out.extend(pair(a, b).map(|(a, b)| Val::from(a != b))),
            Node::Cmp(Op::Lt, a, b) => out.extend(pair(a, b).map(|(a, b)| Val::from(a < b))),
            Node::Cmp(Op::Le, a, b) => out.extend(pair(a, b).map(|(a, b)| Val::from(a <= b))),
            Node::Ite(c, a, b) => {
                let chosen = of(c).iter().zip(pair(a, b));
                out.extend(chosen.map(|(c, (a, b))| if *c == 1 { *a } else { *b }));
            }
        }
    }

    /// One node over a batch of cubes.
    fn run_wide(&self, cubes: &Cubes, node: Node, done: &[Bounds], out: &mut Bounds) {
        out.lo.clear();
        out.hi.clear();
        for i in 0..cubes.len() {
            let of = |e: E| {
                let column = &done[e.index()];
                Interval::new(column.lo[i], column.hi_or_lo()[i])
            };
            let read = |flat: usize| {
                let at = i * cubes.n_flat + flat;
                Interval::new(cubes.lo[at], cubes.hi[at])
            };
            let range = match node {
                Node::Var(v) => read(self.bases[v.index()]),
                Node::Elem(v, index) => {
                    let (base, index) = (self.bases[v.index()], of(index));
                    let elements = index.lo as usize..=index.hi as usize;
                    let ranges = elements.map(|e| read(base + e));
                    let hull = ranges.reduce(Interval::hull);
                    hull.expect("an index interval is never empty")
                }
                Node::Tab(t, ix) => {
                    let table = &self.rules.tables[t.index()];
                    let mut index = [Interval::point(0); 3];
                    for (slot, e) in index.iter_mut().zip(ix.iter().flatten()) {
                        *slot = of(*e);
                    }
                    lookup(table, &index[..table.dims.len()])
                }
                other => arithmetic(other, of).expect("all other nodes are arithmetic"),
            };
            out.lo.push(range.lo as Val);
            out.hi.push(range.hi as Val);
        }
    }

    /// The successors of the whole batch by one command.
    fn fire(&self, cubes: &Cubes, command: &Command, columns: &[Bounds], posts: &mut Posts) {
        let lo = |e: E| &columns[e.index()].lo[..];
        let hi = |e: E| columns[e.index()].hi_or_lo();
        let enabled = hi(command.guard);
        for i in (0..cubes.len()).filter(|&i| enabled[i] != 0) {
            let first = posts.writes.len();
            for u in &command.updates {
                let base = self.bases[u.var.index()];
                let value = (lo(u.value)[i], hi(u.value)[i]);
                let (from, to) = u.index.map_or((0, 0), |e| (lo(e)[i], hi(e)[i]));
                if from == to {
                    let flat = (base + from as usize) as u32;
                    let (lo, hi) = value;
                    posts.writes.push(Write { flat, lo, hi });
                    continue;
                }
                // It is not known which element is written: each may keep the
                // value it has so far, an earlier write of this command
                // included, or get the new one.
                let so_far: HashMap<u32, (Val, Val)> = posts.writes[first..]
                    .iter()
                    .map(|w| (w.flat, (w.lo, w.hi)))
                    .collect();
                for element in from..=to {
                    let flat = base + element as usize;
                    let at = i * cubes.n_flat + flat;
                    let before = (cubes.lo[at], cubes.hi[at]);
                    let kept = so_far.get(&(flat as u32)).unwrap_or(&before);
                    posts.writes.push(Write {
                        flat: flat as u32,
                        lo: kept.0.min(value.0),
                        hi: kept.1.max(value.1),
                    });
                }
            }
            posts.end(i);
        }
    }
}
