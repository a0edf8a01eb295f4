//! CaDiCaL, safe to use: clauses in, an assignment or the assumptions that
//! contradict them out, within a budget.
//!
//! The budget is asked from inside the solver, many times a millisecond, so
//! that a search can be stopped wherever it is.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::ptr::NonNull;
use std::rc::Rc;

use cadical_sys::{CaDiCal, ProofTracer, Status, Terminator};
use playproof_certify::{Budget, Progress, Stop};

/// What a clause costs beyond its literals, roughly: its header, two watches
/// and its share of the solver's tables.
const BYTES_A_CLAUSE: u64 = 64;

/// What a variable costs, roughly.
const BYTES_A_VARIABLE: u64 = 120;

/// A SAT solver that keeps what it learned from one question to the next.
pub struct Solver {
    cadical: CaDiCal,
    watch: Rc<Watch>,
    n_literals: u64,
}

/// What the solver reads while it works.
#[derive(Default)]
struct Watch {
    budget: Cell<Option<NonNull<dyn Budget>>>,
    progress: Cell<Progress>,
    /// Memory that whoever traces the solver uses.
    traced: Rc<Cell<u64>>,
    stop: Cell<Option<Stop>>,
}

/// The end of the watch that the solver owns.
struct Asking(Rc<Watch>);

impl Terminator for Asking {
    #[allow(unsafe_code)]
    fn terminated(&mut self) -> bool {
        let Some(mut budget) = self.0.budget.get() else {
            return false;
        };
        // SAFETY: `solve` puts the budget there for as long as it holds
        // the only reference to it, and takes it away before it returns. The
        // solver asks from within that call, on the same thread.
        let budget = unsafe { budget.as_mut() };
        let mut progress = self.0.progress.get();
        progress.bytes += self.0.traced.get();
        match budget.spend(&progress) {
            ControlFlow::Continue(()) => false,
            ControlFlow::Break(stop) => {
                self.0.stop.set(Some(stop));
                true
            }
        }
    }
}

/// Takes the budget away however the call ends.
struct Lent<'a>(&'a Watch);

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        self.0.budget.set(None);
    }
}

impl Default for Solver {
    fn default() -> Self {
        Solver::with_options(&[])
    }
}

impl Solver {
    /// One with other than the usual options, by CaDiCaL's names for them.
    pub fn with_options(options: &[(&str, i32)]) -> Solver {
        Solver::watched(options, Watch::default())
    }

    fn watched(options: &[(&str, i32)], watch: Watch) -> Solver {
        let mut cadical = CaDiCal::new();
        // Extension variables would make proofs of another kind, and names
        // that clash with ours.
        cadical.set("factor", 0);
        for (name, value) in options {
            let known = cadical.set(name, *value);
            debug_assert!(known, "{name} is no option");
        }
        let watch = Rc::new(watch);
        cadical.connect_terminator(Asking(Rc::clone(&watch)));
        Solver {
            cadical,
            watch,
            n_literals: 0,
        }
    }

    /// One for runs of growing length. Few propositions of a game are true at a
    /// time, and most such questions have no answer: on the boards with boxes and the
    /// mazes that were measured, these options were faster.
    pub fn for_runs() -> Solver {
        Solver::with_options(&[("phase", 0), ("lucky", 0), ("stabilizeonly", 1)])
    }

    /// One for very many questions that are each answered at once: what pays off
    /// only in the long run is left out.
    pub fn for_small_questions() -> Solver {
        Solver::with_options(&[("phase", 0), ("lucky", 0), ("inprocessing", 0)])
    }

    /// One that tells all that it derives, and from what. What the tracer says
    /// of its memory counts as the solver's.
    pub(crate) fn traced(tracer: impl ProofTracer + 'static, bytes: &Rc<Cell<u64>>) -> Solver {
        let watch = Watch {
            traced: Rc::clone(bytes),
            ..Watch::default()
        };
        let mut solver = Solver::watched(&[], watch);
        solver.cadical.connect_proof_tracer1(tracer, true, false);
        solver
    }

