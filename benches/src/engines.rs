//! Engines side by side on levels: what each says, the processor's time for
//! finding it and for checking it, and how large its evidence is. A Markdown
//! table, one line a level and engine.
//!
//! `bench-engines [--property P] [--seconds S] [--engines A,B,C] FILE...`

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use playproof::{Limits, Playproof, Progress, Property, Stop};
use playproof_benches::process_time;
use playproof_certify::{Certificate, Engine, Evidence, Finding, Task, check};
use playproof_model::Answer;

/// What takes less is done again, this much in all.
const ENOUGH: Duration = Duration::from_millis(200);

struct Wanted {
    property: Property,
    seconds: Duration,
    engines: Vec<String>,
    files: Vec<String>,
}

fn main() {
    let wanted = wanted();
    let playproof = Playproof::default();
    println!("| level | engine | verdict | length | find s | check s | ratio | evidence | bytes |");
    println!("| --- | --- | --- | ---: | ---: | ---: | ---: | --- | ---: |");
    for file in &wanted.files {
        let bytes = std::fs::read(file).expect("a file that can be read");
        for level in playproof::read(file, &bytes).expect("levels").levels {
            let game = playproof.prepare(&level, None).expect("a level");
            let compiled = game.game().compile(&level).expect("a level of the game");
            let subject = compiled.model.elaborate(&wanted.property);
            let subject = subject.expect("a property of the game");
            let task = Task::new(&subject, &wanted.property, &compiled.natives);
            for engine in playproof.engines() {
                let is_wanted = |name: &String| name == engine.name();
                if !wanted.engines.is_empty() && !wanted.engines.iter().any(is_wanted) {
                    continue;
                }
                let stem = std::path::Path::new(file).file_stem().unwrap_or_default();
                let name = stem.to_string_lossy();
                match engine.supports(&task) {
                    Ok(()) => println!("| {name} {}", line(engine, &task, wanted.seconds)),
                    Err(_) if wanted.engines.is_empty() => {}
                    Err(why) => println!("| {name} | {} | {why} | | | | | | |", engine.name()),
                }
            }
        }
    }
}

fn wanted() -> Wanted {
    let mut wanted = Wanted {
        property: Property::Solvable,
        seconds: Duration::from_secs(60),
        engines: Vec::new(),
        files: Vec::new(),
    };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().expect("a value");
        match arg.as_str() {
            "--property" => wanted.property = value().parse().expect("a property"),
            "--seconds" => wanted.seconds = Duration::from_secs(value().parse().expect("a number")),
            "--engines" => wanted.engines = value().split(',').map(str::to_owned).collect(),
            _ => wanted.files.push(arg),
        }
    }
    wanted
}

/// The processor's seconds of one call, repeated until they can be told.
fn measured<T>(mut work: impl FnMut() -> T) -> (T, f64) {
    let (start, mut n) = (process_time(), 0);
    loop {
        let result = work();
        n += 1;
        let spent = process_time() - start;
        if spent >= ENOUGH {
            return (result, spent.as_secs_f64() / f64::from(n));
        }
    }
}

/// What an engine makes of a task, as the rest of a line.
fn line(engine: &dyn Engine, task: &Task, seconds: Duration) -> String {
    let limits = || {
        let start = Instant::now();
        Limits {
            max_states: None,
            max_bytes: Some(8 << 30),
            poll: move |_: &Progress| match start.elapsed() < seconds {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(Stop::Time),
            },
        }
    };
    let (outcome, finding) = measured(|| engine.check(task, &mut limits()));
    let (answer, evidence) = match outcome.finding {
        Finding::Holds(evidence) => (Answer::Holds, evidence),
        Finding::Violated(evidence) => (Answer::Violated, evidence),
        Finding::Unknown(why) => {
            return format!(
                "| {} | unknown: {why} | | {finding:.3} | | | | |",
                engine.name()
            );
        }
    };
    let (accepted, checking) = measured(|| check(task.subject, answer, &evidence, &mut limits()));
    accepted.expect("evidence that the checker accepts");
    let length = length(&evidence);
    let kind = evidence.kind();
    let certificate = Certificate {
        game: String::new(),
        property: String::new(),
        core: String::new(),
        answer,
        statement: task.subject.statement().clone(),
        level: String::new(),
        evidence,
    };
    format!(
        "| {} | {answer} | {length} | {finding:.3} | {checking:.3} | {:.2} | {kind} | {} |",
        engine.name(),
        checking / finding,
        certificate.to_bytes(false).len()
    )
}

fn length(evidence: &Evidence) -> String {
    match evidence {
        Evidence::Trace(trace) => trace.steps.len().to_string(),
        _ => String::new(),
    }
}
