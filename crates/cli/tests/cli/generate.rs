//! `playproof generate`: levels with their certificates, the same ones whatever
//! happens in between.

use std::process::Stdio;
use std::time::{Duration, Instant};
use std::{fs, thread};

use crate::support::{Said, Sandbox};

/// All files of a folder, with what is in them.
pub fn files(sandbox: &Sandbox, folder: &str) -> Vec<(String, Vec<u8>)> {
    let names = sandbox.names(folder).into_iter();
    let file = |name: String| {
        let bytes = sandbox.read(&format!("{folder}/{name}"));
        (name, bytes)
    };
    names.map(file).collect()
}

pub fn generate(sandbox: &Sandbox, folder: &str, args: &[&str]) -> Said {
    sandbox.run(&[&["generate"], args, &["--out", folder]].concat())
}

const TWISTY: &str = "\
[[require]]
name = \"winds\"
property = \"some twistiness >= 1/5 within 40\"

[[require]]
name = \"two ways\"
property = \"alternatives >= 2\"
";

#[test]
fn the_same_seed_gives_the_same_files_whatever_the_number_of_threads() {
    let sandbox = Sandbox::new(&[("twisty.toml", TWISTY)]);
    let args = [
        "maze",
        "--size",
        "12x10",
        "--count",
        "15",
        "--spec",
        "twisty.toml",
    ];
    let one = generate(&sandbox, "one", &[&args[..], &["--threads", "1"]].concat());
    insta::assert_snapshot!(one.whole());
    for threads in ["2", "5"] {
        let said = generate(
            &sandbox,
            threads,
            &[&args[..], &["--threads", threads]].concat(),
        );
        assert_eq!(said.status, 0);
        assert_eq!(files(&sandbox, "one"), files(&sandbox, threads));
    }
    let other = generate(&sandbox, "other", &[&args[..], &["--seed", "2"]].concat());
    assert_eq!(other.status, 0);
    assert_ne!(files(&sandbox, "one")[2], files(&sandbox, "other")[2]);
}

#[test]
fn every_level_is_handed_out_with_certificates_that_are_accepted() {
    for game in ["maze", "race", "run", "catch"] {
        let sandbox = Sandbox::new(&[]);
        let args = [
            game,
            "--size",
            "10",
            "--count",
            "6",
            "-p",
            "solvable",
            "-p",
            "routes >= 1",
        ];
        let said = generate(&sandbox, "levels", &args);
        assert_eq!(said.status, 0, "{}{}", said.stdout, said.stderr);
        let names = sandbox.names("levels");
        let levels = names.iter().filter(|name| name.ends_with(".txt"));
        assert_eq!(levels.clone().count(), 6);
        for level in levels {
            let stem = level.strip_suffix(".txt").unwrap();
            for property in ["solvable", "routes-ge-1"] {
                let certificate = format!("levels/{stem}-1-{property}.cert");
                let level = format!("levels/{level}");
                let said = sandbox.run(&["check", &certificate, &level]);
                assert_eq!(said.status, 0, "{}", said.stderr);
                assert!(said.stdout.contains(game), "{}", said.stdout);
            }
            // The game is seen from the letters.
            let said = sandbox.run(&["verify", &format!("levels/{level}"), "--format", "json"]);
            assert_eq!(said.objects()[0]["game"], game);
        }
        assert_eq!(names.len(), 6 * 3 + 1);
    }
}

#[test]
fn what_was_begun_is_gone_on_with() {
    let sandbox = Sandbox::new(&[]);
    let args = |count| ["race", "--size", "10x10", "--count", count, "--seed", "3"];
    let whole = generate(&sandbox, "whole", &args("20"));
    assert_eq!(whole.status, 0);
    let few = generate(&sandbox, "parts", &args("7"));
    assert_eq!(few.status, 0);
    let more = generate(&sandbox, "parts", &args("20"));
    assert!(
        more.stdout.contains("; 7 were there before"),
        "{}",
        more.stdout
    );
    assert_eq!(files(&sandbox, "whole"), files(&sandbox, "parts"));
    // What a killed run leaves goes, and there is nothing left to do.
    let left = sandbox.path().join("parts/.playproof-Qx7z1a.tmp");
    std::fs::write(&left, "half").unwrap();
    let again = generate(&sandbox, "parts", &args("20"));
    assert!(
        again.stdout.contains("; 20 were there before"),
        "{}",
        again.stdout
    );
    assert_eq!(files(&sandbox, "whole"), files(&sandbox, "parts"));
    let other = generate(&sandbox, "parts", &["race", "--size", "11", "--seed", "3"]);
    insta::assert_snapshot!(other.whole());
    assert_eq!(files(&sandbox, "whole"), files(&sandbox, "parts"));
}

