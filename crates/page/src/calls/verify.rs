//! Answers to properties, each with its certificate.

use playproof::{
    Certificate, Level, Phase, Playproof, Prepared, Proof, Property, Reason, Stop, Verdict,
};
use playproof_report::{Row, english, sentence};
use serde_json::{Value, json};

use super::scene::of_run;
use crate::host::Host;
use crate::opened::Opened;
use crate::problem::{Problem, diagnostics};
use crate::request::Request;
use playproof_report::base64::encoded;

/// Decides properties of a level.
pub fn verify(host: &Host, request: &Request) -> Result<Value, Problem> {
    let opened = Opened::new(host, request)?;
    let prepared = opened.prepared(host, request)?;
    let usual = vec!["solvable".to_owned()];
    let properties = request.properties.as_ref().unwrap_or(&usual);
    let mut warnings = opened.collection.warnings.clone();
    let results = properties.iter().map(|text| {
        let proved = Playproof::property(text).map_err(Problem::from);
        let proved = proved.and_then(|property| {
            let proof = decided(host, request, &prepared, &property)?;
            Ok((property, proof))
        });
        match proved {
            Ok((property, proof)) => {
                let known = |w: &playproof::Diagnostic| warnings.contains(w);
                let new: Vec<_> = proof
                    .warnings
                    .iter()
                    .filter(|w| !known(w))
                    .cloned()
                    .collect();
                warnings.extend(new);
                result(&prepared, &property, &proof)
            }
            Err(problem) => json!({
                "property": text,
                "answer": "unknown",
                "checked": false,
                "error": problem.inner(),
            }),
        }
    });
    let results: Vec<Value> = results.collect();
    Ok(json!({
        "game": prepared.game().name(),
        "results": results,
        "diagnostics": diagnostics(&warnings),
    }))
}

/// Decides a property as the request wants it.
pub fn decided(
    host: &Host,
    request: &Request,
    prepared: &Prepared,
    property: &Property,
) -> Result<Proof, Problem> {
    let engine = request.engine.as_deref().filter(|name| *name != "auto");
    let mut limits = host.limits(request);
    let proof = match engine {
        // Rivals start only where there are threads for them.
        None => prepared.verify_by_portfolio(property, &mut limits)?,
        engine => prepared.verify(property, engine, &mut limits)?,
    };
    Ok(proof)
}

/// An answer for a page.
pub fn result(prepared: &Prepared, property: &Property, proof: &Proof) -> Value {
    let level = prepared.level();
    let mut row = Row::asked(level, 1, property);
    row.answered(proof, Phase::Searching);
    let accepted = match &proof.verdict {
        Verdict::Decided(accepted) => Some(accepted),
        _ => None,
    };
    let stopped = match &proof.verdict {
        Verdict::Unknown(Reason::Stopped(stop)) => Some(stop_word(*stop)),
        _ => None,
    };
    let reason = row.conclusion.why().map(ToString::to_string);
    let run = proof.certificate.as_ref();
    let run = run.and_then(|certificate| prepared.run_of(certificate));
    json!({
        "property": property.to_string(),
        "question": english(property),
        "answer": row.conclusion.word(),
        "sentence": sentence(&row),
        "checked": accepted.is_some(),
        "stopped": stopped,
        "reason": reason,
        "moves": proof.solution,
        "letters": run.and_then(|run| prepared.letters(&run)),
        "length": proof.length,
        "repeats_from": proof.repeats_from,
        "n_runs": proof.n_runs,
        "states": proof.states,
        "lower_bound": proof.lower_bound,
        "engine": proof.engine,
        "evidence": proof.certificate.as_ref().map(|c| c.evidence.kind()),
        "axioms": proof.verdict.axioms(),
        "statement": accepted.map(|accepted| accepted.statement().to_string()),
        "notes": proof.notes,
        "certificate": proof.certificate.as_ref().map(certificate),
        "certificate_name": proof.certificate.as_ref().map(|_| certificate_name(level)),
        "error": null,
    })
}

/// A certificate's bytes as text.
pub fn certificate(certificate: &Certificate) -> String {
    encoded(&certificate.to_bytes(false))
}

/// What a certificate's file is called.
fn certificate_name(level: &Level) -> String {
    let file = level.file().rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = file.split('.').next().unwrap_or_default();
    let stem = if stem.is_empty() { "level" } else { stem };
    format!("{stem}-{}.cert", level.index() + 1)
}

/// What stopped a search, in a word.
pub fn stop_word(stop: Stop) -> &'static str {
    match stop {
        Stop::States => "states",
        Stop::Memory => "memory",
        Stop::Time => "time",
        Stop::Cancelled => "cancelled",
        _ => "incomplete",
    }
}

/// Winning runs side by side.
pub fn alternatives(host: &Host, request: &Request) -> Result<Value, Problem> {
    let opened = Opened::new(host, request)?;
    let prepared = opened.prepared(host, request)?;
    let n = request.n.unwrap_or(2).clamp(1, 100);
    let property = Playproof::property(&format!("alternatives >= {n}"))?;
    let proof = decided(host, request, &prepared, &property)?;
    let runs = proof.certificate.as_ref();
    let runs = runs.map_or(Vec::new(), |certificate| prepared.runs_of(certificate));
    let runs = runs.iter().map(|run| {
        json!({
            "moves": run.actions,
            "scene": of_run(&prepared, run, request.every, ""),
        })
    });
    Ok(json!({
        "result": result(&prepared, &property, &proof),
        "runs": runs.collect::<Vec<_>>(),
    }))
}
