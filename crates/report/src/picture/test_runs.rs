//! Solved levels to draw.

use std::num::NonZeroUsize;

use playproof::{Playproof, Unlimited};

use super::{Caption, Scene};

/// The goal is five moves away.
pub const OPEN: &str = "1111111\n1A00001\n11101G1\n1111111\n";

/// The goal is 33 moves away.
pub const FIRST: &str = include_str!("../../../../levels/maze/first.txt");

/// The shortest run that wins a level, each of so many steps.
pub fn scene(level: &str, every: usize) -> Scene {
    let file = playproof::read("level.txt", level.as_bytes()).unwrap();
    let playproof = Playproof::default();
    let prepared = playproof.prepare(&file.levels[0], None).unwrap();
    let property = Playproof::property("solvable").unwrap();
    let proof = prepared.verify(&property, None, &mut Unlimited).unwrap();
    let run = prepared.run_of(&proof.certificate.unwrap()).unwrap();
    let caption = Caption {
        title: "level.txt <&>".to_owned(),
        verdict: "solvable holds".to_owned(),
    };
    Scene::new(
        prepared.view(),
        &run,
        NonZeroUsize::new(every).unwrap(),
        &caption,
    )
}

/// A level of one winding corridor. Its shortest run takes about half of its
/// cells.
pub fn winding(side: usize) -> String {
    let row = |y: usize| match (y % 2, y % 4) {
        (0, _) => "0".repeat(side),
        (_, 1) => format!("{}0", "1".repeat(side - 1)),
        _ => format!("0{}", "1".repeat(side - 1)),
    };
    let mut rows: Vec<String> = (0..side).map(row).collect();
    rows[0].replace_range(0..1, "A");
    let last = side - 1;
    // An odd last row is the way out of the last corridor.
    match last % 4 {
        0 | 1 => rows[last].replace_range(last.., "G"),
        _ => rows[last].replace_range(0..1, "G"),
    }
    rows.join("\n") + "\n"
}
