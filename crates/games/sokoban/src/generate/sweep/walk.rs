//! A random walk over walls and goals, at a nearly constant temperature.

use playproof_game::Stream;

use super::SweepError;
use super::grid::{Grid, cells};
use super::layout::{Layout, Start};
use super::objective::{Judge, Judged};

/// How a walk goes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pace {
    /// By how much a score may fall with a chance of 1 in e.
    pub temperature: f64,
    /// After this many steps without a new best, the walk starts anew.
    pub patience: u64,
    /// The chance in 100 that a cell is floor at first.
    pub floor: usize,
    /// The chances in 100 of each kind of step.
    pub steps: [usize; 6],
}

/// A walk over layouts.
pub(super) struct Chain {
    grid: Grid,
    n_boxes: usize,
    pace: Pace,
    stream: Stream,
    here: Option<(Layout, Judged)>,
    /// Whether the goals are as far from the start as they can be.
    is_aimed: bool,
    pub best: Option<(Layout, Judged)>,
    idle: u64,
    /// How many steps were proposed.
    pub n_tries: u64,
    known: Vec<Known>,
}

/// What was found out about a layout before.
#[derive(Clone, Copy)]
struct Known {
    layout: Layout,
    judged: Option<Judged>,
}

const N_KNOWN: usize = 1 << 14;

impl Chain {
    pub fn new(grid: Grid, n_boxes: usize, pace: Pace, stream: Stream) -> Chain {
        let nothing = Known {
            layout: Layout { floor: 0, goals: 0 },
            judged: None,
        };
        Chain {
            grid,
            n_boxes,
            pace,
            stream,
            here: None,
            is_aimed: false,
            best: None,
            idle: 0,
            n_tries: 0,
            known: vec![nothing; N_KNOWN],
        }
    }

    /// Proposes one step, and takes it or not.
    pub fn step(&mut self, judge: &mut Judge) {
        self.n_tries += 1;
        let Some((layout, judged)) = self.here else {
            if let Some(layout) = self.random_layout() {
                self.here = self.judged(judge, layout).map(|judged| (layout, judged));
                self.is_aimed = false;
                self.idle = 0;
                self.best_so_far();
            }
            return;
        };
        self.idle += 1;
        if self.idle > self.pace.patience {
            self.here = None;
            return;
        }
        let kind = self.kind();
        let proposed = if kind == 5 {
            if self.is_aimed {
                return;
            }
            self.is_aimed = true;
            judge.farther_goals(&layout, &judged.start)
        } else {
            self.changed(&layout, kind)
        };
        let proposed = proposed.and_then(|proposed| proposed.tidied(&self.grid));
        let Some(proposed) = proposed.filter(|proposed| *proposed != layout) else {
            return;
        };
        let Some(next) = self.judged(judge, proposed) else {
            return;
        };
        let loss = judged.score - next.score;
        if loss <= 0.0 || self.is_lucky(loss) {
            self.here = Some((proposed, next));
            self.is_aimed = false;
            self.best_so_far();
        }
    }

    fn best_so_far(&mut self) {
        let Some((_, here)) = &self.here else { return };
        if self
            .best
            .as_ref()
            .is_none_or(|(_, best)| here.score > best.score)
        {
            self.best = self.here;
            self.idle = 0;
        }
    }

    fn kind(&mut self) -> usize {
        let mut left = self.stream.below(self.pace.steps.iter().sum());
        for (kind, chance) in self.pace.steps.iter().enumerate() {
            if left < *chance {
                return kind;
            }
            left -= chance;
        }
        0
    }

    fn judged(&mut self, judge: &mut Judge, layout: Layout) -> Option<Judged> {
        let mixed = layout.floor ^ layout.goals.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let slot = (mixed.wrapping_mul(0xff51_afd7_ed55_8ccd) >> 32) as usize % N_KNOWN;
        if self.known[slot].layout == layout {
            return self.known[slot].judged;
        }
        let judged = judge.judge(&layout);
        self.known[slot] = Known { layout, judged };
        judged
    }

    /// Whether a loss is put up with.
    fn is_lucky(&mut self, loss: f64) -> bool {
        // e to the power of x by ten squarings: unlike `exp`, the same on every
        // machine.
        let x = (loss / self.pace.temperature).min(1000.0);
        let mut chance = 1.0 - x / 1024.0;
        for _ in 0..10 {
            chance *= chance;
        }
        let drawn = (self.stream.word() >> 11) as f64 / (1u64 << 53) as f64;
        drawn < chance
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
        Layout {
            floor: largest,
            goals,
        }
        .tidied(&self.grid)
    }

    fn one_of(&mut self, set: u64) -> Option<usize> {
        let n = set.count_ones() as usize;
        (n > 0).then(|| {
            cells(set)
                .nth(self.stream.below(n))
                .expect("below the count")
        })
    }

    /// A layout with one thing changed.
    fn changed(&mut self, layout: &Layout, kind: usize) -> Option<Layout> {
        let grid = self.grid;
        let Layout {
            mut floor,
            mut goals,
        } = *layout;
        let edge = grid.grown(floor) & !floor;
        match kind {
            // A wall goes or comes.
            0 => {
                let cell = 1 << self.one_of(floor & !goals | edge)?;
                floor ^= cell;
            }
            // A wall comes and another goes.
            1 => {
                let wall = 1 << self.one_of(floor & !goals)?;
                let gone = 1 << self.one_of(edge)?;
                floor = floor & !wall | gone;
            }
            // A goal goes elsewhere.
            2 => {
                let from = 1 << self.one_of(goals)?;
                goals = goals & !from | 1 << self.one_of(floor & !goals)?;
            }
            // A goal goes one step.
            3 => {
                let from = 1u64 << self.one_of(goals)?;
                goals = goals & !from | 1 << self.one_of(grid.grown(from) & floor & !goals)?;
            }
            // All goes one step, and what falls off the board comes in opposite.
            _ => {
                let way = self.stream.below(4);
                let lost = goals & !grid.shift(grid.shift(goals, way), way ^ 1);
                if lost != 0 {
                    return None;
                }
                floor = grid.shift(floor, way);
                goals = grid.shift(goals, way);
            }
        }
        Some(Layout { floor, goals })
    }
}

/// TODO temporary
pub fn trial(
    size: (usize, usize),
    n_boxes: usize,
    objective: super::Objective,
    pace: Pace,
    seed: u64,
    max_states: usize,
    is_over: &dyn Fn() -> bool,
) -> Result<(f64, u64, u64, u64, Vec<String>), SweepError> {
    let grid = Grid::new(size.0, size.1)?;
    let mut judge = Judge::new(grid, objective, None, max_states);
    let mut chain = Chain::new(grid, n_boxes, pace, Stream::new(seed, 0));
    while !(chain.n_tries % 64 == 0 && is_over()) {
        chain.step(&mut judge);
    }
    let (layout, judged) = chain.best.expect("some");
    let start: Start = judged.start;
    Ok((
        judged.score,
        judge.n_sweeps,
        judge.n_states,
        chain.n_tries,
        layout.rows(&grid, &start),
    ))
}
