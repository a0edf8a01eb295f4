//! How a question about a level is decided: what it means, within which limits, by
//! whom.

use std::ops::ControlFlow;

use playproof::{Best, Error, Limits, Prepared, Progress, Proof, Property, Stop};

use super::{Batch, Place};
use crate::best::{Aim, Found};
use crate::clock::Clock;
use crate::complaints::Warnings;
use crate::engine_choice::ALL;
use crate::grades::Grade;
use crate::questions::Asked;
use crate::side_by_side::SideBySide;

/// Why there is no proof.
pub(super) enum Undecided {
    Stopped(Stop),
    Refused(Error),
}

impl From<Error> for Undecided {
    fn from(error: Error) -> Self {
        Undecided::Refused(error)
    }
}

impl<'a> Batch<'a> {
    /// What the level means, worked out once.
    fn prepare<'l, 'p>(
        &self,
        at: &Place<'l>,
        prepared: &'p mut Option<Prepared<'l>>,
    ) -> Result<&'p mut Prepared<'l>, Error>
    where
        'a: 'l,
    {
        match prepared {
            Some(prepared) => Ok(prepared),
            None => {
                let game = self.job.search.effort.game.as_deref();
                Ok(prepared.insert(self.playproof.prepare(at.level, game)?))
            }
        }
    }

    /// What the level means, once there is time for it and for what follows;
    /// its game is entered.
    fn begin<'l, 'p>(
        &self,
        at: &Place<'l>,
        prepared: &'p mut Option<Prepared<'l>>,
        clock: &Clock,
    ) -> Result<&'p mut Prepared<'l>, Undecided>
    where
        'a: 'l,
    {
        self.go_on(clock)?;
        let prepared = self.prepare(at, prepared)?;
        let game = prepared.game().name();
        self.session
            .enter(|row| row.topic.game = Some(game.to_owned()));
        self.go_on(clock)?;
        Ok(prepared)
    }

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

    /// Finds a proof. What the level means is worked out for the first
    /// property that gets so far, and kept for the others.
    pub(super) fn decide<'l>(
        &self,
        at: &Place<'l>,
        asked: &'a Asked,
        property: &Property,
        prepared: &mut Option<Prepared<'l>>,
        clock: &Clock,
    ) -> Result<Proof, Undecided>
    where
        'a: 'l,
    {
        let prepared = self.begin(at, prepared, clock)?;
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
            let letters = prepared.letters_of(&solved.proof);
            self.session
                .enter(|row| row.solved_iteratively(&solved, letters));
            return Ok(solved.proof);
        }
        let proof = match self.engine(asked) {
            Some(name) => prepared.verify(property, Some(name), &mut limits),
            None => prepared.race(property, &mut limits),
        };
        Ok(proof?)
    }

    /// Finds a run of the kind that is wanted; what is found on the way is
    /// entered, so that it is there when time runs out.
    pub(super) fn solve<'l>(
        &mut self,
        at: &Place<'l>,
        asked: &'a Asked,
        aim: Aim,
        prepared: &mut Option<Prepared<'l>>,
        clock: &Clock,
        warnings: &mut Warnings,
    ) -> Result<Option<Found>, Undecided>
    where
        'a: 'l,
    {
        let prepared = self.begin(at, prepared, clock)?;
        let mut base = None;
        self.session.enter(|row| base = Some(row.clone()));
        let Some(base) = base else {
            return Ok(None);
        };
        let enter = |best: &Best| {
            let found = Found::new(prepared, best, aim);
            let phase = self.session.phase();
            self.session.enter(|row| *row = found.row(&base, phase));
        };
        let mut limits = self.limits(asked, *clock);
        let best = aim.run(prepared, &mut limits, &mut |best| enter(best))?;
        enter(&best);
        best.found.warnings.iter().for_each(|w| warnings.tell(w));
        Ok(Some(Found::new(prepared, &best, aim)))
    }

    /// Works out how difficult a level is, for a question about several.
    pub(super) fn grade<'l>(
        &mut self,
        at: &Place<'l>,
        asked: &'a Asked,
        prepared: &mut Option<Prepared<'l>>,
        clock: &Clock,
    ) -> Result<(), Error>
    where
        'a: 'l,
    {
        let prepared = self.prepare(at, prepared);
        let metrics = prepared.and_then(|p| p.run_metrics(&mut self.limits(asked, *clock)));
        let rank = self.questions.rank(asked, at.source);
        let grade = Grade::new(at.level, at.n_levels, rank, metrics.as_ref().ok());
        self.grades.enter(asked, grade, clock.elapsed());
        metrics.map(|_| ())
    }
}
