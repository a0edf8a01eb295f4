//! The figures as SVG. Colours come from the page's style, so that they suit light, dark
//! and paper; nothing is told by colour alone.

use std::fmt::Write;

use crate::report::Share;
use crate::report::predictors::MeasureFigures;
use crate::report::words::{counted, escaped, number, percent, range};

/// A drawing of a size, with what it says for those who cannot see it.
struct Drawing {
    svg: String,
}

impl Drawing {
    fn new(width: f64, height: f64, label: &str) -> Drawing {
        let label = escaped(label);
        Drawing {
            svg: format!(
                "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
                 role=\"img\" aria-label=\"{label}\">\n"
            ),
        }
    }

    fn add(&mut self, what: std::fmt::Arguments) {
        self.svg.write_fmt(what).expect("a string takes everything");
        self.svg.push('\n');
    }

    fn text(&mut self, (x, y): (f64, f64), class: &str, text: &str) {
        let text = escaped(text);
        self.add(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" class=\"{class}\">{text}</text>"
        ));
    }

    fn line(&mut self, class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
        self.add(format_args!(
            "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"
        ));
    }

    fn done(self) -> String {
        self.svg + "</svg>\n"
    }
}

/// At most `most` letters of a name.
fn shortened(name: &str, most: usize) -> String {
    match name.chars().count() > most {
        true => name.chars().take(most - 1).chain(['…']).collect(),
        false => name.to_owned(),
    }
}

/// A bar from 0 to 100 % for each set, with its interval.
pub(super) fn share_bars(label: &str, sets: &[(&str, &Share)]) -> String {
    const LEFT: f64 = 12.0;
    const LENGTH: f64 = 330.0;
    const ROW: f64 = 46.0;
    let height = sets.len() as f64 * ROW + 34.0;
    let mut drawing = Drawing::new(LEFT * 2.0 + LENGTH, height, label);
    let at = |share: f64| LEFT + share * LENGTH;
    let base = height - 22.0;
    for (share, class) in [(0.0, "axis"), (0.5, "zero"), (1.0, "axis")] {
        drawing.line(class, (at(share), 8.0), (at(share), base));
    }
    for (i, (set, share)) in sets.iter().enumerate() {
        let top = i as f64 * ROW + 6.0;
        let name = format!("{}: {}", shortened(set, 30), percent(share.share));
        drawing.text((LEFT + 4.0, top + 13.0), "", &name);
        let middle = top + 28.0;
        if let Some(share) = share.share {
            let width = share * LENGTH;
            drawing.add(format_args!(
                "<rect class=\"bar\" x=\"{LEFT}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"16\"/>",
                middle - 8.0
            ));
        }
        if let (Some(low), Some(high)) = (share.low, share.high) {
            drawing.line("range", (at(low), middle), (at(high), middle));
            for end in [at(low), at(high)] {
                drawing.line("range", (end, middle - 5.0), (end, middle + 5.0));
            }
        }
    }
    for (share, class) in [(0.0, "soft"), (0.5, "soft middle"), (1.0, "soft end")] {
        drawing.text((at(share), height - 7.0), class, &percent(Some(share)));
    }
    drawing.done()
}

/// How often one to five stars were given; `most` is the highest bar of those beside it.
pub(super) fn star_bars(label: &str, stars: &[u32; 5], most: u32) -> String {
    const HEIGHT: f64 = 90.0;
    let mut drawing = Drawing::new(190.0, HEIGHT + 44.0, label);
    drawing.line("axis", (10.0, HEIGHT + 20.0), (180.0, HEIGHT + 20.0));
    for (i, count) in stars.iter().enumerate() {
        let tall = f64::from(*count) / f64::from(most.max(1)) * HEIGHT;
        let x = 14.0 + i as f64 * 33.0;
        let top = HEIGHT + 20.0 - tall;
        drawing.add(format_args!(
            "<rect class=\"bar\" x=\"{x}\" y=\"{top:.1}\" width=\"28\" height=\"{tall:.1}\"/>"
        ));
        drawing.text((x + 14.0, top - 4.0), "middle", &count.to_string());
        drawing.text(
            (x + 14.0, HEIGHT + 36.0),
            "middle soft",
            &format!("{}★", i + 1),
        );
    }
    drawing.done()
}

