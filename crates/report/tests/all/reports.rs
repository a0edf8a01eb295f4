//! Levels in, reports out: every property in every outcome.

use anstream::adapter::strip_str;
use playproof::{Budget, Level, Limits, Phase, Playproof, Progress, Rejection, Stop, Unlimited};
use playproof_report::{
    Row, check_text, diagnostic_text, message_text, property_error_text, result_text,
};
use std::ops::ControlFlow;

const OPEN: &str = "1111111\n1A00001\n11101G1\n1111111\n";
const WALLED: &str = "1111111\n1A001G1\n1111111\n";

fn row_within(level: &str, property: &str, budget: &mut dyn Budget, phase: Phase) -> Row {
    let file = playproof::read("levels/a.txt", level.as_bytes()).unwrap();
    let playproof = Playproof::default();
    let asked = Playproof::property(property).unwrap();
    let prepared = playproof.prepare(&file.levels[0], None).unwrap();
    let proof = prepared.verify(&asked, None, budget).unwrap();
    let mut row = Row::asked(&file.levels[0], file.levels.len(), &asked);
    row.answered(&proof, phase);
    row.seconds = 0.00042;
    row
}

fn row(level: &str, property: &str) -> Row {
    row_within(level, property, &mut Unlimited, Phase::Checking)
}

fn plain(text: &str) -> String {
    strip_str(text).to_string()
}

#[test]
fn every_property_in_both_outcomes() {
    let asked = [
        (OPEN, "solvable"),
        (WALLED, "solvable"),
        (WALLED, "unsolvable"),
        (OPEN, "unsolvable"),
        (OPEN, "shortest <= 5"),
        (OPEN, "shortest <= 4"),
        (OPEN, "shortest <= 1"),
        (OPEN, "shortest >= 5"),
        (OPEN, "shortest >= 6"),
        (WALLED, "never win"),
        (OPEN, "never at(4, 2) && !win"),
        (OPEN, "never at(2, 2)"),
        (OPEN, "reach at(4, 2)"),
        (OPEN, "reach at(3,2)"),
        (OPEN, "reach at(1, 1)"),
    ];
    let lines = asked.map(|(level, property)| plain(&result_text(&row(level, property))));
    insta::assert_snapshot!(lines.concat());
}

#[test]
fn unknown_says_why_and_what_was_learned() {
    let stop_after = |n_polls: u32, stop: Stop| {
        let mut polls = 0;
        let poll = move |_: &Progress| {
            polls += 1;
            match polls > n_polls {
                true => ControlFlow::Break(stop),
                false => ControlFlow::Continue(()),
            }
        };
        Limits {
            max_states: None,
            max_bytes: None,
            poll,
        }
    };
    let stopped = |n_polls, stop, property, phase| {
        let mut budget = stop_after(n_polls, stop);
        plain(&result_text(&row_within(
            OPEN,
            property,
            &mut budget,
            phase,
        )))
    };
    let mut rejected = row(OPEN, "solvable");
    rejected.rejected(format!(
        "evidence rejected: {}",
        Rejection("a step leaves cube 3".into())
    ));
    let lines = [
        stopped(0, Stop::Time, "solvable", Phase::Searching),
        stopped(6, Stop::Time, "solvable", Phase::Searching),
        stopped(6, Stop::Cancelled, "never at(6, 3)", Phase::Searching),
        stopped(6, Stop::States, "shortest >= 5", Phase::Searching),
        stopped(6, Stop::Memory, "shortest <= 5", Phase::Checking),
        plain(&result_text(&rejected)),
        format!("{}\n", rejected.json()),
    ];
    insta::assert_snapshot!(lines.concat());
}

#[test]
fn what_has_seen_nothing_does_not_speak_of_it() {
    let mut cancelled = row(OPEN, "solvable");
    cancelled.search.states = Some(0);
    cancelled.search.lower_bound = None;
    cancelled.stopped(Stop::Cancelled, Phase::Searching);
    let text = plain(&result_text(&cancelled));
    assert_eq!(text, "levels/a.txt: solvable unknown: cancelled (0.4 ms)\n");
}

#[test]
fn json_has_every_field() {
    let mut decided = row(OPEN, "solvable");
    decided.certificate = Some("certs/a-1-solvable.cert".into());
    decided.warnings.push("levels/a.txt:1:1: odd".into());
    let undecided = Row::asked(
        &level("; T\nA0G\n"),
        1,
        decided.topic.property.as_ref().unwrap(),
    );
    let lines = [
        decided.json(),
        row(WALLED, "solvable").json(),
        undecided.json(),
    ];
    insta::assert_snapshot!(lines.join("\n"));
}

fn level(text: &str) -> Level {
    playproof::read("a.txt", text.as_bytes()).unwrap().levels[0].clone()
}

