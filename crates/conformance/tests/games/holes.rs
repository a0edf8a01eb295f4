//! Sokoban with holes by pushes and by steps: both decide the same, and the
//! checker accepts what either found.

use playproof::{Playproof, Property, Unlimited, Verdict};
use playproof_conformance::sokoban_oracle::Drawing;
use playproof_conformance::suite::n_cases;

#[test]
fn pushes_and_steps_agree_where_there_are_holes() {
    let mut rng = playproof_conformance::suite::random(7);
    let playproof = Playproof::default();
    let mut n_won = 0;
    for _ in 0..n_cases() {
        let mut drawing = Drawing::random(&mut rng);
        for (x, y) in drawing.find(" .") {
            if rng.u32(0..6) == 0 {
                drawing.rows[y][x] = 'H';
            }
        }
        let text = drawing.text();
        let file = playproof::read("random", text.as_bytes()).expect("a level");
        // A level may have lost all its goals.
        let Ok(prepared) = playproof.prepare(&file.levels[0], Some("sokoban")) else {
            continue;
        };
        let [native, explicit] = ["native", "explicit"].map(|engine| {
            let proof = prepared.verify(&Property::Solvable, Some(engine), &mut Unlimited);
            proof.unwrap().verdict
        });
        assert!(matches!(native, Verdict::Decided(_)), "{native:?}\n{text}");
        // The same word of the kernel: about the same statement, by no axiom.
        assert_eq!(native, explicit, "{text}");
        n_won += usize::from(native.answer() == Some(playproof::Answer::Holds));
    }
    assert!(n_won > 0);
}
