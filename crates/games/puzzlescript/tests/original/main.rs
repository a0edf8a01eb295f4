//! What PuzzleScript's own tests hold of it, held of ours: a test for each of its cases, by its
//! name. They are read from other people's games; where those are missing, there are none.

mod cases;
mod messages;
#[path = "../shared.rs"]
mod shared;

use std::collections::HashMap;

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

/// How a case is held.
type Check = fn(&Value) -> Result<(), String>;

/// So many cases and games with messages, at least, are where there are any.
const AT_LEAST: [usize; 2] = [224, 141];

fn main() {
    let arguments = Arguments::from_args();
    let files: [(&str, &str, Check); 2] = [
        ("case", "cases.json", cases::check),
        ("game", "messages.json", messages::check),
    ];
    let mut trials = Vec::new();
    for ((kind, file, check), at_least) in files.into_iter().zip(AT_LEAST) {
        let found = trials_of(kind, &entries(file), check);
        let n = found.len();
        trials.push(Trial::test(
            format!("{kind}s are all there"),
            move || match n == 0 || n >= at_least {
                true => Ok(()),
                false => Err(Failed::from(format!("only {n} of {at_least}"))),
            },
        ));
        trials.extend(found);
    }
    libtest_mimic::run(&arguments, trials).exit()
}

/// The entries of a file, none where it is missing.
fn entries(file: &str) -> Vec<Value> {
    let Some(text) = shared::texts(file).pop() else {
        return Vec::new();
    };
    serde_json::from_str(&text).expect("a list")
}

fn trials_of(kind: &str, entries: &[Value], check: Check) -> Vec<Trial> {
    let mut n_named: HashMap<String, u32> = HashMap::new();
    let named = entries.iter().map(|entry| {
        let said = entry["name"].as_str().expect("it has a name");
        let words: Vec<&str> = said.split_whitespace().collect();
        let words = words.join(" ");
        let n = n_named.entry(words.clone()).or_default();
        *n += 1;
        let name = match *n {
            1 => format!("{kind}: {words}"),
            n => format!("{kind}: {words} ({n})"),
        };
        let entry = entry.clone();
        Trial::test(name, move || check(&entry).map_err(Failed::from))
    });
    named.collect()
}
