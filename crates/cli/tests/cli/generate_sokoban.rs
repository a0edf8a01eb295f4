//! `playproof generate sokoban`: levels worth playing, with proofs of their pushes.

use std::time::Instant;

use crate::generate::{files, generate};
use crate::support::Sandbox;

const SMALL: [&str; 9] = [
    "sokoban",
    "--size",
    "4x4",
    "--boxes",
    "2..3",
    "--iterations",
    "60",
    "--count",
    "4",
];

#[test]
fn levels_carry_their_figures_their_run_and_proofs_of_their_pushes() {
    let sandbox = Sandbox::new(&[]);
    let one = generate(
        &sandbox,
        "one",
        &[&SMALL[..], &["--threads", "1", "--gallery"]].concat(),
    );
    assert_eq!(one.status, 0, "{}", one.whole());
    let two = generate(
        &sandbox,
        "two",
        &[&SMALL[..], &["--threads", "2", "--gallery"]].concat(),
    );
    assert_eq!(two.status, 0);
    let all = files(&sandbox, "one");
    assert_eq!(all, files(&sandbox, "two"));
    let levels: Vec<_> = all
        .iter()
        .filter(|(name, _)| name.ends_with(".xsb"))
        .collect();
    assert_eq!(levels.len(), 4);
    for (name, text) in levels {
        let text = String::from_utf8(text.clone()).unwrap();
        let line = |key: &str| text.lines().find_map(|line| line.strip_prefix(key));
        let pushes = line("Pushes: ").unwrap();
        let run = line("Solution: ").unwrap();
        let n_pushes = run.chars().filter(|c| c.is_uppercase()).count();
        assert_eq!(n_pushes.to_string(), pushes, "{text}");
        // The run in the file wins, and both proofs about the pushes are accepted.
        let level = format!("one/{name}");
        let replayed = sandbox.run(&["replay", &level]);
        assert_eq!(replayed.status, 0, "{}", replayed.whole());
        let stem = name.trim_end_matches(".xsb");
        for claim in [
            format!("some-pushes-le-{pushes}"),
            format!("every-pushes-ge-{pushes}"),
        ] {
            let certificate = format!("one/{stem}-1-{claim}.cert");
            let checked = sandbox.run(&["check", &certificate, &level]);
            assert_eq!(checked.status, 0, "{}", checked.whole());
        }
    }
    let page = String::from_utf8(sandbox.read("one/gallery.html")).unwrap();
    assert_eq!(page.matches("<li>").count(), 4);
    // The same command again finds everything as it was.
    let again = generate(&sandbox, "one", &SMALL);
    assert_eq!(again.status, 0);
    assert_eq!(all, files(&sandbox, "one"));
}

#[test]
fn seconds_are_for_all_levels_together() {
    let sandbox = Sandbox::new(&[]);
    let args = ["sokoban", "--size", "6x5", "--boxes", "3", "--count", "2"];
    let start = Instant::now();
    let said = generate(&sandbox, "out", &[&args[..], &["--seconds", "1"]].concat());
    assert_eq!(said.status, 0, "{}", said.whole());
    assert!(start.elapsed().as_secs_f64() > 0.9);
    // What was made is kept when the same is asked again, or more.
    let before = files(&sandbox, "out");
    let more = [&args[..6], &["3", "--seconds", "1"]].concat();
    let said = generate(&sandbox, "out", &more);
    assert_eq!(said.status, 0, "{}", said.whole());
    let after = files(&sandbox, "out");
    let is_level = |(name, _): &&(String, Vec<u8>)| name.ends_with(".xsb");
    assert!(
        before
            .iter()
            .filter(is_level)
            .all(|file| after.contains(file))
    );
    assert_eq!(after.iter().filter(is_level).count(), 3);
}

