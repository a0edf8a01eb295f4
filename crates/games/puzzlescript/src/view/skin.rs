//! Sprites as tiles: squares of one colour, as few as a simple look finds.

use playproof_game::{Colour, Shape, Tile};

use super::PIXELS;
use super::letters::Letters;
use crate::source::{Source, Sprite};

/// A tile for each object after one for the paper behind them, and of each object whether
/// nothing below it is seen.
pub fn legend(source: &Source, letters: &Letters) -> (Vec<Tile>, Vec<bool>) {
    let paper = source.prelude.background_color.unwrap_or([0, 0, 0]);
    let whole = Shape::rect(0.0, 0.0, 1.0, 1.0, 0.0);
    let mut tiles = vec![Tile::new("nothing", ' ', vec![(whole, colour(paper))])];
    let mut is_opaque = Vec::new();
    for (number, object) in source.game.objects.iter().enumerate() {
        let sprite = source.sprites.get(number);
        let shapes = sprite.map_or(Vec::new(), shapes);
        let glyph = letters.of_object(number);
        tiles.push(Tile::new(object.name.clone(), glyph, shapes));
        is_opaque.push(sprite.is_some_and(|s| s.iter().flatten().all(Option::is_some)));
    }
    (tiles, is_opaque)
}

fn colour([red, green, blue]: [u8; 3]) -> Colour {
    Colour(red, green, blue)
}

/// The rectangles of a sprite. One without holes is a square of its most frequent colour
/// with others on it, so that nothing shines through between them.
fn shapes(sprite: &Sprite) -> Vec<(Shape, Colour)> {
    let mut left = *sprite;
    let mut shapes = Vec::new();
    if let Some(base) = base(sprite) {
        shapes.push((Shape::rect(0.0, 0.0, 1.0, 1.0, 0.0), colour(base)));
        left.iter_mut()
            .flatten()
            .for_each(|pixel| *pixel = pixel.filter(|c| *c != base));
    }
    for y in 0..PIXELS {
        for x in 0..PIXELS {
            let Some(pixel) = left[y][x] else {
                continue;
            };
            let is_same = |p: &Option<[u8; 3]>| *p == Some(pixel);
            let width = left[y][x..].iter().take_while(|p| is_same(p)).count();
            let rows = left[y..].iter();
            let height = rows
                .take_while(|row| row[x..x + width].iter().all(is_same))
                .count();
            for row in &mut left[y..y + height] {
                row[x..x + width].fill(None);
            }
            let of_cell = |n: usize| n as f32 / PIXELS as f32;
            let shape = Shape::rect(of_cell(x), of_cell(y), of_cell(width), of_cell(height), 0.0);
            shapes.push((shape, colour(pixel)));
        }
    }
    shapes
}

/// The most frequent colour of a sprite without holes; of equal ones the first.
fn base(sprite: &Sprite) -> Option<[u8; 3]> {
    let pixels: Option<Vec<[u8; 3]>> = sprite.iter().flatten().copied().collect();
    let pixels = pixels?;
    let count = |colour: &[u8; 3]| pixels.iter().filter(|p| *p == colour).count();
    pixels
        .iter()
        .rev()
        .max_by_key(|colour| count(colour))
        .copied()
}
