//! Locks on corridors, and keys in rooms.

use std::collections::VecDeque;

use super::plane::Plane;
use super::{DungeonDesign, KeyPlacing};
use playproof_game::Stream;

/// What a corridor needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Keys {
    /// Nothing.
    Free,
    /// This key.
    Needed(u32),
    /// It would lead round a lock, so it is not there.
    Closed,
}

/// A plane with its locks and keys.
pub(super) struct Locked {
    pub start: usize,
    pub goal: usize,
    /// The keys in each room.
    pub keys: Vec<Vec<u32>>,
    /// For each corridor what it needs.
    pub locks: Vec<Keys>,
}

impl Locked {
    pub fn place(plane: &Plane, design: &DungeonDesign, stream: &mut Stream) -> Locked {
        let n_rooms = plane.places.len();
        let start = stream.below(n_rooms);
        let tree = Tree::of(plane, start);
        let mut locked = Locked {
            start,
            goal: tree.farthest,
            keys: vec![Vec::new(); n_rooms],
            locks: vec![Keys::Free; plane.corridors.len()],
        };
        match design.placing {
            KeyPlacing::BeforeTheirLocks => {
                locked.lock_tree(plane, &tree, design, stream);
                locked.hide_keys(plane, design.branching, stream);
            }
            KeyPlacing::Anywhere => locked.lock_anywhere(design, stream),
        }
        for _ in 0..design.side_keys {
            let key = stream.below(design.keys.max(1) as usize) as u32;
            locked.keys[stream.below(n_rooms)].push(key);
        }
        for keys in &mut locked.keys {
            keys.sort_unstable();
        }
        locked
    }

    /// Locks corridors of the tree, and closes those that lead round them.
    fn lock_tree(
        &mut self,
        plane: &Plane,
        tree: &Tree,
        design: &DungeonDesign,
        stream: &mut Stream,
    ) {
        let (mut on_the_way, mut aside) = tree.corridors(self.goal);
        shuffle(&mut on_the_way, stream);
        shuffle(&mut aside, stream);
        let n = design.keys as usize;
        let deep = on_the_way.len().min(design.depth as usize);
        let mut chosen: Vec<usize> = on_the_way.drain(..deep).collect();
        // Where one sort does not suffice, the other has to.
        chosen.extend(aside.into_iter().chain(on_the_way).take(n - deep));
        for (key, corridor) in (0..).zip(&chosen) {
            self.locks[*corridor] = Keys::Needed(key);
        }
        let region = self.regions(plane, tree);
        for (number, (a, b)) in plane.corridors.iter().enumerate() {
            if self.locks[number] == Keys::Free && region[*a] != region[*b] {
                self.locks[number] = Keys::Closed;
            }
        }
    }

    /// The region of each room by corridors of the tree that need nothing: the room
    /// of it that is nearest to the start.
    fn regions(&self, plane: &Plane, tree: &Tree) -> Vec<usize> {
        let mut region: Vec<usize> = (0..plane.places.len()).collect();
        for &room in &tree.order {
            if let Some((corridor, before)) = tree.to[room]
                && self.locks[corridor] == Keys::Free
            {
                region[room] = region[before];
            }
        }
        region
    }

    /// Opens locks in a random order; the key of each is hidden in a room that was
    /// reached before. With a branching, so many are opened at a time, and their keys
    /// are hidden in rooms that the time before led to.
    fn hide_keys(&mut self, plane: &Plane, branching: Option<u32>, stream: &mut Stream) {
        let mut reached = vec![self.start];
        // Keys are hidden in the rooms from this one on.
        let mut first = 0;
        let mut is_reached = vec![false; plane.places.len()];
        is_reached[self.start] = true;
        loop {
            // What can be walked to.
            let mut grows = true;
            while grows {
                grows = false;
                for (number, (a, b)) in plane.corridors.iter().enumerate() {
                    if self.locks[number] == Keys::Free && is_reached[*a] != is_reached[*b] {
                        let next = if is_reached[*a] { *b } else { *a };
                        is_reached[next] = true;
                        reached.push(next);
                        grows = true;
                    }
                }
            }
            let corridors = plane.corridors.iter().zip(&self.locks);
            let doors = corridors.filter_map(|((a, b), lock)| match lock {
                Keys::Needed(key) if is_reached[*a] != is_reached[*b] => {
                    Some((*key, if is_reached[*a] { *b } else { *a }))
                }
                _ => None,
            });
            let mut doors: Vec<(u32, usize)> = doors.collect();
            if doors.is_empty() {
                return;
            }
            let rooms = first..reached.len();
            for _ in 0..branching.unwrap_or(1).min(doors.len() as u32) {
                let (key, next) = doors.swap_remove(stream.below(doors.len()));
                let room = rooms.start + stream.below(rooms.len());
                self.keys[reached[room]].push(key);
                is_reached[next] = true;
                reached.push(next);
            }
            if branching.is_some() {
                first = rooms.end;
            }
        }
    }

    /// Locks and keys anywhere, as it comes.
    fn lock_anywhere(&mut self, design: &DungeonDesign, stream: &mut Stream) {
        let mut corridors: Vec<usize> = (0..self.locks.len()).collect();
        shuffle(&mut corridors, stream);
        for (key, corridor) in (0..design.keys).zip(corridors) {
            self.locks[corridor] = Keys::Needed(key);
            let room = stream.below(self.keys.len());
            self.keys[room].push(key);
        }
    }
}

/// Shortest ways from the start.
struct Tree {
    /// For each room but the start the corridor that leads to it, and where from.
    to: Vec<Option<(usize, usize)>>,
    /// The rooms in the order of their distance.
    order: Vec<usize>,
    farthest: usize,
}

impl Tree {
    fn of(plane: &Plane, start: usize) -> Tree {
        let mut ways = vec![Vec::new(); plane.places.len()];
        for (number, (a, b)) in plane.corridors.iter().enumerate() {
            ways[*a].push((number, *b));
            ways[*b].push((number, *a));
        }
        let mut to = vec![None; plane.places.len()];
        let mut order = Vec::new();
        let mut queue = VecDeque::from([start]);
        while let Some(room) = queue.pop_front() {
            order.push(room);
            for &(corridor, next) in &ways[room] {
                if next != start && to[next].is_none() {
                    to[next] = Some((corridor, room));
                    queue.push_back(next);
                }
            }
        }
        Tree {
            farthest: *order.last().expect("the start"),
            to,
            order,
        }
    }

    /// Its corridors: those on the way to a room, and the others.
    fn corridors(&self, room: usize) -> (Vec<usize>, Vec<usize>) {
        let mut on_the_way = Vec::new();
        let mut at = room;
        while let Some((corridor, before)) = self.to[at] {
            on_the_way.push(corridor);
            at = before;
        }
        let all = self.to.iter().flatten().map(|(corridor, _)| *corridor);
        let aside = all.filter(|corridor| !on_the_way.contains(corridor));
        let aside = aside.collect();
        (on_the_way, aside)
    }
}

fn shuffle(list: &mut [usize], stream: &mut Stream) {
    for i in (1..list.len()).rev() {
        list.swap(i, stream.below(i + 1));
    }
}
