//! Bars as SVG: values side by side, on a scale of powers of ten where they
//! differ by more than a figure can show otherwise.

/// Bars, each with a label and a value above 0.
pub struct Figure {
    /// Its name in names of files.
    pub name: &'static str,
    /// Its title, with the unit.
    pub title: String,
    /// The bars; groups are separated by a gap.
    pub groups: Vec<Vec<Bar>>,
    /// Whether the scale is one of powers of ten.
    pub by_powers: bool,
}

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

impl Figure {
    /// The file beside the tables.
    pub fn file_name(&self, experiment: &str) -> String {
        format!("{experiment}-{}.svg", self.name)
    }

    /// The drawing.
    pub fn svg(&self) -> String {
        let values = self.groups.iter().flatten().filter_map(|bar| bar.value);
        let values: Vec<f64> = values.filter(|&v| v > 0.0).collect();
        let most = values.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        let least = values.iter().copied().fold(most, f64::min);
        let length = |value: f64| match self.by_powers {
            // The shortest bar is as long as the step below its power.
            true => {
                let (low, high) = (least.log10().floor() - 0.2, most.log10());
                LENGTH * (value.log10() - low) / (high - low)
            }
            false => LENGTH * value / most,
        };
        let n_bars = self.groups.iter().map(Vec::len).sum::<usize>() as f64;
        let height = 40.0 + n_bars * HEIGHT + self.groups.len() as f64 * GAP;
        let width = LABELS + LENGTH + 110.0;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"sans-serif\" font-size=\"12\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n\
             <text x=\"10\" y=\"22\" font-size=\"14\">{}</text>\n",
            escaped(&self.title)
        );
        let mut y = 36.0;
        for group in &self.groups {
            for bar in group {
                let base = y + HEIGHT - 5.0;
                let (label, right) = (escaped(&bar.label), LABELS - 8.0);
                svg += &format!(
                    "<text x=\"{right}\" y=\"{base}\" text-anchor=\"end\">{label}</text>\n"
                );
                if let Some(value) = bar.value.filter(|&v| v > 0.0) {
                    let colour = if bar.published { "#9aa5b1" } else { "#2f6f9f" };
                    let (w, h) = (length(value), HEIGHT - 4.0);
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
}

fn number(value: f64) -> String {
    match value {
        ..0.01 => format!("{value:.5}"),
        ..1.0 => format!("{value:.3}"),
        ..100.0 => format!("{value:.2}"),
        _ => format!("{value:.0}"),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_fit_into_the_drawing() {
        let bar = |value| Bar {
            label: "a < b".to_owned(),
            value,
            published: false,
        };
        for by_powers in [false, true] {
            let figure = Figure {
                name: "f",
                title: "T".to_owned(),
                groups: vec![vec![bar(Some(0.001)), bar(Some(400.0))], vec![bar(None)]],
                by_powers,
            };
            let svg = figure.svg();
            assert!(
                svg.contains("width=\"420.0\"") && svg.contains("a &lt; b"),
                "{svg}"
            );
            assert!(!svg.contains("NaN") && !svg.contains("width=\"-"), "{svg}");
        }
    }
}
