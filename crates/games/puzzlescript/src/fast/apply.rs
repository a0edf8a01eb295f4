//! Where rules are found, and what they do there. Everything happens in the order in which
//! the plain interpreter does it.

use super::bits::{Cells, Word};
use super::level::Level;
use super::rules::{
    Becomes, Book, CANCEL, FastRule, Group, Needed, Orders, Part, Pattern, RESTART, Row,
};
use super::scene::{Place, Scene};
use crate::plain::chance::Chance;

/// How often a group is gone through, and how often a loop goes back.
const ROUNDS: usize = 200;

/// So many places are looked at one by one sooner than all at once.
const FEW: u32 = 3;

impl<C: Word, const W: usize> Scene<C, W> {
    /// Applies the groups of a book in order, but the banned ones, with its loops.
    pub fn apply_book(
        &mut self,
        level: &Level<C, W>,
        book: &Book<C, W>,
        banned: &[Option<usize>],
        chance: &mut dyn Chance,
    ) {
        let mut has_changed = false;
        let mut n_rounds = 0;
        let mut at = 0;
        while at < book.groups.len() {
            if !banned.contains(&Some(at)) {
                has_changed |= self.apply_group(level, &book.groups[at], chance);
            }
            let mut target = book.back[at].filter(|_| has_changed);
            if target.is_none() {
                at += 1;
                if at == book.groups.len() {
                    target = book.back[at].filter(|_| has_changed);
                }
            }
            if let Some(target) = target {
                at = target as usize;
                has_changed = false;
                n_rounds += 1;
                if n_rounds > ROUNDS {
                    return;
                }
            }
        }
    }

    fn apply_group(
        &mut self,
        level: &Level<C, W>,
        group: &Group<C, W>,
        chance: &mut dyn Chance,
    ) -> bool {
        if group.is_random {
            return self.apply_one_by_lot(level, group, chance);
        }
        let mut has_changed = false;
        let mut n_idle = None;
        for _ in 0..ROUNDS {
            let mut is_round_idle = true;
            for rule in &group.rules {
                if self.apply_everywhere(level, group, rule, chance) {
                    is_round_idle = false;
                    n_idle = Some(0);
                } else {
                    n_idle = Some(n_idle.map_or(0, |n: usize| n + 1));
                }
                // Where chance decides, what did nothing may do something the next time.
                if n_idle == Some(group.rules.len()) && !level.has_chance {
                    break;
                }
            }
            if is_round_idle {
                break;
            }
            has_changed = true;
        }
        has_changed
    }

    fn apply_one_by_lot(
        &mut self,
        level: &Level<C, W>,
        group: &Group<C, W>,
        chance: &mut dyn Chance,
    ) -> bool {
        // How many ways to find it each rule has, one after the other.
        let mut n_ways = 0;
        let mut ends = Vec::new();
        for rule in &group.rules {
            if self.find_rows(level, rule) {
                let places = self.places[..rule.rows.len()].iter();
                n_ways += places.map(Vec::len).product::<usize>();
            }
            ends.push(n_ways);
        }
        if n_ways == 0 {
            return false;
        }
        let drawn = chance.draw(n_ways);
        let which = ends.partition_point(|end| *end <= drawn);
        let rule = &group.rules[which];
        let begin = if which == 0 { 0 } else { ends[which - 1] };
        self.find_rows(level, rule);
        let has_changed = self.apply_way(level, group, rule, drawn - begin, chance);
        self.order(rule.orders);
        has_changed
    }

    /// Applies a rule at all places where it is found now, each looked at again before.
    fn apply_everywhere(
        &mut self,
        level: &Level<C, W>,
        group: &Group<C, W>,
        rule: &FastRule<C, W>,
        chance: &mut dyn Chance,
    ) -> bool {
        let is_missing = rule.is_dead
            || !self.moving_somewhere.has_all(rule.needs_moving)
            || !self.somewhere.has_all(rule.needs);
        if is_missing {
            return false;
        }
        if let [Row { parts, .. }] = &rule.rows[..]
            && let [part] = &parts[..]
        {
            let found = self.find_part(part, rule.stride);
            if found.is_none() {
                return false;
            }
            let has_changed =
                rule.replaces && self.apply_part(level, group, rule, part, found, chance);
            self.order(rule.orders);
            return has_changed;
        }
        if !self.find_rows(level, rule) {
            return false;
        }
        let mut has_changed = false;
        if rule.replaces {
            let places = self.places[..rule.rows.len()].iter();
            let n_ways: usize = places.map(Vec::len).product();
            for way in 0..n_ways {
                if way == 0 || self.is_way(rule, way) {
                    has_changed |= self.apply_way(level, group, rule, way, chance);
                }
            }
        }
        self.order(rule.orders);
        has_changed
    }

