//! Trusted: the canonical text of a game and one of its levels.
//!
//! It is what a statement carries, so that a certificate is about this very game. Each
//! line is one part of the game as `compiled.rs` has it, with all that it says.

use std::fmt::Debug;
use std::mem::take;

use crate::compiled::{Game, Level};

/// The text of a game and a level.
pub fn print(game: &Game, level: &Level) -> String {
    let (mut game, mut level) = (game.clone(), level.clone());
    let lists = [
        lines("kind", &take(&mut game.kinds)),
        lines("effect", &take(&mut game.effects)),
        lines("pair", &take(&mut game.pairs)),
        lines("ending", &take(&mut game.endings)),
        lines("sprite", &take(&mut level.sprites)),
    ];
    // Whatever is no list of these stands at the end, so that nothing is left out.
    format!("{}{game:?}\n{level:?}\n", lists.concat())
}

fn lines<T: Debug>(name: &str, parts: &[T]) -> String {
    // Names hold no line break, and `Debug` writes none.
    let line = |(number, part)| format!("{name} {number}: {part:?}\n");
    parts.iter().enumerate().map(line).collect()
}
