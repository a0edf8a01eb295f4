//! Levels from walks: the best one within a budget, or many one after the other.

use playproof_game::Stream;

use super::SweepError;
use super::chain::{Chain, Step};
use super::found::SweepFound;
use super::grid::Grid;
use super::layout::Layout;
use super::objective::{Judge, Judged};
use super::settings::{Budget, WalkSettings};
use super::symmetry::{apart, canonical};

/// The best level that walks of one seed find within a budget; `None` if they
/// find none that is within the band. Walks begin at `start` if that is given,
/// else at random.
pub fn walk(
    settings: &WalkSettings,
    seed: u64,
    start: Option<&[String]>,
    budget: Budget<'_>,
) -> Result<Option<SweepFound>, SweepError> {
    let starts: Vec<Vec<String>> = start.iter().map(|rows| rows.to_vec()).collect();
    let mut walker = Walker::new(settings.clone(), seed, &starts)?;
    Ok(walker.best(budget))
}

/// Walks that hand out good levels one after the other, no two of them alike.
pub struct Walker {
    settings: WalkSettings,
    grid: Grid,
    judge: Judge,
    chain: Chain,
    /// The levels that were handed out, and their forms up to symmetry.
    given: Vec<(Vec<String>, Vec<String>)>,
    /// States at the last look at the clock.
    looked: (u64, u64),
}

/// A step without a sweep counts as this part of one, so that every walk ends.
const TRIES_PER_LAYOUT: u64 = 100;

impl Walker {
    /// Walks with the random numbers of a seed. They begin at the levels in
    /// `starts` in turn, or at random if there are none.
    pub fn new(
        settings: WalkSettings,
        seed: u64,
        starts: &[Vec<String>],
    ) -> Result<Walker, SweepError> {
        let grid = settings.check()?;
        let origins: Result<Vec<Layout>, SweepError> = starts
            .iter()
            .map(|rows| {
                let (size, layout, _) = Layout::read(rows)?;
                let n_boxes = layout.goals.count_ones() as usize;
                if size != grid || n_boxes != settings.boxes {
                    return Err(SweepError::OtherStart);
                }
                layout.tidied(&grid).ok_or(SweepError::OtherStart)
            })
            .collect();
        let judge = Judge::new(
            grid,
            settings.objective,
            settings.band,
            settings.max_states,
            settings.pace.temperature,
        );
        let chain = Chain::new(
            grid,
            settings.boxes,
            settings.pace,
            Stream::new(seed, 0),
            origins?,
        );
        Ok(Walker {
            settings,
            grid,
            judge,
            chain,
            given: Vec::new(),
            looked: (0, 0),
        })
    }

    /// The next level: one whose score is enough, or the best of a walk whose
    /// patience ended. `None` when the budget, counted from the first level on,
    /// has ended.
    pub fn next(&mut self, budget: Budget<'_>) -> Option<SweepFound> {
        while !self.is_over(&budget) {
            let step = self.chain.step(&mut self.judge);
            let Some((layout, judged)) = self.chain.best else {
                continue;
            };
            let is_next = match (step, self.settings.enough) {
                (Step::Better, Some(enough)) => judged.score >= enough,
                (Step::Ended, None) => true,
                _ => false,
            };
            if is_next {
                self.chain.begin_anew();
                if let Some(found) = self.new_level(&layout, &judged) {
                    return Some(found);
                }
            }
        }
        None
    }

    /// The best level within a budget, or one that is enough.
    pub fn best(&mut self, budget: Budget<'_>) -> Option<SweepFound> {
        let mut best: Option<(Layout, Judged)> = None;
        while !self.is_over(&budget) {
            if self.chain.step(&mut self.judge) != Step::Better {
                continue;
            }
            let here = self.chain.best;
            let score = |of: &Option<(Layout, Judged)>| of.map(|(_, judged)| judged.score);
            if score(&here) > score(&best) {
                best = here;
            }
            let enough = self.settings.enough;
            if enough.is_some() && score(&best) >= enough {
                break;
            }
        }
        let (layout, judged) = best.filter(|(_, judged)| judged.score >= 0.0)?;
        self.judge.found(&layout, judged.start, judged.score)
    }

    /// How many sweeps were made.
    pub fn n_layouts(&self) -> u64 {
        self.judge.n_sweeps
    }

    /// How many states all sweeps reached together.
    pub fn n_states(&self) -> u64 {
        self.judge.n_states
    }

    /// The grid that levels are on.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The level with all its figures, unless it is too much like another.
    fn new_level(&mut self, layout: &Layout, judged: &Judged) -> Option<SweepFound> {
        if judged.score < 0.0 {
            return None;
        }
        let found = self.judge.found(layout, judged.start, judged.score)?;
        let form = canonical(&found.rows);
        let is_like = |(rows, other): &(Vec<String>, Vec<String>)| {
            form == *other || apart(&found.rows, rows) < self.settings.apart
        };
        if self.given.iter().any(is_like) {
            return None;
        }
        self.given.push((found.rows.clone(), form));
        Some(found)
    }

    fn is_over(&mut self, budget: &Budget<'_>) -> bool {
        let (states, tries) = (self.judge.n_states, self.chain.n_tries);
        let n_layouts = self.judge.n_sweeps.max(tries / TRIES_PER_LAYOUT);
        // A look at a clock may take as long as a small sweep.
        let is_time_to_look = states >= self.looked.0 + 200_000 || tries >= self.looked.1 + 1_000;
        if is_time_to_look {
            self.looked = (states, tries);
        }
        n_layouts >= budget.layouts || is_time_to_look && (budget.is_over)()
    }
}
