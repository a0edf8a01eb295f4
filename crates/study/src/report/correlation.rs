//! How two columns of numbers go together: Pearson's correlation, over the plays that
//! know both.

/// A column: one value per play, none where it is not known.
pub(super) type Column = Vec<Option<f64>>;

/// Pearson's correlation; none with fewer than two plays, or where a column is constant.
pub(super) fn pearson(a: &[Option<f64>], b: &[Option<f64>]) -> Option<f64> {
    let both = a.iter().zip(b).filter_map(|(a, b)| Some(((*a)?, (*b)?)));
    let both: Vec<(f64, f64)> = both.collect();
    // A sum of deviations is hardly ever exactly 0, so that this is asked beforehand.
    let is_constant = |of: fn(&(f64, f64)) -> f64| both.iter().all(|pair| of(pair) == of(&both[0]));
    if both.len() < 2 || is_constant(|pair| pair.0) || is_constant(|pair| pair.1) {
        return None;
    }
    let n = both.len() as f64;
    let mean_a = both.iter().map(|pair| pair.0).sum::<f64>() / n;
    let mean_b = both.iter().map(|pair| pair.1).sum::<f64>() / n;
    let (mut aa, mut bb, mut ab) = (0.0, 0.0, 0.0);
    for (a, b) in both {
        let (a, b) = (a - mean_a, b - mean_b);
        aa += a * a;
        bb += b * b;
        ab += a * b;
    }
    let found = ab / (aa.sqrt() * bb.sqrt());
    found.is_finite().then(|| found.clamp(-1.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::pearson;

    #[test]
    fn pearson_by_hand() {
        let column = |values: &[f64]| values.iter().copied().map(Some).collect::<Vec<_>>();
        let (a, b) = (column(&[1.0, 2.0, 3.0]), column(&[1.0, 3.0, 2.0]));
        assert!((pearson(&a, &b).expect("varies") - 0.5).abs() < 1e-12);
        let down = column(&[6.0, 4.0, 2.0]);
        assert!((pearson(&a, &down).expect("varies") + 1.0).abs() < 1e-12);
        assert_eq!(pearson(&a, &column(&[0.1, 0.1, 0.1])), None);
        assert_eq!(pearson(&[], &[]), None);
        // What one column does not know counts in neither.
        let gap = [Some(9.0), None, Some(5.0)];
        assert!((pearson(&a, &gap).expect("varies") + 1.0).abs() < 1e-12);
        assert_eq!(pearson(&a, &[None, Some(1.0), None]), None);
    }
}
