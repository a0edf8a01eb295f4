//! What a module means: its states, one by one, and what follows each.

use std::collections::HashMap;

use playproof_model::Val;

use super::parser::{Domain, Expr, Module};

/// The value of an expression. Types were checked before.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    Truth(bool),
    Number(i64),
    Command(String),
}

impl Value {
    pub fn truth(&self) -> bool {
        match self {
            Value::Truth(b) => *b,
            other => panic!("{other:?} is no truth value"),
        }
    }

    fn number(&self) -> i64 {
        match self {
            Value::Number(n) => *n,
            other => panic!("{other:?} is no number"),
        }
    }
}

/// A module with its names found.
pub struct Machine<'a> {
    module: &'a Module,
    vars: HashMap<&'a str, usize>,
    /// For each variable, its next value.
    next: Vec<&'a Expr>,
    /// What else must be true of a step.
    constraints: Vec<&'a Expr>,
}

/// Values of names: those of a state, and what follows from them.
pub struct View<'a> {
    machine: &'a Machine<'a>,
    state: &'a [Value],
    defined: HashMap<&'a str, Value>,
}

impl<'a> Machine<'a> {
    /// Of a module in which each variable's next value is said once.
    pub fn new(module: &'a Module) -> Machine<'a> {
        let vars = module.vars.iter().enumerate();
        let vars: HashMap<&str, usize> = vars.map(|(i, (name, _))| (&name[..], i)).collect();
        let mut next = vec![None; vars.len()];
        let mut constraints = Vec::new();
        for trans in &module.trans {
            match trans {
                Expr::Binary(sign, left, value) if sign == "=" => match &**left {
                    Expr::Next(name) => {
                        let old = next[vars[&name[..]]].replace(&**value);
                        assert!(old.is_none(), "{name} is given twice");
                    }
                    _ => constraints.push(trans),
                },
                _ => constraints.push(trans),
            }
        }
        Machine {
            module,
            vars,
            next: next.into_iter().map(|v| v.expect("a next value")).collect(),
            constraints,
        }
    }

    /// The states in which it can begin: each a conjunction that says
    /// everything.
    pub fn initial(&self) -> Vec<Vec<Value>> {
        let [init] = &self.module.inits[..] else {
            panic!("one INIT");
        };
        let mut states = Vec::new();
        let mut open = vec![init];
        while let Some(expr) = open.pop() {
            match expr {
                Expr::Binary(sign, p, q) if sign == "|" => open.extend([&**q, &**p]),
                state => {
                    let mut values = vec![None; self.vars.len()];
                    self.read_state(state, &mut values);
                    let all = values.into_iter().map(|v| v.expect("a first value"));
                    states.push(all.collect());
                }
            }
        }
        states
    }

    fn read_state(&self, expr: &Expr, values: &mut [Option<Value>]) {
        let (name, value) = match expr {
            Expr::Truth(true) => return,
            Expr::Binary(sign, p, q) if sign == "&" => {
                self.read_state(p, values);
                return self.read_state(q, values);
            }
            Expr::Name(name) => (name, Value::Truth(true)),
            Expr::Unary(sign, p) if sign == "!" => match &**p {
                Expr::Name(name) => (name, Value::Truth(false)),
                other => panic!("no fact: {other:?}"),
            },
            Expr::Binary(sign, p, q) if sign == "=" => match (&**p, &**q) {
                (Expr::Name(name), Expr::Number(n)) => (name, Value::Number(*n)),
                (Expr::Name(name), Expr::Unary(_, n)) => match **n {
                    Expr::Number(n) => (name, Value::Number(-n)),
                    ref other => panic!("no number: {other:?}"),
                },
                other => panic!("no fact: {other:?}"),
            },
            other => panic!("no fact: {other:?}"),
        };
        values[self.vars[&name[..]]] = Some(value);
    }

    /// A state with everything that is defined there. Definitions read states
    /// only, or no property could read them, and earlier definitions only.
    pub fn view<'s>(&'s self, state: &'s [Value]) -> View<'s> {
        let mut view = View {
            machine: self,
            state,
            defined: HashMap::new(),
        };
        for (name, definition) in &self.module.defines {
            let value = view.value(definition, None);
            view.defined.insert(name, value);
        }
        view
    }

    /// What can be done in a state, and the states after it.
    pub fn steps(&self, state: &[Value]) -> Vec<(String, Vec<Value>)> {
        let view = self.view(state);
        let mut steps = Vec::new();
        for command in &self.module.commands {
            let of = |expr: &'a Expr| view.value(expr, Some(command));
            if !self.constraints.iter().all(|expr| of(expr).truth()) {
                continue;
            }
            let next: Vec<Value> = self.next.iter().map(|expr| of(expr)).collect();
            for (value, (name, domain)) in next.iter().zip(&self.module.vars) {
                // NuSMV would take such a step away without a word.
                match (value, domain) {
                    (Value::Truth(_), Domain::Boolean) => {}
                    (Value::Number(n), Domain::Range(lo, hi)) if lo <= n && n <= hi => {}
                    _ => panic!("{name} becomes {value:?}"),
                }
            }
            steps.push((command.clone(), next));
        }
        steps
    }

    /// A state as the game has it.
    pub fn flat(&self, state: &[Value]) -> Vec<Val> {
        let values = state.iter().map(|value| match value {
            Value::Truth(b) => Val::from(*b),
            other => other.number() as Val,
        });
        values.collect()
    }
}

impl<'a> View<'a> {
    /// A condition on the state.
    pub fn holds(&self, expr: &'a Expr) -> bool {
        self.value(expr, None).truth()
    }

