//! A chart as it is at the beginning of a run, with the way drawn over it.

use std::collections::{BTreeMap, BTreeSet};

use playproof::{Arrangement, ChartLink, Colour};

use super::ink::{Frame, Ink, Stroke, width_of};
use super::parts::{BLUE, PAPER, WHITE, pill};
use super::run::ChartRun;
use crate::figures::counted;
use crate::picture::path::number;
use crate::picture::scene::{Mark, Scene};
use crate::picture::svg::{course, escaped, hex};

/// Links that the run leads along.
const WAY: Colour = Colour(0xA9, 0xC1, 0xF7);

/// The most steps that are written at a box.
const MAX_STEPS: usize = 3;

/// The whole picture.
pub(in crate::picture) fn svg(scene: &Scene, run: &ChartRun) -> String {
    let mut svg = file_head(
        run.sketch.size,
        &format!("{}: {}", scene.caption.title, scene.caption.verdict),
        &description(scene, run),
    );
    let way = ways(run);
    way.iter().for_each(|ink| push(&mut svg, ink));
    // Rings lie below, so that they hide nothing.
    marks(scene, run).iter().for_each(|ink| push(&mut svg, ink));
    for part in &run.parts {
        let is_done = run.first.get(part.number).copied().unwrap_or(false);
        part.looks(is_done)
            .iter()
            .for_each(|ink| push(&mut svg, ink));
    }
    badges(run).iter().for_each(|ink| push(&mut svg, ink));
    svg.push_str("</svg>\n");
    svg
}

/// What a chart begins with, and its ground. Attributes say how it is named.
pub(super) fn head((width, height): (f32, f32), attributes: &str, names: &str) -> String {
    let [width, height] = [width, height].map(number);
    format!(
        "<svg {attributes} viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" \
         font-family=\"system-ui, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif\" \
         text-anchor=\"middle\">\n{names}\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
        hex(PAPER)
    )
}

/// The same for a file of its own.
pub(super) fn file_head(size: (f32, f32), title: &str, description: &str) -> String {
    let attributes = "xmlns=\"http://www.w3.org/2000/svg\" aria-labelledby=\"title desc\"";
    let names = format!(
        "<title id=\"title\">{}</title>\n<desc id=\"desc\">{}</desc>\n",
        escaped(title),
        escaped(description)
    );
    head(size, attributes, &names)
}

pub(super) fn push(svg: &mut String, ink: &Ink) {
    svg.push_str(&ink.svg());
    svg.push('\n');
}

/// The links that the run leads along, below everything.
fn ways(run: &ChartRun) -> Vec<Ink> {
    let chart = &run.sketch.chart;
    let mut held: Vec<bool> = run.first.iter().take(chart.boxes.len()).copied().collect();
    let mut used = BTreeSet::new();
    for pair in run.visits.windows(2) {
        let Some(to) = pair[1] else { continue };
        let leads = |link: &ChartLink| match chart.arrangement {
            Arrangement::Layers => link.to == to && link.from.iter().all(|from| held[*from]),
            Arrangement::Lattice => {
                let ends = (pair[0], Some(to));
                let is_back = !link.is_one_way && ends == (Some(link.to), Some(link.from[0]));
                is_back || ends == (Some(link.from[0]), Some(link.to))
            }
        };
        let links = chart.links.iter().enumerate();
        // Of several between two rooms, the one that needs least.
        let best = links.filter(|(_, link)| leads(link));
        let best = best.min_by_key(|(_, link)| link.lock.len());
        used.extend(best.map(|(number, _)| number));
        held[to] = true;
    }
    let width = match chart.arrangement {
        Arrangement::Lattice => 9.0,
        Arrangement::Layers => 6.0,
    };
    let stroke = Stroke::new(WAY, width);
    let curves = used
        .iter()
        .flat_map(|link| run.sketch.routes[*link].curves.clone());
    curves.map(|curve| Ink::Line { curve, stroke }).collect()
}

/// The numbers of the steps that lead to each box.
fn badges(run: &ChartRun) -> Vec<Ink> {
    let mut steps: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut last = None;
    for (step, at) in run.visits.iter().enumerate() {
        // Who stays does not come again.
        if let Some(at) = at.filter(|at| Some(*at) != last && step > 0) {
            steps.entry(at).or_default().push(step);
        }
        last = *at;
    }
    let badge = |(at, steps): (usize, Vec<usize>)| {
        let frame = &run.sketch.boxes[at];
        let shown: Vec<String> = steps.iter().take(MAX_STEPS).map(usize::to_string).collect();
        let more = if steps.len() > MAX_STEPS { ", …" } else { "" };
        let text = shown.join(", ") + more;
        let width = (width_of(&text, 10.0, true) + 9.0).max(17.0);
        let middle = (frame.x + frame.width - width / 2.0 + 7.0, frame.y);
        pill(middle, (width, 17.0), &text, BLUE)
    };
    steps.into_iter().flat_map(badge).collect()
}

/// Rings around marked boxes.
fn marks(scene: &Scene, run: &ChartRun) -> Vec<Ink> {
    let mut inks = Vec::new();
    for (mark, cells) in &scene.marks {
        let colour = match mark {
            Mark::Reached => Colour(0x1D, 0x4E, 0xD8),
            Mark::Cut | Mark::Stuck | Mark::Furthest | Mark::Barrier => Colour(0xBE, 0x12, 0x3C),
            Mark::Spare | Mark::Dead => Colour(0x9C, 0xA3, 0xAF),
        };
        for number in cells.iter().filter_map(|cell| run.box_at.get(cell)) {
            inks.push(Ink::Rect {
                frame: run.sketch.boxes[*number].grown(4.0),
                round: 11.0,
                fill: None,
                stroke: Some(Stroke::new(colour, 2.4)),
            });
        }
    }
    inks
}

/// What the picture shows, for those who cannot see it.
fn description(scene: &Scene, run: &ChartRun) -> String {
    let chart = &run.sketch.chart;
    let (boxes, links) = match chart.arrangement {
        Arrangement::Lattice => ("room", "passage"),
        Arrangement::Layers => ("fact", "rule"),
    };
    let mut text = format!(
        "{} and {}.",
        counted(chart.boxes.len() as u64, boxes),
        counted(chart.links.len() as u64, links)
    );
    if scene.n_steps > 0 {
        text.push_str(" Numbers at the boxes follow the run for ");
        text.push_str(&course(scene));
    }
    text
}

/// Where the player is.
pub(super) fn token(frame: &Frame) -> (f32, f32) {
    (frame.x + 1.0, frame.y + frame.height - 1.0)
}

/// A figure for the player, around a point.
pub(super) fn figure((x, y): (f32, f32)) -> Vec<Ink> {
    let disc = |radius: f32, fill| Ink::disc((x, y), radius, fill);
    vec![
        disc(11.0, WHITE),
        disc(9.0, BLUE),
        Ink::disc((x - 2.8, y - 1.8), 1.6, WHITE),
        Ink::disc((x + 2.8, y - 1.8), 1.6, WHITE),
    ]
}
