//! `playproof explain`: why a property is violated, along the run that breaks
//! it.

use std::cell::Cell;
use std::io;
use std::num::NonZeroUsize;

use playproof::{Answer, Property, Reached, Run, Val};
use playproof_analysis::Breaking;
use playproof_report::picture::{Caption, Mark, Scene};
use playproof_report::{Map, Row, Story, check_text, result_text};

use super::animate::Canvas;
use super::answer::{Answered, Asking, Unanswered};
use super::faults;
use super::lost::{self, Repaired};
use crate::args::{ExplainArgs, Format, PlainFormat};
use crate::console;
use crate::inputs::problem;
use crate::moves::Asked;
use crate::outputs;
use crate::session::Manner;
use crate::status::Status;
use crate::told::story_text;

/// A result is printed like this only where there is no answer.
const MANNER: Manner = Manner {
    text: |row| match row.certificate {
        Some(_) => check_text(row),
        None => result_text(row),
    },
    status: Status::of,
};

/// More states than this are not gone through for a drawing.
const MAX_MARKED: u64 = 1_000_000;

/// Explains the answer. Errors are those of writing to standard output.
pub fn run(args: &ExplainArgs) -> io::Result<Status> {
    let canvas = match &args.output {
        Some(path) => match Canvas::new(None, Some(path), &args.run) {
            Ok(mut canvas) => {
                canvas.every = args.every;
                Some(canvas)
            }
            Err(message) => {
                console::error(&message);
                return Ok(Status::BadInput);
            }
        },
        None => None,
    };
    let moves = match args.moves.as_deref().map(Asked::read).transpose() {
        Ok(moves) => moves,
        Err(message) => {
            console::error(&message);
            return Ok(Status::BadInput);
        }
    };
    let files = args
        .repaired
        .iter()
        .flat_map(|path| lost::repair_files(path));
    let inputs: Vec<_> = [&args.run.level].into_iter().chain(&args.output).collect();
    let mut obstacles = files.filter_map(|path| outputs::obstacle(&path, &inputs));
    if let Some(obstacle) = obstacles.next() {
        console::error(&obstacle);
        return Ok(Status::BadInput);
    }
    let format = match args.format {
        PlainFormat::Text => Format::Text,
        PlainFormat::Json => Format::Json,
    };
    let asking = Asking::new(&args.run, MANNER, format);
    let explanation = Explanation {
        args,
        asking: &asking,
        canvas: canvas.as_ref(),
        moves: moves.as_ref(),
        said: Cell::new(Ok(())),
    };
    let explained = asking.answered(|answered| explanation.of(answered));
    explanation.said.into_inner()?;
    match explained {
        Ok(explained) => {
            let is_plain = args.format == PlainFormat::Json;
            match is_plain {
                true => console::print_plain(&explained.json)?,
                false => console::print(&explained.text)?,
            }
            let written = match (&args.repaired, &explained.repair) {
                (Some(path), Some(repair)) => lost::write_repair(&asking, path, repair),
                (Some(_), None) if explained.status == Status::Fine => {
                    Ok("    nothing to repair, and nothing written\n".to_owned())
                }
                (Some(_), None) => Err("no repaired level was written: none was found".to_owned()),
                (None, _) => Ok(String::new()),
            };
            let written = match written {
                Ok(text) => {
                    if !is_plain {
                        console::print(&text)?;
                    }
                    Status::Fine
                }
                Err(message) => {
                    console::error(&message);
                    Status::BadInput
                }
            };
            let drawn = match (&canvas, &explained.picture) {
                (Some(canvas), Some((scene, bytes))) => {
                    canvas.hand_out(&asking.session, scene, bytes)?
                }
                (Some(canvas), None) => {
                    console::error(match canvas.is_played() {
                        true => {
                            "no picture was drawn: there is no run to play; .svg and .txt show stills"
                        }
                        false => "no picture was drawn: there is no run",
                    });
                    Status::BadInput
                }
                (None, _) => Status::Fine,
            };
            let status = explained.status.max(drawn).max(written);
            Ok(match asking.session.is_cancelled() {
                true => Status::Cancelled,
                false => status,
            })
        }
        Err(Unanswered::Refused(complaint)) => {
            console::complain(&complaint);
            Ok(Status::BadInput)
        }
        Err(Unanswered::Entered | Unanswered::NoRun(_)) => {
            asking.session.finish()?;
            Ok(asking.session.status())
        }
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
    /// What is not printed yet.
    text: String,
    json: String,
    picture: Option<(Scene, Vec<u8>)>,
    repair: Option<Repaired>,
    status: Status,
}

impl Explanation<'_> {
    fn of(&self, answered: &Answered) -> Result<Explained, Unanswered> {
        let Answered {
            prepared,
            certificate,
            ..
        } = answered;
        let row = &answered.row;
        let caption = Caption::of(row);
        if let Some(moves) = self.moves {
            return self.of_moves(answered, moves, &caption);
        }
        if prepared.game().fault_finder().is_some() && !self.args.repair_by.is_empty() {
            let why = format!(
                "--repair-by is not for {}: repairs there are of several sorts",
                prepared.game().name()
            );
            return Err(problem(&answered.name(), why, None).into());
        }
        let view = prepared.view();
        let property = row.topic.level_property();
        let faults = match certificate.answer {
            Answer::Violated => faults::look_into(self.args, self.asking, answered)?,
            Answer::Holds => None,
        };
        let is_drawn = faults.as_ref().is_none_or(|faults| faults.is_drawn);
        let is_drawn = is_drawn || self.canvas.is_some();
        let shorter = faults.as_ref().and_then(|faults| faults.play.clone());
        let run = shorter.or_else(|| answered.run().cloned());
        let run = run.filter(|_| is_drawn);
        let is_lost = certificate.answer == Answer::Violated && property.is_some_and(asks_to_win);
        let insight = prepared.insight().filter(|_| is_lost);
        let has_pieces = insight.is_some_and(|insight| insight.pieces().is_some());
        let scene = run
            .as_ref()
            .map(|run| Scene::new(view, run, NonZeroUsize::MIN, &caption));
        let runs = &answered.runs;
        let is_told = (certificate.answer == Answer::Violated && is_drawn) || self.canvas.is_some();
        let [trap, reached, cut] = match is_told && !has_pieces {
            true => self.maps(answered, run.as_ref(), &caption),
            false => [None, None, None],
        };
        let story = Story {
            run: scene.as_ref(),
            breaks_at: property
                .zip(run.as_ref())
                .and_then(|(property, run)| prepared.breaks_at(property, run)),
            every: self.args.every,
            trap: trap.as_ref(),
            reached: reached.as_ref(),
            cut: cut.as_ref(),
            runs: runs.iter().map(|run| run.actions.clone()).collect(),
        };
        let row = &Row {
            seconds: self.asking.clock.seconds(),
            ..row.clone()
        };
        let mut json = row.json() + "\n";
        let mut text = story_text(row, &story).map_err(|error| {
            let every = error.enough_to_keep_each(1);
            let help = format!("draw fewer frames with --every {every}");
            problem("<stdout>", error.to_string(), Some(&help))
        })?;
        // A repair may take long to find.
        if self.args.format == PlainFormat::Text {
            let said = console::print(&std::mem::take(&mut text));
            if said.is_err() {
                self.said.set(said);
                return Err(Unanswered::Entered);
            }
        }
        let lost = match is_lost {
            true => lost::look_into(self.args, self.asking, answered, &caption)?,
            false => None,
        };
        let picture = match (self.canvas, &run) {
            (Some(canvas), Some(run)) => {
                let others = runs.iter().filter(|other| other.states != run.states);
                let others: Vec<Run> = others.cloned().collect();
                let mut scene = canvas.scene(prepared, run, &others, &caption);
                if let Some(trap) = &trap {
                    scene.add_marks_of(&trap.scene);
                }
                Some(scene)
            }
            (Some(canvas), None) if canvas.is_played() => None,
            (Some(_), None) => {
                let map = reached.as_ref().or(cut.as_ref()).map(|m| &m.scene);
                map.or(lost.as_ref().and_then(|lost| lost.scene.as_ref()))
                    .cloned()
            }
            (None, _) => None,
        };
        let picture = match (self.canvas, picture) {
            (Some(canvas), Some(scene)) => {
                let bytes = canvas.bytes(&scene)?;
                Some((scene, bytes))
            }
            _ => None,
        };
        let mut repair = None;
        if let Some(lost) = lost {
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
            text,
            json,
            picture,
            repair,
            status: Status::of(row),
        })
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
        })
    }

    /// What can be reached from a trap, what can be reached at all where no
    /// run does what is asked for, and what every run must pass.
    fn maps(&self, answered: &Answered, run: Option<&Run>, caption: &Caption) -> [Option<Map>; 3] {
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
        let property = answered.row.topic.level_property();
        if let Some(end) = run.and_then(|run| run.states.last()) {
            let trap = property.filter(|property| is_trap(property)).and_then(|_| {
                let reached = self.reached(answered, Some(end), None)?;
                Some(of(end, Mark::Reached, reached))
            });
            return [trap, None, None];
        }
        let first = prepared.first_states();
        let Some(start) = first.first() else {
            return [None, None, None];
        };
        if let Some(states) = prepared.cut_of(certificate) {
            let cut = Reached {
                n_states: states.len() as u64,
                places: states.iter().filter_map(|s| view.player(s)).collect(),
            };
            return [None, None, Some(of(start, Mark::Cut, cut))];
        }
        let within = property.and_then(Property::within);
        let reached = self.reached(answered, None, within);
        let reached = reached.map(|reached| of(start, Mark::Reached, reached));
        [None, reached, None]
    }

    fn reached(
        &self,
        answered: &Answered,
        from: Option<&[Val]>,
        within: Option<u64>,
    ) -> Option<Reached> {
        let mut limits = self.asking.limits();
        limits.max_states = Some(limits.max_states.unwrap_or(MAX_MARKED).min(MAX_MARKED));
        answered.prepared.reached(from, within, &mut limits)
    }
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

/// Whether a property asks for a win and nothing else.
pub fn asks_to_win(property: &Property) -> bool {
    property.definition() == Property::Solvable.definition()
}
