//! Runs as SPIN tells them: each action on a line of its own, among lines about
//! the model.
//!
//! A line that is neither is refused: left out, it could be a step that is
//! missing from the run, and what is left may be another run of the level.

use playproof_model::Machine;

use super::follow::TraceError;
use super::read::{ToldStep, TracePart};
use crate::promela::{STUTTER, quoted};

/// How lines begin that `spin -t` and `pan -r` write of their own.
const OWN: [&str; 8] = [
    "spin:",
    "pan:",
    "MSC:",
    "ltl ",
    "starting claim",
    "Never claim moves",
    "using statement merging",
    "warning:",
];

/// After this line only values and places are told.
const END: &str = "spin: trail ends";

/// The steps up to the end of the trail.
pub fn spin(machine: &Machine, text: &str) -> Result<Vec<TracePart>, TraceError> {
    let mut parts = Vec::new();
    let mut n_steps = 0;
    let mut is_trail = false;
    let mut odd = None;
    for (number, whole) in (1..).zip(text.lines()) {
        let line = whole.trim();
        is_trail |= line.starts_with("spin: ") || line.contains("proc ");
        if line.starts_with(END) {
            break;
        }
        if line.contains("START OF CYCLE") {
            parts.push(TracePart::Cycle);
            continue;
        }
        let commands = machine.commands.iter().enumerate();
        let printed = |action: usize| quoted(&machine.actions[action].name);
        let commands = commands.filter(|(_, c)| printed(c.action.index()) == line);
        let commands: Vec<usize> = commands.map(|(i, _)| i).collect();
        if !commands.is_empty() {
            n_steps += 1;
            parts.push(TracePart::Step(ToldStep::one_of(commands, n_steps, line)));
        } else if !is_own(whole) {
            odd.get_or_insert((number, line));
        }
    }
    if parts.is_empty() && !is_trail {
        return Err(TraceError::NotATrace(
            "a run as SPIN (`spin -t -B`), an SMT solver or a planner tells it: no line is an action of this game",
        ));
    }
    match odd {
        Some((number, said)) => Err(TraceError::Line {
            number,
            said: said.escape_debug().to_string(),
        }),
        None => Ok(parts),
    }
}

/// Whether a line is one of those that say nothing of what was done. Values of
/// variables are indented by tabs, and actions never are.
fn is_own(whole: &str) -> bool {
    let line = whole.trim();
    line.is_empty()
        || line == STUTTER
        || whole.starts_with('\t')
        || is_place(line)
        || OWN.iter().any(|own| line.starts_with(own))
}

/// `12: proc  0 (game:1) ...`: where a process was at a step.
fn is_place(line: &str) -> bool {
    let Some((number, rest)) = line.split_once(':') else {
        return false;
    };
    number.parse::<u64>().is_ok() && rest.trim_start().starts_with("proc ")
}
