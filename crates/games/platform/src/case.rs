//! A level of the exact game, as the commands that play it have it: its world, its
//! question, and the ordinary engine to ask.

use std::ops::ControlFlow;

use playproof_certify::{
    Budget, Engine, Evidence, Finding, Outcome, Progress, Stop, Task, Trace, check,
};
use playproof_game::{BoardDrawing, BoardWay, Compiled, Game};
use playproof_level::{Diagnostic, Level};
use playproof_model::{Answer, NativeFactory, Property, Step, Subject};

use crate::Platform;
use crate::engine::{Input, Moment, PlatformEngine, Target, trace};
use crate::native::{TOO_MANY_BLOCKS, World};
use crate::rules::Stage;

/// A level of the exact game with the question whether it can be won.
pub(crate) struct Case {
    pub stage: Stage,
    pub world: World,
    pub subject: Subject,
    pub compiled: Compiled,
}

/// What the ordinary engine says; what it decided the kernel has accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Playable {
    /// There is a run.
    Yes(Vec<Input>),
    /// There is none.
    No,
    /// It was not decided.
    Unknown,
}

impl Case {
    /// The case of a level, or why the game refuses it.
    pub fn read(level: &Level) -> Result<Case, Diagnostic> {
        let compiled = Platform.compile(level)?;
        let (stage, _) = Stage::read(level)?;
        let world = World::new(&stage);
        if world.has_too_many_blocks() {
            let help = "draw fewer of them, or ask `verify`";
            return Err(level.error(TOO_MANY_BLOCKS, help));
        }
        let subject = compiled.model.elaborate(&Property::Solvable);
        let subject = subject.expect("a level can be asked whether it can be won");
        Ok(Case {
            world,
            stage,
            subject,
            compiled,
        })
    }

    /// Winning, as the statement has it.
    pub fn target(&self) -> Target<'_> {
        let reach = self.subject.question().reach();
        let reach = reach.expect("whether it can be won is a question about reaching");
        let holds = self.subject.machine().atoms[reach.target.index()].holds;
        Target::new(&self.subject, holds, &self.world)
    }

    /// Asks the ordinary engine whether the level can be won, and the kernel about its
    /// evidence.
    pub fn decide(&self, budget: &mut dyn Budget) -> Playable {
        self.decided(&self.subject, &Property::Solvable, budget)
    }

    /// The same of another question about what can be reached.
    pub fn ask(&self, property: &Property, budget: &mut dyn Budget) -> Playable {
        let subject = self.compiled.model.elaborate(property);
        let subject = subject.expect("conditions speak of what the Rules have");
        self.decided(&subject, property, budget)
    }

    fn decided(&self, subject: &Subject, property: &Property, budget: &mut dyn Budget) -> Playable {
        let natives: [Box<dyn NativeFactory>; 1] = [Box::new(World::new(&self.stage))];
        let task = Task::new(subject, property, &natives);
        let Outcome { finding, .. } = PlatformEngine.check(&task, budget);
        let (answer, evidence) = match finding {
            Finding::Holds(evidence) => (Answer::Holds, evidence),
            Finding::Violated(evidence) => (Answer::Violated, evidence),
            Finding::Unknown(_) => return Playable::Unknown,
        };
        match (check(subject, answer, &evidence, budget), evidence) {
            (Ok(_), Evidence::Trace(run)) => Playable::Yes(self.inputs(&run)),
            (Ok(_), _) => Playable::No,
            (Err(_), _) => Playable::Unknown,
        }
    }

    /// Whether the kernel accepts a run as one that wins.
    pub fn is_won_by(&self, inputs: &[Input], budget: &mut dyn Budget) -> bool {
        let run = Evidence::Trace(trace(&self.world, inputs));
        check(&self.subject, Answer::Holds, &run, budget).is_ok()
    }

    fn inputs(&self, run: &Trace) -> Vec<Input> {
        let gaits = self.world.gaits();
        let input = |step: &Step| match step {
            Step::Act { action, .. } => {
                let (gait, presses) = (action.index() / 2, action.index() % 2 == 1);
                Some(((gaits.start + gait) as u8, presses))
            }
            Step::Stutter => None,
        };
        run.steps.iter().filter_map(input).collect()
    }

    /// The level at its beginning, with lines in it.
    pub fn drawing(&self, title: String, saying: String, ways: Vec<BoardWay>) -> BoardDrawing {
        let (view, first) = (&self.compiled.view, self.stage.initial());
        let mut cells = Vec::new();
        view.cells(&first, &mut cells);
        let sprites = view.sprites(&first).unwrap_or_default();
        BoardDrawing {
            legend: view.legend().to_vec(),
            size: view.size(),
            cells,
            sprites: sprites.into_iter().flatten().collect(),
            ways,
            title,
            description: saying.clone(),
            saying,
            ..BoardDrawing::default()
        }
    }

    /// The line of a run from the beginning, through the middle of the body.
    pub fn way(&self, label: &str, inputs: &[Input], is_bad: bool) -> BoardWay {
        let profile = self.world.profile();
        let tiles = |length: i32| length as f32 / profile.tile as f32;
        let middle = |moment: &Moment| {
            let (x, y) = (moment.body.x, moment.body.pose.y);
            (tiles(x + profile.body.0 / 2), tiles(y - profile.body.1 / 2))
        };
        let moments = Moment::first(&self.world).run(&self.world, inputs);
        let mut points: Vec<_> = moments.iter().map(middle).collect();
        points.dedup();
        BoardWay {
            label: label.to_owned(),
            points,
            is_bad,
        }
    }

    /// The column of the middle of the body, from 1.
    pub fn column(&self, moment: &Moment) -> i32 {
        let profile = self.world.profile();
        (moment.body.x + profile.body.0 / 2).div_euclid(profile.tile) + 1
    }
}

/// A budget that asks somebody whether it goes on.
pub(crate) struct Asking<'a>(pub &'a mut dyn FnMut() -> ControlFlow<()>);

impl Budget for Asking<'_> {
    fn spend(&mut self, _: &Progress) -> ControlFlow<Stop> {
        match (self.0)() {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(()) => ControlFlow::Break(Stop::Cancelled),
        }
    }
}

/// No more than so many states or ranges of places, whoever else may say stop.
pub(crate) struct Capped<'b> {
    budget: &'b mut dyn Budget,
    most: u64,
    /// As many were seen in the one search that it is for.
    pub n_seen: u64,
}

impl Capped<'_> {
    pub fn new(budget: &mut dyn Budget, most: u64) -> Capped<'_> {
        Capped {
            budget,
            most,
            n_seen: 0,
        }
    }
}

impl Budget for Capped<'_> {
    fn spend(&mut self, progress: &Progress) -> ControlFlow<Stop> {
        self.n_seen = self.n_seen.max(progress.states);
        match progress.states > self.most {
            true => ControlFlow::Break(Stop::States),
            false => self.budget.spend(progress),
        }
    }
}

/// What a level is called: its file, and its number where the file has more before it.
pub(crate) fn named(level: &Level) -> String {
    match level.index() {
        0 => level.file().to_owned(),
        n => format!("{} #{}", level.file(), n + 1),
    }
}
