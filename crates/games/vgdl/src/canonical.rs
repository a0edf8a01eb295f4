//! Trusted: the canonical text of a game and one of its levels.
//!
//! It is what a statement carries, so that a certificate is about this very game. Each
//! line is one part of the game as `compiled.rs` has it, with all that it says.

use std::fmt::Debug;

use crate::compiled::{Game, Level};

/// The text of a game and a level.
pub fn print(game: &Game, level: &Level) -> String {
    let Game {
        kinds,
        order,
        effects,
        edges,
        pairs,
        endings,
        pockets,
    } = game;
    let mut text = String::new();
    lines(&mut text, "kind", kinds);
    line(&mut text, "order", order);
    lines(&mut text, "effect", effects);
    line(&mut text, "edges", edges);
    lines(&mut text, "pair", pairs);
    lines(&mut text, "ending", endings);
    line(&mut text, "pockets", pockets);
    let Level {
        width,
        height,
        block,
        sprites,
    } = level;
    line(&mut text, "level", &(width, height, block));
    lines(&mut text, "sprite", sprites);
    text
}

fn lines<T: Debug>(text: &mut String, name: &str, parts: &[T]) {
    for (number, part) in parts.iter().enumerate() {
        line(text, &format!("{name} {number}"), part);
    }
}

fn line(text: &mut String, name: &str, part: &impl Debug) {
    // Names hold no line break, and `Debug` writes none.
    text.push_str(&format!("{name}: {part:?}\n"));
}
