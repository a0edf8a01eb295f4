//! Expressions of a machine over bit-vectors. Conditions are truth values; numbers are
//! signed and all of one width, in which no value of any expression overflows. A table is
//! a tree of comparisons with its index. What is read more than once gets a name by `let`.

use std::collections::{BTreeMap, HashMap};

use playproof_kernel::{Code, Interval};
use playproof_model::{E, Machine, Node, Op, TableId, Update, Val, reachable};

use crate::booleans::booleans;
use crate::error::ExportError;
use crate::ranges::{domains, evaluate, known};
use crate::smtlib::expressions::{choose, join, not};
use crate::smtlib::names::{FlatVar, Numbers, StateNames};

/// The most cells of tables that one expression may read.
const MAX_CELLS: usize = 1 << 20;

/// Writes terms over one state.
pub struct BitVectors<'a> {
    machine: &'a Machine,
    names: StateNames,
    is_boolean: Vec<bool>,
    /// The values that each expression can have.
    ranges: Vec<Interval>,
    /// How many bits a number has.
    pub width: u32,
}

/// The terms of several expressions, and the names that they use.
pub struct Terms<'a> {
    words: &'a BitVectors<'a>,
    lets: Vec<(String, String)>,
    done: HashMap<E, String>,
}

impl<'a> BitVectors<'a> {
    /// For expressions of a machine.
    pub fn new(machine: &'a Machine, roots: &[E]) -> BitVectors<'a> {
        let (bases, domains) = (machine.bases(), domains(machine));
        let nodes = reachable(&machine.nodes, roots.iter().copied());
        let mut ranges = vec![Interval::default(); machine.nodes.len()];
        evaluate(Code::new(machine, &bases), &nodes, &domains, &mut ranges);
        let values = nodes.iter().map(|e| {
            let range = ranges[e.index()];
            match machine.nodes[e.index()] {
                // What is divided is first made a multiple, which may be less.
                Node::Div(k, a) => {
                    let divided = ranges[a.index()];
                    let multiple = Interval {
                        lo: divided.lo - i64::from(k),
                        hi: divided.hi.max(i64::from(k)),
                    };
                    range.hull(multiple)
                }
                // The factor is a number too.
                Node::Mul(k, _) => range.hull(Interval::from((k, k))),
                _ => range,
            }
        });
        let width = values.chain(domains.iter().copied()).map(bits).max();
        BitVectors {
            machine,
            names: StateNames::new(machine, Numbers::BitVectors),
            is_boolean: booleans(machine),
            ranges,
            width: width.unwrap_or(2),
        }
    }

    /// The flat variables.
    pub fn places(&self) -> &[FlatVar] {
        self.names.places()
    }

    /// A number.
    pub fn number(&self, value: i64) -> String {
        let (magnitude, width) = (value.unsigned_abs(), self.width);
        match value < 0 {
            true => format!("(bvneg (_ bv{magnitude} {width}))"),
            false => format!("(_ bv{magnitude} {width})"),
        }
    }

    /// That a flat variable is in a range, of which only ends inside its domain are said.
    pub fn is_within(&self, place: &FlatVar, range: Interval, domain: Interval) -> String {
        let (name, sort) = &place.parts[0];
        if *sort == "Bool" {
            return match (range.lo, range.hi) {
                (0, 1) => "true".into(),
                (1, _) => name.clone(),
                _ => not(name),
            };
        }
        if let Some(value) = known(range) {
            return format!("(= {name} {})", self.number(value));
        }
        let at_least = format!("(bvsle {} {name})", self.number(range.lo));
        let at_most = format!("(bvsle {name} {})", self.number(range.hi));
        let ends = [
            (range.lo > domain.lo, at_least),
            (range.hi < domain.hi, at_most),
        ];
        let ends = ends
            .into_iter()
            .filter_map(|(is_said, end)| is_said.then_some(end));
        join("and", &ends.collect::<Vec<_>>())
    }

    /// The terms of some expressions.
    pub fn terms(&self, roots: &[E]) -> Result<Terms<'_>, ExportError> {
        let needed = reachable(&self.machine.nodes, roots.iter().copied());
        let mut uses: BTreeMap<E, u32> = roots.iter().map(|e| (*e, 2)).collect();
        for e in &needed {
            let node = &self.machine.nodes[e.index()];
            // An index is compared again and again, and least and greatest read twice.
            let n = match node {
                Node::Elem(..) | Node::Tab(..) | Node::Min(..) | Node::Max(..) | Node::Div(..) => 2,
                _ => 1,
            };
            for operand in node.operands() {
                *uses.entry(operand).or_default() += n;
            }
        }
        let mut terms = Terms {
            words: self,
            lets: Vec::new(),
            done: HashMap::new(),
        };
        for &e in &needed {
            let mut text = terms.term(e)?;
            if uses[&e] > 1 && text.starts_with('(') && !text.starts_with("(_ ") {
                let name = format!("?{}", e.0);
                terms.lets.push((name.clone(), text));
                text = name;
            }
            terms.done.insert(e, text);
        }
        Ok(terms)
    }
}