    /// Demands that one of these literals be true. None of them is 0.
    pub fn add_clause(&mut self, clause: &[i32]) {
        for &literal in clause {
            self.cadical.add(literal);
        }
        self.cadical.add(0);
        self.n_literals += clause.len() as u64;
    }

    /// Whether all clauses can be true together with these literals.
    pub fn satisfiable(
        &mut self,
        assumptions: &[i32],
        budget: &mut dyn Budget,
    ) -> Result<bool, Stop> {
        self.solve(assumptions, None, budget)
    }

    /// The same, with a clause that counts only this once. It must not be empty.
    pub fn satisfiable_with(
        &mut self,
        assumptions: &[i32],
        clause: &[i32],
        budget: &mut dyn Budget,
    ) -> Result<bool, Stop> {
        self.solve(assumptions, Some(clause), budget)
    }

    fn solve(
        &mut self,
        assumptions: &[i32],
        once: Option<&[i32]>,
        budget: &mut dyn Budget,
    ) -> Result<bool, Stop> {
        let mut progress = self.watch.progress.get();
        progress.bytes = self.bytes();
        self.watch.progress.set(progress);
        // Small questions may be answered before the solver ever asks.
        if let ControlFlow::Break(stop) = budget.spend(&progress) {
            return Err(stop);
        }
        for &literal in assumptions {
            self.cadical.assume(literal);
        }
        if let Some(clause) = once {
            for &literal in clause {
                self.cadical.constrain(literal);
            }
            self.cadical.constrain(0);
        }
        self.watch.stop.set(None);
        self.watch.budget.set(Some(without_lifetime(budget)));
        let lent = Lent(&self.watch);
        let status = self.cadical.solve();
        drop(lent);
        match status {
            Status::SATISFIABLE => Ok(true),
            Status::UNSATISFIABLE => Ok(false),
            Status::UNKNOWN => Err(self.watch.stop.get().unwrap_or(Stop::Incomplete)),
        }
    }

    /// Whether a literal is true in the assignment that was found. Only right
    /// after `satisfiable` found one.
    pub fn value(&mut self, literal: i32) -> bool {
        self.cadical.val(literal) > 0
    }

    /// Whether an assumption was needed for the contradiction. Only right
    /// after `satisfiable` found one.
    pub fn failed(&mut self, assumption: i32) -> bool {
        self.cadical.failed(assumption)
    }

    /// Tells the budget how long the runs are that are looked at now, and how
    /// many states were.
    pub fn tell(&mut self, depth: u32, states: u64) {
        let mut progress = self.watch.progress.get();
        progress.depth = depth;
        progress.states = states;
        self.watch.progress.set(progress);
    }

    /// The value that a literal should be tried with first.
    pub fn prefer(&mut self, literal: i32) {
        self.cadical.phase(literal);
    }

    /// About how much memory the clauses take. The solver does not say.
    pub fn bytes(&mut self) -> u64 {
        let learned = self.cadical.redundant().max(0) as u64;
        let n_clauses = learned + self.cadical.irredundant().max(0) as u64;
        let variables = self.cadical.vars().max(0) as u64;
        n_clauses * BYTES_A_CLAUSE + 4 * self.n_literals + variables * BYTES_A_VARIABLE
    }
}

/// The same budget, to be kept where no lifetime can be written.
#[allow(unsafe_code)]
fn without_lifetime(budget: &mut dyn Budget) -> NonNull<dyn Budget> {
    let budget: NonNull<dyn Budget + '_> = NonNull::from(budget);
    // SAFETY: only the lifetime is forgotten. Whoever follows the pointer says
    // why the budget is still there.
    unsafe { std::mem::transmute::<NonNull<dyn Budget + '_>, NonNull<dyn Budget>>(budget) }
}
