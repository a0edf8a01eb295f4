//! A level under a profile, as a search looks at it.

use std::any::Any;

use playproof_model::{NativeFactory, NativeModel, Property, Subject, Unsupported, Val};

use crate::canonical::{ExitRule, PlayerStyle, Tile};
use crate::native::blocks::{Blocks, Broken};
use crate::native::met::{Meeting, Zone};
use crate::profile::Profile;
use crate::rules::{BLOCKS, Bounds, Stage};
use crate::walkers::Walker;

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
    /// Which of the blocks that break are gone.
    pub broken: Broken,
}

/// The player's part of a state.
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
    /// The values that the Rules have of it, but for what broke.
    pub fn values(&self) -> [Val; 6] {
        let Pose {
            y,
            vy,
            jump,
            ground,
            ..
        } = self.pose;
        [self.x, self.vx, y, vy, jump, Val::from(ground)]
    }

    /// What the Rules have of it, with all blocks whole.
    pub fn from_values(values: &[Val]) -> Body {
        let pose = Pose {
            y: values[2],
            vy: values[3],
            jump: values[4],
            ground: values[5] == 1,
            broken: Broken::NONE,
        };
        Body {
            x: values[0],
            vx: values[1],
            pose,
        }
    }
}

/// Places on ground: below the feet, and from where to where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Foothold {
    /// Below the feet.
    pub y: Val,
    /// The left edge of the body, from where to where.
    pub x: (Val, Val),
}

impl Foothold {
    /// Whether somebody stands there, or nowhere.
    pub fn allows(&self, body: &Body) -> bool {
        let is_there = body.pose.y == self.y && (self.x.0..=self.x.1).contains(&body.x);
        !body.pose.ground || is_there
    }
}

/// What a place of a board is to feet and heads.
const STANDS: u8 = 1;
const SOLID: u8 = 2;
const SPIKE: u8 = 4;
const EXIT: u8 = 8;
/// It is solid unless it is gone.
const BREAKS: u8 = 16;

/// A level under a profile.
pub struct World {
    profile: Profile,
    pub(super) walkers: Vec<Walker>,
    /// Where those who die of it may be met from above.
    pub(super) zones: Vec<Zone>,
    style: PlayerStyle,
    time: Option<u32>,
    has_spikes: bool,
    blocks: Blocks,
    bounds: Bounds,
    width: usize,
    /// For each row, from the sky on, what its places are.
    places: Vec<u8>,
    /// Whether a row has anything at all.
    is_empty: Vec<bool>,
    /// How far one can go to the left and to the right from a column, row by row.
    left: Vec<Val>,
    right: Vec<Val>,
    firsts: Vec<Body>,
    /// The only ground that may be touched, if not all may.
    foothold: Option<Foothold>,
    exit: (Val, Val),
    /// Whether one must touch the exit.
    must_touch: bool,
    /// Whether play ends with coming to ground.
    ends_on_ground: bool,
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
    /// the second of the rows; and if the head breaks nothing.
    pub outcomes: [Option<Pose>; 3],
}

impl Fall {
    /// What was broken before it.
    fn broken(&self) -> Broken {
        self.outcomes[0].map_or(Broken::NONE, |free| free.broken)
    }
}

