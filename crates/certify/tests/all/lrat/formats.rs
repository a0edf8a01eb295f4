//! Proofs as text and as bytes: what is written can be read, and what is
//! damaged is refused or means something else, but never panics.

use playproof_certify::writer::proof_bytes;
use playproof_certify::{LratProof, Unlimited, check_lrat, from_text, to_text};

use super::problem::{Problem, Random};
use super::prover::{proof_of, prove};

const NO_LIMIT: u64 = u64::MAX;

#[test]
fn both_forms_give_the_proof_back() {
    let mut proof = LratProof::default();
    proof.push(&[-1, 2], &[1, 3]);
    proof.push(&[], &[]);
    proof.push(&[i32::MAX, -i32::MAX], &[5, 4, 1]);
    let text = to_text(3, &proof);
    assert_eq!(
        text,
        "4 -1 2 0 1 3 0\n5 0 0\n6 2147483647 -2147483647 0 5 4 1 0\n"
    );
    assert_eq!(from_text(3, &text).unwrap(), proof);
    let bytes = proof_bytes(&proof);
    assert_eq!(LratProof::from_bytes(&bytes, NO_LIMIT).unwrap(), proof);
}

#[test]
fn comments_and_blank_lines_are_skipped() {
    let text = "c made by hand\r\n\r\n  \n 4  1 0\t2 0 \r\n";
    let proof = from_text(3, text).unwrap();
    assert_eq!(to_text(3, &proof), "4 1 0 2 0\n");
}

#[test]
fn wrong_text_is_refused_and_says_where() {
    let too_large = "99999999999999999999";
    for (line, why) in [
        ("4", "a list does not end with 0"),
        ("4 1 2", "a list does not end with 0"),
        ("4 1 0 2", "a list does not end with 0"),
        ("4 d 1", "a list does not end with 0"),
        ("4 1 0 2 0 3", "`3` follows the end"),
        ("4 d 1 0 0", "`0` follows the end"),
        ("x 1 0 2 0", "`x` is not a number that fits 64 bits"),
        ("4 1 0 d 0", "`d` is not a number that fits 64 bits"),
        (
            too_large,
            "`99999999999999999999` is not a number that fits 64 bits",
        ),
        ("4 2147483648 0 0", "2147483648 is not a literal"),
        ("4 -2147483648 0 0", "-2147483648 is not a literal"),
        ("-4 1 0 0", "-4 is not the id of a clause"),
        ("0 1 0 0", "0 is not the id of a clause"),
        ("4 d -1 0", "-1 is not the id of a clause"),
        ("3 1 0 0", "clause 3 is added after clause 3"),
        ("4 1 0 4 0", "there is no clause 4"),
        (
            "5 1 0 9223372036854775807 0",
            "there is no clause 9223372036854775807",
        ),
        (
            "4 1 0 2 -3 5 0",
            "hint -3 is negative: RAT steps are not supported",
        ),
    ] {
        let error = from_text(2, &format!("3 1 0 0\n{line}\n")).unwrap_err();
        assert_eq!(error.to_string(), format!("line 2 of the proof: {why}"));
    }
}

#[test]
fn wrong_bytes_are_refused_and_say_where() {
    let cases: [(&[u8], usize, &str); 7] = [
        (&[], 0, "it is cut off"),
        (&[1], 0, "a list is longer than the file"),
        (&[1, 200, 1, 0], 1, "a list is longer than the file"),
        (&[1, 0, 0, 0], 3, "it should end here"),
        (&[1, 132, 0, 0, 0], 1, "a number is written too long"),
        // 2^31 as a literal, and 2^64 as a hint.
        (
            &[1, 1, 128, 128, 128, 128, 16, 0],
            2,
            "a value is too large",
        ),
        (
            &[1, 0, 1, 128, 128, 128, 128, 128, 128, 128, 128, 128, 2],
            3,
            "a number is too large",
        ),
    ];
    for (bytes, offset, why) in cases {
        let error = LratProof::from_bytes(bytes, NO_LIMIT).unwrap_err();
        let expected = format!("byte {offset}: {why}");
        assert_eq!(error.to_string(), expected, "{bytes:?}");
    }
    let error = LratProof::from_bytes(&[1, 0, 0], 8).unwrap_err();
    assert!(error.to_string().ends_with("more memory than it may"));
}

/// Changes, inserts, removes or cuts off bytes.
fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len() + 1);
        let byte = b"0 -d\n9c\x00\x80\xFF"[random.below(10)];
        match random.below(5) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, byte),
            2 if at < bytes.len() => drop(bytes.remove(at)),
            3 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            _ if at < bytes.len() => bytes[at] = byte,
            _ => {}
        }
    }
}

#[test]
fn damaged_proofs_prove_nothing_false() {
    let mut random = Random(11);
    let mut n_refuted = 0;
    while n_refuted < 60 {
        let mut problem = Problem::random(&mut random);
        if !problem.solutions().is_empty() {
            continue;
        }
        n_refuted += 1;
        let n_clauses = problem.clauses.len();
        let proof = proof_of(n_clauses, &prove(&problem, &mut random)).unwrap();
        let forms = [proof_bytes(&proof), to_text(n_clauses, &proof).into_bytes()];
        // The proof is of more than is asked, so that whatever is accepted
        // from here on is wrong.
        while problem.solutions().is_empty() {
            let i = random.below(problem.clauses.len());
            problem.clauses[i] = vec![1, -1];
        }
        let cnf = problem.cnf();
        for _ in 0..100 {
            let [mut bytes, mut text] = forms.clone();
            damage(&mut bytes, &mut random);
            damage(&mut text, &mut random);
            let text = String::from_utf8_lossy(&text);
            let read = [
                LratProof::from_bytes(&bytes, 1 << 20).ok(),
                from_text(n_clauses, &text).ok(),
            ];
            for damaged in read.into_iter().flatten() {
                let again = LratProof::from_bytes(&proof_bytes(&damaged), NO_LIMIT);
                assert_eq!(again.as_ref(), Ok(&damaged));
                assert!(check_lrat(&cnf, &damaged, &mut Unlimited).is_err());
            }
        }
    }
}

#[test]
fn random_bytes_do_not_panic() {
    let mut random = Random(12);
    for _ in 0..20_000 {
        let n = random.below(40);
        let bytes: Vec<u8> = (0..n)
            .map(|_| random.below(256) as u8 >> random.below(8))
            .collect();
        if let Ok(proof) = LratProof::from_bytes(&bytes, 1 << 20) {
            assert_eq!(proof_bytes(&proof), bytes, "one proof, one form");
        }
        let _ = from_text(3, &String::from_utf8_lossy(&bytes));
    }
}
