//! Smaller, larger, equal: what depends only on the order of two operands'
//! values is found by going along both at once, not through all their
//! combinations.

use playproof_model::{Op, Val};

use super::algebra::Algebra;
use super::value_map::{TooLarge, Value, few_entries};

impl<B: Clone + Eq> Value<B> {
    /// The smaller of two values (`least`), or the larger.
    pub fn extreme<A: Algebra<Bit = B>>(
        algebra: &mut A,
        a: &Value<B>,
        b: &Value<B>,
        least: bool,
    ) -> Result<Value<B>, TooLarge> {
        if let (Value::Bool(a), Value::Bool(b)) = (a, b) {
            let bit = match least {
                true => algebra.and(a, b),
                false => algebra.or(a, b),
            };
            return Ok(Value::of_bit(algebra, bit));
        }
        let (mut a, mut b) = (
            a.entries(algebra).into_owned(),
            b.entries(algebra).into_owned(),
        );
        // From the end at which a value wins only where the other operand is
        // further still: `beyond` says where an operand is past this value.
        if least {
            a.reverse();
            b.reverse();
        }
        let is_before = |x: Val, y: Val| if least { x > y } else { x < y };
        let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
        let never = algebra.constant(false);
        let (mut a_beyond, mut b_beyond) = (never.clone(), never);
        let mut entries = Vec::new();
        loop {
            let value = match (a.peek(), b.peek()) {
                (None, None) => break,
                (Some((x, _)), None) => *x,
                (None, Some((y, _))) => *y,
                (Some((x, _)), Some((y, _))) => match is_before(*x, *y) {
                    true => *x,
                    false => *y,
                },
            };
            let a_here = a.next_if(|(x, _)| *x == value).map(|(_, c)| c.clone());
            let b_here = b.next_if(|(y, _)| *y == value).map(|(_, c)| c.clone());
            let mut ways = Vec::new();
            if let Some(b_here) = b_here {
                ways.push(algebra.and(&b_here, &a_beyond));
                // Past all its values an operand surely is.
                b_beyond = match b.peek() {
                    None => algebra.constant(true),
                    Some(_) => algebra.or(&b_beyond, &b_here),
                };
            }
            if let Some(a_here) = a_here {
                ways.push(algebra.and(&a_here, &b_beyond));
                a_beyond = match (a.peek(), b.peek()) {
                    (None, _) => algebra.constant(true),
                    // Nobody asks any more.
                    (_, None) => a_beyond,
                    _ => algebra.or(&a_beyond, &a_here),
                };
            }
            entries.push((value, algebra.any(&ways)));
        }
        if least {
            entries.reverse();
        }
        few_entries(entries.len())?;
        Ok(Value::of_entries(algebra, entries))
    }

    /// A comparison.
    pub fn compare<A: Algebra<Bit = B>>(
        algebra: &mut A,
        op: Op,
        a: &Value<B>,
        b: &Value<B>,
    ) -> Value<B> {
        match op {
            Op::Eq => Value::equal(algebra, a, b),
            Op::Ne => Value::equal(algebra, a, b).negated(algebra),
            Op::Lt => Value::less(algebra, a, b),
            Op::Le => Value::less(algebra, b, a).negated(algebra),
        }
    }

    /// One less a boolean.
    pub fn negated<A: Algebra<Bit = B>>(&self, algebra: &mut A) -> Value<B> {
        let bit = self.is_true(algebra);
        let bit = algebra.not(&bit);
        Value::of_bit(algebra, bit)
    }

    fn equal<A: Algebra<Bit = B>>(algebra: &mut A, a: &Value<B>, b: &Value<B>) -> Value<B> {
        if let (Value::Bool(a), Value::Bool(b)) = (a, b) {
            let bit = algebra.same(a, b);
            return Value::of_bit(algebra, bit);
        }
        let (a, b) = (a.entries(algebra), b.entries(algebra));
        let mut b = b.iter().peekable();
        let mut ways = Vec::new();
        for (x, at_x) in a.iter() {
            while b.next_if(|(y, _)| y < x).is_some() {}
            if let Some((_, at_y)) = b.next_if(|(y, _)| y == x) {
                ways.push(algebra.and(at_x, at_y));
            }
        }
        let bit = algebra.any(&ways);
        Value::of_bit(algebra, bit)
    }

    fn less<A: Algebra<Bit = B>>(algebra: &mut A, a: &Value<B>, b: &Value<B>) -> Value<B> {
        let (a, b) = (a.entries(algebra), b.entries(algebra));
        let (Some(first), Some(last)) = (b.first(), a.last()) else {
            unreachable!("an expression has a value");
        };
        if last.0 < first.0 {
            return Value::Const(1);
        }
        // Values of `a` falling, with where `b` is greater than this one.
        let mut b = b.iter().rev().peekable();
        let mut greater = algebra.constant(false);
        let mut ways = Vec::new();
        for (x, at_x) in a.iter().rev() {
            while let Some((_, at_y)) = b.next_if(|(y, _)| y > x) {
                greater = algebra.or(&greater, at_y);
            }
            // Where `b` cannot be anything else, nothing is asked of it.
            ways.push(match b.peek() {
                Some(_) => algebra.and(at_x, &greater),
                None => at_x.clone(),
            });
        }
        let bit = algebra.any(&ways);
        Value::of_bit(algebra, bit)
    }
}
