//! `jump`: whether anybody can make a jump of a level.

use std::ops::{ControlFlow, RangeInclusive};

use playproof_game::{
    CommandHelp, GameCommand, GameOption, OptionKind, Options, Told, counted, grouped,
};
use playproof_level::{Diagnostic, Level};
use serde_json::{Value, json};

use super::question::{Cell, Jump, JumpAnswer, JumpQuestion, NoJump};
use crate::case::Asking;
use crate::engine::Input;
use crate::options::{is_place, place};
use crate::profile::GAITS;
use crate::rules::Stage;

/// Says whether a jump can be made.
pub struct JumpCommand;

const AFTER_HELP: &str = "\
Examples:
  playproof jump first.txt --from 10,8 --to 14,8            can the player get there at all?
  playproof jump first.txt 10,8 14,8                        the same, shorter
  playproof jump first.txt --from 10,8 --to 14,8 --direct   in one jump, from ledge to ledge?
  playproof jump first.txt --from 10,8 --to 14,8 --direct --running

One begins in the middle of FROM, standing still, or with --running at whatever speed is
best. Without --direct any way will do that ends with the middle of the body in TO. With
--direct one may run up and down on the ledge of FROM, the ground on either side of it at
the same height, and no other ground may be touched before the ledge of TO.

Walkers, the time limit and the exit do not count. Columns and rows count from 1. The
answer is a run, or a proof that there is none; the kernel has accepted either. The exit
status is 1 if nobody can make the jump.";

const OPTIONS: &[GameOption] = &[
    GameOption::new(
        "from",
        "C,R",
        "The column and row to begin in [default: the start].",
        None,
        OptionKind::Text(is_place),
    )
    .bare(),
    GameOption::new(
        "to",
        "C,R",
        "The column and row to reach.",
        None,
        OptionKind::Text(is_place),
    )
    .bare(),
    GameOption::switch("direct", "Touch no ground except the two ledges."),
    GameOption::switch("running", "Begin at any speed, not only from standing."),
];

impl GameCommand for JumpCommand {
    fn help(&self) -> CommandHelp {
        CommandHelp {
            name: "jump",
            about: "Prove whether anybody can make a jump of a platform level",
            after: AFTER_HELP,
            options: OPTIONS,
        }
    }

    fn run(
        &self,
        level: &Level,
        options: &Options,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Told, Diagnostic> {
        let (stage, _) = Stage::read(level)?;
        let given = |name: &str| options.get(name).and_then(place);
        let Some(to) = given("to") else {
            let help = "say it with --to COLUMN,ROW, or name both places: FROM TO";
            return Err(level.error("it is not said where the jump ends", help));
        };
        let question = JumpQuestion {
            from: given("from").unwrap_or(stage.board.start),
            to,
            is_running: options.is_on("running"),
            is_direct: options.is_on("direct"),
        };
        let refuse = |why: NoJump| refusal(level, &stage, why);
        let jump = Jump::new(&stage, question).map_err(refuse)?;
        let answer = jump.decide(&mut Asking(go_on)).map_err(refuse)?;
        let parts = f64::from(stage.profile.tile) / 16.0;
        let words = Words {
            level,
            question,
            ledges: jump.ledges(),
            answer: &answer,
            pixels: &|length| f64::from(length) / parts,
        };
        Ok(Told {
            text: words.text(),
            json: words.json().to_string() + "\n",
            is_violated: matches!(answer, JumpAnswer::Impossible(_)),
            ..Told::default()
        })
    }
}

fn refusal(level: &Level, stage: &Stage, why: NoJump) -> Diagnostic {
    let (width, height) = (stage.board.width, stage.board.height);
    match why {
        NoJump::Asked(Some((column, row)), why) if column < width && row < height => {
            level.error_at(column, row, why, "choose another place")
        }
        NoJump::Asked(Some(_), _) => {
            let help = format!("the map has {width} columns and {height} rows, counted from 1");
            level.error("the place is beyond the map", help)
        }
        NoJump::Asked(None, why) => level.error(why, "choose another level"),
        NoJump::Stopped(_) => level.error("the question was not decided in time", "ask again"),
        NoJump::Undecided(why) => level.error(why, "ask without --direct"),
    }
}

/// What is said of a jump.
struct Words<'a> {
    level: &'a Level,
    question: JumpQuestion,
    ledges: [RangeInclusive<usize>; 2],
    answer: &'a JumpAnswer,
    pixels: &'a dyn Fn(i32) -> f64,
}

impl Words<'_> {
    fn asked(&self) -> String {
        let cell = |(column, row): Cell| format!("column {}, row {}", column + 1, row + 1);
        let ledge = |columns: &RangeInclusive<usize>| match columns.start() == columns.end() {
            true => format!("column {}", columns.start() + 1),
            false => format!("columns {} to {}", columns.start() + 1, columns.end() + 1),
        };
        let how = match self.question.is_running {
            true => "at any speed",
            false => "standing still",
        };
        let (from, to) = (cell(self.question.from), cell(self.question.to));
        match self.question.is_direct {
            false => format!("from {from}, {how}, can one come to stand in {to}, by any way?"),
            true => format!(
                "from {from}, {how}, can one come from this ledge ({}) to that of {to} ({}) without touching other ground?",
                ledge(&self.ledges[0]),
                ledge(&self.ledges[1]),
            ),
        }
    }

    fn text(&self) -> String {
        let name = match self.level.index() {
            0 => self.level.file().to_owned(),
            n => format!("{} #{}", self.level.file(), n + 1),
        };
        let answer = match self.answer {
            JumpAnswer::Possible(vx, inputs) => {
                let speed = match self.question.is_running {
                    true => format!(", begun at {} pixels a tick", (self.pixels)(*vx)),
                    false => String::new(),
                };
                let ticks = counted(inputs.len() as u64, "tick");
                format!(
                    "yes, in {ticks}{speed}; the kernel accepted the run\n    {}",
                    short(inputs)
                )
            }
            JumpAnswer::Impossible(ranges) => format!(
                "no, nobody can; the kernel accepted the proof, a closed set of {} ranges",
                grouped(*ranges as u64)
            ),
        };
        format!("{name}: {}\n    {answer}\n", self.asked())
    }

    fn json(&self) -> Value {
        let cell = |(column, row): Cell| json!([column + 1, row + 1]);
        let mut all = json!({
            "level": self.level.file(),
            "number": self.level.index() + 1,
            "question": self.asked(),
            "from": cell(self.question.from),
            "to": cell(self.question.to),
            "direct": self.question.is_direct,
            "running": self.question.is_running,
            "possible": matches!(self.answer, JumpAnswer::Possible(..)),
        });
        match self.answer {
            JumpAnswer::Possible(vx, inputs) => {
                all["ticks"] = json!(inputs.len());
                all["speed"] = json!((self.pixels)(*vx));
                all["run"] = json!(short(inputs));
                all["evidence"] = json!("trace");
            }
            JumpAnswer::Impossible(ranges) => {
                all["ranges"] = json!(ranges);
                all["evidence"] = json!("closed-set");
            }
        }
        all
    }
}

/// Inputs in short: each with how often it comes in a row.
fn short(inputs: &[Input]) -> String {
    let rows = inputs.chunk_by(|a, b| a == b).map(|row| {
        let (gait, presses) = row[0];
        let (gait, jump) = (GAITS[usize::from(gait)], if presses { "+jump" } else { "" });
        format!("{gait}{jump} x{}", row.len())
    });
    rows.collect::<Vec<_>>().join(", ")
}
