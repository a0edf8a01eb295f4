//! Compiled Rules: each instruction runs over a batch of packed states before
//! the next one does, so that its loop is a tight one over columns.

use playproof_model::{AtomId, Batch, Layout, PackedModel, Subject, Val, VarId};

use super::program::{Bin, Instr, Lowering, Program, Put, Reg, Step};

/// The most states a batch: a register is 1 KiB, so a few dozen stay in the cache.
const LANES: usize = 256;

/// Programs with more registers than fit into so many values have fewer states a
/// batch: a condition on each cell of a large level has a register for each.
const MAX_SCRATCH: usize = 1 << 21;

/// States a batch of a program with so many registers.
fn n_lanes(n_regs: usize) -> usize {
    (MAX_SCRATCH / n_regs.max(1)).clamp(1, LANES)
}

/// The registers of a batch, each with a value for every state.
struct Columns<'a> {
    scratch: &'a mut [Val],
    /// From one register to the next.
    n_lanes: usize,
}

impl Columns<'_> {
    /// The first states' values of a register.
    fn get(&self, reg: Reg, n: usize) -> &[Val] {
        &self.scratch[reg as usize * self.n_lanes..][..n]
    }
}

/// Subject Rules as a packed model. Rows are those of the Rules' layout.
pub struct CompiledModel {
    layout: Layout,
    initial: Vec<u64>,
    /// The cells of all tables, one after the other.
    cells: Vec<Val>,
    successors: Program,
    atoms: Vec<(Program, Reg)>,
}

impl CompiledModel {
    /// Compiles the Rules as they are.
    pub fn new(subject: &Subject) -> CompiledModel {
        CompiledModel::without(subject, None)
    }

    /// Compiles the Rules without writes to one variable, which therefore
    /// keeps its first value in every row.
    pub fn without(subject: &Subject, frozen: Option<VarId>) -> CompiledModel {
        let rules = subject.machine();
        let layout = subject.layout().clone();
        let mut cells = Vec::new();
        let mut starts = Vec::new();
        for table in &rules.tables {
            starts.push(cells.len() as u32);
            cells.extend_from_slice(&table.cells);
        }
        let mut initial = Vec::new();
        subject.initial(&mut |state| layout.pack(state, &mut initial));
        let lowering = || Lowering::new(rules, &layout, &starts);
        let atoms = rules.atoms.iter();
        CompiledModel {
            initial,
            cells,
            successors: lowering().commands(frozen),
            atoms: atoms.map(|a| lowering().expression(a.holds)).collect(),
            layout,
        }
    }

    fn expand_lanes<const W: usize>(&self, rows: &[u64], first: u32, out: &mut Batch) {
        let words = if W == 0 { self.layout.words } else { W };
        let n = rows.len() / words;
        let Batch {
            rows: out_rows,
            src,
            edge,
            scratch,
            selected,
            reasons: _,
        } = out;
        let n_lanes = n_lanes(self.successors.n_regs);
        let needed = self.successors.n_regs * n_lanes;
        if scratch.len() < needed {
            scratch.resize(needed, 0);
        }
        let mut columns = Columns { scratch, n_lanes };
        selected.resize(n_lanes + 1, 0);
        let mut next_reg = 0;
        for step in &self.successors.steps {
            match step {
                Step::Do(instr) => {
                    run::<W>(*instr, next_reg, rows, words, n, &self.cells, &mut columns);
                    next_reg += 1;
                }
                Step::Emit {
                    command,
                    guard,
                    puts,
                } => {
                    let chosen = select(columns.get(*guard, n), selected);
                    src.extend(chosen.iter().map(|lane| first + lane));
                    edge.resize(edge.len() + chosen.len(), *command);
                    emit::<W>(rows, words, n, chosen, puts, &columns, out_rows);
                }
            }
        }
    }
}

/// The lanes where the guard is 1. Without a branch: which lanes those are is
/// hard to predict.
fn select<'s>(guard: &[Val], selected: &'s mut [u32]) -> &'s [u32] {
    let mut count = 0;
    for (lane, &enabled) in guard.iter().enumerate() {
        selected[count] = lane as u32;
        count += enabled as usize;
    }
    &selected[..count]
}

fn run<const W: usize>(
    instr: Instr,
    reg: Reg,
    rows: &[u64],
    words: usize,
    n: usize,
    cells: &[Val],
    columns: &mut Columns,
) {
    let words = if W == 0 { words } else { W };
    let n_lanes = columns.n_lanes;
    let (earlier, rest) = columns.scratch.split_at_mut(reg as usize * n_lanes);
    let out = &mut rest[..n];
    let of = |reg: Reg| &earlier[reg as usize * n_lanes..][..n];
    let states = rows.chunks_exact(words);
    match instr {
        Instr::Const(c) => out.fill(c),
        Instr::Read { bit, mask, lo } => {
            let (word, shift) = (bit as usize / 64, bit % 64);
            for (out, s) in out.iter_mut().zip(states) {
                *out = (s[word] >> shift & mask) as Val + lo;
            }
        }
        Instr::Elem { index, field } => {
            for ((out, s), &i) in out.iter_mut().zip(states).zip(of(index)) {
                let bit = field.bit as usize + ((i as usize) << field.shift);
                *out = (s[bit / 64] >> (bit % 64) & field.mask) as Val + field.lo;
            }
        }
        Instr::Tab { from, len, index } => {
            let cells = &cells[from as usize..][..len as usize];
            for (out, &i) in out.iter_mut().zip(of(index)) {
                *out = cells[i as usize];
            }
        }
        Instr::Bin(op, a, b) => binary(op, out, of(a), of(b)),
        Instr::BinConst(op, a, c) => binary_const(op, out, of(a), c),
        Instr::Mul(a, k) => {
            for (out, a) in out.iter_mut().zip(of(a)) {
                *out = a * k;
            }
        }
        Instr::Div(a, k) => {
            for (out, a) in out.iter_mut().zip(of(a)) {
                *out = a.div_euclid(k);
            }
        }
        Instr::Select(c, a, b) => {
            let operands = of(c).iter().zip(of(a)).zip(of(b));
            for (out, ((&c, &a), &b)) in out.iter_mut().zip(operands) {
                *out = if c != 0 { a } else { b };
            }
        }
    }
}

