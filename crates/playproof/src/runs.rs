//! Runs of a level: replayed from a certificate, or asked for while playing.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use playproof_certify::{
    self as certify, Budget, Certificate, Engine, Evidence, Phase, Progress, Task,
};
use playproof_engines::ExplicitEngine;
use playproof_game::View;
use playproof_model::{
    Action, ActionId, Answer, Model, Property, Rules, Subject, System, Val, VarDecl, steps_in,
};

use crate::checker::subject_of;
use crate::each::lost_thing;
use crate::error::Error;
use crate::registry::Playproof;
use crate::road::Prepared;
use crate::shown::{ShownRun, action_names, shown_run};

/// Values of all states of a run together: longer ones are not shown state by state.
const MAX_SHOWN: usize = 1 << 26;

/// What a state and the name of an action take beside its values, in values.
const BESIDE: usize = 16;

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
    /// Where the evidence itself shows that `AG p` is violated: after so many
    /// steps `p` is false.
    pub breaks_at: Option<usize>,
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
            Model::System(_) => None,
        }
    }

    /// The run that a certificate of this level holds. `None` if it holds
    /// none, one that is not possible, or one too long to be shown.
    pub fn run_of(&self, certificate: &Certificate) -> Option<Run> {
        match self.caveats().refusal {
            Some(_) => None,
            None => run_in(&self.compiled.model, certificate),
        }
    }

    /// All runs that a certificate of this level holds, in its order.
    pub fn runs_of(&self, certificate: &Certificate) -> Vec<Run> {
        if let Evidence::Pieces(_) = &certificate.evidence {
            return self.run_of(certificate).into_iter().collect();
        }
        let property = Playproof::property(&certificate.property).ok();
        let subject = property.and_then(|property| self.subject(&property).ok());
        let Some(subject) = subject else {
            return Vec::new();
        };
        match &certificate.evidence {
            Evidence::Runs(runs) | Evidence::AllRuns(runs) => {
                let runs = runs.iter().map(|trace| ShownRun {
                    initial: trace.initial,
                    steps: trace.steps.clone(),
                    repeats_from: None,
                    breaks_at: None,
                });
                runs.filter_map(|run| replay(&subject, &run)).collect()
            }
            evidence => {
                let run = shown_run(&subject, certificate.answer, evidence);
                let run = run.and_then(|run| replay(&subject, &run));
                run.into_iter().collect()
            }
        }
    }

    /// A run in the letters that players of the game use; none if it has an
    /// action without one.
    pub fn letters(&self, run: &Run) -> Option<String> {
        let states = run.states.windows(2);
        let letters = states
            .zip(&run.actions)
            .map(|(pair, action)| self.view().letter(&pair[0], &pair[1], action));
        letters.collect()
    }

    /// The states that every winning run must pass, if a certificate of this
    /// level says so.
    pub fn cut_of(&self, certificate: &Certificate) -> Option<Vec<Vec<Val>>> {
        let Evidence::Cut(cut) = &certificate.evidence else {
            return None;
        };
        let property = Playproof::property(&certificate.property).ok()?;
        let subject = self.subject(&property).ok()?;
        let layout = subject.layout();
        let rows = cut.cut.chunks_exact(layout.words);
        let states = rows.map(|row| {
            let mut state = Vec::new();
            layout.unpack(row, &mut state);
            state
        });
        Some(states.collect())
    }

    /// The states in which play can begin.
    pub fn first_states(&self) -> Vec<Vec<Val>> {
        let mut states = Vec::new();
        if let Ok(subject) = self.play() {
            let semantics = &subject;
            semantics.initial(&mut |state| states.push(state.to_vec()));
        }
        states
    }

    /// Where play can lead: from the beginning or from a state, by any number
    /// of moves or by so many at most. `None` if the budget did not suffice.
    pub fn reached(
        &self,
        from: Option<&[Val]>,
        within: Option<u64>,
        budget: &mut dyn Budget,
    ) -> Option<Reached> {
        let seen = self.reached_states(from, within, budget)?;
        let places: BTreeSet<_> = seen.iter().filter_map(|s| self.view().player(s)).collect();
        Some(Reached {
            n_states: seen.len() as u64,
            places: places.into_iter().collect(),
        })
    }

    /// The states to which play can lead, as in [`Prepared::reached`].
    pub fn reached_states(
        &self,
        from: Option<&[Val]>,
        within: Option<u64>,
        budget: &mut dyn Budget,
    ) -> Option<HashSet<Vec<Val>>> {
        let subject = self.play().ok()?;
        let semantics = &subject;
        let mut seen: HashSet<Vec<Val>> = HashSet::new();
        let mut open = Vec::new();
        match from {
            // Behind the game's own variables there may be observers.
            Some(state) => {
                let vars = &semantics.signature().vars;
                let n = vars.iter().map(|v| v.len.unwrap_or(1) as usize).sum();
                open.push(state.get(..n)?.to_vec());
            }
            None => semantics.initial(&mut |state| open.push(state.to_vec())),
        }
        seen.extend(open.iter().cloned());
        let mut play = semantics.play();
        let mut depth = 0;
        while !open.is_empty() && within.is_none_or(|n| depth < n) {
            let mut next = Vec::new();
            for (i, state) in open.iter().enumerate() {
                steps_in(semantics, &mut play, state, &mut |_, state| {
                    if !seen.contains(state) {
                        seen.insert(state.to_vec());
                        next.push(state.to_vec());
                    }
                });
                if i % 256 == 0 {
                    let progress = Progress {
                        phase: Phase::Searching,
                        states: seen.len() as u64,
                        bytes: 0,
                        depth: depth.try_into().unwrap_or(u32::MAX),
                    };
                    if budget.spend(&progress).is_break() {
                        return None;
                    }
                }
            }
            open = next;
            depth += 1;
        }
        Some(seen)
    }

    /// The level as a player meets it: states, and what can be done in each.
    /// States are flat valuations of the game's own variables.
    pub fn play(&self) -> Result<Subject, Error> {
        self.meaning(&Property::Solvable)
    }

    /// Whether play can still be won from a state, and if so by which shortest
    /// run; checked like every answer. `None` if the budget did not suffice.
    pub fn winnable_from(&self, state: Vec<Val>, budget: &mut dyn Budget) -> Option<Winnable> {
        self.won_from(state, Haste::Shortest, budget)
    }

    /// The same as fast as possible, perhaps by a longer run.
    pub fn soon_winnable_from(&self, state: Vec<Val>, budget: &mut dyn Budget) -> Option<Winnable> {
        self.won_from(state, Haste::Soonest, budget)
    }

    fn won_from(&self, state: Vec<Val>, haste: Haste, budget: &mut dyn Budget) -> Option<Winnable> {
        if self.caveats().refusal.is_some() {
            return None;
        }
        let model = match &self.compiled.model {
            Model::Rules(rules) => {
                let mut rules = rules.clone();
                rules.initial = vec![state];
                Model::Rules(rules)
            }
            Model::System(game) => {
                // Behind the game's own variables there are the propositions that were asked for.
                let n_own = game
                    .vars()
                    .iter()
                    .map(|v| v.len.unwrap_or(1) as usize)
                    .sum();
                Model::System(Arc::new(Restarted {
                    game: Arc::clone(game),
                    state: state.into_iter().take(n_own).collect(),
                }))
            }
        };
        let property = Property::Solvable;
        let subject = model.elaborate(&property).ok()?;
        let task = Task::new(&subject, &property, &self.compiled.natives);
        let outcome = match haste {
            Haste::Shortest => ExplicitEngine::default().check(&task, budget),
            Haste::Soonest => self.engine_for(&task, None).ok()?.check(&task, budget),
        };
        let (answer, evidence) = match outcome.finding {
            certify::Finding::Holds(evidence) => (Answer::Holds, evidence),
            certify::Finding::Violated(evidence) => (Answer::Violated, evidence),
            certify::Finding::Unknown(_) => return None,
        };
        certify::check(&subject, answer, &evidence, budget).ok()?;
        match answer {
            Answer::Violated => Some(Winnable::NoLonger),
            Answer::Holds => {
                let run = shown_run(&subject, answer, &evidence)?;
                replay(&subject, &run).map(Winnable::By)
            }
        }
    }
}

