//! Small proofs, right and wrong, and what the checker says of them.

use std::ops::ControlFlow;

use playproof_certify::{Budget, Cnf, LratProof, Progress, Stop, Unlimited, check_lrat};

/// Clauses and a proof in; "accepted" or what is wrong out.
fn check(clauses: &[&[i32]], proof: &str, expected: &str) {
    let n_vars = clauses.concat().iter().map(|l| l.unsigned_abs()).max();
    let mut cnf = Cnf::new(n_vars.unwrap_or(0));
    clauses.iter().for_each(|c| cnf.push(c).unwrap());
    let proof = LratProof::from_text(proof).unwrap();
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
        "step 1 adds clause 2: the hints lead to no contradiction",
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
        "step 1 adds clause 3: hint 1 comes after the contradiction",
    );
    check(
        &[&[1, -1]],
        "2 0 1 0",
        "step 1 adds clause 2: hint 1 names a clause that is not unit",
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
        ("4 0 3 1 2 0", "hint 3 names a clause that is not unit"),
        (
            "4 0 1 1 2 3 0",
            "hint 1 names a clause that is already true",
        ),
        ("4 0 1 2 3 3 0", "hint 3 comes after the contradiction"),
        ("4 0 1 2 4 0", "hint 4 names no clause"),
        (
            "4 0 9223372036854775807 0",
            "hint 9223372036854775807 names no clause",
        ),
        ("4 3 0 1 2 3 0", "3 is not a literal of 2 variables"),
        (
            "4 -2147483647 0 0",
            "-2147483647 is not a literal of 2 variables",
        ),
    ] {
        check(PIGEONS, proof, &format!("step 1 adds clause 4: {why}"));
    }
    check(
        PIGEONS,
        "3 0 1 2 3 0",
        "step 1 adds clause 3: its id is not new",
    );
}

#[test]
fn deleted_clauses_are_gone() {
    check(
        PIGEONS,
        "3 d 3 0\n4 0 1 2 3 0",
        "step 2 adds clause 4: hint 3 names no clause",
    );
    for again in ["3 d 1 1 0", "3 d 1 0\n3 d 1 0", "3 d 4 0", "3 d 99 0"] {
        let proof = LratProof::from_text(again).unwrap();
        let mut cnf = Cnf::new(2);
        PIGEONS.iter().for_each(|c| cnf.push(c).unwrap());
        let error = check_lrat(&cnf, &proof, &mut Unlimited).unwrap_err();
        assert!(error.to_string().ends_with("which does not exist"));
    }
    // The id of a deleted clause is not free again.
    check(
        SQUARE,
        "5 1 0 1 2 0\n5 d 5 4 0\n6 1 0 1 2 0\n6 d 6 0\n7 0 6 3 4 0",
        "step 5 adds clause 7: hint 6 names no clause",
    );
}

#[test]
fn clauses_are_range_checked() {
    let mut cnf = Cnf::new(2);
    for wrong in [0, 3, -3, i32::MIN, i32::MAX] {
        assert!(cnf.push(&[1, wrong]).is_err());
    }
    assert_eq!(cnf.n_clauses(), 0);
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
    wide.push(&[]).unwrap();
    let limit = |questions, bytes| Limited { questions, bytes };
    let stopped = check_lrat(&wide, &LratProof::default(), &mut limit(9, 1 << 30));
    assert_eq!(
        stopped.unwrap_err().to_string(),
        "not checked: the memory limit was reached"
    );

    let mut cnf = Cnf::new(1);
    (0..100).for_each(|_| cnf.push(&[1]).unwrap());
    let mut proof = LratProof::default();
    (101..99_999).for_each(|id| proof.add(id, &[1], &[id - 100]).unwrap());
    let stopped = check_lrat(&cnf, &proof, &mut limit(2, 1 << 30));
    assert_eq!(
        stopped.unwrap_err().to_string(),
        "not checked: the time limit was reached"
    );
}
