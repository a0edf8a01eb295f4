//! The README's examples do what the README says, times aside.

use std::fs;
use std::path::Path;

use crate::support::{Sandbox, without_times};

/// The commands of the `console` blocks, each with the output shown.
fn examples(readme: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for block in readme.split("```console\n").skip(1) {
        let block = &block[..block.find("```").expect("a block ends")];
        for line in block.lines() {
            match line.strip_prefix("$ ") {
                Some(command) => found.push((command.to_owned(), String::new())),
                None => {
                    let (_, output) = found.last_mut().expect("output follows a command");
                    *output += &format!("{line}\n");
                }
            }
        }
    }
    found
}

/// Words, where quotes keep a word together.
fn words(command: &str) -> Vec<String> {
    let pieces = command.split('"').enumerate();
    let pieces = pieces.flat_map(|(i, piece)| match i % 2 {
        1 => vec![piece.to_owned()],
        _ => piece.split_whitespace().map(str::to_owned).collect(),
    });
    pieces.collect()
}

#[test]
fn examples_do_what_they_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("crates/cli");
    let sandbox = Sandbox::new(&[]);
    for folder in ["levels", "levels/maze"] {
        for entry in fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if path.is_file() {
                sandbox.write(&format!("{folder}/{name}"), &fs::read(&path).unwrap());
            }
        }
    }
    let mut n_run = 0;
    for (command, shown) in examples(&fs::read_to_string(root.join("README.md")).unwrap()) {
        let command = command.replace("cargo run --release --", "playproof");
        let words = words(&command);
        if words[0] != "playproof" {
            continue;
        }
        let arguments: Vec<&str> = words[1..].iter().map(String::as_str).collect();
        let said = sandbox.run(&arguments);
        assert!(said.status <= 1, "{command}: {}", said.stderr);
        if !shown.is_empty() {
            assert_eq!(
                without_times(&said.stdout),
                without_times(&shown),
                "{command}"
            );
        }
        n_run += 1;
    }
    assert!(n_run >= 4, "only {n_run} examples");
}
