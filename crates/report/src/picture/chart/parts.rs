//! How the parts of a chart look, before and after they are done.

use playproof::{Arrangement, ChartBox, ChartLink, ChartThing, Colour, Sign};

use super::ink::{Curve, Frame, Ink, Point, Stroke, width_of};
use super::sketch::{
    LOCK, LOCK_LINE, NAME, NAME_LINE, NOTE, NOTE_LINE, PAD, Route, SIGN, Sketch, THING, THING_LINE,
};

pub(super) const PAPER: Colour = Colour(0xFA, 0xF8, 0xF3);
pub(super) const BLUE: Colour = Colour(0x1D, 0x4E, 0xD8);
pub(super) const WHITE: Colour = Colour(0xFF, 0xFF, 0xFF);
const BLACK: Colour = Colour(0x26, 0x22, 0x30);
const SOFT: Colour = Colour(0x75, 0x6F, 0x80);
const FAINT: Colour = Colour(0xBD, 0xB7, 0xC6);
const SLATE: Colour = Colour(0x4A, 0x44, 0x58);
const LINE: Colour = Colour(0x9A, 0x93, 0xA6);
const GREEN: Colour = Colour(0x2F, 0x7D, 0x4A);
const GREEN_PALE: Colour = Colour(0xE3, 0xF2, 0xDC);
const BLUE_PALE: Colour = Colour(0xE6, 0xED, 0xFD);
const GOLD: Colour = Colour(0xC2, 0x8A, 0x14);
const GOLD_PALE: Colour = Colour(0xFD, 0xF1, 0xD2);
const GOLD_DARK: Colour = Colour(0x5E, 0x42, 0x06);
const BROWN: Colour = Colour(0x84, 0x46, 0x26);
const BROWN_PALE: Colour = Colour(0xF3, 0xEA, 0xE2);
const BROWN_SOFT: Colour = Colour(0x8C, 0x6B, 0x58);

/// A part of a chart. Most look the same whatever is done.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Part {
    /// Its number in the chart.
    pub number: usize,
    pub before: Vec<Ink>,
    pub after: Vec<Ink>,
}

/// The parts from below: lines, boxes, what lies in them, and what closes links.
pub(super) fn parts(sketch: &Sketch) -> Vec<Part> {
    let chart = &sketch.chart;
    let first_link = chart.first_link();
    let links = || chart.links.iter().zip(&sketch.routes).zip(first_link..);
    let is_map = chart.arrangement == Arrangement::Lattice;
    let mut parts = Vec::new();
    for ((link, route), number) in links() {
        let drawn = |is_done: bool| line(link, route, is_map, is_done);
        parts.push(Part::new(number, drawn));
    }
    for (number, (shown, frame)) in chart.boxes.iter().zip(&sketch.boxes).enumerate() {
        let drawn = |is_done: bool| framed(shown, frame, is_map, is_done);
        parts.push(Part::new(number, drawn));
        let notes = if shown.note.is_empty() {
            0.0
        } else {
            NOTE_LINE
        };
        for (i, thing) in shown.things.iter().enumerate() {
            let below = PAD + NAME_LINE + notes + (i as f32 + 0.5) * THING_LINE;
            let middle = (frame.centre().0, frame.y + below);
            let number = chart.first_thing(number) + i;
            parts.push(Part::new(number, |is_done| chip(thing, middle, is_done)));
        }
    }
    for ((link, route), number) in links() {
        if let Some(frame) = &route.lock {
            parts.push(Part::new(number, |is_done| lock(link, frame, is_done)));
        }
        if let Some(frame) = &route.label {
            parts.push(Part::new(number, |_| label(link, frame)));
        }
    }
    parts
}

impl Part {
    fn new(number: usize, drawn: impl Fn(bool) -> Vec<Ink>) -> Part {
        Part {
            number,
            before: drawn(false),
            after: drawn(true),
        }
    }

    pub fn looks(&self, is_done: bool) -> &[Ink] {
        if is_done { &self.after } else { &self.before }
    }
}

