//! Certificates: written whole, accepted elsewhere, rejected when broken.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use insta::assert_snapshot;

use crate::support::{OPEN, Sandbox, WALLED, large_level};

#[test]
fn a_certificate_is_accepted_wherever_it_is() {
    let sandbox = Sandbox::new(&[("open.txt", OPEN), ("walled.txt", WALLED)]);
    let args = [
        "verify",
        "open.txt",
        "walled.txt",
        "-p",
        "solvable",
        "-p",
        "shortest >= 5",
    ];
    let said = sandbox.run(&[&args[..], &["--cert", "deep/certs", "--format", "json"]].concat());
    assert_eq!(said.status, 1);
    let names = [
        "open-1-shortest-ge-5.cert",
        "open-1-solvable.cert",
        "walled-1-shortest-ge-5.cert",
        "walled-1-solvable.cert",
    ];
    assert_eq!(sandbox.names("deep/certs"), names);
    let elsewhere = Sandbox::new(&[]);
    for object in said.objects() {
        let path = object["certificate"].as_str().unwrap();
        elsewhere.write("copy.cert", &sandbox.read(path));
        assert_eq!(elsewhere.run(&["check", "copy.cert"]).status, 0);
    }
    assert_snapshot!(
        sandbox
            .run(&["check", "deep/certs/open-1-solvable.cert"])
            .whole()
    );
    assert_snapshot!(
        sandbox
            .run(&["check", "deep/certs/walled-1-solvable.cert"])
            .whole()
    );
    let args = [
        "check",
        "deep/certs/walled-1-shortest-ge-5.cert",
        "--format",
        "json",
    ];
    assert_snapshot!(sandbox.run(&args).whole());
    let from_stdin = sandbox.run_on(
        sandbox.read("deep/certs/open-1-solvable.cert"),
        &["check", "-"],
    );
    assert_eq!(from_stdin.status, 0);
}

#[test]
fn the_same_task_gives_the_same_bytes() {
    let large = large_level(100);
    let sandbox = Sandbox::new(&[("open.txt", OPEN), ("large.txt", &large)]);
    for folder in ["one", "two", "two"] {
        sandbox.run(&["verify", "open.txt", "large.txt", "--cert", folder]);
    }
    assert_eq!(
        sandbox.names("one"),
        ["large-1-solvable.cert", "open-1-solvable.cert"]
    );
    assert_eq!(sandbox.names("one"), sandbox.names("two"));
    for name in sandbox.names("one") {
        let [one, two] = ["one", "two"].map(|folder| sandbox.read(&format!("{folder}/{name}")));
        assert!(one == two, "{name}");
    }
}

#[test]
fn the_number_of_threads_changes_no_byte() {
    let large = large_level(700);
    let sandbox = Sandbox::new(&[("open.txt", OPEN), ("large.txt", &large)]);
    let numbers = ["1", "2", "4"];
    for n in numbers {
        let args = ["verify", "open.txt", "large.txt", "--cert", n];
        let said = sandbox.run(&[&args[..], &["--threads", n]].concat());
        assert_eq!(said.status, 1);
    }
    for name in sandbox.names("1") {
        let [one, two, four] = numbers.map(|n| sandbox.read(&format!("{n}/{name}")));
        assert!(one == two && two == four, "{name}");
    }
}

#[test]
fn inputs_with_one_stem_get_certificates_of_their_own() {
    let sandbox = Sandbox::new(&[("a/level.txt", OPEN), ("b/level.txt", WALLED)]);
    let said = sandbox.run(&["verify", "a", "b", "--cert", "certs", "--format", "json"]);
    let paths: Vec<_> = said
        .objects()
        .iter()
        .map(|o| o["certificate"].clone())
        .collect();
    assert_eq!(
        paths,
        [
            "certs/level-1-solvable.cert",
            "certs/level-1-solvable-2.cert"
        ]
    );
    assert_eq!(
        sandbox
            .run(&["check", "certs/level-1-solvable-2.cert", "b/level.txt"])
            .status,
        0
    );
}

