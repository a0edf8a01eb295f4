//! `agent`: how far a player gets that sees one screen, and whether the level can be won.

use std::ops::ControlFlow;

use playproof_game::{
    CommandHelp, Drawing, Drawn, GameCommand, GameOption, OptionKind, Options, Told, counted,
    grouped,
};
use playproof_level::{Diagnostic, Level};
use serde_json::json;

use super::play::{Agent, Fate, Played};
use crate::case::{Asking, Case, Playable, named};

/// Lets the agent play a level.
pub struct AgentCommand;

const AFTER_HELP: &str = "\
Examples:
  playproof agent dead-end.txt                        how far it gets
  playproof agent dead-end.txt --svg pictures         and drawn: dead-end-1-agent.svg
  playproof agent dead-end.txt --screen 60            a wider screen

In every tick the agent plans by A* to the right border of the screen, or to the exit if it
is on the screen, and does the first thing of its plan. It gives up after 100 ticks in
which it got no further to the right. Where it loses nothing is shown about the level:
whether it can be won all the same is asked of the ordinary engine.";

const OPTIONS: &[GameOption] = &[
    GameOption::new(
        "screen",
        "N",
        "How many columns the player sees.",
        Some("22"),
        OptionKind::Number(2, 16_384),
    ),
    GameOption::new(
        "states",
        "N",
        "How many states it may look at per tick.",
        Some("5000"),
        OptionKind::Number(1, 10_000_000),
    ),
];

impl GameCommand for AgentCommand {
    fn help(&self) -> CommandHelp {
        CommandHelp {
            name: "agent",
            about: "Let a player that sees one screen try a platform level",
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
        let case = Case::read(level)?;
        let agent = Agent {
            screen: options.parsed("screen").unwrap_or(22),
            states: options.parsed("states").unwrap_or(5000),
        };
        let mut budget = Asking(go_on);
        let Ok(played) = agent.play(&case.world, &mut budget) else {
            let help = "allow it fewer states in a tick";
            return Err(level.error("the agent was stopped", help));
        };
        let playable = case.decide(&mut budget);
        let (name, n_ticks) = (named(level), played.inputs.len());
        let (did, can) = (did(&case, &played), can(&playable));
        let mut ways = vec![case.way("agent", &played.inputs, played.fate != Fate::Won)];
        if let Playable::Yes(run) = &playable {
            ways.push(case.way("a run", run, false));
        }
        let drawing = case.drawing(
            format!("{name}: an agent that sees {} columns", agent.screen),
            format!("{did} {can}"),
            ways,
        );
        Ok(Told {
            text: format!(
                "{name}: {did}\n    {}, {} states looked at\n    {can}\n",
                counted(n_ticks as u64, "tick"),
                grouped(played.n_states),
            ),
            json: json!({
                "level": level.file(),
                "number": level.index() + 1,
                "screen": agent.screen,
                "states_a_tick": agent.states,
                "fate": word(played.fate),
                "furthest_column": case.column(&played.furthest),
                "last_column": case.column(&played.last),
                "ticks": n_ticks,
                "states": played.n_states,
                "playable": match &playable {
                    Playable::Yes(_) => Some(true),
                    Playable::No => Some(false),
                    Playable::Unknown => None,
                },
            })
            .to_string()
                + "\n",
            drawings: vec![Drawing {
                name: "agent".to_owned(),
                drawn: Ok(Drawn::Board(drawing)),
            }],
            ..Told::default()
        })
    }
}

fn word(fate: Fate) -> &'static str {
    match fate {
        Fate::Won => "won",
        Fate::Died => "died",
        Fate::Late => "late",
        Fate::GaveUp => "gave up",
    }
}

/// What the agent did.
fn did(case: &Case, played: &Played) -> String {
    let (last, furthest) = (case.column(&played.last), case.column(&played.furthest));
    let got = format!("it got to column {furthest} of {}", case.stage.board.width);
    match played.fate {
        Fate::Won => "The agent won.".to_owned(),
        Fate::Died => format!("The agent died in column {last}; {got}."),
        Fate::Late => format!("The agent ran out of time in column {last}; {got}."),
        Fate::GaveUp => format!("The agent gave up in column {last}; {got}."),
    }
}

/// What the ordinary engine says.
fn can(playable: &Playable) -> String {
    match playable {
        Playable::Yes(run) => format!(
            "The level can be won: a run of {} was found and checked.",
            counted(run.len() as u64, "tick")
        ),
        Playable::No => "Nobody can win the level: that was proved and checked.".to_owned(),
        Playable::Unknown => "Whether the level can be won was not decided.".to_owned(),
    }
}
