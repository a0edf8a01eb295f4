//! Figures of hand-made levels.

use playproof::Playproof;
use playproof_game::{Game, Value};
use playproof_platform::{Coarse, Platform};

/// The figures of a level, by name; the same for both games.
fn figures(rows: &[&str]) -> Vec<(&'static str, Value)> {
    let text = format!("platform\nlegend: mario\nmap:\n{}\n", rows.join("\n"));
    let file = Playproof::default().read("level", text.as_bytes()).unwrap();
    let figures = Platform.figures(&file.levels[0], None);
    assert_eq!(Coarse::default().figures(&file.levels[0], None), figures);
    figures
        .iter()
        .map(|figure| (figure.name, figure.value))
        .collect()
}

fn figure(rows: &[&str], name: &str) -> Value {
    let figures = figures(rows);
    figures.iter().find(|(other, _)| *other == name).unwrap().1
}

/// A ratio as a number.
fn number(rows: &[&str], name: &str) -> f64 {
    match figure(rows, name) {
        Value::Ratio(over, under) => over as f64 / under as f64,
        other => panic!("{name} is {other:?}"),
    }
}

#[test]
fn ground_on_a_line_is_linear() {
    let near = |rows: &[&str], expected: f64| {
        let linearity = number(rows, "linearity");
        assert!((linearity - expected).abs() < 1e-9, "{linearity}");
    };
    near(&["----", "----", "XXXX"], 1.0);
    near(&["----", "---X", "--XX", "-XXX", "XXXX"], 1.0);
    // Columns without ground do not count.
    near(
        &["------", "-----X", "------", "---X--", "------", "-X----"],
        1.0,
    );
    // Heights 1, 2, 2, 1: the best line is flat and misses each by a half.
    near(&["----", "-XX-", "XXXX"], 1.0 / 1.25);
    // Heights 1, 1, 2: the best line misses by 1/6, 1/3 and 1/6.
    near(&["---", "--X", "XXX"], 18.0 / 19.0);
    let one = &["-", "X"];
    assert_eq!(figure(one, "linearity"), Value::Unknown);
}

#[test]
fn what_kills_makes_a_level_less_lenient() {
    let rows = &["----------", "---E---o--", "XXXXXX-XXX"];
    assert_eq!(figure(rows, "leniency"), Value::Ratio(8, 10));
    assert_eq!(figure(rows, "walkers"), Value::Count(1));
    // Where something walks there is ground.
    assert_eq!(figure(rows, "gaps"), Value::Count(1));
    assert_eq!(figure(rows, "density"), Value::Ratio(9, 10));
    assert_eq!(figure(rows, "coins"), Value::Count(1));
    assert_eq!(figure(&["---", "XXX"], "leniency"), Value::Ratio(3, 3));
}

#[test]
fn every_place_to_stand_counts_for_density() {
    // One-way platforms are ground; what has something solid on it is none.
    let rows = &["-----", "-%%--", "-----", "---X-", "XXXX-"];
    assert_eq!(figure(rows, "density"), Value::Ratio(6, 5));
}

#[test]
fn the_example_of_the_documentation() {
    let rows = &["----------", "-----o----", "---XX--E--", "XXXXX-XXXX"];
    assert_eq!(figure(rows, "leniency"), Value::Ratio(8, 10));
    assert_eq!(figure(rows, "density"), Value::Ratio(9, 10));
    assert_eq!(figure(rows, "gaps"), Value::Count(1));
    assert_eq!(format!("{:.2}", number(rows, "linearity")), "0.86");
}

#[test]
fn gaps_lie_between_grounds() {
    // None at the edges; a platform above the abyss parts two.
    let rows = &[
        "------------",
        "-----X------",
        "------------",
        "-XX-----X-X-",
    ];
    assert_eq!(figure(rows, "gaps"), Value::Count(3));
    assert_eq!(figure(rows, "widest_gap"), Value::Count(2));
    assert_eq!(figure(&["--", "XX"], "widest_gap"), Value::Count(0));
}

#[test]
fn par_is_a_quarter_more_than_the_run() {
    let text = "platform\nlegend: mario\nmap:\n------\nXXXXXX\n";
    let file = Playproof::default().read("level", text.as_bytes()).unwrap();
    let par = |game: &dyn Game, moves: Option<&[&str]>| {
        let moves: Option<Vec<String>> =
            moves.map(|moves| moves.iter().map(|name| name.to_string()).collect());
        let figures = game.figures(&file.levels[0], moves.as_deref());
        figures.iter().find(|f| f.name == "par").unwrap().value
    };
    assert_eq!(par(&Platform, None), Value::Unknown);
    assert_eq!(par(&Platform, Some(&["run-right"; 8])), Value::Count(10));
    assert_eq!(par(&Platform, Some(&["run-right"; 9])), Value::Count(12));
    // Two steps and two jumps take 1 + 1 + 3 + 3.
    let coarse = Coarse::default();
    assert_eq!(par(&coarse, Some(&["R", "L", "RJ", "J"])), Value::Count(10));
}
