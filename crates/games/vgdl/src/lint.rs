//! What is odd about a game and its levels.
//!
//! What is said never to happen was looked for in all states of all levels of the file. Where
//! there are too many, it is said only that it was not seen.

mod alone;
mod seen;

use std::collections::{BTreeSet, HashSet};
use std::ops::ControlFlow;

use playproof_game::{Linter, Options};
use playproof_level::{Diagnostic, Level, Place};

use self::alone::never_there;
use self::seen::{Mover, Seen, mover};
use crate::compiled::When;
use crate::format::rules_of;
use crate::game::RULES;
use crate::level::VgdlLevel;
use crate::plain::{Input, Status};
use crate::source::{Source, read};
use crate::system::VgdlSystem;

/// Looks over VGDL games.
pub struct VgdlLinter;

impl Linter for VgdlLinter {
    fn lint(
        &self,
        levels: &[&Level],
        max_states: u64,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        // Levels of a file have the same rules.
        let written: Vec<&VgdlLevel> = levels.iter().filter_map(|l| VgdlLevel::of(l)).collect();
        let Some(source) = written.first().and_then(|level| level.source().ok()) else {
            return found;
        };
        let mut seen = Seen::default();
        for level in &written {
            let Ok((drawn, _)) = level.drawn(&source) else {
                continue;
            };
            let Some(system) = VgdlSystem::new(source.game.clone(), drawn) else {
                continue;
            };
            let text = Text {
                file: &level.rules_file,
                rules: &level.rules,
                source: &source,
            };
            let title = level.index + 1;
            let by_waiting = text.by_waiting(title, &system, max_states);
            let by_others = seen.look(&system, max_states, go_on);
            match by_waiting {
                Some(wins) => found.push(wins),
                None => found.extend(by_others.map(|by| text.by_others(title, by))),
            }
        }
        if let Some(level) = written.first() {
            let text = Text {
                file: &level.rules_file,
                rules: &level.rules,
                source: &source,
            };
            found.extend(text.unused(&seen));
        }
        found
    }

    fn lint_alone(&self, options: &Options) -> Option<Result<Vec<Diagnostic>, Diagnostic>> {
        let file = options.file(RULES.name)?;
        Some(rules_of(&file.name, &file.text).and_then(|rules| {
            let mut source = read(&file.name, &rules)?;
            let mut found = std::mem::take(&mut source.warnings);
            let text = Text {
                file: &file.name,
                rules: &rules,
                source: &source,
            };
            found.extend(text.never());
            Ok(found)
        }))
    }
}

/// The text that is spoken of.
struct Text<'a> {
    file: &'a str,
    rules: &'a str,
    source: &'a Source,
}

