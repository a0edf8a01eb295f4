//! What walks, or stands and can be met: where it is in every tick. Trusted.
//!
//! Nothing that the player does changes the way of a walker but its end, so its way is
//! worked out beforehand: it falls as the player does, walks on at the same speed in the
//! air too, and turns where the next step is not free. Walkers go through each other. The
//! way ends below the map, or comes back to where it has been and goes round from then
//! on. It is kept in pieces along which one walks evenly to one side.

use std::collections::HashMap;

use playproof_model::Val;

use crate::canonical::{Board, Tile};
use crate::profile::Profile;

/// Somebody who can be met.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Walker {
    /// Where it is drawn.
    pub place: (usize, usize),
    /// What it is.
    pub tile: Tile,
    /// Its way, piece by piece. The phases of the pieces follow each other from 0 on.
    pub pieces: Vec<Piece>,
    /// The phase after the last, if the way does not end.
    pub again: Option<Val>,
}

/// A piece of a way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The first phase.
    pub from: Val,
    /// The left edge of the body in the first phase.
    pub x: Val,
    /// What is added in every phase.
    pub step: Val,
    /// Whether it stands on ground.
    pub stands: bool,
    /// Below the feet: one value if it stands, else phase by phase.
    pub ys: Vec<Val>,
    /// How many phases it has.
    pub len: Val,
}

impl Walker {
    /// The phase in which it is gone.
    pub fn gone(&self) -> Val {
        self.pieces.last().map_or(0, |piece| piece.from + piece.len)
    }

    /// The phase after another.
    pub fn next(&self, phase: Val) -> Val {
        match self.again {
            Some(again) if phase == self.gone() - 1 => again,
            _ => (phase + 1).min(self.gone()),
        }
    }

    /// Where it is in a phase: the left edge, and below the feet, and whether it falls.
    pub fn at(&self, phase: Val) -> Option<(Val, Val, bool)> {
        let after = self.pieces.partition_point(|piece| piece.from <= phase);
        let piece = &self.pieces[after.checked_sub(1)?];
        let since = phase - piece.from;
        (since < piece.len).then(|| (piece.x + piece.step * since, piece.y(since), !piece.stands))
    }
}

impl Piece {
    /// Below the feet, if it stands there.
    pub fn ground(&self) -> Option<Val> {
        self.stands.then(|| self.ys[0])
    }

    fn y(&self, since: Val) -> Val {
        self.ys[(since as usize).min(self.ys.len() - 1)]
    }
}

/// The most phases of all ways together.
const MAX_PHASES: usize = 8_000_000;

/// All who can be met on a board, or why they cannot be followed.
pub fn walkers(board: &Board, profile: &Profile) -> Result<Vec<Walker>, String> {
    let mut walkers = Vec::new();
    let mut n_left = MAX_PHASES;
    for (at, &tile) in board.tiles.iter().enumerate() {
        if is_met(tile) {
            let place = (at % board.width, at / board.width);
            let way = Way::new(board, profile, place, tile.is(Tile::WALKS));
            let walker = way.walker(place, tile, &mut n_left);
            walkers.push(walker.ok_or("the ways of walkers are too long to be followed")?);
        }
    }
    Ok(walkers)
}

/// Whether something is met one by one: it walks, or it matters from which side it is met.
fn is_met(tile: Tile) -> bool {
    let deadly = Tile::DEADLY_SIDE.with(Tile::DEADLY_ABOVE);
    let is_enemy = tile.is_any(Tile::STOMPABLE.with(Tile::WALKS).with(deadly));
    is_enemy && (tile.is(Tile::WALKS) || !tile.is(deadly))
}

/// Somebody on the way.
struct Way<'a> {
    board: &'a Board,
    profile: &'a Profile,
    walks: bool,
    now: Now,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Now {
    x: Val,
    y: Val,
    vy: Val,
    step: Val,
    /// Whether it stands, as the last tick saw it.
    stands: bool,
}

