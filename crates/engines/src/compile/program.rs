//! Lowering: nodes to instructions over registers, with constants folded and
//! table rows that are known resolved to offsets.

use playproof_model::{E, Field, Layout, Machine, Node, Op, Val, VarId, reachable};
use rustc_hash::FxHashMap;

/// A register: a column of values, one for each state of a batch.
pub(super) type Reg = u32;

/// What two operands become. The last three exist for constants on the left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Bin {
    Add,
    Sub,
    Min,
    Max,
    Eq,
    Ne,
    Lt,
    Le,
    ReverseSub,
    Gt,
    Ge,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Instr {
    Const(Val),
    /// A scalar, or an element whose number is known.
    Read {
        bit: u32,
        mask: u64,
        lo: Val,
    },
    /// An element of an array.
    Elem {
        index: Reg,
        field: FieldRef,
    },
    /// `cells[from + index]`; `len` bounds the index.
    Tab {
        from: u32,
        len: u32,
        index: Reg,
    },
    Bin(Bin, Reg, Reg),
    BinConst(Bin, Reg, Val),
    Mul(Reg, Val),
    /// A quotient, rounded down.
    Div(Reg, Val),
    Select(Reg, Reg, Reg),
}

/// A [`Field`] that can be hashed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct FieldRef {
    pub bit: u32,
    pub shift: u32,
    pub mask: u64,
    pub lo: Val,
}

impl From<Field> for FieldRef {
    fn from(f: Field) -> Self {
        FieldRef {
            bit: f.bit as u32,
            shift: f.shift,
            mask: f.mask,
            lo: f.lo,
        }
    }
}

/// A write to a packed row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Put {
    pub field: FieldRef,
    /// The element; `None` where it is known and worked into `field.bit`.
    pub index: Option<Reg>,
    pub value: Reg,
}

pub(super) enum Step {
    /// Computes a register. Registers are computed in order, each once.
    Do(Instr),
    /// Emits the successors of those states where `guard` is 1.
    Emit {
        command: u32,
        guard: Reg,
        puts: Vec<Put>,
    },
}

pub(super) struct Program {
    pub steps: Vec<Step>,
    pub n_regs: usize,
}

pub(super) struct Lowering<'a> {
    rules: &'a Machine,
    layout: &'a Layout,
    /// Where each table starts among the cells of all.
    table_start: &'a [u32],
    /// What each node has become.
    of: FxHashMap<E, Reg>,
    shared: FxHashMap<Instr, Reg>,
    constants: FxHashMap<Reg, Val>,
    steps: Vec<Step>,
    n_regs: u32,
}

impl<'a> Lowering<'a> {
    pub fn new(rules: &'a Machine, layout: &'a Layout, table_start: &'a [u32]) -> Self {
        Lowering {
            rules,
            layout,
            table_start,
            of: FxHashMap::default(),
            shared: FxHashMap::default(),
            constants: FxHashMap::default(),
            steps: Vec::new(),
            n_regs: 0,
        }
    }

    /// All commands, without their writes to the variable `frozen`.
    pub fn commands(mut self, frozen: Option<VarId>) -> Program {
        for (i, command) in self.rules.commands.iter().enumerate() {
            let guard = self.node(command.guard);
            if self.constants.get(&guard) == Some(&0) {
                continue;
            }
            let kept = command.updates.iter().filter(|u| Some(u.var) != frozen);
            let puts = kept.map(|u| {
                let mut field = FieldRef::from(self.layout.fields[u.var.index()]);
                let mut index = u.index.map(|e| self.node(e));
                if let Some(known) = index.and_then(|reg| self.constants.get(&reg)) {
                    field.bit += (*known as u32) << field.shift;
                    index = None;
                }
                let value = self.node(u.value);
                Put {
                    field,
                    index,
                    value,
                }
            });
            let puts = puts.collect();
            let command = i as u32;
            self.steps.push(Step::Emit {
                command,
                guard,
                puts,
            });
        }
        self.finish()
    }

    /// One expression; its register is the second result.
    pub fn expression(mut self, e: E) -> (Program, Reg) {
        let reg = self.node(e);
        (self.finish(), reg)
    }

    fn finish(self) -> Program {
        Program {
            steps: self.steps,
            n_regs: self.n_regs as usize,
        }
    }

    fn put(&mut self, instr: Instr) -> Reg {
        if let Some(&reg) = self.shared.get(&instr) {
            return reg;
        }
        let reg = self.n_regs;
        self.n_regs += 1;
        self.shared.insert(instr, reg);
        if let Instr::Const(c) = instr {
            self.constants.insert(reg, c);
        }
        self.steps.push(Step::Do(instr));
        reg
    }

    /// The register of an expression. What it reads is lowered first, in the
    /// order of the arena: expressions can be too deep for recursion.
    fn node(&mut self, e: E) -> Reg {
        if let Some(&reg) = self.of.get(&e) {
            return reg;
        }
        for part in reachable(&self.rules.nodes, [e]) {
            if !self.of.contains_key(&part) {
                let reg = self.lower(part);
                self.of.insert(part, reg);
            }
        }
        self.of[&e]
    }

