//! Moves that somebody made: whether they are possible, and the first of them
//! after which winning was impossible.

use playproof::{Error, Prepared, Proof, Run, Winnable};
use playproof_certify::{Budget, Evidence, Outcome, Trace};
use playproof_model::{Answer, Property, Question, Step, Subject, Val, steps};

use crate::effort::{Effort, Purse};
use crate::score::only_costs;
use crate::walk::{after, is_won};

/// What stands for the engine where a run was given.
const GIVEN: &str = "given";

/// A move that cannot be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Impossible {
    /// Its number, from 1.
    pub number: usize,
    /// What it was to be.
    pub action: String,
    /// Why not, in words.
    pub why: String,
    /// The moves before it.
    pub before: Run,
}

/// What moves lead to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fate {
    /// They win.
    Won,
    /// Winning is still possible, by this run.
    Open(Run),
    /// Winning is impossible.
    Lost {
        /// After so many moves winning is proved to be impossible.
        after: usize,
        /// After so many moves winning is proved to be possible. If that is
        /// one move fewer, the move between is the fatal one. `None` if it is
        /// proved for no state of the run, the first included.
        open_until: Option<usize>,
    },
    /// It could not be found out.
    NotKnown,
}

impl Fate {
    /// The number of the first move after which winning is impossible, if it
    /// is known; 0 if winning was never possible.
    pub fn fatal(&self) -> Option<usize> {
        match *self {
            Fate::Lost { after: 0, .. } => Some(0),
            Fate::Lost {
                after,
                open_until: Some(open),
            } if open + 1 == after => Some(after),
            _ => None,
        }
    }
}

/// Moves that somebody made in a prepared level.
pub trait Replaying {
    /// Makes moves from the beginning, by the names of their actions. Where
    /// one has several outcomes, the first is taken.
    fn follow(&self, actions: &[String]) -> Result<Result<Run, Impossible>, Error>;

    /// The proof that a level can be won which somebody's moves are, checked
    /// like every other; `None` if they do not win.
    fn won_by(&self, run: &Run, budget: &mut dyn Budget) -> Result<Option<Proof>, Error>;

    /// What somebody's run says about a property, checked like every other
    /// evidence: rejected if it shows nothing.
    fn shown_by(
        &self,
        property: &Property,
        evidence: Evidence,
        budget: &mut dyn Budget,
    ) -> Result<Proof, Error>;

    /// Whether play is over after somebody's moves, and not won.
    fn is_lost_by(&self, run: &Run) -> Result<bool, Error>;

    /// What a run from the beginning leads to. Once winning is impossible it
    /// stays so: the first such state is found by halving.
    fn fate(&self, run: &Run, effort: Effort, budget: &mut dyn Budget) -> Result<Fate, Error>;
}

