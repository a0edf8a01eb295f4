//! Whether a level can be lost, and the shortest way to do so.

use playproof::{Error, Playproof, Prepared, Property, Run, Val};
use playproof_analysis::{Repairing, Replaying};
use serde_json::{Value, json};

use super::explain::{EFFORT, stuck_json};
use super::scene::of_run;
use super::verify::{decided, result};
use crate::host::Host;
use crate::opened::Opened;
use crate::problem::Problem;
use crate::request::Request;

/// The engine whose runs into a trap are shortest ones.
const SHORTEST: &str = "fixpoint";

/// The shortest play after which winning is impossible.
pub fn lose(host: &Host, request: &Request) -> Result<Value, Problem> {
    let opened = Opened::new(host, request)?;
    let prepared = opened.prepared(host, request)?;
    let property = Property::Unlosable;
    let shortest = match prepared.decide(&property, Some(SHORTEST), &mut host.limits(request)) {
        Ok(proof) => Some(proof),
        Err(Error::Unsupported { .. } | Error::Unknown { .. }) => None,
        Err(error) => return Err(error.into()),
    };
    let is_shortest = shortest
        .as_ref()
        .is_some_and(|proof| proof.answer().is_some());
    let proof = match shortest.filter(|_| is_shortest) {
        Some(proof) => proof,
        None => decided(host, request, &prepared, &property)?,
    };
    let run = proof.certificate.as_ref().filter(|_| proof.violated());
    let run = run.and_then(|certificate| prepared.run_of(certificate));
    let run = run.map(|run| up_to_the_trap(host, request, &prepared, run));
    let run = run.transpose()?;
    let stuck = run.as_ref().and_then(|run| run.states.last());
    let stuck = stuck.map(|end| stuck_at(host, request, &prepared, end));
    let answer = result(&prepared, &property, &proof);
    Ok(json!({
        "answer": answer["answer"],
        "can_lose": match (proof.violated(), proof.holds()) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        },
        "sentence": answer["sentence"],
        "checked": answer["checked"],
        "stopped": answer["stopped"],
        "states": answer["states"],
        "certificate": answer["certificate"],
        "certificate_name": answer["certificate_name"],
        "moves": run.as_ref().map(|run| &run.actions),
        "fatal": run.as_ref().map(|run| run.actions.len()),
        "shortest": is_shortest && proof.violated(),
        "stuck": stuck.transpose()?.flatten(),
        "scene": run.as_ref().map(|run| of_run(&prepared, run, request.every, "")),
    }))
}

/// The run to the first state that is known to be lost.
fn up_to_the_trap(
    host: &Host,
    request: &Request,
    prepared: &Prepared,
    mut run: Run,
) -> Result<Run, Problem> {
    let fate = prepared.fate(&run, EFFORT, &mut host.limits(request))?;
    let known = match fate {
        playproof_analysis::Fate::Lost { after, .. } => Some(after),
        _ => run.breaks_at,
    };
    let n = known.unwrap_or(run.actions.len()).min(run.actions.len());
    run.actions.truncate(n);
    run.states.truncate(n + 1);
    run.repeats_from = None;
    Ok(run)
}

/// What is stuck in a state, in games with pieces.
pub fn stuck_at(
    host: &Host,
    request: &Request,
    prepared: &Prepared,
    state: &[Val],
) -> Result<Option<Value>, Problem> {
    let insight = prepared.insight();
    let pieces = insight.as_ref().and_then(|insight| insight.pieces());
    let Some(level) = pieces.and_then(|pieces| pieces.level_at(state)) else {
        return Ok(None);
    };
    let playproof: &Playproof = host.playproof;
    let Ok(after) = playproof.prepare(&level, Some(prepared.game().name())) else {
        return Ok(None);
    };
    let stuck = after.stuck(EFFORT, &mut host.limits(request))?;
    Ok(stuck.map(|stuck| stuck_json(&after, &stuck)))
}