/// One loop for each operation: the choice is made once a batch, and each loop
/// becomes vector instructions.
macro_rules! each_op {
    ($op:expr, $apply:ident, [$($name:ident),*]) => {
        match $op {
            $(Bin::$name => $apply!(Bin::$name),)*
        }
    };
    ($op:expr, $apply:ident) => {
        each_op!(
            $op, $apply, [Add, Sub, Min, Max, Eq, Ne, Lt, Le, ReverseSub, Gt, Ge]
        )
    };
}

fn binary(op: Bin, out: &mut [Val], a: &[Val], b: &[Val]) {
    macro_rules! apply {
        ($op:expr) => {
            for (out, (&a, &b)) in out.iter_mut().zip(a.iter().zip(b)) {
                *out = $op.on(a, b);
            }
        };
    }
    each_op!(op, apply)
}

fn binary_const(op: Bin, out: &mut [Val], a: &[Val], c: Val) {
    macro_rules! apply {
        ($op:expr) => {
            for (out, &a) in out.iter_mut().zip(a) {
                *out = $op.on(a, c);
            }
        };
    }
    each_op!(op, apply)
}

fn emit<const W: usize>(
    rows: &[u64],
    words: usize,
    n: usize,
    chosen: &[u32],
    puts: &[Put],
    columns: &Columns,
    out: &mut Vec<u64>,
) {
    let words = if W == 0 { words } else { W };
    // Most common by far in small states: one scalar of a one-word row.
    if let ([put], 1) = (puts, W)
        && put.index.is_none()
    {
        let shift = put.field.bit % 64;
        let clear = !(put.field.mask << shift);
        let value = columns.get(put.value, n);
        out.extend(chosen.iter().map(|&lane| {
            let stored = (value[lane as usize] - put.field.lo) as u64;
            rows[lane as usize] & clear | stored << shift
        }));
        return;
    }
    let start = out.len();
    for &lane in chosen {
        out.extend_from_slice(&rows[lane as usize * words..][..words]);
    }
    for put in puts {
        let field = put.field;
        let value = columns.get(put.value, n);
        let targets = out[start..].chunks_exact_mut(words).zip(chosen);
        match put.index.map(|reg| columns.get(reg, n)) {
            None => {
                let (word, shift) = (field.bit as usize / 64, field.bit % 64);
                let clear = !(field.mask << shift);
                for (row, &lane) in targets {
                    let stored = (value[lane as usize] - field.lo) as u64;
                    row[word] = row[word] & clear | stored << shift;
                }
            }
            Some(index) => {
                for (row, &lane) in targets {
                    let element = index[lane as usize] as usize;
                    let bit = field.bit as usize + (element << field.shift);
                    let stored = (value[lane as usize] - field.lo) as u64;
                    let clear = !(field.mask << (bit % 64));
                    row[bit / 64] = row[bit / 64] & clear | stored << (bit % 64);
                }
            }
        }
    }
}

impl PackedModel for CompiledModel {
    fn words(&self) -> usize {
        self.layout.words
    }

    fn n_bits(&self) -> u32 {
        self.layout.used.iter().map(|word| word.count_ones()).sum()
    }

    fn initial(&self, out: &mut Batch) {
        out.rows.extend_from_slice(&self.initial);
    }

    fn expand(&self, rows: &[u64], out: &mut Batch) {
        let words = self.layout.words;
        let n_lanes = n_lanes(self.successors.n_regs);
        let mut first = 0;
        for lanes in rows.chunks(n_lanes * words) {
            match words {
                1 => self.expand_lanes::<1>(lanes, first, out),
                2 => self.expand_lanes::<2>(lanes, first, out),
                _ => self.expand_lanes::<0>(lanes, first, out),
            }
            first += n_lanes as u32;
        }
    }

    fn holds(&self, rows: &[u64], atom: AtomId, work: &mut Batch, out: &mut Vec<bool>) {
        let words = self.layout.words;
        let (program, result) = &self.atoms[atom.index()];
        let n_lanes = n_lanes(program.n_regs);
        let needed = program.n_regs * n_lanes;
        if work.scratch.len() < needed {
            work.scratch.resize(needed, 0);
        }
        let mut columns = Columns {
            scratch: &mut work.scratch,
            n_lanes,
        };
        out.clear();
        for lanes in rows.chunks(n_lanes * words) {
            let n = lanes.len() / words;
            let instrs = program.steps.iter().filter_map(|s| match s {
                Step::Do(instr) => Some(*instr),
                Step::Emit { .. } => None,
            });
            for (reg, instr) in instrs.enumerate() {
                let (reg, columns) = (reg as Reg, &mut columns);
                match words {
                    1 => run::<1>(instr, reg, lanes, words, n, &self.cells, columns),
                    _ => run::<0>(instr, reg, lanes, words, n, &self.cells, columns),
                }
            }
            out.extend(columns.get(*result, n).iter().map(|&x| x != 0));
        }
    }

    fn valuation(&self, row: &[u64], out: &mut Vec<Val>) {
        self.layout.unpack(row, out);
    }
}
