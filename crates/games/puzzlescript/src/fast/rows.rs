//! Packed rows, as a statement's layout has them, and boards.

use playproof_model::{Layout, Subject, VarDecl};

use super::bits::Word;
use super::level::Level;
use super::rules::Numbers;
use super::scene::Scene;
use crate::compiled::Game;
use crate::encoding::Encoding;
use crate::plain::Status;

/// Where a number is in a row.
#[derive(Clone, Copy)]
struct Field {
    word: u32,
    shift: u32,
    mask: u64,
}

impl Field {
    fn get(&self, row: &[u64]) -> u64 {
        row[self.word as usize] >> self.shift & self.mask
    }

    fn set(&self, row: &mut [u64], value: u64) {
        let word = &mut row[self.word as usize];
        *word = *word & !(self.mask << self.shift) | value << self.shift;
    }
}

/// What a layer of a cell that can change is in a row.
#[derive(Clone, Copy)]
struct PlaceField<C> {
    field: Field,
    cell: u32,
    /// The position of its layer among `values`.
    layer: u32,
    objects: C,
}

/// How rows are read and written.
pub(super) struct Rows<C> {
    places: Vec<PlaceField<C>>,
    /// The same where a restart begins, if states hold that.
    saved: Vec<PlaceField<C>>,
    /// The fields of each cell, among `places`.
    of_cell: Vec<Vec<u32>>,
    /// What of each cell can be written.
    varying: Vec<C>,
    /// For each layer the object behind each value.
    values: Vec<Vec<C>>,
    /// The value of each object.
    numbers: Vec<u8>,
    /// Of each bit of a row the place that it belongs to, saved ones after the others.
    of_bit: Vec<u32>,
    status: Field,
    flags: Vec<Field>,
    count: Option<(Field, u64)>,
    pub words: usize,
}

const NO_PLACE: u32 = u32::MAX;

impl<C: Word> Rows<C> {
    pub fn new(game: &Game, encoding: &Encoding, subject: &Subject, numbers: &Numbers) -> Rows<C> {
        let (machine, layout) = (subject.machine(), subject.layout());
        let mut layers = vec![Vec::new(); game.n_layers];
        for (number, object) in game.objects.iter().enumerate() {
            layers[object.layer].push(number);
        }
        let bit = |object: &usize| {
            let number = numbers.objects[*object];
            number.map_or(C::NONE, |number| C::at(1, usize::from(number)))
        };
        let values: Vec<Vec<C>> = { layers.iter() }
            .map(|objects| {
                [C::NONE]
                    .into_iter()
                    .chain(objects.iter().map(bit))
                    .collect()
            })
            .collect();
        let fields = fields(layout, &machine.vars);
        let n = encoding.places().len();
        let place = |(&(cell, layer), field): (&(usize, usize), &Field)| PlaceField {
            field: *field,
            cell: cell as u32,
            layer: layer as u32,
            objects: values[layer]
                .iter()
                .fold(C::NONE, |all, object| all | *object),
        };
        let places: Vec<_> = encoding.places().iter().zip(&fields).map(place).collect();
        let n_saved = if encoding.has_checkpoint() { n } else { 0 };
        let saved: Vec<_> = encoding.places()[..n_saved]
            .iter()
            .zip(&fields[n..])
            .map(place)
            .collect();
        let foreign = machine.foreign.as_ref();
        let n_flags = foreign.map_or(0, |foreign| foreign.flags.len());
        let counts = foreign.is_some_and(|foreign| foreign.counts_steps);
        let after = &fields[n + n_saved..];
        let mut of_bit = vec![NO_PLACE; 64 * layout.words];
        for (number, place) in places.iter().chain(&saved).enumerate() {
            let first = 64 * place.field.word + place.field.shift;
            for bit in 0..place.field.mask.count_ones() {
                of_bit[(first + bit) as usize] = number as u32;
            }
        }
        let n_cells = 1 + { encoding.places().iter() }
            .map(|place| place.0)
            .max()
            .unwrap_or(0);
        let mut of_cell = vec![Vec::new(); n_cells];
        let mut varying = vec![C::NONE; n_cells];
        for (number, place) in places.iter().enumerate() {
            of_cell[place.cell as usize].push(number as u32);
            varying[place.cell as usize] |= place.objects;
        }
        let cap = machine
            .vars
            .last()
            .filter(|_| counts)
            .map(|var| var.hi as u64);
        let value = |object: &usize| {
            let layer = &layers[game.objects[*object].layer];
            layer
                .iter()
                .position(|other| other == object)
                .map_or(0, |at| at as u8 + 1)
        };
        Rows {
            of_cell,
            varying,
            numbers: numbers.names.iter().map(value).collect(),
            of_bit,
            status: after[0],
            flags: after[1..1 + n_flags].to_vec(),
            count: cap.map(|cap| (after[1 + n_flags], cap)),
            words: layout.words,
            places,
            saved,
            values,
        }
    }

