//! The way of the player through a run, as lines that can be followed by eye.
//!
//! A way that is gone again is drawn beside itself, so that there and back are
//! two lines. It is cut where it comes back to a cell: pieces are drawn one
//! over the other, each with a rim, so that a later one crosses like a bridge.

use std::collections::{HashMap, HashSet};

/// How far parallel lines are apart.
const LANE: f32 = 0.17;

/// The radius of a corner.
const BEND: f32 = 0.32;

pub(super) type Point = (f32, f32);
type CellPlace = (usize, usize);

/// A part of the way that does not come back to a cell.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Piece {
    /// Its corners, with the ends. At least two points.
    pub points: Vec<Point>,
}

/// One step from a cell to another, moved to its lane.
#[derive(Clone, Copy, Debug)]
struct Leg {
    from: Point,
    to: Point,
    entered: CellPlace,
}

impl Leg {
    fn is_level(&self) -> bool {
        self.from.1 == self.to.1
    }

    fn is_upright(&self) -> bool {
        self.from.0 == self.to.0
    }

    fn middle(&self) -> Point {
        let middle = |a: f32, b: f32| (a + b) / 2.0;
        (
            middle(self.from.0, self.to.0),
            middle(self.from.1, self.to.1),
        )
    }
}

/// The pieces of the way, in order. Where the player is nowhere, the way ends,
/// and another one begins where they are seen again.
pub(super) fn pieces(path: &[Option<CellPlace>], traffic: &mut Traffic) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for stretch in path.split(Option::is_none) {
        let places: Vec<CellPlace> = stretch.iter().copied().flatten().collect();
        if let Some(&start) = places.first() {
            cut(start, &legs(&places, traffic), &mut pieces);
        }
    }
    pieces
}

/// How often each step between two cells was gone, in either direction.
#[derive(Default)]
pub(super) struct Traffic(HashMap<[CellPlace; 2], u32>);

fn legs(places: &[CellPlace], traffic: &mut Traffic) -> Vec<Leg> {
    let moves = places.windows(2).filter(|pair| pair[0] != pair[1]);
    let legs = moves.map(|pair| {
        let mut edge = [pair[0], pair[1]];
        edge.sort_unstable();
        let n_before = traffic.0.entry(edge).or_default();
        let offset = lane(*n_before) * LANE;
        *n_before += 1;
        let centre = |(x, y): CellPlace| (x as f32 + 0.5, y as f32 + 0.5);
        let (from, to) = (centre(pair[0]), centre(pair[1]));
        let (dx, dy) = match (from.0 == to.0, from.1 == to.1) {
            (true, false) => (offset, 0.0),
            (false, true) => (0.0, offset),
            _ => (0.0, 0.0),
        };
        Leg {
            from: (from.0 + dx, from.1 + dy),
            to: (to.0 + dx, to.1 + dy),
            entered: pair[1],
        }
    });
    legs.collect()
}

/// In the middle first, then on either side; there is room for five.
fn lane(n_before: u32) -> f32 {
    match n_before % 5 {
        0 => 0.0,
        1 => 1.0,
        2 => -1.0,
        3 => 2.0,
        _ => -2.0,
    }
}

fn cut(start: CellPlace, legs: &[Leg], pieces: &mut Vec<Piece>) {
    let Some(first) = legs.first() else {
        return;
    };
    let mut seen = HashSet::from([start]);
    let mut points = vec![first.from];
    let mut before: Option<&Leg> = None;
    for leg in legs {
        if let Some(before) = before {
            turn(before, leg, &mut points);
        }
        if !seen.insert(leg.entered) {
            let middle = leg.middle();
            add(&mut points, middle);
            let points = std::mem::replace(&mut points, vec![middle]);
            pieces.push(Piece { points });
            seen = HashSet::from([leg.entered]);
        }
        before = Some(leg);
    }
    if let Some(leg) = before {
        add(&mut points, leg.to);
    }
    pieces.push(Piece { points });
}

/// The corner between two legs.
fn turn(before: &Leg, after: &Leg, points: &mut Vec<Point>) {
    if before.is_level() && after.is_upright() {
        add(points, (after.from.0, before.to.1));
    } else if before.is_upright() && after.is_level() {
        add(points, (before.to.0, after.from.1));
    } else if before.to != after.from {
        add(points, before.to);
        add(points, after.from);
    } else {
        add(points, before.to);
    }
}

