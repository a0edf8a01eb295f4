//! `playproof explain`: why a property is violated, along the run that breaks
//! it.

use std::cell::Cell;
use std::io;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

use playproof::{Answer, Property, Reached, Run, Val, View};
use playproof_analysis::Breaking;
use playproof_report::picture::{Caption, Mark, Scene};
use playproof_report::{Finding, Map, Row, Story, Words, check_text, result_text, why_lost_text};

use super::animate::Canvas;
use super::answer::{Answered, Asking, Unanswered};
use super::faults;
use super::lost::{self, Repaired};
use crate::args::{ExplainArgs, Format, PlainFormat};
use crate::console;
use crate::inputs::{Source, problem, sources};
use crate::moves::Asked;
use crate::outputs;
use crate::questions::asks_to_win;
use crate::reports::Reports;
use crate::session::{Manner, Session};
use crate::status::Status;
use crate::told::story_text;
use crate::watchdog;

/// A result is printed like this only where there is no answer.
const MANNER: Manner = Manner {
    text: |row| match row.certificate {
        Some(_) => check_text(row),
        None => result_text(row),
    },
    status: Status::of,
    finding: Finding::of_row,
};

/// More states than this are not gone through for a drawing.
const MAX_MARKED: u64 = 1_000_000;

/// What results are called in a summary.
const WORDS: Words = Words {
    thing: "level",
    holds: "hold",
    violated: "violated",
};

/// Explains the answer, or that of each level. Errors are those of writing to standard
/// output.
pub fn run(args: &ExplainArgs) -> io::Result<Status> {
    let format = match args.format {
        PlainFormat::Text => Format::Text,
        PlainFormat::Json => Format::Json,
    };
    let reports = Reports::new(&args.reports, args.quiet, format == Format::Text);
    let session = Arc::new(Session::new(format, MANNER).with_reports(reports, WORDS));
    if args.more.is_empty() && !is_several(&args.run.level) {
        let asking = Asking::watched(&session, &args.run);
        let status = one(args, &asking)?;
        session.reached(status);
        session.sum_up()?;
        return Ok(session.status());
    }
    let alone = [
        (args.run.cert.is_some(), "--cert"),
        (args.run.number.is_some(), "--level"),
        (args.moves.is_some(), "--moves"),
        (args.output.is_some(), "--output"),
        (args.repaired.is_some(), "--repaired"),
    ];
    if let Some((_, option)) = alone.iter().find(|(is_given, _)| *is_given) {
        console::error(&format!("{option} is about one level; name its file alone"));
        return Ok(Status::BadInput);
    }
    watchdog::listen_for_cancellation(&session);
    if args.run.effort.limits.timeout.is_some() {
        watchdog::watch_time(&session);
    }
    if let Some(max_bytes) = args.run.effort.limits.max_bytes() {
        watchdog::watch_memory(&session, max_bytes);
    }
    let mut files = Vec::new();
    for argument in [&args.run.level].into_iter().chain(&args.more) {
        let (found, problems) = sources(argument);
        files.extend(found);
        for problem in &problems {
            console::complain_of(problem);
            session.found(Finding::of_diagnostic(problem));
            session.reached(Status::BadInput);
        }
    }
    for (number, source) in files.iter().enumerate() {
        each_level(args, &session, source, number + 1 == files.len())?;
    }
    session.sum_up()?;
    Ok(session.status())
}

/// Whether an argument stands for several files.
fn is_several(argument: &Path) -> bool {
    argument.is_dir() || sources(argument).0.len() > 1
}

/// Explains the levels of a file, one after the other.
fn each_level(
    args: &ExplainArgs,
    session: &Arc<Session>,
    source: &Source,
    is_last: bool,
) -> io::Result<()> {
    let n_levels = match args.run.effort.levels(source) {
        Ok(collection) => collection.levels.len(),
        Err(diagnostic) => {
            console::complain_of(&diagnostic);
            session.found(Finding::of_diagnostic(&diagnostic));
            session.reached(Status::BadInput);
            return Ok(());
        }
    };
    for number in 1..=n_levels as u64 {
        if session.is_cancelled() {
            break;
        }
        let mut one_level = args.clone();
        if let Source::File(path) = source {
            one_level.run.level.clone_from(path);
        }
        one_level.run.number = Some(number);
        let is_last = is_last && number == n_levels as u64;
        let asking = Asking::among(session, &one_level.run, is_last);
        let status = one(&one_level, &asking)?;
        session.reached(status);
    }
    Ok(())
}