#[test]
fn another_design_of_dungeons_is_named_by_its_options() {
    let sandbox = Sandbox::new(&[]);
    let of_rooms = |n| generate(&sandbox, "dungeons", &["dungeon", "--rooms", n]);
    assert_eq!(of_rooms("6").status, 0);
    let refused = of_rooms("7");
    assert_eq!(refused.status, 2);
    let why = "there, dungeon is `--rooms 6 --keys 3 --depth 2 ";
    assert!(refused.stderr.contains(why), "{}", refused.stderr);
}

/// Journals written before there was a choice are of the one rule that there was.
#[test]
fn older_journals_are_gone_on_with_by_their_rule_for_ties() {
    let sandbox = Sandbox::new(&[]);
    let maze = ["maze", "--size", "10", "--count", "4"];
    assert_eq!(generate(&sandbox, "old", &maze).status, 0);
    let path = sandbox.path().join("old/generated.jsonl");
    let journal = std::fs::read_to_string(&path).unwrap();
    let older = journal.replace(",\"tie\":\"other\"", "");
    assert!(older.len() < journal.len());
    std::fs::write(&path, older).unwrap();
    let by_new_rule = [&maze[..], &["--tie", "main"]].concat();
    let refused = generate(&sandbox, "old", &by_new_rule);
    assert_eq!(refused.status, 2);
    let why = "made in another way: there, tie is `other`";
    assert!(refused.stderr.contains(why), "{}", refused.stderr);
    let again = generate(&sandbox, "old", &maze);
    assert_eq!(again.status, 0, "{}", again.stderr);
    assert!(again.stdout.contains("; 4 were there before"));
}

#[test]
fn what_is_damaged_is_made_again() {
    let sandbox = Sandbox::new(&[]);
    let args = ["maze", "--size", "8", "--count", "8"];
    assert_eq!(generate(&sandbox, "whole", &args).status, 0);
    assert_eq!(generate(&sandbox, "hurt", &args).status, 0);
    let path = |name: &str| sandbox.path().join("hurt").join(name);
    let names = sandbox.names("hurt");
    let ending = |end: &str| {
        names
            .iter()
            .filter(|n| n.ends_with(end))
            .collect::<Vec<_>>()
    };
    let (levels, certificates) = (ending(".txt"), ending(".cert"));
    fs::remove_file(path(levels[1])).unwrap();
    fs::remove_file(path(certificates[3])).unwrap();
    let mut bytes = fs::read(path(certificates[5])).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(path(certificates[5]), bytes).unwrap();
    fs::write(path(certificates[6]), "").unwrap();
    fs::write(path(levels[4]), "; cut").unwrap();
    // A line that was cut off when the power failed.
    let journal = fs::read_to_string(path("generated.jsonl")).unwrap();
    fs::write(path("generated.jsonl"), &journal[..journal.len() - 9]).unwrap();
    let said = generate(&sandbox, "hurt", &args);
    assert_eq!(said.status, 0, "{}", said.stderr);
    assert!(said.stdout.contains("5 of them damaged"), "{}", said.stdout);
    // What may be somebody's work is not lost.
    let changed = format!("{}.changed", levels[4]);
    assert!(said.stderr.contains(&changed), "{}", said.stderr);
    assert_eq!(fs::read_to_string(path(&changed)).unwrap(), "; cut");
    fs::write(path(levels[4]), "; cut again").unwrap();
    assert_eq!(generate(&sandbox, "hurt", &args).status, 0);
    let again = format!("{changed}-2");
    assert_eq!(fs::read_to_string(path(&again)).unwrap(), "; cut again");
    for name in [changed, again] {
        fs::remove_file(path(&name)).unwrap();
    }
    assert_eq!(files(&sandbox, "whole"), files(&sandbox, "hurt"));
}

