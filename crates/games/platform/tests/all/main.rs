//! Platform levels: formats, physics, engine, verdicts; the coarse game.

mod boards;
mod classic;
mod coarse_axioms;
mod coarse_classes;
mod coarse_engine;
mod coarse_most;
mod coarse_patterns;
mod coarse_scenarios;
mod coarse_steps;
mod diagnostics;
mod formats;
mod level_options;
mod physics;
mod reach;
mod reading;
mod stepper;
mod sweeps;
