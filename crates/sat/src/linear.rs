//! Bounded search for linear time: a run of k states after which a formula is
//! true whatever follows, or one that goes on for ever by returning to one of
//! its states; for k = 1, 2, 3 and so on.
//!
//! Each part of the formula has a literal for each state of the run. What it
//! implies is one law an operator, and at the last state depends on the shape:
//! nothing follows, or the state returned to. Promises must be kept within one
//! more round, so they have a second literal for the states passed again.

use playproof_certify::{Budget, Evidence, Lasso, Outcome, Reason, Stop, Task};
use playproof_engines::run_through;
use playproof_model::{AtomId, Linear, LinearNode, LinearQuestion, Question, Subject, Unsupported};

use crate::asked::{rules_of, too_large};
use crate::solver::Solver;
use crate::transition::{Stuck, Transition};
use crate::unrolling::Unrolling;

/// What is asked, if it is about runs.
pub(crate) fn question<'a>(task: &Task<'a>) -> Result<&'a LinearQuestion, Unsupported> {
    rules_of(task.subject)?;
    match task.subject.question() {
        Question::Linear(question) => Ok(question),
        _ => {
            let why = "it searches for a state or for a run that satisfies an LTL formula";
            Err(Unsupported(why.into()))
        }
    }
}

/// Looks for a run with at most so many steps before it repeats.
pub(crate) fn search(
    subject: &Subject,
    question: &LinearQuestion,
    bound: u32,
    budget: &mut dyn Budget,
) -> Outcome {
    match find(subject, question, bound, budget) {
        Ok(Some(evidence)) => Outcome::decided(question.on_run, evidence, 0),
        Ok(None) => Outcome::unknown(Reason::Stopped(Stop::Bound), 0),
        Err(reason) => Outcome::unknown(reason, 0),
    }
}

fn find(
    subject: &Subject,
    question: &LinearQuestion,
    bound: u32,
    budget: &mut dyn Budget,
) -> Result<Option<Evidence>, Reason> {
    let rules = rules_of(subject).map_err(Reason::Unsupported)?.machine();
    let atoms: Vec<AtomId> = (0..rules.atoms.len() as u32).map(AtomId).collect();
    let transition = Transition::new(rules, &atoms, Stuck::Stutters);
    let transition = transition.map_err(|large| Reason::Unsupported(too_large(large)))?;
    let mut runs = Unrolling::new(&transition, Solver::for_runs());
    runs.start(rules);
    let formula = &question.formula;
    let not_a_run = || {
        let why = "the clauses have a step that the game does not have";
        Reason::Unsupported(Unsupported(why.into()))
    };
    for n_states in 1..=bound as usize + 1 {
        let whole = truth(&mut runs, formula, n_states, &[]);
        if runs
            .satisfiable(&[whole], budget)
            .map_err(Reason::Stopped)?
        {
            let trace = run_through(subject, &runs.states()).ok_or_else(not_a_run)?;
            return Ok(Some(Evidence::Trace(trace)));
        }
        runs.solver.add_clause(&[-whole]);
        runs.extend();
        // What can only become true after finitely many steps was looked for.
        let is_release = |n: &LinearNode| matches!(n, LinearNode::Release(..));
        if !formula.nodes().iter().any(is_release) {
            continue;
        }
        let returns = returns(&mut runs, n_states);
        let whole = truth(&mut runs, formula, n_states, &returns);
        if runs
            .satisfiable(&[whole], budget)
            .map_err(Reason::Stopped)?
        {
            let again = returns.iter().position(|&r| runs.solver.value(r));
            let run = run_through(subject, &runs.states());
            let (again, run) = again.zip(run).ok_or_else(not_a_run)?;
            let mut stem = run.steps;
            let cycle = stem.split_off(again);
            let initial = run.initial;
            return Ok(Some(Evidence::Lasso(Lasso {
                initial,
                stem,
                cycle,
            })));
        }
        runs.solver.add_clause(&[-whole]);
    }
    Ok(None)
}

/// For each of the first states, a literal that the run returns to it, which
/// is at most one.
fn returns(runs: &mut Unrolling, n_states: usize) -> Vec<i32> {
    let returns: Vec<i32> = (0..n_states).map(|_| runs.fresh()).collect();
    for (to, &here) in returns.iter().enumerate() {
        for bit in 0..runs.transition.encoding.n_bits() {
            let (a, b) = (runs.digit(to, bit), runs.digit(n_states, bit));
            runs.solver.add_clause(&[-here, -a, b]);
            runs.solver.add_clause(&[-here, a, -b]);
        }
    }
    // Once a state was chosen, no later one is.
    let mut before = None;
    for &here in &returns {
        let so_far = runs.fresh();
        runs.solver.add_clause(&[-here, so_far]);
        if let Some(before) = before.replace(so_far) {
            runs.solver.add_clause(&[-before, -here]);
            runs.solver.add_clause(&[-before, so_far]);
        }
    }
    returns
}

