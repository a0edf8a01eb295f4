//! The way that an action of the coarse game takes from a place. Trusted.
//!
//! Blocks never change and enemies stand still. So the way depends on the place alone,
//! but for its being cut short by an enemy that is still alive.

use super::actions::{Action, Component, Side};
use super::settings::Exit;
use crate::canonical::{Board, Tile};

/// A column and a row. Row -1 is above the drawing, whose top one can stand on.
pub(super) type Cell = (i64, i64);

/// What is met on the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Event {
    /// A coin, by number.
    Coin(usize),
    /// An enemy, by number, from above.
    Stomp(usize),
    /// An enemy, by number, from elsewhere.
    Hit(usize),
}

/// The way of an action: what is met first to last, and where it ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Path {
    pub events: Vec<Event>,
    pub end: usize,
}

/// A board with its places numbered: row by row, from the one above the drawing to the
/// one below it. Whoever is in the last row is dead.
pub(super) struct Terrain<'a> {
    board: &'a Board,
    exit: Exit,
    /// Where coins are, row by row.
    pub coins: Vec<Cell>,
    /// Where there is something that can be killed, row by row.
    pub enemies: Vec<Cell>,
}

/// How a way goes on.
enum Next {
    On,
    End(usize),
}

impl<'a> Terrain<'a> {
    pub fn new(board: &'a Board, exit: Exit) -> Terrain<'a> {
        let cells = || {
            let rows = 0..board.height as i64;
            rows.flat_map(|y| (0..board.width as i64).map(move |x| (x, y)))
        };
        let open = |cell: &Cell| !board.tile(cell.0, cell.1).is(Tile::SOLID);
        let having = |property| {
            let all = cells().filter(open);
            all.filter(|&(x, y)| board.tile(x, y).is(property))
                .collect()
        };
        Terrain {
            board,
            exit,
            coins: having(Tile::COIN),
            enemies: having(Tile::STOMPABLE),
        }
    }

    /// How many places there are.
    pub fn n_places(&self) -> usize {
        self.first_below() + self.board.width
    }

    /// Where play begins.
    pub fn start(&self) -> usize {
        self.place((self.board.start.0 as i64, self.board.start.1 as i64))
    }

    /// The first place of the row below the drawing.
    pub fn first_below(&self) -> usize {
        (self.board.height + 1) * self.board.width
    }

    /// The number of a place. What is higher than the row above the drawing counts as
    /// that row: only who wins ends there.
    pub fn place(&self, (x, y): Cell) -> usize {
        (y.max(-1) + 1) as usize * self.board.width + x as usize
    }

    /// The column and row of a place.
    pub fn cell(&self, place: usize) -> Cell {
        let width = self.board.width;
        ((place % width) as i64, (place / width) as i64 - 1)
    }

    /// Whether nobody gets there: blocks, and what is beside the drawing.
    fn is_solid(&self, (x, y): Cell) -> bool {
        let beside = !(0..self.board.width as i64).contains(&x);
        beside || self.board.tile(x, y).is(Tile::SOLID)
    }

    /// Whether one stands there.
    pub fn stands(&self, (x, y): Cell) -> bool {
        self.is_solid((x, y + 1)) || self.board.tile(x, y + 1).is(Tile::ONE_WAY)
    }

    /// Whether being there wins.
    pub fn wins(&self, (x, y): Cell) -> bool {
        let inside = y < self.board.height as i64;
        inside
            && match self.exit {
                Exit::Column => x == self.board.exit as i64,
                Exit::Touch => self.board.tile(x, y).is(Tile::EXIT),
            }
    }

    /// The way of an action that begins in a place; `None` where it is not possible.
    pub fn path(&self, from: usize, action: &Action) -> Option<Path> {
        let mut at = self.cell(from);
        let is_below = from >= self.first_below();
        if is_below || self.is_solid(at) {
            return None;
        }
        // A jump begins on the ground. To do nothing is something to do only where
        // there is none.
        let stands = self.stands(at);
        let begins_well = match action.components.first() {
            Some(Component::Rise(_)) => stands,
            Some(Component::Drift(..)) => true,
            None => !stands,
        };
        if !begins_well {
            return None;
        }
        let mut events = Vec::new();
        for (i, component) in action.components.iter().enumerate() {
            let (dx, dy, tiles) = match *component {
                Component::Rise(tiles) => (0, -1, tiles),
                Component::Drift(Side::Left, tiles) => (-1, 0, tiles),
                Component::Drift(Side::Right, tiles) => (1, 0, tiles),
            };
            for tile in 0..tiles {
                let next = (at.0 + dx, at.1 + dy);
                if self.is_solid(next) {
                    if i == 0 && tile == 0 {
                        return None;
                    }
                    break;
                }
                at = next;
                if let Next::End(end) = self.meets(at, false, &mut events) {
                    return Some(Path { events, end });
                }
            }
        }
        let end = self.falls(at, &mut events);
        Some(Path { events, end })
    }

    /// Where a fall ends.
    fn falls(&self, (x, mut y): Cell, events: &mut Vec<Event>) -> usize {
        while !self.stands((x, y)) {
            y += 1;
            if y >= self.board.height as i64 {
                return self.below(x);
            }
            if let Next::End(end) = self.meets((x, y), true, events) {
                return end;
            }
        }
        match self.board.tile(x, y + 1).is(Tile::DEADLY_ABOVE) {
            true => self.below(x),
            false => self.place((x, y)),
        }
    }

    /// Where the dead of a column are.
    fn below(&self, x: i64) -> usize {
        self.place((x, self.board.height as i64))
    }

    /// What is met in a place that one comes to: first a coin, then the exit, then an
    /// enemy. Of a second visit nothing is left to meet.
    fn meets(&self, cell: Cell, from_above: bool, events: &mut Vec<Event>) -> Next {
        // Both are in the order of rows.
        let order = |&(x, y): &Cell| (y, x);
        let number = |all: &[Cell]| all.binary_search_by_key(&order(&cell), order).ok();
        let tile = self.board.tile(cell.0, cell.1);
        if let Some(coin) = number(&self.coins) {
            let event = Event::Coin(coin);
            if !events.contains(&event) {
                events.push(event);
            }
        }
        if self.wins(cell) {
            return Next::End(self.place(cell));
        }
        match number(&self.enemies) {
            Some(enemy) => {
                let met = [Event::Stomp(enemy), Event::Hit(enemy)];
                if !met.iter().any(|event| events.contains(event)) {
                    if from_above {
                        events.push(Event::Stomp(enemy));
                    } else if tile.is(Tile::DEADLY_SIDE) {
                        events.push(Event::Hit(enemy));
                    }
                }
                Next::On
            }
            None => {
                let deadly = match from_above {
                    true => Tile::DEADLY_ABOVE,
                    false => Tile::DEADLY_SIDE,
                };
                match tile.is(deadly) {
                    true => Next::End(self.below(cell.0)),
                    false => Next::On,
                }
            }
        }
    }
}
