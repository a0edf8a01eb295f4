//! Depth-first search: with all states remembered, or with a bit for each.
//!
//! It finds some run soon rather than a shortest one late. With a bit table
//! two states may share their bits, and then one of them is never looked at:
//! such a search can show a run, but its end shows nothing.
//!
//! The search with bits also goes through a native model, where the game has
//! one: fewer states, each of them several steps apart.

use std::ops::ControlFlow;

use playproof_certify::{
    Ability, Budget, ClosedSet, Engine, Evidence, Finding, Outcome, Phase, Progress, QuestionKind,
    Reason, Stop, Task,
};
use playproof_model::{AtomId, Batch, NativeModel, PackedModel, Reach, Unsupported};

use super::engine::{RUN_OR_CLOSED_SET, finish_run, native_model, reachability};
use super::run::{replay, replay_native};
use super::shard::{Shard, hash};
use crate::compile::on_own_states;

/// Depth-first search over the game's own states, all of them remembered.
#[derive(Clone, Copy, Debug, Default)]
pub struct DepthFirstEngine;

/// Depth-first search that remembers states by two bits each. It decides by
/// runs only.
#[derive(Clone, Copy, Debug)]
pub struct BitstateEngine {
    /// The table has two to the power of this many bits.
    pub table_bits: u32,
    /// Whether a native model is searched instead of the game's own states.
    pub native: bool,
}

impl Default for BitstateEngine {
    /// 64 MiB, and the game's own states.
    fn default() -> Self {
        BitstateEngine {
            table_bits: 29,
            native: false,
        }
    }
}

impl BitstateEngine {
    /// 64 MiB, and a native model.
    pub fn native() -> Self {
        BitstateEngine {
            native: true,
            ..BitstateEngine::default()
        }
    }

    fn search(
        &self,
        model: &dyn PackedModel,
        reach: Reach,
        budget: &mut dyn Budget,
        run: impl FnOnce(&[Vec<u64>]) -> Finding,
    ) -> Outcome {
        let mut seen = BitTable::new(self.table_bits);
        let (end, states) = descend(model, reach.target, &mut seen, budget);
        let finding = match end {
            Descent::Found(path) => run(&path),
            Descent::Stopped(stop) => Finding::Unknown(Reason::Stopped(stop)),
            Descent::Exhausted => Finding::Unknown(Reason::Stopped(Stop::Incomplete)),
        };
        outcome(finding, states)
    }
}

impl Engine for DepthFirstEngine {
    fn name(&self) -> &'static str {
        "dfs"
    }

    fn summary(&self) -> &'static str {
        "depth-first over every state; runs are any"
    }

    fn abilities(&self) -> &'static [Ability] {
        &[RUN_OR_CLOSED_SET]
    }

    fn supports(&self, task: &Task) -> Result<(), Unsupported> {
        reachability(task).map(|_| ())
    }

    fn check(&self, task: &Task, budget: &mut dyn Budget) -> Outcome {
        on_model(task, |model, reach| {
            let mut seen = Shard::new(model.words());
            let (end, states) = descend(model, reach.target, &mut seen, budget);
            let finding = match end {
                Descent::Found(path) => run_along(task, reach, model, &path),
                Descent::Stopped(stop) => Finding::Unknown(Reason::Stopped(stop)),
                Descent::Exhausted => {
                    let set = ClosedSet {
                        points: seen.rows,
                        ..ClosedSet::default()
                    };
                    let answer = reach.on_reach.opposite();
                    Finding::decided(answer, Evidence::ClosedSet(set))
                }
            };
            outcome(finding, states)
        })
    }
}

impl Engine for BitstateEngine {
    fn name(&self) -> &'static str {
        match self.native {
            false => "bitstate",
            true => "bitstate-native",
        }
    }

    fn summary(&self) -> &'static str {
        match self.native {
            false => {
                "depth-first with two bits per state: finds runs in little memory, else unknown"
            }
            true => {
                "bitstate over a smaller state space, where the game has one that keeps the property"
            }
        }
    }

    fn abilities(&self) -> &'static [Ability] {
        &[Ability {
            question: QuestionKind::Reach,
            yes: &["trace"],
            no: &[],
        }]
    }

    fn supports(&self, task: &Task) -> Result<(), Unsupported> {
        reachability(task)?;
        match self.native {
            false => Ok(()),
            true => uncounted(task).map(|_| ()),
        }
    }

    fn check(&self, task: &Task, budget: &mut dyn Budget) -> Outcome {
        if !self.native {
            return on_model(task, |model, reach| {
                let run = |path: &[Vec<u64>]| run_along(task, reach, model, path);
                self.search(model, reach, budget, run)
            });
        }
        let native = reachability(task).and_then(|reach| Ok((reach, uncounted(task)?)));
        match native {
            Ok((reach, model)) => {
                let run = |path: &[Vec<u64>]| {
                    let rows: Vec<&[u64]> = path.iter().map(Vec::as_slice).collect();
                    finish_run(reach, replay_native(task.subject, model, &rows))
                };
                self.search(model, reach, budget, run)
            }
            Err(why) => Outcome::unsupported(why),
        }
    }
}

