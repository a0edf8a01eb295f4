//! A search for levels that can go on at any time, and what it found.

use playproof_treesearch::{Budget, Point, Settings, Stats, TreeSearch};

use super::bits::Bits;
use super::field::Field;
use super::finished::Finished;
use super::metrics::{Figures, GREATEST};
use super::page;
use super::replay::replayed;
use super::settings::{TreeError, TreeSettings};
use super::state::State;
use super::workshop::Workshop;

/// A level that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeFound {
    /// The level in XSB with its ring of walls.
    pub rows: Vec<String>,
    /// The simulated play up to its last push: a solution.
    pub lurd: String,
    /// From 0 to 2, by the metric of the settings.
    pub score: f32,
    /// What the score is made of.
    pub figures: Figures,
    /// What the search did.
    pub stats: Stats,
    /// Where the best score grew, from 0 to 2.
    pub curve: Vec<Point>,
    /// How many nodes the tree has, of at most 32 bytes each.
    pub n_nodes: usize,
    /// What cells became, if it was counted.
    pub heat: Option<HeatMap>,
}

/// How often cells were floor, a box's start or a goal in finished levels of roll-outs.
/// With the option to share nodes, boards are turned on the way, and so are these.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeatMap {
    /// Columns of the board that was searched on.
    pub width: u8,
    /// Levels that were counted.
    pub n_levels: u64,
    /// For each cell, row by row.
    pub floor: Vec<u64>,
    /// For each cell.
    pub boxes: Vec<u64>,
    /// For each cell.
    pub goals: Vec<u64>,
}

impl HeatMap {
    fn new<B: Bits>(field: &Field<B>) -> Self {
        let zeros = vec![0; field.all.count() as usize];
        HeatMap {
            width: field.width,
            n_levels: 0,
            floor: zeros.clone(),
            boxes: zeros.clone(),
            goals: zeros,
        }
    }

    fn count<B: Bits>(&mut self, state: &State<B>) {
        let level = Finished::new(state);
        self.n_levels += 1;
        for (counts, set) in [
            (&mut self.floor, level.floor),
            (&mut self.boxes, level.boxes),
            (&mut self.goals, level.goals),
        ] {
            for cell in set.cells() {
                counts[usize::from(cell)] += 1;
            }
        }
    }
}

/// A search for levels. Boards up to 64 cells are one word, others two.
pub struct TreeRun {
    search: Search,
    heat: Option<HeatMap>,
}

enum Search {
    Small(TreeSearch<Workshop<u64>>),
    Large(TreeSearch<Workshop<u128>>),
}

/// Does the same with either search.
macro_rules! with {
    ($run:expr, $search:ident => $do:expr) => {
        match $run {
            Search::Small($search) => $do,
            Search::Large($search) => $do,
        }
    };
}

impl TreeRun {
    /// A search that has not begun; says what is wrong with the settings.
    pub fn new(settings: &TreeSettings, seed: u64) -> Result<TreeRun, TreeError> {
        settings.check()?;
        let how = Settings {
            exploration: settings.exploration,
            estimate: settings.estimate,
            jumps: settings.jumps,
            step_down: settings.step_down,
            ..Settings::default()
        };
        let (width, height) = settings.searched_size();
        let search = if width * height <= 64 {
            Search::Small(TreeSearch::new(Workshop::new(settings.clone()), how, seed))
        } else {
            Search::Large(TreeSearch::new(Workshop::new(settings.clone()), how, seed))
        };
        let heat = with!(&search, search => HeatMap::new(&search.construction().field));
        Ok(TreeRun {
            search,
            heat: settings.heat.then_some(heat),
        })
    }

    /// Goes on for as long as the budget allows.
    pub fn run(&mut self, budget: &mut Budget) {
        match &mut self.heat {
            None => with!(&mut self.search, search => search.run(budget)),
            Some(heat) => {
                with!(&mut self.search, search =>
                    search.run_watched(budget, |state, _| heat.count(state)))
            }
        }
    }

    /// What was done so far.
    pub fn stats(&self) -> &Stats {
        with!(&self.search, search => search.stats())
    }

    /// The best level so far; none if no box was pushed yet.
    pub fn found(&self) -> Option<TreeFound> {
        with!(&self.search, search => found(search, self.heat.clone()))
    }

    /// The top layers of the tree as a page: for each node its board, visits and bound,
    /// with at most so many children of each.
    pub fn page(&self, n_layers: usize, n_children: usize) -> String {
        with!(&self.search, search => page::page(search, n_layers, n_children))
    }
}

/// Searches for a level as long as the budget allows. The same settings, seed and number
/// of iterations give the same level.
pub fn search(
    settings: &TreeSettings,
    seed: u64,
    budget: &mut Budget,
) -> Result<TreeFound, TreeError> {
    let mut run = TreeRun::new(settings, seed)?;
    run.run(budget);
    let nothing = TreeError::NothingFound(run.stats().n_iterations);
    run.found().ok_or(nothing)
}

fn found<B: Bits>(search: &TreeSearch<Workshop<B>>, heat: Option<HeatMap>) -> Option<TreeFound> {
    let (best, workshop) = (search.best()?, search.construction());
    let (state, lurd) = replayed(workshop, search.root_symmetry(), &best.steps);
    let level = workshop.finished(&state);
    if !level.is_level() {
        return None;
    }
    let curve = search.curve().iter().map(|point| Point {
        score: point.score * GREATEST,
        ..*point
    });
    Some(TreeFound {
        rows: level.rows(&workshop.field, workshop.corners(&level)),
        lurd,
        score: workshop.worth(&state),
        figures: workshop.figures(&state),
        stats: *search.stats(),
        curve: curve.collect(),
        n_nodes: search.n_nodes(),
        heat,
    })
}
