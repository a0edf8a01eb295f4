//! The encoder and ways against enumeration, and the program.

mod corpus;
mod encoder;
mod operators;
mod program;
mod ways;
