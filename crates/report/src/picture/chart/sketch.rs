//! Where everything of a chart is, in pixels.

use playproof::{Arrangement, Chart, ChartBox, ChartLink};

use super::ink::{Curve, Frame, Point, shortened, width_of};
use super::layers::Layered;
use super::routes::{routed, spots};
use crate::printable::printable;

/// Around the picture.
const MARGIN: f32 = 30.0;

/// Sizes of letters.
pub(super) const NAME: f32 = 14.0;
pub(super) const NOTE: f32 = 11.0;
pub(super) const THING: f32 = 12.0;
pub(super) const LOCK: f32 = 11.0;

/// Heights of lines.
pub(super) const NAME_LINE: f32 = 20.0;
pub(super) const NOTE_LINE: f32 = 15.0;
pub(super) const THING_LINE: f32 = 23.0;
pub(super) const LOCK_LINE: f32 = 14.0;

/// What a sign takes, beside the words.
pub(super) const SIGN: f32 = 20.0;

/// Above the name, and below the last line.
pub(super) const PAD: f32 = 9.0;

/// The most characters of a name.
const LONGEST: usize = 26;

/// A chart with places.
#[derive(Clone, Debug)]
pub(super) struct Sketch {
    /// The chart, its words safe to print and not too long.
    pub chart: Chart,
    pub size: (f32, f32),
    pub boxes: Vec<Frame>,
    pub routes: Vec<Route>,
}

/// A link with places.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Route {
    /// From each box that it comes from; where those are several, or none, to the
    /// joint, and last from there.
    pub curves: Vec<Curve>,
    pub joint: Option<Point>,
    pub lock: Option<Frame>,
    pub label: Option<Frame>,
}

impl Sketch {
    pub fn new(chart: &Chart) -> Sketch {
        let chart = readable(chart);
        match chart.arrangement {
            Arrangement::Lattice => on_lattice(chart),
            Arrangement::Layers => in_layers(chart),
        }
    }
}

fn readable(chart: &Chart) -> Chart {
    let short = |text: &String| shortened(&printable(text), LONGEST);
    let mut chart = chart.clone();
    for shown in &mut chart.boxes {
        shown.name = short(&shown.name);
        shown.note = shortened(&printable(&shown.note), 2 * LONGEST);
        for thing in &mut shown.things {
            thing.name = short(&thing.name);
        }
    }
    for link in &mut chart.links {
        link.lock = link.lock.iter().map(short).collect();
        link.label = short(&link.label);
    }
    chart
}

/// What a box takes.
fn box_size(shown: &ChartBox) -> (f32, f32) {
    let things = shown.things.iter();
    let chips = things.map(|thing| width_of(&thing.name, THING, false) + SIGN + 10.0);
    let name = width_of(&shown.name, NAME, true);
    let widest = chips.fold(name.max(width_of(&shown.note, NOTE, false)), f32::max);
    let notes = if shown.note.is_empty() {
        0.0
    } else {
        NOTE_LINE
    };
    let things = shown.things.len() as f32 * THING_LINE;
    let height = 2.0 * PAD + NAME_LINE + notes + things;
    ((widest + 22.0).max(58.0), height)
}

fn lock_size(link: &ChartLink) -> Option<(f32, f32)> {
    let widths = link.lock.iter().map(|line| width_of(line, LOCK, true));
    let widest = widths.reduce(f32::max)?;
    let height = link.lock.len() as f32 * LOCK_LINE + 8.0;
    Some((widest + SIGN + 12.0, height))
}

fn label_size(link: &ChartLink) -> Option<(f32, f32)> {
    let width = width_of(&link.label, NOTE, false) + 8.0;
    (!link.label.is_empty()).then_some((width, NOTE_LINE))
}

