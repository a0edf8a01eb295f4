//! `most --coarse`: the most coins or kills of any run that wins, in steps of a tile.

use std::ops::ControlFlow;

use playproof_game::{Options, Told, counted, grouped};
use playproof_level::{Diagnostic, Level};
use serde_json::json;

use super::actions::Jumps;
use super::game::Coarse;
use super::most::Most;
use super::settings::CoarseSettings;
use crate::case::{Asking, named};
use crate::most::Of;

/// What there is to say of a level that is played in steps of a tile.
pub(crate) fn coarsely(
    level: &Level,
    of: Of,
    options: &Options,
    go_on: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<Told, Diagnostic> {
    let jumps = match options.get("jumps") {
        Some("tall") => Jumps::TALL,
        _ => Jumps::SHORT,
    };
    let game = Coarse {
        settings: CoarseSettings {
            jumps,
            ..CoarseSettings::default()
        },
    };
    let max_states = options.parsed("states").unwrap_or(u64::MAX);
    let most = game.most(level, of, max_states, &mut Asking(go_on))?;
    Ok(Told {
        text: text(level, of, &most),
        json: json(level, of, &most),
        is_violated: most.best.is_none() && most.bound.is_some(),
        ..Told::default()
    })
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
