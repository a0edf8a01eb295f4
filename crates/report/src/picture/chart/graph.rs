//! A chart without a run.

use playproof::Chart;

use super::parts::parts;
use super::sketch::Sketch;
use super::still::{file_head, push};
use crate::printable::printable;

/// A chart as SVG, all of its parts done.
pub fn graph_svg(chart: &Chart, title: &str, description: &str) -> String {
    let sketch = Sketch::new(chart);
    let mut svg = file_head(sketch.size, &printable(title), &printable(description));
    for part in parts(&sketch) {
        part.looks(true).iter().for_each(|ink| push(&mut svg, ink));
    }
    svg.push_str("</svg>\n");
    svg
}
