//! The smallest changes that mend a level, as buttons need them.

use std::collections::BTreeSet;

use playproof::{Change, Edit, Level, Prepared, Proof, Property};
use playproof_analysis::{Effort, FindingFaults, Repair, Repairing, Stuck};
use serde_json::{Value, json};

use super::explain::EFFORT;
use super::verify::{certificate, decided};
use crate::host::Host;
use crate::opened::{Opened, rows, with_rows};
use crate::problem::Problem;
use crate::request::Request;
use crate::spots::spot;

/// What mends a level that cannot be won.
pub fn repair(host: &Host, request: &Request) -> Result<Value, Problem> {
    let opened = Opened::new(host, request)?;
    let prepared = opened.prepared(host, request)?;
    let stuck = prepared.stuck(EFFORT, &mut host.limits(request))?;
    found(host, request, &opened, &prepared, stuck.as_ref())
}

/// A repair for each kind of change that helps, the smallest first.
pub fn found(
    host: &Host,
    request: &Request,
    opened: &Opened,
    prepared: &Prepared,
    stuck: Option<&Stuck>,
) -> Result<Value, Problem> {
    let mut list = List {
        host,
        request,
        opened,
        prepared,
        repairs: Vec::new(),
        texts: BTreeSet::new(),
    };
    if prepared.game().fault_finder().is_some() {
        list.by_the_game()?;
    }
    let looked = |kinds: &[String], effort: Effort| {
        prepared.repair(kinds, stuck, effort, &mut host.limits(request))
    };
    let first = looked(&request.kinds, EFFORT)?;
    let Some(first) = first else {
        return Ok(list.json(json!({ "kinds": [] })));
    };
    let kinds = kinds(prepared);
    if let Some(found) = &first.found {
        list.add(found, first.is_smallest())?;
        // Of every other kind the smallest, within less effort: a page offers them beside it.
        let size = |repair: &Repair| repair.changes.iter().map(|c| c.size).sum::<u32>();
        let least = size(found);
        let others = kinds.iter().filter(|_| request.kinds.is_empty());
        for kind in others {
            let is_known = found.changes.iter().all(|change| change.what == **kind);
            if is_known || !first_only(&first) {
                continue;
            }
            let other = looked(std::slice::from_ref(kind), LESS)?;
            let other = other.and_then(|other| other.found);
            if let Some(other) = other.filter(|other| size(other) <= 4 * least.max(1)) {
                list.add(&other, false)?;
            }
        }
    }
    Ok(list.json(json!({
        "kinds": kinds,
        "n_futile": first.n_futile,
        "n_undecided": first.n_undecided,
        "hopeless": first.hopeless,
    })))
}

const LESS: Effort = Effort {
    each: 50_000,
    in_all: 300_000,
};

/// Whether changes of other kinds are tried one by one.
fn first_only(repairs: &playproof_analysis::Repairs) -> bool {
    !repairs.is_sought
}

/// What can be changed in a level.
fn kinds(prepared: &Prepared) -> Vec<String> {
    let insight = prepared.insight();
    let changes = insight.map_or(Vec::new(), |insight| insight.changes());
    let mut kinds: Vec<String> = Vec::new();
    for change in changes {
        if !kinds.iter().any(|kind| *kind == change.what) {
            kinds.push(change.what.into_owned());
        }
    }
    kinds
}

struct List<'a> {
    host: &'a Host<'a>,
    request: &'a Request,
    opened: &'a Opened,
    prepared: &'a Prepared<'a>,
    repairs: Vec<Value>,
    texts: BTreeSet<String>,
}

impl List<'_> {
    fn add(&mut self, repair: &Repair, is_smallest: bool) -> Result<(), Problem> {
        let label = repair.changes.iter().map(ToString::to_string);
        let label = label.collect::<Vec<_>>().join(", and ");
        let changes = repair.changes.iter().map(change).collect();
        self.push(&label, changes, &repair.level, &repair.proof, is_smallest);
        Ok(())
    }

    fn push(
        &mut self,
        label: &str,
        changes: Value,
        level: &Level,
        proof: &Proof,
        is_smallest: bool,
    ) {
        if !self.texts.insert(level.text()) {
            return;
        }
        let drawing = self.prepared.game().drawing(level);
        let drawn = drawing.as_ref().map(rows);
        let request = Request {
            text: Some(self.opened.text.clone()),
            file: self.request.file.clone(),
            game: Some(self.prepared.game().name().to_owned()),
            level: self.request.level,
            ..Request::default()
        };
        let text = drawn.as_ref().and_then(|rows| {
            let drawn = with_rows(self.host.playproof, &request, rows);
            drawn.ok()
        });
        self.repairs.push(json!({
            "label": label,
            "changes": changes,
            "rows": drawn,
            "text": text.unwrap_or_else(|| level.text()),
            "length": proof.length,
            "certificate": proof.certificate.as_ref().map(certificate),
            "smallest": is_smallest,
        }));
    }

    /// What the game itself proposes.
    fn by_the_game(&mut self) -> Result<(), Problem> {
        let property = Property::Solvable;
        let proof = decided(self.host, self.request, self.prepared, &property)?;
        let Some(certificate) = proof.certificate.as_ref().filter(|_| proof.violated()) else {
            return Ok(());
        };
        let limits = &mut self.host.limits(self.request);
        let faults = self.prepared.faults(&property, certificate, true, limits)?;
        if let Some((faults, Some(proof))) = &faults
            && let Some((level, _)) = &faults.repair
        {
            self.push(faults.text.trim(), json!([]), level, proof, false);
        }
        Ok(())
    }

    fn json(self, mut rest: Value) -> Value {
        rest["repairs"] = self.repairs.into();
        rest
    }
}

fn change(change: &Change) -> Value {
    json!({
        "what": change.what,
        "at": spot(change.at),
        "to": change.to().map(spot),
        "edit": match change.edit {
            Edit::Add => "add",
            Edit::Remove => "remove",
            Edit::MoveTo(_) => "move",
        },
    })
}
