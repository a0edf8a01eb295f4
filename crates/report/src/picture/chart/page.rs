//! A chart on a page: everything drawn both ways, before and after, and a script that
//! says which is shown.

use std::collections::BTreeSet;

use serde::Serialize;

use super::ink::Ink;
use super::parts::Part;
use super::run::ChartRun;
use super::still::{figure, head, push, token};

/// What the script reads of a chart.
#[derive(Serialize)]
pub(in crate::picture) struct ChartData<'a> {
    /// For each frame but the first, how many parts change.
    counts: Vec<usize>,
    /// The numbers of the parts that change.
    changes: Vec<usize>,
    /// For each frame, the box where the player is, or -1.
    at: Vec<i64>,
    /// Where the player is drawn in each box.
    spots: Vec<(f32, f32)>,
    names: Vec<&'a str>,
}

/// The data of a run.
pub(in crate::picture) fn data(run: &ChartRun) -> ChartData<'_> {
    let at = |at: &Option<usize>| at.map_or(-1, |at| at as i64);
    let boxes = run.sketch.chart.boxes.iter();
    ChartData {
        counts: run.changes.iter().map(Vec::len).collect(),
        changes: run.changes.iter().flatten().copied().collect(),
        at: run.at.iter().map(at).collect(),
        spots: run.sketch.boxes.iter().map(token).collect(),
        names: boxes.map(|shown| &shown.name[..]).collect(),
    }
}

/// The drawing, as it stands in the page.
pub(in crate::picture) fn board(run: &ChartRun) -> String {
    let changing: BTreeSet<usize> = run.changes.iter().flatten().copied().collect();
    let attributes = "id=\"chart\" aria-label=\"The level\"";
    let mut svg = head(run.sketch.size, attributes, "");
    for part in &run.parts {
        let is_done = run.first.get(part.number).copied().unwrap_or(false);
        match changing.contains(&part.number) && part.before != part.after {
            true => svg.push_str(&both(part, is_done)),
            false => part
                .looks(is_done)
                .iter()
                .for_each(|ink| push(&mut svg, ink)),
        }
    }
    svg.push_str("<g id=\"token\">\n");
    figure((0.0, 0.0))
        .iter()
        .for_each(|ink| push(&mut svg, ink));
    svg.push_str("</g>\n</svg>\n");
    svg
}

fn both(part: &Part, is_done: bool) -> String {
    let drawn = |inks: &[Ink]| inks.iter().map(Ink::svg).collect::<String>();
    format!(
        "<g data-part=\"{}\"{}><g class=\"before\">{}</g><g class=\"after\">{}</g></g>\n",
        part.number,
        if is_done { " class=\"done\"" } else { "" },
        drawn(&part.before),
        drawn(&part.after)
    )
}
