//! The exact search from one place of the plan to the next.

use playproof_certify::{Budget, Stop};
use playproof_model::Val;

use crate::coarse::Planned;
use crate::engine::{Aim, Grain, Input, Moment, Target, Walked, walk_from};
use crate::native::{Body, World};

/// States that count as one.
const GRAIN: Grain = Grain {
    x: 5,
    vx: 5,
    ticks: 2,
};

/// How many states are seen at most on a leg, and in the plain search.
const LEG: usize = 20_000;
const PLAIN: usize = 500_000;

/// A leg: the actions of the plan that it stands for, and where it leads.
#[derive(Clone, Debug)]
pub struct Leg {
    /// The actions.
    pub actions: Vec<String>,
    /// The column and row to stand in; the exit if there is none.
    pub to: Option<(i64, i64)>,
    /// How many ticks it took, if it was found.
    pub ticks: Option<usize>,
    /// How many states were seen.
    pub n_states: usize,
}

/// What came of going by a plan.
#[derive(Clone, Debug)]
pub struct Guided {
    /// The legs of the plan.
    pub legs: Vec<Leg>,
    /// The run, if the exit was reached.
    pub run: Option<Vec<Input>>,
    /// How many states were seen in all.
    pub n_states: usize,
}

/// The legs of a plan: from one place to the next, where walking on does not count as one.
fn legs(plan: &[Planned]) -> Vec<Leg> {
    let mut legs = Vec::new();
    let mut actions = Vec::new();
    for (i, step) in plan.iter().enumerate() {
        actions.push(step.action.clone());
        let next = plan.get(i + 1);
        let goes_on =
            next.is_some_and(|next| step.is_step() && next.is_step() && step.action == next.action);
        if !goes_on {
            legs.push(Leg {
                actions: std::mem::take(&mut actions),
                to: next.map(|_| step.to),
                ticks: None,
                n_states: 0,
            });
        }
    }
    legs
}

/// Goes by a plan. A place that is not reached is left out, and the next one is tried from
/// the same moment.
pub fn guided(
    world: &World,
    plan: &[Planned],
    win: &mut Target,
    budget: &mut dyn Budget,
) -> Result<Guided, Stop> {
    let mut now = Moment::first(world);
    let mut guided = Guided {
        legs: legs(plan),
        run: None,
        n_states: 0,
    };
    let mut inputs: Vec<Input> = Vec::new();
    for leg in &mut guided.legs {
        let walked = match leg.to {
            Some(cell) => {
                let mut place = Stand { world, cell };
                walk_from(world, &now, &mut place, GRAIN, LEG, budget)?
            }
            None => walk_from(world, &now, win, GRAIN, LEG, budget)?,
        };
        leg.n_states = walked.n_states;
        guided.n_states += walked.n_states;
        if !walked.is_met {
            continue;
        }
        leg.ticks = Some(walked.inputs.len());
        let there = now.run(world, &walked.inputs).pop();
        now = there.expect("a run has a first moment");
        inputs.extend(&walked.inputs);
        if world.is_won(&now.body) {
            guided.run = Some(inputs);
            break;
        }
    }
    Ok(guided)
}

/// The search without a plan.
pub fn unguided(world: &World, win: &mut Target, budget: &mut dyn Budget) -> Result<Walked, Stop> {
    walk_from(world, &Moment::first(world), win, GRAIN, PLAIN, budget)
}

/// To stand in a place: some of its ground is under the feet.
pub(crate) struct Stand<'w> {
    pub world: &'w World,
    /// The column and row.
    pub cell: (i64, i64),
}

impl Aim for Stand<'_> {
    fn is_met(&mut self, body: &Body, _: &mut dyn Iterator<Item = Val>) -> bool {
        let (lo, hi) = self.span();
        let feet = (self.cell.1 as Val + 1) * self.world.profile().tile;
        let stands = body.pose.ground && body.pose.y == feet;
        stands && (lo..=hi).contains(&body.x) && !self.world.is_over(body)
    }

    fn goes_on(&self) -> bool {
        true
    }

    fn span(&self) -> (Val, Val) {
        self.world.above(self.cell.0 as Val)
    }
}
