//! What is odd about a game and its levels.
//!
//! What is said never to happen was looked for in all states of all levels of the file. Where
//! there are too many, it is said only that it was not seen.

use std::collections::{BTreeSet, HashSet, VecDeque};
use std::ops::ControlFlow;

use playproof_game::Linter;
use playproof_level::{Diagnostic, Level, Place};
use playproof_model::{System, Val};

use crate::compiled::{Class, EffectId, Game, KindId, When};
use crate::level::VgdlLevel;
use crate::plain::{Input, Status};
use crate::source::Source;
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
                level,
                source: &source,
            };
            found.extend(text.by_waiting(&system, max_states));
            seen.look(&system, max_states, go_on);
        }
        if let Some(level) = written.first() {
            let text = Text {
                level,
                source: &source,
            };
            found.extend(text.unused(&seen));
        }
        found
    }
}

/// What was seen in the states of some levels.
#[derive(Default)]
struct Seen {
    n_states: u64,
    is_cut_off: bool,
    effects: BTreeSet<EffectId>,
    endings: BTreeSet<usize>,
    kinds: BTreeSet<KindId>,
}

impl Seen {
    /// Goes through the states of a level, as long as there are no more than that in all.
    fn look(
        &mut self,
        system: &VgdlSystem,
        max_states: u64,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) {
        let (interpreter, encoding) = (system.interpreter(), system.encoding());
        let mut known: HashSet<Vec<Val>> = HashSet::new();
        let mut open = VecDeque::new();
        system.initial(&mut |state| {
            known.insert(state.to_vec());
            open.push_back(state.to_vec());
        });
        while let Some(values) = open.pop_front() {
            if self.n_states >= max_states || go_on().is_break() {
                self.is_cut_off = true;
                return;
            }
            self.n_states += 1;
            let state = encoding.decode(&values);
            let there = state.sprites.iter().enumerate();
            let there = there.filter(|(_, sprites)| !sprites.is_empty());
            self.kinds.extend(there.map(|(kind, _)| kind));
            if state.status != Status::Open {
                continue;
            }
            for &input in system.inputs() {
                let Ok((next, told)) = interpreter.tick_told(&state, input) else {
                    self.is_cut_off = true;
                    continue;
                };
                self.effects.extend(told.effects);
                self.endings.extend(told.ending);
                match encoding.encode(&next) {
                    Some(next) if known.insert(next.clone()) => open.push_back(next),
                    Some(_) => {}
                    None => self.is_cut_off = true,
                }
            }
        }
    }
}

/// The text that is spoken of.
struct Text<'a> {
    level: &'a VgdlLevel,
    source: &'a Source,
}

impl Text<'_> {
    fn at(&self, line: u32, message: String, help: &str) -> Diagnostic {
        let source = self
            .level
            .rules
            .lines()
            .nth(line as usize - 1)
            .unwrap_or("");
        let indent = source.chars().take_while(|c| c.is_whitespace()).count() as u32;
        let place = Place::new(line, indent + 1, source);
        Diagnostic::error(&self.level.rules_file, Some(place), message, help).mild()
    }

    /// A level that is won, or lost at once, although the player does nothing.
    fn by_waiting(&self, system: &VgdlSystem, max_states: u64) -> Option<Diagnostic> {
        let interpreter = system.interpreter();
        let mut state = interpreter.begin()?;
        let mut known = HashSet::new();
        let title = self.level.index + 1;
        for ticks in 1..=max_states {
            let (next, told) = interpreter.tick_told(&state, Input::Wait).ok()?;
            let game = &self.source.game;
            match (next.status, told.ending) {
                (Status::Won, Some(ending)) => {
                    let line = self.source.ending_lines[ending];
                    let who = told
                        .effects
                        .iter()
                        .find_map(|&effect| self.mover(game, effect));
                    let by = who.map_or(String::new(), |(name, line)| {
                        format!(", since `{name}` brings it about (line {line})")
                    });
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
            let values = system.encoding().encode(&next)?;
            if next.status != Status::Open || !known.insert(values) {
                return None;
            }
            state = next;
        }
        None
    }

    /// Whether every key ends play at once, and loses.
    fn is_over(&self, system: &VgdlSystem) -> bool {
        let Some(state) = system.interpreter().begin() else {
            return false;
        };
        system.inputs().iter().all(|&input| {
            let next = system.interpreter().tick(&state, input);
            next.is_ok_and(|next| next.status == Status::Lost)
        })
    }

    /// The kind that moves by itself in the rule of an effect, if the rule names one.
    fn mover(&self, game: &Game, effect: EffectId) -> Option<(String, u32)> {
        let moves = |kind: KindId| match &game.kinds[kind].class {
            Some(Class::Chaser { .. }) => true,
            Some(Class::Drifting) => game.kinds[kind].speed != 0.0,
            _ => false,
        };
        let pair = game
            .pairs
            .iter()
            .find(|pair| pair.effects.contains(&effect))?;
        let kind = [pair.second, pair.first]
            .into_iter()
            .find(|&kind| moves(kind))?;
        Some((
            game.kinds[kind].name.clone(),
            self.source.effect_lines[effect],
        ))
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
