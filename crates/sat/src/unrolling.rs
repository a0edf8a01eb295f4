//! Runs of the Rules in a solver: one state after the other, each a step from
//! the one before.

use playproof_certify::{Budget, Stop};
use playproof_model::{Machine, Val};

use crate::solver::Solver;
use crate::transition::Transition;

/// A run under construction.
pub(crate) struct Unrolling<'a> {
    pub transition: &'a Transition,
    pub solver: Solver,
    /// After which variable those of each state and its step come.
    places: Vec<i32>,
    last_var: i32,
}

impl<'a> Unrolling<'a> {
    /// A run of one state, any one.
    pub fn new(transition: &'a Transition, solver: Solver) -> Self {
        let mut unrolling = Unrolling {
            transition,
            solver,
            places: Vec::new(),
            last_var: 1,
        };
        // Variable 1 is true, as in the clauses of a step.
        unrolling.solver.add_clause(&[1]);
        unrolling.add_state();
        unrolling
    }

    /// The first state is an initial one.
    pub fn start(&mut self, rules: &Machine) {
        let encoding = &self.transition.encoding;
        let starts: Vec<Vec<i32>> = rules
            .initial
            .iter()
            .map(|values| {
                let bits = encoding.encode(values).into_iter().enumerate();
                bits.map(|(i, bit)| {
                    if bit {
                        self.digit(0, i)
                    } else {
                        -self.digit(0, i)
                    }
                })
                .collect()
            })
            .collect();
        if let [only] = &starts[..] {
            for &literal in only {
                self.solver.add_clause(&[literal]);
            }
            return;
        }
        let chosen: Vec<i32> = starts.iter().map(|_| self.fresh()).collect();
        self.solver.add_clause(&chosen);
        for (&chosen, start) in chosen.iter().zip(&starts) {
            for &literal in start {
                self.solver.add_clause(&[-chosen, literal]);
            }
        }
    }

    /// How many states there are.
    pub fn n_states(&self) -> usize {
        self.places.len()
    }

    /// One step more.
    pub fn extend(&mut self) {
        let here = self.places[self.n_states() - 1];
        let next = self.add_state();
        let solver = &mut self.solver;
        self.transition
            .step_clauses(here, next, &mut |clause| solver.add_clause(clause));
    }

    /// Some state more; says after which variable its own come.
    fn add_state(&mut self) -> i32 {
        let here = self.last_var;
        self.places.push(here);
        self.last_var += self.transition.n_block() as i32;
        let solver = &mut self.solver;
        self.transition
            .state_clauses(here, &mut |clause| solver.add_clause(clause));
        here
    }

    fn literal(&self, k: usize, literal: i32) -> i32 {
        self.transition.place(literal, self.places[k], 0)
    }

    /// The literal of a proposition in state `k`.
    pub fn atom(&self, k: usize, atom: usize) -> i32 {
        self.literal(k, self.transition.atoms[atom])
    }

    /// The variable of a digit in state `k`.
    pub fn digit(&self, k: usize, bit: usize) -> i32 {
        self.literal(k, self.transition.digit(bit))
    }

    /// A variable of no state.
    pub fn fresh(&mut self) -> i32 {
        self.last_var += 1;
        self.last_var
    }

    /// Whether there is such a run with these literals true.
    pub fn satisfiable(
        &mut self,
        assumptions: &[i32],
        budget: &mut dyn Budget,
    ) -> Result<bool, Stop> {
        let depth = self.n_states() as u32 - 1;
        self.solver.tell(depth, 0);
        self.solver.satisfiable(assumptions, budget)
    }

    /// The states of the run that was found.
    pub fn states(&mut self) -> Vec<Vec<Val>> {
        (0..self.n_states()).map(|k| self.state(k)).collect()
    }

    /// State `k` of the run that was found.
    pub fn state(&mut self, k: usize) -> Vec<Val> {
        let encoding = &self.transition.encoding;
        let n_flat = encoding.n_flat();
        let mut state = Vec::with_capacity(n_flat);
        for flat in 0..n_flat {
            let digits = encoding.bits(flat).map(|bit| self.digit(k, bit));
            let digits: Vec<i32> = digits.collect();
            let bits: Vec<bool> = digits.iter().map(|&d| self.solver.value(d)).collect();
            let above = bits.iter().rev().fold(0i64, |n, &b| n << 1 | i64::from(b));
            state.push((i64::from(encoding.domain(flat).0) + above) as Val);
        }
        state
    }
}
