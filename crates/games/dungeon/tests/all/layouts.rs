//! How random maps are laid out, against going through all orders of opening locks;
//! and rules path by path against what can be reached.

use std::collections::BTreeSet;

use playproof_dungeon::canonical::{Goal, Kind, Lock, Map, Need, Passage, Plan, Room, Thing};
use playproof_dungeon::{Counted, Layout, path_wise, room_by_room};

/// Small maps of kept keys, with passages one-way and both ways, locks that need one
/// or two keys, and some that close two passages.
fn random_map(random: &mut fastrand::Rng) -> Map {
    let (n_rooms, n_kinds) = (random.usize(3..=7), random.usize(2..=5));
    let rooms = (0..n_rooms).map(|room| Room {
        name: format!("R{room}"),
        ..Room::default()
    });
    let kinds = (0..n_kinds).map(|kind| Kind {
        name: format!("k{kind}"),
        ..Kind::default()
    });
    let mut map = Map {
        rooms: rooms.collect(),
        kinds: kinds.collect(),
        start: random.usize(0..n_rooms),
        ..Map::default()
    };
    for _ in 0..random.usize(1..=7) {
        let kind = random.usize(0..n_kinds);
        let room = random.usize(0..n_rooms);
        map.rooms[room].things.push(Thing {
            kind,
            ..Thing::default()
        });
    }
    for _ in 0..random.usize(3..=9) {
        let lock = match random.u32(0..7) {
            0 | 1 => None,
            2 if !map.locks.is_empty() => Some(random.usize(0..map.locks.len())),
            _ => {
                let mut kinds = BTreeSet::from([random.usize(0..n_kinds)]);
                if random.u32(0..4) == 0 {
                    kinds.insert(random.usize(0..n_kinds));
                }
                let needs = kinds.into_iter().map(|kind| Need { kind, count: 1 });
                map.locks.push(Lock {
                    needs: needs.collect(),
                    ..Lock::default()
                });
                Some(map.locks.len() - 1)
            }
        };
        map.passages.push(Passage {
            from: random.usize(0..n_rooms),
            to: random.usize(0..n_rooms),
            is_one_way: random.u32(0..4) == 0,
            lock,
            ..Passage::default()
        });
    }
    map.goals.push(match random.u32(0..4) {
        0 => Goal::Kind(random.usize(0..n_kinds)),
        _ => Goal::Room(random.usize(0..n_rooms)),
    });
    map
}

/// The rooms and kinds that are reached once these locks are open.
fn reached(map: &Map, open: &BTreeSet<usize>) -> (BTreeSet<usize>, BTreeSet<usize>) {
    let mut rooms = BTreeSet::from([map.start]);
    loop {
        let before = rooms.len();
        for passage in &map.passages {
            if passage.lock.is_none_or(|lock| open.contains(&lock)) {
                if rooms.contains(&passage.from) {
                    rooms.insert(passage.to);
                }
                if rooms.contains(&passage.to) && !passage.is_one_way {
                    rooms.insert(passage.from);
                }
            }
        }
        if rooms.len() == before {
            let things = rooms.iter().flat_map(|room| &map.rooms[*room].things);
            let kinds = things.map(|thing| thing.kind).collect();
            return (rooms, kinds);
        }
    }
}

/// The closed locks that can be opened.
fn openable(map: &Map, open: &BTreeSet<usize>) -> BTreeSet<usize> {
    let (rooms, kinds) = reached(map, open);
    let passages = map.passages.iter().filter(|passage| {
        rooms.contains(&passage.from) || rooms.contains(&passage.to) && !passage.is_one_way
    });
    let locks = passages.filter_map(|passage| passage.lock);
    let locks = locks.filter(|lock| {
        let mut needs = map.locks[*lock].needs.iter();
        !open.contains(lock) && needs.all(|need| kinds.contains(&need.kind))
    });
    locks.collect()
}

fn is_won(map: &Map, open: &BTreeSet<usize>) -> bool {
    let (rooms, kinds) = reached(map, open);
    map.goals.iter().all(|goal| match goal {
        Goal::Room(room) => rooms.contains(room),
        Goal::Kind(kind) => kinds.contains(kind),
    })
}

