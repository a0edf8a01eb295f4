//! Why a level cannot be won, or was lost: what is stuck, what would mend it,
//! and the move that was fatal.

use std::num::NonZeroUsize;

use playproof::{Pieces, at};
use playproof_analysis::{Fate, Impossible, Minimality, Repair, Repairs, Stuck};

use crate::figures::{counted, grouped};
use crate::picture::{Note, PictureError, Scene, first_frame};
use crate::run::{run_line, run_lines};
use crate::story::{after, run_frames};

/// Places beyond this many are drawn and not named.
const NAMED: usize = 4;

/// The lines about stuck pieces, with a drawing.
pub fn stuck_text(stuck: &Stuck, pieces: &dyn Pieces, map: &Scene) -> String {
    let n = stuck.pieces.len();
    let [one, several] = pieces.name();
    let has_others = pieces.spots().len() > n;
    let who = match n {
        1 => format!("this {one}"),
        _ => format!("these {n} {several}"),
    };
    let size = match (stuck.minimality, n) {
        (_, 1) => "",
        (Minimality::Smallest, _) => ", the fewest that are",
        (Minimality::NoneToSpare, _) => ", and not without any of them",
        (Minimality::NotKnown, _) => ", perhaps already some of them",
    };
    let others = match has_others {
        true => format!("; other {several} marked o"),
        false => String::new(),
    };
    let mut text = format!("\nstuck, marked X: {who}{size}{others}\n");
    text.push_str(&first_frame(map));
    if n <= NAMED {
        for &piece in &stuck.pieces {
            text.push_str(&format!("    {one} at {}\n", at(piece)));
        }
    }
    let why = pieces.why_stuck(&stuck.pieces).or_else(|| {
        let fewer = stuck.minimality != Minimality::NotKnown;
        fewer.then(|| "with any of them left out, the others can be brought home".to_owned())
    });
    if let Some(why) = why {
        text.push_str(&format!("    why: {why}\n"));
    }
    let whatever = match has_others {
        true => format!(", wherever the other {several} are"),
        false => String::new(),
    };
    let states = counted(stuck.proof.states, "state");
    text.push_str(&format!(
        "    proved: with {who} the level cannot be won{whatever} ({states})\n"
    ));
    text
}

/// The lines where nothing is known of stuck pieces.
pub fn no_stuck_text(pieces: &dyn Pieces) -> String {
    let [one, several] = pieces.name();
    match pieces.spots().is_empty() {
        true => {
            format!("\nno stuck {several} were looked for: a {one} may be of use to others here\n")
        }
        false => format!("\nno stuck {several} were found within the limits\n"),
    }
}

/// The lines about places where a piece is lost, with a drawing.
pub fn dead_text(n_dead: usize, pieces: &dyn Pieces, map: &Scene) -> String {
    let [one, _] = pieces.name();
    match n_dead {
        0 => String::new(),
        n => format!(
            "\n{}, marked x: a {one} there never gets home\n{}",
            counted(n as u64, "dead square"),
            first_frame(map)
        ),
    }
}

/// A drawing of where everybody stops.
pub fn standstill_text(has_barrier: bool, map: &Scene) -> String {
    let barrier = if has_barrier {
        "; what is in the way, marked x"
    } else {
        ""
    };
    let drawn = first_frame(map);
    format!(
        "\nthe farthest a player gets, marked *{barrier}; where a player can stand, marked \u{b7}\n{drawn}"
    )
}

/// The line that says what stands against winning.
pub fn why_lost_text(why: &str) -> String {
    format!("\nwhy: {why}\n")
}

