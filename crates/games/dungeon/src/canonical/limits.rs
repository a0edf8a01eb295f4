//! How large a dungeon may be.

use super::Mark;
use crate::formats::scanner::Scanner;
use playproof_level::Diagnostic;

/// The longest name, in bytes: messages repeat it.
pub const MAX_NAME: usize = 1000;

/// The most rooms of a dungeon.
pub const MAX_ROOMS: usize = 1_000_000;

/// The most passages of a dungeon.
pub const MAX_PASSAGES: usize = 4_000_000;

/// The most things that lie in the rooms of a dungeon.
pub const MAX_THINGS: usize = 4_000_000;

/// The most kinds of things that one lock needs.
pub const MAX_NEEDS: usize = 100;

/// The most rules of a set.
pub const MAX_RULES: usize = 4_000_000;

/// The most conditions that all rules of a set have together. Only rules with many
/// conditions and several heads each get there.
pub const MAX_CONDITIONS: usize = 32_000_000;

/// The error for one more than there may be.
pub(crate) fn too_many(scan: &Scanner<'_>, mark: Mark, what: &str, limit: usize) -> Diagnostic {
    let help = format!("there may be at most {limit}");
    scan.error(mark, format!("too many {what}"), help)
}
