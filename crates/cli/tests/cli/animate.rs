//! `animate`: pictures of checked runs, whole or not at all.

use std::fs;

use insta::assert_snapshot;

use crate::support::{OPEN, Said, Sandbox, WALLED};

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new(&[("open.txt", OPEN), ("walled.txt", WALLED)]);
    sandbox.write("both.txt", format!("{WALLED}\n; second\n{OPEN}").as_bytes());
    sandbox
}

/// Runs what must fail, and checks that it leaves nothing behind.
fn refused(sandbox: &Sandbox, args: &[&str]) -> Said {
    let before = sandbox.names(".");
    let said = sandbox.run(&[&["animate"], args].concat());
    assert_eq!(said.stdout, "", "{args:?}");
    assert_eq!(sandbox.names("."), before, "{args:?}");
    said
}

#[test]
fn frames_in_characters_are_the_default() {
    let sandbox = sandbox();
    let said = sandbox.run(&["animate", "open.txt", "--every", "3"]);
    assert_snapshot!(said.whole());
    let level = ["animate", "both.txt", "--level", "2", "--every", "3"];
    assert_eq!(sandbox.run(&level).stdout, said.stdout);
    let piped = sandbox.run_on(OPEN, &["animate", "-", "--every", "3", "-o", "-"]);
    assert_eq!(piped.stdout, said.stdout);
}

#[test]
fn the_end_of_the_name_says_what_is_drawn() {
    let sandbox = sandbox();
    let draws = [
        ("a.gif", "GIF89a"),
        ("a.SVG", "<svg "),
        ("a.html", "<!doctype html>"),
        ("a.txt", "step 0/5"),
    ];
    for (name, start) in draws {
        let said = sandbox.run(&["animate", "open.txt", "-o", name]);
        assert_eq!((said.status, &said.stderr[..]), (0, ""));
        let line = format!(
            "{name}: open.txt: solvable holds, 5 moves, a shortest run, score 995, checked\n"
        );
        assert_eq!(said.stdout, line);
        assert!(sandbox.read(name).starts_with(start.as_bytes()), "{name}");
    }
    let args = ["animate", "open.txt", "--to", "gif", "-o", "-"];
    let output = sandbox.process(&args).output().unwrap();
    assert!(output.status.success() && output.stdout == sandbox.read("a.gif"));
    let args = ["animate", "open.txt", "--to", "svg", "-o", "b.picture"];
    assert_eq!(sandbox.run(&args).status, 0);
    assert_eq!(sandbox.read("b.picture"), sandbox.read("a.SVG"));
}

#[test]
fn a_certificate_is_drawn_once_it_is_checked() {
    let sandbox = sandbox();
    let args = ["verify", "open.txt", "walled.txt", "--cert", "."];
    sandbox.run(&args);
    let draw = |level: &str, cert: &str| {
        let args = ["animate", level, "--cert", cert, "-o", "a.gif"];
        sandbox.run(&args)
    };
    assert_eq!(draw("open.txt", "open-1-solvable.cert").status, 0);
    let drawn = sandbox.read("a.gif");
    let said = draw("both.txt", "open-1-solvable.cert");
    assert!(
        said.stdout.contains("second (both.txt #2)"),
        "{}",
        said.stdout
    );
    let found = ["animate", "open.txt", "-o", "b.gif"];
    sandbox.run(&found);
    assert_eq!(sandbox.read("b.gif"), drawn);
    fs::remove_file(sandbox.path().join("a.gif")).unwrap();

    let mut broken = sandbox.read("open-1-solvable.cert");
    let last = broken.len() - 1;
    broken[last] ^= 1;
    sandbox.write("broken.cert", &broken);
    sandbox.write("empty.cert", b"");
    let cases = [
        ("walled.txt", "open-1-solvable.cert", 4),
        ("open.txt", "broken.cert", 4),
        ("walled.txt", "walled-1-solvable.cert", 1),
        ("open.txt", "empty.cert", 2),
        ("open.txt", "missing.cert", 2),
    ];
    let mut all = String::new();
    for (level, cert, status) in cases {
        let said = refused(&sandbox, &[level, "--cert", cert, "-o", "a.gif"]);
        assert_eq!(said.status, status, "{level} {cert}: {}", said.stderr);
        all += &said.stderr;
    }
    assert_snapshot!(all);
}

