//! A run in characters: the frames one below the other.

use super::error::PictureError;
use super::scene::{Look, Scene};

/// More characters than this are no text for people.
const MAX_CHARACTERS: u64 = 200_000_000;

/// The frames, each under a line such as `step 3/33: right`, with an empty line
/// between two.
pub fn text(scene: &Scene) -> Result<String, PictureError> {
    let notes = scene.repeats_from.map(|from| Note {
        step: from,
        text: again(from, scene.n_steps),
    });
    let all: Vec<usize> = (0..scene.n_frames()).collect();
    frames(scene, &all, notes.as_slice())
}

/// How a run goes on that repeats what follows so many steps.
pub(crate) fn again(from: usize, n_steps: usize) -> String {
    match n_steps - from {
        1 => format!("from here on the run repeats step {n_steps}, for ever"),
        _ => format!(
            "from here on the run repeats steps {} to {n_steps}, for ever",
            from + 1
        ),
    }
}

/// Something to be said below the frame that shows a step.
pub(crate) struct Note {
    pub step: usize,
    pub text: String,
}

/// Some of the frames, in order; each with what there is to say of its step.
pub(crate) fn frames(
    scene: &Scene,
    shown: &[usize],
    notes: &[Note],
) -> Result<String, PictureError> {
    let (columns, rows) = scene.size;
    let size = (columns as u64 + 1) * rows as u64 * shown.len() as u64;
    if size > MAX_CHARACTERS {
        return Err(PictureError::TooLarge {
            what: "a text",
            size,
            unit: "characters",
            limit: MAX_CHARACTERS,
        });
    }
    let mut cells = scene.first.clone();
    let mut n_applied = 0;
    let mut out = String::new();
    for (i, &k) in shown.iter().enumerate() {
        if i > 0 {
            out.push('\n');
        }
        let frame = &scene.frames[k];
        out.push_str(&format!("step {}/{}", frame.step, scene.n_steps));
        if let Some(action) = scene.action(frame) {
            out.push_str(": ");
            out.push_str(action);
        }
        out.push('\n');
        for change in (n_applied..=k).flat_map(|k| scene.changes(k)) {
            cells[change.at] = change.look;
        }
        n_applied = k + 1;
        write_cells(scene, &cells, &|_, glyph| glyph, &mut out);
        for note in notes.iter().filter(|note| note.step == frame.step) {
            out.push_str(&format!("--> {}\n", note.text));
        }
    }
    Ok(out)
}

/// The first frame, with places marked where there is nothing else to see.
pub(crate) fn marked(scene: &Scene, places: &[(usize, usize)], mark: char) -> String {
    let columns = scene.size.0.max(1);
    let mut is_marked = vec![false; scene.first.len()];
    for (x, y) in places {
        if let Some(cell) = is_marked.get_mut(y * columns + x) {
            *cell = true;
        }
    }
    let mut out = String::new();
    let glyph = |at: usize, glyph: char| match (is_marked[at], glyph) {
        (true, ' ') => mark,
        _ => glyph,
    };
    write_cells(scene, &scene.first, &glyph, &mut out);
    out
}

fn write_cells(
    scene: &Scene,
    cells: &[Look],
    glyph: &dyn Fn(usize, char) -> char,
    out: &mut String,
) {
    let columns = scene.size.0.max(1);
    let plain = |look: Look| scene.tiles(look).last().map_or(' ', |tile| tile.glyph);
    for (y, row) in cells.chunks(columns).enumerate() {
        let start = out.len();
        let glyphs = row.iter().enumerate();
        out.extend(glyphs.map(|(x, &look)| glyph(y * columns + x, plain(look))));
        let n_bytes = out[start..].trim_end().len();
        out.truncate(start + n_bytes);
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::test_runs::{OPEN, scene};

    #[test]
    fn frames_are_headed_by_step_and_action() {
        insta::assert_snapshot!(text(&scene(OPEN, 3)).unwrap(), @r"
        step 0/5
        #######
        #A    #
        ### #G#
        #######

        step 3/5: right
        #######
        #   A #
        ### #G#
        #######

        step 5/5: down
        #######
        #     #
        ### #A#
        #######
        ");
    }

    #[test]
    fn more_than_can_be_read_is_refused() {
        let mut scene = scene(OPEN, 1);
        scene.size = (10_000, 10_000);
        let error = text(&scene).unwrap_err();
        assert_eq!(
            error.to_string(),
            "a text of this run would take 601 million characters; at most 200 million are made"
        );
        assert_eq!(error.enough_to_keep_each(1), 4);
    }
}
