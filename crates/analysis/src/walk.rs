//! Play one step at a time, from any state: for those who follow somebody's moves with
//! moves taken back, or choose the next one themselves.

use playproof::{Error, Prepared};
use playproof_model::{Step, Subject, Val, steps};

/// A level in play.
pub struct Walk {
    subject: Subject,
}

impl Walk {
    /// Play of this level.
    pub fn of(prepared: &Prepared) -> Result<Walk, Error> {
        let subject = prepared.play()?;
        Ok(Walk { subject })
    }

    /// Where play begins, if it can.
    pub fn first(&self) -> Option<Vec<Val>> {
        let mut first = None;
        self.subject.initial(&mut |state| {
            first.get_or_insert_with(|| state.to_vec());
        });
        first
    }

    /// The state after an action, by its name; none where it is not possible. Of several
    /// outcomes it is the first.
    pub fn after(&self, state: &[Val], action: &str) -> Option<Vec<Val>> {
        after(&self.subject, state, action)
    }

    /// The names of all actions.
    pub fn actions(&self) -> impl Iterator<Item = &str> {
        let actions = self.subject.signature().actions.iter();
        actions.map(|action| &action.name[..])
    }

    /// Whether a state is won.
    pub fn is_won(&self, state: &[Val]) -> bool {
        is_won(&self.subject, state)
    }
}

/// The state after an action, the first of several outcomes.
pub(crate) fn after(subject: &Subject, state: &[Val], action: &str) -> Option<Vec<Val>> {
    let wanted = subject.signature().action(action)?;
    let mut next = None;
    steps(subject, state, &mut |step, after| {
        if matches!(step, Step::Act { action, .. } if action == wanted) {
            next.get_or_insert_with(|| after.to_vec());
        }
    });
    next
}

/// Whether a state is won.
pub(crate) fn is_won(subject: &Subject, state: &[Val]) -> bool {
    let target = subject.question().reach().map(|reach| reach.target);
    target.is_some_and(|target| subject.holds(state, target))
}
