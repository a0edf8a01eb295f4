//! Properties about each thing of a level: searched thing by thing, checked as a whole.

use playproof_certify::{
    self as certify, Budget, CheckError, Evidence, Outcome, Piece, Reason, Stop, Task, check_each,
};
use playproof_model::{Answer, Property, Subject, Thing};

use crate::error::Error;
use crate::proof::{Proof, Verdict};
use crate::road::Prepared;

/// Whoever searches: gives the engine's name and what it found.
pub(crate) type Search<'s> =
    &'s mut dyn FnMut(&Task, &mut dyn Budget) -> Result<(&'static str, Outcome), Error>;

/// What was found of all things, or of those that were looked at.
struct Found {
    answer: Answer,
    pieces: Vec<Piece>,
    states: u64,
    engines: Vec<&'static str>,
    /// Why nothing is known of some thing.
    unknown: Option<Reason>,
}

impl Prepared<'_> {
    /// Decides a property about each thing of the level.
    pub(crate) fn decide_each(
        &self,
        property: &Property,
        search: Search,
        budget: &mut dyn Budget,
    ) -> Result<Proof, Error> {
        let model = &self.compiled.model;
        let wrong = |error| Error::Property {
            text: property.to_string(),
            error,
        };
        let things = model.things().map_err(wrong)?;
        if model.argued_of_each(property, &[]).is_ok() {
            let evidence = Evidence::Argument(Vec::new());
            return self.checked_each(property, "horn", Answer::Holds, evidence, 0, budget);
        }
        let found = self.search_each(&things, search, budget)?;
        let engine = match &found.engines[..] {
            [first, others @ ..] if others.iter().all(|name| name == first) => first,
            _ => "several",
        };
        if let Some(reason) = found.unknown {
            let mut proof = self.undecided(engine, found.states);
            proof.verdict = Verdict::Unknown(reason);
            return Ok(proof);
        }
        let evidence = Evidence::Pieces(found.pieces);
        self.checked_each(
            property,
            engine,
            found.answer,
            evidence,
            found.states,
            budget,
        )
    }

    fn search_each(
        &self,
        things: &[Thing],
        search: Search,
        budget: &mut dyn Budget,
    ) -> Result<Found, Error> {
        let mut found = Found {
            answer: Answer::Holds,
            pieces: Vec::new(),
            states: 0,
            engines: Vec::new(),
            unknown: None,
        };
        for (thing, number) in things.iter().zip(0..) {
            let mut pieces = Vec::new();
            let [never, kept] = [(&thing.never, false), (&thing.kept, true)];
            // What is kept can be reached, so that nobody has to look for a run to it.
            let order = match self.is_argued(&thing.kept)? {
                true => [kept, never],
                false => [never, kept],
            };
            for (property, is_kept) in order {
                let subject = self.subject(property)?;
                let (engine, outcome) = search(&self.task(&subject, property), budget)?;
                found.states += outcome.states;
                found.engines.push(engine);
                let (answer, evidence) = match outcome.verdict {
                    certify::Verdict::Holds(evidence) => (Answer::Holds, evidence),
                    certify::Verdict::Violated(evidence) => (Answer::Violated, evidence),
                    certify::Verdict::Unknown(reason) => {
                        let is_over = !matches!(reason, Reason::Stopped(Stop::States));
                        found.unknown.get_or_insert(reason);
                        if is_over {
                            return Ok(found);
                        }
                        // Another thing may still be found to be lost.
                        pieces.clear();
                        break;
                    }
                };
                let piece = Piece {
                    thing: number,
                    is_kept,
                    evidence,
                };
                if answer == Answer::Holds {
                    found.pieces.push(piece);
                    pieces.clear();
                    break;
                }
                pieces.push(piece);
            }
            // It can be reached and is not kept.
            pieces.sort_by_key(|piece: &Piece| piece.is_kept);
            if pieces.len() == 2 {
                found.answer = Answer::Violated;
                found.pieces = pieces;
                found.unknown = None;
                return Ok(found);
            }
        }
        Ok(found)
    }

    /// Whether the favourite for a property argues and looks at no states.
    fn is_argued(&self, property: &Property) -> Result<bool, Error> {
        let subject = self.subject(property)?;
        let engine = self.engine_for(&self.task(&subject, property), None)?;
        Ok(["horn", "payment"].contains(&engine.name()))
    }

    /// Turns what was found into an answer that counts.
    fn checked_each(
        &self,
        property: &Property,
        engine: &'static str,
        answer: Answer,
        evidence: Evidence,
        states: u64,
        budget: &mut dyn Budget,
    ) -> Result<Proof, Error> {
        let model = &self.compiled.model;
        let mut proof = self.undecided(engine, states);
        match check_each(model, property, answer, &evidence, budget) {
            Err(CheckError::Rejected(why)) => proof.verdict = Verdict::Rejected(why),
            Err(CheckError::Stopped(stop)) => {
                proof.verdict = Verdict::Unknown(Reason::Stopped(stop));
            }
            Ok(()) => {
                let rules = model
                    .fingerprint_of_each()
                    .map_err(|error| Error::from_elaborate(property.to_string(), error))?;
                if let Some((thing, lost)) = self.lost_thing(answer, &evidence) {
                    proof.notes.push(format!(
                        "`{thing}` can be missed: it can come true, but play can lead to where it cannot any more"
                    ));
                    self.show_run(&mut proof, &lost.0, answer, lost.1);
                }
                self.accept(&mut proof, property, answer, rules, evidence);
            }
        }
        Ok(proof)
    }

    /// The thing that can be lost, and what shows that, with what it is about.
    pub(crate) fn lost_thing<'e>(
        &self,
        answer: Answer,
        evidence: &'e Evidence,
    ) -> Option<(String, (Subject, &'e Evidence))> {
        let Evidence::Pieces(pieces) = evidence else {
            return None;
        };
        let lost = pieces.last().filter(|_| answer == Answer::Violated)?;
        let things = self.compiled.model.things().ok()?;
        let thing = things.get(lost.thing as usize)?;
        let subject = self.subject(&thing.kept).ok()?;
        Some((thing.name.clone(), (subject, &lost.evidence)))
    }
}