/// Adds a point; one that lies straight between its neighbours is dropped.
fn add(points: &mut Vec<Point>, point: Point) {
    if let [.., a, b] = points[..] {
        let same = |a: f32, b: f32, c: f32| a == b && b == c;
        let goes_on = |a: f32, b: f32, c: f32| (b - a) * (c - b) >= 0.0;
        let is_straight = (same(a.0, b.0, point.0) && goes_on(a.1, b.1, point.1))
            || (same(a.1, b.1, point.1) && goes_on(a.0, b.0, point.0));
        if is_straight {
            points.pop();
        }
    }
    if points.last() != Some(&point) {
        points.push(point);
    }
}

impl Piece {
    /// The path's data in SVG, its corners rounded.
    pub fn data(&self) -> String {
        let mut data = format!("M{}", pair(self.points[0]));
        for triple in self.points.windows(3) {
            let [a, corner, b] = [triple[0], triple[1], triple[2]];
            let bend = BEND.min(distance(a, corner) / 2.0);
            let bend = bend.min(distance(corner, b) / 2.0);
            let (enter, leave) = (towards(corner, a, bend), towards(corner, b, bend));
            data.push_str(&format!(
                "L{}Q{} {}",
                pair(enter),
                pair(corner),
                pair(leave)
            ));
        }
        if let [.., end] = self.points[..] {
            data.push_str(&format!("L{}", pair(end)));
        }
        data
    }
}

/// The point at this distance from one towards another.
pub(super) fn towards(from: Point, to: Point, by: f32) -> Point {
    let whole = distance(from, to);
    if whole == 0.0 {
        return from;
    }
    let share = by / whole;
    (
        from.0 + (to.0 - from.0) * share,
        from.1 + (to.1 - from.1) * share,
    )
}

fn distance(a: Point, b: Point) -> f32 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// Two coordinates.
pub(super) fn pair((x, y): Point) -> String {
    format!("{} {}", number(x), number(y))
}

/// A number with at most three digits after the point.
pub(super) fn number(x: f32) -> String {
    let text = format!("{x:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text {
        "-0" | "" => "0".to_owned(),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data(places: &[(usize, usize)]) -> Vec<String> {
        let path: Vec<_> = places.iter().map(|&p| Some(p)).collect();
        let pieces = pieces(&path, &mut Traffic::default());
        pieces.iter().map(Piece::data).collect()
    }

    #[test]
    fn a_straight_way_is_one_line_and_a_corner_is_round() {
        assert_eq!(data(&[(0, 0), (1, 0), (2, 0)]), ["M0.5 0.5L2.5 0.5"]);
        assert_eq!(
            data(&[(0, 0), (1, 0), (1, 1)]),
            ["M0.5 0.5L1.18 0.5Q1.5 0.5 1.5 0.82L1.5 1.5"]
        );
        assert_eq!(data(&[(3, 3)]), Vec::<String>::new());
        assert_eq!(data(&[]), Vec::<String>::new());
    }

    #[test]
    fn there_and_back_are_two_lines() {
        let back = data(&[(0, 0), (1, 0), (2, 0), (1, 0), (0, 0)]);
        assert!(back[0].starts_with("M0.5 0.5L"), "{back:?}");
        assert!(back.last().unwrap().ends_with("L0.5 0.67"), "{back:?}");
    }

    #[test]
    fn a_way_that_crosses_itself_is_cut_before_the_crossing() {
        let square = [(1, 0), (1, 1), (1, 2), (2, 2), (2, 1), (1, 1), (0, 1)];
        let pieces = data(&square);
        assert_eq!(pieces.len(), 2);
        assert_eq!(pieces[1], "M2 1.5L0.5 1.5");
    }

    #[test]
    fn a_player_who_is_nowhere_ends_a_way() {
        let path = [Some((0, 0)), Some((1, 0)), None, Some((5, 5)), Some((5, 6))];
        assert_eq!(pieces(&path, &mut Traffic::default()).len(), 2);
    }
}
