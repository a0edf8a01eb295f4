//! Figures of levels.

use insta::assert_snapshot;

use crate::support::{OPEN, Sandbox, WALLED};

fn sandbox() -> Sandbox {
    let two = format!("; easy, \"really\"\nA0G\n\n{OPEN}");
    Sandbox::new(&[
        ("levels/a.txt", WALLED),
        ("levels/b.txt", "1A00\n1100\nG000\n"),
        ("levels/c.txt", &two),
        ("bad.txt", "AA\n"),
    ])
}

#[test]
fn figures_in_every_format() {
    let sandbox = sandbox();
    assert_snapshot!(sandbox.run(&["analyze", "levels"]).whole());
    assert_snapshot!(
        sandbox
            .run(&["analyze", "levels", "--format", "csv"])
            .stdout
    );
    let objects = sandbox
        .run(&["analyze", "levels", "--format", "json"])
        .objects();
    let of = |key: &str| objects.iter().map(|o| o[key].clone()).collect::<Vec<_>>();
    let null = serde_json::Value::Null;
    assert_eq!(of("moves"), [null.clone(), 5.into(), 2.into(), 5.into()]);
    assert_eq!(
        of("solvable"),
        [false, true, true, true].map(serde_json::Value::from)
    );
    assert_eq!(of("place"), vec![null; 4]);
}

#[test]
fn an_order_of_rising_difficulty_is_proposed() {
    let sandbox = sandbox();
    assert_snapshot!(sandbox.run(&["analyze", "levels", "--order"]).whole());
    let args = ["analyze", "levels", "--order", "--format", "json"];
    let objects = sandbox.run(&args).objects();
    let order: Vec<_> = objects.iter().map(|o| (&o["level"], &o["index"])).collect();
    assert_eq!(order[0], (&"levels/c.txt".into(), &0.into()));
    assert_eq!(order[3], (&"levels/a.txt".into(), &0.into()));
    assert!((1..).zip(&objects).all(|(place, o)| o["place"] == place));
}

#[test]
fn limits_and_errors_leave_the_others_alone() {
    let sandbox = sandbox();
    let said = sandbox.run(&["analyze", "levels", "--max-states", "6"]);
    assert_snapshot!(said.whole());
    assert_eq!(said.status, 3);
    let said = sandbox.run(&["analyze", "bad.txt", "missing.txt", "levels/b.txt"]);
    assert_snapshot!(said.whole());
    for args in [
        &["--game", "mase"][..],
        &["--format", "xml"],
        &["--timeout", "0"],
    ] {
        let said = sandbox.run(&[&["analyze", "levels"], args].concat());
        assert_eq!((said.status, &said.stdout[..]), (2, ""), "{args:?}");
    }
    let large = crate::support::large_level(1000);
    sandbox.write("large.txt", large.as_bytes());
    let said = sandbox.run(&["analyze", "large.txt", "--timeout", "0.03"]);
    assert!(
        said.status == 3 && said.stdout.contains("time limit"),
        "{}",
        said.stdout
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_writes_what_is_known() {
    use std::process::{Command, Stdio};
    use std::time::Duration;

    let large = crate::support::large_level(1000);
    let sandbox = sandbox();
    sandbox.write("large.txt", large.as_bytes());
    let mut args = vec!["analyze", "levels/b.txt"];
    args.extend(["large.txt"; 20]);
    let attempt = |wait: u64| {
        let mut command = sandbox.process(&args);
        let child = command.stdout(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        let pid = child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &pid]).status().unwrap();
        assert!(sent.success());
        let output = child.wait_with_output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        output.status.code() == Some(130) && text.contains("levels/b.txt  yes")
    };
    // A busy machine may not have begun.
    assert!([200, 400, 800, 1600].into_iter().any(attempt));
}

fn boxes() -> Sandbox {
    Sandbox::new(&[
        (
            "boxes/cross.xsb",
            "#######\n###.###\n###$###\n#.$@$.#\n###$###\n###.###\n#######\n",
        ),
        (
            "boxes/room.xsb",
            "#######\n#     #\n#@$ . #\n#     #\n#######\n",
        ),
        ("boxes/stuck.xsb", "#####\n#$@.#\n#####\n"),
        ("maze.txt", OPEN),
    ])
}

#[test]
fn sokoban_has_figures_of_its_own() {
    let sandbox = boxes();
    assert_snapshot!(sandbox.run(&["analyze", "boxes"]).whole());
    assert_snapshot!(sandbox.run(&["analyze", "boxes", "--order"]).whole());
    let said = sandbox.run(&["analyze", "boxes/room.xsb", "--format", "json"]);
    assert_snapshot!(said.stdout);
    // Columns of several games stand side by side.
    assert_snapshot!(sandbox.run(&["analyze", "boxes", "maze.txt"]).whole());
    let said = sandbox.run(&["analyze", "maze.txt", "boxes", "--format", "csv"]);
    assert_snapshot!(said.stdout);
}

#[test]
fn states_that_do_not_fit_are_not_counted() {
    let sandbox = boxes();
    let said = sandbox.run(&["analyze", "boxes/room.xsb", "--max-graph", "13"]);
    assert_snapshot!(said.whole());
    assert_eq!(said.status, 3);
    let said = sandbox.run(&["analyze", "boxes/room.xsb", "--max-states", "1"]);
    assert_eq!(said.status, 3);
    let said = sandbox.run(&["analyze", "boxes", "--max-graph", "0"]);
    assert_eq!((said.status, &said.stdout[..]), (2, ""));
}

/// Levels are compared by the game's own difficulty.
#[test]
fn sokoban_levels_get_harder_by_pushes() {
    let sandbox = boxes();
    let spec = "[[require]]\nname = \"harder\"\nproperty = \"difficulty rising\"\n";
    sandbox.write("design.toml", spec.as_bytes());
    let verify = |levels: [&str; 2]| {
        let [first, second] = levels;
        let args = ["verify", first, second, "--spec", "design.toml"];
        sandbox.run(&args).status
    };
    sandbox.write("boxes/push.xsb", b"#####\n#@$.#\n#####\n");
    assert_eq!(verify(["boxes/push.xsb", "boxes/room.xsb"]), 0);
    assert_eq!(verify(["boxes/room.xsb", "boxes/push.xsb"]), 1);
}
