//! What a tick does up and down. Trusted.

use playproof_model::{E, Op, Update, Val};

use super::{GROUND, JUMP, VY, Writer, Y};
use crate::profile::Profile;

/// What a tick does vertically.
pub(super) struct Vertical {
    pub y: E,
    pub vy: E,
    pub jump: E,
    pub ground: E,
    /// The leftmost and rightmost place that one can go to from there.
    pub left: E,
    pub right: E,
    /// What becomes of blocks that break.
    pub blocks: Vec<Update>,
}

impl Writer<'_> {
    /// What becomes of the vertical state, with the button pressed or not.
    pub(super) fn vertical(&mut self, presses: bool) -> Vertical {
        let Profile { vertical, rest, .. } = self.stage.profile;
        let y = self.now(Y);
        let (way, jump) = self.lift(presses);
        let b = &self.b;
        let there = b.add(y, way);
        let (lands, ground) = self.lands(there);
        let (bumps, below, row) = self.bumps(there);
        let after = b.ite(bumps, below, lands);
        let y = b.clamp(after, self.bounds.top, self.bounds.bottom);
        // What stands, bumps or is dead has not moved.
        let dead = b.is(y, self.bounds.bottom);
        let stopped = b.any([ground, bumps, dead]);
        let falling = b.lookup(self.tables.falls, &[b.add(way, -vertical.0)]);
        let vy = b.ite(stopped, b.constant(rest), falling);
        self.moved((y, vy, ground), (presses, jump), (bumps, row))
    }

    /// The same of who comes down on a head that is there and is thrown up by it: the
    /// feet come to the head, and the speed is that after a jump's first tick.
    pub(super) fn thrown(&self, presses: bool, head: Val) -> Vertical {
        let (b, profile) = (&self.b, &self.stage.profile);
        let there = b.constant(head);
        let (bumps, below, row) = self.bumps(there);
        let y = b.ite(bumps, below, there);
        let y = b.clamp(y, self.bounds.top, self.bounds.bottom);
        let vy = b.ite(bumps, profile.rest, profile.falls[0]);
        let jump = b.constant(if presses { profile.first() } else { 0 });
        self.moved((y, vy, b.constant(0)), (presses, jump), (bumps, row))
    }

    /// The whole of it, when it is known where the feet come and what the head meets: a bump
    /// ends the jump.
    fn moved(
        &self,
        (y, vy, ground): (E, E, E),
        (presses, jump): (bool, E),
        (bumps, row): (E, E),
    ) -> Vertical {
        let held = self.stage.profile.held();
        let over = self.b.constant(if presses { held } else { 0 });
        let jump = self.b.ite(bumps, over, jump);
        let [left, right] = self.limits(y);
        Vertical {
            y,
            vy,
            jump,
            ground,
            left,
            right,
            blocks: self.broken(bumps, row),
        }
    }

    /// Whether the head bumps on the way of the feet to `there`, into the row that it
    /// comes into, where the feet are then, and that row.
    fn bumps(&self, there: E) -> (E, E, E) {
        let (b, body) = (&self.b, self.stage.profile.body);
        let head = b.add(self.now(Y), -body.1);
        let up = b.add(there, -body.1);
        let (from, to) = (self.row(head), self.row(up));
        let rises = b.cmp(Op::Lt, to, from);
        let bumps = b.min(rises, self.either_or_block(self.tables.solid, to));
        let below = b.add(to, 1 - self.bounds.sky);
        let below = b.mul(self.stage.profile.tile, below);
        (bumps, b.add(below, body.1), to)
    }

    /// How far one is moved vertically, and the state of the jump after it.
    fn lift(&mut self, presses: bool) -> (E, E) {
        let vy = self.now(VY);
        if !presses {
            return (vy, self.b.constant(0));
        }
        let profile = &self.stage.profile;
        let (held, first) = (profile.held(), profile.first());
        let state = [self.now(GROUND), self.now(JUMP)];
        // What rises, and what is left then: in the air and on the ground.
        let up = |stands: bool, left: Val| match (stands, left) {
            (false, 1..) if left < held => -profile.rises[left as usize],
            (true, 0) => -profile.takeoff,
            _ => 0,
        };
        let after = |stands: bool, left: Val| match (stands, left) {
            (false, 2..) if left < held => left - 1,
            (true, 0) => first,
            _ => held,
        };
        let size = [2, held as u32 + 1];
        let cells = |of: &dyn Fn(bool, Val) -> Val| {
            let all = [false, true].into_iter();
            let all = all.flat_map(|stands| (0..=held).map(move |left| of(stands, left)));
            all.collect()
        };
        let (up, after) = (cells(&up), cells(&after));
        let (up, after) = (
            self.b.table("up", &size, up),
            self.b.table("after", &size, after),
        );
        let b = &self.b;
        let up = b.lookup(up, &state);
        (b.ite(b.cmp(Op::Lt, up, 0), up, vy), b.lookup(after, &state))
    }

    /// Where feet that would come to `there` really come, and whether they stand then.
    pub(super) fn lands(&self, there: E) -> (E, E) {
        let (b, tile) = (&self.b, self.stage.profile.tile);
        // The rows that they come into, at most two.
        let first = self.row(b.add(self.now(Y), tile - 1));
        let second = b.add(first, 1);
        let (mut ground, mut lands) = (b.constant(0), there);
        for row in [second, first] {
            let edge = b.add(b.mul(tile, row), -self.bounds.sky * tile);
            let passes = b.cmp(Op::Lt, edge, there);
            let hits = b.min(passes, self.either_or_block(self.tables.stands, row));
            lands = b.ite(hits, edge, lands);
            ground = b.max(ground, hits);
        }
        (lands, ground)
    }

    /// The rows of the head and the feet of a body that is there.
    pub(super) fn rows(&self, y: E) -> [E; 2] {
        let head = self.b.add(y, -self.stage.profile.body.1);
        let feet = self.b.add(y, -1);
        [self.row(head), self.row(feet)]
    }

    /// How far one can go in the rows of a body that is there.
    fn limits(&self, y: E) -> [E; 2] {
        let b = &self.b;
        let (rows, [from, to]) = (self.rows(y), self.columns());
        let lefts = rows.map(|row| b.lookup(self.tables.left, &[row, from]));
        let rights = rows.map(|row| b.lookup(self.tables.right, &[row, to]));
        let fixed = [b.max(lefts[0], lefts[1]), b.min(rights[0], rights[1])];
        self.between_blocks(rows, fixed)
    }
}
