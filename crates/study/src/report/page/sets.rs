//! The part about rounds: shares, play and stars of each set, and what goes together.

use super::charts::{share_bars, star_bars};
use super::document::Who;
use super::table::{Cell, table};
use crate::report::answers::Question;
use crate::report::figures::Group;
use crate::report::rounds::{PairFigures, RoundFigures, SetFigures, Spread};
use crate::report::share::{SampleSize, Share};
use crate::report::tables::CorrelationTable;
use crate::report::words::{NONE, chance, counted, escaped, number, percent, range};

/// A round.
pub(super) fn round(who: &Who, round: &RoundFigures, size: &SampleSize) -> String {
    let name = escaped(&round.round);
    let compared = counted(round.comparisons as usize, "comparison", "comparisons");
    let mut html = format!("<h3>Round {name}: {compared}</h3>\n");
    html += "<div class=\"row\">\n";
    for question in Question::ALL {
        let share = |set: &SetFigures| *share_of(set, question);
        let shares: Vec<Share> = round.sets.iter().map(share).collect();
        let sets = round.sets.iter().zip(&shares);
        let sets: Vec<(&str, &Share)> = sets.map(|(set, share)| (&*set.set, share)).collect();
        let caption = format!("{}Called the more {} one", who.begin(), question.word());
        html += &figure(&caption, &share_bars(&caption, &sets));
    }
    html += "</div>\n";
    let mut heads = vec![""];
    heads.extend(round.sets.iter().map(|set| set.set.as_str()));
    let caption = format!("{}Round {}, by set", who.begin(), round.round);
    html += &table("", &caption, &heads, &set_rows(&round.sets, size));
    if !round.pairs.is_empty() {
        html += &pairs(who, round);
    }
    for question in Question::ALL {
        html += "<div class=\"row\">\n";
        let most = round
            .sets
            .iter()
            .flat_map(|set| *stars_of(set, question))
            .max();
        for set in &round.sets {
            let caption = format!("{}{}: stars for {}", who.begin(), set.set, asked(question));
            let bars = star_bars(&caption, stars_of(set, question), most.unwrap_or(0));
            html += &figure(&caption, &bars);
        }
        html += "</div>\n";
    }
    html
}

/// What the stars of a question are for.
pub(super) fn asked(question: Question) -> &'static str {
    match question {
        Question::Interesting => "interest",
        Question::Difficult => "difficulty",
    }
}

pub(super) fn figure(caption: &str, svg: &str) -> String {
    let caption = escaped(caption);
    format!("<figure><figcaption>{caption}</figcaption>\n{svg}</figure>\n")
}

fn share_of(set: &SetFigures, question: Question) -> &Share {
    match question {
        Question::Interesting => &set.more_interesting,
        Question::Difficult => &set.more_difficult,
    }
}

fn stars_of(set: &SetFigures, question: Question) -> &[u32; 5] {
    match question {
        Question::Interesting => &set.interesting_stars,
        Question::Difficult => &set.difficult_stars,
    }
}

fn set_rows(sets: &[SetFigures], size: &SampleSize) -> Vec<(String, Vec<Cell>)> {
    let row = |head: &str, cell: &dyn Fn(&SetFigures) -> Cell| {
        (head.to_owned(), sets.iter().map(cell).collect::<Vec<_>>())
    };
    let share = |share: &Share| {
        let shown = format!("{} ({} of {})", percent(share.share), share.count, share.of);
        Cell::number(&shown).and(&match share.low {
            Some(_) => format!("{} to {}", percent(share.low), percent(share.high)),
            None => NONE.to_owned(),
        })
    };
    let spread = |spread: Option<Spread>, decimals: usize| match spread {
        Some(Spread { min, mean, max, .. }) => {
            let ends = |value| number(Some(value), decimals);
            let mean = number(Some(mean), decimals.max(1));
            Cell::number(&format!("{} – {mean} – {}", ends(min), ends(max)))
        }
        None => Cell::number(NONE),
    };
    let sure = percent(Some(size.confidence));
    vec![
        row(
            &format!("more interesting (with its {sure} interval)"),
            &|set| share(&set.more_interesting),
        ),
        row(
            &format!("more difficult (with its {sure} interval)"),
            &|set| share(&set.more_difficult),
        ),
        row("solved", &|set| {
            Cell::number(&format!("{} of {}", set.solved, set.logged))
        }),
        row("seconds played: least – mean – most", &|set| {
            spread(set.seconds, 1)
        }),
        row("moves of the quickest solve", &|set| {
            spread(set.quickest, 0)
        }),
        row("moves", &|set| spread(set.moves, 0)),
        row("pushes", &|set| spread(set.pushes, 0)),
        row("resets", &|set| spread(set.resets, 0)),
        row("stars for interest", &|set| spread(set.interesting, 0)),
        row("stars for difficulty", &|set| spread(set.difficult, 0)),
    ]
}

fn pairs(who: &Who, round: &RoundFigures) -> String {
    let tests = |pair: &PairFigures| {
        [
            ("interesting", pair.interesting.clone()),
            ("difficult", pair.difficult.clone()),
        ]
    };
    let each = round
        .pairs
        .iter()
        .flat_map(|pair| tests(pair).map(|test| (pair, test)));
    let rows = each.map(|(pair, (word, test))| {
        let winner = |set: &str, won: u32| Cell::text(&format!("{set}: {won}"));
        let is_clear = test.p_holm.is_some_and(|p| p < 0.05);
        (
            format!("more {word}"),
            vec![
                winner(&pair.first, test.first),
                winner(&pair.second, test.second),
                Cell::number(&chance(test.p)),
                Cell::of(if is_clear { "clear" } else { "" }, &chance(test.p_holm)),
            ],
        )
    });
    let rows: Vec<_> = rows.collect();
    let caption = format!(
        "{}Round {}: sign test of two sets",
        who.begin(),
        round.round
    );
    let heads = ["", "one set", "the other", "p", "p, corrected"];
    table("", &caption, &heads, &rows)
}

