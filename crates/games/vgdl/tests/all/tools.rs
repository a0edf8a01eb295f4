//! Games and levels as texts, and runs of keys.

use std::sync::Arc;

use playproof_vgdl::plain::{Input, Interpreter, State, Status};
use playproof_vgdl::source::{Source, draw, read};

/// A game without its common indentation.
pub fn game(text: &str) -> Source {
    let read = read("game.txt", &Arc::from(text));
    read.unwrap_or_else(|error| panic!("{error}"))
}

/// Who plays this level: its rows, separated by blanks or line breaks.
pub fn level(source: &Source, rows: &str) -> Interpreter {
    let rows: Vec<String> = rows.split_whitespace().map(str::to_owned).collect();
    let (level, _) = draw(source, "level.txt", &rows, 1).unwrap_or_else(|e| panic!("{e}"));
    Interpreter::new(source.game.clone(), level)
}

/// The state after these keys: `u`, `d`, `l`, `r`, `x` (use) and `.` (none).
pub fn play(interpreter: &Interpreter, keys: &str) -> State {
    let mut state = interpreter.begin().expect("there is an avatar");
    for key in keys.chars() {
        let input = match key {
            'u' => Input::Up,
            'd' => Input::Down,
            'l' => Input::Left,
            'r' => Input::Right,
            'x' => Input::Use,
            _ => Input::Wait,
        };
        assert_eq!(
            state.status,
            Status::Open,
            "play is over before {keys} ends"
        );
        state = interpreter
            .tick(&state, input)
            .unwrap_or_else(|doubt| panic!("{doubt:?}"));
    }
    state
}

/// Where the sprites of a kind are, in cells; those that are disabled are not there.
pub fn places(interpreter: &Interpreter, state: &State, name: &str) -> Vec<(f64, f64)> {
    let kinds = &interpreter.game.kinds;
    let kind = kinds
        .iter()
        .position(|kind| kind.name == name)
        .expect("it is a kind");
    let cell = |pixels: i32| f64::from(pixels) / f64::from(interpreter.level.block);
    let there = state.sprites[kind]
        .iter()
        .filter(|sprite| !sprite.is_disabled);
    there
        .map(|sprite| (cell(sprite.x), cell(sprite.y)))
        .collect()
}
