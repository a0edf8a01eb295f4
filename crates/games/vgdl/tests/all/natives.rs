//! The seed's three games in VGDL against the games of this project: verdicts and fewest moves.

use playproof::{Options, Playproof, Property, Unlimited};

/// How many levels of each game are compared; `PLAYPROOF_VGDL_LEVELS` says another number.
fn n_levels() -> u64 {
    let given = std::env::var("PLAYPROOF_VGDL_LEVELS").ok();
    given.and_then(|n| n.parse().ok()).unwrap_or(100)
}

/// The rules of a shipped game.
fn rules(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../levels/vgdl");
    let text = std::fs::read_to_string(format!("{folder}/{name}.vgdl")).expect("it is shipped");
    let (rules, _) = text.split_once("LevelSet").expect("it has levels");
    rules.to_owned()
}

/// The fewest moves that win, if any do.
fn fewest(playproof: &Playproof, text: &str, game: &str) -> Option<u64> {
    let file = playproof
        .read("level", text.as_bytes())
        .unwrap_or_else(|e| panic!("{e}\n{text}"));
    let prepared = playproof.prepare(&file.levels[0], Some(game)).unwrap();
    let proof = prepared
        .verify(&Property::Solvable, Some("explicit"), &mut Unlimited)
        .unwrap();
    assert!(proof.holds() || proof.violated(), "{game}\n{text}");
    proof.length.filter(|_| proof.holds())
}

/// Compares a level with the same rows under both rules; returns whether it can be won.
fn compare(playproof: &Playproof, rules: &str, rows: &[&str], game: &str) -> bool {
    let native = format!("{}\n", rows.join("\n"));
    let rows: String = rows.iter().map(|row| format!("|{row}|\n")).collect();
    let ours = fewest(playproof, &native, game);
    let text = format!("{rules}LevelSet\nLevel\n{rows}");
    assert_eq!(fewest(playproof, &text, "vgdl"), ours, "{game}\n{native}");
    ours.is_some()
}

/// How many of the generated levels of a game that is walked can be won.
fn generated(game: &str) -> u64 {
    let (playproof, rules) = (Playproof::default(), rules(game));
    let generator = playproof.game(game).unwrap().generator().unwrap();
    let mut n_won = 0;
    for number in 0..n_levels() {
        let mut options = Options::defaults(generator.options());
        options.set("size", (5 + number % 6).to_string());
        let mut proposer = generator.design(&options).unwrap().proposer();
        let text = proposer.propose(11, number, "a level", &|| false).unwrap();
        let rows: Vec<&str> = text.lines().filter(|line| !line.starts_with(';')).collect();
        n_won += u64::from(compare(&playproof, &rules, &rows, game));
    }
    n_won
}

#[test]
fn maze_is_maze() {
    assert!(generated("maze") > 0);
}

#[test]
fn race_is_race() {
    let n_won = generated("race");
    // Both answers are there.
    assert!((1..n_levels()).contains(&n_won), "{n_won}");
}

#[test]
fn sokoban_is_sokoban_with_holes() {
    let (playproof, rules) = (Playproof::default(), rules("sokoban"));
    let mut rng = fastrand::Rng::with_seed(5);
    let mut n_won = 0;
    for _ in 0..n_levels() {
        let (width, height) = (rng.usize(5..8), rng.usize(5..7));
        let mut rows = vec![vec!['1'; width]; height];
        let mut free = Vec::new();
        let inner = (1..height - 1).flat_map(|y| (1..width - 1).map(move |x| (x, y)));
        for (x, y) in inner {
            if rng.u32(0..6) > 0 {
                rows[y][x] = '0';
                free.push((x, y));
            }
        }
        rng.shuffle(&mut free);
        let n_boxes = rng.usize(1..4);
        let letters = std::iter::once('A').chain(std::iter::repeat_n('B', n_boxes));
        let letters = letters.chain(std::iter::repeat_n('H', n_boxes));
        if free.len() < 1 + 2 * n_boxes {
            continue;
        }
        letters
            .zip(free)
            .for_each(|(letter, (x, y))| rows[y][x] = letter);
        let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        n_won += u64::from(compare(&playproof, &rules, &rows, "sokoban"));
    }
    assert!((1..n_levels()).contains(&n_won), "{n_won}");
}