#[test]
fn what_cannot_be_made_is_refused() {
    let sandbox = Sandbox::new(&[]);
    for args in [
        &["sokoban", "--size", "2x2"][..],
        &["sokoban", "--size", "6x"],
        &["sokoban", "--size", "9x9"],
        &["sokoban", "--boxes", "5..3"],
        &["sokoban", "--size", "3x3", "--boxes", "8"],
        &["sokoban", "--objective", "beauty"],
        &["sokoban", "--pushes", "many"],
        &["sokoban", "--apart", "100"],
        &["sokoban", "--method", "tree", "--improve", "luck"],
        &["sokoban", "--method", "tree", "--size", "20x20"],
        &["maze", "--seconds", "3"],
    ] {
        let said = generate(&sandbox, "out", args);
        assert_eq!(said.status, 2, "{args:?}: {}", said.whole());
        assert!(said.stderr.contains("error"), "{args:?}: {}", said.whole());
    }
}

#[test]
fn levels_that_are_wanted_apart_are() {
    let sandbox = Sandbox::new(&[]);
    let args = [
        "sokoban",
        "--size",
        "4x4",
        "--boxes",
        "2",
        "--iterations",
        "40",
        "--count",
        "5",
        "--apart",
        "4",
    ];
    let said = generate(&sandbox, "out", &args);
    assert_eq!(said.status, 0, "{}", said.whole());
    let diverse = [
        "sokoban",
        "--size",
        "4x4",
        "--boxes",
        "2",
        "--iterations",
        "400",
        "--count",
        "3",
        "--diverse",
    ];
    let said = generate(&sandbox, "diverse", &diverse);
    assert_eq!(said.status, 0, "{}", said.whole());
    let drawn = sandbox.run(&[
        "generate",
        "sokoban",
        "--size",
        "4x4",
        "--boxes",
        "2",
        "--iterations",
        "400",
        "--diverse",
        "--stages",
    ]);
    assert!(
        drawn.stdout.contains("the archive of seed 1"),
        "{}",
        drawn.whole()
    );
}

#[test]
fn levels_by_tree_search_alone_and_before_a_walk() {
    let sandbox = Sandbox::new(&[]);
    let small = ["--size", "5x5", "--iterations", "60", "--count", "2"];
    for method in ["tree", "both"] {
        let args = [&["sokoban", "--method", method][..], &small].concat();
        let said = generate(&sandbox, method, &args);
        assert_eq!(said.status, 0, "{}", said.whole());
        let level = format!("{method}/sokoban-000000.xsb");
        let replayed = sandbox.run(&["replay", &level]);
        assert_eq!(replayed.status, 0, "{}", replayed.whole());
    }
    // No level of so few cells takes so many pushes.
    let far = [
        "sokoban",
        "--method",
        "tree",
        "--pushes",
        "500..600",
        "--proposals",
        "3",
    ];
    let said = generate(&sandbox, "far", &[&far[..], &small].concat());
    assert_eq!(said.status, 3, "{}", said.whole());
    assert!(said.stdout.contains("out of the range"), "{}", said.whole());
    let page = [
        "generate",
        "sokoban",
        "--method",
        "tree",
        "--iterations",
        "20",
        "--search-page",
    ];
    let said = sandbox.run(&[&page[..], &["tree.html"]].concat());
    assert_eq!(said.status, 0, "{}", said.whole());
    let page = String::from_utf8(sandbox.read("tree.html")).unwrap();
    assert!(page.contains("The top of the search tree"));
}

#[test]
fn an_option_that_the_method_does_not_read_is_refused() {
    let sandbox = Sandbox::new(&[]);
    let generate = |words: &[&str]| {
        let sokoban = ["generate", "sokoban", "--iterations", "20", "--out", "out"];
        sandbox.run(&[&sokoban[..], words].concat())
    };
    for (words, why) in [
        (
            &["--improve", "push"][..],
            "--improve is for --method tree or both, and this is sweep",
        ),
        (
            &["--method", "tree", "--objective", "moves"],
            "--objective is for --method sweep or both, and this is tree",
        ),
        (
            &["--method", "both", "--diverse"],
            "--diverse is for --method sweep, and this is both",
        ),
    ] {
        let said = generate(words);
        assert_eq!(said.status, 2, "{words:?}");
        assert!(said.stderr.contains(why), "{}", said.stderr);
    }
    assert!(!sandbox.path().join("out").exists());
    let said = generate(&["--size", "4x4", "--boxes", "2", "--objective", "moves"]);
    assert_eq!(said.status, 0, "{}", said.stderr);
}
