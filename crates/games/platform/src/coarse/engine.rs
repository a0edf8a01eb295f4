//! The engines for the coarse game: earliest arrivals, and most coins and kills.
//!
//! Both keep of the states in one place only the best (see `search.rs`). If the search
//! ends without a run, the states no better than those it has kept are a set that nobody
//! leaves.

use std::any::Any;

use playproof_certify::{
    Ability, Budget, Engine, Evidence, Outcome, QuestionKind, Reason, Stop, Task, Trace,
};
use playproof_model::{
    NativeFactory, NativeModel, Property, Question, Reach, Subject, Unsupported,
};

use super::closed::closed_set;
use super::graph::Graph;
use super::path::Terrain;
use super::rules::Ways;
use super::search::{End, Order, Search};
use super::settings::CoarseSettings;
use super::wanted::Wanted;
use crate::canonical::Board;

/// What the engines read of a level.
pub(super) struct CoarseLevel {
    pub board: Board,
    pub settings: CoarseSettings,
    pub ways: Ways,
}

impl CoarseLevel {
    pub fn terrain(&self) -> Terrain<'_> {
        Terrain::new(&self.board, self.settings.exit)
    }
}

impl NativeFactory for CoarseLevel {
    fn name(&self) -> &'static str {
        "coarse"
    }

    fn model(&self, _: &Subject, _: &Property) -> Result<Box<dyn NativeModel>, Unsupported> {
        Err(Unsupported("the coarse game has engines".to_owned()))
    }

    fn as_any(&self) -> Option<&dyn Any> {
        Some(self)
    }
}

/// Decides whether a place of the coarse game can be reached.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct EarliestEngine;

/// Decides whether a place can be reached with so many coins and kills.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MostEngine;

const ABILITIES: &[Ability] = &[Ability {
    question: QuestionKind::Reach,
    yes: &["trace"],
    no: &["closed-set"],
}];

impl Engine for EarliestEngine {
    fn name(&self) -> &'static str {
        "earliest"
    }

    fn summary(&self) -> &'static str {
        "for platform levels in steps of a tile: of states in one place only the best are kept"
    }

    fn abilities(&self) -> &'static [Ability] {
        ABILITIES
    }

    fn supports(&self, task: &Task) -> Result<(), Unsupported> {
        match Asked::new(task)?.wanted.counts() {
            true => Err(Unsupported("nothing is counted here".to_owned())),
            false => Ok(()),
        }
    }

    fn check(&self, task: &Task, budget: &mut dyn Budget) -> Outcome {
        decide(self, task, Order::Moves, budget)
    }
}

impl Engine for MostEngine {
    fn name(&self) -> &'static str {
        "most"
    }

    fn summary(&self) -> &'static str {
        "for platform levels in steps of a tile: how many coins and kills there can be"
    }

    fn abilities(&self) -> &'static [Ability] {
        ABILITIES
    }

    fn supports(&self, task: &Task) -> Result<(), Unsupported> {
        match Asked::new(task)?.wanted.counts() {
            true => Ok(()),
            false => Err(Unsupported("this is for coins and kills".to_owned())),
        }
    }

    fn check(&self, task: &Task, budget: &mut dyn Budget) -> Outcome {
        decide(self, task, Order::Time, budget)
    }
}

/// A task as these engines see it.
pub(super) struct Asked<'t> {
    pub level: &'t CoarseLevel,
    pub terrain: Terrain<'t>,
    pub reach: &'t Reach,
    pub wanted: Wanted,
}

impl<'t> Asked<'t> {
    pub fn new(task: &Task<'t>) -> Result<Asked<'t>, Unsupported> {
        let own = |native: &'t dyn NativeFactory| native.as_any()?.downcast_ref::<CoarseLevel>();
        let level = task.natives.iter().find_map(|native| own(&**native));
        let level = level.ok_or_else(|| {
            Unsupported("this is for platform levels in steps of a tile".to_owned())
        })?;
        let Question::Reach(reach) = task.subject.question() else {
            return Err(Unsupported("this is for what can be reached".to_owned()));
        };
        let terrain = level.terrain();
        let has_enemies = !terrain.enemies.is_empty();
        let has_blocks = !terrain.blocks.is_empty();
        let n_own = 1
            + usize::from(level.settings.time.is_some())
            + usize::from(has_enemies)
            + usize::from(has_blocks);
        let wanted = Wanted::read(task.subject.machine(), &terrain, reach, n_own)?;
        Ok(Asked {
            level,
            terrain,
            reach,
            wanted,
        })
    }
}

/// More states than this in one place are too many for a closed set: the kernel finds a
/// cube by its place, and looks at so many only.
const MOST_IN_A_PLACE: usize = 1000;

fn decide(engine: &dyn Engine, task: &Task, order: Order, budget: &mut dyn Budget) -> Outcome {
    let asked = engine.supports(task).and_then(|()| Asked::new(task));
    let Asked {
        level,
        terrain,
        reach,
        wanted,
    } = match asked {
        Ok(asked) => asked,
        Err(why) => return Outcome::unsupported(why),
    };
    let graph = Graph::new(&terrain, &level.ways);
    let mut search = Search::new(&graph, &level.settings, wanted, &terrain);
    let found = search.run(order, budget);
    let states = search.n_states();
    match found {
        Ok(End::Met(last)) => {
            let steps = search.steps(last);
            let trace = Evidence::Trace(Trace { initial: 0, steps });
            Outcome::decided(reach.on_reach, trace, states)
        }
        Ok(End::Exhausted) if search.most_in_a_place() > MOST_IN_A_PLACE => {
            Outcome::unknown(Reason::Stopped(Stop::Memory), states)
        }
        Ok(End::Exhausted) => {
            let set = closed_set(task.subject, &terrain, &search);
            Outcome::decided(reach.on_reach.opposite(), Evidence::ClosedSet(set), states)
        }
        Err(stop) => Outcome::unknown(Reason::Stopped(stop), states),
    }
}