#[test]
fn another_ones_certificate_is_not_replaced() {
    let sandbox = Sandbox::new(&[
        ("a/level.txt", OPEN),
        ("b/level.txt", WALLED),
        ("renamed/level.txt", &format!("; a title\n{OPEN}")),
        ("certs/level-1-unsolvable.cert", "mine"),
    ]);
    let verify = |folder: &str, property: &str| {
        let args = ["verify", folder, "-p", property, "--cert", "certs"];
        let said = sandbox.run(&[&args[..], &["--format", "json"]].concat());
        let path = said.objects()[0]["certificate"].clone();
        path.as_str().unwrap().to_owned()
    };
    let first = "certs/level-1-solvable.cert";
    let second = "certs/level-1-solvable-2.cert";
    assert_eq!(verify("a", "solvable"), first);
    let of_a = sandbox.read(first);
    // In later runs too each level has its own.
    for _ in 0..2 {
        assert_eq!(verify("b", "solvable"), second);
        assert_eq!(verify("a", "solvable"), first);
    }
    assert_eq!(sandbox.read(first), of_a);
    assert_eq!(sandbox.run(&["check", second, "b/level.txt"]).status, 0);
    // A title makes no other level of it.
    assert_eq!(verify("renamed", "solvable"), first);
    assert_ne!(sandbox.read(first), of_a);
    // Nor is anything replaced that is no certificate.
    let third = "certs/level-1-unsolvable-2.cert";
    assert_eq!(verify("a", "unsolvable"), third);
    assert_eq!(sandbox.read("certs/level-1-unsolvable.cert"), b"mine");
}

