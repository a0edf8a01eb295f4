//! The scale of an axis: which values have a mark, and where a value lies.

/// An axis from its least to its greatest mark.
pub struct Scale {
    by_powers: bool,
    /// Where marks are, in rising order: at least two.
    marks: Vec<f64>,
    /// Digits after the point in the labels of marks.
    n_decimals: usize,
}

/// The most marks of an axis: more cannot be read at a glance.
const MAX_MARKS: usize = 9;

impl Scale {
    /// Even steps of 1, 2 or 5 times a power of ten, from 0 where no value is
    /// below.
    pub fn even(values: &[f64]) -> Scale {
        let most = values.iter().copied().fold(0.0, f64::max);
        let least = values.iter().copied().fold(0.0, f64::min);
        let most = if most > least { most } else { least + 1.0 };
        let n_steps = |step: f64| (most / step).ceil() - (least / step).floor();
        let start = ((most - least) / MAX_MARKS as f64).log10().floor() as i32;
        let steps = (start..).flat_map(|power| [1.0, 2.0, 5.0].map(|n| (n, power)));
        let mut steps = steps.map(|(n, power)| (n * 10f64.powi(power), power));
        let (step, power) = steps
            .find(|&(step, _)| n_steps(step) < 7.0)
            .expect("steps grow without end");
        let first = (least / step).floor();
        let n = n_steps(step) as usize;
        Scale {
            by_powers: false,
            marks: (0..=n).map(|i| (first + i as f64) * step).collect(),
            n_decimals: usize::try_from(-power).unwrap_or(0),
        }
    }

    /// Powers of ten around values above 0, and between two of them 2 and 5
    /// where there are few.
    pub fn by_powers(values: &[f64]) -> Scale {
        let most = values.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        let least = values.iter().copied().fold(most, f64::min);
        let (low, high) = (least.log10().floor() as i32, most.log10().ceil() as i32);
        let high = high.max(low + 1);
        let marks: Vec<f64> = match high - low {
            ..=2 => {
                let marks = (low..=high).flat_map(|p| [1.0, 2.0, 5.0].map(|n| n * 10f64.powi(p)));
                let marks: Vec<f64> = marks.collect();
                // From the last one not above all values to the first one that
                // is not below any.
                let from = marks.iter().rposition(|&mark| mark <= least).unwrap_or(0);
                let to = marks.iter().position(|&mark| mark >= most);
                let to = to.unwrap_or(marks.len() - 1).max(from + 1);
                marks[from..=to.min(marks.len() - 1)].to_vec()
            }
            n => {
                let every = (n as usize).div_ceil(MAX_MARKS - 1);
                let n_steps = (n as usize).div_ceil(every) as i32;
                let powers = (0..=n_steps).map(|i| low + i * every as i32);
                powers.map(|power| 10f64.powi(power)).collect()
            }
        };
        Scale {
            by_powers: true,
            marks,
            n_decimals: 0,
        }
    }

    /// Where things were measured, if they are few; even steps otherwise.
    pub fn of_measured(values: &[f64]) -> Scale {
        let mut marks = values.to_vec();
        marks.sort_by(f64::total_cmp);
        marks.dedup();
        let is_whole = marks.iter().all(|mark| mark.fract() == 0.0);
        match (2..=MAX_MARKS + 3).contains(&marks.len()) && is_whole {
            true => Scale {
                by_powers: false,
                marks,
                n_decimals: 0,
            },
            false => Scale::even(values),
        }
    }

    /// Where marks are.
    pub fn marks(&self) -> &[f64] {
        &self.marks
    }

    /// Where a value lies: 0 is the first mark, 1 the last.
    pub fn share(&self, value: f64) -> f64 {
        let at = |value: f64| match self.by_powers {
            true => value.log10(),
            false => value,
        };
        let (low, high) = (at(self.marks[0]), at(self.marks[self.marks.len() - 1]));
        (at(value) - low) / (high - low)
    }

    /// What is written at a mark.
    pub fn label(&self, mark: f64) -> String {
        if !self.by_powers {
            return format!("{mark:.*}", self.n_decimals);
        }
        // A mark is a digit times a power; rounding makes the power a whole one.
        let power = (mark.log10() + 1e-9).floor() as i32;
        let digit = (mark / 10f64.powi(power)).round();
        match (power, digit) {
            (-4..=5, _) => format!("{mark:.*}", usize::try_from(-power).unwrap_or(0)),
            (_, 1.0) => format!("10{}", raised(power)),
            _ => format!("{digit}·10{}", raised(power)),
        }
    }
}

fn raised(power: i32) -> String {
    let digits = power.to_string();
    let digits = digits.chars().map(|c| match c {
        '-' => '⁻',
        '0' => '⁰',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        _ => char::from_u32('⁰' as u32 + u32::from(c) - u32::from('0')).unwrap_or(c),
    });
    digits.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(scale: &Scale) -> String {
        let labels = scale.marks().iter().map(|&mark| scale.label(mark));
        labels.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn even_steps_are_few_and_round() {
        let even = |values: &[f64]| labels(&Scale::even(values));
        assert_eq!(even(&[12.0, 43.5]), "0 10 20 30 40 50");
        assert_eq!(even(&[0.03, 0.11]), "0.00 0.02 0.04 0.06 0.08 0.10 0.12");
        assert_eq!(even(&[-1.0, 1.0]), "-1.0 -0.5 0.0 0.5 1.0");
        assert_eq!(even(&[0.0]), "0.0 0.2 0.4 0.6 0.8 1.0");
        assert_eq!(even(&[]), even(&[0.0]));
        assert_eq!(even(&[1e7]), "0 2000000 4000000 6000000 8000000 10000000");
    }

    #[test]
    fn powers_are_thinned_out_or_filled_up() {
        let powers = |values: &[f64]| labels(&Scale::by_powers(values));
        assert_eq!(powers(&[1.0, 340.0]), "1 10 100 1000");
        assert_eq!(powers(&[1.0, 34.0]), "1 2 5 10 20 50");
        assert_eq!(powers(&[0.3, 0.4]), "0.2 0.5");
        assert_eq!(powers(&[0.0004, 20.0]), "0.0001 0.001 0.01 0.1 1 10 100");
        assert_eq!(powers(&[1.0, 1e13]), "1 100 10000 10⁶ 10⁸ 10¹⁰ 10¹² 10¹⁴");
        assert_eq!(powers(&[3e-6, 4e-6]), "2·10⁻⁶ 5·10⁻⁶");
        assert_eq!(powers(&[1.0]), "1 2");
    }

    #[test]
    fn few_whole_values_are_marks_themselves() {
        let measured = |values: &[f64]| labels(&Scale::of_measured(values));
        assert_eq!(measured(&[10.0, 8.0, 24.0, 8.0]), "8 10 24");
        assert_eq!(measured(&[0.5, 1.0]), labels(&Scale::even(&[0.5, 1.0])));
        assert_eq!(measured(&[8.0]), labels(&Scale::even(&[8.0])));
    }

    #[test]
    fn values_lie_between_the_marks() {
        let scale = Scale::by_powers(&[1.0, 100.0]);
        assert!((scale.share(10.0) - 0.5).abs() < 1e-9);
        let scale = Scale::even(&[100.0]);
        assert!((scale.share(25.0) - 0.25).abs() < 1e-9);
    }
}
