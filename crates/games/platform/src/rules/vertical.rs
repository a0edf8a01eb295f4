//! What a tick does up and down. Trusted.

use playproof_model::{E, Op, Update, Val};

use super::Writer;
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
        let y = self.b.var(self.vars.y);
        let (way, jump) = self.lift(presses);
        let there = self.b.add(y, way);
        let (lands, ground) = self.lands(there);
        let (bumps, below, row) = self.bumps(there);
        let after = self.b.ite(bumps, below, lands);
        let y = self.b.clamp(after, self.bounds.top, self.bounds.bottom);
        // What stands, bumps or is dead has not moved.
        let dead = self.b.is(y, self.bounds.bottom);
        let stopped = self.b.any([ground, bumps, dead]);
        let index = self.plus(way, -vertical.0);
        let falling = self.b.lookup(self.tables.falls, &[index]);
        let resting = self.constant(rest);
        let vy = self.b.ite(stopped, resting, falling);
        let jump = self.jump_after(presses, bumps, jump);
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

    /// The same of who comes down on a head that is there and is thrown up by it: the
    /// feet come to the head, and the speed is that after a jump's first tick.
    pub(super) fn thrown(&mut self, presses: bool, head: Val) -> Vertical {
        let there = self.constant(head);
        let (bumps, below, row) = self.bumps(there);
        let y = self.b.ite(bumps, below, there);
        let y = self.b.clamp(y, self.bounds.top, self.bounds.bottom);
        let (rest, up) = (self.stage.profile.rest, self.stage.profile.falls[0]);
        let (rest, up) = (self.constant(rest), self.constant(up));
        let vy = self.b.ite(bumps, rest, up);
        let left = if presses {
            self.stage.profile.first()
        } else {
            0
        };
        let jump = self.constant(left);
        let jump = self.jump_after(presses, bumps, jump);
        let [left, right] = self.limits(y);
        Vertical {
            y,
            vy,
            jump,
            ground: self.constant(0),
            left,
            right,
            blocks: self.broken(bumps, row),
        }
    }

    /// The state of the jump, which a bump ends.
    fn jump_after(&mut self, presses: bool, bumps: E, jump: E) -> E {
        let held = self.stage.profile.held();
        let over = self.constant(if presses { held } else { 0 });
        self.b.ite(bumps, over, jump)
    }

    /// Whether the head bumps on the way of the feet to `there`, into the row that it
    /// comes into, where the feet are then, and that row.
    fn bumps(&mut self, there: E) -> (E, E, E) {
        let body = self.stage.profile.body;
        let y = self.b.var(self.vars.y);
        let (head, up) = (self.plus(y, -body.1), self.plus(there, -body.1));
        let (from, to) = (self.row(head), self.row(up));
        let rises = self.b.cmp(Op::Lt, to, from);
        let is_solid = self.either_or_block(self.tables.solid, to);
        let bumps = self.b.all([rises, is_solid]);
        let below = self.plus(to, 1 - self.bounds.sky);
        let below = self.b.mul(self.stage.profile.tile, below);
        (bumps, self.plus(below, body.1), to)
    }

    /// How far one is moved vertically, and the state of the jump after it.
    fn lift(&mut self, presses: bool) -> (E, E) {
        let vy = self.b.var(self.vars.vy);
        if !presses {
            return (vy, self.constant(0));
        }
        let (held, first) = (self.stage.profile.held(), self.stage.profile.first());
        let takeoff = self.stage.profile.takeoff;
        let (ground, jump) = (self.b.var(self.vars.ground), self.b.var(self.vars.jump));
        // What rises, and what is left then: in the air and on the ground.
        let rises = &self.stage.profile.rises;
        let air = (0..=held).map(|left| match (1..held).contains(&left) {
            true => -rises[left as usize],
            false => 0,
        });
        let standing = (0..=held).map(|left| if left == 0 { -takeoff } else { 0 });
        let up = air.chain(standing).collect();
        let air = (0..=held).map(|left| match (2..held).contains(&left) {
            true => left - 1,
            false => held,
        });
        let standing = (0..=held).map(|left| if left == 0 { first } else { held });
        let after = air.chain(standing).collect();
        let size = [2, held as u32 + 1];
        let (up, after) = (
            self.b.table("up", &size, up),
            self.b.table("after", &size, after),
        );
        let up = self.b.lookup(up, &[ground, jump]);
        let rises = self.is_below(up, 0);
        (
            self.b.ite(rises, up, vy),
            self.b.lookup(after, &[ground, jump]),
        )
    }

    /// Where feet that would come to `there` really come, and whether they stand then.
    pub(super) fn lands(&mut self, there: E) -> (E, E) {
        let tile = self.stage.profile.tile;
        let y = self.b.var(self.vars.y);
        // The rows that they come into, at most two.
        let first = self.plus(y, tile - 1);
        let first = self.row(first);
        let second = self.plus(first, 1);
        let mut ground = self.constant(0);
        let mut lands = there;
        for row in [second, first] {
            let edge = self.b.mul(tile, row);
            let edge = self.plus(edge, -self.bounds.sky * tile);
            let passes = self.b.cmp(Op::Lt, edge, there);
            let is_ground = self.either_or_block(self.tables.stands, row);
            let hits = self.b.all([passes, is_ground]);
            lands = self.b.ite(hits, edge, lands);
            ground = self.b.max(ground, hits);
        }
        (lands, ground)
    }

    /// How far one can go in the rows of a body that is there.
    fn limits(&mut self, y: E) -> [E; 2] {
        let body = self.stage.profile.body;
        let (head, feet) = (self.plus(y, -body.1), self.plus(y, -1));
        let rows = [self.row(head), self.row(feet)];
        let columns = self.columns();
        let lefts = rows.map(|row| self.b.lookup(self.tables.left, &[row, columns[0]]));
        let rights = rows.map(|row| self.b.lookup(self.tables.right, &[row, columns[1]]));
        let fixed = [
            self.b.max(lefts[0], lefts[1]),
            self.b.min(rights[0], rights[1]),
        ];
        self.between_blocks(rows, fixed)
    }
}
