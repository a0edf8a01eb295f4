//! Random dungeons, and their text.

use std::fmt::Write;

use playproof_dungeon::canonical::{Goal, Kind, Lock, Map, Need, Passage, Room, Thing, What};

/// The most locks, since each doubles the states.
const MAX_LOCKS: usize = 6;

/// A dungeon of 2 to 9 rooms in which anything may be: kinds that are kept or used
/// up, locks that need several things or are shared, one-way passages, passages from a
/// room to itself, rooms that nothing leads to, several goals.
pub fn dungeon(rng: &mut fastrand::Rng) -> Map {
    let mut dungeon = empty(rng.usize(2..10), rng.usize(0..4));
    for kind in &mut dungeon.kinds {
        kind.is_used_up = rng.u32(0..3) > 0;
        kind.what = [What::Key, What::Item, What::Switch][rng.usize(0..3)];
    }
    dungeon.start = rng.usize(0..dungeon.rooms.len());
    scatter(&mut dungeon, rng.usize(0..12), rng);
    let one_way = [0, 10, 40][rng.usize(0..3)];
    let locked = [30, 60, 90][rng.usize(0..3)];
    for (from, to) in ways(dungeon.rooms.len(), rng) {
        let lock = (rng.u32(0..100) < locked)
            .then(|| random_lock(&mut dungeon, rng))
            .flatten();
        dungeon.passages.push(Passage {
            from,
            to,
            is_one_way: rng.u32(0..100) < one_way,
            lock,
            ..Passage::default()
        });
    }
    let n_goals = [1, 1, 2, 3][rng.usize(0..4)];
    for _ in 0..n_goals {
        let goal = match dungeon.kinds.len() {
            n_kinds @ 1.. if rng.u32(0..3) == 0 => Goal::Kind(rng.usize(0..n_kinds)),
            _ => Goal::Room(rng.usize(0..dungeon.rooms.len())),
        };
        if !dungeon.goals.contains(&goal) {
            dungeon.goals.push(goal);
        }
    }
    dungeon
}

/// A dungeon with one kind of key that is used up, one for each lock, and passages that
/// go both ways; in about half of them one thing is otherwise.
pub fn alike(rng: &mut fastrand::Rng) -> Map {
    let mut dungeon = empty(rng.usize(2..10), 1);
    dungeon.kinds[0].is_used_up = true;
    dungeon.start = rng.usize(0..dungeon.rooms.len());
    let locked = rng.u32(40..101);
    for (from, to) in ways(dungeon.rooms.len(), rng) {
        let is_locked = rng.u32(0..100) < locked && dungeon.locks.len() < MAX_LOCKS;
        let lock = is_locked.then(|| new_lock(&mut dungeon, vec![need(0, 1)]));
        dungeon.passages.push(Passage {
            from,
            to,
            lock,
            ..Passage::default()
        });
    }
    // About as many keys as doors, and most of them at the start.
    let n_keys = (dungeon.locks.len() + 1).saturating_sub(rng.usize(0..4));
    let n_here = rng.usize(0..=n_keys);
    let start = dungeon.start;
    dungeon.rooms[start].things = vec![Thing::default(); n_here];
    scatter(&mut dungeon, n_keys - n_here, rng);
    let n_goals = [1, 1, 1, 2][rng.usize(0..4)];
    for _ in 0..n_goals {
        let goal = Goal::Room(rng.usize(0..dungeon.rooms.len()));
        if !dungeon.goals.contains(&goal) {
            dungeon.goals.push(goal);
        }
    }
    if rng.bool() {
        make_different(&mut dungeon, rng);
    }
    dungeon
}

/// Takes one of the assumptions away, where the dungeon has what it is about.
fn make_different(dungeon: &mut Map, rng: &mut fastrand::Rng) {
    let passage = rng.usize(0..dungeon.passages.len().max(1));
    let lock = rng.usize(0..dungeon.locks.len().max(1));
    let has_locks = !dungeon.locks.is_empty();
    match rng.u32(0..8) {
        0 | 1 if !dungeon.passages.is_empty() => dungeon.passages[passage].is_one_way = true,
        2 => dungeon.kinds[0].is_used_up = false,
        3 if has_locks => dungeon.locks[lock].needs[0].count = 2,
        4 | 5 if has_locks => {
            let is_used_up = rng.bool();
            dungeon.kinds.push(kind(1, is_used_up));
            let kept = rng.bool();
            let needs = &mut dungeon.locks[lock].needs;
            needs[0].kind = 1;
            if kept {
                needs.push(need(0, 1));
            }
            let room = rng.usize(0..dungeon.rooms.len());
            let thing = Thing {
                kind: 1,
                ..Thing::default()
            };
            dungeon.rooms[room].things.push(thing);
        }
        6 if has_locks => {
            dungeon.locks[lock].name = Some("gate".to_owned());
            dungeon.passages.push(Passage {
                from: rng.usize(0..dungeon.rooms.len()),
                to: rng.usize(0..dungeon.rooms.len()),
                lock: Some(lock),
                ..Passage::default()
            });
        }
        _ => dungeon.goals = vec![Goal::Kind(0)],
    }
}

/// A hall with so many locked dead ends and keys, and a locked way out.
pub fn hub(n_dead_ends: usize, n_keys: usize) -> Map {
    let mut dungeon = empty(n_dead_ends + 2, 1);
    dungeon.kinds[0].is_used_up = true;
    dungeon.rooms[0].things = vec![Thing::default(); n_keys];
    for to in 1..n_dead_ends + 2 {
        let lock = Some(new_lock(&mut dungeon, vec![need(0, 1)]));
        dungeon.passages.push(Passage {
            to,
            lock,
            ..Passage::default()
        });
    }
    dungeon.goals = vec![Goal::Room(n_dead_ends + 1)];
    dungeon
}

