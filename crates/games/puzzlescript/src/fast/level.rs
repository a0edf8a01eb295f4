//! A level made ready: its rules, and all that a turn looks up.

use super::bits::{Cells, Word};
use super::rules::{Maker, Numbers, Rules, draws, is_plain};
use crate::compiled::{
    ACTION, Board, Command, DOWN, Filter, Game, LEFT, Mask, Quantity, RIGHT, UP,
};
use crate::possible::Possible;

/// A level made ready.
pub(super) struct Level<C, const W: usize> {
    pub n_cells: usize,
    pub rules: Rules<C, W>,
    /// How many cells there are in each of the four directions, the cell included.
    pub rooms: [Vec<u16>; 4],
    /// The place of each cell where cells are counted line by line.
    pub across: Vec<u16>,
    /// How much the number of a cell grows in each of the four directions.
    pub strides: [isize; 4],
    /// The cells as they are drawn.
    pub cells: Vec<C>,
    /// The objects of the layer of each object.
    pub layers: Vec<C>,
    /// Of each object the place of its layer's movement, if it has any.
    pub places: Vec<Option<u8>>,
    /// The objects of each layer that can move.
    pub moving_layers: Vec<C>,
    /// Objects that should never change.
    pub lasting: C,
    pub player: FastFilter<C, W>,
    /// The player's objects, whether all are needed or not.
    pub player_objects: C,
    pub conditions: Vec<(Quantity, FastFilter<C, W>, FastFilter<C, W>)>,
    pub runs_rules_on_level_start: bool,
    pub requires_player_movement: bool,
    pub has_rigid: bool,
    pub has_chance: bool,
    /// Whether some rule that can fire sets a checkpoint.
    pub sets_checkpoints: bool,
}

/// What is looked for in cells.
pub(super) struct FastFilter<C, const W: usize> {
    /// Where it is, or for all of several can be, by what never changes.
    base: Cells<W>,
    /// The others.
    objects: C,
    needs_all: bool,
}

impl<C: Word, const W: usize> FastFilter<C, W> {
    pub fn new(filter: &Filter, board: &Board, possible: &Possible, numbers: &Numbers) -> Self {
        let words = filter.objects.0.len();
        let touched = &possible.touched.objects;
        let mut lasting = filter.objects.clone();
        lasting.remove(touched);
        let fits = |cell: &[u64]| match filter.needs_all {
            true => lasting.is_within(cell) && filter.objects.is_within(&possible.objects.0),
            false => lasting.meets(cell),
        };
        let base: Vec<bool> = board.objects.chunks(words).map(fits).collect();
        let mut changing = filter.objects.clone();
        changing.remove(&lasting);
        FastFilter {
            base: Cells::of(&base),
            objects: numbers.objects(&changing),
            needs_all: filter.needs_all,
        }
    }

    /// The cells where it is.
    pub fn cells(&self, boards: &[Cells<W>]) -> Cells<W> {
        let boards = self.objects.places().map(|object| &boards[object]);
        match self.needs_all {
            true => boards.fold(self.base, |all, board| all.and(board)),
            false => boards.fold(self.base, |all, board| all.or(board)),
        }
    }
}

/// What a level must not have to be played fast.
pub(super) fn is_playable(game: &Game, board: &Board, possible: &Possible) -> bool {
    let books = [&game.early, &game.late];
    let groups = books.iter().flat_map(|book| &book.groups);
    let mut words = board.objects.chunks(game.player.objects.0.len());
    let is_drawn_once = |cell: &[u64]| {
        let here: Vec<usize> = Mask(cell.to_vec()).members().collect();
        let layers = here
            .windows(2)
            .map(|pair| [game.objects[pair[0]].layer, game.objects[pair[1]].layer]);
        { layers }.all(|[a, b]| a != b)
    };
    // Marks of rigid groups have five bits.
    let fits = |group: &crate::compiled::RuleGroup| group.rigid.is_none_or(|number| number < 31);
    // A tick of the clock is no key.
    !game.has_clock
        && groups.clone().all(fits)
        && { groups.flat_map(|group| &group.rules) }.all(|rule| is_plain(game, rule))
        && words.all(is_drawn_once)
        && possible.objects.members().count() <= 128
}

