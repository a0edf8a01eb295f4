//! What `--engine` can say besides the name of an engine, and what goes with it.

use playproof::Settings;

use crate::console;

/// The word that leaves it to the level and the question.
pub const AUTO: &str = "auto";

/// The word that stands for all engines.
pub const ALL: &str = "all";

/// Says that `--bound` was given for nothing, where this engine is to search.
pub fn warn_of_idle_bound(engine: &str) {
    if engine != AUTO && engine != ALL && !Settings::bounds(engine) {
        console::warn(&format!(
            "--bound has no effect: engine `{engine}` looks at runs of any length"
        ));
    }
}
