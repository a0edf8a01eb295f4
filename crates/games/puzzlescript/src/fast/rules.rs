//! Rules in the form in which they are looked for fast: sets of cells for what a row needs
//! on the whole board, sets in words for what is looked at in one cell.

use super::bits::{Cells, Word};
use crate::compiled::{
    Board, CellPattern, Command, DOWN, Game, LEFT, Mask, RIGHT, Replacement, Rule, RuleBook, Slot,
    UP,
};
use crate::possible::{Possible, parts};

/// Orders that rules gave, a bit each.
pub(super) type Orders = u8;
pub(super) const CANCEL: Orders = 1;
pub(super) const RESTART: Orders = 2;
pub(super) const AGAIN: Orders = 4;
pub(super) const WIN: Orders = 8;
pub(super) const CHECKPOINT: Orders = 16;
/// What is shown or heard.
const OTHER: Orders = 32;

/// A game's rules for one level.
pub(super) struct Rules<C, const W: usize> {
    pub early: Book<C, W>,
    pub late: Book<C, W>,
}

pub(super) struct Book<C, const W: usize> {
    /// All groups, so that the numbers of groups are those of the game.
    pub groups: Vec<Group<C, W>>,
    /// Where each group goes back to, if something changed; one more for the end.
    pub back: Vec<Option<u32>>,
}

pub(super) struct Group<C, const W: usize> {
    pub rules: Vec<FastRule<C, W>>,
    pub is_random: bool,
    pub rigid: Option<u32>,
}

pub(super) struct FastRule<C, const W: usize> {
    /// Objects and movements without which it is nowhere.
    pub needs: C,
    pub needs_moving: C,
    /// Whether it is nowhere in this level. It may still count among the rules of its group.
    pub is_dead: bool,
    /// How much the number of a cell grows along a row.
    pub stride: isize,
    /// Whether its rows are looked for line by line, not column by column.
    pub is_across: bool,
    pub direction: u64,
    pub rows: Vec<Row<C, W>>,
    pub replaces: bool,
    pub is_rigid: bool,
    pub orders: Orders,
}

pub(super) struct Row<C, const W: usize> {
    pub parts: Vec<Part<C, W>>,
    pub n_cells: usize,
}

/// Cells of a row that follow each other.
pub(super) struct Part<C, const W: usize> {
    /// Where it can begin, by the edges of the board and what never changes.
    pub base: Cells<W>,
    /// What must be there, and what not, each with how far ahead it is.
    pub needed: Vec<(Needed<C>, isize)>,
    pub excluded: Vec<(Needed<C>, isize)>,
    pub cells: Vec<Pattern<C>>,
}

/// Something that is looked for on the whole board.
#[derive(Clone, Copy)]
pub(super) enum Needed<C> {
    Object(u8),
    Movement(u8),
    AnyOf(C),
}

pub(super) struct Pattern<C> {
    pub present: C,
    pub absent: C,
    pub moving: C,
    pub not_moving: C,
    pub any: Vec<C>,
    pub becomes: Option<Becomes<C>>,
}

#[derive(Clone)]
pub(super) struct Becomes<C> {
    pub clear: C,
    pub set: C,
    /// Movements that end, those of the layers that the rule decides included.
    pub stop: C,
    pub start: C,
    pub layers: C,
    /// Objects of which one comes by lot.
    pub random_objects: Vec<u8>,
    /// Places of layers that get a movement by lot.
    pub random_layers: Vec<u8>,
}

/// The numbers that objects and layers have in words.
pub(super) struct Numbers {
    /// Of each object of the game that can be on the board.
    pub objects: Vec<Option<u8>>,
    /// The objects behind the numbers.
    pub names: Vec<usize>,
    /// Of each layer in which something can move, the place of its five bits.
    pub layers: Vec<Option<u8>>,
    pub n_moving_layers: usize,
}

impl Numbers {
    pub fn new(game: &Game, possible: &Possible, has_rigid: bool) -> Numbers {
        let mut objects = vec![None; game.objects.len()];
        let mut names = Vec::new();
        for object in possible.objects.members().take(256) {
            objects[object] = Some(names.len() as u8);
            names.push(object);
        }
        let mut layers = vec![None; game.n_layers];
        let mut n_moving_layers = 0;
        for (layer, place) in layers.iter_mut().enumerate() {
            // A rigid rule notes layers in which nothing moves, too.
            let is_needed = has_rigid || possible.movements.movement(layer) != 0;
            if is_needed && n_moving_layers < 50 {
                *place = Some(5 * n_moving_layers as u8);
                n_moving_layers += 1;
            }
        }
        Numbers {
            objects,
            names,
            layers,
            n_moving_layers,
        }
    }

