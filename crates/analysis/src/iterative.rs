//! Solving part by part: each iteration looks for a run that leaves fewer
//! parts of the goal open than there were when it began, and the next one goes
//! on from there. Where boxes are pushed the open parts are those off goals.
//!
//! What an iteration decides is not taken back unless it led into a dead end:
//! then what the goal reads of that state is forbidden, and the iteration
//! before is done again. Two states that the goal cannot tell apart are
//! forbidden together, so that ways can be lost; therefore the end of such a
//! search is *unknown* and never *unsolvable*. The joined run is checked like
//! that of any engine.

use std::ops::ControlFlow;

use playproof::{Error, Playproof, Prepared, Proof};
use playproof_certify::{
    self as certify, Budget, Evidence, Outcome, Progress, Reason, Stop, Trace,
};
use playproof_model::{Answer, Model, Property, Step, Subject, Unsupported, Val, steps};

use crate::goal_parts::{CLOSER, GoalParts};

/// So many dead ends are left again; then it is *unknown*.
const MAX_DEAD_ENDS: usize = 1000;

/// An iteration whose run is part of the joined run.
#[derive(Clone, PartialEq, Debug)]
pub struct Iteration {
    /// The open parts of the goal at its beginning.
    pub before: usize,
    /// The open parts of the goal at its end.
    pub left: usize,
    /// The moves of its run.
    pub moves: u64,
    /// Those of them that change what the goal reads, in games that call them
    /// pushes.
    pub pushes: Option<u64>,
    /// The states seen in its search.
    pub states: u64,
    /// The seconds that its search took, by the caller's clock.
    pub seconds: f64,
}

/// What came of solving part by part.
#[derive(Clone, Debug)]
pub struct Iterative {
    /// The answer: solved by a checked run, or unknown.
    pub proof: Proof,
    /// The iterations, as far as they came.
    pub iterations: Vec<Iteration>,
    /// How often a dead end was left again.
    pub dead_ends: u64,
    /// What one part is called, and several.
    pub parts: [&'static str; 2],
}

/// Solving a prepared level part by part.
pub trait SolvingByParts {
    /// Solves the level part by part, each by this engine or by the favourite.
    /// The clock says how many seconds have gone by since some moment;
    /// libraries read none.
    fn solve_iteratively(
        &self,
        engine: Option<&str>,
        clock: &mut dyn FnMut() -> f64,
        budget: &mut dyn Budget,
    ) -> Result<Iterative, Error>;

    /// The parts of the goal that are open in a state, such as the boxes off
    /// goals. `None` where the game's goal has no parts to look at.
    fn open_parts(&self, state: &[Val]) -> Option<usize>;
}

impl SolvingByParts for Prepared<'_> {
    fn solve_iteratively(
        &self,
        engine: Option<&str>,
        clock: &mut dyn FnMut() -> f64,
        budget: &mut dyn Budget,
    ) -> Result<Iterative, Error> {
        let Some(rules) = self.rules() else {
            return Err(refusal("it reads the parts of the goal from rules"));
        };
        let Some(goal) = GoalParts::of(rules) else {
            return Err(refusal("the game has no goal"));
        };
        let play = self.play()?;
        let asked = Playproof::property(&format!("reach {CLOSER}"))?;
        let mut way = Way {
            goal,
            play: &play,
            stages: Vec::new(),
            dead: Vec::new(),
            at: rules.initial[0].clone(),
            has_pushes: rules.observers.iter().any(|o| o.name == "pushes"),
        };
        let mut spent = Spent { before: 0, budget };
        let mut used = None;
        let end = loop {
            let open = way.goal.n_open(&way.at);
            if open == 0 {
                break None;
            }
            let began = clock();
            let subject = Model::Rules(Box::new(way.goal.closer(rules, &way.at, &way.dead)));
            let subject = subject.elaborate(&asked);
            let subject = subject.map_err(|e| Error::from_elaborate(asked.to_string(), e))?;
            let task = self.task(&subject, &asked);
            let searcher = self.engine_for(&task, engine)?;
            used = Some(searcher);
            let outcome = searcher.check(&task, &mut spent);
            spent.before += outcome.states;
            let stage = match outcome.finding {
                certify::Finding::Holds(Evidence::Trace(trace)) => Some(trace.steps),
                // Further than the engine looks: the way back may be shorter.
                certify::Finding::Unknown(Reason::Stopped(Stop::Bound)) => None,
                certify::Finding::Unknown(reason) => break Some(reason),
                _ => None,
            };
            let went_on = match stage {
                Some(steps) => way.go_on(steps, outcome.states, clock() - began, open),
                None => way.go_back(),
            };
            if let ControlFlow::Break(reason) = went_on {
                break Some(reason);
            }
        };
        let used = match used {
            Some(used) => used,
            None => self.engine_for(&self.task(&play, &Property::Solvable), engine)?,
        };
        let outcome = match end {
            None => {
                let steps = way.stages.iter().flat_map(|s| s.steps.clone()).collect();
                let run = Evidence::Trace(Trace { initial: 0, steps });
                Outcome::decided(Answer::Holds, run, spent.before)
            }
            Some(reason) => Outcome::unknown(reason, spent.before),
        };
        let solvable = &Property::Solvable;
        let proof = self.checked(&play, solvable, used.name(), outcome, spent.budget);
        Ok(Iterative {
            proof,
            iterations: way.stages.into_iter().map(|s| s.iteration).collect(),
            dead_ends: way.dead.len() as u64,
            parts: self.game().parts(),
        })
    }

