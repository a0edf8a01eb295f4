//! Platform levels with exact physics, as Rules. Trusted.
//!
//! A tick: who comes down on something that dies of it is thrown up; who stands and presses jump, having let go of it before, takes off; who keeps
//! it pressed rises with what is left of the jump; anybody else falls with the vertical
//! speed. A head that hits something ends the jump, and breaks what breaks; feet that meet
//! ground stand on it.
//! Then one goes on sideways until something is in the way. Below the map is death, and so
//! is what kills at a touch.
//!
//! Places are in the profile's parts of a pixel: `x` is the left edge of the body, `y` is below
//! its feet. `jump` is 0 if the button was not pressed in the tick before, the ticks that
//! are left of a jump, or one more than there ever are, if it was pressed to no effect.
//!
//! Sideways one gets to `x + way`, or up to the next wall in the rows of the body. That
//! is written as a least and a greatest value, not as a condition, so that a whole range
//! of places has a range of places after it, with nothing in between left out or added.

mod blocks;
mod met;
mod vertical;

use playproof_model::{ActionId, Builder, E, Op, Rules, TableId, Val, VarId, set};

use self::blocks::Blocks;
pub use self::blocks::breaking_blocks;
use self::met::Head;
use self::vertical::Vertical;
use crate::canonical::{Board, Tile};
use crate::profile::{GAITS, Profile};
use crate::walkers::{Walker, walkers};

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

/// The first of the blocks that break, if there are any: 1 if it is whole, and one more that
/// never is. Then the walkers, and the time, if it is limited.
pub const BLOCKS: usize = 6;

/// A board under a profile, and all who can be met there.
#[derive(Clone, Debug)]
pub struct Stage {
    /// The board.
    pub board: Board,
    /// The profile.
    pub profile: Profile,
    /// Who walks, or stands and can be met.
    pub walkers: Vec<Walker>,
}

impl Stage {
    /// A board under a profile, or why that is no game.
    pub fn new(board: Board, profile: Profile) -> Result<Stage, String> {
        let walkers = walkers(&board, &profile)?;
        Ok(Stage {
            board,
            profile,
            walkers,
        })
    }

    /// Where the first walker is in the state.
    pub fn first_walker(&self) -> usize {
        match breaking_blocks(&self.board).len() {
            0 => BLOCKS,
            n => BLOCKS + n + 1,
        }
    }

    /// The first state.
    pub fn initial(&self) -> Vec<Val> {
        let Stage { board, profile, .. } = self;
        let (column, row) = (board.start.0 as Val, board.start.1 as Val);
        let tile = profile.tile;
        let most = Bounds::new(board, profile).right;
        let x = (column * tile + (tile - profile.body.0) / 2).min(most);
        let mut first = vec![x, 0, (row + 1) * tile, profile.rest, 0, 0];
        first.extend((1..self.first_walker() - BLOCKS).map(|_| 1));
        first.resize(self.first_walker(), 0);
        first.extend(self.walkers.iter().map(|_| 0));
        first.extend(board.settings.time.map(|time| time as Val));
        first
    }
}

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
        // Whoever falls slowly still has two rows below the feet that are looked at.
        let below = profile.vertical.1.max(tile);
        Bounds {
            right: board.width as Val * tile - profile.body.0,
            top,
            bottom,
            sky,
            rows: sky + (bottom + below) / tile + 2,
        }
    }
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
    stage: &'a Stage,
    bounds: Bounds,
    tables: Tables,
    blocks: Option<Blocks>,
    walkers: Vec<VarId>,
    /// The ticks that are left.
    time: Option<VarId>,
}

