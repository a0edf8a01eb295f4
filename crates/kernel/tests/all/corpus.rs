//! Certificates of every kind of evidence, and mutants of them, judged as
//! `tools/check.py` judged them, which shares no line with the kernel.
//! `scripts/kernel-corpus` made the files. A line of `NAME.mutants` is the status
//! that follows, and where `NAME.cert` is changed: place, number of bytes that
//! go, and in hexadecimal the bytes that come.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use playproof_kernel::{
    Budget, Certificate, CheckError, NoAxioms, Progress, Statement, Stop, check,
};

const MEMORY: u64 = 256 << 20;

/// A mutant of the kernel itself may loop for ever; no file here needs that much.
struct Limited(u32);

impl Budget for Limited {
    fn spend(&mut self, progress: &Progress) -> ControlFlow<Stop> {
        self.0 += 1;
        match self.0 > 1_000_000 || progress.bytes > MEMORY {
            true => ControlFlow::Break(Stop::Memory),
            false => ControlFlow::Continue(()),
        }
    }
}

/// The status of `playproof-check` for a file that carries its statement: 2 where
/// it cannot be read, 3 at a limit, 4 rejected.
pub fn status(bytes: &[u8]) -> u8 {
    let unread = if bytes.starts_with(b"playproof certificate 3\n") { 4 } else { 2 };
    let Ok(certificate) = Certificate::parse(bytes) else { return unread };
    let Some(text) = certificate.statement else { return 2 };
    let Ok(statement) = Statement::parse(text, MEMORY, &|_, _, _| None) else { return 2 };
    if statement.fingerprint().0 != certificate.rules {
        return 4;
    }
    let Ok(evidence) = certificate.evidence(MEMORY) else { return 4 };
    match check(&statement, certificate.answer, &evidence, &NoAxioms, &mut Limited(0)) {
        Ok(_) => 0,
        Err(CheckError::Rejected(_)) => 4,
        Err(CheckError::Stopped(_)) => 3,
    }
}

fn unhex(digits: &str) -> Vec<u8> {
    let byte = |n| u8::from_str_radix(&digits[n..n + 2], 16).expect("hexadecimal");
    (0..digits.len()).step_by(2).map(byte).collect()
}

/// The file with some of its bytes replaced.
fn changed(original: &[u8], changes: &str) -> Vec<u8> {
    let (mut made, mut at) = (Vec::new(), 0);
    for change in changes.split(' ') {
        let (place, rest) = change.split_once('-').expect("PLACE-GONE+HEX");
        let (gone, put) = rest.split_once('+').expect("PLACE-GONE+HEX");
        let place: usize = place.parse().expect("a place");
        made.extend(&original[at..place]);
        made.extend(unhex(put));
        at = place + gone.parse::<usize>().expect("how many bytes go");
    }
    made.extend(&original[at..]);
    made
}

#[test]
fn certificates_and_mutants_are_judged_as_by_the_other_checker() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let (mut certificates, mut mutants, mut wrong) = (0, 0, Vec::new());
    for entry in fs::read_dir(folder).expect("the corpus") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|extension| extension != "cert") {
            continue;
        }
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let original = fs::read(&path).expect("a certificate");
        certificates += 1;
        if status(&original) != 0 {
            wrong.push(name.clone());
        }
        let lines = fs::read_to_string(path.with_extension("mutants")).expect("its mutants");
        for line in lines.lines().filter(|line| !line.is_empty()) {
            let (expected, changes) = line.split_once(' ').expect("STATUS CHANGES");
            mutants += 1;
            if status(&changed(&original, changes)).to_string() != expected {
                wrong.push(format!("{name}: {line}"));
            }
        }
    }
    assert!(certificates >= 100 && mutants >= 3000, "{certificates} and {mutants}");
    assert!(wrong.is_empty(), "{} of {mutants} are judged otherwise: {wrong:#?}", wrong.len());
}
