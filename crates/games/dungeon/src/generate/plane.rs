//! Rooms on a plane, and corridors that do not cross.

use playproof_game::Stream;

/// Where rooms are, and which are joined.
pub(super) struct Plane {
    /// The place of each room; no two are the same.
    pub places: Vec<(i64, i64)>,
    /// Pairs of rooms, the later one first. As straight lines no two of them cross, and
    /// none leads through a third room.
    pub corridors: Vec<(usize, usize)>,
}

impl Plane {
    /// Places rooms at random on a square about twice as large as they need. Between
    /// each two, in order, a corridor is left out with a probability, and else kept
    /// if it crosses none of those before it. What is still apart in the end is joined
    /// by the shortest corridors that cross none.
    pub fn grow(n_rooms: usize, discard: u8, stream: &mut Stream) -> Plane {
        let side = (2 * n_rooms).isqrt() + 1;
        let mut is_taken = vec![false; side * side];
        let mut places = Vec::with_capacity(n_rooms);
        while places.len() < n_rooms {
            let cell = stream.below(side * side);
            if !std::mem::replace(&mut is_taken[cell], true) {
                places.push(((cell % side) as i64, (cell / side) as i64));
            }
        }
        let mut plane = Plane {
            places,
            corridors: Vec::new(),
        };
        for i in 0..n_rooms {
            for j in 0..i {
                if stream.below(100) >= usize::from(discard) {
                    plane.join((i, j));
                }
            }
        }
        plane.join_parts();
        plane
    }

    /// Keeps a corridor unless it crosses another or leads through a room.
    fn join(&mut self, corridor: (usize, usize)) -> bool {
        let ends = |(a, b): (usize, usize)| (self.places[a], self.places[b]);
        let this = ends(corridor);
        let is_apart = |other: &(usize, usize)| {
            let shares_end = [other.0, other.1]
                .iter()
                .any(|room| *room == corridor.0 || *room == corridor.1);
            // Those with an end in common meet there only, as no room is on the way.
            shares_end || !cross(this, ends(*other))
        };
        let rooms = self.places.iter().enumerate();
        let mut others = rooms.filter(|(room, _)| *room != corridor.0 && *room != corridor.1);
        let is_free = !others.any(|(_, place)| lies_on(*place, this));
        let is_new = !self.corridors.contains(&corridor);
        let keeps = is_new && is_free && self.corridors.iter().all(is_apart);
        if keeps {
            self.corridors.push(corridor);
        }
        keeps
    }

    /// Joins parts that are apart, always by the shortest corridor that can be.
    fn join_parts(&mut self) {
        loop {
            let part = self.parts();
            let n = self.places.len();
            let pairs = (0..n).flat_map(|i| (0..i).map(move |j| (i, j)));
            let mut apart: Vec<(usize, usize)> =
                pairs.filter(|(i, j)| part[*i] != part[*j]).collect();
            if apart.is_empty() {
                return;
            }
            let length = |(i, j): &(usize, usize)| {
                let (a, b) = (self.places[*i], self.places[*j]);
                (a.0 - b.0).pow(2) + (a.1 - b.1).pow(2)
            };
            apart.sort_by_key(length);
            // The shortest line between two parts that crosses nothing exists; where
            // it does not, there is nothing to be done.
            if !apart.into_iter().any(|pair| self.join(pair)) {
                return;
            }
        }
    }

    /// The part of each room, as the least room of it.
    pub fn parts(&self) -> Vec<usize> {
        let mut part: Vec<usize> = (0..self.places.len()).collect();
        let find = |part: &[usize], mut room: usize| {
            while part[room] != room {
                room = part[room];
            }
            room
        };
        for (a, b) in &self.corridors {
            let (a, b) = (find(&part, *a), find(&part, *b));
            part[a.max(b)] = a.min(b);
        }
        (0..part.len()).map(|room| find(&part, room)).collect()
    }
}

type Point = (i64, i64);

/// On which side of a line a point is.
fn side((a, b): (Point, Point), c: Point) -> i64 {
    ((b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)).signum()
}

/// Whether a point lies on a line between its ends.
fn lies_on(point: Point, line: (Point, Point)) -> bool {
    let (a, b) = line;
    let is_between = |x: i64, p: i64, q: i64| (p.min(q)..=p.max(q)).contains(&x);
    side(line, point) == 0 && is_between(point.0, a.0, b.0) && is_between(point.1, a.1, b.1)
}

/// Whether two lines have a point in common.
fn cross(one: (Point, Point), other: (Point, Point)) -> bool {
    let touches = [other.0, other.1].iter().any(|p| lies_on(*p, one))
        || [one.0, one.1].iter().any(|p| lies_on(*p, other));
    let is_split = side(one, other.0) * side(one, other.1) < 0;
    let splits = side(other, one.0) * side(other, one.1) < 0;
    touches || (is_split && splits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_cross_where_they_do() {
        let cases = [
            (((0, 0), (2, 2)), ((0, 2), (2, 0)), true),
            (((0, 0), (1, 1)), ((2, 0), (0, 2)), true),
            (((0, 0), (1, 0)), ((2, 0), (3, 0)), false),
            (((0, 0), (2, 0)), ((1, 0), (3, 0)), true),
            (((0, 0), (0, 2)), ((1, 0), (1, 2)), false),
        ];
        for (one, other, expected) in cases {
            assert_eq!(cross(one, other), expected, "{one:?} {other:?}");
            assert_eq!(cross(other, one), expected, "{other:?} {one:?}");
        }
    }

    #[test]
    fn corridors_do_not_cross_and_join_everything() {
        for number in 0..200 {
            let mut stream = Stream::new(5, number);
            let n_rooms = 2 + stream.below(30);
            let discard = [0, 30, 80, 100][stream.below(4)];
            let plane = Plane::grow(n_rooms, discard, &mut stream);
            assert!(plane.parts().iter().all(|part| *part == 0), "{number}");
            let line = |(a, b): (usize, usize)| (plane.places[a], plane.places[b]);
            for (i, one) in plane.corridors.iter().enumerate() {
                for other in &plane.corridors[..i] {
                    let ends = [other.0, other.1];
                    let meet = ends.contains(&one.0) || ends.contains(&one.1);
                    assert!(meet || !cross(line(*one), line(*other)), "{number}");
                }
            }
            // A planar graph has no more than this.
            assert!(n_rooms < 3 || plane.corridors.len() <= 3 * n_rooms - 6);
        }
    }
}
