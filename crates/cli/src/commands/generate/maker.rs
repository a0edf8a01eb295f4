//! From the command line to proposals, and from a proposal to a level that is
//! tried out.

use std::ops::ControlFlow;

use playproof::{
    Budget, Certificate, Error, Level, LevelDesign, Limits, NoProposal, Playproof, Prepared,
    Progress, Property, Proposer, Reason, Stop, Trial, Value, Verdict, Watch,
};
use playproof_analysis::{Measuring, RunMetrics};

/// What a proposal has to meet.
pub struct Requirement {
    pub property: Property,
    /// What it is called in counts.
    pub name: String,
    pub engine: Option<String>,
    /// What the journal calls it: with all that decides, beside what is on the
    /// command line, whether a level meets it and by what evidence.
    pub written: String,
    /// What the search for it may spend.
    pub max_states: Option<u64>,
    pub max_bytes: Option<u64>,
}

/// Everything that a proposal depends on.
pub struct Maker<'a> {
    pub playproof: &'a Playproof,
    pub game: &'a str,
    pub design: Box<dyn LevelDesign>,
    pub seed: u64,
    pub requirements: Vec<Requirement>,
    /// What there should be most of.
    pub figure: Option<&'a str>,
    /// What a search for it may spend.
    pub max_states: Option<u64>,
    pub max_bytes: Option<u64>,
}

/// What became of a proposal.
pub enum Outcome {
    /// It meets everything.
    Kept(Found),
    /// It does not, for this reason; the number of the requirement, if it is
    /// one.
    Rejected(String, Option<usize>),
    /// There was no more time.
    Stopped(Stop),
    /// Evidence was rejected, or something else that must not be.
    Failed(Error),
    /// An engine's evidence was wrong.
    Wrong(String),
}

/// A level that meets everything.
pub struct Found {
    /// With its title.
    pub text: String,
    pub certificates: Vec<Certificate>,
    /// How much there is of what there should be most of.
    pub value: Option<(u64, u64)>,
}

