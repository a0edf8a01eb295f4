//! A run in characters: the frames one below the other.

use super::error::PictureError;
use super::scene::{Look, Scene};

/// More characters than this are no text for people.
const MAX_CHARACTERS: u64 = 200_000_000;

/// The frames, each under a line such as `step 3/33: right`, with an empty line
/// between two.
pub fn text(scene: &Scene) -> Result<String, PictureError> {
    let (columns, rows) = scene.size;
    let size = (columns as u64 + 1) * rows as u64 * scene.n_frames() as u64;
    if size > MAX_CHARACTERS {
        return Err(PictureError::TooLarge {
            what: "a text",
            size,
            unit: "characters",
            limit: MAX_CHARACTERS,
        });
    }
    let glyph = |look: Look| scene.tiles(look).last().map_or(' ', |tile| tile.glyph);
    let mut cells = scene.first.clone();
    let mut out = String::new();
    for (k, frame) in scene.frames.iter().enumerate() {
        if k > 0 {
            out.push('\n');
        }
        out.push_str(&format!("step {}/{}", frame.step, scene.n_steps));
        if let Some(action) = scene.action(frame) {
            out.push_str(": ");
            out.push_str(action);
        }
        out.push('\n');
        for change in scene.changes(k) {
            cells[change.at] = change.look;
        }
        for row in cells.chunks(columns.max(1)) {
            let start = out.len();
            out.extend(row.iter().map(|&look| glyph(look)));
            let n_bytes = out[start..].trim_end().len();
            out.truncate(start + n_bytes);
            out.push('\n');
        }
    }
    Ok(out)
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
