//! The engine: what is asked, the search, and its evidence.

use std::sync::Arc;

use playproof_certify::{
    Ability, Budget, ClosedSet, Column, Engine, Evidence, Finding, Outcome, QuestionKind, Reason,
    Task,
};
use playproof_engines::{
    Automaton, CompiledModel, StepCounter, claims, finish_run, lasso_within, late_pattern, ranking,
    replay, simplify, translate,
};
use playproof_model::{
    BranchingQuestion, LinearQuestion, Question, Reach, Subject, Unsupported, Val,
};

use crate::circuit::Circuit;
use crate::future::Future;
use crate::reach::{Found, Rings, Search};
use crate::space::{Level, Trouble};
use crate::watch::{Gone, Watch, watched};
use crate::{branching, linear};

/// The most nodes: about a gigabyte with their tables.
const MAX_NODES: usize = 1 << 25;

/// The most states that are listed as evidence.
const MAX_LISTED: u64 = 8_000_000;

/// Sets of states as decision diagrams.
#[derive(Clone, Copy, Debug)]
pub struct BddEngine {
    /// The most nodes that diagrams may have together.
    pub max_nodes: usize,
    /// The most states that are listed as evidence. Where there are more, a
    /// SAT solver is asked for a proof that the diagram of all of them is
    /// never left.
    pub max_listed: u64,
}

impl Default for BddEngine {
    fn default() -> Self {
        BddEngine {
            max_nodes: MAX_NODES,
            max_listed: MAX_LISTED,
        }
    }
}

impl Engine for BddEngine {
    fn name(&self) -> &'static str {
        "bdd"
    }

    fn summary(&self) -> &'static str {
        "sets of states as decision diagrams, ring by ring, so that runs are shortest"
    }

    fn abilities(&self) -> &'static [Ability] {
        &[
            Ability {
                question: QuestionKind::Reach,
                yes: &["trace"],
                no: &["closed-set", "invariant"],
            },
            Ability {
                question: QuestionKind::Linear,
                yes: &["lasso"],
                no: &["ranking"],
            },
            Ability {
                question: QuestionKind::Branching,
                yes: &["claims"],
                no: &["claims", "trap"],
            },
        ]
    }

    fn supports(&self, task: &Task) -> Result<(), Unsupported> {
        rules(task)?;
        match task.subject.question() {
            Question::Reach(_) | Question::Branching(_) => Ok(()),
            Question::Linear(question) => automaton(question).map(|_| ()),
            Question::Paths(_) => Err(Unsupported("it does not count runs".into())),
        }
    }

    fn check(&self, task: &Task, budget: &mut dyn Budget) -> Outcome {
        let rules = match rules(task) {
            Ok(rules) => rules,
            Err(why) => return Outcome::unsupported(why),
        };
        let asked = Asked {
            rules,
            engine: *self,
            watch: Arc::default(),
        };
        let subject = task.subject;
        match subject.question() {
            Question::Reach(reach) => asked.reach(subject, *reach, budget),
            Question::Branching(question) => asked.branching(subject, question, budget),
            Question::Linear(question) => asked.linear(subject, question, budget),
            Question::Paths(_) => {
                Outcome::unsupported(Unsupported("it does not count runs".into()))
            }
        }
    }
}

/// The task's subject, if it has commands to read.
fn rules<'a>(task: &Task<'a>) -> Result<&'a Subject, Unsupported> {
    match task.subject.is_foreign() {
        false => Ok(task.subject),
        true => {
            let why = "it reads Rules, and this game is an interpreter";
            Err(Unsupported(why.into()))
        }
    }
}

/// The reachable states as a circuit over the bits of their encoding.
pub fn reachable(rules: &Subject, budget: &mut dyn Budget) -> Result<Circuit, Reason> {
    let asked = Asked {
        rules,
        engine: BddEngine::default(),
        watch: Arc::default(),
    };
    let level = asked.level(None);
    asked.found(budget, move |watch| {
        level.explored(watch, |space| {
            let future = Future::new(space)?;
            Ok(Circuit::new(&space.diagrams, &[future.reached]))
        })
    })
}