#[test]
fn what_cannot_be_drawn_leaves_no_file() {
    let sandbox = sandbox();
    let cases: [(&[&str], i32); 13] = [
        (&["walled.txt", "-o", "a.gif"], 1),
        (&["open.txt", "-p", "unsolvable && ", "-o", "a.gif"], 2),
        (&["open.txt", "-p", "never at(99, 1)", "-o", "a.gif"], 2),
        (&["open.txt", "--max-states", "1", "-o", "a.gif"], 3),
        (&["open.txt", "-o", "a.png"], 2),
        (&["open.txt", "-o", "picture"], 2),
        (&["open.txt", "-o", "nowhere/a.gif"], 2),
        (&["open.txt", "-o", "open.txt/a.gif"], 2),
        (&["open.txt", "-o", "open.txt"], 2),
        (&["both.txt", "-o", "a.gif"], 2),
        (&["both.txt", "--level", "3", "-o", "a.gif"], 2),
        (&["missing.txt", "-o", "a.gif"], 2),
        (&["open.txt", "--game", "chess", "-o", "a.gif"], 2),
    ];
    let mut all = String::new();
    for (args, status) in cases {
        let said = refused(&sandbox, args);
        assert_eq!(said.status, status, "{args:?}: {}", said.stderr);
        all += &crate::support::without_times(&said.stderr);
    }
    assert_snapshot!(all);
    for (option, value) in [("--every", "0"), ("--delay", "5"), ("--level", "0")] {
        let said = refused(&sandbox, &["open.txt", option, value, "-o", "a.gif"]);
        assert_eq!(said.status, 2);
        assert!(said.stderr.contains(option), "{}", said.stderr);
    }
    assert_eq!(sandbox.read("open.txt"), OPEN.as_bytes());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let sandbox = sandbox();
    let args = ["open.txt", "--to", "gif", "-o", "/dev/full"];
    let said = refused(&sandbox, &args);
    assert_eq!(said.status, 2);
    assert!(
        said.stderr.contains("cannot write /dev/full"),
        "{}",
        said.stderr
    );
    assert!(said.stderr.contains("No space left"), "{}", said.stderr);
}

#[test]
fn a_file_is_replaced_in_the_end_only() {
    let sandbox = sandbox();
    sandbox.write("a.gif", b"mine");
    sandbox.run(&["animate", "walled.txt", "-o", "a.gif"]);
    assert_eq!(sandbox.read("a.gif"), b"mine");
    #[cfg(unix)]
    std::os::unix::fs::symlink("a.gif", sandbox.path().join("link.gif")).unwrap();
    #[cfg(unix)]
    {
        let said = sandbox.run(&["animate", "open.txt", "-o", "link.gif"]);
        assert_eq!(said.status, 0, "{}", said.stderr);
        assert!(sandbox.read("a.gif").starts_with(b"GIF89a"));
        let link = sandbox.path().join("link.gif");
        assert!(fs::symlink_metadata(link).unwrap().is_symlink());
    }
}

/// One corridor that fills a square, so that its run is long.
fn winding(side: usize) -> String {
    let mut rows = vec!["0".repeat(side); side];
    for y in (1..side).step_by(2) {
        let at = if y % 4 == 1 { side - 1 } else { 0 };
        rows[y] = "1".repeat(side);
        rows[y].replace_range(at..=at, "0");
    }
    rows[0].replace_range(0..1, "A");
    let at = if side % 4 == 1 { side - 1 } else { 0 };
    rows[side - 1].replace_range(at..=at, "G");
    rows.join("\n") + "\n"
}

#[test]
fn a_gif_that_is_too_long_is_refused_with_advice() {
    let sandbox = Sandbox::new(&[("long.txt", &winding(121))]);
    let said = refused(&sandbox, &["long.txt", "-o", "a.gif"]);
    assert_eq!(said.status, 2);
    assert_snapshot!(said.stderr);
    let advice = said.stderr.split("--every ").nth(1).unwrap();
    let every = &advice[..advice.find(',').unwrap()];
    let args = ["animate", "long.txt", "-o", "a.gif", "--every", every];
    assert_eq!(sandbox.run(&args).status, 0);
    let args = ["animate", "long.txt", "-o", "a.html"];
    assert_eq!(sandbox.run(&args).status, 0);
    assert!(sandbox.read("a.html").len() < 300_000);
}

#[test]
fn a_run_that_is_too_long_for_a_gif_is_not_looked_for() {
    let row = "-".repeat(6000) + "\n";
    let wide = format!("{row}{row}{row}{}\n", "X".repeat(6000));
    let sandbox = Sandbox::new(&[("wide.txt", &wide)]);
    let said = refused(&sandbox, &["wide.txt", "-o", "a.gif"]);
    assert!(
        said.stderr.contains("every winning run has at least 9"),
        "{}",
        said.stderr
    );
    assert!(said.stderr.contains("--every 2"), "{}", said.stderr);
}

#[test]
fn the_best_run_so_far_is_drawn_and_called_that() {
    let level = include_str!("../../../../levels/sokoban/board-7.xsb");
    let sandbox = Sandbox::new(&[("board.xsb", level)]);
    let args = ["animate", "board.xsb", "--optimal", "moves"];
    let draw = ["-o", "a.html", "--max-states", "100"];
    let said = sandbox.run(&[&args[..], &draw].concat());
    assert_eq!(said.status, 3, "{}", said.stdout);
    let told =
        "checked: the best run so far, perhaps not the best; the limit on states was reached";
    assert!(said.stdout.contains(told), "{}", said.stdout);
    assert!(!sandbox.read("a.html").is_empty());
    let said = sandbox.run(&[&args[..], &["-o", "a.html"]].concat());
    assert_eq!(said.status, 0, "{}", said.stdout);
    assert!(said.stdout.contains("no run has fewer"), "{}", said.stdout);
}

#[test]
fn a_key_where_play_begins_is_drawn_until_the_first_move() {
    let castle = include_str!("../../../../levels/dungeon/castle.dungeon");
    let sandbox = Sandbox::new(&[("castle.dungeon", castle)]);
    let said = sandbox.run(&["animate", "castle.dungeon"]).stdout;
    let (start, rest) = said.split_once("step 1/").unwrap();
    assert!(start.contains("\n#.a.#.a.#"), "{start}");
    assert!(!rest.contains("\n#.a.#"), "{rest}");
}
