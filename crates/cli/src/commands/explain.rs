//! `playproof explain`: why a property is violated, along the run that breaks
//! it.

use std::io;
use std::num::NonZeroUsize;

use playproof::{Answer, Property, Reached, Run, Val};
use playproof_report::picture::{Caption, Scene};
use playproof_report::{Map, Story, check_text, result_text, story_text};

use super::animate::Canvas;
use super::answer::{Answered, Asking, Unanswered};
use crate::console;
use crate::explain_args::ExplainArgs;
use crate::inputs::problem;
use crate::session::Manner;
use crate::status::Status;

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
    let asking = Asking::new(&args.run, MANNER);
    let explanation = Explanation {
        args,
        asking: &asking,
        canvas: canvas.as_ref(),
    };
    match asking.answered(|answered| explanation.of(answered)) {
        Ok(explained) => {
            console::print(&explained.text)?;
            let drawn = match (&canvas, &explained.picture) {
                (Some(canvas), Some((scene, bytes))) => {
                    canvas.hand_out(&asking.session, scene, bytes)?
                }
                (Some(_), None) => {
                    console::error("no picture was drawn: there is no run to draw");
                    Status::Fine
                }
                (None, _) => Status::Fine,
            };
            Ok(explained.status.max(drawn))
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
}

struct Explained {
    text: String,
    picture: Option<(Scene, Vec<u8>)>,
    status: Status,
}

impl Explanation<'_> {
    fn of(&self, answered: &Answered) -> Result<Explained, Unanswered> {
        let Answered {
            prepared,
            certificate,
            ..
        } = answered;
        let mut row = answered.row.clone();
        let caption = Caption::of(&row);
        let run = prepared.run_of(certificate);
        let picture = match (self.canvas, &run) {
            (Some(canvas), Some(run)) => Some(canvas.draw(prepared, run, &caption)?),
            _ => None,
        };
        let view = prepared.view();
        let scene_of = |run: &Run| Scene::new(view, run, NonZeroUsize::MIN, &caption);
        let scene = run.as_ref().map(scene_of);
        let still = |states: &[Vec<Val>]| {
            scene_of(&Run {
                states: states.to_vec(),
                actions: Vec::new(),
                repeats_from: None,
            })
        };
        let start = prepared.first_states();
        let start = still(start.first().map_or(&[], std::slice::from_ref));
        let end = run.as_ref().and_then(|run| run.states.last());
        let end_scene = end.map(|state| still(std::slice::from_ref(state)));
        let is_violated = certificate.answer == Answer::Violated;
        let trap = match (&row.property, end, &end_scene) {
            (Some(property), Some(state), Some(scene)) if is_violated && is_trap(property) => {
                let reached = self.reached(answered, Some(state), None);
                reached.map(|reached| Map { scene, reached })
            }
            _ => None,
        };
        let reached = match &run {
            None if is_violated && certificate.evidence.kind() != "cut" => {
                let within = match row.property {
                    Some(Property::ShortestAtMost(n)) => Some(n.max(0) as u64),
                    _ => None,
                };
                let reached = self.reached(answered, None, within);
                reached.map(|reached| Map {
                    scene: &start,
                    reached,
                })
            }
            _ => None,
        };
        let cut = prepared.cut_of(certificate).map(|states| Map {
            scene: &start,
            reached: Reached {
                n_states: states.len() as u64,
                places: states.iter().filter_map(|s| view.player(s)).collect(),
            },
        });
        let runs = prepared.runs_of(certificate);
        let story = Story {
            run: scene.as_ref(),
            every: self.args.every,
            trap,
            reached,
            cut,
            runs: runs.into_iter().map(|run| run.actions).collect(),
        };
        row.seconds = self.asking.clock.seconds();
        let text = story_text(&row, &story).map_err(|error| {
            let every = error.enough_to_keep_each(1);
            let help = format!("draw fewer frames with --every {every}");
            problem("<stdout>", error.to_string(), Some(&help))
        })?;
        Ok(Explained {
            text,
            picture,
            status: Status::of(&row),
        })
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

/// Whether the last state of a run that breaks it is a trap.
fn is_trap(property: &Property) -> bool {
    matches!(
        property,
        Property::Unlosable | Property::DeadEndFree | Property::SoftlockFree
    )
}
