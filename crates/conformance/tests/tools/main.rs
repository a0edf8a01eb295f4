//! Exports against SPIN, z3, CaDiCaL and a planner.

mod others;
mod smv;
mod spin;
