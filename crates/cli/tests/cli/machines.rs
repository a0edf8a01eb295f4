//! Reports for continuous integration.

use insta::assert_snapshot;

use crate::support::{OPEN, Sandbox, WALLED};

/// Good and bad levels, a file that is missing, and a property that is too
/// much for one of them.
fn said(format: &str) -> crate::support::Said {
    let mixed = format!("; one\n{OPEN}\n; two\nAA\n\n; three\n{WALLED}");
    let sandbox = Sandbox::new(&[("mixed.txt", &mixed), ("tiny.txt", "AG\n")]);
    sandbox.run(&[
        "verify",
        "mixed.txt",
        "missing.txt",
        "tiny.txt",
        "-p",
        "solvable",
        "-p",
        "never at(7, 1)",
        "--format",
        format,
    ])
}

/// Every `time="…"` as 0.
fn without_times(text: &str) -> String {
    let mut parts = text.split(" time=\"");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.split_once('"').unwrap().1;
        out.push_str(&format!(" time=\"0\"{rest}"));
    }
    out
}

#[test]
fn junit() {
    let said = said("junit");
    assert_eq!(said.status, 2);
    assert_snapshot!(without_times(&said.stdout));
}

#[test]
fn github() {
    let said = said("github");
    assert_eq!(said.status, 2);
    assert_snapshot!(said.stdout);
}

#[test]
fn a_report_is_whole_when_time_runs_out_or_nothing_is_there() {
    let sandbox = Sandbox::new(&[("large.txt", &crate::support::large_level(1000))]);
    let args = ["verify", "large.txt", "--timeout", "0.03"];
    let said = sandbox.run(&[&args[..], &["--format", "junit"]].concat());
    assert_eq!(said.status, 3);
    assert!(said.stdout.ends_with("</testsuites>\n") && said.stdout.contains("time limit"));
    let said = sandbox.run(&[&args[..], &["--format", "github"]].concat());
    assert!(said.stdout.ends_with("0 violated, 1 unknown\n"));
    for format in ["junit", "github"] {
        assert_eq!(
            sandbox
                .run(&["solve", "large.txt", "--format", format])
                .status,
            2
        );
    }
}

#[test]
fn runs_are_told_as_in_text() {
    let sandbox = Sandbox::new(&[
        ("drop.txt", "#####\n#A G#\n#v###\n#   #\n#####\n"),
        ("two.txt", "A0\n0G\n"),
        ("shut.txt", "A0#G\n"),
    ]);
    let cases: [(&[&str], &[&str]); 4] = [
        (
            &["drop.txt", "-p", "G (at(2, 3) -> F win)"],
            &["run: dd(rl)*"],
        ),
        (&["drop.txt", "-p", "F at(4, 4)"], &["run: (rl)*"]),
        (&["two.txt", "-p", "unique"], &["run 1: ", "run 2: "]),
        (&["shut.txt", "-p", "unlosable"], &[]),
    ];
    for (args, runs) in cases {
        for format in ["text", "junit", "github"] {
            let said = sandbox.run(&[&["verify", "--format", format], args].concat());
            assert_eq!(said.status, 1);
            let n_runs =
                said.stdout.matches("run:").count() + said.stdout.matches("run 1:").count();
            assert_eq!(n_runs, runs.len().min(1), "{}", said.stdout);
            for run in runs {
                assert!(said.stdout.contains(run), "{}", said.stdout);
            }
        }
    }
}
