//! Packed rows, as a statement's layout has them, and what is in each cell.

use std::sync::Arc;

use playproof_model::{Layout, Subject, Val};

use crate::compiled::{Game, KindId};
use crate::layout::Field;
use crate::local::{Content, n_of, one};
use crate::plain::{Sprite, State, Status};
use crate::system::VgdlSystem;

/// Nowhere in a row.
const NONE: u32 = u32::MAX;

/// What a row holds of one kind.
enum Kept {
    /// For each cell, where it says whether the sprite that began there is there. There was
    /// one in a cell at most.
    Mask(Vec<u32>),
    /// Where the first cell is, on a grid with one more cell on each side.
    Grid(usize),
    List(List),
}

/// How the sprites of a kind are listed.
struct List {
    /// Where their number is; then come the columns, each for this many.
    first: usize,
    most: usize,
    /// The values of all columns but the first two, where nothing is odd.
    usual: Vec<Val>,
    /// How many pixels the numbers count in.
    units: Val,
}

impl List {
    fn column(&self, column: usize, position: usize) -> usize {
        self.first + 1 + column * self.most + position
    }
}

/// How rows are read and written.
pub(super) struct Rows {
    layout: Layout,
    kept: Vec<Option<Kept>>,
    /// Of each kind, whether the player can be one of it.
    is_avatar: Vec<bool>,
    /// What is in each cell and never changes.
    ground: Vec<Content>,
    width: usize,
    player: usize,
    status: usize,
    flags: usize,
    n_flags: usize,
    count: Option<(usize, Val)>,
    pub words: usize,
    /// Bits of the player's own values, by kind and column.
    sizes: Vec<Vec<u32>>,
}

/// A row that was read.
#[derive(Default)]
pub(super) struct Board {
    pub cells: Vec<Content>,
    /// The player's kind and what else rows say of it but for its place.
    pub own: (KindId, u64),
    pub at: usize,
    /// The cells in which something is that can change.
    pub touched: Vec<usize>,
    /// How many sprites of each kind there are, the player's apart.
    pub counts: Vec<u32>,
}

impl Board {
    fn add(&mut self, cell: usize, kind: KindId) {
        self.cells[cell] += one(kind);
        if self.touched.last() != Some(&cell) {
            self.touched.push(cell);
        }
    }
}

