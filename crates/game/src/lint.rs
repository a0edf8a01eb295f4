//! What a game finds odd about a file of levels beyond what reading it says.

use std::ops::ControlFlow;

use playproof_level::{Diagnostic, Level};

use crate::options::Options;

/// Looks over all levels of one file that are of one game.
pub trait Linter: Send + Sync {
    /// What is odd, each with its place. No more states than that are looked at. Long work
    /// asks now and then whether it goes on, and says less if not.
    ///
    /// Whatever is said to be so must be certain: what only was not seen is said to be that,
    /// with the number of states in which it was not.
    fn lint(
        &self,
        levels: &[&Level],
        max_states: u64,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Vec<Diagnostic>;

    /// What is odd about what these options say of levels, where no level is given; none if
    /// they say nothing that can be looked over.
    fn lint_alone(&self, _options: &Options) -> Option<Result<Vec<Diagnostic>, Diagnostic>> {
        None
    }
}