fn line(link: &ChartLink, route: &Route, is_map: bool, is_done: bool) -> Vec<Ink> {
    let stroke = match (is_map, is_done) {
        (true, _) => Stroke::new(LINE, 2.4),
        (false, false) => Stroke::new(FAINT, 1.4),
        (false, true) => Stroke::new(SLATE, 1.6),
    };
    let curves = route.curves.iter().cloned();
    let mut inks: Vec<Ink> = curves.map(|curve| Ink::Line { curve, stroke }).collect();
    if let Some(joint) = route.joint {
        inks.push(Ink::disc(joint, 4.0, stroke.colour));
    }
    if link.is_one_way {
        let size = if is_map { 13.0 } else { 9.0 };
        let fill = if is_map { SLATE } else { stroke.colour };
        inks.extend(route.curves.last().map(|curve| arrow(curve, size, fill)));
    }
    inks
}

/// The head of an arrow at the end of a curve.
pub(super) fn arrow(curve: &Curve, size: f32, fill: Colour) -> Ink {
    let tip = curve.end();
    let handle = curve.pieces.last().map_or(curve.start, |piece| piece[1]);
    let (dx, dy) = (tip.0 - handle.0, tip.1 - handle.1);
    let length = dx.hypot(dy).max(0.01);
    let (dx, dy) = (dx / length * size, dy / length * size);
    let back = (tip.0 - dx, tip.1 - dy);
    let points = vec![
        tip,
        (back.0 - dy * 0.45, back.1 + dx * 0.45),
        (back.0 + dy * 0.45, back.1 - dx * 0.45),
    ];
    Ink::Area { points, fill }
}

fn framed(shown: &ChartBox, frame: &Frame, is_map: bool, is_done: bool) -> Vec<Ink> {
    let (rim, fill) = match (shown.is_goal, shown.is_start, is_map) {
        (true, _, _) => (GREEN, GREEN_PALE),
        (_, true, _) => (BLUE, BLUE_PALE),
        (_, _, true) => (SLATE, WHITE),
        _ => (GOLD, GOLD_PALE),
    };
    let is_plain = !shown.is_goal && !shown.is_start;
    // A fact that does not hold yet is an outline.
    let (fill, stroke, ink) = match is_map || is_done {
        true => {
            let width = if is_plain { 1.5 } else { 2.2 };
            (fill, Stroke::new(rim, width), BLACK)
        }
        false => {
            let rim = if shown.is_goal { GREEN } else { FAINT };
            (WHITE, Stroke::dashed(rim, 1.4), SOFT)
        }
    };
    let mut inks = vec![Ink::Rect {
        frame: *frame,
        round: 8.0,
        fill: Some(fill),
        stroke: Some(stroke),
    }];
    let (x, _) = frame.centre();
    inks.push(Ink::Words {
        middle: (x, frame.y + PAD + NAME_LINE / 2.0),
        text: shown.name.clone(),
        size: NAME,
        is_bold: true,
        fill: ink,
    });
    if !shown.note.is_empty() {
        inks.push(Ink::Words {
            middle: (x, frame.y + PAD + NAME_LINE + NOTE_LINE / 2.0),
            text: shown.note.clone(),
            size: NOTE,
            is_bold: false,
            fill: SOFT,
        });
    }
    let tabs = [
        (shown.is_start, "start", BLUE),
        (shown.is_goal, "goal", GREEN),
    ];
    let mut left = frame.x - 7.0;
    for (_, word, fill) in tabs.into_iter().filter(|tab| tab.0) {
        let width = width_of(word, 10.0, true) + 10.0;
        inks.extend(pill(
            (left + width / 2.0, frame.y),
            (width, 14.0),
            word,
            fill,
        ));
        left += width + 4.0;
    }
    inks
}

/// A filled pill with a small word.
pub(super) fn pill(middle: Point, size: (f32, f32), word: &str, fill: Colour) -> [Ink; 2] {
    let rect = Ink::Rect {
        frame: Frame::around(middle, size),
        round: size.1 / 2.0,
        fill: Some(fill),
        stroke: Some(Stroke::new(WHITE, 1.2)),
    };
    let words = Ink::Words {
        middle,
        text: word.to_owned(),
        size: 10.0,
        is_bold: true,
        fill: WHITE,
    };
    [rect, words]
}

fn chip(thing: &ChartThing, middle: Point, is_taken: bool) -> Vec<Ink> {
    let words = width_of(&thing.name, THING, false);
    let frame = Frame::around(middle, (words + SIGN + 10.0, THING_LINE - 4.0));
    let (fill, stroke, ink) = match is_taken {
        false => (Some(GOLD_PALE), Stroke::new(GOLD, 1.0), GOLD_DARK),
        true => (None, Stroke::dashed(FAINT, 1.0), FAINT),
    };
    let mut inks = vec![Ink::Rect {
        frame,
        round: frame.height / 2.0,
        fill,
        stroke: Some(stroke),
    }];
    let sign_fill = if is_taken { FAINT } else { GOLD };
    inks.extend(sign(thing.sign, (frame.x + 13.0, middle.1), sign_fill));
    inks.push(Ink::Words {
        middle: (frame.x + SIGN + 3.0 + words / 2.0, middle.1),
        text: thing.name.clone(),
        size: THING,
        is_bold: false,
        fill: ink,
    });
    inks
}

