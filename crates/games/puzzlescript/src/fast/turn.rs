//! A turn, from the key to the end of its chain, as `plain/turn.rs` has it.

use super::bits::{Cells, Word};
use super::level::Level;
use super::rules::{AGAIN, CANCEL, CHECKPOINT, RESTART, WIN};
use super::scene::Scene;
use crate::compiled::Quantity;
use crate::plain::chance::Chance;
use crate::plain::{CHAIN_LIMIT, Input, Status};

/// How often a turn is played again because a rigid group failed.
const REPLAYS: usize = 50;

/// What a turn is played for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Play,
    Begin,
    Try,
}

/// How a turn ended.
#[derive(Clone, Copy, Default)]
struct End {
    has_changed: bool,
    goes_on: bool,
    is_won: bool,
}

impl<C: Word, const W: usize> Scene<C, W> {
    /// Plays a key and the chain of turns that it begins; `None` if that is too long.
    pub fn play(
        &mut self,
        level: &Level<C, W>,
        input: Input,
        chance: &mut dyn Chance,
    ) -> Option<Status> {
        self.chain.seen.clear();
        self.chain.is_tried = false;
        let mut end = self.turn(level, Some(input as u64), Purpose::Play, chance);
        let mut n_turns = 0;
        while end.goes_on {
            if self.was_here(level) {
                return Some(Status::Endless);
            }
            n_turns += 1;
            if n_turns > CHAIN_LIMIT {
                return None;
            }
            end = self.turn(level, None, Purpose::Play, chance);
        }
        Some(match end.is_won {
            true => Status::Won,
            false => Status::Open,
        })
    }

    /// Whether this chain was on the same board before; notes that it is there now.
    fn was_here(&mut self, level: &Level<C, W>) -> bool {
        let checkpoint: &[C] = match level.sets_checkpoints {
            true => &self.checkpoint,
            false => &[],
        };
        let n = level.n_cells + checkpoint.len();
        let seen = &mut self.chain.seen;
        let is_known = seen.chunks_exact(n).any(|seen| {
            let (cells, saved) = seen.split_at(level.n_cells);
            cells == &self.cells[..] && saved == checkpoint
        });
        seen.extend_from_slice(&self.cells);
        seen.extend_from_slice(checkpoint);
        is_known
    }

    fn turn(
        &mut self,
        level: &Level<C, W>,
        input: Option<u64>,
        purpose: Purpose,
        chance: &mut dyn Chance,
    ) -> End {
        self.enter();
        let players = self.move_and_change(level, input, chance);
        let is_player_gone = |cell: usize| !self.cells[cell].meets(level.player_objects);
        let end = if level.requires_player_movement
            && !players.is_none()
            && !players.iter().any(is_player_gone)
        {
            self.take_back();
            End::default()
        } else {
            self.obey(level, purpose, chance)
        };
        self.leave();
        end
    }

    fn move_and_change(
        &mut self,
        level: &Level<C, W>,
        input: Option<u64>,
        chance: &mut dyn Chance,
    ) -> Cells<W> {
        self.orders = 0;
        if std::mem::take(&mut self.chain.is_tried) {
            // The same turn was tried just before.
            let tried = std::mem::take(&mut self.chain.tried);
            for &(cell, objects) in &tried {
                self.put(usize::from(cell), objects);
            }
            self.chain.tried = tried;
            self.orders = self.chain.orders;
            return Cells::NONE;
        }
        let players = match input {
            Some(direction) => self.start(level, direction),
            None => Cells::NONE,
        };
        match level.has_rigid {
            true => self.replay_until_rigid(level, chance),
            false => {
                self.apply_book(level, &level.rules.early, &[], chance);
                self.resolve(level);
                self.rest();
                self.apply_book(level, &level.rules.late, &[], chance);
            }
        }
        self.rest();
        players
    }

    /// The rules and movement, anew without the rigid groups that failed.
    fn replay_until_rigid(&mut self, level: &Level<C, W>, chance: &mut dyn Chance) {
        let cells = self.cells.clone();
        let moves = self.moves.clone();
        let mut banned = Vec::new();
        for _ in 0..REPLAYS {
            self.apply_book(level, &level.rules.early, &banned, chance);
            self.resolve(level);
            let is_new = self.ban(level, &mut banned);
            self.rest();
            if !is_new {
                self.apply_book(level, &level.rules.late, &[], chance);
                return;
            }
            for cell in 0..level.n_cells {
                self.put(cell, cells[cell]);
                self.put_moves(cell, moves[cell]);
            }
            self.orders = 0;
        }
    }

