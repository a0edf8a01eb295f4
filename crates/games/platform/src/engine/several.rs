//! Several runs of a level with exact physics: one after the other, each apart from those
//! before. That there are no more is not shown, unless there is none at all: the states
//! are far too many.

use playproof_certify::{
    Ability, Budget, Engine, Evidence, Outcome, QuestionKind, Reason, Stop, Task, Trace,
};
use playproof_model::{
    Answer, NativeFactory, PathCount, PathsQuestion, Question, Unsupported, Val,
};
use rustc_hash::FxHashSet;

use super::{
    Aim, Grain, Input, Moment, Swept, Target, closed_set, decide, trace, undecided, walk_from,
};
use crate::native::{Body, World};

/// Finds several winning runs.
#[derive(Clone, Copy, Debug, Default)]
pub struct SeveralRunsEngine;

/// What counts as the same, and how many states one more run may cost.
const GRAIN: Grain = Grain {
    x: 4,
    vx: 4,
    ticks: 2,
};
const MOST_STATES: usize = 1_000_000;

/// More runs are not looked for.
const MOST_RUNS: u32 = 1000;

/// With so few places and speeds, going through all states may be possible.
const FEW: Val = 20_000;

impl Engine for SeveralRunsEngine {
    fn name(&self) -> &'static str {
        "several-runs"
    }

    fn summary(&self) -> &'static str {
        "for exact physics: looks for several winning runs, each apart from the others"
    }

    fn abilities(&self) -> &'static [Ability] {
        &[Ability {
            question: QuestionKind::Paths,
            yes: &["runs"],
            no: &["closed-set", "runs"],
        }]
    }

    fn supports(&self, task: &Task) -> Result<(), Unsupported> {
        asked(task).map(|_| ())
    }

    /// Of small levels all states may be gone through, which shows more.
    fn gives_way(&self, task: &Task) -> bool {
        let is_small = |world: &World| {
            let speeds = world.profile().fastest * 2 + 1;
            !world.has_clock() && (world.bounds().right + 1).saturating_mul(speeds) <= FEW
        };
        asked(task).is_ok_and(|(world, _)| is_small(world))
    }

    /// States one by one are far too many for everybody else.
    fn has_rivals(&self, _task: &Task) -> bool {
        false
    }

    fn check(&self, task: &Task, budget: &mut dyn Budget) -> Outcome {
        let (world, question) = match asked(task) {
            Ok(found) => found,
            Err(why) => return Outcome::unsupported(why),
        };
        let (n, answer) = match question.count {
            PathCount::Alternatives(n) | PathCount::Routes(n) => (n, Answer::Holds),
            PathCount::Unique => (2, Answer::Violated),
        };
        let subject = task.subject;
        let holds = subject.machine().atoms[question.target.index()].holds;
        let mut target = Target::new(subject, holds, world);
        let mut search = Search {
            world,
            is_apart: matches!(question.count, PathCount::Routes(_)),
            taken: FxHashSet::default(),
            runs: Vec::new(),
            n_states: 0,
        };
        if n > 0 {
            match decide(world, &mut target, budget) {
                Ok(Swept::Run(inputs)) => search.keep(&inputs),
                Ok(Swept::Closed(places)) => {
                    let set = closed_set(subject, world, &places);
                    let n_places = places.len() as u64;
                    return Outcome::decided(Answer::Violated, Evidence::ClosedSet(set), n_places);
                }
                Ok(Swept::Meets) => {
                    return Outcome::unknown(undecided(world), 0);
                }
                Err(stop) => return Outcome::unknown(Reason::Stopped(stop), 0),
            }
        }
        match search.more(n.min(MOST_RUNS), &mut target, budget) {
            Ok(()) if search.runs.len() >= n as usize => {
                Outcome::decided(answer, Evidence::Runs(search.runs), search.n_states)
            }
            Ok(()) => Outcome {
                lower_bound: Some(search.runs.len() as u32),
                ..Outcome::unknown(Reason::Unsupported(search.why_no_more()), search.n_states)
            },
            Err(stop) => Outcome {
                lower_bound: Some(search.runs.len() as u32),
                ..Outcome::unknown(Reason::Stopped(stop), search.n_states)
            },
        }
    }
}

/// The level and the question, if it is one about the number of runs.
fn asked<'t>(task: &Task<'t>) -> Result<(&'t World, PathsQuestion), Unsupported> {
    let own = |native: &'t dyn NativeFactory| native.as_any()?.downcast_ref::<World>();
    let world = task.natives.iter().find_map(|native| own(&**native));
    let world =
        world.ok_or_else(|| Unsupported("this is for levels with exact physics".to_owned()))?;
    match task.subject.question() {
        Question::Paths(question) => Ok((world, *question)),
        _ => Err(Unsupported("it counts winning runs".to_owned())),
    }
}

struct Search<'w> {
    world: &'w World,
    /// Whether runs must share no state, not only be different.
    is_apart: bool,
    /// Where the next run must not come: where others end, or where they were at all.
    taken: FxHashSet<Body>,
    runs: Vec<Trace>,
    n_states: u64,
}

impl Search<'_> {
    fn keep(&mut self, inputs: &[Input]) {
        let moments = Moment::first(self.world).run(self.world, inputs);
        let from = match self.is_apart {
            true => 1,
            false => moments.len() - 1,
        };
        let bodies = moments.iter().skip(from).map(|moment| moment.body);
        self.taken.extend(bodies);
        self.runs.push(trace(self.world, inputs));
    }

    /// Looks for more runs, up to so many in all.
    fn more(&mut self, n: u32, win: &mut Target, budget: &mut dyn Budget) -> Result<(), Stop> {
        let first = Moment::first(self.world);
        while self.runs.len() < n as usize {
            let mut aim = Elsewhere {
                win,
                taken: &self.taken,
            };
            let walked = walk_from(self.world, &first, &mut aim, GRAIN, MOST_STATES, budget)?;
            self.n_states += walked.n_states as u64;
            if !walked.is_met {
                break;
            }
            self.keep(&walked.inputs);
        }
        Ok(())
    }

    fn why_no_more(&self) -> Unsupported {
        let n = self.runs.len();
        let runs = if n == 1 { "run was" } else { "runs were" };
        Unsupported(format!(
            "{n} such {runs} found, and exact physics has far too many states to show that there \
             are no more"
        ))
    }
}

/// To win without coming to where others were.
struct Elsewhere<'a, 's> {
    win: &'a mut Target<'s>,
    taken: &'a FxHashSet<Body>,
}

impl Aim for Elsewhere<'_, '_> {
    fn is_met(&mut self, body: &Body, others: &mut dyn Iterator<Item = Val>) -> bool {
        self.win.is_met(body, others)
    }

    fn span(&self) -> (Val, Val) {
        self.win.span
    }

    fn is_in_sight(&self, body: &Body) -> bool {
        !self.taken.contains(body)
    }
}