impl Rows {
    /// For the states of this subject; none if they hold more than is read here.
    pub fn new(system: &VgdlSystem, subject: &Subject) -> Option<Rows> {
        let (game, level) = (&system.interpreter.game, &system.interpreter.level);
        let encoding = &system.encoding;
        let begun = encoding.begun();
        let (width, height) = (level.width as usize, level.height as usize);
        let cell = |sprite: &Sprite| {
            (sprite.y / level.block) as usize * width + (sprite.x / level.block) as usize
        };
        let is_avatar = |kind: KindId| {
            let class = game.kinds[kind].class.as_ref();
            class.is_some_and(crate::compiled::Class::is_avatar)
        };
        let mut kept: Vec<Option<Kept>> = (0..game.kinds.len()).map(|_| None).collect();
        let mut sizes = vec![Vec::new(); game.kinds.len()];
        let (mut flat, mut var) = (0, 0);
        for field in encoding.layout.fields() {
            match field {
                Field::Mask(kind) => {
                    let mut of_cell = vec![NONE; width * height];
                    for (number, sprite) in begun.sprites[*kind].iter().enumerate() {
                        if of_cell[cell(sprite)] != NONE {
                            return None;
                        }
                        of_cell[cell(sprite)] = (flat + number) as u32;
                    }
                    kept[*kind] = Some(Kept::Mask(of_cell));
                    flat += begun.sprites[*kind].len();
                    var += 1;
                }
                Field::Grid(kind, columns, rows) => {
                    kept[*kind] = Some(Kept::Grid(flat));
                    flat += columns * rows;
                    var += 1;
                }
                Field::List(kind, parts) => {
                    let n_columns = parts.n_columns();
                    let vars = &encoding.vars()[var..=var + n_columns];
                    // The columns of a sprite as it is made, at the beginning of all places.
                    let mut alone = begun.clone();
                    alone.sprites[*kind] = Arc::new(vec![Sprite::new(game, *kind, (0, 0))]);
                    let values = encoding.layout.write(&alone)?;
                    let first_of = |column: usize| flat + 1 + column * parts.most;
                    let usual = (2..n_columns).map(|column| values[first_of(column)]);
                    kept[*kind] = Some(Kept::List(List {
                        first: flat,
                        most: parts.most,
                        usual: usual.collect(),
                        units: encoding.layout.per_cell(level.block),
                    }));
                    let bits = |var: &playproof_model::VarDecl| {
                        32 - ((var.hi - var.lo) as u32).leading_zeros()
                    };
                    sizes[*kind] = vars[3..].iter().map(bits).collect();
                    let n_skipped = 2 * usize::from(parts.has_last);
                    if sizes[*kind][n_skipped..].iter().sum::<u32>() > 64 {
                        return None;
                    }
                    flat += 1 + n_columns * parts.most;
                    var += 1 + n_columns;
                }
            }
        }
        let mut ground = vec![0; width * height];
        for (kind, sprites) in begun.sprites.iter().enumerate() {
            if kept[kind].is_none() {
                sprites
                    .iter()
                    .for_each(|sprite| ground[cell(sprite)] += one(kind));
            }
        }
        // The player's kind, its number, and whether play is over: nothing else.
        if encoding.vars().len() != var + 3 {
            return None;
        }
        let machine = subject.machine();
        let foreign = machine.foreign.as_ref()?;
        let n_flags = foreign.flags.len();
        let cap = machine
            .vars
            .last()
            .filter(|_| foreign.counts_steps)
            .map(|var| var.hi);
        Some(Rows {
            layout: subject.layout().clone(),
            kept,
            is_avatar: (0..game.kinds.len()).map(is_avatar).collect(),
            ground,
            width,
            player: flat,
            status: flat + 2,
            flags: flat + 3,
            n_flags,
            count: cap.map(|cap| (flat + 3 + n_flags, cap)),
            words: subject.layout().words,
            sizes,
        })
    }

    pub fn is_open(&self, row: &[u64]) -> bool {
        self.layout.get(row, self.status) == 0
    }

    /// Reads a row; `false` if it holds something odd.
    pub fn read(&self, row: &[u64], board: &mut Board) -> bool {
        let get = |flat: usize| self.layout.get(row, flat);
        board.touched.clear();
        board.cells.clear();
        board.cells.extend_from_slice(&self.ground);
        board.counts.clear();
        board.counts.resize(self.kept.len(), 0);
        let kind = get(self.player) as usize;
        if get(self.player + 1) != 0 {
            return false;
        }
        for (number, kept) in self.kept.iter().enumerate() {
            let Some(kept) = kept else { continue };
            let mut n = 0;
            match kept {
                Kept::Mask(of_cell) => {
                    for (cell, &flat) in of_cell.iter().enumerate() {
                        if flat != NONE && get(flat as usize) == 1 {
                            board.add(cell, number);
                            n += 1;
                        }
                    }
                }
                Kept::Grid(first) => {
                    let (columns, rows) = (self.width + 2, self.ground.len() / self.width + 2);
                    for at in 0..columns * rows {
                        let there = get(first + at);
                        if there == 0 {
                            continue;
                        }
                        let Some(cell) = self.inner(at % columns, at / columns) else {
                            return false;
                        };
                        for _ in 0..there {
                            board.add(cell, number);
                        }
                        n += there as usize;
                    }
                }
                Kept::List(list) => {
                    let there = get(list.first) as usize;
                    if self.is_avatar[number] {
                        if there != usize::from(number == kind) {
                            return false;
                        }
                        if there == 1 && !self.read_player(row, list, number, board) {
                            return false;
                        }
                        continue;
                    }
                    for position in 0..there {
                        let Some(cell) = self.place(row, list, position) else {
                            return false;
                        };
                        let is_usual = { (2..).zip(&list.usual) }
                            .all(|(column, usual)| get(list.column(column, position)) == *usual);
                        if !is_usual || n_of(board.cells[cell], number) == 3 {
                            return false;
                        }
                        board.add(cell, number);
                    }
                    n = there;
                }
            }
            board.counts[number] = n as u32;
        }
        true
    }

