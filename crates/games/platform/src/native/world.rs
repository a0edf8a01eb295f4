//! A level under a profile, as a search looks at it.

use std::any::Any;

use playproof_model::{NativeFactory, NativeModel, Property, Subject, Unsupported, Val};

use crate::canonical::{Board, Tile};
use crate::profile::Profile;
use crate::rules::{Bounds, initial};

/// Whether the button is pressed.
pub type Presses = bool;

/// The vertical part of a state: where the feet are, and what the jump does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Pose {
    /// Below the feet.
    pub y: Val,
    /// The vertical speed.
    pub vy: Val,
    /// The jump, as in the Rules.
    pub jump: Val,
    /// Whether one stands.
    pub ground: bool,
}

/// A state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Body {
    /// The left edge.
    pub x: Val,
    /// The speed.
    pub vx: Val,
    /// The rest.
    pub pose: Pose,
}

impl Body {
    /// The state as the Rules have it.
    pub fn values(&self) -> [Val; 6] {
        let Pose {
            y,
            vy,
            jump,
            ground,
        } = self.pose;
        [self.x, self.vx, y, vy, jump, Val::from(ground)]
    }

    /// What the Rules have, as a state.
    pub fn from_values(values: &[Val]) -> Body {
        let pose = Pose {
            y: values[2],
            vy: values[3],
            jump: values[4],
            ground: values[5] == 1,
        };
        Body {
            x: values[0],
            vx: values[1],
            pose,
        }
    }
}

/// What a place of a board is to feet and heads.
const STANDS: u8 = 1;
const SOLID: u8 = 2;

/// A level under a profile.
pub struct World {
    profile: Profile,
    bounds: Bounds,
    width: usize,
    /// For each row, from the sky on, what its places are.
    places: Vec<u8>,
    /// Whether a row has anything at all.
    is_empty: Vec<bool>,
    /// How far one can go to the left and to the right from a column, row by row.
    left: Vec<Val>,
    right: Vec<Val>,
    first: Body,
    exit: (Val, Val),
}

/// What a row is met with: feet that stand on it, or a head that hits it.
type Met = (usize, u8);

/// The vertical part of a tick from one vertical state, wherever that is.
#[derive(Clone, Copy, Debug)]
pub struct Fall {
    /// The rows in which something may be met, the first one first; only such as have
    /// anything.
    rows: [Option<Met>; 2],
    /// The vertical state after it if nothing is met, or something in the first or in
    /// the second of the rows.
    pub outcomes: [Option<Pose>; 3],
}

impl World {
    /// A board under a profile.
    pub fn new(board: &Board, profile: &Profile) -> World {
        let bounds = Bounds::new(board, profile);
        let (rows, width) = (bounds.rows as usize, board.width);
        let (mut places, mut left, mut right) = (Vec::new(), Vec::new(), Vec::new());
        let mut is_empty = Vec::new();
        for row in 0..rows {
            let begin = places.len();
            for column in 0..width {
                let tile = board.tile(column as i64, row as i64 - i64::from(bounds.sky));
                let solid = tile.is(Tile::SOLID);
                let stands = solid || tile.is(Tile::ONE_WAY);
                places.push(u8::from(stands) * STANDS + u8::from(solid) * SOLID);
            }
            is_empty.push(places[begin..].iter().all(|&p| p == 0));
            let (mut limit, mut limits) = (0, vec![0; width]);
            for column in 0..width {
                if places[begin + column] & SOLID != 0 {
                    limit = ((column as Val + 1) * profile.tile).min(bounds.right);
                }
                limits[column] = limit;
            }
            left.extend(&limits);
            limit = bounds.right;
            for column in (0..width).rev() {
                if places[begin + column] & SOLID != 0 {
                    limit = (column as Val * profile.tile - profile.body.0).max(0);
                }
                limits[column] = limit;
            }
            right.extend(&limits);
        }
        let exit = board.exit as Val * profile.tile;
        World {
            first: Body::from_values(&initial(board, profile)),
            exit: (exit - profile.body.0 + 1, exit + profile.tile - 1),
            profile: profile.clone(),
            bounds,
            width,
            places,
            is_empty,
            left,
            right,
        }
    }

