//! What jumps come to: under a profile, and in a level.

mod arcs;
mod direct;
mod gaps;
mod jump_command;
mod profile_command;
mod question;

pub use gaps::{Approach, HEIGHTS, crossing, gaps, is_crossed};
pub use jump_command::JumpCommand;
pub use profile_command::ProfileCommand;
pub use question::{Jump, JumpAnswer, JumpQuestion, NoJump};