#[test]
fn a_kill_costs_nothing_but_time() {
    let sandbox = Sandbox::new(&[]);
    let args = ["generate", "maze", "--count", "400", "--out"];
    let whole = sandbox.run(&[&args[..], &["whole"]].concat());
    assert_eq!(whole.status, 0);
    let mut killed_early = 0;
    for _ in 0..3 {
        let mut child = sandbox.process(&[&args[..], &["killed"]].concat());
        let mut child = child.stdout(Stdio::null()).spawn().unwrap();
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(20) {
            let n = fs::read_dir(sandbox.path().join("killed")).map_or(0, Iterator::count);
            if n > 30 * (killed_early + 1) {
                break;
            }
            thread::sleep(Duration::from_millis(2));
        }
        killed_early += usize::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(killed_early > 0, "it was always done already");
    let resumed = sandbox.run(&[&args[..], &["killed"]].concat());
    assert_eq!(resumed.status, 0, "{}", resumed.stderr);
    // A file that was being written when the program died may be left over.
    let mut there = files(&sandbox, "killed");
    there.retain(|(name, _)| !name.starts_with(".playproof-"));
    assert_eq!(there, files(&sandbox, "whole"));
}

#[test]
fn the_best_of_many_are_kept() {
    let sandbox = Sandbox::new(&[]);
    let all = ["maze", "--size", "9", "--count", "60", "--proposals", "60"];
    let all = generate(&sandbox, "all", &all);
    assert!(
        all.stdout.starts_with("5") || all.stdout.starts_with("60"),
        "{}",
        all.stdout
    );
    let best = [
        "maze",
        "--size",
        "9",
        "--count",
        "5",
        "--maximize",
        "shortest",
        "--of",
        "60",
    ];
    let best = generate(
        &sandbox,
        "best",
        &[&best[..], &["--format", "json"]].concat(),
    );
    assert_eq!(best.status, 0, "{}", best.stderr);
    let lengths = |folder: &str| {
        let said = sandbox.run(&["verify", folder, "--format", "json"]);
        let mut lengths: Vec<i64> = said
            .objects()
            .iter()
            .map(|o| o["length"].as_i64().unwrap())
            .collect();
        lengths.sort_by(|a, b| b.cmp(a));
        lengths
    };
    assert_eq!(lengths("best"), lengths("all")[..5]);
    let mut values: Vec<i64> = best
        .objects()
        .iter()
        .filter_map(|o| o["value"].as_i64())
        .collect();
    values.sort_by(|a, b| b.cmp(a));
    assert_eq!(values, lengths("best"));
    let threads = [
        "maze",
        "--size",
        "9",
        "--count",
        "5",
        "--maximize",
        "shortest",
        "--of",
        "60",
    ];
    generate(
        &sandbox,
        "more",
        &[&threads[..], &["--threads", "3"]].concat(),
    );
    assert_eq!(files(&sandbox, "best"), files(&sandbox, "more"));
}

#[test]
fn what_no_proposal_meets_is_said_with_how_close_the_best_came() {
    let sandbox = Sandbox::new(&[]);
    let mut all = String::new();
    for (folder, property) in [
        ("long", "shortest >= 60"),
        ("turns", "some turns >= 30 within 25"),
        ("twisty", "some twistiness >= 99/100 within 20"),
        ("none", "unsolvable"),
        ("poor", "some score >= 999"),
    ] {
        let args = ["maze", "--size", "8", "--proposals", "20", "-p", property];
        let said = generate(&sandbox, folder, &args);
        assert_eq!(said.status, 3, "{}", said.stderr);
        all += &said.whole();
    }
    insta::assert_snapshot!(all);
}

/// Where none of the levels can be won, no number of ways would do.
#[test]
fn what_no_number_would_do_for_is_said_so() {
    let sandbox = Sandbox::new(&[]);
    let few = ["maze", "--size", "16", "--connect", "0", "--proposals", "5"];
    let args = [&few[..], &["-p", "alternatives >= 2"]].concat();
    let said = generate(&sandbox, "ways", &args);
    assert_eq!(said.status, 3, "{}", said.stderr);
    let told = "of 5 looked at again: none would meet it with another number\n";
    assert!(said.stdout.ends_with(told), "{}", said.stdout);
}

/// Where nothing is joined, what cannot be reached is proved so.
#[test]
fn unconnected_levels_are_proved_to_be_unsolvable() {
    let sandbox = Sandbox::new(&[]);
    let args = ["maze", "--size", "16", "--connect", "0", "--count", "20"];
    let said = generate(
        &sandbox,
        "levels",
        &[&args[..], &["-p", "unsolvable"]].concat(),
    );
    assert_eq!(said.status, 0, "{}", said.stderr);
    assert_eq!(sandbox.names("levels").len(), 41);
}

#[test]
fn bad_input_is_explained() {
    let sandbox = Sandbox::new(&[("file", "no folder"), ("bad.toml", "[[requirement]]\n")]);
    let mut all = String::new();
    for args in [
        &["maze", "--size", "0"][..],
        &["maze", "--size", "1x5"],
        &["maze", "--size", "5000"],
        &["maze", "--size", "big"],
        &["maze", "--size", "8", "--line", "0101"],
        &["maze", "--size", "4", "--line", "01x1"],
        &["maze", "--life", "B3S23"],
        &["maze", "--life", "B9/S2"],
        &["maze", "--rule", "256"],
        &["maze", "--connect", "101"],
        &["maze", "--count", "0"],
        &["platform-coarse"],
        &["chess"],
        &["maze", "-p", "difficulty rising"],
        &["maze", "-p", "solvible"],
        &["maze", "-p", "some pushes <= 3"],
        &["maze", "--spec", "bad.toml"],
        &["maze", "--maximize", "shortest"],
        &["maze", "--rooms", "5"],
        &["dungeon", "--in-place"],
        &["dungeon", "--size", "8"],
        &["maze", "--maximize", "depth", "--of", "5"],
        &["dungeon", "--maximize", "turns", "--of", "5"],
        &["maze", "--number", "3"],
    ] {
        let said = generate(&sandbox, "levels", args);
        assert_eq!(said.status, 2, "{args:?}: {}", said.stdout);
        all += &format!("$ {}\n{}", args.join(" "), said.stderr);
    }
    for args in [
        &["generate", "maze"][..],
        &["generate", "maze", "--out", "file"],
        &["generate", "maze", "--out", "file/levels"],
        &["generate", "maze", "--stages", "stages.png"],
    ] {
        let said = sandbox.run(args);
        assert_eq!(said.status, 2, "{args:?}");
        all += &format!("$ {}\n{}", args.join(" "), said.stderr);
    }
    insta::assert_snapshot!(all);
    // What stands in the way is left alone.
    assert_eq!(sandbox.read("file"), b"no folder");
    sandbox.write("mine/maze-000000.txt", b"my own level\n");
    let said = sandbox.run(&["generate", "maze", "--out", "mine"]);
    assert_eq!(said.status, 2);
    assert_eq!(sandbox.read("mine/maze-000000.txt"), b"my own level\n");
}

#[test]
fn stages_are_shown_in_characters_and_as_a_picture() {
    let sandbox = Sandbox::new(&[]);
    let args = [
        "generate", "race", "--size", "10x8", "--seed", "4", "--stages",
    ];
    insta::assert_snapshot!(sandbox.run(&args).whole());
    let said = sandbox.run(&[&args[..], &["stages.svg"]].concat());
    assert_eq!((said.status, &said.stderr[..]), (0, ""));
    let svg = String::from_utf8(sandbox.read("stages.svg")).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("c: B3/S12345"));
}

