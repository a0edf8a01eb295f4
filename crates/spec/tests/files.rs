//! Requirements files in, requirements or diagnostics out.

use std::time::Duration;

use insta::assert_snapshot;
use playproof::{Playproof, Severity};
use playproof_spec::Spec;
use proptest::prelude::*;

fn read(text: &str) -> Spec {
    let spec = Spec::read("design.toml", text, &Playproof::default());
    spec.unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// What is wrong with a file, with the place in its line that is pointed at.
fn refused(text: &str) -> String {
    let errors = Spec::read("design.toml", text, &Playproof::default()).unwrap_err();
    let line = |error: &playproof::Diagnostic| {
        let place = error.place.as_ref().expect("every error has a place");
        let caret = " ".repeat(place.column_in_text as usize - 1);
        format!("{error}\n    {}\n    {caret}^\n", place.text)
    };
    errors.iter().map(line).collect()
}

/// One requirement with these lines.
fn with(lines: &str) -> String {
    format!("[[require]]\nname = \"one\"\n{lines}\n")
}

#[test]
fn what_a_requirement_leaves_open_the_file_fills_in() {
    let spec = read(
        r#"
        engine = "explicit"
        timeout = 10
        max-states = 1_000_000

        [[require]]
        name = "winnable"
        property = "solvable"

        [[require]]
        name = "long"
        property = "shortest>=9"
        severity = "warning"
        levels = ["maze/*.txt"]
        engine = "auto"
        timeout = 0.5
        memory = 500
        max-states = 0x10
        "#,
    );
    let [first, second] = &spec.requirements[..] else {
        panic!("two requirements");
    };
    assert_eq!(first.engine.as_deref(), Some("explicit"));
    assert_eq!(first.timeout, Some(Duration::from_secs(10)));
    assert_eq!((first.memory, first.max_states), (None, Some(1_000_000)));
    assert_eq!(first.severity, Severity::Error);
    assert!(first.levels.is_empty());
    assert_eq!(second.ask.to_string(), "shortest >= 9");
    assert_eq!(second.engine, None);
    assert_eq!(second.timeout, Some(Duration::from_millis(500)));
    assert_eq!((second.memory, second.max_states), (Some(500), Some(16)));
    assert_eq!(second.severity, Severity::Warning);
    assert_eq!(second.levels[0].text(), "maze/*.txt");
}

#[test]
fn assumptions_come_before_what_is_asked() {
    let spec = read(&with(
        "property = 'F win'\nassume = ['GF at(2, 2)', 'GF at(3, 2) -> GF at(4, 2)']",
    ));
    let ask = &spec.requirements[0].ask;
    assert_snapshot!(ask, @"assume G F at(2, 2); assume G F at(3, 2) -> G F at(4, 2); F win");
}

#[test]
fn a_collection_can_be_asked_to_get_harder() {
    let spec = read(&with("property = 'difficulty rising'"));
    assert_eq!(spec.requirements[0].ask.property(), None);
}

#[test]
fn files_that_are_refused() {
    let all = [
        "",
        "engine = \"auto\"\nengine = \"auto\"\n",
        "[[require]\nname = \"one\"\n",
        "name = 'é' x\n",
        "[require]\nname = \"one\"\n",
        "require = []\n",
        "require = [1]\n",
        "[[requires]]\nname = \"one\"\n",
        "[[require]]\n",
        "timeout = 0\nmemory = -1\nmax-states = 1.5\nengine = \"explizit\"\n[[require]]\nname = 1\nproperty = 2\n",
    ];
    assert_snapshot!(all.map(refused).join("\n"));
}

#[test]
fn requirements_that_are_refused() {
    let all = [
        "nmae = 'two'\nproperty = 'solvable'\nlevel = ['a']\nmax_states = 3\ncolour = 'red'",
        "property = 'solvable'\nseverity = 'fatal'",
        "property = 'solvable'\nseverity = 1",
        "property = 'solvable'\nlevels = 'maze'",
        "property = 'solvable'\nlevels = ['maze/[', '/maze', 3, '']",
        "property = 'solvable'\nlevels = []",
        "property = 'solvable'\nengine = 'explicet'\ntimeout = 'soon'",
        "property = 'solvable'\n[[require]]\nname = 'one'\nproperty = 'unsolvable'",
        "property = 'solvable'\n[[require]]\nname = ' '\nproperty = 'unsolvable'",
    ];
    assert_snapshot!(all.map(|lines| refused(&with(lines))).join("\n"));
}

#[test]
fn a_bad_property_is_pointed_at_in_the_file() {
    let all = [
        "property = 'solvabel'",
        "property = \"never\\u0020(win\"",
        "property = \"\"\"\nG (at(2, 2) ->\n  F wni or)\"\"\"",
        "property = ''",
        "property = 'difficulty falling'",
        "property = 'solvable'\nassume = ['GF win']",
        "property = 'F win'\nassume = ['GF at(2, 2)', 'F win']",
        "assume = ['GF (at(2, 2)']\nproperty = 'F win'",
        "property = 'F (win'\nassume = ['GF at(2, 2)']",
    ];
    assert_snapshot!(all.map(|lines| refused(&with(lines))).join("\n"));
}

#[test]
fn an_error_of_a_level_is_pointed_at_too() {
    let spec = read(&with("assume = ['GF wim']\nproperty = 'F win'"));
    let requirement = &spec.requirements[0];
    let file = playproof::read("a.txt", b"A0G\n").unwrap();
    let playproof = Playproof::default();
    let prepared = playproof.prepare(&file.levels[0], None).unwrap();
    let property = requirement.ask.property().unwrap();
    let refused = prepared.verify(property, None, &mut playproof::Unlimited);
    let Err(playproof::Error::Property { error, .. }) = refused else {
        panic!("there is nothing named wim");
    };
    let diagnostic = spec.property_error(requirement, &error);
    assert!(
        diagnostic.to_string().starts_with("design.toml:3:15: "),
        "{diagnostic}"
    );
}

/// Pieces that requirements files are made of, and some that break them.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "[[require]]\n",
        "name = ",
        "property = ",
        "assume = [",
        "levels = [",
        "]\n",
        "\"solvable\"\n",
        "'F (win'",
        "\"\"\"\n \\\n G é\\u00e9",
        "'''\r\nGF win",
        "\"\"\"",
        "'''\n",
        "\"maze/[\"",
        "severity = 'warning'\n",
        "timeout = 1e400\n",
        ", ",
        "\u{feff}\r\n",
    ]);
    prop::collection::vec(piece, 0..14).prop_map(|pieces| pieces.concat())
}

proptest! {
    /// Whatever the file holds, there is an answer, and every error has a
    /// place that can be shown.
    #[test]
    fn no_file_is_too_strange(text in prop_oneof![pieces(), any::<String>()]) {
        if let Err(errors) = Spec::read("design.toml", &text, &Playproof::default()) {
            prop_assert!(!errors.is_empty());
            for error in errors {
                let place = error.place.expect("every error has a place");
                let n_chars = place.text.chars().count();
                prop_assert!(place.column_in_text as usize <= n_chars + 1);
            }
        }
    }
}
