//! Runs that tools found, judged by the checker.

use playproof_certify::{Evidence, Unlimited, check};
use playproof_export::{TraceFormat, import_trace};
use playproof_model::{Model, Property, Rules};

/// The length of the run that a tool found, once it is a run of the level that
/// the checker accepts.
pub fn imported(rules: &Rules, property: &Property, told: &str, format: TraceFormat) -> u32 {
    let evidence = import_trace(rules, property, told, format);
    let evidence = evidence.unwrap_or_else(|error| panic!("{error}\n{told}"));
    let model = Model::Rules(Box::new(rules.clone()));
    let subject = model.elaborate(property).expect("a property of the game");
    let reach = subject
        .question()
        .reach()
        .expect("a question of reachability");
    check(&subject, reach.on_reach, &evidence, &mut Unlimited).expect("a run");
    match evidence {
        Evidence::Trace(trace) => trace.steps.len() as u32,
        other => panic!("{}", other.kind()),
    }
}
