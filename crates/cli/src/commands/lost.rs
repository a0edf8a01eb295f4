//! What `explain` says of a level that cannot be won, or was lost: what is
//! stuck, what would mend it, which move was fatal.

use std::borrow::Cow;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use playproof::{Error, Evidence, Insight, Level, Pieces, Proof, Run, Severity, Spot, Val};
use playproof_analysis::{
    Effort, Fate, Impossible, Repairing, Repairs, Replaying, Stuck, stuck_in_words,
};
use playproof_report::picture::{self, Caption, Mark, Scene};
use playproof_report::{
    LostLevel, Told, dead_text, fate_text, fate_told, impossible_text, lost_json, message_text,
    no_stuck_text, repair_text, standstill_text, stuck_text, why_lost_text,
};

use super::answer::{Answered, Asking, Unanswered};
use super::explain::told_scene;
use crate::args::ExplainArgs;
use crate::console;
use crate::inputs::problem;
use crate::moves::Written;
use crate::outputs;
use crate::status::Status;
use crate::told::DRAWS_ALL;

/// The lines about a level that cannot be won, and its picture.
pub struct Lost {
    pub text: String,
    pub json: String,
    /// The reason and the repair in one line, for reports.
    pub why: Option<String>,
    /// The drawing with what is stuck, in games with pieces, or with where everybody stops.
    pub scene: Option<Scene>,
    pub repair: Option<Repaired>,
}

/// Looks into a level that is proved to be unwinnable. `None` if its game
/// knows nothing beyond the rules. `say` may print what is known before repairs are
/// looked for.
pub fn look_into(
    args: &ExplainArgs,
    asking: &Asking,
    answered: &Answered,
    caption: &Caption,
    say: &mut dyn FnMut(&mut String) -> Result<(), Unanswered>,
) -> Result<Option<Lost>, Unanswered> {
    let Answered { prepared, .. } = answered;
    let (Some(insight), first) = (prepared.insight(), prepared.first_states()) else {
        return Ok(None);
    };
    let Some(start) = first.first() else {
        return Ok(None);
    };
    known_kinds(args, &*insight)?;
    let effort = Effort::default();
    let stuck = prepared.stuck(effort, &mut asking.limits());
    let stuck = stuck.map_err(|error| failed(&error))?;
    let mut text = String::new();
    let marked = |marks| Scene::marked(prepared.view(), start, marks, caption);
    let mut scene = insight.pieces().map(|pieces| {
        let (told, scene) = stuck_told(stuck.as_ref(), pieces, &marked);
        text.push_str(&told);
        scene
    });
    let why = insight.why_lost();
    if let Some(why) = &why {
        text.push_str(&why_lost_text(why));
    }
    if let Some(standstill) = insight.standstill() {
        let has_barrier = !standstill.barrier.is_empty();
        let drawn = marked(vec![
            (Mark::Reached, standstill.reached),
            (Mark::Barrier, standstill.barrier),
            (Mark::Furthest, vec![standstill.furthest]),
        ]);
        text.push_str(&standstill_text(has_barrier, &drawn));
        scene = scene.or(Some(drawn));
    }
    let mut repairs = None;
    if !args.no_repair {
        say(&mut text)?;
        let limits = &mut asking.limits_of("looking for a repair");
        let found = prepared.repair(&args.repair_by, stuck.as_ref(), effort, limits);
        repairs = found.map_err(|error| failed(&error))?;
        if let Some(repairs) = &repairs {
            let keeps_letters = insight.keeps_letters();
            text.push_str(&repairs_told(
                asking,
                answered,
                (repairs, keeps_letters),
                caption,
            ));
        }
    }
    let json = lost_json(&LostLevel {
        level: answered.level,
        why: why.as_deref(),
        stuck: stuck.as_ref(),
        repairs: repairs.as_ref(),
    });
    let stuck_why = || stuck_in_words(insight.pieces()?, stuck.as_ref()?);
    let why = why.clone().or_else(stuck_why);
    let found = repairs.and_then(|repairs| repairs.found);
    let repair = found.as_ref().map(|repair| {
        let changes: Vec<String> = repair.changes.iter().map(ToString::to_string).collect();
        format!("a repair: {}", changes.join(", and "))
    });
    let why: Vec<String> = why.into_iter().chain(repair).collect();
    Ok(Some(Lost {
        text,
        json,
        why: (!why.is_empty()).then(|| why.join("; ")),
        scene,
        repair: found.map(|found| Repaired {
            level: found.level,
            proof: found.proof,
        }),
    }))
}

