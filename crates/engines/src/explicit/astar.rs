//! A*: the states that can lie on a short run first, guided by a lower bound
//! on the steps that are left. Where the question limits the steps, states
//! that are too far from the target are left out, and the bound goes into the
//! evidence, where the checker proves it.

use std::ops::ControlFlow;

use playproof_certify::{
    Ability, Budget, ClosedSet, Column, Count, Engine, Evidence, Finding, Outcome, Phase,
    Potential, Progress, Reason, Stop, Task,
};
use playproof_model::{
    AtomId, Batch, Layout, MAX_CAP, PackedModel, Reach, Subject, Unsupported, Val,
};

use super::counter::StepCounter;
use super::engine::{RUN_OR_CLOSED_SET, finish_run, late_pattern, reachability};
use super::projection::Projection;
use super::run::replay;
use super::ways::{NOWHERE, Ways};
use crate::compile::CompiledModel;

/// Rows expanded at a time, all with the same estimate.
const BATCH: usize = 256;

/// A* over the game's own states. Runs it finds are shortest.
#[derive(Clone, Copy, Debug, Default)]
pub struct AStarEngine;

impl Engine for AStarEngine {
    fn name(&self) -> &'static str {
        "astar"
    }

    fn summary(&self) -> &'static str {
        "A* over rules, with a proved lower bound; runs are shortest"
    }

    fn abilities(&self) -> &'static [Ability] {
        &[RUN_OR_CLOSED_SET]
    }

    fn supports(&self, task: &Task) -> Result<(), Unsupported> {
        reachability(task)?;
        match task.subject.is_foreign() {
            false => Ok(()),
            true => Err(Unsupported(
                "bounds are read off rules, not off an interpreter".into(),
            )),
        }
    }

    fn check(&self, task: &Task, budget: &mut dyn Budget) -> Outcome {
        match (self.supports(task), reachability(task)) {
            (Ok(()), Ok(reach)) => a_star(task, reach, task.subject, budget),
            (Err(why), _) | (_, Err(why)) => Outcome::unsupported(why),
        }
    }
}

fn a_star(task: &Task, reach: Reach, rules: &Subject, budget: &mut dyn Budget) -> Outcome {
    // A limit below 0 is none that a run could keep, and one beyond what a
    // counter can have makes no weight: the counter then stays in the state.
    let counter = StepCounter::left_out(rules).filter(|c| (0..MAX_CAP).contains(&c.limit));
    let limit = counter.as_ref().map(|c| c.limit);
    let far = limit.map_or(0, |l| l + 1);
    let projection = Projection::best(rules, counter.as_ref().map(|c| c.var), far);
    let model = CompiledModel::without(rules, counter.as_ref().map(|c| c.var));
    let flat = counter
        .as_ref()
        .map(|c| rules.machine().bases()[c.var.index()] as u32);
    let mut search = Search {
        model: &model,
        layout: rules.layout(),
        projection: projection.as_ref(),
        limit,
        ways: Ways::new(model.words()),
        buckets: Vec::new(),
    };
    let end = search.run(reach.target, budget);
    let states = search.ways.seen.len() as u64;
    let (finding, lower_bound) = match end {
        End::Found(place) => {
            let open: Vec<u32> = flat.into_iter().collect();
            let run = replay(task.subject, &model, &search.ways.way_to(place), &open);
            let length = search.ways.costs[place as usize];
            (finish_run(reach, run), Some(length))
        }
        End::Stopped(stop, bound) => (Finding::Unknown(Reason::Stopped(stop)), Some(bound)),
        End::Exhausted => {
            let set = search.closed_set(counter.as_ref(), flat);
            let answer = reach.on_reach.opposite();
            (Finding::decided(answer, Evidence::ClosedSet(set)), None)
        }
    };
    Outcome {
        finding,
        states,
        lower_bound,
    }
}

enum End {
    Found(u32),
    Exhausted,
    /// With a bound on the length of every run to the target.
    Stopped(Stop, u32),
}

