//! Studies that cannot be served say why.

use std::fs;

use playproof_study::StudyServer;

use super::support::{STUDY, folder, settings, write_set};

fn told(folder: &std::path::Path) -> String {
    let opened = StudyServer::open(&settings(folder, "127.0.0.1:0"), &|_| ());
    match opened {
        Ok(_) => "opened".to_owned(),
        Err(fault) => fault.to_string(),
    }
}

#[test]
fn what_is_wrong_is_said_with_file_and_key() {
    for (from, to, why) in [
        ("seed = 3", "sead = 3", "sead"),
        (
            "tutorial/*.xsb",
            "lessons/*.xsb",
            "tutorial: no file is named by `lessons/*.xsb`",
        ),
        (
            "early-plain/*.xsb",
            "nothing/*",
            "round `early`, sets.plain: no file",
        ),
        (
            "late-plain/*.xsb",
            "early-plain/*.xsb",
            "is in round `early`, sets.plain as well",
        ),
        (
            "seed = 3",
            "players = 3",
            "sets.better: too few levels: 3 players need 3, and there are 2",
        ),
    ] {
        let folder = folder(2);
        let text = STUDY.replacen(from, to, 1);
        assert_ne!(text, STUDY);
        fs::write(folder.path().join("study.toml"), text).unwrap();
        let told = told(folder.path());
        assert!(
            told.contains("study.toml") && told.contains(why),
            "{why}: {told}"
        );
    }
    let folder = folder(1);
    fs::remove_file(folder.path().join("study.toml")).unwrap();
    assert!(told(folder.path()).contains("cannot read"));
}

#[test]
fn levels_that_cannot_be_won_or_read_take_no_part() {
    let lost = "######\n#.@$ #\n######\n"
        .replace("@$ ", "$@ ")
        .replace(".$", "$.");
    for (file, text, why) in [
        ("early-plain/000.xsb", &lost[..], "cannot be won"),
        ("tutorial/000.xsb", &lost, "cannot be won"),
        ("late-better/000.xsb", "", "late-better/000.xsb"),
        (
            "late-better/000.xsb",
            "#####\n#@@.#\n#####\n",
            "late-better/000.xsb",
        ),
    ] {
        let folder = folder(2);
        fs::write(folder.path().join(file), text).unwrap();
        let told = told(folder.path());
        assert!(told.contains(why) && told.contains(file), "{why}: {told}");
    }
}

#[test]
fn a_level_that_was_played_stays_as_it_was() {
    let folder = folder(1);
    let study = super::support::Running::new(folder.path());
    study.participant().begin();
    drop(study);
    // What nobody has seen may change, and more may come.
    write_set(folder.path(), "late-plain", 2, 600);
    assert_eq!(told(folder.path()), "opened");
    write_set(folder.path(), "early-plain", 1, 50);
    let told = told(folder.path());
    assert!(
        told.contains("early-plain/000.xsb#1: this level was changed"),
        "{told}"
    );
}

#[test]
fn a_study_is_served_once_at_a_time() {
    let folder = folder(1);
    let _study = super::support::Running::new(folder.path());
    let told = told(folder.path());
    assert!(told.contains("in use"), "{told}");
}
