//! What a walk looks for, and how much of it a layout has.

use super::SweepError;
use super::grid::{Grid, cells};
use super::insight::measured;
use super::layout::{Layout, Start};
use super::moves::MoveSweep;
use super::pushes::PushSweep;
use super::solution::fewest_changes;
use super::swept::Swept;

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

    /// Whether any weight is above 0, and none is no number.
    pub(super) fn is_any(&self) -> bool {
        let weights = [self.pushes, self.moves, self.box_changes, self.insight];
        weights.iter().all(|weight| weight.is_finite()) && weights.iter().any(|w| *w > 0.0)
    }

    /// Whether solutions with fewest moves, not with fewest pushes, are asked for.
    pub(super) fn is_about_moves(&self) -> bool {
        self.moves > 0.0 && self.pushes == 0.0
    }

    fn needs_pushes_of_a_solution(&self) -> bool {
        self.box_changes != 0.0 || self.insight != 0.0
    }
}

/// Sweeps layouts and says how good their best start is.
pub(super) struct Judge {
    pub grid: Grid,
    pub objective: Objective,
    pub band: Option<(u32, u32)>,
    pub max_states: usize,
    /// The same, for the layout that is judged next.
    pub limit: usize,
    /// What one push too few for the band costs.
    pub short: f64,
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
    /// How many states were swept to know it.
    pub n_states: usize,
}

/// How many starts of a layout are looked at where a sweep does not show the
/// best one.
const N_SAMPLES: usize = 6;

/// Starts whose shortest ways are more entangled than this are passed over.
const MAX_NODES: usize = 4_000;

impl Judge {
    pub fn new(
        grid: Grid,
        objective: Objective,
        band: Option<(u32, u32)>,
        max_states: usize,
        short: f64,
    ) -> Judge {
        Judge {
            grid,
            objective,
            band,
            max_states,
            limit: usize::MAX,
            short,
            pushes: PushSweep::new(grid),
            moves: MoveSweep::new(grid),
            n_sweeps: 0,
            n_states: 0,
        }
    }

    /// Whether the sweep itself ends at the best start.
    pub fn is_exact(&self) -> bool {
        self.objective == Objective::PUSHES
            || self.objective == Objective::MOVES && self.band.is_none()
    }

    /// The best start of a layout; `None` if it has too many states, or none
    /// but solved ones. Where a sweep does not show the best start, some are
    /// tried, `hint` among them.
    pub fn judge(&mut self, layout: &Layout, hint: Option<Start>) -> Option<Judged> {
        self.n_sweeps += 1;
        match () {
            () if !self.is_exact() => self.by_samples(layout, hint),
            () if self.objective == Objective::PUSHES => self.by_pushes(layout),
            () => self.by_moves(layout),
        }
    }

