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
    let commands = help.split("Commands:\n").nth(1).unwrap().lines();
    let commands = commands.take_while(|l| l.starts_with("  "));
    let names: Vec<&str> = commands
        .filter_map(|l| l.split_whitespace().next())
        .collect();
    assert!(names.len() >= 7, "{names:?}");
    // `help` is about the others.
    for name in names.into_iter().filter(|n| *n != "help") {
        let said = sandbox.run(&[name, "--help"]);
        assert!(said.stdout.contains("Examples:"), "{name}");
    }
}
