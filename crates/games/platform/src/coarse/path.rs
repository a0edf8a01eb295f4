//! The way that an action of the coarse game takes from a place. Trusted.
//!
//! Enemies stand still, and no block changes but those that break. So the way depends on
//! the place and on which of these are whole near it, but for its being cut short by an
//! enemy that is still alive.

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

/// The way of an action: where it ends, and what is met.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Path {
    pub end: usize,
    /// `None` where that is nothing: of most ways, of which long levels have many.
    meets: Option<Box<Meets>>,
}

/// What is met on a way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Meets {
    /// First to last.
    pub events: Vec<Event>,
    /// The way is so if these blocks that break are whole, or are gone.
    pub needs: Vec<Need>,
    /// The block that it breaks.
    pub breaks: Option<Break>,
}

static NOTHING: Meets = Meets {
    events: Vec::new(),
    needs: Vec::new(),
    breaks: None,
};

impl Path {
    pub fn meets(&self) -> &Meets {
        self.meets.as_deref().unwrap_or(&NOTHING)
    }
}

/// A block that breaks on the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Break {
    /// Its number.
    pub block: usize,
    /// How many enemies are met before: whom they kill, breaks nothing.
    pub met_before: usize,
}

/// A block that breaks, by number, and whether it is whole.
pub(super) type Need = (usize, bool);

/// A board with its places numbered: row by row, from the one above the drawing to the
/// one below it. Whoever is in the last row is dead.
pub(super) struct Terrain<'a> {
    board: &'a Board,
    exit: Exit,
    /// Where coins are, row by row.
    pub coins: Vec<Cell>,
    /// Where there is something that can be killed, row by row.
    pub enemies: Vec<Cell>,
    /// Where blocks are that break, row by row.
    pub blocks: Vec<Cell>,
}

