//! Expressions of Rules as terms. What is read more than once in a term gets a
//! name by `let`, so that no text is longer than the Rules.

use std::collections::BTreeMap;

use playproof_model::{E, Node, Op, Rules, Table, TableId, Val, VarId, reachable};

use super::names::StateNames;
use super::numerals::Numerals;
use crate::booleans::booleans;

/// Writes terms over one state.
pub struct Expressions<'a> {
    pub rules: &'a Rules,
    pub names: &'a StateNames,
    pub numerals: Numerals,
    is_boolean: Vec<bool>,
    /// The parts of tables that are read, each with a function's name.
    slices: BTreeMap<Slice, String>,
}

/// A table, some of whose indices are constants.
type Slice = (TableId, [Option<Val>; 3]);

/// A term that is still being written.
enum Written {
    Whole(String),
    /// *And* or *or* of parts, which may become more.
    Joined(&'static str, Vec<String>),
}

impl Written {
    fn text(&self) -> String {
        match self {
            Written::Whole(text) => text.clone(),
            Written::Joined(sign, parts) => format!("({sign} {})", parts.join(" ")),
        }
    }
}

/// The terms of several expressions, and the names that they use.
pub struct Terms {
    lets: Vec<(String, String)>,
    texts: BTreeMap<E, String>,
}

impl Terms {
    /// A term that may read them, with the names it uses.
    pub fn around(&self, body: &str) -> String {
        let mut text = String::new();
        for (name, value) in &self.lets {
            text += &format!("(let (({name} {value}))\n    ");
        }
        text + body + &")".repeat(self.lets.len())
    }
}

impl<'a> Expressions<'a> {
    /// For Rules whose variables have these names.
    pub fn new(rules: &'a Rules, names: &'a StateNames, numerals: Numerals) -> Self {
        let mut slices = BTreeMap::new();
        for node in &rules.nodes {
            if let Node::Tab(table, index) = *node {
                let slice = (table, index.map(|i| i.and_then(|i| constant(rules, i))));
                // Two tables may have one name, but not one number.
                let mut name = format!("{}.{}", names_of_table(rules, table), table.0);
                for i in slice.1.iter().take(rules.tables[table.index()].dims.len()) {
                    name += &match i {
                        Some(i) => format!(".{}", i64::from(*i)),
                        None => ".x".into(),
                    };
                }
                slices.insert(slice, name);
            }
        }
        Expressions {
            rules,
            names,
            numerals,
            is_boolean: booleans(rules),
            slices,
        }
    }

    /// The type of a variable.
    pub fn sort(&self, v: VarId) -> String {
        let decl = &self.rules.vars[v.index()];
        match decl.lo >= 0 && decl.hi <= 1 {
            true => "Bool".into(),
            false => self.numerals.sort(),
        }
    }

    /// A value of a variable.
    pub fn value(&self, v: VarId, value: Val) -> String {
        match &self.sort(v)[..] {
            "Bool" => (value == 1).to_string(),
            _ => self.numerals.constant(i64::from(value)),
        }
    }

    /// Declares the functions that terms call.
    pub fn functions(&self) -> String {
        let mut out = String::new();
        for ((table, fixed), name) in &self.slices {
            out += &self.table_function(*table, fixed, name);
        }
        let arrays = self.rules.nodes.iter().filter_map(|node| match node {
            Node::Elem(v, i) if constant(self.rules, *i).is_none() => Some(*v),
            _ => None,
        });
        let arrays: std::collections::BTreeSet<VarId> = arrays.collect();
        for v in arrays {
            let (name, sort) = (&self.names.vars[v.index()], self.sort(v));
            let elements = self.elements(v);
            let parameters: Vec<String> =
                elements.iter().map(|e| format!("({e} {sort})")).collect();
            let (last, others) = elements.split_last().expect("an array has elements");
            let mut text = last.clone();
            for (i, element) in others.iter().enumerate().rev() {
                let i = self.numerals.constant(i as i64);
                text = format!("(ite (= i {i}) {element}\n    {text})");
            }
            out += &format!(
                "(define-fun {name}.at ((i {}) {}) {sort}\n    {text})\n",
                self.numerals.sort(),
                parameters.join(" ")
            );
        }
        out
    }

    fn elements(&self, v: VarId) -> &[String] {
        let base = self.rules.bases()[v.index()];
        &self.names.flat[base..][..self.rules.vars[v.index()].n_flat()]
    }

