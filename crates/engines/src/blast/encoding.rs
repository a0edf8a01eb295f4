//! The bits of a state in any boolean algebra: where they are this state,
//! where they are a state at all.

use playproof_model::{Encoding, Val};

use super::algebra::Algebra;

/// Where these bits of a state are the bits of this very state.
pub fn is_state<A: Algebra>(
    encoding: &Encoding,
    algebra: &mut A,
    state: &[A::Bit],
    values: &[Val],
) -> A::Bit {
    let wanted = encoding.encode(values);
    let digit = |(bit, value): (&A::Bit, bool)| match value {
        true => bit.clone(),
        false => algebra.not(bit),
    };
    let digits: Vec<A::Bit> = state.iter().zip(wanted).map(digit).collect();
    algebra.all(&digits)
}

/// Where these bits of a state are values within all domains.
pub fn is_valid<A: Algebra>(encoding: &Encoding, algebra: &mut A, state: &[A::Bit]) -> A::Bit {
    let mut parts = Vec::new();
    for flat in 0..encoding.n_flat() {
        let (lo, hi) = encoding.domain(flat);
        let digits = &state[encoding.bits(flat)];
        let span = Encoding::above(lo, hi);
        if span + 1 == 1 << digits.len() {
            continue;
        }
        // From the lowest digit up: whether the digits so far are at most
        // those of the greatest value.
        let mut at_most = algebra.constant(true);
        for (k, digit) in digits.iter().enumerate() {
            let clear = algebra.not(digit);
            at_most = match span >> k & 1 {
                1 => algebra.or(&clear, &at_most),
                _ => algebra.and(&clear, &at_most),
            };
        }
        parts.push(at_most);
    }
    algebra.all(&parts)
}