impl<'a> Way<'a> {
    fn new(board: &'a Board, profile: &'a Profile, at: (usize, usize), walks: bool) -> Self {
        let tile = profile.tile;
        let (column, row) = (at.0 as Val, at.1 as Val);
        let now = Now {
            x: column * tile + (tile - profile.body.0) / 2,
            y: (row + 1) * tile,
            vy: profile.rest,
            step: if walks { -profile.walker } else { 0 },
            stands: !walks,
        };
        Way {
            board,
            profile,
            walks,
            now,
        }
    }

    /// Whether a place between these rows has a property under a body that is there.
    fn meets(&self, x: Val, rows: (Val, Val), is_so: impl Fn(Tile) -> bool) -> bool {
        let tile = self.profile.tile;
        let columns = [x, x + self.profile.body.0 - 1].map(|edge| edge.div_euclid(tile));
        let mut rows = rows.0..=rows.1;
        rows.any(|row| {
            let mut columns = columns.iter();
            columns.any(|&column| is_so(self.board.tile(column.into(), row.into())))
        })
    }

    /// One tick, or nothing if that leads below the map.
    fn tick(&self, now: Now) -> Option<Now> {
        if !self.walks {
            return Some(now);
        }
        let Profile {
            tile,
            body,
            vertical,
            ref falls,
            rest,
            ..
        } = *self.profile;
        let mut next = now;
        next.y += now.vy;
        next.stands = false;
        next.vy = falls[(now.vy - vertical.0) as usize];
        // The tops of rows that the feet come through.
        let is_ground = |t: Tile| t.is_any(Tile::SOLID.with(Tile::ONE_WAY));
        let first = (now.y + tile - 1).div_euclid(tile);
        let mut rows = (first..).take_while(|row| row * tile < now.y + now.vy);
        if let Some(row) = rows.find(|&row| self.meets(now.x, (row, row), is_ground)) {
            (next.y, next.vy, next.stands) = (row * tile, rest, true);
        }
        if next.y > self.board.height as Val * tile {
            return None;
        }
        let there = now.x + now.step;
        let most = self.board.width as Val * tile - body.0;
        let own = (
            (next.y - body.1).div_euclid(tile),
            (next.y - 1).div_euclid(tile),
        );
        let is_free = (0..=most).contains(&there) && !self.meets(there, own, |t| t.is(Tile::SOLID));
        match is_free {
            true => next.x = there,
            false => next.step = -now.step,
        }
        Some(next)
    }

    /// Follows it to the end, or until it goes round; nothing if that takes too long.
    fn walker(mut self, place: (usize, usize), tile: Tile, left: &mut usize) -> Option<Walker> {
        let (mut pieces, mut known): (Vec<Piece>, _) = (Vec::new(), HashMap::new());
        let mut phase = 0;
        let again = loop {
            *left = left.checked_sub(1)?;
            if let Some(&again) = known.get(&self.now) {
                break Some(again);
            }
            known.insert(self.now, phase);
            let Now { x, y, stands, .. } = self.now;
            let last = pieces.last_mut();
            if !last.is_some_and(|piece| piece.takes(&self.now)) {
                pieces.push(Piece {
                    from: phase,
                    x,
                    step: 0,
                    stands,
                    ys: vec![y],
                    len: 1,
                });
            }
            phase += 1;
            match self.tick(self.now) {
                Some(next) => self.now = next,
                None => break None,
            }
        };
        Some(Walker {
            place,
            tile,
            pieces,
            again,
        })
    }
}

impl Piece {
    /// Takes a place that goes on evenly from those that it has: as far to the side as
    /// before, standing at the same height, or falling as before.
    fn takes(&mut self, now: &Now) -> bool {
        let way = now.x - (self.x + self.step * (self.len - 1));
        let is_even = self.len == 1 || way == self.step;
        let is_alike = now.stands == self.stands && (!self.stands || now.y == self.ys[0]);
        if is_even && is_alike {
            self.step = way;
            self.len += 1;
            if !self.stands {
                self.ys.push(now.y);
            }
        }
        is_even && is_alike
    }
}
