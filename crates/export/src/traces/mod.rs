//! Runs that other tools found in what was exported, back as runs of the
//! level. They become evidence like any other, which the checker then judges.

mod follow;
mod read;
mod spin;

use playproof_kernel::Evidence;
use playproof_model::{ActionId, ElaborateError, Property, Rules, Subject, elaborate};

use read::{ToldStep, TracePart};

pub use follow::TraceError;
pub use read::TraceFormat;

/// The evidence for a property that a run is which another tool found, from
/// what the tool said. Whether it is good evidence, the checker says.
pub fn import_trace(
    rules: &Rules,
    property: &Property,
    text: &str,
    format: TraceFormat,
) -> Result<Evidence, TraceError> {
    let subject = subject(rules, property)?;
    let parts = read::read_trace(subject.machine(), text, format)?;
    follow::evidence(&subject, &parts)
}

/// The evidence that a run is whose actions are named one after the other. Where
/// an action has several outcomes, all are followed.
pub fn by_actions(
    rules: &Rules,
    property: &Property,
    actions: &[String],
) -> Result<Evidence, TraceError> {
    let subject = subject(rules, property)?;
    let machine = subject.machine();
    let steps = actions.iter().enumerate().map(|(i, said)| {
        let commands = machine.commands.iter().enumerate();
        let is_it = |action: ActionId| machine.actions[action.index()].name == *said;
        let commands = commands.filter(|(_, command)| is_it(command.action));
        TracePart::Step(ToldStep {
            number: i + 1,
            said: said.clone(),
            commands: commands.map(|(c, _)| c).collect(),
            is_all: false,
            is_idle: false,
            before: Vec::new(),
        })
    });
    follow::evidence(&subject, &steps.collect::<Vec<_>>())
}

fn subject(rules: &Rules, property: &Property) -> Result<Subject, TraceError> {
    elaborate(rules, property).map_err(|error| match error {
        ElaborateError::Property(error) => TraceError::Property(error),
        ElaborateError::Rules(error) => TraceError::Rules(error),
        ElaborateError::Statement(error) => TraceError::Statement(error),
    })
}
