//! Solving part by part: what it solves is solvable, what cannot be won it
//! leaves unknown, and it comes back from dead ends.

use playproof::{Playproof, Unlimited, Verdict, check, read};
use playproof_analysis::{Iterative, SolvingByParts};
use playproof_conformance::suite::n_cases;
use playproof_conformance::unlimited::verify;

fn iterative(text: &str) -> Iterative {
    let playproof = Playproof::default();
    let file = read("level", text.as_bytes()).expect("a level");
    let prepared = playproof.prepare(&file.levels[0], Some("sokoban"));
    let prepared = prepared.expect("a Sokoban level");
    let mut ticks = 0.0;
    let mut clock = || {
        ticks += 1.0;
        ticks
    };
    let solved = prepared.solve_iteratively(None, &mut clock, &mut Unlimited);
    solved.expect("Sokoban has rules")
}

/// A random level in walls; every third one with holes in place of goals.
fn random_level(seed: u64) -> String {
    let mut rng = playproof_conformance::suite::random(seed);
    let (width, height) = (rng.usize(3..6), rng.usize(3..5));
    let mut cells: Vec<char> = (0..width * height)
        .map(|_| if rng.u32(0..7) == 0 { '#' } else { ' ' })
        .collect();
    let mut places: Vec<usize> = (0..cells.len()).collect();
    rng.shuffle(&mut places);
    let n_boxes = rng.usize(1..4);
    let (home, a_box) = if seed.is_multiple_of(3) {
        ('H', 'B')
    } else {
        ('.', '$')
    };
    for (i, &place) in places.iter().take(2 * n_boxes + 1).enumerate() {
        cells[place] = match i {
            0 => '@',
            _ if i <= n_boxes => home,
            _ => a_box,
        };
    }
    let wall = "#".repeat(width + 2);
    let rows: String = cells
        .chunks(width)
        .map(|row| format!("#{}#\n", String::from_iter(row)))
        .collect();
    format!("{wall}\n{rows}{wall}\n")
}

#[test]
fn never_a_wrong_run() {
    let (mut solved, mut unsolvable, mut missed, mut came_back) = (0, 0, 0, 0);
    for seed in 0..6 * n_cases() {
        let text = random_level(seed);
        let plain = verify(&text, "solvable").unwrap();
        let found = iterative(&text);
        match &found.proof.verdict {
            Verdict::Decided(_) => {
                assert!(found.proof.holds() && plain.holds(), "seed {seed}\n{text}");
                let certificate = found.proof.certificate.expect("a run").to_bytes(false);
                assert!(check(&certificate).is_ok(), "seed {seed}\n{text}");
                let moves: u64 = found.iterations.iter().map(|i| i.moves).sum();
                assert_eq!(found.proof.length, Some(moves), "seed {seed}");
                let parts = found.iterations.iter().map(|i| (i.before, i.left));
                let parts: Vec<_> = parts.collect();
                assert!(parts.iter().all(|(before, left)| left < before));
                assert!(parts.windows(2).all(|w| w[0].1 == w[1].0));
                solved += 1;
                came_back += u64::from(found.dead_ends > 0);
            }
            Verdict::Unknown(_) if plain.holds() => missed += 1,
            Verdict::Unknown(_) => unsolvable += 1,
            Verdict::Rejected(why) => panic!("seed {seed}: {why}\n{text}"),
        }
    }
    let counts =
        format!("{solved} solved, {unsolvable} unsolvable, {missed} missed, {came_back} came back");
    assert!(solved > 20 && unsolvable > 20 && came_back > 0, "{counts}");
    assert!(missed * 20 <= solved, "{counts}");
}

/// A box in a corner: there is no run, and that is not what it says.
#[test]
fn what_cannot_be_won_is_unknown() {
    let found = iterative("#####\n#$@.#\n#####\n");
    assert!(matches!(found.proof.verdict, Verdict::Unknown(_)));
    assert!(found.iterations.is_empty());
}
