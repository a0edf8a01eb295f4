//! Runs that other tools found in what was exported, back as runs of the
//! level. They become evidence like any other, which the checker then judges.

mod follow;
mod read;

pub use follow::{TraceError, evidence};
pub use read::{TraceFormat, TracePart, read_trace};
