//! The run as a GIF through a window that follows the player.

use std::borrow::Cow;
use std::collections::HashMap;

use ::gif::{DisposalMethod, Encoder, Frame, Repeat};
use playproof::{Colour, Sprite, Tile};
use tiny_skia::{FillRule, LineCap, LineJoin, Paint, Pixmap, Stroke, Transform};

use super::SpriteRun;
use crate::picture::error::{PictureError, within};
use crate::picture::gif::MAX_PIXELS;
use crate::picture::pixels::{chosen, nearest_of};
use crate::picture::raster::{colour, drawn, outline, through};
use crate::picture::scene::{Look, Scene};

/// The most cells that are seen at once, across and down.
const WINDOW: (usize, usize) = (32, 20);

/// The most pixels of the whole level, which is drawn once.
const MAX_LEVEL: u64 = 100_000_000;

/// The steps that the line behind the player goes back.
const TRAIL: usize = 40;
const TRAIL_COLOUR: Colour = Colour(0x1D, 0x4E, 0xD8);

/// Frames that the palette is chosen by.
const SAMPLES: usize = 12;

/// The animation; `hold` says how long a frame is shown.
pub(in crate::picture) fn gif(
    scene: &Scene,
    run: &SpriteRun,
    hold: impl Fn(usize) -> u16,
) -> Result<Vec<u8>, PictureError> {
    let mut film = Film::new(scene, run)?;
    let (n, (width, height)) = (scene.n_frames(), film.window);
    let size = n as u64 * (width * height) as u64;
    within("a GIF", size, "pixels", MAX_PIXELS)?;
    let shapes = scene.legend.iter().flat_map(|tile| &tile.shapes);
    let plain = shapes.map(|(_, colour)| *colour).chain([TRAIL_COLOUR]);
    let samples = (0..n).step_by(n.div_ceil(SAMPLES));
    let samples: Vec<Colour> = samples.flat_map(|frame| film.shot(frame)).collect();
    let colours = chosen(plain, samples.into_iter());
    film.back();
    let palette: Vec<u8> = colours.iter().flat_map(|c| [c.0, c.1, c.2]).collect();
    const IN_MEMORY: &str = "writing to memory does not fail, and every frame has a palette";
    let encoder = Encoder::new(Vec::new(), width as u16, height as u16, &palette);
    let mut encoder = encoder.expect(IN_MEMORY);
    encoder.set_repeat(Repeat::Infinite).expect(IN_MEMORY);
    let mut nearest = HashMap::new();
    for frame in 0..n {
        let shot = film.shot(frame);
        let index = |wanted: Colour| {
            *nearest
                .entry(wanted)
                .or_insert_with(|| nearest_of(&colours, wanted))
        };
        let written = Frame {
            delay: hold(frame),
            dispose: DisposalMethod::Keep,
            width: width as u16,
            height: height as u16,
            buffer: Cow::Owned(shot.into_iter().map(index).collect()),
            ..Frame::default()
        };
        encoder.write_frame(&written).expect(IN_MEMORY);
    }
    Ok(encoder.into_inner().expect(IN_MEMORY))
}

/// The level as pixels, and a window on it.
struct Film<'a> {
    /// The level that everybody is drawn in front of.
    stage: Scene,
    run: &'a SpriteRun,
    side: usize,
    /// Width and height of the window, in pixels.
    window: (usize, usize),
    looks: Vec<Vec<Colour>>,
    /// The cells of the whole level at `frame`, as pixels.
    level: Vec<Colour>,
    frame: usize,
}

