//! Frames: for each number of steps, cubes that no run of so many steps or
//! fewer gets into.
//!
//! A cube is kept in the last frame that excludes it, and counts in all frames
//! before. Frame 0 is the initial states.

use playproof_certify::{Budget, Stop};

use super::cube::{Cube, Initial};
use super::lifting::Places;
use crate::solver::Solver;
use crate::transition::Transition;

pub(super) struct Frames<'a> {
    transition: &'a Transition,
    places: Places,
    /// Steps out of a frame.
    solver: Solver,
    /// States of a frame, whether there is a step out of them or not: play
    /// may be over where the target is reached.
    states: Solver,
    pub initial: Initial,
    /// The cubes that each frame is the last to exclude.
    cubes: Vec<Vec<Cube>>,
    /// The literal that switches a frame's own clauses on.
    switches: Vec<i32>,
    last_var: i32,
}

/// What came of the question whether a cube can be entered.
pub(super) enum Entered {
    /// From this state, by this command.
    From { state: Vec<i32>, command: usize },
    /// It cannot, nor can this larger cube.
    Never(Cube),
}

impl<'a> Frames<'a> {
    pub fn new(transition: &'a Transition, initial: Initial) -> Self {
        let mut solver = Solver::for_small_questions();
        let places = Places::new(transition);
        let mut states = Solver::for_small_questions();
        for solver in [&mut solver, &mut states] {
            solver.add_clause(&[1]);
            transition.state_clauses(places.here, &mut |clause| solver.add_clause(clause));
        }
        let mut add = |clause: &[i32]| solver.add_clause(clause);
        transition.state_clauses(places.next, &mut add);
        transition.step_clauses(places.here, places.next, &mut add);
        let mut frames = Frames {
            last_var: 1 + 2 * transition.n_block() as i32,
            transition,
            places,
            solver,
            states,
            initial,
            cubes: Vec::new(),
            switches: Vec::new(),
        };
        frames.add_initial();
        frames
    }

    fn add_initial(&mut self) {
        self.add_frame();
        let n_states = self.initial.states().len();
        let chosen: Vec<i32> = (0..n_states).map(|_| self.fresh()).collect();
        let mut some = vec![-self.switches[0]];
        some.extend(&chosen);
        self.add_clause(&some);
        for (&chosen, bits) in chosen.iter().zip(self.initial.states().to_vec()) {
            for (bit, n) in bits.into_iter().zip(1..) {
                let literal = self.places.here(self.transition, if bit { n } else { -n });
                self.add_clause(&[-chosen, literal]);
            }
        }
    }

    fn fresh(&mut self) -> i32 {
        self.last_var += 1;
        self.last_var
    }

    pub fn add_frame(&mut self) {
        let switch = self.fresh();
        self.switches.push(switch);
        self.cubes.push(Vec::new());
    }

    /// The number of the last frame.
    pub fn last(&self) -> usize {
        self.cubes.len() - 1
    }

    /// The cubes that a frame is the last to exclude.
    pub fn own(&self, frame: usize) -> &[Cube] {
        &self.cubes[frame]
    }

    /// Excludes a cube from a frame and all before.
    pub fn exclude(&mut self, cube: Cube, frame: usize) {
        for earlier in 1..=frame {
            self.cubes[earlier].retain(|other| !cube.contains(other));
        }
        let mut clause = vec![-self.switches[frame]];
        let literals = cube.literals().iter();
        clause.extend(literals.map(|&l| -self.places.here(self.transition, l)));
        self.add_clause(&clause);
        self.cubes[frame].push(cube);
    }

    fn add_clause(&mut self, clause: &[i32]) {
        self.solver.add_clause(clause);
        self.states.add_clause(clause);
    }

    /// Whether a cube is excluded already.
    pub fn excludes(&self, cube: &Cube, frame: usize) -> bool {
        let later = self.cubes[frame..].iter().flatten();
        later.into_iter().any(|excluded| excluded.contains(cube))
    }

    /// A state of the last frame with the target.
    pub fn target(&mut self, budget: &mut dyn Budget) -> Result<Option<Vec<i32>>, Stop> {
        let target = self.transition.atoms[0];
        let mut assumptions = self.inside(self.last());
        assumptions.push(self.transition.place(target, self.places.here, 0));
        self.solver.tell(self.last() as u32, 0);
        self.states.tell(self.last() as u32, 0);
        match self.states.satisfiable(&assumptions, budget)? {
            true => Ok(Some(found(self.transition, &self.places, &mut self.states))),
            false => Ok(None),
        }
    }

    /// Whether a step from the frame before leads into a cube, from outside
    /// it. No initial state is in the cube.
    pub fn entered(
        &mut self,
        cube: &Cube,
        frame: usize,
        budget: &mut dyn Budget,
    ) -> Result<Entered, Stop> {
        let mut assumptions = self.inside(frame - 1);
        let next = |l: i32| self.places.next(self.transition, l);
        assumptions.extend(cube.literals().iter().map(|&l| next(l)));
        let outside = cube.literals().iter();
        let outside = outside.map(|&l| -self.places.here(self.transition, l));
        let outside: Vec<i32> = outside.collect();
        let entered = self
            .solver
            .satisfiable_with(&assumptions, &outside, budget)?;
        if entered {
            let commands = self.transition.commands.iter();
            let taken: Vec<i32> = commands
                .map(|c| self.transition.place(c.taken, self.places.here, 0))
                .collect();
            let command = taken.iter().position(|&taken| self.solver.value(taken));
            let state = found(self.transition, &self.places, &mut self.solver);
            return Ok(Entered::From {
                state,
                // Exactly one is taken.
                command: command.unwrap_or(0),
            });
        }
        let needed = cube.literals().iter().copied();
        let needed = needed.filter(|&l| {
            let assumption = self.places.next(self.transition, l);
            self.solver.failed(assumption)
        });
        let needed = needed.collect();
        Ok(Entered::Never(self.initial.kept_out(cube, needed)))
    }

    /// The switches of a frame: its own clauses and those of later ones.
    fn inside(&self, frame: usize) -> Vec<i32> {
        match frame {
            0 => vec![self.switches[0]],
            _ => self.switches[frame..].to_vec(),
        }
    }
}

/// The state that a solver found, as literals.
fn found(transition: &Transition, places: &Places, solver: &mut Solver) -> Vec<i32> {
    let n_bits = transition.encoding.n_bits() as i32;
    let literals = (1..=n_bits).map(|n| {
        let is_set = solver.value(places.here(transition, n));
        if is_set { n } else { -n }
    });
    literals.collect()
}
