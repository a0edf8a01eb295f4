//! Reports for people and for machines.

mod machines;
mod reports;
