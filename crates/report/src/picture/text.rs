//! A run in characters: the frames one below the other.

use super::chart::ChartRun;
use super::error::{PictureError, within};
use super::scene::{Look, Mark, Scene};
use crate::run::End;

/// More characters than this are no text for people.
const MAX_CHARACTERS: u64 = 200_000_000;

/// The frames, each under a line such as `step 3/33: right`, with an empty line
/// between two.
pub fn text(scene: &Scene) -> Result<String, PictureError> {
    let note = match scene.end {
        End::Last => None,
        End::Still => Some(Note {
            step: scene.n_steps,
            text: STILL.to_owned(),
        }),
        End::Repeats(from) => Some(Note {
            // The frame that shows that step may be left out.
            step: from.next_multiple_of(scene.every).min(scene.n_steps),
            text: again(from, scene.n_steps),
        }),
    };
    let all: Vec<usize> = (0..scene.n_frames()).collect();
    let mut text = frames(scene, &all, note.as_slice())?;
    let beside = scene.chart.iter().flat_map(ChartRun::beside_the_cells);
    let beside: String = beside.map(|line| format!("  {line}\n")).collect();
    if !beside.is_empty() {
        text.push_str(&format!(
            "\none way, or between rooms that are far apart:\n{beside}"
        ));
    }
    Ok(text)
}

/// How a run goes on in which nothing can be done any more.
pub(crate) const STILL: &str = "nothing changes any more";

/// How a run goes on that repeats what follows so many steps.
pub(crate) fn again(from: usize, n_steps: usize) -> String {
    let first = from + 1;
    match n_steps - from {
        1 => format!("from here on the run repeats step {first}, for ever"),
        _ => format!("from here on the run repeats steps {first} to {n_steps}, for ever"),
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
    within("a text", size, "characters", MAX_CHARACTERS)?;
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
        write_cells(scene, &cells, &mut out);
        for note in notes.iter().filter(|note| note.step == frame.step) {
            out.push_str(&format!("--> {}\n", note.text));
        }
    }
    Ok(out)
}

/// The first frame. Marks cover the ground, one-way floor too.
pub fn first_frame(scene: &Scene) -> String {
    let mut out = String::new();
    write_cells(scene, &scene.first, &mut out);
    out
}

fn write_cells(scene: &Scene, cells: &[Look], out: &mut String) {
    let columns = scene.size.0.max(1);
    let mut marks = vec![None; cells.len()];
    if scene.n_frames() == 1 {
        for (mark, places) in &scene.marks {
            places
                .iter()
                .for_each(|(x, y)| marks[y * columns + x] = Some(*mark));
        }
    }
    let glyph = |look: Look, mark: Option<Mark>| {
        let cell = scene.looks[look.0 as usize];
        let is_ground = cell.top.is_none();
        let seen = cell.glyph(&scene.legend);
        // A capital names what has to stay visible, such as the goal.
        match mark {
            Some(mark) if mark.is_on_top() => mark.glyph(),
            Some(mark) if is_ground && !seen.is_uppercase() => mark.glyph(),
            _ => seen,
        }
    };
    for (row, marks) in cells.chunks(columns).zip(marks.chunks(columns)) {
        let start = out.len();
        out.extend(
            row.iter()
                .zip(marks)
                .map(|(&look, &mark)| glyph(look, mark)),
        );
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