    /// A part of a table as a function of the indices that are open: what most
    /// cells hold is what is left when the others are named.
    fn table_function(&self, t: TableId, fixed: &[Option<Val>; 3], name: &str) -> String {
        let table = &self.rules.tables[t.index()];
        let open: Vec<usize> = (0..table.dims.len())
            .filter(|&d| fixed[d].is_none())
            .collect();
        let number = self.numerals.sort();
        let parameters: Vec<String> = open.iter().map(|d| format!("(i{d} {number})")).collect();
        let is_boolean = table.cells.iter().all(|c| (0..=1).contains(c));
        let sort = if is_boolean { "Bool" } else { &number };
        let index = fixed.map(|i| i.unwrap_or(0) as usize);
        let body = self.cases(table, &open, index, is_boolean);
        format!(
            "(define-fun {name} ({}) {sort}\n    {body})\n",
            parameters.join(" ")
        )
    }

    fn cases(&self, table: &Table, open: &[usize], index: [usize; 3], is_boolean: bool) -> String {
        let Some((&d, rest)) = open.split_first() else {
            let sizes = table.dims.iter().zip(index);
            let at = sizes.fold(0, |at, (&n, i)| at * n as usize + i);
            let cell = table.cells[at];
            return match is_boolean {
                true => (cell == 1).to_string(),
                false => self.numerals.constant(i64::from(cell)),
            };
        };
        let mut cases: Vec<(String, Vec<String>)> = Vec::new();
        for i in 0..table.dims[d] as usize {
            let mut index = index;
            index[d] = i;
            let value = self.cases(table, rest, index, is_boolean);
            let here = format!("(= i{d} {})", self.numerals.constant(i as i64));
            match cases.iter_mut().find(|(v, _)| *v == value) {
                Some((_, places)) => places.push(here),
                None => cases.push((value, vec![here])),
            }
        }
        cases.sort_by_key(|(_, places)| places.len());
        let (mut text, _) = cases.pop().expect("a table has cells");
        for (value, places) in cases.iter().rev() {
            let condition = match &places[..] {
                [one] => one.clone(),
                several => format!("(or {})", several.join(" ")),
            };
            text = match (&value[..], &text[..]) {
                ("true", "false") => condition,
                ("false", "true") => format!("(not {condition})"),
                _ => format!("(ite {condition} {value}\n    {text})"),
            };
        }
        text
    }

    /// The terms of some expressions.
    pub fn terms(&self, roots: &[E]) -> Terms {
        let needed = reachable(&self.rules.nodes, roots.iter().copied());
        let mut uses: BTreeMap<E, u32> = BTreeMap::new();
        for root in roots {
            *uses.entry(*root).or_default() += 1;
        }
        for &e in &needed {
            let node = self.rules.nodes[e.index()];
            // A minimum of numbers is written with each of them twice.
            let times = match node {
                Node::Min(..) | Node::Max(..) if !self.is_boolean[e.index()] => 2,
                _ => 1,
            };
            for operand in node.operands() {
                *uses.entry(operand).or_default() += times;
            }
        }
        let mut lets = Vec::new();
        let mut done: BTreeMap<E, Written> = BTreeMap::new();
        for &e in &needed {
            let written = self.written(e, &done);
            let is_short = matches!(
                self.rules.nodes[e.index()],
                Node::Const(_) | Node::Var(_) | Node::Elem(..)
            );
            let written = match (uses[&e], is_short) {
                (2.., false) => {
                    let name = format!("?{}", e.0);
                    lets.push((name.clone(), written.text()));
                    Written::Whole(name)
                }
                _ => written,
            };
            done.insert(e, written);
        }
        let texts = roots.iter().map(|e| (*e, done[e].text())).collect();
        Terms { lets, texts }
    }

    /// A term that is a condition.
    pub fn condition(&self, terms: &Terms, e: E) -> String {
        self.as_condition(e, &terms.texts[&e])
    }

    /// A term as a variable holds it.
    pub fn held_by(&self, terms: &Terms, v: VarId, e: E) -> String {
        let text = &terms.texts[&e];
        match &self.sort(v)[..] {
            "Bool" => self.as_condition(e, text),
            _ => self.as_number(e, text),
        }
    }

    /// A term that is a number.
    pub fn number(&self, terms: &Terms, e: E) -> String {
        self.as_number(e, &terms.texts[&e])
    }

    fn as_condition(&self, e: E, text: &str) -> String {
        match self.is_boolean[e.index()] {
            true => text.to_owned(),
            false => format!("(= {text} {})", self.numerals.constant(1)),
        }
    }

