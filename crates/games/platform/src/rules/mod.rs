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

use playproof_level::{Diagnostic, Level};
use playproof_model::{ActionId, Builder, E, Op, Rules, TableId, Val, VarId, set};

use self::blocks::Blocks;
pub use self::blocks::breaking_blocks;
use self::met::Head;
use self::vertical::Vertical;
use crate::canonical::{Board, Tile};
use crate::profile::{GAITS, Profile, WrongNumber};
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
    /// The stage of a level and what is odd about it, or why it is none.
    pub fn read(level: &Level) -> Result<(Stage, Vec<Diagnostic>), Diagnostic> {
        let mut board = Board::read(level)?;
        let deadly = Tile::DEADLY_SIDE.with(Tile::DEADLY_ABOVE);
        board.refuse(level, |tile| tile.is(Tile::SOLID) && tile.is_any(deadly))?;
        let warnings = board.take_warnings(level);
        let profile = Profile::new(&board.settings.profile);
        let profile = profile.map_err(|wrong| level.error(wrong.to_string(), WrongNumber::HELP))?;
        let help = "leave some out (`walkers: no`), or choose the coarse game";
        let stage = Stage::new(board, profile);
        let stage = stage.map_err(|why| level.error(why, help))?;
        Ok((stage, warnings))
    }

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

struct Vars {
    x: VarId,
    vx: VarId,
    y: VarId,
    vy: VarId,
    jump: VarId,
    ground: VarId,
    walkers: Vec<VarId>,
    /// The ticks that are left.
    time: Option<VarId>,
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
    vars: Vars,
    tables: Tables,
    blocks: Option<Blocks>,
}

/// The Rules of a stage.
pub fn rules(stage: &Stage) -> Rules {
    let (board, profile) = (&stage.board, &stage.profile);
    let bounds = Bounds::new(board, profile);
    let mut b = Builder::default();
    let numbered = stage.walkers.iter().enumerate();
    let x = b.variable("x", 0, bounds.right);
    let vx = b.variable("vx", -profile.fastest, profile.fastest);
    let y = b.variable("y", bounds.top, bounds.bottom);
    let slowest = profile.falls[0].min(profile.rest);
    let vy = b.variable("vy", slowest, profile.vertical.1);
    let jump = b.variable("jump", 0, profile.held());
    let ground = b.variable("ground", 0, 1);
    let blocks = Blocks::new(&mut b, board, bounds);
    let vars = Vars {
        x,
        vx,
        y,
        vy,
        jump,
        ground,
        walkers: numbered
            .map(|(i, walker)| b.variable(&format!("walker_{}", i + 1), 0, walker.gone()))
            .collect(),
        time: board
            .settings
            .time
            .map(|time| b.variable("time", 0, time as Val)),
    };
    let tables = tables(&mut b, board, profile, bounds);
    let mut w = Writer {
        b,
        stage,
        bounds,
        vars,
        tables,
        blocks,
    };
    let met = w.met();
    let falls = [false, true].map(|presses| w.vertical(presses));
    let on_head = w.b.any(met.heads.iter().map(|head| head.is_met));
    let not_on_head = w.b.not(on_head);
    let walking = w.phases(None);
    let thrown: Vec<_> = met.heads.iter().map(|head| w.throws(head)).collect();
    for (gait, name) in GAITS.iter().enumerate() {
        if !board.settings.style.runs && [0, 4].contains(&gait) {
            continue;
        }
        let way = w.way(gait);
        for presses in [false, true] {
            let name = match presses {
                false => (*name).to_owned(),
                true => format!("{name}+jump"),
            };
            let action = w.b.action(&name);
            let may = if presses { w.may_jump() } else { w.constant(1) };
            let guard = w.b.all([may, not_on_head]);
            let presses = usize::from(presses);
            w.tick(&name, (action, guard), way, &falls[presses], &walking);
            for (head, (thrown, phases)) in met.heads.iter().zip(&thrown) {
                w.tick(&name, (action, head.is_met), way, &thrown[presses], phases);
            }
        }
    }
    let over = w.propositions(&met);
    w.b.terminal(over);
    w.b.counter("moves", |_| 1);
    w.b.initial(stage.initial());
    w.b.finish().expect("every step stays within bounds")
}

