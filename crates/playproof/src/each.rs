//! Properties about each thing of a level: searched thing by thing, checked as a whole.

use playproof_certify::{
    self as certify, Argument, Budget, Evidence, Outcome, Piece, Reason, Stop, Task,
};
use playproof_model::{Answer, Model, Property, Subject};

use crate::checker::subject_of;
use crate::error::Error;
use crate::proof::Proof;
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
        let each = self.subject(property)?;
        if let Ok(axiom) = each.argued(&[]) {
            let argument = Evidence::Argument(Argument {
                axiom: axiom.to_owned(),
                numbers: Vec::new(),
                run: None,
            });
            let outcome = Outcome::decided(Answer::Holds, argument, 0);
            return Ok(self.checked(&each, property, "theorem", outcome, budget));
        }
        let found = self.search_each(&each, search, budget)?;
        let engine = match &found.engines[..] {
            [first, others @ ..] if others.iter().all(|name| name == first) => first,
            _ => "several",
        };
        let outcome = match found.unknown {
            Some(reason) => Outcome::unknown(reason, found.states),
            None => {
                let pieces = Evidence::Pieces(found.pieces);
                Outcome::decided(found.answer, pieces, found.states)
            }
        };
        let mut proof = self.checked(&each, property, engine, outcome, budget);
        let certificate = proof.certificate.take();
        if let Some(certificate) = &certificate
            && let Some((thing, (subject, evidence))) = lost_thing(
                &self.compiled.model,
                certificate.answer,
                &certificate.evidence,
            )
        {
            proof.notes.push(format!(
                "`{thing}` can be missed: it can come true, but play can lead to where it cannot any more"
            ));
            self.show_run(&mut proof, &subject, certificate.answer, evidence);
        }
        proof.certificate = certificate;
        Ok(proof)
    }

    fn search_each(
        &self,
        each: &Subject,
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
        for group in 0..each.statement().groups().len() {
            let mut pieces = Vec::new();
            let part = |question: usize| each.part(group, question);
            let [Some(never), Some(kept)] = [0, 1].map(part) else {
                continue;
            };
            // What is kept can be reached, so that nobody has to look for a run to it.
            let order = match self.is_argued(&kept.0, &kept.1)? {
                true => [(1, kept), (0, never)],
                false => [(0, never), (1, kept)],
            };
            for (question, (subject, property)) in &order {
                let (engine, outcome) = search(&self.task(subject, property), budget)?;
                found.states += outcome.states;
                found.engines.push(engine);
                let (answer, evidence) = match outcome.finding {
                    certify::Finding::Holds(evidence) => (Answer::Holds, evidence),
                    certify::Finding::Violated(evidence) => (Answer::Violated, evidence),
                    certify::Finding::Unknown(reason) => {
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
                    group: group as u32,
                    question: *question,
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
            pieces.sort_by_key(|piece: &Piece| piece.question);
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
    fn is_argued(&self, subject: &Subject, property: &Property) -> Result<bool, Error> {
        let engine = self.engine_for(&self.task(subject, property), None)?;
        Ok(engine.argues())
    }
}

/// The thing that can be lost, and what shows that, with what it is about.
pub(crate) fn lost_thing<'e>(
    model: &Model,
    answer: Answer,
    evidence: &'e Evidence,
) -> Option<(String, (Subject, &'e Evidence))> {
    let Evidence::Pieces(pieces) = evidence else {
        return None;
    };
    let lost = pieces.last().filter(|_| answer == Answer::Violated)?;
    let each = subject_of(model, &Property::CompleteSafe).ok()?;
    let group = lost.group as usize;
    let (subject, _) = each.part(group, lost.question as usize)?;
    let thing = each.statement().groups().get(group)?.name.clone();
    Some((thing, (subject, &lost.evidence)))
}
