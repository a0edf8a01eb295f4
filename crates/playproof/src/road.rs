//! The road in one place: level, rules, engine, evidence, checker.

use playproof_certify::{
    self as certify, Budget, Certificate, CheckError, Evidence, Outcome, Progress, Reason, Task,
};
use playproof_game::{Caveats, Compiled, Game, Insight};
use playproof_level::Level;
use playproof_model::{Answer, Property, Statement, Subject};

use crate::checker::subject_of;
use crate::error::{CertificateRejected, Error};
use crate::limits::Limits;
use crate::packed::unpacked;
use crate::proof::{AcceptedCertificate, Proof, Verdict};
use crate::registry::Playproof;
use crate::shown::{action_names, n_runs, shown_run};

/// What a certificate may inflate to, unless the caller says otherwise.
pub const MAX_CERTIFICATE: u64 = 2 << 30;

/// States that may always be looked at to find out whether a property holds
/// only because nothing triggers it.
const ENOUGH_FOR_A_WARNING: u64 = 100_000;

/// A level of a known game, ready for questions.
pub struct Prepared<'a> {
    pub(crate) playproof: &'a Playproof,
    game: &'a dyn Game,
    level: &'a Level,
    pub(crate) compiled: Compiled,
}

impl Playproof {
    /// Reads a property.
    pub fn property(text: &str) -> Result<Property, Error> {
        let property = text.parse();
        property.map_err(|error| Error::Property {
            text: text.to_owned(),
            error,
        })
    }

    /// Finds the level's game and its meaning.
    pub fn prepare<'a>(
        &'a self,
        level: &'a Level,
        game: Option<&str>,
    ) -> Result<Prepared<'a>, Error> {
        let game = match game {
            Some(name) => self.game(name)?,
            None => self.recognise(level)?,
        };
        Ok(Prepared {
            playproof: self,
            game,
            level,
            compiled: game.compile(level)?,
        })
    }

    /// Checks a certificate of at most `max_bytes`, unpacked: the kernel goes
    /// through its evidence, and the statement is compared with what the level
    /// and the property in the certificate come to, byte for byte.
    pub fn check(
        &self,
        bytes: &[u8],
        max_bytes: u64,
        budget: &mut dyn Budget,
    ) -> Result<AcceptedCertificate, CertificateRejected> {
        let bytes = unpacked(bytes, max_bytes)?;
        self.checker().check(&bytes, max_bytes, budget)
    }
}

impl Playproof {
    /// Whether what was accepted is about this level as well: read as one of the same game,
    /// it comes to the same statement.
    pub fn is_about(&self, accepted: &AcceptedCertificate, level: &Level) -> bool {
        let certificate = &accepted.certificate;
        let subject = || {
            let property = Playproof::property(&certificate.property).ok()?;
            let model = self.game(&certificate.game).ok()?.model(level).ok()?;
            subject_of(&model, &property).ok()
        };
        let meant = certificate.statement.fingerprint();
        subject().is_some_and(|subject| subject.fingerprint() == meant)
    }
}

