//! What the page of a run with sprites is told.

use playproof::Sprite;
use serde::Serialize;

use super::SpriteRun;
use crate::picture::heat::{OPACITY, SHADES, shades};
use crate::picture::html::{Data, differences};
use crate::picture::scene::Scene;
use crate::picture::svg::{escaped, hex};

/// What the level is drawn on.
pub(in crate::picture) const BOARD: &str =
    "<canvas id=\"cells\" role=\"img\" aria-label=\"The level\"></canvas>\n";

/// What can be shown or not, beside the level itself.
pub(in crate::picture) fn toggles(run: &SpriteRun) -> String {
    let toggle = |id: &str, word: &str, title: &str, is_on: bool| {
        let checked = if is_on { " checked" } else { "" };
        format!(
            "<label class=\"toggle\" title=\"{}\"><input id=\"{id}\" type=\"checkbox\"{checked}> \
             {word}</label>\n",
            escaped(title)
        )
    };
    let mut toggles = toggle(
        "way",
        "Line",
        "The line through the places of all steps",
        true,
    );
    if let Some(heat) = &run.heat {
        let title = format!("{}, from few (light) to many (dark)", heat.what);
        toggles.push_str(&toggle("heat", "Heat", &title, false));
    }
    toggles
}

/// Lengths are told in so many parts of a cell.
const PARTS: f32 = 256.0;

/// What the script reads.
#[derive(Serialize)]
pub(in crate::picture) struct SpriteData {
    board: serde_json::Value,
    parts: f32,
    sprites: Vec<OneSprite>,
    heat: Option<HeatData>,
}

#[derive(Serialize)]
struct OneSprite {
    tile: u16,
    /// Width and height, in cells.
    size: (f32, f32),
    /// For each frame, where it is, less where it was in the frame before.
    x: Vec<i64>,
    y: Vec<i64>,
    /// The frames in which it is nowhere.
    away: Vec<usize>,
}

#[derive(Serialize)]
struct HeatData {
    /// From few to many.
    colours: Vec<String>,
    opacity: f32,
    /// A shade, from 1, or 0, and how many cells in a row have it.
    shades: Vec<usize>,
}

/// The data of a run.
pub(in crate::picture) fn data(scene: &Scene, run: &SpriteRun) -> SpriteData {
    let sprites = (0..run.n_sprites()).map(|who| {
        let frames = scene.frames.iter();
        let places = frames.map(|frame| run.places[frame.step].get(who).copied().flatten());
        one_sprite(&places.collect::<Vec<_>>())
    });
    SpriteData {
        board: serde_json::to_value(Data::new(&run.stage(scene)))
            .expect("numbers and strings only"),
        parts: PARTS,
        sprites: sprites.collect(),
        heat: run.heat.as_ref().map(|heat| HeatData {
            colours: SHADES.map(hex).to_vec(),
            opacity: OPACITY,
            shades: shades(heat)
                .chunk_by(|a, b| a == b)
                .flat_map(|stretch| [usize::from(stretch[0]), stretch.len()])
                .collect(),
        }),
    }
}

fn one_sprite(places: &[Option<Sprite>]) -> OneSprite {
    let seen = places.iter().flatten().next();
    let mut last = (0, 0);
    let mut all = (Vec::new(), Vec::new());
    for place in places {
        // Whoever is nowhere stays where they were, which keeps the numbers small.
        if let Some(sprite) = place {
            last = (
                (sprite.x * PARTS).round() as i64,
                (sprite.y * PARTS).round() as i64,
            );
        }
        all.0.push(last.0);
        all.1.push(last.1);
    }
    let away = places
        .iter()
        .enumerate()
        .filter(|(_, place)| place.is_none());
    OneSprite {
        tile: seen.map_or(0, |sprite| sprite.tile.0),
        size: seen.map_or((0.0, 0.0), |sprite| sprite.size),
        x: differences(all.0),
        y: differences(all.1),
        away: away.map(|(frame, _)| frame).collect(),
    }
}
