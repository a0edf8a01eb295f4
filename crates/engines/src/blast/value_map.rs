//! What an expression can be: its values, each with the condition under which
//! it has it.
//!
//! Over states within their domains exactly one condition of a map is true.
//! What happens elsewhere is not specified, and several laws below use that: a
//! map of one value is a constant whatever its condition says.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use playproof_model::{Encoding, Val};

use super::algebra::Algebra;

/// The most values an expression may have.
const MAX_ENTRIES: usize = 1 << 20;

/// The most combinations of its operands' values that may be gone through.
const MAX_PAIRS: usize = 1 << 22;

/// An expression has too many values to be written out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TooLarge {
    /// So many values.
    Entries(usize),
    /// So many combinations of values of operands.
    Pairs(usize),
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TooLarge::Entries(n) => write!(f, "an expression with {n} values"),
            TooLarge::Pairs(n) => write!(f, "operands with {n} combinations of values"),
        }
    }
}

impl std::error::Error for TooLarge {}

/// The values of an expression.
#[derive(Clone, Debug)]
pub(super) enum Value<B> {
    Const(Val),
    /// 1 where the bit is true, else 0: conditions stay single bits.
    Bool(B),
    /// By value in rising order, at least two.
    Map(Vec<(Val, B)>),
}

impl<B: Clone + Eq> Value<B> {
    /// 1 where a bit is true.
    pub fn of_bit<A: Algebra<Bit = B>>(algebra: &mut A, bit: B) -> Value<B> {
        for value in [false, true] {
            if bit == algebra.constant(value) {
                return Value::Const(Val::from(value));
            }
        }
        Value::Bool(bit)
    }

    /// Conditions by value, values rising. Impossible ones are left out, but
    /// never all of them, so that every value is one the expression can have.
    pub fn of_entries<A: Algebra<Bit = B>>(
        algebra: &mut A,
        mut entries: Vec<(Val, B)>,
    ) -> Value<B> {
        let never = algebra.constant(false);
        let first = entries[0].0;
        entries.retain(|(_, condition)| *condition != never);
        match &entries[..] {
            [] => Value::Const(first),
            [(value, _)] => Value::Const(*value),
            [(0, _), (1, one)] => Value::Bool(one.clone()),
            _ => Value::Map(entries),
        }
    }

    pub fn of_groups<A: Algebra<Bit = B>>(
        algebra: &mut A,
        groups: BTreeMap<Val, Vec<B>>,
    ) -> Result<Value<B>, TooLarge> {
        few_entries(groups.len())?;
        let joined = groups.into_iter();
        let joined = joined.map(|(value, conditions)| (value, algebra.any(&conditions)));
        let entries = joined.collect();
        Ok(Value::of_entries(algebra, entries))
    }

    /// The number that some bits are, lowest first, above `lo`; at most `hi`.
    pub fn of_digits<A: Algebra<Bit = B>>(
        algebra: &mut A,
        digits: &[B],
        (lo, hi): (Val, Val),
    ) -> Result<Value<B>, TooLarge> {
        if let ([digit], 0) = (digits, lo) {
            return Ok(Value::of_bit(algebra, digit.clone()));
        }
        let n_values = (i64::from(hi) - i64::from(lo)) as usize + 1;
        few_entries(n_values)?;
        let conditions = minterms(algebra, digits, n_values);
        let entries = (lo..=hi).zip(conditions).collect();
        Ok(Value::of_entries(algebra, entries))
    }

    /// The digits of the value above `lo`, lowest first.
    pub fn digits<A: Algebra<Bit = B>>(&self, algebra: &mut A, lo: Val, n: usize) -> Vec<B> {
        if let (Value::Bool(bit), 0, 1) = (self, lo, n) {
            return vec![bit.clone()];
        }
        let entries = self.entries(algebra);
        let digit = |k: usize| {
            let has_it = |value: Val| Encoding::above(lo, value) >> k & 1 == 1;
            one_of(algebra, &entries, has_it)
        };
        (0..n).map(digit).collect()
    }

    /// Where the value is 1.
    pub fn is_true<A: Algebra<Bit = B>>(&self, algebra: &mut A) -> B {
        match self {
            Value::Const(value) => algebra.constant(*value == 1),
            Value::Bool(bit) => bit.clone(),
            Value::Map(entries) => match entries.iter().find(|(value, _)| *value == 1) {
                Some((_, condition)) => condition.clone(),
                None => algebra.constant(false),
            },
        }
    }

