//! Why a property is violated, told along the run that breaks it: frames in
//! characters, with a note at the moment that matters.

use std::num::NonZeroUsize;

use playproof::Property;
use playproof_analysis::always;

use crate::conclusion::Conclusion;
use crate::english::{clause, english};
use crate::figures::counted;
use crate::picture::{Note, PictureError, STILL, Scene, again, first_frame, frames};
use crate::row::Row;
use crate::run::{End, run_line};
use crate::text::result_text;
use crate::wording::{does, is_about_states};

/// Runs of more steps than this are drawn in part.
const ALL_DRAWN: usize = 20;

/// The frames drawn before and after a moment that matters.
const AROUND: usize = 3;

/// The runs that are named where there are several.
const NAMED: usize = 10;

/// What there is to tell beside the result itself.
#[derive(Default)]
pub struct Story<'a> {
    /// The run that decides the property, every step of it.
    pub run: Option<&'a Scene>,
    /// Of `G p` and `AG p`: the step after which `p` is false for the first
    /// time, if that is known.
    pub breaks_at: Option<usize>,
    /// Draw each N-th step of it only, and what matters.
    pub every: Option<NonZeroUsize>,
    /// Where the run leads to, if nothing good can follow: what can still be
    /// reached from there.
    pub trap: Option<&'a Map>,
    /// Where play can lead, if no run does what is asked for.
    pub reached: Option<&'a Map>,
    /// The places that all winning runs pass.
    pub cut: Option<&'a Map>,
    /// The actions of all runs, if there are several.
    pub runs: Vec<Vec<String>>,
}

/// A state with marked places.
pub struct Map {
    /// One frame with marks.
    pub scene: Scene,
    /// How many states there are at these places.
    pub n_states: u64,
}

/// What was asked, as a question where it is a common one, else in plain English.
fn question(property: &Property) -> String {
    let question = match property {
        Property::Solvable => "can it be won?",
        Property::Unsolvable => "is it impossible to win?",
        Property::Unlosable => "can it still be won, wherever play leads?",
        property => {
            let meaning = english(property).replace('\n', "\n    ");
            return format!("    meaning: {meaning}\n");
        }
    };
    format!("    question: {question}\n")
}

/// The lines, each ended: the result as `verify` has it, what was asked, and
/// for a violated property where it breaks. Where steps are left out, `more` says
/// how to see them all.
pub fn story_text(row: &Row, story: &Story, more: &str) -> Result<String, PictureError> {
    // Several runs are listed below, so that one of them is not shown before.
    let mut text = match story.runs.len() {
        0 | 1 => result_text(row),
        _ => {
            let mut row = row.clone();
            row.run.solution = None;
            result_text(&row)
        }
    };
    let Some(property) = row.topic.level_property() else {
        return Ok(text);
    };
    text.push_str(&question(property));
    if row.conclusion != Conclusion::Violated {
        text.push_str(&several(&story.runs));
        return Ok(text);
    }
    // Where runs are counted, none of them is the one to look at.
    if let Some(scene) = story.run.filter(|_| story.runs.len() < 2) {
        let notes = notes(row, property, scene, story.breaks_at);
        text.push('\n');
        text.push_str(&run_frames(scene, story.every, &notes, more)?);
    }
    text.push_str(&several(&story.runs));
    if let Some(map) = story.trap {
        text.push_str(&format!(
            "\nwhat can be reached from there, marked ·: {}, none of them won\n{}",
            counted(map.n_states, "state"),
            first_frame(&map.scene)
        ));
    }
    if let Some(map) = story.reached {
        let states = counted(map.n_states, "state");
        let within = property.within().map(|n| counted(n, "move"));
        let within = within.map_or(String::new(), |moves| format!(" within {moves}"));
        text.push_str(&format!(
            "\nwhere play can lead{within}, marked ·: {states}, and no run {}\n{}",
            does(property),
            first_frame(&map.scene)
        ));
    }
    if let Some(map) = story.cut {
        text.push_str(&cut_text(map));
    }
    Ok(text)
}

fn cut_text(map: &Map) -> String {
    match map.n_states {
        0 => "\nno winning run has a state between its first and its last\n".to_owned(),
        n => format!(
            "\nevery winning run passes {}, marked x\n{}",
            match n {
                1 => "this state".to_owned(),
                n => format!("one of these {n} states"),
            },
            first_frame(&map.scene)
        ),
    }
}