/// The automaton of a formula, if it is not too large.
fn automaton(question: &LinearQuestion) -> Result<Automaton, Unsupported> {
    let automaton = translate(&question.formula).map_err(|explosion| {
        Unsupported(format!(
            "the formula's automaton is too large: more than {} states and {} transitions",
            explosion.states, explosion.transitions
        ))
    })?;
    Ok(simplify(automaton))
}

/// A question, and the thread that looks for an answer.
struct Asked<'a> {
    rules: &'a Subject,
    engine: BddEngine,
    watch: Arc<Watch>,
}

impl Asked<'_> {
    fn level(&self, left_out: Option<usize>) -> Level {
        Level {
            rules: self.rules.machine().clone(),
            layout: self.rules.layout().clone(),
            left_out,
            max_nodes: self.engine.max_nodes,
        }
    }

    /// Runs a search; if nothing comes of it, why.
    fn found<F: Send + 'static>(
        &self,
        budget: &mut dyn Budget,
        search: impl FnOnce(&Arc<Watch>) -> Result<F, Trouble> + Send + 'static,
    ) -> Result<F, Reason> {
        match watched(&self.watch, budget, search) {
            Ok(Ok(found)) => Ok(found),
            Ok(Err(Trouble::Stopped(stop))) | Err(Gone::Stopped(stop)) => {
                Err(Reason::Stopped(stop))
            }
            Ok(Err(Trouble::TooLarge(what))) => {
                Err(Reason::Unsupported(Unsupported(what.to_string())))
            }
            Err(Gone::Lost) => {
                let why = "the search broke down";
                Err(Reason::Unsupported(Unsupported(why.into())))
            }
        }
    }

    fn branching(
        &self,
        subject: &Subject,
        question: &BranchingQuestion,
        budget: &mut dyn Budget,
    ) -> Outcome {
        let search = branching::Search {
            level: self.level(None),
            question: question.clone(),
        };
        let found = self.found(budget, move |watch| search.run(watch));
        let decided = found.and_then(|found| {
            let evidence = claims(subject, question, found.answer, &found.parts, budget);
            Ok((found.answer, evidence.map_err(Reason::Stopped)?))
        });
        let states = self.watch.states();
        match decided {
            Ok((answer, evidence)) => Outcome::decided(answer, evidence, states),
            Err(reason) => Outcome::unknown(reason, states),
        }
    }

    fn linear(
        &self,
        subject: &Subject,
        question: &LinearQuestion,
        budget: &mut dyn Budget,
    ) -> Outcome {
        let automaton = match automaton(question) {
            Ok(automaton) => automaton,
            Err(why) => return Outcome::unsupported(why),
        };
        let search = linear::Search {
            level: self.level(None),
            automaton,
        };
        let outcome = match self.found(budget, move |watch| search.run(watch)) {
            Ok(Some(fair)) => {
                let allowed = |row: &[u64], memory| fair.has(row, memory);
                lasso_within(subject, question, &allowed, budget)
            }
            Ok(None) => ranking(subject, question, budget),
            Err(reason) => Outcome::unknown(reason, 0),
        };
        Outcome {
            states: self.watch.states(),
            ..outcome
        }
    }

    fn reach(&self, subject: &Subject, reach: Reach, budget: &mut dyn Budget) -> Outcome {
        let bases = self.rules.machine().bases();
        let counter = StepCounter::of(self.rules);
        let counter = counter.map(|counter| (bases[counter.var.index()], counter));
        let no = reach.on_reach.opposite();
        if let Some((flat, counter)) = counter.as_ref().filter(|(_, c)| c.limit < 0) {
            let set = ClosedSet {
                patterns: vec![late_pattern(counter, *flat as u32)],
                ..ClosedSet::default()
            };
            return Outcome::decided(no, Evidence::ClosedSet(set), 0);
        }
        let left_out = counter.as_ref().filter(|(_, c)| c.can_be_left_out);
        let left_out = left_out.map(|(flat, _)| *flat);
        let search = Search {
            level: self.level(left_out),
            target: reach.target,
            max_depth: counter.as_ref().map(|(_, c)| c.limit as u32),
            max_listed: self.engine.max_listed,
        };
        let found = self.found(budget, move |watch| search.run(watch));
        let states = self.watch.states();
        let (finding, lower_bound) = match found {
            Ok(Found::Run(run)) => {
                let rows: Vec<&[u64]> = run.iter().map(|row| &row[..]).collect();
                let open: Vec<u32> = left_out.iter().map(|&flat| flat as u32).collect();
                let model = CompiledModel::new(self.rules);
                let trace = replay(subject, &model, &rows, &open);
                (finish_run(reach, trace), Some(run.len() as u32 - 1))
            }
            Ok(Found::None(rings)) => {
                let lower_bound = rings.cut_short.then(|| self.watch.depth() + 1);
                let set = closed_set(rings, counter, left_out.is_some());
                (Finding::decided(no, Evidence::ClosedSet(set)), lower_bound)
            }
            Ok(Found::TooMany {
                n_states,
                reached,
                cut_short,
            }) => {
                // Where a counter was left out, or runs go on, this is no set
                // of states that is never left.
                let proof = match left_out.is_some() || cut_short {
                    true => Err(too_many(n_states)),
                    false => self.proved(reach, &reached, too_many(n_states), budget),
                };
                let finding = match proof {
                    Ok(evidence) => Finding::decided(no, evidence),
                    Err(reason) => Finding::Unknown(reason),
                };
                (finding, Some(self.watch.depth()))
            }
            Err(reason) => (Finding::Unknown(reason), Some(self.watch.depth())),
        };
        Outcome {
            finding,
            states,
            lower_bound,
        }
    }
}