    /// Lowers a node whose operands are lowered.
    fn lower(&mut self, e: E) -> Reg {
        match self.rules.nodes[e.index()] {
            Node::Const(c) => self.put(Instr::Const(c)),
            Node::Var(v) => self.read(v, 0),
            Node::Elem(v, i) => {
                let index = self.node(i);
                match self.constants.get(&index) {
                    Some(&i) => self.read(v, i),
                    None => {
                        let field = self.layout.fields[v.index()].into();
                        self.put(Instr::Elem { index, field })
                    }
                }
            }
            Node::Tab(t, ix) => self.lookup(t.0 as usize, &ix),
            Node::Add(a, b) => self.binary(Bin::Add, a, b),
            Node::Sub(a, b) => self.binary(Bin::Sub, a, b),
            Node::Min(a, b) => self.binary(Bin::Min, a, b),
            Node::Max(a, b) => self.binary(Bin::Max, a, b),
            Node::Mul(k, a) => {
                let a = self.node(a);
                match self.constants.get(&a) {
                    Some(&c) => self.put(Instr::Const(k * c)),
                    None => self.put(Instr::Mul(a, k)),
                }
            }
            Node::Div(k, a) => {
                let a = self.node(a);
                match self.constants.get(&a) {
                    Some(&c) => self.put(Instr::Const(c.div_euclid(k))),
                    None => self.put(Instr::Div(a, k)),
                }
            }
            Node::Cmp(Op::Eq, a, b) => self.binary(Bin::Eq, a, b),
            Node::Cmp(Op::Ne, a, b) => self.binary(Bin::Ne, a, b),
            Node::Cmp(Op::Lt, a, b) => self.binary(Bin::Lt, a, b),
            Node::Cmp(Op::Le, a, b) => self.binary(Bin::Le, a, b),
            Node::Ite(c, a, b) => {
                let (c, a, b) = (self.node(c), self.node(a), self.node(b));
                match self.constants.get(&c) {
                    Some(1) => a,
                    Some(_) => b,
                    None => self.put(Instr::Select(c, a, b)),
                }
            }
        }
    }

    fn read(&mut self, v: VarId, element: Val) -> Reg {
        let Field {
            bit,
            shift,
            mask,
            lo,
            ..
        } = self.layout.fields[v.index()];
        let bit = (bit + ((element as usize) << shift)) as u32;
        self.put(Instr::Read { bit, mask, lo })
    }

    fn binary(&mut self, op: Bin, a: E, b: E) -> Reg {
        let (a, b) = (self.node(a), self.node(b));
        match (self.constants.get(&a), self.constants.get(&b)) {
            (Some(&x), Some(&y)) => self.put(Instr::Const(op.on(x, y))),
            (None, Some(&y)) => self.put(Instr::BinConst(op, a, y)),
            (Some(&x), None) => self.put(Instr::BinConst(op.mirrored(), b, x)),
            (None, None) => self.put(Instr::Bin(op, a, b)),
        }
    }

    /// Row-major: known indices go into the offset, the others are summed.
    fn lookup(&mut self, table: usize, index: &[Option<E>; 3]) -> Reg {
        let dims = &self.rules.tables[table].dims;
        let mut stride: u32 = dims.iter().product();
        let (mut offset, mut span) = (0, 1);
        let mut sum: Option<Reg> = None;
        for (e, n) in index.iter().flatten().zip(dims) {
            stride /= n;
            let reg = self.node(*e);
            if let Some(&known) = self.constants.get(&reg) {
                offset += known as u32 * stride;
                continue;
            }
            span += (n - 1) * stride;
            let scaled = match stride {
                1 => reg,
                _ => self.put(Instr::Mul(reg, stride as Val)),
            };
            sum = Some(match sum {
                None => scaled,
                Some(sum) => self.put(Instr::Bin(Bin::Add, sum, scaled)),
            });
        }
        match sum {
            None => {
                let cell = self.rules.tables[table].cells[offset as usize];
                self.put(Instr::Const(cell))
            }
            Some(index) => self.put(Instr::Tab {
                from: self.table_start[table] + offset,
                len: span,
                index,
            }),
        }
    }
}

impl Bin {
    pub fn on(self, a: Val, b: Val) -> Val {
        match self {
            Bin::Add => a + b,
            Bin::Sub => a - b,
            Bin::Min => a.min(b),
            Bin::Max => a.max(b),
            Bin::Eq => Val::from(a == b),
            Bin::Ne => Val::from(a != b),
            Bin::Lt => Val::from(a < b),
            Bin::Le => Val::from(a <= b),
            Bin::ReverseSub => b - a,
            Bin::Gt => Val::from(a > b),
            Bin::Ge => Val::from(a >= b),
        }
    }

    /// The operation with its operands exchanged.
    fn mirrored(self) -> Bin {
        match self {
            Bin::Sub => Bin::ReverseSub,
            Bin::Lt => Bin::Gt,
            Bin::Le => Bin::Ge,
            same => same,
        }
    }
}
