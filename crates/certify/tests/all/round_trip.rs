//! What is written is read back, and what is cut off or changed is refused or
//! means something else: nothing panics, and no evidence has two forms.

use playproof_certify::writer::{CertificateParts, write_evidence};
use playproof_kernel::{
    ActionId, Answer, Argument, Certificate, CertificateError, Circuit, Claims, ClosedSet, Column,
    Count, Cut, Dom, Evidence, Gate, Induction, Invariant, Lasso, LratProof, Piece, Potential,
    Ranking, StateSet, Step, Trace, Trap, Way, Ways, read_evidence,
};

const MEMORY: u64 = 1 << 20;

fn act(action: u32, choice: u32) -> Step {
    let action = ActionId(action);
    Step::Act { action, choice }
}

fn trace() -> Trace {
    Trace {
        initial: 3,
        steps: vec![act(0, 0), act(300, 7), Step::Stutter],
    }
}

fn closed_set() -> ClosedSet {
    ClosedSet {
        free: vec![2, 200],
        points: vec![1, u64::MAX],
        columns: vec![
            Column::Ranges(vec![(i32::MIN, i32::MAX), (-1, 0)]),
            Column::Sets {
                words: 1,
                bits: vec![5, 6],
            },
        ],
        patterns: vec![
            vec![],
            vec![(0, Dom::Range(-3, 4)), (9, Dom::Set(vec![1 << 63]))],
        ],
        potentials: vec![
            Potential {
                count: None,
                constant: -5,
                weights: vec![],
            },
            Potential {
                count: Some(Count {
                    counter: 1,
                    limit: 130,
                }),
                constant: 2,
                weights: vec![(0, vec![1, -1, 0]), (3, vec![])],
            },
        ],
        cuts: vec![(2, vec![-7, 0, 256])],
    }
}

fn proof() -> LratProof {
    let mut proof = LratProof::default();
    proof.push(&[1, -2], &[1, 3]);
    proof.push(&[], &[]);
    proof.push(&[i32::MIN, 0, i32::MAX], &[0, u64::MAX, 10]);
    proof
}

/// One or more of each kind; pieces of each of these.
fn every_kind() -> Vec<Evidence> {
    let clauses = StateSet::Clauses(vec![vec![1, -70], vec![]]);
    let circuit = StateSet::Circuit(Circuit {
        gates: vec![Gate {
            bit: 4,
            then: 1,
            other: -1,
        }],
        output: -2,
    });
    let invariant = |set| {
        Evidence::Invariant(Invariant {
            set,
            step: proof(),
            safe: LratProof::default(),
        })
    };
    let argument = |run| {
        Evidence::Argument(Argument {
            axiom: "every door is paid for: é".to_owned(),
            numbers: vec![0, 127, 128, u32::MAX],
            run,
        })
    };
    let mut all = vec![
        Evidence::Trace(trace()),
        Evidence::ClosedSet(closed_set()),
        Evidence::ClosedSet(ClosedSet::default()),
        Evidence::Lasso(Lasso {
            initial: 0,
            stem: vec![act(1, 0)],
            cycle: vec![Step::Stutter],
        }),
        Evidence::Ranking(Ranking {
            rows: vec![1, 2, 3, 4],
            ranks: vec![0, 400],
            postponed: vec![None, Some(0), Some(63)],
        }),
        Evidence::Claims(Claims {
            points: vec![7, 8],
            claims: vec![1, 3],
            ranks: vec![5],
        }),
        Evidence::Trap(Trap {
            run: trace(),
            set: closed_set(),
        }),
        Evidence::Ways(Ways {
            boxes: vec![Way {
                ranges: vec![(-3, 400), (7, 7)],
                command: 2,
                rank: 300,
            }],
            cuts: vec![(0, vec![-1, 200])],
        }),
        Evidence::Ways(Ways::default()),
        Evidence::Runs(vec![trace(), trace()]),
        Evidence::AllRuns(vec![]),
        Evidence::Cut(Cut {
            cut: vec![1],
            inside: vec![2, 3],
        }),
        invariant(clauses),
        invariant(circuit),
        Evidence::Induction(Induction {
            length: 12,
            distinct: true,
            base: LratProof::default(),
            step: proof(),
        }),
        argument(None),
        argument(Some(trace())),
    ];
    let pieces = all.iter().zip(0..).map(|(evidence, i)| Piece {
        group: i,
        question: i % 2,
        evidence: evidence.clone(),
    });
    let pieces = pieces.collect();
    all.push(Evidence::Pieces(pieces));
    all
}

