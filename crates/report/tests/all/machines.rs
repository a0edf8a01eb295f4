//! Findings for continuous integration: JUnit and GitHub's annotations.

use playproof::{Phase, Playproof, Stop, Unlimited};
use playproof_report::{Ending, Finding, Row, github_annotations, github_summary, junit_xml};

/// A file with two levels, each asked the same.
fn results(file: &str, property: &str) -> Vec<Finding> {
    let levels = "; open\n1111111\n1A00001\n11101G1\n1111111\n\n; <walled> & \"in\"\n1A001G1\n";
    let file = playproof::read(file, levels.as_bytes()).unwrap();
    let playproof = Playproof::default();
    let property = Playproof::property(property).unwrap();
    let result = |level| {
        let prepared = playproof.prepare(level, None).unwrap();
        let proof = prepared.verify(&property, None, &mut Unlimited).unwrap();
        let mut row = Row::asked(level, 2, &property);
        row.answered(&proof, Phase::Checking);
        row.seconds = 0.00042;
        Finding::of_row(&row)
    };
    file.levels.iter().map(result).collect()
}

fn everything() -> Vec<Finding> {
    let mut all = results("a.txt", "solvable");
    all.extend(results("a.txt", "unsolvable"));
    let solvable = Playproof::property("solvable").unwrap();
    let file = playproof::read("100%,b:c.txt", b"1AG\n").unwrap();
    let mut row = Row::asked(&file.levels[0], 1, &solvable);
    row.search.lower_bound = Some(7);
    row.stopped(Stop::Time, Phase::Searching);
    all.push(Finding::of_row(&row));
    let diagnostic = playproof::read("bad\n::error::.txt", b"1A\0G\n").unwrap_err();
    all.push(Finding::of_diagnostic(&diagnostic));
    let level = &file.levels[0];
    let why = "not asked: the level has an error".to_owned();
    let row = Row::asked(level, 1, &solvable);
    all.push(Finding::of_question(&row, Ending::NotAsked, why));
    all
}

#[test]
fn junit_has_a_suite_a_file_and_a_case_a_question() {
    insta::assert_snapshot!(junit_xml(&everything()));
}

#[test]
fn junit_is_xml_whatever_the_names() {
    let strange: String = ('\0'..'\u{300}')
        .chain(['\u{2028}', '\u{FEFF}', '\u{FFFE}', '\u{FFFF}', '\u{10FFFF}'])
        .collect();
    let mut all = everything();
    for finding in &mut all {
        finding.message.clone_from(&strange);
        finding.file.push_str(&strange);
        finding.level = Some(strange.clone());
        finding.runs = vec!["]]> <!-- &".to_owned()];
    }
    let xml = junit_xml(&all);
    let document = roxmltree::Document::parse(&xml).unwrap();
    let cases = document
        .descendants()
        .filter(|n| n.has_tag_name("testcase"));
    assert_eq!(cases.count(), all.len());
}

#[test]
fn junit_says_what_was_found() {
    let all = everything();
    let xml = junit_xml(&all);
    let document = roxmltree::Document::parse(&xml).unwrap();
    let root = document.root_element();
    let number = |node: roxmltree::Node, name: &str| -> usize {
        node.attribute(name).unwrap().parse().unwrap()
    };
    let names = ["tests", "failures", "errors", "skipped"];
    assert_eq!(names.map(|name| number(root, name)), [7, 2, 2, 1]);
    let suites = root.children().filter(|n| n.is_element());
    let mut sums = [0; 4];
    for suite in suites {
        let elements = ["testcase", "failure", "error", "skipped"];
        let counted = elements.map(|e| suite.descendants().filter(|n| n.has_tag_name(e)).count());
        assert_eq!(counted, names.map(|name| number(suite, name)));
        sums = std::array::from_fn(|i| sums[i] + counted[i]);
    }
    assert_eq!(sums, [7, 2, 2, 1]);
    let message = |f: &Finding| f.message.clone();
    let told = document
        .descendants()
        .filter_map(|n| n.attribute("message"));
    let expected = all
        .iter()
        .filter(|f| f.ending != Ending::Holds)
        .map(message);
    let (mut told, mut expected): (Vec<_>, Vec<_>) =
        (told.map(str::to_owned).collect(), expected.collect());
    told.sort();
    expected.sort();
    assert_eq!(told, expected);
}

#[test]
fn github_marks_what_is_wrong_and_sums_up() {
    let all = everything();
    let mut lines: String = all.iter().map(github_annotations).collect();
    lines.push_str(&github_summary(&all));
    lines.push_str(&github_summary(&[]));
    assert!(
        lines
            .lines()
            .all(|l| l.starts_with("::error ") || l.starts_with("playproof: "))
    );
    insta::assert_snapshot!(lines);
}
