//! One result, as the contract of the command line has it: the fields here
//! are those of the JSON object, in its order. `docs/report.schema.json`
//! describes them for others.

use std::collections::BTreeMap;
use std::fmt;

use playproof::{
    AcceptedCertificate, Answer, Ask, CollectionProperty, Evidence, Level, Phase, Proof, Property,
    Reason, Severity, Stop,
};
use playproof_analysis::{Best, Iteration, Iterative, Least, Tally};
use serde::{Serialize, Serializer};

use crate::attempts::Attempt;
use crate::race::RacerRow;
use crate::run::lasting;

/// The version of the JSON object.
pub const SCHEMA: u32 = 1;

/// The three answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Proved, and the evidence accepted.
    Holds,
    /// Refuted, and the evidence accepted.
    Violated,
    /// Neither.
    Unknown,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Holds => "holds",
            Verdict::Violated => "violated",
            Verdict::Unknown => "unknown",
        })
    }
}

impl From<Answer> for Verdict {
    fn from(answer: Answer) -> Verdict {
        match answer {
            Answer::Holds => Verdict::Holds,
            Answer::Violated => Verdict::Violated,
        }
    }
}

/// Why the answer is *unknown*. Its `Display` is the `reason` of the object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// A limit was hit, or the user wanted no more, during this phase.
    Stopped(Stop, Phase),
    /// No engine could treat it.
    Unsupported(String),
    /// The checker did not accept the evidence; a whole sentence.
    Rejected(String),
    /// The run that was given does not win, which proves nothing.
    NotWon(String),
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Stopped(stop, Phase::Searching) => stop.fmt(f),
            Why::Stopped(stop, Phase::Checking) => {
                write!(f, "{stop} while the evidence was checked")
            }
            Why::Unsupported(why) | Why::Rejected(why) | Why::NotWon(why) => f.write_str(why),
        }
    }
}

