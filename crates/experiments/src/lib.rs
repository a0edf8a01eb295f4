//! Published experiments, repeated: their figures beside ours.
//!
//! An experiment is a function from a [`Setting`] to a report of words, tables and
//! figures. A new one is a file in this folder and a line in [`EXPERIMENTS`]. Nothing
//! here does input and output or reads a clock: that is for the [`Host`].
#![forbid(unsafe_code)]

mod bars;
mod contest;
mod experiment;
mod figure;
mod host;
mod level_tree_curves;
mod level_tree_scores;
mod level_tree_sizes;
mod level_trees;
mod lines;
mod margin;
mod maze_growth;
mod maze_success;
mod maze_twistiness;
mod nuxmv;
mod pages;
mod play_test;
mod proposed;
mod race_alternatives;
mod race_readings;
mod replay;
mod scale;
mod spin_models;
mod tables;
mod tree_search;
mod winning_runs;
mod work;

pub use experiment::{Experiment, Setting};
pub use host::{Host, Stopwatch};
pub use pages::{File, Repeated, files_of_all};
pub use play_test::{PLAY_TEST, PlayTest, PlayTestSet};

/// All experiments, in the order of the list.
pub static EXPERIMENTS: [Experiment; 12] = [
    maze_success::EXPERIMENT_1,
    maze_growth::EXPERIMENT_2,
    tree_search::EXPERIMENT_3,
    spin_models::EXPERIMENT_4,
    race_alternatives::EXPERIMENT_5,
    maze_twistiness::EXPERIMENT_6,
    level_tree_sizes::SIZES,
    level_tree_curves::CURVES,
    level_tree_scores::SCORES,
    nuxmv::PART_2,
    nuxmv::PART_3,
    nuxmv::PART_4,
];

/// What all experiments together are called.
pub const ALL: &str = "all";