impl<'a> Terrain<'a> {
    pub fn new(board: &'a Board, exit: Exit) -> Terrain<'a> {
        let cells = || {
            let rows = 0..board.height as i64;
            rows.flat_map(|y| (0..board.width as i64).map(move |x| (x, y)))
        };
        let open = |cell: &Cell| !board.tile(cell.0, cell.1).is(Tile::SOLID);
        let all = |property| cells().filter(move |&(x, y)| board.tile(x, y).is(property));
        let having = |property| all(property).filter(open).collect();
        Terrain {
            blocks: all(Tile::BREAKS).collect(),
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

    /// Whether nobody gets there: blocks, and what is beside the drawing. Of a block that
    /// breaks it is noted that this was needed to know.
    fn is_solid(&self, cell: Cell, needs: &mut Vec<Need>) -> bool {
        let (x, y) = cell;
        let beside = !(0..self.board.width as i64).contains(&x);
        match self.block(cell) {
            Some(block) => self.is_whole(block, needs),
            None => beside || self.board.tile(x, y).is(Tile::SOLID),
        }
    }

    /// The number of the block that breaks in a place.
    fn block(&self, (x, y): Cell) -> Option<usize> {
        if !(0..self.board.width as i64).contains(&x) || !self.board.tile(x, y).is(Tile::BREAKS) {
            return None;
        }
        self.blocks
            .binary_search_by_key(&(y, x), |&(x, y)| (y, x))
            .ok()
    }

    /// Whether a block is whole: as it is known to be, or else let it be so.
    fn is_whole(&self, block: usize, needs: &mut Vec<Need>) -> bool {
        if let Some((_, is_whole)) = needs.iter().find(|(known, _)| *known == block) {
            return *is_whole;
        }
        needs.push((block, true));
        true
    }

    /// Whether one stands there if every block is whole.
    pub fn may_stand(&self, cell: Cell) -> bool {
        self.stands(cell, &mut Vec::new())
    }

    /// Whether one stands there.
    fn stands(&self, (x, y): Cell, needs: &mut Vec<Need>) -> bool {
        self.board.tile(x, y + 1).is(Tile::ONE_WAY) || self.is_solid((x, y + 1), needs)
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

    /// The way of an action that begins in a place, where every block is whole; `None` where
    /// it is not possible.
    pub fn path(&self, from: usize, action: &Action) -> Option<Path> {
        self.way(from, action, &mut Vec::new())
    }

    /// All ways of an action that begins in a place: one for each case of blocks that break,
    /// of those that matter.
    pub fn paths(&self, from: usize, action: &Action) -> Vec<Path> {
        let (mut paths, mut needs) = (Vec::new(), Vec::new());
        loop {
            paths.extend(self.way(from, action, &mut needs));
            // The next case: the last block that was whole is gone.
            while needs.pop_if(|(_, is_whole)| !*is_whole).is_some() {}
            match needs.last_mut() {
                Some((_, is_whole)) => *is_whole = false,
                None => return paths,
            }
        }
    }

    /// The way if these blocks are whole or gone. Others that matter are taken to be whole,
    /// and noted.
    fn way(&self, from: usize, action: &Action, needs: &mut Vec<Need>) -> Option<Path> {
        let at = self.cell(from);
        let is_below = from >= self.first_below();
        if is_below || self.is_solid(at, needs) {
            return None;
        }
        // A jump begins on the ground. To do nothing is something to do only where
        // there is none.
        let stands = self.stands(at, needs);
        let begins_well = match action.components.first() {
            Some(Component::Rise(_)) => stands,
            Some(Component::Drift(..)) => true,
            None => !stands,
        };
        if !begins_well {
            return None;
        }
        let mut meets = NOTHING.clone();
        let end = self.follow(at, action, &mut meets, needs)?;
        meets.needs.clone_from(needs);
        let meets = (meets != NOTHING).then(|| Box::new(meets));
        Some(Path { end, meets })
    }

    /// Where the components of an action and then a fall end; `None` where nothing comes of it.
    fn follow(
        &self,
        mut at: Cell,
        action: &Action,
        meets: &mut Meets,
        needs: &mut Vec<Need>,
    ) -> Option<usize> {
        let from = self.place(at);
        for (i, component) in action.components.iter().enumerate() {
            let (dx, dy, tiles) = match *component {
                Component::Rise(tiles) => (0, -1, tiles),
                Component::Drift(Side::Left, tiles) => (-1, 0, tiles),
                Component::Drift(Side::Right, tiles) => (1, 0, tiles),
            };
            for tile in 0..tiles {
                let next = (at.0 + dx, at.1 + dy);
                if self.is_solid(next, needs) {
                    if dy < 0 {
                        let events = meets.events.iter();
                        let met = events.filter(|met| !matches!(met, Event::Coin(_)));
                        let met_before = met.count();
                        let block = self.block(next);
                        meets.breaks = block.map(|block| Break { block, met_before });
                    }
                    match (i, tile) {
                        // Who breaks a block right above the head does nothing else.
                        (0, 0) => return meets.breaks.map(|_| from),
                        _ => break,
                    }
                }
                at = next;
                if let end @ Some(_) = self.meets(next, false, &mut meets.events) {
                    return end;
                }
            }
        }
        Some(self.falls(at, &mut meets.events, needs))
    }

    /// Where a fall ends.
    fn falls(&self, (x, mut y): Cell, events: &mut Vec<Event>, needs: &mut Vec<Need>) -> usize {
        while !self.stands((x, y), needs) {
            y += 1;
            if y >= self.board.height as i64 {
                return self.below(x);
            }
            if let Some(end) = self.meets((x, y), true, events) {
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

    /// What is met in a place that one comes to, and where the way ends if that ends it: first
    /// a coin, then the exit, then an enemy. Of a second visit nothing is left to meet.
    fn meets(&self, cell: Cell, from_above: bool, events: &mut Vec<Event>) -> Option<usize> {
        let tile = self.board.tile(cell.0, cell.1);
        let order = |&(x, y): &Cell| (y, x);
        let number = |all: &[Cell]| all.binary_search_by_key(&order(&cell), order).ok();
        let of = |kind, all| tile.is(kind).then(|| number(all)).flatten();
        if let Some(coin) = of(Tile::COIN, &self.coins).map(Event::Coin)
            && !events.contains(&coin)
        {
            events.push(coin);
        }
        if self.wins(cell) {
            return Some(self.place(cell));
        }
        let (how, deadly): (fn(usize) -> Event, _) = match from_above {
            true => (Event::Stomp, Tile::DEADLY_ABOVE),
            false => (Event::Hit, Tile::DEADLY_SIDE),
        };
        let Some(enemy) = of(Tile::STOMPABLE, &self.enemies) else {
            return tile.is(deadly).then(|| self.below(cell.0));
        };
        let is_known = events.contains(&Event::Stomp(enemy)) || events.contains(&Event::Hit(enemy));
        if !is_known && (from_above || tile.is(deadly)) {
            events.push(how(enemy));
        }
        None
    }
}
