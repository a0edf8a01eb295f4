//! The examples do what they say.

#[path = "../../examples/check_certificate.rs"]
#[allow(dead_code)]
mod check_certificate;
#[path = "../../examples/own_game.rs"]
#[allow(dead_code)]
mod own_game;
#[path = "../../examples/verify_while_generating.rs"]
#[allow(dead_code)]
mod verify_while_generating;

use playproof::CertificateRejected;

#[test]
fn own_games_and_engines_join_the_others() {
    let lines = own_game::run().unwrap();
    assert_eq!(
        lines,
        [
            "xxooxx by explicit: press 6, press 1 (trace, checked)",
            "xxooxx by chase-the-light: press 1, press 6 (trace, checked)",
            "xo by explicit: solvable violated (closed-set, checked)",
            "xo by chase-the-light: unknown",
        ]
    );
}

#[test]
fn what_is_generated_is_proved() {
    let (kept, n_proposed) = verify_while_generating::run(1, 3).unwrap();
    assert_eq!(kept.len(), 3);
    assert!(n_proposed > 3);
    for level in kept {
        assert_eq!(level.certificates.len(), 2);
        for certificate in level.certificates {
            assert!(playproof::check(&certificate.to_bytes(false)).is_ok());
        }
    }
}

#[test]
fn a_certificate_is_accepted_and_a_changed_one_is_not() {
    let sample = check_certificate::sample();
    let told = check_certificate::run(&sample).unwrap();
    let lines: Vec<&str> = told.lines().collect();
    let [accepted, evidence, statement, core, axioms] = lines[..] else {
        panic!("{told}");
    };
    assert_eq!(accepted, "accepted: unsolvable holds for a level of maze");
    assert_eq!(evidence, "evidence: closed-set");
    assert_eq!(statement.len(), "statement: ".len() + 64);
    assert_eq!(core, "property in core form: AG !win");
    assert_eq!(axioms, "axioms: none");
    let text = String::from_utf8(sample).unwrap();
    let moved = text.replace("A01G", "A0G1");
    let refused = check_certificate::run(moved.as_bytes());
    assert!(matches!(refused, Err(CertificateRejected::Wrong(_))));
}