    fn read_player(&self, row: &[u64], list: &List, kind: KindId, board: &mut Board) -> bool {
        let get = |column: usize| self.layout.get(row, list.column(column, 0));
        let Some(cell) = self.place(row, list, 0) else {
            return false;
        };
        board.at = cell;
        // Its last place is this one.
        if (get(2), get(3)) != (get(0), get(1)) {
            return false;
        }
        board.own = (kind, self.own(kind, get));
        true
    }

    /// The player's own values as one number.
    fn own(&self, kind: KindId, value: impl Fn(usize) -> Val) -> u64 {
        let sizes = self.sizes[kind].iter().enumerate().skip(2);
        sizes.fold(0, |all, (column, size)| {
            all << size | value(column + 2) as u64
        })
    }

    /// The cell of a listed sprite, if it is one.
    fn place(&self, row: &[u64], list: &List, position: usize) -> Option<usize> {
        let x = self.layout.get(row, list.column(0, position));
        let y = self.layout.get(row, list.column(1, position));
        let is_aligned = x % list.units == 0 && y % list.units == 0;
        let (x, y) = (x / list.units + 1, y / list.units + 1);
        if !is_aligned || x < 0 || y < 0 {
            return None;
        }
        self.inner(x as usize, y as usize)
    }

    /// The cell at this column and row of a grid with one more cell on each side.
    fn inner(&self, column: usize, row: usize) -> Option<usize> {
        let is_inside = (1..=self.width).contains(&column)
            && (1..=self.ground.len() / self.width).contains(&row);
        is_inside.then(|| (row - 1) * self.width + column - 1)
    }

    /// Writes into the row of the state before what is in a cell now; `false` if rows do not
    /// hold that.
    pub fn write_cell(&self, row: &mut [u64], cell: usize, before: Content, now: Content) -> bool {
        let mut different = before ^ now;
        while different != 0 {
            let kind = different.trailing_zeros() as usize / 2;
            different &= !(3 * one(kind));
            let (was, is) = (n_of(before, kind), n_of(now, kind));
            match &self.kept[kind] {
                Some(Kept::Mask(of_cell)) if of_cell[cell] != NONE && is <= 1 => {
                    self.layout.set(row, of_cell[cell] as usize, is as Val);
                }
                Some(Kept::Grid(first)) => {
                    let at = (cell / self.width + 1) * (self.width + 2) + cell % self.width + 1;
                    self.layout.set(row, first + at, is as Val);
                }
                Some(Kept::List(list)) => {
                    let is_written = match is > was {
                        true => (was..is).all(|_| self.insert(row, list, cell)),
                        false => (is..was).all(|_| self.remove(row, list, cell)),
                    };
                    if !is_written {
                        return false;
                    }
                }
                _ => return false,
            }
        }
        true
    }

    fn units(&self, list: &List, cell: usize) -> (Val, Val) {
        let (x, y) = (cell % self.width, cell / self.width);
        (x as Val * list.units, y as Val * list.units)
    }

    /// Puts a sprite into a list, in the order of places.
    fn insert(&self, row: &mut [u64], list: &List, cell: usize) -> bool {
        let n = self.layout.get(row, list.first) as usize;
        if n == list.most {
            return false;
        }
        let mut position = n;
        while position > 0
            && self
                .place(row, list, position - 1)
                .is_some_and(|other| other > cell)
        {
            for column in 0..2 {
                let value = self.layout.get(row, list.column(column, position - 1));
                self.layout.set(row, list.column(column, position), value);
            }
            position -= 1;
        }
        let (x, y) = self.units(list, cell);
        self.layout.set(row, list.column(0, position), x);
        self.layout.set(row, list.column(1, position), y);
        for (column, usual) in (2..).zip(&list.usual) {
            self.layout.set(row, list.column(column, n), *usual);
        }
        self.layout.set(row, list.first, n as Val + 1);
        true
    }