/// Which run is wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Haste {
    /// A shortest one.
    Shortest,
    /// The one that is found first.
    Soonest,
}

/// Where play can lead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reached {
    /// How many states there are.
    pub n_states: u64,
    /// The columns and rows, from 0, in which the player is in one of them.
    pub places: Vec<(usize, usize)>,
}

/// Whether play can still be won.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Winnable {
    /// Yes, by this run.
    By(Run),
    /// No; that is proved.
    NoLonger,
}

/// The run that a certificate holds of a level with this meaning.
pub(crate) fn run_in(model: &Model, certificate: &Certificate) -> Option<Run> {
    let answer = certificate.answer;
    if let Some((_, (subject, evidence))) = lost_thing(model, answer, &certificate.evidence) {
        return replay(&subject, &shown_run(&subject, answer, evidence)?);
    }
    let property = Playproof::property(&certificate.property).ok()?;
    let subject = subject_of(model, &property).ok()?;
    let shown = shown_run(&subject, answer, &certificate.evidence)?;
    replay(&subject, &shown)
}

fn replay(subject: &Subject, trace: &ShownRun) -> Option<Run> {
    let mut initial = Vec::new();
    subject.initial(&mut |s| initial.push(s.to_vec()));
    let mut state = initial.get(trace.initial as usize)?.clone();
    if trace.steps.len().saturating_mul(state.len() + BESIDE) > MAX_SHOWN {
        return None;
    }
    let mut states = vec![state.clone()];
    let mut play = subject.play();
    for step in &trace.steps {
        if !play.take(&mut state, *step) {
            return None;
        }
        states.push(state.clone());
    }
    let actions = action_names(subject, &trace.steps);
    Some(Run {
        states,
        actions,
        repeats_from: trace.repeats_from,
        breaks_at: trace.breaks_at,
    })
}

/// A game with an interpreter of its own that begins elsewhere.
struct Restarted {
    game: Arc<dyn System>,
    state: Vec<Val>,
}

impl System for Restarted {
    fn name(&self) -> &str {
        self.game.name()
    }

    fn version(&self) -> u32 {
        self.game.version()
    }

    fn source(&self) -> &str {
        self.game.source()
    }

    fn vars(&self) -> &[VarDecl] {
        self.game.vars()
    }

    fn actions(&self) -> &[Action] {
        self.game.actions()
    }

    fn atoms(&self) -> &[String] {
        self.game.atoms()
    }

    fn atom(&self, name: &str) -> Option<usize> {
        self.game.atom(name)
    }

    fn initial(&self, emit: &mut dyn FnMut(&[Val])) {
        emit(&self.state);
    }

    fn successors(&self, state: &[Val], emit: &mut dyn FnMut(ActionId, Option<&[Val]>)) {
        self.game.successors(state, emit);
    }

    fn holds(&self, state: &[Val], atom: usize) -> bool {
        self.game.holds(state, atom)
    }
}
