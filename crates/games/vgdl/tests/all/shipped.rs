//! The shipped games: each level's verdict, and where it can be won the fewest ticks.

use playproof::{Playproof, Property, Unlimited};

/// Each file, and for each of its levels the fewest ticks to a win, if there is one.
const GAMES: [(&str, &[Option<u64>]); 9] = [
    ("maze", &[Some(7), Some(5), None]),
    ("race", &[Some(2), None, Some(4)]),
    ("race-as-printed", &[Some(1)]),
    ("sokoban", &[Some(1), Some(6), None]),
    ("keys", &[Some(13), Some(10), None]),
    ("ice", &[Some(5), Some(15), None]),
    ("switches", &[Some(6), Some(16), None]),
    ("fill", &[Some(4), Some(18), None]),
    ("oneway", &[Some(6), Some(9), None]),
];

#[test]
fn verdicts_and_fewest_ticks() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../levels/vgdl");
    let playproof = Playproof::default();
    let mut found = Vec::new();
    for (name, expected) in GAMES {
        let path = format!("{folder}/{name}.vgdl");
        let text = std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let file = playproof
            .read(name, &text)
            .unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(file.levels.len(), expected.len(), "{name}");
        for level in &file.levels {
            let prepared = playproof.prepare(level, None).unwrap();
            let proof = prepared
                .verify(&Property::Solvable, None, &mut Unlimited)
                .unwrap();
            assert!(
                proof.holds() || proof.violated(),
                "{name} {:?}",
                level.title()
            );
            found.push((name, proof.length.filter(|_| proof.holds())));
            // The text says the same level again.
            let again = playproof.read(name, level.text().as_bytes()).unwrap();
            assert!(again.levels[0].same_level(level), "{}", level.text());
        }
    }
    let all = GAMES.iter();
    let expected: Vec<_> = all
        .flat_map(|(name, all)| all.iter().map(|n| (*name, *n)))
        .collect();
    assert_eq!(found, expected);
}
