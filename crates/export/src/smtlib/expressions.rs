//! Expressions of a machine as conditions on truth values. A number is a list of
//! values, each with the condition under which it is the one; tables regroup
//! such lists, so that a step across the map stays as small as the map. What is
//! read more than once gets a name by `let`.

use std::collections::{BTreeMap, HashMap};

use playproof_model::{E, Machine, Node, Val, VarId, reachable};

use super::names::StateNames;
use crate::booleans::booleans;
use crate::error::ExportError;

/// The most pairs of values that one operation may have.
const MAX_PAIRS: usize = 1 << 20;

/// Writes terms over one state.
pub struct Expressions<'a> {
    pub machine: &'a Machine,
    names: &'a StateNames,
    is_boolean: Vec<bool>,
}

/// What an expression is.
#[derive(Clone)]
enum Term {
    /// A condition; *and* and *or* may still get more parts.
    Condition(String),
    Joined(&'static str, Vec<String>),
    /// A value for each condition, exactly one of which is true.
    Number(Vec<(Val, String)>),
}

/// The terms of several expressions, and the names that they use.
pub struct Terms {
    lets: Vec<(String, String)>,
    done: HashMap<E, Term>,
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

    /// When an expression is true.
    pub fn condition(&self, e: E) -> String {
        self.is(e, 1)
    }

    /// When an expression has a value.
    pub fn is(&self, e: E, value: Val) -> String {
        let of = numbers(&self.done[&e]);
        let found = of.into_iter().find(|(v, _)| *v == value);
        found.map_or("false".into(), |(_, condition)| condition)
    }

    /// The values that an expression can have, each with its condition.
    pub fn values(&self, e: E) -> Vec<(Val, String)> {
        numbers(&self.done[&e])
    }

    /// Gives a text a name, unless it is as short as one.
    fn bind(&mut self, name: String, text: String) -> String {
        match text.starts_with('(') {
            true => {
                self.lets.push((name.clone(), text));
                name
            }
            false => text,
        }
    }
}

fn whole(term: &Term) -> String {
    match term {
        Term::Condition(text) => text.clone(),
        Term::Joined(sign, parts) => join(sign, parts),
        Term::Number(_) => unreachable!("a number is no condition"),
    }
}

/// A term by its values.
fn numbers(term: &Term) -> Vec<(Val, String)> {
    match term {
        Term::Number(values) => values.clone(),
        condition => match &whole(condition)[..] {
            "true" => vec![(1, "true".into())],
            "false" => vec![(0, "true".into())],
            text => vec![(0, not(text)), (1, text.into())],
        },
    }
}

/// *And* or *or* of conditions, some of which may be known.
pub fn join(sign: &str, parts: &[String]) -> String {
    let (neutral, decisive) = match sign {
        "and" => ("true", "false"),
        _ => ("false", "true"),
    };
    if parts.iter().any(|p| p == decisive) {
        return decisive.into();
    }
    let open: Vec<&String> = parts.iter().filter(|p| *p != neutral).collect();
    match &open[..] {
        [] => neutral.into(),
        [one] => (*one).clone(),
        several => {
            let several: Vec<&str> = several.iter().map(|p| p.as_str()).collect();
            format!("({sign} {})", several.join(" "))
        }
    }
}

/// The opposite of a condition.
pub fn not(text: &str) -> String {
    match text {
        "true" => "false".into(),
        "false" => "true".into(),
        text => format!("(not {text})"),
    }
}

/// One condition or another, as a third says.
pub fn choose(condition: &str, then: &str, other: &str) -> String {
    match (condition, then, other) {
        ("true", ..) => then.into(),
        ("false", ..) => other.into(),
        (_, a, b) if a == b => a.into(),
        _ => format!("(ite {condition} {then} {other})"),
    }
}

impl<'a> Expressions<'a> {
    /// For a machine whose variables have these names.
    pub fn new(machine: &'a Machine, names: &'a StateNames) -> Self {
        let is_boolean = booleans(machine);
        Expressions {
            machine,
            names,
            is_boolean,
        }
    }

    /// The terms of some expressions.
    pub fn terms(&self, roots: &[E]) -> Result<Terms, ExportError> {
        let needed = reachable(&self.machine.nodes, roots.iter().copied());
        let mut uses: BTreeMap<E, u32> = roots.iter().map(|e| (*e, 2)).collect();
        for e in &needed {
            for operand in self.machine.nodes[e.index()].operands() {
                *uses.entry(operand).or_default() += 1;
            }
        }
        let mut terms = Terms {
            lets: Vec::new(),
            done: HashMap::new(),
        };
        for &e in &needed {
            let term = match self.term(e, &terms)? {
                Term::Number(values) => {
                    let bound = values.into_iter().map(|(value, condition)| {
                        let name = format!("?{}={value}", e.0);
                        (value, terms.bind(name, condition))
                    });
                    Term::Number(bound.collect())
                }
                condition if uses[&e] > 1 => {
                    let text = whole(&condition);
                    Term::Condition(terms.bind(format!("?{}", e.0), text))
                }
                condition => condition,
            };
            terms.done.insert(e, term);
        }
        Ok(terms)
    }

    /// A variable by its values.
    fn variable(&self, v: VarId, element: usize) -> Term {
        match &self.names.of(v, element).values[..] {
            [(1, one)] => Term::Condition(one.clone()),
            several => Term::Number(several.to_vec()),
        }
    }

