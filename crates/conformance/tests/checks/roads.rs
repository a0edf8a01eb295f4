//! The whole road through the facade: random mazes against a textbook search,
//! certificates, and what must not pass for one.

use playproof::{Answer, Certificate, CertificateRejected, Evidence, Playproof, check};
use playproof_conformance::games::random_maze;
use playproof_conformance::mutants::file_mutants;
use playproof_conformance::suite::n_cases;
use playproof_conformance::unlimited::verify;

const OPEN: &str = "11111\n1A0G1\n11111\n";
const WALLED_IN: &str = "111111\n1A01G1\n111111\n";

#[test]
fn shortest_lengths_are_those_of_a_textbook() {
    let (mut solved, mut unsolvable) = (0, 0);
    for seed in 0..n_cases() {
        let text = random_maze::text(&mut playproof_conformance::suite::random(seed));
        let proof = verify(&text, "solvable").unwrap();
        match random_maze::shortest(&text) {
            Some(length) => {
                assert!(proof.holds(), "seed {seed}");
                assert_eq!(proof.length, Some(u64::from(length)), "seed {seed}");
                solved += 1;
            }
            None => {
                assert!(proof.violated(), "seed {seed}");
                unsolvable += 1;
            }
        }
        let certificate = proof.certificate.unwrap().to_bytes(false);
        check(&certificate).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
    }
    assert!(solved > 10 && unsolvable > 10, "{solved} and {unsolvable}");
}

#[test]
fn the_same_task_gives_the_same_bytes() {
    for level in [OPEN, WALLED_IN] {
        for property in ["solvable", "shortest >= 2", "shortest <= 1"] {
            let bytes = || {
                verify(level, property)
                    .unwrap()
                    .certificate
                    .unwrap()
                    .to_bytes(false)
            };
            assert_eq!(bytes(), bytes());
        }
    }
}

/// Certificates of yesterday are read tomorrow: these bytes are fixed. If
/// this fails, the format or the rules changed and the version must too.
#[test]
fn the_format_is_pinned() {
    let certificate = verify(OPEN, "solvable").unwrap().certificate.unwrap();
    let bytes = certificate.to_bytes(false);
    let end = bytes.windows(2).position(|w| w == b"\n\n").unwrap();
    let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
    assert_eq!(
        head,
        "playproof certificate 3\ngame: maze\nproperty: solvable\ncore: EF win\nverdict: holds\n\
         evidence: trace\nrules: 8dda0b49d069a22540e928a84695e74553f71f9ddcbf440fed7b663c3ac03aa2\n\
         level: 18\nstatement: 703\npayload: 6"
    );
    let rest = bytes[end + 2..]
        .strip_prefix(b"11111\n1A0G1\n11111\n")
        .unwrap();
    assert_eq!(&rest[703..], b"\x00\x02\x02\x00\x02\x00");
    // The statement's text, which anybody can hash.
    let mut hash = playproof_kernel::Sha256::new();
    hash.update(&rest[..703]);
    assert_eq!(
        playproof_kernel::hex(&hash.finish()),
        certificate.rules().to_string()
    );
}

fn is_wrong(certificate: &Certificate) -> bool {
    matches!(
        check(&certificate.to_bytes(false)),
        Err(CertificateRejected::Wrong(_))
    )
}

#[test]
fn certificates_of_something_else_are_rejected() {
    let proof = |level, property| verify(level, property).unwrap().certificate.unwrap();
    let open = proof(OPEN, "solvable");
    let walled_in = proof(WALLED_IN, "solvable");
    // Evidence of another level.
    let other_level = Certificate {
        level: walled_in.level.clone(),
        ..open.clone()
    };
    assert!(is_wrong(&other_level));
    // The same with the other level's hash, so that only the evidence is off.
    let other_evidence = Certificate {
        evidence: open.evidence.clone(),
        ..walled_in.clone()
    };
    assert!(is_wrong(&other_evidence));
    // Another hash, with and without the statement it is that of.
    let bytes = open.to_bytes(true);
    let hash = open.rules().to_string();
    let at = bytes
        .windows(64)
        .position(|w| w == hash.as_bytes())
        .unwrap();
    let mut other_hash = bytes.clone();
    other_hash[at + 7] = if bytes[at + 7] == b'0' { b'1' } else { b'0' };
    assert!(matches!(
        check(&other_hash),
        Err(CertificateRejected::Wrong(_))
    ));
    // Another level's statement, and its hash with it.
    let other_statement = Certificate {
        statement: walled_in.statement.clone(),
        ..open.clone()
    };
    assert!(is_wrong(&other_statement));
    let other_core = Certificate {
        core: walled_in.core.replace("EF", "AF"),
        ..open.clone()
    };
    assert_ne!(other_core.core, open.core);
    assert!(is_wrong(&other_core));
    let other_answer = Certificate {
        answer: Answer::Violated,
        ..open.clone()
    };
    assert!(is_wrong(&other_answer));
    let other_property = Certificate {
        property: "unsolvable".into(),
        ..open.clone()
    };
    assert!(is_wrong(&other_property));
    let no_property = Certificate {
        property: "solvible".into(),
        ..open.clone()
    };
    assert!(is_wrong(&no_property));
    let no_game = Certificate {
        game: "chess".into(),
        ..open.clone()
    };
    assert!(is_wrong(&no_game));
    let no_level = Certificate {
        level: String::new(),
        ..open.clone()
    };
    assert!(is_wrong(&no_level));
    let two_levels = Certificate {
        level: format!("{OPEN}\n{OPEN}"),
        ..open
    };
    assert!(is_wrong(&two_levels));
}