/// A run whose states get literals for the parts of a formula.
struct Along<'a, 'r, 't> {
    runs: &'r mut Unrolling<'t>,
    n_states: usize,
    /// What the last state returns to; nothing follows it if this is empty.
    returns: &'a [i32],
}

/// A literal that implies that the formula is true of a run of so many states
/// that returns as one of the literals says, or ends. The parts of a formula
/// in normal form need only imply what they say.
fn truth(runs: &mut Unrolling, formula: &Linear, n_states: usize, returns: &[i32]) -> i32 {
    let mut along = Along {
        runs,
        n_states,
        returns,
    };
    let mut parts: Vec<Vec<i32>> = Vec::with_capacity(formula.nodes().len());
    for node in formula.nodes() {
        let literals = along.node(*node, &parts);
        parts.push(literals);
    }
    let start = parts[formula.root() as usize][0];
    let whole = along.fresh();
    along.add(&[-whole, start]);
    if !returns.is_empty() {
        let mut some = returns.to_vec();
        some.push(-whole);
        along.add(&some);
    }
    whole
}

impl Along<'_, '_, '_> {
    fn fresh(&mut self) -> i32 {
        self.runs.fresh()
    }

    fn add(&mut self, clause: &[i32]) {
        self.runs.solver.add_clause(clause);
    }

    fn row(&mut self) -> Vec<i32> {
        (0..self.n_states).map(|_| self.fresh()).collect()
    }

    /// Adds that after state `i` a part is true, unless some literal is.
    fn then(&mut self, unless: &[i32], i: usize, part: &[i32]) {
        let mut clause = unless.to_vec();
        if i + 1 < self.n_states {
            clause.push(part[i + 1]);
            return self.add(&clause);
        }
        if self.returns.is_empty() {
            return self.add(&clause);
        }
        for (to, &returns) in self.returns.iter().enumerate() {
            clause.truncate(unless.len());
            clause.extend([-returns, part[to]]);
            self.runs.solver.add_clause(&clause);
        }
    }

    /// The literals of a part, given those of the parts before it.
    fn node(&mut self, node: LinearNode, parts: &[Vec<i32>]) -> Vec<i32> {
        let of = |p: u32| &parts[p as usize][..];
        let states = 0..self.n_states;
        match node {
            LinearNode::Const(value) => states.map(|_| if value { 1 } else { -1 }).collect(),
            LinearNode::Atom(atom, wanted) => {
                let literals = states.map(|i| self.runs.atom(i, atom.index()));
                literals.map(|l| if wanted { l } else { -l }).collect()
            }
            LinearNode::And(p, q) => {
                let own = self.row();
                for i in states {
                    self.add(&[-own[i], of(p)[i]]);
                    self.add(&[-own[i], of(q)[i]]);
                }
                own
            }
            LinearNode::Or(p, q) => {
                let own = self.row();
                for i in states {
                    self.add(&[-own[i], of(p)[i], of(q)[i]]);
                }
                own
            }
            LinearNode::Next(p) => {
                let own = self.row();
                for i in states {
                    self.then(&[-own[i]], i, of(p));
                }
                own
            }
            LinearNode::Until(p, q) => {
                let own = self.row();
                // The same on the second round, which ends at the last state.
                let again = self.row();
                for i in states {
                    let last = i + 1 == self.n_states;
                    self.add(&[-own[i], of(q)[i], of(p)[i]]);
                    self.then(&[-own[i], of(q)[i]], i, if last { &again } else { &own });
                    self.add(&[-again[i], of(q)[i], of(p)[i]]);
                    match last {
                        true => self.add(&[-again[i], of(q)[i]]),
                        false => self.add(&[-again[i], of(q)[i], again[i + 1]]),
                    }
                }
                own
            }
            LinearNode::Release(p, q) => {
                let own = self.row();
                for i in states {
                    self.add(&[-own[i], of(q)[i]]);
                    self.then(&[-own[i], of(p)[i]], i, &own);
                }
                own
            }
        }
    }
}
