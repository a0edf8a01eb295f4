//! A run through a chart as an animated GIF: every frame is drawn, and what differs
//! from the one before is kept.

use std::borrow::Cow;
use std::collections::HashMap;

use ::gif::{DisposalMethod, Encoder, Frame as GifFrame, Repeat};
use playproof::Colour;
use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke as Pen, StrokeDash,
    Transform,
};

use super::ink::{Curve, Ink, Stroke};
use super::letters::strokes;
use super::parts::PAPER;
use super::run::ChartRun;
use super::still::{figure, token};
use crate::picture::error::{PictureError, within};
use crate::picture::pixels::{chosen, nearest_of};
use crate::picture::raster::{colour, rounded, through};

/// The most pixels of all frames together: each is drawn anew.
const MAX_PIXELS: u64 = 400_000_000;

/// The most pixels a side; larger charts are drawn smaller.
const MAX_SIDE: f32 = 1600.0;

/// The GIF. `hold` says how long each frame is shown, in hundredths of a second.
pub(in crate::picture) fn gif(
    run: &ChartRun,
    hold: impl Fn(usize) -> u16,
) -> Result<Vec<u8>, PictureError> {
    let (width, height) = run.sketch.size;
    let scale = (MAX_SIDE / width.max(height)).min(1.0);
    let (width, height) = ((width * scale) as u32, (height * scale) as u32);
    let (width, height) = (width.max(1), height.max(1));
    let n_frames = run.changes.len() + 1;
    let size = u64::from(width) * u64::from(height) * n_frames as u64;
    within("a GIF", size, "pixels", MAX_PIXELS)?;
    let transform = Transform::from_scale(scale, scale);
    let mut done = run.first.clone();
    let mut frames = (0..n_frames).map(|k| {
        let changes = k.checked_sub(1).map(|before| &run.changes[before]);
        for part in changes.into_iter().flatten() {
            done[*part] = !done[*part];
        }
        let mut pixmap = Pixmap::new(width, height).expect("there is a pixel at least");
        pixmap.fill(colour(PAPER));
        inks(run, &done, run.at[k]).for_each(|ink| draw(&mut pixmap, &ink, transform));
        let pixels = pixmap.pixels().iter();
        pixels
            .map(|p| Colour(p.red(), p.green(), p.blue()))
            .collect::<Vec<Colour>>()
    });
    let first = frames.next().unwrap_or_default();
    // Later frames have hardly any colours that are not in the first, drawn both ways.
    let all = run
        .parts
        .iter()
        .flat_map(|part| part.before.iter().chain(&part.after));
    let fills = all.flat_map(fills).chain([PAPER]).chain(
        figure((0.0, 0.0))
            .iter()
            .flat_map(fills)
            .collect::<Vec<_>>(),
    );
    let fills: Vec<Colour> = fills.collect();
    let colours = chosen(fills.iter().copied(), first.iter().chain(&fills).copied());
    const IN_MEMORY: &str = "writing to memory does not fail, and every frame has a palette";
    let mut palette: Vec<u8> = colours.iter().flat_map(|c| [c.0, c.1, c.2]).collect();
    palette.extend([0; 3]);
    let unchanged = colours.len() as u8;
    let mut nearest = HashMap::new();
    let mut indexed = |pixels: Vec<Colour>| -> Vec<u8> {
        let index = |c: Colour| *nearest.entry(c).or_insert_with(|| nearest_of(&colours, c));
        pixels.into_iter().map(index).collect()
    };
    let mut encoder =
        Encoder::new(Vec::new(), width as u16, height as u16, &palette).expect(IN_MEMORY);
    encoder.set_repeat(Repeat::Infinite).expect(IN_MEMORY);
    let mut before: Option<Vec<u8>> = None;
    for (k, pixels) in std::iter::once(first).chain(frames).enumerate() {
        let now = indexed(pixels);
        let mut frame = changed(before.as_deref(), &now, width as usize, unchanged);
        frame.delay = hold(k);
        encoder.write_frame(&frame).expect(IN_MEMORY);
        before = Some(now);
    }
    Ok(encoder.into_inner().expect(IN_MEMORY))
}

/// Everything that one frame shows, from below.
fn inks<'a>(
    run: &'a ChartRun,
    done: &'a [bool],
    at: Option<usize>,
) -> impl Iterator<Item = Ink> + 'a {
    let looks = |part: &'a super::parts::Part| part.looks(done[part.number]).iter().cloned();
    let player = at.map(|at| figure(token(&run.sketch.boxes[at])));
    run.parts
        .iter()
        .flat_map(looks)
        .chain(player.into_iter().flatten())
}

