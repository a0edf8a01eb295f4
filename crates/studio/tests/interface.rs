//! The interface for other programs: the OpenAPI file says what there is, and the clients in
//! docs/interface.md work.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

use playproof_studio::{INTERFACE, Settings, Studio, routes};
use serde_json::Value;
use tempfile::TempDir;

fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).expect("crates/studio")
}

fn interface() -> Value {
    serde_json::from_str(INTERFACE).expect("openapi.json is JSON")
}

/// A studio that stops with the test.
struct Running {
    url: String,
    folder: TempDir,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    fn new() -> Running {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("first.txt"), "#####\n#@$.#\n#####\n").unwrap();
        let studio = Studio::open(&Settings {
            folder: folder.path().to_owned(),
            address: "127.0.0.1:0".parse().unwrap(),
            threads: 2,
        });
        let studio = studio.unwrap();
        let url = studio.url();
        let is_over = Arc::new(AtomicBool::new(false));
        let over = Arc::clone(&is_over);
        let thread = thread::spawn(move || studio.run(|| over.load(Ordering::Relaxed)).unwrap());
        Running {
            url,
            folder,
            is_over,
            thread: Some(thread),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(ended.is_ok() || thread::panicking(), "the server failed");
        }
    }
}

#[test]
fn every_route_is_in_the_file_and_nothing_else() {
    let there: BTreeSet<(String, String)> = routes()
        .into_iter()
        .map(|(method, path)| (method.to_lowercase(), path.to_owned()))
        .collect();
    let interface = interface();
    let mut told = BTreeSet::new();
    for (path, item) in interface["paths"].as_object().unwrap() {
        let operations = item.as_object().unwrap().keys();
        for method in operations.filter(|key| *key != "parameters") {
            told.insert((method.clone(), path.clone()));
            // Only the interface itself is told without the token.
            let is_open = item[method]["security"] == serde_json::json!([]);
            assert_eq!(is_open, !path.starts_with("/api/"), "{method} {path}");
        }
    }
    assert_eq!(told, there);
}

#[test]
fn every_call_is_in_the_file_and_nothing_else() {
    let there: BTreeSet<&str> = playproof_page::call_names().collect();
    let interface = interface();
    let call = &interface["paths"]["/api/call"]["post"];
    let names = |object: &'_ Value| -> BTreeSet<String> {
        object.as_object().unwrap().keys().cloned().collect()
    };
    let there: BTreeSet<String> = there.into_iter().map(str::to_owned).collect();
    assert_eq!(names(&call["x-calls"]), there);
    let content = &call["requestBody"]["content"]["application/json"];
    assert_eq!(names(&content["examples"]), there);
    let mapping = &interface["components"]["schemas"]["Call"]["discriminator"]["mapping"];
    assert_eq!(names(mapping), there);
    // docs/page.md has a row for each as well.
    let page = fs::read_to_string(root().join("docs/page.md")).unwrap();
    for name in &there {
        let is_told = page.lines().any(|line| {
            let first = line.split('|').nth(1).unwrap_or_default();
            first
                .split(", ")
                .any(|cell| cell.trim() == format!("`{name}`"))
        });
        assert!(is_told, "docs/page.md says nothing of `{name}`");
    }
    assert_eq!(interface["info"]["version"], env!("CARGO_PKG_VERSION"));
}

#[test]
fn the_file_is_valid_and_its_examples_run() {
    let tools = root().join("target/openapi");
    assert!(
        tools.is_dir(),
        "openapi-spec-validator is not installed: run scripts/setup"
    );
    let studio = Running::new();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/interface.py");
    let output = Command::new("python3")
        .arg(script)
        .arg(&studio.url)
        .env("PYTHONPATH", tools)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .expect("python3 is not installed: run scripts/setup");
    let said = said(&output);
    assert!(output.status.success(), "{said}");
    println!("{said}");
    assert!(studio.folder.path().join("second.txt").is_file());
}

fn said(output: &Output) -> String {
    let both = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    both.concat()
}

/// The client of a language in docs/interface.md, as a file.
fn client(language: &str, name: &str, folder: &Path) -> PathBuf {
    let page = fs::read_to_string(root().join("docs/interface.md")).unwrap();
    let (_, rest) = page
        .split_once(&format!("```{language}\n"))
        .unwrap_or_else(|| panic!("docs/interface.md has no client in {language}"));
    let (text, _) = rest.split_once("```").unwrap();
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path
}

#[test]
fn the_clients_of_the_documentation_work() {
    let studio = Running::new();
    let folder = tempfile::tempdir().unwrap();
    let clients = [
        ("python", "client.py", "python3"),
        ("js", "client.mjs", "node"),
        ("sh", "client.sh", "bash"),
    ];
    for (language, name, program) in clients {
        let client = client(language, name, folder.path());
        let output = Command::new(program)
            .arg(client)
            .arg(&studio.url)
            .arg(studio.folder.path().join("first.txt"))
            .current_dir(folder.path())
            .output()
            .unwrap_or_else(|_| panic!("{program} is not installed: run scripts/setup"));
        let said = said(&output);
        assert!(output.status.success(), "{language}: {said}");
        assert_eq!(
            said.lines().next(),
            Some("holds: solvable holds, 1 move"),
            "{language}: {said}"
        );
        // What it saves is a certificate of this level.
        let saved = folder.path().join("solvable.cert");
        let certificate = fs::read(&saved).unwrap();
        assert!(
            certificate.starts_with(b"playproof certificate"),
            "{language}"
        );
        fs::remove_file(saved).unwrap();
    }
}