    fn remove(&self, row: &mut [u64], list: &List, cell: usize) -> bool {
        let n = self.layout.get(row, list.first) as usize;
        let Some(found) = (0..n).find(|&position| self.place(row, list, position) == Some(cell))
        else {
            return false;
        };
        for position in found..n - 1 {
            for column in 0..2 {
                let value = self.layout.get(row, list.column(column, position + 1));
                self.layout.set(row, list.column(column, position), value);
            }
        }
        for column in 0..2 + list.usual.len() {
            self.layout.set(row, list.column(column, n - 1), 0);
        }
        self.layout.set(row, list.first, n as Val - 1);
        true
    }

    /// Writes where the player is, and how many cells from there it was at last.
    pub fn write_place(
        &self,
        row: &mut [u64],
        kind: KindId,
        cell: usize,
        last: (Val, Val),
    ) -> bool {
        let Some(Kept::List(list)) = &self.kept[kind] else {
            return false;
        };
        let (x, y) = self.units(list, cell);
        let (last_x, last_y) = (x + last.0 * list.units, y + last.1 * list.units);
        for (column, value) in [x, y, last_x, last_y].into_iter().enumerate() {
            self.layout.set(row, list.column(column, 0), value);
        }
        true
    }

    /// Writes the player, who is another than before, with the columns after the place.
    pub fn write_player(
        &self,
        row: &mut [u64],
        before: KindId,
        kind: KindId,
        columns: &[Val],
        cell: usize,
        last: (Val, Val),
    ) -> bool {
        if before != kind {
            let Some(Kept::List(list)) = &self.kept[before] else {
                return false;
            };
            self.layout.set(row, list.first, 0);
            (0..2 + list.usual.len())
                .for_each(|column| self.layout.set(row, list.column(column, 0), 0));
        }
        let Some(Kept::List(list)) = &self.kept[kind] else {
            return false;
        };
        self.layout.set(row, list.first, 1);
        for (column, value) in (4..).zip(columns) {
            self.layout.set(row, list.column(column, 0), *value);
        }
        self.layout.set(row, self.player, kind as Val);
        self.write_place(row, kind, cell, last)
    }

    /// The columns of a player after its place, and the same as one number; none if rows do
    /// not hold it.
    pub fn columns(
        &self,
        system: &VgdlSystem,
        game: &Game,
        kind: KindId,
        sprite: &Sprite,
    ) -> Option<(Vec<Val>, u64)> {
        let Some(Kept::List(list)) = &self.kept[kind] else {
            return None;
        };
        let mut state: State = system.encoding.begun().clone();
        for number in (0..game.kinds.len()).filter(|&number| self.is_avatar[number]) {
            state.sprites[number] = Arc::default();
        }
        state.sprites[kind] = Arc::new(vec![sprite.clone()]);
        state.player = (kind, 0);
        let values = system.encoding.encode(&state)?;
        let columns: Vec<Val> = (4..2 + list.usual.len())
            .map(|column| values[list.column(column, 0)])
            .collect();
        let own = self.own(kind, |column| columns[column - 4]);
        Some((columns, own))
    }

    /// How many sprites there are that never change, by kind.
    pub fn n_still(&self, kind: KindId) -> u32 {
        self.ground.iter().map(|there| n_of(*there, kind)).sum()
    }

    /// Writes what the statement adds to a state.
    pub fn finish(&self, row: &mut [u64], status: Status, flags: impl Iterator<Item = bool>) {
        let status = match status {
            Status::Open => 0,
            Status::Won => 1,
            Status::Lost => 2,
        };
        self.layout.set(row, self.status, status);
        for (number, flag) in flags.enumerate().take(self.n_flags) {
            self.layout.set(row, self.flags + number, Val::from(flag));
        }
        if let Some((flat, cap)) = self.count {
            let counted = self.layout.get(row, flat);
            self.layout.set(row, flat, (counted + 1).min(cap));
        }
    }

    /// Whether a proposition is true that rows hold.
    pub fn flag(&self, row: &[u64], flag: usize) -> bool {
        self.layout.get(row, self.flags + flag) == 1
    }
}
