//! Which rules did something, for those who explain.

use crate::plain::chance::Chance;
use crate::plain::{Input, Interpreter, State};

/// Hears which rules do something, and lets another draw the lots.
struct Listener<'c> {
    chance: &'c mut dyn Chance,
    lines: Vec<u32>,
}

impl Chance for Listener<'_> {
    fn draw(&mut self, n: usize) -> usize {
        self.chance.draw(n)
    }

    fn hear(&mut self, line: u32) {
        if self.lines.last() != Some(&line) {
            self.lines.push(line);
        }
    }
}

/// The lines of the rules that do something when a key is pressed, or when the clock ticks, in
/// order; without a state, when the level begins.
pub(crate) fn fired(
    interpreter: &Interpreter,
    state: Option<&State>,
    input: Option<Input>,
    chance: &mut dyn Chance,
) -> Vec<u32> {
    let lines = Vec::new();
    let mut listener = Listener { chance, lines };
    // A chain without an end has fired its rules all the same.
    let _ = match state {
        Some(state) => interpreter.play(state, input, &mut listener),
        None => interpreter.begin(&mut listener),
    };
    listener.lines
}
