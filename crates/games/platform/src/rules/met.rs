//! What is met: walkers, what kills, what wins. Trusted.

use std::collections::BTreeMap;

use playproof_model::{E, Op, Val, VarId};

use super::{GROUND, VY, Writer, X, Y, list, places};
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
        let (y, vy) = (self.now(Y), self.now(VY));
        let (lands, _) = self.lands(self.b.add(y, vy));
        let ground = self.now(GROUND);
        let down = self.b.cmp(Op::Lt, 0, vy);
        let falls = self.b.min(self.b.not(ground), down);
        let kills = self.stage.board.settings.style.kills;
        // The walkers that are met at each height of heads.
        let mut met: BTreeMap<Val, Vec<(usize, E)>> = BTreeMap::new();
        let mut hurts = Vec::new();
        for (number, walker) in self.stage.walkers.iter().enumerate() {
            for piece in &walker.pieces {
                let [on_head, beside] = self.meets(number, piece, falls, lands);
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
        let (mut heads, b) = (Vec::new(), &self.b);
        let mut higher = b.constant(0);
        for (top, walkers) in met {
            let here = b.any(walkers.iter().map(|(_, is_met)| *is_met));
            let none_higher = b.not(higher);
            let is_met = b.min(here, none_higher);
            higher = b.max(higher, here);
            heads.push(Head {
                top,
                is_met,
                walkers,
            });
        }
        let hurts = b.any(hurts);
        Met { heads, hurts }
    }

    /// Whether a walker is met on a piece of its way: from above, and from the side.
    fn meets(&mut self, number: usize, piece: &Piece, falls: E, lands: E) -> [E; 2] {
        let (wide, high) = self.stage.profile.body;
        let phase = self.b.var(self.walkers[number]);
        let (x, y) = (self.now(X), self.now(Y));
        let (is_here, left, feet) = self.on_piece(number, phase, piece);
        let b = &self.b;
        let (from_left, from_right) = (b.sub(left, x), b.sub(x, left));
        let near = b.all([
            is_here,
            b.cmp(Op::Lt, from_left, wide),
            b.cmp(Op::Lt, from_right, wide),
        ]);
        let head = b.add(feet, -high);
        let above = match piece.ground() {
            None => b.constant(0),
            Some(_) => b.all([
                near,
                falls,
                b.cmp(Op::Le, y, feet),
                b.cmp(Op::Lt, head, lands),
            ]),
        };
        let own_head = b.add(y, -high);
        let overlaps = b.all([
            near,
            b.cmp(Op::Lt, head, y),
            b.cmp(Op::Lt, own_head, feet),
            b.not(above),
        ]);
        [above, overlaps]
    }

    /// Whether a walker is on a piece of its way, and where it is if so.
    fn on_piece(&mut self, number: usize, phase: E, piece: &Piece) -> (E, E, E) {
        let last = piece.from + piece.len - 1;
        let b = &self.b;
        let (from, to) = (b.constant(piece.from), b.constant(last));
        let is_here = b.min(b.cmp(Op::Le, from, phase), b.cmp(Op::Le, phase, to));
        let since = b.add(b.clamp(phase, piece.from, last), -piece.from);
        let left = b.add(b.mul(piece.step, since), piece.x);
        let feet = match piece.ground() {
            Some(y) => b.constant(y),
            None => {
                let (column, row) = self.stage.walkers[number].place;
                let name = format!("feet-{column}-{row}-{}", piece.from);
                let ys = list(&mut self.b, &name, &piece.ys);
                self.b.lookup(ys, &[since])
            }
        };
        (is_here, left, feet)
    }

    /// The phase of a walker after a tick.
    pub(super) fn next_phase(&self, walker: &Walker, phase: VarId) -> E {
        let (b, phase) = (&self.b, self.b.var(phase));
        let next = b.min(b.add(phase, 1), walker.gone());
        match walker.again {
            None => next,
            // Without choices, so that nobody cuts the phases of walkers to decide one.
            Some(again) => {
                let is_last = b.is(phase, walker.gone() - 1);
                let next = b.sub(next, b.mul(walker.gone() - again, is_last));
                b.clamp(next, 0, walker.gone())
            }
        }
    }

    /// Whether the body touches a place that is like this.
    fn touches(&mut self, name: &str, is_so: impl Fn(Tile) -> bool) -> E {
        let board = &self.stage.board;
        if !board.tiles.iter().any(|&tile| is_so(tile)) {
            return self.b.constant(0);
        }
        let cell = |column, row| is_so(board.tile(column, row)).into();
        let table = places(&mut self.b, name, (board, self.bounds), cell);
        let rows = self.rows(self.now(Y));
        let [a, b] = rows.map(|row| self.either(table, row));
        self.b.max(a, b)
    }

    /// Whether a place is from here, and whether it is up to there.
    fn spans(&self, [from, to]: [E; 2], place: E) -> [E; 2] {
        let b = &self.b;
        [b.cmp(Op::Le, from, place), b.cmp(Op::Le, place, to)]
    }

    /// Names what can be asked for, and says where play is over.
    pub(super) fn propositions(&mut self, met: &Met) -> E {
        let board = &self.stage.board;
        let fallen = self.b.is(self.now(Y), self.bounds.bottom);
        let alive = self.b.not(fallen);
        let at_exit = match board.settings.exit {
            ExitRule::Touch => self.touches("exits", |tile| tile.is(Tile::EXIT)),
            ExitRule::Column => {
                let columns = self.columns();
                let exit = self.b.constant(board.exit as Val);
                self.b.all(self.spans(columns, exit))
            }
        };
        let win = self.b.min(at_exit, alive);
        self.b.atom("win", win);
        let deadly = Tile::DEADLY_SIDE.with(Tile::DEADLY_ABOVE);
        let spiked = self.touches("spikes", |tile| tile.is(deadly) && !tile.is(Tile::WALKS));
        let late = self.time.map(|time| self.b.is(self.b.var(time), 0));
        let late = late.unwrap_or_else(|| self.b.constant(0));
        let killed = self.b.any([spiked, met.hurts, late]);
        let killed = self.b.min(killed, self.b.not(win));
        let lose = self.b.max(fallen, killed);
        self.b.atom("lose", lose);
        self.coins();
        self.b.max(win, lose)
    }

    /// Which coins the body touches.
    fn coins(&mut self) {
        let board = &self.stage.board;
        let is_coin = |at: &usize| board.tiles[*at].is(Tile::COIN);
        let coins = (0..board.tiles.len()).filter(is_coin);
        let columns = self.columns();
        let rows = self.rows(self.now(Y));
        for (number, at) in coins.enumerate() {
            let column = self.b.constant((at % board.width) as Val);
            let row = (at / board.width) as Val + self.bounds.sky;
            let row = self.b.constant(row);
            let in_column = self.spans(columns, column);
            let touched = self.b.all([in_column, self.spans(rows, row)].concat());
            self.b.atom(&format!("coin_{}", number + 1), touched);
        }
    }
}