    fn term(&self, e: E, terms: &Terms) -> Result<Term, ExportError> {
        let of = |e: E| numbers(&terms.done[&e]);
        let condition = |e: E| terms.condition(e);
        let is_boolean = self.is_boolean[e.index()];
        Ok(match self.machine.nodes[e.index()] {
            Node::Const(c) if is_boolean => Term::Condition((c == 1).to_string()),
            Node::Const(c) => Term::Number(vec![(c, "true".into())]),
            Node::Var(v) => self.variable(v, 0),
            Node::Elem(v, i) => {
                let mut cases = Vec::new();
                for (i, here) in of(i) {
                    for (value, is_it) in numbers(&self.variable(v, i as usize)) {
                        cases.push((value, join("and", &[here.clone(), is_it])));
                    }
                }
                self.grouped(e, cases)
            }
            Node::Tab(t, index) => {
                let table = &self.machine.tables[t.0 as usize];
                let mut places = vec![(0, "true".to_owned())];
                for (i, &n) in index.into_iter().flatten().zip(&table.dims) {
                    let index = of(i);
                    few(places.len() * index.len())?;
                    let pairs = places.iter().flat_map(|(at, here)| {
                        index.iter().map(move |(i, is_it)| {
                            let both = join("and", &[here.clone(), is_it.clone()]);
                            (at * n as usize + *i as usize, both)
                        })
                    });
                    places = pairs.collect();
                }
                let cells = places.into_iter();
                let cells = cells.map(|(at, here)| (table.cells[at], here));
                self.grouped(e, cells.collect())
            }
            Node::Sub(_, b) if is_boolean => Term::Condition(not(&condition(b))),
            Node::Min(a, b) if is_boolean => joined("and", terms, [a, b]),
            Node::Max(a, b) if is_boolean => joined("or", terms, [a, b]),
            Node::Mul(k, a) => {
                let multiples = of(a).into_iter().map(|(v, here)| (k * v, here));
                self.grouped(e, multiples.collect())
            }
            Node::Div(k, a) => {
                let quotients = of(a).into_iter();
                let quotients = quotients.map(|(v, here)| (v.div_euclid(k), here));
                self.grouped(e, quotients.collect())
            }
            Node::Add(a, b) => self.pairs(e, of(a), of(b), |a, b| a + b)?,
            Node::Sub(a, b) => self.pairs(e, of(a), of(b), |a, b| a - b)?,
            Node::Min(a, b) => self.pairs(e, of(a), of(b), Val::min)?,
            Node::Max(a, b) => self.pairs(e, of(a), of(b), Val::max)?,
            Node::Cmp(op, a, b) => self.pairs(e, of(a), of(b), |a, b| Val::from(op.on(a, b)))?,
            Node::Ite(c, a, b) => {
                let (yes, no) = (condition(c), not(&condition(c)));
                let under = |c: &String, values: Vec<(Val, String)>| {
                    let guarded = values.into_iter();
                    let c = c.clone();
                    guarded.map(move |(v, here)| (v, join("and", &[c.clone(), here])))
                };
                let cases = under(&yes, of(a)).chain(under(&no, of(b)));
                self.grouped(e, cases.collect())
            }
        })
    }

    /// An operation on two numbers, for all their values.
    fn pairs(
        &self,
        e: E,
        a: Vec<(Val, String)>,
        b: Vec<(Val, String)>,
        on: impl Fn(Val, Val) -> Val,
    ) -> Result<Term, ExportError> {
        few(a.len() * b.len())?;
        let mut cases = Vec::new();
        for (x, here) in &a {
            for (y, there) in &b {
                cases.push((on(*x, *y), join("and", &[here.clone(), there.clone()])));
            }
        }
        Ok(self.grouped(e, cases))
    }

    /// Values under conditions, each value once.
    fn grouped(&self, e: E, cases: Vec<(Val, String)>) -> Term {
        let mut by_value: BTreeMap<Val, Vec<String>> = BTreeMap::new();
        for (value, condition) in cases {
            if condition != "false" {
                by_value.entry(value).or_default().push(condition);
            }
        }
        if let [value] = by_value.keys().copied().collect::<Vec<_>>()[..] {
            // Some condition is true, and all lead here.
            by_value.insert(value, vec!["true".into()]);
        }
        if !self.is_boolean[e.index()] {
            let values = by_value.into_iter();
            return Term::Number(values.map(|(v, here)| (v, join("or", &here))).collect());
        }
        let [no, yes] = [0, 1].map(|v| by_value.remove(&v).unwrap_or_default());
        // The shorter of the two says it all.
        Term::Condition(match yes.len() <= no.len() || no.is_empty() {
            true => join("or", &yes),
            false => not(&join("or", &no)),
        })
    }
}

fn few(n_pairs: usize) -> Result<(), ExportError> {
    match n_pairs <= MAX_PAIRS {
        true => Ok(()),
        false => Err(ExportError::TooLarge {
            what: "an operation on two numbers, written for all their values,".into(),
            limit: format!("{MAX_PAIRS} pairs may be written; promela writes numbers as such"),
        }),
    }
}

/// *And* or *or* without brackets between parts that are the same.
fn joined(sign: &'static str, terms: &Terms, operands: [E; 2]) -> Term {
    let mut parts = Vec::new();
    for operand in operands {
        match &terms.done[&operand] {
            Term::Joined(same, inner) if *same == sign => parts.extend(inner.iter().cloned()),
            other => parts.push(whole(other)),
        }
    }
    Term::Joined(sign, parts)
}
