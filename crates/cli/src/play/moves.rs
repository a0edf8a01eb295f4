//! The moves made so far, which can be taken back.

use playproof::{Step, Subject, Val, steps};

/// A play of a level: the states from the first to the current one.
pub struct Moves<'a> {
    subject: &'a Subject,
    /// At least one.
    states: Vec<Vec<Val>>,
}

impl<'a> Moves<'a> {
    /// A play that begins, unless the level has no beginning. Of several
    /// beginnings it is the first.
    pub fn new(subject: &'a Subject) -> Option<Moves<'a>> {
        let mut initial = None;
        subject.initial(&mut |state| {
            initial.get_or_insert_with(|| state.to_vec());
        });
        let states = vec![initial?];
        Some(Moves { subject, states })
    }

    /// Where play is now.
    pub fn state(&self) -> &[Val] {
        self.states
            .last()
            .expect("the first state is never removed")
    }

    /// How many moves were made.
    pub fn count(&self) -> usize {
        self.states.len() - 1
    }

    /// Makes a move, if it is possible, and says whether it was. Where it has several
    /// outcomes, the first is taken.
    pub fn make(&mut self, action: &str) -> bool {
        let semantics = self.subject;
        let wanted = semantics.signature().action(action);
        let mut next = None;
        steps(semantics, self.state(), &mut |step, state| {
            if let Step::Act { action, .. } = step
                && Some(action) == wanted
            {
                next.get_or_insert_with(|| state.to_vec());
            }
        });
        let is_made = next.is_some();
        self.states.extend(next);
        is_made
    }

    /// The names of the actions that are possible now, once each, in their order.
    pub fn possible(&self) -> Vec<&str> {
        let mut is_possible = vec![false; self.subject.signature().actions.len()];
        steps(self.subject, self.state(), &mut |step, _| {
            if let Step::Act { action, .. } = step {
                is_possible[action.index()] = true;
            }
        });
        let actions = self.actions().zip(is_possible);
        let possible = actions.filter(|(_, is_possible)| *is_possible);
        possible.map(|(name, _)| name).collect()
    }

    /// Takes the last move back.
    pub fn undo(&mut self) {
        if self.count() > 0 {
            self.states.pop();
        }
    }

    /// Takes all moves back.
    pub fn restart(&mut self) {
        self.states.truncate(1);
    }

    /// Whether play is won.
    pub fn is_won(&self) -> bool {
        let win = self.subject.question().reach();
        win.is_some_and(|win| self.subject.holds(self.state(), win.target))
    }

    /// Whether play is over without being won.
    pub fn is_lost(&self) -> bool {
        self.subject.terminal(self.state()) && !self.is_won()
    }

    /// The names of all actions.
    pub fn actions(&self) -> impl Iterator<Item = &str> {
        let actions = &self.subject.signature().actions;
        actions.iter().map(|action| &action.name[..])
    }
}
