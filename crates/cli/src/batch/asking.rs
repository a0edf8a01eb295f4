//! How a question about a level is decided: what it means, within which limits, by
//! whom.

use std::io;
use std::ops::ControlFlow;

use playproof::{Error, Limits, Prepared, Progress, Proof, Property, Stop};
use playproof_analysis::{Best, Facts, Measuring, SolvingByParts};

use super::{AtWork, Batch};
use crate::best::{Aim, Found};
use crate::clock::Clock;
use crate::complaints::Warnings;
use crate::engine_choice::ALL;
use crate::grades::Grade;
use crate::progress;
use crate::questions::{Asked, asks_to_win};
use crate::shown_runs::Shown;
use crate::side_by_side::SideBySide;

/// Why there is no proof.
pub(super) enum Undecided {
    Stopped(Stop),
    Refused(Error),
    /// The result could not be written.
    Unwritten(io::Error),
}

impl From<Error> for Undecided {
    fn from(error: Error) -> Self {
        Undecided::Refused(error)
    }
}

impl From<io::Error> for Undecided {
    fn from(error: io::Error) -> Self {
        Undecided::Unwritten(error)
    }
}

impl<'a> Batch<'a> {
    fn limits(
        &self,
        asked: &Asked,
        clock: Clock,
    ) -> Limits<impl FnMut(&Progress) -> ControlFlow<Stop>> {
        let search = self.job.search;
        Limits {
            max_states: search.effort.max_states.or(asked.max_states()),
            max_bytes: search.effort.limits.max_bytes().or(asked.max_bytes()),
            poll: move |progress: &Progress| {
                self.session.note(progress, &clock);
                self.session.go_on(&clock)
            },
        }
    }

    /// Between two phases: whether the next one is begun.
    fn go_on(&self, clock: &Clock) -> Result<(), Undecided> {
        match self.session.go_on(clock) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(stop) => Err(Undecided::Stopped(stop)),
        }
    }

    /// Answers a question about a level, and hands the answer out.
    pub(super) fn answer(
        &mut self,
        at: &AtWork,
        asked: &'a Asked,
        prepared: &Prepared,
        clock: &Clock,
        warnings: &mut Warnings,
    ) -> Result<(), Undecided> {
        let Some(property) = asked.ask.property() else {
            return self.grade(at, asked, prepared, clock);
        };
        self.go_on(clock)?;
        let game = prepared.game().name();
        self.session
            .enter(|row| row.topic.game = Some(game.to_owned()));
        let Some(aim) = self.job.aim else {
            let proof = self.decide(asked, property, prepared, clock)?;
            warnings.tell_of(at.level, &proof.warnings);
            self.enter_why(asked, property, prepared, &proof, clock);
            return Ok(self.hand_out(at, &proof, Shown::new(prepared, &proof))?);
        };
        let Some(found) = self.solve(asked, aim, prepared, clock)? else {
            return Ok(());
        };
        warnings.tell_of(at.level, &found.best.found.warnings);
        Ok(self.hand_out_best(at, &found)?)
    }

    /// Says more than *no* where it is known at once.
    fn enter_why(
        &self,
        asked: &Asked,
        property: &Property,
        prepared: &Prepared,
        proof: &Proof,
        clock: &Clock,
    ) {
        if self.job.iterative || !proof.violated() {
            return;
        }
        let why = prepared.fact(property, proof, &mut self.limits(asked, *clock));
        let hint = match (asks_to_win(property), &why) {
            (true, Some(why)) => Some(format!("why: {why}; `playproof explain` shows it")),
            (true, None) => Some("why: ask `playproof explain`".to_owned()),
            (false, fact) => fact.clone(),
        };
        self.session.enter(|row| {
            row.why = why;
            row.hint = hint;
        });
    }

    /// Finds a proof.
    fn decide(
        &self,
        asked: &'a Asked,
        property: &Property,
        prepared: &Prepared,
        clock: &Clock,
    ) -> Result<Proof, Undecided> {
        if self.job.engine == Some(ALL) {
            let all = SideBySide {
                playproof: self.playproof,
                prepared,
                property,
                session: self.session,
            };
            return Ok(all.ask(|| {
                let clock = self.clock(asked);
                (clock, self.limits(asked, clock))
            })?);
        }
        let mut limits = self.limits(asked, *clock);
        if self.job.iterative {
            let mut seconds = || clock.elapsed().as_secs_f64();
            let solved =
                prepared.solve_iteratively(self.engine(asked), &mut seconds, &mut limits)?;
            let run = solved.proof.certificate.as_ref();
            let run = run.and_then(|certificate| prepared.run_of(certificate));
            let letters = run.and_then(|run| prepared.letters(&run));
            self.session
                .enter(|row| row.solved_iteratively(&solved, letters));
            return Ok(solved.proof);
        }
        let proof = match self.engine(asked) {
            Some(name) => prepared.verify(property, Some(name), &mut limits),
            None => prepared.verify_by_portfolio(property, &mut limits),
        };
        Ok(proof?)
    }

    /// Finds a run of the kind that is wanted; what is found on the way is
    /// entered, so that it is there when time runs out.
    fn solve(
        &self,
        asked: &'a Asked,
        aim: Aim,
        prepared: &Prepared,
        clock: &Clock,
    ) -> Result<Option<Found>, Undecided> {
        let mut base = None;
        self.session.enter(|row| base = Some(row.clone()));
        let Some(base) = base else {
            return Ok(None);
        };
        let enter = |best: Best| {
            let found = Found::new(prepared, best, aim);
            let phase = self.session.phase();
            self.session.enter(|row| *row = found.row(&base, phase));
            found
        };
        let mut limits = self.limits(asked, *clock);
        let best = aim.run(prepared, &mut limits, &mut |better| {
            enter(better.clone());
            if let Some(cost) = better.cost {
                progress::headline(Some(format!("best so far {cost} · ")));
            }
        })?;
        Ok(Some(enter(best)))
    }

    /// Works out how difficult a level is, for a question about several.
    fn grade(
        &mut self,
        at: &AtWork,
        asked: &'a Asked,
        prepared: &Prepared,
        clock: &Clock,
    ) -> Result<(), Undecided> {
        let metrics = prepared.run_metrics(&mut self.limits(asked, *clock));
        let rank = self.questions.rank(asked, at.source);
        let grade = Grade::new(at.level, at.n_levels, rank, metrics.as_ref().ok());
        self.grades.enter(asked, grade, clock.elapsed());
        Ok(metrics.map(|_| ())?)
    }
}
