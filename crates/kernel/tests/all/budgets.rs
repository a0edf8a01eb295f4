//! What the budget is told while certificates are checked: how often it is asked, and of how
//! much memory. Whoever changes that on purpose changes the table.

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use playproof_kernel::{Budget, Certificate, NoAxioms, Progress, Statement, Stop, check};

/// How often it was asked, and the sums of what it was told.
#[derive(Default, PartialEq, Eq, Debug, Clone, Copy)]
struct Told(u64, u64, u64);

impl Budget for Told {
    fn spend(&mut self, progress: &Progress) -> ControlFlow<Stop> {
        self.0 += 1;
        self.1 += progress.states;
        self.2 = self.2.wrapping_add(progress.bytes);
        if self.0 > 1_000_000 { ControlFlow::Break(Stop::Time) } else { ControlFlow::Continue(()) }
    }
}

/// By kind of evidence, over the corpus: asked, states, bytes.
const TOLD: &[(&str, Told)] = &[
    ("all-runs", Told(43, 0, 0)),
    ("claims", Told(77, 384, 21784)),
    ("closed-set", Told(433, 5166, 8824)),
    ("cut", Told(51, 0, 888)),
    ("induction", Told(66, 0, 52560356)),
    ("invariant", Told(22, 0, 758936)),
    ("lasso", Told(52, 0, 2146)),
    ("pieces", Told(24, 0, 248)),
    ("ranking", Told(85, 64, 8768)),
    ("runs", Told(82, 0, 78032)),
    ("trace", Told(47, 0, 202)),
    ("trap", Told(75, 0, 2728)),
    ("ways", Told(87482, 0, 0)),
];

#[test]
fn the_budget_is_told_what_is_done() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let mut told: BTreeMap<&str, Told> = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("the corpus") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|extension| extension != "cert") {
            continue;
        }
        let bytes = fs::read(&path).expect("a certificate");
        let certificate = Certificate::parse(&bytes).expect("a certificate");
        let text = certificate.statement.expect("it is carried");
        let statement = Statement::parse(text, 1 << 30, &|_, _, _| None).expect("a statement");
        let evidence = certificate.evidence(1 << 30).expect("evidence");
        let mut own = Told::default();
        let accepted = check(&statement, certificate.answer, &evidence, &NoAxioms, &mut own);
        assert!(accepted.is_ok(), "{}", path.display());
        if evidence.kind() == "all-runs" {
            // It goes through the states in the order of a hash table.
            own.2 = 0;
        }
        let sum = told.entry(evidence.kind()).or_default();
        *sum = Told(sum.0 + own.0, sum.1 + own.1, sum.2.wrapping_add(own.2));
    }
    assert_eq!(told.into_iter().collect::<Vec<_>>(), TOLD);
}