/// The Rules of a stage.
pub fn rules(stage: &Stage) -> Rules {
    let (board, profile) = (&stage.board, &stage.profile);
    let bounds = Bounds::new(board, profile);
    let mut b = Builder::default();
    // In the order of `X` and those after it.
    b.variable("x", 0, bounds.right);
    b.variable("vx", -profile.fastest, profile.fastest);
    b.variable("y", bounds.top, bounds.bottom);
    let slowest = profile.falls[0].min(profile.rest);
    b.variable("vy", slowest, profile.vertical.1);
    b.variable("jump", 0, profile.held());
    b.variable("ground", 0, 1);
    let blocks = Blocks::new(&mut b, board, bounds);
    let names = (1..).map(|number| format!("walker_{number}"));
    let walkers = stage.walkers.iter().zip(names);
    let walkers = walkers.map(|(walker, name)| b.variable(&name, 0, walker.gone()));
    let walkers = walkers.collect();
    let time = board.settings.time;
    let time = time.map(|time| b.variable("time", 0, time as Val));
    let tables = tables(&mut b, board, profile, bounds);
    let mut w = Writer {
        b,
        stage,
        bounds,
        tables,
        blocks,
        walkers,
        time,
    };
    let met = w.met();
    let falls = [false, true].map(|presses| w.vertical(presses));
    let on_head = w.b.any(met.heads.iter().map(|head| head.is_met));
    let not_on_head = w.b.not(on_head);
    let walking = w.phases(None);
    // What throws up who comes down on heads, without the button and with it.
    let thrown = met.heads.iter().map(|head| {
        let thrown = [false, true].map(|presses| w.thrown(presses, head.top));
        (thrown, w.phases(Some(head)))
    });
    let thrown: Vec<_> = thrown.collect();
    for (gait, name) in GAITS.iter().enumerate() {
        if !board.settings.style.runs && [0, 4].contains(&gait) {
            continue;
        }
        let way = list(&mut w.b, &format!("way-{name}"), &profile.advance[gait]);
        let way = w.b.lookup(way, &[w.b.add(w.now(VX), profile.fastest)]);
        for (presses, name) in [(*name).to_owned(), format!("{name}+jump")]
            .iter()
            .enumerate()
        {
            let action = w.b.action(name);
            let may = if presses == 1 {
                w.may_jump()
            } else {
                w.b.constant(1)
            };
            let guard = w.b.all([may, not_on_head]);
            w.tick(name, (action, guard), way, &falls[presses], &walking);
            for (head, (thrown, phases)) in met.heads.iter().zip(&thrown) {
                w.tick(name, (action, head.is_met), way, &thrown[presses], phases);
            }
        }
    }
    let over = w.propositions(&met);
    w.b.terminal(over);
    w.b.counter("moves", |_| 1);
    w.b.initial(stage.initial());
    w.b.finish().expect("every step stays within bounds")
}

fn list(b: &mut Builder, name: &str, cells: &[Val]) -> TableId {
    b.table(name, &[cells.len() as u32], cells.to_vec())
}

/// A table of places: what is wanted of each, by its column and its row in the drawing.
fn places(
    b: &mut Builder,
    name: &str,
    (board, bounds): (&Board, Bounds),
    cell: impl Fn(i64, i64) -> Val,
) -> TableId {
    let (rows, columns) = (i64::from(bounds.rows), board.width as i64);
    let all = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    let cells = all.map(|(column, row)| cell(column, row - i64::from(bounds.sky)));
    b.table(name, &[rows as u32, columns as u32], cells.collect())
}

fn tables(b: &mut Builder, board: &Board, profile: &Profile, bounds: Bounds) -> Tables {
    // Blocks that break are looked up apart.
    let is_fixed = |tile: Tile| tile.is(Tile::SOLID) && !tile.is(Tile::BREAKS);
    let is_wall = |c: i64, r: i64| is_fixed(board.tile(c, r));
    let is_ground = |c: i64, r: i64| is_wall(c, r) || board.tile(c, r).is(Tile::ONE_WAY);
    let (tile, body, right) = (profile.tile, profile.body.0, bounds.right);
    let on = (board, bounds);
    Tables {
        stands: places(b, "stands", on, |c, r| is_ground(c, r).into()),
        solid: places(b, "solid", on, |c, r| is_wall(c, r).into()),
        left: places(b, "left", on, |column, row| {
            let wall = (0..column).rev().find(|&c| is_wall(c, row));
            wall.map_or(0, |c| (c as Val + 1) * tile).min(right)
        }),
        right: places(b, "right", on, |column, row| {
            let wall = (column + 1..board.width as i64).find(|&c| is_wall(c, row));
            wall.map_or(right, |c| c as Val * tile - body).max(0)
        }),
        falls: list(b, "falls", &profile.falls),
        slowed: list(b, "slowed", &profile.slowed),
    }
}

