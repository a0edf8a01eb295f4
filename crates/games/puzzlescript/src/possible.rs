//! What can come to be in a level: objects that can be on the board, movements that can
//! begin, objects that can change, rules that can fire.
//!
//! Each round leaves out the rules that cannot fire by what the round before found, until
//! nothing more is left out. Not trusted: which objects can change is an estimate. Whoever
//! relies on it notices when another one does.

use crate::compiled::{
    ACTION, Board, CellPattern, DOWN, Game, LEFT, Mask, RIGHT, Replacement, Rule, RuleBook, Slot,
    UP, movement_words, object_words,
};

/// The keys' directions.
const ALL_WAYS: u64 = UP | DOWN | LEFT | RIGHT;

/// What can come to be.
pub(crate) struct Possible {
    /// Objects that can be on the board.
    pub objects: Mask,
    /// Movements that can begin.
    pub movements: Mask,
    /// What rules and keys can change.
    pub touched: Touched,
    /// Whether a rule can fire, by book (early, late), group and rule.
    pub can_fire: [Vec<Vec<bool>>; 2],
}

impl Possible {
    /// What can come to be in this level.
    pub fn new(game: &Game, board: &Board) -> Possible {
        let all = |book: &RuleBook| -> Vec<Vec<bool>> {
            let groups = book.groups.iter();
            groups.map(|group| vec![true; group.rules.len()]).collect()
        };
        let mut possible = Possible {
            objects: Mask::empty(object_words(game.objects.len())),
            movements: Mask::empty(movement_words(game.n_layers)),
            touched: Touched {
                objects: Mask::empty(object_words(game.objects.len())),
                layers: vec![false; game.n_layers],
            },
            can_fire: [all(&game.early), all(&game.late)],
        };
        loop {
            possible.find_what_appears(game, board);
            let live = possible.live_rules(game).into_iter();
            possible.touched = Touched::new(game, &possible.objects, live);
            if !possible.leave_out(game, board) {
                return possible;
            }
        }
    }

    /// The rules that can fire.
    fn live_rules<'g>(&self, game: &'g Game) -> Vec<&'g Rule> {
        let mut live = Vec::new();
        for (book, can_fire) in [&game.early, &game.late].into_iter().zip(&self.can_fire) {
            let groups = book.groups.iter().zip(can_fire);
            for (rule, can_fire) in groups.flat_map(|(group, can)| group.rules.iter().zip(can)) {
                live.extend(can_fire.then_some(rule));
            }
        }
        live
    }

    /// Objects and movements, from the board and the keys on, by the rules that find what
    /// they need among them.
    fn find_what_appears(&mut self, game: &Game, board: &Board) {
        self.objects.0.fill(0);
        self.movements.0.fill(0);
        let words = self.objects.0.len();
        for cell in board.objects.chunks(words) {
            self.objects.add(&Mask(cell.to_vec()));
        }
        let action = if game.has_no_action { 0 } else { ACTION };
        for player in game.player.objects.members() {
            let layer = game.objects[player].layer;
            self.movements.insert_movement(layer, ALL_WAYS | action);
        }
        let mut waiting = self.live_rules(game);
        loop {
            let n_waiting = waiting.len();
            waiting.retain(|rule| {
                let finds_all = cells(rule).all(|cell| self.may_be(cell));
                if finds_all {
                    let replacements = cells(rule).filter_map(|cell| cell.replacement.as_ref());
                    replacements.for_each(|replacement| self.add(game, replacement));
                }
                !finds_all
            });
            if waiting.len() == n_waiting {
                return;
            }
        }
    }

    fn may_be(&self, cell: &CellPattern) -> bool {
        cell.present.is_within(&self.objects.0)
            && cell.moving.is_within(&self.movements.0)
            && cell.any.iter().all(|any| any.meets(&self.objects.0))
    }

    fn add(&mut self, game: &Game, replacement: &Replacement) {
        self.objects.add(&replacement.set);
        self.objects.add(&replacement.random_objects);
        self.movements.add(&replacement.start);
        for layer in 0..game.n_layers {
            if replacement.random_movements.movement(layer) != 0 {
                self.movements.insert_movement(layer, ALL_WAYS);
            }
        }
    }

    /// Leaves out rules that find nowhere what they look for. Whether there were any.
    fn leave_out(&mut self, game: &Game, board: &Board) -> bool {
        let mut can_fire = std::mem::take(&mut self.can_fire);
        let mut is_less = false;
        for (book, can_fire) in [&game.early, &game.late].into_iter().zip(&mut can_fire) {
            for (group, can_fire) in book.groups.iter().zip(can_fire) {
                for (rule, can_fire) in group.rules.iter().zip(can_fire) {
                    if *can_fire && !self.is_anywhere(game, board, rule) {
                        *can_fire = false;
                        is_less = true;
                    }
                }
            }
        }
        self.can_fire = can_fire;
        is_less
    }

    fn is_anywhere(&self, game: &Game, board: &Board, rule: &Rule) -> bool {
        let parts = rule.rows.iter().flat_map(|row| parts(row));
        cells(rule).all(|cell| self.may_be(cell)) && { parts }.all(|part| {
            let beginnings = self.beginnings(game, board, rule.direction, part);
            part.is_empty() || beginnings.contains(&true)
        })
    }

    /// The cells where a part of a row without gaps can begin, by what never changes.
    pub fn beginnings(
        &self,
        game: &Game,
        board: &Board,
        direction: u64,
        part: &[Slot],
    ) -> Vec<bool> {
        let (width, height) = (board.width as isize, board.height as isize);
        let (dx, dy) = match direction {
            UP => (0, -1),
            DOWN => (0, 1),
            LEFT => (-1, 0),
            _ => (1, 0),
        };
        let mut can_begin = vec![true; board.width * board.height];
        for (far, slot) in part.iter().enumerate() {
            let Slot::Cell(pattern) = slot else { continue };
            let fits = self.fitting(game, board, pattern);
            for (cell, can_begin) in can_begin.iter_mut().enumerate() {
                let x = cell as isize / height + far as isize * dx;
                let y = cell as isize % height + far as isize * dy;
                let is_inside = (0..width).contains(&x) && (0..height).contains(&y);
                *can_begin &= is_inside && fits[(x * height + y) as usize];
            }
        }
        can_begin
    }

    /// The cells in which a pattern can be found, by what never changes.
    fn fitting(&self, game: &Game, board: &Board, pattern: &CellPattern) -> Vec<bool> {
        let words = object_words(game.objects.len());
        let layer = |object: usize| game.objects[object].layer;
        let fits = |here: &[u64]| {
            let here = Mask(here.to_vec());
            let lasts = |object: &usize| !self.touched.objects.has(*object);
            let lasting: Vec<usize> = here.members().filter(lasts).collect();
            let may_be_there =
                |object: usize| match lasting.iter().find(|l| layer(**l) == layer(object)) {
                    Some(other) => *other == object,
                    None => self.touched.objects.has(object),
                };
            pattern.present.members().all(may_be_there)
                && !lasting.iter().any(|object| pattern.absent.has(*object))
                && { pattern.any.iter() }.all(|any| any.members().any(may_be_there))
        };
        board.objects.chunks(words).map(fits).collect()
    }
}