#[test]
fn one_of_many_has_a_number_and_a_title() {
    let collection = "; first\nA0G\n\n; red\u{202e}\nA0G\n\nA0G\n";
    let file = playproof::read("le\u{1b}vels.txt", collection.as_bytes());
    let property = Playproof::property("solvable").unwrap();
    let file = file.unwrap();
    let lines = file.levels.iter().map(|level| {
        let mut row = Row::asked(level, 3, &property);
        row.stopped(Stop::Cancelled, Phase::Searching);
        plain(&result_text(&row))
    });
    insta::assert_snapshot!(lines.collect::<String>());
}

#[test]
fn a_certificate_is_accepted_rejected_or_not_checked() {
    let asked = Playproof::property("solvable").unwrap();
    let line = |level: &str, of: Option<&Level>| {
        let certificate = playproof::verify(level, "solvable", &mut playproof::Unlimited)
            .unwrap()
            .certificate;
        let accepted = playproof::check(&certificate.unwrap().to_bytes(false)).unwrap();
        let mut row = Row::of_certificate("a.cert");
        row.accepted(&accepted, Some(asked.clone()));
        if let Some(level) = of {
            row.topic.about(level, 1);
        }
        format!("{}{}\n", plain(&check_text(&row)), row.json())
    };
    let mut wrong = Row::of_certificate("a.cert");
    wrong.rejected("the certificate is broken: it is cut off".into());
    let mut stopped = Row::of_certificate("a.cert");
    stopped.stopped(Stop::Time, Phase::Checking);
    let lines = [
        line(OPEN, None),
        line(OPEN, Some(&level(OPEN))),
        line(WALLED, None),
        plain(&check_text(&wrong)),
        plain(&check_text(&stopped)),
    ];
    insta::assert_snapshot!(lines.concat());
}

#[test]
fn diagnostics_point_at_their_place() {
    let unreadable = |bytes: &[u8]| diagnostic_text(&playproof::read("a.txt", bytes).unwrap_err());
    let no_maze = |text: &str| {
        let level = level(text);
        let playproof = Playproof::default();
        match playproof.prepare(&level, None).err().unwrap() {
            playproof::Error::Level(diagnostic) => diagnostic_text(&diagnostic),
            other => panic!("{other}"),
        }
    };
    let short = playproof::read("a.txt", b"A0G\n1\n").unwrap();
    let texts = [
        unreadable(b""),
        unreadable(b"1A\0G1\n"),
        unreadable(b"1A\xFFG1\n"),
        no_maze("; title\n1111\n1AxG\n"),
        no_maze("1111\n漢A?G\n"),
        no_maze(&format!("A{}G\n", "0".repeat(700) + "é" + &"0".repeat(200))),
        diagnostic_text(&short.warnings[0]),
        message_text(playproof::Severity::Error, "no \u{1b}[2J file"),
    ];
    insta::assert_snapshot!(texts.map(|t| plain(&t)).join("\n"));
}

#[test]
fn property_errors_point_at_their_column() {
    let unreadable = |text: &str| match Playproof::property(text) {
        Err(playproof::Error::Property { text, error }) => property_error_text(&text, &error, None),
        _ => panic!("{text} is readable"),
    };
    let cannot_ask = |text: &str| {
        let level = level(OPEN);
        let playproof = Playproof::default();
        let prepared = playproof.prepare(&level, None).unwrap();
        let property = Playproof::property(text).unwrap();
        match prepared.verify(&property, None, &mut Unlimited) {
            Err(playproof::Error::Property { error, .. }) => {
                property_error_text(text, &error, Some("levels/a.txt"))
            }
            _ => panic!("{text} can be asked"),
        }
    };
    let texts = [
        unreadable(""),
        unreadable("solvabel"),
        unreadable("shortest < 3"),
        unreadable("never \u{1b}"),
        unreadable(&format!("never {}??", "win && ".repeat(60))),
        cannot_ask("never   wim"),
        cannot_ask("reach at(99,1)"),
        cannot_ask("shortest <= 2147483647"),
    ];
    insta::assert_snapshot!(texts.map(|t| plain(&t)).join("\n"));
}

#[test]
fn colour_is_on_the_verdict_only() {
    let text = result_text(&row(WALLED, "solvable"));
    insta::assert_snapshot!(text.replace('\u{1b}', "ESC"));
}

#[test]
fn each_line_of_a_hint_has_its_own() {
    let mut row = row(WALLED, "solvable");
    row.hint = Some("why: one thing\n     another".to_owned());
    let text = plain(&result_text(&row));
    assert!(
        text.contains("\n    why: one thing\n         another\n"),
        "{text}"
    );
}
