//! Formulas as SMV's, of LTL and of CTL. It has no *weak until* and no *strong
//! release*, and in CTL no *release* at all: they are said with what there is.

use playproof_model::{Formula, Joint, Quantifier, Span};

use super::expressions::truth;
use crate::error::ExportError;
use crate::text::bracketed;

/// The longest formula that is written: some operators write an operand twice,
/// and they may nest.
const MAX_LENGTH: usize = 1 << 16;

/// A formula in which each condition on a state is written by `name`.
pub fn written(
    formula: &Formula,
    name: &dyn Fn(&Formula) -> String,
) -> Result<String, ExportError> {
    let part = |p: &Formula| written(p, name).map(|text| bracketed(&text));
    let text = match formula {
        Formula::Const(b) => truth(*b),
        condition if condition.is_state() => name(condition),
        Formula::Not(p) => format!("!{}", part(p)?),
        Formula::Join(joint, p, q) => {
            let sign = match joint {
                Joint::And => "&",
                Joint::Or => "|",
                Joint::Implies => "->",
                Joint::Iff => "<->",
            };
            format!("{} {sign} {}", part(p)?, part(q)?)
        }
        Formula::Later(later, p) => format!("{later} {}", part(p)?),
        Formula::Span(span, p, q) => linear_span(*span, &part(p)?, &part(q)?),
        Formula::Runs(quantifier, path) => match &**path {
            Formula::Later(later, p) => format!("{quantifier}{later} {}", part(p)?),
            Formula::Span(span, p, q) => branching_span(*quantifier, *span, &part(p)?, &part(q)?),
            // A state looks the same on all runs from it.
            state => written(state, name)?,
        },
        Formula::Is(_) | Formula::Compare(..) => unreachable!("conditions are done above"),
    };
    match text.len() <= MAX_LENGTH {
        true => Ok(text),
        false => Err(ExportError::TooLarge {
            what: "the formula, written with the operators that SMV has,".into(),
            limit: format!("{MAX_LENGTH} letters may be written"),
        }),
    }
}

fn linear_span(span: Span, p: &str, q: &str) -> String {
    match span {
        Span::Until => format!("{p} U {q}"),
        Span::WeakUntil => format!("{q} V ({p} | {q})"),
        Span::Release => format!("{p} V {q}"),
        Span::StrongRelease => format!("{q} U ({p} & {q})"),
    }
}

fn branching_span(quantifier: Quantifier, span: Span, p: &str, q: &str) -> String {
    let opposite = match quantifier {
        Quantifier::All => Quantifier::Some,
        Quantifier::Some => Quantifier::All,
    };
    match span {
        Span::Until => format!("{quantifier} [{p} U {q}]"),
        Span::StrongRelease => format!("{quantifier} [{q} U ({p} & {q})]"),
        // Not so if, on the other kind of runs, the contrary comes about.
        Span::Release => format!("!({opposite} [(!{p}) U (!{q})])"),
        Span::WeakUntil => format!("!({opposite} [(!{q}) U (!{p} & !{q})])"),
    }
}