impl World {
    /// A stage.
    pub fn new(stage: &Stage) -> World {
        let (board, profile) = (&stage.board, &stage.profile);
        let bounds = Bounds::new(board, profile);
        let (rows, width) = (bounds.rows as usize, board.width);
        let (mut places, mut left, mut right) = (Vec::new(), Vec::new(), Vec::new());
        let mut is_empty = Vec::new();
        let deadly = Tile::DEADLY_SIDE.with(Tile::DEADLY_ABOVE);
        let spike = |tile: Tile| tile.is(deadly) && !tile.is(Tile::WALKS);
        for row in 0..rows {
            let begin = places.len();
            for column in 0..width {
                let tile = board.tile(column as i64, row as i64 - i64::from(bounds.sky));
                let breaks = tile.is(Tile::BREAKS);
                let solid = tile.is(Tile::SOLID) && !breaks;
                let stands = solid || tile.is(Tile::ONE_WAY);
                let (is_spike, is_exit) = (spike(tile), tile.is(Tile::EXIT));
                let what = [
                    (stands, STANDS),
                    (solid, SOLID),
                    (is_spike, SPIKE),
                    (is_exit, EXIT),
                    (breaks, BREAKS),
                ];
                places.push(what.iter().map(|(is, bit)| u8::from(*is) * bit).sum());
            }
            let is_ground = |place: &u8| place & (STANDS | SOLID | BREAKS) != 0;
            is_empty.push(!places[begin..].iter().any(is_ground));
            let (mut limit, mut limits) = (0, vec![0; width]);
            for column in 0..width {
                limits[column] = limit;
                if places[begin + column] & SOLID != 0 {
                    limit = ((column as Val + 1) * profile.tile).min(bounds.right);
                }
            }
            left.extend(&limits);
            limit = bounds.right;
            for column in (0..width).rev() {
                limits[column] = limit;
                if places[begin + column] & SOLID != 0 {
                    limit = (column as Val * profile.tile - profile.body.0).max(0);
                }
            }
            right.extend(&limits);
        }
        let exit = board.exit as Val * profile.tile;
        World {
            firsts: vec![Body::from_values(&stage.initial())],
            foothold: None,
            exit: (exit - profile.body.0 + 1, exit + profile.tile - 1),
            must_touch: board.settings.exit == ExitRule::Touch,
            ends_on_ground: false,
            has_spikes: places.iter().any(|place| place & SPIKE != 0),
            blocks: Blocks::new(board, bounds.sky as usize),
            style: board.settings.style,
            time: board.settings.time,
            zones: Zone::of(&stage.walkers, profile, board.settings.style),
            walkers: stage.walkers.clone(),
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
        self.firsts[0]
    }

    /// All states in which play may begin.
    pub fn firsts(&self) -> &[Body] {
        &self.firsts
    }

    /// The same level, begun in another state.
    pub fn begun(self, first: Body) -> World {
        self.begun_in(vec![first])
    }

    /// The same level, begun in any of some states, of which there is at least one.
    pub fn begun_in(mut self, firsts: Vec<Body>) -> World {
        assert!(!firsts.is_empty(), "play begins somewhere");
        self.firsts = firsts;
        self
    }

    /// The same level, in which play is over for whoever comes to other ground than this.
    pub fn held_to(mut self, foothold: Foothold) -> World {
        self.foothold = Some(foothold);
        self
    }

    /// The same level, in which play ends with coming to ground: what one jump reaches. Who
    /// comes to ground at an edge may be beyond it after the tick, and has landed all the same.
    pub fn until_landed(mut self) -> World {
        self.ends_on_ground = true;
        self
    }

    /// Whether there is ground under the feet. Who has just gone over an edge has none.
    pub fn is_landed(&self, body: &Body) -> bool {
        let row = self.row(body.pose.y);
        body.pose.ground && self.meets(row, body.x, STANDS, body.pose.broken).1
    }

    /// Somebody who stands still.
    pub fn standing(&self, y: Val, x: Val) -> Body {
        let pose = Pose {
            y,
            vy: self.profile.rest,
            jump: 0,
            ground: true,
            broken: Broken::NONE,
        };
        Body { x, vx: 0, pose }
    }

    /// The parts of a range of places that may have ground under feet of this height.
    pub fn landed(&self, y: Val, range: (Val, Val)) -> Vec<(Val, (Val, Val))> {
        let (row, mut parts) = (self.row(y), Vec::new());
        self.runs(
            range,
            |x| self.meets(row, x, STANDS, Broken::ANY).1,
            |part, has_ground| {
                if has_ground {
                    parts.push((y, part));
                }
            },
        );
        parts
    }

    /// How many values a state of its Rules has.
    pub fn n_values(&self) -> usize {
        self.first_walker() + self.walkers.len() + usize::from(self.time.is_some())
    }

    /// How many variables its Rules have, of which blocks are one together.
    pub fn n_variables(&self) -> usize {
        let blocks = self.first_walker() - BLOCKS;
        self.n_values() - blocks + usize::from(blocks > 0)
    }

    /// Where the first walker is in a state of its Rules.
    pub fn first_walker(&self) -> usize {
        match self.blocks.len() {
            0 => BLOCKS,
            n => BLOCKS + n + 1,
        }
    }

    /// The least and the greatest value of each block that breaks.
    pub fn block_values(&self, broken: Broken) -> impl Iterator<Item = (Val, Val)> {
        let n = self.blocks.len();
        let range = move |number: usize| match broken.has(number) {
            _ if number == n => (0, 0),
            None => (0, 1),
            Some(is_gone) => (Val::from(!is_gone), Val::from(!is_gone)),
        };
        (0..self.first_walker() - BLOCKS).map(range)
    }

    /// Whether it has blocks that break.
    pub fn has_blocks(&self) -> bool {
        self.blocks.len() > 0
    }

    /// Whether it has more blocks that break than can be told apart.
    pub fn has_too_many_blocks(&self) -> bool {
        self.blocks.len() > Broken::MOST
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

    /// Where the left edge of a body is that is at least partly above a column.
    pub fn above(&self, column: Val) -> (Val, Val) {
        let left = column * self.profile.tile;
        (left - self.profile.body.0 + 1, left + self.profile.tile - 1)
    }

    /// Whether whoever is like this is dead.
    pub fn is_dead(&self, pose: Pose) -> bool {
        pose.y == self.bounds.bottom
    }

    /// Whether whoever is there has won.
    pub fn is_won(&self, body: &Body) -> bool {
        (self.exit.0..=self.exit.1).contains(&body.x)
            && !self.is_dead(body.pose)
            && (!self.must_touch || self.touches(body.pose.y, body.x, EXIT))
    }

    /// Whether play is over, whatever walks.
    pub fn is_over(&self, body: &Body) -> bool {
        self.is_dead(body.pose)
            || self.is_won(body)
            || (self.has_spikes && self.touches(body.pose.y, body.x, SPIKE))
            || (self.ends_on_ground && body.pose.ground)
            || self.foothold.is_some_and(|foothold| !foothold.allows(body))
    }

    /// Whether a body that is there touches a place that has this.
    fn touches(&self, y: Val, x: Val, what: u8) -> bool {
        let rows = [self.row(y - self.profile.body.1), self.row(y - 1)];
        rows.iter().any(|&row| self.either(row, x, what))
    }

    /// The parts of a range of places in which play is not over.
    pub fn going_on(&self, pose: Pose, (lo, hi): (Val, Val), mut emit: impl FnMut((Val, Val))) {
        if self.is_dead(pose) || (self.ends_on_ground && pose.ground) {
            return;
        }
        let (lo, hi) = match self.foothold {
            Some(foothold) if pose.ground && pose.y != foothold.y => return,
            Some(foothold) if pose.ground => (lo.max(foothold.x.0), hi.min(foothold.x.1)),
            _ => (lo, hi),
        };
        if lo > hi {
            return;
        }
        if self.has_spikes || self.must_touch {
            let is_over = |x: Val| self.is_over(&Body { x, vx: 0, pose });
            return self.runs((lo, hi), is_over, |part, is_over| {
                if !is_over {
                    emit(part);
                }
            });
        }
        for part in [(lo, hi.min(self.exit.0 - 1)), (lo.max(self.exit.1 + 1), hi)] {
            if part.0 <= part.1 {
                emit(part);
            }
        }
    }

    /// Cuts a range of places where something changes that depends on the columns of the
    /// body alone, and says of each part what it is there.
    fn runs<T: PartialEq + Copy>(
        &self,
        (lo, hi): (Val, Val),
        what: impl Fn(Val) -> T,
        mut emit: impl FnMut((Val, Val), T),
    ) {
        let (tile, body) = (self.profile.tile, self.profile.body.0);
        // The next place where an edge of the body gets into another column.
        let after = |x: Val| {
            let left = (x / tile + 1) * tile;
            let right = ((x + body - 1) / tile + 1) * tile - body + 1;
            left.min(right)
        };
        let (mut begin, mut now) = (lo, what(lo));
        let mut x = after(lo);
        while x <= hi {
            let next = what(x);
            if next != now {
                emit((begin, x - 1), now);
                (begin, now) = (x, next);
            }
            x = after(x);
        }
        emit((begin, hi), now);
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
        let (held, rest) = (self.profile.held(), self.profile.rest);
        let (way, jump) = match presses {
            false => (pose.vy, 0),
            true if pose.ground && pose.jump == 0 => (-self.profile.takeoff, self.profile.first()),
            true if !pose.ground && (1..held).contains(&pose.jump) => {
                let next = if pose.jump > 1 { pose.jump - 1 } else { held };
                (-self.profile.rises[pose.jump as usize], next)
            }
            true => (pose.vy, held),
        };
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
            broken: pose.broken,
        };
        self.stopped(free, self.rows(pose, way), presses)
    }

    /// The vertical part of a tick of who comes down on a head.
    pub fn bounce(&self, pose: Pose, head: Val, presses: Presses) -> Fall {
        let free = Pose {
            y: head.clamp(self.bounds.top, self.bounds.bottom),
            vy: self.profile.falls[0],
            jump: if presses { self.profile.first() } else { 0 },
            ground: false,
            broken: pose.broken,
        };
        // Nobody comes to ground before the head.
        let rows = self.rows(pose, (head - pose.y).min(0));
        self.stopped(free, rows, presses)
    }

    /// What becomes of a way that may be stopped in some rows.
    fn stopped(&self, free: Pose, rows: [Option<Met>; 2], presses: Presses) -> Fall {
        let met = rows.map(|met| {
            let (row, what) = met?;
            let (y, ground) = match what {
                STANDS => (self.edge(row), true),
                _ => (self.edge(row + 1) + self.profile.body.1, false),
            };
            let over = self.profile.held() * Val::from(presses);
            Some(Pose {
                y,
                vy: self.profile.rest,
                jump: if ground { free.jump } else { over },
                ground,
                broken: free.broken,
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

    /// The places where something may change: an edge of the body gets into another
    /// column, or it comes to where a walker may be.
    pub fn edges(&self) -> Vec<Val> {
        let columns = (1..=self.width as Val).map(|column| column * self.profile.tile);
        let edges = columns.flat_map(|edge| [edge - self.profile.body.0 + 1, edge]);
        let zones = self.zones.iter().flat_map(|zone| [zone.x.0, zone.x.1 + 1]);
        let foothold = self.foothold.iter();
        let foothold = foothold.flat_map(|foothold| [foothold.x.0, foothold.x.1 + 1]);
        let edges = edges.chain(zones).chain(foothold);
        let inside = 1..=self.bounds.right;
        let mut edges: Vec<Val> = edges.filter(|x| inside.contains(x)).collect();
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    /// Whether feet or a head meet something in a row at a place: surely, and perhaps.
    fn meets(&self, row: usize, x: Val, what: u8, broken: Broken) -> (bool, bool) {
        let columns = self.columns(x);
        let [left, right] = columns.map(|column| self.places[row * self.width + column]);
        if (left | right) & what != 0 {
            return (true, true);
        }
        if (left | right) & BREAKS == 0 {
            return (false, false);
        }
        let [a, b] = columns.map(|column| self.blocks.at(row, column, broken));
        (a.0 || b.0, a.1 || b.1)
    }

    /// Which outcomes a fall may have at a place, each by a bit, and what is broken after it
    /// if a head is stopped.
    fn outcomes(&self, fall: &Fall, x: Val) -> (u8, Broken) {
        let broken = fall.broken();
        let mut outcomes = 0;
        let rows = (1..).zip(&fall.rows);
        for (number, (row, what)) in rows.filter_map(|(i, met)| Some((i, (*met)?))) {
            let (surely, perhaps) = self.meets(row, x, what, broken);
            outcomes |= u8::from(perhaps) << number;
            if perhaps && what == SOLID {
                let after = self.blocks.hit(row, self.columns(x), broken);
                return (outcomes | u8::from(!surely), after);
            }
            if surely {
                return (outcomes, broken);
            }
        }
        (outcomes | 1, broken)
    }

    /// The columns of the edges of a body.
    fn columns(&self, x: Val) -> [usize; 2] {
        [x, x + self.profile.body.0 - 1].map(|edge| (edge / self.profile.tile) as usize)
    }

    /// How far one can go to the left and to the right, in the rows of a body. Where it is
    /// not known what is broken, as far as one ever can.
    pub fn limits(&self, pose: Pose, x: Val) -> (Val, Val) {
        let (mut left, mut right) = self.fixed_limits(pose.y, x);
        if self.has_blocks() && pose.broken != Broken::ANY {
            let (tile, wide) = (self.profile.tile, self.profile.body.0);
            let columns = self.columns(x);
            for row in [self.row(pose.y - self.profile.body.1), self.row(pose.y - 1)] {
                for (column, _) in self.blocks.whole(row, pose.broken) {
                    if column < columns[0] {
                        left = left.max((column as Val + 1) * tile);
                    } else if column > columns[1] {
                        right = right.min(column as Val * tile - wide);
                    }
                }
            }
        }
        (left, right)
    }

    /// The same if all blocks were gone that break.
    fn fixed_limits(&self, y: Val, x: Val) -> (Val, Val) {
        let rows = [self.row(y - self.profile.body.1), self.row(y - 1)];
        let (column, right) = (
            x / self.profile.tile,
            (x + self.profile.body.0 - 1) / self.profile.tile,
        );
        let left = rows.map(|row| self.left[row * self.width + column as usize]);
        let right = rows.map(|row| self.right[row * self.width + right as usize]);
        (left[0].max(left[1]), right[0].min(right[1]))
    }

    /// Whether the style allows an input: some never run, and some take off only as fast
    /// as they walk.
    pub fn may(&self, body: &Body, gait: usize, presses: Presses) -> bool {
        let runs = [0, 4].contains(&gait);
        let takes_off = presses && body.pose.ground && body.pose.jump == 0;
        let is_fast = body.vx.abs() > self.profile.strolling;
        (self.style.runs || !runs) && (self.style.long_jumps || !takes_off || !is_fast)
    }

    /// The number of an input among the actions of the Rules.
    pub fn action(&self, gait: usize, presses: Presses) -> u32 {
        let first = usize::from(!self.style.runs);
        (gait - first) as u32 * 2 + u32::from(presses)
    }

    /// The gaits that there are.
    pub fn gaits(&self) -> std::ops::Range<usize> {
        if self.style.runs { 0..5 } else { 1..4 }
    }

    /// What the player does.
    pub fn style(&self) -> PlayerStyle {
        self.style
    }

    /// How many ticks there are, if they are limited.
    pub fn time(&self) -> Option<u32> {
        self.time
    }

    /// Whether it matters which tick it is.
    pub fn has_clock(&self) -> bool {
        self.time.is_some() || !self.walkers.is_empty()
    }

    /// One tick without meeting anybody.
    pub fn tick(&self, body: &Body, gait: usize, presses: Presses) -> Body {
        let pose = self.fallen(body, &self.fall(body.pose, presses));
        self.gone(body, pose, gait)
    }

    /// One tick of who meets somebody like this.
    pub fn tick_meeting(
        &self,
        body: &Body,
        meeting: Meeting,
        gait: usize,
        presses: Presses,
    ) -> Body {
        let fall = match meeting {
            Meeting::OnHead(head) => self.bounce(body.pose, head, presses),
            _ => self.fall(body.pose, presses),
        };
        self.gone(body, self.fallen(body, &fall), gait)
    }

    /// The vertical state after a fall at a place.
    pub(super) fn fallen(&self, body: &Body, fall: &Fall) -> Pose {
        let (outcomes, broken) = self.outcomes(fall, body.x);
        let pose = fall.outcomes[outcomes.trailing_zeros() as usize];
        let pose = pose.expect("an outcome that a row has");
        Pose { broken, ..pose }
    }

    /// The horizontal part of a tick, after the vertical one.
    fn gone(&self, body: &Body, pose: Pose, gait: usize) -> Body {
        let way = self.profile.advance[gait][(body.vx + self.profile.fastest) as usize];
        let (left, right) = self.limits(pose, body.x);
        let there = body.x + way;
        let x = there.min(right).max(left);
        let vx = match (left..=right).contains(&there) {
            true => self.profile.slowed[(way + self.profile.furthest) as usize],
            false => 0,
        };
        Body { x, vx, pose }
    }

    /// The outcomes of a fall at all places of a range: parts of it, from left to right,
    /// each with the number of its outcome and what is broken then. Where it is not known what
    /// was broken, a part may have several.
    pub fn parts(
        &self,
        fall: &Fall,
        (lo, hi): (Val, Val),
        mut emit: impl FnMut((Val, Val), usize, Broken),
    ) {
        let broken = fall.broken();
        if fall.rows == [None; 2] {
            return emit((lo, hi), 0, broken);
        }
        let what = |x| self.outcomes(fall, x);
        self.runs((lo, hi), what, |part, (outcomes, after)| {
            for outcome in (0..3).filter(|outcome| outcomes >> outcome & 1 != 0) {
                emit(part, outcome, if outcome == 0 { broken } else { after });
            }
        });
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
