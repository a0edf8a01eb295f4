//! A run as an animated GIF. A frame holds only the rectangle that changed,
//! and in it only the cells that did.

use std::borrow::Cow;

use ::gif::{DisposalMethod, Encoder, Frame, Repeat};

use super::chart;
use super::error::{PictureError, within};
use super::pixels::Pixels;
use super::scene::{Change, Look, Scene};
use super::sprites;

/// The most frames of a GIF: more would be minutes that nobody can skip.
pub const MAX_GIF_FRAMES: usize = 5_000;

/// The most pixels of all frames together.
pub(super) const MAX_PIXELS: u64 = 2_000_000_000;

/// How long the first and the last frame are held, in milliseconds.
const HOLD_FIRST: u32 = 800;
const HOLD_LAST: u32 = 2_000;

/// The run as a GIF that repeats for ever. A frame is shown for `delay`
/// milliseconds, or for a time that suits the run's length.
pub fn gif(scene: &Scene, delay: Option<u32>) -> Result<Vec<u8>, PictureError> {
    if scene.n_frames() > MAX_GIF_FRAMES {
        return Err(PictureError::TooManyFrames {
            what: "a GIF",
            n_frames: scene.n_frames(),
            limit: MAX_GIF_FRAMES,
        });
    }
    let delay = delay.unwrap_or(scene.pace());
    if let Some(run) = &scene.chart {
        return chart::gif(run, |frame| hold(scene, frame, delay));
    }
    if let Some(run) = &scene.sprites {
        return sprites::gif(scene, run, |frame| hold(scene, frame, delay));
    }
    let boxes: Vec<Cells> = (0..scene.n_frames())
        .map(|k| Cells::of_frame(scene, k))
        .collect();
    let side = scene.cell_side();
    let cells: u64 = boxes.iter().map(Cells::area).sum();
    let size = cells * (side * side) as u64;
    within("a GIF", size, "pixels", MAX_PIXELS)?;
    Ok(encoded(scene, &boxes, delay))
}

/// A rectangle of cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Cells {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl Cells {
    /// What a frame changes; the first one, everything.
    fn of_frame(scene: &Scene, frame: usize) -> Cells {
        let columns = scene.size.0;
        if frame == 0 {
            return Cells {
                left: 0,
                top: 0,
                width: columns,
                height: scene.size.1,
            };
        }
        let places = scene
            .changes(frame)
            .iter()
            .map(|c| (c.at % columns, c.at / columns));
        let corners = places.fold(None, |corners, (x, y)| match corners {
            None => Some((x, y, x, y)),
            Some((l, t, r, b)) => Some((x.min(l), y.min(t), x.max(r), y.max(b))),
        });
        // A frame has at least a pixel, even if nothing changes.
        let (left, top, right, bottom) = corners.unwrap_or_default();
        Cells {
            left,
            top,
            width: right - left + 1,
            height: bottom - top + 1,
        }
    }

    fn area(&self) -> u64 {
        self.width as u64 * self.height as u64
    }
}

fn encoded(scene: &Scene, boxes: &[Cells], delay: u32) -> Vec<u8> {
    let side = scene.cell_side();
    let pixels = Pixels::new(scene, side);
    let length = |n_cells: usize| (n_cells * side) as u16;
    const IN_MEMORY: &str = "writing to memory does not fail, and every frame has a palette";
    let (width, height) = (length(scene.size.0), length(scene.size.1));
    let mut encoder = Encoder::new(Vec::new(), width, height, &pixels.palette).expect(IN_MEMORY);
    encoder.set_repeat(Repeat::Infinite).expect(IN_MEMORY);
    for (k, cells) in boxes.iter().enumerate() {
        let buffer = match k {
            0 => whole(scene, &pixels),
            _ => changed(scene.changes(k), cells, scene.size.0, &pixels),
        };
        let frame = Frame {
            delay: hold(scene, k, delay),
            dispose: DisposalMethod::Keep,
            transparent: (k > 0).then_some(pixels.unchanged),
            left: length(cells.left),
            top: length(cells.top),
            width: length(cells.width),
            height: length(cells.height),
            buffer: Cow::Owned(buffer),
            ..Frame::default()
        };
        encoder.write_frame(&frame).expect(IN_MEMORY);
    }
    encoder.into_inner().expect(IN_MEMORY)
}

/// How long a frame is shown, as the format has it: the first and the last are held.
fn hold(scene: &Scene, frame: usize, delay: u32) -> u16 {
    hundredths(match frame {
        _ if frame + 1 == scene.n_frames() => delay.max(HOLD_LAST),
        0 => delay.max(HOLD_FIRST),
        _ => delay,
    })
}

/// The format counts in hundredths of a second, and viewers take less than two
/// of them for a mistake.
fn hundredths(milliseconds: u32) -> u16 {
    milliseconds.div_ceil(10).clamp(2, u16::MAX.into()) as u16
}

fn whole(scene: &Scene, pixels: &Pixels) -> Vec<u8> {
    let mut buffer = Vec::with_capacity(scene.first.len() * pixels.side.pow(2));
    for row in scene.first.chunks(scene.size.0) {
        for y in 0..pixels.side {
            let cells = row.iter();
            cells.for_each(|&look| buffer.extend_from_slice(pixels.row(look, y)));
        }
    }
    buffer
}

