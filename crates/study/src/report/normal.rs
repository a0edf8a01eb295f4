//! The normal distribution, as far as intervals and sample sizes need it.

/// The chance that a normal variable is below `x`.
fn below(x: f64) -> f64 {
    // x + x^3/3 + x^5/15 + ...: all terms have one sign, so that nothing cancels out.
    let mut term = x;
    let mut sum = x;
    let mut odd = 1.0;
    while term.abs() > sum.abs() * 1e-17 {
        odd += 2.0;
        term *= x * x / odd;
        sum += term;
    }
    0.5 + sum * (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt()
}

/// How many standard deviations to both sides hold the share `confidence` of a normal
/// variable: 1.96 for 0.95. Confidence is cut to what has a sensible answer.
pub(super) fn deviations(confidence: f64) -> f64 {
    let confidence = match confidence.is_finite() {
        true => confidence.clamp(0.0, 0.999_999),
        false => 0.0,
    };
    let wanted = 0.5 + confidence / 2.0;
    let (mut low, mut high) = (0.0, 6.0);
    for _ in 0..80 {
        let middle = (low + high) / 2.0;
        match below(middle) < wanted {
            true => low = middle,
            false => high = middle,
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::deviations;

    #[test]
    fn deviations_of_common_confidences() {
        for (confidence, expected) in [
            (0.0, 0.0),
            (0.80, 1.281_551_565_544_600_4),
            (0.95, 1.959_963_984_540_054),
            (0.99, 2.575_829_303_548_900_4),
        ] {
            let found = deviations(confidence);
            assert!((found - expected).abs() < 1e-12, "{confidence}: {found}");
        }
        assert!(deviations(1.0).is_finite() && deviations(f64::NAN) < 1e-12);
    }
}
