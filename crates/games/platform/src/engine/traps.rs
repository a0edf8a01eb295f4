//! Where a player gets stuck: a run, and around its end a set that nobody leaves and that
//! misses what should stay within reach.
//!
//! Candidates come from sweeps at any speed and from short walks, which may be wrong either way;
//! what is handed out is a run and a closed set for the kernel to look at. Where somebody can get
//! to the goal, three are tried, the cheapest first:
//!
//! 1. the last moments before a death, where not even a set that misses death is asked for;
//! 2. ground from which nobody gets to the goal at any speed;
//! 3. ground from which a short walk gets neither to the goal nor to ground that is known to be
//!    good.
//!
//! If no trap is found, that shows nothing.

use playproof_certify::{Budget, Stop, Trap};
use playproof_kernel::EscapeKind;
use playproof_model::{AtomId, Subject, Val};

use crate::engine::sweep::{Place, Precision, Swept, sweep, sweep_from, sweep_missing};
use crate::engine::target::Target;
use crate::engine::walk::{Aim, Grain, Input, walk_from};
use crate::engine::{LADDER, Moment, closed_set, decide, trace};
use crate::native::{Body, Foothold, World};

/// What a trap must miss, and where its run must not end.
pub(super) struct Traps<'a> {
    world: &'a World,
    subject: &'a Subject,
    /// What should stay within reach.
    goal: Target<'a>,
    /// What is missed as well, unless one can stay where the run ends.
    loss: Option<Target<'a>>,
    /// What the last state of the run must not have.
    excuse: Option<Target<'a>>,
    is_always_free: bool,
}

/// How many states a walk to some ground may see, and one from it to the goal.
const MOST_TO: usize = 500_000;
const MOST_FROM: usize = 20_000;

/// Ground to stand on that can be reached, perhaps.
type Ground = Foothold;

