//! Runs that take much: from one prize to the next, and then to the exit.
//!
//! After every prize the exit is looked for, so that a prize from which nobody gets out is
//! left out. When all are tried, those that the best run missed are tried again from moments
//! of that run that are near to them, ever more finely. What is found is a run; what is
//! missed shows nothing.

use playproof_certify::{Budget, Stop};

use super::Fate;
use super::prize::{Prizes, Take};
use crate::case::Case;
use crate::engine::{Aim, Grain, Input, Moment, Walked, walk_from};

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
    grain: Grain,
    leg: usize,
}

impl<'c> Gatherer<'c> {
    pub fn new(
        case: &'c Case,
        prizes: &'c Prizes<'c>,
        fates: &[Fate],
        n_states: usize,
    ) -> Gatherer<'c> {
        let numbers = 0..prizes.all.len();
        let mut order: Vec<usize> = numbers
            .filter(|&number| fates[number] != Fate::OutOfReach)
            .collect();
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
            grain: GRAINS[0],
            leg: LEG,
        }
    }

    /// The inputs of the best run, if one was found.
    pub fn into_best(self) -> Option<Vec<Input>> {
        self.best.map(|run| run.inputs)
    }

    /// Looks for the best run, beginning with one that wins. Whether all was tried that
    /// there is to try.
    pub fn gather(&mut self, first: &[Input], budget: &mut dyn Budget) -> Result<bool, Stop> {
        let moments = Moment::first(&self.case.world).run(&self.case.world, first);
        let taken = self.prizes.taken(&moments);
        self.offer(first.to_vec(), taken, budget);
        self.follow(Vec::new(), budget)?;
        for (round, grain) in GRAINS.into_iter().enumerate() {
            (self.grain, self.leg) = (grain, LEG << (2 * round));
            while self.improve(budget)? {}
            if self.is_done() || self.states_left == 0 {
                break;
            }
        }
        Ok(self.is_done() || self.states_left > 0)
    }

    fn is_done(&self) -> bool {
        self.missed().next().is_none()
    }

    /// What the best run does not take, in order.
    fn missed(&self) -> impl Iterator<Item = usize> + '_ {
        let best = self.best.as_ref();
        let is_taken = move |n: usize| best.is_some_and(|best| best.taken[n]);
        self.order.iter().copied().filter(move |&n| !is_taken(n))
    }

    /// Keeps a run if it is better than the best, and the kernel agrees that it wins.
    fn offer(&mut self, inputs: Vec<Input>, taken: Vec<bool>, budget: &mut dyn Budget) -> bool {
        let run = Run { inputs, taken };
        let better = self.best.as_ref().is_none_or(|b| run.n_taken() > b.n_taken());
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
            for n_inputs in self.starts(number) {
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

    /// Moments of the best run to try a prize from, by how many inputs they come after:
    /// on the ground, the nearest to it first, with other moments in between.
    fn starts(&self, number: usize) -> Vec<usize> {
        let Some(best) = &self.best else {
            return Vec::new();
        };
        let world = &self.case.world;
        let aim = self.aim(number, false);
        let (lo, hi) = aim.span();
        let far = |now: &Moment| (lo - now.body.x).max(now.body.x - hi).max(0);
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
        for number in self.order.clone() {
            let moments = Moment::first(world).run(world, &run);
            if self.prizes.taken(&moments)[number] {
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
        let mut is_better = self.offer_won(won, budget);
        // What can only be taken in the tick that wins.
        for number in self.missed().collect::<Vec<_>>() {
            let (aim, (lo, hi)) = (self.aim(number, true), world.exit());
            let (from, to) = self.aim(number, false).span();
            if lo.max(from) > hi.min(to) {
                continue;
            }
            let (mut aim, leg) = (aim, self.leg);
            if let Some(won) = self.walk(&run, &mut aim, leg, budget)? {
                is_better |= self.offer_won(won, budget);
            }
        }
        Ok(is_better)
    }

    fn offer_won(&mut self, won: Vec<Input>, budget: &mut dyn Budget) -> bool {
        let moments = Moment::first(&self.case.world).run(&self.case.world, &won);
        let taken = self.prizes.taken(&moments);
        self.offer(won, taken, budget)
    }
}
