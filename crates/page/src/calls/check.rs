//! A certificate that somebody dropped on the page, checked by the kernel.

use playproof::{
    AcceptedCertificate, CertificateFile, CertificateRejected, Playproof, Property, unpacked,
};
use playproof_report::{Row, english, sentence};
use serde_json::{Value, json};

use super::scene::of_run;
use super::verify::stop_word;
use crate::host::Host;
use crate::opened::{Opened, rows};
use crate::problem::Problem;
use crate::request::Request;
use playproof_report::base64::decoded;

/// What a certificate may unpack to on a page.
const MOST: u64 = 64 << 20;

/// Checks a certificate, and whether it is about a level.
pub fn check(host: &Host, request: &Request) -> Result<Value, Problem> {
    let text = request.needed(&request.certificate, "certificate")?;
    let bytes = decoded(text);
    let bytes = bytes.ok_or_else(|| Problem::new("`certificate` is no base64"))?;
    let mut limits = host.limits(request);
    limits.max_states = None;
    let most = MOST.min(limits.max_bytes.unwrap_or(MOST));
    let accepted = match host.playproof.check(&bytes, most, &mut limits) {
        Ok(accepted) => accepted,
        Err(CertificateRejected::Unreadable(why)) => {
            return Err(Problem::new(format!("this is no certificate: {why}")));
        }
        Err(rejected) => return Ok(refused(host.playproof, &bytes, most, &rejected)),
    };
    let about = match &request.text {
        Some(_) => {
            let opened = Opened::new(host, request)?;
            Some(host.playproof.is_about(&accepted, &opened.level))
        }
        None => None,
    };
    shown(host, &accepted, about)
}

fn part(name: &str, ok: Option<bool>, text: &str) -> Value {
    json!({ "name": name, "ok": ok, "text": text })
}

const EVIDENCE: &str = "The evidence shows the answer to the statement.";
const STATEMENT: &str = "The statement is what the property says of the level.";
const LEVEL: &str = "The level is read as it is written here.";

fn shown(
    host: &Host,
    accepted: &AcceptedCertificate,
    about: Option<bool>,
) -> Result<Value, Problem> {
    let certificate = &accepted.certificate;
    let property: Property = Playproof::property(&certificate.property)?;
    let prepared = host
        .playproof
        .prepare(&accepted.level, Some(&certificate.game))?;
    let run = prepared.run_of(certificate);
    let mut row = Row::asked(&accepted.level, 1, &property);
    row.accepted(accepted, Some(property.clone()));
    let drawing = prepared.game().drawing(&accepted.level);
    Ok(json!({
        "accepted": true,
        "reason": null,
        "parts": [
            part("evidence", Some(true), EVIDENCE),
            part("statement", Some(true), STATEMENT),
            part("level", Some(true), LEVEL),
        ],
        "game": certificate.game,
        "property": certificate.property,
        "question": english(&property),
        "answer": row.conclusion.word(),
        "sentence": sentence(&row),
        "evidence": certificate.evidence.kind(),
        "axioms": accepted.accepted.axioms(),
        "statement": accepted.accepted.statement().to_string(),
        "level": {
            "text": certificate.level,
            "rows": drawing.as_ref().map(rows),
            "title": accepted.level.title(),
        },
        "moves": accepted.solution,
        "letters": run.as_ref().and_then(|run| prepared.letters(run)),
        "scene": run.as_ref().map(|run| of_run(&prepared, run, None, "")),
        "is_about_level": about,
    }))
}

/// What is wrong, and which of the three parts it is.
fn refused(playproof: &Playproof, bytes: &[u8], most: u64, why: &CertificateRejected) -> Value {
    let stopped = match why {
        CertificateRejected::Stopped(stop) => Some(stop_word(*stop)),
        _ => None,
    };
    let bytes = unpacked(bytes, most).ok();
    let file = bytes
        .as_deref()
        .and_then(|bytes| CertificateFile::parse(bytes).ok());
    let level = file.as_ref().and_then(|file| {
        let read = playproof
            .read("the certificate's level", file.level.as_bytes())
            .ok()?;
        let [level] = &read.levels[..] else {
            return None;
        };
        let game = playproof.game(file.game).ok()?;
        (game.text(level) == file.level).then(|| level.clone())
    });
    let is_meant = file.as_ref().zip(level.as_ref()).map(|(file, level)| {
        let statement = || {
            let property = Playproof::property(file.property).ok()?;
            let prepared = playproof.prepare(level, Some(file.game)).ok()?;
            let is_core = property.core() == file.core;
            prepared.statement(&property).ok().filter(|_| is_core)
        };
        statement().is_some_and(|statement| statement.fingerprint().0 == file.rules)
    });
    // What was not looked at is neither right nor wrong.
    let is_shown = match (stopped, is_meant) {
        (None, Some(true)) => Some(false),
        _ => None,
    };
    let text = file.as_ref().map(|file| file.level);
    json!({
        "accepted": false,
        "reason": why.to_string(),
        "stopped": stopped,
        "parts": [
            part("evidence", is_shown, EVIDENCE),
            part("statement", is_meant, STATEMENT),
            part("level", file.as_ref().map(|_| level.is_some()), LEVEL),
        ],
        "game": file.as_ref().map(|file| file.game),
        "property": file.as_ref().map(|file| file.property),
        "level": text.map(|text| json!({ "text": text, "rows": null, "title": null })),
    })
}
