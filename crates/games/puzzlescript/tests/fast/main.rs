//! The fast interpreter and the plain one agree, state by state.

mod agreement;
mod random_games;
