//! What is odd about a game: rules that never fire, objects that never appear, conditions
//! that nothing brings about, levels that are won at the start.
//!
//! What follows from the rules alone, or from all states of all levels, is said to be so.
//! What was only not seen is said to be that, with the number of states.

mod possible;
mod seen;

use std::ops::ControlFlow;

use playproof_game::Linter;
use playproof_level::{Diagnostic, Level};

use self::possible::Possible;
use self::seen::Sight;
use crate::compiled::{Command, Filter, Game, Quantity, Rule, WinCondition, object_words};
use crate::formats::PuzzleLevel;
use crate::system::orders;
use crate::words::in_states;

/// Looks for what is odd about a game.
pub struct PuzzleLinter;

impl Linter for PuzzleLinter {
    fn lint(
        &self,
        levels: &[&Level],
        max_states: u64,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Vec<Diagnostic> {
        let levels: Vec<&PuzzleLevel> = levels.iter().filter_map(|l| PuzzleLevel::of(l)).collect();
        let Some(first) = levels.first() else {
            return Vec::new();
        };
        let game = &first.source.game;
        let page = Page { level: first };
        let possible = Possible::new(game, levels.iter().map(|level| &level.board));
        let max_states = usize::try_from(max_states).unwrap_or(usize::MAX);
        let sight = Sight::new(&levels, max_states, go_on);
        let mut found = page.rules(game, &possible, &sight);
        found.extend(page.objects(game, &possible, &sight));
        found.extend(page.conditions(game, &possible, &sight));
        found.extend(levels.iter().filter_map(|level| met_at_start(level)));
        found.extend(sight.never_won(&levels));
        found
    }
}

/// What the remarks are about.
struct Page<'a> {
    level: &'a PuzzleLevel,
}

impl Page<'_> {
    fn warn(&self, line: u32, message: String, help: &str) -> Diagnostic {
        let place = crate::formats::place(&self.level.head, line, 1);
        Diagnostic::warning(&self.level.file, place, message, help)
    }

    /// Rules of which no direction ever does anything, by their lines.
    fn rules(&self, game: &Game, possible: &Possible, sight: &Sight) -> Vec<Diagnostic> {
        let rules: Vec<&Rule> = rules(game).collect();
        let mut lines: Vec<u32> = rules.iter().map(|rule| rule.line).collect();
        lines.sort_unstable();
        lines.dedup();
        let mut found = Vec::new();
        for line in lines.into_iter().filter(|line| !sight.fired.contains(line)) {
            let mut here = rules.iter().filter(|rule| rule.line == line);
            if here.all(|rule| !possible.can_match(rule)) {
                let help = "something that it looks for is in no level, and no rule makes it";
                found.push(self.warn(line, "this rule never fires: that is proved".into(), help));
            } else if sight.is_whole {
                let states = in_states(sight.n_states, true);
                let message = format!("this rule never fires: proved, since it does not {states}");
                found.push(self.warn(line, message, "all states of all levels were looked at"));
            } else {
                let states = in_states(sight.n_states, false);
                let message = format!("this rule was not seen to fire {states}");
                let help = "it may fire later: that is not known; more states may show it";
                found.push(self.warn(line, message, help));
            }
        }
        found
    }

    /// Objects that are never anywhere.
    fn objects(&self, game: &Game, possible: &Possible, sight: &Sight) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for (number, object) in game.objects.iter().enumerate() {
            if sight.objects.has(number) {
                continue;
            }
            let name = &object.name;
            let line = self.line_of_object(name);
            let message = if !possible.objects.has(number) {
                format!("`{name}` never appears: it is in no level, and no rule makes it")
            } else if sight.is_whole {
                let states = in_states(sight.n_states, true);
                format!(
                    "`{name}` is never there between turns: proved, since it is not there {states}"
                )
            } else {
                let states = in_states(sight.n_states, false);
                format!("`{name}` was not seen {states}: whether it appears later is not known")
            };
            let help = match possible.objects.has(number) {
                true => "a rule makes it: it may matter within a turn",
                false => "it can go, unless it is there to come",
            };
            found.push(self.warn(line, message, help));
        }
        found
    }

    /// Conditions that no rule can bring about, and games that nothing wins.
    fn conditions(&self, game: &Game, possible: &Possible, sight: &Sight) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        let wins = rules(game).any(|r| r.commands.contains(&Command::Win) && possible.can_match(r));
        if game.conditions.is_empty() && !wins {
            let message = match orders(game, &Command::Win) {
                true => "nothing wins this game: no rule with `win` can ever apply",
                false => "nothing wins this game: there is no win condition and no rule with `win`",
            };
            let help = "write a condition below WINCONDITIONS, such as `all target on crate`";
            found.push(self.warn(1, message.to_owned(), help));
        }
        for (condition, is_met) in game.conditions.iter().zip(&sight.met) {
            let can_be = |filter: &Filter| possible.can_be(filter);
            let needs = condition.quantity == Quantity::Some;
            if needs && !(can_be(&condition.what) && can_be(&condition.on)) {
                let message = "no rule can bring this condition about: what it wants is in no \
                               level, and no rule makes it";
                let help = "a game with such a condition cannot be won by its conditions";
                found.push(self.warn(condition.line, message.to_owned(), help));
            } else if !is_met && sight.is_whole {
                let states = in_states(sight.n_states, true);
                let message =
                    format!("this condition is never met: proved, since it is not {states}");
                let help = "a game with such a condition cannot be won by its conditions";
                found.push(self.warn(condition.line, message, help));
            } else if !is_met {
                let states = in_states(sight.n_states, false);
                let message = format!("this condition was not seen to be met {states}");
                let help = "it may be met later: that is not known; more states may show it";
                found.push(self.warn(condition.line, message, help));
            }
        }
        found
    }

    /// The line that defines an object: the first that begins with its name.
    fn line_of_object(&self, name: &str) -> u32 {
        let is_it = |line: &str| {
            let mut words = line.split_whitespace();
            words.next().is_some_and(|word| word.to_lowercase() == name)
        };
        let lines = self.level.head.lines();
        let mut after = lines
            .enumerate()
            .skip_while(|(_, line)| !line.trim().eq_ignore_ascii_case("objects"));
        after
            .find(|(_, line)| is_it(line))
            .map_or(1, |(n, _)| n as u32 + 1)
    }
}

pub(crate) fn rules(game: &Game) -> impl Iterator<Item = &Rule> {
    let books = [&game.early, &game.late];
    let groups = books.into_iter().flat_map(|book| &book.groups);
    groups.flat_map(|group| &group.rules)
}

/// A level whose conditions all hold before a key is pressed.
fn met_at_start(level: &PuzzleLevel) -> Option<Diagnostic> {
    let conditions = &level.source.game.conditions;
    let words = object_words(level.source.game.objects.len());
    let is_met = |condition: &WinCondition| seen::is_met(condition, &level.board.objects, words);
    if conditions.is_empty() || !conditions.iter().all(is_met) {
        return None;
    }
    let message = "all conditions are met before a key is pressed";
    let help = "any key that does something wins, unless it breaks a condition";
    let place = level.beginning.clone();
    Some(Diagnostic::warning(&level.file, place, message, help))
}
