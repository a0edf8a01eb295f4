//! Expressions of a machine as PROMELA's.
//!
//! Booleans are 0 and 1 in both. *And*, *or* and *not* of booleans are written
//! as such; all other minima and maxima and quotients are macros.

use std::fmt::Write as _;

use playproof_model::{E, Machine, Node, Op, Table, TableId, Val, VarDecl, VarId};

use crate::booleans::booleans;
use crate::error::ExportError;

/// SPIN's parser holds a whole list of initial values on a stack of limited
/// size, so that longer tables are cut into pieces.
pub const MAX_LIST: usize = 4096;

/// The most operations that all expressions together may be written with.
/// Shared ones are written out each time.
const MAX_OPERATIONS: u64 = 1 << 20;

/// How deeply expressions may nest, not counting chains of *and* and *or*.
const MAX_DEPTH: u32 = 256;

/// What expressions may call, by the beginning of the call.
pub const MACROS: [(&str, &str); 3] = [
    ("MIN(", "#define MIN(a, b) ((a) < (b) -> (a) : (b))\n"),
    ("MAX(", "#define MAX(a, b) ((a) > (b) -> (a) : (b))\n"),
    // Rounded down, where `/` rounds towards 0.
    (
        "DIV(",
        "#define DIV(a, k) ((a) < 0 -> ((a) + 1) / (k) - 1 : (a) / (k))\n",
    ),
];

/// How tightly an operation binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    Or,
    And,
    Equality,
    Order,
    Sum,
    Product,
    Not,
    Single,
}

/// Writes expressions.
pub struct Expressions<'a> {
    machine: &'a Machine,
    vars: &'a [String],
    tables: &'a [Vec<String>],
    is_boolean: Vec<bool>,
}

/// What is added to the elements of an array, so that a list of initial ones,
/// in which SPIN reads no sign, can hold them.
pub fn shift_of_array(decl: &VarDecl) -> i64 {
    match decl.len {
        Some(_) => -i64::from(decl.lo.min(0)),
        None => 0,
    }
}

/// The same for the cells of a table.
pub fn shift_of_table(table: &Table) -> i64 {
    let least = table.cells.iter().copied().min();
    -i64::from(least.unwrap_or(0).min(0))
}

impl<'a> Expressions<'a> {
    /// For a machine in which variables, and the pieces of tables, have these names.
    pub fn new(machine: &'a Machine, vars: &'a [String], tables: &'a [Vec<String>]) -> Self {
        Expressions {
            machine,
            vars,
            tables,
            is_boolean: booleans(machine),
        }
    }

    /// Whether these can be written at all.
    pub fn fit(&self, roots: impl Iterator<Item = E>) -> Result<(), ExportError> {
        let (mut sizes, mut depths) = (Vec::new(), Vec::new());
        for node in &self.machine.nodes {
            let (size, depth) = self.measure(*node, &sizes, &depths);
            sizes.push(size);
            depths.push(depth);
        }
        let too_large = |limit: String| {
            Err(ExportError::TooLarge {
                what: "what this level's rules write as text".into(),
                limit,
            })
        };
        let mut together = 0u64;
        for root in roots {
            together = together.saturating_add(sizes[root.index()]);
            if depths[root.index()] > MAX_DEPTH {
                return too_large(format!("expressions may nest {MAX_DEPTH} deep"));
            }
        }
        if together > MAX_OPERATIONS {
            return too_large(format!("{MAX_OPERATIONS} operations may be written"));
        }
        Ok(())
    }

    fn measure(&self, node: Node, sizes: &[u64], depths: &[u32]) -> (u64, u32) {
        let operands = || node.operands();
        let size = operands().fold(1, |n: u64, e| n.saturating_add(sizes[e.index()]));
        let deepest = operands().map(|e| depths[e.index()]).max().unwrap_or(0);
        match node {
            Node::Min(a, b) | Node::Max(a, b) if self.both_boolean(a, b) => {
                // A chain is written without nesting.
                let same = |e: E| {
                    let operand = self.machine.nodes[e.index()];
                    std::mem::discriminant(&operand) == std::mem::discriminant(&node)
                };
                let depth = |e: E| depths[e.index()] + u32::from(!same(e));
                (size, depth(a).max(depth(b)))
            }
            // The macros write both sides twice.
            Node::Min(..) | Node::Max(..) => (size.saturating_mul(2), deepest + 1),
            Node::Div(..) => (size.saturating_mul(3), deepest + 1),
            Node::Tab(t, _) => {
                let pieces = self.machine.tables[t.0 as usize]
                    .cells
                    .len()
                    .div_ceil(MAX_LIST);
                (size.saturating_mul(2 * pieces as u64), deepest + 1)
            }
            _ => (size, deepest + 1),
        }
    }

    fn both_boolean(&self, a: E, b: E) -> bool {
        self.is_boolean[a.index()] && self.is_boolean[b.index()]
    }

    /// A whole expression.
    pub fn text(&self, e: E) -> String {
        self.at_least(e, Strength::Or)
    }

    /// The opposite of a boolean.
    pub fn negation(&self, e: E) -> String {
        // Two marks beside each other would be another sign.
        format!("!{}", self.at_least(e, Strength::Single))
    }

    /// An expression where at least this strength is needed, in brackets if
    /// it is weaker.
    fn at_least(&self, e: E, needed: Strength) -> String {
        let (text, strength) = self.written(e);
        match strength < needed {
            true => format!("({text})"),
            false => text,
        }
    }

