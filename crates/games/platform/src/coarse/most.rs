//! The most coins or kills of any run that wins, with evidence for both sides: a run that
//! has so many, and a closed set without a run that has one more.
//!
//! Not trusted: the kernel is asked about both.

use std::ops::ControlFlow;

use playproof_certify::{
    Budget, Engine, Evidence, Finding, Progress, Stop, Task, Trace, Unlimited, check,
};
use playproof_game::{Compiled, Game};
use playproof_level::{Diagnostic, Level};
use playproof_model::{Answer, Property, Step, Subject};

use super::closed::closed_set;
use super::engine::{Asked, EarliestEngine};
use super::game::Coarse;
use super::graph::Graph;
use super::path::Terrain;
use super::search::{End, Order, Search};
use crate::most::Of;

/// The most of something. The kernel accepted the run, and that there is no more than the
/// bound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Most {
    /// How many there are in the level.
    pub there_are: usize,
    /// The most that was found; nothing if no run wins.
    pub best: Option<usize>,
    /// A run that wins with so many.
    pub run: Vec<String>,
    /// No run that wins has more than this; nothing if that was not proved.
    pub bound: Option<usize>,
    /// States seen.
    pub states: u64,
}

impl Most {
    /// Whether the greatest number is known.
    pub fn is_settled(&self) -> bool {
        self.best.is_none() || self.bound == self.best
    }
}

impl Coarse {
    /// The most coins or kills of any run that wins a level; after so many states the best
    /// that was found, and a bound.
    pub fn most(
        &self,
        level: &Level,
        of: Of,
        max_states: u64,
        budget: &mut dyn Budget,
    ) -> Result<Most, Diagnostic> {
        let compiled = self.compile(level)?;
        let mut case = Case::new(&compiled, of);
        let (subject, property) = case.asked(Property::Solvable);
        let task = Task::new(&subject, &property, &compiled.natives);
        let outcome = EarliestEngine.check(&task, budget);
        case.most.states = outcome.states;
        match outcome.finding {
            Finding::Holds(run) => case.found(&subject, run, 0),
            Finding::Violated(set) => {
                let accepted = check(&subject, Answer::Violated, &set, &mut Unlimited);
                case.most.bound = accepted.ok().map(|_| 0);
                return Ok(case.most);
            }
            Finding::Unknown(_) => return Ok(case.most),
        }
        case.settle(max_states, budget);
        Ok(case.most)
    }
}

/// States seen in a first look for a good run.
const FIRST_LOOK: u64 = 30_000;

/// A level of which most is asked.
struct Case<'c> {
    compiled: &'c Compiled,
    of: Of,
    most: Most,
}

impl<'c> Case<'c> {
    fn new(compiled: &'c Compiled, of: Of) -> Case<'c> {
        Case {
            compiled,
            of,
            most: Most {
                there_are: 0,
                best: None,
                run: Vec::new(),
                bound: None,
                states: 0,
            },
        }
    }

    fn asked(&self, property: Property) -> (Subject, Property) {
        let subject = self.compiled.model.elaborate(&property);
        (subject.expect("the game counts this"), property)
    }

    /// The question whether a run wins with so many.
    fn at_least(&self, n: usize) -> (Subject, Property) {
        let property = format!("reach win && {} >= {n}", self.of.name());
        self.asked(property.parse().expect("a property"))
    }

    /// Takes note of a run with so many, if the kernel accepts it.
    fn found(&mut self, subject: &Subject, run: Evidence, n: usize) {
        let is_better = self.most.best.is_none_or(|best| best < n) || n == 0;
        let accepted = check(subject, Answer::Holds, &run, &mut Unlimited).is_ok();
        let Evidence::Trace(run) = run else {
            return;
        };
        if accepted && is_better {
            let actions = &subject.signature().actions;
            let name = |step: &Step| match step {
                Step::Act { action, .. } => Some(actions[action.index()].name.clone()),
                Step::Stutter => None,
            };
            self.most.best = Some(n);
            self.most.run = run.steps.iter().filter_map(name).collect();
        }
    }

    /// Looks for runs with more until there are none, and proves that.
    fn settle(&mut self, max_states: u64, budget: &mut dyn Budget) {
        let (subject, property) = self.at_least(1);
        let task = Task::new(&subject, &property, &self.compiled.natives);
        let asked = Asked::new(&task).expect("the property is of the form that is read");
        let (terrain, settings) = (&asked.terrain, asked.level.settings);
        self.most.there_are = self.of.among((terrain.coins.len(), terrain.enemies.len()));
        let graph = Graph::new(terrain, &asked.level.ways);
        let mut search = Search::new(&graph, &settings, asked.wanted, terrain);
        let ceiling = self.of.among(search.most_there_can_be());
        // The better the run, the sooner others are known to be no better.
        let mut first_look = Fewer {
            most: FIRST_LOOK.min(max_states),
            budget,
        };
        let (mut best, mut run) = (0, None);
        let mut is_done = self.climb(
            &mut search,
            Order::Got,
            &mut first_look,
            &mut best,
            &mut run,
        );
        self.most.states += search.n_states();
        if !is_done {
            search.raise(self.of.wanted(best + 1));
            let mut rest = Fewer {
                most: max_states,
                budget,
            };
            is_done = self.climb(&mut search, Order::Time, &mut rest, &mut best, &mut run);
            self.most.states += search.n_states();
        }
        if let Some(steps) = run {
            let (subject, _) = self.at_least(best);
            let run = Evidence::Trace(Trace { initial: 0, steps });
            self.found(&subject, run, best);
        }
        // The kernel refuses a set with too many states in one place.
        self.most.bound = Some(best).filter(|_| is_done);
        self.most.bound = self
            .most
            .bound
            .filter(|&n| self.is_proved(n, terrain, &search));
        if self.most.bound.is_none() {
            // Nobody gets what no way leads to: that is soon shown.
            search.raise(self.of.wanted(ceiling + 1));
            let end = search.run(Order::Time, budget);
            let bound = Some(ceiling).filter(|_| end == Ok(End::Exhausted));
            self.most.bound = bound.filter(|&n| self.is_proved(n, terrain, &search));
        }
    }

    /// Whether the kernel accepts what a search kept as a proof that there are no more.
    fn is_proved(&self, n: usize, terrain: &Terrain, search: &Search) -> bool {
        let (subject, _) = self.at_least(n + 1);
        let set = Evidence::ClosedSet(closed_set(&subject, terrain, search));
        check(&subject, Answer::Violated, &set, &mut Unlimited).is_ok()
    }

    /// Searches, and goes on after every run for one that has more. False if the budget
    /// ended first.
    fn climb(
        &self,
        search: &mut Search,
        order: Order,
        budget: &mut dyn Budget,
        best: &mut usize,
        run: &mut Option<Vec<Step>>,
    ) -> bool {
        let mut end = search.run(order, budget);
        while let Ok(End::Met(last)) = end {
            *best = self.of.among(search.numbers(last));
            *run = Some(search.steps(last));
            search.raise(self.of.wanted(*best + 1));
            end = search.go_on(order, budget);
        }
        end == Ok(End::Exhausted)
    }
}

/// A budget of fewer states.
struct Fewer<'b> {
    most: u64,
    budget: &'b mut dyn Budget,
}

impl Budget for Fewer<'_> {
    fn spend(&mut self, progress: &Progress) -> ControlFlow<Stop> {
        match progress.states > self.most {
            true => ControlFlow::Break(Stop::States),
            false => self.budget.spend(progress),
        }
    }
}