    /// The first state.
    pub fn first(&self) -> Body {
        self.first
    }

    /// The same level, begun in another state.
    pub fn begun(mut self, first: Body) -> World {
        self.first = first;
        self
    }

    /// The profile.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// The bounds.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// The places that win, whatever the height.
    pub fn exit(&self) -> (Val, Val) {
        self.exit
    }

    /// Whether whoever is like this is dead.
    pub fn is_dead(&self, pose: Pose) -> bool {
        pose.y == self.bounds.bottom
    }

    /// Whether a state wins.
    pub fn is_won(&self, body: &Body) -> bool {
        (self.exit.0..=self.exit.1).contains(&body.x) && !self.is_dead(body.pose)
    }

    /// Whether play is over.
    pub fn is_over(&self, body: &Body) -> bool {
        self.is_dead(body.pose) || self.is_won(body)
    }

    /// The parts of a range of places in which play is not over.
    pub fn going_on(&self, pose: Pose, (lo, hi): (Val, Val), mut emit: impl FnMut((Val, Val))) {
        if self.is_dead(pose) {
            return;
        }
        for part in [(lo, hi.min(self.exit.0 - 1)), (lo.max(self.exit.1 + 1), hi)] {
            if part.0 <= part.1 {
                emit(part);
            }
        }
    }

    /// The row of a height, from the sky on.
    fn row(&self, height: Val) -> usize {
        (height + self.bounds.sky * self.profile.tile).div_euclid(self.profile.tile) as usize
    }

    /// The height of the top of a row.
    fn edge(&self, row: usize) -> Val {
        (row as Val - self.bounds.sky) * self.profile.tile
    }

    /// Whether either edge of a body that is there is in a column that has this.
    fn either(&self, row: usize, x: Val, what: u8) -> bool {
        let places = &self.places[row * self.width..][..self.width];
        let right = (x + self.profile.body.0 - 1) / self.profile.tile;
        (places[(x / self.profile.tile) as usize] | places[right as usize]) & what != 0
    }

    /// The vertical part of a tick, with the button pressed or not.
    pub fn fall(&self, pose: Pose, presses: Presses) -> Fall {
        let (held, rest) = (self.profile.ticks() + 1, self.profile.rest);
        let (way, jump) = match presses {
            false => (pose.vy, 0),
            true if pose.ground && pose.jump == 0 => (-self.profile.takeoff, (held - 1).max(1)),
            true if !pose.ground && (1..held).contains(&pose.jump) => {
                let next = if pose.jump > 1 { pose.jump - 1 } else { held };
                (-self.profile.rises[pose.jump as usize], next)
            }
            true => (pose.vy, held),
        };
        let rows = self.rows(pose, way);
        let y = (pose.y + way).clamp(self.bounds.top, self.bounds.bottom);
        let vy = match y == self.bounds.bottom {
            true => rest,
            false => self.profile.falls[(way - self.profile.vertical.0) as usize],
        };
        let free = Pose {
            y,
            vy,
            jump,
            ground: false,
        };
        let met = rows.map(|met| {
            let (row, what) = met?;
            let (y, ground) = match what {
                STANDS => (self.edge(row), true),
                _ => (self.edge(row + 1) + self.profile.body.1, false),
            };
            let jump = if ground {
                jump
            } else {
                held * Val::from(presses)
            };
            Some(Pose {
                y,
                vy: rest,
                jump,
                ground,
            })
        });
        Fall {
            rows,
            outcomes: [Some(free), met[0], met[1]],
        }
    }

    /// The rows in which something may be met on a way: of feet the upper one first, or
    /// of the head.
    fn rows(&self, pose: Pose, way: Val) -> [Option<Met>; 2] {
        let there = pose.y + way;
        let mut rows = [None; 2];
        if way > 0 {
            let first = self.row(pose.y + self.profile.tile - 1);
            for (i, slot) in rows.iter_mut().enumerate() {
                let row = first + i;
                if self.edge(row) < there && !self.is_empty[row] {
                    *slot = Some((row, STANDS));
                }
            }
        } else {
            let head = pose.y - self.profile.body.1;
            let (from, to) = (self.row(head), self.row(head + way));
            if to < from && !self.is_empty[to] {
                rows[0] = Some((to, SOLID));
            }
        }
        rows
    }

