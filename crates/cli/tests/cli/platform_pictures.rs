//! Commands of platform levels on the command line: `reach` and `zone`.

use crate::support::Sandbox;

const LEVEL: &str = "--------\n--------\n---XX---\nXX-XX-XX\n";

#[test]
fn pictures_are_written_beside_what_is_said() {
    let sandbox = Sandbox::new(&[("steps.txt", LEVEL)]);
    let said = sandbox.run(&["reach", "steps.txt", "--svg", "drawn"]);
    assert_eq!(said.status, 0, "{}", said.whole());
    assert!(
        said.stdout.ends_with("drawn/steps-1-reach.svg\n"),
        "{}",
        said.stdout
    );
    let picture = String::from_utf8(sandbox.read("drawn/steps-1-reach.svg")).unwrap();
    assert!(picture.contains("class=\"heat\"") && picture.contains("class=\"stand\""));
    assert!(picture.contains("at any speed, so perhaps too much"));
    let exact = sandbox.run(&["reach", "steps.txt", "--exact", "--format", "json"]);
    assert_eq!(exact.objects()[0]["exact"], true, "{}", exact.whole());
    let args = ["zone", "steps.txt", "--from", "2,3", "--svg", "drawn"];
    let said = sandbox.run(&args);
    assert_eq!(said.status, 0, "{}", said.whole());
    assert!(
        said.stdout.contains("    R   death in column 3\n"),
        "{}",
        said.stdout
    );
    let picture = String::from_utf8(sandbox.read("drawn/steps-1-zone-2-3.svg")).unwrap();
    assert!(picture.contains("class=\"way bad\""), "{picture}");
}

#[test]
fn a_place_is_a_column_and_a_row_of_the_level() {
    let sandbox = Sandbox::new(&[("steps.txt", LEVEL)]);
    for (from, complaint) in [
        ("9,1", "column 9, row 1 is beyond the level"),
        ("4,3", "nobody can be in a block"),
        ("0,1", "a place is a column and a row, both from 1"),
        ("4", "a place is a column and a row, both from 1"),
    ] {
        let said = sandbox.run(&["zone", "steps.txt", "--from", from]);
        assert_eq!((said.status, &said.stdout[..]), (2, ""), "{from}");
        assert!(said.stderr.contains(complaint), "{}", said.stderr);
    }
}