/// How many answers are needed, and how many there are.
pub(super) fn sample_size(who: &Who, group: &Group, size: &SampleSize) -> String {
    let pairs = group.rounds.iter().flat_map(|round| {
        round.pairs.iter().map(move |pair| {
            let cells = vec![
                Cell::text(&format!("{} and {}", pair.first, pair.second)),
                Cell::number(&pair.comparisons.to_string()),
                Cell::number(&size.needed.map_or(NONE.to_owned(), |n| n.to_string())),
                Cell::number(&percent(pair.margin)),
            ];
            (round.round.clone(), cells)
        })
    });
    let rows: Vec<_> = pairs.collect();
    if rows.is_empty() {
        return format!(
            "<p>{}No two sets were compared.</p>\n",
            escaped(&who.begin())
        );
    }
    let caption = format!("{}Answers needed and given", who.begin());
    let heads = ["round", "sets", "answers", "needed", "margin of these"];
    table("", &caption, &heads, &rows)
}

/// What the columns of the correlation tables are called.
const NAMES: [&str; 7] = [
    "seconds",
    "quickest",
    "moves",
    "pushes",
    "resets",
    "interest",
    "difficulty",
];

/// The tables of correlations: all plays, then each set of each round.
pub(super) fn correlations(who: &Who, tables: &[CorrelationTable]) -> String {
    let mut html = "<h3>What goes together</h3>\n\
         <p>Pearson’s correlation of each two figures of a play: 1 if one rises evenly with the other, −1 if it \
         falls, 0 if neither. Plays without a solve have no quickest solve (exports say −1); they are left out of \
         the row and column <em>quickest</em>. A dash stands where a figure is the same in all plays.</p>\n<div class=\"row\">\n"
        .to_owned();
    for of in tables {
        let name = match (&of.round, &of.set) {
            (Some(round), Some(set)) => format!("Round {round}, {set}"),
            _ => "All plays".to_owned(),
        };
        let mut caption = format!(
            "{}{name}: {}",
            who.begin(),
            counted(of.plays, "play", "plays")
        );
        if of.unsolved > 0 {
            caption += &format!(", {} unsolved", of.unsolved);
        }
        if of.suspect > 0 {
            caption += &format!(", {} without a sound log", of.suspect);
        }
        let rows = of.rows.iter().zip(NAMES).map(|(row, name)| {
            let blank = (row.len()..NAMES.len()).map(|_| Cell::of("none", ""));
            let cells = row.iter().map(|r| Cell::of(shade(*r), &number(*r, 2)));
            (name.to_owned(), cells.chain(blank).collect())
        });
        let rows: Vec<_> = rows.collect();
        let mut heads = vec![""];
        heads.extend(NAMES);
        html += &table("triangle", &caption, &heads, &rows);
    }
    html + "</div>\n"
}

/// How strong a correlation is; the number itself stands in the cell.
fn shade(r: Option<f64>) -> &'static str {
    match r {
        Some(0.6..) => "up3",
        Some(0.4..) => "up2",
        Some(0.2..) => "up1",
        Some(..-0.6) => "down3",
        Some(..-0.4) => "down2",
        Some(..-0.2) => "down1",
        _ => "",
    }
}

/// The sentences about the sample's size.
pub(super) fn needed(size: &SampleSize) -> String {
    let Some((unrounded, needed)) = size.unrounded.zip(size.needed) else {
        return "<p>The study’s file names no margin, so that no number of answers is enough.</p>\n".to_owned();
    };
    let (sure, margin) = (percent(Some(size.confidence)), percent(Some(size.margin)));
    let mut html = format!(
        "<p>For a confidence of {sure} and a margin of {margin}, a comparison of two sets needs <strong>{needed} answers</strong>. \
         This is the normal approximation for a share of one half, where the margin is widest: \
         <span class=\"whole\">z² · ½ · ½ / margin²</span> = <span class=\"whole\">{}² · 0.25 / {}²</span> = {}, rounded up so that the margin is kept.</p>\n",
        number(Some(size.z), 4),
        size.margin,
        number(Some(unrounded), 2),
    );
    if (size.confidence, size.margin) == (0.80, 0.10) {
        html += &format!(
            "<p>A published study with the same confidence and margin names 40 and no formula. Rounded to the nearest number the \
             formula gives 41. With z = 1.28 it gives 40.96, which is 40 if what is behind the point is cut off. \
             40 answers have a margin of {}.</p>\n",
            percent2(size.margin_of(40))
        );
    }
    html
}

fn percent2(share: Option<f64>) -> String {
    share.map_or(NONE.to_owned(), |share| format!("{:.2} %", share * 100.0))
}

/// The interval of a figure, in brackets, with what it is.
pub(super) fn interval(low: Option<f64>, high: Option<f64>) -> String {
    match low.zip(high) {
        Some(_) => format!("95 % interval {}", range(low, high, 2)),
        None => "no interval: too few participants".to_owned(),
    }
}