fn changed(changes: &[Change], cells: &Cells, columns: usize, pixels: &Pixels) -> Vec<u8> {
    let side = pixels.side;
    let stride = cells.width * side;
    let mut buffer = vec![pixels.unchanged; stride * cells.height * side];
    for &Change { at, look } in changes {
        let (x, y) = (at % columns - cells.left, at / columns - cells.top);
        paint(
            &mut buffer[y * side * stride + x * side..],
            stride,
            look,
            pixels,
        );
    }
    buffer
}

/// Copies a cell into a buffer that begins at its upper left corner.
fn paint(buffer: &mut [u8], stride: usize, look: Look, pixels: &Pixels) {
    for y in 0..pixels.side {
        let row = pixels.row(look, y);
        buffer[y * stride..][..row.len()].copy_from_slice(row);
    }
}

#[cfg(test)]
mod tests {
    use ::gif::{ColorOutput, DecodeOptions};

    use super::*;
    use crate::picture::test_runs::{FIRST, OPEN, scene, winding};

    /// What a viewer shows, frame by frame, and for how long.
    fn played(bytes: &[u8]) -> Vec<(u16, Vec<u8>)> {
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::RGBA);
        let mut decoder = options.read_info(bytes).unwrap();
        assert_eq!(decoder.repeat(), Repeat::Infinite);
        let width = decoder.width() as usize;
        let mut screen = vec![0; width * decoder.height() as usize * 4];
        let mut shown = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            let row_bytes = frame.width as usize * 4;
            for (y, row) in frame.buffer.chunks(row_bytes).enumerate() {
                let start = ((frame.top as usize + y) * width + frame.left as usize) * 4;
                for (i, pixel) in row.chunks(4).enumerate().filter(|(_, p)| p[3] != 0) {
                    screen[start + i * 4..][..4].copy_from_slice(pixel);
                }
            }
            shown.push((frame.delay, screen.clone()));
        }
        shown
    }

    /// Every frame drawn afresh.
    fn drawn(scene: &Scene) -> Vec<Vec<u8>> {
        let pixels = Pixels::new(scene, scene.cell_side());
        let colour = |i: &u8| {
            let c = &pixels.palette[*i as usize * 3..][..3];
            [c[0], c[1], c[2], 255]
        };
        let mut scene = scene.clone();
        let frames = (0..scene.n_frames()).map(|k| {
            let changes = scene.changes(k).to_vec();
            changes.iter().for_each(|c| scene.first[c.at] = c.look);
            whole(&scene, &pixels).iter().flat_map(colour).collect()
        });
        frames.collect()
    }

    #[test]
    fn a_viewer_shows_every_frame_exactly() {
        for (level, every) in [(OPEN, 1), (FIRST, 1), (FIRST, 4)] {
            let scene = scene(level, every);
            let shown = played(&gif(&scene, Some(100)).unwrap());
            let delays: Vec<u16> = shown.iter().map(|(delay, _)| *delay).collect();
            let (n, drawn) = (scene.n_frames(), drawn(&scene));
            assert_eq!((delays.len(), delays[0], delays[n - 1]), (n, 80, 200));
            assert!(delays[1..n - 1].iter().all(|&d| d == 10));
            for (k, (_, screen)) in shown.iter().enumerate() {
                assert!(*screen == drawn[k], "frame {k} of {n}");
            }
        }
    }

    #[test]
    fn a_run_that_changes_nothing_is_a_gif_too() {
        let mut scene = scene(OPEN, 1);
        let still = scene.frames[0];
        scene.frames = vec![still; 3];
        let shown = played(&gif(&scene, None).unwrap());
        assert_eq!(shown.len(), 3);
        assert!(shown[0].1 == shown[2].1);
    }

    #[test]
    fn many_colours_are_brought_to_a_palette() {
        use playproof::{Colour, Shape};
        let mut scene = scene(OPEN, 1);
        for i in 0..200u8 {
            let shape = Shape::Circle {
                x: 0.5,
                y: 0.5,
                radius: 0.5 - f32::from(i) / 500.0,
            };
            let colour = Colour(i.wrapping_mul(37), 255 - i, i);
            scene.legend[0].shapes.push((shape, colour));
        }
        let shown = played(&gif(&scene, None).unwrap());
        assert!(shown[5].1 == drawn(&scene)[5]);
        assert_eq!(gif(&scene, None), gif(&scene, None));
    }

    #[test]
    fn large_levels_make_no_large_pictures() {
        let mut scene = scene(&winding(400), usize::MAX);
        assert_eq!(scene.n_frames(), 2);
        let bytes = gif(&scene, None).unwrap();
        let decoder = DecodeOptions::new().read_info(&bytes[..]).unwrap();
        assert_eq!((decoder.width(), decoder.height()), (1600, 1600));
        scene.frames = vec![scene.frames[1]; MAX_GIF_FRAMES + 1];
        let error = gif(&scene, None).unwrap_err();
        assert_eq!(
            error.to_string(),
            "this run has 5,001 frames, and a GIF may have at most 5,000"
        );
        assert_eq!(error.enough_to_keep_each(1), 2);
    }
}
