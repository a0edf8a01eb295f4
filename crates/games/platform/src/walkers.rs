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
}

impl Piece {
    /// Below the feet, if it stands there.
    pub fn ground(&self) -> Option<Val> {
        self.stands.then(|| self.ys[0])
    }
}

/// The most phases of all ways together.
const MAX_PHASES: usize = 8_000_000;

/// All who can be met on a board, or why they cannot be followed.
pub fn walkers(board: &Board, profile: &Profile) -> Result<Vec<Walker>, String> {
    let (place, mut n_left) = (Place { board, profile }, MAX_PHASES);
    let met = (0..board.tiles.len()).filter(|at| is_met(board.tiles[*at]));
    let walkers = met.map(|at| place.walker(at, &mut n_left));
    let walkers: Option<_> = walkers.collect();
    walkers.ok_or_else(|| "the ways of walkers are too long to be followed".to_owned())
}

/// Whether something is met one by one: it walks, or it matters from which side it is met.
fn is_met(tile: Tile) -> bool {
    let deadly = Tile::DEADLY_SIDE.with(Tile::DEADLY_ABOVE);
    let is_enemy = tile.is_any(Tile::STOMPABLE.with(Tile::WALKS).with(deadly));
    is_enemy && (tile.is(Tile::WALKS) || !tile.is(deadly))
}

/// Where walkers walk.
struct Place<'a> {
    board: &'a Board,
    profile: &'a Profile,
}

/// Somebody on the way.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Now {
    x: Val,
    y: Val,
    vy: Val,
    step: Val,
    /// Whether it stands, as the last tick saw it.
    stands: bool,
}

impl Place<'_> {
    /// Whether a place in these rows has a property under a body that is there.
    fn meets(&self, x: Val, [from, to]: [Val; 2], is_so: impl Fn(Tile) -> bool) -> bool {
        let (tile, wide) = (self.profile.tile, self.profile.body.0);
        let columns = [x, x + wide - 1].map(|edge| i64::from(edge.div_euclid(tile)));
        let mut rows = i64::from(from)..=i64::from(to);
        rows.any(|row| {
            columns
                .iter()
                .any(|&column| is_so(self.board.tile(column, row)))
        })
    }

    /// One tick, or nothing if that leads below the map.
    fn tick(&self, now: Now) -> Option<Now> {
        let (Profile { tile, body, .. }, profile) = (self.profile, self.profile);
        let (mut next, there) = (now, now.y + now.vy);
        (next.y, next.stands) = (there, false);
        next.vy = profile.falls[(now.vy - profile.vertical.0) as usize];
        // The tops of rows that the feet come through.
        let is_ground = |t: Tile| t.is_any(Tile::SOLID.with(Tile::ONE_WAY));
        let first = (now.y + tile - 1).div_euclid(*tile);
        let mut rows = (first..).take_while(|row| row * tile < there);
        if let Some(row) = rows.find(|&row| self.meets(now.x, [row, row], is_ground)) {
            (next.y, next.vy, next.stands) = (row * tile, profile.rest, true);
        }
        if next.y > self.board.height as Val * tile {
            return None;
        }
        let there = now.x + now.step;
        let most = self.board.width as Val * tile - body.0;
        let own = [next.y - body.1, next.y - 1].map(|y| y.div_euclid(*tile));
        match (0..=most).contains(&there) && !self.meets(there, own, |t| t.is(Tile::SOLID)) {
            true => next.x = there,
            false => next.step = -now.step,
        }
        Some(next)
    }

    /// Follows one to the end, or until it goes round; nothing if that takes too long.
    fn walker(&self, at: usize, left: &mut usize) -> Option<Walker> {
        let (Board { width, tiles, .. }, profile) = (self.board, self.profile);
        let (place, tile) = ((at % width, at / width), tiles[at]);
        let (side, walks) = (profile.tile, tile.is(Tile::WALKS));
        let mut now = Some(Now {
            x: place.0 as Val * side + (side - profile.body.0) / 2,
            y: (place.1 as Val + 1) * side,
            vy: profile.rest,
            step: if walks { -profile.walker } else { 0 },
            stands: !walks,
        });
        let (mut pieces, mut known, mut again) = (Vec::<Piece>::new(), HashMap::new(), None);
        while let Some(this) = now {
            *left = left.checked_sub(1)?;
            again = known.get(&this).copied();
            if again.is_some() {
                break;
            }
            let from = known.len() as Val;
            known.insert(this, from);
            if !pieces.last_mut().is_some_and(|piece| piece.takes(&this)) {
                pieces.push(Piece {
                    from,
                    x: this.x,
                    step: 0,
                    stands: this.stands,
                    ys: vec![this.y],
                    len: 1,
                });
            }
            now = if walks { self.tick(this) } else { now };
        }
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
            (self.step, self.len) = (way, self.len + 1);
            self.ys.extend((!self.stands).then_some(now.y));
        }
        is_even && is_alike
    }
}