impl<'a> Film<'a> {
    fn new(scene: &Scene, run: &'a SpriteRun) -> Result<Film<'a>, PictureError> {
        let stage = run.stage(scene);
        let (columns, rows) = stage.size;
        let seen = (columns.min(WINDOW.0), rows.min(WINDOW.1));
        let side = (512 / seen.0.max(1)).clamp(12, 32);
        let n_pixels = (columns * rows * side * side) as u64;
        within("a GIF", n_pixels, "pixels", MAX_LEVEL)?;
        let looks = (0..stage.looks.len() as u32).map(|look| drawn(&stage, Look(look), side));
        let looks = looks.collect();
        let mut film = Film {
            stage,
            run,
            side,
            window: (seen.0 * side, seen.1 * side),
            looks,
            level: vec![Colour(0xFF, 0xFF, 0xFF); columns * rows * side * side],
            frame: 0,
        };
        film.back();
        Ok(film)
    }

    /// Back to the first frame.
    fn back(&mut self) {
        for at in 0..self.stage.first.len() {
            self.paint(at, self.stage.first[at]);
        }
        self.frame = 0;
    }

    fn paint(&mut self, at: usize, look: Look) {
        let (columns, side) = (self.stage.size.0, self.side);
        let (x, y) = (at % columns * side, at / columns * side);
        for (row, pixels) in self.looks[look.0 as usize].chunks(side).enumerate() {
            let start = (y + row) * columns * side + x;
            self.level[start..][..side].copy_from_slice(pixels);
        }
    }

    /// The pixels of a frame, which is not before the last one that was shot.
    fn shot(&mut self, frame: usize) -> Vec<Colour> {
        while self.frame < frame {
            self.frame += 1;
            for change in self.stage.changes(self.frame).to_vec() {
                self.paint(change.at, change.look);
            }
        }
        let step = self.stage.frames[frame].step;
        let (left, top) = self.corner(step);
        let (width, height) = self.window;
        let stride = self.stage.size.0 * self.side;
        let mut pixmap = Pixmap::new(width as u32, height as u32).expect("a window has pixels");
        for (y, row) in pixmap.pixels_mut().chunks_mut(width).enumerate() {
            let level = &self.level[(top + y) * stride + left..][..width];
            for (pixel, &seen) in row.iter_mut().zip(level) {
                *pixel = colour(seen).premultiply().to_color_u8();
            }
        }
        let scale = self.side as f32;
        let onto =
            Transform::from_scale(scale, scale).post_translate(-(left as f32), -(top as f32));
        self.draw_trail(step, onto, &mut pixmap);
        for sprite in self.run.places[step].iter().rev().flatten() {
            draw(&self.stage.legend, sprite, onto, &mut pixmap);
        }
        let pixels = pixmap.pixels().iter();
        pixels
            .map(|p| Colour(p.red(), p.green(), p.blue()))
            .collect()
    }

    /// Where the window is: the player in the middle, unless the level ends.
    fn corner(&self, step: usize) -> (usize, usize) {
        let player = self.run.player(step).map_or((0.0, 0.0), Sprite::middle);
        let along = |place: f32, seen: usize, cells: usize| {
            let most = (cells * self.side - seen) as f32;
            (place * self.side as f32 - seen as f32 / 2.0)
                .clamp(0.0, most)
                .round() as usize
        };
        (
            along(player.0, self.window.0, self.stage.size.0),
            along(player.1, self.window.1, self.stage.size.1),
        )
    }

    fn draw_trail(&self, step: usize, onto: Transform, pixmap: &mut Pixmap) {
        let behind = step.saturating_sub(TRAIL)..=step;
        let points = behind.filter_map(|step| self.run.player(step).map(Sprite::middle));
        let Some(line) = through(&points.collect::<Vec<_>>(), false) else {
            return;
        };
        let mut paint = Paint::default();
        paint.set_color(colour(TRAIL_COLOUR));
        let stroke = Stroke {
            width: 0.1,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        pixmap.stroke_path(&line, &paint, &stroke, onto, None);
    }
}

fn draw(legend: &[Tile], sprite: &Sprite, onto: Transform, pixmap: &mut Pixmap) {
    let onto = onto.pre_translate(sprite.x, sprite.y);
    for (shape, fill) in &legend[usize::from(sprite.tile.0)].shapes {
        let mut paint = Paint::default();
        paint.set_color(colour(*fill));
        // A shape without area leaves no mark.
        if let Some(path) = outline(shape) {
            pixmap.fill_path(&path, &paint, FillRule::Winding, onto, None);
        }
    }
}