fn parts(evidence: &Evidence) -> CertificateParts<'_> {
    CertificateParts {
        game: "maze",
        property: "shortest <= 5",
        core: "E F (win && moves <= 5)",
        answer: Answer::Holds,
        rules: std::array::from_fn(|i| 7 * i as u8),
        level: "#####\n#@ .#\n#####\n; é",
        statement: Some("statement 1\n"),
        evidence,
    }
}

/// The error of a certificate in which one text was replaced.
fn replaced(from: &str, to: &str) -> CertificateError {
    let evidence = Evidence::Trace(trace());
    let file = parts(&evidence).to_bytes();
    let at = file.windows(from.len()).position(|w| w == from.as_bytes());
    let at = at.expect("the text is in the file");
    let changed = [&file[..at], to.as_bytes(), &file[at + from.len()..]].concat();
    Certificate::parse(&changed).expect_err(to)
}

#[test]
fn evidence_of_every_kind_is_read_back() {
    for evidence in every_kind() {
        let bytes = write_evidence(&evidence);
        assert_eq!(
            read_evidence(evidence.kind(), &bytes, MEMORY),
            Ok(evidence.clone())
        );
        let file = parts(&evidence).to_bytes();
        let certificate = Certificate::parse(&file).unwrap();
        assert_eq!(certificate.evidence(MEMORY), Ok(evidence));
    }
}

#[test]
fn evidence_that_is_cut_off_or_too_long_is_refused() {
    for evidence in every_kind() {
        let (kind, mut bytes) = (evidence.kind(), write_evidence(&evidence));
        for n in 0..bytes.len() {
            let why = read_evidence(kind, &bytes[..n], MEMORY).unwrap_err();
            assert!(why.starts_with("byte "), "{kind}, {n} bytes: {why}");
        }
        bytes.push(0);
        let n = bytes.len() - 1;
        let too_long = format!("byte {n}: it should end here");
        assert_eq!(read_evidence(kind, &bytes, MEMORY), Err(too_long));
    }
}

#[test]
fn changed_evidence_is_refused_or_has_one_form() {
    for evidence in every_kind() {
        let (kind, bytes) = (evidence.kind(), write_evidence(&evidence));
        for at in 0..bytes.len() {
            for byte in [0, 1, 2, 0x7F, 0x80, 0xFF, bytes[at] ^ 1, bytes[at] ^ 0x80] {
                let mut changed = bytes.clone();
                changed[at] = byte;
                if let Ok(read) = read_evidence(kind, &changed, MEMORY) {
                    assert_eq!(write_evidence(&read), changed, "{kind}, byte {at}");
                }
            }
        }
    }
}

#[test]
fn evidence_takes_no_more_memory_than_it_may() {
    // 10^9 states, in nine bytes.
    let billion = [0x80, 0x94, 0xEB, 0xDC, 0x03, 0, 0, 0, 0];
    for kind in ["cut", "claims", "ranking", "runs", "closed-set", "pieces"] {
        let why = read_evidence(kind, &billion, u64::MAX);
        assert_eq!(why, Err("byte 0: a list is longer than the file".into()));
    }
    let stuttering = Evidence::Trace(Trace {
        initial: 0,
        steps: vec![Step::Stutter; 1000],
    });
    let bytes = write_evidence(&stuttering);
    let needed = 1000 * size_of::<Step>() as u64;
    assert!(read_evidence("trace", &bytes, needed).is_ok());
    let why = read_evidence("trace", &bytes, needed - 1);
    assert_eq!(why, Err("byte 1: it needs more memory than it may".into()));
    for evidence in every_kind() {
        let bytes = write_evidence(&evidence);
        for memory in 0..2000 {
            let read = read_evidence(evidence.kind(), &bytes, memory);
            assert!(read.is_err() || read == Ok(evidence.clone()));
        }
    }
}

#[test]
fn kinds_that_do_not_exist_are_refused() {
    let why = read_evidence("belief\n", &[], MEMORY);
    let unknown = "byte 0: there is no evidence of the kind `belief\\n`";
    assert_eq!(why, Err(unknown.into()));
    let nested = Evidence::Pieces(vec![Piece {
        group: 0,
        question: 0,
        evidence: Evidence::Pieces(vec![]),
    }]);
    let why = read_evidence("pieces", &write_evidence(&nested), MEMORY);
    assert_eq!(why, Err("byte 3: a piece is made of pieces".into()));
}