/// The sets of open locks that play can come to.
fn all_plays(map: &Map) -> BTreeSet<BTreeSet<usize>> {
    let mut all = BTreeSet::from([BTreeSet::new()]);
    let mut new = vec![BTreeSet::new()];
    while let Some(open) = new.pop() {
        for lock in openable(map, &open) {
            let mut next = open.clone();
            next.insert(lock);
            if all.insert(next.clone()) {
                new.push(next);
            }
        }
    }
    all
}

#[test]
fn layouts_agree_with_all_orders_of_opening_locks() {
    let mut random = fastrand::Rng::with_seed(7);
    let (mut n_won, mut n_deep) = (0, 0);
    for _ in 0..6000 {
        let map = random_map(&mut random);
        let layout = Layout::of(&Plan::Map(map.clone()));
        let plays = all_plays(&map);
        let most = plays.iter().max_by_key(|open| open.len()).expect("a play");
        assert_eq!(layout.locks, most.len() as u64, "{map:?}");
        let mut won = plays.iter().filter(|open| is_won(&map, open)).peekable();
        if won.peek().is_none() {
            assert_eq!((layout.depth, layout.needed), (None, None), "{map:?}");
            assert_eq!(layout.strategies, Counted::Exactly(0), "{map:?}");
            continue;
        }
        let needed = won.fold(most.clone(), |needed, open| &needed & open);
        assert_eq!(layout.needed, Some(needed.len() as u64), "{map:?}");
        let (mut open, mut depth) = (BTreeSet::new(), 0);
        while !is_won(&map, &open) {
            open.extend(openable(&map, &open));
            depth += 1;
        }
        assert_eq!(layout.depth, Some(depth), "{map:?}");
        assert_eq!(layout.in_rounds, Some(open.len() as u64), "{map:?}");
        assert_ne!(layout.strategies, Counted::Exactly(0), "{map:?}");
        assert!(layout.needed <= layout.in_rounds && layout.depth <= layout.in_rounds);
        n_won += 1;
        n_deep += u32::from(depth > 1);
    }
    assert!(n_won > 300 && n_deep > 20, "{n_won} won, {n_deep} deep");
}

#[test]
fn rules_path_by_path_are_marked_where_they_are_wrong() {
    let mut random = fastrand::Rng::with_seed(8);
    let (mut n_unfounded, mut n_missed) = (0, 0);
    for _ in 0..2000 {
        let map = random_map(&mut random);
        let plays = all_plays(&map);
        let most = plays.iter().max_by_key(|open| open.len()).expect("a play");
        let (rooms, kinds) = reached(&map, most);
        // Ours say what is reached.
        let held = playproof_dungeon::closure(&room_by_room(&map).rules).held;
        let rooms_held = (0..map.rooms.len()).filter(|room| held.contains(*room as u32));
        assert_eq!(rooms_held.collect::<BTreeSet<_>>(), rooms, "{map:?}");
        let theirs = path_wise(&map);
        let can_be_had = |fact: u32| {
            let name = &theirs.rules.facts[fact as usize];
            let kind = map.kinds.iter().position(|kind| kind.name == *name);
            let room = map.rooms.iter().position(|room| room.name == *name);
            match (kind, room) {
                (Some(kind), _) => Some(kinds.contains(&kind)),
                (_, Some(room)) => Some(rooms.contains(&room)),
                // A door.
                _ => None,
            }
        };
        for rule in &theirs.unfounded {
            let head = theirs.rules.rules[*rule as usize].head;
            assert_ne!(can_be_had(head), Some(true), "{map:?}");
        }
        for fact in &theirs.missed {
            assert_ne!(can_be_had(*fact), Some(false), "{map:?}");
        }
        // Where nothing is marked, they say the same as ours.
        if theirs.unfounded.is_empty() && theirs.missed.is_empty() {
            assert_eq!(theirs.reaches_goal, is_won(&map, most), "{map:?}");
        }
        n_unfounded += usize::from(!theirs.unfounded.is_empty());
        n_missed += usize::from(!theirs.missed.is_empty());
    }
    assert!(
        n_unfounded > 10 && n_missed > 10,
        "{n_unfounded} {n_missed}"
    );
}
