//! A run through a chart: which parts are done in each frame, and where the player is.

use std::collections::HashMap;

use playproof::{Arrangement, ChartLink, Val, View};

use super::parts::{Part, parts};
use super::sketch::Sketch;

/// A run through a chart.
#[derive(Clone, Debug)]
pub(in crate::picture) struct ChartRun {
    pub(super) sketch: Sketch,
    pub(super) parts: Vec<Part>,
    /// Which parts are done in the first frame.
    pub(super) first: Vec<bool>,
    /// The parts that change, frame by frame from the second one on.
    pub(super) changes: Vec<Vec<usize>>,
    /// The box where the player is, frame by frame.
    pub(super) at: Vec<Option<usize>>,
    /// The box of each state of the whole run: where the player is, or what is new.
    pub(super) visits: Vec<Option<usize>>,
    /// The box that each cell of the view shows.
    pub(super) box_at: HashMap<(usize, usize), usize>,
}

impl ChartRun {
    /// The run with these states, of which frames show those with these numbers.
    pub fn new(view: &dyn View, states: &[Vec<Val>], shown: &[usize]) -> Option<ChartRun> {
        let chart = view.chart()?;
        let sketch = Sketch::new(chart);
        let boxes = chart.boxes.iter().enumerate();
        let box_at: HashMap<_, _> = boxes.map(|(number, b)| (b.cell, number)).collect();
        let place = |state: &Vec<Val>| box_at.get(&view.player(state)?).copied();
        let done = |state: &Vec<Val>| {
            let mut done = Vec::with_capacity(chart.n_parts());
            view.parts_done(state, &mut done);
            done.resize(chart.n_parts(), false);
            done
        };
        let visits = match chart.arrangement {
            Arrangement::Lattice => states.iter().map(place).collect(),
            Arrangement::Layers => gains(states.iter().map(done), chart.boxes.len()),
        };
        let frames: Vec<&Vec<Val>> = shown.iter().filter_map(|step| states.get(*step)).collect();
        let first = frames.first().map(|state| done(state)).unwrap_or_default();
        let mut now = first.clone();
        let changes = frames.iter().skip(1).map(|state| {
            let next = done(state);
            let changed = (0..next.len()).filter(|i| next[*i] != now[*i]).collect();
            now = next;
            changed
        });
        Some(ChartRun {
            changes: changes.collect(),
            at: frames.iter().map(|state| place(state)).collect(),
            parts: parts(&sketch),
            first,
            visits,
            box_at,
            sketch,
        })
    }
}

impl ChartRun {
    /// The links of a map that its cells do not show, a line each: `Pit - Yard: Lever`.
    pub fn beside_the_cells(&self) -> Vec<String> {
        let chart = &self.sketch.chart;
        if chart.arrangement == Arrangement::Layers {
            return Vec::new();
        }
        let is_shown = |link: &&ChartLink| {
            let (a, b) = (chart.boxes[link.from[0]].cell, chart.boxes[link.to].cell);
            a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 2 && !link.is_one_way
        };
        let links = chart.links.iter().filter(|link| !is_shown(link));
        let line = |link: &ChartLink| {
            let sign = if link.is_one_way { ">" } else { "-" };
            let (from, to) = (&chart.boxes[link.from[0]].name, &chart.boxes[link.to].name);
            match link.lock.is_empty() {
                true => format!("{from} {sign} {to}"),
                false => format!("{from} {sign} {to}: {}", link.lock.join(" ")),
            }
        };
        links.map(line).collect()
    }
}

/// The box that is new in each state; none in the first.
fn gains(states: impl Iterator<Item = Vec<bool>>, n_boxes: usize) -> Vec<Option<usize>> {
    let mut before: Option<Vec<bool>> = None;
    let gains = states.map(|now| {
        let is_new = |i: &usize| before.as_ref().is_some_and(|before| now[*i] && !before[*i]);
        let gain = (0..n_boxes).find(is_new);
        before = Some(now);
        gain
    });
    gains.collect()
}
