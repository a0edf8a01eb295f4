//! Dungeons by brute force, from the words of `docs/dungeons.md`: nothing here is
//! shared with the game or with any engine. For small dungeons only.
//!
//! What the player has need not be remembered: it is what lay in the rooms entered,
//! less what the opened locks have used up.

use std::collections::{HashMap, HashSet};

use playproof_dungeon::canonical::{Goal, Map, Passage};

/// How far play has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Where the player is.
    pub room: usize,
    /// The rooms entered so far, whose things are taken.
    pub entered: Set,
    /// The locks opened so far.
    pub opened: Set,
}

/// A set of numbers below 32.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Set(u32);

impl Set {
    /// Whether the number is among them.
    pub fn has(self, number: usize) -> bool {
        self.0 & 1 << number != 0
    }

    /// The set with this number.
    pub fn with(self, number: usize) -> Set {
        Set(self.0 | 1 << number)
    }
}

/// All that can happen in a dungeon.
pub struct Play<'d> {
    dungeon: &'d Map,
    /// Every state that can be reached, with the fewest moves to it.
    moves: HashMap<State, u32>,
    /// For each state those from which one move leads to it.
    before: HashMap<State, Vec<State>>,
}

impl<'d> Play<'d> {
    /// Plays all orders of play.
    pub fn new(dungeon: &'d Map) -> Play<'d> {
        assert!(dungeon.rooms.len() <= 32 && dungeon.locks.len() <= 32);
        let start = State {
            room: dungeon.start,
            entered: Set::default().with(dungeon.start),
            opened: Set::default(),
        };
        let mut play = Play {
            dungeon,
            moves: HashMap::from([(start, 0)]),
            before: HashMap::new(),
        };
        let mut latest = vec![start];
        for n_moves in 1.. {
            let mut newest = Vec::new();
            for state in latest {
                for next in play.successors(state) {
                    play.before.entry(next).or_default().push(state);
                    play.moves.entry(next).or_insert_with(|| {
                        newest.push(next);
                        n_moves
                    });
                }
            }
            if newest.is_empty() {
                break;
            }
            latest = newest;
        }
        play
    }

    /// How many states can be reached.
    pub fn n_states(&self) -> usize {
        self.moves.len()
    }

    /// The fewest moves to the goal, if it can be reached.
    pub fn shortest(&self) -> Option<u32> {
        let won = self.moves.iter().filter(|(state, _)| self.is_won(state));
        won.map(|(_, n_moves)| *n_moves).min()
    }

    /// Whether some order of play reaches the goal.
    pub fn is_winnable(&self) -> bool {
        self.shortest().is_some()
    }

    /// Whether the goal can be reached wherever play has led.
    pub fn is_goal_safe(&self) -> bool {
        self.is_always_possible(|state| self.is_won(state))
    }

    /// Whether the same is true of every room and thing that can be reached at all: it
    /// was reached, or still can be.
    pub fn is_complete_safe(&self) -> bool {
        let rooms = 0..self.dungeon.rooms.len();
        let mut rooms = rooms.filter(|room| self.is_possible(|state| state.room == *room));
        let mut kinds = 0..self.dungeon.kinds.len();
        rooms.all(|room| self.is_always_possible(|state| state.entered.has(room)))
            && kinds.all(|kind| {
                let found = |state: &State| self.n_found(state, kind) > 0;
                !self.is_possible(found) || self.is_always_possible(found)
            })
    }

    /// Whether some order of play leads to such a state.
    pub fn is_possible(&self, is_such: impl Fn(&State) -> bool) -> bool {
        self.moves.keys().any(is_such)
    }

    /// Whether play can go on to such a state from every state that can be reached.
    pub fn is_always_possible(&self, is_such: impl Fn(&State) -> bool) -> bool {
        self.hopeful(is_such).len() == self.moves.len()
    }

    /// The fewest moves to a state from which the goal cannot be reached, if there is one.
    pub fn shortest_loss(&self) -> Option<u32> {
        let hopeful = self.hopeful(|state| self.is_won(state));
        let lost = self.moves.iter();
        let lost = lost.filter(|(state, _)| !hopeful.contains(state));
        lost.map(|(_, n_moves)| *n_moves).min()
    }

    /// The states from which play can go on to such a state.
    fn hopeful(&self, is_such: impl Fn(&State) -> bool) -> HashSet<State> {
        let such = self.moves.keys().filter(|state| is_such(state)).copied();
        let mut hopeful: HashSet<State> = such.collect();
        let mut open: Vec<State> = hopeful.iter().copied().collect();
        while let Some(state) = open.pop() {
            for &earlier in self.before.get(&state).into_iter().flatten() {
                if hopeful.insert(earlier) {
                    open.push(earlier);
                }
            }
        }
        hopeful
    }

    /// Whether everything was reached that must be.
    pub fn is_won(&self, state: &State) -> bool {
        self.dungeon.goals.iter().all(|goal| match *goal {
            Goal::Room(room) => state.entered.has(room),
            Goal::Kind(kind) => self.n_found(state, kind) > 0,
        })
    }

    /// How many of a kind were taken so far, used up or not.
    pub fn n_found(&self, state: &State, kind: usize) -> u32 {
        let rooms = self.dungeon.rooms.iter().enumerate();
        let entered = rooms.filter(|(room, _)| state.entered.has(*room));
        let things = entered.flat_map(|(_, room)| &room.things);
        things.filter(|thing| thing.kind == kind).count() as u32
    }

    /// How many of a kind the player has.
    fn n_held(&self, state: &State, kind: usize) -> u32 {
        let found = self.n_found(state, kind);
        if !self.dungeon.kinds[kind].is_used_up {
            return found;
        }
        let locks = self.dungeon.locks.iter().enumerate();
        let opened = locks.filter(|(lock, _)| state.opened.has(*lock));
        let needs = opened.flat_map(|(_, lock)| &lock.needs);
        let used: u32 = needs.filter(|n| n.kind == kind).map(|n| n.count).sum();
        found - used
    }

    /// Where one move leads.
    fn successors(&self, state: State) -> Vec<State> {
        let passages = self.dungeon.passages.iter();
        let ways = passages.flat_map(|passage| {
            let there = (passage.from == state.room).then_some((passage, passage.to));
            let back = passage.to == state.room && !passage.is_one_way;
            let back = back.then_some((passage, passage.from));
            there.into_iter().chain(back)
        });
        ways.filter_map(|(passage, room)| self.through(state, passage, room))
            .collect()
    }

    /// The state after going through a passage, if that can be done.
    fn through(&self, state: State, passage: &Passage, room: usize) -> Option<State> {
        let mut opened = state.opened;
        if let Some(lock) = passage.lock
            && !opened.has(lock)
        {
            let mut needs = self.dungeon.locks[lock].needs.iter();
            if !needs.all(|need| self.n_held(&state, need.kind) >= need.count) {
                return None;
            }
            opened = opened.with(lock);
        }
        Some(State {
            room,
            entered: state.entered.with(room),
            opened,
        })
    }
}