/// A given line is one level; only a random placement makes more of it.
#[test]
fn a_line_gives_one_level() {
    let sandbox = Sandbox::new(&[]);
    let args = [
        "maze",
        "--size",
        "12",
        "--line",
        "010011010110",
        "--count",
        "3",
    ];
    let said = generate(&sandbox, "one", &args);
    assert_eq!(said.status, 3);
    assert!(
        said.stdout.starts_with("1 level in one of 3 wanted"),
        "{}",
        said.stdout
    );
    let why = "of one line all proposals are the same";
    assert!(said.stderr.contains(why), "{}", said.stderr);
    let said = generate(
        &sandbox,
        "three",
        &[&args[..], &["--place", "random"]].concat(),
    );
    assert_eq!(said.status, 0, "{}", said.stdout);
}

const BEST: [&str; 9] = [
    "maze",
    "--size",
    "8",
    "--count",
    "5",
    "--maximize",
    "shortest",
    "--of",
    "50",
];

#[test]
fn the_best_are_not_forgotten_when_one_cannot_be_written() {
    let sandbox = Sandbox::new(&[]);
    assert_eq!(generate(&sandbox, "whole", &BEST).status, 0);
    let names = sandbox.names("whole").into_iter();
    let levels: Vec<_> = names.filter(|n| n.ends_with(".txt")).collect();
    let in_the_way = sandbox.path().join("parts").join(&levels[1]);
    fs::create_dir(sandbox.path().join("parts")).unwrap();
    fs::write(&in_the_way, "somebody's").unwrap();
    assert_eq!(generate(&sandbox, "parts", &BEST).status, 2);
    assert_eq!(fs::read(&in_the_way).unwrap(), b"somebody's");
    fs::remove_file(&in_the_way).unwrap();
    let said = generate(&sandbox, "parts", &BEST);
    assert_eq!(said.status, 0, "{}", said.stdout);
    assert_eq!(files(&sandbox, "whole"), files(&sandbox, "parts"));
}

