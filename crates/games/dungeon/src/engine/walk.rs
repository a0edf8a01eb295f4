//! Walking through a dungeon, step by step as the Rules have it.

use std::collections::VecDeque;

use crate::canonical::{Goal, Map};
use playproof_model::{Play, Step, Subject, Val};

/// A player who walks and remembers the steps.
pub(crate) struct Walker<'a> {
    map: &'a Map,
    rules: &'a Subject,
    play: Play<'a>,
    /// The ways out of each room.
    ways: Vec<Vec<Way>>,
    state: Vec<Val>,
    room: usize,
    entered: Vec<bool>,
    held: Vec<u32>,
    opened: Vec<bool>,
    steps: Vec<Step>,
    /// What can be walked to freely from here, so that what is not there is not
    /// looked for.
    free: FreeRooms,
    work: usize,
    /// In which search each room was last come to, and how: kept from search to search.
    came_by: Vec<(u32, Option<(usize, Way)>)>,
    round: u32,
}

/// The rooms that can be walked to, and back, without using anything up. They only
/// become more until one goes where there is no way back.
#[derive(Default)]
struct FreeRooms {
    has: Vec<bool>,
    /// The ways out of them.
    borders: Vec<Way>,
    /// How many of them have something that was not taken.
    n_with_things: usize,
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
    pub fn new(map: &'a Map, rules: &'a Subject) -> Option<Walker<'a>> {
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
            state: rules.machine().initial.first()?.clone(),
            room: map.start,
            entered: vec![false; map.rooms.len()],
            held: vec![0; map.kinds.len()],
            opened: vec![false; map.locks.len()],
            steps: Vec::new(),
            free: FreeRooms::default(),
            work: 0,
            came_by: vec![(0, None); map.rooms.len()],
            round: 0,
            ways,
            map,
            rules,
            play: rules.play(),
        };
        walker.enter(map.start);
        walker.look_around();
        Some(walker)
    }

    /// Enters a room and takes what is there; whether that was anything.
    fn enter(&mut self, room: usize) -> bool {
        self.room = room;
        let things = &self.map.rooms[room].things;
        if std::mem::replace(&mut self.entered[room], true) || things.is_empty() {
            return false;
        }
        for thing in things {
            self.held[thing.kind] += 1;
        }
        if self.free.has.get(room) == Some(&true) {
            self.free.n_with_things -= 1;
        }
        true
    }

    /// Finds all rooms that can be walked to freely.
    fn look_around(&mut self) {
        self.free = FreeRooms {
            has: vec![false; self.map.rooms.len()],
            ..FreeRooms::default()
        };
        self.spread(self.room);
    }

    /// Adds a room to the free ones, and what can be walked to freely from it.
    fn spread(&mut self, room: usize) {
        let mut rooms = vec![room];
        while let Some(room) = rooms.pop() {
            if std::mem::replace(&mut self.free.has[room], true) {
                continue;
            }
            let has_things = !self.entered[room] && !self.map.rooms[room].things.is_empty();
            self.free.n_with_things += usize::from(has_things);
            self.work += 1 + self.ways[room].len();
            for &way in &self.ways[room] {
                match self.pass(way.passage) {
                    Pass::Free => rooms.push(way.to),
                    _ => self.free.borders.push(way),
                }
            }
        }
    }

    /// Adds what has become free since.
    fn spread_over_borders(&mut self) {
        self.work += self.free.borders.len();
        let mut borders = std::mem::take(&mut self.free.borders);
        borders.retain(|way| {
            let is_border = self.pass(way.passage) != Pass::Free;
            if !is_border {
                self.spread(way.to);
            }
            is_border
        });
        self.free.borders.append(&mut borders);
    }

    /// The steps so far, and the state that they lead to.
    pub fn finish(self) -> (Vec<Step>, Vec<Val>) {
        (self.steps, self.state)
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
        let step = self.rules.step_of(&mut self.play, &self.state, way.command);
        let Some(step) = step else {
            return false;
        };
        let lock = self.map.passages[way.passage].lock;
        let opened = lock.filter(|_| self.pass(way.passage) == Pass::ForKeys);
        if let Some(lock) = opened {
            for need in &self.map.locks[lock].needs {
                if self.map.kinds[need.kind].is_used_up {
                    self.held[need.kind] -= need.count;
                }
            }
            self.opened[lock] = true;
        }
        let no_way_back = self.pass(way.passage) == Pass::NoWayBack;
        let took = self.enter(way.to);
        if no_way_back {
            self.look_around();
        } else if took || opened.is_some() {
            self.spread_over_borders();
        }
        self.steps.push(step);
        self.play.take(&mut self.state, step)
    }

    /// The nearest way that is wanted, from a room that can be walked to freely, and the
    /// ways to there.
    fn nearest(&mut self, is_wanted: impl Fn(&Self, Way) -> bool) -> Option<Vec<Way>> {
        self.round += 1;
        let mut queue = VecDeque::from([self.room]);
        self.came_by[self.room] = (self.round, None);
        while let Some(room) = queue.pop_front() {
            self.work += 1 + self.ways[room].len();
            for &way in &self.ways[room] {
                if is_wanted(self, way) {
                    return Some(self.ways_to(room, way));
                }
                if self.came_by[way.to].0 < self.round && self.pass(way.passage) == Pass::Free {
                    self.came_by[way.to] = (self.round, Some((room, way)));
                    queue.push_back(way.to);
                }
            }
        }
        None
    }

    /// The ways by which the search came to a room, and then this one.
    fn ways_to(&self, mut room: usize, last: Way) -> Vec<Way> {
        let mut ways = vec![last];
        while let (_, Some((from, way))) = self.came_by[room] {
            ways.push(way);
            room = from;
        }
        ways.reverse();
        ways
    }

    /// Goes the nearest way that is wanted; whether there is one.
    fn go_to(&mut self, is_wanted: impl Fn(&Self, Way) -> bool) -> bool {
        if self.work > MAX_WORK {
            return false;
        }
        let Some(ways) = self.nearest(is_wanted) else {
            return false;
        };
        ways.into_iter().all(|way| self.go(way))
    }

    /// Walks freely to the next room that has something that was not taken.
    fn take_next(&mut self) -> bool {
        self.free.n_with_things > 0
            && self.go_to(|walker, way| {
                walker.pass(way.passage) == Pass::Free
                    && !walker.entered[way.to]
                    && !walker.map.rooms[way.to].things.is_empty()
            })
    }

    /// Goes over a border in this manner to where one has not been, if there is such a
    /// one: the best by a figure, of equals the nearest.
    fn go_on(&mut self, pass: Pass, figure: impl Fn(Way) -> u32) -> bool {
        let is_new =
            |walker: &Self, way: Way| walker.pass(way.passage) == pass && !walker.entered[way.to];
        self.work += self.free.borders.len();
        let borders = self.free.borders.iter();
        let new = borders.filter(|&&way| is_new(self, way));
        let Some(best) = new.map(|&way| figure(way)).min() else {
            return false;
        };
        self.go_to(|walker, way| is_new(walker, way) && figure(way) == best)
    }

    /// Walks to the goals: what lies about is taken first, then a lock is opened that
    /// leads somewhere new, and only then one goes where there may be no way back. Whether
    /// they were all reached.
    pub fn win(&mut self, goals: &[Goal], head: Head) -> bool {
        goals.iter().all(|goal| {
            let far = self.moves_to(goal);
            let rooms = far.iter().enumerate();
            let rooms = rooms.filter_map(|(room, far)| (*far == 0).then_some(room));
            let rooms: Vec<usize> = rooms.collect();
            let figure = |way: Way| match head {
                Head::ForTheGoal => far[way.to],
                Head::ForTheNearest => 0,
            };
            while !rooms.iter().any(|room| self.entered[*room]) {
                let is_near = rooms.iter().any(|room| self.free.has[*room]);
                let went = match is_near {
                    true => self.go_to(|walker, way| {
                        far[way.to] == 0 && walker.pass(way.passage) == Pass::Free
                    }),
                    false => {
                        self.take_next()
                            || self.go_on(Pass::ForKeys, figure)
                            || self.go_on(Pass::NoWayBack, figure)
                    }
                };
                if !went {
                    return false;
                }
            }
            true
        })
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
        let opens = |walker: &Self, way: Way| {
            walker.pass(way.passage) == Pass::ForKeys && is_wanted(way.passage)
        };
        while self.take_next()
            || self.free.borders.iter().any(|&way| opens(self, way)) && self.go_to(opens)
        {}
    }
}
