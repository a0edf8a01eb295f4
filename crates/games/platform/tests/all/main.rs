//! Platform levels: physics, engine, verdicts.

mod classic;
mod physics;
mod reach;
mod sweeps;