/// What is stuck and where pieces are dead, in words and as a drawing of both.
fn stuck_told(
    stuck: Option<&Stuck>,
    pieces: &dyn Pieces,
    drawn: &dyn Fn(Vec<(Mark, Vec<Spot>)>) -> Scene,
) -> (String, Scene) {
    let marked = |mut marks: Vec<(Mark, Vec<Spot>)>| {
        marks.retain(|(_, places)| !places.is_empty());
        drawn(marks)
    };
    let marks = marks(stuck, pieces.spots());
    let mut text = match stuck {
        Some(stuck) => stuck_text(stuck, pieces, &marked(marks.clone())),
        None => no_stuck_text(pieces),
    };
    let dead = pieces.dead();
    let dead_mark = vec![(Mark::Dead, dead.clone())];
    text.push_str(&dead_text(dead.len(), pieces, &marked(dead_mark.clone())));
    (text, marked([dead_mark, marks].concat()))
}

/// What is stuck where a run ends, in games with pieces.
pub fn stuck_at_the_end(
    asking: &Asking,
    answered: &Answered,
    end: &[Val],
    caption: &Caption,
) -> Result<String, Unanswered> {
    let Answered { prepared, .. } = answered;
    let insight = prepared.insight();
    let level = insight.as_ref().and_then(|insight| {
        let pieces = insight.pieces()?;
        pieces.level_at(end)
    });
    let Some(level) = level else {
        return Ok(String::new());
    };
    let after = prepared.same_game(&level).map_err(|error| failed(&error))?;
    let insight = after.insight();
    let pieces = insight.as_ref().and_then(|insight| insight.pieces());
    let (Some(pieces), Some(start)) = (pieces, after.first_states().into_iter().next()) else {
        return Ok(String::new());
    };
    // Evidence that names a few pieces says which to look at.
    let pattern = match &answered.certificate.evidence {
        Evidence::Trap(trap) => trap.set.patterns.first(),
        _ => None,
    };
    let before = prepared.insight();
    let before = before.as_ref().and_then(|insight| insight.pieces());
    let named = pattern.into_iter().flatten();
    let named = named.filter_map(|(flat, _)| before?.place_of(*flat));
    let named: Vec<Spot> = named.collect();
    let effort = Effort {
        each: 20_000,
        in_all: 1_000_000,
    };
    let stuck = after.stuck_among(&named, effort, &mut asking.limits());
    let Some(stuck) = stuck.map_err(|error| failed(&error))? else {
        return Ok(String::new());
    };
    let marks = marks(Some(&stuck), pieces.spots());
    let marks = marks.into_iter().filter(|(_, places)| !places.is_empty());
    let map = Scene::marked(after.view(), &start, marks.collect(), caption);
    Ok(stuck_text(&stuck, pieces, &map))
}

/// What would mend the level, with a drawing of it mended.
fn repairs_told(
    asking: &Asking,
    answered: &Answered,
    (repairs, keeps_letters): (&Repairs, bool),
    caption: &Caption,
) -> String {
    if repairs.found.is_none() && asking.session.is_cancelled() {
        return "\nno repair: stopped before one was found\n".to_owned();
    }
    let repaired = repairs.found.as_ref();
    let written = repaired.filter(|_| keeps_letters);
    if let Some(grid) = written.and_then(|repair| repair.level.grid()) {
        let rows = grid.rows().map(|row| row.iter().collect::<String>() + "\n");
        return repair_text(repairs, Some(&rows.collect::<String>()));
    }
    let scene = repaired.and_then(|repair| {
        let changed = answered.prepared.same_game(&repair.level).ok()?;
        let first = changed.first_states();
        let start = first.first()?;
        Some(Scene::marked(changed.view(), start, Vec::new(), caption))
    });
    repair_text(repairs, scene.as_ref().map(picture::first_frame).as_deref())
}

/// Whether all that repairs may change is there to be changed.
fn known_kinds(args: &ExplainArgs, insight: &dyn Insight) -> Result<(), Unanswered> {
    if args.repair_by.is_empty() {
        return Ok(());
    }
    let mut kinds: Vec<Cow<str>> = Vec::new();
    for change in insight.changes() {
        if !kinds.contains(&change.what) {
            kinds.push(change.what);
        }
    }
    let unknown = args
        .repair_by
        .iter()
        .find(|kind| !kinds.contains(&Cow::from(&kind[..])));
    match unknown {
        None => Ok(()),
        Some(kind) => {
            let kinds = kinds.join(", ");
            let message = format!("a repair here cannot change `{kind}`; it can change: {kinds}");
            Err(Unanswered::Refused(message_text(Severity::Error, &message)))
        }
    }
}

