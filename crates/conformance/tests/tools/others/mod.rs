//! Exports, read by the tools that they are for: verdict and shortest length
//! are those of our own engine, whose evidence is checked, on small random
//! levels of every game.

mod imported;
mod planner;
mod sat;
mod triples;
mod z3;
