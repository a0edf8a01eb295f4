//! What the players find, and that they claim no more.

mod astar;
mod common;
mod mcts;
