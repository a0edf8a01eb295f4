//! Race, Run and Catch through the facade: random levels against the oracle,
//! and a level for each sentence of their descriptions.

mod repairs;
mod sentences;
mod turns;

use playproof::{Proof, check};
use playproof_conformance::games::random_maze;
use playproof_conformance::race_oracle::{Drawing, Fate, Kind, Play, STAKE};
use playproof_conformance::suite::n_cases;
use playproof_conformance::unlimited::verify;

/// A decided answer, whose certificate is checked once more from its bytes.
fn checked(proof: Proof, what: &str) -> Proof {
    assert!(proof.holds() || proof.violated(), "{what}: undecided");
    let certificate = proof.certificate.as_ref().expect("it is decided");
    check(&certificate.to_bytes(false)).unwrap_or_else(|e| panic!("{what}: {e}"));
    proof
}

/// Asks a level whose game is found out from its letters.
fn ask(level: &str, property: &str) -> Proof {
    let what = format!("{property} of\n{level}");
    checked(verify(level, property).expect("a level"), &what)
}

/// Compares an answer, and the length of the run that shows it.
fn agrees(level: &str, property: &str, holds: bool, length: Option<u32>) {
    let proof = ask(level, property);
    assert_eq!(proof.holds(), holds, "{property} of\n{level}");
    if let Some(length) = length {
        let found = proof.length;
        assert_eq!(found, Some(u64::from(length)), "{property} of\n{level}");
    }
}

fn random_levels(kind: Kind) {
    let (mut won, mut lost, mut both, mut unlosable) = (0, 0, 0, 0);
    for seed in 0..n_cases() {
        let drawing = Drawing::random(kind, 7, &mut playproof_conformance::suite::random(seed));
        let (level, play) = (drawing.text(), Play::new(&drawing));
        assert_eq!(ask(&level, "solvable").game, kind.name());
        let (win, loss) = (play.least(Fate::Won), play.least(Fate::Lost));
        agrees(&level, "solvable", win.is_some(), win);
        agrees(&level, "unsolvable", win.is_none(), win);
        agrees(&level, "reach lose", loss.is_some(), loss);
        agrees(&level, "never lose", loss.is_none(), loss);
        agrees(&level, "unlosable", play.is_unlosable(), None);
        let near = win.unwrap_or(4);
        for n in [near, near + 1] {
            let early = win.is_some_and(|win| win < n);
            agrees(&level, &format!("shortest >= {n}"), !early, None);
            agrees(&level, &format!("shortest <= {}", n - 1), early, None);
        }
        match play.best() {
            Some(best) => {
                agrees(&level, &format!("some score >= {best}"), true, win);
                agrees(&level, &format!("some score >= {}", best + 1), false, None);
                agrees(&level, &format!("every score <= {best}"), true, None);
            }
            None => agrees(&level, "some score >= 990", false, None),
        }
        won += usize::from(win.is_some());
        lost += usize::from(loss.is_some());
        both += usize::from(win.is_some() && loss.is_some());
        unlosable += usize::from(play.is_unlosable());
    }
    println!("{kind:?}: {won} can be won, {lost} lost, {both} both, {unlosable} are unlosable");
    let n = n_cases() as usize;
    assert!(10 * won > n && 10 * (n - won) > n && 10 * lost > n && 20 * both > n);
    assert!(unlosable > 0);
}

#[test]
fn random_races_are_those_of_the_oracle() {
    random_levels(Kind::Race);
}

#[test]
fn random_runs_are_those_of_the_oracle() {
    random_levels(Kind::Run);
}

#[test]
fn random_catches_are_those_of_the_oracle() {
    random_levels(Kind::Catch);
}

/// Which scores there are, of won, lost and open play, with bumps among them.
#[test]
fn scores_are_those_of_the_oracle() {
    /// As far as runs are followed.
    const MOST: i64 = 120;
    let (mut there, mut not_there) = (0, 0);
    for seed in 0..n_cases().div_ceil(5) {
        for kind in Kind::ALL {
            let rng = &mut playproof_conformance::suite::random(seed);
            let drawing = Drawing::random(kind, 3, rng);
            let scores = Play::new(&drawing).scores(MOST);
            for (condition, fate, stake) in [
                ("win", Fate::Won, STAKE),
                ("lose", Fate::Lost, -STAKE),
                ("!win && !lose", Fate::Open, 0),
            ] {
                for cost in [rng.i64(0..8), 100 + rng.i64(0..8)] {
                    let score = stake - cost;
                    let right = scores.contains(&(fate, score));
                    let property = format!("reach {condition} && score == {score}");
                    agrees(&drawing.text(), &property, right, None);
                    *if right { &mut there } else { &mut not_there } += 1;
                }
            }
        }
    }
    println!("{there} scores are reached, {not_there} are not");
    assert!(there > 10 && not_there > 10);
}

#[test]
fn mazes_have_a_score_too() {
    for seed in 0..n_cases() {
        let level = random_maze::text(&mut playproof_conformance::suite::random(seed));
        match random_maze::shortest(&level) {
            Some(n) => {
                let best = STAKE - i64::from(n);
                agrees(&level, &format!("some score >= {best}"), true, Some(n));
                agrees(&level, &format!("some score >= {}", best + 1), false, None);
            }
            None => agrees(&level, "some score >= 980", false, None),
        }
    }
}
