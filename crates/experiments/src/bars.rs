//! Bars as SVG: values side by side, on a scale of powers of ten where they
//! differ by more than a figure can show otherwise.

use crate::figure::{escaped, opened};

/// One bar.
pub struct Bar {
    /// What it stands for.
    pub label: String,
    /// Its value; none is drawn for nothing.
    pub value: Option<f64>,
    /// Whether the value is a published one.
    pub published: bool,
}

const LABELS: f64 = 250.0;
const LENGTH: f64 = 420.0;
const HEIGHT: f64 = 18.0;
const GAP: f64 = 10.0;

/// The drawing of groups of bars, a gap between them.
pub(crate) fn svg(title: &str, groups: &[Vec<Bar>], by_powers: bool) -> String {
    let values = groups.iter().flatten().filter_map(|bar| bar.value);
    let values: Vec<f64> = values.filter(|&v| v > 0.0).collect();
    let most = values.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let least = values.iter().copied().fold(most, f64::min);
    let length = |value: f64| match by_powers {
        // The shortest bar is as long as the step below its power.
        true => {
            let (low, high) = (least.log10().floor() - 0.2, most.log10());
            LENGTH * (value.log10() - low) / (high - low)
        }
        false => LENGTH * value / most,
    };
    let n_bars = groups.iter().map(Vec::len).sum::<usize>() as f64;
    let height = 40.0 + n_bars * HEIGHT + groups.len() as f64 * GAP;
    let width = LABELS + LENGTH + 110.0;
    let mut svg = opened(width, height, title);
    let mut y = 36.0;
    for group in groups {
        for bar in group {
            let base = y + HEIGHT - 5.0;
            let (label, right) = (escaped(&bar.label), LABELS - 8.0);
            svg +=
                &format!("<text x=\"{right}\" y=\"{base}\" text-anchor=\"end\">{label}</text>\n");
            if let Some(value) = bar.value {
                let colour = if bar.published { "#9aa5b1" } else { "#2f6f9f" };
                let w = if value > 0.0 { length(value) } else { 0.0 };
                let h = HEIGHT - 4.0;
                let (end, shown) = (LABELS + w + 6.0, number(value));
                svg += &format!(
                    "<rect x=\"{LABELS}\" y=\"{y}\" width=\"{w:.1}\" height=\"{h}\" fill=\"{colour}\"/>\n\
                     <text x=\"{end:.1}\" y=\"{base}\">{shown}</text>\n"
                );
            }
            y += HEIGHT;
        }
        y += GAP;
    }
    svg + "</svg>\n"
}

fn number(value: f64) -> String {
    match value {
        0.0 => "0".to_owned(),
        ..0.01 => format!("{value:.5}"),
        ..1.0 => format!("{value:.3}"),
        ..100.0 => format!("{value:.2}"),
        _ => format!("{value:.0}"),
    }
}
