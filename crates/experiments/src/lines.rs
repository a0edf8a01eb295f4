//! Lines as SVG: how values grow with a size, several series in one drawing.
//!
//! Series are told apart by colour, mark and, if they are published ones, by
//! dashes, so that a print without colours can be read too.

use crate::figure::{escaped, opened};
use crate::scale::Scale;

/// Lines over a common axis.
pub struct Lines {
    /// What is beneath the axis of sizes.
    pub x_label: String,
    /// What is beside the axis of values, with the unit.
    pub y_label: String,
    /// The lines, in the order of the legend.
    pub series: Vec<Series>,
}

/// One line.
pub struct Series {
    /// What it stands for.
    pub name: String,
    /// Sizes and values, by rising size. What was not measured is left out; so
    /// is what a scale of powers cannot show.
    pub points: Vec<(f64, f64)>,
    /// Whether the values are published ones.
    pub published: bool,
}

/// Ours, as the bars are, and the next ones far from each other.
const COLOURS: [&str; 5] = ["#2f6f9f", "#c2571a", "#3f8f5a", "#7c3aed", "#b0305c"];
/// Published ones.
const GREYS: [&str; 3] = ["#5f6b76", "#8a95a0", "#3c444c"];
const DASHES: [&str; 3] = ["7 4", "2 3", "9 3 2 3"];

const WIDTH: f64 = 640.0;
const LEFT: f64 = 76.0;
const RIGHT: f64 = 24.0;
/// The height between the axes' ends.
const HEIGHT: f64 = 280.0;
/// What a line of the legend takes.
const LEGEND: f64 = 20.0;
/// The width of a letter, more or less.
const LETTER: f64 = 6.6;

/// The drawing.
pub(crate) fn svg(title: &str, lines: &Lines, by_powers: bool) -> String {
    let is_shown = |&(x, y): &(f64, f64)| {
        let is_number = x.is_finite() && y.is_finite();
        is_number && (!by_powers || y > 0.0)
    };
    let points = |series: &Series| -> Vec<(f64, f64)> {
        let points = series.points.iter().copied();
        points.filter(is_shown).collect()
    };
    let shown: Vec<Vec<(f64, f64)>> = lines.series.iter().map(points).collect();
    let (xs, ys): (Vec<f64>, Vec<f64>) = shown.iter().flatten().copied().unzip();
    let area = Area {
        x: Scale::of_measured(&xs),
        y: match by_powers {
            true => Scale::by_powers(&ys),
            false => Scale::even(&ys),
        },
        top: 44.0 + LEGEND * n_legend_lines(&lines.series) as f64,
    };
    let mut svg = opened(WIDTH, area.bottom() + 52.0, title);
    svg += &legend(&lines.series);
    svg += &area.axes(lines);
    for (style, points) in styles(&lines.series).zip(&shown) {
        let places: Vec<(f64, f64)> = points.iter().map(|&p| area.place(p)).collect();
        svg += &style.line(&places);
        for &place in &places {
            svg += &style.mark(place);
        }
    }
    svg + "</svg>\n"
}

/// What lies between the axes.
struct Area {
    x: Scale,
    y: Scale,
    top: f64,
}

impl Area {
    fn bottom(&self) -> f64 {
        self.top + HEIGHT
    }

    fn place(&self, (x, y): (f64, f64)) -> (f64, f64) {
        // The first and the last mark of an axis are not at its very ends.
        let margin = 14.0;
        let width = WIDTH - LEFT - RIGHT - 2.0 * margin;
        (
            LEFT + margin + width * self.x.share(x),
            self.bottom() - HEIGHT * self.y.share(y),
        )
    }

    fn axes(&self, lines: &Lines) -> String {
        let (bottom, right) = (self.bottom(), WIDTH - RIGHT);
        let mut svg = String::new();
        for &mark in self.y.marks() {
            let (_, y) = self.place((self.x.marks()[0], mark));
            let (label, base, end) = (self.y.label(mark), y + 4.0, LEFT - 8.0);
            svg += &format!(
                "<path d=\"M{LEFT} {y:.1}H{right}\" stroke=\"#e3e6ea\"/>\n\
                 <text x=\"{end}\" y=\"{base:.1}\" text-anchor=\"end\">{label}</text>\n"
            );
        }
        for &mark in self.x.marks() {
            let (x, _) = self.place((mark, self.y.marks()[0]));
            let (label, base) = (self.x.label(mark), bottom + 19.0);
            svg += &format!(
                "<path d=\"M{x:.1} {bottom}v5\" stroke=\"#3c444c\"/>\n\
                 <text x=\"{x:.1}\" y=\"{base}\" text-anchor=\"middle\">{label}</text>\n"
            );
        }
        let (middle, below) = ((LEFT + right) / 2.0, bottom + 40.0);
        let (x_label, y_label) = (escaped(&lines.x_label), escaped(&lines.y_label));
        let half = self.top + HEIGHT / 2.0;
        svg += &format!(
            "<path d=\"M{LEFT} {}V{bottom}H{right}\" fill=\"none\" stroke=\"#3c444c\"/>\n\
             <text x=\"{middle}\" y=\"{below}\" text-anchor=\"middle\">{x_label}</text>\n\
             <text transform=\"translate(18 {half}) rotate(-90)\" text-anchor=\"middle\">{y_label}</text>\n",
            self.top
        );
        svg
    }
}

