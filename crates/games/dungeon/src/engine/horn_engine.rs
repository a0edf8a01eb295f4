//! The engine that knows what can be had by rules.

use std::ops::ControlFlow;

use crate::DungeonTheorems;
use crate::canonical::{Goal, HornRules, Plan};
use playproof_certify::{
    Ability, Argument, Budget, Engine, Evidence, Outcome, Progress, QuestionKind, Reason, Task,
    Trace, Trap,
};
use playproof_engines::separate;
use playproof_model::{Answer, AtomId, NOTHING_IS_LOST, Question, Step, Subject, Unsupported};

use crate::engine::theorems;
use crate::engine::walk::{Head, Walker};
use crate::horn::closure::closure;
use crate::horn::from_map::room_by_room;

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

    fn argues(&self) -> bool {
        true
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
                yes: &["argument"],
                no: &["trap"],
            },
        ]
    }

    fn supports(&self, task: &Task) -> Result<(), Unsupported> {
        let asked = Asked::of(task)?;
        // Where keys are used up, not all that the rules give can be had.
        let is_open = asked.is_possible && !asked.rules.nothing_is_lost();
        match is_open && asked.run().is_none() {
            true => Err(Unsupported(
                "keys that are used up leave it open".to_owned(),
            )),
            false => Ok(()),
        }
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
        let (target, on_reach) = asked.target;
        let asks_always = task.subject.question().reach().is_none();
        let found = match asked.is_possible {
            true => asked.run().map(|steps| {
                let n = steps.len() as u64;
                let run = Trace { initial: 0, steps };
                let evidence = match asks_always {
                    false => Evidence::Trace(run),
                    true => Evidence::Argument(Argument {
                        axiom: NOTHING_IS_LOST.to_owned(),
                        numbers: Vec::new(),
                        run: Some(run),
                    }),
                };
                Outcome::decided(on_reach, evidence, n)
            }),
            false => separate(asked.rules, target).map(|set| {
                let steps = Vec::new();
                let evidence = match asks_always {
                    false => Evidence::ClosedSet(set),
                    true => Evidence::Trap(Trap {
                        run: Trace { initial: 0, steps },
                        set,
                    }),
                };
                Outcome::decided(on_reach.opposite(), evidence, 0)
            }),
        };
        found.unwrap_or_else(|| {
            Outcome::unsupported(Unsupported(
                "keys that are used up, or ways without return, leave it open".to_owned(),
            ))
        })
    }
}

/// What is to be reached.
struct Asked<'t> {
    theorems: &'t DungeonTheorems,
    rules: &'t Subject,
    /// The proposition, and what it says of the property if it can be reached.
    target: (AtomId, Answer),
    /// What it takes: all of these.
    goals: Vec<Goal>,
    /// Whether the rules can give it.
    is_possible: bool,
}

impl<'t> Asked<'t> {
    fn of(task: &Task<'t>) -> Result<Asked<'t>, Unsupported> {
        let unsupported = |why: &str| Unsupported(why.to_owned());
        let (theorems, rules) =
            theorems(task).ok_or_else(|| unsupported("it knows only dungeons"))?;
        let asked = match task.subject.question() {
            Question::Reach(reach) => {
                let name = task.property.reached();
                name.map(|name| (name, (reach.target, reach.on_reach)))
            }
            Question::Branching(question) => {
                let target = question.formula.always_possible();
                let name = task.property.always_possible();
                let target = target.map(|target| (target, Answer::Holds));
                name.zip(target)
            }
            _ => None,
        };
        let (name, target) = asked.ok_or_else(|| {
            unsupported("it decides what can be reached, and always where nothing can be lost")
        })?;
        let goals = goals(theorems, &name);
        let goals = goals.ok_or_else(|| unsupported("it knows rooms, things and the goal"))?;
        let is_possible = is_possible(theorems.plan(), &goals);
        let is_about_all = task.subject.question().reach().is_none();
        if is_possible && is_about_all && !rules.nothing_is_lost() {
            return Err(unsupported("things can be lost in this dungeon"));
        }
        Ok(Asked {
            theorems,
            rules,
            target,
            goals,
            is_possible,
        })
    }

    /// A run that reaches it.
    fn run(&self) -> Option<Vec<Step>> {
        match self.theorems.plan() {
            Plan::Map(map) => {
                let heads = [Head::ForTheGoal, Head::ForTheNearest];
                heads.into_iter().find_map(|head| {
                    let mut walker = Walker::new(map, self.rules)?;
                    walker.win(&self.goals, head).then(|| walker.finish().0)
                })
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
fn derivation(rules: &HornRules, elaborated: &Subject, goals: &[Goal]) -> Option<Vec<Step>> {
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
    let mut state = elaborated.machine().initial.first()?.clone();
    let mut play = elaborated.play();
    let steps = order.into_iter().map(|rule| {
        let step = elaborated.step_of(&mut play, &state, rule)?;
        play.take(&mut state, step).then_some(step)
    });
    steps.collect()
}