#[test]
fn a_title_is_not_part_of_what_is_proved() {
    let titled = verify(&format!("; my first\n{OPEN}"), "solvable").unwrap();
    let certificate = titled.certificate.unwrap();
    assert!(certificate.level.starts_with("; my first\n"));
    assert!(check(&certificate.to_bytes(false)).is_ok());
}

#[test]
fn re_encoded_mutants_are_rejected() {
    let mut n_mutants = 0;
    for seed in 0..n_cases().min(200) {
        let rng = &mut playproof_conformance::suite::random(seed);
        let text = random_maze::text(rng);
        for property in ["solvable", "shortest >= 3"] {
            let certificate = verify(&text, property).unwrap().certificate.unwrap();
            let prepared = Playproof::property(property).unwrap();
            for (name, mutant) in file_mutants(&certificate, &prepared, rng) {
                n_mutants += 1;
                assert!(is_wrong(&mutant), "seed {seed}: {name}");
            }
        }
    }
    assert!(n_mutants > 100, "only {n_mutants} mutants");
}

#[test]
fn damaged_files_are_refused_without_a_panic() {
    let bytes = verify(WALLED_IN, "solvable")
        .unwrap()
        .certificate
        .unwrap()
        .to_bytes(false);
    for length in 0..bytes.len() {
        assert!(check(&bytes[..length]).is_err(), "cut to {length} bytes");
    }
    let rng = &mut playproof_conformance::suite::random(9);
    for _ in 0..n_cases() * 20 {
        let mut damaged = bytes.clone();
        for _ in 0..rng.usize(1..4) {
            let at = rng.usize(0..damaged.len());
            damaged[at] = rng.u8(..);
        }
        // Some changes do no harm, such as another floor letter.
        let _ = check(&damaged);
    }
    let longer = [&bytes[..], b"\n"].concat();
    assert!(matches!(check(&longer), Err(CertificateRejected::Wrong(_))));
}

#[test]
fn large_evidence_can_be_packed() {
    let row = format!("1{}1\n", "0".repeat(100));
    let wall = format!("{}\n", "1".repeat(102));
    let level = format!(
        "{wall}1A{}1\n{}{wall}1{}G1\n{wall}",
        "0".repeat(99),
        row.repeat(40),
        "0".repeat(99)
    );
    let certificate = verify(&level, "solvable").unwrap().certificate.unwrap();
    let Evidence::ClosedSet(set) = &certificate.evidence else {
        panic!("the goal is walled in");
    };
    let plain = certificate.to_bytes(false);
    assert!(check(&plain).is_ok());
    let bytes = playproof::packed(&plain);
    assert!(bytes.len() < set.points.len() * 4, "{} bytes", bytes.len());
    assert!(check(&bytes).is_ok());
    // Less memory than it needs leaves the question open, and is no attempt.
    let small = Playproof::default().check(&bytes, 1000, &mut playproof::Unlimited);
    let memory = playproof::Stop::Memory;
    assert!(matches!(small, Err(CertificateRejected::Stopped(stop)) if stop == memory));
}

/// The box can be pushed along its wall only, and the hole is not there.
#[test]
fn a_box_that_no_hole_takes_is_proved_to_be_lost() {
    let level = "#######\n#@ B  #\n#     #\n#   H #\n#######\n";
    let proof = verify(level, "solvable").unwrap();
    assert!(proof.violated(), "{:?}", proof.verdict);
    assert_eq!(proof.engine, "native");
}
