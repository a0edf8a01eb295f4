//! From the command line to proposals, and from a proposal to a level that is
//! tried out.

use std::ops::ControlFlow;

use playproof::{
    Budget, Certificate, Error, Level, Limits, Playproof, Prepared, Progress, Property, Reason,
    RunMetrics, Stop, Trial, Value, Verdict,
};
use playproof_generate::{
    Cast, Design, DesignError, DungeonDesign, DungeonDesignError, Generator, KeyPlacing,
    NoProposal, Placement, Tie,
};

use crate::args::{Figure, GenerateArgs, JoinTie, Place};

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
    pub plan: Plan,
    pub seed: u64,
    pub requirements: Vec<Requirement>,
    /// What there should be most of.
    pub figure: Option<Figure>,
    /// What a search for it may spend.
    pub max_states: Option<u64>,
    pub max_bytes: Option<u64>,
}

/// What kind of levels are proposed.
#[derive(Clone)]
pub enum Plan {
    /// Drawn by cellular automata.
    Cells(Box<Design>),
    /// Rooms, corridors, locks and keys.
    Dungeon(DungeonDesign),
}

/// Makes proposals, one for each thread.
pub enum Proposer {
    Cells(Box<Generator>),
    Dungeon(DungeonDesign),
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

/// The sprites of a game, if its levels are made here.
pub fn cast(game: &str) -> Option<Cast> {
    Some(match game {
        "maze" => Cast::Maze,
        "race" => Cast::Race,
        "run" => Cast::Run,
        "catch" => Cast::Catch,
        _ => return None,
    })
}

/// What the command line asks for.
pub fn design(args: &GenerateArgs, cast: Cast) -> Result<Design, DesignError> {
    let maker = &args.maker;
    let design = Design {
        rule: maker.rule,
        life: maker.life,
        in_place: maker.in_place,
        max_generations: maker.generations,
        connect: maker.connect,
        tie: match maker.tie {
            JoinTie::Main => Tie::Main,
            JoinTie::Other => Tie::Other,
        },
        placement: match maker.place {
            Place::Farthest => Placement::Manhattan,
            Place::FarthestPath => Placement::FarthestPath,
            Place::Random => Placement::Random,
        },
        line: maker.line.clone(),
        ..Design::new(cast, args.size)
    };
    design.validate().map(|()| design)
}

/// The options that ask for such dungeons, all of them.
pub fn options_of(design: &DungeonDesign) -> String {
    let DungeonDesign {
        rooms,
        keys,
        depth,
        branching,
        side_keys,
        is_used_up,
        discard,
        placing,
    } = design;
    let mut options = format!("--rooms {rooms} --keys {keys} --depth {depth}");
    if let Some(branching) = branching {
        options += &format!(" --branching {branching}");
    }
    options += &format!(" --side-keys {side_keys} --discard {discard}");
    if *is_used_up {
        options += " --consumable";
    }
    if *placing == KeyPlacing::Anywhere {
        options += " --random-locks";
    }
    options
}

/// The dungeons that the command line asks for.
pub fn dungeon_design(args: &GenerateArgs) -> Result<DungeonDesign, DungeonDesignError> {
    let maker = &args.dungeon;
    let usual = DungeonDesign::new(maker.rooms, maker.keys);
    let design = DungeonDesign {
        depth: maker.depth.unwrap_or(usual.depth),
        branching: maker.branching,
        side_keys: maker.side_keys,
        is_used_up: maker.consumable,
        discard: maker.discard,
        placing: match maker.random_locks {
            true => KeyPlacing::Anywhere,
            false => KeyPlacing::BeforeTheirLocks,
        },
        ..usual
    };
    design.validate().map(|()| design)
}

impl Maker<'_> {
    /// One of its own for each thread.
    pub fn proposer(&self) -> Proposer {
        match &self.plan {
            Plan::Cells(design) => {
                let generator = Generator::new((**design).clone());
                Proposer::Cells(Box::new(generator.expect("the design was validated")))
            }
            Plan::Dungeon(design) => Proposer::Dungeon(design.clone()),
        }
    }

