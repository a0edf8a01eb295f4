//! Checking what is said of each thing of a level, piece by piece.

use playproof_model::{Answer, Model, Property, Thing};

use crate::check::{CheckError, check, does_not_show, poll, reject};
use crate::evidence::{Evidence, Piece};
use crate::task::Budget;

/// Accepts the evidence for this answer to a property about each thing of a level, or
/// says why not.
///
/// It holds if each thing can never be reached or is kept in reach. It is violated if
/// one can be reached and is not kept.
pub fn check_each(
    model: &Model,
    property: &Property,
    answer: Answer,
    evidence: &Evidence,
    budget: &mut dyn Budget,
) -> Result<(), CheckError> {
    let things = model.things().or_else(|why| reject(why.to_string()))?;
    match (evidence, answer) {
        (Evidence::Argument(argument), Answer::Holds) => {
            let argued = model.argued_of_each(property, argument);
            argued.or_else(reject)
        }
        (Evidence::Pieces(pieces), Answer::Holds) => {
            let numbers = pieces.iter().map(|piece| piece.thing as usize);
            if !numbers.eq(0..things.len()) {
                return reject("it does not have one piece for each thing");
            }
            for (thing, piece) in things.iter().zip(pieces) {
                check_piece(model, thing, answer, piece, budget)?;
            }
            Ok(())
        }
        (Evidence::Pieces(pieces), Answer::Violated) => match &pieces[..] {
            [reached, lost] if reached.thing == lost.thing && !reached.is_kept && lost.is_kept => {
                let Some(thing) = things.get(lost.thing as usize) else {
                    return reject(format!("there is no thing {}", lost.thing));
                };
                check_piece(model, thing, answer, reached, budget)?;
                check_piece(model, thing, answer, lost, budget)
            }
            _ => reject("one thing must be reached and lost"),
        },
        _ => does_not_show(evidence, answer),
    }
}

fn check_piece(
    model: &Model,
    thing: &Thing,
    answer: Answer,
    piece: &Piece,
    budget: &mut dyn Budget,
) -> Result<(), CheckError> {
    let property = match piece.is_kept {
        true => &thing.kept,
        false => &thing.never,
    };
    let subject = model.elaborate(property);
    let subject = subject.or_else(|why| reject(why.to_string()))?;
    poll(budget, 0, 0)?;
    check(&subject, answer, &piece.evidence, budget)
}
