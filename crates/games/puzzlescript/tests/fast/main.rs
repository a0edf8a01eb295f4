//! The fast interpreter and the plain one agree, state by state.

mod agreement;
mod peoples_games;
mod random_games;
#[path = "../shared.rs"]
mod shared;