    /// Whether all proposals are the same.
    pub fn is_settled(&self) -> bool {
        let Plan::Cells(design) = &self.plan else {
            return false;
        };
        // Against an opponent sides are drawn by lot.
        let is_drawn = design.placement == Placement::Random || design.cast != Cast::Maze;
        design.line.is_some() && !is_drawn
    }

    /// The text of a proposal, if there is room for the sprites, and time.
    pub fn text(
        &self,
        proposer: &mut Proposer,
        number: u64,
        go_on: &dyn Fn() -> ControlFlow<Stop>,
    ) -> Result<String, NoProposal> {
        let title = format!("{} {number} of seed {}", self.game, self.seed);
        match proposer {
            Proposer::Cells(generator) => {
                let is_over = || go_on().is_break();
                let proposal = generator.propose_in_time(self.seed, number, &is_over)?;
                Ok(format!("; {title}\n{}", proposal.text()))
            }
            Proposer::Dungeon(design) => Ok(design.propose(self.seed, number, &title)),
        }
    }

    /// The text of a proposal that was made before.
    pub fn text_again(&self, proposer: &mut Proposer, number: u64) -> Result<String, String> {
        let text = self.text(proposer, number, &|| ControlFlow::Continue(()));
        text.map_err(|why| format!("proposal {number}: {why}"))
    }

    /// Tries out a proposal.
    pub fn outcome(
        &self,
        proposer: &mut Proposer,
        number: u64,
        go_on: &dyn Fn() -> ControlFlow<Stop>,
    ) -> Outcome {
        let text = match (self.text(proposer, number, go_on), go_on()) {
            (Ok(text), _) => text,
            (Err(NoProposal::TimeIsOver), ControlFlow::Break(stop)) => {
                return Outcome::Stopped(stop);
            }
            (Err(_), _) => return Outcome::Rejected("no room for the sprites".to_owned(), None),
        };
        let level = level_of(&text);
        let tried = self.prepared(&level).and_then(|prepared| {
            let trial = self.try_out(&prepared, go_on)?;
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
                let name = &self.requirements[requirement].name;
                match proof.verdict {
                    Verdict::Unknown(Reason::Stopped(stop @ (Stop::Time | Stop::Cancelled))) => {
                        Outcome::Stopped(stop)
                    }
                    Verdict::Unknown(why) => {
                        Outcome::Rejected(format!("{name} (not decided: {why})"), None)
                    }
                    Verdict::Rejected(why) => Outcome::Wrong(why.to_string()),
                    Verdict::Decided(_) => Outcome::Rejected(name.clone(), Some(requirement)),
                }
            }
        }
    }

    /// Decides the requirements one after the other, each within its own limits.
    fn try_out(
        &self,
        prepared: &Prepared,
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
    figure: Figure,
    prepared: &Prepared,
    budget: &mut dyn Budget,
) -> Result<Option<(u64, u64)>, Error> {
    let metrics = prepared.run_metrics(budget)?;
    let whole = |n: Option<u64>| n.map(|n| (n, 1));
    let of_run = |of: fn(RunMetrics) -> Option<u64>| whole(metrics.run.and_then(of));
    let turns = |run: RunMetrics| run.winding.map(|winding| winding.turns);
    let own = |name: &str| {
        let figure = metrics.figures.iter().find(|figure| figure.name == name);
        match figure.map(|figure| figure.value) {
            Some(Value::Count(n) | Value::AtLeast(n)) => Some((n, 1)),
            Some(Value::Ratio(over, under)) => Some((over, under)),
            _ => None,
        }
    };
    Ok(match figure {
        Figure::Shortest => of_run(|run| Some(run.moves)),
        Figure::Turns => of_run(turns),
        Figure::Straights => of_run(|run| run.winding.map(|winding| winding.straights)),
        Figure::Twistiness => metrics
            .run
            .and_then(|run| Some((turns(run)?, run.moves.max(1)))),
        Figure::WrongTurns => of_run(|run| run.wrong_turns),
        Figure::Difficulty => whole(metrics.run.and(metrics.estimate)),
        Figure::Depth => own("depth"),
        Figure::Linearity => own("linearity"),
        Figure::Branching => own("branching"),
        Figure::Backtracking => own("backtracking"),
        Figure::Strategies => own("strategies"),
    })
}
