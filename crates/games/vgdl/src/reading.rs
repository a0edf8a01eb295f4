//! States of a level's Rules read as states of the game, to draw them.
//!
//! Not trusted: nothing is decided by it.

use std::sync::Arc;

use playproof_model::Val;

use crate::local::{Who, n_of};
use crate::plain::{Interpreter, Sprite, State};
use crate::rules::Codes;

/// How states of the Rules are read as states of the game.
pub(crate) struct Reading {
    pub interpreter: Interpreter,
    /// The cells where the player can be.
    pub places: Vec<usize>,
    pub whos: Vec<Who>,
    /// How what is in each cell is numbered.
    pub codes: Codes,
}

impl Reading {
    /// The state of the game that a state of the Rules stands for, while play goes on.
    pub fn state(&self, values: &[Val]) -> State {
        let (game, level) = (&self.interpreter.game, &self.interpreter.level);
        let place = |cell: usize| {
            let (x, y) = (cell as i32 % level.width, cell as i32 / level.width);
            (x * level.block, y * level.block)
        };
        let (own, held) = match self.whos.len() {
            1 => (0, &values[1..]),
            _ => (values[1] as usize, &values[2..]),
        };
        let mut sprites = vec![Vec::new(); game.kinds.len()];
        for cell in 0..(level.width * level.height) as usize {
            let content = self.codes.held(cell, held);
            for (kind, sprites) in sprites.iter_mut().enumerate() {
                for _ in 0..n_of(content, kind) {
                    sprites.push(Sprite::new(game, kind, place(cell)));
                }
            }
        }
        let (x, y) = place(self.places[values[0] as usize]);
        let mut player = self.whos[own].sprite.clone();
        (player.x, player.y) = (x, y);
        (player.last_x, player.last_y) = (player.last_x + x, player.last_y + y);
        sprites[self.whos[own].kind].push(player);
        State {
            sprites: sprites.into_iter().map(Arc::new).collect(),
            player: (self.whos[own].kind, 0),
            ..State::default()
        }
    }
}
