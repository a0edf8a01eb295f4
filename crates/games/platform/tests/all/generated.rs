//! Generated levels: they can be won, are read back as they were, and are what was asked for.

use playproof::{Playproof, Unlimited};
use playproof_game::{Game, GameOption, Options};
use playproof_platform::Platform;

/// The options of the generator, with some of them given.
fn options(given: &[(&str, &str)]) -> Options {
    let generator = Platform.generator().unwrap();
    let mut options = Options::defaults(generator.options());
    for (name, value) in given {
        let is_meant = |option: &&GameOption| option.name == *name;
        let option = generator.options().iter().find(is_meant).unwrap();
        options.set(option.name, (*value).to_owned());
    }
    options
}

/// Proposal `number` of a seed.
fn proposal(given: &[(&str, &str)], seed: u64, number: u64) -> String {
    let design = Platform.generator().unwrap().design(&options(given));
    let mut proposer = design.unwrap().proposer();
    let proposed = proposer.propose(seed, number, "a title", &|| false);
    proposed.unwrap()
}

fn drawing(text: &str) -> Vec<&str> {
    text.lines()
        .skip_while(|line| *line != "map:")
        .skip(1)
        .collect()
}

#[test]
fn generated_levels_can_be_won_and_are_read_back() {
    let playproof = Playproof::default();
    let solvable = Playproof::property("solvable").unwrap();
    for difficulty in ["0", "5", "10"] {
        for seed in 1..4 {
            let given = [
                ("columns", "120"),
                ("difficulty", difficulty),
                ("walkers", "no"),
            ];
            let text = proposal(&given, seed, 7);
            let file = playproof.read("level", text.as_bytes()).unwrap();
            let [level] = &file.levels[..] else {
                panic!("one level: {text}");
            };
            assert_eq!(level.text(), text);
            let prepared = playproof.prepare(level, None).unwrap();
            let proof = prepared.verify(&solvable, None, &mut Unlimited).unwrap();
            assert!(proof.holds(), "{text}");
        }
    }
}

#[test]
fn a_level_is_what_was_asked_for() {
    let given = [("columns", "75"), ("rows", "12")];
    let text = proposal(&given, 1, 0);
    assert_eq!(text, proposal(&given, 1, 0));
    assert_ne!(text, proposal(&given, 1, 1));
    assert_ne!(text, proposal(&given, 2, 0));
    let rows = drawing(&text);
    assert_eq!(rows.len(), 12);
    assert!(rows.iter().all(|row| row.chars().count() == 75), "{text}");
    assert!(
        text.starts_with("platform: a title\nlegend: vglc\nmap:\n"),
        "{text}"
    );
    let novice = proposal(&[("style", "novice")], 1, 0);
    assert!(novice.contains("\nstyle: novice\n"), "{novice}");
}

/// The widest gap, and how many walkers there are.
fn gap_and_walkers(given: &[(&str, &str)], seed: u64) -> (usize, usize) {
    let text = proposal(given, seed, 0);
    let rows = drawing(&text);
    let gaps = rows[rows.len() - 1].split('X').map(str::len);
    let walkers = rows.iter().map(|row| row.matches('E').count());
    (gaps.max().unwrap(), walkers.sum())
}

#[test]
fn zones_styles_and_walkers_decide_what_there_is() {
    let only = |zone: &str| {
        let all = [
            "straight", "hill", "gap", "pipes", "stairs", "enemies", "coins",
        ];
        let weights = all.map(|name| format!("{name}={}", usize::from(name == zone)));
        weights.join(",")
    };
    let (gaps, enemies) = (only("gap"), only("enemies"));
    for seed in 0..8 {
        let hard = [("difficulty", "10"), ("zones", &gaps[..])];
        let (widest, walkers) = gap_and_walkers(&hard, seed);
        assert!((6..=9).contains(&widest) && walkers == 0, "{widest}");
        for (style, most) in [("novice", 5), ("walking", 4), ("novice,walking", 4)] {
            let (widest, _) = gap_and_walkers(&[hard[0], hard[1], ("style", style)], seed);
            assert!((3..=most).contains(&widest), "{style}: {widest}");
        }
        let calm = [("zones", &enemies[..]), ("walkers", "no")];
        assert_eq!(gap_and_walkers(&calm, seed), (0, 0));
        let (widest, walkers) = gap_and_walkers(&calm[..1], seed);
        assert!(widest == 0 && walkers > 10, "{walkers}");
    }
}

#[test]
fn weights_that_make_no_sense_are_refused() {
    let design = |zones: &str| {
        let design = Platform
            .generator()
            .unwrap()
            .design(&options(&[("zones", zones)]));
        design.err().unwrap_or_default()
    };
    assert_eq!(design("gap=3,pipes=0"), "");
    assert!(design("gab=3").starts_with("unknown zone `gab`"));
    assert!(design("gap").starts_with("`gap` is no weight of a zone"));
    assert!(design("gap=-1").starts_with("`-1` is no weight"));
    assert!(design("gap=1,gap=2").starts_with("a second weight of `gap`"));
    let none = "straight=0,hill=0,gap=0,pipes=0,stairs=0,enemies=0,coins=0";
    assert!(design(none).starts_with("no zone is left"));
}
