//! The page and the figures, where answers are few or strange.

use std::collections::BTreeMap;

use playproof_study::report::{Figures, Sample, figures, html};
use playproof_study::{Measures, Play};

use crate::simulated::{BOTS, PEOPLE, Players, Simulated};

const SAMPLE: Sample = Sample {
    confidence: 0.80,
    margin: 0.10,
};

/// The figures and the page, which hold nothing that is not a number.
fn report(
    plays: &[Play],
    measures: &BTreeMap<String, Measures>,
    missing: &[&str],
) -> (Figures, String) {
    let missing: Vec<String> = missing.iter().map(|text| (*text).to_owned()).collect();
    let figures = figures("Which <is> it?", &SAMPLE, plays, measures, &missing);
    let page = html("Which <is> it?", &SAMPLE, plays, measures, &missing);
    let json = serde_json::to_string(&figures).expect("JSON");
    for wrong in ["NaN", "inf\"", ">inf", "-inf", "Infinity"] {
        assert!(
            !page.contains(wrong) && !json.contains(wrong),
            "{wrong}\n{page}"
        );
    }
    for element in ["<script", "<link", "src=", "href=", "url(", "@import"] {
        assert!(!page.contains(element), "{element}");
    }
    assert_eq!(
        page.matches("<table").count(),
        page.matches("</table>").count()
    );
    (figures, page)
}

fn captions(page: &str) -> Vec<&str> {
    let of = |open: &'static str| {
        page.split(open)
            .skip(1)
            .map(|rest| rest.split('<').next().expect("a text"))
    };
    of("<caption>").chain(of("<figcaption>")).collect()
}

#[test]
fn nobody_has_played() {
    let (figures, page) = report(&[], &BTreeMap::new(), &["3 plays are not finished."]);
    assert!(figures.people.is_none() && figures.bots.is_none());
    assert_eq!(
        figures.notes,
        [
            "Nobody has finished a round yet.",
            "3 plays are not finished."
        ]
    );
    assert!(
        page.contains("Nobody has finished a round yet") && page.contains("42 answers"),
        "{page}"
    );
    assert!(page.contains("<h1>Which &lt;is&gt; it?</h1>"), "{page}");
}

#[test]
fn one_play_or_two() {
    let study = Simulated::of(&[Players { n: 1, ..PEOPLE }]);
    let (one, _) = report(&study.plays[..1], &study.measures, &[]);
    let people = one.people.expect("a play");
    assert_eq!((people.comparisons, people.broken), (0, 1));
    assert_eq!(people.rounds[0].sets[0].more_interesting.share, None);
    let (two, _) = report(&study.plays[..2], &study.measures, &[]);
    let people = two.people.expect("plays");
    assert_eq!((people.comparisons, people.broken), (1, 0));
    let said = two.notes.concat();
    assert!(
        said.contains("too few answers. A confidence of 80 % and a margin of 10 % need 42"),
        "{said}"
    );
}

#[test]
fn every_column_is_constant() {
    let mut study = Simulated::of(&[Players { n: 15, ..PEOPLE }]);
    for (i, play) in study.plays.iter_mut().enumerate() {
        let first = same_play(i);
        *play = Play {
            participant: play.participant,
            round: play.round.clone(),
            set: play.set.clone(),
            level: play.level.clone(),
            ..first
        };
    }
    let (all, page) = report(&study.plays, &study.measures, &[]);
    let people = all.people.expect("plays");
    assert!(
        people
            .correlations
            .iter()
            .flat_map(|t| t.rows.iter().flatten())
            .all(Option::is_none)
    );
    let questions = &people.predictors.questions;
    assert!(
        questions
            .iter()
            .flat_map(|q| &q.measures)
            .all(|m| m.rho.is_none() && m.p.is_none())
    );
    assert!(
        page.contains("all stars for interest are the same"),
        "{page}"
    );
    // Measures that are the same everywhere.
    for known in study.measures.values_mut() {
        known.clear();
        known.insert("insight".to_owned(), 2.0);
        known.insert("broken".to_owned(), f64::NAN);
    }
    let (all, page) = report(&study.plays, &study.measures, &[]);
    assert_eq!(all.people.expect("plays").predictors.constant, ["insight"]);
    assert!(page.contains("no measure is known for at least nine of ten plays and varies"));
}

/// A play like all others, the first or second of two.
fn same_play(i: usize) -> Play {
    Play {
        participant: 0,
        is_bot: false,
        round: String::new(),
        set: String::new(),
        position: (i % 2) as u8 + 1,
        level: String::new(),
        seconds: 0.1,
        moves: 3,
        pushes: 3,
        resets: 0,
        solves: 1,
        quickest: Some(3),
        interesting: 3,
        difficult: 3,
        more_interesting: i.is_multiple_of(2),
        more_difficult: i.is_multiple_of(2),
        is_suspect: false,
    }
}