fn sign(sign: Sign, (x, y): Point, fill: Colour) -> Vec<Ink> {
    let bar = |x: f32, y: f32, width: f32, height: f32| Ink::Rect {
        frame: Frame {
            x,
            y,
            width,
            height,
        },
        round: 0.8,
        fill: Some(fill),
        stroke: None,
    };
    match sign {
        Sign::Key => vec![
            Ink::Rect {
                frame: Frame::around((x - 3.2, y), (6.4, 6.4)),
                round: 3.2,
                fill: None,
                stroke: Some(Stroke::new(fill, 1.9)),
            },
            bar(x - 0.5, y - 0.95, 7.0, 1.9),
            bar(x + 2.4, y, 1.7, 3.6),
            bar(x + 4.9, y, 1.6, 2.8),
        ],
        Sign::Gem => vec![Ink::Area {
            points: vec![(x, y - 6.0), (x + 5.0, y), (x, y + 6.0), (x - 5.0, y)],
            fill,
        }],
        Sign::Switch => vec![
            bar(x - 5.0, y + 2.0, 10.0, 3.2),
            Ink::Line {
                curve: straight((x, y + 2.0), (x + 3.6, y - 3.6)),
                stroke: Stroke::new(fill, 1.9),
            },
            Ink::disc((x + 3.8, y - 3.8), 2.1, fill),
        ],
    }
}

fn straight(from: Point, to: Point) -> Curve {
    Curve {
        start: from,
        pieces: vec![[from, to, to]],
    }
}

fn lock(link: &ChartLink, frame: &Frame, is_open: bool) -> Vec<Ink> {
    let (fill, rim, ink, metal) = match is_open {
        false => (BROWN, WHITE, WHITE, Colour(0xF2, 0xC9, 0x5C)),
        true => (BROWN_PALE, Colour(0xCF, 0xB9, 0xA8), BROWN_SOFT, BROWN_SOFT),
    };
    let mut inks = vec![Ink::Rect {
        frame: *frame,
        round: 8.0,
        fill: Some(fill),
        stroke: Some(Stroke::new(rim, 1.2)),
    }];
    inks.extend(padlock((frame.x + 12.0, frame.centre().1), metal, is_open));
    let widths = link.lock.iter().map(|line| width_of(line, LOCK, true));
    let widest = widths.fold(0.0, f32::max);
    for (i, line) in link.lock.iter().enumerate() {
        let y = frame.y + 4.0 + (i as f32 + 0.5) * LOCK_LINE;
        inks.push(Ink::Words {
            middle: (frame.x + SIGN + 4.0 + widest / 2.0, y),
            text: line.clone(),
            size: LOCK,
            is_bold: true,
            fill: ink,
        });
    }
    inks
}

fn padlock((x, y): Point, fill: Colour, is_open: bool) -> [Ink; 2] {
    let lift = if is_open { 2.2 } else { 0.0 };
    let bow = Curve {
        start: (x - 2.8, y - lift),
        pieces: vec![[
            (x - 2.8, y - 6.2 - lift),
            (x + 2.8, y - 6.2 - lift),
            (x + 2.8, if is_open { y - 3.0 - lift } else { y }),
        ]],
    };
    let body = Frame {
        x: x - 4.4,
        y: y - 0.6,
        width: 8.8,
        height: 6.4,
    };
    [
        Ink::Line {
            curve: bow,
            stroke: Stroke::new(fill, 1.7),
        },
        Ink::Rect {
            frame: body,
            round: 1.4,
            fill: Some(fill),
            stroke: None,
        },
    ]
}

fn label(link: &ChartLink, frame: &Frame) -> Vec<Ink> {
    let ground = Ink::Rect {
        frame: *frame,
        round: 4.0,
        fill: Some(PAPER),
        stroke: None,
    };
    let words = Ink::Words {
        middle: frame.centre(),
        text: link.label.clone(),
        size: NOTE,
        is_bold: false,
        fill: SOFT,
    };
    vec![ground, words]
}
