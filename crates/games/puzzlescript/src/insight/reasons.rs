//! Why a level cannot be won: all its states are looked at, and what stands against each win
//! condition in all of them is told.

use std::ops::ControlFlow;

use crate::compiled::{Quantity, WinCondition, object_words};
use crate::explore::explore;
use crate::formats::PuzzleLevel;
use crate::plain::{State, has};
use crate::words::in_states;

/// More states are not looked at: the reason should be there in a moment.
const MAX_STATES: usize = 30_000;

/// The places that are named at most.
const MAX_PLACES: usize = 3;

/// What stands against winning, if all states can be looked at.
pub fn why_lost(level: &PuzzleLevel) -> Option<String> {
    let game = &level.source.game;
    let conditions = &game.conditions;
    let system = level.system();
    let words = object_words(game.objects.len());
    let mut seen: Vec<Seen> = conditions.iter().map(|_| Seen::new(level)).collect();
    let mut most_at_once = 0;
    let mut visit = |state: &State| {
        let cells: Vec<&[u64]> = state.objects.chunks(words).collect();
        let mut n_met = 0;
        for (condition, seen) in conditions.iter().zip(&mut seen) {
            n_met += usize::from(seen.look(condition, &cells));
        }
        most_at_once = most_at_once.max(n_met);
    };
    let go_on = &mut || ControlFlow::Continue(());
    let look = explore(&system, MAX_STATES, go_on, &mut visit);
    if !look.is_whole {
        return None;
    }
    let whole = in_states(look.n_states, true);
    if conditions.is_empty() {
        return Some(format!(
            "the game has no win condition, and no rule with `win` applies {whole}"
        ));
    }
    let never = conditions
        .iter()
        .zip(&seen)
        .filter(|(_, seen)| !seen.is_met);
    let reasons: Vec<String> = never
        .map(|(condition, seen)| {
            let text = level.condition_text(condition);
            let why = seen.why(level, condition);
            format!("{text} is not met {whole}{why}")
        })
        .collect();
    if !reasons.is_empty() {
        return Some(reasons.join("\n     "));
    }
    let n = conditions.len();
    (most_at_once < n).then(|| {
        format!("at most {most_at_once} of the {n} win conditions are met at once {whole}")
    })
}

/// What was seen of a win condition.
struct Seen {
    is_met: bool,
    /// The cells that had the one thing in all states so far.
    always: Vec<bool>,
    /// The cells that had both in some state.
    both: Vec<bool>,
    /// How many cells at most had both at once, and how many then had the first.
    best: (usize, usize),
    /// How few cells had both.
    fewest: usize,
    is_anywhere: [bool; 2],
}

impl Seen {
    fn new(level: &PuzzleLevel) -> Seen {
        let n = level.board.width * level.board.height;
        Seen {
            is_met: false,
            always: vec![true; n],
            both: vec![false; n],
            best: (0, 0),
            fewest: usize::MAX,
            is_anywhere: [false; 2],
        }
    }

    /// Takes a state in; whether the condition is met in it.
    fn look(&mut self, condition: &WinCondition, cells: &[&[u64]]) -> bool {
        let (mut n_what, mut n_both) = (0, 0);
        for (at, cell) in cells.iter().enumerate() {
            let (what, on) = (has(&condition.what, cell), has(&condition.on, cell));
            self.always[at] &= what;
            self.both[at] |= what && on;
            self.is_anywhere = [self.is_anywhere[0] || what, self.is_anywhere[1] || on];
            n_what += usize::from(what);
            n_both += usize::from(what && on);
        }
        if n_both >= self.best.0 {
            self.best = (n_both, n_what);
        }
        self.fewest = self.fewest.min(n_both);
        let is_met = match condition.quantity {
            Quantity::No => n_both == 0,
            Quantity::Some => n_both > 0,
            Quantity::All => n_both == n_what,
        };
        self.is_met |= is_met;
        is_met
    }

    /// What can be said beyond that it is never met.
    fn why(&self, level: &PuzzleLevel, condition: &WinCondition) -> String {
        let [what, on] = [&condition.what, &condition.on].map(|filter| level.name_of(filter));
        match condition.quantity {
            Quantity::All => {
                let cells = 0..self.always.len();
                let bare: Vec<usize> = cells
                    .filter(|at| self.always[*at] && !self.both[*at])
                    .collect();
                if !bare.is_empty() {
                    let places = bare.iter().take(MAX_PLACES).map(|at| level.place_of(*at));
                    let places: Vec<String> = places.collect();
                    let more = match bare.len().saturating_sub(MAX_PLACES) {
                        0 => String::new(),
                        n => format!(", and {n} more"),
                    };
                    return format!(
                        ": no {on} ever comes to the {what} at {}{more}",
                        places.join("; at ")
                    );
                }
                let (both, all) = self.best;
                format!(": at most {both} of {all} {what} have {on} at once")
            }
            Quantity::Some => match self.is_anywhere {
                [false, _] => format!(": there is never any {what}"),
                [_, false] => format!(": there is never any {on}"),
                _ => format!(": {what} and {on} are never in one cell"),
            },
            Quantity::No => match self.fewest {
                1 => ": there is always one left".to_owned(),
                n => format!(": there are always {n} or more left"),
            },
        }
    }
}
