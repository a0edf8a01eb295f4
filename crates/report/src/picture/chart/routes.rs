//! Links between boxes on a lattice: straight where nothing is in the way, and else
//! bowed around it; and the places of what is written on them.

use super::ink::{Curve, Frame, Point};

/// How far links may be bowed, in pixels, to either side.
const BOWS: [f32; 8] = [22.0, 44.0, 70.0, 100.0, 140.0, 190.0, 250.0, 320.0];

/// The shares of it at both handles: all along, or near one end.
const SHARES: [(f32, f32); 4] = [(1.0, 1.0), (1.0, 0.0), (0.0, 1.0), (1.0, -1.0)];

/// Two links between the same boxes are at least so far apart.
const APART: f32 = 40.0;

/// What is kept free around boxes, if there is room enough.
const ROOM: f32 = 7.0;

/// A curve for each pair of boxes.
pub(super) fn routed(boxes: &[Frame], links: &[(usize, usize)]) -> Vec<Curve> {
    let length = |&(a, b): &(usize, usize)| {
        let (a, b) = (boxes[a].centre(), boxes[b].centre());
        (a.0 - b.0).hypot(a.1 - b.1)
    };
    // Short links first: long ones have more ways around.
    let mut order: Vec<usize> = (0..links.len()).collect();
    order.sort_by(|a, b| length(&links[*a]).total_cmp(&length(&links[*b])));
    let mut done: Vec<Routed> = Vec::new();
    let mut curves = vec![Curve::default(); links.len()];
    for link in order {
        let ends = links[link];
        let route = match ends.0 == ends.1 {
            true => Routed::of(looped(&boxes[ends.0]), ends, (0.0, 0.0)),
            false => best(boxes, ends, &done),
        };
        curves[link] = route.curve.clone();
        done.push(route);
    }
    curves
}

struct Routed {
    ends: (usize, usize),
    /// How far it is bowed, seen from the lesser of both boxes.
    bow: f32,
    /// How far it is bent in all.
    bend: f32,
    curve: Curve,
    points: Vec<Point>,
    bounds: Frame,
}

impl Routed {
    fn of(curve: Curve, ends: (usize, usize), bows: (f32, f32)) -> Routed {
        let bow = (bows.0 + bows.1) / 2.0;
        let points = curve.points();
        let bounds = bounds(&points);
        Routed {
            ends: (ends.0.min(ends.1), ends.0.max(ends.1)),
            bow: if ends.0 < ends.1 { bow } else { -bow },
            // A curve that turns twice is harder to follow.
            bend: (bows.0.abs() + bows.1.abs()) / 2.0 + (bows.0 - bows.1).abs() * 0.2,
            curve,
            points,
            bounds,
        }
    }

    /// How bad it is, beside those that are there.
    fn trouble(&self, boxes: &[Frame], others: &[Routed]) -> f32 {
        let (a, b) = self.ends;
        let strangers = boxes.iter().enumerate().filter(|(i, _)| *i != a && *i != b);
        let mut trouble = self.bend;
        for (_, frame) in strangers {
            let is_met = |room: f32| passes(&self.points, &frame.grown(room));
            if frame.grown(ROOM).meets(&self.bounds.grown(1.0)) && is_met(ROOM) {
                trouble += if is_met(2.0) { 2000.0 } else { 100.0 };
            }
        }
        for other in others {
            if other.ends == self.ends && (other.bow - self.bow).abs() < APART {
                trouble += 5000.0;
            } else if self.bounds.grown(1.0).meets(&other.bounds.grown(1.0)) {
                trouble += 60.0 * crossings(&self.points, &other.points) as f32;
            }
        }
        trouble
    }
}

