//! One suite that every engine passes, on several small games, with oracles
//! and mutants.
//!
//! A new engine is one line in `tests/engines/all_engines.rs` for each kind of question
//! that it decides: `suite!(mine: MyEngine);` for reachability, and
//! `question_suite!` for the others.
#![forbid(unsafe_code)]

pub mod branching_suite;
pub mod dungeon_oracle;
pub mod examples;
pub mod games;
pub mod graph;
pub mod linear_suite;
pub mod ltl_oracle;
pub mod mutants;
pub mod oracle;
pub mod paths_suite;
pub mod payment_oracle;
pub mod race_oracle;
pub mod random_formula;
pub mod second_checker;
pub mod sokoban_oracle;
pub mod suite;
pub mod symbolic;
pub mod textbook;
pub mod unlimited;