#[test]
fn measures_of_any_size() {
    let mut study = Simulated::of(&[Players { n: 12, ..PEOPLE }]);
    for (i, known) in study.measures.values_mut().enumerate() {
        let sign = if i.is_multiple_of(2) { 1.0 } else { -1.0 };
        known.insert("huge".to_owned(), sign * (1e99 - i as f64 * 1e97));
        known.insert(
            "tiny".to_owned(),
            sign * (1.0 + i as f64) * f64::MIN_POSITIVE,
        );
        known.insert("endless".to_owned(), sign * f64::MAX / (1.0 + i as f64));
        known.insert("infinite".to_owned(), sign * f64::INFINITY);
    }
    let (figures, _) = report(&study.plays, &study.measures, &[]);
    let people = figures.people.expect("plays");
    let found = &people.predictors.questions[0];
    assert!(
        found.fit.as_ref().is_some_and(|fit| fit.r2.is_some()),
        "{found:?}"
    );
    let names: Vec<&str> = found
        .measures
        .iter()
        .map(|of| of.measure.as_str())
        .collect();
    assert!(
        names.contains(&"huge") && names.contains(&"tiny"),
        "{names:?}"
    );
    assert!(
        !names.contains(&"endless") && !names.contains(&"infinite"),
        "{names:?}"
    );
}

#[test]
fn bots_are_marked_and_apart() {
    let both = Simulated::of(&[PEOPLE, BOTS]);
    let (figures, page) = report(&both.plays, &both.measures, &[]);
    assert!(page.contains("it? – people, and bots apart from them</h1>"));
    let captions = captions(&page);
    assert!(captions.len() > 40, "{captions:?}");
    for caption in &captions {
        assert!(
            caption.starts_with("People. ") || caption.starts_with("Bots. "),
            "{caption}"
        );
    }
    // People alone have the same figures.
    let people = Simulated::of(&[PEOPLE]);
    let alone = report(&people.plays, &people.measures, &[]);
    assert_eq!(alone.0.people, figures.people);
    assert!(!alone.1.contains("Bots"), "{}", alone.1);

    let bots = Simulated::of(&[BOTS]);
    let (figures, page) = report(&bots.plays, &bots.measures, &[]);
    assert!(figures.people.is_none() && figures.notes[0].starts_with("All players were bots."));
    assert!(page.contains("it? – played by bots, not by people</title>"));
    for caption in self::captions(&page) {
        assert!(caption.starts_with("Bots. "), "{caption}");
    }
}

#[test]
fn what_is_missing_comes_first() {
    let study = Simulated::of(&[PEOPLE]);
    let (figures, page) = report(
        &study.plays,
        &study.measures,
        &["Unfinished: 2 participants."],
    );
    let people = figures.people.as_ref().expect("plays");
    assert!(people.suspect > 0 && people.unmeasured > 0, "{people:?}");
    assert_eq!(figures.notes[0], "Unfinished: 2 participants.");
    let said = figures.notes.concat();
    let suspect = format!("{} plays have a log that does not fit", people.suspect);
    let unmeasured = format!("{} plays have a level without measures", people.unmeasured);
    assert!(
        said.contains(&suspect) && said.contains(&unmeasured),
        "{said}"
    );
    assert!(page.find("Unfinished").expect("said") < page.find("<table").expect("a table"));
}

#[test]
fn the_order_of_plays_does_not_matter() {
    let study = Simulated::of(&[Players { n: 12, ..PEOPLE }]);
    let mut other = study.plays.clone();
    // Rounds keep their order, which is that of their first plays.
    other[2..].reverse();
    other.sort_by_key(|play| play.round.clone());
    let [first, second] = [&study.plays, &other].map(|plays| report(plays, &study.measures, &[]).1);
    assert!(first == second);
}

#[test]
fn a_comparison_needs_one_answer() {
    let mut study = Simulated::of(&[Players { n: 6, ..PEOPLE }]);
    study.plays[1].more_difficult = study.plays[0].more_difficult;
    study.plays.pop();
    let (figures, _) = report(&study.plays, &study.measures, &[]);
    let people = figures.people.expect("plays");
    assert_eq!((people.comparisons, people.broken), (10, 2));
    assert!(
        figures
            .notes
            .concat()
            .contains("2 rounds of participants are no comparison")
    );
}
