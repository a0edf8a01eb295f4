//! How likely chance alone gives what was found: the sign test, and Holm's correction for
//! many questions at once.

/// The exact two-sided sign test: how likely a fair coin that is thrown `of` times shows
/// heads as far from one half as `count`, or farther. None of no throws.
pub(super) fn sign_test(count: u32, of: u32) -> Option<f64> {
    if of == 0 {
        return None;
    }
    let fewer = count.min(of - count);
    if 2 * u64::from(fewer) == u64::from(of) {
        return Some(1.0);
    }
    // By logarithms, since 2^-of is 0 for many answers.
    let mut log_of_ways = 0.0;
    let no_heads = f64::from(of) * -std::f64::consts::LN_2;
    let mut tail = no_heads.exp();
    for heads in 1..=fewer {
        log_of_ways += (f64::from(of - heads + 1) / f64::from(heads)).ln();
        tail += (log_of_ways + no_heads).exp();
    }
    Some((2.0 * tail).min(1.0))
}

/// Holm's correction: each chance, as it has to be read among all of them. The least is
/// multiplied by how many there are, the next by one less, and so on; none gets below
/// one before it.
pub(super) fn holm(chances: &[Option<f64>]) -> Vec<Option<f64>> {
    let known = chances.iter().enumerate();
    let mut order: Vec<(usize, f64)> = known.filter_map(|(i, p)| Some((i, (*p)?))).collect();
    order.sort_by(|a, b| a.1.total_cmp(&b.1));
    let mut corrected = vec![None; chances.len()];
    let mut least = 0.0_f64;
    for (done, (i, p)) in order.iter().enumerate() {
        least = least.max(p * (order.len() - done) as f64).min(1.0);
        corrected[*i] = Some(least);
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sign_test_by_hand() {
        // Of 5 throws: 2 · (1 + 5) / 32.
        let close = |p: Option<f64>, expected: f64| (p.expect("throws") - expected).abs() < 1e-12;
        assert!(close(sign_test(1, 5), 12.0 / 32.0));
        assert!(close(sign_test(4, 5), 12.0 / 32.0));
        assert!(close(sign_test(0, 1), 1.0));
        assert!(close(sign_test(2, 4), 1.0));
        assert_eq!(sign_test(0, 0), None);
        // 30 of 40, as in the published study.
        assert!(close(sign_test(30, 40), 0.002_221_433_773_229));
        // Far more answers than 2^-n can be written for.
        let many = sign_test(2_000, 4_001).expect("throws");
        assert!((many - 1.0).abs() < 1e-9, "{many}");
    }

    #[test]
    fn holm_by_hand() {
        let chances = [Some(0.04), None, Some(0.01), Some(0.03), Some(0.9)];
        let corrected = holm(&chances);
        let expected = [Some(0.09), None, Some(0.04), Some(0.09), Some(0.9)];
        for (found, expected) in corrected.iter().zip(expected) {
            match (found, expected) {
                (Some(found), Some(expected)) => assert!((found - expected).abs() < 1e-12),
                (found, expected) => assert_eq!(*found, expected),
            }
        }
        assert!(holm(&[]).is_empty());
    }
}
