//! The meaning of games against oracles, and what is said of their levels.

mod drawn_dungeons;
mod dungeon_repairs;
mod dungeons;
mod explain;
mod holes;
mod iterative;
mod maze_view;
mod oracles;
mod other_peoples_levels;
mod puzzlescript;
mod race;
mod requirements;
mod sokoban;
mod sokoban_figures;