/// A native model whose rows are all that matters: a depth-first search comes
/// to a row by any number of edges, so that it cannot count them.
fn uncounted<'t>(task: &'t Task) -> Result<&'t dyn NativeModel, Unsupported> {
    let model = native_model(task)?;
    match model.counter() {
        None => Ok(model),
        Some(_) => {
            let why = "a search in depth does not count the edges of a native model";
            Err(Unsupported(why.into()))
        }
    }
}

fn on_model(task: &Task, run: impl FnOnce(&dyn PackedModel, Reach) -> Outcome) -> Outcome {
    match reachability(task) {
        Ok(reach) => on_own_states(task, |model| run(model, reach)),
        Err(why) => Outcome::unsupported(why),
    }
}

fn run_along(task: &Task, reach: Reach, model: &dyn PackedModel, path: &[Vec<u64>]) -> Finding {
    let rows: Vec<&[u64]> = path.iter().map(Vec::as_slice).collect();
    finish_run(reach, replay(task.subject, model, &rows, &[]))
}

fn outcome(finding: Finding, states: u64) -> Outcome {
    Outcome {
        finding,
        states,
        lower_bound: None,
    }
}

/// Remembers rows, exactly or not.
trait Seen {
    /// Whether the row was not seen before, as far as is known.
    fn is_new(&mut self, row: &[u64]) -> bool;
    /// Bytes in use.
    fn bytes(&self) -> u64;
    /// Whether no further row can be remembered.
    fn is_full(&self) -> bool;
}

impl Seen for Shard {
    fn is_new(&mut self, row: &[u64]) -> bool {
        self.entry(row).1
    }

    fn bytes(&self) -> u64 {
        Shard::bytes(self)
    }

    fn is_full(&self) -> bool {
        Shard::is_full(self, 1)
    }
}

/// Two bits a row.
struct BitTable {
    words: Vec<u64>,
    bits: u32,
}

impl BitTable {
    fn new(bits: u32) -> BitTable {
        // At least a word, at most what a machine has.
        let bits = bits.clamp(6, 40);
        BitTable {
            words: vec![0; 1 << (bits - 6)],
            bits,
        }
    }
}

impl Seen for BitTable {
    fn is_new(&mut self, row: &[u64]) -> bool {
        let first = hash(row);
        let second = first.rotate_left(29).wrapping_mul(0xC4CE_B9FE_1A85_EC53);
        let mut new = false;
        for h in [first, second] {
            let bit = (h >> (64 - self.bits)) as usize;
            new |= self.words[bit / 64] >> (bit % 64) & 1 == 0;
            self.words[bit / 64] |= 1 << (bit % 64);
        }
        new
    }

    fn bytes(&self) -> u64 {
        self.words.len() as u64 * 8
    }

    fn is_full(&self) -> bool {
        false
    }
}

/// How a descent ended.
enum Descent {
    /// These rows lead to the target.
    Found(Vec<Vec<u64>>),
    Exhausted,
    Stopped(Stop),
}

/// A row on the way down, and where its successors begin among those that
/// still wait.
struct Frame {
    row: Vec<u64>,
    first: usize,
}

fn descend(
    model: &dyn PackedModel,
    target: AtomId,
    seen: &mut dyn Seen,
    budget: &mut dyn Budget,
) -> (Descent, u64) {
    let words = model.words();
    let (mut out, mut work, mut truth) = (Batch::default(), Batch::default(), Vec::new());
    model.initial(&mut out);
    let mut waiting = out.rows.clone();
    let mut path: Vec<Frame> = Vec::new();
    let mut states = 0;
    loop {
        let first = path.last().map_or(0, |f| f.first);
        if waiting.len() == first {
            if path.pop().is_none() {
                return (Descent::Exhausted, states);
            }
            continue;
        }
        let row = waiting.split_off(waiting.len() - words);
        if !seen.is_new(&row) {
            continue;
        }
        states += 1;
        model.holds(&row, target, &mut work, &mut truth);
        if truth[0] {
            let rows = path.into_iter().map(|f| f.row);
            return (Descent::Found(rows.chain([row]).collect()), states);
        }
        if states % 256 == 1 || seen.is_full() {
            let stacked = (waiting.capacity() + path.capacity() * (words + 4)) as u64 * 8;
            let progress = Progress {
                phase: Phase::Searching,
                states,
                bytes: seen.bytes() + stacked,
                depth: path.len() as u32,
            };
            let stop = budget.spend(&progress);
            if let ControlFlow::Break(stop) = stop {
                return (Descent::Stopped(stop), states);
            }
            if seen.is_full() {
                return (Descent::Stopped(Stop::States), states);
            }
        }
        out.clear();
        model.expand(&row, &mut out);
        let first = waiting.len();
        waiting.extend_from_slice(&out.rows);
        path.push(Frame { row, first });
    }
}