#[test]
fn a_level_that_two_runs_noted_counts_once() {
    let sandbox = Sandbox::new(&[]);
    let args = |count| ["maze", "--size", "8", "--count", count];
    assert_eq!(generate(&sandbox, "two", &args("2")).status, 0);
    let path = sandbox.path().join("two/generated.jsonl");
    let mut journal = fs::read_to_string(&path).unwrap();
    let last = journal.lines().last().unwrap().to_owned();
    journal += &(last + "\n");
    fs::write(&path, journal).unwrap();
    assert_eq!(generate(&sandbox, "two", &args("3")).status, 0);
    let levels = sandbox.names("two").into_iter();
    assert_eq!(levels.filter(|n| n.ends_with(".txt")).count(), 3);
}

#[test]
fn a_journal_cannot_pass_off_what_is_violated_or_lies_elsewhere() {
    let sandbox = Sandbox::new(&[]);
    let args = |property| {
        [
            "race", "--size", "8", "--place", "random", "--seed", "3", "-p", property,
        ]
    };
    assert_eq!(generate(&sandbox, "lost", &args("unsolvable")).status, 0);
    let journal = String::from_utf8(sandbox.read("lost/generated.jsonl")).unwrap();
    assert!(journal.contains("race-000000"), "{journal}");
    // A certificate that the level cannot be won, where it should be winnable.
    let level = "lost/race-000000.txt";
    let verify = ["verify", level, "--game", "race", "--cert", "forged"];
    assert_eq!(sandbox.run(&verify).status, 1);
    fs::copy(
        sandbox.path().join(level),
        sandbox.path().join("forged/race-000000.txt"),
    )
    .unwrap();
    let forged = journal.replace("unsolvable", "solvable");
    fs::write(sandbox.path().join("forged/generated.jsonl"), forged).unwrap();
    let said = generate(&sandbox, "forged", &args("solvable"));
    assert_eq!(said.status, 2, "{}", said.stdout);
    // Files of another folder.
    let elsewhere = journal.replace("\"race-0", "\"../lost/race-0");
    fs::create_dir(sandbox.path().join("here")).unwrap();
    fs::write(sandbox.path().join("here/generated.jsonl"), elsewhere).unwrap();
    let said = generate(&sandbox, "here", &args("unsolvable"));
    assert_eq!(said.status, 2, "{}", said.stdout);
    assert_eq!(sandbox.names("here"), ["generated.jsonl"]);
}

#[test]
fn a_folder_where_nothing_came_out_is_free_for_another_try() {
    let sandbox = Sandbox::new(&[]);
    let ask = |least: &str, more: &[&str]| {
        let args = ["maze", "--size", "6", "--count", "2", "-p", least];
        generate(&sandbox, "levels", &[&args, more].concat())
    };
    let nothing = ask("shortest >= 60", &["--proposals", "20"]);
    assert_eq!(nothing.status, 3, "{}", nothing.stderr);
    assert_eq!(sandbox.names("levels"), ["generated.jsonl"]);
    let some = ask("shortest >= 3", &[]);
    assert_eq!(some.status, 0, "{}", some.stderr);
    let other = ask("shortest >= 4", &["--rule", "30"]);
    assert_eq!(other.status, 2, "{}", other.stdout);
    let why = "there, requirements is `shortest >= 3` and rule is 150;";
    assert!(other.stderr.contains(why), "{}", other.stderr);
    let again = ask("shortest >= 3", &[]);
    assert!(
        again.stdout.contains("2 were there before"),
        "{}",
        again.stdout
    );
}

/// Several games have columns; each has its own range and what holds without the option.
#[test]
fn an_option_of_several_games_keeps_to_the_range_of_each() {
    let sandbox = Sandbox::new(&[]);
    let said = generate(&sandbox, "ice", &["ice", "--columns", "300"]);
    assert_eq!(said.status, 2);
    assert!(said.whole().contains("--columns 300 is not in 2..=200"));
    let calm = ["platform", "--walkers", "no", "--difficulty", "2"];
    for (columns, given) in [(300, &["--columns", "300"][..]), (200, &[])] {
        let folder = columns.to_string();
        let said = generate(&sandbox, &folder, &[&calm[..], given].concat());
        assert_eq!(said.status, 0, "{}", said.whole());
        let level = sandbox.read(&format!("{folder}/platform-000000.txt"));
        let level = String::from_utf8(level).unwrap();
        assert_eq!(level.lines().last().map(str::len), Some(columns));
    }
}
