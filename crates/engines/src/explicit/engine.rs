//! The explicit engines: search, then evidence.

use playproof_certify::{
    Ability, Budget, ClosedSet, Column, Engine, Evidence, Finding, Outcome, Pattern, QuestionKind,
    Reason, Task, Trace,
};
use playproof_model::{Dom, NativeModel, PackedModel, Reach, Subject, Unsupported, Val};

use super::best_first::best_first;
use super::counter::StepCounter;
use super::run::replay;
use super::search::{End, Search, SearchPlan, WORTH_SHARING};
use crate::compile::{CompiledModel, on_own_states};

/// Breadth-first search over the game's own states. Runs it finds are
/// shortest.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExplicitEngine(pub Threads);

/// How many threads a search may use.
#[derive(Clone, Copy, Debug)]
pub struct Threads {
    /// This many, the calling one included.
    pub count: usize,
    /// For rounds of at least this many rows. It changes nothing that is
    /// found, only when the others are woken.
    pub worth_sharing: usize,
}

impl Threads {
    /// This many threads.
    pub fn new(count: usize) -> Threads {
        Threads {
            count,
            worth_sharing: WORTH_SHARING,
        }
    }
}

impl Default for Threads {
    /// One thread: a library starts no others unasked.
    fn default() -> Self {
        Threads::new(1)
    }
}

/// Best-first search over a native model, where the game has one that
/// preserves the property.
#[derive(Clone, Copy, Debug, Default)]
pub struct NativeEngine(pub Threads);

/// What searches for one state say that remember all they have seen.
pub(super) const RUN_OR_CLOSED_SET: Ability = Ability {
    question: QuestionKind::Reach,
    yes: &["trace"],
    no: &["closed-set"],
};

impl Engine for ExplicitEngine {
    fn name(&self) -> &'static str {
        "explicit"
    }

    fn summary(&self) -> &'static str {
        "breadth-first over the game's own states; runs are shortest"
    }

    fn abilities(&self) -> &'static [Ability] {
        &[RUN_OR_CLOSED_SET]
    }

    fn supports(&self, task: &Task) -> Result<(), Unsupported> {
        reachability(task).map(|_| ())
    }

    fn check(&self, task: &Task, budget: &mut dyn Budget) -> Outcome {
        let asked = match Asked::new(task, self.0) {
            Ok(asked) => asked,
            Err(why) => return Outcome::unsupported(why),
        };
        let subject = task.subject;
        if subject.is_foreign() {
            return on_own_states(task, |model| plain(&asked, model, budget));
        }
        match StepCounter::of(subject) {
            Some(counter) if counter.can_be_left_out => counted(&asked, subject, &counter, budget),
            Some(counter) => limited(&asked, subject, &counter, budget),
            None => plain(&asked, &CompiledModel::new(subject), budget),
        }
    }
}

impl Engine for NativeEngine {
    fn name(&self) -> &'static str {
        "native"
    }

    fn summary(&self) -> &'static str {
        "best first over a smaller state space, where the game has one that keeps the property"
    }

    fn abilities(&self) -> &'static [Ability] {
        &[RUN_OR_CLOSED_SET]
    }

    fn supports(&self, task: &Task) -> Result<(), Unsupported> {
        reachability(task)?;
        native_model(task).map(|_| ())
    }

    fn check(&self, task: &Task, budget: &mut dyn Budget) -> Outcome {
        let asked = Asked::new(task, self.0);
        match asked.and_then(|asked| Ok((asked, native_model(task)?))) {
            Ok((asked, model)) => native(&asked, model, budget),
            Err(why) => Outcome::unsupported(why),
        }
    }
}

/// What is asked, if a search for one state answers it.
pub fn reachability(task: &Task) -> Result<Reach, Unsupported> {
    let reach = task.subject.question().reach();
    let why = "it searches for one state, and this is a question about whole runs";
    reach.ok_or_else(|| Unsupported(why.into()))
}

/// The first native model that preserves the question.
pub(super) fn native_model<'t>(task: &'t Task) -> Result<&'t dyn NativeModel, Unsupported> {
    task.native(|| make_native_model(task))
}

fn make_native_model(task: &Task) -> Result<Box<dyn NativeModel>, Unsupported> {
    let rules = task.subject;
    if rules.is_foreign() {
        let why = "an interpreted game has no other state space".into();
        return Err(Unsupported(why));
    }
    let mut why_not = Unsupported("this game has no native model".into());
    for factory in task.natives {
        match factory.model(rules, task.property) {
            Ok(model) => match model.counter() {
                Some(flat) if StepCounter::at(rules, flat).is_none() => {
                    let why = "it counts only where few are asked for";
                    why_not = Unsupported(why.into());
                }
                _ => return Ok(model),
            },
            Err(why) => why_not = why,
        }
    }
    Err(why_not)
}

/// A question of reachability, and who may work on it.
struct Asked<'a> {
    subject: &'a Subject,
    reach: Reach,
    threads: Threads,
}

