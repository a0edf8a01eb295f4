//! Trusted: what can be asked about a state.

use playproof_game::{BoardAtom, BoardAtoms};

use crate::compiled::{Board, Filter, Game, Mask, object_words};
use crate::plain::{Interpreter, State, Status, has};

/// What questions are about: the things by name, and the propositions about them.
#[derive(Clone, Debug)]
pub struct Propositions {
    /// What each thing is.
    pub things: Vec<Filter>,
    /// The propositions, by number and name.
    pub atoms: BoardAtoms,
}

impl Propositions {
    /// Those of a level: about its objects, and about what the game's names stand for.
    pub fn new(game: &Game, board: &Board) -> Propositions {
        let words = object_words(game.objects.len());
        let single = |object: usize| {
            let mut objects = Mask::empty(words);
            objects.insert(object);
            Filter {
                objects,
                needs_all: false,
            }
        };
        let objects = game.objects.iter().map(|object| object.name.clone());
        let all = objects.enumerate().map(|(n, name)| (name, single(n)));
        let (names, things) = all.chain(game.names.iter().cloned()).unzip();
        let (size, most) = ((board.width, board.height), board.width * board.height);
        Propositions {
            things,
            atoms: BoardAtoms::new(["win", "endless"], names, size, most),
        }
    }

    /// Whether one of them is true.
    pub fn holds(&self, number: usize, interpreter: &Interpreter, state: &State) -> bool {
        let game = &interpreter.game;
        let words = object_words(game.objects.len());
        let mut cells = state.objects.chunks(words);
        let mut is_in = |what: &Filter, cell| cells.nth(cell).is_some_and(|cell| has(what, cell));
        match self.atoms.get(number) {
            BoardAtom::Word(0) => state.status == Status::Won,
            BoardAtom::Word(_) => state.status == Status::Endless,
            BoardAtom::PlayerAt(cell) => is_in(&game.player, cell),
            BoardAtom::At(thing, cell) => is_in(&self.things[thing], cell),
            BoardAtom::On(a, b) => {
                let (a, b) = (&self.things[a], &self.things[b]);
                cells.any(|cell| has(a, cell) && has(b, cell))
            }
            BoardAtom::AtLeast(thing, n) => {
                let thing = &self.things[thing];
                cells.filter(|cell| has(thing, cell)).count() >= n
            }
        }
    }
}
