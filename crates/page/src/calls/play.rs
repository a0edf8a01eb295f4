//! Play by hand: where moves lead, the light that tells whether it can still be won, and
//! the next move to a win.

use playproof::{Prepared, Run, Winnable};
use playproof_analysis::{Fate, Replaying};
use serde_json::{Value, json};

use super::explain::EFFORT;
use super::games::possible;
use super::lose::stuck_at;
use super::scene::of_run;
use crate::host::Host;
use crate::opened::Opened;
use crate::problem::Problem;
use crate::request::Request;

/// Where moves lead.
pub fn play(host: &Host, request: &Request) -> Result<Value, Problem> {
    let opened = Opened::new(host, request)?;
    let prepared = opened.prepared(host, request)?;
    let moves = request.moves.as_deref().unwrap_or_default();
    let (run, impossible) = match prepared.follow(moves)? {
        Ok(run) => (run, None),
        Err(impossible) => {
            let told = json!({
                "number": impossible.number,
                "action": impossible.action,
                "why": impossible.why,
            });
            (impossible.before, Some(told))
        }
    };
    let subject = prepared.play()?;
    let end = run.states.last();
    let is_won = prepared.won_by(&run, &mut host.limits(request))?.is_some();
    let is_over = end.is_some_and(|end| subject.terminal(end));
    let state = match (is_won, is_over) {
        (true, _) => "won",
        (false, true) => "lost",
        (false, false) => "open",
    };
    let wants_light = request.light.unwrap_or(true);
    let fate = match (is_won, wants_light) {
        (true, _) => Fate::Won,
        (false, true) => prepared.fate(&run, EFFORT, &mut host.limits(request))?,
        (false, false) => Fate::NotKnown,
    };
    let stuck = match (&fate, end) {
        (Fate::Lost { .. }, Some(end)) if !is_over => stuck_at(host, request, &prepared, end)?,
        _ => None,
    };
    let actions = end.map_or(Vec::new(), |end| possible(&subject, end));
    let actions = actions.iter();
    let actions = actions.map(|(name, changes)| json!({ "name": name, "changes": changes }));
    let wants_scene = request.scene.unwrap_or(true);
    Ok(json!({
        "moves": run.actions,
        "impossible": impossible,
        "state": state,
        "light": light(&fate),
        "fatal": fate.fatal(),
        "stuck": stuck,
        "rest": match &fate {
            Fate::Open(rest) => Some(&rest.actions),
            _ => None,
        },
        "actions": actions.collect::<Vec<_>>(),
        "letters": prepared.letters(&run),
        "scene": wants_scene.then(|| of_run(&prepared, &run, request.every, "")),
    }))
}

fn light(fate: &Fate) -> &'static str {
    match fate {
        Fate::Won => "won",
        Fate::Open(_) => "can-be-won",
        Fate::Lost { .. } => "cannot-be-won",
        Fate::NotKnown => "unknown",
    }
}

/// The next move of a shortest win from where moves lead, or of any.
pub fn hint(host: &Host, request: &Request) -> Result<Value, Problem> {
    let opened = Opened::new(host, request)?;
    let prepared = opened.prepared(host, request)?;
    let moves = request.moves.as_deref().unwrap_or_default();
    let run = match prepared.follow(moves)? {
        Ok(run) => run,
        Err(impossible) => impossible.before,
    };
    let rest = rest_of(host, request, &prepared, &run);
    let (light, sentence, rest) = match rest {
        Some(Winnable::By(rest)) if rest.actions.is_empty() => {
            ("won", "This is won.".to_owned(), Some(rest.actions))
        }
        Some(Winnable::By(rest)) => {
            let left = playproof::counted(rest.actions.len() as u64, "move");
            let sentence = format!("Try {}: {left} to a win.", rest.actions[0]);
            ("can-be-won", sentence, Some(rest.actions))
        }
        Some(Winnable::NoLonger) => {
            let sentence = "This can no longer be won: take moves back.".to_owned();
            ("cannot-be-won", sentence, None)
        }
        None => ("unknown", "No win was found in time.".to_owned(), None),
    };
    Ok(json!({
        "light": light,
        "sentence": sentence,
        "move": rest.as_ref().and_then(|rest| rest.first()),
        "n_left": rest.as_ref().map(Vec::len),
        "rest": rest,
    }))
}

fn rest_of(host: &Host, request: &Request, prepared: &Prepared, run: &Run) -> Option<Winnable> {
    let end = run.states.last()?;
    let shortest = prepared.winnable_from(end.clone(), &mut host.limits(request));
    shortest.or_else(|| prepared.soon_winnable_from(end.clone(), &mut host.limits(request)))
}