    /// Whether sets fit into words of this kind.
    pub fn fit<C: Word>(&self) -> bool {
        self.names.len() <= C::BITS && 5 * self.n_moving_layers <= C::BITS
    }

    pub fn objects<C: Word>(&self, mask: &Mask) -> C {
        C::of(mask, &self.objects)
    }

    pub fn movements<C: Word>(&self, mask: &Mask) -> C {
        let places = self.layers.iter().enumerate();
        let places = places.filter_map(|(layer, place)| Some((layer, (*place)?)));
        places.fold(C::NONE, |all, (layer, place)| {
            all | C::at(mask.movement(layer), usize::from(place))
        })
    }
}

/// Makes the rules of a level.
pub(super) struct Maker<'g> {
    pub game: &'g Game,
    pub board: &'g Board,
    pub possible: &'g Possible,
    pub numbers: &'g Numbers,
}

impl Maker<'_> {
    pub fn rules<C: Word, const W: usize>(&self) -> Rules<C, W> {
        Rules {
            early: self.book(&self.game.early, &self.possible.can_fire[0]),
            late: self.book(&self.game.late, &self.possible.can_fire[1]),
        }
    }

    fn book<C: Word, const W: usize>(&self, book: &RuleBook, can_fire: &[Vec<bool>]) -> Book<C, W> {
        let groups = book.groups.iter().zip(can_fire).map(|(group, can_fire)| {
            // Where lots are drawn it counts how many rules did nothing.
            let draws = group
                .rules
                .iter()
                .zip(can_fire)
                .any(|(rule, can)| *can && draws(rule));
            let rules = group.rules.iter().zip(can_fire);
            let kept = rules.filter(|(_, can_fire)| **can_fire || draws);
            Group {
                rules: kept
                    .map(|(rule, can_fire)| self.rule(rule, *can_fire))
                    .collect(),
                is_random: group.is_random,
                rigid: group.rigid,
            }
        });
        let back = |at: usize| {
            let found = book.loops.iter().find(|(from, _)| *from == at);
            found.map(|(_, to)| *to as u32)
        };
        Book {
            groups: groups.collect(),
            back: (0..=book.groups.len()).map(back).collect(),
        }
    }

    fn rule<C: Word, const W: usize>(&self, rule: &Rule, can_fire: bool) -> FastRule<C, W> {
        let height = self.board.height as isize;
        let stride = match rule.direction {
            UP => -1,
            DOWN => 1,
            LEFT => -height,
            _ => height,
        };
        let rows = if can_fire { &rule.rows[..] } else { &[] };
        let rows: Vec<Row<C, W>> = rows.iter().map(|row| self.row(row, rule, stride)).collect();
        let patterns = || {
            rows.iter()
                .flat_map(|row| &row.parts)
                .flat_map(|part| &part.cells)
        };
        let commands = rule.commands.iter();
        FastRule {
            needs: patterns().fold(C::NONE, |all, pattern| all | pattern.present),
            needs_moving: patterns().fold(C::NONE, |all, pattern| all | pattern.moving),
            is_dead: !can_fire,
            stride,
            is_across: rule.direction == LEFT || rule.direction == RIGHT,
            direction: rule.direction,
            rows,
            replaces: changes(rule),
            is_rigid: rule.is_rigid,
            orders: commands.fold(0, |all, command| all | order(command)),
        }
    }

    fn row<C: Word, const W: usize>(&self, row: &[Slot], rule: &Rule, stride: isize) -> Row<C, W> {
        let parts: Vec<Part<C, W>> = parts(row)
            .map(|part| self.part(part, rule.direction, stride))
            .collect();
        Row {
            n_cells: parts.iter().map(|part| part.cells.len()).sum(),
            parts,
        }
    }

    fn part<C: Word, const W: usize>(
        &self,
        part: &[Slot],
        direction: u64,
        stride: isize,
    ) -> Part<C, W> {
        let (game, board) = (self.game, self.board);
        let base = self.possible.beginnings(game, board, direction, part);
        let patterns = part.iter().filter_map(|slot| match slot {
            Slot::Cell(pattern) => Some(self.pattern(pattern)),
            Slot::Gap => None,
        });
        let cells: Vec<Pattern<C>> = patterns.collect();
        // What never changes is in the base already.
        let changing: C = self.numbers.objects(&self.possible.touched.objects);
        let (mut moving, mut there, mut any_of) = (Vec::new(), Vec::new(), Vec::new());
        let mut excluded = Vec::new();
        for (number, pattern) in cells.iter().enumerate() {
            let ahead = number as isize * stride;
            let movement = |place: usize| (Needed::Movement(place as u8), ahead);
            let object = |number: usize| (Needed::Object(number as u8), ahead);
            moving.extend(pattern.moving.places().map(movement));
            there.extend((pattern.present & changing).places().map(object));
            let any = pattern.any.iter();
            let open = any.filter(|any| any.meets(changing) || any.is_none());
            any_of.extend(open.map(|any| (Needed::AnyOf(*any), ahead)));
            excluded.extend((pattern.absent & changing).places().map(object));
            excluded.extend(pattern.not_moving.places().map(movement));
        }
        Part {
            base: Cells::of(&base),
            needed: [moving, there, any_of].concat(),
            excluded,
            cells,
        }
    }

    fn pattern<C: Word>(&self, pattern: &CellPattern) -> Pattern<C> {
        let numbers = self.numbers;
        Pattern {
            present: numbers.objects(&pattern.present),
            absent: numbers.objects(&pattern.absent),
            moving: numbers.movements(&pattern.moving),
            not_moving: numbers.movements(&pattern.not_moving),
            any: pattern.any.iter().map(|any| numbers.objects(any)).collect(),
            becomes: pattern.replacement.as_ref().map(|r| self.becomes(r)),
        }
    }

    fn becomes<C: Word>(&self, replacement: &Replacement) -> Becomes<C> {
        let numbers = self.numbers;
        let random = replacement.random_objects.members();
        let by_lot = |(layer, place): (usize, &Option<u8>)| {
            let is_drawn = replacement.random_movements.movement(layer) & 1 == 1;
            place.filter(|_| is_drawn)
        };
        Becomes {
            clear: numbers.objects(&replacement.clear),
            set: numbers.objects(&replacement.set),
            stop: numbers.movements(&replacement.stop),
            start: numbers.movements(&replacement.start),
            layers: numbers.movements(&replacement.layers),
            random_objects: random
                .filter_map(|object| numbers.objects[object])
                .collect(),
            random_layers: numbers
                .layers
                .iter()
                .enumerate()
                .filter_map(by_lot)
                .collect(),
        }
    }
}

