//! The study as its participants see it, in Chromium. The script `study.mjs` beside the page's
//! sources plays it by hand; what is stored then is what it did.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use playproof::Playproof;
use playproof_study::{Plan, Play, Settings, StudyServer, read};
use serde::Deserialize;

use crate::support::{driven, pictures, script};

#[path = "../../studio/tests/support/mod.rs"]
mod support;

const STUDY: &str = r#"
title = "Which puzzle is more interesting?"
consent = """What is stored: your moves, times and answers, without a name or address.

You can stop at any time. It takes about ten minutes."""
tutorial = ["tutorial.xsb"]

[[round]]
name = "easy"
[round.sets]
low = ["low/*.xsb"]
high = ["high/*.xsb"]

[[round]]
name = "hard"
[round.sets]
light = ["light/*.xsb"]
heavy = ["heavy/*.xsb"]
"#;

const SETS: [&str; 4] = ["low", "high", "light", "heavy"];

/// A level that three moves to the right win, with walls where nobody has to go.
fn level(number: usize) -> String {
    let wall = |bit: usize| if number >> bit & 1 == 1 { '#' } else { ' ' };
    let row = |from: usize| (from..from + 4).map(wall).collect::<String>();
    let (above, below) = (row(0), row(4));
    format!("########\n#  {above}#\n#@ $ . #\n#  {below}#\n########\n")
}

fn write_study(folder: &Path) {
    fs::write(folder.join("study.toml"), STUDY).unwrap();
    fs::write(folder.join("tutorial.xsb"), level(0)).unwrap();
    for (at, set) in SETS.into_iter().enumerate() {
        fs::create_dir(folder.join(set)).unwrap();
        for number in 6 * at + 1..=6 * at + 6 {
            let file = folder.join(set).join(format!("{number}.xsb"));
            fs::write(file, level(number)).unwrap();
        }
    }
}

/// A level of a round, as the script played it and what it said of it.
#[derive(Debug, Deserialize)]
struct Told {
    player: usize,
    round: usize,
    position: u8,
    log: String,
    interesting: u8,
    difficult: u8,
    more_interesting: bool,
    more_difficult: bool,
}

impl Told {
    /// What is to be stored. What the script cannot know is as it was found.
    fn play(&self, plan: &Plan, players: &[u32], found: &Play) -> Play {
        let n = |wanted: &dyn Fn(&str) -> bool| {
            let words = self.log.split_whitespace().filter(|word| wanted(word));
            u32::try_from(words.count()).unwrap()
        };
        let is_push = |word: &str| matches!(word, "U" | "D" | "L" | "R");
        let is_step = |word: &str| matches!(word, "u" | "d" | "l" | "r");
        Play {
            participant: players[self.player - 1],
            is_bot: false,
            round: plan.rounds[self.round - 1].name.clone(),
            set: found.set.clone(),
            position: self.position,
            level: found.level.clone(),
            seconds: found.seconds,
            moves: n(&is_step) + n(&is_push),
            pushes: n(&is_push),
            resets: n(&|word| word == "reset"),
            solves: n(&|word| word == "solve"),
            // Every solve takes the shortest way.
            quickest: self.log.contains("solve").then_some(3),
            interesting: self.interesting,
            difficult: self.difficult,
            more_interesting: self.more_interesting,
            more_difficult: self.more_difficult,
            is_suspect: false,
        }
    }
}

/// The level of every finished round, in the order in which they were played.
fn stored(folder: &Path, plan: &Plan) -> Vec<Play> {
    let mut plays = read(folder, plan, &Playproof::default()).unwrap().plays;
    plays.sort_by_key(|play| {
        let mut rounds = plan.rounds.iter();
        let round = rounds.position(|round| round.name == play.round);
        (play.participant, round, play.position)
    });
    plays
}

#[test]
fn the_whole_study_by_hand() {
    let folder = tempfile::tempdir().unwrap();
    write_study(folder.path());
    let settings = Settings {
        folder: folder.path().to_owned(),
        address: "127.0.0.1:0".parse().unwrap(),
        threads: 2,
    };
    let server = StudyServer::open(&settings, &|_| {}).unwrap();
    assert_eq!(server.warnings(), [""; 0]);
    let url = server.participants_url();
    let is_over = Arc::new(AtomicBool::new(false));
    let over = Arc::clone(&is_over);
    let server = thread::spawn(move || server.run(|| over.load(Ordering::Relaxed), |_| {}));
    let said = driven(script("study.mjs").arg(url).arg(pictures()), &mut |_| {});
    is_over.store(true, Ordering::Relaxed);
    server.join().unwrap().unwrap();

    let told: Vec<Told> = serde_json::from_str(said.lines().last().unwrap()).unwrap();
    let plan = Plan::read(folder.path()).unwrap();
    let plays = stored(folder.path(), &plan);
    assert_eq!(plays.len(), told.len(), "{plays:#?}");
    let mut players: Vec<u32> = plays.iter().map(|play| play.participant).collect();
    players.dedup();
    for (told, play) in told.iter().zip(&plays) {
        assert_eq!(*play, told.play(&plan, &players, play), "{told:?}");
        // The clock of a level that was only looked at starts after three seconds.
        assert_eq!(play.seconds > 0.0, !told.log.is_empty(), "{play:?}");
    }
    // No level twice, and no pair from one set.
    let mut levels: Vec<&str> = plays.iter().map(|play| &*play.level).collect();
    levels.sort_unstable();
    levels.dedup();
    assert_eq!(levels.len(), plays.len());
    assert!(plays.chunks(2).all(|pair| pair[0].set != pair[1].set));
}
