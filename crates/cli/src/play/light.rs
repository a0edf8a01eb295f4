//! Whether play can still be won: asked on a thread of its own, so that keys
//! never wait for the answer.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender};
use std::time::Duration;

use playproof::{Limits, Prepared, Progress, Stop, Val, Winnable};

use crate::clock::Clock;

/// What is known of a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Light {
    /// It is being worked on.
    Thinking,
    /// It can be won by this shortest run.
    Winnable(Vec<String>),
    /// It can be won by this run; there may be shorter ones.
    Likely(Vec<String>),
    /// It cannot be won; that is proved.
    Lost,
    /// The budget did not suffice.
    NotKnown,
}

/// Asks about states, and remembers the answers.
pub struct Oracle<'a> {
    /// The number of the latest question: work on others is given up.
    latest: &'a AtomicU64,
    questions: Sender<(u64, Vec<Val>)>,
    answers: Receiver<(Vec<Val>, Light)>,
    known: HashMap<Vec<Val>, Light>,
}

impl<'a> Oracle<'a> {
    /// An oracle whose questions go to [`answer_questions`].
    pub fn new(
        latest: &'a AtomicU64,
        questions: Sender<(u64, Vec<Val>)>,
        answers: Receiver<(Vec<Val>, Light)>,
    ) -> Oracle<'a> {
        Oracle {
            latest,
            questions,
            answers,
            known: HashMap::new(),
        }
    }

    /// What is known of a state now.
    pub fn light(&mut self, state: &[Val]) -> Light {
        self.known.extend(self.answers.try_iter());
        self.known.get(state).cloned().unwrap_or(Light::Thinking)
    }

    /// From now on this state is the one in question.
    pub fn ask(&mut self, state: &[Val]) {
        let number = self.latest.fetch_add(1, Relaxed) + 1;
        if self.light(state) == Light::Thinking {
            // Without a thread that answers, the light stays as it is.
            let _ = self.questions.send((number, state.to_vec()));
        }
    }
}

impl Drop for Oracle<'_> {
    /// No state is in question any more.
    fn drop(&mut self) {
        self.latest.fetch_add(1, Relaxed);
    }
}

/// Answers the latest question, until there can be no more.
pub fn answer_questions(
    prepared: &Prepared,
    (timeout, max_bytes): (Duration, u64),
    latest: &AtomicU64,
    questions: &Receiver<(u64, Vec<Val>)>,
    answers: &Sender<(Vec<Val>, Light)>,
) {
    for (number, state) in questions {
        let is_stale = || latest.load(Relaxed) != number;
        if is_stale() {
            continue;
        }
        let clock = Clock::start(Some(timeout));
        let mut limits = Limits {
            max_states: None,
            max_bytes: Some(max_bytes),
            poll: |_: &Progress| match (is_stale(), clock.is_over()) {
                (true, _) => ControlFlow::Break(Stop::Cancelled),
                (_, true) => ControlFlow::Break(Stop::Time),
                _ => ControlFlow::Continue(()),
            },
        };
        // Any run shows that play can be won; a shortest one is a better hint.
        let soon = prepared.soon_winnable_from(state.clone(), &mut limits);
        let light = match soon {
            Some(Winnable::NoLonger) => Light::Lost,
            Some(Winnable::By(run)) => {
                let some = Light::Likely(run.actions);
                if answers.send((state.clone(), some.clone())).is_err() {
                    return;
                }
                match prepared.winnable_from(state.clone(), &mut limits) {
                    Some(Winnable::By(run)) => Light::Winnable(run.actions),
                    _ if is_stale() => continue,
                    _ => some,
                }
            }
            // Given up is not the same as not known.
            None if is_stale() => continue,
            None => Light::NotKnown,
        };
        if answers.send((state, light)).is_err() {
            return;
        }
    }
}
