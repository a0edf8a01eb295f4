//! How close proposals came to a requirement that none of them met: the
//! nearest number in its place that would have been met.

use playproof::{Budget, Fraction, Measured, Prepared, Property, Quantity, Relation, Scope};

/// Whether something holds was not found out.
pub struct NotDecided;

/// Whether a property can be met by more or less.
pub fn has_number(property: &Property) -> bool {
    Scale::of(property).is_some()
}

/// The nearest property of the same form that a level meets, and a measure of
/// how near: less is nearer. `None` for properties without a number, and where
/// no number would do. An error if a limit was hit before it was found.
pub fn nearest(
    property: &Property,
    prepared: &Prepared,
    budget: &mut dyn Budget,
) -> Result<Option<(Property, f64)>, NotDecided> {
    let Some(scale) = Scale::of(property) else {
        return Ok(None);
    };
    let near = |n: i64| (n - scale.asked).abs() as f64;
    // A winning run that is proved to be shortest says it at once.
    if let Property::ShortestAtLeast(_) | Property::ShortestAtMost(_) = property {
        let won = prepared.verify(&Property::Solvable, None, budget);
        let length = won.map_err(|_| NotDecided)?.length;
        if let Some(length) = length.and_then(|n| i64::try_from(n).ok())
            && let Some(shortest) = i32::try_from(length).ok().map(Property::ShortestAtLeast)
            && let Ok(proof) = prepared.verify(&shortest, None, budget)
            && proof.holds()
        {
            return Ok(scale.at(length).map(|property| (property, near(length))));
        }
    }
    // Where there is no winning run, there is none of any measure.
    if scale.is_of_winning() {
        let won = prepared.verify(&Property::Solvable, None, budget);
        if won.map_err(|_| NotDecided)?.violated() {
            return Ok(None);
        }
    }
    let mut holds = |n: i64| -> Result<bool, NotDecided> {
        let property = scale.at(n).ok_or(NotDecided)?;
        let proof = prepared.verify(&property, None, budget);
        match proof {
            Ok(proof) if proof.holds() => Ok(true),
            Ok(proof) if proof.violated() => Ok(false),
            _ => Err(NotDecided),
        }
    };
    // `close` is the asked one, which does not hold; go away from it by doubling
    // steps until something holds, then back to the last that does.
    let sign: i64 = if scale.wants_more { -1 } else { 1 };
    let (mut close, mut step) = (scale.asked, 1);
    let mut far = loop {
        let next = scale.bounded(close + sign * step);
        if next == close {
            return Ok(None);
        }
        if holds(next)? {
            break next;
        }
        (close, step) = (next, step * 2);
        if step > 1 << 20 {
            return Ok(None);
        }
    };
    while (far - close).abs() > 1 {
        let middle = (far + close) / 2;
        match holds(middle)? {
            true => far = middle,
            false => close = middle,
        }
    }
    Ok(scale.at(far).map(|property| (property, near(far))))
}

/// The properties that differ from one only by their number.
struct Scale {
    property: Property,
    asked: i64,
    /// Whether a larger number is harder to meet.
    wants_more: bool,
    /// What ratios are multiplied by.
    under: i32,
}

/// Ratios are looked at in steps of so many parts.
const PARTS: i32 = 100;

impl Scale {
    fn of(property: &Property) -> Option<Scale> {
        let (asked, wants_more, under) = match property {
            Property::ShortestAtLeast(n) | Property::Alternatives(n) | Property::Routes(n) => {
                (i64::from(*n), true, 1)
            }
            Property::ShortestAtMost(n) | Property::Progress(n) | Property::ProgressAtWin(n) => {
                (i64::from(*n), false, 1)
            }
            Property::Measured(measured) => {
                let wants_more = measured.relation == Relation::Ge;
                let Fraction { over, under } = measured.bound;
                match under {
                    1 => (i64::from(over), wants_more, 1),
                    _ => {
                        let parts = i64::from(over) * i64::from(PARTS) / i64::from(under);
                        (parts, wants_more, PARTS)
                    }
                }
            }
            _ => return None,
        };
        Some(Scale {
            property: property.clone(),
            asked,
            wants_more,
            under,
        })
    }

    /// Whether it asks for winning runs, whatever the number.
    fn is_of_winning(&self) -> bool {
        match &self.property {
            Property::ShortestAtLeast(_) => false,
            Property::Measured(measured) => measured.scope == Scope::Some,
            _ => true,
        }
    }

    /// Only a score can be below 0; that there are no ways at all is nothing to
    /// come close to.
    fn bounded(&self, n: i64) -> i64 {
        match &self.property {
            Property::Measured(m) if m.quantity == Quantity::Score => n,
            Property::Alternatives(_) | Property::Routes(_) => n.max(1),
            _ => n.max(0),
        }
    }

    fn at(&self, n: i64) -> Option<Property> {
        let n = i32::try_from(n).ok()?;
        Some(match &self.property {
            Property::ShortestAtLeast(_) => Property::ShortestAtLeast(n),
            Property::ShortestAtMost(_) => Property::ShortestAtMost(n),
            Property::Alternatives(_) => Property::Alternatives(n),
            Property::Routes(_) => Property::Routes(n),
            Property::Progress(_) => Property::Progress(n),
            Property::ProgressAtWin(_) => Property::ProgressAtWin(n),
            Property::Measured(measured) => Property::Measured(Measured {
                bound: Fraction {
                    over: n,
                    under: self.under,
                },
                ..*measured
            }),
            _ => return None,
        })
    }
}