impl Prepared<'_> {
    /// The level's game.
    pub fn game(&self) -> &dyn Game {
        self.game
    }

    /// What the game knows of the level beyond its rules.
    pub fn insight(&self) -> Option<Box<dyn Insight>> {
        self.game.insight(self.level)
    }

    /// What a property says of the level, as the kernel reads it.
    pub fn statement(&self, property: &Property) -> Result<Statement, Error> {
        Ok(self.subject(property)?.statement().clone())
    }

    /// Another level of the same game.
    pub fn same_game<'l>(&'l self, level: &'l Level) -> Result<Prepared<'l>, Error> {
        Ok(Prepared {
            playproof: self.playproof,
            game: self.game,
            level,
            compiled: self.game.compile(level)?,
        })
    }

    /// The level.
    pub fn level(&self) -> &Level {
        self.level
    }

    /// What answers about the level are to be read with.
    pub fn caveats(&self) -> Caveats {
        self.game.caveats(self.level)
    }

    /// Whether the game brought other state spaces of the level, for speed.
    pub fn has_native_models(&self) -> bool {
        !self.compiled.natives.is_empty()
    }

    /// What a property says of the level, with the names that people know; an error where
    /// the game says that nothing can be proved of it.
    pub fn subject(&self, property: &Property) -> Result<Subject, Error> {
        match self.caveats().refusal {
            Some(refusal) => Err(refusal.into()),
            None => self.meaning(property),
        }
    }

    /// The same, whatever can be proved.
    pub(crate) fn meaning(&self, property: &Property) -> Result<Subject, Error> {
        subject_of(&self.compiled.model, property)
    }

    /// Decides a property with the engine of this name, or with the favourite
    /// among those that can, and has the evidence checked. The same question
    /// gives the same certificate.
    pub fn verify(
        &self,
        property: &Property,
        engine: Option<&str>,
        budget: &mut dyn Budget,
    ) -> Result<Proof, Error> {
        let proof = self.decide(property, engine, budget)?;
        Ok(self.with_notes(property, proof, budget))
    }

    /// Decides a property with whichever engine is first, if the favourite
    /// does not decide it soon and there are threads for others. Whose
    /// evidence it is may then differ from time to time.
    pub fn verify_by_portfolio(
        &self,
        property: &Property,
        budget: &mut dyn Budget,
    ) -> Result<Proof, Error> {
        if property.is_about_each() {
            return self.decide_each(
                property,
                &mut |task, budget| {
                    let decided = self.portfolio(task)?.decide(task, budget);
                    Ok((decided.engine, decided.outcome))
                },
                budget,
            );
        }
        let subject = self.subject(property)?;
        let task = self.task(&subject, property);
        if let Some((scout, outcome)) = self.scouted(&task, budget) {
            let proof = self.checked(&subject, property, scout, outcome, budget);
            return Ok(self.with_notes(property, proof, budget));
        }
        let decided = self.portfolio(&task)?.decide(&task, budget);
        let mut proof = self.checked(&subject, property, decided.engine, decided.outcome, budget);
        if decided.contenders.len() > 1 {
            proof.contenders = decided.contenders;
        }
        Ok(self.with_notes(property, proof, budget))
    }

    /// The same as [`Prepared::verify`], without a look at whether the
    /// question is odd.
    pub fn decide(
        &self,
        property: &Property,
        engine: Option<&str>,
        budget: &mut dyn Budget,
    ) -> Result<Proof, Error> {
        if property.is_about_each() {
            // One that is named is asked what it can be asked, if that is anything.
            let (mut was_asked, mut refusal) = (false, None);
            let mut search = |task: &Task, budget: &mut dyn Budget| {
                let chosen = match self.engine_for(task, engine) {
                    Ok(chosen) => {
                        was_asked = true;
                        chosen
                    }
                    Err(why) => {
                        refusal = Some(why);
                        self.engine_for(task, None)?
                    }
                };
                Ok((chosen.name(), chosen.check(task, budget)))
            };
            let proof = self.decide_each(property, &mut search, budget)?;
            return match refusal.filter(|_| !was_asked) {
                Some(why) => Err(why),
                None => Ok(proof),
            };
        }
        let subject = self.subject(property)?;
        let task = self.task(&subject, property);
        let scouted = match engine {
            None => self.scouted(&task, budget),
            Some(_) => None,
        };
        let (name, outcome) = match scouted {
            Some(scouted) => scouted,
            None => {
                let engine = self.engine_for(&task, engine)?;
                (engine.name(), engine.check(&task, budget))
            }
        };
        Ok(self.checked(&subject, property, name, outcome, budget))
    }

    /// A subject of this level, as engines are asked about it.
    pub fn task<'t>(&'t self, subject: &'t Subject, property: &'t Property) -> Task<'t> {
        Task::new(subject, property, &self.compiled.natives)
    }

    /// Says what is odd about the question, now that there is an answer.
    fn with_notes(&self, property: &Property, mut proof: Proof, budget: &mut dyn Budget) -> Proof {
        if proof.holds() {
            let note = self.vacuous(property, proof.states, budget);
            proof.notes.extend(note);
        }
        proof
    }

    /// Whether what triggers the property never happens, so that it holds for
    /// that reason alone. No more is spent on it than on the answer itself.
    fn vacuous(&self, property: &Property, states: u64, budget: &mut dyn Budget) -> Option<String> {
        let mut budget = Limits {
            max_states: Some(2 * states + ENOUGH_FOR_A_WARNING),
            max_bytes: None,
            poll: |progress: &Progress| budget.spend(progress),
        };
        let mut holds = |property: &Property| {
            let proof = self.decide(property, None, &mut budget).ok()?;
            Some(proof.holds())
        };
        if let Some(unfair) = property.no_run_is_fair()
            && holds(&unfair)?
        {
            return Some("it holds only because no run keeps to the assumptions".to_owned());
        }
        let trigger = property.trigger()?;
        let never = Property::Never(trigger.clone());
        holds(&never)?.then(|| format!("it holds only because `{trigger}` never comes about"))
    }

    /// Turns what somebody found out about a subject of this level, an engine
    /// or whoever else, into an answer that counts: the kernel looks at it.
    pub fn checked(
        &self,
        subject: &Subject,
        property: &Property,
        engine: &'static str,
        outcome: Outcome,
        budget: &mut dyn Budget,
    ) -> Proof {
        let caveats = self.caveats();
        let mut proof = Proof {
            lower_bound: outcome.lower_bound,
            notes: [subject.notes(), &caveats.always].concat(),
            ..self.undecided(engine, outcome.states)
        };
        let (answer, evidence) = match outcome.finding {
            certify::Finding::Holds(evidence) => (Answer::Holds, evidence),
            certify::Finding::Violated(evidence) => (Answer::Violated, evidence),
            certify::Finding::Unknown(reason) => {
                proof.verdict = Verdict::Unknown(reason);
                proof.notes.extend(caveats.when_unknown);
                return proof;
            }
        };
        match certify::check(subject, answer, &evidence, budget) {
            Err(CheckError::Rejected(why)) => proof.verdict = Verdict::Rejected(why),
            Err(CheckError::Stopped(stop)) => {
                proof.verdict = Verdict::Unknown(Reason::Stopped(stop));
            }
            Ok(accepted) => {
                if !property.is_about_each() {
                    self.show_run(&mut proof, subject, answer, &evidence);
                }
                proof.verdict = Verdict::Decided(accepted);
                proof.n_runs = n_runs(&evidence);
                proof.certificate = Some(Certificate {
                    game: self.game.name().to_owned(),
                    property: property.to_string(),
                    core: property.core(),
                    answer,
                    statement: subject.statement().clone(),
                    level: self.game.text(self.level),
                    evidence,
                });
            }
        }
        proof
    }

    /// Nothing is known yet.
    pub(crate) fn undecided(&self, engine: &'static str, states: u64) -> Proof {
        Proof {
            game: self.game.name(),
            verdict: Verdict::Unknown(Reason::Stopped(certify::Stop::Cancelled)),
            engine,
            contenders: Vec::new(),
            states,
            lower_bound: None,
            length: None,
            solution: None,
            repeats_from: None,
            n_runs: None,
            warnings: self.compiled.warnings.clone(),
            notes: Vec::new(),
            certificate: None,
        }
    }

    /// Shows the run that evidence holds, if there is one.
    pub(crate) fn show_run(
        &self,
        proof: &mut Proof,
        subject: &Subject,
        answer: Answer,
        evidence: &Evidence,
    ) {
        if let Some(run) = shown_run(subject, answer, evidence) {
            proof.length = Some(run.steps.len() as u64);
            proof.solution = Some(action_names(subject, &run.steps));
            proof.repeats_from = run.repeats_from.map(|n| n as u64);
        }
    }
}
