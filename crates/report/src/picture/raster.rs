//! Tiles as pixels: each look of a cell once, at the side that the picture has.

use playproof::{Colour, Shape};
use tiny_skia::{Color, FillRule, Paint, Path, PathBuilder, Pixmap, Rect, Transform};

use super::scene::{Look, Scene};

/// What shows where a tile leaves a cell open.
const PAPER: Colour = Colour(0xFF, 0xFF, 0xFF);

/// How far the handles of a cubic curve are from its ends, for a quarter of a
/// circle of radius 1.
const QUARTER: f32 = 0.552_284_8;

/// The pixels of a look, row by row.
pub(super) fn drawn(scene: &Scene, look: Look, side: usize) -> Vec<Colour> {
    let side = side as u32;
    let mut pixmap = Pixmap::new(side, side).expect("a cell has at least one pixel");
    pixmap.fill(colour(PAPER));
    let transform = Transform::from_scale(side as f32, side as f32);
    for tile in scene.tiles(look) {
        for (shape, fill) in &tile.shapes {
            let mut paint = Paint::default();
            paint.set_color(colour(*fill));
            // A shape without area leaves no mark.
            if let Some(path) = outline(shape) {
                pixmap.fill_path(&path, &paint, FillRule::Winding, transform, None);
            }
        }
    }
    let pixels = pixmap.pixels().iter();
    pixels
        .map(|p| Colour(p.red(), p.green(), p.blue()))
        .collect()
}

pub(super) fn colour(Colour(red, green, blue): Colour) -> Color {
    Color::from_rgba8(red, green, blue, 0xFF)
}

pub(super) fn outline(shape: &Shape) -> Option<Path> {
    match shape {
        Shape::Rect {
            x,
            y,
            width,
            height,
            round,
        } => {
            let rect = Rect::from_xywh(*x, *y, *width, *height)?;
            match *round > 0.0 {
                true => rounded(rect, round.min(width.min(*height) / 2.0)),
                false => Some(PathBuilder::from_rect(rect)),
            }
        }
        Shape::Circle { x, y, radius } => PathBuilder::from_circle(*x, *y, *radius),
        Shape::Polygon(points) => through(points, true),
    }
}

/// A line through points, closed or not.
pub(super) fn through(points: &[(f32, f32)], is_closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (i, &(x, y)) in points.iter().enumerate() {
        match i {
            0 => path.move_to(x, y),
            _ => path.line_to(x, y),
        }
    }
    if is_closed {
        path.close();
    }
    path.finish()
}

pub(super) fn rounded(rect: Rect, radius: f32) -> Option<Path> {
    let (l, t, r, b) = (rect.left(), rect.top(), rect.right(), rect.bottom());
    let k = radius * (1.0 - QUARTER);
    let mut path = PathBuilder::new();
    path.move_to(l + radius, t);
    path.line_to(r - radius, t);
    path.cubic_to(r - k, t, r, t + k, r, t + radius);
    path.line_to(r, b - radius);
    path.cubic_to(r, b - k, r - k, b, r - radius, b);
    path.line_to(l + radius, b);
    path.cubic_to(l + k, b, l, b - k, l, b - radius);
    path.line_to(l, t + radius);
    path.cubic_to(l, t + k, l + k, t, l + radius, t);
    path.close();
    path.finish()
}
