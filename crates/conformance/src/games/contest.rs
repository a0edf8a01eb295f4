//! Drawings of Race, Run and Catch, as the games themselves read them.

use playproof_game::{Compiled, Game};
use playproof_race::{Catch, Race, Run};

use crate::race_oracle::{Drawing, Kind};

/// What the game makes of a drawing.
pub fn compiled(drawing: &Drawing) -> Compiled {
    let game: &dyn Game = match drawing.kind {
        Kind::Race => &Race,
        Kind::Run => &Run,
        Kind::Catch => &Catch,
    };
    let file = playproof_level::read("level", drawing.text().as_bytes()).expect("a level");
    game.compile(&file.levels[0]).expect("a level of the game")
}