fn best(boxes: &[Frame], ends: (usize, usize), others: &[Routed]) -> Routed {
    let (from, to) = (&boxes[ends.0], &boxes[ends.1]);
    let bent = BOWS.iter().flat_map(|bow| [*bow, -bow]);
    let bent = bent.flat_map(|bow| SHARES.map(|(a, b)| (a * bow, b * bow)));
    let routes = std::iter::once((0.0, 0.0)).chain(bent).map(|bows| {
        let curve = cut(bowed(from.centre(), to.centre(), bows), from, to);
        let route = Routed::of(curve, ends, bows);
        (route.trouble(boxes, others), route)
    });
    let best = routes.min_by(|a, b| a.0.total_cmp(&b.0));
    best.expect("there are several bows").1
}

/// A curve between two points, so far from the straight line near either end.
fn bowed(a: Point, b: Point, bows: (f32, f32)) -> Curve {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let length = dx.hypot(dy).max(1.0);
    let handle = |t: f32, bow: f32| {
        let by = bow * 4.0 / 3.0 / length;
        (a.0 + dx * t - dy * by, a.1 + dy * t + dx * by)
    };
    Curve {
        start: a,
        pieces: vec![[handle(0.3, bows.0), handle(0.7, bows.1), b]],
    }
}

/// A link from a box to itself, below it.
fn looped(frame: &Frame) -> Curve {
    let (x, y) = (frame.centre().0, frame.y + frame.height);
    Curve {
        start: (x - 9.0, y),
        pieces: vec![[(x - 30.0, y + 46.0), (x + 30.0, y + 46.0), (x + 9.0, y)]],
    }
}

/// The part of a curve of one piece that is outside of both boxes.
fn cut(curve: Curve, from: &Frame, to: &Frame) -> Curve {
    const STEPS: usize = 96;
    let [a, b, end] = curve.pieces[0];
    let start = curve.start;
    let mix = |p: Point, q: Point, t: f32| (p.0 + (q.0 - p.0) * t, p.1 + (q.1 - p.1) * t);
    let at = |t: f32| {
        let (p, q, r) = (mix(start, a, t), mix(a, b, t), mix(b, end, t));
        mix(mix(p, q, t), mix(q, r, t), t)
    };
    // The last time at which one is still inside, more and more exactly.
    let rim = |inside: &Frame, time: &dyn Fn(f32) -> f32| {
        let is_out = |t: f32| !inside.contains(at(time(t)));
        let step = (1..=STEPS).find(|i| is_out(*i as f32 / STEPS as f32))?;
        let (mut low, mut high) = ((step - 1) as f32, step as f32);
        for _ in 0..6 {
            let middle = (low + high) / 2.0;
            match is_out(middle / STEPS as f32) {
                true => high = middle,
                false => low = middle,
            }
        }
        Some(time(high / STEPS as f32))
    };
    let leaves = rim(&from.grown(1.0), &|t| t);
    let enters = rim(&to.grown(1.0), &|t| 1.0 - t);
    let (Some(s), Some(e)) = (leaves, enters) else {
        return curve;
    };
    if s >= e {
        return curve;
    }
    // What is between two times, by halving handles twice.
    let blossom = |t: f32, u: f32, v: f32| {
        let (p, q, r) = (mix(start, a, t), mix(a, b, t), mix(b, end, t));
        mix(mix(p, q, u), mix(q, r, u), v)
    };
    Curve {
        start: at(s),
        pieces: vec![[blossom(s, s, e), blossom(s, e, e), at(e)]],
    }
}

fn bounds(points: &[Point]) -> Frame {
    let fold = |of: fn(&Point) -> f32, pick: fn(f32, f32) -> f32| {
        points.iter().map(of).reduce(pick).unwrap_or(0.0)
    };
    let (left, right) = (fold(|p| p.0, f32::min), fold(|p| p.0, f32::max));
    let (top, bottom) = (fold(|p| p.1, f32::min), fold(|p| p.1, f32::max));
    Frame {
        x: left,
        y: top,
        width: right - left,
        height: bottom - top,
    }
}

