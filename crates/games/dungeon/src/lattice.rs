//! Where the rooms of a map are drawn: where the text says, and else so that passages
//! are short and cross little.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use crate::canonical::Map;

type Place = (i64, i64);

/// Maps with more rooms are put down once and not tidied.
const MAX_TIDIED: usize = 250;

/// How often the tidying tries another place, for each room, and how much work all
/// tries may take together: one looks at all corridors several times.
const TRIES: usize = 1200;
const WORK: usize = 10_000_000;

/// Column and row of each room, from 0; no two are the same.
pub(crate) fn lattice(map: &Map) -> Vec<(usize, usize)> {
    let corridors: BTreeSet<(usize, usize)> = map
        .passages
        .iter()
        .map(|passage| (passage.from.min(passage.to), passage.from.max(passage.to)))
        .filter(|(a, b)| a != b)
        .collect();
    let mut sheet = Sheet::put_down(map, corridors.into_iter().collect());
    if map.rooms.len() <= MAX_TIDIED && sheet.is_free.contains(&true) {
        sheet.tidy();
    }
    from_zero(&sheet.places, sheet.is_free.iter().all(|is_free| *is_free))
}

/// The places moved to the corner. Columns and rows with nothing in them are left out
/// where the places were ours to choose, or lie far apart.
fn from_zero(places: &[Place], is_free: bool) -> Vec<(usize, usize)> {
    let axis = |of: fn(&Place) -> i64| {
        let used: BTreeSet<i64> = places.iter().map(of).collect();
        let least = used.first().copied().unwrap_or(0);
        let extent = used.last().map_or(1, |most| most - least + 1);
        let ranks: BTreeMap<i64, usize> = used.into_iter().zip(0..).collect();
        (least, extent, ranks)
    };
    let (columns, rows) = (axis(|place| place.0), axis(|place| place.1));
    let is_sparse = is_free || columns.1.saturating_mul(rows.1) > 16 * places.len() as i64 + 64;
    let moved = |value: i64, (least, _, ranks): &(i64, i64, BTreeMap<i64, usize>)| match is_sparse {
        true => ranks[&value],
        false => (value - least) as usize,
    };
    let moved = places
        .iter()
        .map(|place| (moved(place.0, &columns), moved(place.1, &rows)));
    moved.collect()
}

/// Rooms on the lattice while they are put in order.
struct Sheet {
    corridors: Vec<(usize, usize)>,
    /// The corridors of each room.
    corridors_of: Vec<Vec<usize>>,
    places: Vec<Place>,
    /// Whether the text leaves the place of a room open.
    is_free: Vec<bool>,
    room_at: HashMap<Place, usize>,
}

impl Sheet {
    /// Each room where the text says, and else beside a neighbour.
    fn put_down(map: &Map, corridors: Vec<(usize, usize)>) -> Sheet {
        let n_rooms = map.rooms.len();
        let mut places: Vec<Option<Place>> = Vec::with_capacity(n_rooms);
        let mut taken = HashMap::new();
        for (number, room) in map.rooms.iter().enumerate() {
            let place = room.at.map(|(x, y)| (i64::from(x), i64::from(y)));
            // Of two in one place the first has it.
            let place = place.filter(|place| *taken.entry(*place).or_insert(number) == number);
            places.push(place);
        }
        let is_free = places.iter().map(Option::is_none).collect();
        let mut corridors_of = vec![Vec::new(); n_rooms];
        for (number, (a, b)) in corridors.iter().enumerate() {
            corridors_of[*a].push(number);
            corridors_of[*b].push(number);
        }
        let mut seen = vec![false; n_rooms];
        for first in std::iter::once(map.start).chain(0..n_rooms) {
            if std::mem::replace(&mut seen[first], true) {
                continue;
            }
            let mut queue = VecDeque::from([(first, (0, 0))]);
            while let Some((room, wish)) = queue.pop_front() {
                let place = *places[room].get_or_insert_with(|| nearest_free(wish, &taken));
                taken.entry(place).or_insert(room);
                for (a, b) in corridors_of[room].iter().map(|number| corridors[*number]) {
                    let next = if a == room { b } else { a };
                    if !std::mem::replace(&mut seen[next], true) {
                        queue.push_back((next, place));
                    }
                }
            }
        }
        Sheet {
            corridors,
            corridors_of,
            places: places.into_iter().flatten().collect(),
            is_free,
            room_at: taken,
        }
    }

    /// Moves rooms, or swaps two, wherever that helps; at first also where it does a
    /// little harm, so as not to be caught in the nearest arrangement that is not bad.
    fn tidy(&mut self) {
        let free: Vec<usize> = (0..self.places.len())
            .filter(|room| self.is_free[*room])
            .collect();
        let n_tries = (free.len() * TRIES).min(WORK / (self.corridors.len() + 1));
        let mut chance = Chance(0x9E37_79B9_7F4A_7C15);
        for i in 0..n_tries {
            let room = free[chance.below(free.len())];
            let corridors = &self.corridors_of[room];
            if corridors.is_empty() {
                continue;
            }
            let (a, b) = self.corridors[corridors[chance.below(corridors.len())]];
            let beside = self.places[if a == room { b } else { a }];
            let reach = if i % 4 == 0 { 5 } else { 3 };
            let step = |chance: &mut Chance| chance.below(reach) as i64 - reach as i64 / 2;
            let to = (beside.0 + step(&mut chance), beside.1 + step(&mut chance));
            let other = self.room_at.get(&to).copied();
            if other == Some(room) || other.is_some_and(|other| !self.is_free[other]) {
                continue;
            }
            let allowed = 14 - (15 * i / n_tries) as i64;
            let before = self.trouble(room, other);
            let from = self.places[room];
            self.put(room, other, from, to);
            if self.trouble(room, other) > before + allowed {
                self.put(room, other, to, from);
            }
        }
    }

