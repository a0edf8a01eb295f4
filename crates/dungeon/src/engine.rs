//! The engine that counts keys and doors.

use playproof_certify::{Ability, Budget, Engine, Evidence, Outcome, QuestionKind, Task};
use playproof_games::dungeon::KeysAndDoors;
use playproof_model::{Answer, Subject, Theorem, Unsupported};

use crate::payment::{Payment, payment};

/// Proves that a dungeon with keys that are used up cannot be lost, where counting
/// shows it.
#[derive(Clone, Copy, Debug, Default)]
pub struct PaymentEngine;

impl Engine for PaymentEngine {
    fn name(&self) -> &'static str {
        "payment"
    }

    fn summary(&self) -> &'static str {
        "counts keys and doors: a dungeon in which every door is paid for cannot be lost"
    }

    fn abilities(&self) -> &'static [Ability] {
        &[Ability {
            question: QuestionKind::Branching,
            yes: &["argument"],
            no: &[],
        }]
    }

    fn supports(&self, task: &Task) -> Result<(), Unsupported> {
        argument(task).map(|_| ())
    }

    fn check(&self, task: &Task, _: &mut dyn Budget) -> Outcome {
        match argument(task) {
            Ok(argument) => Outcome::decided(Answer::Holds, Evidence::Argument(argument), 0),
            Err(why) => Outcome::unsupported(why),
        }
    }
}

/// The argument, if there is one.
fn argument(task: &Task) -> Result<Vec<u32>, Unsupported> {
    let unsupported = |why: &str| Unsupported(why.to_owned());
    let Subject::Rules(rules) = task.subject else {
        return Err(unsupported("it counts the keys of dungeons"));
    };
    let theorem = rules.rules().theorem.0.as_ref();
    let dungeon = theorem.and_then(|theorem| theorem.as_any().downcast_ref::<KeysAndDoors>());
    let Some(dungeon) = dungeon else {
        return Err(unsupported(
            "it counts keys in dungeons with one kind of key that is used up, \
             doors that need one each, and no one-way passages",
        ));
    };
    let Some(target) = dungeon.target(task.property) else {
        return Err(unsupported("it decides `unlosable` and `AG EF in_ROOM`"));
    };
    match payment(dungeon, target) {
        Payment::Found(payers) => {
            dungeon.shows(task.property, &payers).map_err(Unsupported)?;
            Ok(payers)
        }
        Payment::Deficit(_) => Err(unsupported(
            "the keys do not pay for all doors, which need not mean that play can be lost",
        )),
    }
}