impl<C: Word, const W: usize> Level<C, W> {
    pub fn new(game: &Game, board: &Board, possible: &Possible, numbers: &Numbers) -> Self {
        let (width, height) = (board.width, board.height);
        let maker = Maker {
            game,
            board,
            possible,
            numbers,
        };
        let n_cells = width * height;
        let room = |direction: u64| -> Vec<u16> {
            let room = |cell: usize| match direction {
                UP => cell % height + 1,
                DOWN => height - cell % height,
                LEFT => cell / height + 1,
                _ => width - cell / height,
            };
            (0..n_cells).map(|cell| room(cell) as u16).collect()
        };
        let words = game.player.objects.0.len();
        let cells = board.objects.chunks(words);
        let filter = |filter| FastFilter::new(filter, board, possible, numbers);
        let layer = |object: usize| game.objects[object].layer;
        let of_layer = |wanted: usize| {
            let names = numbers.names.iter().enumerate();
            let here = names.filter(|(_, name)| layer(**name) == wanted);
            here.fold(C::NONE, |all, (number, _)| all | C::at(1, number))
        };
        let books = [&game.early, &game.late]
            .into_iter()
            .zip(&possible.can_fire);
        let groups = books.flat_map(|(book, can_fire)| book.groups.iter().zip(can_fire));
        let live = groups
            .clone()
            .flat_map(|(group, can_fire)| group.rules.iter().zip(can_fire));
        let live = live
            .filter(|(_, can_fire)| **can_fire)
            .map(|(rule, _)| rule);
        let mut lasting = possible.objects.clone();
        lasting.remove(&possible.touched.objects);
        let height = height as isize;
        Level {
            n_cells,
            rules: maker.rules(),
            rooms: [UP, DOWN, LEFT, RIGHT].map(room),
            across: (0..n_cells)
                .map(|cell| (cell % board.height * width + cell / board.height) as u16)
                .collect(),
            strides: [-1, 1, -height, height],
            cells: cells
                .map(|cell| numbers.objects(&Mask(cell.to_vec())))
                .collect(),
            layers: numbers
                .names
                .iter()
                .map(|name| of_layer(layer(*name)))
                .collect(),
            places: numbers
                .names
                .iter()
                .map(|name| numbers.layers[layer(*name)])
                .collect(),
            moving_layers: (0..game.n_layers)
                .filter(|layer| numbers.layers[*layer].is_some())
                .map(of_layer)
                .collect(),
            lasting: numbers.objects(&lasting),
            player: filter(&game.player),
            player_objects: numbers.objects(&game.player.objects),
            conditions: { game.conditions.iter() }
                .map(|c| (c.quantity, filter(&c.what), filter(&c.on)))
                .collect(),
            runs_rules_on_level_start: game.runs_rules_on_level_start,
            requires_player_movement: game.requires_player_movement,
            has_rigid: { groups.clone() }.any(|(group, _)| group.rigid.is_some()),
            has_chance: groups.clone().any(|(group, _)| group.is_random) || live.clone().any(draws),
            sets_checkpoints: { live }.any(|rule| rule.commands.contains(&Command::Checkpoint)),
        }
    }

    /// The position of a direction in `rooms` and `strides`, if it is one.
    pub fn way(direction: u64) -> Option<usize> {
        match direction {
            UP => Some(0),
            DOWN => Some(1),
            LEFT => Some(2),
            RIGHT => Some(3),
            _ => None,
        }
    }

    /// Whether a movement is the action button's.
    pub fn is_action(direction: u64) -> bool {
        direction == ACTION
    }
}
