//! Random formulas of linear temporal logic, and of computation tree logic.

use playproof_model::{Formula, Joint, Later, Property, Quantifier, Span};

/// A formula with this many operators and conditions, over these conditions.
pub fn formula(rng: &mut fastrand::Rng, size: usize, conditions: &[&str]) -> Formula {
    if size <= 1 {
        let text = rng.choice(conditions).expect("some condition");
        return text.parse().expect("a condition");
    }
    if size == 2 || rng.u32(0..5) < 2 {
        let inner = formula(rng, size - 1, conditions);
        return match rng.u32(0..4) {
            0 => inner.negated(),
            1 => inner.later(Later::Next),
            2 => inner.later(Later::Finally),
            _ => inner.later(Later::Globally),
        };
    }
    let left = rng.usize(1..size - 1);
    let p = formula(rng, left, conditions);
    let q = formula(rng, size - 1 - left, conditions);
    match rng.u32(0..8) {
        0 => p.join(Joint::And, q),
        1 => p.join(Joint::Or, q),
        2 => p.join(Joint::Implies, q),
        3 => p.join(Joint::Iff, q),
        4 => p.span(Span::Until, q),
        5 => p.span(Span::WeakUntil, q),
        6 => p.span(Span::Release, q),
        _ => p.span(Span::StrongRelease, q),
    }
}

/// A property of up to this size that speaks of time: mostly of all runs,
/// sometimes of one.
pub fn property(rng: &mut fastrand::Rng, max_size: usize, conditions: &[&str]) -> Property {
    let formula = loop {
        let size = rng.usize(2..=max_size);
        let formula = formula(rng, size, conditions);
        if !formula.is_state() {
            break formula;
        }
    };
    let formula = match rng.u32(0..4) {
        0 => formula.on(Quantifier::Some),
        _ => formula,
    };
    Property::Temporal {
        assumptions: Vec::new(),
        formula,
    }
}

/// A CTL formula with about this many operators and conditions.
pub fn tree_formula(rng: &mut fastrand::Rng, size: usize, conditions: &[&str]) -> Formula {
    if size <= 1 {
        let text = rng.choice(conditions).expect("some condition");
        return text.parse().expect("a condition");
    }
    let quantifier = match rng.bool() {
        true => Quantifier::All,
        false => Quantifier::Some,
    };
    if size == 2 || rng.u32(0..5) < 2 {
        let inner = tree_formula(rng, size - 1, conditions);
        let later = match rng.u32(0..4) {
            0 => return inner.negated(),
            1 => Later::Next,
            2 => Later::Finally,
            _ => Later::Globally,
        };
        return inner.later(later).on(quantifier);
    }
    let left = rng.usize(1..size - 1);
    let p = tree_formula(rng, left, conditions);
    let q = tree_formula(rng, size - 1 - left, conditions);
    let span = match rng.u32(0..8) {
        0 => return p.join(Joint::And, q),
        1 => return p.join(Joint::Or, q),
        2 => return p.join(Joint::Implies, q),
        3 => return p.join(Joint::Iff, q),
        4 => Span::Until,
        5 => Span::WeakUntil,
        6 => Span::Release,
        _ => Span::StrongRelease,
    };
    p.span(span, q).on(quantifier)
}