#[test]
fn a_broken_proof_says_where() {
    let induction = Evidence::Induction(Induction {
        length: 1,
        distinct: false,
        base: proof(),
        step: LratProof::default(),
    });
    let mut bytes = write_evidence(&induction);
    // The proof is a string after three numbers; its first one counts steps.
    bytes[3] = 0x7F;
    let why = read_evidence("induction", &bytes, MEMORY).unwrap_err();
    assert!(why.starts_with("byte 2: the proof is broken: "), "{why}");
}

#[test]
fn a_certificate_is_read_back() {
    let evidence = Evidence::Trace(trace());
    let mut parts = parts(&evidence);
    for statement in [Some("statement 1\n"), None] {
        parts.statement = statement;
        let file = parts.to_bytes();
        let read = Certificate::parse(&file).unwrap();
        assert_eq!(read.game, parts.game);
        assert_eq!(read.property, parts.property);
        assert_eq!(read.core, parts.core);
        assert_eq!(read.answer, parts.answer);
        assert_eq!(read.kind, "trace");
        assert_eq!(read.rules, parts.rules);
        assert_eq!(read.level, parts.level);
        assert_eq!(read.statement, statement);
        assert_eq!(read.payload, write_evidence(&evidence));
    }
    parts.property = "shortest\n<= 5";
    let file = parts.to_bytes();
    let read = Certificate::parse(&file).unwrap();
    assert_eq!(read.property, "shortest <= 5");
}

#[test]
fn a_certificate_that_is_cut_off_or_too_long_is_refused() {
    let evidence = Evidence::Trace(trace());
    let mut file = parts(&evidence).to_bytes();
    for n in 0..file.len() {
        assert!(Certificate::parse(&file[..n]).is_err(), "{n} bytes");
    }
    for at in 0..file.len() {
        for byte in [0, b'\n', b' ', 0xFF, file[at] ^ 1] {
            let mut changed = file.clone();
            changed[at] = byte;
            let _ = Certificate::parse(&changed).and_then(|c| c.evidence(MEMORY));
        }
    }
    file.push(b'\n');
    let why = Certificate::parse(&file).unwrap_err();
    let why = why.to_string();
    assert!(why.contains("bytes follow its head, not"), "{why}");
}

#[test]
fn what_is_no_certificate_is_named() {
    let error = |file: &[u8]| Certificate::parse(file).unwrap_err().to_string();
    assert_eq!(error(b""), "this is not a playproof certificate");
    assert_eq!(error(b"#####\n"), "this is not a playproof certificate");
    assert_eq!(
        error(&[0x1F, 0x8B, 8]),
        "this certificate is compressed: gunzip it first, or use `playproof check`"
    );
    assert_eq!(
        error(b"playproof certificate 2\ngame: maze\n"),
        "this certificate has version `2`; this program reads version 3"
    );
    let crlf = error(b"playproof certificate 3\r\ngame: maze\r\n");
    assert!(crlf.contains("CRLF"), "{crlf}");
    let mut endless = b"playproof certificate 3\ngame: ".to_vec();
    endless.resize(2 << 20, b'a');
    assert!(error(&endless).contains("line 2: "));
}

#[test]
fn a_broken_head_says_which_line() {
    for (from, to, line) in [
        ("game: maze", "game:maze", "line 2: "),
        ("game: maze", "property: maze", "line 2: "),
        ("game: maze", "game: ma\u{1b}[2Jze", "line 2: "),
        ("game: maze", "game: maze\ngame: maze", "line 3: "),
        ("verdict: holds", "verdict: Holds", "line 5: "),
        ("rules: 00", "rules: ", "line 7: "),
        ("rules: 00", "rules: 0A", "line 7: "),
        ("rules: 00", "rules: 0000", "line 7: "),
        ("level: 2", "level: 02", "line 8: "),
        ("level: 2", "level: +2", "line 8: "),
        ("statement: 1", "statement: 1_", "line 9: "),
        ("payload: ", "payload: -", "line 10: "),
        ("payload: ", "payload: 99999999999999999999999", "line 10: "),
        ("\n\n", "\nmore: 1\n\n", "line 11: "),
    ] {
        let why = replaced(from, to).to_string();
        let expected = format!("the certificate is broken: {line}");
        assert!(why.starts_with(&expected), "{to}: {why}");
    }
    // Sizes whose sum overflows.
    let most = format!("level: {}", usize::MAX / 10);
    let why = replaced("level: 2", &most).to_string();
    assert!(why.contains("bytes follow its head"), "{why}");
}