/// The least width of a signed number with these values.
fn bits(range: Interval) -> u32 {
    let needed = |value: i64| match value < 0 {
        true => 65 - (!value).leading_zeros(),
        false => 65 - value.leading_zeros(),
    };
    needed(range.lo).max(needed(range.hi)).max(2)
}

impl Terms<'_> {
    /// A term that may read them, with the names it uses.
    pub fn around(&self, body: &str) -> String {
        let mut text = String::new();
        for (name, value) in &self.lets {
            text += &format!("(let (({name} {value}))\n    ");
        }
        text + body + &")".repeat(self.lets.len())
    }

    /// When an expression is true.
    pub fn condition(&self, e: E) -> String {
        let text = &self.done[&e];
        match self.words.is_boolean[e.index()] {
            true => text.clone(),
            false => format!("(= {text} {})", self.words.number(1)),
        }
    }

    /// The value of an expression as a number.
    fn number(&self, e: E) -> String {
        let (text, words) = (&self.done[&e], self.words);
        match words.is_boolean[e.index()] {
            true => choose(text, &words.number(1), &words.number(0)),
            false => text.clone(),
        }
    }

    /// What a flat variable is after the updates of a command.
    pub fn after(&self, place: &FlatVar, updates: &[Update]) -> String {
        let (name, sort) = &place.parts[0];
        let mut value = name.clone();
        // Of two writes to one place the later wins.
        for update in updates.iter().filter(|u| u.var == place.var) {
            let new = match *sort {
                "Bool" => self.condition(update.value),
                _ => self.number(update.value),
            };
            value = match update.index {
                None => new,
                Some(i) => choose(&self.is(i, place.element as i64), &new, &value),
            };
        }
        value
    }

    /// That an expression has a value.
    fn is(&self, e: E, value: i64) -> String {
        let range = self.words.ranges[e.index()];
        match (
            range.within(value, value),
            range.lo <= value && value <= range.hi,
        ) {
            (true, _) => "true".into(),
            (_, false) => "false".into(),
            _ => format!("(= {} {})", self.number(e), self.words.number(value)),
        }
    }

    fn term(&self, e: E) -> Result<String, ExportError> {
        let (words, is_boolean) = (self.words, self.words.is_boolean[e.index()]);
        let number = |e: E| self.number(e);
        if let Some(value) = known(words.ranges[e.index()]) {
            return Ok(words.value(value, is_boolean));
        }
        let pair = |sign: &str, a: E, b: E| format!("({sign} {} {})", number(a), number(b));
        Ok(match words.machine.nodes[e.index()] {
            Node::Const(value) => words.value(i64::from(value), is_boolean),
            Node::Var(v) => words.names.of(v, 0).parts[0].0.clone(),
            Node::Elem(v, i) => self.tree(i, |i| Ok(words.names.of(v, i).parts[0].0.clone()))?,
            Node::Tab(t, index) => {
                let index: Vec<E> = index.into_iter().flatten().collect();
                let n_cells = index.iter().map(|i| {
                    let range = words.ranges[i.index()];
                    (range.hi - range.lo + 1) as usize
                });
                few(n_cells.product())?;
                self.table(t, is_boolean, &index, 0)?
            }
            Node::Sub(_, b) if is_boolean => not(&self.condition(b)),
            Node::Min(a, b) if is_boolean => join("and", &[a, b].map(|e| self.condition(e))),
            Node::Max(a, b) if is_boolean => join("or", &[a, b].map(|e| self.condition(e))),
            Node::Add(a, b) => pair("bvadd", a, b),
            Node::Sub(a, b) => pair("bvsub", a, b),
            Node::Min(a, b) => choose(&pair("bvsle", a, b), &number(a), &number(b)),
            Node::Max(a, b) => choose(&pair("bvsle", a, b), &number(b), &number(a)),
            Node::Mul(k, a) => format!("(bvmul {} {})", words.number(i64::from(k)), number(a)),
            // Division of a multiple is exact, so that it does not matter which way it is rounded.
            Node::Div(k, a) => {
                let (a, k) = (number(a), words.number(i64::from(k)));
                format!("(bvsdiv (bvsub {a} (bvsmod {a} {k})) {k})")
            }
            Node::Cmp(Op::Eq, a, b) => pair("=", a, b),
            Node::Cmp(Op::Ne, a, b) => not(&pair("=", a, b)),
            Node::Cmp(Op::Lt, a, b) => pair("bvslt", a, b),
            Node::Cmp(Op::Le, a, b) => pair("bvsle", a, b),
            Node::Ite(c, a, b) if is_boolean => {
                choose(&self.condition(c), &self.condition(a), &self.condition(b))
            }
            Node::Ite(c, a, b) => choose(&self.condition(c), &number(a), &number(b)),
        })
    }

    /// The cells of a table from a place on, by the indices that are left.
    fn table(
        &self,
        table: TableId,
        is_boolean: bool,
        left: &[E],
        place: usize,
    ) -> Result<String, ExportError> {
        let (table_of, words) = (&self.words.machine.tables[table.0 as usize], self.words);
        let Some((&index, rest)) = left.split_first() else {
            return Ok(words.value(i64::from(table_of.cells[place]), is_boolean));
        };
        let size = table_of.dims[table_of.dims.len() - left.len()] as usize;
        self.tree(index, |i| {
            self.table(table, is_boolean, rest, place * size + i)
        })
    }

    /// What there is for each value of an index, by comparisons with it.
    fn tree(
        &self,
        index: E,
        leaf: impl Fn(usize) -> Result<String, ExportError>,
    ) -> Result<String, ExportError> {
        let range = self.words.ranges[index.index()];
        // Neighbours that are the same are one.
        let mut leaves: Vec<(i64, String)> = Vec::new();
        for i in range.lo..=range.hi {
            let text = leaf(i as usize)?;
            if leaves.last().is_none_or(|(_, before)| *before != text) {
                leaves.push((i, text));
            }
        }
        Ok(self.split(&self.number(index), &leaves))
    }

    fn split(&self, index: &str, leaves: &[(i64, String)]) -> String {
        match leaves {
            [] => unreachable!("an index has a value"),
            [(_, one)] => one.clone(),
            several => {
                let (low, high) = several.split_at(several.len() / 2);
                let below = format!("(bvslt {index} {})", self.words.number(high[0].0));
                choose(&below, &self.split(index, low), &self.split(index, high))
            }
        }
    }
}

impl BitVectors<'_> {
    /// A value as a condition or as a number.
    fn value(&self, value: i64, is_boolean: bool) -> String {
        match is_boolean {
            true => (value == 1).to_string(),
            false => self.number(value),
        }
    }
}

fn few(n_cells: usize) -> Result<(), ExportError> {
    match n_cells <= MAX_CELLS {
        true => Ok(()),
        false => Err(ExportError::TooLarge {
            what: "a table".into(),
            limit: format!("an expression may read {MAX_CELLS} cells"),
        }),
    }
}

/// A value of a variable, for people.
pub fn said(name: &str, range: Interval, domain: Interval) -> Option<String> {
    let (lo, hi): (Val, Val) = range.ends();
    match (range.lo > domain.lo, range.hi < domain.hi) {
        _ if range == domain => None,
        _ if lo == hi => Some(format!("{name} = {lo}")),
        (true, false) => Some(format!("{name} >= {lo}")),
        (false, _) => Some(format!("{name} <= {hi}")),
        (true, true) => Some(format!("{lo} <= {name} <= {hi}")),
    }
}
