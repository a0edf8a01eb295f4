//! Platform levels: formats, physics, engine, verdicts.

mod classic;
mod diagnostics;
mod formats;
mod level_options;
mod physics;
mod reach;
mod sweeps;