/// Whether a line leads through a rectangle.
fn passes(points: &[Point], frame: &Frame) -> bool {
    let between = |pair: &[Point]| {
        let (a, b) = (pair[0], pair[1]);
        let n = ((a.0 - b.0).abs().max((a.1 - b.1).abs()) / 6.0)
            .ceil()
            .max(1.0) as usize;
        (0..=n).any(|i| {
            let t = i as f32 / n as f32;
            frame.contains((a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t))
        })
    };
    points.windows(2).any(between)
}

/// How often two lines cross.
fn crossings(a: &[Point], b: &[Point]) -> usize {
    let turn =
        |p: Point, q: Point, r: Point| (q.0 - p.0) * (r.1 - p.1) - (q.1 - p.1) * (r.0 - p.0) > 0.0;
    let cross = |p: &[Point], q: &[Point]| {
        turn(p[0], p[1], q[0]) != turn(p[0], p[1], q[1])
            && turn(q[0], q[1], p[0]) != turn(q[0], q[1], p[1])
    };
    let pairs = a.windows(2).flat_map(|p| b.windows(2).map(move |q| (p, q)));
    pairs.filter(|(p, q)| cross(p, q)).count()
}

/// Where on its curve something of this size disturbs least, each in turn.
pub(super) fn spots(
    boxes: &[Frame],
    curves: &[Curve],
    sizes: &[Option<(f32, f32)>],
) -> Vec<Option<Frame>> {
    let points: Vec<Vec<Point>> = curves.iter().map(Curve::points).collect();
    let extents: Vec<Frame> = points
        .iter()
        .map(|points| bounds(points).grown(1.0))
        .collect();
    let mut spots: Vec<Option<Frame>> = vec![None; curves.len()];
    for (link, size) in sizes.iter().enumerate() {
        let Some(size) = *size else { continue };
        let own = &points[link];
        let middle = own.len() / 2;
        let trouble = |at: &usize| {
            let frame = Frame::around(own[*at], size).grown(3.0);
            let n_boxes = boxes.iter().filter(|other| other.meets(&frame)).count();
            let n_spots = spots
                .iter()
                .flatten()
                .filter(|other| other.meets(&frame))
                .count();
            let others = points
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != link);
            let is_crossed = |(i, points): &(usize, &Vec<Point>)| {
                extents[*i].meets(&frame) && passes(points, &frame)
            };
            let n_lines = others.filter(is_crossed).count();
            (
                12 * (n_boxes + n_spots) + 4 * n_lines + at.abs_diff(middle),
                *at,
            )
        };
        let at = (1..own.len().saturating_sub(1))
            .min_by_key(trouble)
            .unwrap_or(middle);
        spots[link] = own.get(at).map(|at| Frame::around(*at, size));
    }
    spots
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row() -> Vec<Frame> {
        [0.0, 150.0, 300.0]
            .map(|x| Frame::around((x, 0.0), (60.0, 40.0)))
            .to_vec()
    }

    #[test]
    fn a_link_bows_around_what_is_between() {
        let boxes = row();
        let curves = routed(&boxes, &[(0, 2), (0, 1)]);
        assert!(!passes(&curves[0].points(), &boxes[1]));
        let straight = curves[1].points();
        assert!(straight.iter().all(|p| p.1.abs() < 0.01), "{straight:?}");
        // It begins and ends at the rims.
        assert!((straight[0].0 - 32.0).abs() < 3.0, "{straight:?}");
    }

    #[test]
    fn two_links_between_the_same_boxes_lie_apart() {
        let curves = routed(&row(), &[(0, 1), (1, 0)]);
        let middle = |curve: &Curve| curve.points()[6].1;
        assert!((middle(&curves[0]) - middle(&curves[1])).abs() > 20.0);
        let spots = spots(&row(), &curves, &[Some((30.0, 18.0)), Some((30.0, 18.0))]);
        let [Some(a), Some(b)] = spots[..] else {
            panic!("{spots:?}")
        };
        assert!(!a.meets(&b));
    }
}
