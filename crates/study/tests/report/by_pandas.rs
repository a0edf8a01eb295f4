//! Every figure of the report equals what pandas, numpy and SciPy compute from the
//! exported file.

use std::fs;
use std::path::Path;
use std::process::Command;

use playproof_study::export::csv;
use playproof_study::report::{Sample, figures};
use serde_json::Value;

use crate::simulated::{BOTS, PEOPLE, Players, Simulated};

/// What Python computes from the file.
fn computed(csv: &str, sample: &Sample) -> Value {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let pandas = here.join("../../target/pandas");
    let missing = "pandas is missing; scripts/setup installs it";
    assert!(
        pandas.join("pandas").exists(),
        "{missing}: {}",
        pandas.display()
    );
    let folder = tempfile::TempDir::new().expect("a folder");
    let file = folder.path().join("plays.csv");
    fs::write(&file, csv).expect("a file");
    let output = Command::new("python3")
        .arg(here.join("tests/report/figures.py"))
        .arg(&file)
        .args([sample.confidence.to_string(), sample.margin.to_string()])
        .env("PYTHONPATH", pandas)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .expect("python3 runs");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaint}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// Compares all that is in either; gives how many numbers there are.
fn compare(place: &str, ours: &Value, theirs: &Value) -> usize {
    match (ours, theirs) {
        (Value::Object(a), Value::Object(b)) => {
            let names = |of: &serde_json::Map<String, Value>| {
                let names = of.keys().cloned();
                names.collect::<std::collections::BTreeSet<_>>()
            };
            assert_eq!(names(a), names(b), "{place}");
            a.iter()
                .map(|(name, ours)| compare(&format!("{place}.{name}"), ours, &b[name]))
                .sum()
        }
        (Value::Array(a), Value::Array(b)) => {
            assert_eq!(a.len(), b.len(), "{place}");
            let pairs = a.iter().zip(b).enumerate();
            pairs
                .map(|(i, (a, b))| compare(&format!("{place}[{i}]"), a, b))
                .sum()
        }
        (Value::Number(a), Value::Number(b)) => {
            let (a, b) = (a.as_f64().expect("finite"), b.as_f64().expect("finite"));
            let near = 1e-9 * a.abs().max(b.abs()).max(1.0);
            assert!((a - b).abs() <= near, "{place}: {a} and {b}");
            1
        }
        (ours, theirs) => {
            assert_eq!(ours, theirs, "{place}");
            0
        }
    }
}

fn check(players: &[Players], sample: &Sample, least: usize) {
    let study = Simulated::of(players);
    let ours = figures("Study", sample, &study.plays, &study.measures, &[]);
    let mut ours = serde_json::to_value(&ours).expect("JSON");
    // Words, which Python does not make.
    let fields = ours.as_object_mut().expect("an object");
    for words in ["notes", "title", "schema"] {
        fields.remove(words).expect("a field");
    }
    for who in ["people", "bots"] {
        let questions = ours.pointer_mut(&format!("/{who}/predictors/questions"));
        let questions = questions.and_then(Value::as_array_mut);
        for question in questions.into_iter().flatten() {
            let question = question.as_object_mut().expect("an object");
            let why = question.remove("no_fit").expect("a field");
            question.insert("has_reason".to_owned(), why.is_string().into());
        }
    }
    let theirs = computed(&csv(&study.plays, &study.measures), sample);
    let n_numbers = compare("", &ours, &theirs);
    assert!(n_numbers >= least, "only {n_numbers} numbers");
}

#[test]
fn people_and_bots() {
    let sample = Sample {
        confidence: 0.80,
        margin: 0.10,
    };
    check(&[PEOPLE, BOTS], &sample, 1_000);
}

#[test]
fn few_people() {
    let few = |n| Players { n, ..PEOPLE };
    let sample = Sample {
        confidence: 0.95,
        margin: 0.05,
    };
    check(&[few(4)], &sample, 200);
    check(&[few(1)], &sample, 50);
}