impl Asked<'_> {
    /// A proof that the reached states are never left; without a solver, only
    /// that they are too many.
    #[cfg(feature = "proofs")]
    fn proved(
        &self,
        reach: Reach,
        reached: &Circuit,
        _: Reason,
        budget: &mut dyn Budget,
    ) -> Result<Evidence, Reason> {
        let set = playproof_certify::StateSet::Circuit(reached.evidence(0));
        playproof_sat::prove_invariant(self.rules.machine(), reach.target, set, budget)
    }

    #[cfg(not(feature = "proofs"))]
    fn proved(
        &self,
        _: Reach,
        _: &Circuit,
        too_many: Reason,
        _: &mut dyn Budget,
    ) -> Result<Evidence, Reason> {
        Err(too_many)
    }
}

/// What is known where evidence would be too large.
fn too_many(n_states: Option<u64>) -> Reason {
    let how_many = n_states.map_or("more than 2^64".to_owned(), |n| n.to_string());
    let why = format!(
        "none of the {how_many} reachable states is meant, but they are too many to list as evidence"
    );
    Reason::Unsupported(Unsupported(why))
}

/// The states of all rings; where a counter was left out, from its ring on.
fn closed_set(rings: Rings, counter: Option<(usize, StepCounter)>, is_left_out: bool) -> ClosedSet {
    let mut set = ClosedSet {
        points: rings.rows,
        ..ClosedSet::default()
    };
    let Some((flat, counter)) = counter else {
        return set;
    };
    if is_left_out {
        let depths = rings.sizes.iter().enumerate();
        let ranges = depths.flat_map(|(depth, &size)| {
            std::iter::repeat_n((depth as Val, counter.cap), size as usize)
        });
        set.free = vec![flat as u32];
        set.columns = vec![Column::Ranges(ranges.collect())];
    }
    if rings.cut_short {
        // What lies beyond the limit is too late, whatever it is.
        set.patterns = vec![late_pattern(&counter, flat as u32)];
    }
    set
}
