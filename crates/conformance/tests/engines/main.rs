//! Every engine through the same suite, and what engines are made of.

mod all_engines;
mod bdd;
mod blast;
mod cartesian;
mod compiled;
mod portfolio;
mod push_model;
mod quotient;
mod threads;
