//! What becomes of an answer, or of there being none: rows, certificates, complaints.

use std::io;
use std::time::Duration;

use playproof::{Certificate, Error, Proof, Severity, Verdict};
use playproof_analysis::Least;
use playproof_report::{Ending, Finding, message_text};

use super::asking::Undecided;
use super::{AtWork, Batch};
use crate::best::Found;
use crate::console;
use crate::engine_choice::ALL;
use crate::grades::Grade;
use crate::inputs::problem;
use crate::questions::Asked;
use crate::shown_runs::Shown;
use crate::status::Status;
use crate::told::told;

impl<'a> Batch<'a> {
    /// Enters the answer, writes its certificate and prints the result.
    pub(super) fn hand_out(&mut self, at: &AtWork, proof: &Proof, shown: Shown) -> io::Result<()> {
        let phase = self.session.phase();
        let is_open = self.session.enter(|row| {
            row.answered(proof, phase);
            shown.enter(row);
        });
        if is_open && let Some(path) = self.write_certificate(at, proof.certificate.as_ref()) {
            self.session.enter(|row| row.certificate = Some(path));
        }
        // Where all engines were asked, it was said of each of them.
        if let Verdict::Rejected(_) = proof.verdict
            && self.job.engine != Some(ALL)
        {
            console::error(&format!(
                "the checker rejected what engine `{}` found: a bug in playproof, not in the level",
                proof.engine
            ));
        }
        self.session.finish()
    }

    /// Writes the certificates of a run and prints the result.
    pub(super) fn hand_out_best(&mut self, at: &AtWork, found: &Found) -> io::Result<()> {
        if let Some(letters) = found.lurd().filter(|_| self.job.save.is_some()) {
            self.solved.push((at.level.index(), letters));
        }
        let run = self.write_certificate(at, found.best.found.certificate.as_ref());
        let least = match &found.best.least {
            Some(Least::Proved(proof)) => self.write_certificate(at, proof.certificate.as_ref()),
            _ => None,
        };
        self.session.enter(|row| {
            row.certificate = run;
            row.optimal_certificate = least;
        });
        self.session.finish()
    }

    /// Writes a certificate, if they are wanted; returns its path.
    fn write_certificate(
        &mut self,
        at: &AtWork,
        certificate: Option<&Certificate>,
    ) -> Option<String> {
        let folder = self.certificates.as_mut()?;
        match folder.write(self.session, at.source, at.level.index(), certificate?) {
            Ok(path) => Some(path.display().to_string()),
            Err(message) => {
                console::error(&message);
                let diagnostic = problem(&at.source.name(), message, None);
                self.session.found(Finding::of_diagnostic(&diagnostic));
                self.session.reached(Status::BadInput);
                None
            }
        }
    }

    /// Says why there is no proof.
    pub(super) fn undecided(
        &mut self,
        at: &AtWork,
        asked: &Asked,
        why: Undecided,
    ) -> io::Result<()> {
        match why {
            Undecided::Stopped(stop) => {
                let phase = self.session.phase();
                self.session.enter(|row| row.stopped(stop, phase));
                self.session.finish()
            }
            Undecided::Refused(error) => {
                self.session.drop_row();
                self.refuse(at, asked, &error);
                Ok(())
            }
            Undecided::Unwritten(error) => Err(error),
        }
    }

    /// Says why a level or a property of it cannot be verified.
    fn refuse(&mut self, at: &AtWork, asked: &Asked, error: &Error) {
        self.session.reached(Status::BadInput);
        let row = asked.row(at.level, at.n_levels);
        let of_level = |message: String| Finding::of_question(&row, Ending::BadInput, message);
        match error {
            Error::Level(diagnostic) => {
                let mut diagnostic = diagnostic.clone();
                let whole = at.level.grid().map(|grid| grid.place(0, 0));
                // Half a level lacks what its other half has.
                if at.n_levels > 1 && diagnostic.place == whole {
                    let help = diagnostic.help.get_or_insert_default();
                    help.push_str(" (a blank line separates levels)");
                }
                console::complain_of(&diagnostic);
                let finding = Finding::of_diagnostic(&diagnostic);
                self.session.found(finding.about(&row));
            }
            // The text in the error is the property as printed; the columns
            // are those of the text that the user wrote.
            Error::Property { error, .. } => {
                let topic = format!("{}: {}", asked.name(), error.message);
                self.session.found(of_level(topic.clone()));
                let text = || self.questions.refusal(asked, error, &at.name());
                self.complaints.tell_once(topic, text);
            }
            other => {
                // Of another property it may not be so. Where runs are looked
                // for, nobody named a property.
                let is_of_property = matches!(other, Error::Unsupported { .. });
                let names_it = is_of_property && self.job.aim.is_none() && !self.job.iterative;
                let why = told(other);
                let topic = match names_it {
                    true => format!("{}: {why}", asked.name()),
                    false => why.clone(),
                };
                let whole = format!("{}: {topic}", at.name());
                self.session.found(of_level(why));
                let text = || message_text(Severity::Error, &whole);
                self.complaints.tell_once(topic, text);
            }
        }
    }

    /// The level is none: the first question says why, and the others are not
    /// asked of it.
    pub(super) fn no_level(&mut self, at: &AtWork, questions: &[&'a Asked], error: &Error) {
        self.refuse(at, questions[0], error);
        for (i, asked) in questions.iter().enumerate() {
            if asked.is_of_all() {
                let rank = self.questions.rank(asked, at.source);
                let grade = Grade::new(at.level, at.n_levels, rank, None);
                self.grades.enter(asked, grade, Duration::ZERO);
            } else if i > 0 {
                let why = "not asked: the level has an error".to_owned();
                let row = asked.row(at.level, at.n_levels);
                let finding = Finding::of_question(&row, Ending::NotAsked, why);
                self.session.found(finding);
            }
        }
    }
}
