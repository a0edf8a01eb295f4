//! A level with something marked in it, as SVG: shaded cells, strips, and lines with
//! words at their ends.

use std::num::NonZeroUsize;

use playproof::{BoardDrawing, BoardWay, Cell, Run, Tile, Val, View};

use super::caption::Caption;
use super::heat;
use super::path::{number, pair};
use super::scene::Scene;
use super::sprites;
use super::stages::{LETTERS, LINE, MARGIN, wrapped};
use super::svg::{cells, escaped, hex};

const STYLE: &str = "\
.stand{fill:#15803d}\
.rim,.way{fill:none;stroke-linejoin:round;stroke-linecap:round}\
.rim{stroke:#fff;stroke-width:.15;stroke-opacity:.85}\
.way{stroke:#1d4ed8;stroke-width:.065}.way.bad{stroke:#be123c;stroke-dasharray:.2 .16}\
.tag{fill:#1d4ed8;stroke:#fff;stroke-width:.03}.tag.bad{fill:#be123c}\
.word{fill:#fff;font:bold .38px sans-serif;text-anchor:middle}\
.said{fill:#1f2430;font-family:sans-serif}";

/// The picture, with its words below.
pub fn board_svg(drawing: &BoardDrawing) -> String {
    let caption = Caption {
        title: drawing.title.clone(),
        verdict: drawing.saying.clone(),
    };
    let nothing_happens = Run {
        states: vec![Vec::new()],
        actions: Vec::new(),
        repeats_from: None,
        breaks_at: None,
    };
    let scene = Scene::new(
        &Still(drawing),
        &nothing_happens,
        NonZeroUsize::MIN,
        &caption,
    );
    let (columns, rows) = drawing.size;
    let side = sprites::still_side(drawing.size) as f32;
    let room = (columns as f32 * side).max(MIN_ROOM);
    let mut lines = wrapped(&drawing.saying, room);
    if drawing.heat.is_some() {
        // The shades have a line of their own.
        lines.push(String::new());
    }
    let [width, height] = [
        room,
        rows as f32 * side + LINE * lines.len() as f32 + MARGIN / 2.0,
    ];
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" \
         height=\"{h}\" role=\"img\" aria-labelledby=\"title desc\">\n\
         <title id=\"title\">{}</title>\n<desc id=\"desc\">{}</desc>\n\
         <style>{STYLE}.heat{{fill-opacity:{}}}</style>\n\
         <rect width=\"{w}\" height=\"{h}\" fill=\"#fff\"/>\n\
         <g transform=\"scale({})\">\n",
        escaped(&drawing.title),
        escaped(&drawing.description),
        heat::OPACITY,
        number(side),
        w = number(width),
        h = number(height),
    );
    svg.push_str(&cells(&scene));
    if let Some(heat) = &drawing.heat {
        svg.push_str(&heat::svg(heat, columns));
    }
    for area in &drawing.areas {
        let [x, y, w, h] = [area.x, area.y, area.width, area.height].map(number);
        svg.push_str(&format!(
            "<rect class=\"stand\" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"/>\n"
        ));
    }
    svg.push_str(&ways(&drawing.ways, drawing.size));
    for sprite in &drawing.sprites {
        svg.push_str(&sprites::drawn(&drawing.legend, sprite));
    }
    svg.push_str("</g>\n");
    for (i, line) in lines.iter().enumerate() {
        let y = number(rows as f32 * side + LINE * (i + 1) as f32);
        svg.push_str(&format!(
            "<text class=\"said\" font-size=\"{LETTERS}\" x=\"4\" y=\"{y}\">{}</text>\n",
            escaped(line)
        ));
    }
    if let Some(heat) = &drawing.heat {
        let y = rows as f32 * side + LINE * lines.len() as f32;
        svg.push_str(&key(&heat.what, heat.counts.iter().max().copied(), y));
    }
    svg.push_str("</svg>\n");
    svg
}

/// Words are not squeezed into less, in pixels.
const MIN_ROOM: f32 = 320.0;

/// What the shades mean.
fn key(what: &str, most: Option<u32>, base: f32) -> String {
    let mut svg = String::new();
    let swatch = LETTERS;
    let mut x = 4.0;
    for colour in heat::SHADES {
        svg.push_str(&format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{swatch}\" height=\"{swatch}\" class=\"heat\" \
             fill=\"{}\"/>\n",
            number(x),
            number(base - swatch + 2.0),
            hex(colour)
        ));
        x += swatch;
    }
    let most = most.unwrap_or(0);
    svg + &format!(
        "<text class=\"said\" font-size=\"{LETTERS}\" x=\"{}\" y=\"{}\">{}</text>\n",
        number(x + 6.0),
        number(base),
        escaped(&format!("{what}, from 1 to {most}"))
    )
}

/// Lines beside each other, and above all of them their words, those of one place below
/// each other.
fn ways(ways: &[BoardWay], (columns, rows): (usize, usize)) -> String {
    let (mut lines, mut words) = (String::new(), String::new());
    let mut ends: Vec<((f32, f32), Vec<&BoardWay>)> = Vec::new();
    for (i, way) in ways.iter().enumerate() {
        let lane = (i as f32 - (ways.len() as f32 - 1.0) / 2.0) * LANE;
        let points = way.points.iter().map(|&(x, y)| pair((x + lane, y + lane)));
        let (points, bad) = (points.collect::<Vec<_>>().join(" "), bad(way));
        lines.push_str(&format!(
            "<polyline class=\"rim\" points=\"{points}\"/>\
             <polyline class=\"way{bad}\" points=\"{points}\"/>\n"
        ));
        let Some(&(x, y)) = way.points.last() else {
            continue;
        };
        // Whoever leaves the picture is named at its edge.
        let end = (
            x.clamp(0.5, columns as f32 - 0.5),
            y.clamp(0.5, rows as f32 - 0.5),
        );
        match ends.iter_mut().find(|(at, _)| *at == end) {
            Some((_, ways)) => ways.push(way),
            None => ends.push((end, vec![way])),
        }
    }
    for ((x, y), here) in ends {
        let top = y - here.len() as f32 * TAG / 2.0;
        for (i, way) in here.iter().enumerate() {
            let top = top + i as f32 * TAG;
            let [left, above, base, middle] = [x - 0.42, top, top + TAG * 0.78, x].map(number);
            words.push_str(&format!(
                "<rect class=\"tag{}\" x=\"{left}\" y=\"{above}\" width=\".84\" height=\"{TAG}\" \
                 rx=\".1\"/><text class=\"word\" x=\"{middle}\" y=\"{base}\">{}</text>\n",
                bad(way),
                escaped(&way.label)
            ));
        }
    }
    lines + &words
}

/// How far lines are apart, and how high a word is, in cells.
const LANE: f32 = 0.07;
const TAG: f32 = 0.44;

fn bad(way: &BoardWay) -> &'static str {
    if way.is_bad { " bad" } else { "" }
}

/// A drawing as a view of the one state that it shows.
struct Still<'a>(&'a BoardDrawing);

impl View for Still<'_> {
    fn legend(&self) -> &[Tile] {
        &self.0.legend
    }

    fn size(&self) -> (usize, usize) {
        self.0.size
    }

    fn cells(&self, _: &[Val], out: &mut Vec<Cell>) {
        out.extend(&self.0.cells);
    }

    fn player(&self, _: &[Val]) -> Option<(usize, usize)> {
        None
    }
}
