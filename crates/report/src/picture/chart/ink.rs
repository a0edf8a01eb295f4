//! What charts are drawn with: rectangles, curves and words, in pixels. The same list
//! becomes SVG or pixels.

use playproof::Colour;
use unicode_width::UnicodeWidthChar;

use crate::picture::path::{number, pair};
use crate::picture::svg::{escaped, hex};

pub(super) use crate::picture::path::Point;

/// A rectangle.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Frame {
    pub x: f32,
    pub y: f32,
    pub width: f32,
    pub height: f32,
}

impl Frame {
    /// Around a centre.
    pub fn around(centre: Point, (width, height): (f32, f32)) -> Frame {
        Frame {
            x: centre.0 - width / 2.0,
            y: centre.1 - height / 2.0,
            width,
            height,
        }
    }

    pub fn centre(&self) -> Point {
        (self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    /// The same with so much more on each side.
    pub fn grown(&self, by: f32) -> Frame {
        Frame {
            x: self.x - by,
            y: self.y - by,
            width: self.width + 2.0 * by,
            height: self.height + 2.0 * by,
        }
    }

    pub fn contains(&self, (x, y): Point) -> bool {
        self.x <= x && x <= self.x + self.width && self.y <= y && y <= self.y + self.height
    }

    pub fn meets(&self, other: &Frame) -> bool {
        self.x < other.x + other.width
            && other.x < self.x + self.width
            && self.y < other.y + other.height
            && other.y < self.y + self.height
    }
}

/// A curve of cubic pieces.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Curve {
    pub start: Point,
    /// Two handles and the end of each piece.
    pub pieces: Vec<[Point; 3]>,
}

/// Straight pieces that a curved one is taken for.
const SAMPLES: usize = 12;

impl Curve {
    /// Points along the curve, its ends among them.
    pub fn points(&self) -> Vec<Point> {
        let mut from = self.start;
        let mut points = vec![from];
        for &[a, b, to] in &self.pieces {
            points.extend((1..=SAMPLES).map(|i| {
                let (t, s) = (i as f32 / SAMPLES as f32, 1.0 - i as f32 / SAMPLES as f32);
                let mix = |p: f32, a: f32, b: f32, q: f32| {
                    s * s * s * p + 3.0 * s * s * t * a + 3.0 * s * t * t * b + t * t * t * q
                };
                (mix(from.0, a.0, b.0, to.0), mix(from.1, a.1, b.1, to.1))
            }));
            from = to;
        }
        points
    }

    pub fn end(&self) -> Point {
        self.pieces.last().map_or(self.start, |piece| piece[2])
    }

    /// As SVG has it.
    pub fn data(&self) -> String {
        let mut data = format!("M{}", pair(self.start));
        for [a, b, to] in &self.pieces {
            data.push_str(&format!("C{} {} {}", pair(*a), pair(*b), pair(*to)));
        }
        data
    }
}

/// How a line is drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Stroke {
    pub colour: Colour,
    pub width: f32,
    pub is_dashed: bool,
}

impl Stroke {
    pub const fn new(colour: Colour, width: f32) -> Stroke {
        Stroke {
            colour,
            width,
            is_dashed: false,
        }
    }

    pub const fn dashed(colour: Colour, width: f32) -> Stroke {
        Stroke {
            colour,
            width,
            is_dashed: true,
        }
    }

    /// Lengths of a dash and of a gap.
    pub fn dashes(&self) -> [f32; 2] {
        [4.0, 3.0]
    }
}

/// Something drawn.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Ink {
    /// A rectangle with round corners.
    Rect {
        frame: Frame,
        round: f32,
        fill: Option<Colour>,
        stroke: Option<Stroke>,
    },
    /// A line.
    Line { curve: Curve, stroke: Stroke },
    /// A filled polygon.
    Area { points: Vec<Point>, fill: Colour },
    /// A line of words, its middle at a point: half its width to the left, and the
    /// base of its letters a third of their size below.
    Words {
        middle: Point,
        text: String,
        size: f32,
        is_bold: bool,
        fill: Colour,
    },
}

impl Ink {
    /// A filled circle.
    pub fn disc(centre: Point, radius: f32, fill: Colour) -> Ink {
        Ink::Rect {
            frame: Frame::around(centre, (2.0 * radius, 2.0 * radius)),
            round: radius,
            fill: Some(fill),
            stroke: None,
        }
    }

    pub fn svg(&self) -> String {
        match self {
            Ink::Rect {
                frame,
                round,
                fill,
                stroke,
            } => {
                let Frame {
                    x,
                    y,
                    width,
                    height,
                } = *frame;
                let [x, y, width, height, round] = [x, y, width, height, *round].map(number);
                let fill = fill.map_or("none".to_owned(), hex);
                format!(
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" \
                     rx=\"{round}\" fill=\"{fill}\"{}/>",
                    stroke.as_ref().map(stroke_svg).unwrap_or_default()
                )
            }
            Ink::Line { curve, stroke } => format!(
                "<path d=\"{}\" fill=\"none\"{}/>",
                curve.data(),
                stroke_svg(stroke)
            ),
            Ink::Area { points, fill } => {
                let points: Vec<String> = points.iter().map(|p| pair(*p)).collect();
                format!(
                    "<polygon points=\"{}\" fill=\"{}\"/>",
                    points.join(" "),
                    hex(*fill)
                )
            }
            Ink::Words {
                middle,
                text,
                size,
                is_bold,
                fill,
            } => format!(
                "<text x=\"{}\" y=\"{}\" font-size=\"{}\"{} fill=\"{}\">{}</text>",
                number(middle.0),
                number(middle.1 + size / 3.0),
                number(*size),
                if *is_bold { " font-weight=\"600\"" } else { "" },
                hex(*fill),
                escaped(text)
            ),
        }
    }
}

fn stroke_svg(stroke: &Stroke) -> String {
    let mut svg = format!(
        " stroke=\"{}\" stroke-width=\"{}\"",
        hex(stroke.colour),
        number(stroke.width)
    );
    if stroke.is_dashed {
        let dashes = stroke.dashes().map(number).join(" ");
        svg.push_str(&format!(" stroke-dasharray=\"{dashes}\""));
    }
    svg
}

/// The width of words, a little more than most fonts need.
pub(super) fn width_of(text: &str, size: f32, is_bold: bool) -> f32 {
    let ems = text.chars().map(|c| match c {
        'i' | 'j' | 'l' | '\'' | '.' | ',' | ':' | ';' | '|' | '!' | 'I' | ' ' => 0.3,
        'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '-' | '/' => 0.4,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 0.9,
        'A'..='Z' | '&' | '+' | '=' | '×' => 0.7,
        _ if c.is_ascii() => 0.6,
        _ => 0.65 * c.width().unwrap_or(1).max(1) as f32,
    });
    let wider = if is_bold { 1.1 } else { 1.0 };
    ems.sum::<f32>() * size * wider
}

/// Words cut to so many characters.
pub(super) fn shortened(text: &str, most: usize) -> String {
    match text.chars().count() <= most {
        true => text.to_owned(),
        false => text.chars().take(most - 1).chain(['…']).collect(),
    }
}
