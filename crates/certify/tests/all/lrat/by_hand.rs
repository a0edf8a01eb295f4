//! Small proofs, right and wrong, and what the checker says of them.

use std::ops::ControlFlow;

use playproof_certify::{Budget, Cnf, LratProof, Progress, Stop, Unlimited, check_lrat, from_text};

/// Clauses and a proof in; "accepted" or what is wrong out.
fn check(clauses: &[&[i32]], proof: &str, expected: &str) {
    let n_vars = clauses.concat().iter().map(|l| l.unsigned_abs()).max();
    let mut cnf = Cnf::new(n_vars.unwrap_or(0));
    clauses.iter().for_each(|c| cnf.push(c));
    let proof = from_text(clauses.len(), proof).unwrap();
    let found = match check_lrat(&cnf, &proof, &mut Unlimited) {
        Ok(()) => "accepted".to_owned(),
        Err(e) => e.to_string().replace("evidence rejected: ", ""),
    };
    assert_eq!(found, expected);
}

/// Two pigeons, one hole.
const PIGEONS: &[&[i32]] = &[&[1], &[2], &[-1, -2]];

/// 1, each implies the next, and not 4.
const CHAIN: &[&[i32]] = &[&[1], &[-1, 2], &[-2, 3], &[-3, 4], &[-4]];

/// All four clauses of two variables.
const SQUARE: &[&[i32]] = &[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]];

#[test]
fn right_proofs_are_accepted() {
    check(PIGEONS, "4 0 1 2 3 0", "accepted");
    check(PIGEONS, "4 -2 0 1 3 0\n5 0 2 4 0", "accepted");
    check(CHAIN, "6 0 1 2 3 4 5 0", "accepted");
    check(CHAIN, "6 0 5 4 3 2 1 0", "accepted");
    check(
        CHAIN,
        "6 -1 3 0 2 3 0\n6 d 2 3 0\n9 0 1 6 4 5 0",
        "accepted",
    );
    check(SQUARE, "5 1 0 1 2 0\n6 0 5 3 4 0", "accepted");
}

#[test]
fn the_empty_clause_may_be_an_original_one() {
    check(&[&[]], "", "accepted");
    check(&[&[1], &[]], "3 0 2 0", "accepted");
    check(&[&[1], &[]], "3 d 2 0", "accepted");
    // Even there every step is checked.
    check(
        &[&[]],
        "2 0 0",
        "step 1: the hints lead to no contradiction",
    );
}

#[test]
fn clauses_may_repeat_themselves() {
    // One literal twice is one literal.
    check(&[&[1, 1], &[-1, -1]], "3 0 1 2 0", "accepted");
    check(&[&[1], &[-1]], "3 1 1 0 1 0\n4 0 3 2 0", "accepted");
    // What is always true may be added, and helps nobody.
    check(&[&[1], &[-1]], "3 1 -1 0 0\n4 0 1 2 0", "accepted");
    check(
        &[&[1], &[-1]],
        "3 -1 1 0 1 0",
        "step 1: hint 1 comes after the contradiction",
    );
    check(
        &[&[1, -1]],
        "2 0 1 0",
        "step 1: hint 1 is neither unit nor false",
    );
}

#[test]
fn wrong_proofs_are_rejected() {
    check(PIGEONS, "", "the proof does not add the empty clause");
    check(
        PIGEONS,
        "4 -2 0 1 3 0",
        "the proof does not add the empty clause",
    );
    for (proof, why) in [
        ("4 0 1 2 0", "the hints lead to no contradiction"),
        ("4 0 0", "the hints lead to no contradiction"),
        ("4 0 3 1 2 0", "hint 3 is neither unit nor false"),
        ("4 0 1 1 2 3 0", "hint 1 is neither unit nor false"),
        ("4 0 1 2 3 3 0", "hint 3 comes after the contradiction"),
        ("4 3 0 1 2 3 0", "3 is not a literal of the clauses"),
        (
            "4 -2147483647 0 0",
            "-2147483647 is not a literal of the clauses",
        ),
    ] {
        check(PIGEONS, proof, &format!("step 1: {why}"));
    }
    let error = from_text(3, "3 0 1 2 3 0").unwrap_err();
    assert_eq!(error.why, "clause 3 is added after clause 3");
}

