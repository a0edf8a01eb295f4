//! Patterns, files that change, and completions.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use insta::assert_snapshot;

use crate::support::{OPEN, Sandbox, WALLED};

#[test]
fn a_pattern_that_the_shell_left_alone_is_expanded() {
    let sandbox = Sandbox::new(&[
        ("a/1.txt", OPEN),
        ("a/2.txt", OPEN),
        ("b/3.txt", OPEN),
        ("b/[4].txt", WALLED),
    ]);
    let said = |patterns: &[&str]| sandbox.run(&[&["verify"], patterns].concat()).whole();
    let all = [
        said(&["a/*.txt"]),
        said(&["**/[13].txt"]),
        said(&["b/[4].txt"]),
        said(&["?"]),
        said(&["c/*.txt", "a/1.txt"]),
        said(&["a***/x"]),
    ];
    assert_snapshot!(all.join("\n"));
}

#[cfg(unix)]
#[test]
fn a_file_that_changes_is_verified_again() {
    let sandbox = Sandbox::new(&[("a.txt", OPEN)]);
    let mut command = sandbox.process(&["verify", "a.txt", "--watch", "--format", "json"]);
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut verdict = || {
        let line = lines.next().unwrap().unwrap();
        let object: serde_json::Value = serde_json::from_str(&line).unwrap();
        object["verdict"].clone()
    };
    assert_eq!(verdict(), "holds");
    sandbox.write("a.txt", WALLED.as_bytes());
    assert_eq!(verdict(), "violated");
    sandbox.write("a.txt", OPEN.as_bytes());
    assert_eq!(verdict(), "holds");
    let pid = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &pid]).status().unwrap();
    assert!(sent.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(sandbox.run(&["verify", "-", "--watch"]).status, 2);
}

#[cfg(unix)]
#[test]
fn requirements_that_change_are_read_again() {
    let spec = |property: &str| {
        format!("[[require]]\nname = 'one'\nproperty = '{property}'\nlevels = ['a.txt']\n")
    };
    let sandbox = Sandbox::new(&[("a.txt", OPEN), ("design.toml", &spec("solvable"))]);
    let args = [
        "verify",
        "--spec",
        "design.toml",
        "--watch",
        "--format",
        "json",
    ];
    let mut command = sandbox.process(&args);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut said = BufReader::new(child.stderr.take().unwrap()).lines();
    let mut verdict = || {
        let line = lines.next().unwrap().unwrap();
        let object: serde_json::Value = serde_json::from_str(&line).unwrap();
        object["verdict"].clone()
    };
    assert_eq!(verdict(), "holds");
    // A mistake is told, and does not end it.
    sandbox.write("design.toml", spec("solvabel").as_bytes());
    assert!(said.any(|line| line.unwrap().contains("did you mean `solvable`?")));
    sandbox.write("design.toml", spec("unsolvable").as_bytes());
    assert_eq!(verdict(), "violated");
    let pid = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &pid]).status().unwrap();
    assert!(sent.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn shells_get_completions() {
    let sandbox = Sandbox::new(&[]);
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let said = sandbox.run(&["completions", shell]);
        assert_eq!(said.status, 0);
        assert!(said.stdout.contains("max-states"), "{shell}");
    }
    assert_eq!(sandbox.run(&["completions", "tcsh"]).status, 2);
}
