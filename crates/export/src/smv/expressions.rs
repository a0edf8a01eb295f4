//! Expressions of a machine as SMV's, which tells truth values from numbers.
//!
//! What is read more than once is a definition of its own, and so is every
//! `case`; the rest is written where it is read.

use std::collections::HashMap;

use playproof_model::{E, Machine, Node, Op, Table, Val, VarDecl, reachable};

use super::names::GameNames;
use crate::booleans::booleans;
use crate::text::bracketed;

/// How deeply an expression may nest before a part of it gets a name.
const MAX_DEPTH: u32 = 24;

/// The expressions of a game, written.
pub struct Expressions<'a> {
    machine: &'a Machine,
    is_boolean: Vec<bool>,
    /// Of each node that was asked for, in its own type.
    texts: HashMap<E, String>,
    /// Names and what they stand for, each after those that it reads.
    pub definitions: Vec<(String, String)>,
}

impl<'a> Expressions<'a> {
    /// Those that are needed for `roots`.
    pub fn new(machine: &'a Machine, names: &mut GameNames, roots: &[E]) -> Self {
        let mut expressions = Expressions {
            machine,
            is_boolean: booleans(machine),
            texts: HashMap::new(),
            definitions: Vec::new(),
        };
        let needed = reachable(&machine.nodes, roots.iter().copied());
        let uses = expressions.uses(&needed, roots);
        let mut depths = vec![0; machine.nodes.len()];
        for e in needed {
            let node = machine.nodes[e.index()];
            let text = expressions.written(e, names);
            let operands = node.operands().map(|e| depths[e.index()]);
            let depth = operands.max().map_or(0, |deepest: u32| deepest + 1);
            let is_case = text.starts_with("case\n");
            let is_long = uses[e.index()] > 1 || depth >= MAX_DEPTH;
            let is_word = bracketed(&text) == text;
            let text = match is_case || (is_long && !is_word) {
                true => {
                    let (prefix, number) = (expressions.prefix(node), e.0.to_string());
                    let name = names.others.give_with(&prefix, &number);
                    expressions.definitions.push((name.clone(), text));
                    name
                }
                false => {
                    depths[e.index()] = depth;
                    text
                }
            };
            expressions.texts.insert(e, text);
        }
        expressions
    }

    /// How often each node would be written out.
    fn uses(&self, needed: &[E], roots: &[E]) -> Vec<u32> {
        let mut uses = vec![0u32; self.machine.nodes.len()];
        for root in roots {
            uses[root.index()] += 1;
        }
        for e in needed {
            let node = self.machine.nodes[e.index()];
            let times = match node {
                // Every case reads the index; a minimum writes both sides twice,
                // a quotient its one more than once.
                Node::Elem(..) | Node::Tab(..) | Node::Div(..) => 2,
                Node::Min(..) | Node::Max(..) if !self.is_boolean[e.index()] => 2,
                _ => 1,
            };
            node.operands().for_each(|e| uses[e.index()] += times);
        }
        uses
    }

    /// The beginning of the name of a definition.
    fn prefix(&self, node: Node) -> String {
        let source = match node {
            Node::Tab(t, _) => &self.machine.tables[t.0 as usize].name,
            Node::Elem(v, _) => &self.machine.vars[v.index()].name,
            _ => return "e_".into(),
        };
        let word: String = source.chars().filter(char::is_ascii_alphanumeric).collect();
        format!("{}_at_", word.to_ascii_lowercase())
    }

    /// An expression where a truth value is needed.
    pub fn condition(&self, e: E) -> String {
        match (self.is_boolean[e.index()], self.constant(e)) {
            (true, _) => self.texts[&e].clone(),
            (false, Some(c)) => truth(c == 1),
            (false, None) => format!("{} = 1", bracketed(&self.texts[&e])),
        }
    }

    /// An expression where a number is needed.
    pub fn number(&self, e: E) -> String {
        match (self.is_boolean[e.index()], self.constant(e)) {
            (_, Some(c)) => c.to_string(),
            (true, None) => format!("{} ? 1 : 0", bracketed(&self.texts[&e])),
            (false, None) => self.texts[&e].clone(),
        }
    }

    /// An expression as the value of a variable.
    pub fn value_for(&self, decl: &VarDecl, e: E) -> String {
        match is_boolean(decl) {
            true => self.condition(e),
            false => self.number(e),
        }
    }

    /// That an expression has a value.
    pub fn is(&self, e: E, value: Val) -> String {
        format!("{} = {value}", bracketed(&self.number(e)))
    }

    /// The value of an expression that reads nothing.
    pub fn constant(&self, e: E) -> Option<Val> {
        match self.machine.nodes[e.index()] {
            Node::Const(c) => Some(c),
            _ => None,
        }
    }

