//! Trusted: what can be asked about a state.

use playproof_game::{BoardAtom, BoardAtoms};

use crate::compiled::{Game, KindId, Level};
use crate::plain::{Sprite, State, Status};

/// The most of a kind that propositions count.
const MOST: usize = 64;

/// The propositions of a level, of which the things are its kinds.
pub fn atoms(game: &Game, level: &Level) -> BoardAtoms {
    let names = game.kinds.iter().map(|kind| kind.name.clone()).collect();
    let size = (level.width as usize, level.height as usize);
    BoardAtoms::new(["win", "lose"], names, size, MOST)
}

/// Whether a proposition is true. A name stands for its family; sprites that are disabled are
/// not there.
pub fn holds(atom: BoardAtom, game: &Game, level: &Level, state: &State) -> bool {
    let family = |kind: KindId| {
        let family = game.kinds[kind].family.iter();
        let sprites = family.flat_map(|&part| state.sprites[part].iter());
        sprites.filter(|sprite| !sprite.is_disabled)
    };
    // A sprite between two cells is in both.
    let covers = |sprite: &Sprite, cell: usize| {
        let (column, row) = (cell as i32 / level.height, cell as i32 % level.height);
        level.overlap(sprite.place(), (column * level.block, row * level.block))
    };
    match atom {
        BoardAtom::Word(0) => state.status == Status::Won,
        BoardAtom::Word(_) => state.status == Status::Lost,
        BoardAtom::PlayerAt(cell) => {
            let player = &state.sprites[state.player.0][state.player.1];
            !player.is_disabled && covers(player, cell)
        }
        BoardAtom::At(kind, cell) => family(kind).any(|sprite| covers(sprite, cell)),
        BoardAtom::On(a, b) => family(a).any(|first| {
            let is_met = |second: &Sprite| level.overlap(first.place(), second.place());
            family(b).any(|second| !std::ptr::eq(first, second) && is_met(second))
        }),
        BoardAtom::AtLeast(kind, n) => family(kind).count() >= n,
    }
}
