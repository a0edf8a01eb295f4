//! States as values of variables, and back.
//!
//! Only cells and layers that can change have a variable (`vary.rs` says which). A state
//! in which another one changed has no values; whoever gets there does not go on.
//!
//! Not trusted: what is trusted reads the values of each state again, and goes on only if
//! that gives the state (`system.rs`).

use playproof_model::{Val, VarDecl};

use crate::compiled::{Board, Command, Game, Mask, object_words};
use crate::plain::{State, Status};
use crate::system::orders;
use crate::vary::varying_cells;

/// How states of one level are written.
#[derive(Clone, Debug)]
pub struct Encoding {
    vars: Vec<VarDecl>,
    /// Cell and layer of each place that can change, in the order of the values.
    places: Vec<(usize, usize)>,
    /// The objects of each layer.
    layers: Vec<Vec<usize>>,
    /// The same as sets.
    masks: Vec<Mask>,
    /// The value of each object in its layer.
    values: Vec<Val>,
    /// The level as it is drawn.
    board: Board,
    /// All objects of all places, word by word.
    varying: Vec<u64>,
    words: usize,
    /// Whether states hold where a restart begins.
    has_checkpoint: bool,
}

impl Encoding {
    /// How the states of this level are written.
    pub fn new(game: &Game, board: &Board) -> Encoding {
        let words = object_words(game.objects.len());
        let mut layers = vec![Vec::new(); game.n_layers];
        let mut masks = vec![Mask::empty(words); game.n_layers];
        let mut values = Vec::new();
        for (number, object) in game.objects.iter().enumerate() {
            layers[object.layer].push(number);
            masks[object.layer].insert(number);
            values.push(layers[object.layer].len() as Val);
        }
        let varying = varying_cells(game, board);
        let has_checkpoint = orders(game, &Command::Checkpoint) && orders(game, &Command::Restart);
        let mut vars = Vec::new();
        let names: &[&str] = match has_checkpoint {
            true => &["layer", "saved"],
            false => &["layer"],
        };
        for name in names {
            let used = varying
                .iter()
                .enumerate()
                .filter(|(_, cells)| !cells.is_empty());
            vars.extend(used.map(|(layer, cells)| VarDecl {
                name: format!("{name}_{}", layer + 1),
                lo: 0,
                hi: layers[layer].len() as Val,
                len: Some(cells.len() as u32),
            }));
        }
        vars.push(VarDecl {
            name: "status".to_owned(),
            lo: 0,
            hi: 3,
            len: None,
        });
        let in_order = varying.iter().enumerate();
        let places: Vec<(usize, usize)> = in_order
            .flat_map(|(layer, cells)| cells.iter().map(move |&cell| (cell, layer)))
            .collect();
        let mut varying = vec![0; board.objects.len()];
        for &(cell, layer) in &places {
            let here = varying[cell * words..].iter_mut();
            here.zip(&masks[layer].0)
                .for_each(|(here, mask)| *here |= mask);
        }
        Encoding {
            vars,
            places,
            varying,
            layers,
            masks,
            values,
            board: board.clone(),
            words,
            has_checkpoint,
        }
    }

    /// The variables.
    pub fn vars(&self) -> &[VarDecl] {
        &self.vars
    }

    /// Cell and layer of each place that can change, in the order of their values.
    pub fn places(&self) -> &[(usize, usize)] {
        &self.places
    }

    /// Whether states hold where a restart begins.
    pub fn has_checkpoint(&self) -> bool {
        self.has_checkpoint
    }

    /// The values of a state, if they say everything about it.
    pub fn encode(&self, state: &State) -> Option<Vec<Val>> {
        let mut values = Vec::with_capacity(2 * self.places.len() + 1);
        self.write(&state.objects, &mut values)?;
        if self.has_checkpoint {
            self.write(&state.checkpoint, &mut values)?;
        }
        values.push(match state.status {
            Status::Open => 0,
            Status::Won => 1,
            Status::Endless => 2,
            Status::Unknown => 3,
        });
        Some(values)
    }

    /// How play goes on in the state with these values.
    pub fn status(&self, values: &[Val]) -> Status {
        match values[values.len() - 1] {
            0 => Status::Open,
            1 => Status::Won,
            2 => Status::Endless,
            _ => Status::Unknown,
        }
    }

    /// The state with these values.
    pub fn decode(&self, values: &[Val]) -> State {
        let n = self.places.len();
        State {
            objects: self.read(&values[..n]),
            checkpoint: match self.has_checkpoint {
                true => self.read(&values[n..2 * n]),
                false => self.board.objects.clone(),
            },
            status: self.status(values),
        }
    }

    fn write(&self, objects: &[u64], values: &mut Vec<Val>) -> Option<()> {
        // What is written must be all there is to say: nothing else is different, and no
        // layer has two objects.
        let mut others = objects.iter().zip(&self.board.objects).zip(&self.varying);
        if others.any(|((here, drawn), varying)| (here ^ drawn) & !varying != 0) {
            return None;
        }
        for &(cell, layer) in &self.places {
            let here = &objects[cell * self.words..][..self.words];
            let mut value = 0;
            for (word, (here, mask)) in here.iter().zip(&self.masks[layer].0).enumerate() {
                let there = here & mask;
                if there == 0 {
                    continue;
                }
                if value != 0 || !there.is_power_of_two() {
                    return None;
                }
                value = self.values[64 * word + there.trailing_zeros() as usize];
            }
            values.push(value);
        }
        Some(())
    }

    fn read(&self, values: &[Val]) -> Vec<u64> {
        let mut objects = self.board.objects.clone();
        for (&(cell, layer), &value) in self.places.iter().zip(values) {
            let here = &mut objects[cell * self.words..][..self.words];
            for (word, mask) in here.iter_mut().zip(&self.masks[layer].0) {
                *word &= !mask;
            }
            if value > 0 {
                let object = self.layers[layer][value as usize - 1];
                here[object / 64] |= 1 << (object % 64);
            }
        }
        objects
    }
}