    fn as_number(&self, e: E, text: &str) -> String {
        let (one, zero) = (self.numerals.constant(1), self.numerals.constant(0));
        match (self.is_boolean[e.index()], text) {
            (false, text) => text.to_owned(),
            (true, "true") => one,
            (true, "false") => zero,
            (true, text) => format!("(ite {text} {one} {zero})"),
        }
    }

    fn written(&self, e: E, done: &BTreeMap<E, Written>) -> Written {
        let is_boolean = |e: E| self.is_boolean[e.index()];
        let number = |e: E| self.as_number(e, &done[&e].text());
        let condition = |e: E| self.as_condition(e, &done[&e].text());
        let call = |name: &str, a: E, b: E| format!("({name} {} {})", number(a), number(b));
        let text = match self.rules.nodes[e.index()] {
            Node::Const(c) if is_boolean(e) => (c == 1).to_string(),
            Node::Const(c) => self.numerals.constant(i64::from(c)),
            Node::Var(v) => self.names.vars[v.index()].clone(),
            Node::Elem(v, i) => match constant(self.rules, i) {
                Some(i) => self.elements(v)[i as usize].clone(),
                None => {
                    let (name, elements) = (&self.names.vars[v.index()], self.elements(v));
                    format!("({name}.at {} {})", number(i), elements.join(" "))
                }
            },
            Node::Tab(t, index) => {
                let fixed = index.map(|i| i.and_then(|i| constant(self.rules, i)));
                let open = index.into_iter().flatten();
                let open = open.filter(|i| constant(self.rules, *i).is_none());
                let open: Vec<String> = open.map(number).collect();
                let name = &self.slices[&(t, fixed)];
                match open.is_empty() {
                    true => name.clone(),
                    false => format!("({name} {})", open.join(" ")),
                }
            }
            Node::Add(a, b) => call(self.numerals.plus(), a, b),
            Node::Sub(_, b) if is_boolean(e) => format!("(not {})", condition(b)),
            Node::Sub(a, b) => call(self.numerals.minus(), a, b),
            Node::Mul(k, a) => {
                let k = self.numerals.constant(i64::from(k));
                format!("({} {k} {})", self.numerals.times(), number(a))
            }
            Node::Min(a, b) if is_boolean(e) => return joined("and", done, [a, b]),
            Node::Max(a, b) if is_boolean(e) => return joined("or", done, [a, b]),
            Node::Min(a, b) => {
                let is_less = call(self.numerals.at_most(), a, b);
                format!("(ite {is_less} {} {})", number(a), number(b))
            }
            Node::Max(a, b) => {
                let is_less = call(self.numerals.at_most(), a, b);
                format!("(ite {is_less} {} {})", number(b), number(a))
            }
            Node::Cmp(op, a, b) => {
                let (a_is, b_is) = (is_boolean(a), is_boolean(b));
                let same = match (a_is && b_is, op) {
                    (true, Op::Eq | Op::Ne) => format!("(= {} {})", condition(a), condition(b)),
                    (false, Op::Eq | Op::Ne) => call("=", a, b),
                    (_, Op::Lt) => call(self.numerals.less(), a, b),
                    (_, Op::Le) => call(self.numerals.at_most(), a, b),
                };
                match op {
                    Op::Ne => format!("(not {same})"),
                    _ => same,
                }
            }
            Node::Ite(c, a, b) => {
                let branch = |x: E| {
                    if is_boolean(e) {
                        condition(x)
                    } else {
                        number(x)
                    }
                };
                format!("(ite {} {} {})", condition(c), branch(a), branch(b))
            }
        };
        Written::Whole(text)
    }
}

/// *And* or *or* without brackets between parts that are the same.
fn joined(sign: &'static str, done: &BTreeMap<E, Written>, operands: [E; 2]) -> Written {
    let mut parts = Vec::new();
    for operand in operands {
        match &done[&operand] {
            Written::Joined(same, inner) if *same == sign => parts.extend(inner.iter().cloned()),
            other => parts.push(other.text()),
        }
    }
    Written::Joined(sign, parts)
}

fn constant(rules: &Rules, e: E) -> Option<Val> {
    match rules.nodes[e.index()] {
        Node::Const(c) => Some(c),
        _ => None,
    }
}

/// A table's name as far as it can stand in a symbol.
fn names_of_table(rules: &Rules, t: TableId) -> String {
    let name = rules.tables[t.index()].name.chars();
    name.map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect::<String>()
}