/// What no text can say.
#[test]
fn literals_and_hints_out_of_range_are_rejected() {
    let mut cnf = Cnf::new(2);
    PIGEONS.iter().for_each(|c| cnf.push(c));
    let said = |clause: &[i32], hints: &[u64]| {
        let mut proof = LratProof::default();
        proof.push(clause, hints);
        let error = check_lrat(&cnf, &proof, &mut Unlimited).unwrap_err();
        error.to_string().replace("evidence rejected: step 1: ", "")
    };
    // Its own number is not known yet.
    for hint in [0, 4, 5, i64::MAX as u64, 1 << 63, u64::MAX] {
        let expected = format!("hint {hint} names no clause before it");
        assert_eq!(said(&[], &[1, 2, hint]), expected);
    }
    for literal in [0, 3, -3, i32::MIN, i32::MAX] {
        let expected = format!("{literal} is not a literal of the clauses");
        assert_eq!(said(&[1, literal], &[1]), expected);
    }
}

/// Deletions are for provers: the kernel keeps all clauses, and what follows
/// from some of them follows from all.
#[test]
fn deletions_change_nothing() {
    check(PIGEONS, "3 d 3 0\n4 0 1 2 3 0", "accepted");
    for again in ["3 d 1 1 0", "3 d 1 0\n3 d 1 0", "3 d 4 0", "3 d 99 0"] {
        check(PIGEONS, again, "the proof does not add the empty clause");
    }
    check(
        SQUARE,
        "5 1 0 1 2 0\n5 d 5 4 0\n6 1 0 1 2 0\n6 d 6 0\n7 0 6 3 4 0",
        "accepted",
    );
}

#[test]
fn clauses_are_range_checked() {
    for wrong in [0, 3, -3, i32::MIN, i32::MAX] {
        let pushed = std::panic::catch_unwind(|| Cnf::new(2).push(&[1, wrong]));
        assert!(pushed.is_err(), "{wrong}");
    }
    assert_eq!(Cnf::new(u32::MAX).n_vars(), i32::MAX as u32);
}

/// Stops after some questions, or at once where too much memory is needed.
struct Limited {
    questions: u32,
    bytes: u64,
}

impl Budget for Limited {
    fn spend(&mut self, progress: &Progress) -> ControlFlow<Stop> {
        if progress.bytes > self.bytes {
            return ControlFlow::Break(Stop::Memory);
        }
        match self.questions.checked_sub(1) {
            None => ControlFlow::Break(Stop::Time),
            Some(left) => {
                self.questions = left;
                ControlFlow::Continue(())
            }
        }
    }
}

#[test]
fn the_budget_is_asked() {
    // Billions of variables are never allocated.
    let mut wide = Cnf::new(u32::MAX);
    wide.push(&[]);
    let limit = |questions, bytes| Limited { questions, bytes };
    let stopped = check_lrat(&wide, &LratProof::default(), &mut limit(9, 1 << 30));
    assert_eq!(
        stopped.unwrap_err().to_string(),
        "not checked: the memory limit was reached"
    );

    let mut cnf = Cnf::new(1);
    (0..100).for_each(|_| cnf.push(&[1]));
    let mut proof = LratProof::default();
    (101..99_999).for_each(|id| proof.push(&[1], &[id - 100]));
    let stopped = check_lrat(&cnf, &proof, &mut limit(2, 1 << 30));
    assert_eq!(
        stopped.unwrap_err().to_string(),
        "not checked: the time limit was reached"
    );
}
