//! How rules look: one square a fact, or a chart of facts in layers.

use std::sync::OnceLock;

use crate::canonical::HornRules;
use playproof_model::Val;

use super::skin::{GOAL, ROCK, ROOM, THING, legend};
use playproof_game::{Arrangement, Chart, ChartBox, ChartLink};
use playproof_game::{Cell, Tile, View};

/// More facts or rules than this make no picture that could be read.
const MAX_FACTS: usize = 200;
const MAX_RULES: usize = 400;

/// The view of rules. As squares, the facts are in order, row by row.
pub(crate) struct FactsView {
    size: (usize, usize),
    is_goal: Vec<bool>,
    /// The rules, where they are few enough for a chart.
    rules: Option<HornRules>,
    chart: OnceLock<Option<Chart>>,
    legend: Vec<Tile>,
}

impl FactsView {
    pub(crate) fn new(horn: &HornRules) -> FactsView {
        let n = horn.facts.len();
        let width = (n as f64).sqrt().ceil().max(1.0) as usize;
        let mut is_goal = vec![false; n];
        for goal in &horn.goals {
            is_goal[*goal as usize] = true;
        }
        let is_small = n <= MAX_FACTS && horn.rules.len() <= MAX_RULES;
        FactsView {
            size: (width, n.div_ceil(width)),
            is_goal,
            rules: is_small.then(|| horn.clone()),
            chart: OnceLock::new(),
            legend: legend(),
        }
    }
}

impl View for FactsView {
    fn legend(&self) -> &[Tile] {
        &self.legend
    }

    fn size(&self) -> (usize, usize) {
        self.size
    }

    fn cells(&self, state: &[Val], out: &mut Vec<Cell>) {
        let cells = 0..self.size.0 * self.size.1;
        out.extend(cells.map(|i| match self.is_goal.get(i) {
            None => Cell::new(ROCK, None),
            Some(is_goal) => Cell::new(
                if *is_goal { GOAL } else { ROOM },
                (state.get(i) == Some(&1)).then_some(THING),
            ),
        }));
    }

    fn player(&self, _: &[Val]) -> Option<(usize, usize)> {
        None
    }

    fn chart(&self) -> Option<&Chart> {
        let chart = || self.rules.as_ref().map(|rules| chart(rules, self.size.0));
        self.chart.get_or_init(chart).as_ref()
    }

    fn parts_done(&self, state: &[Val], out: &mut Vec<bool>) {
        let Some(rules) = &self.rules else { return };
        let holds = |fact: u32| state.get(fact as usize) == Some(&1);
        out.extend((0..rules.facts.len() as u32).map(holds));
        // A rule is done with once what it gives is had.
        let bodies = (0..rules.rules.len()).map(|rule| rules.body(rule));
        let heads = rules.rules.iter().map(|rule| rule.head);
        let is_done = |(body, head): (&[u32], u32)| holds(head) && body.iter().all(|f| holds(*f));
        out.extend(bodies.zip(heads).map(is_done));
    }
}

/// The facts, each in the layer of the round in which it is first had. Those that are
/// never had come last, in the order in which they would follow if all of them that
/// no rule gives were there.
fn chart(horn: &HornRules, columns: usize) -> Chart {
    let layers = layers(horn);
    let boxes = horn.facts.iter().enumerate().map(|(fact, name)| ChartBox {
        name: name.clone(),
        place: (0, layers[fact]),
        cell: (fact % columns, fact / columns),
        is_start: horn.init.contains(&(fact as u32)),
        is_goal: horn.goals.contains(&(fact as u32)),
        ..ChartBox::default()
    });
    let links = horn
        .rules
        .iter()
        .enumerate()
        .map(|(rule, given)| ChartLink {
            from: horn.body(rule).iter().map(|fact| *fact as usize).collect(),
            to: given.head as usize,
            is_one_way: true,
            ..ChartLink::default()
        });
    Chart {
        arrangement: Arrangement::Layers,
        boxes: boxes.collect(),
        links: links.collect(),
    }
}

fn layers(horn: &HornRules) -> Vec<usize> {
    let mut layers = vec![None; horn.facts.len()];
    let mut next: Vec<u32> = horn.init.clone();
    let mut is_given = vec![false; horn.facts.len()];
    for rule in &horn.rules {
        is_given[rule.head as usize] = true;
    }
    let mut layer = 0;
    loop {
        for fact in next.drain(..) {
            layers[fact as usize].get_or_insert(layer);
        }
        layer += 1;
        let applies = |rule: &usize| {
            let is_new = layers[horn.rules[*rule].head as usize].is_none();
            is_new
                && horn
                    .body(*rule)
                    .iter()
                    .all(|f| layers[*f as usize].is_some())
        };
        let applied = (0..horn.rules.len()).filter(applies);
        next.extend(applied.map(|rule| horn.rules[rule].head));
        if next.is_empty() {
            // What can never be had begins where nothing gives it, or anywhere.
            let missing: Vec<u32> = (0..horn.facts.len() as u32)
                .filter(|fact| layers[*fact as usize].is_none())
                .collect();
            let sources = missing.iter().filter(|fact| !is_given[**fact as usize]);
            let mut sources: Vec<u32> = sources.copied().collect();
            if sources.is_empty() {
                sources.extend(missing.first());
            }
            if sources.is_empty() {
                return layers.into_iter().map(|at| at.unwrap_or(0)).collect();
            }
            next = sources;
        }
    }
}
