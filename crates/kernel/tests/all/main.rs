//! The encoder and ways against enumeration, certificates, and the program.

mod closed_sets;
mod corpus;
mod encoder;
mod operators;
mod program;
mod ways;
mod written;
