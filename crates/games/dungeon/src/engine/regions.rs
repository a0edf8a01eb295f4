//! A map with rooms joined between which one walks freely.

use crate::canonical::{Goal, Map, Passage, Room, Thing};

/// The map whose rooms are the regions of another: rooms joined by passages that need
/// nothing and go both ways. A region has the name of its first room, and one thing of
/// each kind that lies in it. What costs something or takes experience is joined too.
pub fn regions(map: &Map) -> Map {
    let is_free = |passage: &Passage| passage.lock.is_none() && !passage.is_one_way;
    let mut first: Vec<usize> = (0..map.rooms.len()).collect();
    for passage in map.passages.iter().filter(|passage| is_free(passage)) {
        let (a, b) = (root(&mut first, passage.from), root(&mut first, passage.to));
        first[a.max(b)] = a.min(b);
    }
    let mut number = vec![0; map.rooms.len()];
    let mut rooms: Vec<Room> = Vec::new();
    let mut has_kind: Vec<Vec<usize>> = Vec::new();
    for (old, room) in map.rooms.iter().enumerate() {
        let root = root(&mut first, old);
        if root == old {
            number[old] = rooms.len();
            rooms.push(Room {
                things: Vec::new(),
                ..room.clone()
            });
            has_kind.push(Vec::new());
        }
        number[old] = number[root];
        has_kind[number[old]].extend(room.things.iter().map(|thing| thing.kind));
    }
    for (room, kinds) in rooms.iter_mut().zip(&mut has_kind) {
        kinds.sort_unstable();
        kinds.dedup();
        let thing = |kind: &usize| Thing {
            kind: *kind,
            ..Thing::default()
        };
        room.things = kinds.iter().map(thing).collect();
    }
    let passages = map.passages.iter().filter(|passage| !is_free(passage));
    let passages = passages.map(|passage| Passage {
        from: number[passage.from],
        to: number[passage.to],
        ..passage.clone()
    });
    let mut goals: Vec<Goal> = Vec::new();
    let mut is_goal = vec![false; rooms.len()];
    for goal in &map.goals {
        match *goal {
            Goal::Room(room) if std::mem::replace(&mut is_goal[number[room]], true) => {}
            Goal::Room(room) => goals.push(Goal::Room(number[room])),
            kind => goals.push(kind),
        }
    }
    Map {
        rooms,
        kinds: map.kinds.clone(),
        locks: map.locks.clone(),
        passages: passages.collect(),
        start: number[map.start],
        goals,
    }
}

/// The first room of the region so far. What is passed on the way is shortened.
fn root(first: &mut [usize], mut room: usize) -> usize {
    while first[room] != room {
        first[room] = first[first[room]];
        room = first[room];
    }
    room
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::horn::from_map::tests::map;

    #[test]
    fn rooms_that_are_joined_freely_are_one() {
        let map = map(
            "dungeon\nstart: B\ngoal: D, E, k\nroom A: k\nroom B: k, m\nroom C\nroom D\n\
                       room E\nC - B\nB - A\nA > C\nA - D: k\nD - E\n",
        );
        let merged = regions(&map);
        let names: Vec<&str> = merged.rooms.iter().map(|room| &room.name[..]).collect();
        assert_eq!(names, ["A", "D"]);
        assert_eq!(merged.rooms[0].things.len(), 2);
        let ends: Vec<(usize, usize)> = merged.passages.iter().map(|p| (p.from, p.to)).collect();
        assert_eq!(ends, [(0, 0), (0, 1)]);
        assert_eq!(merged.goals, [Goal::Room(1), Goal::Kind(0)]);
        assert_eq!(merged.start, 0);
    }
}
