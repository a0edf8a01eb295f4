//! What is met: walkers, what kills, what wins. Trusted.

use std::collections::BTreeMap;

use playproof_model::{E, Op, Val, VarId};

use super::Writer;
use crate::canonical::{ExitRule, Tile};
use crate::walkers::{Piece, Walker};

/// What is met in a state.
pub(super) struct Met {
    /// Of each height at which walkers stand that die of who comes down on them, from the
    /// highest on: whether this is the highest at which one is met, and who is.
    pub heads: Vec<Head>,
    /// Whether somebody is met in a way that kills the player.
    pub hurts: E,
}

/// What stands at one height and is met from above.
pub(super) struct Head {
    /// The height of the heads.
    pub top: Val,
    /// Whether the highest head that is met is at this height.
    pub is_met: E,
    /// The walkers that may be there, by number, and whether they are met.
    pub walkers: Vec<(usize, E)>,
}

impl Writer<'_> {
    /// What is met in a state. Who falls and would come to the head of a walker whose feet
    /// are not above one's own meets it from above; all others who overlap it from the
    /// side. Walkers that fall are always met from the side.
    pub(super) fn met(&mut self) -> Met {
        let (y, vy) = (self.b.var(self.vars.y), self.b.var(self.vars.vy));
        let there = self.b.add(y, vy);
        let (lands, _) = self.lands(there);
        let (ground, down) = (self.b.var(self.vars.ground), self.is_above(vy, 0));
        let air = self.b.not(ground);
        let falls = self.b.all([air, down]);
        let kills = self.stage.board.settings.style.kills;
        // The walkers that are met at each height of heads.
        let mut met: BTreeMap<Val, Vec<(usize, E)>> = BTreeMap::new();
        let mut hurts = Vec::new();
        let walkers = self.stage.walkers.iter().zip(self.vars.walkers.clone());
        for (number, (walker, phase)) in walkers.enumerate() {
            for piece in &walker.pieces {
                let [on_head, beside] = self.meets((walker, phase), piece, falls, lands);
                if walker.tile.is(Tile::DEADLY_SIDE) {
                    hurts.push(beside);
                }
                // Who will not kill must not come down on what dies of it either.
                let may_die = walker.tile.is(Tile::STOMPABLE);
                if walker.tile.is(Tile::DEADLY_ABOVE) || (may_die && !kills) {
                    hurts.push(on_head);
                }
                if let (Some(feet), true) = (piece.ground(), may_die && kills) {
                    let top = feet - self.stage.profile.body.1;
                    met.entry(top).or_default().push((number, on_head));
                }
            }
        }
        let mut heads = Vec::new();
        let mut higher = self.constant(0);
        for (top, walkers) in met {
            let here = self.b.any(walkers.iter().map(|(_, is_met)| *is_met));
            let none_higher = self.b.not(higher);
            let is_met = self.b.all([here, none_higher]);
            higher = self.b.max(higher, here);
            heads.push(Head {
                top,
                is_met,
                walkers,
            });
        }
        let hurts = self.b.any(hurts);
        Met { heads, hurts }
    }

    /// Whether a walker is met on a piece of its way: from above, and from the side.
    fn meets(
        &mut self,
        (walker, phase): (&Walker, VarId),
        piece: &Piece,
        falls: E,
        lands: E,
    ) -> [E; 2] {
        let (wide, high) = self.stage.profile.body;
        let phase = self.b.var(phase);
        let (x, y) = (self.b.var(self.vars.x), self.b.var(self.vars.y));
        let (is_here, left, feet) = self.on_piece(walker, phase, piece);
        let from_left = self.b.sub(left, x);
        let from_right = self.b.sub(x, left);
        let near = [
            is_here,
            self.is_below(from_left, wide),
            self.is_below(from_right, wide),
        ];
        let near = self.b.all(near);
        let head = self.plus(feet, -high);
        let above = match piece.ground() {
            None => self.constant(0),
            Some(_) => {
                let above = [
                    near,
                    falls,
                    self.b.cmp(Op::Le, y, feet),
                    self.b.cmp(Op::Lt, head, lands),
                ];
                self.b.all(above)
            }
        };
        let own_head = self.plus(y, -high);
        let overlaps = [
            near,
            self.b.cmp(Op::Lt, head, y),
            self.b.cmp(Op::Lt, own_head, feet),
            self.b.not(above),
        ];
        [above, self.b.all(overlaps)]
    }

    /// Whether a walker is on a piece of its way, and where it is if so.
    fn on_piece(&mut self, walker: &Walker, phase: E, piece: &Piece) -> (E, E, E) {
        let last = piece.from + piece.len - 1;
        let (from, to) = (self.constant(piece.from), self.constant(last));
        let is_here = [
            self.b.cmp(Op::Le, from, phase),
            self.b.cmp(Op::Le, phase, to),
        ];
        let is_here = self.b.all(is_here);
        let since = self.b.clamp(phase, piece.from, last);
        let since = self.plus(since, -piece.from);
        let way = self.b.mul(piece.step, since);
        let left = self.plus(way, piece.x);
        let feet = match piece.ground() {
            Some(y) => self.constant(y),
            None => {
                let (column, row) = walker.place;
                let name = format!("feet-{column}-{row}-{}", piece.from);
                let size = [piece.ys.len() as u32];
                let ys = self.b.table(&name, &size, piece.ys.clone());
                self.b.lookup(ys, &[since])
            }
        };
        (is_here, left, feet)
    }

    /// The phase of a walker after a tick.
    pub(super) fn next_phase(&mut self, walker: &Walker, phase: VarId) -> E {
        let phase = self.b.var(phase);
        let next = self.plus(phase, 1);
        let gone = self.constant(walker.gone());
        let next = self.b.min(next, gone);
        match walker.again {
            None => next,
            // Without choices, so that nobody cuts the phases of walkers to decide one.
            Some(again) => {
                let is_last = self.b.is(phase, walker.gone() - 1);
                let back = self.b.mul(walker.gone() - again, is_last);
                let next = self.b.sub(next, back);
                self.b.clamp(next, 0, walker.gone())
            }
        }
    }

    /// Whether the body touches a place that is like this.
    fn touches(&mut self, name: &str, is_so: impl Fn(Tile) -> bool) -> E {
        if !self.stage.board.tiles.iter().any(|&tile| is_so(tile)) {
            return self.constant(0);
        }
        let table = self.places(name, |tile| Val::from(is_so(tile)));
        let y = self.b.var(self.vars.y);
        let head = self.plus(y, -self.stage.profile.body.1);
        let feet = self.plus(y, -1);
        let rows = [self.row(head), self.row(feet)];
        let [a, b] = rows.map(|row| self.either(table, row));
        self.b.max(a, b)
    }

    /// Names what can be asked for, and says where play is over.
    pub(super) fn propositions(&mut self, met: &Met) -> E {
        let y = self.b.var(self.vars.y);
        let fallen = self.b.is(y, self.bounds.bottom);
        let alive = self.b.not(fallen);
        let at_exit = match self.stage.board.settings.exit {
            ExitRule::Touch => self.touches("exits", |tile| tile.is(Tile::EXIT)),
            ExitRule::Column => {
                let [left, right] = self.columns();
                let exit = self.constant(self.stage.board.exit as Val);
                let (from, to) = (
                    self.b.cmp(Op::Le, left, exit),
                    self.b.cmp(Op::Le, exit, right),
                );
                self.b.all([from, to])
            }
        };
        let win = self.b.all([at_exit, alive]);
        self.b.atom("win", win);
        let deadly = Tile::DEADLY_SIDE.with(Tile::DEADLY_ABOVE);
        let spiked = self.touches("spikes", |tile| tile.is(deadly) && !tile.is(Tile::WALKS));
        let late = match self.vars.time {
            Some(time) => {
                let time = self.b.var(time);
                self.b.is(time, 0)
            }
            None => self.constant(0),
        };
        let killed = self.b.any([spiked, met.hurts, late]);
        let not_won = self.b.not(win);
        let killed = self.b.all([killed, not_won]);
        let lose = self.b.any([fallen, killed]);
        self.b.atom("lose", lose);
        self.coins();
        self.b.any([win, lose])
    }

    /// Which coins the body touches.
    fn coins(&mut self) {
        let board = &self.stage.board;
        let is_coin = |at: &usize| board.tiles[*at].is(Tile::COIN);
        let coins: Vec<usize> = (0..board.tiles.len()).filter(is_coin).collect();
        let [left, right] = self.columns();
        let y = self.b.var(self.vars.y);
        let (head, feet) = (self.plus(y, -self.stage.profile.body.1), self.plus(y, -1));
        let [top, bottom] = [head, feet].map(|height| self.row(height));
        for (number, at) in coins.into_iter().enumerate() {
            let width = self.stage.board.width;
            let column = self.constant((at % width) as Val);
            let row = self.constant((at / width) as Val + self.bounds.sky);
            let touched = [
                self.b.cmp(Op::Le, left, column),
                self.b.cmp(Op::Le, column, right),
                self.b.cmp(Op::Le, top, row),
                self.b.cmp(Op::Le, row, bottom),
            ];
            let touched = self.b.all(touched);
            self.b.atom(&format!("coin_{}", number + 1), touched);
        }
    }
}