    fn value(&self, expr: &'a Expr, command: Option<&String>) -> Value {
        let of = |expr: &'a Expr| self.value(expr, command);
        match expr {
            Expr::Truth(b) => Value::Truth(*b),
            Expr::Number(n) => Value::Number(*n),
            Expr::Name(name) => self.named(name, command),
            Expr::Unary(sign, p) => match &sign[..] {
                "!" => Value::Truth(!of(p).truth()),
                "-" => Value::Number(-of(p).number()),
                other => panic!("{other} is no matter of one state"),
            },
            Expr::Binary(sign, p, q) => binary(sign, &of(p), || of(q)),
            Expr::Choice(c, a, b) => match of(c).truth() {
                true => of(a),
                false => of(b),
            },
            Expr::Case(cases) => {
                let case = cases.iter().find(|(condition, _)| of(condition).truth());
                of(&case.expect("the last case is always true").1)
            }
            Expr::Among(a, set) => Value::Truth(set.contains(&of(a).number())),
            Expr::Next(_) | Expr::Until(..) => panic!("{expr:?} is no matter of one state"),
        }
    }

    fn named(&self, name: &'a str, command: Option<&String>) -> Value {
        if let Some(&var) = self.machine.vars.get(name) {
            return self.state[var].clone();
        }
        if let Some(value) = self.defined.get(name) {
            return value.clone();
        }
        match name {
            "command" => Value::Command(command.expect("a step").clone()),
            other => Value::Command(other.to_owned()),
        }
    }
}

fn binary(sign: &str, p: &Value, q: impl Fn() -> Value) -> Value {
    let number = |on: fn(i64, i64) -> i64| Value::Number(on(p.number(), q().number()));
    let order = |on: fn(&i64, &i64) -> bool| Value::Truth(on(&p.number(), &q().number()));
    let q = || q();
    match sign {
        "+" => number(|a, b| a + b),
        "-" => number(|a, b| a - b),
        "*" => number(|a, b| a * b),
        // Rounded towards 0, as in C.
        "/" => number(|a, b| a / b),
        "<" => order(i64::lt),
        "<=" => order(i64::le),
        ">" => order(i64::gt),
        ">=" => order(i64::ge),
        "=" => Value::Truth(*p == q()),
        "!=" => Value::Truth(*p != q()),
        joint => Value::Truth(join(joint, p.truth(), q().truth())),
    }
}

/// Two truth values, joined by a sign.
pub fn join(sign: &str, p: bool, q: bool) -> bool {
    match sign {
        "&" => p && q,
        "|" => p || q,
        "->" => !p || q,
        "<->" => p == q,
        "xor" => p != q,
        other => panic!("{other} joins no truth values"),
    }
}