fn several(runs: &[Vec<String>]) -> String {
    if runs.len() < 2 {
        return String::new();
    }
    let mut text = String::from("\nthe runs, all of which win:\n");
    for (i, run) in runs.iter().take(NAMED).enumerate() {
        let moves = counted(run.len() as u64, "move");
        text.push_str(&format!("    {}. {} ({moves})\n", i + 1, run_line(run)));
    }
    if runs.len() > NAMED {
        text.push_str(&format!("    and {} more\n", runs.len() - NAMED));
    }
    text
}

/// The frames that are drawn; between them is said what is left out, and how to
/// see more.
pub(crate) fn run_frames(
    scene: &Scene,
    every: Option<NonZeroUsize>,
    notes: &[Note],
    more: &str,
) -> Result<String, PictureError> {
    let last = scene.n_steps;
    let shown: Vec<usize> = match every {
        Some(every) => {
            let kept =
                |k: &usize| k.is_multiple_of(every.get()) || *k == last || is_noted(notes, *k);
            (0..=last).filter(kept).collect()
        }
        None if last <= ALL_DRAWN => (0..=last).collect(),
        None => {
            let near = |k: usize| {
                notes
                    .iter()
                    .any(|n| k + AROUND >= n.step && k <= n.step + AROUND)
            };
            (0..=last)
                .filter(|&k| k == 0 || k == last || near(k))
                .collect()
        }
    };
    let mut text = String::new();
    // Stretches without a gap, which `frames` draws from their first on.
    let mut from = 0;
    for stretch in shown.chunk_by(|a, b| every.is_some() || a + 1 == *b) {
        if stretch[0] > from {
            let left_out = match stretch[0] - 1 {
                to if to == from => format!("step {from} is"),
                to => format!("steps {from} to {to} are"),
            };
            text.push_str(&format!("\n({left_out} left out; {more})\n\n"));
        }
        text.push_str(&frames(scene, stretch, notes)?);
        from = stretch.last().map_or(from, |k| k + 1);
    }
    Ok(text)
}

fn is_noted(notes: &[Note], step: usize) -> bool {
    notes.iter().any(|n| n.step == step)
}

pub(crate) fn after(step: usize) -> String {
    match step {
        0 => "at the start".to_owned(),
        n => format!("after step {n}"),
    }
}

/// What is to be said along the run, in the order of its steps.
fn notes(row: &Row, property: &Property, scene: &Scene, breaks_at: Option<usize>) -> Vec<Note> {
    let last = scene.n_steps;
    let note = |step: usize, text: String| Note {
        step,
        text: format!("{}: {text}", after(step)),
    };
    let mut notes = Vec::new();
    if let (Some(step), Some(p)) = (breaks_at, always(property)) {
        // Of a run that stays where it is, the steps on the spot are not drawn.
        let step = step.min(last);
        let text = match is_about_states(row) || p.is_state() {
            true => format!("this is not true here: {}", clause(p)),
            false => format!("from here this is not true: {}", clause(p)),
        };
        notes.push(note(step, text));
        if step == last && scene.end == End::Last {
            return notes;
        }
    }
    match scene.end {
        End::Last => notes.push(note(last, breaks(row, property))),
        End::Still => {
            let text = format!("{STILL}, and that breaks what was asked");
            notes.push(note(last, text));
        }
        End::Repeats(from) => {
            notes.push(note(from, again(from, last)));
            let text = format!(
                "the same again as {}; going on like this breaks what was asked",
                after(from)
            );
            notes.push(note(last, text));
        }
    }
    notes
}

/// What is so bad about the last state of a run.
fn breaks(row: &Row, property: &Property) -> String {
    let length = counted(row.run.length.unwrap_or(0), "move");
    match property {
        Property::Never(p) => format!("this is true here: {}", clause(p)),
        Property::Unsolvable => "play is won".to_owned(),
        Property::ShortestAtLeast(n) => format!("play is won in {length}, fewer than {n}"),
        Property::Unlosable | Property::DeadEndFree => "from here winning is impossible".to_owned(),
        Property::CompleteSafe => "from here something cannot be reached any more".to_owned(),
        Property::SoftlockFree => {
            "from here winning is impossible, and losing is not certain".to_owned()
        }
        Property::Measured(m) => format!(
            "play is won, but not with {} {} {}",
            m.quantity, m.relation, m.bound
        ),
        Property::Alternatives(_) | Property::Routes(_) | Property::Unique => {
            "play is won".to_owned()
        }
        Property::Temporal { .. } => match always(property) {
            Some(p) if row.evidence() == Some("trace") && p.is_state() => {
                format!("this is not true here: {}", clause(p))
            }
            _ if is_about_states(row) => {
                "this run shows that what was asked is not true".to_owned()
            }
            _ => "whatever follows, what was asked is broken".to_owned(),
        },
        // Of the others a run shows that they hold.
        _ => does(property).into_owned(),
    }
}