/// The stuck pieces, and the others.
fn marks(stuck: Option<&Stuck>, all: &[Spot]) -> Vec<(Mark, Vec<Spot>)> {
    let Some(stuck) = stuck else {
        return Vec::new();
    };
    let spare = all.iter().filter(|spot| !stuck.pieces.contains(spot));
    vec![
        (Mark::Stuck, stuck.pieces.clone()),
        (Mark::Spare, spare.copied().collect()),
    ]
}

/// What moves lead to.
pub struct Followed {
    pub run: Run,
    /// In words.
    pub told: Told,
    /// The lines.
    pub text: String,
    /// What that means for the program.
    pub status: Status,
}

/// What moves lead to.
pub fn follow(
    asking: &Asking,
    answered: &Answered,
    written: &Written,
    (caption, every): (&Caption, Option<NonZeroUsize>),
) -> Result<Followed, Unanswered> {
    let Answered { prepared, .. } = answered;
    let run = match prepared.follow(&written.actions) {
        Ok(Ok(run)) => run,
        Ok(Err(impossible)) => return Err(refused(answered, &impossible, caption)),
        Err(error) => return Err(failed(&error)),
    };
    let insight = prepared.insight();
    let pieces = insight.as_ref().and_then(|insight| insight.pieces());
    if let Some(warning) = pieces.and_then(|pieces| written.warning(&run, pieces)) {
        console::complain(&message_text(Severity::Warning, &warning));
    }
    let fate = prepared.fate(&run, Effort::default(), &mut asking.limits());
    let fate = fate.map_err(|error| failed(&error))?;
    let scene = told_scene(prepared.view(), &run, caption);
    let is_over = prepared.is_lost_by(&run).map_err(|error| failed(&error))?;
    let told = fate_told(&fate, scene.n_steps(), is_over);
    let text = fate_text(&told, &fate, &scene, every, DRAWS_ALL).map_err(|error| {
        let every = error.enough_to_keep_each(1);
        let help = format!("draw fewer frames with --every {every}");
        problem("<stdout>", error.to_string(), Some(&help))
    })?;
    let status = match fate {
        Fate::Won | Fate::Open(_) => Status::Fine,
        Fate::Lost { .. } => Status::Violated,
        Fate::NotKnown => Status::Unknown,
    };
    Ok(Followed {
        run,
        told,
        text,
        status,
    })
}

/// Where moves are not possible, with the state before the first such one.
fn refused(answered: &Answered, impossible: &Impossible, caption: &Caption) -> Unanswered {
    let view = answered.prepared.view();
    let state = impossible.before.states.last();
    let state = state.map_or(&[][..], Vec::as_slice);
    let scene = Scene::marked(view, state, Vec::new(), caption);
    let message = message_text(Severity::Error, &impossible_text(impossible));
    let drawing = picture::first_frame(&scene);
    Unanswered::Refused(message + &drawing)
}

pub fn failed(error: &Error) -> Unanswered {
    Unanswered::Refused(message_text(Severity::Error, &error.to_string()))
}

/// The files of a repair: the level and its certificate.
pub fn repair_files(path: &Path) -> [PathBuf; 2] {
    let mut certificate = path.as_os_str().to_owned();
    certificate.push(".cert");
    [path.to_owned(), certificate.into()]
}

/// A repaired level, and the proof that it is one.
pub struct Repaired {
    pub level: Level,
    pub proof: Proof,
}

/// Writes a repair down, and says where.
pub fn write_repair(asking: &Asking, path: &Path, repair: &Repaired) -> Result<String, String> {
    let [level, certificate] = repair_files(path);
    let bytes = repair.proof.certificate.as_ref().map(|c| c.to_bytes(false));
    let contents = [repair.level.text().into_bytes(), bytes.unwrap_or_default()];
    for (path, bytes) in [&level, &certificate].into_iter().zip(&contents) {
        let written = outputs::write_whole(&asking.session, path, bytes);
        written.map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    Ok(format!(
        "    written: {}, certificate {}\n",
        level.display(),
        certificate.display()
    ))
}