/// Rooms `r0`, `r1` and so on, and kinds `k0`, `k1` and so on.
fn empty(n_rooms: usize, n_kinds: usize) -> Map {
    let rooms = (0..n_rooms).map(|number| Room {
        name: format!("r{number}"),
        ..Room::default()
    });
    Map {
        rooms: rooms.collect(),
        kinds: (0..n_kinds).map(|number| kind(number, false)).collect(),
        ..Map::default()
    }
}

fn kind(number: usize, is_used_up: bool) -> Kind {
    Kind {
        name: format!("k{number}"),
        is_used_up,
        ..Kind::default()
    }
}

fn need(kind: usize, count: u32) -> Need {
    Need { kind, count }
}

/// Adds a lock for one passage.
fn new_lock(dungeon: &mut Map, needs: Vec<Need>) -> usize {
    dungeon.locks.push(Lock {
        needs,
        ..Lock::default()
    });
    dungeon.locks.len() - 1
}

/// A new lock, or one that closes other passages already.
fn random_lock(dungeon: &mut Map, rng: &mut fastrand::Rng) -> Option<usize> {
    let n_locks = dungeon.locks.len();
    if n_locks > 0 && (n_locks == MAX_LOCKS || rng.u32(0..4) == 0) {
        let number = rng.usize(0..n_locks);
        dungeon.locks[number].name = Some(format!("g{number}"));
        return Some(number);
    }
    let mut kinds: Vec<usize> = (0..dungeon.kinds.len()).collect();
    rng.shuffle(&mut kinds);
    kinds.truncate([1, 1, 2, 3][rng.usize(0..4)]);
    let needs = kinds.into_iter().map(|kind| {
        let most = if dungeon.kinds[kind].is_used_up { 3 } else { 1 };
        need(kind, rng.u32(0..most).max(1))
    });
    let needs: Vec<Need> = needs.collect();
    (!needs.is_empty()).then(|| new_lock(dungeon, needs))
}

/// Puts things of any kind anywhere, more of them at the start.
fn scatter(dungeon: &mut Map, n_things: usize, rng: &mut fastrand::Rng) {
    if dungeon.kinds.is_empty() {
        return;
    }
    for _ in 0..n_things {
        let kind = rng.usize(0..dungeon.kinds.len());
        let room = match rng.u32(0..3) {
            0 => dungeon.start,
            _ => rng.usize(0..dungeon.rooms.len()),
        };
        dungeon.rooms[room].things.push(Thing {
            kind,
            ..Thing::default()
        });
    }
}

/// Which rooms have a passage between them: there is one, and most rooms hang together.
fn ways(n_rooms: usize, rng: &mut fastrand::Rng) -> Vec<(usize, usize)> {
    let mut rooms: Vec<usize> = (0..n_rooms).collect();
    rng.shuffle(&mut rooms);
    let mut ways = Vec::new();
    for i in 1..n_rooms {
        if i == 1 || rng.u32(0..10) > 0 {
            let (from, to) = (rooms[rng.usize(0..i)], rooms[i]);
            ways.push(if rng.bool() { (from, to) } else { (to, from) });
        }
    }
    for _ in 0..rng.usize(0..4) {
        ways.push((rng.usize(0..n_rooms), rng.usize(0..n_rooms)));
    }
    if let Some(twice) = rng.choice(&ways).copied()
        && rng.u32(0..4) == 0
    {
        ways.push(twice);
    }
    ways
}

/// The dungeon as a file says it.
pub fn text(dungeon: &Map) -> String {
    let kind = |kind: usize| dungeon.kinds[kind].name.as_str();
    let room = |room: usize| dungeon.rooms[room].name.as_str();
    let mut text = format!("dungeon\nstart: {}\n", room(dungeon.start));
    let goals = dungeon.goals.iter().map(|goal| match *goal {
        Goal::Room(number) => room(number),
        Goal::Kind(number) => kind(number),
    });
    let _ = writeln!(text, "goal: {}", goals.collect::<Vec<_>>().join(", "));
    for kind in &dungeon.kinds {
        let what = match kind.what {
            What::Key => "key",
            What::Item => "item",
            What::Switch => "switch",
        };
        let _ = writeln!(text, "{what}: {}", kind.name);
        if kind.is_used_up {
            let _ = writeln!(text, "used-up: {}", kind.name);
        }
    }
    for room in &dungeon.rooms {
        let things = room.things.iter().map(|thing| kind(thing.kind));
        let things = things.collect::<Vec<_>>().join(", ");
        let colon = if things.is_empty() { "" } else { ": " };
        let _ = writeln!(text, "room {}{colon}{things}", room.name);
    }
    let needs = |lock: &Lock| {
        let needs = lock.needs.iter().map(|need| match need.count {
            1 => kind(need.kind).to_owned(),
            count => format!("{}*{count}", kind(need.kind)),
        });
        needs.collect::<Vec<_>>().join(" & ")
    };
    for lock in &dungeon.locks {
        if let Some(name) = &lock.name {
            let _ = writeln!(text, "lock {name}: {}", needs(lock));
        }
    }
    for passage in &dungeon.passages {
        let sign = if passage.is_one_way { ">" } else { "-" };
        let _ = write!(text, "{} {sign} {}", room(passage.from), room(passage.to));
        if let Some(lock) = passage.lock.map(|lock| &dungeon.locks[lock]) {
            let _ = match &lock.name {
                Some(name) => write!(text, ": lock {name}"),
                None => write!(text, ": {}", needs(lock)),
            };
        }
        text.push('\n');
    }
    text
}
