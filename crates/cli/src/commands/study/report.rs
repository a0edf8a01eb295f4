//! `playproof study report`: what players answered, as a page and as tables.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use playproof::{Playproof, counted};
use playproof_study::export::{csv, parquet};
use playproof_study::report::{Sample, figures, html};
use playproof_study::{Plan, Read, read};

use super::refused;
use crate::args::{PlainFormat, StudyReportArgs};
use crate::console;
use crate::outputs::{obstacle, write_at_once};
use crate::status::Status;

/// Reports a study. Errors are those of writing to standard output.
pub fn run(args: &StudyReportArgs) -> io::Result<Status> {
    let outputs = [&args.output, &args.csv, &args.parquet];
    let mut outputs = outputs.into_iter().flatten();
    if let Some(obstacle) = outputs.find_map(|path| obstacle(path, &[])) {
        return refused(&obstacle);
    }
    let folder = &args.folder;
    let known = Plan::read(folder).and_then(|plan| {
        let read = read(folder, &plan, &Playproof::default())?;
        Ok((plan, read))
    });
    let (plan, read) = match known {
        Ok(known) => known,
        Err(fault) => return refused(&fault.to_string()),
    };
    let sample = Sample {
        confidence: plan.confidence,
        margin: plan.margin,
    };
    let (plays, measures, missing) = (&read.plays, &read.measures, &read.missing);
    let mut status = Status::Fine;
    let mut write = |path: &Path, bytes: &[u8]| {
        if let Err(error) = write_at_once(path, bytes) {
            console::error(&format!("cannot write {}: {error}", path.display()));
            status = Status::BadInput;
        }
    };
    if let Some(path) = &args.output {
        let page = html(&plan.title, &sample, plays, measures, missing);
        write(path, page.as_bytes());
    }
    if let Some(path) = &args.csv {
        write(path, csv(plays, measures).as_bytes());
    }
    if let Some(path) = &args.parquet {
        match parquet(plays, measures) {
            Ok(bytes) => write(path, &bytes),
            Err(fault) => return refused(&fault.to_string()),
        }
    }
    match args.format {
        PlainFormat::Json => {
            let figures = figures(&plan.title, &sample, plays, measures, missing);
            let json = serde_json::to_string(&figures).expect("figures have string keys");
            console::print_plain(&(json + "\n"))?;
        }
        PlainFormat::Text => console::print(&text(&plan, &read))?,
    }
    Ok(status)
}

/// How much there is, and what is missing.
fn text(plan: &Plan, read: &Read) -> String {
    let mut text = String::new();
    for round in &plan.rounds {
        let n = |is_bot: bool| {
            let plays = read.plays.iter();
            let plays = plays.filter(|play| play.round == round.name && play.is_bot == is_bot);
            plays
                .map(|play| play.participant)
                .collect::<BTreeSet<_>>()
                .len() as u64
        };
        let (people, bots) = (
            counted(n(false), "player"),
            counted(n(true), "simulated player"),
        );
        text += &format!("round {}: finished by {people} and {bots}\n", round.name);
    }
    for sentence in &read.missing {
        text += &format!("    {sentence}\n");
    }
    text
}