/// Explains the answer about one level.
fn one(args: &ExplainArgs, asking: &Asking) -> io::Result<Status> {
    let (canvas, moves) = match wanted(args) {
        Ok(wanted) => wanted,
        Err(message) => {
            console::error(&message);
            return Ok(Status::BadInput);
        }
    };
    let explanation = Explanation {
        args,
        asking,
        canvas: canvas.as_ref(),
        moves: moves.as_ref(),
        said: Cell::new(Ok(())),
    };
    let explained = asking.answered(|answered| explanation.of(answered));
    explanation.said.replace(Ok(()))?;
    match explained {
        Ok(explained) => explanation.hand_out(&explained),
        Err(Unanswered::Refused(complaint)) => {
            console::complain(&complaint);
            let file = Source::of(&args.run.level).name();
            let plain = anstream::adapter::strip_str(&complaint).to_string();
            asking.session.found(Finding::of_complaint(&file, &plain));
            Ok(Status::BadInput)
        }
        Err(Unanswered::Entered | Unanswered::NoRun(_)) => {
            asking.session.finish()?;
            Ok(asking.session.status())
        }
    }
}

/// The picture and the moves that are asked for, or what is wrong with them or
/// in the way of a file.
fn wanted(args: &ExplainArgs) -> Result<(Option<Canvas>, Option<Asked>), String> {
    let canvas = args.output.as_ref().map(|path| {
        let mut canvas = Canvas::new(None, Some(path), &args.run)?;
        canvas.every = args.every;
        Ok::<_, String>(canvas)
    });
    let canvas = canvas.transpose()?;
    let moves = args.moves.as_deref().map(Asked::read).transpose()?;
    let inputs: Vec<_> = [&args.run.level].into_iter().chain(&args.output).collect();
    let mut files = args
        .repaired
        .iter()
        .flat_map(|path| lost::repair_files(path));
    match files.find_map(|path| outputs::obstacle(&path, &inputs)) {
        Some(obstacle) => Err(obstacle),
        None => Ok((canvas, moves)),
    }
}

struct Explanation<'a> {
    args: &'a ExplainArgs,
    asking: &'a Asking<'a>,
    canvas: Option<&'a Canvas>,
    moves: Option<&'a Asked>,
    /// What came of printing the first part.
    said: Cell<io::Result<()>>,
}

struct Explained {
    row: Row,
    /// What is not printed yet.
    text: String,
    json: String,
    picture: Option<(Scene, Vec<u8>)>,
    repair: Option<Repaired>,
    status: Status,
}

/// Where play can lead, marked.
#[derive(Default)]
struct Maps {
    /// From the end of a run from which nothing good can follow.
    trap: Option<Map>,
    /// At all, where no run does what is asked for.
    reached: Option<Map>,
    /// What every winning run must pass.
    cut: Option<Map>,
}

