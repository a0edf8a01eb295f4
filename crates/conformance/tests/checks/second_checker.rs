//! `tools/check.py`, which was written from `docs/certificates.md` alone,
//! against the kernel. It must accept what the kernel accepts, and reject
//! what claims the opposite of a thing that was proved. Of evidence with
//! a bit changed, both must think the same. `scripts/second-checker` does this
//! with thousands of certificates of all engines and games.

use playproof::{Answer, Certificate, Playproof, Unlimited, check, read};
use playproof_certify::Engine;
use playproof_conformance::second_checker::opinions;
use playproof_conformance::suite::random;
use playproof_conformance::unlimited::verify;
use playproof_maze::Maze;
use playproof_sat::{Ic3Engine, KInductionEngine};

#[rustfmt::skip] // The kernel has its own width of lines.
                 // A pattern of 65,536 parts is only for the kernel's own tests: the second checker is slow.
#[allow(dead_code)]
#[path = "../../../kernel/tests/all/written.rs"]
mod written;

const OPEN: &str = "#######\n#A-#--#\n#-v-#-#\n#---G-#\n#######\n";
const WALLED_IN: &str = "111111\n1A01G1\n111111\n";
const ONE_WAY: &str = "#####\n#A G#\n#v###\n#   #\n#####\n";
const BOX: &str = "######\n#@$-.#\n#----#\n######\n";

/// Whoever walks up to the exit, at every speed, can go on or come back.
const FLAT: &str = "platform: flat\nlegend: mario\nprofile: quarter\nmap:\n----\nM--F\nXXXX\n";
/// Through the mill one comes to where the key is out of reach.
const MILL: &str = include_str!("../../../../levels/dungeon/mill.dungeon");

/// Level, property, and the kind of evidence that it brings up.
const ASKED: [(&str, &str, &str); 14] = [
    (OPEN, "solvable", "trace"),
    (OPEN, "shortest >= 4", "closed-set"),
    (BOX, "shortest >= 2", "closed-set"),
    (OPEN, "F win", "lasso"),
    (OPEN, "G (win -> X win)", "ranking"),
    (ONE_WAY, "AG EF win", "trap"),
    (OPEN, "EF win && AG (win -> AX win)", "claims"),
    (WALLED_IN, "alternatives >= 1", "closed-set"),
    (OPEN, "alternatives >= 2", "runs"),
    (ONE_WAY, "unique", "all-runs"),
    (ONE_WAY, "routes >= 2", "cut"),
    (OPEN, "E (X win)", "ranking"),
    (FLAT, "unlosable", "ways"),
    (MILL, "complete-safe", "pieces"),
];

/// Of a game with an interpreter of its own, said as Rules.
const AS_RULES: [(&str, &str); 3] = [
    ("solvable", "trace"),
    ("never lose", "closed-set"),
    ("AG EF win", "claims"),
];

/// What one engine proves of a maze.
fn proved_by(engine: Box<dyn Engine>, level: &str, property: &str) -> Certificate {
    let playproof = Playproof::new(vec![Box::new(Maze)], vec![engine]);
    let file = read("level", level.as_bytes()).expect("a level");
    let prepared = playproof.prepare(&file.levels[0], None).expect("a maze");
    let property = Playproof::property(property).expect("a property");
    let proof = prepared
        .verify_by_portfolio(&property, &mut Unlimited)
        .expect("a task for the engine");
    proof.certificate.expect("a proof")
}

/// One of every kind of evidence about statements.
fn certificates() -> Vec<Certificate> {
    let mut made = Vec::new();
    let vgdl = include_str!("../../../../levels/vgdl/sokoban.vgdl");
    let vgdl = vgdl.replace("LevelSet", "LevelSet as=rules");
    let as_rules = AS_RULES.map(|(property, kind)| (&vgdl[..], property, kind));
    for (level, property, kind) in ASKED.into_iter().chain(as_rules) {
        let certificate = verify(level, property).unwrap().certificate.unwrap();
        assert_eq!(certificate.evidence.kind(), kind, "{property}");
        made.push(certificate);
    }
    for property in ["never at(5, 2)", "shortest >= 2"] {
        for (engine, kind) in [
            (Box::new(Ic3Engine) as Box<dyn Engine>, "invariant"),
            (Box::new(KInductionEngine { bound: 12 }), "induction"),
        ] {
            let certificate = proved_by(engine, ONE_WAY, property);
            assert_eq!(certificate.evidence.kind(), kind, "{property}");
            made.push(certificate);
        }
    }
    made
}

/// Whether the second checker accepts each file.
fn second_opinion(files: &[Vec<u8>]) -> Vec<bool> {
    let said = opinions(files);
    said.iter()
        .map(|said| said.starts_with("accepted: "))
        .collect()
}

/// Where the evidence begins in a file.
fn evidence_at(bytes: &[u8]) -> usize {
    let end = bytes.windows(2).position(|w| w == b"\n\n").expect("a head");
    let head = String::from_utf8_lossy(&bytes[..end]);
    let payload = head.rsplit(' ').next().expect("a size");
    bytes.len() - payload.parse::<usize>().expect("a number")
}

#[test]
fn both_checkers_think_the_same() {
    let certificates = certificates();
    let mut files: Vec<Vec<u8>> = Vec::new();
    let mut wrong = Vec::new();
    for certificate in &certificates {
        files.push(certificate.to_bytes(true));
        let answer = match certificate.answer {
            Answer::Holds => Answer::Violated,
            Answer::Violated => Answer::Holds,
        };
        let opposite = Certificate {
            answer,
            ..certificate.clone()
        };
        wrong.push(opposite.to_bytes(true));
    }
    let accepted = second_opinion(&files);
    for (certificate, accepted) in certificates.iter().zip(accepted) {
        let kind = certificate.evidence.kind();
        assert!(accepted, "{kind}: {}", certificate.property);
    }

    let rng = &mut random(24);
    let mut changed = Vec::new();
    for bytes in &files {
        let begin = evidence_at(bytes);
        for _ in 0..30 {
            let mut mutant = bytes.clone();
            mutant[rng.usize(begin..bytes.len())] ^= 1 << rng.u32(0..8);
            changed.push(mutant);
        }
    }
    for (bytes, accepted) in wrong.iter().zip(second_opinion(&wrong)) {
        assert!(!accepted, "{}", String::from_utf8_lossy(bytes));
        assert!(check(bytes).is_err());
    }
    let mut rejected = 0;
    for (bytes, accepted) in changed.iter().zip(second_opinion(&changed)) {
        let kernel = check(bytes).is_ok();
        assert_eq!(accepted, kernel, "{}", String::from_utf8_lossy(bytes));
        rejected += usize::from(!accepted);
    }
    assert!(
        rejected > changed.len() / 2,
        "{rejected} of {}",
        changed.len()
    );
}

/// The kernel judges the same files in a test of its own.
#[test]
fn what_is_written_by_hand_is_judged_by_the_rules() {
    let cases = written::cases();
    let files: Vec<Vec<u8>> = cases.iter().map(|case| case.bytes.clone()).collect();
    for (case, opinion) in cases.iter().zip(opinions(&files)) {
        let expected = match case.is_right {
            true => "accepted: ",
            false => "rejected: ",
        };
        assert!(opinion.starts_with(expected), "{}: {opinion}", case.name);
    }
}
