//! Nothing shows the opposite of what was proved. The first two bytes choose one
//! of the certificates in the kernel's tests, the third a kind of evidence; the
//! rest is offered as evidence for the opposite verdict.
#![no_main]

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use playproof_kernel::{Answer, Budget, Certificate, NoAxioms, Progress, Statement, Stop, check};

const MEMORY: u64 = 64 << 20;

const KINDS: [&str; 14] = [
    "trace", "closed-set", "trap", "invariant", "induction", "lasso", "ranking", "claims", "ways",
    "runs", "all-runs", "cut", "pieces", "argument",
];

/// A statement, its true answer, and the kind of evidence that showed it.
type Proved = (Statement, Answer, String);

static PROVED: LazyLock<Vec<Proved>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/kernel/tests/corpus");
    let files = fs::read_dir(folder).expect("certificates");
    let mut paths: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "cert"));
    paths.sort();
    let read = |path| {
        let bytes = fs::read(path).expect("a certificate");
        let file = Certificate::parse(&bytes).expect("a certificate");
        let text = file.statement.expect("a certificate with its statement");
        let statement = Statement::parse(text, MEMORY, &|_, _, _| None).expect("a statement");
        (statement, file.answer, file.kind.to_owned())
    };
    paths.iter().map(read).collect()
});

/// Enough for anything that a few hundred bytes can honestly show.
struct Limited(u32);

impl Budget for Limited {
    fn spend(&mut self, progress: &Progress) -> ControlFlow<Stop> {
        self.0 += 1;
        match self.0 > 2_000 || progress.bytes > MEMORY {
            true => ControlFlow::Break(Stop::Memory),
            false => ControlFlow::Continue(()),
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let [a, b, kind, payload @ ..] = bytes else { return };
    let (statement, answer, shown_by) = &PROVED[usize::from(*a) % PROVED.len()];
    let opposite = match answer {
        Answer::Holds => Answer::Violated,
        Answer::Violated => Answer::Holds,
    };
    // Often the kind that suits this statement.
    let kind = if *b < 128 { shown_by } else { KINDS[usize::from(*kind) % KINDS.len()] };
    let file = format!(
        "playproof certificate 3\ngame: g\nproperty: p\ncore: p\nverdict: {opposite}\nevidence: {kind}\n\
         rules: {}\nlevel: 0\nstatement: 0\npayload: {}\n\n",
        statement.fingerprint(),
        payload.len(),
    );
    let file = [file.as_bytes(), payload].concat();
    let Ok(certificate) = Certificate::parse(&file) else { return };
    let Ok(evidence) = certificate.evidence(MEMORY) else { return };
    let found = check(statement, opposite, &evidence, &NoAxioms, &mut Limited(0));
    assert!(found.is_err(), "{kind} shows that {answer} is wrong");
});