#[test]
fn a_file_is_no_folder_for_certificates() {
    let sandbox = Sandbox::new(&[("open.txt", OPEN), ("file", "mine")]);
    for path in ["file", "file/inside"] {
        let said = sandbox.run(&["verify", "open.txt", "--cert", path]);
        assert_eq!((said.status, &said.stdout[..]), (2, ""));
        assert!(said.stderr.contains("file is not a folder"), "{path}");
    }
    assert_eq!(sandbox.read("file"), b"mine");
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_cannot_be_written_costs_no_verdict() {
    let sandbox = Sandbox::new(&[("open.txt", OPEN)]);
    // Where nobody, not even root, can make a folder.
    let said = sandbox.run(&["verify", "open.txt", "--cert", "/proc/certs"]);
    assert_snapshot!(said.whole());
}

#[test]
fn undecided_results_leave_no_certificate() {
    let sandbox = Sandbox::new(&[("open.txt", OPEN)]);
    let args = ["verify", "open.txt", "--max-states", "1", "--cert", "certs"];
    assert_eq!(sandbox.run(&args).status, 3);
    assert_eq!(sandbox.names("."), ["open.txt"]);
}

#[test]
fn the_level_must_be_the_certificates() {
    let sandbox = Sandbox::new(&[
        ("open.txt", OPEN),
        ("walled.txt", WALLED),
        ("broken.txt", ""),
    ]);
    sandbox.write("all.txt", format!("{WALLED}\n; renamed\n{OPEN}").as_bytes());
    sandbox.run(&["verify", "open.txt", "--cert", "."]);
    let check = |level: &str| sandbox.run(&["check", "open-1-solvable.cert", level]);
    assert_eq!(check("open.txt").status, 0);
    assert_snapshot!(check("all.txt").whole());
    assert_snapshot!(check("walled.txt").whole());
    assert_eq!(check("broken.txt").status, 2);
    assert_eq!(check("missing.txt").status, 2);
}

/// The same drawing is a race that is lost and a catch that is won.
#[test]
fn a_certificate_of_another_game_is_rejected_unless_that_is_named() {
    let sandbox = Sandbox::new(&[("three.txt", "AEG\n")]);
    let prove = |game: &str| {
        let args = ["verify", "three.txt", "--game", game, "--cert", game];
        sandbox.run(&args);
        format!("{game}/three-1-solvable.cert")
    };
    let (catch, race) = (prove("catch"), prove("race"));
    let check = |args: &[&str]| sandbox.run(&[&["check"], args].concat());
    assert_eq!(check(&[&race, "three.txt"]).status, 0);
    assert_eq!(check(&[&catch]).status, 0);
    assert_eq!(check(&[&catch, "three.txt", "--game", "catch"]).status, 0);
    assert_eq!(check(&[&catch, "--game", "catch"]).status, 0);
    let other = check(&[&catch, "three.txt"]);
    let sentence = "the certificate is about a level of catch, and three.txt by itself is one of \
                    race; if catch is meant, say --game catch";
    assert_eq!(other.status, 4);
    assert!(other.stdout.contains(sentence), "{}", other.stdout);
    let json = check(&[&catch, "three.txt", "--format", "json"]);
    assert_eq!(json.status, 4);
    let object = &json.objects()[0];
    assert_eq!(
        (&object["verdict"], &object["game"]),
        (&"unknown".into(), &"catch".into())
    );
    assert_eq!(object["reason"], sentence, "{object}");
    let named = [
        &[&race[..], "--game", "catch"][..],
        &[&race, "three.txt", "--game", "catch"],
    ];
    for args in named {
        let said = check(args);
        assert_eq!(said.status, 4);
        assert!(
            said.stdout.contains("a level of race, not of catch"),
            "{}",
            said.stdout
        );
    }
}

/// What is proved is about the level that this text says, whoever wrote it in which way.
#[test]
fn the_text_that_is_proved_about_is_shown() {
    let sandbox = Sandbox::new(&[("short.xsb", "####\n#@$.#\n#####\n")]);
    let text = "#### \n#@$.#\n#####\n".to_owned();
    let shown = |file: &str| sandbox.run(&["statement", file, "--level-text"]);
    assert_eq!(
        (shown("short.xsb").status, shown("short.xsb").stdout),
        (0, text.clone())
    );
    sandbox.run(&["verify", "short.xsb", "--cert", "."]);
    sandbox.run(&["verify", "short.xsb", "--cert", ".", "--gzip"]);
    for certificate in ["short-1-solvable.cert", "short-1-solvable.cert.gz"] {
        assert_eq!(shown(certificate).stdout, text);
        let checked = sandbox.run(&["check", certificate]).stdout;
        let how = format!("playproof statement {certificate} --level-text");
        assert!(checked.contains(&how), "{checked}");
    }
    sandbox.write("broken.cert", b"nothing");
    assert_eq!(shown("broken.cert").status, 2);
    assert_eq!(shown("missing.cert").status, 2);
}

#[test]
fn limits_hold_for_checks() {
    let sandbox = Sandbox::new(&[("large.txt", &large_level(300))]);
    sandbox.run(&["verify", "large.txt", "--cert", "."]);
    let check =
        |limit: [&str; 2]| sandbox.run(&[&["check", "large-1-solvable.cert"], &limit[..]].concat());
    assert_snapshot!(check(["--timeout", "1e-6"]).whole());
    assert_snapshot!(check(["--memory", "1"]).whole());
    assert_eq!(check(["--memory", "100"]).status, 0);
}

fn certificate_of(level: &str) -> Vec<u8> {
    let sandbox = Sandbox::new(&[("level.txt", level)]);
    sandbox.run(&["verify", "level.txt", "--cert", "."]);
    sandbox.read("level-1-solvable.cert")
}

#[test]
fn a_certificate_cut_off_anywhere_is_refused() {
    let whole = certificate_of(OPEN);
    let first_line = whole.iter().position(|&b| b == b'\n').unwrap() + 1;
    let sandbox = Sandbox::new(&[]);
    let lengths = (0..whole.len()).step_by(9);
    for n in lengths.chain([first_line - 1, first_line, whole.len() - 1]) {
        sandbox.write("cut.cert", &whole[..n]);
        let said = sandbox.run(&["check", "cut.cert"]);
        let expected = if n < first_line { 2 } else { 4 };
        assert_eq!(said.status, expected, "cut to {n}");
        assert!((said.stdout + &said.stderr).contains("cut.cert"));
    }
    sandbox.write("cut.cert", &[&whole[..], b"\n"].concat());
    assert_eq!(sandbox.run(&["check", "cut.cert"]).status, 4);
}

#[test]
fn a_certificate_with_a_wrong_byte_is_refused() {
    let sandbox = Sandbox::new(&[]);
    for whole in [certificate_of(OPEN), certificate_of(WALLED)] {
        for n in (0..whole.len()).step_by(11) {
            let mut wrong = whole.clone();
            wrong[n] ^= 1;
            sandbox.write("wrong.cert", &wrong);
            let said = sandbox.run(&["check", "wrong.cert"]);
            assert!(matches!(said.status, 2 | 4), "byte {n}: {}", said.stdout);
        }
    }
}

#[test]
fn a_certificate_that_was_copied_as_text_is_refused() {
    let sandbox = Sandbox::new(&[]);
    let mut copied = Vec::new();
    for byte in certificate_of(OPEN) {
        copied.extend([b'\r'].iter().filter(|_| byte == b'\n'));
        copied.push(byte);
    }
    sandbox.write("copied.cert", &copied);
    assert_snapshot!(sandbox.run(&["check", "copied.cert"]).whole());
}

#[test]
fn a_certificate_is_no_level() {
    let sandbox = Sandbox::new(&[]);
    sandbox.write("a.cert", &certificate_of(OPEN));
    sandbox.write("b.cert", &certificate_of(WALLED));
    assert_snapshot!(sandbox.run(&["check", "a.cert", "b.cert"]).whole());
}

#[test]
fn a_certificate_says_what_it_is_about() {
    let sandbox = Sandbox::new(&[("level.txt", &format!("; \u{202e}The \"first\"\n{OPEN}"))]);
    sandbox.run(&["verify", "level.txt", "--cert", "."]);
    let said = ["text", "json"].map(|format| {
        let args = ["check", "level-1-solvable.cert", "--format", format];
        sandbox.run(&args).whole()
    });
    assert_snapshot!(said.join("\n"));
    // Another claim about the same level: the statement is another.
    let claim = |property: &str, core: &str| {
        let bytes = sandbox.read("level-1-solvable.cert");
        let old = b"playproof certificate 3\ngame: maze\nproperty: solvable\ncore: EF win\n";
        let head =
            format!("playproof certificate 3\ngame: maze\nproperty: {property}\ncore: {core}\n");
        sandbox.write(
            "claim.cert",
            &[head.as_bytes(), &bytes[old.len()..]].concat(),
        );
        sandbox.run(&["check", "claim.cert"]).whole()
    };
    let claims = [
        claim("shortest <= 3", "EF win"),
        claim("shortest <= 3", "EF (win && moves <= 3)"),
    ];
    assert_snapshot!(claims.join("\n"));
}

#[test]
fn files_that_are_no_certificates() {
    let sandbox = Sandbox::new(&[("level.txt", OPEN), ("empty.cert", "")]);
    let whole = String::from_utf8_lossy(&certificate_of(OPEN)).into_owned();
    let newer = whole.replacen("certificate 3", "certificate 4\u{1b}[2J", 1);
    sandbox.write("newer.cert", newer.as_bytes());
    sandbox.write("zeros.cert", &vec![0; 3 << 20]);
    let all = ["level.txt", "empty.cert", "newer.cert", "zeros.cert"];
    let all = all.map(|name| sandbox.run(&["check", name]).whole());
    assert_snapshot!(all.join("\n"));
}

/// So many zeros after a text, packed.
fn packed_zeros(text: &[u8], n: usize) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text).unwrap();
    let piece = vec![0; 1 << 20];
    (0..n >> 20).for_each(|_| encoder.write_all(&piece).unwrap());
    encoder.finish().unwrap()
}

