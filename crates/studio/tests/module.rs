//! The built module in a JavaScript engine says what the native engines say.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use playproof::Playproof;
use serde_json::{Value, json};

/// What the module answers.
fn by_the_module(requests: &[String]) -> Vec<Value> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut node = Command::new("node")
        .arg(here.join("tests/module.mjs"))
        .arg(here.join("page/playproof.wasm.gz"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("node is not installed: run scripts/test");
    let mut stdin = node.stdin.take().expect("it is piped");
    let requests = requests.join("\n") + "\n";
    let writer = std::thread::spawn(move || stdin.write_all(requests.as_bytes()));
    let output = node.wait_with_output().expect("node ends");
    writer.join().expect("no panic").expect("node reads");
    let text = String::from_utf8(output.stdout).expect("text");
    let answers = text.lines().map(serde_json::from_str);
    answers.collect::<Result<_, _>>().expect("JSON")
}

/// The answer and the length for each property; the certificate is checked by the other one.
fn told(answer: &Value) -> Vec<(&Value, &Value, &Value)> {
    let results = answer["results"].as_array();
    let results = results.unwrap_or_else(|| panic!("{answer}"));
    let told = |r: &'_ Value| -> bool { r["error"].is_null() };
    assert!(results.iter().all(told), "{answer}");
    let parts = results.iter();
    parts
        .map(|r| (&r["property"], &r["answer"], &r["length"]))
        .collect()
}

#[test]
fn the_module_and_the_native_engines_agree() {
    let mut requests = Vec::new();
    for game in Playproof::default().games() {
        let Some((text, _)) = game.example() else {
            continue;
        };
        let request = json!({ "call": "verify", "text": text, "game": game.name(),
            "properties": ["solvable", "unlosable", "shortest >= 5"] });
        requests.push(request.to_string());
        if game.generator().is_some() {
            for seed in 1..4 {
                let request = json!({ "call": "generate", "game": game.name(), "seed": seed,
                    "slice": 1 });
                let made = playproof_page::call(&request.to_string());
                let made: Value = serde_json::from_str(&made).unwrap();
                for level in made["levels"].as_array().into_iter().flatten() {
                    let request = json!({ "call": "verify", "text": level["text"],
                        "game": game.name(), "limits": { "states": 50_000 } });
                    requests.push(request.to_string());
                }
            }
        }
    }
    assert!(requests.len() > 15, "{}", requests.len());
    let answers = by_the_module(&requests);
    assert_eq!(answers.len(), requests.len());
    let mut checks = Vec::new();
    for (request, there) in requests.iter().zip(&answers) {
        let here: Value = serde_json::from_str(&playproof_page::call(request)).unwrap();
        assert_eq!(told(&here), told(there), "{request}");
        for result in there["results"].as_array().unwrap() {
            if let Some(certificate) = result["certificate"].as_str() {
                checks.push(json!({ "call": "check", "certificate": certificate }).to_string());
            }
        }
    }
    // What the module proved, the native kernel accepts.
    assert!(checks.len() >= requests.len());
    for check in &checks {
        let checked: Value = serde_json::from_str(&playproof_page::call(check)).unwrap();
        assert_eq!(checked["accepted"], true, "{checked}");
    }
}