impl Maker<'_> {
    /// The text of a proposal, if there is one, and time.
    pub fn text(
        &self,
        proposer: &mut dyn Proposer,
        number: u64,
        watch: &dyn Watch,
    ) -> Result<String, NoProposal> {
        let title = format!("{} {number} of seed {}", self.game, self.seed);
        proposer.propose(self.seed, number, &title, watch)
    }

    /// The text of a proposal that was made before.
    pub fn text_again(&self, proposer: &mut dyn Proposer, number: u64) -> Result<String, String> {
        let text = self.text(proposer, number, &|| false);
        text.map_err(|why| match why {
            NoProposal::None(why) => format!("proposal {number}: {why}"),
            NoProposal::TimeIsOver => {
                format!("proposal {number}: time was over before it was made")
            }
        })
    }

    /// Tries out a proposal.
    pub fn outcome(
        &self,
        proposer: &mut dyn Proposer,
        number: u64,
        go_on: &dyn Fn() -> ControlFlow<Stop>,
    ) -> Outcome {
        self.outcome_of(proposer, number, &|| go_on().is_break(), go_on)
    }

    /// The same, while somebody watches the proposal being made.
    pub fn outcome_of(
        &self,
        proposer: &mut dyn Proposer,
        number: u64,
        watch: &dyn Watch,
        go_on: &dyn Fn() -> ControlFlow<Stop>,
    ) -> Outcome {
        let text = match (self.text(proposer, number, watch), go_on()) {
            (Ok(text), _) => text,
            (Err(NoProposal::TimeIsOver), ControlFlow::Break(stop)) => {
                return Outcome::Stopped(stop);
            }
            (Err(NoProposal::None(why)), _) if self.design.is_anytime() => {
                return Outcome::Rejected(why, None);
            }
            (Err(_), _) => return Outcome::Rejected("no room for the sprites".to_owned(), None),
        };
        let level = level_of(&text);
        let tried = self.prepared(&level).and_then(|prepared| {
            let trial = self.try_out(&prepared, &self.design.claims(&text), go_on)?;
            let value = match (&trial, self.figure) {
                (Trial::Kept(_), Some(figure)) => {
                    value(figure, &prepared, &mut self.limits(go_on))?
                }
                _ => None,
            };
            Ok((trial, value))
        });
        match tried {
            // Too large for the game, say: the next one may be smaller.
            Err(Error::Level(refused)) => {
                let why = refused.help.unwrap_or(refused.message);
                Outcome::Rejected(format!("no level of the game: {why}"), None)
            }
            Err(error) => Outcome::Failed(error),
            Ok((Trial::Kept(_), None)) if self.figure.is_some() => match go_on() {
                // There may be one; the next run looks again.
                ControlFlow::Break(stop) => Outcome::Stopped(stop),
                ControlFlow::Continue(()) => Outcome::Rejected("no such figure".to_owned(), None),
            },
            Ok((Trial::Kept(certificates), value)) => Outcome::Kept(Found {
                text,
                certificates,
                value,
            }),
            Ok((Trial::Rejected { requirement, proof }, _)) => {
                let asked = self.requirements.get(requirement);
                let name = &asked.map_or("what it claims of itself".to_owned(), |r| r.name.clone());
                match proof.verdict {
                    Verdict::Unknown(Reason::Stopped(stop @ (Stop::Time | Stop::Cancelled))) => {
                        Outcome::Stopped(stop)
                    }
                    Verdict::Unknown(why) => {
                        Outcome::Rejected(format!("{name} (not decided: {why})"), None)
                    }
                    Verdict::Rejected(why) => Outcome::Wrong(why.to_string()),
                    Verdict::Decided(_) => {
                        Outcome::Rejected(name.clone(), asked.map(|_| requirement))
                    }
                }
            }
        }
    }

    /// Decides the requirements one after the other, each within its own limits.
    fn try_out(
        &self,
        prepared: &Prepared,
        claims: &[Property],
        go_on: &dyn Fn() -> ControlFlow<Stop>,
    ) -> Result<Trial, Error> {
        let mut certificates = Vec::new();
        for (requirement, asked) in self.requirements.iter().enumerate() {
            let mut limits = Limits {
                max_states: asked.max_states,
                max_bytes: asked.max_bytes,
                poll: move |_: &Progress| go_on(),
            };
            let asked = [(&asked.property, asked.engine.as_deref())];
            match prepared.try_out(asked, &mut limits)? {
                Trial::Kept(proved) => certificates.extend(proved),
                Trial::Rejected { proof, .. } => {
                    return Ok(Trial::Rejected { requirement, proof });
                }
            }
        }
        for claim in claims {
            match prepared.try_out([(claim, None)], &mut self.limits(go_on))? {
                Trial::Kept(proved) => certificates.extend(proved),
                Trial::Rejected { proof, .. } => {
                    let requirement = self.requirements.len();
                    return Ok(Trial::Rejected { requirement, proof });
                }
            }
        }
        Ok(Trial::Kept(certificates))
    }

    /// What a search for figures may spend.
    pub fn limits(&self, go_on: &dyn Fn() -> ControlFlow<Stop>) -> impl Budget {
        Limits {
            max_states: self.max_states,
            max_bytes: self.max_bytes,
            poll: move |_: &Progress| go_on(),
        }
    }

    /// A level that was proposed, ready for questions.
    pub fn prepared<'l>(&'l self, level: &'l Level) -> Result<Prepared<'l>, Error> {
        self.playproof.prepare(level, Some(self.game))
    }
}

/// The level of a proposal's text.
pub fn level_of(text: &str) -> Level {
    let file = playproof::read("a proposal", text.as_bytes());
    let mut levels = file.expect("a proposal can be read").levels;
    levels.swap_remove(0)
}

/// How much of a figure the level has.
fn value(
    figure: &str,
    prepared: &Prepared,
    budget: &mut dyn Budget,
) -> Result<Option<(u64, u64)>, Error> {
    let metrics = prepared.run_metrics(budget)?;
    let whole = |n: Option<u64>| n.map(|n| (n, 1));
    let of_run = |of: fn(RunMetrics) -> Option<u64>| whole(metrics.run.and_then(of));
    let turns = |run: RunMetrics| run.winding.map(|winding| winding.turns);
    Ok(match figure {
        "shortest" => of_run(|run| Some(run.moves)),
        "turns" => of_run(turns),
        "straights" => of_run(|run| run.winding.map(|winding| winding.straights)),
        "twistiness" => metrics
            .run
            .and_then(|run| Some((turns(run)?, run.moves.max(1)))),
        "wrong-turns" => of_run(|run| run.wrong_turns),
        "difficulty" => whole(metrics.run.and(metrics.estimate)),
        own => {
            let figure = metrics.figures.iter().find(|figure| figure.name == own);
            match figure.map(|figure| figure.value) {
                Some(Value::Count(n) | Value::AtLeast(n)) => Some((n, 1)),
                Some(Value::Ratio(over, under)) => Some((over, under)),
                _ => None,
            }
        }
    })
}
