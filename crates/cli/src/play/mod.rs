//! A level played in the terminal: the moves made, a screen, and a light that
//! says whether it can still be won.

mod keys;
mod light;
mod moves;
mod screen;
mod terminal;

pub use keys::{Key, PAGE, direction_of, key_of, numbered};
pub use light::{Light, Oracle, answer_questions};
pub use moves::Moves;
pub use screen::{Palette, Scene, draw};
pub use terminal::{Terminal, restore};
