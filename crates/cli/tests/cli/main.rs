//! The command line's contract: levels in, lines and an exit status out.

mod analyze;
mod animate;
mod bad_input;
mod batches;
mod browser;
mod certificates;
#[path = "../../../studio/tests/support/mod.rs"]
mod chromium;
mod explain;
mod explain_dungeon;
mod export;
mod generate;
mod generate_sokoban;
mod import_trace;
mod level_options;
mod lists;
mod machines;
mod memory;
mod mutants;
mod platform;
mod platform_pictures;
mod play;
mod proof;
mod readme;
mod reproduce;
mod resumed;
mod schema;
mod solve;
mod spec;
mod stopping;
mod strategies;
#[cfg(feature = "study")]
mod study;
mod support;
mod verify;
mod vgdl;
mod watching;