impl<'a> Asked<'a> {
    fn new(task: &Task<'a>, threads: Threads) -> Result<Asked<'a>, Unsupported> {
        Ok(Asked {
            subject: task.subject,
            reach: reachability(task)?,
            threads,
        })
    }

    /// All of the state space.
    fn plan(&self) -> SearchPlan {
        SearchPlan {
            target: self.reach.target,
            max_depth: None,
            threads: self.threads.count,
            worth_sharing: self.threads.worth_sharing,
        }
    }
}

/// Every reachable state.
fn plain(asked: &Asked, model: &dyn PackedModel, budget: &mut dyn Budget) -> Outcome {
    let search = Search::run(model, asked.plan(), budget);
    finish(
        asked.reach,
        search,
        |path| replay(asked.subject, model, path, &[]),
        |search| ClosedSet {
            points: search.visited.into_rows(),
            ..ClosedSet::default()
        },
    )
}

/// Every state within the counter's limit, the counter left out.
fn counted(
    asked: &Asked,
    rules: &Subject,
    counter: &StepCounter,
    budget: &mut dyn Budget,
) -> Outcome {
    let flat = rules.machine().bases()[counter.var.index()] as u32;
    let late = late_pattern(counter, flat);
    let Ok(max_depth) = u32::try_from(counter.limit) else {
        return always_late(asked, late);
    };
    let model = CompiledModel::without(rules, Some(counter.var));
    let plan = SearchPlan {
        max_depth: Some(max_depth),
        ..asked.plan()
    };
    let search = Search::run(&model, plan, budget);
    finish(
        asked.reach,
        search,
        |path| replay(asked.subject, &model, path, &[flat]),
        |search| {
            let depths = search.visited.ids().map(|id| search.visited.depth_of(id));
            let ranges = depths.map(|depth| (depth as Val, counter.cap));
            ClosedSet {
                free: vec![flat],
                columns: vec![Column::Ranges(ranges.collect())],
                // What lies beyond the limit is too late, whatever it is.
                patterns: match search.end {
                    End::DepthLimit => vec![late],
                    _ => Vec::new(),
                },
                points: search.visited.into_rows(),
                ..ClosedSet::default()
            }
        },
    )
}

/// Every state within the counter's limit, the counter being one of its
/// variables.
fn limited(
    asked: &Asked,
    rules: &Subject,
    counter: &StepCounter,
    budget: &mut dyn Budget,
) -> Outcome {
    let flat = rules.machine().bases()[counter.var.index()] as u32;
    let model = CompiledModel::new(rules);
    let plan = SearchPlan {
        max_depth: Some(counter.limit.max(0) as u32),
        ..asked.plan()
    };
    let search = Search::run(&model, plan, budget);
    finish(
        asked.reach,
        search,
        |path| replay(asked.subject, &model, path, &[]),
        |search| ClosedSet {
            // What lies beyond the limit is too late, whatever it is.
            patterns: match search.end {
                End::DepthLimit => vec![late_pattern(counter, flat)],
                _ => Vec::new(),
            },
            points: search.visited.into_rows(),
            ..ClosedSet::default()
        },
    )
}

/// No count is small enough.
fn always_late(asked: &Asked, late: Pattern) -> Outcome {
    let set = ClosedSet {
        patterns: vec![late],
        ..ClosedSet::default()
    };
    let answer = asked.reach.on_reach.opposite();
    Outcome::decided(answer, Evidence::ClosedSet(set), 0)
}

/// "The counter is above the limit, whatever the rest."
pub fn late_pattern(counter: &StepCounter, flat: u32) -> Pattern {
    vec![(flat, Dom::Range(counter.limit + 1, counter.cap))]
}

/// Every row of a native model that is not hopeless.
fn native(asked: &Asked, model: &dyn NativeModel, budget: &mut dyn Budget) -> Outcome {
    let rules = asked.subject;
    let counter = model.counter().and_then(|flat| {
        let counter = StepCounter::at(rules, flat)?;
        Some((flat, counter))
    });
    if let Some((flat, counter)) = counter.as_ref().filter(|(_, counter)| counter.limit < 0) {
        return always_late(asked, late_pattern(counter, *flat));
    }
    best_first(
        asked.subject,
        asked.reach,
        model,
        counter,
        asked.threads,
        budget,
    )
}

/// From the end of a search to a verdict.
fn finish(
    reach: Reach,
    search: Search,
    run: impl FnOnce(&[&[u64]]) -> Option<Trace>,
    closed_set: impl FnOnce(Search) -> ClosedSet,
) -> Outcome {
    let states = search.visited.len() as u64;
    let lower_bound = search.lower_bound();
    let finding = match search.end {
        End::Found(row) => {
            let path = search.visited.path_to(row);
            let rows: Vec<&[u64]> = path.iter().map(|&id| search.visited.row(id)).collect();
            finish_run(reach, run(&rows))
        }
        End::Exhausted | End::DepthLimit => {
            let set = Evidence::ClosedSet(closed_set(search));
            Finding::decided(reach.on_reach.opposite(), set)
        }
        End::Stopped(stop) => Finding::Unknown(Reason::Stopped(stop)),
    };
    Outcome {
        finding,
        states,
        lower_bound,
    }
}

/// A verdict by the run behind a path, if there is one.
pub fn finish_run(reach: Reach, run: Option<Trace>) -> Finding {
    match run {
        Some(trace) => Finding::decided(reach.on_reach, Evidence::Trace(trace)),
        None => {
            let why = "the packed model took a step that the game does not have";
            Finding::Unknown(Reason::Unsupported(Unsupported(why.into())))
        }
    }
}
