//! SPIN at work: it writes a verifier of a game in PROMELA, which is compiled
//! and asked.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use playproof_export::promela;
use playproof_model::{Answer, Formula, Property, Quantifier, Rules};
use tempfile::TempDir;

/// How long SPIN may take to translate one formula.
const TRANSLATION: Duration = Duration::from_secs(3);

/// How long anything else may take, that takes a moment.
const PATIENCE: Duration = Duration::from_secs(300);

/// A verifier that SPIN wrote, compiled.
pub struct Verifier(TempDir);

/// SPIN took too long to translate a formula.
struct TookTooLong;

impl Verifier {
    pub fn new(text: &str) -> Verifier {
        let folder = translated(text, PATIENCE).unwrap_or_else(|TookTooLong| panic!("{text}"));
        // What the text itself says to compile it with, but in less time.
        let says = |line: &&str| line.starts_with(" *   gcc ");
        let line = text.lines().find(says).expect("how to compile it");
        let defines = line.split(' ').filter(|word| word.starts_with("-D"));
        let args = ["-O0", "-w", "-o", "pan", "pan.c"].into_iter();
        let args: Vec<&str> = args.chain(defines).collect();
        let (status, said) = run(folder.path(), "gcc", &args, PATIENCE)
            .expect("a compiler ends")
            .expect("gcc runs; install gcc if it is missing");
        assert!(status.success(), "{said}\n{text}");
        Verifier(folder)
    }

    /// Whether SPIN finds a run that does not satisfy a claim.
    fn finds_error(&self, claim: &str) -> bool {
        let said = self.searched(&["-a", "-N", claim]);
        assert!(said.contains(&format!("+ ({claim})")), "{said}");
        match number_before(&said, "errors: ", true) {
            0 => false,
            1 => true,
            _ => panic!("{said}"),
        }
    }

    /// The run against a claim, as SPIN shows it, if there is one.
    pub fn trail(&self, claim: &str) -> Option<String> {
        if !self.finds_error(claim) {
            return None;
        }
        let shown = run(self.0.path(), "spin", &["-t", "-B", "game.pml"], PATIENCE);
        let (_, said) = shown.expect("spin ends").expect("spin runs");
        Some(said)
    }

    /// How many states and transitions the game has.
    pub fn size(&self) -> (u64, u64) {
        let said = self.searched(&[]);
        let states = number_before(&said, " states, stored", false);
        (states, number_before(&said, " transitions", false))
    }

    /// What the verifier says after a search of everything.
    fn searched(&self, args: &[&str]) -> String {
        let depths = ["-m100000", "-m1000000", "-m10000000"].into_iter();
        let said = depths.map(|depth| {
            let args = [args, &["-w18", depth]].concat();
            let (_, said) = run(self.0.path(), "./pan", &args, PATIENCE)
                .unwrap_or_else(|| panic!("the verifier does not end"))
                .expect("the verifier runs");
            said
        });
        let mut deep_enough = said.filter(|said| !said.contains("max search depth too small"));
        let said = deep_enough.next().expect("a search that is deep enough");
        assert!(said.contains("Full statespace search"), "{said}");
        for incomplete in ["out of memory", "truncated", "out of bounds"] {
            assert!(!said.contains(incomplete), "{said}");
        }
        said
    }
}

/// The number that stands before some words, or after them.
fn number_before(said: &str, words: &str, after: bool) -> u64 {
    let (before, behind) = said.split_once(words).expect("a number");
    let number = match after {
        true => behind.split_whitespace().next(),
        false => before.split_whitespace().last(),
    };
    let number = number.and_then(|n| n.parse().ok());
    number.unwrap_or_else(|| panic!("{said}"))
}

/// A folder with the verifier that SPIN writes.
fn translated(text: &str, limit: Duration) -> Result<TempDir, TookTooLong> {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("game.pml"), text).expect("a file");
    let (status, said) = run(folder.path(), "spin", &["-a", "game.pml"], limit)
        .ok_or(TookTooLong)?
        .expect("spin runs; install spin if it is missing");
    let is_whole = status.success() && !said.contains("rror:") && !said.contains("tl_spin");
    let is_written = folder.path().join("pan.c").exists();
    assert!(is_whole && is_written, "{said}\n{text}");
    Ok(folder)
}

/// Runs a program to its end: how it ended and what it said, an error if it
/// cannot be run, nothing if it takes too long.
fn run(
    folder: &Path,
    program: &str,
    args: &[&str],
    limit: Duration,
) -> Option<io::Result<(ExitStatus, String)>> {
    let output = folder.join("output.txt");
    let file = File::create(&output).expect("a file");
    let child = Command::new(program)
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stderr(file.try_clone().expect("a file"))
        .stdout(file)
        .spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) => return Some(Err(error)),
    };
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a child") {
            let said = fs::read(&output).expect("what was said");
            let said = String::from_utf8_lossy(&said).into_owned();
            return Some(Ok((status, said)));
        }
        if start.elapsed() > limit {
            child.kill().expect("a child");
            child.wait().expect("a child");
            return None;
        }
        thread::sleep(Duration::from_millis(2));
    }
}

pub fn named(properties: &[Property]) -> Vec<(String, Property)> {
    let numbered = properties.iter().enumerate();
    numbered
        .map(|(i, property)| (format!("p{i}"), property.clone()))
        .collect()
}

/// Whether one run is asked for, so that the claim is the opposite.
fn asks_for_one(property: &Property) -> bool {
    let definition = property.definition();
    matches!(definition, Some(Formula::Runs(Quantifier::Some, _)))
}

/// What SPIN says about each property.
pub fn spin_answers(rules: &Rules, properties: &[Property]) -> Vec<Answer> {
    let text = promela(rules, &named(properties)).expect("it can be exported");
    let verifier = Verifier::new(&text);
    let numbered = properties.iter().enumerate();
    let answers = numbered.map(|(i, property)| {
        let error = verifier.finds_error(&format!("p{i}"));
        match error == asks_for_one(property) {
            true => Answer::Holds,
            false => Answer::Violated,
        }
    });
    answers.collect()
}

/// Whether SPIN translates a property before long.
pub fn is_translated(rules: &Rules, property: &Property) -> bool {
    let alone = promela(rules, &named(std::slice::from_ref(property)));
    translated(&alone.expect("it can be exported"), TRANSLATION).is_ok()
}
