//! `most`: the most coins or kills of any run that wins.

use std::ops::ControlFlow;

use playproof_game::{
    CommandHelp, GameCommand, GameOption, OptionKind, Options, Told, counted, grouped,
};
use playproof_level::{Diagnostic, Level};
use serde_json::json;

use super::actions::Jumps;
use super::game::Coarse;
use super::most::{Most, Of};
use super::settings::CoarseSettings;
use crate::case::{Asking, named};

/// Says how many coins, or how many kills, there can be.
pub struct MostCommand;

const AFTER_HELP: &str = "\
Examples:
  playproof most guided.txt                           the most coins, and a run with so many
  playproof most guided.txt --of kills --time 60      within the time
  playproof most guided.txt --jumps tall

The level is played in steps of a tile, as in the game `platform-coarse`. The run is
checked, and so is the proof that no run that wins has more. If the search ends too
early, the best run is shown with a bound that is proved too.";

const OPTIONS: &[GameOption] = &[
    GameOption::new(
        "of",
        "WHAT",
        "What is counted.",
        Some("coins"),
        OptionKind::Choice(&[("coins", "coins taken"), ("kills", "enemies killed")]),
    ),
    GameOption::new(
        "jumps",
        "HOW",
        "How far jumps go.",
        Some("short"),
        OptionKind::Choice(&[
            ("short", "two up, or one up and four to the side"),
            ("tall", "four up, or two up and five to the side"),
        ]),
    ),
    GameOption::new(
        "max-states",
        "N",
        "Stop after so many states.",
        Some("1000000"),
        OptionKind::Number(1, i64::MAX),
    ),
];

impl GameCommand for MostCommand {
    fn help(&self) -> CommandHelp {
        CommandHelp {
            name: "most",
            about: "Find the most coins or kills in a platform level in steps of a tile",
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
        let jumps = match options.get("jumps") {
            Some("tall") => Jumps::TALL,
            _ => Jumps::SHORT,
        };
        let of = match options.get("of") {
            Some("kills") => Of::Kills,
            _ => Of::Coins,
        };
        let game = Coarse {
            settings: CoarseSettings {
                jumps,
                ..CoarseSettings::default()
            },
        };
        let max_states = options.parsed("max-states").unwrap_or(u64::MAX);
        let most = game.most(level, of, max_states, &mut Asking(go_on))?;
        Ok(Told {
            text: text(level, of, &most),
            json: json(level, of, &most),
            ..Told::default()
        })
    }
}

fn text(level: &Level, of: Of, most: &Most) -> String {
    let (name, of) = (named(level), of.name());
    let Some(best) = most.best else {
        let why = match most.bound {
            Some(_) => "no run wins, checked",
            None => "no run was found that wins",
        };
        return format!("{name}: {why}\n");
    };
    let (best, there_are) = (grouped(best as u64), grouped(most.there_are as u64));
    let bound = match most.bound {
        Some(_) if most.is_settled() => "and no run that wins has more".to_owned(),
        Some(bound) => format!(
            "and no run that wins has more than {}",
            grouped(bound as u64)
        ),
        None => "whether there are more is not proved".to_owned(),
    };
    let states = counted(most.states, "state");
    let run = most.run.join(" ");
    format!("{name}: {best} of {there_are} {of}, {bound}, checked ({states})\n    run: {run}\n")
}

fn json(level: &Level, of: Of, most: &Most) -> String {
    let object = json!({
        "level": level.file(),
        "number": level.index() + 1,
        "of": of.name(),
        "there_are": most.there_are,
        "most": most.best,
        "bound": most.bound,
        "is_settled": most.is_settled(),
        "run": most.run,
        "states": most.states,
    });
    object.to_string() + "\n"
}
