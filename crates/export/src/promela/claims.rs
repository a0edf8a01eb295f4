//! Properties as SPIN's `ltl` claims, over conditions that the model computes.
//!
//! `X` is not written: SPIN as some systems package it does not know it, and
//! pushed inwards it disappears. `X (p U q)` is `(X p) U (X q)`, and so on, so
//! that `X` need only stand before conditions; and a model that remembers what
//! a condition was one step ago has, one step later, both the value now and
//! the value after one step. A formula with `X` nested k deep is therefore
//! asked from the k-th step on, about conditions up to k steps ago.

use playproof_model::{Formula, Joint, Later, Property, Span, Val};

use crate::question::one_run_apart;
use crate::text::bracketed;

/// What a claim is, before its conditions have names.
pub struct Claim {
    /// The formula about one run, without quantifier.
    formula: Formula,
    /// Whether one run is asked for, so that the claim is the opposite.
    pub for_one_run: bool,
    /// How deeply `X` nests in it.
    pub depth: u32,
    /// Moves after which the property looks at nothing.
    within: Option<Val>,
}

/// A condition, asked as it was some steps ago.
pub struct Reading<'a> {
    /// The condition on one state.
    pub condition: &'a Formula,
    /// How many steps ago.
    pub ago: u32,
}

impl Claim {
    /// Of a property about runs; `None` for those about trees or numbers of
    /// runs.
    pub fn of(property: &Property) -> Option<Claim> {
        let (formula, for_one_run) = one_run_apart(property.definition()?);
        if formula.has_quantifier() {
            return None;
        }
        let within = match property {
            Property::Measured(measured) => measured.within,
            _ => None,
        };
        Some(Claim {
            depth: depth(&formula),
            formula,
            for_one_run,
            within,
        })
    }

    /// Moves after which the property looks at nothing.
    pub fn within(&self) -> Option<Val> {
        self.within
    }

    /// The conditions that it reads, each as often as it does.
    pub fn readings(&self) -> Vec<Reading<'_>> {
        let mut found = Vec::new();
        collect(&self.formula, self.depth, &mut found);
        found
    }

    /// The text, in which each condition is written by `name`.
    pub fn text(&self, name: &dyn Fn(&Reading) -> String) -> String {
        let text = written(&self.formula, self.depth, name);
        match self.for_one_run {
            true => format!("!{}", bracketed(&text)),
            false => text,
        }
    }
}

/// How deeply `X` nests.
fn depth(formula: &Formula) -> u32 {
    let inner = formula.parts().map(depth).max().unwrap_or(0);
    inner + u32::from(matches!(formula, Formula::Later(Later::Next, _)))
}

fn collect<'a>(formula: &'a Formula, ago: u32, found: &mut Vec<Reading<'a>>) {
    match formula {
        Formula::Const(_) => {}
        condition if condition.is_state() => found.push(Reading { condition, ago }),
        Formula::Later(Later::Next, p) => collect(p, ago - 1, found),
        other => other.parts().for_each(|p| collect(p, ago, found)),
    }
}

fn written(formula: &Formula, ago: u32, name: &dyn Fn(&Reading) -> String) -> String {
    let part = |p: &Formula| bracketed(&written(p, ago, name));
    match formula {
        Formula::Const(b) => b.to_string(),
        condition if condition.is_state() => name(&Reading { condition, ago }),
        Formula::Not(p) => format!("!{}", part(p)),
        Formula::Join(joint, p, q) => {
            let sign = match joint {
                Joint::And => "&&",
                Joint::Or => "||",
                Joint::Implies => "->",
                Joint::Iff => "<->",
            };
            format!("{} {sign} {}", part(p), part(q))
        }
        Formula::Later(Later::Next, p) => written(p, ago - 1, name),
        Formula::Later(Later::Finally, p) => format!("<> {}", part(p)),
        Formula::Later(Later::Globally, p) => format!("[] {}", part(p)),
        Formula::Span(span, p, q) => {
            let (p, q) = (part(p), part(q));
            match span {
                Span::Until => format!("{p} U {q}"),
                // SPIN takes it for [] p || p U q, and writes out p twice.
                Span::WeakUntil if p.starts_with('(') => format!("{q} V ({p} || {q})"),
                Span::WeakUntil => format!("{p} W {q}"),
                Span::Release => format!("{p} V {q}"),
                // SPIN has no such operator.
                Span::StrongRelease => format!("{q} U ({p} && {q})"),
            }
        }
        Formula::Is(_) | Formula::Compare(..) => unreachable!("conditions are done above"),
        Formula::Runs(..) => unreachable!("claims have no quantifiers"),
    }
}