impl Text<'_> {
    fn at(&self, line: u32, message: String, help: &str) -> Diagnostic {
        let source = self.rules.lines().nth(line as usize - 1).unwrap_or("");
        let indent = source.chars().take_while(|c| c.is_whitespace()).count() as u32;
        let place = Place::new(line, indent + 1, source);
        Diagnostic::error(self.file, Some(place), message, help).mild()
    }

    /// A level that is won, or lost at once, although the player does nothing.
    fn by_waiting(&self, title: usize, system: &VgdlSystem, max_states: u64) -> Option<Diagnostic> {
        let interpreter = &system.interpreter;
        let mut state = interpreter.begin()?;
        let mut known = HashSet::new();
        for ticks in 1..=max_states {
            let (next, told) = interpreter.tick_told(&state, Input::Wait).ok()?;
            match (next.status, told.ending) {
                (Status::Won, Some(ending)) => {
                    let line = self.source.ending_lines[ending];
                    let by = mover(&self.source.game, &told, ending);
                    let by = by.map_or(String::new(), |by| format!(", since {}", self.brings(&by)));
                    let message =
                        format!("level {title} is won after {ticks} ticks without a key{by}");
                    let help = "let the win depend on something that only the avatar can do";
                    return Some(self.at(line, message, help));
                }
                (Status::Lost, Some(ending)) if ticks == 1 && self.is_over(system) => {
                    let line = self.source.ending_lines[ending];
                    let message = format!("level {title} is over after its first tick");
                    return Some(self.at(line, message, "whatever the player does, it is lost"));
                }
                _ => {}
            }
            let values = system.encoding.encode(&next)?;
            if next.status != Status::Open || !known.insert(values) {
                return None;
            }
            state = next;
        }
        None
    }

    /// Whether every key ends play at once, and loses.
    fn is_over(&self, system: &VgdlSystem) -> bool {
        let Some(state) = system.interpreter.begin() else {
            return false;
        };
        system.inputs.iter().all(|&input| {
            let next = system.interpreter.tick(&state, input);
            next.is_ok_and(|next| next.status == Status::Lost)
        })
    }

    fn brings(&self, by: &Mover) -> String {
        let name = &self.source.game.kinds[by.kind].name;
        let line = self.source.effect_lines[by.effect];
        format!("`{name}` brings it about (line {line})")
    }

    /// A level that can be won in a tick in which no key is pressed.
    fn by_others(&self, title: usize, by: Mover) -> Diagnostic {
        let line = self.source.ending_lines[by.ending];
        let (ticks, by) = (by.ticks, self.brings(&by));
        let message = format!("level {title} can be won without a key in tick {ticks}, since {by}");
        let help = "let the win depend on something that only the avatar can do";
        self.at(line, message, help)
    }

    /// What can be said without a level: sprites that no level can have, rules about them,
    /// and endings that are never true or always.
    fn never(&self) -> Vec<Diagnostic> {
        let game = &self.source.game;
        let never = never_there(self.source);
        let is_never = |kind: usize| game.kinds[kind].family.iter().all(|&part| never[part]);
        let mut found = Vec::new();
        for (kind, line) in self.source.kind_lines.iter().enumerate() {
            if let (Some(line), true) = (line, is_never(kind)) {
                let message = format!("there never is a `{}`", game.kinds[kind].name);
                let help = "no letter stands for it, and no rule makes it";
                found.push(self.at(*line, message, help));
            }
        }
        let pairs = game.pairs.iter();
        let happens: BTreeSet<u32> = pairs
            .filter(|pair| !is_never(pair.first) && !is_never(pair.second))
            .flat_map(|pair| &pair.effects)
            .chain(
                game.edges
                    .iter()
                    .filter(|edge| !is_never(edge.0))
                    .map(|edge| &edge.1),
            )
            .map(|&effect| self.source.effect_lines[effect])
            .collect();
        let all: BTreeSet<u32> = self.source.effect_lines.iter().copied().collect();
        for &line in all.difference(&happens) {
            let help = "one of its sprites is never there";
            found.push(self.at(line, "this rule never happens".to_owned(), help));
        }
        for (ending, &line) in game.endings.iter().zip(&self.source.ending_lines) {
            let is_empty = |kinds: &[usize]| kinds.iter().all(|&kind| is_never(kind));
            // Whether there are none of them decides.
            let is_true = match &ending.when {
                When::AtMost(kinds, limit) if is_empty(kinds) => *limit >= 0,
                When::AtLeast(kinds, limit) if is_empty(kinds) => *limit <= 0,
                When::Exactly(kinds, limit) if is_empty(kinds) => *limit == 0,
                When::AtMost(_, limit) | When::Exactly(_, limit) if *limit < 0 => false,
                _ => continue,
            };
            let (message, help) = match is_true {
                true => (
                    "this ending is true from the start",
                    "its sprites are never there",
                ),
                false => (
                    "this ending is never true",
                    "there are never so many of its sprites",
                ),
            };
            found.push(self.at(line, message.to_owned(), help));
        }
        found
    }

    /// Rules that do not fire, sprites that do not come, endings that are not reached.
    fn unused(&self, seen: &Seen) -> Vec<Diagnostic> {
        let game = &self.source.game;
        let how = match seen.is_cut_off {
            true => format!("was not seen in {} states", seen.n_states),
            false => "never happens in these levels".to_owned(),
        };
        let mut found = Vec::new();
        for (kind, made) in game.kinds.iter().enumerate() {
            let Some(line) = self.source.kind_lines[kind] else {
                continue;
            };
            // The kind and its parts, without what it stands under.
            let own = &made.family[made.ancestors.len() - 1..];
            if !own.iter().any(|part| seen.kinds.contains(part)) {
                let message = match seen.is_cut_off {
                    true => format!("`{}` {how}", made.name),
                    false => format!("there never is a `{}` in these levels", made.name),
                };
                found.push(self.at(line, message, "put it into a level, or let a rule make it"));
            }
        }
        // A rule fires if any of its effects does.
        let fired: BTreeSet<u32> = seen
            .effects
            .iter()
            .map(|&e| self.source.effect_lines[e])
            .collect();
        let all: BTreeSet<u32> = self.source.effect_lines.iter().copied().collect();
        for &line in all.difference(&fired) {
            found.push(self.at(line, format!("this rule {how}"), "its sprites never meet"));
        }
        for (ending, &line) in self.source.ending_lines.iter().enumerate() {
            // A time limit that only loses is not played.
            let is_limit = matches!(game.endings[ending].when, When::Timeout(_));
            if !seen.endings.contains(&ending) && !is_limit {
                let help = "no run gets there, or an earlier ending comes first";
                found.push(self.at(line, format!("this ending {how}"), help));
            }
        }
        found
    }
}
