//! Pages that carry their proof, in a real browser. `proof.mjs` beside this file opens them,
//! and changes them.

use std::path::Path;

use crate::chromium::{driven, driver, pictures};
use crate::support::{OPEN, Sandbox};

const FIRST: &str = include_str!("../../../../levels/maze/first.txt");

const MILL: &str = include_str!("../../../../levels/dungeon/mill.dungeon");

const PLATFORM: &str = include_str!("../../../../levels/platform/first.txt");

const WAREHOUSE: &str = include_str!("../../../../levels/puzzlescript/warehouse.txt");

/// The box can be pushed into a corner.
const BOX: &str = "######\n#@ $.#\n#    #\n######\n";

/// Like the open maze, one wall less.
const OPENER: &str = "1111111\n1A00001\n10101G1\n1111111\n";

/// What is drawn of which level.
const PAGES: [(&str, &[&str]); 9] = [
    ("first.html", &["first.txt"]),
    ("open.html", &["open.txt"]),
    ("opener.html", &["opener.txt"]),
    ("detour.html", &["open.txt", "--moves", "rlrrrrd"]),
    ("trap.html", &["box.txt", "-p", "unlosable"]),
    ("lasso.html", &["open.txt", "-p", "GF at(3, 2)"]),
    ("mill.html", &["mill.dungeon"]),
    (
        "platform.html",
        &["platform.txt", "--walkers", "no", "--every", "3"],
    ),
    ("warehouse.html", &["warehouse.txt", "--level", "1"]),
];

#[test]
fn a_page_checks_itself_and_changed_ones_are_rejected() {
    let sandbox = Sandbox::new(&[
        ("first.txt", FIRST),
        ("open.txt", OPEN),
        ("opener.txt", OPENER),
        ("box.txt", BOX),
        ("mill.dungeon", MILL),
        ("platform.txt", PLATFORM),
        ("warehouse.txt", WAREHOUSE),
    ]);
    for (page, args) in PAGES {
        let all = [&["animate"], args, &["--proof", "-o", page]].concat();
        let said = sandbox.run(&all);
        assert_eq!(said.status, 0, "{page}: {}", said.stderr);
        assert_eq!(sandbox.run(&all).status, 0);
    }
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    driven(
        driver(&here.join("tests/cli/proof.mjs"))
            .arg(sandbox.path())
            .arg(pictures()),
        &mut |_| {},
    );
    // What the page saves is what the checker reads.
    let said = sandbox.run(&["check", "saved.cert", "first.txt"]);
    assert_eq!(said.status, 0, "{}", said.stderr);
}

#[test]
fn only_pages_carry_proofs() {
    let sandbox = Sandbox::new(&[("open.txt", OPEN)]);
    for args in [
        &["-o", "a.gif"][..],
        &["-o", "a.svg"],
        &["--to", "txt"],
        &[],
    ] {
        let said = sandbox.run(&[&["animate", "open.txt", "--proof"], args].concat());
        assert_eq!(said.status, 2, "{}", said.stdout);
        assert!(
            said.stderr.contains("--proof with .html"),
            "{}",
            said.stderr
        );
    }
    assert_eq!(sandbox.names("."), ["open.txt"]);
}

#[test]
fn the_same_page_comes_of_a_certificate() {
    let sandbox = Sandbox::new(&[("open.txt", OPEN)]);
    sandbox.run(&["verify", "open.txt", "--cert", "."]);
    let args = ["animate", "open.txt", "--proof", "-o", "found.html"];
    assert_eq!(sandbox.run(&args).status, 0);
    let cert = [
        "animate",
        "open.txt",
        "--cert",
        "open-1-solvable.cert",
        "--proof",
        "-o",
    ];
    assert_eq!(sandbox.run(&[&cert[..], &["read.html"]].concat()).status, 0);
    assert_eq!(sandbox.read("found.html"), sandbox.read("read.html"));
}
