//! Platform levels with exact physics, as Rules. Trusted.
//!
//! A tick: who stands and presses jump, having let go of it before, takes off; who keeps
//! it pressed rises with what is left of the jump; anybody else falls with the vertical
//! speed. A head that hits something ends the jump; feet that meet ground stand on it.
//! Then one goes on sideways until something is in the way. Below the map is death.
//!
//! Places are in the profile's parts of a pixel: `x` is the left edge of the body, `y` is below
//! its feet. `jump` is 0 if the button was not pressed in the tick before, the ticks that
//! are left of a jump, or one more than there ever are, if it was pressed to no effect.
//!
//! Sideways one gets to `x + way`, or up to the next wall in the rows of the body. That
//! is written as a least and a greatest value, not as a condition, so that a whole range
//! of places has a range of places after it, with nothing in between left out or added.

use playproof_model::{ActionId, Builder, E, Op, Rules, TableId, Val, VarId, set};

use crate::canonical::{Board, Tile};
use crate::profile::{GAITS, Profile};

/// Where things are in the state.
pub const X: usize = 0;
/// The speed.
pub const VX: usize = 1;
/// Below the feet.
pub const Y: usize = 2;
/// The vertical speed.
pub const VY: usize = 3;
/// The jump.
pub const JUMP: usize = 4;
/// Whether one stands.
pub const GROUND: usize = 5;

/// How many there are.
pub const N_VARIABLES: usize = 6;

/// The bounds of a level in parts of a pixel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The greatest `x`.
    pub right: Val,
    /// The least `y`.
    pub top: Val,
    /// The greatest `y`: whoever is there is dead.
    pub bottom: Val,
    /// Rows above the drawing that tables have.
    pub sky: Val,
    /// Rows that tables have.
    pub rows: Val,
}

impl Bounds {
    /// Those of a board.
    pub fn new(board: &Board, profile: &Profile) -> Bounds {
        let (top, tile) = (-profile.highest(), profile.tile);
        let sky = (-(top + profile.vertical.0 - profile.body.1)) / tile + 1;
        let bottom = board.height as Val * tile + 1;
        Bounds {
            right: board.width as Val * tile - profile.body.0,
            top,
            bottom,
            sky,
            rows: sky + (bottom + profile.vertical.1) / tile + 2,
        }
    }
}

struct Vars {
    x: VarId,
    vx: VarId,
    y: VarId,
    vy: VarId,
    jump: VarId,
    ground: VarId,
}

/// What a tick does vertically.
struct Vertical {
    y: E,
    vy: E,
    jump: E,
    ground: E,
    /// The leftmost and rightmost place that one can go to from there.
    left: E,
    right: E,
}

/// What is looked up: of places by row and column, rows counting from the sky.
struct Tables {
    /// Whether feet stand on it.
    stands: TableId,
    /// Whether heads hit it and bodies are stopped by it.
    solid: TableId,
    /// The leftmost and rightmost place that can be gone to from a column.
    left: TableId,
    right: TableId,
    /// The vertical speed after a way.
    falls: TableId,
    /// The speed after a way.
    slowed: TableId,
}

struct Writer<'a> {
    b: Builder,
    board: &'a Board,
    profile: &'a Profile,
    bounds: Bounds,
    vars: Vars,
    tables: Tables,
}

/// The first state.
pub fn initial(board: &Board, profile: &Profile) -> Vec<Val> {
    let (column, row) = (board.start.0 as Val, board.start.1 as Val);
    let tile = profile.tile;
    let x = (column * tile + (tile - profile.body.0) / 2).min(Bounds::new(board, profile).right);
    vec![x, 0, (row + 1) * tile, profile.rest, 0, 0]
}

/// The Rules of a board under a profile.
pub fn rules(board: &Board, profile: &Profile) -> Rules {
    let bounds = Bounds::new(board, profile);
    let mut b = Builder::default();
    let vars = Vars {
        x: b.variable("x", 0, bounds.right),
        vx: b.variable("vx", -profile.fastest, profile.fastest),
        y: b.variable("y", bounds.top, bounds.bottom),
        vy: b.variable("vy", profile.falls[0].min(profile.rest), profile.vertical.1),
        jump: b.variable("jump", 0, profile.ticks() + 1),
        ground: b.variable("ground", 0, 1),
    };
    let tables = tables(&mut b, board, profile, bounds);
    let mut w = Writer {
        b,
        board,
        profile,
        bounds,
        vars,
        tables,
    };
    let verticals = [w.vertical(false), w.vertical(true)];
    for (gait, name) in GAITS.iter().enumerate() {
        let way = w.way(gait);
        for (presses, vertical) in verticals.iter().enumerate() {
            let name = match presses {
                0 => (*name).to_owned(),
                _ => format!("{name}+jump"),
            };
            let action = w.b.action(&name);
            w.tick(&name, action, way, vertical);
        }
    }
    let over = w.propositions();
    w.b.terminal(over);
    w.b.counter("moves", |_| 1);
    w.b.initial(initial(board, profile));
    w.b.finish().expect("every step stays within bounds")
}

