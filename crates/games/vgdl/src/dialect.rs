//! Trusted for `--dialect py-vgdl`: games as py-vgdl plays them, as far as that can be said exactly.
//!
//! That implementation differs from GVGAI in much: which sprites move first, how often a
//! rule happens, what is pushed twice. So only games are taken in which nothing but one
//! `MovingAvatar` ever moves, and rules put things back or kill. What a rule does then, it does
//! once whatever the order of sprites, and these differences are left:
//!
//! - each rule is a step of its own, in the order of lines ([`of_py`]);
//! - play may be over before the first tick, and what dies is dead at once, even an avatar
//!   (`plain/turn.rs`); if play is not over then, nobody is there to go on, and that is
//!   *unknown*.
//!
//! All else is refused here, by name and line.

use playproof_level::{Diagnostic, Place};

use crate::compiled::{Act, Class, Condition, Effect, Game, Kind, Level, Pair, When, Who};
use crate::source::Source;

/// What a game says to py-vgdl, or why it is not played so.
pub fn of_py(mut source: Source, file: &str, text: &str) -> Result<Source, Diagnostic> {
    let refused = |line: Option<u32>, why: &str| {
        let place = line.map(|line| {
            let line_text = text.lines().nth(line as usize - 1).unwrap_or_default();
            let column = line_text.len() - line_text.trim_start().len() + 1;
            Place::new(line, column as u32, line_text)
        });
        let help = "leave the dialect out to play it as GVGAI does";
        let message = format!("not for py-vgdl: {why}");
        Err(Diagnostic::error(file, place, message, help))
    };
    for (kind, line) in source.game.kinds.iter().zip(&source.kind_lines) {
        if let Some(why) = odd_kind(kind) {
            return refused(*line, &format!("`{}` {why}", kind.name));
        }
    }
    for (effect, line) in source.game.effects.iter().zip(&source.effect_lines) {
        if let Some(why) = odd_effect(effect) {
            return refused(Some(*line), why);
        }
    }
    for (ending, line) in source.game.endings.iter().zip(&source.ending_lines) {
        if let Some(why) = odd_ending(&ending.when, ending.wins) {
            return refused(Some(*line), why);
        }
    }
    let mut steps: Vec<Pair> = Vec::new();
    for pair in &source.game.pairs {
        steps.extend(pair.effects.iter().map(|&effect| Pair {
            effects: vec![effect],
            ..*pair
        }));
    }
    // Effects have the order of lines.
    steps.sort_by_key(|step| step.effects[0]);
    if let Some(two) = steps
        .windows(2)
        .find(|two| two[0].effects == two[1].effects)
    {
        let line = source.effect_lines[two[0].effects[0]];
        return refused(
            Some(line),
            "a rule names one second sprite, and happens once",
        );
    }
    for (effect, line) in source.effect_lines.iter().enumerate() {
        let is_step = steps.iter().any(|step| step.effects[0] == effect);
        if !is_step && !source.game.edges.iter().any(|edge| edge.1 == effect) {
            return refused(Some(*line), "a rule that never happens");
        }
    }
    for &(_, effect) in &source.game.edges {
        let line = Some(source.effect_lines[effect]);
        if source.game.effects[effect].acts == [Act::Kill(Who::First)] {
            return refused(line, "what dies beyond the edge of the screen");
        }
        // There they are looked at first of all, here where they stand.
        if steps.first().is_some_and(|step| step.effects[0] <= effect) {
            return refused(line, "rules about EOS stand before all others");
        }
    }
    source.game.pairs = steps;
    source.game.is_py = true;
    Ok(source)
}

fn odd_kind(kind: &Kind) -> Option<&'static str> {
    match &kind.class {
        None | Some(Class::Immovable) => {}
        Some(Class::Walker {
            faces_its_way: false,
        }) if kind.speed == 1.0 && kind.cooldown == 1 && !kind.is_oriented => {}
        Some(Class::Walker { .. }) => return Some("does not simply go a cell a tick"),
        Some(_) => return Some("may move or act otherwise than there"),
    }
    kind.is_singleton.then_some("is a singleton")
}

fn odd_effect(effect: &Effect) -> Option<&'static str> {
    match (&effect.condition, &effect.acts[..]) {
        (Condition::Always, [] | [Act::Kill(Who::First) | Act::PutBack]) => None,
        (_, [Act::PutToEdge]) => Some("`pixelPerfect`"),
        (_, [Act::PutAllBack(except)]) => (!except.is_empty()).then_some("`notStype`"),
        _ => Some("this effect is otherwise there, or not there"),
    }
}

fn odd_ending(when: &When, wins: bool) -> Option<&'static str> {
    match when {
        When::AtMost(..) | When::Exactly(..) => None,
        When::Timeout(_) if !wins => None,
        _ => Some("this ending is otherwise there, or not there"),
    }
}

/// Why a level is not played as py-vgdl does.
pub fn odd_level(game: &Game, level: &Level, rows: &[String]) -> Option<&'static str> {
    let width = |row: &String| row.chars().count();
    if rows.iter().any(|row| width(row) != width(&rows[0])) {
        return Some("the lines of a level are of one length");
    }
    let is_avatar = |kind: usize| {
        game.kinds[kind]
            .class
            .as_ref()
            .is_some_and(Class::is_avatar)
    };
    let there = || level.sprites.iter().map(|&(kind, ..)| kind);
    if there().filter(|&kind| is_avatar(kind)).count() > 1 {
        return Some("there are several avatars");
    }
    // So a name in a rule stands for the same sprites in both.
    let has_parts = |kind: usize| {
        (0..game.kinds.len()).any(|part| part != kind && game.kinds[part].ancestors.contains(&kind))
    };
    there()
        .any(has_parts)
        .then_some("a letter stands for a kind with parts")
}