    pub fn status(&self, row: &[u64]) -> Status {
        match self.status.get(row) {
            0 => Status::Open,
            1 => Status::Won,
            2 => Status::Endless,
            _ => Status::Unknown,
        }
    }

    /// Whether a proposition is true that rows hold.
    pub fn flag(&self, row: &[u64], flag: usize) -> bool {
        self.flags[flag].get(row) == 1
    }

    /// Sets the board as a row has it; `last` is the row that it was set to before.
    pub fn read<const W: usize>(&self, row: &[u64], last: &mut [u64], scene: &mut Scene<C, W>) {
        for (word, (new, old)) in row.iter().zip(last).enumerate() {
            let mut different = *new ^ *old;
            while different != 0 {
                let bit = different.trailing_zeros();
                let number = self.of_bit[64 * word + bit as usize] as usize;
                if number == NO_PLACE as usize {
                    different &= different - 1;
                    continue;
                }
                let is_saved = number >= self.places.len();
                let place = match is_saved {
                    true => &self.saved[number - self.places.len()],
                    false => &self.places[number],
                };
                different &= !(place.field.mask << place.field.shift);
                let value = place.field.get(row) as usize;
                let object = self.values[place.layer as usize][value];
                let cell = place.cell as usize;
                if is_saved {
                    let saved = &mut scene.checkpoint[cell];
                    *saved = *saved & !place.objects | object;
                } else {
                    scene.put(cell, scene.cells[cell] & !place.objects | object);
                }
            }
            *old = *new;
        }
        scene.settle();
    }

    /// Writes what changed on the board into the row of the state before; whether anything
    /// did. None if not everything can be written.
    pub fn write<const W: usize>(&self, scene: &Scene<C, W>, row: &mut [u64]) -> Option<bool> {
        let mut has_changed = false;
        for (cell, before, now) in scene.differences() {
            let different = before ^ now;
            let varying = self.varying.get(cell).copied().unwrap_or(C::NONE);
            if !varying.has_all(different) {
                return None;
            }
            has_changed = true;
            for number in &self.of_cell[cell] {
                let place = &self.places[*number as usize];
                if different.meets(place.objects) {
                    place.field.set(row, self.value(now & place.objects)?);
                }
            }
        }
        Some(has_changed)
    }

    /// The same for where a restart begins.
    pub fn write_saved<const W: usize>(
        &self,
        scene: &Scene<C, W>,
        before: &[C],
        row: &mut [u64],
    ) -> Option<bool> {
        if self.saved.is_empty() {
            return Some(false);
        }
        for (cell, (before, now)) in before.iter().zip(&scene.checkpoint).enumerate() {
            let varying = self.varying.get(cell).copied().unwrap_or(C::NONE);
            if !varying.has_all(*before ^ *now) {
                return None;
            }
        }
        let mut has_changed = false;
        for place in &self.saved {
            let now = scene.checkpoint[place.cell as usize];
            let value = self.value(now & place.objects)?;
            has_changed |= value != place.field.get(row);
            place.field.set(row, value);
        }
        Some(has_changed)
    }

    fn value(&self, objects: C) -> Option<u64> {
        match (objects.is_none(), objects.is_several()) {
            (true, _) => Some(0),
            (_, true) => None,
            _ => Some(u64::from(self.numbers[objects.lowest()])),
        }
    }

    /// Writes what the statement adds to a state.
    pub fn finish(&self, row: &mut [u64], status: Status, flags: impl Iterator<Item = bool>) {
        self.status.set(
            row,
            match status {
                Status::Open => 0,
                Status::Won => 1,
                Status::Endless => 2,
                Status::Unknown => 3,
            },
        );
        for (field, flag) in self.flags.iter().zip(flags) {
            field.set(row, u64::from(flag));
        }
        if let Some((field, cap)) = &self.count {
            field.set(row, (field.get(row) + 1).min(*cap));
        }
    }
}

/// The fields of the flat variables.
fn fields(layout: &Layout, vars: &[VarDecl]) -> Vec<Field> {
    let mut fields = Vec::new();
    for (field, var) in layout.fields.iter().zip(vars) {
        for element in 0..var.n_flat() {
            let bit = field.bit + (element << field.shift);
            fields.push(Field {
                word: (bit / 64) as u32,
                shift: (bit % 64) as u32,
                mask: field.mask,
            });
        }
    }
    fields
}

/// What a level's scene and row are at first.
pub(super) fn blank<C: Word, const W: usize>(
    rows: &Rows<C>,
    level: &Level<C, W>,
) -> (Vec<u64>, Scene<C, W>) {
    let mut row = vec![0; rows.words];
    let mut scene = Scene::new(level);
    for place in rows.places.iter().chain(&rows.saved) {
        // What is drawn, so that the two agree.
        let objects = level.cells[place.cell as usize] & place.objects;
        place.field.set(&mut row, rows.value(objects).unwrap_or(0));
    }
    scene.settle();
    (row, scene)
}