    /// The values with their conditions, values rising.
    pub fn entries<A: Algebra<Bit = B>>(&self, algebra: &mut A) -> Cow<'_, [(Val, B)]> {
        match self {
            Value::Const(value) => Cow::Owned(vec![(*value, algebra.constant(true))]),
            Value::Bool(bit) => {
                let zero = algebra.not(bit);
                Cow::Owned(vec![(0, zero), (1, bit.clone())])
            }
            Value::Map(entries) => Cow::Borrowed(entries),
        }
    }

    /// Any operation on two values, by all their combinations.
    pub fn join<A: Algebra<Bit = B>>(
        algebra: &mut A,
        a: &Value<B>,
        b: &Value<B>,
        operation: impl Fn(Val, Val) -> Val,
    ) -> Result<Value<B>, TooLarge> {
        let (a, b) = (a.entries(algebra), b.entries(algebra));
        few_pairs(a.len(), b.len())?;
        let mut groups: BTreeMap<Val, Vec<B>> = BTreeMap::new();
        for (x, at_x) in a.iter() {
            for (y, at_y) in b.iter() {
                let both = algebra.and(at_x, at_y);
                groups.entry(operation(*x, *y)).or_default().push(both);
            }
        }
        Value::of_groups(algebra, groups)
    }

    /// The value with another name for each; names may coincide.
    pub fn rename<A: Algebra<Bit = B>>(
        &self,
        algebra: &mut A,
        name: impl Fn(Val) -> Val,
    ) -> Result<Value<B>, TooLarge> {
        let mut groups: BTreeMap<Val, Vec<B>> = BTreeMap::new();
        for (value, condition) in self.entries(algebra).iter() {
            let group = groups.entry(name(*value)).or_default();
            group.push(condition.clone());
        }
        Value::of_groups(algebra, groups)
    }

    /// `a` where the condition is true, else `b`.
    pub fn choose<A: Algebra<Bit = B>>(
        algebra: &mut A,
        condition: &B,
        a: &Value<B>,
        b: &Value<B>,
    ) -> Result<Value<B>, TooLarge> {
        if let (Value::Bool(a), Value::Bool(b)) = (a, b) {
            let bit = algebra.ite(condition, a, b);
            return Ok(Value::of_bit(algebra, bit));
        }
        let never = algebra.constant(false);
        let mut branches: BTreeMap<Val, (B, B)> = BTreeMap::new();
        for (value, at) in a.entries(algebra).iter() {
            branches.insert(*value, (at.clone(), never.clone()));
        }
        for (value, at) in b.entries(algebra).iter() {
            let branch = branches.entry(*value);
            branch.or_insert((never.clone(), never.clone())).1 = at.clone();
        }
        few_entries(branches.len())?;
        let chosen = branches.into_iter();
        let chosen = chosen.map(|(value, (a, b))| (value, algebra.ite(condition, &a, &b)));
        let entries = chosen.collect();
        Ok(Value::of_entries(algebra, entries))
    }
}

/// Where the value is one of those meant. Exactly one condition is true, so
/// that it can be said by the others if they are fewer.
pub(super) fn one_of<A: Algebra>(
    algebra: &mut A,
    entries: &[(Val, A::Bit)],
    is_meant: impl Fn(Val) -> bool,
) -> A::Bit {
    let n_meant = entries.iter().filter(|(value, _)| is_meant(*value)).count();
    let by_others = 2 * n_meant > entries.len();
    let listed = entries.iter();
    let listed = listed.filter(|(value, _)| is_meant(*value) != by_others);
    let listed: Vec<A::Bit> = listed.map(|(_, condition)| condition.clone()).collect();
    let any = algebra.any(&listed);
    match by_others {
        true => algebra.not(&any),
        false => any,
    }
}

/// Where some bits, lowest first, are 0, 1, 2 and so on, `n_values` of them.
/// Halves are decoded by themselves and then combined, so that there is about
/// one operation a value.
fn minterms<A: Algebra>(algebra: &mut A, digits: &[A::Bit], n_values: usize) -> Vec<A::Bit> {
    match digits {
        [] => vec![algebra.constant(true)],
        [digit] => vec![algebra.not(digit), digit.clone()],
        _ => {
            let (low, high) = digits.split_at(digits.len() / 2);
            let (n_low, n_high) = (1 << low.len(), n_values.div_ceil(1 << low.len()));
            let low = minterms(algebra, low, n_low);
            let high = minterms(algebra, high, n_high);
            let pairs = high.iter().flat_map(|h| low.iter().map(move |l| (h, l)));
            let pairs = pairs.take(n_values);
            pairs.map(|(h, l)| algebra.and(h, l)).collect()
        }
    }
}

/// Refuses an expression with too many values.
pub(super) fn few_entries(n: usize) -> Result<(), TooLarge> {
    if n > MAX_ENTRIES {
        return Err(TooLarge::Entries(n));
    }
    Ok(())
}

/// Refuses operands whose combinations are too many.
pub(super) fn few_pairs(a: usize, b: usize) -> Result<(), TooLarge> {
    let n_pairs = a.saturating_mul(b);
    if n_pairs > MAX_PAIRS {
        return Err(TooLarge::Pairs(n_pairs));
    }
    Ok(())
}
