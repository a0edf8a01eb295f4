//! Databases that are damaged, gone, or on a full disk.

use std::fs;
use std::path::Path;

use playproof_study::{DATABASE, JOURNAL, StudyServer};

use super::support::{Running, answers, folder, read, settings};

/// One participant who finished everything.
fn finish(folder: &Path) {
    let study = Running::new(folder);
    let player = study.participant();
    let mut step = player.begin();
    for round in 1..=2 {
        step = player.win(&step).1;
        player.win(&step);
        step = player.done("answers", &answers(round));
    }
}

#[test]
fn a_damaged_database_costs_no_finished_answer() {
    let folder = folder(2);
    let folder = folder.path();
    finish(folder);
    let before = read(folder);
    assert_eq!(before.plays.len(), 4);
    let path = folder.join(DATABASE);
    let sound = fs::read(&path).unwrap();
    assert!(sound.len() > 16 * 1024);
    for (from, n, what) in [
        (0, 16, "its head"),
        (4096, 8192, "pages"),
        (100, 60, "its schema"),
    ] {
        let mut bytes = sound.clone();
        bytes[from..from + n].fill(0xa5);
        fs::write(&path, &bytes).unwrap();
        for beside in ["-wal", "-shm"] {
            let _ = fs::remove_file(folder.join(format!("{DATABASE}{beside}")));
        }
        // Nobody goes on with it, and it stays as it is.
        let opened = StudyServer::open(&settings(folder, "127.0.0.1:0"), &|_| ());
        let told = opened.err().map(|fault| fault.to_string());
        let told = told.unwrap_or_else(|| panic!("{what} is damaged, and nobody says so"));
        assert!(
            told.contains("is damaged") && told.contains(JOURNAL),
            "{told}"
        );
        assert_eq!(fs::read(&path).unwrap(), bytes);
        // The report has every answer, and says what happened.
        let read = read(folder);
        assert_eq!(read.plays, before.plays, "{what}");
        assert!(
            read.missing.join("\n").contains("damaged"),
            "{:?}",
            read.missing
        );
    }
    // As the message says: away with it, and on.
    fs::rename(&path, folder.join("damaged.sqlite")).unwrap();
    assert!(read(folder).missing.join("\n").contains("gone"));
    let study = Running::new(folder);
    let after = read(folder);
    assert_eq!(
        (after.plays, after.measures),
        (before.plays, before.measures)
    );
    assert!(!after.missing.join("\n").contains("damaged"));
    // Their levels stay used: of two in each set one is left.
    study.participant().begin();
    assert_eq!(study.participant().now()["step"], "full");
}

#[test]
fn a_database_cut_off_is_seen() {
    let folder = folder(2);
    let folder = folder.path();
    finish(folder);
    let before = read(folder);
    let path = folder.join(DATABASE);
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    assert!(StudyServer::open(&settings(folder, "127.0.0.1:0"), &|_| ()).is_err());
    assert_eq!(read(folder).plays, before.plays);
    // An empty file is a database without anything: the journal fills it again.
    fs::write(&path, "").unwrap();
    let _study = Running::new(folder);
    assert_eq!(read(folder).plays, before.plays);
}

#[test]
fn without_a_journal_the_database_is_enough() {
    let folder = folder(2);
    let folder = folder.path();
    finish(folder);
    let before = read(folder);
    fs::write(folder.join(JOURNAL), "half a li").unwrap();
    let after = read(folder);
    assert_eq!(after.plays, before.plays);
    assert!(
        after
            .missing
            .join("\n")
            .contains("lines that cannot be read: 1")
    );
    fs::remove_file(folder.join(JOURNAL)).unwrap();
    assert_eq!(read(folder).plays, before.plays);
}
