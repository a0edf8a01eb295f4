//! What a walk is asked for.

use super::SweepError;
use super::grid::Grid;
use super::objective::Objective;
use super::ranks::MAX_BOXES;

/// What levels to look for.
#[derive(Clone, PartialEq, Debug)]
pub struct WalkSettings {
    /// Columns and rows, without the ring of walls; at most 64 cells.
    pub size: (usize, usize),
    /// How many boxes.
    pub boxes: usize,
    /// What makes a level good.
    pub objective: Objective,
    /// The least and the largest number of pushes that a level may need.
    pub band: Option<(u32, u32)>,
    /// A score that is enough: a walk ends there, and a [`Walker`](super::Walker)
    /// hands out the level.
    pub enough: Option<f64>,
    /// In how many cells levels of one [`Walker`](super::Walker) differ at least,
    /// in the most alike of the eight positions. At 0 only levels that are the
    /// same up to symmetry are dropped.
    pub apart: usize,
    /// Layouts with more states than this are passed over.
    pub max_states: usize,
    /// How the walk goes.
    pub pace: Pace,
}

impl WalkSettings {
    /// Settings for levels of this size, with a pace that suits the objective.
    pub fn new(size: (usize, usize), boxes: usize, objective: Objective) -> WalkSettings {
        WalkSettings {
            size,
            boxes,
            objective,
            band: None,
            enough: None,
            apart: 0,
            max_states: 4_000_000,
            pace: Pace::of(&objective),
        }
    }

    /// The grid, if these settings can be met at all.
    pub fn check(&self) -> Result<Grid, SweepError> {
        let grid = Grid::new(self.size.0, self.size.1)?;
        let (n_boxes, n_cells) = (self.boxes, grid.n_cells());
        // A push takes the box, the cell before it and the one behind it.
        if n_boxes == 0 || n_boxes + 2 > n_cells {
            return Err(SweepError::NoRoomForBoxes { n_boxes, n_cells });
        }
        if n_boxes > MAX_BOXES {
            return Err(SweepError::TooManyBoxes {
                n_boxes,
                n_floor: n_cells,
            });
        }
        if let Some((least, most)) = self.band
            && (least > most || most == 0)
        {
            return Err(SweepError::Band(least, most));
        }
        if !self.objective.is_any() {
            return Err(SweepError::NoObjective);
        }
        Ok(grid)
    }
}

/// How a walk goes. The defaults were tuned with `bench-sweep`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pace {
    /// By how much a score may fall with a chance of 1 in e.
    pub temperature: f64,
    /// A walk does not lose more than this share of its best score, so that heat
    /// does not melt it away.
    pub rope: f64,
    /// What a layout with twice the states loses: those that are swept quickly
    /// are tried in larger numbers.
    pub thrift: f64,
    /// A layout with more than this many times the states of the one before is
    /// passed over.
    pub growth: usize,
    /// After this many steps without a better level, the walk starts anew.
    pub patience: u64,
    /// The chance in 100 that a cell is floor at first.
    pub floor: usize,
    /// How often each kind of step is proposed.
    pub steps: Steps,
}

impl Pace {
    /// A pace that suits an objective.
    pub fn of(objective: &Objective) -> Pace {
        let Objective {
            pushes,
            moves,
            box_changes,
            insight,
        } = objective;
        Pace {
            temperature: 2.2 * pushes + 5.0 * moves + 0.75 * box_changes + 0.15 * insight,
            rope: 0.22,
            thrift: 1.8 * pushes + moves,
            growth: 16,
            patience: 20_000,
            floor: 60,
            steps: Steps::default(),
        }
    }
}

/// The shares of the kinds of steps; only their ratios count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Steps {
    /// A wall goes or comes.
    pub flip: usize,
    /// A wall goes and another comes.
    pub swap: usize,
    /// A goal goes to another cell.
    pub throw: usize,
    /// A goal goes one step.
    pub nudge: usize,
    /// All goes one step.
    pub shift: usize,
    /// The goals become the box set that is farthest from the hardest start.
    pub aim: usize,
}

impl Default for Steps {
    fn default() -> Steps {
        Steps {
            flip: 25,
            swap: 25,
            throw: 15,
            nudge: 15,
            shift: 2,
            aim: 0,
        }
    }
}

/// When a walk has to end.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// After this many sweeps. Walks that end by it alone are the same on every
    /// machine.
    pub layouts: u64,
    /// Asked now and then; the walk ends when it says so.
    pub is_over: &'a dyn Fn() -> bool,
}

impl Budget<'_> {
    /// So many sweeps, and no other limit.
    pub fn layouts(layouts: u64) -> Budget<'static> {
        Budget {
            layouts,
            is_over: &|| false,
        }
    }
}
