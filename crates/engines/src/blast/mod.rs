//! Rules in bits: guards, next values and propositions as boolean functions of
//! the bits of a state, written once over any boolean algebra.
//!
//! With words of 64 states as the algebra this is an interpreter, which is how
//! it is tested; with literals it is a set of clauses, with decision diagrams a
//! symbolic transition relation. It searches nothing and decides nothing.

mod algebra;
mod blaster;
mod cnf;
mod encoding;
mod lanes;
mod lookup;
mod order;
mod value_map;

pub use algebra::Algebra;
pub use blaster::{Blasted, BlastedCommand, Blaster, NextBits, blast};
pub use cnf::Cnf;
pub use encoding::{is_state, is_valid};
pub use lanes::Lanes;
pub use playproof_model::Encoding;
pub use value_map::TooLarge;
