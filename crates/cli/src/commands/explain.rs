//! `playproof explain`: why a property is violated, along the run that breaks
//! it.

use std::io;
use std::num::NonZeroUsize;

use playproof::{Answer, Ask, Property, Reached, Run, Val};
use playproof_report::picture::{Caption, Mark, Scene};
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
                    console::error("no picture was drawn: there is no run");
                    Status::BadInput
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
        let view = prepared.view();
        let run = prepared.run_of(certificate);
        let scene = run
            .as_ref()
            .map(|run| Scene::new(view, run, NonZeroUsize::MIN, &caption));
        let runs = prepared.runs_of(certificate);
        let is_told = certificate.answer == Answer::Violated || self.canvas.is_some();
        let [trap, reached, cut] = match is_told {
            true => self.maps(answered, run.as_ref(), &caption),
            false => [None, None, None],
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
            (Some(_), None) => reached.as_ref().or(cut.as_ref()).map(|m| m.scene.clone()),
            (None, _) => None,
        };
        let picture = match (self.canvas, picture) {
            (Some(canvas), Some(scene)) => {
                let bytes = canvas.bytes(&scene)?;
                Some((scene, bytes))
            }
            _ => None,
        };
        let property = row.property.as_ref().and_then(Ask::property);
        let story = Story {
            run: scene.as_ref(),
            breaks_at: property
                .zip(run.as_ref())
                .and_then(|(property, run)| prepared.breaks_at(property, run)),
            every: self.args.every,
            trap: trap.as_ref(),
            reached: reached.as_ref(),
            cut: cut.as_ref(),
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
            scene: Scene::marked(view, state, (mark, reached.places), caption),
        };
        let property = answered.row.property.as_ref().and_then(Ask::property);
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
        let within = match property {
            Some(Property::ShortestAtMost(n)) => Some((*n).max(0) as u64),
            _ => None,
        };
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