/// The rank correlation of each measure, with its interval. Those that stand the
/// correction for many measures are filled.
pub(super) fn correlations(label: &str, measures: &[MeasureFigures]) -> String {
    const LEFT: f64 = 170.0;
    const LENGTH: f64 = 380.0;
    const ROW: f64 = 20.0;
    let height = measures.len() as f64 * ROW + 40.0;
    let mut drawing = Drawing::new(LEFT + LENGTH + 20.0, height, label);
    let at = |rho: f64| LEFT + (rho + 1.0) / 2.0 * LENGTH;
    for rho in [-1.0, -0.5, 0.0, 0.5, 1.0] {
        let class = if rho == 0.0 { "zero" } else { "axis" };
        drawing.line(class, (at(rho), 8.0), (at(rho), height - 26.0));
        let shown = number(Some(rho), 1);
        drawing.text((at(rho), height - 10.0), "soft middle", &shown);
    }
    for (i, measure) in measures.iter().enumerate() {
        let y = i as f64 * ROW + 20.0;
        let is_clear = measure.is_clear();
        let class = if is_clear { "end bold" } else { "end" };
        drawing.text(
            (LEFT - 10.0, y + 4.0),
            class,
            &shortened(&measure.measure, 24),
        );
        if let (Some(low), Some(high)) = (measure.low, measure.high) {
            drawing.line("range", (at(low), y), (at(high), y));
        }
        if let Some(rho) = measure.rho {
            let class = if is_clear { "dot clear" } else { "dot" };
            let said = format!(
                "{}: {} ({})",
                measure.measure,
                number(measure.rho, 2),
                range(measure.low, measure.high, 2)
            );
            let (x, said) = (at(rho), escaped(&said));
            drawing.add(format_args!(
                "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\"><title>{said}</title></circle>"
            ));
        }
    }
    drawing.done()
}

/// A measure against stars: a point for each play.
pub(super) fn scatter(measure: &str, word: &str, points: &[(f64, u8)]) -> String {
    const LEFT: f64 = 44.0;
    const WIDTH: f64 = 250.0;
    const HEIGHT: f64 = 150.0;
    let plays = counted(points.len(), "play", "plays");
    let label = format!("{measure} against stars for {word}, {plays}");
    let mut drawing = Drawing::new(LEFT + WIDTH + 16.0, HEIGHT + 52.0, &label);
    let low = points
        .iter()
        .map(|point| point.0)
        .fold(f64::INFINITY, f64::min);
    let high = points
        .iter()
        .map(|point| point.0)
        .fold(f64::NEG_INFINITY, f64::max);
    let x = |value: f64| LEFT + 8.0 + (value - low) / (high - low) * (WIDTH - 16.0);
    let y = |stars: f64| 12.0 + (5.0 - stars) / 4.0 * (HEIGHT - 24.0) + 8.0;
    for stars in 1..=5_u8 {
        let at = y(f64::from(stars));
        drawing.line("axis", (LEFT, at), (LEFT + WIDTH, at));
        drawing.text((LEFT - 8.0, at + 4.0), "soft end", &format!("{stars}★"));
    }
    for (i, (value, stars)) in points.iter().enumerate() {
        // Plays with the same stars lie a little apart, so that each can be seen.
        let apart = (i * 5 % 11) as f64 - 5.0;
        let (x, y) = (x(*value), y(f64::from(*stars)) + apart * 1.3);
        drawing.add(format_args!(
            "<circle class=\"point\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\"/>"
        ));
    }
    let base = HEIGHT + 26.0;
    let is_whole = points.iter().all(|point| point.0.fract() == 0.0);
    let shown = |value: f64| number(Some(value), if is_whole { 0 } else { 2 });
    drawing.text((LEFT, base), "soft", &shown(low));
    drawing.text((LEFT + WIDTH, base), "soft end", &shown(high));
    drawing.text(
        (LEFT + WIDTH / 2.0, base + 18.0),
        "middle",
        &shortened(measure, 34),
    );
    drawing.done()
}
