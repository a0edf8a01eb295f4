//! Monte-Carlo tree search over the steps of a construction.
//!
//! A [`Construction`] says how something is built: which alterations a state allows,
//! what an alteration does, and what a finished state is worth. [`TreeSearch`] looks
//! for a finished state of great worth, and knows the best one so far at any time.
//!
//! A node takes at most 32 bytes. States are not stored: they are built again from the
//! root on every iteration, and so are the alternatives of a node. The same seed gives
//! the same search on every machine. Nothing here reads a clock; see [`Budget`].
//!
//! ```
//! use playproof_treesearch::{Budget, Construction, Settings, TreeSearch};
//!
//! /// Words of eight letters, the better the more of them are `b`.
//! struct Words;
//!
//! impl Construction for Words {
//!     type State = String;
//!     type Alteration = u8;
//!
//!     fn root(&self) -> String {
//!         String::new()
//!     }
//!
//!     fn find(&self, word: &String, alternatives: &mut Vec<u8>) {
//!         if word.len() < 8 {
//!             alternatives.extend(*b"abc");
//!         }
//!     }
//!
//!     fn apply(&self, word: &mut String, letter: u8) {
//!         word.push(char::from(letter));
//!     }
//!
//!     fn score(&self, word: &String) -> f32 {
//!         word.matches('b').count() as f32 / 8.0
//!     }
//! }
//!
//! let settings = Settings { exploration: 0.5, ..Settings::default() };
//! let mut search = TreeSearch::new(Words, settings, 1);
//! search.run(&mut Budget::iterations(2_000));
//! let best = search.best().expect("a word");
//! assert_eq!(search.state_after(&best.steps), "bbbbbbbb");
//! ```
#![forbid(unsafe_code)]

mod budget;
mod construction;
mod node;
mod random;
mod search;
mod stats;
mod top;

pub use budget::Budget;
pub use construction::Construction;
pub use node::bytes_per_node;
pub use random::Random;
pub use search::{Best, Estimate, Settings, Step, TreeSearch};
pub use stats::{Point, Stats, best_at};
pub use top::TopNode;
