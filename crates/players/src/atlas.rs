//! What a player knows of a game: states by number, and where each leads.
//!
//! The game is asked about a state once. Players come back to the same states
//! again and again, and the reference interpreter is plain rather than fast;
//! without this, their speed would be the interpreter's.
//!
//! States are compared whole, so a number stands for exactly one state.

use std::ops::Range;
use std::rc::Rc;

use playproof_model::{ActionId, Step, Val};
use rustc_hash::FxHashMap;

use crate::board::{Board, Place};

/// The number of a state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct StateId(pub u32);

/// The number of a place at which the player was seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TileId(pub u32);

/// A possible move.
#[derive(Clone, Copy)]
pub(crate) struct Move {
    action: ActionId,
    choice: u32,
    /// Where it leads.
    pub to: StateId,
}

impl Move {
    /// The move as a step of a run.
    pub fn step(self) -> Step {
        Step::Act {
            action: self.action,
            choice: self.choice,
        }
    }
}

/// What a look at a state shows.
#[derive(Clone)]
pub(crate) struct Sight {
    /// Whether play is won here.
    pub won: bool,
    /// The moves, by number: none where play is won or lost.
    pub moves: Range<usize>,
}

struct Entry {
    state: Rc<[Val]>,
    tile: Option<TileId>,
    sight: Option<Sight>,
}

/// The states met so far.
pub(crate) struct Atlas<'a> {
    board: &'a Board<'a>,
    numbers: FxHashMap<Rc<[Val]>, StateId>,
    entries: Vec<Entry>,
    moves: Vec<Move>,
    tile_numbers: FxHashMap<Place, TileId>,
    tiles: Vec<Place>,
    /// For each action, how many outcomes the state at hand had so far.
    outcomes: Vec<u32>,
}

impl<'a> Atlas<'a> {
    pub fn new(board: &'a Board<'a>) -> Atlas<'a> {
        Atlas {
            board,
            numbers: FxHashMap::default(),
            entries: Vec::new(),
            moves: Vec::new(),
            tile_numbers: FxHashMap::default(),
            tiles: Vec::new(),
            outcomes: vec![0; board.game.signature().actions.len()],
        }
    }

    /// Where play can begin, in the order of the game.
    pub fn initial(&mut self) -> Vec<StateId> {
        let mut initial = Vec::new();
        let game = self.board.game;
        game.initial(&mut |state| initial.push(self.number(state)));
        initial
    }

    /// Whether play is won in a state, and otherwise what can be done there.
    pub fn look(&mut self, at: StateId) -> Sight {
        let entry = &self.entries[at.0 as usize];
        if let Some(sight) = &entry.sight {
            return sight.clone();
        }
        let state = Rc::clone(&entry.state);
        let game = self.board.game;
        let first = self.moves.len();
        // A game may go on after a win. The player does not.
        let won = game.holds(&state, self.board.win);
        if !won {
            self.outcomes.fill(0);
            game.successors(&state, &mut |action, next| {
                let to = self.number(next);
                let outcomes = &mut self.outcomes[action.index()];
                let choice = *outcomes;
                *outcomes += 1;
                self.moves.push(Move { action, choice, to });
            });
        }
        let sight = Sight {
            won,
            moves: first..self.moves.len(),
        };
        self.entries[at.0 as usize].sight = Some(sight.clone());
        sight
    }

    /// The move of this number.
    pub fn move_at(&self, number: usize) -> Move {
        self.moves[number]
    }

    /// The moves of these numbers.
    pub fn moves(&self, numbers: Range<usize>) -> &[Move] {
        &self.moves[numbers]
    }

    /// Where the player is in a state.
    pub fn tile(&self, at: StateId) -> Option<TileId> {
        self.entries[at.0 as usize].tile
    }

    /// The column and row of a tile.
    pub fn place(&self, tile: TileId) -> Place {
        self.tiles[tile.0 as usize]
    }

    /// How many states there are.
    pub fn n_states(&self) -> usize {
        self.entries.len()
    }

    /// About how much memory the states and moves take.
    pub fn bytes(&self) -> u64 {
        // A shared state has two counters beside its values, and the table of
        // numbers has a byte of its own for each slot.
        let values = self.entries.first().map_or(0, |e| size_of_val(&*e.state));
        let state = values + 2 * size_of::<usize>() + size_of::<Entry>();
        let slot = size_of::<(Rc<[Val]>, StateId)>() + 1;
        let states = self.entries.len() * state + self.numbers.capacity() * slot;
        (states + self.moves.len() * size_of::<Move>()) as u64
    }

    /// Forgets all states but these, which get new numbers. What they lead to
    /// is forgotten as well and asked for again.
    pub fn retain<'s>(&mut self, kept: impl Iterator<Item = &'s mut StateId>) {
        let old = std::mem::take(&mut self.entries);
        self.numbers.clear();
        self.moves.clear();
        for id in kept {
            *id = self.number(&old[id.0 as usize].state);
        }
    }

    fn number(&mut self, state: &[Val]) -> StateId {
        if let Some(&id) = self.numbers.get(state) {
            return id;
        }
        let id = StateId(self.entries.len() as u32);
        let tile = (self.board.place)(state).map(|place| self.number_of_tile(place));
        let state: Rc<[Val]> = state.into();
        self.numbers.insert(Rc::clone(&state), id);
        self.entries.push(Entry {
            state,
            tile,
            sight: None,
        });
        id
    }

    fn number_of_tile(&mut self, place: Place) -> TileId {
        let next = TileId(self.tiles.len() as u32);
        let tile = *self.tile_numbers.entry(place).or_insert(next);
        if tile == next {
            self.tiles.push(place);
        }
        tile
    }
}