    /// Puts a room to a place, and who is there, if anybody, to where it was.
    fn put(&mut self, room: usize, other: Option<usize>, from: Place, to: Place) {
        self.room_at.remove(&from);
        if let Some(other) = other {
            self.places[other] = from;
            self.room_at.insert(from, other);
        }
        self.places[room] = to;
        self.room_at.insert(to, room);
    }

    /// How bad it is where these rooms are: long corridors, slanting ones, crossings
    /// and corridors through rooms.
    fn trouble(&self, room: usize, other: Option<usize>) -> i64 {
        let rooms = [Some(room), other].into_iter().flatten();
        let own = rooms
            .clone()
            .flat_map(|room| self.corridors_of[room].iter().copied());
        let mut trouble = 0;
        for corridor in own {
            let (a, b) = self.ends(corridor);
            let (dx, dy) = ((a.0 - b.0).abs(), (a.1 - b.1).abs());
            trouble += 2 * (dx * dx + dy * dy) + if dx > 0 && dy > 0 { 2 } else { 0 };
            trouble += 25 * self.rooms_between(a, b);
            for rival in 0..self.corridors.len() {
                if rival != corridor && crosses((a, b), self.ends(rival)) {
                    trouble += 12;
                }
            }
        }
        // Others may lead through the rooms themselves.
        for place in rooms.map(|room| self.places[room]) {
            let through = |&corridor: &usize| {
                let (a, b) = self.ends(corridor);
                place != a && place != b && lies_between(place, a, b)
            };
            trouble += 25 * (0..self.corridors.len()).filter(through).count() as i64;
        }
        trouble
    }

    fn ends(&self, corridor: usize) -> (Place, Place) {
        let (a, b) = self.corridors[corridor];
        (self.places[a], self.places[b])
    }

    /// The rooms on the straight line between two places.
    fn rooms_between(&self, a: Place, b: Place) -> i64 {
        let n = greatest_divisor((a.0 - b.0).unsigned_abs(), (a.1 - b.1).unsigned_abs()) as i64;
        let step = ((b.0 - a.0) / n.max(1), (b.1 - a.1) / n.max(1));
        let inner = (1..n).map(|i| (a.0 + i * step.0, a.1 + i * step.1));
        inner
            .filter(|place| self.room_at.contains_key(place))
            .count() as i64
    }
}

fn greatest_divisor(a: u64, b: u64) -> u64 {
    if b == 0 {
        a
    } else {
        greatest_divisor(b, a % b)
    }
}

/// Twice the area to the left of `a b c`.
fn turn(a: Place, b: Place, c: Place) -> i64 {
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
}

fn lies_between(place: Place, a: Place, b: Place) -> bool {
    let is_within = |p: i64, a: i64, b: i64| a.min(b) <= p && p <= a.max(b);
    is_within(place.0, a.0, b.0) && is_within(place.1, a.1, b.1) && turn(a, b, place) == 0
}

/// Whether two corridors cross between their ends.
fn crosses((a, b): (Place, Place), (c, d): (Place, Place)) -> bool {
    let sides = |a, b, c, d| turn(a, b, c).signum() * turn(a, b, d).signum();
    sides(a, b, c, d) < 0 && sides(c, d, a, b) < 0
}

/// The free place nearest to another; ties go right, down, left, up.
fn nearest_free(from: Place, taken: &HashMap<Place, usize>) -> Place {
    for distance in 0.. {
        for i in 0..distance.max(1) {
            let j = distance - i;
            let ring = [(j, i), (-i, j), (-j, -i), (i, -j)];
            let mut ring = ring.iter().map(|(x, y)| (from.0 + x, from.1 + y));
            if let Some(place) = ring.find(|place| !taken.contains_key(place)) {
                return place;
            }
        }
    }
    from
}

/// Numbers without a pattern, the same ones every time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use crate::canonical::DungeonLevel;
    use crate::canonical::Plan;

    use super::*;

    fn places(text: &str) -> Vec<(usize, usize)> {
        let file = crate::read("test", text.as_bytes()).expect("a dungeon");
        match &DungeonLevel::of(&file.levels[0]).expect("a dungeon").plan {
            Plan::Map(map) => lattice(map),
            Plan::Rules(_) => panic!("rules"),
        }
    }

    #[test]
    fn a_ring_is_drawn_as_a_ring() {
        let text = "dungeon\nstart: A\ngoal: F\n\
                    room A\nroom B\nroom C\nroom D\nroom E\nroom F\n\
                    A - B\nB - C\nC - D\nD - E\nE - F\nF - A\n";
        let places = places(text);
        for i in 0..6 {
            let (a, b) = (places[i], places[(i + 1) % 6]);
            assert_eq!(a.0.abs_diff(b.0) + a.1.abs_diff(b.1), 1, "{places:?}");
        }
    }

    #[test]
    fn what_the_text_says_stays() {
        let places = places(
            "dungeon\nstart: A\ngoal: C\nroom A at -2,5\nroom B\nroom C at 0,5\nA - B\nB - C\n",
        );
        assert_eq!(places[2].0 - places[0].0, 2);
        assert_eq!(places[0].1, places[2].1);
        assert_eq!((places[1].0, places[1].1), (1, places[0].1), "between");
    }

    #[test]
    fn far_places_are_brought_together() {
        let places = places(
            "dungeon\nstart: A\ngoal: B\nroom A at 0,0\nroom B at 2000000000,-2000000000\nA - B\n",
        );
        assert_eq!(places, [(0, 1), (1, 0)]);
    }
}
