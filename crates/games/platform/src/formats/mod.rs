//! How platform levels are written: drawings in one of several legends, and settings
//! above them.

mod header;
mod kinds;
mod legend;
mod legend_file;
mod legends;
mod nearest;
mod profile_file;
mod reader;
mod stated;

pub use reader::PlatformFormat;

pub(crate) use header::{style, yes_or_no};
pub(crate) use legend::{HELP, Legend, best as best_legend};
pub(crate) use legend_file::read as read_legend;
pub(crate) use profile_file::read as read_profile;
