//! States of a level's Rules read as states of the game, to draw them.
//!
//! Not trusted: nothing is decided by it.

use playproof_model::Val;

use crate::local::{Content, Who, n_of};
use crate::plain::{Interpreter, Sprite, State};

/// How states of the Rules are read as states of the game.
pub(crate) struct Reading {
    pub interpreter: Interpreter,
    /// The cells where the player can be.
    pub places: Vec<usize>,
    pub whos: Vec<Who>,
    pub contents: Vec<Content>,
    /// The place in the state of what is in each cell.
    pub slots: Vec<usize>,
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
        let mut state = State {
            sprites: vec![Vec::new(); game.kinds.len()],
            player: (self.whos[own].kind, 0),
            ..State::default()
        };
        for (cell, &slot) in self.slots.iter().enumerate() {
            let content = self.contents[held[slot] as usize];
            for (kind, sprites) in state.sprites.iter_mut().enumerate() {
                for _ in 0..n_of(content, kind) {
                    sprites.push(Sprite::new(game, kind, place(cell)));
                }
            }
        }
        let (x, y) = place(self.places[values[0] as usize]);
        let mut player = self.whos[own].sprite.clone();
        (player.x, player.y) = (x, y);
        (player.last_x, player.last_y) = (player.last_x + x, player.last_y + y);
        state.sprites[self.whos[own].kind].push(player);
        state
    }
}
