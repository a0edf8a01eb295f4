//! Small games that try the seam from several sides.

pub mod car;
pub mod contest;
pub mod lamps;
pub mod push;
pub mod puzzles;
pub mod random_dungeon;
pub mod random_graph;
pub mod random_maze;
pub mod random_rules;
pub mod random_sokoban;
pub mod sokoban;
pub mod tokens;
