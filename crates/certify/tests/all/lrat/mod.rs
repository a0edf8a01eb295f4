//! LRAT proofs: made by hand, made by a small prover, and damaged.

mod by_hand;
mod formats;
mod mutants;
mod problem;
mod prover;