/// How good a run is known to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quality {
    /// None is shorter: the search goes by length.
    Shortest,
    /// None has fewer of these: that is proved.
    Proved(&'static str),
    /// The same, and by a search that goes by length none of those is shorter.
    ProvedAndShort(&'static str),
    /// The best so far where few of these are asked for.
    SoFar(&'static str),
    /// Any run was asked for.
    Any,
    /// Found by the player of this name, which proves nothing else.
    Played(&'static str),
}

/// A level among others, and how difficult it may be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Graded {
    /// The level's file.
    pub level: String,
    /// The level's number in its file, from 0.
    pub index: usize,
    /// Its difficulty; none if it cannot be won.
    pub difficulty: Option<u64>,
    /// Whether the file holds other levels too.
    #[serde(skip)]
    pub one_of_many: bool,
}

/// A part of a run that was found part by part.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Stage {
    /// The boxes off goals at its beginning, or what else the goal consists of.
    pub before: usize,
    /// The same at its end.
    pub left: usize,
    /// Its moves.
    pub moves: u64,
    /// Those of them that are pushes, where there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pushes: Option<u64>,
    /// The states seen in its search.
    pub states: u64,
    /// How long its search took.
    pub seconds: f64,
}

impl From<&Iteration> for Stage {
    fn from(iteration: &Iteration) -> Stage {
        Stage {
            before: iteration.before,
            left: iteration.left,
            moves: iteration.moves,
            pushes: iteration.pushes,
            states: iteration.states,
            seconds: (iteration.seconds * 1e6).round() / 1e6,
        }
    }
}

/// How a level was solved part by part.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Stages {
    /// The parts of the run, in order, as far as they came.
    pub stages: Vec<Stage>,
    /// How often a dead end was left again.
    pub dead_ends: u64,
    /// What one part is called, and several.
    #[serde(skip)]
    pub parts: [&'static str; 2],
}

/// One level and one property, with the answer; or, where the property is
/// about levels in their order, all of them.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The level's file; none when a certificate is checked on its own.
    pub level: Option<String>,
    /// The level's number in its file, from 0.
    pub index: Option<usize>,
    /// The level's title.
    pub title: Option<String>,
    /// The game, once it is known.
    pub game: Option<String>,
    /// The property, once it is known.
    #[serde(serialize_with = "as_text")]
    pub property: Option<Ask>,
    /// The name of the requirement that it comes from, if it comes from one.
    pub requirement: Option<String>,
    /// How bad it is if the requirement is not met.
    #[serde(serialize_with = "severity_name")]
    pub severity: Option<Severity>,
    /// The answer.
    pub verdict: Verdict,
    /// Why it is unknown.
    #[serde(serialize_with = "as_text")]
    pub reason: Option<Why>,
    /// The engine that gave the answer.
    pub engine: Option<String>,
    /// Those that raced for it, the favourite first; none without a race.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub race: Vec<RacerRow>,
    /// What each engine made of it, if all were asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub engines: Vec<Attempt>,
    /// How long it took, from reading to checking.
    pub seconds: f64,
    /// States that the engine saw; none where no engine ran.
    pub states: Option<u64>,
    /// The length of the run, if the evidence is one.
    pub length: Option<u64>,
    /// What the run costs, by name.
    pub cost: BTreeMap<&'static str, u64>,
    /// What the run scores, in games that keep a score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
    /// The engine knows of no shorter run to what is asked for. Not checked.
    pub lower_bound: Option<u32>,
    /// The run's actions.
    #[serde(serialize_with = "joined")]
    pub solution: Option<Vec<String>>,
    /// The run goes on for ever, repeating what follows so many actions.
    pub repeats_from: Option<u64>,
    /// How many runs the evidence holds, if it is about their number.
    pub runs: Option<u64>,
    /// How it was solved, if that was done part by part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iterations: Option<Stages>,
    /// The first two levels that are not in the order asked for.
    pub pair: Option<[Graded; 2]>,
    /// The kind of evidence.
    pub evidence: Option<&'static str>,
    /// Whether the checker accepted the evidence: true or null.
    #[serde(serialize_with = "true_or_null")]
    pub checked: bool,
    /// What the answer rests on that was admitted and not checked, by name.
    pub axioms: Vec<String>,
    /// The hash of the statement that was proved.
    pub statement: Option<String>,
    /// The property of a certificate in core form.
    #[serde(skip)]
    pub core: Option<String>,
    /// The certificate's file.
    pub certificate: Option<String>,
    /// What the run has least of, `moves` or `pushes`, where that is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal: Option<&'static str>,
    /// The file of the certificate that no run has less.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal_certificate: Option<String>,
    /// The run in the letters that players of the game use.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub letters: Option<String>,
    /// What was odd about the level or the question.
    pub warnings: Vec<String>,
    /// How good the run is known to be.
    #[serde(skip)]
    pub quality: Quality,
    /// What is odd about the question, for people; it is among the warnings.
    #[serde(skip)]
    pub notes: Vec<String>,
    /// The width and height of a certificate's level, in cells.
    #[serde(skip)]
    pub size: Option<(usize, usize)>,
    /// The actions of all runs, if the evidence holds several, but not more
    /// than [`Row::MOST_RUNS`].
    #[serde(skip)]
    pub all_runs: Vec<Vec<String>>,
    /// What each of them scores.
    #[serde(skip)]
    pub all_scores: Vec<i64>,
    /// Whether the file holds other levels too, so that people need a number.
    #[serde(skip)]
    pub one_of_many: bool,
    /// The number of levels that a question about several is about.
    #[serde(skip)]
    pub n_levels: Option<usize>,
    /// The level's first line in its file, from 1.
    #[serde(skip)]
    pub line: Option<u32>,
}

impl Row {
    /// More runs than this are not shown with a result.
    pub const MOST_RUNS: u64 = 5;

    /// A question that has no answer yet, about a level of a file with this
    /// many.
    pub fn asked(level: &Level, n_levels: usize, property: &(impl Clone + Into<Ask>)) -> Row {
        let mut row = Row::empty();
        row.property = Some(property.clone().into());
        row.about(level, n_levels);
        row
    }

    /// A question about several levels that has no answer yet.
    pub fn asked_of_all(n_levels: usize, property: CollectionProperty) -> Row {
        let mut row = Row::empty();
        row.property = Some(Ask::Collection(property));
        row.n_levels = Some(n_levels);
        row
    }

    /// A certificate in this file, not checked yet.
    pub fn of_certificate(file: &str) -> Row {
        let mut row = Row::empty();
        row.certificate = Some(file.to_owned());
        row
    }

