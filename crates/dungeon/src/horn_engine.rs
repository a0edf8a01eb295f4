//! The engine that knows what can be had by rules.

use std::ops::ControlFlow;

use playproof_certify::{
    Ability, Budget, Engine, Evidence, Outcome, Progress, QuestionKind, Reason, Task, Trace,
};
use playproof_engines::separate;
use playproof_games::dungeon::DungeonTheorems;
use playproof_level::dungeon::{Goal, HornRules, Plan};
use playproof_model::{Answer, Elaborated, Question, Step, Unsupported};

use crate::closure::closure;
use crate::engine::theorems;
use crate::from_map::room_by_room;
use crate::walk::Walker;

/// Decides what can be reached in dungeons by rules, without a look at states: what
/// rules cannot give cannot be had, and to what they can give one walks.
#[derive(Clone, Copy, Debug, Default)]
pub struct HornEngine;

/// Where there are no more rooms or facts than this, a search finds a shortest run, which
/// people would rather see.
const SMALL_MAP: usize = 100;
const SMALL_RULES: usize = 20;

impl Engine for HornEngine {
    fn name(&self) -> &'static str {
        "horn"
    }

    fn summary(&self) -> &'static str {
        "dungeons by Horn rules: what they cannot give is out of reach, to what they give one walks"
    }

    fn abilities(&self) -> &'static [Ability] {
        &[
            Ability {
                question: QuestionKind::Reach,
                yes: &["trace"],
                no: &["closed-set"],
            },
            Ability {
                question: QuestionKind::Branching,
                yes: &["trace"],
                no: &[],
            },
        ]
    }

    fn supports(&self, task: &Task) -> Result<(), Unsupported> {
        Asked::of(task).map(|_| ())
    }

    fn gives_way(&self, task: &Task) -> bool {
        let Ok(asked) = Asked::of(task) else {
            return true;
        };
        let is_small = match asked.theorems.plan() {
            Plan::Map(map) => map.rooms.len() <= SMALL_MAP,
            Plan::Rules(rules) => rules.facts.len() <= SMALL_RULES,
        };
        asked.is_possible && is_small && task.subject.question().reach().is_some()
    }

    fn check(&self, task: &Task, budget: &mut dyn Budget) -> Outcome {
        let asked = match Asked::of(task) {
            Ok(asked) => asked,
            Err(why) => return Outcome::unsupported(why),
        };
        if let ControlFlow::Break(stop) = budget.spend(&Progress::default()) {
            return Outcome::unknown(Reason::Stopped(stop), 0);
        }
        let undecided = || {
            Outcome::unsupported(Unsupported(
                "keys that are used up, or ways without return, leave it open".to_owned(),
            ))
        };
        match (task.subject.question(), asked.is_possible) {
            (Question::Reach(reach), false) => match separate(asked.rules, reach.target) {
                Some(set) => {
                    Outcome::decided(reach.on_reach.opposite(), Evidence::ClosedSet(set), 0)
                }
                None => undecided(),
            },
            (question, true) => match asked.run() {
                Some(steps) => {
                    let answer = question.reach().map_or(Answer::Holds, |r| r.on_reach);
                    let n = steps.len() as u64;
                    let run = Trace { initial: 0, steps };
                    Outcome::decided(answer, Evidence::Trace(run), n)
                }
                None => undecided(),
            },
            _ => undecided(),
        }
    }
}

/// What is to be reached.
struct Asked<'t> {
    theorems: &'t DungeonTheorems,
    rules: &'t Elaborated,
    /// All of these.
    goals: Vec<Goal>,
    /// Whether the rules can give it.
    is_possible: bool,
}

impl<'t> Asked<'t> {
    fn of(task: &Task<'t>) -> Result<Asked<'t>, Unsupported> {
        let unsupported = |why: &str| Unsupported(why.to_owned());
        let (theorems, rules) =
            theorems(task).ok_or_else(|| unsupported("it knows the rules of dungeons"))?;
        let name = match task.subject.question() {
            Question::Reach(_) => task.property.reached(),
            Question::Branching(_) if rules.nothing_is_lost() => task.property.always_possible(),
            _ => None,
        };
        let name = name.ok_or_else(|| {
            unsupported("it decides what can be reached, and always where nothing can be lost")
        })?;
        let goals = goals(theorems, &name);
        let goals = goals.ok_or_else(|| unsupported("it knows rooms, things and the goal"))?;
        let is_possible = is_possible(theorems.plan(), &goals);
        if !is_possible && task.subject.question().reach().is_none() {
            return Err(unsupported(
                "it cannot be reached, so that a search must tell",
            ));
        }
        let asked = Asked {
            theorems,
            rules,
            goals,
            is_possible,
        };
        // Where keys are used up, not all that the rules give can be had.
        let is_open = is_possible && !rules.nothing_is_lost() && asked.run().is_none();
        match is_open {
            true => Err(unsupported("keys that are used up leave it open")),
            false => Ok(asked),
        }
    }

    /// A run that reaches it.
    fn run(&self) -> Option<Vec<Step>> {
        match self.theorems.plan() {
            Plan::Map(map) => {
                let mut walker = Walker::new(map, self.rules)?;
                walker.win(&self.goals).then(|| walker.finish().0)
            }
            Plan::Rules(rules) => derivation(rules, self.rules, &self.goals),
        }
    }
}

/// What must be reached for a proposition to be true.
fn goals(theorems: &DungeonTheorems, name: &str) -> Option<Vec<Goal>> {
    if name == "win" {
        return Some(match theorems.plan() {
            Plan::Map(map) => map.goals.clone(),
            Plan::Rules(rules) => {
                let goals = rules.goals.iter().map(|fact| Goal::Kind(*fact as usize));
                goals.collect()
            }
        });
    }
    theorems.thing(name).map(|goal| vec![goal])
}

/// Whether the rules give all of it.
fn is_possible(plan: &Plan, goals: &[Goal]) -> bool {
    let of_map;
    let (rules, n_rooms): (&HornRules, usize) = match plan {
        Plan::Rules(rules) => (rules, 0),
        Plan::Map(map) => {
            of_map = room_by_room(map).rules;
            (&of_map, map.rooms.len())
        }
    };
    let held = closure(rules).held;
    goals.iter().all(|goal| {
        held.contains(match goal {
            Goal::Room(room) => *room as u32,
            Goal::Kind(kind) => (n_rooms + kind) as u32,
        })
    })
}

/// The rules that give some facts, in order, as steps; those that are not needed left
/// out.
fn derivation(rules: &HornRules, elaborated: &Elaborated, goals: &[Goal]) -> Option<Vec<Step>> {
    let found = closure(rules);
    let mut is_needed = vec![false; rules.facts.len()];
    for goal in goals {
        if let Goal::Kind(fact) = goal {
            is_needed[*fact] = true;
        }
    }
    let mut order = Vec::new();
    for &fact in found.order.iter().rev() {
        let giver = found.giver(fact).filter(|_| is_needed[fact as usize]);
        if let Some(rule) = giver {
            order.push(rule as usize);
            for &condition in rules.body(rule as usize) {
                is_needed[condition as usize] = true;
            }
        }
    }
    order.reverse();
    let mut state = elaborated.rules().initial.first()?.clone();
    let steps = order.into_iter().map(|rule| {
        let step = elaborated.step_of(&state, rule)?;
        match step {
            Step::Act { action, choice } => elaborated.take(&mut state, action, choice),
            Step::Stutter => false,
        }
        .then_some(step)
    });
    steps.collect()
}
