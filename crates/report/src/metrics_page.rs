//! The figures of levels as a page: how each figure is spread, and the levels at its ends.

use std::fmt::Write;

use playproof::{BoardDrawing, Value};

use crate::figures::counted;
use crate::metrics::{MetricsRow, own_figures};
use crate::picture::{Card, cards_html, escaped};

const STYLE: &str = concat!(
    include_str!("picture/page/gallery.css"),
    include_str!("picture/page/figures.css")
);

/// Bars of a histogram, at most.
const BARS: usize = 24;

/// A level to show: the lowest or highest of some figure.
pub struct Extreme {
    /// Its number among the rows.
    pub row: usize,
    /// What it is at the end of, as in *most moves, highest difficulty*.
    pub why: String,
}

/// The levels at the ends of each figure of each game, each level once.
pub fn extremes(rows: &[MetricsRow]) -> Vec<Extreme> {
    let mut found: Vec<Extreme> = Vec::new();
    let mut add = |row: usize, why: String| match found.iter_mut().find(|e| e.row == row) {
        Some(known) => known.why = format!("{}, {why}", known.why),
        None => found.push(Extreme { row, why }),
    };
    for game in games(rows) {
        for (name, values) in spread(rows, game) {
            let by = |a: &&(usize, f64), b: &&(usize, f64)| a.1.total_cmp(&b.1);
            let ends = values.iter().min_by(by).zip(values.iter().max_by(by));
            if let Some((low, high)) = ends
                && low.1 < high.1
            {
                add(low.0, format!("lowest {name}"));
                add(high.0, format!("highest {name}"));
            }
        }
    }
    found
}

fn games(rows: &[MetricsRow]) -> Vec<Option<&str>> {
    let mut games = Vec::new();
    for row in rows {
        if !games.contains(&row.game.as_deref()) {
            games.push(row.game.as_deref());
        }
    }
    games
}

/// The figures of a game with the number of each level that has them.
fn spread(rows: &[MetricsRow], game: Option<&str>) -> Vec<(String, Vec<(usize, f64)>)> {
    let of_game = || {
        let numbered = rows.iter().enumerate();
        numbered.filter(move |(_, row)| row.game.as_deref() == game)
    };
    let figure = |value: &dyn Fn(&MetricsRow) -> Option<f64>| {
        let values = of_game().filter_map(|(i, row)| Some((i, value(row)?)));
        values.collect::<Vec<_>>()
    };
    let whole = |n: Option<u64>| n.map(|n| n as f64);
    let mut all = vec![
        ("moves".to_owned(), figure(&|row| whole(row.moves))),
        (
            "difficulty".to_owned(),
            figure(&|row| whole(row.difficulty)),
        ),
        ("states".to_owned(), figure(&|row| whole(row.states))),
        ("turns".to_owned(), figure(&|row| whole(row.turns))),
        (
            "wrong turns".to_owned(),
            figure(&|row| whole(row.wrong_turns)),
        ),
    ];
    for own in own_figures(of_game().map(|(_, row)| row)) {
        if let Some(head) = own.head {
            let value = |row: &MetricsRow| match row.figure(own.name)? {
                Value::Count(n) => Some(n as f64),
                Value::Ratio(over, under) => Some(over as f64 / under as f64),
                Value::Unknown | Value::AtLeast(_) | Value::Is(_) => None,
            };
            all.push((head.to_owned(), figure(&value)));
        }
    }
    all.retain(|(_, values)| !values.is_empty());
    all
}

/// More levels than this are listed behind a click.
const FEW: usize = 8;

/// What the figures leave out: levels where a limit was hit, and what could not be read.
fn gaps(rows: &[MetricsRow], n_unread: u64) -> String {
    let mut text = String::new();
    if n_unread > 0 {
        let inputs = counted(n_unread, "input");
        text = format!("<p>{inputs} could not be read: not counted here.</p>\n");
    }
    let of_row = |row: &MetricsRow| {
        let why = escaped(row.reason.as_ref()?);
        let number = row.one_of_many.then(|| format!(" #{}", row.index + 1));
        let name = format!("{}{}", row.level, number.unwrap_or_default());
        Some(format!("{}: {why}", escaped(&name)))
    };
    let open: Vec<String> = rows.iter().filter_map(of_row).collect();
    if open.is_empty() {
        return text;
    }
    let n = counted(open.len() as u64, "level");
    let shown = if open.len() <= FEW { " open" } else { "" };
    let list = open.join("<br>\n");
    text + &format!(
        "<details{shown}><summary>A limit was hit in {n}: figures that are not known are left out \
         of the charts.</summary>\n<p>{list}</p>\n</details>\n"
    )
}