    /// Other goals for a start: the box set that is farthest from it. A start
    /// never needs less to get there than to the goals it has.
    pub fn farther_goals(&mut self, layout: &Layout, start: &Start) -> Option<Layout> {
        self.n_sweeps += 1;
        let goals = if self.objective.is_about_moves() {
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

    fn by_pushes(&mut self, layout: &Layout) -> Option<Judged> {
        let depth = given(self.pushes.back(layout, self.limit.min(self.max_states)));
        self.n_states += self.pushes.n_states() as u64;
        let pushes = self.within_band(depth?)?;
        let hardest = self.pushes.layer(pushes);
        let one = hardest[Picks::new(layout).below(hardest.len())];
        Some(Judged {
            score: self.shortfall(pushes).unwrap_or(pushes as f64),
            start: Start {
                boxes: one.boxes,
                player: one.player.trailing_zeros() as usize,
            },
            n_states: self.pushes.n_states(),
        })
    }

    fn by_moves(&mut self, layout: &Layout) -> Option<Judged> {
        let depth = given(self.moves.back(layout, self.limit.min(self.max_states)));
        self.n_states += self.moves.n_states() as u64;
        let depth = depth.filter(|depth| *depth > 0)?;
        let hardest = self.moves.hardest();
        let one = hardest[Picks::new(layout).below(hardest.len())];
        Some(Judged {
            score: depth as f64,
            start: Start {
                boxes: one.boxes,
                player: one.player.trailing_zeros() as usize,
            },
            n_states: self.moves.n_states(),
        })
    }

    fn by_samples(&mut self, layout: &Layout, hint: Option<Start>) -> Option<Judged> {
        let depth = given(
            self.pushes
                .back_keeping_distances(layout, self.limit.min(self.max_states)),
        );
        self.n_states += self.pushes.n_states() as u64;
        let most = self.within_band(depth?)?;
        let mut picks = Picks::new(layout);
        let mut one_of = |pushes: usize| {
            let layer = self.pushes.layer(pushes);
            let one = layer[picks.below(layer.len())];
            Start {
                boxes: one.boxes,
                player: one.player.trailing_zeros() as usize,
            }
        };
        if let Some(score) = self.shortfall(most) {
            return Some(Judged {
                score,
                start: one_of(most),
                n_states: self.pushes.n_states(),
            });
        }
        let least = self.band.map_or(1, |(least, _)| least as usize).max(1);
        // Deep layers are tried more often: every figure grows with length.
        let span = most - least;
        let mut starts: Vec<Start> = (0..N_SAMPLES)
            .map(|nth| one_of(most - span * nth * nth / (2 * N_SAMPLES * N_SAMPLES)))
            .collect();
        let is_fit = |start: &Start| {
            start.boxes & !layout.floor == 0
                && (layout.floor & !start.boxes) >> start.player & 1 == 1
                && self
                    .pushes
                    .distance(start.boxes, start.player)
                    .is_some_and(|pushes| (least..=most).contains(&(pushes as usize)))
        };
        starts.extend(hint.filter(is_fit));
        if self.objective.moves != 0.0 {
            given(self.moves.back_keeping_distances(layout, self.max_states))?;
            self.n_states += self.moves.n_states() as u64;
        }
        let judged = starts
            .into_iter()
            .filter_map(|start| self.score(layout, start));
        // Of equals the last: that is the hint, so that a walk stays with it.
        judged.max_by(|a, b| a.score.total_cmp(&b.score))
    }

    /// The score of a start, after the sweeps that it needs.
    fn score(&self, layout: &Layout, mut start: Start) -> Option<Judged> {
        let pushes = self.pushes.distance(start.boxes, start.player)?;
        let objective = &self.objective;
        let mut score = objective.pushes * f64::from(pushes);
        if objective.moves != 0.0 {
            start = self.farthest_player(layout, start);
            let moves = self.moves.distance(start.boxes, start.player)?;
            score += objective.moves * f64::from(moves);
        }
        if objective.needs_pushes_of_a_solution() {
            let space = Swept {
                grid: &self.grid,
                layout,
                sweep: &self.pushes,
            };
            let boxes = start.boxes.into();
            let solution = fewest_changes(&space, boxes, start.player, MAX_NODES)?;
            let counts = measured(&space, boxes, start.player, &solution);
            score += objective.box_changes * f64::from(counts.box_changes);
            score += objective.insight * counts.insight();
        }
        Some(Judged {
            score,
            start,
            n_states: self.pushes.n_states(),
        })
    }

    /// The same start, with the player where it needs most moves. After a sweep
    /// by moves.
    pub fn farthest_player(&self, layout: &Layout, start: Start) -> Start {
        let region = self
            .grid
            .flood(1 << start.player, layout.floor & !start.boxes);
        let moves = |player: &usize| self.moves.distance(start.boxes, *player);
        let far = cells(region).max_by_key(moves);
        Start {
            boxes: start.boxes,
            player: far.unwrap_or(start.player),
        }
    }

    /// The most pushes that the band allows, of a depth above 0.
    fn within_band(&self, depth: usize) -> Option<usize> {
        let most = self.band.map_or(u32::MAX, |(_, most)| most) as usize;
        Some(depth.min(most)).filter(|pushes| *pushes > 0)
    }

    /// How many pushes are missing, as a score below 0.
    fn shortfall(&self, pushes: usize) -> Option<f64> {
        let least = self.band.map_or(0, |(least, _)| least);
        let short = pushes as f64 - f64::from(least);
        (short < 0.0).then_some(short * self.short)
    }
}

/// A layout that cannot be swept is one that is not wanted.
fn given<T>(swept: Result<Option<T>, SweepError>) -> Option<T> {
    swept.ok().flatten()
}

/// Choices that are always the same for the same layout, so that judging it
/// again gives the same start.
struct Picks(u64);

impl Picks {
    fn new(layout: &Layout) -> Picks {
        Picks(layout.floor ^ layout.goals.rotate_left(32))
    }

    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed >> 32) as usize) % n
    }
}
