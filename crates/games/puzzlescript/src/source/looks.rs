//! What objects look like: colours and pixels.

use crate::source::colors::{Palette, color, is_color};
use crate::source::draft::{Draft, DraftObject};
use crate::source::kind::NoticeKind;
use crate::source::notice::Log;
use crate::source::sections::SIDE;
use crate::source::{Color, Sprite};

/// The most colours that an object can have: a pixel is one digit.
const MOST_COLORS: usize = 10;

/// What a sprite is coloured with if it has no colours.
const NO_COLOR: Color = [0xff, 0x00, 0xff];

/// Checks colours and pixels of all objects.
pub(super) fn check_looks(draft: &Draft, log: &mut Log) {
    let settings = draft.settings.iter();
    for (_, name) in settings.filter(|(key, _)| key == "color_palette") {
        if Palette::find(name).is_none() {
            let message = format!("There is no palette \"{name}\".");
            // PuzzleScript does not say on which line.
            log.error(NoticeKind::UnknownPalette, 0, message);
        }
    }
    for name in draft.objects.names() {
        let Some(object) = draft.objects.get(&name) else {
            continue;
        };
        let shown = name.to_uppercase();
        if object.colors.len() > MOST_COLORS {
            let message = "A sprite has at most ten colours.";
            log.error(NoticeKind::TooManyColors, object.line + 1, message);
        }
        for color in object.colors.iter().filter(|color| !is_color(color)) {
            let message = format!("\"{color}\" is no colour for object {shown}.");
            log.error(NoticeKind::UnknownColor, object.line + 1, message);
        }
        if object.colors.is_empty() {
            let message = format!("Object {shown} has no colour.");
            log.error(NoticeKind::NoColor, object.line, message);
        }
        let is_square = object.rows.len() == SIDE && object.rows.iter().all(|r| r.len() == SIDE);
        if !object.rows.is_empty() && !is_square {
            let message = "A sprite is exactly five pixels wide and five high.";
            log.warn(NoticeKind::SpriteSize, object.line, message);
        }
    }
}

/// The sprite of an object: without pixels it is a square of its first colour.
pub(super) fn sprite(object: &DraftObject, palette: &Palette) -> Sprite {
    let mut sprite = Sprite::default();
    for (y, row) in sprite.iter_mut().enumerate() {
        for (x, pixel) in row.iter_mut().enumerate() {
            let drawn = object.rows.get(y).and_then(|row| row.as_bytes().get(x));
            let number = match drawn {
                Some(b'.') => continue,
                Some(digit) => usize::from(digit.wrapping_sub(b'0')),
                None if object.rows.is_empty() => 0,
                None => continue,
            };
            *pixel = match object.colors.get(number) {
                Some(name) => color(palette, name),
                None => Some(NO_COLOR),
            };
        }
    }
    sprite
}