    fn open_parts(&self, state: &[Val]) -> Option<usize> {
        Some(GoalParts::of(self.rules()?)?.n_open(state))
    }
}

fn refusal(why: &str) -> Error {
    Error::Unsupported {
        engine: "iterative".to_owned(),
        why: Unsupported(why.to_owned()),
        able: Vec::new(),
    }
}

/// The way so far.
struct Way<'a> {
    goal: GoalParts,
    play: &'a Subject,
    stages: Vec<Stage>,
    /// What the goal reads of states that turned out to be dead ends.
    dead: Vec<Vec<Val>>,
    /// Where the way has come to.
    at: Vec<Val>,
    /// Whether the game counts pushes.
    has_pushes: bool,
}

struct Stage {
    from: Vec<Val>,
    steps: Vec<Step>,
    iteration: Iteration,
}

impl Way<'_> {
    /// Goes along the steps that an iteration found, or says why that is not
    /// possible.
    fn go_on(
        &mut self,
        taken: Vec<Step>,
        states: u64,
        seconds: f64,
        before: usize,
    ) -> ControlFlow<Reason> {
        let mut at = self.at.clone();
        let mut pushes = 0;
        for step in &taken {
            let mut next = None;
            steps(self.play, &at, &mut |possible, state| {
                if possible == *step {
                    next = Some(state.to_vec());
                }
            });
            let Some(next) = next else {
                return wrong("an iteration took a step that is not possible");
            };
            pushes += u64::from(self.goal.read(&at) != self.goal.read(&next));
            at = next;
        }
        let iteration = Iteration {
            before,
            left: self.goal.n_open(&at),
            moves: taken.len() as u64,
            pushes: self.has_pushes.then_some(pushes),
            states,
            seconds,
        };
        // It must come to an end, whatever an engine says.
        if iteration.left >= before {
            return wrong("an iteration brought nothing");
        }
        self.stages.push(Stage {
            from: std::mem::replace(&mut self.at, at),
            steps: taken,
            iteration,
        });
        ControlFlow::Continue(())
    }

    /// Leaves a dead end, or says that there is nowhere to go back to.
    fn go_back(&mut self) -> ControlFlow<Reason> {
        self.dead.push(self.goal.read(&self.at));
        match self.stages.pop() {
            Some(stage) if self.dead.len() <= MAX_DEAD_ENDS => {
                self.at = stage.from;
                ControlFlow::Continue(())
            }
            _ => ControlFlow::Break(Reason::Stopped(Stop::Incomplete)),
        }
    }
}

/// An engine found what is none of the game's runs.
fn wrong(why: &str) -> ControlFlow<Reason> {
    ControlFlow::Break(Reason::Unsupported(Unsupported(why.to_owned())))
}

/// A budget for searches one after another.
struct Spent<'a> {
    /// States of those that ended.
    before: u64,
    budget: &'a mut dyn Budget,
}

impl Budget for Spent<'_> {
    fn spend(&mut self, progress: &Progress) -> ControlFlow<Stop> {
        self.budget.spend(&Progress {
            states: self.before + progress.states,
            ..*progress
        })
    }
}
