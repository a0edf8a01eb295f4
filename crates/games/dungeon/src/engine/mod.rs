//! The engine that counts keys and doors.

pub(crate) mod cases;
pub(crate) mod horn_engine;
pub(crate) mod losing;
pub(crate) mod payment;
pub(crate) mod regions;
pub(crate) mod walk;

use crate::canonical::Plan;
use crate::{DungeonTheorems, KEYS_PAY_FOR_DOORS, KeysAndDoors};
use playproof_certify::{
    Ability, Argument, Budget, Engine, Evidence, Outcome, QuestionKind, Reason, Task,
};
use playproof_model::{Answer, Subject, Unsupported};

use crate::engine::cases::{Safety, safety};
use crate::engine::losing::losing_play;

/// Decides whether a dungeon with keys that are used up can be lost.
#[derive(Clone, Copy, Debug, Default)]
pub struct PaymentEngine;

/// Where there are no more doors than this, a search finds a shortest way to lose, which
/// people would rather see.
const FEW_DOORS: usize = 10;

impl Engine for PaymentEngine {
    fn name(&self) -> &'static str {
        "payment"
    }

    fn argues(&self) -> bool {
        true
    }

    fn summary(&self) -> &'static str {
        "counts keys and doors: a dungeon in which every door is paid for cannot be lost"
    }

    fn abilities(&self) -> &'static [Ability] {
        &[Ability {
            question: QuestionKind::Branching,
            yes: &["argument"],
            no: &["trap"],
        }]
    }

    fn supports(&self, task: &Task) -> Result<(), Unsupported> {
        found(task).map(|_| ())
    }

    fn gives_way(&self, task: &Task) -> bool {
        match found(task) {
            Ok(Found::Lost(theorems, _)) => {
                let doors = theorems.keys_and_doors().map_or(0, |d| d.doors().len());
                doors <= FEW_DOORS
            }
            _ => false,
        }
    }

    fn check(&self, task: &Task, budget: &mut dyn Budget) -> Outcome {
        match found(task) {
            Ok(Found::Kept(numbers)) => {
                let argument = Argument {
                    axiom: KEYS_PAY_FOR_DOORS.to_owned(),
                    numbers,
                    run: None,
                };
                Outcome::decided(Answer::Holds, Evidence::Argument(argument), 0)
            }
            Ok(Found::Lost(dungeon, regions)) => match losing_play(task, dungeon, &regions, budget)
            {
                Ok(trap) => Outcome::decided(Answer::Violated, Evidence::Trap(trap), 0),
                Err(stop) => Outcome::unknown(Reason::Stopped(stop), 0),
            },
            Err(why) => Outcome::unsupported(why),
        }
    }
}

/// The theorems about a task's dungeon, with its Rules; nothing if it is about none.
pub(crate) fn theorems<'t>(task: &Task<'t>) -> Option<(&'t DungeonTheorems, &'t Subject)> {
    let theorem = task.subject.theorem().0.as_ref()?;
    Some((theorem.as_any().downcast_ref()?, task.subject))
}

enum Found<'t> {
    /// The argument.
    Kept(Vec<u32>),
    /// The regions in which play loses.
    Lost(&'t DungeonTheorems, Vec<usize>),
}

fn found<'t>(task: &Task<'t>) -> Result<Found<'t>, Unsupported> {
    let unsupported = |why: &str| Unsupported(why.to_owned());
    let (theorems, _) =
        theorems(task).ok_or_else(|| unsupported("it counts the keys of dungeons"))?;
    let dungeon: &KeysAndDoors = theorems.keys_and_doors().ok_or_else(|| {
        unsupported(
            "it counts keys in dungeons with one kind of key that is used up, \
             doors that need one each, and no one-way passages",
        )
    })?;
    debug_assert!(matches!(theorems.plan(), Plan::Map(_)));
    let targets = dungeon.targets(task.property);
    if targets.is_empty() {
        return Err(unsupported(
            "it decides `unlosable`, and `AG EF p` and `A[p R EF p]` of rooms and things",
        ));
    }
    let mut lost = None;
    for target in &targets {
        match safety(dungeon, *target) {
            Safety::Kept(argument) => return Ok(Found::Kept(argument)),
            Safety::Lost(regions) => lost = Some(regions),
            Safety::Undecided => {}
        }
    }
    match lost {
        // Of several regions another one may do instead.
        Some(regions) if targets.len() == 1 => Ok(Found::Lost(theorems, regions)),
        _ => Err(unsupported("counting keys and doors does not decide it")),
    }
}
