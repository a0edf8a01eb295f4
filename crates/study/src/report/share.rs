//! Shares with their intervals, and how many answers an interval of a chosen width needs.

use serde::Serialize;

use super::normal::deviations;

/// What the study's organiser asks of the answers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// How sure intervals of shares are: 0.80 for 80 %.
    pub confidence: f64,
    /// How far a share may be off: 0.10 for ten points of a hundred.
    pub margin: f64,
}

/// A share of several.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    /// How many.
    pub count: u32,
    /// Of how many.
    pub of: u32,
    /// The quotient; none of nothing.
    pub share: Option<f64>,
    /// Where Wilson's interval begins.
    pub low: Option<f64>,
    /// Where it ends.
    pub high: Option<f64>,
}

impl Share {
    /// `count` of `of`, with the interval of the study's confidence.
    pub(super) fn new(count: u32, of: u32, sample: &Sample) -> Share {
        let (low, high) = wilson(count, of, deviations(sample.confidence)).unzip();
        Share {
            count,
            of,
            share: (of > 0).then(|| f64::from(count) / f64::from(of)),
            low,
            high,
        }
    }
}

/// Wilson's interval of a share: never outside of 0 to 1, and right for few answers too.
fn wilson(count: u32, of: u32, z: f64) -> Option<(f64, f64)> {
    if of == 0 {
        return None;
    }
    let n = f64::from(of);
    let share = f64::from(count) / n;
    let middle = share + z * z / (2.0 * n);
    let half = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    let low = ((middle - half) / scale).max(0.0);
    Some((low, ((middle + half) / scale).min(1.0)))
}

/// How many answers the chosen confidence and margin need.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SampleSize {
    /// The chosen confidence.
    pub confidence: f64,
    /// The chosen margin.
    pub margin: f64,
    /// The standard deviations of that confidence.
    pub z: f64,
    /// z² · ½ · ½ / margin², not rounded; none if the margin is 0.
    pub unrounded: Option<f64>,
    /// The fewest answers that keep the margin.
    pub needed: Option<u64>,
}

impl SampleSize {
    /// By the normal approximation for a share of one half, where it is widest.
    pub(super) fn new(sample: &Sample) -> SampleSize {
        let z = deviations(sample.confidence);
        let unrounded = z * z / 4.0 / (sample.margin * sample.margin);
        let unrounded = Some(unrounded).filter(|n| n.is_finite());
        SampleSize {
            confidence: sample.confidence,
            margin: sample.margin,
            z,
            unrounded,
            needed: unrounded.map(|n| n.ceil() as u64),
        }
    }

    /// The margin that `n` answers have at the chosen confidence; none without answers.
    pub(super) fn margin_of(&self, n: u32) -> Option<f64> {
        (n > 0).then(|| self.z * (0.25 / f64::from(n)).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUBLISHED: Sample = Sample {
        confidence: 0.80,
        margin: 0.10,
    };

    #[test]
    fn the_published_sample_size() {
        let size = SampleSize::new(&PUBLISHED);
        let unrounded = size.unrounded.expect("a margin");
        assert!((unrounded - 41.059_360_4).abs() < 1e-6, "{unrounded}");
        assert_eq!(size.needed, Some(42));
        let margin = |n| size.margin_of(n).expect("answers");
        assert!(margin(42) < 0.10 && margin(41) > 0.10);
    }

    #[test]
    fn no_margin_has_no_sample_size() {
        let sample = Sample {
            confidence: 0.80,
            margin: 0.0,
        };
        assert_eq!(SampleSize::new(&sample).needed, None);
        assert_eq!(SampleSize::new(&PUBLISHED).margin_of(0), None);
    }

    #[test]
    fn wilson_by_hand() {
        // With z = 2 and 1 of 4: (1/4 + 4/8 ± 2 · √(3/64 + 4/64)) / (1 + 4/4).
        let (low, high) = wilson(1, 4, 2.0).expect("answers");
        let half = 2.0 * (7.0_f64 / 64.0).sqrt();
        assert!((low - (0.75 - half) / 2.0).abs() < 1e-12);
        assert!((high - (0.75 + half) / 2.0).abs() < 1e-12);
        let none = Share::new(0, 0, &PUBLISHED);
        assert_eq!((none.share, none.low, none.high), (None, None, None));
        let all = Share::new(3, 3, &PUBLISHED);
        assert!(all.high == Some(1.0) && all.low > Some(0.5), "{all:?}");
    }
}
