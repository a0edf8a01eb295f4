//! LRAT as a text.

use playproof_certify::{from_text, to_text};

#[test]
fn ids_are_renumbered_and_deletions_left_out() {
    let text = "c by hand\n5 2 0 1 2 0\n5 d 1 2 0\n9 0 5 3 0\n";
    let proof = from_text(3, text).unwrap();
    let again = to_text(3, &proof);
    assert_eq!(again, "4 2 0 1 2 0\n5 0 4 3 0\n");
    assert_eq!(from_text(3, &again), Ok(proof));
}

#[test]
fn what_is_no_step_is_refused() {
    for (line, why) in [
        ("3 1 0 1 0", "clause 3 is added after clause 3"),
        ("4 1 0 7 0", "there is no clause 7"),
        (
            "4 1 0 -1 0",
            "hint -1 is negative: RAT steps are not supported",
        ),
        ("4 1 0 1", "a list does not end with 0"),
        ("4 1 0 1 0 2", "`2` follows the end"),
    ] {
        assert_eq!(from_text(3, line).unwrap_err().why, why);
    }
}