impl Writer<'_> {
    /// The value of a variable of the player.
    fn now(&self, var: usize) -> E {
        self.b.var(VarId(var as u32))
    }

    /// The row of a height, as tables count rows.
    fn row(&self, height: E) -> E {
        let tile = self.stage.profile.tile;
        self.b.div(tile, self.b.add(height, self.bounds.sky * tile))
    }

    /// The columns of the left and the right edge of the body.
    fn columns(&self) -> [E; 2] {
        let left = self.now(X);
        let right = self.b.add(left, self.stage.profile.body.0 - 1);
        [left, right].map(|edge| self.b.div(self.stage.profile.tile, edge))
    }

    /// Whether a table has a 1 in this row under either edge of the body.
    fn either(&self, table: TableId, row: E) -> E {
        let [left, right] = self.columns();
        let [a, b] = [left, right].map(|column| self.b.lookup(table, &[row, column]));
        self.b.max(a, b)
    }

    /// The phases of walkers after a tick, in which those may die that are met.
    fn phases(&self, head: Option<&Head>) -> Vec<E> {
        let walkers = self.stage.walkers.iter().zip(&self.walkers);
        let phases = walkers.enumerate().map(|(number, (walker, phase))| {
            let next = self.next_phase(walker, *phase);
            let all = head.map_or(&[][..], |head| &head.walkers);
            let met = all.iter().filter(|(of, _)| *of == number);
            let dies = self.b.any(met.map(|(_, is_met)| *is_met));
            self.b.max(next, self.b.mul(walker.gone(), dies))
        });
        phases.collect()
    }

    /// Whether the button may be pressed: some never take off with a run-up.
    fn may_jump(&self) -> E {
        let b = &self.b;
        if self.stage.board.settings.style.long_jumps {
            return b.constant(1);
        }
        let [ground, jump, vx] = [GROUND, JUMP, VX].map(|var| self.now(var));
        let strolling = self.stage.profile.strolling;
        let (slow, fast) = (b.constant(-strolling), b.constant(strolling));
        let strolls = b.all([b.cmp(Op::Le, slow, vx), b.cmp(Op::Le, vx, fast)]);
        b.any([b.not(ground), b.cmp(Op::Lt, 0, jump), strolls])
    }

    fn tick(
        &mut self,
        name: &str,
        (action, guard): (ActionId, E),
        way: E,
        vertical: &Vertical,
        phases: &[E],
    ) {
        let b = &self.b;
        let there = b.add(self.now(X), way);
        let next = b.max(b.min(there, vertical.right), vertical.left);
        // Not by comparing both: of ranges one would never see that they are the same.
        let from = b.cmp(Op::Le, vertical.left, there);
        let goes = b.min(from, b.cmp(Op::Le, there, vertical.right));
        let index = b.add(way, self.stage.profile.furthest);
        let vx = b.ite(goes, b.lookup(self.tables.slowed, &[index]), 0);
        // The walkers first: ranges are cut by what is written last, and those of walkers
        // need not be.
        let walkers = self.walkers.iter().zip(phases);
        let walkers = walkers.map(|(&walker, &phase)| set(walker, phase));
        let mut writes: Vec<_> = walkers.chain(vertical.blocks.iter().cloned()).collect();
        if let Some(time) = self.time {
            let left = b.add(b.var(time), -1);
            writes.push(set(time, b.clamp(left, 0, Val::MAX)));
        }
        let Vertical {
            y,
            vy,
            jump,
            ground,
            ..
        } = *vertical;
        let player = [next, vx, y, vy, jump, ground].into_iter().zip(0..);
        writes.extend(player.map(|(value, var)| set(VarId(var), value)));
        self.b.command(name, action, guard, writes);
    }
}