impl Explanation<'_> {
    /// Prints what is left to say, and writes what was asked for.
    fn hand_out(&self, explained: &Explained) -> io::Result<Status> {
        self.asking.session.count(&explained.row, &explained.json)?;
        if self.args.quiet && explained.status == Status::Fine {
            return Ok(Status::Fine);
        }
        match self.args.format {
            PlainFormat::Json => console::print_plain(&explained.json)?,
            PlainFormat::Text => console::print(&explained.text)?,
        }
        let written = self.write_repair(explained)?;
        let drawn = self.write_picture(explained)?;
        Ok(match self.asking.session.is_cancelled() {
            true => Status::Cancelled,
            false => explained.status.max(drawn).max(written),
        })
    }

    fn write_repair(&self, explained: &Explained) -> io::Result<Status> {
        let Some(path) = &self.args.repaired else {
            return Ok(Status::Fine);
        };
        let written = match &explained.repair {
            Some(repair) => lost::write_repair(self.asking, path, repair),
            None if explained.status == Status::Fine => {
                Ok("    nothing to repair, and nothing written\n".to_owned())
            }
            None => Err("no repaired level was written: none was found".to_owned()),
        };
        match written {
            Ok(text) => {
                if self.args.format == PlainFormat::Text {
                    console::print(&text)?;
                }
                Ok(Status::Fine)
            }
            Err(message) => {
                console::error(&message);
                Ok(Status::BadInput)
            }
        }
    }

    fn write_picture(&self, explained: &Explained) -> io::Result<Status> {
        match (self.canvas, &explained.picture) {
            (Some(canvas), Some((scene, bytes))) => {
                canvas.hand_out(&self.asking.session, scene, bytes)
            }
            (Some(canvas), None) => {
                console::error(match canvas.is_played() {
                    true => {
                        "no picture was drawn: there is no run to play; .svg and .txt show stills"
                    }
                    false => "no picture was drawn: there is no run",
                });
                Ok(Status::BadInput)
            }
            (None, _) => Ok(Status::Fine),
        }
    }

    fn of(&self, answered: &Answered) -> Result<Explained, Unanswered> {
        let caption = Caption::of(&answered.row);
        match self.moves {
            Some(moves) => self.of_moves(answered, moves, &caption),
            None => self.of_answer(answered, &caption),
        }
    }

    /// Why the answer is what it is.
    fn of_answer(&self, answered: &Answered, caption: &Caption) -> Result<Explained, Unanswered> {
        let game = answered.prepared.game();
        if game.fault_finder().is_some() && !self.args.repair_by.is_empty() {
            let why = format!(
                "--repair-by is not for {}: repairs there are of several sorts",
                game.name()
            );
            return Err(problem(&answered.name(), why, None).into());
        }
        let is_violated = answered.certificate.answer == Answer::Violated;
        let faults = match is_violated {
            true => faults::look_into(self.args, self.asking, answered)?,
            false => None,
        };
        let is_drawn = faults.as_ref().is_none_or(|faults| faults.is_drawn);
        let is_drawn = is_drawn || self.canvas.is_some();
        let shorter = faults.as_ref().and_then(|faults| faults.play.clone());
        let run = shorter.or_else(|| answered.run().cloned());
        let run = run.filter(|_| is_drawn);
        let property = answered.row.topic.level_property();
        let is_lost = is_violated && property.is_some_and(asks_to_win);
        let insight = answered.prepared.insight().filter(|_| is_lost);
        let has_pieces = insight.is_some_and(|insight| insight.pieces().is_some());
        let is_told = (is_violated && is_drawn) || self.canvas.is_some();
        let maps = match is_told && !has_pieces {
            true => self.maps(answered, run.as_ref(), caption),
            false => Maps::default(),
        };
        let row = &Row {
            seconds: self.asking.clock.seconds(),
            ..answered.row.clone()
        };
        let mut json = row.json() + "\n";
        let mut text = self.story(answered, row, run.as_ref(), &maps, caption)?;
        let insight = answered
            .prepared
            .insight()
            .filter(|_| is_violated && !is_lost);
        let why = property.and_then(|property| insight?.why_unreached(property));
        text.push_str(&why.map_or(String::new(), |why| why_lost_text(&why)));
        if let (true, Some(property), Some(end)) = (
            is_violated,
            property,
            run.as_ref().and_then(|run| run.states.last()),
        ) && is_trap(property)
        {
            text.push_str(&lost::stuck_at_the_end(
                self.asking,
                answered,
                end,
                caption,
            )?);
        }
        self.say(&mut text)?;
        let mut say = |text: &mut String| self.say(text);
        let lost = match is_lost {
            true => lost::look_into(self.args, self.asking, answered, caption, &mut say)?,
            false => None,
        };
        let stuck = lost.as_ref().and_then(|lost| lost.scene.as_ref());
        let picture = self.picture(answered, run.as_ref(), &maps, stuck, caption)?;
        let mut repair = None;
        let mut row = row.clone();
        if let Some(lost) = lost {
            row.why = lost.why;
            text.push_str(&lost.text);
            json.push_str(&lost.json);
            repair = lost.repair;
        }
        if let Some(faults) = faults {
            text.push_str(&faults.text);
            json.push_str(&faults.json);
            repair = faults.repair;
        }
        Ok(Explained {
            status: Status::of(&row),
            row,
            text,
            json,
            picture,
            repair,
        })
    }

    /// Prints what is known so far, as text: a repair may take long to find.
    fn say(&self, text: &mut String) -> Result<(), Unanswered> {
        if self.args.format == PlainFormat::Text && !self.args.quiet {
            let said = console::print(&std::mem::take(text));
            if said.is_err() {
                self.said.set(said);
                return Err(Unanswered::Entered);
            }
        }
        Ok(())
    }

    /// The result, told along its run.
    fn story(
        &self,
        answered: &Answered,
        row: &Row,
        run: Option<&Run>,
        maps: &Maps,
        caption: &Caption,
    ) -> Result<String, Unanswered> {
        let Answered { prepared, runs, .. } = answered;
        let scene = run.map(|run| told_scene(prepared.view(), run, caption));
        let property = row.topic.level_property();
        let story = Story {
            run: scene.as_ref(),
            breaks_at: property
                .zip(run)
                .and_then(|(property, run)| prepared.breaks_at(property, run)),
            every: self.args.every,
            trap: maps.trap.as_ref(),
            reached: maps.reached.as_ref(),
            cut: maps.cut.as_ref(),
            runs: runs.iter().map(|run| run.actions.clone()).collect(),
        };
        story_text(row, &story).map_err(|error| {
            let every = error.enough_to_keep_each(1);
            let help = format!("draw fewer frames with --every {every}");
            problem("<stdout>", error.to_string(), Some(&help)).into()
        })
    }

    /// The run as a picture; without one a map, or what is stuck.
    fn picture(
        &self,
        answered: &Answered,
        run: Option<&Run>,
        maps: &Maps,
        stuck: Option<&Scene>,
        caption: &Caption,
    ) -> Result<Option<(Scene, Vec<u8>)>, Unanswered> {
        let Some(canvas) = self.canvas else {
            return Ok(None);
        };
        let scene = match run {
            Some(run) => {
                let others = answered.others(run);
                let mut scene = canvas.scene(answered.prepared, run, &others, caption);
                if let Some(trap) = &maps.trap {
                    scene.add_marks_of(&trap.scene);
                }
                Some(scene)
            }
            None if canvas.is_played() => None,
            None => {
                let map = maps.reached.as_ref().or(maps.cut.as_ref());
                map.map(|map| &map.scene).or(stuck).cloned()
            }
        };
        let Some(scene) = scene else {
            return Ok(None);
        };
        let bytes = canvas.bytes(&scene)?;
        Ok(Some((scene, bytes)))
    }

    /// What moves lead to.
    fn of_moves(
        &self,
        answered: &Answered,
        moves: &Asked,
        caption: &Caption,
    ) -> Result<Explained, Unanswered> {
        let moves = moves.of(answered.level);
        let moves = moves.map_err(|why| problem(&answered.name(), why, None))?;
        let followed = lost::follow(self.asking, answered, &moves, (caption, self.args.every))?;
        let picture = match self.canvas {
            Some(canvas) => {
                let caption = Caption {
                    verdict: followed.told.head.clone(),
                    ..caption.clone()
                };
                let mut scene = canvas.scene(answered.prepared, &followed.run, &[], &caption);
                for (step, text) in &followed.told.notes {
                    scene.add_note(*step, text);
                }
                let bytes = canvas.bytes(&scene)?;
                Some((scene, bytes))
            }
            None => None,
        };
        let row = Row {
            seconds: self.asking.clock.seconds(),
            ..answered.row.clone()
        };
        Ok(Explained {
            text: result_text(&row) + &followed.text,
            json: row.json() + "\n",
            picture,
            repair: None,
            status: Status::of(&row).max(followed.status),
            row,
        })
    }

    /// Where play can lead from a trap, or at all where no run does what is
    /// asked for, or what every run must pass.
    fn maps(&self, answered: &Answered, run: Option<&Run>, caption: &Caption) -> Maps {
        let Answered {
            prepared,
            certificate,
            ..
        } = answered;
        let view = prepared.view();
        let of = |state: &[Val], mark: Mark, reached: Reached| Map {
            n_states: reached.n_states,
            scene: Scene::marked(view, state, vec![(mark, reached.places)], caption),
        };
        let mut maps = Maps::default();
        let property = answered.row.topic.level_property();
        if let Some(end) = run.and_then(|run| run.states.last()) {
            if property.is_some_and(is_trap) {
                let reached = self.reached(answered, Some(end), None);
                maps.trap = reached.map(|reached| of(end, Mark::Reached, reached));
            }
            return maps;
        }
        let first = prepared.first_states();
        let Some(start) = first.first() else {
            return maps;
        };
        if let Some(states) = prepared.cut_of(certificate) {
            let cut = Reached {
                n_states: states.len() as u64,
                places: states.iter().filter_map(|s| view.player(s)).collect(),
            };
            maps.cut = Some(of(start, Mark::Cut, cut));
        } else {
            let within = property.and_then(Property::within);
            let reached = self.reached(answered, None, within);
            maps.reached = reached.map(|reached| of(start, Mark::Reached, reached));
        }
        maps
    }

    fn reached(
        &self,
        answered: &Answered,
        from: Option<&[Val]>,
        within: Option<u64>,
    ) -> Option<Reached> {
        if !answered.prepared.game().counts_states() {
            return None;
        }
        let mut limits = self.asking.limits();
        limits.max_states = Some(limits.max_states.unwrap_or(MAX_MARKED).min(MAX_MARKED));
        answered.prepared.reached(from, within, &mut limits)
    }
}

/// A run step by step, each step with what its game tells of it.
pub fn told_scene(view: &dyn View, run: &Run, caption: &Caption) -> Scene {
    let mut scene = Scene::new(view, run, NonZeroUsize::MIN, caption);
    for (step, (before, action)) in (1..).zip(run.states.iter().zip(&run.actions)) {
        if let Some(told) = view.told(before, action) {
            scene.add_note(step, &told);
        }
    }
    scene
}

/// Whether a run that breaks the property ends where winning is impossible.
fn is_trap(property: &Property) -> bool {
    let traps = [
        Property::Unlosable,
        Property::DeadEndFree,
        Property::SoftlockFree,
    ];
    let definition = property.definition();
    traps.iter().any(|trap| trap.definition() == definition)
}