struct Search<'a> {
    model: &'a CompiledModel,
    layout: &'a Layout,
    projection: Option<&'a Projection>,
    limit: Option<Val>,
    /// The rows, with the fewest steps to each.
    ways: Ways,
    /// Rows by estimate. A row may be in several; the least counts.
    buckets: Vec<Vec<u32>>,
}

impl Search<'_> {
    fn run(&mut self, target: AtomId, budget: &mut dyn Budget) -> End {
        let words = self.model.words();
        let (mut out, mut work, mut truth) = (Batch::default(), Batch::default(), Vec::new());
        self.model.initial(&mut out);
        for row in out.rows.chunks_exact(words) {
            self.reach(row, 0, NOWHERE);
        }
        let (mut batch, mut rows) = (Vec::new(), Vec::new());
        let mut estimate = 0;
        while estimate < self.buckets.len() {
            batch.clear();
            rows.clear();
            while batch.len() < BATCH
                && let Some(place) = self.buckets[estimate].pop()
            {
                if self.ways.expand(place) {
                    batch.push(place);
                    rows.extend_from_slice(self.ways.seen.row(place as usize));
                }
            }
            if batch.is_empty() {
                estimate += 1;
                continue;
            }
            self.model.holds(&rows, target, &mut work, &mut truth);
            if let Some(i) = truth.iter().position(|&t| t) {
                return End::Found(batch[i]);
            }
            let progress = Progress {
                phase: Phase::Searching,
                states: self.ways.seen.len() as u64,
                // The last is a place in a bucket.
                bytes: self.ways.bytes() + self.ways.seen.len() as u64 * 4,
                depth: estimate as u32,
            };
            if let ControlFlow::Break(stop) = budget.spend(&progress) {
                return End::Stopped(stop, estimate as u32);
            }
            if self.ways.seen.is_full(BATCH * 1024) {
                return End::Stopped(Stop::States, estimate as u32);
            }
            out.clear();
            self.model.expand(&rows, &mut out);
            for (row, &src) in out.rows.chunks_exact(words).zip(&out.src) {
                let parent = batch[src as usize];
                self.reach(row, self.ways.costs[parent as usize] + 1, parent);
            }
        }
        End::Exhausted
    }

    /// A row was reached in so many steps.
    fn reach(&mut self, row: &[u64], steps: u32, parent: u32) {
        let bound = self
            .projection
            .map_or(0, |p| p.bound(self.layout.get(row, p.flat as usize)) as u32);
        let estimate = steps as usize + bound as usize;
        if self.limit.is_some_and(|limit| estimate > limit as usize) {
            return;
        }
        let Some(place) = self.ways.reach(row, steps, parent) else {
            return;
        };
        if self.buckets.len() <= estimate {
            self.buckets.resize_with(estimate + 1, Vec::new);
        }
        self.buckets[estimate].push(place);
    }

    fn closed_set(self, counter: Option<&StepCounter>, flat: Option<u32>) -> ClosedSet {
        let (Some(counter), Some(flat)) = (counter, flat) else {
            return ClosedSet {
                points: self.ways.seen.rows,
                ..ClosedSet::default()
            };
        };
        let ranges = self.ways.costs.iter().map(|&s| (s as Val, counter.cap));
        // Without a bound, what is left out is only what is too late.
        let potential = self.projection.map(|p| Potential {
            count: Some(Count {
                counter: flat,
                limit: counter.limit,
            }),
            constant: 0,
            weights: vec![(p.flat, p.distance.clone())],
        });
        ClosedSet {
            free: vec![flat],
            columns: vec![Column::Ranges(ranges.collect())],
            patterns: match potential {
                Some(_) => Vec::new(),
                None => vec![late_pattern(counter, flat)],
            },
            potentials: potential.into_iter().collect(),
            points: self.ways.seen.rows,
            ..ClosedSet::default()
        }
    }
}
