//! A state of a map in the terms of the map: for those who tell of play. Not trusted.

use crate::canonical::Map;
use playproof_model::Val;

use crate::memory::Memory;

/// Where play has come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Situation {
    /// Where the player is.
    pub room: usize,
    /// Of each kind, how many are held; of one that is kept, 1 or 0.
    pub held: Vec<u32>,
    /// Of each lock, whether it was opened. One that uses nothing up is never so:
    /// nobody remembers it.
    pub opened: Vec<bool>,
}

impl Situation {
    /// What a state of this map says; observers behind it are left out. `None` if it
    /// is no state of the map.
    pub fn of(map: &Map, state: &[Val]) -> Option<Situation> {
        let memory = Memory::of(map);
        let mut values = state.iter().map(|&value| u32::try_from(value).ok());
        let mut next = || values.next().flatten();
        let room = next()? as usize;
        let mut held = vec![0; map.kinds.len()];
        for (kind, held) in held.iter_mut().enumerate() {
            if memory.kept.of[kind].is_some() {
                *held = next()?;
            }
        }
        for (kind, held) in held.iter_mut().enumerate() {
            if map.kinds[kind].is_used_up {
                *held = next()?;
            }
        }
        for _ in 0..memory.stores.n {
            next()?;
        }
        let mut opened = vec![false; map.locks.len()];
        for (lock, opened) in opened.iter_mut().enumerate() {
            if memory.locks.of[lock].is_some() {
                *opened = next()? == 1;
            }
        }
        (room < map.rooms.len()).then_some(Situation { room, held, opened })
    }
}
