//! A random walk over walls and goals, at a nearly constant temperature.

use playproof_game::Stream;

use super::grid::{Grid, cells};
use super::insight::log2;
use super::layout::Layout;
use super::objective::{Judge, Judged};
use super::settings::{Pace, Steps};

/// A walk over layouts (Metropolis): a step that loses nothing is taken, and one
/// that loses something with a chance that falls with the loss.
pub(super) struct Chain {
    grid: Grid,
    n_boxes: usize,
    pace: Pace,
    stream: Stream,
    /// Where walks begin; at random if there is nothing.
    origins: Vec<Layout>,
    n_begun: usize,
    here: Option<(Layout, Judged)>,
    /// Whether the goals are as far from the start as they can be.
    is_aimed: bool,
    /// The best since the walk began anew.
    pub best: Option<(Layout, Judged)>,
    idle: u64,
    /// How many steps were proposed.
    pub n_tries: u64,
    /// What was found out about layouts before; a later one takes the place of
    /// an earlier one.
    known: Vec<(Layout, Option<Judged>)>,
}

const N_KNOWN: usize = 1 << 14;

/// What becomes of one step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// The walk goes on.
    On,
    /// The walk is at a new best.
    Better,
    /// Patience has ended; the next step begins anew.
    Ended,
}

impl Chain {
    pub fn new(
        grid: Grid,
        n_boxes: usize,
        pace: Pace,
        stream: Stream,
        origins: Vec<Layout>,
    ) -> Chain {
        let nothing = Layout { floor: 0, goals: 0 };
        Chain {
            grid,
            n_boxes,
            pace,
            stream,
            origins,
            n_begun: 0,
            here: None,
            is_aimed: false,
            best: None,
            idle: 0,
            n_tries: 0,
            known: vec![(nothing, None); N_KNOWN],
        }
    }

    /// Leaves this walk; the next step begins another.
    pub fn begin_anew(&mut self) {
        self.here = None;
    }

    /// Proposes one step, and takes it or not.
    pub fn step(&mut self, judge: &mut Judge) -> Step {
        self.n_tries += 1;
        let Some((layout, judged)) = self.here else {
            return self.begin(judge);
        };
        self.idle += 1;
        if self.idle > self.pace.patience {
            self.begin_anew();
            return Step::Ended;
        }
        let Some((proposed, next)) = self.child(judge, Some((layout, judged))) else {
            return Step::On;
        };
        let loss = judged.score - next.score - self.cost(&judged) + self.cost(&next);
        let best = self.best.map_or(next.score, |(_, best)| best.score);
        let is_on_rope = next.score >= best - self.pace.rope * best.abs();
        if loss <= 0.0 || is_on_rope && self.is_lucky(loss) {
            self.here = Some((proposed, next));
            self.is_aimed = false;
            return self.arrived();
        }
        Step::On
    }

    /// A layout with one thing changed, or a random one; judged.
    pub fn child(
        &mut self,
        judge: &mut Judge,
        parent: Option<(Layout, Judged)>,
    ) -> Option<(Layout, Judged)> {
        let Some((layout, judged)) = parent else {
            judge.limit = usize::MAX;
            let layout = self.random_layout()?;
            return Some((layout, self.judged(judge, layout, None)?));
        };
        let proposed = self.proposed(judge, &layout, &judged)?.tidied(&self.grid)?;
        if proposed == layout {
            return None;
        }
        judge.limit = judged.n_states.saturating_mul(self.pace.growth) + 1_000;
        Some((proposed, self.judged(judge, proposed, Some(&judged))?))
    }

    fn begin(&mut self, judge: &mut Judge) -> Step {
        let nth = self.n_begun;
        self.n_begun += 1;
        self.here = match self.origins.len() {
            0 => self.child(judge, None),
            n => {
                judge.limit = usize::MAX;
                let layout = self.origins[nth % n];
                let judged = self.judged(judge, layout, None);
                judged.map(|judged| (layout, judged))
            }
        };
        self.is_aimed = false;
        self.best = None;
        self.arrived()
    }

    fn arrived(&mut self) -> Step {
        let Some((_, here)) = &self.here else {
            return Step::On;
        };
        let is_best = |(_, best): &(Layout, Judged)| here.score > best.score;
        if self.best.as_ref().is_none_or(is_best) {
            self.best = self.here;
            self.idle = 0;
            return Step::Better;
        }
        Step::On
    }

