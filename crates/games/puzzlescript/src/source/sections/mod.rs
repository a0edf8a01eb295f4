//! What each section makes of a piece of a line.

mod conditions;
mod layers;
mod legend;
mod levels;
mod objects;
mod rules;
mod settings;
mod sounds;

pub(super) use objects::SIDE;