/// Whether a rule has a right side that does anything.
fn changes(rule: &Rule) -> bool {
    rule.rows.iter().flatten().any(|slot| match slot {
        Slot::Cell(pattern) => pattern.replacement.is_some(),
        Slot::Gap => false,
    })
}

/// Whether a rule leaves something to chance.
pub(super) fn draws(rule: &Rule) -> bool {
    rule.rows.iter().flatten().any(|slot| match slot {
        Slot::Cell(pattern) => pattern.replacement.as_ref().is_some_and(Replacement::draws),
        Slot::Gap => false,
    })
}

/// Whether a rule leaves one object of each layer in a cell where there was one at most,
/// so that what is found by what never changes stays true; and has a form that is known here.
pub(super) fn is_plain(game: &Game, rule: &Rule) -> bool {
    let layer = |object: usize| game.objects[object].layer;
    let is_plain_row = |row: &Vec<Slot>| {
        let n_gaps = row.iter().filter(|slot| **slot == Slot::Gap).count();
        n_gaps == 0 || n_gaps <= 2 && parts(row).all(|part| !part.is_empty())
    };
    let keeps_layers = |slot: &Slot| {
        let Slot::Cell(pattern) = slot else {
            return true;
        };
        let Some(replacement) = &pattern.replacement else {
            return true;
        };
        replacement.set.members().all(|object| {
            let same_layer = |other: &usize| *other != object && layer(*other) == layer(object);
            let mut others = (0..game.objects.len()).filter(same_layer);
            let mut by_lot = replacement.random_objects.members();
            let is_kept = pattern.present.has(object);
            others.all(|other| {
                (is_kept || replacement.clear.has(other)) && !replacement.set.has(other)
            }) && !by_lot.any(|other| layer(other) == layer(object))
        })
    };
    !rule.rows.is_empty()
        && rule.rows.iter().all(is_plain_row)
        && rule.rows.iter().flatten().all(keeps_layers)
}

fn order(command: &Command) -> Orders {
    match command {
        Command::Cancel => CANCEL,
        Command::Restart => RESTART,
        Command::Again => AGAIN,
        Command::Win => WIN,
        Command::Checkpoint => CHECKPOINT,
        Command::Message(_) | Command::Sound(_) => OTHER,
    }
}