    fn cost(&self, judged: &Judged) -> f64 {
        if self.pace.thrift == 0.0 {
            return 0.0;
        }
        self.pace.thrift * log2(judged.n_states as u32)
    }

    fn judged(
        &mut self,
        judge: &mut Judge,
        layout: Layout,
        before: Option<&Judged>,
    ) -> Option<Judged> {
        // What depends on where the walk comes from cannot be remembered.
        if !judge.is_exact() {
            return judge.judge(&layout, before.map(|judged| judged.start));
        }
        let mixed = layout.floor ^ layout.goals.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let slot = (mixed.wrapping_mul(0xff51_afd7_ed55_8ccd) >> 32) as usize % N_KNOWN;
        if self.known[slot].0 != layout {
            self.known[slot] = (layout, judge.judge(&layout, None));
        }
        self.known[slot].1
    }

    /// Whether a loss is put up with.
    fn is_lucky(&mut self, loss: f64) -> bool {
        let drawn = (self.stream.word() >> 11) as f64 / (1u64 << 53) as f64;
        drawn < chance(loss / self.pace.temperature)
    }

    fn random_layout(&mut self) -> Option<Layout> {
        let mut floor = 0;
        for cell in 0..self.grid.n_cells() {
            if self.stream.below(100) < self.pace.floor {
                floor |= 1 << cell;
            }
        }
        // The largest part that is connected.
        let mut rest: u64 = floor;
        let mut largest = 0u64;
        while rest != 0 {
            let part = self.grid.flood(rest & rest.wrapping_neg(), rest);
            if part.count_ones() > largest.count_ones() {
                largest = part;
            }
            rest &= !part;
        }
        if (largest.count_ones() as usize) < self.n_boxes + 2 {
            return None;
        }
        let mut goals = 0;
        for _ in 0..self.n_boxes {
            goals |= 1 << self.one_of(largest & !goals)?;
        }
        Some(Layout {
            floor: largest,
            goals,
        })
    }

    fn one_of(&mut self, set: u64) -> Option<usize> {
        let n = set.count_ones() as usize;
        (n > 0).then(|| {
            let nth = self.stream.below(n);
            cells(set).nth(nth).expect("fewer than the cells")
        })
    }

    /// A layout with one thing changed.
    fn proposed(&mut self, judge: &mut Judge, layout: &Layout, judged: &Judged) -> Option<Layout> {
        let grid = self.grid;
        let Layout { floor, goals } = *layout;
        let edge = grid.grown(floor) & !floor;
        let Steps {
            flip,
            swap,
            throw,
            nudge,
            shift,
            aim,
        } = self.pace.steps;
        let all = flip + swap + throw + nudge + shift + aim;
        let mut drawn = self.stream.below(all.max(1));
        let mut is_next = |share: usize| {
            let is_it = drawn < share;
            drawn = drawn.wrapping_sub(share);
            is_it
        };
        let (floor, goals) = match () {
            () if is_next(flip) => {
                let cell = 1 << self.one_of(floor & !goals | edge)?;
                (floor ^ cell, goals)
            }
            () if is_next(swap) => {
                let wall = 1 << self.one_of(floor & !goals)?;
                let gone = 1 << self.one_of(edge)?;
                (floor & !wall | gone, goals)
            }
            () if is_next(throw) => {
                let from = 1 << self.one_of(goals)?;
                let to = 1 << self.one_of(floor & !goals)?;
                (floor, goals & !from | to)
            }
            () if is_next(nudge) => {
                let from = 1u64 << self.one_of(goals)?;
                let to = 1 << self.one_of(grid.grown(from) & floor & !goals)?;
                (floor, goals & !from | to)
            }
            () if is_next(shift) => {
                let way = self.stream.below(4);
                let shifted = grid.shift(goals, way);
                if shifted.count_ones() != goals.count_ones() {
                    return None;
                }
                (grid.shift(floor, way), shifted)
            }
            () if self.is_aimed => return None,
            () => {
                self.is_aimed = true;
                return judge.farther_goals(layout, &judged.start);
            }
        };
        Some(Layout { floor, goals })
    }
}

/// e to the power of -x, nearly, by ten squarings: unlike the library's, the same
/// on every machine.
fn chance(x: f64) -> f64 {
    let mut power = 1.0 - x.min(1024.0) / 1024.0;
    for _ in 0..10 {
        power *= power;
    }
    power
}
