//! What the budget is told while certificates are checked: how often it is asked, and of how
//! much memory. Whoever changes that on purpose changes the table.

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use playproof_kernel::{
    Answer, Budget, Certificate, Cnf, Evidence, LratProof, NoAxioms, Progress, Statement, Stop,
    Trace, check, check_lrat,
};

use crate::small_runs::{Graph, act};

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

/// What is read of a proof is counted, clause by clause.
#[test]
fn the_budget_is_asked_of_long_proofs() {
    let mut cnf = Cnf::new(1);
    cnf.push(&[1]);
    cnf.push(&[-1]);
    let mut proof = LratProof::default();
    // Each step costs four, and after so many of them the budget is asked.
    (0..40_000).for_each(|_| proof.push(&[1], &[1]));
    proof.push(&[], &[1, 2]);
    let mut told = Told::default();
    check_lrat(&cnf, &proof, &mut told).expect("a proof");
    assert_eq!((told.0, told.1), (3, 16_383 + 32_767));
}

/// A way to the win, and one that leads away from it, where nothing has to be put in order.
#[test]
fn the_budget_is_told_of_states_without_hope() {
    let graph = Graph {
        commands: vec![
            vec![Some(1), Some(2), None, None, None],
            vec![Some(3), None, None, Some(4), Some(3)],
        ],
        first: vec![0],
        won: vec![false, false, true, false, false],
    };
    let statement = graph.statement("ask paths p0 unique\n");
    let run = Trace { initial: 0, steps: vec![act(0), act(0)] };
    let mut told = Told::default();
    let evidence = Evidence::AllRuns(vec![run]);
    let checked = check(&statement, Answer::Holds, &evidence, &NoAxioms, &mut told);
    checked.expect("there is no other");
    assert_eq!(told, Told(6, 0, 840));
}
