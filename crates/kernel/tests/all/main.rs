//! The encoder against enumeration, and the program.

mod encoder;
mod program;
