//! Runs that take much: from one prize to the next, and then to the exit.
//!
//! After every prize the exit is looked for, so that a prize from which nobody gets out is
//! left out. What the best run missed is tried again from moments of that run that are
//! near; then by way points, which are where a run to that prize alone comes to ground; and
//! then ever more finely. What is found is a run; what is missed shows nothing.

use playproof_certify::{Budget, Stop};
use playproof_model::Val;

use super::prize::{Of, Prizes, Take};
use crate::case::Case;
use crate::engine::{Aim, Grain, Input, Moment, Walked, walk_from};
use crate::hybrid::Stand;

/// How many states one way to a prize may see, and one way to the exit.
const LEG: usize = 20_000;
const EXIT: usize = 200_000;

/// From how many moments of the best run a prize is tried again.
const N_STARTS: usize = 6;

/// What counts as the same, round by round.
const GRAINS: [Grain; 4] = [grain(5), grain(4), grain(3), grain(2)];

const fn grain(bits: u32) -> Grain {
    Grain {
        x: bits,
        vx: bits,
        ticks: 2,
    }
}

/// A column and a row.
type Spot = (i64, i64);

/// A run that wins, and what it takes.
#[derive(Clone)]
struct Run {
    inputs: Vec<Input>,
    taken: Vec<bool>,
}

impl Run {
    fn n_taken(&self) -> usize {
        self.taken.iter().filter(|&&is| is).count()
    }
}

pub(super) struct Gatherer<'c> {
    case: &'c Case,
    prizes: &'c Prizes<'c>,
    /// Those that may be had, from left to right, and of a column from below.
    order: Vec<usize>,
    best: Option<Run>,
    states_left: usize,
    /// Whether what is nearest comes next, not what is next in order.
    nearest_first: bool,
    grain: Grain,
    leg: usize,
}

