//! Runs that other tools found in what was exported, back as runs of the
//! level. They become evidence like any other, which the checker then judges.

mod follow;
mod read;
mod spin;

use playproof_kernel::Evidence;
use playproof_model::{ElaborateError, Property, Rules, elaborate};

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
    let subject = elaborate(rules, property).map_err(|error| match error {
        ElaborateError::Property(error) => TraceError::Property(error),
        ElaborateError::Rules(error) => TraceError::Rules(error),
        ElaborateError::Statement(error) => TraceError::Statement(error),
    })?;
    let parts = read::read_trace(subject.machine(), text, format)?;
    follow::evidence(&subject, &parts)
}