/// Boxes on a lattice. All columns are equally far apart, and so are all rows: links
/// that are straight and cross none stay so.
fn on_lattice(chart: Chart) -> Sketch {
    let sizes: Vec<(f32, f32)> = chart.boxes.iter().map(box_size).collect();
    let widest = sizes.iter().map(|size| size.0).fold(0.0, f32::max);
    let highest = sizes.iter().map(|size| size.1).fold(0.0, f32::max);
    // Between neighbours there is room for the lock.
    let (mut gap_x, mut gap_y) = (46.0f32, 44.0f32);
    for link in &chart.links {
        let (a, b) = (chart.boxes[link.from[0]].place, chart.boxes[link.to].place);
        let Some((width, height)) = lock_size(link) else {
            continue;
        };
        match (a.0.abs_diff(b.0), a.1.abs_diff(b.1)) {
            (1, 0) => gap_x = gap_x.max(width + 34.0),
            (0, 1) => gap_y = gap_y.max(height + 34.0),
            _ => {}
        }
    }
    let pitch = (widest + gap_x, highest + gap_y);
    let centre = |(x, y): (usize, usize)| {
        let at = |i: usize, pitch: f32, most: f32| MARGIN + most / 2.0 + i as f32 * pitch;
        (at(x, pitch.0, widest), at(y, pitch.1, highest))
    };
    let placed = chart.boxes.iter().zip(&sizes);
    let boxes: Vec<Frame> = placed
        .map(|(b, size)| Frame::around(centre(b.place), *size))
        .collect();
    let links: Vec<(usize, usize)> = chart.links.iter().map(|l| (l.from[0], l.to)).collect();
    let curves = routed(&boxes, &links);
    let locks: Vec<_> = chart.links.iter().map(lock_size).collect();
    let locks = spots(&boxes, &curves, &locks);
    let routes = curves.into_iter().zip(locks).map(|(curve, lock)| Route {
        curves: vec![curve],
        lock,
        ..Route::default()
    });
    finished(chart, boxes, routes.collect())
}

/// Boxes in layers. Between two layers of boxes is one of joints, if there are any.
fn in_layers(chart: Chart) -> Sketch {
    let sizes: Vec<(f32, f32)> = chart.boxes.iter().map(box_size).collect();
    let has_joints = chart.links.iter().any(|link| link.from.len() != 1);
    let step = if has_joints { 2 } else { 1 };
    let mut graph = Layered::default();
    // Links side by side leave room for what is written on them.
    let labels = chart.links.iter().filter_map(label_size);
    let least = labels.map(|size| size.0 + 6.0).fold(0.0, f32::max);
    for (shown, size) in chart.boxes.iter().zip(&sizes) {
        // The first layer of joints is above the first boxes.
        let layer = shown.place.1 * step + usize::from(has_joints);
        graph.add(layer, size.0.max(least));
    }
    let mut ways: Vec<(Option<usize>, Vec<Vec<usize>>)> = Vec::new();
    for link in &chart.links {
        let layers = link.from.iter().map(|from| graph.layer_of(*from));
        ways.push(match link.from[..] {
            [from] => (None, vec![graph.link(from, link.to)]),
            _ => {
                let head = graph.layer_of(link.to);
                // Just above what it gives, or below the last thing it needs.
                let layer = match layers.max() {
                    Some(last) if last >= head => last + 1,
                    _ => head - 1,
                };
                let joint = graph.add(layer, 12.0);
                let mut parts: Vec<Vec<usize>> = link
                    .from
                    .iter()
                    .map(|from| graph.link(*from, joint))
                    .collect();
                parts.push(graph.link(joint, link.to));
                (Some(joint), parts)
            }
        });
    }
    let places = graph.places();
    let mut heights = vec![0.0f32; graph.n_layers()];
    for (node, size) in sizes.iter().enumerate() {
        let height = &mut heights[graph.layer_of(node)];
        *height = height.max(size.1);
    }
    let gap = match (
        has_joints,
        chart.links.iter().any(|link| !link.label.is_empty()),
    ) {
        (true, _) => 26.0,
        (false, false) => 42.0,
        (false, true) => 78.0,
    };
    let mut y = MARGIN;
    let mut levels = Vec::new();
    for height in &heights {
        levels.push(y + height / 2.0);
        y += height + gap;
    }
    let point = |node: usize| (places[node] + MARGIN, levels[graph.layer_of(node)]);
    let boxes: Vec<Frame> = (0..sizes.len())
        .map(|i| Frame::around(point(i), sizes[i]))
        .collect();
    // Where a link touches a node on its way up or down, and how high its layer is,
    // which it crosses upright so as not to touch the boxes beside it.
    let stop = |node: usize| {
        let (x, y) = point(node);
        let own = sizes.get(node).map_or(0.0, |size| size.1);
        let is_box = node < sizes.len();
        let high = if is_box {
            own
        } else {
            heights[graph.layer_of(node)]
        };
        (x, y, high / 2.0)
    };
    let routes = ways.iter().map(|(joint, parts)| Route {
        curves: parts
            .iter()
            .map(|way| {
                flowing(
                    &way.iter().map(|node| stop(*node)).collect::<Vec<_>>(),
                    &boxes,
                )
            })
            .collect(),
        joint: joint.map(point),
        ..Route::default()
    });
    let mut routes: Vec<Route> = routes.collect();
    let curves: Vec<Curve> = routes
        .iter()
        .filter_map(|r| r.curves.last().cloned())
        .collect();
    let labels: Vec<_> = chart.links.iter().map(label_size).collect();
    if curves.len() == labels.len() {
        let spots = spots(&boxes, &curves, &labels);
        routes
            .iter_mut()
            .zip(spots)
            .for_each(|(route, spot)| route.label = spot);
    }
    finished(chart, boxes, routes)
}

