//! The encoder and ways against enumeration, certificates, and the program.

mod budgets;
mod claims;
mod closed_sets;
mod corpus;
mod counters;
mod encoder;
mod interpreter;
mod limits;
mod operators;
mod program;
mod shapes;
mod small_runs;
mod small_sets;
mod ways;
mod written;
