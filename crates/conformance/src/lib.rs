//! One suite that every engine passes, on several small games, with oracles
//! and mutants.
//!
//! A new engine is one line in `tests/engines.rs`:
//! `suite!(mine: MyEngine);`
#![forbid(unsafe_code)]

pub mod games;
pub mod ltl_oracle;
pub mod mutants;
pub mod oracle;
pub mod random_formula;
pub mod suite;
pub mod textbook;
