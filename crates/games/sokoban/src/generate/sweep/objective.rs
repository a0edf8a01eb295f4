//! What a walk looks for, and how much of it a layout has.

use super::SweepError;
use super::grid::Grid;
use super::layout::{Layout, Start};
use super::moves::MoveSweep;
use super::pushes::PushSweep;

/// Weights of the figures that add up to a level's score.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Objective {
    /// The least number of pushes.
    pub pushes: f64,
    /// The least number of moves, walks included.
    pub moves: f64,
    /// The fewest box changes of the solutions with fewest pushes.
    pub box_changes: f64,
    /// [Insight](super::insight).
    pub insight: f64,
}

impl Objective {
    const NOTHING: Objective = Objective {
        pushes: 0.0,
        moves: 0.0,
        box_changes: 0.0,
        insight: 0.0,
    };
    /// Only pushes count.
    pub const PUSHES: Objective = Objective {
        pushes: 1.0,
        ..Objective::NOTHING
    };
    /// Only moves count.
    pub const MOVES: Objective = Objective {
        moves: 1.0,
        ..Objective::NOTHING
    };
    /// Only box changes count.
    pub const BOX_CHANGES: Objective = Objective {
        box_changes: 1.0,
        ..Objective::NOTHING
    };
    /// Only insight counts.
    pub const INSIGHT: Objective = Objective {
        insight: 1.0,
        ..Objective::NOTHING
    };
}

/// Sweeps layouts and says how good their best start is.
pub(super) struct Judge {
    pub grid: Grid,
    pub objective: Objective,
    pub band: Option<(u32, u32)>,
    pub max_states: usize,
    pub pushes: PushSweep,
    pub moves: MoveSweep,
    /// How many sweeps were made, and how many states they reached.
    pub n_sweeps: u64,
    pub n_states: u64,
}

/// The best start found in a layout.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judged {
    /// Below 0 if the level needs fewer pushes than the band asks for.
    pub score: f64,
    pub start: Start,
}

impl Judge {
    pub fn new(
        grid: Grid,
        objective: Objective,
        band: Option<(u32, u32)>,
        max_states: usize,
    ) -> Judge {
        Judge {
            grid,
            objective,
            band,
            max_states,
            pushes: PushSweep::new(grid),
            moves: MoveSweep::new(grid),
            n_sweeps: 0,
            n_states: 0,
        }
    }

    /// The best start of a layout; `None` if it has too many states, or none
    /// but solved ones.
    pub fn judge(&mut self, layout: &Layout) -> Option<Judged> {
        self.n_sweeps += 1;
        match () {
            () if self.objective == Objective::PUSHES => self.by_pushes(layout),
            () if self.objective == Objective::MOVES && self.band.is_none() => {
                self.by_moves(layout)
            }
            () => None,
        }
    }

    fn by_pushes(&mut self, layout: &Layout) -> Option<Judged> {
        let depth = given(self.pushes.back(layout, self.max_states));
        self.n_states += self.pushes.n_states() as u64;
        let depth = depth.filter(|depth| *depth > 0)?;
        let (least, most) = self.band.unwrap_or((1, u32::MAX));
        let pushes = depth.min(most as usize);
        let hardest = self.pushes.layer(pushes);
        let one = hardest[pick(layout, hardest.len())];
        let short = (pushes as f64 - f64::from(least)).min(0.0);
        Some(Judged {
            score: if short < 0.0 { short } else { pushes as f64 },
            start: Start {
                boxes: one.boxes,
                player: one.player.trailing_zeros() as usize,
            },
        })
    }

    fn by_moves(&mut self, layout: &Layout) -> Option<Judged> {
        let depth = given(self.moves.back(layout, self.max_states));
        self.n_states += self.moves.n_states() as u64;
        let depth = depth.filter(|depth| *depth > 0)?;
        let hardest = self.moves.hardest();
        let one = hardest[pick(layout, hardest.len())];
        Some(Judged {
            score: depth as f64,
            start: Start {
                boxes: one.boxes,
                player: one.player.trailing_zeros() as usize,
            },
        })
    }

    /// Other goals for a start: the box set that is farthest from it. A start
    /// never needs less to get there than to the goals it has.
    pub fn farther_goals(&mut self, layout: &Layout, start: &Start) -> Option<Layout> {
        self.n_sweeps += 1;
        let goals = if self.objective.pushes == 0.0 && self.objective.moves > 0.0 {
            let farthest = self.moves.farthest(layout, start, self.max_states);
            self.n_states += self.moves.n_states() as u64;
            given(farthest)
        } else {
            let farthest = self.pushes.farthest(layout, start, self.max_states);
            self.n_states += self.pushes.n_states() as u64;
            given(farthest)
        };
        goals.map(|goals| Layout {
            floor: layout.floor,
            goals,
        })
    }
}

/// A layout that cannot be swept is one that is not wanted.
fn given<T>(swept: Result<Option<T>, SweepError>) -> Option<T> {
    swept.ok().flatten()
}

/// One of `n`, always the same for the same layout, so that judging a layout
/// again gives the same start.
pub(super) fn pick(layout: &Layout, n: usize) -> usize {
    let mixed = (layout.floor ^ layout.goals.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((mixed >> 32) as usize) % n
}