impl Replaying for Prepared<'_> {
    fn follow(&self, actions: &[String]) -> Result<Result<Run, Impossible>, Error> {
        let subject = self.play()?;
        let mut run = Run {
            states: self.first_states().into_iter().take(1).collect(),
            actions: Vec::new(),
            repeats_from: None,
            breaks_at: None,
        };
        for action in actions {
            let Some(state) = run.states.last() else {
                break;
            };
            match after(&subject, state, action) {
                Some(next) => run.states.push(next),
                None => {
                    let is_over = subject.terminal(state);
                    let why = match (is_won(&subject, state), is_over) {
                        (true, _) => "play is won before it".to_owned(),
                        (false, true) => "play is lost before it".to_owned(),
                        (false, false) => why_not(self, &subject, state, action),
                    };
                    return Ok(Err(Impossible {
                        number: run.actions.len() + 1,
                        action: action.clone(),
                        why,
                        before: run,
                    }));
                }
            }
            run.actions.push(action.clone());
        }
        Ok(Ok(run))
    }

    fn won_by(&self, run: &Run, budget: &mut dyn Budget) -> Result<Option<Proof>, Error> {
        let subject = self.play()?;
        let (actions, states) = (run.actions.iter(), run.states.windows(2));
        let taken = actions.zip(states).map(|(action, pair)| {
            let wanted = subject.signature().action(action)?;
            let mut taken = None;
            steps(&subject, &pair[0], &mut |step, after| {
                let is_it = matches!(step, Step::Act { action, .. } if action == wanted);
                if is_it && after == &pair[1][..] {
                    taken.get_or_insert(step);
                }
            });
            taken
        });
        let steps: Option<Vec<Step>> = taken.collect();
        let won = run.states.last().is_some_and(|end| is_won(&subject, end));
        let Some(steps) = steps.filter(|_| won) else {
            return Ok(None);
        };
        let trace = Evidence::Trace(Trace { initial: 0, steps });
        let outcome = Outcome::decided(Answer::Holds, trace, run.states.len() as u64);
        let property = Property::Solvable;
        Ok(Some(
            self.checked(&subject, &property, GIVEN, outcome, budget),
        ))
    }

    fn shown_by(
        &self,
        property: &Property,
        evidence: Evidence,
        budget: &mut dyn Budget,
    ) -> Result<Proof, Error> {
        let subject = self.subject(property)?;
        let answer = match subject.question() {
            Question::Reach(reach) => reach.on_reach,
            Question::Linear(linear) => linear.on_run,
            // One run decides nothing here, as the checker will say.
            Question::Branching(_) | Question::Paths(_) => Answer::Holds,
        };
        let n_steps = match &evidence {
            Evidence::Trace(trace) => trace.steps.len(),
            Evidence::Lasso(lasso) => lasso.stem.len() + lasso.cycle.len(),
            _ => 0,
        };
        let outcome = Outcome::decided(answer, evidence, n_steps as u64 + 1);
        Ok(self.checked(&subject, property, GIVEN, outcome, budget))
    }

    fn is_lost_by(&self, run: &Run) -> Result<bool, Error> {
        let subject = self.play()?;
        let end = run.states.last();
        Ok(end.is_some_and(|end| subject.terminal(end) && !is_won(&subject, end)))
    }

    fn fate(&self, run: &Run, effort: Effort, budget: &mut dyn Budget) -> Result<Fate, Error> {
        let mut purse = Purse::new(budget, effort);
        let subject = self.play()?;
        let (Some(end), last) = (run.states.last(), run.states.len().saturating_sub(1)) else {
            return Ok(Fate::NotKnown);
        };
        if is_won(&subject, end) {
            return Ok(Fate::Won);
        }
        let mut after = match self.soon_winnable_from(end.clone(), &mut purse) {
            Some(Winnable::By(run)) => return Ok(Fate::Open(run)),
            Some(Winnable::NoLonger) => last,
            None => return Ok(Fate::NotKnown),
        };
        let mut open_until: Option<usize> = None;
        // Of the states in between, those that could not be decided.
        let mut undecided = Vec::new();
        loop {
            let first = open_until.map_or(0, |open| open + 1);
            let middle = first.midpoint(after);
            let candidates = (first..after).filter(|k| !undecided.contains(k));
            let Some(k) = candidates.min_by_key(|k| k.abs_diff(middle)) else {
                break;
            };
            match self.soon_winnable_from(run.states[k].clone(), &mut purse) {
                Some(Winnable::By(_)) => open_until = Some(k),
                Some(Winnable::NoLonger) => after = k,
                None if purse.is_empty() => break,
                None => undecided.push(k),
            }
        }
        Ok(Fate::Lost { after, open_until })
    }
}

fn why_not(prepared: &Prepared, subject: &Subject, state: &[Val], action: &str) -> String {
    if subject.signature().action(action).is_none() {
        return "the game has no such action".to_owned();
    }
    if only_costs(prepared, state, action) {
        return "a wall is there, and a bump is no move".to_owned();
    }
    let insight = prepared.insight();
    let pieces = insight.as_ref().and_then(|insight| insight.pieces());
    let known = pieces.and_then(|pieces| pieces.obstacle(state, action));
    known.unwrap_or_else(|| "it is not possible there".to_owned())
}

/// Whether these actions lead from the beginning to a win.
pub(crate) fn is_won_by(prepared: &Prepared, actions: &[String]) -> bool {
    let Ok(subject) = prepared.play() else {
        return false;
    };
    let Some(mut state) = prepared.first_states().into_iter().next() else {
        return false;
    };
    for action in actions {
        match after(&subject, &state, action) {
            Some(next) => state = next,
            None => break,
        }
    }
    is_won(&subject, &state)
}