    /// Applies a rule of one row without gaps.
    fn apply_part(
        &mut self,
        level: &Level<C, W>,
        group: &Group<C, W>,
        rule: &FastRule<C, W>,
        part: &Part<C, W>,
        found: Cells<W>,
        chance: &mut dyn Chance,
    ) -> bool {
        let rigid = group.rigid.filter(|_| rule.is_rigid);
        let mut has_changed = false;
        let mut is_first = true;
        let mut apply = |scene: &mut Self, cell: usize| {
            if is_first || scene.is_part(part, cell, rule.stride) {
                let cells = part.cells.iter().enumerate();
                for (number, pattern) in cells {
                    if let Some(becomes) = &pattern.becomes {
                        let cell = cell.wrapping_add_signed(number as isize * rule.stride);
                        has_changed |= scene.replace(level, rigid, cell, becomes, chance);
                    }
                }
            }
            is_first = false;
        };
        if !rule.is_across || found.count() == 1 {
            found.iter().for_each(|cell| apply(self, cell));
        } else {
            let mut list = std::mem::take(&mut self.list);
            in_order(level, rule, found, &mut list);
            list.iter().for_each(|cell| apply(self, usize::from(*cell)));
            self.list = list;
        }
        has_changed
    }

    fn take_places(&mut self, row: usize) -> Vec<Place> {
        if self.places.len() <= row {
            self.places.resize_with(row + 1, Vec::new);
        }
        let mut places = std::mem::take(&mut self.places[row]);
        places.clear();
        places
    }

    /// Finds the places of every row; whether each has one.
    fn find_rows(&mut self, level: &Level<C, W>, rule: &FastRule<C, W>) -> bool {
        if rule.is_dead {
            return false;
        }
        for (number, row) in rule.rows.iter().enumerate() {
            let mut places = self.take_places(number);
            let mut list = std::mem::take(&mut self.list);
            self.find_row(level, rule, row, &mut list, &mut places);
            let is_nowhere = places.is_empty();
            self.places[number] = places;
            self.list = list;
            if is_nowhere {
                return false;
            }
        }
        true
    }

    fn find_row(
        &self,
        level: &Level<C, W>,
        rule: &FastRule<C, W>,
        row: &Row<C, W>,
        list: &mut Vec<u16>,
        places: &mut Vec<Place>,
    ) {
        let mut found = [Cells::NONE; 3];
        for (found, part) in found.iter_mut().zip(&row.parts) {
            *found = self.find_part(part, rule.stride);
            if found.is_none() {
                return;
            }
        }
        let length = |part: usize| row.parts[part].cells.len();
        let way = Level::<C, W>::way(rule.direction).expect("rows lie in a direction");
        in_order(level, rule, found[0], list);
        for &cell in list.iter() {
            let room = usize::from(level.rooms[way][usize::from(cell)]);
            let Some(spare) = room.checked_sub(row.n_cells) else {
                continue;
            };
            if row.parts.len() == 1 {
                places.push(Place { cell, gaps: [0; 2] });
                continue;
            }
            let far =
                |cells: usize| usize::from(cell).wrapping_add_signed(cells as isize * rule.stride);
            for first in 0..=spare {
                if !found[1].has(far(length(0) + first)) {
                    continue;
                }
                if row.parts.len() == 2 {
                    places.push(Place {
                        cell,
                        gaps: [first as u16, 0],
                    });
                    continue;
                }
                for second in 0..=spare - first {
                    if found[2].has(far(length(0) + first + length(1) + second)) {
                        places.push(Place {
                            cell,
                            gaps: [first as u16, second as u16],
                        });
                    }
                }
            }
        }
    }

    /// The cells where a part of a row begins.
    fn find_part(&self, part: &Part<C, W>, stride: isize) -> Cells<W> {
        let mut found = part.base;
        for (needed, ahead) in &part.needed {
            found = found.and(&self.having(*needed, *ahead));
            if found.is_none() {
                return found;
            }
        }
        if part.excluded.is_empty() {
            return found;
        }
        if found.count() <= FEW {
            for cell in found.iter() {
                if !self.is_part(part, cell, stride) {
                    found.remove(cell);
                }
            }
            return found;
        }
        for (excluded, ahead) in &part.excluded {
            found = found.and_not(&self.having(*excluded, *ahead));
        }
        found
    }

    /// The cells from which something is so far ahead.
    fn having(&self, needed: Needed<C>, ahead: isize) -> Cells<W> {
        let board = match needed {
            Needed::Object(object) => self.boards[usize::from(object)],
            Needed::Movement(movement) => self.move_boards[usize::from(movement)],
            Needed::AnyOf(objects) => {
                let boards = objects.places().map(|object| &self.boards[object]);
                boards.fold(Cells::NONE, |all, board| all.or(board))
            }
        };
        if ahead == 0 {
            board
        } else {
            board.seen_from(ahead)
        }
    }

    fn is_part(&self, part: &Part<C, W>, cell: usize, stride: isize) -> bool {
        let mut cells = part.cells.iter().enumerate();
        cells.all(|(number, pattern)| {
            self.fits(cell.wrapping_add_signed(number as isize * stride), pattern)
        })
    }

