//! What there is, and help.

use insta::assert_snapshot;

use crate::support::Sandbox;

const LISTS: [&str; 4] = ["games", "engines", "properties", "formats"];

#[test]
fn each_list_has_a_line_for_each() {
    let sandbox = Sandbox::new(&[]);
    assert_snapshot!(sandbox.run(&["properties"]).whole());
    assert_snapshot!(sandbox.run(&["engines"]).whole());
    for list in LISTS {
        let n_lines = sandbox.run(&[list]).stdout.lines().count();
        let objects = sandbox.run(&[list, "--format", "json"]).objects();
        // The columns of the engines have names.
        let n_heads = usize::from(list == "engines");
        assert_eq!(objects.len() + n_heads, n_lines);
        assert!(n_lines > 0);
        for object in objects {
            assert!(!object["name"].as_str().unwrap().is_empty());
            assert!(!object["summary"].as_str().unwrap().is_empty());
            if list == "engines" {
                let decides = object["decides"].as_array().unwrap();
                assert!(!decides.is_empty(), "{object}");
            }
        }
    }
}

#[test]
fn every_command_has_examples() {
    let sandbox = Sandbox::new(&[]);
    let help = sandbox.run(&["--help"]).stdout;
    let commands = help.split_once("Exit status").unwrap().0.lines();
    let commands = commands.filter(|l| l.starts_with("  "));
    let names: Vec<&str> = commands
        .filter_map(|l| l.split_whitespace().next())
        .collect();
    assert!(names.len() >= 20, "{names:?}");
    for name in names {
        let said = sandbox.run(&[name, "--help"]);
        assert!(said.stdout.contains("Examples:"), "{name}");
    }
}

#[test]
fn every_game_has_a_level_to_start_from() {
    let sandbox = crate::support::Sandbox::new(&[]);
    let games = sandbox.run(&["games", "--format", "json"]).objects();
    assert!(games.len() > 5);
    for game in games {
        let game = game["name"].as_str().unwrap();
        let name = format!("my-{game}");
        let said = sandbox.run(&["new", game, &name]);
        assert_eq!(said.status, 0, "{}", said.stderr);
        let file = said.stdout.split(": ").next().unwrap();
        let won = sandbox.run(&["verify", file, "--game", game]);
        assert_eq!(won.status, 0, "{game}: {}{}", won.stdout, won.stderr);
        let before = sandbox.read(file);
        let again = sandbox.run(&["new", game, file]);
        assert_eq!((again.status, sandbox.read(file)), (2, before), "{game}");
    }
}

#[test]
fn short_help_fits_a_screen() {
    let sandbox = Sandbox::new(&[]);
    let lines = |args: &[&str]| {
        let said = sandbox.run(args).stdout;
        assert!(said.contains("Usage:"), "{args:?}: {said}");
        said.lines().count()
    };
    let all = sandbox.run(&["-h"]).stdout;
    // The prompt below it takes the last line of 24.
    assert!(lines(&["-h"]) <= 23, "{all}");
    assert!(all.lines().all(|line| line.chars().count() <= 80), "{all}");
    for command in [
        "verify", "explain", "solve", "animate", "generate", "check", "analyze",
    ] {
        let n = lines(&[command, "-h"]);
        assert!(n <= 32, "{command}: {n}");
    }
    // No command is left out.
    for command in ["completions", "strategies", "reproduce"] {
        assert!(all.contains(command), "{command}: {all}");
    }
}
