//! Win conditions, sounds, settings: what is checked last.

use crate::compiled::{Filter, Mask, Quantity, WinCondition};
use crate::source::colors::{Palette, color, is_color};
use crate::source::draft::{Draft, SoundLine, SoundWord};
use crate::source::kind::NoticeKind;
use crate::source::names::Names;
use crate::source::notice::{At, Log};
use crate::source::{Color, Prelude};

/// Reads the win conditions.
pub(super) fn conditions(draft: &Draft, names: &Names, log: &mut Log) -> Vec<WinCondition> {
    let mut conditions = Vec::new();
    for line in &draft.conditions {
        let words: Vec<&str> = line.words.iter().map(|word| &word[..]).collect();
        let [quantity, what, ..] = words[..] else {
            log.error(
                NoticeKind::ConditionIncomplete,
                line.line,
                "A win condition is like `All Target On Crate`, `Some Target` or `No Fruit`.",
            );
            continue;
        };
        let what = filter(names, what, line.line, log);
        let on = match words[..] {
            [_, _, _, on] => filter(names, on, line.line, log),
            _ => Some(anything(names)),
        };
        let (Some(what), Some(on)) = (what, on) else {
            continue;
        };
        conditions.push(WinCondition {
            quantity: match quantity {
                "no" => Quantity::No,
                "all" => Quantity::All,
                _ => Quantity::Some,
            },
            what,
            on,
            line: line.line,
        });
    }
    conditions
}

fn anything(names: &Names) -> Filter {
    let mut objects = Mask::empty(names.words);
    (0..names.objects.len()).for_each(|object| objects.insert(object));
    Filter {
        objects,
        needs_all: false,
    }
}

fn filter(names: &Names, word: &str, line: u32, log: &mut Log) -> Option<Filter> {
    let sense = names.find(word).map(|name| names.sense(name));
    let one = sense.and_then(|sense| sense.mask.clone());
    let all = sense.and_then(|sense| sense.aggregate_mask.clone());
    let needs_all = one.is_none();
    let Some(objects) = one.or(all) else {
        let message = format!("A win condition cannot be about {}.", word.to_uppercase());
        log.error(NoticeKind::ConditionUnknown, line, message);
        return None;
    };
    Some(Filter { objects, needs_all })
}

/// Every object must be in a layer.
pub(super) fn check_layers(draft: &Draft, log: &mut Log) {
    for name in draft.objects.names() {
        if let Some(object) = draft.objects.get(&name)
            && !draft.layers_of.contains_key(&name)
        {
            let message = format!("Object {} is in no layer.", name.to_uppercase());
            log.error(NoticeKind::NotLayered, object.line, message);
        }
    }
}

/// Checks what SOUNDS says, which is not played.
pub(super) fn check_sounds(draft: &Draft, names: &Names, log: &mut Log) {
    let mut events: Vec<&str> = Vec::new();
    for sound in &draft.sounds {
        let [(what, kind), _, ..] = &sound.words[..] else {
            let message = "A sound needs a number.";
            log.warn(NoticeKind::SoundIncomplete, sound.line, message);
            continue;
        };
        let ends_well = sound
            .words
            .last()
            .is_some_and(|(_, kind)| *kind == SoundWord::Seed);
        if !ends_well {
            let message = "A sound needs a number at its end.";
            log.error(NoticeKind::SoundWithoutSeed, sound.line, message);
        }
        if *kind == SoundWord::Event {
            if events.contains(&&what[..]) {
                let message = format!("{} has a sound already.", what.to_uppercase());
                log.warn(NoticeKind::SoundTwice, sound.line, message);
            } else {
                events.push(what);
            }
        } else {
            check_sound_of_object(names, sound, what, log);
        }
    }
}

fn check_sound_of_object(names: &Names, sound: &SoundLine, what: &str, log: &mut Log) {
    let sense = names.find(what).map(|name| names.sense(name));
    let shown = what.to_uppercase();
    if sense.is_some_and(|sense| sense.aggregate.is_some()) {
        let message = format!(
            "{shown} is defined by \"and\". Only single objects and what is defined by \"or\" \
             have sounds."
        );
        log.error(NoticeKind::SoundOfAggregate, sound.line, message);
    } else if sense.is_none_or(|sense| sense.mask.is_none()) {
        let message = format!("There is no object {shown} to have a sound.");
        log.error(NoticeKind::SoundOfUnknown, sound.line, message);
    }
}

/// What the settings say that is no part of the rules.
pub(super) fn prelude(draft: &Draft, log: &mut Log) -> Prelude {
    let text = |name: &str| draft.setting(name).map(str::to_owned);
    let seconds = |name: &str| {
        let number = draft.setting(name)?.parse::<f64>().ok()?;
        (number.is_finite() && number > 0.0).then_some(number)
    };
    let homepage = text("homepage").map(|url| {
        let url = url.replacen("http://", "", 1);
        url.replacen("https://", "", 1)
    });
    Prelude {
        title: text("title"),
        author: text("author"),
        homepage,
        background_color: None,
        text_color: None,
        realtime_interval: seconds("realtime_interval"),
        again_interval: seconds("again_interval"),
        flickscreen: dimensions(draft, "flickscreen", log),
        zoomscreen: dimensions(draft, "zoomscreen", log),
        noundo: draft.setting("noundo").is_some(),
        norestart: draft.setting("norestart").is_some(),
    }
}

/// The colours of text and background.
pub(super) fn set_colors(draft: &Draft, palette: &Palette, prelude: &mut Prelude, log: &mut Log) {
    prelude.text_color = setting_color(draft, palette, "text_color", log);
    prelude.background_color = setting_color(draft, palette, "background_color", log);
}

fn setting_color(draft: &Draft, palette: &Palette, name: &str, log: &mut Log) -> Option<Color> {
    let value = draft.setting(name)?;
    if !is_color(value) {
        let line = draft.setting_lines.get(name).copied();
        let message = format!("\"{value}\" is no colour for {name}, such as pink or #1412FA.");
        log.error(NoticeKind::SettingColor, At::from(line), message);
        return None;
    }
    color(palette, value)
}

/// Columns and rows, as in `8x5`.
fn dimensions(draft: &Draft, name: &str, log: &mut Log) -> Option<(u32, u32)> {
    let value = draft.setting(name)?;
    let line = At::from(draft.setting_lines.get(name).copied());
    let parts: Vec<&str> = value.split('x').collect();
    let [columns, rows] = parts[..] else {
        let message = "Columns and rows are written like 8x5.";
        log.warn(NoticeKind::DimensionForm, line, message);
        return None;
    };
    let mut number = |text: &str| {
        let number = text.trim().parse::<f64>().ok();
        let whole = number.filter(|n| n.fract() == 0.0 && n.abs() < 2e9);
        if whole.is_none() {
            let message = format!("\"{text}\" is no whole number.");
            log.warn(NoticeKind::DimensionNumber, line, message);
        } else if whole.is_some_and(|n| n <= 0.0) {
            let message = format!("There must be more than {text} columns or rows.");
            log.warn(NoticeKind::DimensionTooSmall, line, message);
        }
        whole
    };
    let (columns, rows) = (number(columns), number(rows));
    let (Some(columns), Some(rows)) = (columns, rows) else {
        let message = format!("\"{value}\" is not understood: it should be like 8x5.");
        log.warn(NoticeKind::DimensionForm, line, message);
        return None;
    };
    if columns <= 0.0 || rows <= 0.0 {
        let message = format!("\"{value}\" is too small.");
        log.warn(NoticeKind::DimensionTooSmall, line, message);
        return None;
    }
    Some((columns as u32, rows as u32))
}
