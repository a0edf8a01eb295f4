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
    work: usize,
    /// In which search each room was last come to, and how: kept from search to search.
    came_by: Vec<(u32, Option<(usize, Way)>)>,
    round: u32,
}

/// One way through a passage.
#[derive(Clone, Copy)]
struct Way {
    passage: usize,
    to: usize,
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

/// Ways looked at before one gives up.
const MAX_WORK: usize = 1 << 27;

/// Which of the locks that can be opened is opened first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Head {
    /// One that leads towards the goal.
    ForTheGoal,
    /// The nearest one.
    ForTheNearest,
}

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
            work: 0,
            came_by: vec![(0, None); map.rooms.len()],
            round: 0,
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

    /// The best way that is wanted, by a figure, from a room that can be walked to freely,
    /// and the ways to there; of equals the nearest. A figure of 0 is the best there is.
    fn best(&mut self, figure: impl Fn(&Self, Way) -> Option<u32>) -> Option<Vec<Way>> {
        self.round += 1;
        let mut queue = VecDeque::from([self.room]);
        self.came_by[self.room] = (self.round, None);
        let mut best: Option<(u32, usize, Way)> = None;
        'search: while let Some(room) = queue.pop_front() {
            self.work += 1 + self.ways[room].len();
            for &way in &self.ways[room] {
                if let Some(figure) = figure(self, way)
                    && best.is_none_or(|(least, ..)| figure < least)
                {
                    best = Some((figure, room, way));
                    if figure == 0 {
                        break 'search;
                    }
                }
                if self.came_by[way.to].0 < self.round && self.pass(way.passage) == Pass::Free {
                    self.came_by[way.to] = (self.round, Some((room, way)));
                    queue.push_back(way.to);
                }
            }
        }
        let (_, mut at, way) = best?;
        let mut ways = vec![way];
        while let (_, Some((from, way))) = self.came_by[at] {
            ways.push(way);
            at = from;
        }
        ways.reverse();
        Some(ways)
    }

    /// Goes the best way that is wanted; whether there is one.
    fn go_to(&mut self, figure: impl Fn(&Self, Way) -> Option<u32>) -> bool {
        if self.work > MAX_WORK {
            return false;
        }
        let Some(ways) = self.best(figure) else {
            return false;
        };
        ways.into_iter().all(|way| self.go(way))
    }

    /// Walks freely to the next room that has something that was not taken.
    fn take_next(&mut self) -> bool {
        self.go_to(|walker, way| {
            let is_wanted = walker.pass(way.passage) == Pass::Free
                && !walker.entered[way.to]
                && !walker.map.rooms[way.to].things.is_empty();
            is_wanted.then_some(0)
        })
    }

    /// Walks to the goals: what lies about is taken first, then a lock is opened that
    /// leads somewhere new, and only then one goes where there may be no way back. Whether
    /// they were all reached.
    pub fn win(&mut self, goals: &[Goal], head: Head) -> bool {
        loop {
            let Some(goal) = goals.iter().find(|goal| !self.is_reached(goal)) else {
                return true;
            };
            let far = self.moves_to(goal);
            let went = self.go_to(|walker, way| {
                (far[way.to] == 0 && walker.pass(way.passage) == Pass::Free).then_some(0)
            }) || self.take_next()
                || [Pass::ForKeys, Pass::NoWayBack].into_iter().any(|pass| {
                    self.go_to(|walker, way| {
                        let is_new = walker.pass(way.passage) == pass && !walker.entered[way.to];
                        is_new.then_some(match head {
                            Head::ForTheGoal => far[way.to],
                            Head::ForTheNearest => 0,
                        })
                    })
                });
            if !went {
                return false;
            }
        }
    }

    /// How many moves there are from each room to a goal if all locks are open.
    fn moves_to(&self, goal: &Goal) -> Vec<u32> {
        let mut before = vec![Vec::new(); self.map.rooms.len()];
        for passage in &self.map.passages {
            before[passage.to].push(passage.from);
            if !passage.is_one_way {
                before[passage.from].push(passage.to);
            }
        }
        let is_goal = |room: &usize| match goal {
            Goal::Room(goal) => goal == room,
            Goal::Kind(kind) => {
                let mut things = self.map.rooms[*room].things.iter();
                things.any(|thing| thing.kind == *kind)
            }
        };
        let mut moves = vec![u32::MAX; self.map.rooms.len()];
        let mut queue: VecDeque<usize> = (0..self.map.rooms.len()).filter(is_goal).collect();
        queue.iter().for_each(|room| moves[*room] = 0);
        while let Some(room) = queue.pop_front() {
            for &from in &before[room] {
                if moves[from] == u32::MAX {
                    moves[from] = moves[room] + 1;
                    queue.push_back(from);
                }
            }
        }
        moves
    }

    /// Opens locks of wanted passages only, and takes all keys, until that ends.
    pub fn waste(&mut self, is_wanted: impl Fn(usize) -> bool) {
        while self.take_next()
            || self.go_to(|walker, way| {
                let opens = walker.pass(way.passage) == Pass::ForKeys && is_wanted(way.passage);
                opens.then_some(0)
            })
        {}
    }
}