/// The patterns of a rule's cells.
fn cells(rule: &Rule) -> impl Iterator<Item = &CellPattern> {
    rule.rows.iter().flatten().filter_map(|slot| match slot {
        Slot::Cell(cell) => Some(&**cell),
        Slot::Gap => None,
    })
}

/// The parts of a row between its gaps.
pub(crate) fn parts(row: &[Slot]) -> impl Iterator<Item = &[Slot]> {
    row.split(|slot| *slot == Slot::Gap)
}

/// What rules and keys can change.
pub(crate) struct Touched {
    /// Objects that can come, go or move.
    pub objects: Mask,
    /// Layers in which some object can come or move: an empty cell of them can be filled.
    pub layers: Vec<bool>,
}

impl Touched {
    fn new<'g>(game: &Game, possible: &Mask, rules: impl Iterator<Item = &'g Rule>) -> Touched {
        let mut touched = Touched {
            objects: Mask::empty(object_words(game.objects.len())),
            layers: vec![false; game.n_layers],
        };
        let players = game.player.objects.members();
        for player in players.filter(|player| possible.has(*player)) {
            touched.touch(game, player);
        }
        for pattern in rules.flat_map(cells) {
            if let Some(replacement) = &pattern.replacement {
                touched.by(game, possible, pattern, replacement);
            }
        }
        touched
    }

    fn touch(&mut self, game: &Game, object: usize) {
        self.objects.insert(object);
        self.layers[game.objects[object].layer] = true;
    }

    /// What this replacement can change.
    fn by(
        &mut self,
        game: &Game,
        possible: &Mask,
        pattern: &CellPattern,
        replacement: &Replacement,
    ) {
        let layer = |object: usize| game.objects[object].layer;
        let objects = game.objects.iter().enumerate();
        for (number, object) in objects.filter(|(number, _)| possible.has(*number)) {
            let comes = replacement.set.has(number) || replacement.random_objects.has(number);
            let by_lot = replacement.random_objects.members();
            let goes = replacement.clear.has(number) || { by_lot }
                .any(|other| layer(other) == object.layer);
            let is_kept = replacement.set.has(number) && pattern.present.has(number);
            let may_move = replacement.start.movement(object.layer) != 0
                || replacement.random_movements.movement(object.layer) != 0;
            let may_be_there = !pattern.absent.has(number)
                && { pattern.present.members() }
                    .all(|present| present == number || layer(present) != object.layer)
                && { pattern.any.iter() }.all(|any| {
                    any.has(number) || any.members().any(|other| layer(other) != object.layer)
                });
            if (comes || goes && may_be_there) && !is_kept || may_move && may_be_there {
                self.touch(game, number);
            }
        }
    }
}
