//! Why an answer is what it is: in words, and as places to draw.

use playproof::{Playproof, Prepared, Property, Spot, Val};
use playproof_analysis::{Effort, FindingFaults, Minimality, Repairing, Stuck};
use serde_json::{Value, json};

use super::repair;
use super::scene::of_run;
use super::verify::{decided, result};
use crate::host::Host;
use crate::opened::Opened;
use crate::problem::Problem;
use crate::request::Request;
use crate::spots::spots;

/// States that one search behind an explanation may see, and all of them.
pub const EFFORT: Effort = Effort {
    each: 200_000,
    in_all: 2_000_000,
};

/// States that are gone through to mark where the player can be.
const MARKED: u64 = 100_000;

/// Why a property holds or does not.
pub fn explain(host: &Host, request: &Request) -> Result<Value, Problem> {
    let opened = Opened::new(host, request)?;
    let prepared = opened.prepared(host, request)?;
    let property = match &request.property {
        Some(text) => Playproof::property(text)?,
        None => Property::Solvable,
    };
    let proof = decided(host, request, &prepared, &property)?;
    let insight = prepared.insight();
    let pieces = insight.as_ref().and_then(|insight| insight.pieces());
    let is_lost = proof.violated() && property == Property::Solvable;
    let mut why = None;
    let mut stuck = None;
    if is_lost {
        why = insight.as_ref().and_then(|insight| insight.why_lost());
        stuck = prepared.stuck(EFFORT, &mut host.limits(request))?;
    } else if proof.violated() {
        why = insight
            .as_ref()
            .and_then(|insight| insight.why_unreached(&property));
    }
    let faults = match &proof.certificate {
        Some(certificate) if proof.violated() => {
            let asked = asked_of_faults(&property);
            let found = asked.map(|asked| {
                prepared.faults(
                    asked,
                    certificate,
                    request.repairs,
                    &mut host.limits(request),
                )
            });
            found.transpose()?.flatten()
        }
        _ => None,
    };
    let run = proof.certificate.as_ref();
    let run = run.and_then(|certificate| prepared.run_of(certificate));
    let dead = pieces.map(|pieces| pieces.dead());
    let reached = match proof.violated() {
        true => reached(host, request, &prepared, None),
        false => None,
    };
    let repairs = match request.repairs && is_lost {
        true => Some(repair::found(
            host,
            request,
            &opened,
            &prepared,
            stuck.as_ref(),
        )?),
        false => None,
    };
    let answer = result(&prepared, &property, &proof);
    let text = [
        why.clone(),
        faults.as_ref().map(|(faults, _)| faults.text.clone()),
    ];
    let text: Vec<String> = text.into_iter().flatten().collect();
    let json = faults
        .as_ref()
        .and_then(|(faults, _)| serde_json::from_str::<Value>(faults.json.lines().next()?).ok());
    let play = faults.and_then(|(faults, _)| faults.play);
    Ok(json!({
        "answer": answer["answer"],
        "result": answer,
        "reason": why,
        "stuck": stuck.as_ref().map(|stuck| stuck_json(&prepared, stuck)),
        "spare": stuck.as_ref().map(|stuck| spare(&prepared, stuck)),
        "dead": dead.map(|dead| spots(&dead)),
        "reached": reached.map(|reached| spots(&reached)),
        "text": text.join("\n"),
        "faults": json,
        "play": play.map(|play| {
            let run = playproof::Run {
                states: play.states,
                actions: play.actions,
                repeats_from: None,
                breaks_at: None,
            };
            json!({ "moves": run.actions, "scene": of_run(&prepared, &run, None, "") })
        }),
        "run": run.map(|run| json!({ "moves": run.actions, "breaks_at": run.breaks_at })),
        "repairs": repairs,
    }))
}

/// What games are asked to look into, where they are.
fn asked_of_faults(property: &Property) -> Option<&'static Property> {
    let known: [&'static Property; 2] = [&Property::Solvable, &Property::Unlosable];
    known.into_iter().find(|known| *known == property)
}

/// What is stuck, for a page.
pub fn stuck_json(prepared: &Prepared, stuck: &Stuck) -> Value {
    let insight = prepared.insight();
    let pieces = insight.as_ref().and_then(|insight| insight.pieces());
    json!({
        "pieces": spots(&stuck.pieces),
        "name": pieces.map(|pieces| pieces.name()),
        "why": pieces.and_then(|pieces| pieces.why_stuck(&stuck.pieces)),
        "minimality": match stuck.minimality {
            Minimality::Smallest => "smallest",
            Minimality::NoneToSpare => "none to spare",
            Minimality::NotKnown => "not known",
        },
    })
}

/// The pieces that do not matter.
fn spare(prepared: &Prepared, stuck: &Stuck) -> Value {
    let insight = prepared.insight();
    let pieces = insight.as_ref().and_then(|insight| insight.pieces());
    let all = pieces.map_or(Vec::new(), |pieces| pieces.spots().to_vec());
    let spare = all.into_iter().filter(|at| !stuck.pieces.contains(at));
    spots(&spare.collect::<Vec<_>>())
}

/// Where the player can be, from the beginning or from a state.
pub fn reached(
    host: &Host,
    request: &Request,
    prepared: &Prepared,
    from: Option<&[Val]>,
) -> Option<Vec<Spot>> {
    if !prepared.game().counts_states() {
        return None;
    }
    let mut limits = host.limits(request);
    limits.max_states = limits.max_states.map(|n| n.min(MARKED));
    let reached = prepared.reached(from, None, &mut limits)?;
    Some(reached.places)
}
