//! Input that is refused: a message that says where, status 2, and nothing
//! written.

use std::fs::File;

use insta::assert_snapshot;

use crate::support::{OPEN, Said, Sandbox};

/// Verifies a level that must be refused.
fn refused(name: &str, bytes: &[u8]) -> String {
    let sandbox = Sandbox::new(&[]);
    sandbox.write(name, bytes);
    let said = sandbox.run(&["verify", name, "--cert", "certs"]);
    assert_eq!((said.status, &said.stdout[..]), (2, ""));
    assert_eq!(sandbox.names("."), [name]);
    said.stderr
}

#[test]
fn files_that_are_no_levels() {
    let long_row = format!("A{}x{}G\n", "0".repeat(300), "0".repeat(300));
    let cases: [(&str, &[u8]); 12] = [
        ("empty.txt", b""),
        ("blank.txt", b"\n\n  \n"),
        ("title.txt", b"; only a title\n"),
        ("no-avatar.txt", b"; lost\n1111\n100G\n"),
        ("two-avatars.txt", b"1A0\n0AG\n"),
        ("no-goal.txt", b"1111\n1A01\n"),
        ("letter.txt", b"111111\n1A0?G1\n111111\n"),
        ("long.txt", long_row.as_bytes()),
        ("latin1.txt", b"1A0G1\n1\xE9\n"),
        ("binary.txt", b"\x7FELF\x02\x01\x01\0\0\0\0"),
        ("zeros.txt", &[0; 5000]),
        ("escape.txt", b"A\x1b[2JG\n"),
    ];
    let said = cases.map(|(name, bytes)| refused(name, bytes));
    assert_snapshot!(said.join("\n"));
}

#[test]
fn large_levels_are_refused() {
    let wide = format!("A{}G\n", "0".repeat(16383));
    assert!(refused("wide.txt", wide.as_bytes()).contains("wide.txt:1:16385"));
    let high = format!("AG\n{}", "00\n".repeat(1024));
    assert!(refused("high.txt", high.as_bytes()).contains("high.txt:1025:1"));
}

#[test]
fn a_file_of_100_mb_is_refused_unread() {
    let sandbox = Sandbox::new(&[("open.txt", OPEN)]);
    let file = File::create(sandbox.path().join("huge.txt")).unwrap();
    file.set_len(100_000_000).unwrap();
    assert_snapshot!(sandbox.run(&["verify", "huge.txt", "open.txt"]).whole());
    let said = sandbox.run_on(vec![b'0'; (64 << 20) + 2], &["verify", "-"]);
    assert_snapshot!(said.whole());
}

#[test]
fn files_that_cannot_be_read() {
    let sandbox = Sandbox::new(&[("folder/notes.md", ""), ("open.txt", OPEN)]);
    let said = |args: &[&str]| sandbox.run(args).whole();
    let mut all = vec![
        said(&["verify", "missing.txt"]),
        said(&["verify", "folder"]),
        said(&["verify", "open.txt/inside.txt"]),
        said(&["verify", ""]),
        said(&["check", "missing.cert"]),
        said(&["check", "folder"]),
        said(&["check", "open.txt", "folder"]),
    ];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("nowhere", sandbox.path().join("dangling.txt")).unwrap();
        all.push(said(&["verify", "dangling.txt"]));
    }
    assert_snapshot!(all.join("\n"));
}

#[test]
fn words_that_mean_nothing() {
    let sandbox = Sandbox::new(&[("open.txt", OPEN)]);
    let said = |args: &[&str]| {
        let said: Said = sandbox.run(&[&["verify", "open.txt", "missing.txt"], args].concat());
        assert_eq!((said.status, &said.stdout[..]), (2, ""), "{args:?}");
        // Which games and engines there are is not the question here.
        let lines = said
            .stderr
            .lines()
            .map(|line| match line.split_once("; there is ") {
                Some((said, _)) => format!("{said}; there is …\n"),
                None => format!("{line}\n"),
            });
        lines.collect::<String>()
    };
    let all = [
        said(&["--game", "mase"]),
        said(&["--engine", "magic", "--game", "chess"]),
        said(&["-p", "solvabel", "-p", "solvable", "-p", "never (win"]),
        said(&["-p", ""]),
        said(&["-p", "never \u{1b}[2J"]),
    ];
    assert_snapshot!(all.join("\n"));
}

#[test]
fn engines_that_do_not_exist() {
    let sandbox = Sandbox::new(&[("open.txt", OPEN)]);
    let said = |args: &[&str]| {
        let said = sandbox.run(args);
        assert_eq!((said.status, &said.stdout[..]), (2, ""), "{args:?}");
        said.stderr
    };
    let verify = |engine| said(&["verify", "open.txt", "--engine", engine]);
    assert!(verify("magic").ends_with(", auto, all\n"));
    for (engine, meant) in [
        ("BDD", "bdd"),
        ("Sat-Bmc", "sat-bmc"),
        ("AUTO", "auto"),
        ("al", "all"),
        ("sat-imc3", "sat-ic3"),
    ] {
        let why = format!("no engine `{engine}`; did you mean `{meant}`?");
        assert!(verify(engine).contains(&why), "{}", verify(engine));
    }
    // One run is shown, and an iteration is one search.
    let shown = said(&["explain", "open.txt", "--engine", "magic"]);
    assert!(shown.ends_with(", auto\n"), "{shown}");
    let solved = said(&["solve", "open.txt", "--iterative", "--engine", "magic"]);
    assert!(solved.ends_with(", auto\n"), "{solved}");
}

#[test]
fn limits_that_make_no_sense() {
    let sandbox = Sandbox::new(&[("open.txt", OPEN), ("c.cert", "")]);
    for (option, value) in [
        ("--timeout", "0"),
        ("--timeout", "-1"),
        ("--timeout", "nan"),
        ("--timeout", "inf"),
        ("--timeout", "soon"),
        ("--memory", "0"),
        ("--memory", "-5"),
        ("--memory", "1.5"),
        ("--memory", "99999999999999999999"),
        ("--max-states", "0"),
        ("--format", "xml"),
        ("--threads", "0"),
        ("--threads", "-1"),
        ("--threads", "many"),
    ] {
        let said = sandbox.run(&["verify", "open.txt", option, value]);
        assert_eq!((said.status, &said.stdout[..]), (2, ""), "{option} {value}");
        assert!(said.stderr.contains(option), "{}", said.stderr);
        if option != "--max-states" {
            assert_eq!(sandbox.run(&["check", "c.cert", option, value]).status, 2);
        }
    }
    assert_eq!(sandbox.run(&["verify"]).status, 2);
    assert_eq!(sandbox.run(&["verfy", "open.txt"]).status, 2);
    assert_snapshot!(
        sandbox
            .run(&["verify", "open.txt", "--timeout", "0"])
            .stderr
    );
}
