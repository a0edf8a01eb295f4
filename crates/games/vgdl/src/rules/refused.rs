//! A level of a game's text as Rules, and what is said where it cannot be said so.

use playproof_level::{Diagnostic, Place};

use crate::level::VgdlLevel;
use crate::local::Outside;
use crate::source::Source;
use crate::system::VgdlSystem;

use super::InRules;

/// A level as Rules, or what keeps it from being said so.
pub(crate) fn in_rules(
    written: &VgdlLevel,
    source: &Source,
    system: &VgdlSystem,
) -> Result<InRules, Diagnostic> {
    let said = InRules::new(&system.interpreter, system.encoding.begun());
    said.map_err(|outside| refused(written, source, outside))
}

/// The line, and what is wrong with it.
fn refused(written: &VgdlLevel, source: &Source, outside: Outside) -> Diagnostic {
    let (line, why) = match outside {
        Outside::Effect(effect) => {
            let why = "this rule reaches further than the cells before the player";
            (Some(source.effect_lines[effect]), why.to_owned())
        }
        Outside::Kind(kind, why) => {
            let name = &source.game.kinds[kind].name;
            (source.kind_lines[kind], format!("`{name}`: {why}"))
        }
        Outside::Game(why) => (None, why.to_owned()),
    };
    let place = line.map(|line| {
        let text = written.rules.lines().nth(line as usize - 1);
        Place::new(line, 1, text.unwrap_or_default())
    });
    let message = format!("this level cannot be said as Rules: {why}");
    let help = "leave the option out: searches of states need no Rules";
    Diagnostic::error(&written.rules_file, place, message, help)
}
