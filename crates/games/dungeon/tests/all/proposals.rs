//! Dungeons that are proposed: played by opening all locks that can be opened, again
//! and again.

use std::collections::BTreeSet;

use playproof_dungeon::{DungeonDesign, DungeonDesignError, KeyPlacing};

/// How many locks are opened in each round, and whether everything is reached then.
fn rounds(text: &str) -> (Vec<usize>, bool) {
    let after = |head: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(head));
        line.expect("such a line").to_owned()
    };
    let split = |line: &str| -> (String, Vec<String>) {
        let (what, list) = line.split_once(": ").unwrap_or((line, ""));
        let list = list.split(", ").filter(|name| !name.is_empty());
        (what.to_owned(), list.map(str::to_owned).collect())
    };
    let rooms = text.lines().filter_map(|line| line.strip_prefix("room "));
    let rooms = rooms.map(|line| {
        let (name, keys) = split(line);
        let name = name.split(' ').next().expect("a name").to_owned();
        (name, keys)
    });
    let rooms: Vec<(String, Vec<String>)> = rooms.collect();
    let corridors = text.lines().filter(|line| line.contains(" - "));
    let corridors = corridors.map(|line| {
        let (ends, needs) = split(line);
        let (a, b) = ends.split_once(" - ").expect("two rooms");
        ([a.to_owned(), b.to_owned()], needs)
    });
    let corridors: Vec<([String; 2], Vec<String>)> = corridors.collect();
    let mut is_open: Vec<bool> = corridors
        .iter()
        .map(|(_, needs)| needs.is_empty())
        .collect();
    let mut reached = BTreeSet::from([after("start: ")]);
    let mut opened = Vec::new();
    loop {
        let mut n_before = 0;
        while n_before < reached.len() {
            n_before = reached.len();
            for ((ends, _), _) in corridors.iter().zip(&is_open).filter(|(_, open)| **open) {
                if ends.iter().any(|end| reached.contains(end)) {
                    reached.extend(ends.iter().cloned());
                }
            }
        }
        let found = rooms.iter().filter(|(name, _)| reached.contains(name));
        let found: BTreeSet<&String> = found.flat_map(|(_, keys)| keys).collect();
        let mut n_opened = 0;
        for ((ends, needs), open) in corridors.iter().zip(&mut is_open) {
            let is_met = ends.iter().any(|end| reached.contains(end));
            if !*open && is_met && needs.iter().all(|need| found.contains(need)) {
                *open = true;
                n_opened += 1;
            }
        }
        if n_opened == 0 {
            return (opened, reached.len() == rooms.len());
        }
        opened.push(n_opened);
    }
}

#[test]
fn what_is_made_to_be_won_is_opened_to_the_last_room() {
    for branching in [None, Some(1), Some(2), Some(5)] {
        let design = DungeonDesign {
            branching,
            side_keys: 2,
            ..DungeonDesign::new(25, 8)
        };
        assert_eq!(design.validate(), Ok(()));
        for number in 0..50 {
            let text = design.propose(3, number, "t");
            assert_eq!(text, design.propose(3, number, "t"));
            let (opened, is_all) = rounds(&text);
            assert!(is_all && opened.iter().sum::<usize>() == 8, "{text}");
        }
    }
}

#[test]
fn a_branching_limits_what_can_be_opened_at_a_time() {
    for most in 1..=4 {
        let design = DungeonDesign {
            branching: Some(most),
            ..DungeonDesign::new(30, 9)
        };
        for number in 0..50 {
            let (opened, _) = rounds(&design.propose(5, number, "t"));
            assert!(opened.iter().all(|n| *n <= most as usize), "{opened:?}");
            // One at a time, they are opened one after the other.
            assert!(most > 1 || opened.len() == 9, "{opened:?}");
        }
    }
}

#[test]
fn designs_that_make_no_sense_are_refused() {
    let usual = DungeonDesign::new(10, 3);
    let none = DungeonDesign {
        branching: Some(0),
        ..usual.clone()
    };
    assert_eq!(none.validate(), Err(DungeonDesignError::Branching));
    let anywhere = DungeonDesign {
        placing: KeyPlacing::Anywhere,
        ..usual
    };
    assert_eq!(anywhere.validate(), Ok(()));
}