    fn written(&self, e: E) -> (String, Strength) {
        use Strength::{And, Equality, Not, Or, Order, Product, Single, Sum};
        let node = |e: E| self.machine.nodes[e.index()];
        match node(e) {
            Node::Const(c) => (constant(c), Single),
            Node::Var(v) => (self.vars[v.index()].clone(), Single),
            Node::Elem(v, i) => self.element(v, i),
            Node::Tab(t, index) => self.cell(t, index.into_iter().flatten()),
            Node::Add(a, b) => {
                let (a, b) = (self.at_least(a, Sum), self.at_least(b, Sum));
                (format!("{a} + {b}"), Sum)
            }
            Node::Sub(_, b) if self.is_boolean[e.index()] => (self.negation(b), Not),
            Node::Sub(a, b) => {
                let (a, b) = (self.at_least(a, Sum), self.at_least(b, Product));
                (format!("{a} - {b}"), Sum)
            }
            Node::Mul(k, a) => {
                let a = self.at_least(a, Product);
                (format!("{} * {a}", constant(k)), Product)
            }
            Node::Div(k, a) => (format!("DIV({}, {})", self.text(a), constant(k)), Single),
            Node::Min(a, b) if self.both_boolean(a, b) => self.chain(e, "&&", And),
            Node::Max(a, b) if self.both_boolean(a, b) => self.chain(e, "||", Or),
            Node::Min(a, b) => match (node(a), node(b)) {
                (Node::Const(a), Node::Const(b)) => (constant(a.min(b)), Single),
                _ => (format!("MIN({}, {})", self.text(a), self.text(b)), Single),
            },
            Node::Max(a, b) => match (node(a), node(b)) {
                (Node::Const(a), Node::Const(b)) => (constant(a.max(b)), Single),
                _ => (format!("MAX({}, {})", self.text(a), self.text(b)), Single),
            },
            Node::Cmp(op, a, b) => {
                let (sign, strength) = match op {
                    Op::Eq => ("==", Equality),
                    Op::Ne => ("!=", Equality),
                    Op::Lt => ("<", Order),
                    Op::Le => ("<=", Order),
                };
                let (a, b) = (self.at_least(a, Sum), self.at_least(b, Sum));
                (format!("{a} {sign} {b}"), strength)
            }
            Node::Ite(c, a, b) => {
                let (c, a, b) = (self.text(c), self.text(a), self.text(b));
                (format!("({c} -> {a} : {b})"), Single)
            }
        }
    }

    /// A chain of one boolean operation, without brackets between its parts.
    fn chain(&self, e: E, sign: &str, strength: Strength) -> (String, Strength) {
        let node = |e: E| self.machine.nodes[e.index()];
        let kind = std::mem::discriminant(&node(e));
        let mut text = String::new();
        let mut open = vec![e];
        while let Some(e) = open.pop() {
            match node(e) {
                Node::Min(a, b) | Node::Max(a, b)
                    if std::mem::discriminant(&node(e)) == kind && self.both_boolean(a, b) =>
                {
                    open.extend([b, a]);
                }
                _ => {
                    if !text.is_empty() {
                        let _ = write!(text, " {sign} ");
                    }
                    text += &self.at_least(e, Strength::Equality);
                }
            }
        }
        (text, strength)
    }

    fn element(&self, v: VarId, index: E) -> (String, Strength) {
        let decl = &self.machine.vars[v.index()];
        let element = format!("{}[{}]", self.vars[v.index()], self.text(index));
        shifted_back(element, shift_of_array(decl))
    }

    fn cell(&self, t: TableId, index: impl Iterator<Item = E>) -> (String, Strength) {
        let table = &self.machine.tables[t.0 as usize];
        let position = self.position(&table.dims, index);
        let pieces = &self.tables[t.0 as usize];
        let last = pieces.len() - 1;
        let mut text = String::new();
        for (i, name) in pieces.iter().enumerate() {
            let first = i * MAX_LIST;
            if i < last {
                let _ = write!(text, "({position} < {} -> ", first + MAX_LIST);
            }
            let _ = match first {
                0 => write!(text, "{name}[{position}]"),
                _ => write!(text, "{name}[{position} - {first}]"),
            };
            if i < last {
                text += " : ";
            }
        }
        text += &")".repeat(last);
        shifted_back(text, shift_of_table(table))
    }

    /// Where a cell is in a table that is one list: a sum.
    fn position(&self, dims: &[u32], index: impl Iterator<Item = E>) -> String {
        let mut constant = 0;
        let mut terms = Vec::new();
        for (i, e) in index.enumerate() {
            let stride: u32 = dims[i + 1..].iter().product();
            match (self.machine.nodes[e.index()], stride) {
                (Node::Const(c), stride) => constant += i64::from(stride) * i64::from(c),
                (_, 1) => terms.push(self.at_least(e, Strength::Sum)),
                (_, stride) => {
                    terms.push(format!(
                        "{stride} * {}",
                        self.at_least(e, Strength::Product)
                    ));
                }
            }
        }
        if constant != 0 || terms.is_empty() {
            terms.push(constant.to_string());
        }
        terms.join(" + ")
    }
}

fn constant(value: Val) -> String {
    match value < 0 {
        true => format!("({value})"),
        false => value.to_string(),
    }
}

fn shifted_back(text: String, shift: i64) -> (String, Strength) {
    match shift {
        0 => (text, Strength::Single),
        shift => (format!("{text} - {shift}"), Strength::Sum),
    }
}
