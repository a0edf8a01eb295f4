//! The whole text: what is asked, how to run it, the game, the claims.

use std::fmt::Write as _;

use playproof_model::{Formula, Property, Question, Rules, Val, elaborate, elaborate_conditions};

use super::claims::{Claim, Reading};
use super::model::{Clock, Model, comment};
use super::names::RESERVED;
use crate::error::ExportError;
use crate::names::Names;
use crate::text::bracketed;

/// SPIN's own limit on the bytes of a state, unless it is told otherwise.
const STATE_BYTES: usize = 1024;

/// A game and named properties of it as PROMELA, in which each property is an
/// `ltl` claim, so that all can be verified after one compilation. A property
/// that asks for one run becomes its opposite; the comment at the beginning
/// says what each outcome means.
///
/// Properties about the tree of runs (CTL) and about the number of runs are
/// refused.
pub fn promela(rules: &Rules, named: &[(String, Property)]) -> Result<String, ExportError> {
    let mut names = Names::avoiding(RESERVED);
    let mut claims = Vec::new();
    for (name, property) in named {
        claims.push(Asked {
            claim: claim(rules, name, property)?,
            name: names.give(name),
            property,
        });
    }
    let conditions = conditions(&claims);
    let texts: Vec<_> = conditions.iter().map(|c| (c.0.clone(), c.1)).collect();
    // Each was elaborated with its property already.
    let machine =
        elaborate_conditions(rules, &texts).map_err(|error| ExportError::of_property("", error))?;
    let choice = u32::from(Model::chooses(&machine));
    let waits = claims.iter().map(|asked| asked.claim.depth + choice);
    // One more than any waits, so that the step at which it begins is told
    // from all later ones.
    let n_steps = waits.max().filter(|&n| n > 0).map_or(0, |n| n + 1);
    let goes_on = claims.iter().any(|asked| asked.claim.depth > 0);
    let clock = Clock { n_steps, goes_on };
    let remembered: Vec<_> = conditions.iter().map(|c| (c.0.clone(), c.2)).collect();
    let model = Model::new(&machine, &remembered, clock, &mut names)?;

    let mut out = header(&claims, &model);
    out += &model.text();
    for asked in &claims {
        let name = |reading: &Reading| {
            let same = |c: &(Formula, Option<Val>, u32)| c.0 == *reading.condition;
            let number = conditions.iter().position(same);
            let number = number.expect("every condition was collected");
            model.condition(number, reading.ago).to_owned()
        };
        let text = asked.claim.text(&name);
        let text = match asked.claim.depth + choice {
            0 => text,
            wait => format!("[] ((steps == {wait}) -> {})", bracketed(&text)),
        };
        let _ = writeln!(out, "\nltl {} {{ {text} }}", asked.name);
    }
    Ok(out)
}

struct Asked<'a> {
    name: String,
    property: &'a Property,
    claim: Claim,
}

fn claim(rules: &Rules, name: &str, property: &Property) -> Result<Claim, ExportError> {
    let unsayable = |why| {
        let name = name.to_owned();
        Err(ExportError::Unsayable { name, why })
    };
    let subject = elaborate(rules, property);
    let subject = subject.map_err(|error| ExportError::of_property(name, error))?;
    let claim = Claim::of(property);
    match (subject.question(), claim) {
        (Question::Reach(_) | Question::Linear(_), Some(claim)) => Ok(claim),
        (Question::Paths(_), _) => unsayable("counts runs, which SPIN cannot do"),
        _ => unsayable("is about the tree of runs (CTL), and SPIN knows LTL only; smv can say it"),
    }
}

/// All conditions, each once, with the moves within which it is asked and how
/// many steps it is remembered.
fn conditions(claims: &[Asked]) -> Vec<(Formula, Option<Val>, u32)> {
    let mut all: Vec<(Formula, Option<Val>, u32)> = Vec::new();
    for asked in claims {
        for Reading { condition, ago } in asked.claim.readings() {
            match all.iter_mut().find(|c| c.0 == *condition) {
                Some((_, within, longest)) => {
                    *within = asked.claim.within().max(*within);
                    *longest = ago.max(*longest);
                }
                None => all.push((condition.clone(), asked.claim.within(), ago)),
            }
        }
    }
    all
}

fn header(claims: &[Asked], model: &Model) -> String {
    let vector = match model.n_bytes() {
        n if n > STATE_BYTES => format!(" -DVECTORSZ={}", n.next_power_of_two()),
        _ => String::new(),
    };
    let first = claims.first().map_or("NAME", |asked| &asked.name);
    let mut lines = vec![
        "A game for the model checker SPIN, written by playproof.".to_owned(),
        String::new(),
        "  spin -a FILE                     write the verifier".into(),
        format!("  gcc -O2 -DNOREDUCE{vector} -o pan pan.c"),
        format!("  ./pan -a -m1000000 -N {first}"),
        "  spin -t -B FILE                  show the run that it found".into(),
        String::new(),
        "If the verifier says \"max search depth too small\", errors: 0 means nothing:".into(),
        "give it a greater -m.".into(),
    ];
    for asked in claims {
        let property = asked.property.to_string();
        let definition = asked.property.definition().map(|f| f.to_string());
        lines.extend([String::new(), format!("-N {}", asked.name)]);
        lines.push(format!("  {}", comment(&property)));
        if let Some(definition) = definition.filter(|d| *d != property) {
            lines.push(format!("  which is {}", comment(&definition)));
        }
        let outcomes = match asked.claim.for_one_run {
            true => [
                "  errors: 0  violated: no run is as asked (the claim says the opposite)",
                "  errors: 1  holds: the run that was found is as asked",
            ],
            false => [
                "  errors: 0  holds: every run is as asked",
                "  errors: 1  violated: the run that was found is not as asked",
            ],
        };
        lines.extend(outcomes.map(str::to_owned));
    }
    lines.push(String::new());
    lines.push("One step of the game is one step of SPIN. A run that ends repeats its last".into());
    lines.push("state for ever, in the game as in SPIN.".into());
    if claims.iter().any(|asked| asked.claim.depth > 0) {
        lines.push(String::new());
        lines.push(
            "Some builds of SPIN do not know X, so the formula uses memory instead: a formula with"
                .into(),
        );
        lines.push(
            "X nested n deep is asked n steps late, of what was true up to n steps ago.".into(),
        );
    }
    let lines: Vec<String> = lines
        .iter()
        .map(|l| format!(" * {l}").trim_end().to_owned())
        .collect();
    format!("/*{}\n */\n\n", &lines.join("\n")[2..])
}
