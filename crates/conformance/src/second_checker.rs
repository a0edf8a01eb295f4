//! `tools/check.py`, which was written from `docs/certificates.md` alone and shares no
//! line with the kernel: what it says of files.

use std::cell::RefCell;
use std::fs;
use std::path::Path;
use std::process::Command;

use playproof_certify::{Certificate, Evidence};
use playproof_model::{Answer, Subject};

/// Of so many forgeries one is shown to the second checker, which is slow.
const ONE_IN: usize = 25;

/// So many wait for one run of it.
const LOT: usize = 40;

/// What the second checker says of each file, such as `accepted: holds (trace)`.
///
/// # Panics
/// If it does not say something of each.
pub fn opinions(files: &[Vec<u8>]) -> Vec<String> {
    let folder = tempfile::TempDir::new().expect("a folder");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/check.py");
    let mut command = Command::new("python3");
    command.arg(script);
    for (n, bytes) in files.iter().enumerate() {
        let path = folder.path().join(format!("{n}.cert"));
        fs::write(&path, bytes).expect("a file");
        command.arg(path);
    }
    let output = command.output().expect("python3 runs");
    let (said, errors) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert_eq!(said.lines().count(), files.len(), "{said}{errors}");
    let after_name = |line: &str| line.split_once(".cert: ").expect("a name").1.to_owned();
    said.lines().map(after_name).collect()
}

/// The file for evidence about a subject.
pub fn file(subject: &Subject, answer: Answer, evidence: &Evidence) -> Vec<u8> {
    let certificate = Certificate {
        game: "a game".into(),
        property: "p".into(),
        core: "p".into(),
        answer,
        statement: subject.statement().clone(),
        level: String::new(),
        evidence: evidence.clone(),
    };
    certificate.to_bytes(true)
}

#[derive(Default)]
struct Waiting {
    seen: usize,
    files: Vec<Vec<u8>>,
}

thread_local! {
    static WAITING: RefCell<Waiting> = RefCell::default();
}

/// Shows the second checker some of the evidence that is known to be wrong, many at a
/// time. What still waits when a test ends is not shown.
///
/// # Panics
/// If it accepts any.
pub fn must_reject(subject: &Subject, answer: Answer, evidence: &Evidence) {
    // Of games with an interpreter of their own it knows nothing.
    if subject.is_foreign() {
        return;
    }
    let lot = WAITING.with_borrow_mut(|waiting| {
        waiting.seen += 1;
        if waiting.seen % ONE_IN == 1 {
            waiting.files.push(file(subject, answer, evidence));
        }
        let is_lot = waiting.files.len() >= LOT;
        is_lot.then(|| std::mem::take(&mut waiting.files))
    });
    let Some(lot) = lot else { return };
    for (bytes, opinion) in lot.iter().zip(opinions(&lot)) {
        assert!(
            opinion.starts_with("rejected: "),
            "the second checker says of a forgery: {opinion}\n{}",
            String::from_utf8_lossy(bytes)
        );
    }
}