/// A point, and half the height that is crossed upright there.
type Stop = (f32, f32, f32);

/// How many stops are passed by at most.
const FARTHEST: usize = 16;

/// A curve through stops. Those between the ends are passed by where that leads
/// through no box.
fn flowing(stops: &[Stop], boxes: &[Frame]) -> Curve {
    let mut curve = Curve::default();
    let (mut at, last) = (0, stops.len() - 1);
    while at < last {
        let ahead = (at + 1..=last.min(at + FARTHEST)).rev();
        let is_free =
            |next: &usize| *next == at + 1 || is_free(&leap(stops[at], stops[*next]), boxes);
        let next = ahead.into_iter().find(is_free).unwrap_or(last);
        let leap = leap(stops[at], stops[next]);
        match at {
            0 => curve.start = leap.start,
            // Upright through the layer.
            _ => {
                let (x, y, _) = stops[at];
                curve.pieces.push([(x, y), (x, y), leap.start]);
            }
        }
        curve.pieces.extend(leap.pieces);
        at = next;
    }
    curve
}

/// From one stop to another, upright at both.
fn leap((x, y, high): Stop, (to_x, to_y, to_high): Stop) -> Curve {
    let down = if to_y >= y { 1.0 } else { -1.0 };
    let (from, to) = ((x, y + down * high), (to_x, to_y - down * to_high));
    let handle = (to.1 - from.1) * 0.5;
    Curve {
        start: from,
        pieces: vec![[(from.0, from.1 + handle), (to.0, to.1 - handle), to]],
    }
}

/// Whether a curve leads past all boxes but those at its ends.
fn is_free(curve: &Curve, boxes: &[Frame]) -> bool {
    let points = curve.points();
    let inner = || points[1..points.len() - 1].iter();
    let is_met = |frame: &Frame| inner().any(|point| frame.grown(9.0).contains(*point));
    let is_end = |frame: &Frame| {
        [curve.start, curve.end()]
            .iter()
            .any(|end| frame.grown(1.0).contains(*end))
    };
    !boxes.iter().any(|frame| !is_end(frame) && is_met(frame))
}

/// The picture is as large as what is in it.
fn finished(chart: Chart, mut boxes: Vec<Frame>, mut routes: Vec<Route>) -> Sketch {
    let curves = || routes.iter().flat_map(|route| &route.curves);
    let of_boxes = boxes
        .iter()
        .flat_map(|b| [(b.x, b.y), (b.x + b.width, b.y + b.height)]);
    let extra = routes.iter().flat_map(|r| [r.lock, r.label]).flatten();
    let of_extra = extra.flat_map(|b| [(b.x, b.y), (b.x + b.width, b.y + b.height)]);
    let points: Vec<Point> = of_boxes
        .chain(of_extra)
        .chain(curves().flat_map(Curve::points))
        .collect();
    let fold = |of: fn(&Point) -> f32, pick: fn(f32, f32) -> f32| {
        points.iter().map(of).reduce(pick).unwrap_or(0.0)
    };
    let (left, top) = (fold(|p| p.0, f32::min), fold(|p| p.1, f32::min));
    let (right, bottom) = (fold(|p| p.0, f32::max), fold(|p| p.1, f32::max));
    let by = (MARGIN - left, MARGIN - top);
    let moved = |p: &mut Point| *p = (p.0 + by.0, p.1 + by.1);
    let locks = routes
        .iter_mut()
        .flat_map(|r| [&mut r.lock, &mut r.label])
        .flatten();
    for frame in boxes.iter_mut().chain(locks) {
        (frame.x, frame.y) = (frame.x + by.0, frame.y + by.1);
    }
    for route in &mut routes {
        route.joint.iter_mut().for_each(moved);
        for curve in &mut route.curves {
            moved(&mut curve.start);
            curve.pieces.iter_mut().flatten().for_each(moved);
        }
    }
    Sketch {
        chart,
        size: (
            (right - left + 2.0 * MARGIN).ceil(),
            (bottom - top + 2.0 * MARGIN).ceil(),
        ),
        boxes,
        routes,
    }
}
