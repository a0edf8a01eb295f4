//! The calls, by name.

mod check;
mod command;
mod explain;
mod games;
mod generate;
mod kept;
mod lose;
mod measure;
mod open;
mod play;
mod properties;
mod repair;
mod scene;
mod states;
mod verify;

use serde_json::Value;

use crate::host::Host;
use crate::problem::Problem;
use crate::request::Request;

pub use kept::Kept;

type Call = fn(&Host, &Request) -> Result<Value, Problem>;

/// The calls there are.
const CALLS: [(&str, Call); 19] = [
    ("alternatives", verify::alternatives),
    ("check", check::check),
    ("command", command::command),
    ("explain", explain::explain),
    ("games", games::games),
    ("generate", generate::generate),
    ("hint", play::hint),
    ("lint", open::lint),
    ("lose", lose::lose),
    ("measure", measure::measure),
    ("open", open::open),
    ("play", play::play),
    ("properties", properties::properties),
    ("property", properties::property),
    ("repair", repair::repair),
    ("scene", scene::scene),
    ("states", states::states),
    ("verify", verify::verify),
    ("write", open::write),
];

/// The names of all calls.
pub fn names() -> impl Iterator<Item = &'static str> {
    CALLS.iter().map(|(name, _)| *name)
}

/// The answer to a request.
pub fn answer(host: &Host, request: &Request) -> Result<Value, Problem> {
    match CALLS.iter().find(|(name, _)| *name == request.call) {
        Some((_, call)) => call(host, request),
        None => {
            let names: Vec<&str> = names().collect();
            let message = format!("there is no call `{}`", request.call);
            Err(Problem::new(message).help(format!("there is {}", names.join(", "))))
        }
    }
}