fn tables(b: &mut Builder, board: &Board, profile: &Profile, bounds: Bounds) -> Tables {
    // Blocks that break are looked up apart.
    let is_fixed = |tile: Tile| tile.is(Tile::SOLID) && !tile.is(Tile::BREAKS);
    let is_wall = |c: i64, r: i64| is_fixed(board.tile(c, r));
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
            let wall = (0..column).rev().find(|&c| is_wall(c, row));
            wall.map_or(0, |c| (c as Val + 1) * profile.tile)
                .min(bounds.right)
        }),
        right: places("right", &|column, row| {
            let wall = (column + 1..board.width as i64).find(|&c| is_wall(c, row));
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
        let sky = self.bounds.sky * self.stage.profile.tile;
        let above = self.plus(height, sky);
        self.b.div(self.stage.profile.tile, above)
    }

    /// The columns of the left and the right edge of the body.
    fn columns(&mut self) -> [E; 2] {
        let left = self.b.var(self.vars.x);
        let right = self.plus(left, self.stage.profile.body.0 - 1);
        [left, right].map(|edge| self.b.div(self.stage.profile.tile, edge))
    }

    /// Whether a table has a 1 in this row under either edge of the body.
    fn either(&mut self, table: TableId, row: E) -> E {
        let [left, right] = self.columns();
        let [a, b] = [left, right].map(|column| self.b.lookup(table, &[row, column]));
        self.b.max(a, b)
    }

    /// A table of places: of each tile what is wanted of it.
    fn places(&mut self, name: &str, cell: impl Fn(Tile) -> Val) -> TableId {
        let (rows, columns) = (self.bounds.rows, self.stage.board.width as Val);
        let all = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let sky = self.bounds.sky;
        let tile = |(column, row): (Val, Val)| {
            let row = i64::from(row - sky);
            cell(self.stage.board.tile(column.into(), row))
        };
        let cells = all.map(tile).collect();
        self.b.table(name, &[rows as u32, columns as u32], cells)
    }

    fn is_below(&mut self, e: E, k: Val) -> E {
        let k = self.constant(k);
        self.b.cmp(Op::Lt, e, k)
    }

    /// What throws up who comes down on heads, without the button and with it, and the
    /// phases of walkers after it.
    fn throws(&mut self, head: &Head) -> ([Vertical; 2], Vec<E>) {
        let thrown = [false, true].map(|presses| self.thrown(presses, head.top));
        (thrown, self.phases(Some(head)))
    }

    /// The phases of walkers after a tick, in which those may die that are met.
    fn phases(&mut self, head: Option<&Head>) -> Vec<E> {
        let walkers = self.stage.walkers.iter().zip(self.vars.walkers.clone());
        let mut phases = Vec::new();
        for (number, (walker, phase)) in walkers.enumerate() {
            let next = self.next_phase(walker, phase);
            let all = head.map_or(&[][..], |head| &head.walkers);
            let met = all.iter().filter(|(of, _)| *of == number);
            let dies = self.b.any(met.map(|(_, is_met)| *is_met));
            let gone = self.b.mul(walker.gone(), dies);
            phases.push(self.b.max(next, gone));
        }
        phases
    }

    /// Whether the button may be pressed: some never take off with a run-up.
    fn may_jump(&mut self) -> E {
        if self.stage.board.settings.style.long_jumps {
            return self.constant(1);
        }
        let (ground, jump, vx) = (
            self.b.var(self.vars.ground),
            self.b.var(self.vars.jump),
            self.b.var(self.vars.vx),
        );
        let (slow, fast) = (-self.stage.profile.strolling, self.stage.profile.strolling);
        let (slow, fast) = (self.constant(slow), self.constant(fast));
        let strolls = [self.b.cmp(Op::Le, slow, vx), self.b.cmp(Op::Le, vx, fast)];
        let strolls = self.b.all(strolls);
        let (flies, pressed) = (self.b.not(ground), self.is_above(jump, 0));
        self.b.any([flies, pressed, strolls])
    }

    fn is_above(&mut self, e: E, k: Val) -> E {
        let k = self.constant(k);
        self.b.cmp(Op::Lt, k, e)
    }

    /// How far a gait leads.
    fn way(&mut self, gait: usize) -> E {
        let ways = self.stage.profile.advance[gait].clone();
        let table = self
            .b
            .table(&format!("way-{}", GAITS[gait]), &[ways.len() as u32], ways);
        let vx = self.b.var(self.vars.vx);
        let index = self.plus(vx, self.stage.profile.fastest);
        self.b.lookup(table, &[index])
    }

    fn tick(
        &mut self,
        name: &str,
        (action, guard): (ActionId, E),
        way: E,
        vertical: &Vertical,
        phases: &[E],
    ) {
        let x = self.b.var(self.vars.x);
        let there = self.b.add(x, way);
        let next = self.b.min(there, vertical.right);
        let next = self.b.max(next, vertical.left);
        // Not by comparing both: of ranges one would never see that they are the same.
        let from = self.b.cmp(Op::Le, vertical.left, there);
        let to = self.b.cmp(Op::Le, there, vertical.right);
        let goes = self.b.all([from, to]);
        let index = self.plus(way, self.stage.profile.furthest);
        let (slower, still) = (
            self.b.lookup(self.tables.slowed, &[index]),
            self.constant(0),
        );
        let vx = self.b.ite(goes, slower, still);
        // The walkers first: ranges are cut by what is written last, and those of walkers
        // need not be.
        let walkers = self.vars.walkers.iter().zip(phases);
        let walkers = walkers.map(|(&walker, &phase)| set(walker, phase));
        let mut writes: Vec<_> = walkers.chain(vertical.blocks.iter().cloned()).collect();
        if let Some(time) = self.vars.time {
            let left = self.b.var(time);
            let left = self.plus(left, -1);
            writes.push(set(time, self.b.clamp(left, 0, Val::MAX)));
        }
        writes.extend([
            set(self.vars.x, next),
            set(self.vars.vx, vx),
            set(self.vars.y, vertical.y),
            set(self.vars.vy, vertical.vy),
            set(self.vars.jump, vertical.jump),
            set(self.vars.ground, vertical.ground),
        ]);
        self.b.command(name, action, guard, writes);
    }
}
