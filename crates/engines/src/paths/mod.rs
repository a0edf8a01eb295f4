//! How many runs there are.

mod engine;
mod field;
mod routes;
mod simple;

pub use engine::PathsEngine;
