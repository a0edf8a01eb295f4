//! `hybrid`: the plan of the coarse game, and the exact run that it leads to.

use std::ops::ControlFlow;

use playproof_certify::{Budget, Stop};
use playproof_game::{
    BoardWay, CommandHelp, Drawing, Drawn, GameCommand, GameOption, OptionKind, Options, Told,
    counted, grouped,
};
use playproof_level::{Diagnostic, Level};
use serde_json::json;

use super::legs::{Guided, Leg, guided, unguided};
use crate::case::{Asking, Case, named};
use crate::coarse::{Coarse, CoarseSettings, Jumps, Planned};
use crate::engine::{Input, Walked};

/// Lets a coarse plan guide the exact search.
pub struct HybridCommand;

const AFTER_HELP: &str = "\
Examples:
  playproof hybrid guided.txt                         the plan, its legs and the exact run
  playproof hybrid guided.txt --svg pictures          and drawn: guided-1-hybrid.svg
  playproof hybrid guided.txt --jumps short

The coarse game is won first, in steps of a tile. The places in which its actions end become
way points, and the exact search goes from one to the next. A way point that is not
reached is left out. Where the exit is not reached in this way, the plain search is
asked, which knows no plan. The run is checked like any other.";

/// How far the jumps of the coarse game go.
pub(crate) const JUMPS: GameOption = GameOption::new(
    "jumps",
    "HOW",
    "How far jumps of the coarse game go.",
    Some("tall"),
    OptionKind::Choice(&[
        ("tall", "four up, or two up and five to the side"),
        ("short", "two up, or one up and four to the side"),
    ]),
);

/// The coarse game with the jumps that were asked for.
pub(crate) fn jumps(options: &Options) -> Coarse {
    let jumps = match options.get("jumps") {
        Some("short") => Jumps::SHORT,
        _ => Jumps::TALL,
    };
    Coarse {
        settings: CoarseSettings {
            jumps,
            ..CoarseSettings::default()
        },
    }
}

const OPTIONS: &[GameOption] = &[JUMPS];

impl GameCommand for HybridCommand {
    fn help(&self) -> CommandHelp {
        CommandHelp {
            name: "hybrid",
            about: "Let a plan in the coarse platform game guide the exact search",
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
        let mut budget = Asking(go_on);
        let plan = jumps(options).plan(level, &mut budget)?;
        let Ok(found) = Found::new(&case, plan, &mut budget) else {
            let help = "a part of the level takes less time";
            return Err(level.error("the search was stopped", help));
        };
        let name = named(level);
        let (head, foot) = (found.head(), found.foot());
        let drawing = case.drawing(
            format!("{name}: a coarse plan and an exact run"),
            format!("{head} {foot}"),
            found.ways(&case),
        );
        let legs: String = found.legs().iter().enumerate().map(line).collect();
        let mut text = format!("{name}: {head}\n");
        if let Some(plan) = &found.plan {
            let actions: Vec<&str> = plan.iter().map(|step| &*step.action).collect();
            text += &format!("    plan: {}\n", actions.join(" "));
        }
        Ok(Told {
            text: format!("{text}{legs}    {foot}\n"),
            json: found.json(level),
            drawings: vec![Drawing {
                name: "hybrid".to_owned(),
                drawn: Ok(Drawn::Board(drawing)),
            }],
            ..Told::default()
        })
    }
}

/// What was found of a level.
struct Found {
    plan: Option<Vec<Planned>>,
    guided: Option<Guided>,
    plain: Walked,
    /// The run that the kernel accepted, and whether it goes by the plan.
    run: Option<(Vec<Input>, bool)>,
}

impl Found {
    fn new(
        case: &Case,
        plan: Option<Vec<Planned>>,
        budget: &mut dyn Budget,
    ) -> Result<Found, Stop> {
        let (world, mut win) = (&case.world, case.target());
        let guided = match &plan {
            Some(plan) => Some(guided(world, plan, &mut win, budget)?),
            None => None,
        };
        let plain = unguided(world, &mut win, budget)?;
        let by_plan = guided.as_ref().and_then(|guided| guided.run.clone());
        let runs = by_plan.map(|run| (run, true)).into_iter();
        let without = plain.is_met.then(|| (plain.inputs.clone(), false));
        let mut runs = runs.chain(without);
        let run = runs.find(|(run, _)| case.is_won_by(run, budget));
        Ok(Found {
            plan,
            guided,
            plain,
            run,
        })
    }