/// The lines about the smallest repair, with a drawing of the changed level.
pub fn repair_text(repairs: &Repairs, changed: Option<&str>) -> String {
    let Repairs {
        n_futile,
        n_undecided,
        ..
    } = *repairs;
    if let Some(why) = &repairs.hopeless {
        return format!("\nno repair: {why}\n");
    }
    let futile = match n_futile {
        1 => "1 is proved to be of no use".to_owned(),
        n => format!("{} are proved to be of no use", grouped(n)),
    };
    let undecided = match n_undecided {
        0 => String::new(),
        n => format!(", {} could not be decided", grouped(n)),
    };
    let Some(repair) = &repairs.found else {
        if repairs.is_sought {
            return match n_futile + n_undecided {
                0 => "\nno repair was found\n".to_owned(),
                _ => format!("\nno repair was found; of those tried, {futile}{undecided}\n"),
            };
        }
        if repairs.exhausted > 0 && n_futile + n_undecided == 0 {
            return "\nno repair: there is nothing to change\n".to_owned();
        }
        let tried = match repairs.exhausted {
            0 => "the limits did not suffice to try all single changes",
            1 => "no single change helps; the limits did not suffice to try all pairs",
            _ => "no single change helps, and no two that do not build on each other",
        };
        let tried = match (repairs.exhausted, n_undecided) {
            (1.., 1..) => "none was found among the changes tried",
            _ => tried,
        };
        return format!("\nno repair: {tried}; {futile}{undecided}\n");
    };
    let by = match repair.changes.len() {
        1 => "by one change".to_owned(),
        n if repairs.is_sought => format!("by {n} changes"),
        _ => "by two changes that do not build on each other".to_owned(),
    };
    let head = match repairs.is_smallest() {
        true => format!("the smallest repair {by}"),
        false => format!("a repair {by}, perhaps not the smallest"),
    };
    let changes: Vec<String> = repair.changes.iter().map(ToString::to_string).collect();
    let mut text = format!("\n{head}: {}\n", changes.join(", and "));
    text.push_str(changed.unwrap_or_default());
    text.push_str(&format!("    proved: {}\n", won_in(repair)));
    if repair.changes.len() > 1 && n_undecided == 0 && !repairs.is_sought {
        text.push_str("    no single change helps\n");
    }
    text.push_str(&match n_futile + n_undecided {
        0 if repairs.is_sought => String::new(),
        0 => "    no change comes before this one\n".to_owned(),
        n => format!(
            "    {} before this one: {futile}{undecided}\n",
            counted(n, "change")
        ),
    });
    let actions = repair.proof.solution.as_deref().unwrap_or_default();
    text.push_str(&run_lines(actions, None));
    text
}

fn won_in(repair: &Repair) -> String {
    let moves = counted(repair.proof.length.unwrap_or(0), "move");
    format!("the changed level can be won, for example in {moves}")
}

/// What moves lead to, along their frames. Where steps are left out, `more` says how
/// to see them all.
pub fn fate_text(
    told: &Told,
    fate: &Fate,
    scene: &Scene,
    every: Option<NonZeroUsize>,
    more: &str,
) -> Result<String, PictureError> {
    let notes = told.notes.iter().map(|(step, text)| Note {
        step: *step,
        text: format!("{}: {text}", after(*step)),
    });
    let frames = run_frames(scene, every, &notes.collect::<Vec<_>>(), more)?;
    let mut text = format!("\n{}\n\n{frames}", told.head);
    if let Fate::Open(run) = fate {
        text.push_str(&run_lines(&run.actions, None));
    }
    Ok(text)
}

/// What moves lead to, in words.
pub struct Told {
    /// In short.
    pub head: String,
    /// After which steps there is what to say.
    pub notes: Vec<(usize, String)>,
}

/// What so many moves lead to; `is_over` where play is over after them.
pub fn fate_told(fate: &Fate, last: usize, is_over: bool) -> Told {
    let moves = counted(last as u64, "move");
    let note = |step: usize, text: &str| (step, text.to_owned());
    const LOST: &str = "from here winning is impossible";
    let (head, notes) = match fate {
        Fate::Won => {
            let head = format!("the {moves} win");
            (head, vec![note(last, "play is won")])
        }
        Fate::Open(run) => {
            let n = counted(run.actions.len() as u64, "more move");
            let head = format!("after the {moves} winning is still possible");
            let text = format!("winning is possible, for example in {n}");
            (head, vec![note(last, &text)])
        }
        Fate::NotKnown => {
            let head = format!(
                "after the {moves} it is not known whether winning is possible: the limits did \
                 not suffice"
            );
            (head, Vec::new())
        }
        Fate::Lost { after: 0, .. } => {
            let head = "no move is fatal: winning was impossible from the start".to_owned();
            (head, vec![note(0, LOST)])
        }
        Fate::Lost { after, open_until } => match (fate.fatal(), open_until) {
            (Some(n), _) => {
                let head = format!("move {n} is fatal: before it winning was possible");
                let notes = vec![note(n - 1, "winning is still possible"), note(n, LOST)];
                (head, notes)
            }
            (None, Some(open)) => {
                let head = format!(
                    "one of the moves {} to {after} is fatal: the limits did not suffice to say \
                     which",
                    open + 1
                );
                let notes = vec![note(*open, "winning is still possible"), note(*after, LOST)];
                (head, notes)
            }
            (None, None) => {
                let head = format!(
                    "after move {after} winning is impossible; the limits did not suffice to say \
                     since when"
                );
                (head, vec![note(*after, LOST)])
            }
        },
    };
    let mut told = Told { head, notes };
    if is_over && matches!(fate, Fate::Lost { .. }) {
        told.notes.retain(|(step, _)| *step < last);
        told.notes.push(note(last, "play is lost"));
    }
    told
}

/// Why moves are not possible, on one line.
pub fn impossible_text(impossible: &Impossible) -> String {
    let Impossible {
        number,
        action,
        why,
        ..
    } = impossible;
    let letter = run_line(std::slice::from_ref(action));
    format!("move {number} ({letter}) is not possible: {why}")
}
