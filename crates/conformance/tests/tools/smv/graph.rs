//! All states of a module, and formulas on them by their textbook meaning.

use std::collections::HashMap;

use super::evaluate::{Machine, Value, join};
use super::parser::Expr;

/// The states that can be reached.
pub struct Graph<'a> {
    machine: &'a Machine<'a>,
    pub states: Vec<Vec<Value>>,
    pub initial: Vec<usize>,
    /// For each state, what can be done and what follows.
    pub next: Vec<Vec<(String, usize)>>,
    /// The length of a shortest run to each.
    pub depth: Vec<u32>,
}

impl<'a> Graph<'a> {
    /// Breadth first.
    pub fn new(machine: &'a Machine<'a>) -> Graph<'a> {
        let mut graph = Graph {
            machine,
            states: Vec::new(),
            initial: Vec::new(),
            next: Vec::new(),
            depth: Vec::new(),
        };
        let mut numbers = HashMap::new();
        for state in machine.initial() {
            let number = graph.number(&mut numbers, state, 0);
            graph.initial.push(number);
        }
        while graph.next.len() < graph.states.len() {
            let here = graph.next.len();
            let steps = machine.steps(&graph.states[here]);
            let depth = graph.depth[here] + 1;
            let next = steps.into_iter().map(|(command, state)| {
                let number = graph.number(&mut numbers, state, depth);
                (command, number)
            });
            let next = next.collect();
            graph.next.push(next);
        }
        graph
    }

    fn number(
        &mut self,
        numbers: &mut HashMap<Vec<Value>, usize>,
        state: Vec<Value>,
        depth: u32,
    ) -> usize {
        *numbers.entry(state).or_insert_with_key(|state| {
            self.states.push(state.clone());
            self.depth.push(depth);
            self.states.len() - 1
        })
    }

    /// Where a condition is true.
    fn where_true(&self, condition: &Expr) -> Vec<bool> {
        let holds = |state: &Vec<Value>| self.machine.view(state).holds(condition);
        self.states.iter().map(holds).collect()
    }

    /// The length of a shortest run to a state that an invariant forbids.
    pub fn shortest_violation(&self, invariant: &Expr) -> Option<u32> {
        let holds = self.where_true(invariant).into_iter().zip(&self.depth);
        holds
            .filter(|(holds, _)| !holds)
            .map(|(_, depth)| *depth)
            .min()
    }

    /// Whether a CTL formula is true in all initial states.
    pub fn satisfies(&self, formula: &Expr) -> bool {
        let set = self.satisfying(formula);
        self.initial.iter().all(|&i| set[i])
    }

    fn satisfying(&self, formula: &Expr) -> Vec<bool> {
        if !is_temporal(formula) {
            return self.where_true(formula);
        }
        let after = |all: bool, set: &[bool], i: usize| match all {
            true => self.next[i].iter().all(|(_, j)| set[*j]),
            false => self.next[i].iter().any(|(_, j)| set[*j]),
        };
        // From an approximation to a solution of x = law(x, after x).
        let iterate = |all: bool, start: bool, law: &dyn Fn(usize, bool) -> bool| {
            let mut set = vec![start; self.states.len()];
            loop {
                let states = 0..self.states.len();
                let next: Vec<bool> = states.map(|i| law(i, after(all, &set, i))).collect();
                if next == set {
                    return set;
                }
                set = next;
            }
        };
        match formula {
            Expr::Unary(sign, p) => {
                let p = self.satisfying(p);
                let all = sign.starts_with('A');
                match &sign[..] {
                    "!" => p.iter().map(|b| !b).collect(),
                    "EX" | "AX" => (0..p.len()).map(|i| after(all, &p, i)).collect(),
                    "EF" | "AF" => iterate(all, false, &|i, later| p[i] || later),
                    "EG" | "AG" => iterate(all, true, &|i, later| p[i] && later),
                    other => panic!("{other} is not CTL"),
                }
            }
            Expr::Binary(sign, p, q) => {
                let both = self.satisfying(p).into_iter().zip(self.satisfying(q));
                both.map(|(p, q)| join(sign, p, q)).collect()
            }
            Expr::Until(runs, p, q) => {
                let (p, q) = (self.satisfying(p), self.satisfying(q));
                iterate(runs == "A", false, &|i, later| q[i] || (p[i] && later))
            }
            other => panic!("{other:?} is not CTL"),
        }
    }

    /// Whether an LTL formula is true of a run that goes through these states
    /// and then on from the one at `again`.
    pub fn holds_on(&self, run: &[usize], again: usize, formula: &Expr) -> bool {
        self.on_run(run, again, formula)[0]
    }

    fn on_run(&self, run: &[usize], again: usize, formula: &Expr) -> Vec<bool> {
        if !is_temporal(formula) {
            let view = |i: &usize| self.machine.view(&self.states[*i]).holds(formula);
            return run.iter().map(view).collect();
        }
        let n = run.len();
        let next = |i: usize| if i + 1 < n { i + 1 } else { again };
        // Backwards twice round: what is promised may come after the repetition.
        let iterate = |start: bool, law: &dyn Fn(usize, bool) -> bool| {
            let mut set = vec![start; n];
            for i in (0..n).rev().chain((0..n).rev()) {
                set[i] = law(i, set[next(i)]);
            }
            set
        };
        let of = |p: &Expr| self.on_run(run, again, p);
        match formula {
            Expr::Unary(sign, p) => {
                let p = of(p);
                match &sign[..] {
                    "!" => p.iter().map(|b| !b).collect(),
                    "X" => (0..n).map(|i| p[next(i)]).collect(),
                    "F" => iterate(false, &|i, later| p[i] || later),
                    "G" => iterate(true, &|i, later| p[i] && later),
                    other => panic!("{other} is not LTL"),
                }
            }
            Expr::Binary(sign, p, q) => {
                let (p, q) = (of(p), of(q));
                match &sign[..] {
                    "U" => iterate(false, &|i, later| q[i] || (p[i] && later)),
                    "V" => iterate(true, &|i, later| q[i] && (p[i] || later)),
                    sign => (0..n).map(|i| join(sign, p[i], q[i])).collect(),
                }
            }
            other => panic!("{other:?} is not LTL"),
        }
    }
}

/// Whether it speaks of more than one state.
fn is_temporal(formula: &Expr) -> bool {
    match formula {
        Expr::Unary(sign, p) => !["!", "-"].contains(&&sign[..]) || is_temporal(p),
        Expr::Binary(sign, p, q) => {
            ["U", "V"].contains(&&sign[..]) || is_temporal(p) || is_temporal(q)
        }
        Expr::Until(..) => true,
        _ => false,
    }
}
