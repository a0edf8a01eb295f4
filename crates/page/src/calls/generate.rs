//! Levels that are proposed, proved and handed out one at a time, so that a gallery fills.

use std::collections::BTreeMap;

use playproof::{
    Error, Game, Level, LevelDesign, NoProposal, Options, Playproof, Property, Reason, Trial,
    Verdict,
};
use playproof_analysis::Measuring;
use serde_json::{Value, json};

use super::scene::of_run;
use super::verify::certificate;
use crate::host::Host;
use crate::opened::rows;
use crate::options;
use crate::problem::Problem;
use crate::request::Request;

/// Proposals that are tried before an answer, unless one of them is kept.
const SLICE: u64 = 20;

/// The next level of a design that meets all that is required, or nothing of this slice.
pub fn generate(host: &Host, request: &Request) -> Result<Value, Problem> {
    let name = request.needed(&request.game, "game")?;
    let playproof = host.playproof;
    let game = playproof.game(name)?;
    let Some(generator) = game.generator() else {
        let able = playproof.games().filter(|game| game.generator().is_some());
        let able: Vec<&str> = able.map(|game| game.name()).collect();
        let help = format!("those of {} can", able.join(", "));
        let message = format!("levels of {name} cannot be generated");
        return Err(Problem::new(message).help(help));
    };
    if request.kept.is_some() && !generator.keeps_tiles() {
        let message = format!("the generator of {name} cannot keep tiles of a drawing");
        return Err(Problem::new(message));
    }
    let known = generator.options();
    let options = options::read(known, &request.options, Options::defaults(known))?;
    let design = generator.design(&options).map_err(Problem::new)?;
    let usual = vec!["solvable".to_owned()];
    let asked = request.properties.as_ref().unwrap_or(&usual).iter();
    let asked: Result<Vec<Property>, Error> = asked.map(|text| Playproof::property(text)).collect();
    let mut work = Work {
        host,
        request,
        game,
        design: &*design,
        asked: asked?,
        rejected: BTreeMap::new(),
    };
    let settled = design.why_settled();
    let first = request.from;
    let last = match &settled {
        Some(_) => first.max(1),
        None => first.saturating_add(request.slice.unwrap_or(SLICE).max(1)),
    };
    let mut proposer = design.proposer();
    let mut next = first;
    let mut kept = None;
    let mut is_over = false;
    while next < last && kept.is_none() && host.goes_on().is_continue() {
        let title = format!("{name} {next} of seed {}", request.seed);
        let watch = || host.goes_on().is_break();
        match proposer.propose(request.seed, next, &title, &watch) {
            Ok(text) => kept = work.laid_over(next, &text)?,
            Err(NoProposal::TimeIsOver) => break,
            // Where they get better with time each stands alone; elsewhere there are no more.
            Err(NoProposal::None(why)) => {
                is_over = design.is_made_at_once();
                work.reject(why);
            }
        }
        next += 1;
    }
    Ok(json!({
        "levels": kept.into_iter().collect::<Vec<_>>(),
        "next": next,
        "n_tried": next - first,
        "is_done": is_over || settled.is_some(),
        "rejected": work.rejected,
        "why_settled": settled.map(|settled| settled.why),
        "settings": design.settings().into_iter().collect::<BTreeMap<_, _>>(),
    }))
}

struct Work<'a> {
    host: &'a Host<'a>,
    request: &'a Request,
    game: &'a dyn Game,
    design: &'a dyn LevelDesign,
    asked: Vec<Property>,
    rejected: BTreeMap<String, u64>,
}

impl Work<'_> {
    fn reject(&mut self, why: String) {
        *self.rejected.entry(why).or_default() += 1;
    }

    /// A proposal with the tiles that are to stay, tried.
    fn laid_over(&mut self, number: u64, text: &str) -> Result<Option<Value>, Problem> {
        let Some(kept) = &self.request.kept else {
            return self.tried(number, text);
        };
        let read = self.host.playproof.read("a proposal", text.as_bytes())?;
        match kept.over(self.game, &read.levels[0], text) {
            Ok(text) => self.tried(number, &text),
            Err(why) => {
                self.reject(why);
                Ok(None)
            }
        }
    }

    /// A proposal with all that is proved of it, if everything required is.
    fn tried(&mut self, number: u64, text: &str) -> Result<Option<Value>, Problem> {
        let known = &self.request.known;
        if known.iter().any(|other| other == text) {
            self.reject("the same as an earlier one".to_owned());
            return Ok(None);
        }
        if known.iter().any(|other| self.design.is_near(text, other)) {
            self.reject("too near to an earlier one".to_owned());
            return Ok(None);
        }
        let playproof = self.host.playproof;
        let read = playproof.read("a proposal", text.as_bytes())?;
        let level: &Level = &read.levels[0];
        let prepared = match playproof.prepare(level, Some(self.game.name())) {
            Ok(prepared) => prepared,
            Err(Error::Level(refused)) => {
                self.reject(format!("no level of the game: {}", refused.message));
                return Ok(None);
            }
            Err(error) => return Err(error.into()),
        };
        let claims = self.design.claims(text);
        let all = self.asked.iter().chain(&claims);
        let wanted = all.clone().map(|property| (property, None));
        let trial = prepared.try_out(wanted, &mut self.host.limits(self.request))?;
        let certificates = match trial {
            Trial::Kept(certificates) => certificates,
            Trial::Rejected { requirement, proof } => {
                let asked = all.clone().nth(requirement);
                let asked = asked.map_or(String::new(), Property::to_string);
                self.reject(match proof.verdict {
                    Verdict::Unknown(Reason::Stopped(why)) => {
                        format!("{asked} (not decided: {why})")
                    }
                    Verdict::Unknown(_) => format!("{asked} (not decided)"),
                    Verdict::Rejected(why) => {
                        return Err(Problem::new(format!("evidence rejected: {why}")));
                    }
                    Verdict::Decided(_) => asked,
                });
                return Ok(None);
            }
        };
        let results = all.zip(&certificates).map(|(property, proved)| {
            let run = prepared.run_of(proved);
            json!({
                "property": property.to_string(),
                "answer": "holds",
                "checked": true,
                "evidence": proved.evidence.kind(),
                "length": run.as_ref().map(|run| run.actions.len()),
                "moves": run.map(|run| run.actions),
                "certificate": certificate(proved),
            })
        });
        let results: Vec<Value> = results.collect();
        let metrics = prepared
            .run_metrics(&mut self.host.limits(self.request))
            .ok();
        let figures = metrics.as_ref().map(|metrics| {
            json!({
                "moves": metrics.run.map(|run| run.moves),
                "difficulty": metrics.difficulty().known(),
                "states": metrics.states,
            })
        });
        let start = playproof::Run {
            states: prepared.first_states().into_iter().take(1).collect(),
            actions: Vec::new(),
            repeats_from: None,
            breaks_at: None,
        };
        let drawing = self.game.drawing(level);
        let (header, solution) = self.design.header(text);
        Ok(Some(json!({
            "number": number,
            "text": text,
            "rows": drawing.as_ref().map(rows),
            "title": level.title(),
            "header": header.into_iter().collect::<BTreeMap<_, _>>(),
            "solution": solution,
            "results": results,
            "figures": figures,
            "scene": of_run(&prepared, &start, None, ""),
        })))
    }
}