fn tables(b: &mut Builder, board: &Board, profile: &Profile, bounds: Bounds) -> Tables {
    let is_wall = |c: i64, r: i64| board.tile(c, r).is(Tile::SOLID);
    let mut places = |name: &str, cell: &dyn Fn(i64, i64) -> Val| {
        let (rows, columns) = (bounds.rows as u32, board.width as u32);
        let all = (0..i64::from(rows)).flat_map(|r| (0..i64::from(columns)).map(move |c| (c, r)));
        let cells = all.map(|(column, row)| cell(column, row - i64::from(bounds.sky)));
        b.table(name, &[rows, columns], cells.collect())
    };
    Tables {
        stands: places("stands", &|c, r| {
            Val::from(is_wall(c, r) || board.tile(c, r).is(Tile::ONE_WAY))
        }),
        solid: places("solid", &|c, r| Val::from(is_wall(c, r))),
        left: places("left", &|column, row| {
            let wall = (0..=column).rev().find(|&c| is_wall(c, row));
            wall.map_or(0, |c| (c as Val + 1) * profile.tile)
                .min(bounds.right)
        }),
        right: places("right", &|column, row| {
            let wall = (column..board.width as i64).find(|&c| is_wall(c, row));
            wall.map_or(bounds.right, |c| c as Val * profile.tile - profile.body.0)
                .max(0)
        }),
        falls: b.table(
            "falls",
            &[profile.falls.len() as u32],
            profile.falls.clone(),
        ),
        slowed: b.table(
            "slowed",
            &[profile.slowed.len() as u32],
            profile.slowed.clone(),
        ),
    }
}

