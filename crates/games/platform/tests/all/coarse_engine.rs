//! The engine of earliest arrivals against explicit search: verdicts and lengths.

use playproof::{Playproof, Unlimited};
use playproof_platform::{CoarseSettings, Exit, Jumps, Style};

use crate::coarse_scenarios::playing;

/// A level by chance: ground with gaps, blocks, many mushrooms.
fn random_level(random: &mut fastrand::Rng) -> String {
    let (width, height) = (random.usize(6..16), random.usize(4..8));
    let mut rows = vec![vec!['-'; width]; height];
    rows[height - 1].fill('X');
    for letter in ['X', 'X', 'E', 'E'] {
        for _ in 0..random.usize(0..=width / 2) {
            let (x, y) = (random.usize(1..width), random.usize(1..height - 1));
            rows[y][x] = letter;
        }
    }
    for _ in 0..random.usize(0..4) {
        rows[height - 1][random.usize(1..width)] = '-';
    }
    let rows = rows.iter().map(|row| row.iter().collect::<String>());
    rows.collect::<Vec<_>>().join("\n") + "\n"
}

/// The same, in which some of the solid places break.
fn breaking(text: &str, random: &mut fastrand::Rng) -> String {
    let mut letter = |c: char| match c {
        'X' if random.u32(0..4) == 0 => '#',
        c => c,
    };
    let drawn: String = text.chars().map(&mut letter).collect();
    format!("platform\nlegend: vglc\nletter #: solid, breaks from below\nmap:\n{drawn}")
}

#[test]
fn earliest_arrivals_answer_as_explicit_search_does() {
    let mut random = fastrand::Rng::with_seed(200);
    let (mut n_won, mut n_lost) = (0, 0);
    for _ in 0..600 {
        let drawn = random_level(&mut random);
        let (width, height) = (drawn.find('\n').expect("a row"), drawn.lines().count());
        let text = match random.u32(0..3) {
            0 => breaking(&drawn, &mut random),
            _ => drawn,
        };
        let playproof = playing(CoarseSettings {
            time: random.bool().then(|| random.u32(0..30)),
            exit: Exit::Column,
            jumps: if random.bool() {
                Jumps::SHORT
            } else {
                Jumps::TALL
            },
            style: Style {
                kills: random.u32(0..4) > 0,
                backwards: random.u32(0..4) > 0,
                ..Style::EXPERT
            },
        });
        // The coarse game has no format of its own.
        let file = Playproof::default().read("level", text.as_bytes());
        let file = file.expect("a drawing");
        let prepared = playproof.prepare(&file.levels[0], None).expect("a level");
        let place = (random.usize(1..=width), random.usize(1..=height));
        let place = format!("reach at({}, {})", place.0, place.1);
        for property in ["solvable", &place] {
            let property = Playproof::property(property).expect("a property");
            let [own, other] = ["earliest", "explicit"].map(|engine| {
                let proof = prepared.verify(&property, Some(engine), &mut Unlimited);
                proof.expect("it is supported")
            });
            assert!(own.holds() || own.violated(), "{:?}\n{text}", own.verdict);
            assert_eq!(own.holds(), other.holds(), "{text}");
            assert_eq!(own.length, other.length, "{text}");
            *(if own.holds() { &mut n_won } else { &mut n_lost }) += 1;
        }
    }
    assert!(n_won > 100 && n_lost > 100, "{n_won} {n_lost}");
}

/// Mushrooms on low ledges and on the ground, so that some have to be killed, or jumped
/// over, or gone back to.
fn crowded_level(random: &mut fastrand::Rng) -> String {
    let (width, height) = (random.usize(10..18), 7);
    let mut rows = vec![vec!['-'; width]; height];
    rows[height - 1].fill('X');
    for _ in 0..random.usize(2..5) {
        let (x, y) = (random.usize(2..width - 3), random.usize(2..5));
        rows[y][x..x + 3].fill('X');
    }
    for _ in 0..random.usize(3..7) {
        let x = random.usize(2..width - 1);
        let free = (1..height).filter(|&y| rows[y][x] == 'X' && rows[y - 1][x] == '-');
        let tops: Vec<usize> = free.map(|y| y - 1).collect();
        if let Some(&y) = random.choice(&tops) {
            rows[y][x] = 'E';
        }
    }
    let rows = rows.iter().map(|row| row.iter().collect::<String>());
    rows.collect::<Vec<_>>().join("\n") + "\n"
}

#[test]
fn tight_times_among_many_mushrooms_are_decided_alike() {
    let mut random = fastrand::Rng::with_seed(31);
    let (mut n_won, mut n_lost) = (0, 0);
    for _ in 0..250 {
        let text = crowded_level(&mut random);
        let width = text.find('\n').expect("a row") as u32;
        for time in [
            width * 2 / 3,
            width * 3 / 4,
            width,
            width * 4 / 3,
            width * 2,
        ] {
            let playproof = playing(CoarseSettings {
                time: Some(time),
                ..CoarseSettings::default()
            });
            let file = playproof.read("level", text.as_bytes()).expect("a drawing");
            let prepared = playproof.prepare(&file.levels[0], None).expect("a level");
            let property = Playproof::property("solvable").expect("a property");
            let [own, other] = ["earliest", "explicit"].map(|engine| {
                let proof = prepared.verify(&property, Some(engine), &mut Unlimited);
                proof.expect("it is supported")
            });
            assert!(own.holds() || own.violated(), "{:?}\n{text}", own.verdict);
            assert_eq!(own.holds(), other.holds(), "{text}");
            assert_eq!(own.length, other.length, "{text}");
            *(if own.holds() { &mut n_won } else { &mut n_lost }) += 1;
        }
    }
    assert!(n_won > 200 && n_lost > 200, "{n_won} {n_lost}");
}