impl<'c> Gatherer<'c> {
    pub fn new(case: &'c Case, prizes: &'c Prizes<'c>, n_states: usize) -> Gatherer<'c> {
        let mut order: Vec<usize> = (0..prizes.all.len()).collect();
        let exit = case.stage.board.exit;
        let place = |&number: &usize| {
            let (column, row) = prizes.all[number].place;
            // Where the exit is to the left, the way leads there.
            let along = match case.stage.board.start.0 <= exit {
                true => column as i64,
                false => -(column as i64),
            };
            (along, std::cmp::Reverse(row))
        };
        order.sort_by_key(place);
        Gatherer {
            case,
            prizes,
            order,
            best: None,
            states_left: n_states,
            nearest_first: false,
            grain: GRAINS[0],
            leg: LEG,
        }
    }

    /// The inputs of the best run, if one was found.
    pub fn into_best(self) -> Option<Vec<Input>> {
        self.best.map(|run| run.inputs)
    }

    /// Looks for a good run, beginning with one that wins.
    pub fn begin(&mut self, first: &[Input], budget: &mut dyn Budget) -> Result<(), Stop> {
        self.offer(first.to_vec(), budget);
        self.follow(Vec::new(), budget)?;
        // Walkers come towards one, so that their order is not that of their places.
        if self.prizes.of == Of::Kills && !self.is_done() {
            self.nearest_first = true;
            self.follow(Vec::new(), budget)?;
        }
        while self.improve(budget)? {}
        Ok(())
    }

    /// Looks for better ones, ever more finely. Whether all was tried that there is to try.
    pub fn refine(&mut self, budget: &mut dyn Budget) -> Result<bool, Stop> {
        for (round, grain) in GRAINS.into_iter().enumerate().skip(1) {
            if self.is_done() || self.states_left == 0 {
                break;
            }
            (self.grain, self.leg) = (grain, LEG << (2 * round));
            while self.improve(budget)? {}
        }
        Ok(self.is_done() || self.states_left > 0)
    }

    /// Leaves out what nobody gets.
    pub fn forget(&mut self, number: usize) {
        self.order.retain(|&other| other != number);
    }

    /// Tries a prize along a run to it alone: from the best run to one of the last places
    /// in which that run comes to ground, from there to the next, and so on.
    pub fn take_along(
        &mut self,
        number: usize,
        run: &[Input],
        budget: &mut dyn Budget,
    ) -> Result<bool, Stop> {
        let world = &self.case.world;
        let way: Vec<Spot> = landings(self.case, &Moment::first(world).run(world, run));
        for n_last in [1, 2, 4, 8, 16].into_iter().filter(|&n| n <= way.len()) {
            let way = &way[way.len() - n_last..];
            let mut first = Stand {
                world,
                cell: way[0],
            };
            let (lo, hi) = first.span();
            let far = |now: &Moment| (lo - now.body.x).max(now.body.x - hi).max(0);
            for n_inputs in self.starts(far) {
                if self.states_left == 0 {
                    return Ok(false);
                }
                let best = self.best.as_ref().expect("a run to begin with");
                let begun = best.inputs[..n_inputs].to_vec();
                let Some(mut there) = self.walk(&begun, &mut first, self.leg, budget)? else {
                    continue;
                };
                for &cell in &way[1..] {
                    let mut next = Stand { world, cell };
                    if let Some(on) = self.walk(&there, &mut next, self.leg, budget)? {
                        there = on;
                    }
                }
                if let Some(there) = self.take(&there, number, budget)?
                    && self.follow(there, budget)?
                {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn is_done(&self) -> bool {
        self.missed().next().is_none()
    }

    /// What the best run does not take, in order.
    pub fn missed(&self) -> impl Iterator<Item = usize> + '_ {
        let best = self.best.as_ref();
        let is_taken = move |n: usize| best.is_some_and(|best| best.taken[n]);
        self.order.iter().copied().filter(move |&n| !is_taken(n))
    }

    /// Keeps a run if it is better than the best, and the kernel agrees that it wins.
    fn offer(&mut self, inputs: Vec<Input>, budget: &mut dyn Budget) -> bool {
        let taken = self.taken(&inputs);
        let run = Run { inputs, taken };
        let better = self
            .best
            .as_ref()
            .is_none_or(|b| run.n_taken() > b.n_taken());
        let is_better = better && self.case.is_won_by(&run.inputs, budget);
        if is_better {
            self.best = Some(run);
        }
        is_better
    }

    /// Tries what the best run misses again, from moments of it that are near. Whether a
    /// better run was found.
    fn improve(&mut self, budget: &mut dyn Budget) -> Result<bool, Stop> {
        let missed: Vec<usize> = self.missed().collect();
        for number in missed {
            for n_inputs in self.starts(|now| self.prizes.far(number, now)) {
                if self.states_left == 0 {
                    return Ok(false);
                }
                let best = self.best.as_ref().expect("a run to begin with");
                let begun = best.inputs[..n_inputs].to_vec();
                if let Some(there) = self.take(&begun, number, budget)?
                    && self.follow(there, budget)?
                {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Moments of the best run to try something from that is there, by how many inputs
    /// they come after: on the ground, the nearest first, with other moments in between.
    fn starts(&self, far: impl Fn(&Moment) -> Val) -> Vec<usize> {
        let Some(best) = &self.best else {
            return Vec::new();
        };
        let world = &self.case.world;
        let moments = Moment::first(world).run(world, &best.inputs);
        let mut grounded: Vec<usize> = (0..moments.len())
            .filter(|&at| at == 0 || moments[at].body.pose.ground)
            .collect();
        grounded.sort_by_key(|&at| (far(&moments[at]), at));
        let mut starts: Vec<usize> = Vec::new();
        for at in grounded {
            if starts.iter().all(|&other| other.abs_diff(at) >= 12) {
                starts.push(at);
            }
            if starts.len() == N_STARTS {
                break;
            }
        }
        starts
    }

    fn aim(&self, number: usize, wins: bool) -> Take<'c> {
        Take {
            prizes: self.prizes,
            number,
            wins,
        }
    }

    /// Goes on to a prize, if it is found.
    fn take(
        &mut self,
        begun: &[Input],
        number: usize,
        budget: &mut dyn Budget,
    ) -> Result<Option<Vec<Input>>, Stop> {
        let mut aim = self.aim(number, false);
        self.walk(begun, &mut aim, self.leg, budget)
    }

    fn walk(
        &mut self,
        begun: &[Input],
        aim: &mut dyn Aim,
        most: usize,
        budget: &mut dyn Budget,
    ) -> Result<Option<Vec<Input>>, Stop> {
        let world = &self.case.world;
        let mut moments = Moment::first(world).run(world, begun);
        let now = moments.pop().expect("a run has a first moment");
        let most = most.min(self.states_left);
        let walked = walk_from(world, &now, aim, self.grain, most, budget)?;
        let Walked {
            inputs,
            is_met,
            n_states,
        } = walked;
        self.states_left = self.states_left.saturating_sub(n_states);
        Ok(is_met.then(|| [begun, &inputs].concat()))
    }

    /// Takes what can be taken after a beginning, and then wins. Whether that is better
    /// than the best run.
    fn follow(&mut self, begun: Vec<Input>, budget: &mut dyn Budget) -> Result<bool, Stop> {
        let world = &self.case.world;
        let mut win = self.case.target();
        let mut run = begun;
        let Some(mut won) = self.walk(&run, &mut win, EXIT, budget)? else {
            return Ok(false);
        };
        let mut untried = self.order.clone();
        while !untried.is_empty() {
            let number = untried.remove(self.next(&untried, &run));
            if self.prizes.is_taken_by(&run, number) {
                continue;
            }
            let Some(there) = self.take(&run, number, budget)? else {
                continue;
            };
            if let Some(end) = self.walk(&there, &mut win, EXIT, budget)? {
                (run, won) = (there, end);
            }
            if self.states_left == 0 {
                break;
            }
        }
        let mut is_better = self.offer(won, budget);
        // What can only be taken in the tick that wins.
        for number in self.missed().collect::<Vec<_>>() {
            let (aim, (lo, hi)) = (self.aim(number, true), world.exit());
            let (from, to) = self.aim(number, false).span();
            if lo.max(from) > hi.min(to) {
                continue;
            }
            let (mut aim, leg) = (aim, self.leg);
            if let Some(won) = self.walk(&run, &mut aim, leg, budget)? {
                is_better |= self.offer(won, budget);
            }
        }
        Ok(is_better)
    }

    /// Which of these to try next after a run.
    fn next(&self, untried: &[usize], run: &[Input]) -> usize {
        if !self.nearest_first {
            return 0;
        }
        let world = &self.case.world;
        let now = Moment::first(world).run(world, run).pop();
        let now = now.expect("a run has a first moment");
        let far = |&at: &usize| self.prizes.far(untried[at], &now);
        (0..untried.len()).min_by_key(far).unwrap_or(0)
    }

    /// What a run takes.
    fn taken(&self, inputs: &[Input]) -> Vec<bool> {
        let world = &self.case.world;
        self.prizes.taken(&Moment::first(world).run(world, inputs))
    }
}

/// The places in which somebody comes to ground, by column and row, one after the other.
fn landings(case: &Case, moments: &[Moment]) -> Vec<Spot> {
    let profile = case.world.profile();
    let lands = |pair: &&[Moment]| !pair[0].body.pose.ground && pair[1].body.pose.ground;
    let cell = |pair: &[Moment]| {
        let row = pair[1].body.pose.y.div_euclid(profile.tile) - 1;
        (i64::from(case.column(&pair[1])) - 1, i64::from(row))
    };
    moments.windows(2).filter(lands).map(cell).collect()
}