/// How a series looks.
struct Style {
    colour: &'static str,
    dashes: Option<&'static str>,
    /// Its place among all series, which gives its mark.
    at: usize,
}

fn styles(series: &[Series]) -> impl Iterator<Item = Style> {
    let (mut n_published, mut n_ours) = (0, 0);
    series.iter().enumerate().map(move |(at, series)| {
        let n = if series.published {
            &mut n_published
        } else {
            &mut n_ours
        };
        let i = *n;
        *n += 1;
        Style {
            colour: match series.published {
                true => GREYS[i % GREYS.len()],
                false => COLOURS[i % COLOURS.len()],
            },
            dashes: series.published.then_some(DASHES[i % DASHES.len()]),
            at,
        }
    })
}

impl Style {
    fn line(&self, places: &[(f64, f64)]) -> String {
        let places = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}"));
        let places: Vec<String> = places.collect();
        let dashes = self.dashes.map(|d| format!(" stroke-dasharray=\"{d}\""));
        format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"{}/>\n",
            places.join(" "),
            self.colour,
            dashes.unwrap_or_default()
        )
    }

    fn mark(&self, (x, y): (f64, f64)) -> String {
        let shape = match self.at % 4 {
            0 => "<circle r=\"3.5\"",
            1 => "<path d=\"M-3.2-3.2h6.4v6.4h-6.4z\"",
            2 => "<path d=\"M0-4.4L4.2 3.2h-8.4z\"",
            _ => "<path d=\"M0-4.6L4.6 0L0 4.6L-4.6 0z\"",
        };
        format!(
            "{shape} transform=\"translate({x:.1} {y:.1})\" fill=\"{}\" stroke=\"white\"/>\n",
            self.colour
        )
    }
}

/// Where each name of the legend begins: from the left, and in which line.
fn legend_places(series: &[Series]) -> Vec<(f64, usize)> {
    let (mut x, mut line) = (LEFT, 0);
    let places = series.iter().map(|series| {
        let width = 52.0 + LETTER * series.name.chars().count() as f64;
        if x + width > WIDTH && x > LEFT {
            (x, line) = (LEFT, line + 1);
        }
        let place = (x, line);
        x += width;
        place
    });
    places.collect()
}

fn n_legend_lines(series: &[Series]) -> usize {
    let lines = legend_places(series).into_iter().map(|(_, line)| line + 1);
    lines.max().unwrap_or(0)
}

fn legend(series: &[Series]) -> String {
    let places = legend_places(series);
    let entries = styles(series).zip(series).zip(places);
    let entries = entries.map(|((style, series), (x, line))| {
        let y = 42.0 + LEGEND * line as f64;
        let sample = style.line(&[(x, y), (x + 28.0, y)]) + &style.mark((x + 14.0, y));
        let (name, start, base) = (escaped(&series.name), x + 34.0, y + 4.0);
        format!("{sample}<text x=\"{start:.1}\" y=\"{base}\">{name}</text>\n")
    });
    entries.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(name: &str, points: &[(f64, f64)], published: bool) -> Series {
        Series {
            name: name.to_owned(),
            points: points.to_vec(),
            published,
        }
    }

    fn drawn(series: Vec<Series>, by_powers: bool) -> String {
        let lines = Lines {
            x_label: "side of a level".to_owned(),
            y_label: "time, 8 < 8 is 1".to_owned(),
            series,
        };
        svg("T", &lines, by_powers)
    }

    #[test]
    fn lines_lie_within_the_axes() {
        let points: Vec<(f64, f64)> = (4..=12)
            .map(|i| (f64::from(2 * i), f64::from(i).powi(4) / 256.0))
            .collect();
        for by_powers in [false, true] {
            let svg = drawn(
                vec![
                    series("ours", &points, false),
                    series("published", &points, true),
                ],
                by_powers,
            );
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
            assert!(svg.contains("time, 8 &lt; 8 is 1") && svg.contains(">24</text>"));
            // The sample in the legend and the line itself.
            assert_eq!(svg.matches("stroke-dasharray=\"7 4\"").count(), 2);
            assert_eq!(svg.matches("<circle").count(), 1 + points.len());
            let lines = svg.split("<polyline points=\"").skip(3);
            for line in lines.map(|line| line.split('"').next().unwrap()) {
                for place in line.split(' ') {
                    let (x, y) = place.split_once(',').unwrap();
                    let [x, y]: [f64; 2] = [x, y].map(|n| n.parse().unwrap());
                    assert!((LEFT..WIDTH - RIGHT).contains(&x), "{place}");
                    assert!((64.0..=64.0 + HEIGHT).contains(&y), "{place}");
                }
            }
        }
    }

    #[test]
    fn what_cannot_be_shown_is_left_out() {
        let points = [(8.0, 0.0), (10.0, 2.0), (12.0, f64::NAN), (14.0, 30.0)];
        let svg = drawn(vec![series("a", &points, false)], true);
        assert_eq!(svg.matches("<circle").count(), 1 + 2);
        for empty in [vec![], vec![series("a", &[], false)]] {
            assert!(!drawn(empty, true).contains("NaN"));
        }
    }

    #[test]
    fn long_legends_take_several_lines() {
        let names = [
            "a rather long name of a method",
            "another such name of a method",
            "short",
        ];
        let all: Vec<Series> = names.iter().map(|name| series(name, &[], false)).collect();
        assert_eq!(n_legend_lines(&all), 2);
        assert_eq!(n_legend_lines(&all[1..]), 1);
    }
}
