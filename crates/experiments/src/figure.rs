//! Figures as SVG: bars for a few values, lines for what grows with something.
//! Both have a scale of powers of ten for values that differ by more than a
//! figure can show otherwise.

pub use crate::bars::Bar;
pub use crate::lines::{Lines, Series};
use crate::{bars, lines};

/// A figure.
pub struct Figure {
    /// Its name in names of files.
    pub name: &'static str,
    /// Its title, with the unit.
    pub title: String,
    /// What is drawn.
    pub chart: Chart,
    /// Whether the scale of values is one of powers of ten.
    pub by_powers: bool,
}

/// What a figure draws.
pub enum Chart {
    /// Bars; groups are separated by a gap.
    Bars(Vec<Vec<Bar>>),
    /// Lines between points.
    Lines(Lines),
}

impl Figure {
    /// The file beside the tables.
    pub fn file_name(&self, experiment: &str) -> String {
        format!("{experiment}-{}.svg", self.name)
    }

    /// The drawing.
    pub fn svg(&self) -> String {
        match &self.chart {
            Chart::Bars(groups) => bars::svg(&self.title, groups, self.by_powers),
            Chart::Lines(lines) => lines::svg(&self.title, lines, self.by_powers),
        }
    }
}

/// The beginning of a drawing: white paper and the title.
pub(crate) fn opened(width: f64, height: f64, title: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n\
         <text x=\"10\" y=\"22\" font-size=\"14\">{}</text>\n",
        escaped(title)
    )
}

pub(crate) fn escaped(text: &str) -> String {
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
                chart: Chart::Bars(vec![
                    vec![bar(Some(0.001)), bar(Some(400.0))],
                    vec![bar(None)],
                ]),
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