    /// The places where an edge of the body gets into another column.
    pub fn edges(&self) -> Vec<Val> {
        let columns = (1..=self.width as Val).map(|column| column * self.profile.tile);
        let edges = columns.flat_map(|edge| [edge - self.profile.body.0 + 1, edge]);
        edges.filter(|&x| x <= self.bounds.right).collect()
    }

    /// Which outcome a fall has at a place.
    fn outcome(&self, fall: &Fall, x: Val) -> usize {
        let meets = |met: &Option<Met>| met.is_some_and(|(row, what)| self.either(row, x, what));
        fall.rows.iter().position(meets).map_or(0, |i| i + 1)
    }

    /// How far one can go to the left and to the right, in the rows of a body.
    pub fn limits(&self, y: Val, x: Val) -> (Val, Val) {
        let rows = [self.row(y - self.profile.body.1), self.row(y - 1)];
        let (column, right) = (
            x / self.profile.tile,
            (x + self.profile.body.0 - 1) / self.profile.tile,
        );
        let left = rows.map(|row| self.left[row * self.width + column as usize]);
        let right = rows.map(|row| self.right[row * self.width + right as usize]);
        (left[0].max(left[1]), right[0].min(right[1]))
    }

    /// One tick.
    pub fn tick(&self, body: &Body, gait: usize, presses: Presses) -> Body {
        let pose = self.fallen(body.pose, body.x, presses);
        self.gone(body, pose, gait)
    }

    /// The vertical part of a tick at a place.
    fn fallen(&self, pose: Pose, x: Val, presses: Presses) -> Pose {
        let fall = self.fall(pose, presses);
        fall.outcomes[self.outcome(&fall, x)].expect("an outcome that a row has")
    }

    /// The horizontal part of a tick, after the vertical one.
    fn gone(&self, body: &Body, pose: Pose, gait: usize) -> Body {
        let way = self.profile.advance[gait][(body.vx + self.profile.fastest) as usize];
        let (left, right) = self.limits(pose.y, body.x);
        let there = body.x + way;
        let x = there.min(right).max(left);
        let vx = match (left..=right).contains(&there) {
            true => self.profile.slowed[(way + self.profile.furthest) as usize],
            false => 0,
        };
        Body { x, vx, pose }
    }

    /// The outcomes of a fall at all places of a range: parts of it, from left to right,
    /// each with the number of its outcome.
    pub fn parts(
        &self,
        fall: &Fall,
        (lo, hi): (Val, Val),
        mut emit: impl FnMut((Val, Val), usize),
    ) {
        if fall.rows == [None; 2] {
            return emit((lo, hi), 0);
        }
        let body = self.profile.body.0;
        // It changes only where an edge of the body gets into another column.
        let after = |x: Val| {
            let left = (x / self.profile.tile + 1) * self.profile.tile;
            let right = ((x + body - 1) / self.profile.tile + 1) * self.profile.tile - body + 1;
            left.min(right)
        };
        let (mut begin, mut now) = (lo, self.outcome(fall, lo));
        let mut x = after(lo);
        while x <= hi {
            let next = self.outcome(fall, x);
            if next != now {
                emit((begin, x - 1), now);
                (begin, now) = (x, next);
            }
            x = after(x);
        }
        emit((begin, hi), now);
    }
}

impl NativeFactory for World {
    fn name(&self) -> &'static str {
        "ranges"
    }

    fn model(&self, _: &Subject, _: &Property) -> Result<Box<dyn NativeModel>, Unsupported> {
        Err(Unsupported(
            "the level's own engine looks at ranges of places".to_owned(),
        ))
    }

    fn as_any(&self) -> Option<&dyn Any> {
        Some(self)
    }
}
