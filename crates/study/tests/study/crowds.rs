//! Many players at once.

use std::collections::{BTreeMap, BTreeSet};

use playproof_study::bots::{Crowd, simulate};
use playproof_study::export::{csv, parquet};

use super::support::{Running, folder, read};

#[test]
fn forty_players_at_once_get_every_level_once() {
    let folder = folder(40);
    let study = Running::new(folder.path());
    let crowd = Crowd {
        address: study.address,
        code: study.bots_code.clone(),
        n_players: 40,
        seed: 1,
        leaving: 0.0,
    };
    let outcomes = simulate(&crowd);
    for outcome in &outcomes {
        assert_eq!((&outcome.step[..], &outcome.trouble), ("done", &None));
        assert_eq!(outcome.answers.len(), 2);
    }
    let read = read(folder.path());
    assert_eq!(read.plays.len(), 160);
    assert!(
        read.plays
            .iter()
            .all(|play| play.is_bot && !play.is_suspect)
    );
    let levels: BTreeSet<&str> = read.plays.iter().map(|play| &play.level[..]).collect();
    assert_eq!(levels.len(), 160, "no level was shown twice");
    // In each round each set came first equally often.
    let mut first: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for play in read.plays.iter().filter(|play| play.position == 1) {
        *first.entry((&play.round, &play.set)).or_default() += 1;
    }
    assert_eq!(first.into_values().collect::<Vec<_>>(), [20; 4]);
    // Not all of them win at once, and none of them looks at nothing.
    assert!(read.plays.iter().any(|play| play.resets > 0));
    assert!(read.plays.iter().filter(|play| play.solves > 0).count() > 120);
    assert!(read.plays.iter().all(|play| play.seconds > 0.0));
    let table = csv(&read.plays, &read.measures);
    assert_eq!(table.lines().count(), 161);
    assert!(
        table
            .lines()
            .skip(1)
            .all(|line| line.split(',').nth(1) == Some("true"))
    );
    assert!(table.lines().next().unwrap().contains("measure_moves"));
    assert!(
        parquet(&read.plays, &read.measures)
            .unwrap()
            .ends_with(b"PAR1")
    );
    // Simulated players take no level away from people.
    let player = study.participant();
    assert_eq!(player.now()["step"], "consent");
    assert_eq!(player.begin()["step"], "play");
}

#[test]
fn whoever_leaves_is_missing_in_the_report() {
    let folder = folder(4);
    let study = Running::new(folder.path());
    let crowd = Crowd {
        address: study.address,
        code: study.bots_code.clone(),
        n_players: 2,
        seed: 1,
        leaving: 1.0,
    };
    for outcome in simulate(&crowd) {
        assert_eq!((&outcome.step[..], outcome.trouble), ("play", None));
    }
    study.participant().begin();
    let read = read(folder.path());
    assert!(read.plays.is_empty());
    let missing = read.missing.join("\n");
    for told in [
        "1 player began round early and gave no answers",
        "2 simulated players began round early and gave no answers",
        "Round early, set plain: nobody was shown 3 of 4 levels",
        "Round late, set better: nobody was shown 4 of 4 levels",
    ] {
        assert!(missing.contains(told), "{told}: {missing}");
    }
}