impl Writer<'_> {
    fn constant(&mut self, value: Val) -> E {
        self.b.constant(value)
    }

    fn plus(&mut self, e: E, k: Val) -> E {
        let k = self.constant(k);
        self.b.add(e, k)
    }

    /// The row of a height, as tables count rows.
    fn row(&mut self, height: E) -> E {
        let sky = self.bounds.sky * self.profile.tile;
        let above = self.plus(height, sky);
        self.b.div(self.profile.tile, above)
    }

    /// The columns of the left and the right edge of the body.
    fn columns(&mut self) -> [E; 2] {
        let left = self.b.var(self.vars.x);
        let right = self.plus(left, self.profile.body.0 - 1);
        [left, right].map(|edge| self.b.div(self.profile.tile, edge))
    }

    /// Whether a table has a 1 in this row under either edge of the body.
    fn either(&mut self, table: TableId, row: E) -> E {
        let [left, right] = self.columns();
        let [a, b] = [left, right].map(|column| self.b.lookup(table, &[row, column]));
        self.b.max(a, b)
    }

    /// What becomes of the vertical state, with the button pressed or not.
    fn vertical(&mut self, presses: bool) -> Vertical {
        let Profile {
            body,
            ref rises,
            takeoff,
            vertical,
            rest,
            ..
        } = *self.profile;
        let (y, vy) = (self.b.var(self.vars.y), self.b.var(self.vars.vy));
        let held = rises.len() as Val;
        let (way, jump) = match presses {
            false => (vy, self.constant(0)),
            true => {
                let (ground, jump) = (self.b.var(self.vars.ground), self.b.var(self.vars.jump));
                // What rises, and what is left then: in the air and on the ground.
                let none = |left: Val| {
                    if (1..held).contains(&left) {
                        -rises[left as usize]
                    } else {
                        0
                    }
                };
                let air = (0..=held).map(none);
                let standing = (0..=held).map(|left| if left == 0 { -takeoff } else { 0 });
                let up = self
                    .b
                    .table("up", &[2, held as u32 + 1], air.chain(standing).collect());
                let next = |left: Val| {
                    if (2..held).contains(&left) {
                        left - 1
                    } else {
                        held
                    }
                };
                let air = (0..=held).map(next);
                // A jump of no more ticks than the first.
                let first = if held > 1 { held - 1 } else { held };
                let standing = (0..=held).map(|left| if left == 0 { first } else { held });
                let after = self.b.table(
                    "after",
                    &[2, held as u32 + 1],
                    air.chain(standing).collect(),
                );
                let up = self.b.lookup(up, &[ground, jump]);
                let zero = self.constant(0);
                let rises = self.b.cmp(Op::Lt, up, zero);
                (
                    self.b.ite(rises, up, vy),
                    self.b.lookup(after, &[ground, jump]),
                )
            }
        };
        let there = self.b.add(y, way);
        // Feet: the rows that they come into, at most two.
        let first = self.plus(y, self.profile.tile - 1);
        let first = self.row(first);
        let second = self.plus(first, 1);
        let mut ground = self.constant(0);
        let mut lands = there;
        for row in [second, first] {
            let edge = self.b.mul(self.profile.tile, row);
            let edge = self.plus(edge, -self.bounds.sky * self.profile.tile);
            let passes = self.b.cmp(Op::Lt, edge, there);
            let is_ground = self.either(self.tables.stands, row);
            let hits = self.b.all([passes, is_ground]);
            lands = self.b.ite(hits, edge, lands);
            ground = self.b.max(ground, hits);
        }
        // The head: the row that it comes into.
        let (head, up) = (self.plus(y, -body.1), self.plus(there, -body.1));
        let (from, to) = (self.row(head), self.row(up));
        let rises = self.b.cmp(Op::Lt, to, from);
        let is_solid = self.either(self.tables.solid, to);
        let bumps = self.b.all([rises, is_solid]);
        let below = self.plus(to, 1 - self.bounds.sky);
        let below = self.b.mul(self.profile.tile, below);
        let below = self.plus(below, body.1);
        let after = self.b.ite(bumps, below, lands);
        let y = self.b.clamp(after, self.bounds.top, self.bounds.bottom);
        // What stands, bumps or is dead has not moved.
        let dead = self.b.is(y, self.bounds.bottom);
        let stopped = self.b.any([ground, bumps, dead]);
        let index = self.plus(way, -vertical.0);
        let falling = self.b.lookup(self.tables.falls, &[index]);
        let resting = self.constant(rest);
        let vy = self.b.ite(stopped, resting, falling);
        let over = self.constant(if presses { held } else { 0 });
        let jump = self.b.ite(bumps, over, jump);
        let [left, right] = self.limits(y);
        Vertical {
            y,
            vy,
            jump,
            ground,
            left,
            right,
        }
    }

    /// How far one can go in the rows of a body that is there.
    fn limits(&mut self, y: E) -> [E; 2] {
        let body = self.profile.body;
        let (head, feet) = (self.plus(y, -body.1), self.plus(y, -1));
        let rows = [self.row(head), self.row(feet)];
        let columns = self.columns();
        let lefts = rows.map(|row| self.b.lookup(self.tables.left, &[row, columns[0]]));
        let rights = rows.map(|row| self.b.lookup(self.tables.right, &[row, columns[1]]));
        [
            self.b.max(lefts[0], lefts[1]),
            self.b.min(rights[0], rights[1]),
        ]
    }

    /// How far a gait leads.
    fn way(&mut self, gait: usize) -> E {
        let ways = self.profile.advance[gait].clone();
        let table = self
            .b
            .table(&format!("way-{}", GAITS[gait]), &[ways.len() as u32], ways);
        let vx = self.b.var(self.vars.vx);
        let index = self.plus(vx, self.profile.fastest);
        self.b.lookup(table, &[index])
    }

    fn tick(&mut self, name: &str, action: ActionId, way: E, vertical: &Vertical) {
        let x = self.b.var(self.vars.x);
        let there = self.b.add(x, way);
        let next = self.b.min(there, vertical.right);
        let next = self.b.max(next, vertical.left);
        // Not by comparing both: of ranges one would never see that they are the same.
        let from = self.b.cmp(Op::Le, vertical.left, there);
        let to = self.b.cmp(Op::Le, there, vertical.right);
        let goes = self.b.all([from, to]);
        let index = self.plus(way, self.profile.furthest);
        let (slower, still) = (
            self.b.lookup(self.tables.slowed, &[index]),
            self.constant(0),
        );
        let vx = self.b.ite(goes, slower, still);
        let always = self.constant(1);
        let Vars {
            x,
            vx: speed,
            y,
            vy,
            jump,
            ground,
        } = self.vars;
        let writes = vec![
            set(x, next),
            set(speed, vx),
            set(y, vertical.y),
            set(vy, vertical.vy),
            set(jump, vertical.jump),
            set(ground, vertical.ground),
        ];
        self.b.command(name, action, always, writes);
    }

    /// Names what can be asked for, and says where play is over.
    fn propositions(&mut self) -> E {
        let y = self.b.var(self.vars.y);
        let dead = self.b.is(y, self.bounds.bottom);
        let [left, right] = self.columns();
        let exit = self.constant(self.board.exit as Val);
        let (from, to) = (
            self.b.cmp(Op::Le, left, exit),
            self.b.cmp(Op::Le, exit, right),
        );
        let alive = self.b.not(dead);
        let win = self.b.all([from, to, alive]);
        self.b.atom("win", win);
        self.b.atom("lose", dead);
        self.b.any([win, dead])
    }
}