impl<'a> Traps<'a> {
    /// What a formula of this form asks for.
    pub fn new(
        world: &'a World,
        subject: &'a Subject,
        target: AtomId,
        kind: EscapeKind,
    ) -> Option<Traps<'a>> {
        let atom = |id: AtomId| {
            let holds = subject.machine().atoms[id.index()].holds;
            Target::new(subject, holds, world)
        };
        let (loss, excuse) = match kind {
            EscapeKind::Always => (None, None),
            EscapeKind::Unless(q) => (None, Some(atom(q))),
            EscapeKind::OrInevitably(q) => (Some(atom(q)), None),
            // A run before the first goal: nothing that platforms ask for.
            EscapeKind::UntilThen => return None,
        };
        Some(Traps {
            world,
            subject,
            goal: atom(target),
            is_always_free: loss.is_none(),
            loss,
            excuse,
        })
    }

    /// Looks for a trap.
    pub fn find(&mut self, budget: &mut dyn Budget) -> Result<Option<Trap>, Stop> {
        if let Some(trap) = self.lost_at_once(budget)? {
            return Ok(Some(trap));
        }
        if self.is_always_free
            && let Some(trap) = self.before_death(budget)?
        {
            return Ok(Some(trap));
        }
        let grounds = self.grounds(budget)?;
        let mut good: Vec<Ground> = Vec::new();
        let mut doubtful = Vec::new();
        for ground in grounds {
            match self.is_cut_off(ground, &good, budget)? {
                false if self.walks_on(ground, &good, budget)? => good.push(ground),
                false => doubtful.push(ground),
                true => {
                    if let Some(trap) = self.trap_on(ground, budget)? {
                        return Ok(Some(trap));
                    }
                }
            }
        }
        for ground in doubtful {
            if let Some(trap) = self.trap_on(ground, budget)? {
                return Ok(Some(trap));
            }
        }
        Ok(None)
    }

    /// Where nobody gets to the goal at all, everybody is stuck before the first tick.
    fn lost_at_once(&mut self, budget: &mut dyn Budget) -> Result<Option<Trap>, Stop> {
        let (world, goal) = (self.world, &mut self.goal);
        let first = Place::of(&Moment::first(world).body);
        let is_excused = |excuse: &mut Target| excuse.meets(&first).is_some();
        if self.loss.is_some() || self.excuse.as_mut().is_some_and(is_excused) {
            return Ok(None);
        }
        let swept = match world.has_clock() {
            // More would take as long as all the rest.
            true => sweep(world, goal, Precision::AnySpeed, budget)?,
            false => decide(world, goal, budget)?,
        };
        let Swept::Closed(places) = swept else {
            return Ok(None);
        };
        Ok(Some(Trap {
            run: trace(world, &[]),
            set: closed_set(self.subject, world, &places),
        }))
    }

    /// The last moments before a death from which nothing can be won any more.
    fn before_death(&mut self, budget: &mut dyn Budget) -> Result<Option<Trap>, Stop> {
        let (world, first) = (self.world, Moment::first(self.world));
        let mut aim = Death(world);
        let died = walk_from(world, &first, &mut aim, LADDER[0].1, MOST_TO, budget)?;
        if !died.is_met {
            return Ok(None);
        }
        let mut run = died.inputs;
        run.pop();
        let moments = first.run(world, &run);
        match moments.last().filter(|_| moments.len() == run.len() + 1) {
            Some(last) => self.around(last, &run, budget),
            None => Ok(None),
        }
    }

    /// All ground that can be reached at any speed, the nearest to the goal first.
    fn grounds(&mut self, budget: &mut dyn Budget) -> Result<Vec<Ground>, Stop> {
        let world = self.world;
        let all = sweep_from(world, world.firsts(), Precision::AnySpeed, budget)?;
        let standing = all.iter().filter(|place| place.pose.ground);
        let standing = standing.flat_map(|place| world.landed(place.pose.y, place.x));
        let mut standing: Vec<(Val, (Val, Val))> = standing.collect();
        standing.sort_unstable();
        let mut grounds: Vec<Ground> = Vec::new();
        for (y, x) in standing {
            match grounds.last_mut() {
                Some(last) if last.y == y && x.0 <= last.x.1 + 1 => last.x.1 = last.x.1.max(x.1),
                _ => grounds.push(Ground { y, x }),
            }
        }
        let (lo, hi) = self.goal.span;
        grounds.sort_by_key(|ground| (lo - ground.x.1).max(ground.x.0 - hi));
        Ok(grounds)
    }

    /// Whether nobody gets from some ground to the goal, or to ground that is good, at any
    /// speed.
    fn is_cut_off(
        &mut self,
        ground: Ground,
        good: &[Ground],
        budget: &mut dyn Budget,
    ) -> Result<bool, Stop> {
        let body = self.standing(ground, ground.x.0);
        let from = Place {
            vx: None,
            x: ground.x,
            ..Place::of(&body)
        };
        let goal = &mut self.goal;
        let mut is_missed = |place: &Place| {
            let is_on = |ground: &Ground| {
                place.pose.y == ground.y && place.x.0 <= ground.x.1 && ground.x.0 <= place.x.1
            };
            (place.pose.ground && good.iter().any(is_on)) || goal.meets(place).is_some()
        };
        let any = Precision::AnySpeed;
        let all = sweep_missing(self.world, &[from], &mut is_missed, any, budget)?;
        Ok(all.is_some())
    }

    /// Whether a walk from the middle of some ground gets to the goal, or to good ground.
    fn walks_on(
        &mut self,
        ground: Ground,
        good: &[Ground],
        budget: &mut dyn Budget,
    ) -> Result<bool, Stop> {
        let middle = ground.x.0 + (ground.x.1 - ground.x.0) / 2;
        let from = Moment {
            body: self.standing(ground, middle),
            ..Moment::first(self.world)
        };
        let goal = &mut self.goal;
        let mut aim = Onwards { goal, good };
        let walked = walk_from(self.world, &from, &mut aim, GRAIN, MOST_FROM, budget)?;
        Ok(walked.is_met)
    }

    /// Somebody who stands still on some ground.
    fn standing(&self, ground: Ground, x: Val) -> Body {
        self.world.standing(ground.y, x)
    }

    /// A run to some ground, and a set around whoever stands there.
    fn trap_on(&mut self, ground: Ground, budget: &mut dyn Budget) -> Result<Option<Trap>, Stop> {
        let (world, first) = (self.world, Moment::first(self.world));
        let mut aim = Stand { world, ground };
        let walked = walk_from(world, &first, &mut aim, GRAIN, MOST_TO, budget)?;
        if !walked.is_met {
            return Ok(None);
        }
        let moments = first.run(world, &walked.inputs);
        let last = moments.last().expect("a run has a first moment");
        self.around(last, &walked.inputs, budget)
    }

    /// A set around the last moment of a run, if there is one that misses what it should.
    fn around(
        &mut self,
        last: &Moment,
        run: &[Input],
        budget: &mut dyn Budget,
    ) -> Result<Option<Trap>, Stop> {
        let (world, body) = (self.world, last.body);
        if let Some(excuse) = &mut self.excuse
            && excuse.meets(&Place::of(&body)).is_some()
        {
            return Ok(None);
        }
        // Where play is over nobody takes a step, whatever a tick would do.
        let stays = || {
            let goes_on = !world.has_clock() && !world.is_over(&body);
            goes_on && world.tick(&body, 2, false) == body
        };
        let is_loss_missed = self.loss.is_some() && !stays();
        for precision in [Precision::AnySpeed, Precision::Gaps(16), Precision::Gaps(0)] {
            let Traps { goal, loss, .. } = self;
            let mut is_missed = |place: &Place| {
                let is_loss = |loss: &mut Target| loss.meets(place).is_some();
                goal.meets(place).is_some()
                    || (is_loss_missed && loss.as_mut().is_some_and(is_loss))
            };
            let from = Place::of(&body);
            if let Some(places) = sweep_missing(world, &[from], &mut is_missed, precision, budget)?
            {
                return Ok(Some(Trap {
                    run: trace(world, run),
                    set: closed_set(self.subject, world, &places),
                }));
            }
            if world.has_clock() {
                // A finer look leaves walkers where they are not all the same.
                break;
            }
        }
        Ok(None)
    }
}

