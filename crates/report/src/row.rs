//! One result: what was asked, what came of it, and how. The JSON object that
//! it becomes is in `row_json.rs`.

use playproof::{
    AcceptedCertificate, Ask, CollectionProperty, Level, Phase, Proof, Property, Severity, Stop,
    Verdict,
};
use playproof_analysis::{Best, Iterative, Least, Tally};

use crate::conclusion::{Checked, Conclusion, Graded, Why};
use crate::found_run::{FoundRun, Quality};
use crate::search::{Search, Stages};
use crate::topic::Topic;

/// One level and one property, with the answer; or, where the property is
/// about levels in their order, all of them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Row {
    /// What was asked of which level.
    pub topic: Topic,
    /// The answer.
    pub conclusion: Conclusion,
    /// The evidence, once the checker accepted it. Where the best run is asked
    /// for and not found, it is that of the best so far.
    pub checked: Option<Checked>,
    /// The run that the evidence holds.
    pub run: FoundRun,
    /// How the answer was looked for.
    pub search: Search,
    /// The first two levels that are not in the order asked for.
    pub pair: Option<[Graded; 2]>,
    /// The certificate's file.
    pub certificate: Option<String>,
    /// The file of the certificate that no run has less.
    pub optimal_certificate: Option<String>,
    /// How long it took, from reading to checking.
    pub seconds: f64,
    /// What was odd about the level or the question.
    pub warnings: Vec<String>,
    /// What is known beside the bare answer: why no run wins, or what holds instead.
    pub why: Option<String>,
    /// The same as a line for people, with where there is more.
    pub hint: Option<String>,
    /// What is odd about the question, for people; it is among the warnings.
    pub notes: Vec<String>,
}

impl Row {
    /// A question that has no answer yet, about a level of a file with this
    /// many.
    pub fn asked(level: &Level, n_levels: usize, property: &(impl Clone + Into<Ask>)) -> Row {
        let mut row = Row::default();
        row.topic.property = Some(property.clone().into());
        row.topic.about(level, n_levels);
        row
    }

    /// A question about several levels that has no answer yet.
    pub fn asked_of_all(n_levels: usize, property: CollectionProperty) -> Row {
        let mut row = Row::default();
        row.topic.property = Some(Ask::Collection(property));
        row.topic.n_levels = Some(n_levels);
        row
    }

    /// A certificate in this file, not checked yet.
    pub fn of_certificate(file: &str) -> Row {
        Row {
            certificate: Some(file.to_owned()),
            ..Row::default()
        }
    }

    /// Enters an answer. `phase` is what was going on when the work ended.
    pub fn answered(&mut self, proof: &Proof, phase: Phase) {
        self.topic.game = Some(proof.game.to_owned());
        self.search.enter(proof);
        self.run.enter(proof);
        self.warnings
            .extend(proof.warnings.iter().map(ToString::to_string));
        self.warnings.extend_from_slice(&proof.notes);
        self.notes.clone_from(&proof.notes);
        match &proof.verdict {
            Verdict::Decided(accepted) => {
                let evidence = proof.certificate.as_ref().map(|c| &c.evidence);
                self.conclusion = accepted.answer().into();
                self.checked = Some(Checked::new(accepted, evidence));
                self.run.count_moves(proof.length);
            }
            Verdict::Unknown(reason) => self.conclusion = Why::of(reason, phase).into(),
            Verdict::Rejected(why) => self.rejected(format!("evidence rejected: {why}")),
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
        self.search.states = Some(best.states);
        self.search.lower_bound = best.lower_bound.and_then(|n| u32::try_from(n).ok());
        self.run.letters = letters;
        self.run.cost.extend(pushes.map(|n| ("pushes", n)));
        self.run.quality = match (&best.least, of) {
            (Some(Least::Proved(_)), Some(of)) if best.fewest_moves => Quality::ProvedAndShort(of),
            (Some(Least::Proved(_)), Some(of)) => Quality::Proved(of),
            (Some(_), _) => Quality::Shortest,
            (None, Some(of)) => Quality::SoFar(of),
            (None, None) => Quality::Any,
        };
        if best.cost.is_some() && self.conclusion.is_decided() {
            // A run that beats a bound violates the bound, and wins.
            self.conclusion = match self.run.quality {
                Quality::SoFar(_) => Conclusion::Unknown(None),
                _ => Conclusion::Holds,
            };
        }
        if let Some(reason) = &best.stopped {
            self.conclusion = Why::of(reason, phase).into();
        }
    }

    /// Enters how a level was solved part by part; `letters` as far as the game
    /// has them.
    pub fn solved_iteratively(&mut self, solved: &Iterative, letters: Option<String>) {
        self.run.letters = letters;
        self.search.iterations = Some(Stages::from(solved));
        if solved.proof.holds() {
            let pushes: Option<u64> = solved.iterations.iter().map(|i| i.pushes).sum();
            self.run.cost.extend(pushes.map(|n| ("pushes", n)));
        }
    }

    /// Enters what a certificate claims, once the checker accepted it.
    pub fn accepted(&mut self, accepted: &AcceptedCertificate, property: Option<Property>) {
        let certificate = &accepted.certificate;
        self.topic.claimed(&certificate.game, property);
        self.topic.core = Some(certificate.core.clone());
        self.topic.title = accepted.level.title().map(str::to_owned);
        let grid = accepted.level.grid();
        self.topic.size = grid.map(|grid| (grid.width(), grid.height()));
        self.run.repeats_from = accepted.repeats_from;
        self.run.n_runs = accepted.n_runs;
        self.run.quality = Quality::NotSaid;
        self.run.solution.clone_from(&accepted.solution);
        self.conclusion = certificate.answer.into();
        self.checked = Some(Checked::new(
            &accepted.accepted,
            Some(&certificate.evidence),
        ));
        let length = accepted.solution.as_ref().map(|run| run.len() as u64);
        self.run.count_moves(length);
    }

    /// The work was stopped before there was an answer.
    pub fn stopped(&mut self, stop: Stop, phase: Phase) {
        self.conclusion = Why::Stopped(stop, phase).into();
    }

    /// A run that was given does not win, for this reason.
    pub fn not_won(&mut self, why: String, actions: Vec<String>) {
        self.conclusion = Why::NotWon(why).into();
        self.run.length = Some(actions.len() as u64);
        self.run.solution = Some(actions);
    }

    /// The evidence was not accepted; nothing that came with it counts.
    pub fn rejected(&mut self, sentence: String) {
        self.conclusion = Why::Rejected(sentence).into();
        self.checked = None;
        self.run = FoundRun::default();
        self.search.lower_bound = None;
    }

    /// Enters what the runs score, the first one being the shown one.
    pub fn scored(&mut self, tallies: &[Tally]) {
        self.run.scores = tallies.iter().map(|tally| tally.score).collect();
        if let Some(first) = tallies.first() {
            self.run.cost.insert("moves", first.moves);
        }
    }

    /// Whether a requirement is not met that is only a warning.
    pub fn is_warning(&self) -> bool {
        self.topic.severity == Some(Severity::Warning) && self.conclusion != Conclusion::Holds
    }

    /// The kind of evidence that was accepted.
    pub(crate) fn evidence(&self) -> Option<&'static str> {
        self.checked.as_ref().and_then(|checked| checked.evidence)
    }

    /// What the answer rests on that was admitted and not checked, by name.
    pub(crate) fn axioms(&self) -> &[String] {
        self.checked.as_ref().map_or(&[], |checked| &checked.axioms)
    }
}