    fn empty() -> Row {
        Row {
            schema: SCHEMA,
            level: None,
            index: None,
            title: None,
            game: None,
            property: None,
            requirement: None,
            severity: None,
            verdict: Verdict::Unknown,
            reason: None,
            engine: None,
            race: Vec::new(),
            engines: Vec::new(),
            seconds: 0.0,
            states: None,
            length: None,
            cost: BTreeMap::new(),
            score: None,
            lower_bound: None,
            solution: None,
            repeats_from: None,
            runs: None,
            iterations: None,
            pair: None,
            evidence: None,
            checked: false,
            axioms: Vec::new(),
            statement: None,
            core: None,
            certificate: None,
            optimal: None,
            optimal_certificate: None,
            letters: None,
            quality: Quality::Shortest,
            warnings: Vec::new(),
            notes: Vec::new(),
            size: None,
            all_runs: Vec::new(),
            all_scores: Vec::new(),
            one_of_many: false,
            n_levels: None,
            line: None,
        }
    }

    /// Names the level that the row is about.
    pub fn about(&mut self, level: &Level, n_levels: usize) {
        self.level = Some(level.file().to_owned());
        self.index = Some(level.index());
        self.title = level.title().map(str::to_owned);
        self.one_of_many = n_levels > 1;
        self.line = level.grid().map(|grid| grid.place(0, 0).line);
    }

    /// Enters an answer. `phase` is what was going on when the work ended.
    pub fn answered(&mut self, proof: &Proof, phase: Phase) {
        self.game = Some(proof.game.to_owned());
        self.engine = Some(proof.engine.to_owned());
        self.race = proof.race.iter().map(RacerRow::from).collect();
        self.states = Some(proof.states);
        self.lower_bound = proof.lower_bound;
        self.solution = proof.solution.clone();
        self.repeats_from = proof.repeats_from;
        self.runs = proof.n_runs;
        self.warnings
            .extend(proof.warnings.iter().map(ToString::to_string));
        self.warnings.extend_from_slice(&proof.notes);
        self.notes.clone_from(&proof.notes);
        match &proof.verdict {
            playproof::Verdict::Decided(accepted) => {
                let evidence = proof.certificate.as_ref().map(|c| &c.evidence);
                self.decided(accepted.answer(), evidence, proof.length);
                self.axioms = accepted.axioms().to_vec();
                self.statement = Some(accepted.statement().to_string());
            }
            playproof::Verdict::Unknown(Reason::Stopped(stop)) => self.stopped(*stop, phase),
            playproof::Verdict::Unknown(Reason::Unsupported(why)) => {
                self.reason = Some(Why::Unsupported(why.to_string()));
            }
            playproof::Verdict::Rejected(why) => self.rejected(format!("evidence rejected: {why}")),
        }
    }

    /// Enters the best run so far, where few of something are asked for, or
    /// any run; `letters` and `pushes` as far as the game has them.
    pub fn best(
        &mut self,
        best: &Best,
        of: Option<&'static str>,
        letters: Option<String>,
        pushes: Option<u64>,
        phase: Phase,
    ) {
        self.answered(&best.found, phase);
        self.states = Some(best.states);
        self.lower_bound = best.lower_bound.and_then(|n| u32::try_from(n).ok());
        self.letters = letters;
        self.cost.extend(pushes.map(|n| ("pushes", n)));
        if best.cost.is_some() {
            // A run that beats a bound violates the bound, and wins.
            self.verdict = Verdict::Holds;
        }
        self.quality = match (&best.least, of) {
            (Some(Least::Proved(_)), Some(of)) => {
                self.optimal = Some(of);
                match best.fewest_moves {
                    true => Quality::ProvedAndShort(of),
                    false => Quality::Proved(of),
                }
            }
            (Some(_), _) => Quality::Shortest,
            (None, Some(of)) => Quality::SoFar(of),
            (None, None) => Quality::Any,
        };
        if let (Quality::SoFar(_), Some(_)) = (self.quality, best.cost) {
            self.verdict = Verdict::Unknown;
        }
        match &best.stopped {
            Some(Reason::Stopped(stop)) => self.stopped(*stop, phase),
            Some(Reason::Unsupported(why)) => self.reason = Some(Why::Unsupported(why.to_string())),
            None => {}
        }
    }

    /// Enters how a level was solved part by part; `letters` as far as the game
    /// has them.
    pub fn solved_iteratively(&mut self, solved: &Iterative, letters: Option<String>) {
        self.letters = letters;
        self.iterations = Some(Stages {
            stages: solved.iterations.iter().map(Stage::from).collect(),
            dead_ends: solved.dead_ends,
            parts: solved.parts,
        });
        if solved.proof.holds() {
            let pushes: Option<u64> = solved.iterations.iter().map(|i| i.pushes).sum();
            self.cost.extend(pushes.map(|n| ("pushes", n)));
        }
    }

