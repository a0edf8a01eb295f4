//! `--engine all`: every engine at the same question, one after the other,
//! each within the whole limits.

use std::ops::ControlFlow;

use playproof::{
    Budget, Error, Playproof, Prepared, Progress, Proof, Property, Rejection, Stop, Verdict,
};
use playproof_report::{Attempt, disagreement};

use crate::clock::Clock;
use crate::console;
use crate::session::Session;
use crate::status::Status;

/// One question to all engines.
pub struct SideBySide<'a> {
    pub playproof: &'a Playproof,
    pub prepared: &'a Prepared<'a>,
    pub property: &'a Property,
    pub session: &'a Session,
}

impl SideBySide<'_> {
    /// Asks all, enters what each made of it, and gives the answer they agree
    /// on. `limits` has a budget for each, with its clock.
    pub fn ask<B: Budget>(&self, mut limits: impl FnMut() -> (Clock, B)) -> Result<Proof, Error> {
        let mut attempts = Vec::new();
        let mut proofs = Vec::new();
        for engine in self.playproof.engines() {
            let (clock, mut budget) = limits();
            self.session.renew(clock);
            let mut metered = Metered {
                budget: &mut budget,
                most: 0,
            };
            let name = engine.name();
            let proof = self
                .prepared
                .decide(self.property, Some(name), &mut metered);
            let mut attempt = match proof {
                Ok(proof) => {
                    self.complain_of(&proof);
                    let phase = self.session.phase();
                    let attempt = Attempt::new(name, &proof, phase);
                    // From the first answer on the result is not given up, however slowly
                    // others notice that their time is over.
                    if attempt.is_decided() {
                        self.session.enter(|row| row.answered(&proof, phase));
                    }
                    proofs.push(proof);
                    attempt
                }
                Err(Error::Unsupported { why, .. }) => Attempt::unsupported(name, why.0),
                Err(other) => return Err(other),
            };
            attempt.seconds = clock.seconds();
            attempt.memory = Some(metered.most).filter(|&n| n > 0);
            attempts.push(attempt.clone());
            self.session.enter(|row| row.search.engines.push(attempt));
            if self.session.is_cancelled() {
                break;
            }
        }
        let Some(proof) = spokesman(proofs) else {
            // No engine can: the facade says why, with the reason of each.
            let (_, mut budget) = limits();
            return self.prepared.decide(self.property, None, &mut budget);
        };
        Ok(agreed(proof, &attempts))
    }

    fn complain_of(&self, proof: &Proof) {
        if let Verdict::Rejected(_) = proof.verdict {
            console::error(&format!(
                "the checker rejected what engine `{}` found: a bug in playproof, not in the level",
                proof.engine
            ));
            self.session.reached(Status::Rejected);
        }
    }
}

/// The first that is decided, or else the one that learned most.
fn spokesman(proofs: Vec<Proof>) -> Option<Proof> {
    let rank = |proof: &Proof| (proof.certificate.is_some(), proof.lower_bound);
    // Of equals the first: the order is that of preference.
    let proofs = proofs.into_iter().rev();
    proofs.max_by_key(|proof| match rank(proof) {
        (true, _) => (true, None),
        undecided => undecided,
    })
}

/// Nothing counts where two have proved opposite answers: one of them is
/// wrong, and so is the checker that accepted both.
fn agreed(mut proof: Proof, attempts: &[Attempt]) -> Proof {
    if let Some((one, other)) = disagreement(attempts) {
        let why = format!(
            "ENGINES DISAGREE: {} says {}, {} says {}",
            one.engine, one.verdict, other.engine, other.verdict
        );
        console::error(&format!("{why}: a bug in playproof, not in the level"));
        proof.verdict = Verdict::Rejected(Rejection(why));
        proof.certificate = None;
    }
    proof
}

/// A budget that remembers the most memory that was used.
struct Metered<'b> {
    budget: &'b mut dyn Budget,
    most: u64,
}

impl Budget for Metered<'_> {
    fn spend(&mut self, progress: &Progress) -> ControlFlow<Stop> {
        self.most = self.most.max(progress.bytes);
        self.budget.spend(progress)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use playproof::Unlimited;

    /// What an engine makes of a small maze.
    fn attempt(engine: &'static str, property: &str) -> (Proof, Attempt) {
        let file = playproof::read("maze", b"11111\n1A0G1\n11111\n").unwrap();
        let playproof = Playproof::default();
        let prepared = playproof.prepare(&file.levels[0], None).unwrap();
        let property = Playproof::property(property).unwrap();
        let proof = prepared.decide(&property, Some(engine), &mut Unlimited);
        let proof = proof.unwrap();
        let attempt = Attempt::new(engine, &proof, playproof::Phase::Checking);
        (proof, attempt)
    }

    #[test]
    fn an_answer_is_not_given_up_while_others_are_asked() {
        let file = playproof::read("maze", b"11111\n1A0G1\n11111\n").unwrap();
        let playproof = Playproof::default();
        let prepared = playproof.prepare(&file.levels[0], None).unwrap();
        let property = Playproof::property("solvable").unwrap();
        let session = Session::new(
            crate::args::Format::Json,
            crate::session::Manner {
                text: |_| String::new(),
                status: Status::of,
                finding: playproof_report::Finding::of_row,
            },
        );
        let over = Clock::start(Some(std::time::Duration::ZERO));
        session.begin(playproof_report::Row::of_certificate(""), over, false);
        let all = SideBySide {
            playproof: &playproof,
            prepared: &prepared,
            property: &property,
            session: &session,
        };
        let proof = all.ask(|| (over, Unlimited)).unwrap();
        assert!(proof.holds());
        assert_eq!(session.hand_out_overdue(std::time::Duration::ZERO), None);
        let mut n_engines = 0;
        assert!(session.enter(|row| n_engines = row.search.engines.len()));
        assert_eq!(n_engines, playproof.engines().count());
    }

    #[test]
    fn engines_that_disagree_take_the_answer_away() {
        let (proof, explicit) = attempt("explicit", "solvable");
        let (_, astar) = attempt("astar", "solvable");
        let agreed_on = agreed(proof.clone(), &[explicit.clone(), astar]);
        assert!(agreed_on.holds() && agreed_on.certificate.is_some());
        // No engine does this: it is the answer to another question.
        let (_, wrong) = attempt("astar", "unsolvable");
        let unsupported = Attempt::unsupported("native", "it cannot".into());
        let proof = agreed(proof, &[unsupported, explicit, wrong]);
        let Verdict::Rejected(why) = proof.verdict else {
            panic!("{:?}", proof.verdict);
        };
        let expected = "ENGINES DISAGREE: explicit says holds, astar says violated";
        assert_eq!(why.0, expected);
        assert!(proof.certificate.is_none());
    }

    #[test]
    fn the_first_that_is_decided_speaks() {
        let (decided, _) = attempt("explicit", "solvable");
        let (later, _) = attempt("astar", "solvable");
        let mut unknown = decided.clone();
        unknown.certificate = None;
        unknown.lower_bound = Some(1000);
        let spoken = |proofs: &[&Proof]| {
            let proofs = proofs.iter().map(|&p| p.clone()).collect();
            spokesman(proofs).map(|proof| (proof.engine, proof.lower_bound))
        };
        let all = [&unknown, &decided, &later];
        assert_eq!(spoken(&all), Some(("explicit", decided.lower_bound)));
        let mut early = unknown.clone();
        early.lower_bound = Some(3);
        let both = [&early, &unknown];
        assert_eq!(spoken(&both), Some(("explicit", Some(1000))));
        assert_eq!(spoken(&[]), None);
    }
}