/// The page. `drawing` gives the picture of a row's level, if there is one.
pub fn metrics_page(
    title: &str,
    rows: &[MetricsRow],
    n_unread: u64,
    drawing: &mut dyn FnMut(usize) -> Option<BoardDrawing>,
) -> String {
    let mut body = gaps(rows, n_unread);
    for game in games(rows) {
        let n_levels = rows.iter().filter(|r| r.game.as_deref() == game).count();
        let of_game = rows.iter().filter(|r| r.game.as_deref() == game);
        let n_won = of_game.filter(|r| r.solvable == Some(true)).count();
        let name = escaped(game.unwrap_or("unknown game"));
        let head = format!(
            "<h2>{name}: {n_levels} levels, {n_won} can be won</h2>\n<div class=\"charts\">\n"
        );
        body.push_str(&head);
        for (name, values) in spread(rows, game) {
            let values: Vec<f64> = values.iter().map(|(_, value)| *value).collect();
            body.push_str(&histogram(&name, &values));
        }
        body.push_str("</div>\n");
    }
    let cards = extremes(rows).into_iter().filter_map(|extreme| {
        let row = &rows[extreme.row];
        let figures = [("difficulty", row.difficulty), ("moves", row.moves)];
        let figures = figures
            .iter()
            .filter_map(|(name, n)| Some(((*name).to_owned(), n.as_ref()?.to_string())));
        Some(Card {
            file: row.level.clone(),
            drawing: drawing(extreme.row)?,
            figures: [("here for".to_owned(), extreme.why)]
                .into_iter()
                .chain(figures)
                .collect(),
            run: None,
        })
    });
    let cards: Vec<Card> = cards.collect();
    if !cards.is_empty() {
        write!(
            body,
            "<h2>The levels at the ends</h2>\n<ul id=\"levels\">\n{}</ul>\n",
            cards_html(&cards)
        )
        .expect("a string takes everything");
    }
    let title = escaped(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>{title}</h1>\n{body}</main>\n</body>\n</html>\n"
    )
}

/// How often which values occur.
fn histogram(name: &str, values: &[f64]) -> String {
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let is_whole = values.iter().all(|value| value.fract() == 0.0);
    // A bar for each whole number where that is possible; otherwise bars of one width.
    let n_bars = match is_whole && high - low < BARS as f64 {
        true => (high - low) as usize + 1,
        false => BARS,
    };
    let span = match is_whole && n_bars < BARS {
        true => n_bars as f64,
        false => (high - low).max(f64::MIN_POSITIVE),
    };
    let mut counts = vec![0_u32; n_bars];
    for value in values {
        let bar = ((value - low) / span * n_bars as f64) as usize;
        counts[bar.min(n_bars - 1)] += 1;
    }
    let most = counts.iter().copied().max().unwrap_or(1).max(1);
    let (width, height) = (240.0, 90.0);
    let step = width / n_bars as f64;
    let bars = counts.iter().enumerate().filter(|(_, n)| **n > 0).map(|(i, n)| {
        let tall = f64::from(*n) / f64::from(most) * height;
        let (x, y) = (i as f64 * step, height - tall);
        let wide = (step - 1.0).max(1.0);
        format!("<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{tall:.1}\"><title>{n}</title></rect>")
    });
    let bars: String = bars.collect();
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let median = sorted[sorted.len() / 2];
    let name = escaped(name);
    format!(
        "<figure><figcaption>{name}</figcaption>\n<svg viewBox=\"0 0 {width} {height}\" role=\"img\" \
         aria-label=\"How often each value of {name} occurs\">{bars}</svg>\n\
         <p><span>{}</span><span>median {}</span><span>{}</span></p></figure>\n",
        shown(low),
        shown(median),
        shown(high)
    )
}

fn shown(value: f64) -> String {
    match value.fract() == 0.0 {
        true => format!("{value}"),
        false => format!("{value:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_histogram_counts_every_value_once() {
        let svg = histogram("moves", &[1.0, 2.0, 2.0, 5.0]);
        let counts = ["<title>1</title>", "<title>2</title>"].map(|text| svg.matches(text).count());
        assert_eq!(counts, [2, 1], "{svg}");
        let one = histogram("moves", &[7.5]);
        assert_eq!(one.matches("<rect").count(), 1, "{one}");
    }
}
