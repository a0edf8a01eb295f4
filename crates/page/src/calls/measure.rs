//! Figures of a level, and where they come from: heat over the cells, and what each step of
//! a winning run leaves open.

use playproof::{Property, Value as Amount, Verdict};
use playproof_analysis::{Difficulty, Measuring, Surveying};
use serde_json::{Value, json};

use super::scene::of_run;
use super::verify::stop_word;
use crate::host::Host;
use crate::opened::Opened;
use crate::problem::Problem;
use crate::request::Request;

/// States that are looked at one by one for heat and for what each step leaves open.
const SURVEYED: u64 = 100_000;

/// The figures of a level.
pub fn measure(host: &Host, request: &Request) -> Result<Value, Problem> {
    let opened = Opened::new(host, request)?;
    let prepared = opened.prepared(host, request)?;
    let asked = request.limits.states.unwrap_or(SURVEYED);
    let most = asked.min(SURVEYED);
    let few = || {
        let mut limits = host.limits(request);
        limits.max_states = Some(most);
        limits
    };
    let metrics = prepared.metrics(most, &mut few())?;
    let mut figures: Vec<Value> = Vec::new();
    let mut figure = |name: &str, head: Option<&str>, value: Amount| {
        figures.push(json!({
            "name": name,
            "head": head,
            "value": amount(value),
            "text": in_words(value),
        }));
    };
    let run = metrics.run;
    figure(
        "moves",
        Some("moves"),
        Amount::count(run.map(|run| run.moves)),
    );
    if let Some(winding) = run.and_then(|run| run.winding) {
        figure("turns", Some("turns"), Amount::Count(winding.turns));
        figure(
            "straights",
            Some("straight moves"),
            Amount::Count(winding.straights),
        );
    }
    if let Some(wrong) = run.and_then(|run| run.wrong_turns) {
        figure("wrong_turns", Some("wrong turns"), Amount::Count(wrong));
    }
    let difficulty = match metrics.difficulty() {
        Difficulty::Known(n) => Some(n),
        Difficulty::Unwinnable | Difficulty::Unknown => None,
    };
    figure("difficulty", Some("difficulty"), Amount::count(difficulty));
    figure("states", Some("states"), Amount::count(metrics.states));
    for own in &metrics.figures {
        figure(own.name, own.head, own.value);
    }
    let survey = match prepared.game().counts_states() {
        true => prepared.survey(most, &mut few())?,
        false => None,
    };
    // What was measured is a shortest run; elsewhere any will do.
    let engine = metrics.run.and(Some("explicit"));
    let engine = engine.filter(|_| !prepared.game().is_vast());
    let mut won = prepared.decide(&Property::Solvable, engine, &mut few())?;
    if won.answer().is_none() && engine.is_some() {
        won = prepared.decide(&Property::Solvable, None, &mut host.limits(request))?;
    }
    let won = won
        .certificate
        .filter(|c| c.answer == playproof::Answer::Holds);
    let won = won.and_then(|certificate| prepared.run_of(&certificate));
    let along = survey.as_ref().zip(won.as_ref()).map(|(survey, run)| {
        let choices = survey.along(run).into_iter().zip(&run.actions).enumerate();
        let steps = choices.map(|(step, (choice, action))| {
            json!({
                "step": step,
                "move": action,
                "possible": choice.possible,
                "killing": choice.killing,
            })
        });
        steps.collect::<Vec<_>>()
    });
    let own = prepared.view().heat();
    let heat = own.map(|heat| json!({ "what": heat.what, "counts": heat.counts }));
    let heat = heat.or_else(|| {
        let survey = survey.as_ref()?;
        Some(json!({ "what": "states with the player there", "counts": survey.heat() }))
    });
    let stopped = match &metrics.open {
        Some(Verdict::Unknown(playproof::Reason::Stopped(stop))) => Some(stop_word(*stop)),
        _ => None,
    };
    Ok(json!({
        "figures": figures,
        "solvable": metrics.solvable,
        "moves": run.map(|run| run.moves),
        "difficulty": difficulty,
        "states": metrics.states,
        "dead_states": survey.as_ref().map(|survey| survey.n_dead()),
        "along": along,
        "run": won.as_ref().map(|run| json!({
            "moves": run.actions,
            "scene": of_run(&prepared, run, request.every, ""),
        })),
        "heat": heat,
        "stopped": stopped,
    }))
}

fn amount(value: Amount) -> Value {
    match value {
        Amount::Unknown => Value::Null,
        Amount::Is(is) => is.into(),
        Amount::Count(n) | Amount::AtLeast(n) => n.into(),
        Amount::Ratio(over, under) => (over as f64 / under as f64).into(),
    }
}

/// A figure as people read it.
fn in_words(value: Amount) -> String {
    match value {
        Amount::Unknown => "not known".to_owned(),
        Amount::Is(true) => "yes".to_owned(),
        Amount::Is(false) => "no".to_owned(),
        Amount::Count(n) => playproof::grouped(n),
        Amount::AtLeast(n) => format!("at least {}", playproof::grouped(n)),
        Amount::Ratio(over, under) => format!("{:.2}", over as f64 / under as f64),
    }
}