    fn fits(&self, cell: usize, pattern: &Pattern<C>) -> bool {
        let (objects, moves) = (self.cells[cell], self.moves[cell]);
        objects.has_all(pattern.present)
            && !objects.meets(pattern.absent)
            && moves.has_all(pattern.moving)
            && !moves.meets(pattern.not_moving)
            && pattern.any.iter().all(|any| objects.meets(*any))
    }

    /// Whether all rows are still where they are in one of the ways that were found. The
    /// place of the first row changes fastest.
    fn is_way(&self, rule: &FastRule<C, W>, mut way: usize) -> bool {
        rule.rows.iter().zip(&self.places).all(|(row, places)| {
            let place = places[way % places.len()];
            way /= places.len();
            let mut is_there = true;
            each_cell(row, place, rule.stride, |cell, pattern| {
                is_there = is_there && self.fits(cell, pattern);
            });
            is_there
        })
    }

    fn apply_way(
        &mut self,
        level: &Level<C, W>,
        group: &Group<C, W>,
        rule: &FastRule<C, W>,
        mut way: usize,
        chance: &mut dyn Chance,
    ) -> bool {
        let rigid = group.rigid.filter(|_| rule.is_rigid);
        let mut has_changed = false;
        for (number, row) in rule.rows.iter().enumerate() {
            let places = &self.places[number];
            let place = places[way % places.len()];
            way /= places.len();
            each_cell(row, place, rule.stride, |cell, pattern| {
                if let Some(becomes) = &pattern.becomes {
                    has_changed |= self.replace(level, rigid, cell, becomes, chance);
                }
            });
        }
        has_changed
    }

    fn replace(
        &mut self,
        level: &Level<C, W>,
        rigid: Option<u32>,
        cell: usize,
        becomes: &Becomes<C>,
        chance: &mut dyn Chance,
    ) -> bool {
        let (mut clear, mut set) = (becomes.clear, becomes.set);
        let (mut stop, mut start) = (becomes.stop, becomes.start);
        if !becomes.random_objects.is_empty() {
            let drawn = chance.draw(becomes.random_objects.len());
            let object = usize::from(becomes.random_objects[drawn]);
            set |= C::at(1, object);
            clear |= level.layers[object];
            if let Some(place) = level.places[object] {
                stop |= C::at(0x1f, usize::from(place));
            }
        }
        for place in &becomes.random_layers {
            start |= C::at(1 << chance.draw(4), usize::from(*place));
        }
        let objects = self.cells[cell] & !clear | set;
        let moves = self.moves[cell] & !stop | start;
        let mut has_changed = self.put(cell, objects);
        has_changed |= self.put_moves(cell, moves);
        if let Some(number) = rigid {
            has_changed |= self.mark_rigid(level, cell, number, becomes.layers);
        }
        has_changed
    }

    fn mark_rigid(&mut self, level: &Level<C, W>, cell: usize, number: u32, layers: C) -> bool {
        let marks = (0..level.moving_layers.len()).map(|n| C::at(u64::from(number + 1), 5 * n));
        let mark = marks.fold(C::NONE, |all, mark| all | mark) & layers;
        let (groups, moved) = (&mut self.rigid_groups[cell], &mut self.rigid_layers[cell]);
        if groups.has_all(mark) || moved.has_all(layers) {
            return false;
        }
        *groups |= mark;
        *moved |= layers;
        true
    }

    /// A cancel outdoes everything, a restart all but a cancel.
    fn order(&mut self, orders: Orders) {
        if self.orders & CANCEL != 0 || self.orders & RESTART != 0 && orders & CANCEL == 0 {
            return;
        }
        if orders & (CANCEL | RESTART) != 0 {
            self.orders = 0;
        }
        self.orders |= orders;
    }
}

/// Cells in the order in which a rule is looked for.
fn in_order<C: Word, const W: usize>(
    level: &Level<C, W>,
    rule: &FastRule<C, W>,
    found: Cells<W>,
    list: &mut Vec<u16>,
) {
    list.clear();
    list.extend(found.iter().map(|cell| cell as u16));
    if rule.is_across && list.len() > 1 {
        list.sort_unstable_by_key(|cell| level.across[usize::from(*cell)]);
    }
}

fn each_cell<'r, C: Word, const W: usize>(
    row: &'r Row<C, W>,
    place: Place,
    stride: isize,
    mut visit: impl FnMut(usize, &'r Pattern<C>),
) {
    let mut cell = usize::from(place.cell);
    let step = |cell: &mut usize, n: usize| *cell = cell.wrapping_add_signed(n as isize * stride);
    for (number, part) in row.parts.iter().enumerate() {
        if number > 0 {
            step(&mut cell, usize::from(place.gaps[number - 1]));
        }
        for pattern in &part.cells {
            visit(cell, pattern);
            step(&mut cell, 1);
        }
    }
}
