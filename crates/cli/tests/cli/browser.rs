//! The page of a run in a real browser. `page.mjs` beside this file drives it.

use std::path::Path;

use crate::chromium::{driven, driver};
use crate::support::Sandbox;

const FIRST: &str = include_str!("../../../../levels/maze/first.txt");

const MILL: &str = include_str!("../../../../levels/dungeon/mill.dungeon");

const PLATFORM: &str = include_str!("../../../../levels/platform/first.txt");

/// A corridor in which one can walk to and fro without coming back to its end.
const ROOM: &str = "A000G\n";

#[test]
fn the_page_can_be_stepped_through() {
    let levels = [
        ("first.txt", FIRST),
        ("room.txt", ROOM),
        ("mill.dungeon", MILL),
        ("platform.txt", PLATFORM),
    ];
    let sandbox = Sandbox::new(&levels);
    let lasso = [
        "animate",
        "room.txt",
        "-p",
        "GF at(1, 1)",
        "-o",
        "lasso.html",
    ];
    let said = sandbox.run(&lasso);
    assert!(
        said.stdout.contains("2 steps and then 2 steps again"),
        "{}",
        said.stdout
    );
    let said = sandbox.run(&["animate", "first.txt", "-o", "first.html"]);
    assert_eq!(said.status, 0, "{}", said.stderr);
    let said = sandbox.run(&["animate", "mill.dungeon", "-o", "mill.html"]);
    assert_eq!(said.status, 0, "{}", said.stderr);
    let run = [
        "animate",
        "platform.txt",
        "--walkers",
        "no",
        "-o",
        "platform.html",
    ];
    let said = sandbox.run(&run);
    assert_eq!(said.status, 0, "{}", said.stderr);
    let pages = ["first", "lasso", "mill", "platform"];
    let pages = pages.map(|page| sandbox.path().join(page).with_extension("html"));
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    driven(
        driver(&here.join("tests/cli/page.mjs"))
            .args(pages)
            .arg(sandbox.path().join("browser")),
        &mut |_| {},
    );
}
