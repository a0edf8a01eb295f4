//! The command line's contract: levels in, lines and an exit status out.

mod analyze;
mod animate;
mod bad_input;
mod browser;
mod certificates;
mod explain;
mod explain_dungeon;
mod export;
mod generate;
mod import_trace;
mod level_options;
mod lists;
mod machines;
mod mutants;
mod play;
mod readme;
mod reproduce;
mod resumed;
mod schema;
mod solve;
mod spec;
mod stopping;
mod strategies;
mod support;
mod verify;
mod watching;