    fn written(&self, e: E, names: &GameNames) -> String {
        let is_boolean = self.is_boolean[e.index()];
        let number = |e: E| bracketed(&self.number(e));
        let condition = |e: E| bracketed(&self.condition(e));
        let own = |e: E| match is_boolean {
            true => condition(e),
            false => number(e),
        };
        match self.machine.nodes[e.index()] {
            Node::Const(c) if is_boolean => truth(c == 1),
            Node::Const(c) => c.to_string(),
            Node::Var(v) => names.of(v, 0).to_owned(),
            Node::Elem(v, i) => match self.constant(i) {
                Some(i) => names.of(v, i as usize).to_owned(),
                None => {
                    let elements = 0..self.machine.vars[v.index()].n_flat();
                    self.by_index(i, elements.map(|i| names.of(v, i).to_owned()))
                }
            },
            Node::Tab(t, index) => {
                let index: Vec<E> = index.into_iter().flatten().collect();
                let table = &self.machine.tables[t.0 as usize];
                self.cell(table, is_boolean, &index, 0)
            }
            Node::Add(a, b) => format!("{} + {}", number(a), number(b)),
            Node::Sub(_, b) if is_boolean => format!("!{}", condition(b)),
            Node::Sub(a, b) => format!("{} - {}", number(a), number(b)),
            Node::Mul(k, a) => format!("{} * {}", bracketed(&k.to_string()), number(a)),
            // Rounded down, where `/` rounds towards 0.
            Node::Div(k, a) => {
                let a = number(a);
                format!("{a} < 0 ? -1 - (-1 - {a}) / {k} : {a} / {k}")
            }
            Node::Min(a, b) if is_boolean => self.chain("&", a, b),
            Node::Max(a, b) if is_boolean => self.chain("|", a, b),
            Node::Min(a, b) => {
                let (a, b) = (number(a), number(b));
                format!("{a} < {b} ? {a} : {b}")
            }
            Node::Max(a, b) => {
                let (a, b) = (number(a), number(b));
                format!("{a} > {b} ? {a} : {b}")
            }
            Node::Cmp(op, a, b) => self.comparison(op, a, b),
            Node::Ite(c, a, b) => format!("{} ? {} : {}", condition(c), own(a), own(b)),
        }
    }

    /// *And* or *or*, without brackets around the same.
    fn chain(&self, sign: &str, a: E, b: E) -> String {
        let part = |e: E| {
            let text = self.condition(e);
            let node = self.machine.nodes[e.index()];
            let same = match node {
                Node::Min(..) => sign == "&",
                Node::Max(..) => sign == "|",
                _ => false,
            };
            match same {
                true => text,
                false => bracketed(&text),
            }
        };
        format!("{} {sign} {}", part(a), part(b))
    }

    fn comparison(&self, op: Op, a: E, b: E) -> String {
        let condition = |e: E| bracketed(&self.condition(e));
        let both_boolean = self.is_boolean[a.index()] && self.is_boolean[b.index()];
        if let (true, Op::Eq | Op::Ne) = (both_boolean, op) {
            let wanted = op == Op::Eq;
            return match (self.constant(a), self.constant(b)) {
                (Some(c), _) if (c == 1) == wanted => self.condition(b),
                (_, Some(c)) if (c == 1) == wanted => self.condition(a),
                (Some(_), _) => format!("!{}", condition(b)),
                (_, Some(_)) => format!("!{}", condition(a)),
                _ if wanted => format!("{} <-> {}", condition(a), condition(b)),
                _ => format!("{} xor {}", condition(a), condition(b)),
            };
        }
        let sign = match op {
            Op::Eq => "=",
            Op::Ne => "!=",
            Op::Lt => "<",
            Op::Le => "<=",
        };
        let number = |e: E| bracketed(&self.number(e));
        format!("{} {sign} {}", number(a), number(b))
    }

    /// What a table holds at an index, by nested cases. `first` is the number
    /// of the first cell that is still possible.
    fn cell(&self, table: &Table, is_boolean: bool, index: &[E], first: usize) -> String {
        let Some((&here, inner)) = index.split_first() else {
            return match is_boolean {
                true => truth(table.cells[first] == 1),
                false => table.cells[first].to_string(),
            };
        };
        let outer = table.dims.len() - index.len();
        let inner_sizes = table.dims[outer + 1..].iter();
        let stride: usize = inner_sizes.map(|&n| n as usize).product();
        let part = |i: usize| self.cell(table, is_boolean, inner, first + i * stride);
        match self.constant(here) {
            Some(i) => part(i as usize),
            None => self.by_index(here, (0..table.dims[outer] as usize).map(part)),
        }
    }

    /// A choice by an index: the most frequent text is what all others are.
    fn by_index(&self, index: E, texts: impl Iterator<Item = String>) -> String {
        let mut places: Vec<(String, Vec<usize>)> = Vec::new();
        let mut known: HashMap<String, usize> = HashMap::new();
        for (i, text) in texts.enumerate() {
            let group = *known.entry(text).or_insert_with_key(|text| {
                places.push((text.clone(), Vec::new()));
                places.len() - 1
            });
            places[group].1.push(i);
        }
        // The first of several, so that the same level is the same text.
        let most = places.iter().map(|(_, at)| at.len()).max();
        let usual = places.iter().position(|(_, at)| Some(at.len()) == most);
        let (usual, _) = places.remove(usual.expect("an array or table has an element"));
        let number = bracketed(&self.number(index));
        let others = places.into_iter().map(|(text, at)| match &at[..] {
            [one] => (format!("{number} = {one}"), text),
            several => {
                let several: Vec<String> = several.iter().map(usize::to_string).collect();
                (format!("{number} in {{{}}}", several.join(", ")), text)
            }
        });
        cases(others.collect(), &usual)
    }
}

/// The first text whose condition is true, or else the last.
pub fn cases(cases: Vec<(String, String)>, other: &str) -> String {
    if cases.is_empty() {
        return other.to_owned();
    }
    // A colon ends the condition of a case, and has another meaning after `?`.
    let value = |text: &str| match text.contains('?') {
        true => bracketed(text),
        false => text.replace('\n', "\n    "),
    };
    let lines = cases
        .iter()
        .map(|(condition, text)| format!("        {condition} : {};\n", value(text)));
    let lines: String = lines.collect();
    format!("case\n{lines}        TRUE : {};\n    esac", value(other))
}

/// Whether a variable is a truth value rather than a number.
pub fn is_boolean(decl: &VarDecl) -> bool {
    decl.lo >= 0 && decl.hi <= 1
}

/// A truth value.
pub fn truth(value: bool) -> String {
    match value {
        true => "TRUE".into(),
        false => "FALSE".into(),
    }
}
