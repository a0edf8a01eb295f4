//! Level text to [`Level`] and back, with positions and diagnostics.
//!
//! A file holds one or more levels, drawn with one character a cell. This crate
//! finds the levels, makes each a rectangle and remembers where every cell stood
//! in the text, so that whoever refuses a cell can point at it. It knows no game:
//! which letters are legal, and what they mean, is for the games to say.
//!
//! It also reads the collections of drawings that people share, with titles, authors,
//! comments and solutions around the levels, keeps these words and writes them back
//! ([`Collection::text`]).
//!
//! Levels that are no drawings come in a [`Format`] that a game brings along.
//!
//! ```
//! let text = "; first\n#####\n#A G#\n#####\n\n; second\nA G\n";
//! let collection = playproof_level::read("two.txt", text.as_bytes()).unwrap();
//!
//! let first = &collection.levels[0];
//! let grid = first.grid().unwrap();
//! assert_eq!(first.title(), Some("first"));
//! assert_eq!((grid.width(), grid.height(), grid.get(3, 1)), (5, 3, 'G'));
//!
//! let second = &collection.levels[1];
//! let refused = second.error_at(2, 0, "a goal is not allowed here", "expected a floor");
//! assert_eq!(
//!     refused.to_string(),
//!     "two.txt:7:3: a goal is not allowed here; expected a floor"
//! );
//! ```
#![forbid(unsafe_code)]

mod about;
mod bytes;
mod collection;
mod diagnostic;
mod encoded;
mod format;
mod gap;
mod grid;
mod level;
mod read;
mod run_length;
mod solution;
pub mod source;
mod xsb;

pub use bytes::decode;
pub use collection::Collection;
pub use diagnostic::{Diagnostic, Place, Severity, Wanted};
pub use format::Format;
pub use grid::Grid;
pub use level::{GridLevel, Level, WrittenLevel, clean_title};
pub use read::{MAX_BYTES, MAX_CELLS, MAX_SIDE, MAX_WIDTH, drawing, read, read_with};
pub use solution::StoredSolution;
pub use xsb::is_collection;