    /// Bans the rigid groups of which a movement failed; whether there are new ones.
    fn ban(&self, level: &Level<C, W>, banned: &mut Vec<Option<usize>>) -> bool {
        let mut is_new = false;
        for cell in self.moving.iter() {
            let failed = (self.moves[cell] & self.rigid_layers[cell]).lowest();
            if failed >= C::BITS {
                continue;
            }
            let mark = self.rigid_groups[cell].five(failed - failed % 5);
            let groups = &level.rules.early.groups;
            let group = mark.checked_sub(1).and_then(|mark| {
                let rigid = Some(mark as u32);
                groups.iter().position(|group| group.rigid == rigid)
            });
            if !banned.contains(&group) {
                banned.push(group);
                is_new = true;
            }
        }
        is_new
    }

    /// Marks the players' movement. Gives the cells where there is one.
    fn start(&mut self, level: &Level<C, W>, direction: u64) -> Cells<W> {
        let players = level.player.cells(&self.boards);
        for cell in players.iter() {
            let mut moves = self.moves[cell];
            for object in (self.cells[cell] & level.player_objects).places() {
                if let Some(place) = level.places[object] {
                    moves |= C::at(direction, usize::from(place));
                }
            }
            self.put_moves(cell, moves);
        }
        players
    }

    /// Moves everything that can move, cell by cell, as often as something still does.
    fn resolve(&mut self, level: &Level<C, W>) {
        let mut has_moved = true;
        while has_moved {
            has_moved = false;
            // Movements end on the way, but none begins.
            for cell in self.moving.iter() {
                let mut left = self.moves[cell];
                while !left.is_none() {
                    let lowest = left.lowest();
                    let place = lowest - lowest % 5;
                    let direction = left.five(place);
                    left &= !C::at(0x1f, place);
                    has_moved |= self.try_move(level, cell, place, direction);
                }
            }
        }
    }

    fn try_move(&mut self, level: &Level<C, W>, cell: usize, place: usize, direction: u64) -> bool {
        if let Some(way) = Level::<C, W>::way(direction) {
            if level.rooms[way][cell] <= 1 {
                return false;
            }
            let to = cell.wrapping_add_signed(level.strides[way]);
            let layer = level.moving_layers[place / 5];
            if self.cells[to].meets(layer) {
                return false;
            }
            let moved = self.cells[cell] & layer;
            self.put(cell, self.cells[cell] & !layer);
            self.put(to, self.cells[to] | moved);
        } else if !Level::<C, W>::is_action(direction) {
            return false;
        }
        self.put_moves(cell, self.moves[cell] & !C::at(0x1f, place));
        true
    }

    fn obey(&mut self, level: &Level<C, W>, purpose: Purpose, chance: &mut dyn Chance) -> End {
        let mut end = End::default();
        if self.orders & CANCEL != 0 {
            end.has_changed = self.orders != CANCEL;
            if purpose == Purpose::Try && end.has_changed {
                self.note_trial(level);
            }
            self.take_back();
            return end;
        }
        let restarts = self.orders & RESTART != 0;
        if restarts && purpose != Purpose::Try && !self.is_restarting {
            self.is_restarting = true;
            for cell in 0..level.n_cells {
                self.put(cell, self.checkpoint[cell]);
            }
            if level.runs_rules_on_level_start {
                end.goes_on = self.turn(level, None, Purpose::Begin, chance).goes_on;
            }
            self.is_restarting = false;
            self.orders = 0;
        }
        end.has_changed = self.has_changed();
        let would_go_on = end.has_changed || restarts || self.orders & WIN != 0;
        if purpose == Purpose::Try && would_go_on {
            self.note_trial(level);
            self.take_back();
            end.has_changed = true;
            return end;
        }
        end.is_won = purpose == Purpose::Play && self.is_won(level);
        if end.is_won {
            end.goes_on = false;
            return end;
        }
        if self.orders & CHECKPOINT != 0 {
            self.checkpoint.copy_from_slice(&self.cells);
        }
        if self.orders & AGAIN != 0 && end.has_changed {
            end.goes_on = self.turn(level, None, Purpose::Try, chance).has_changed;
        }
        end
    }

    /// Keeps what a trial came to, where the same turn comes to the same.
    fn note_trial(&mut self, level: &Level<C, W>) {
        if level.has_chance {
            return;
        }
        let changed = self.changed();
        self.chain.tried.clear();
        let cells = changed.iter().map(|cell| (cell as u16, self.cells[cell]));
        self.chain.tried.extend(cells);
        self.chain.orders = self.orders;
        self.chain.is_tried = true;
    }

    fn is_won(&self, level: &Level<C, W>) -> bool {
        self.orders & WIN != 0 || self.fulfils(level)
    }

    fn fulfils(&self, level: &Level<C, W>) -> bool {
        !level.conditions.is_empty()
            && level.conditions.iter().all(|(quantity, what, on)| {
                let (what, on) = (what.cells(&self.boards), on.cells(&self.boards));
                match quantity {
                    Quantity::No => what.and(&on).is_none(),
                    Quantity::Some => !what.and(&on).is_none(),
                    Quantity::All => what.and_not(&on).is_none(),
                }
            })
    }
}