/// What counts as the same in walks from ground to ground.
const GRAIN: Grain = Grain {
    x: 5,
    vx: 4,
    ticks: 2,
};

/// To die, by falling or by a touch.
struct Death<'a>(&'a World);

impl Aim for Death<'_> {
    fn is_met(&mut self, body: &Body, _: &mut dyn Iterator<Item = Val>) -> bool {
        self.0.is_over(body) && !self.0.is_won(body)
    }

    fn span(&self) -> (Val, Val) {
        (0, self.0.bounds().right)
    }
}

/// To stand still on some ground.
struct Stand<'a> {
    world: &'a World,
    ground: Ground,
}

impl Aim for Stand<'_> {
    fn is_met(&mut self, body: &Body, _: &mut dyn Iterator<Item = Val>) -> bool {
        let ground = self.ground;
        body.pose.ground
            && body.pose.y == ground.y
            && (ground.x.0..=ground.x.1).contains(&body.x)
            && *body == self.world.standing(ground.y, body.x)
    }

    fn span(&self) -> (Val, Val) {
        self.ground.x
    }

    fn goes_on(&self) -> bool {
        true
    }
}

/// To the goal, or to ground that is known to be good.
struct Onwards<'a, 's> {
    goal: &'a mut Target<'s>,
    good: &'a [Ground],
}

impl Aim for Onwards<'_, '_> {
    fn is_met(&mut self, body: &Body, others: &mut dyn Iterator<Item = Val>) -> bool {
        let is_on = |ground: &Ground| {
            body.pose.y == ground.y && (ground.x.0..=ground.x.1).contains(&body.x)
        };
        (body.pose.ground && self.good.iter().any(is_on)) || self.goal.is_met(body, others)
    }

    fn span(&self) -> (Val, Val) {
        self.goal.span
    }
}
