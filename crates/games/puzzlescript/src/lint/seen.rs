//! What is seen when the states of all levels are looked at.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use playproof_level::Diagnostic;

use crate::compiled::{Mask, Quantity, WinCondition, object_words};
use crate::explore::{Look, explore};
use crate::fired::fired;
use crate::formats::PuzzleLevel;
use crate::plain::chance::EveryDraw;
use crate::plain::{State, Status, has};
use crate::words::in_states;

/// Ways that chance can go in one turn that are looked at.
const MOST_DRAWS: usize = 64;

/// What was seen in all levels together.
pub struct Sight {
    /// Lines of rules that did something.
    pub fired: BTreeSet<u32>,
    /// Objects that were somewhere.
    pub objects: Mask,
    /// Of each condition, whether it was met in some state.
    pub met: Vec<bool>,
    /// States that were looked at.
    pub n_states: usize,
    /// Whether these are all states of all levels.
    pub is_whole: bool,
    /// Of each level, how far the look went, and whether it was seen to be won.
    levels: Vec<(Look, bool)>,
}

impl Sight {
    /// Looks at so many states at most, as many in each level as are left for it.
    pub fn new(
        levels: &[&PuzzleLevel],
        max_states: usize,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Sight {
        let game = levels.first().map(|level| &level.source.game);
        let words = object_words(game.map_or(0, |game| game.objects.len()));
        let mut sight = Sight {
            fired: BTreeSet::new(),
            objects: Mask::empty(words),
            met: vec![false; game.map_or(0, |game| game.conditions.len())],
            n_states: 0,
            is_whole: true,
            levels: Vec::new(),
        };
        for (i, level) in levels.iter().enumerate() {
            let share = (max_states - sight.n_states) / (levels.len() - i);
            let look = sight.look(level, share, words, go_on);
            sight.n_states += look.n_states;
            sight.is_whole &= look.is_whole;
        }
        sight
    }

    fn look(
        &mut self,
        level: &PuzzleLevel,
        max_states: usize,
        words: usize,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Look {
        let system = level.system();
        let interpreter = &system.interpreter;
        let mut is_won = false;
        let mut misses_draws = false;
        let (lines, objects, met) = (&mut self.fired, &mut self.objects, &mut self.met);
        let mut visit = |state: &State| {
            for cell in state.objects.chunks(words) {
                for (sum, word) in objects.0.iter_mut().zip(cell) {
                    *sum |= word;
                }
            }
            for (met, condition) in met.iter_mut().zip(&interpreter.game.conditions) {
                *met = *met || is_met(condition, &state.objects, words);
            }
            is_won |= state.status == Status::Won;
            if state.status != Status::Open {
                return;
            }
            for input in &system.inputs {
                misses_draws |= !follow(&mut |draws| {
                    lines.extend(fired(interpreter, Some(state), *input, draws));
                });
            }
        };
        let mut look = explore(&system, max_states, go_on, &mut visit);
        if level.source.game.runs_rules_on_level_start {
            misses_draws |= !follow(&mut |draws| {
                lines.extend(fired(interpreter, None, None, draws));
            });
        }
        look.is_whole &= !misses_draws;
        self.levels.push((look, is_won));
        look
    }

    /// Levels that cannot be won, where all their states were looked at.
    pub fn never_won(&self, levels: &[&PuzzleLevel]) -> Vec<Diagnostic> {
        let lost = levels.iter().zip(&self.levels);
        let lost = lost.filter(|(_, (look, is_won))| look.is_whole && !is_won);
        let remark = |(level, (look, _)): (&&PuzzleLevel, &(Look, bool))| {
            let message = format!(
                "this level cannot be won {}",
                in_states(look.n_states, true)
            );
            let help = "`explain` says why, and `verify` writes a certificate";
            Diagnostic::warning(&level.file, level.beginning.clone(), message, help)
        };
        lost.map(remark).collect()
    }
}

/// Whether a condition is met by these objects, so many words a cell.
pub fn is_met(condition: &WinCondition, objects: &[u64], words: usize) -> bool {
    let (what, on) = (&condition.what, &condition.on);
    let mut cells = objects.chunks(words);
    match condition.quantity {
        Quantity::No => !cells.any(|cell| has(what, cell) && has(on, cell)),
        Quantity::Some => cells.any(|cell| has(what, cell) && has(on, cell)),
        Quantity::All => cells.all(|cell| !has(what, cell) || has(on, cell)),
    }
}

/// Plays something in every way that chance can go; whether these were all.
fn follow(play: &mut dyn FnMut(&mut EveryDraw)) -> bool {
    let mut draws = EveryDraw::default();
    for _ in 0..MOST_DRAWS {
        play(&mut draws);
        if !draws.advance() {
            return true;
        }
    }
    false
}