fn fills(ink: &Ink) -> Vec<Colour> {
    match ink {
        Ink::Rect { fill, stroke, .. } => fill
            .iter()
            .copied()
            .chain(stroke.map(|stroke| stroke.colour))
            .collect(),
        Ink::Line { stroke, .. } => vec![stroke.colour],
        Ink::Area { fill, .. } | Ink::Words { fill, .. } => vec![*fill],
    }
}

/// The rectangle that changed, and in it only what did.
fn changed(before: Option<&[u8]>, now: &[u8], width: usize, unchanged: u8) -> GifFrame<'static> {
    let Some(before) = before else {
        return GifFrame {
            dispose: DisposalMethod::Keep,
            width: width as u16,
            height: (now.len() / width) as u16,
            buffer: Cow::Owned(now.to_vec()),
            ..GifFrame::default()
        };
    };
    let differs = |at: &usize| before[*at] != now[*at];
    let places = (0..now.len())
        .filter(differs)
        .map(|at| (at % width, at / width));
    let corners = places.fold(None, |corners, (x, y)| match corners {
        None => Some((x, y, x, y)),
        Some((l, t, r, b)) => Some((x.min(l), y.min(t), x.max(r), y.max(b))),
    });
    // A frame has at least a pixel, even if nothing changes.
    let (left, top, right, bottom) = corners.unwrap_or_default();
    let cells = (top..=bottom).flat_map(|y| (left..=right).map(move |x| y * width + x));
    let pixel = |at: usize| if differs(&at) { now[at] } else { unchanged };
    GifFrame {
        dispose: DisposalMethod::Keep,
        transparent: Some(unchanged),
        left: left as u16,
        top: top as u16,
        width: (right - left + 1) as u16,
        height: (bottom - top + 1) as u16,
        buffer: Cow::Owned(cells.map(pixel).collect()),
        ..GifFrame::default()
    }
}

fn draw(pixmap: &mut Pixmap, ink: &Ink, transform: Transform) {
    match ink {
        Ink::Rect {
            frame,
            round,
            fill,
            stroke,
        } => {
            let rect = Rect::from_xywh(frame.x, frame.y, frame.width, frame.height);
            let most = frame.width.min(frame.height) / 2.0;
            let Some(path) = rect.and_then(|rect| rounded(rect, round.min(most))) else {
                return;
            };
            if let Some(fill) = fill {
                pixmap.fill_path(&path, &paint(*fill), FillRule::Winding, transform, None);
            }
            if let Some(stroke) = stroke {
                pixmap.stroke_path(&path, &paint(stroke.colour), &pen(stroke), transform, None);
            }
        }
        Ink::Line { curve, stroke } => {
            if let Some(path) = along(curve) {
                pixmap.stroke_path(&path, &paint(stroke.colour), &pen(stroke), transform, None);
            }
        }
        Ink::Area { points, fill } => {
            if let Some(path) = through(points, true) {
                pixmap.fill_path(&path, &paint(*fill), FillRule::Winding, transform, None);
            }
        }
        Ink::Words {
            middle,
            text,
            size,
            is_bold,
            fill,
        } => {
            let (lines, width) = strokes(text, *middle, *size, *is_bold);
            let pen = Pen {
                width,
                line_cap: LineCap::Round,
                line_join: LineJoin::Round,
                ..Pen::default()
            };
            for line in &lines {
                if let [(x, y)] = line[..] {
                    let dot = PathBuilder::from_circle(x, y, width * 0.7);
                    dot.iter().for_each(|dot| {
                        pixmap.fill_path(dot, &paint(*fill), FillRule::Winding, transform, None);
                    });
                } else if let Some(path) = through(line, false) {
                    pixmap.stroke_path(&path, &paint(*fill), &pen, transform, None);
                }
            }
        }
    }
}

fn paint(fill: Colour) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(colour(fill));
    paint.anti_alias = true;
    paint
}

fn pen(stroke: &Stroke) -> Pen {
    let dashes = stroke
        .is_dashed
        .then(|| StrokeDash::new(stroke.dashes().to_vec(), 0.0));
    Pen {
        width: stroke.width,
        dash: dashes.flatten(),
        ..Pen::default()
    }
}

fn along(curve: &Curve) -> Option<Path> {
    let mut path = PathBuilder::new();
    path.move_to(curve.start.0, curve.start.1);
    for [a, b, to] in &curve.pieces {
        path.cubic_to(a.0, a.1, b.0, b.1, to.0, to.1);
    }
    path.finish()
}