    /// Enters what a certificate claims, once the checker accepted it.
    pub fn accepted(&mut self, accepted: &AcceptedCertificate, property: Option<Property>) {
        let certificate = &accepted.certificate;
        self.claimed(&certificate.game, property);
        self.core = Some(certificate.core.clone());
        self.statement = Some(accepted.accepted.statement().to_string());
        let length = accepted.solution.as_ref().map(|run| run.len() as u64);
        self.repeats_from = accepted.repeats_from;
        self.runs = accepted.n_runs;
        self.title = accepted.level.title().map(str::to_owned);
        let grid = accepted.level.grid();
        self.size = grid.map(|grid| (grid.width(), grid.height()));
        self.solution.clone_from(&accepted.solution);
        self.decided(certificate.answer, Some(&certificate.evidence), length);
        self.axioms = accepted.accepted.axioms().to_vec();
    }

    /// Enters what a certificate is about, but not its answer.
    pub fn claimed(&mut self, game: &str, property: Option<Property>) {
        self.game = Some(game.to_owned());
        self.property = property.map(Ask::Level);
    }

    /// The work was stopped before there was an answer.
    pub fn stopped(&mut self, stop: Stop, phase: Phase) {
        self.reason = Some(Why::Stopped(stop, phase));
    }

    /// A run that was given does not win, for this reason.
    pub fn not_won(&mut self, why: String, actions: Vec<String>) {
        self.reason = Some(Why::NotWon(why));
        self.length = Some(actions.len() as u64);
        self.solution = Some(actions);
    }

    /// The evidence was not accepted; nothing that came with it counts.
    pub fn rejected(&mut self, sentence: String) {
        self.verdict = Verdict::Unknown;
        self.reason = Some(Why::Rejected(sentence));
        self.evidence = None;
        self.checked = false;
        self.axioms.clear();
        self.statement = None;
        self.length = None;
        self.cost.clear();
        self.lower_bound = None;
        self.solution = None;
        self.repeats_from = None;
        self.runs = None;
        self.all_runs.clear();
        self.all_scores.clear();
        self.score = None;
        self.letters = None;
        self.optimal = None;
    }

    /// Enters what the runs score, the first one being the shown one.
    pub fn scored(&mut self, tallies: &[Tally]) {
        self.all_scores = tallies.iter().map(|tally| tally.score).collect();
        if let Some(first) = tallies.first() {
            self.score = Some(first.score);
            self.cost.insert("moves", first.moves);
        }
    }

    /// What the steps of the run are called: some may be no moves.
    pub(crate) fn step_name(&self) -> &'static str {
        match (self.length, self.cost.get("moves")) {
            (Some(n_steps), Some(&n_moves)) if self.score.is_some() && n_moves < n_steps => "step",
            _ => "move",
        }
    }

    /// Whether a requirement is not met that is only a warning.
    pub fn is_warning(&self) -> bool {
        self.severity == Some(Severity::Warning) && self.verdict != Verdict::Holds
    }

    fn decided(&mut self, answer: Answer, evidence: Option<&Evidence>, length: Option<u64>) {
        self.verdict = answer.into();
        self.evidence = evidence.map(Evidence::kind);
        self.checked = true;
        self.length = length;
        // What stays where it is has not moved.
        let n_moves = self.solution.as_deref().map_or(length, |run| {
            let (actions, _) = lasting(run, self.repeats_from);
            Some(actions.len() as u64)
        });
        self.cost.extend(n_moves.map(|n| ("moves", n)));
    }

    /// The JSON object, on one line, without a line end.
    pub fn json(&self) -> String {
        serde_json::to_string(self).expect("a row has string keys and finite numbers only")
    }
}

fn as_text<T: ToString, S: Serializer>(
    value: &Option<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    value.as_ref().map(T::to_string).serialize(serializer)
}

fn severity_name<S: Serializer>(
    severity: &Option<Severity>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let name = severity.map(|severity| match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    });
    name.serialize(serializer)
}

fn joined<S: Serializer>(names: &Option<Vec<String>>, serializer: S) -> Result<S::Ok, S::Error> {
    let names = names.as_ref().map(|names| names.join(" "));
    names.serialize(serializer)
}

fn true_or_null<S: Serializer>(checked: &bool, serializer: S) -> Result<S::Ok, S::Error> {
    checked.then_some(true).serialize(serializer)
}
