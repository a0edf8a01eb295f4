//! Runs of a level: replayed from a certificate, or asked for while playing.

use std::sync::Arc;

use playproof_certify::{self as certify, Budget, Certificate, Engine, Evidence, Task};
use playproof_engines::ExplicitEngine;
use playproof_games::View;
use playproof_model::{
    ActionId, Answer, AtomId, Fingerprint, Model, Property, Rules, Semantics, Signature, Subject,
    Val, steps,
};

use crate::error::Error;
use crate::road::{Playproof, Prepared, action_names};
use crate::shown::{ShownRun, shown_run};

/// A run with its states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// The states, from the first to the last. Each is a flat valuation of the
    /// game's variables, perhaps followed by observers.
    pub states: Vec<Vec<Val>>,
    /// The actions between them, by name.
    pub actions: Vec<String>,
    /// Where the run begins to repeat, if it does: its last state is the one
    /// at this place, and it goes on from there for ever.
    pub repeats_from: Option<usize>,
}

impl Prepared<'_> {
    /// How the level's states look.
    pub fn view(&self) -> &dyn View {
        &*self.compiled.view
    }

    /// The level's Rules, which exports read; `None` if its game has an
    /// interpreter instead.
    pub fn rules(&self) -> Option<&Rules> {
        match &self.compiled.model {
            Model::Rules(rules) => Some(rules),
            Model::Interpreted(_) => None,
        }
    }

    /// The run that a certificate of this level holds. `None` if it holds
    /// none, or one that is not possible.
    pub fn run_of(&self, certificate: &Certificate) -> Option<Run> {
        let property = Playproof::property(&certificate.property).ok()?;
        let subject = self.subject(&property).ok()?;
        let shown = shown_run(&subject, certificate.answer, &certificate.evidence)?;
        replay(&subject, &shown)
    }

    /// The level as a player meets it: states, and what can be done in each.
    /// States are flat valuations of the game's own variables.
    pub fn play(&self) -> Result<Subject, Error> {
        self.subject(&Property::Solvable)
    }

    /// Whether play can still be won from a state, and if so by which shortest
    /// run; checked like every answer. `None` if the budget did not suffice.
    pub fn winnable_from(&self, state: Vec<Val>, budget: &mut dyn Budget) -> Option<Winnable> {
        let model = match &self.compiled.model {
            Model::Rules(rules) => {
                let mut rules = rules.clone();
                rules.initial = vec![state];
                Model::Rules(rules)
            }
            Model::Interpreted(game) => Model::Interpreted(Arc::new(Restarted {
                game: Arc::clone(game),
                state,
            })),
        };
        let property = Property::Solvable;
        let subject = model.elaborate(&property).ok()?;
        let task = Task {
            subject: &subject,
            property: &property,
            natives: &[],
        };
        let outcome = ExplicitEngine::default().check(&task, budget);
        let (answer, evidence) = match outcome.verdict {
            certify::Verdict::Holds(evidence) => (Answer::Holds, evidence),
            certify::Verdict::Violated(evidence) => (Answer::Violated, evidence),
            certify::Verdict::Unknown(_) => return None,
        };
        certify::check(&subject, answer, &evidence, budget).ok()?;
        match evidence {
            Evidence::ClosedSet(_) => Some(Winnable::NoLonger),
            run => {
                let run = shown_run(&subject, answer, &run)?;
                replay(&subject, &run).map(Winnable::By)
            }
        }
    }
}

/// Whether play can still be won.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Winnable {
    /// Yes, by this run.
    By(Run),
    /// No; that is proved.
    NoLonger,
}

fn replay(subject: &Subject, trace: &ShownRun) -> Option<Run> {
    let mut initial = Vec::new();
    subject
        .semantics()
        .initial(&mut |s| initial.push(s.to_vec()));
    let mut states = vec![initial.get(trace.initial as usize)?.clone()];
    for step in &trace.steps {
        let mut next = None;
        steps(
            subject.semantics(),
            states.last()?,
            &mut |possible, state| {
                if possible == *step {
                    next = Some(state.to_vec());
                }
            },
        );
        states.push(next?);
    }
    let actions = action_names(subject, &trace.steps);
    Some(Run {
        states,
        actions,
        repeats_from: trace.repeats_from,
    })
}

/// An interpreted game that begins elsewhere.
struct Restarted {
    game: Arc<dyn Semantics>,
    state: Vec<Val>,
}

impl Semantics for Restarted {
    fn signature(&self) -> &Signature {
        self.game.signature()
    }

    fn initial(&self, emit: &mut dyn FnMut(&[Val])) {
        emit(&self.state);
    }

    fn successors(&self, state: &[Val], emit: &mut dyn FnMut(ActionId, &[Val])) {
        self.game.successors(state, emit);
    }

    fn terminal(&self, state: &[Val]) -> bool {
        self.game.terminal(state)
    }

    fn holds(&self, state: &[Val], atom: AtomId) -> bool {
        self.game.holds(state, atom)
    }

    fn fingerprint(&self) -> Fingerprint {
        self.game.fingerprint()
    }
}
