//! Walking through a dungeon, step by step as the Rules have it.

use std::collections::VecDeque;

use playproof_level::dungeon::{Dungeon, Goal};
use playproof_model::{Elaborated, Step, Val};

/// A player who walks and remembers the steps.
pub(crate) struct Walker<'a> {
    map: &'a Dungeon,
    rules: &'a Elaborated,
    /// The ways out of each room.
    ways: Vec<Vec<Way>>,
    state: Vec<Val>,
    room: usize,
    entered: Vec<bool>,
    held: Vec<u32>,
    opened: Vec<bool>,
    steps: Vec<Step>,
}

/// One way through a passage.
#[derive(Clone, Copy)]
pub(crate) struct Way {
    pub passage: usize,
    pub to: usize,
    /// The command of the Rules: passages in order, both ways where there are two.
    command: usize,
}

/// Whether one can go through a passage.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pass {
    /// One can, there and back, and nothing is used up.
    Free,
    /// One can, but not back.
    NoWayBack,
    /// One can, and something is used up.
    ForKeys,
    /// One cannot.
    Closed,
}

/// More steps than anybody would look at.
const MAX_STEPS: usize = 1 << 22;

impl<'a> Walker<'a> {
    /// At the start.
    pub fn new(map: &'a Dungeon, rules: &'a Elaborated) -> Option<Walker<'a>> {
        let mut ways = vec![Vec::new(); map.rooms.len()];
        let mut command = 0;
        for (passage, ends) in map.passages.iter().enumerate() {
            let there = (ends.from, ends.to);
            let back = (!ends.is_one_way).then_some((ends.to, ends.from));
            for (from, to) in [Some(there), back].into_iter().flatten() {
                ways[from].push(Way {
                    passage,
                    to,
                    command,
                });
                command += 1;
            }
        }
        let mut walker = Walker {
            state: rules.rules().initial.first()?.clone(),
            room: map.start,
            entered: vec![false; map.rooms.len()],
            held: vec![0; map.kinds.len()],
            opened: vec![false; map.locks.len()],
            steps: Vec::new(),
            ways,
            map,
            rules,
        };
        walker.enter(map.start);
        Some(walker)
    }

    fn enter(&mut self, room: usize) {
        self.room = room;
        if !std::mem::replace(&mut self.entered[room], true) {
            for thing in &self.map.rooms[room].things {
                self.held[thing.kind] += 1;
            }
        }
    }

    /// The steps so far, and the state that they lead to.
    pub fn finish(self) -> (Vec<Step>, Vec<Val>) {
        (self.steps, self.state)
    }

    /// Whether a goal was reached.
    fn is_reached(&self, goal: &Goal) -> bool {
        match goal {
            Goal::Room(room) => self.entered[*room],
            Goal::Kind(kind) => {
                let mut rooms = self.map.rooms.iter().zip(&self.entered);
                rooms.any(|(room, entered)| *entered && room.things.iter().any(|t| t.kind == *kind))
            }
        }
    }

    fn pass(&self, passage: usize) -> Pass {
        let passage = &self.map.passages[passage];
        let no_lock = match passage.is_one_way {
            true => Pass::NoWayBack,
            false => Pass::Free,
        };
        let Some(lock) = passage.lock else {
            return no_lock;
        };
        let needs = &self.map.locks[lock].needs;
        let kinds = &self.map.kinds;
        // What is kept opens whatever number is asked for.
        let count = |kind: usize, count: u32| match kinds[kind].is_used_up {
            true => count,
            false => 1,
        };
        let is_used_up = needs.iter().any(|need| kinds[need.kind].is_used_up);
        if self.opened[lock] {
            return no_lock;
        }
        let can_open = needs
            .iter()
            .all(|need| self.held[need.kind] >= count(need.kind, need.count));
        match (can_open, is_used_up) {
            (false, _) => Pass::Closed,
            (true, true) => Pass::ForKeys,
            (true, false) => no_lock,
        }
    }

    /// Goes one way; whether that was possible.
    fn go(&mut self, way: Way) -> bool {
        if self.steps.len() >= MAX_STEPS {
            return false;
        }
        let Some(step) = self.rules.step_of(&self.state, way.command) else {
            return false;
        };
        let Step::Act { action, choice } = step else {
            return false;
        };
        let lock = self.map.passages[way.passage].lock;
        if let Some(lock) = lock.filter(|_| self.pass(way.passage) == Pass::ForKeys) {
            for need in &self.map.locks[lock].needs {
                if self.map.kinds[need.kind].is_used_up {
                    self.held[need.kind] -= need.count;
                }
            }
            self.opened[lock] = true;
        }
        self.enter(way.to);
        self.steps.push(step);
        self.rules.take(&mut self.state, action, choice)
    }

    /// The nearest way that is wanted, from a room that can be walked to freely, and
    /// the ways to there. A room itself is wanted where the way to it is.
    fn nearest(&self, is_wanted: impl Fn(&Self, usize, Way) -> bool) -> Option<Vec<Way>> {
        let mut came_by: Vec<Option<(usize, Way)>> = vec![None; self.map.rooms.len()];
        let mut seen = vec![false; self.map.rooms.len()];
        let mut queue = VecDeque::from([self.room]);
        seen[self.room] = true;
        while let Some(room) = queue.pop_front() {
            for &way in &self.ways[room] {
                if is_wanted(self, room, way) {
                    let mut ways = vec![way];
                    let mut at = room;
                    while let Some((from, way)) = came_by[at] {
                        ways.push(way);
                        at = from;
                    }
                    ways.reverse();
                    return Some(ways);
                }
                if self.pass(way.passage) == Pass::Free && !seen[way.to] {
                    seen[way.to] = true;
                    came_by[way.to] = Some((room, way));
                    queue.push_back(way.to);
                }
            }
        }
        None
    }

    /// Goes to where something is wanted; whether there is such a way.
    fn go_to(&mut self, is_wanted: impl Fn(&Self, usize, Way) -> bool) -> bool {
        let Some(ways) = self.nearest(is_wanted) else {
            return false;
        };
        ways.into_iter().all(|way| self.go(way))
    }

    /// Walks freely to the next room that has something that was not taken.
    fn take_next(&mut self) -> bool {
        self.go_to(|walker, _, way| {
            walker.pass(way.passage) == Pass::Free
                && !walker.entered[way.to]
                && !walker.map.rooms[way.to].things.is_empty()
        })
    }

    /// Walks to the goals without looking ahead: what lies about is taken first, then
    /// the nearest lock is opened that leads somewhere new, and only then one goes
    /// where there may be no way back. Whether they were all reached.
    pub fn win(&mut self, goals: &[Goal]) -> bool {
        loop {
            let Some(goal) = goals.iter().find(|goal| !self.is_reached(goal)) else {
                return true;
            };
            let is_goal = |to: usize| match goal {
                Goal::Room(room) => *room == to,
                Goal::Kind(kind) => self.map.rooms[to].things.iter().any(|t| t.kind == *kind),
            };
            let goal_rooms: Vec<bool> = (0..self.map.rooms.len()).map(is_goal).collect();
            let went = self.go_to(|walker, _, way| {
                goal_rooms[way.to] && matches!(walker.pass(way.passage), Pass::Free)
            }) || self.take_next()
                || [Pass::ForKeys, Pass::NoWayBack].into_iter().any(|pass| {
                    self.go_to(|walker, _, way| {
                        walker.pass(way.passage) == pass && !walker.entered[way.to]
                    })
                });
            if !went {
                return false;
            }
        }
    }

    /// Opens locks of wanted passages only, and takes all keys, until that ends.
    pub fn waste(&mut self, is_wanted: impl Fn(usize) -> bool) {
        while self.take_next()
            || self.go_to(|walker, _, way| {
                walker.pass(way.passage) == Pass::ForKeys && is_wanted(way.passage)
            })
        {}
    }
}
