//! Lifting: from one state that leads somewhere by a command to a cube of
//! states all of which do.
//!
//! Supposing that the state does not lead there is a contradiction; the bits
//! that it rests on are the cube. Guards are part of the supposition and not
//! of the step: a state in which the command is not enabled leads nowhere, and
//! must not slip into the cube because there is no step to contradict.

use playproof_certify::{Budget, Stop};

use super::cube::Cube;
use crate::solver::Solver;
use crate::transition::Transition;

/// The place of a state's variables, and of the next state's.
pub(super) struct Places {
    pub here: i32,
    pub next: i32,
}

impl Places {
    /// Variable 1 is true; one step and one state after it.
    pub fn new(transition: &Transition) -> Places {
        Places {
            here: 1,
            next: 1 + transition.n_block() as i32,
        }
    }

    /// A literal over the bits of the state.
    pub fn here(&self, transition: &Transition, literal: i32) -> i32 {
        let digit = transition.digit(literal.unsigned_abs() as usize - 1);
        literal.signum() * transition.place(digit, self.here, self.next)
    }

    /// The same of the next state.
    pub fn next(&self, transition: &Transition, literal: i32) -> i32 {
        let digit = transition.digit(literal.unsigned_abs() as usize - 1);
        literal.signum() * transition.place(digit, self.next, 0)
    }
}

pub(super) struct Lifting<'a> {
    transition: &'a Transition,
    places: Places,
    solver: Solver,
}

impl<'a> Lifting<'a> {
    pub fn new(transition: &'a Transition) -> Self {
        let mut solver = Solver::for_small_questions();
        let places = Places::new(transition);
        solver.add_clause(&[1]);
        let mut add = |clause: &[i32]| solver.add_clause(clause);
        transition.state_clauses(places.here, &mut add);
        transition.state_clauses(places.next, &mut add);
        // Without commands there is no step, and what is said of one contradicts
        // itself whatever the state is.
        if !transition.commands.is_empty() {
            transition.write_clauses(places.here, places.next, &mut add);
        }
        Lifting {
            transition,
            places,
            solver,
        }
    }

    /// States from which the command leads into a cube, this one among them.
    pub fn predecessors(
        &mut self,
        state: &[i32],
        command: usize,
        into: &Cube,
        budget: &mut dyn Budget,
    ) -> Result<Cube, Stop> {
        let chosen = self.transition.commands[command];
        let place = |literal| {
            self.transition
                .place(literal, self.places.here, self.places.next)
        };
        let mut not_so = vec![-place(chosen.guard)];
        let missed = into.literals().iter();
        not_so.extend(missed.map(|&l| -self.places.next(self.transition, l)));
        self.needed(state, Some(place(chosen.taken)), &not_so, budget)
    }

    /// States with the target, this one among them.
    pub fn targets(&mut self, state: &[i32], budget: &mut dyn Budget) -> Result<Cube, Stop> {
        let target = self.transition.atoms[0];
        let target = self.transition.place(target, self.places.here, 0);
        self.needed(state, None, &[-target], budget)
    }

    /// The bits of the state that contradict a clause.
    fn needed(
        &mut self,
        state: &[i32],
        taken: Option<i32>,
        clause: &[i32],
        budget: &mut dyn Budget,
    ) -> Result<Cube, Stop> {
        let mut assumptions: Vec<i32> = taken.into_iter().collect();
        assumptions.extend(state.iter().map(|&l| self.places.here(self.transition, l)));
        if self.solver.satisfiable_with(&assumptions, clause, budget)? {
            // Cannot be; but then the state alone is right as well.
            return Ok(Cube::new(state.to_vec()));
        }
        let needed = state.iter().copied();
        let needed = needed.filter(|&l| {
            let assumption = self.places.here(self.transition, l);
            self.solver.failed(assumption)
        });
        Ok(Cube::new(needed.collect()))
    }
}
