//! The page of a run in a real browser. `page.mjs` beside this file drives it.

use std::path::Path;
use std::process::Command;

use crate::support::Sandbox;

const FIRST: &str = include_str!("../../../../levels/maze/first.txt");

const MILL: &str = include_str!("../../../../levels/dungeon/mill.dungeon");

const PLATFORM: &str = include_str!("../../../../levels/platform/first.txt");

/// A corridor in which one can walk to and fro without coming back to its end.
const ROOM: &str = "A000G\n";

#[test]
fn the_page_can_be_stepped_through() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.ancestors().nth(2).expect("crates/cli");
    let modules = root.join("target/browser-test/node_modules");
    assert!(
        modules.join("playwright-core").is_dir(),
        "playwright-core is not installed: run scripts/test"
    );
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
    let output = Command::new("node")
        .arg(here.join("tests/cli/page.mjs"))
        .arg(modules.join("playwright-core/index.mjs"))
        .arg(sandbox.path().join("first.html"))
        .arg(sandbox.path().join("lasso.html"))
        .arg(sandbox.path().join("mill.html"))
        .arg(sandbox.path().join("platform.html"))
        .arg(sandbox.path().join("browser"))
        .output()
        .expect("node is not installed: run scripts/test");
    assert!(
        output.status.success(),
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}