    fn legs(&self) -> &[Leg] {
        self.guided.as_ref().map_or(&[], |guided| &guided.legs)
    }

    /// What there is to say of the plan.
    fn head(&self) -> String {
        let Some(plan) = &self.plan else {
            return "The coarse game has no plan.".to_owned();
        };
        let legs = self.legs();
        let found = legs.iter().filter(|leg| leg.ticks.is_some()).count();
        format!(
            "The coarse plan has {} in {}; with exact physics {} of them were found.",
            counted(plan.len() as u64, "action"),
            counted(legs.len() as u64, "leg"),
            grouped(found as u64),
        )
    }

    /// What there is to say of the runs.
    fn foot(&self) -> String {
        let ticks = |run: &Vec<Input>| counted(run.len() as u64, "tick");
        let states = |n: usize| counted(n as u64, "state");
        let Walked {
            inputs, n_states, ..
        } = &self.plain;
        let plain = match self.plain.is_met {
            true => format!("{} after {}", ticks(inputs), states(*n_states)),
            false => format!("no run in {}", states(*n_states)),
        };
        let Some(Guided {
            n_states: n_guided, ..
        }) = self.guided
        else {
            return format!("The plain search: {plain}.");
        };
        match &self.run {
            Some((run, true)) => format!(
                "By the plan a run of {} was found after {}, and checked; the plain search: {plain}.",
                ticks(run),
                states(n_guided),
            ),
            Some((_, false)) => format!(
                "By the plan no run was found in {}; the plain search: {plain}, checked.",
                states(n_guided),
            ),
            None => format!(
                "By the plan no run was found in {}; the plain search: {plain}. That shows nothing about the level.",
                states(n_guided),
            ),
        }
    }

    fn ways(&self, case: &Case) -> Vec<BoardWay> {
        let mut ways = Vec::new();
        if let Some(plan) = &self.plan {
            let middle = |(x, y): (i64, i64)| (x as f32 + 0.5, y as f32 + 0.5);
            let first = plan.first().map(|step| middle(step.from));
            let points = first.into_iter().chain(plan.iter().map(|s| middle(s.to)));
            ways.push(BoardWay {
                label: "plan".to_owned(),
                points: points.collect(),
                is_bad: true,
            });
        }
        let run = self.run.as_ref();
        ways.extend(run.map(|(run, _)| case.way("exact run", run, false)));
        ways
    }

    fn json(&self, level: &Level) -> String {
        let legs = self.legs().iter().map(|leg| {
            json!({
                "actions": leg.actions,
                "to": leg.to.map(|(column, row)| [column + 1, row + 1]),
                "ticks": leg.ticks,
                "states": leg.n_states,
            })
        });
        let object = json!({
            "level": level.file(),
            "number": level.index() + 1,
            "plan": self.plan.as_ref().map(|plan| plan.iter().map(|s| &*s.action).collect::<Vec<_>>()),
            "legs": legs.collect::<Vec<_>>(),
            "guided_states": self.guided.as_ref().map(|guided| guided.n_states),
            "plain_states": self.plain.n_states,
            "ticks": self.run.as_ref().map(|(run, _)| run.len()),
            "by_plan": self.run.as_ref().map(|(_, by_plan)| by_plan),
        });
        object.to_string() + "\n"
    }
}

/// A line about a leg.
fn line((i, leg): (usize, &Leg)) -> String {
    let to = match leg.to {
        Some((column, row)) => format!("column {}, row {}", column + 1, row + 1),
        None => "the exit".to_owned(),
    };
    let states = counted(leg.n_states as u64, "state");
    let outcome = match leg.ticks {
        Some(ticks) => format!("{}, {states}", counted(ticks as u64, "tick")),
        None if leg.n_states == 0 => "not needed".to_owned(),
        None => format!("not found in {states}, left out"),
    };
    format!(
        "    {}. {} to {to}: {outcome}\n",
        i + 1,
        leg.actions.join(" ")
    )
}
