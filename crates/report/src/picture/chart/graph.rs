//! A chart without a run.

use playproof::{Chart, Colour};

use super::ink::{Ink, width_of};
use super::parts::parts;
use super::sketch::Sketch;
use super::still::{file_head, push};
use crate::printable::printable;

/// What is written above the chart, and how high that is.
const LINES: [(f32, bool); 2] = [(15.0, true), (12.0, false)];
const ABOVE: f32 = 46.0;

const INK: Colour = Colour(0x26, 0x22, 0x30);

/// A chart as SVG, all of its parts done, below a title and what is to be said of it.
pub fn graph_svg(chart: &Chart, title: &str, saying: &str, description: &str) -> String {
    let sketch = Sketch::new(chart);
    let lines = [title, saying].map(printable);
    let widths = lines.iter().zip(LINES);
    let widths = widths.map(|(text, (size, is_bold))| width_of(text, size, is_bold) + 60.0);
    let (width, height) = (
        widths.fold(sketch.size.0, f32::max).ceil(),
        sketch.size.1 + ABOVE,
    );
    let whole = format!("{}: {}", lines[0], lines[1]);
    let mut svg = file_head((width, height), &whole, &printable(description));
    for (i, (text, (size, is_bold))) in lines.into_iter().zip(LINES).enumerate() {
        let words = Ink::Words {
            middle: (width / 2.0, 28.0 + 20.0 * i as f32),
            text,
            size,
            is_bold,
            fill: INK,
        };
        push(&mut svg, &words);
    }
    let left = (width - sketch.size.0) / 2.0;
    svg.push_str(&format!("<g transform=\"translate({left} {ABOVE})\">\n"));
    for part in parts(&sketch) {
        part.looks(true).iter().for_each(|ink| push(&mut svg, ink));
    }
    svg.push_str("</g>\n</svg>\n");
    svg
}