#[test]
fn a_certificate_that_inflates_without_end_is_refused() {
    let sandbox = Sandbox::new(&[]);
    let check = |bytes: &[u8], args: &[&str]| {
        sandbox.write("bomb.cert.gz", bytes);
        sandbox
            .run(&[&["check", "bomb.cert.gz"], args].concat())
            .whole()
    };
    let whole = certificate_of(OPEN);
    let all = [
        // 256 MiB that are no certificate.
        check(&packed_zeros(b"", 256 << 20), &[]),
        check(&packed_zeros(b"", 256 << 20), &["--memory", "16"]),
        // Something follows a certificate.
        check(&packed_zeros(&whole, 1 << 20), &[]),
        check(&packed_zeros(&whole, 256 << 20), &["--memory", "16"]),
        // Cut off.
        check(&packed_zeros(&whole, 0)[..40], &[]),
    ];
    assert_snapshot!(all.join("\n"));
}

#[test]
fn packed_certificates_are_written_and_read() {
    let sandbox = Sandbox::new(&[("level.txt", OPEN)]);
    let args = ["verify", "level.txt", "--cert", ".", "--gzip"];
    assert_eq!(sandbox.run(&args).status, 0);
    let check = ["check", "level-1-solvable.cert.gz", "level.txt"];
    assert_eq!(sandbox.run(&check).status, 0);
    // The same bytes again, in the place of the same certificate.
    let before = sandbox.read("level-1-solvable.cert.gz");
    assert_eq!(sandbox.run(&args).status, 0);
    assert_eq!(sandbox.read("level-1-solvable.cert.gz"), before);
}

#[test]
fn a_statement_has_the_hash_of_its_certificates() {
    let sandbox = Sandbox::new(&[("level.txt", OPEN)]);
    let said = sandbox.run(&["statement", "level.txt"]);
    assert_eq!(said.status, 0);
    let mut hash = playproof_kernel::Sha256::new();
    hash.update(said.stdout.as_bytes());
    let rules = format!("rules: {}\n", playproof_kernel::hex(&hash.finish()));
    let certificate = certificate_of(OPEN);
    let text = String::from_utf8_lossy(&certificate);
    assert!(text.contains(&rules) && text.contains(&said.stdout));
    assert_snapshot!(said.stdout);
    let wrong = [
        sandbox
            .run(&["statement", "level.txt", "-p", "solvabel"])
            .whole(),
        sandbox.run(&["statement", "none.txt"]).whole(),
        sandbox
            .run(&["statement", "level.txt", "-p", "complete-safe"])
            .whole(),
    ];
    assert_snapshot!(wrong.join("\n"));
}
