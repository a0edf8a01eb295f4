//! The examples of the README and of the documents do what is said there,
//! times aside.

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

/// The project's folder.
fn root() -> &'static Path {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    crates.into_iter().nth(2).expect("crates/cli")
}

/// A folder with the project's levels.
fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new(&[]);
    for folder in [
        "levels",
        "levels/dungeon",
        "levels/explain",
        "levels/maze",
        "levels/platform",
        "levels/puzzlescript",
        "levels/race",
        "levels/run",
        "levels/catch",
        "levels/sokoban",
        "levels/properties",
    ] {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if path.is_file() {
                sandbox.write(&format!("{folder}/{name}"), &fs::read(&path).unwrap());
            }
        }
    }
    sandbox
}

/// Runs every example of a document, and gives the files that they name with
/// `-o`.
fn run_examples(sandbox: &Sandbox, document: &str, least: usize) -> Vec<String> {
    let mut n_run = 0;
    let mut written = Vec::new();
    for (command, shown) in examples(&fs::read_to_string(root().join(document)).unwrap()) {
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
        let output = words.iter().position(|w| w == "-o");
        written.extend(output.map(|i| words[i + 1].clone()));
        n_run += 1;
    }
    assert!(n_run >= least, "only {n_run} examples in {document}");
    written
}

#[test]
fn examples_do_what_they_say() {
    run_examples(&sandbox(), "README.md", 4);
}

#[test]
fn examples_of_documents_do_what_they_say() {
    let sandbox = sandbox();
    let mut pictures = run_examples(&sandbox, "docs/properties.md", 20);
    pictures.extend(run_examples(&sandbox, "docs/explain.md", 5));
    pictures.extend(run_examples(&sandbox, "docs/dungeons.md", 4));
    pictures.extend(run_examples(&sandbox, "docs/platform.md", 3));
    let drawn = [
        "first-1-reach.svg",
        "several-ways-1-zone-10-9.svg",
        "dead-end-1-agent.svg",
        "guided-1-hybrid.svg",
    ];
    pictures.extend(drawn.map(str::to_owned));
    run_examples(&sandbox, "docs/puzzlescript.md", 2);
    run_examples(&sandbox, "docs/games.md", 3);
    run_examples(&sandbox, "docs/generate.md", 4);
    run_examples(&sandbox, "docs/exports.md", 6);
    assert!(pictures.len() >= 11);
    for name in pictures {
        let shown = fs::read(root().join("docs/pictures").join(&name)).unwrap();
        assert!(sandbox.read(&name) == shown, "docs/pictures/{name} is old");
    }
}

#[test]
fn drawings_in_the_text_are_the_levels() {
    let texts = ["docs/properties.md", "docs/explain.md"];
    let texts = texts.map(|name| fs::read_to_string(root().join(name)).unwrap());
    let text = texts.concat();
    let drawings = text.split("```text ").skip(1);
    let mut n_drawings = 0;
    for drawing in drawings {
        let (name, rest) = drawing.split_once('\n').unwrap();
        let drawn = &rest[..rest.find("```").unwrap()];
        let level = fs::read_to_string(root().join(name)).unwrap();
        assert_eq!(drawn, level, "{name}");
        n_drawings += 1;
    }
    assert!(n_drawings >= 5);
}

#[test]
fn the_steps_of_the_workflow_run() {
    let sandbox = sandbox();
    let page = fs::read_to_string(root().join("docs/ci.md")).unwrap();
    let page = page.replace("\\\n", " ");
    let steps = page
        .lines()
        .map(|line| line.trim().trim_start_matches("run: "));
    let steps: Vec<&str> = steps
        .filter(|line| line.starts_with("playproof "))
        .collect();
    assert_eq!(steps.len(), 3, "{steps:?}");
    for step in steps {
        let words: Vec<&str> = step.split_whitespace().skip(1).collect();
        let said = sandbox.run(&words);
        assert!(said.status <= 1, "{step}: {}{}", said.stdout, said.stderr);
    }
    assert!(sandbox.path().join("report.sarif").exists());
}
