//! Studies to try things with, and a server that stops with the test.

use std::fmt::Write;
use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

use playproof::Playproof;
use playproof_study::bots::{Answer, Client};
use playproof_study::{Plan, Read, Settings, StudyServer};
use serde_json::{Value, json};
use tempfile::TempDir;

/// The study's file: two rounds of two sets.
pub const STUDY: &str = r#"
title = "Which level?"
consent = "Moves and answers are stored, and nothing else."
tutorial = ["tutorial/*.xsb"]
seed = 3

[[round]]
name = "early"
[round.sets]
plain = ["early-plain/*.xsb"]
better = ["early-better/*.xsb"]

[[round]]
name = "late"
[round.sets]
plain = ["late-plain/*.xsb"]
better = ["late-better/*.xsb"]
"#;

/// Levels of a set, all different: a box in a corridor, with a title that tells the set.
pub fn write_set(folder: &Path, set: &str, n: usize, first: usize) {
    fs::create_dir_all(folder.join(set)).unwrap();
    let corridors = (0..8).flat_map(|a| (0..8).flat_map(move |b| (0..8).map(move |c| (a, b, c))));
    for (number, (a, b, c)) in corridors.skip(first).take(n).enumerate() {
        let room = [a, b, c].map(|n| " ".repeat(n));
        let row = format!("#@{}${}.{}#", room[0], room[1], room[2]);
        let wall = "#".repeat(row.len());
        let text = format!("; {set} level\n{wall}\n{row}\n{wall}\n");
        fs::write(folder.join(format!("{set}/{number:03}.xsb")), text).unwrap();
    }
}

/// A folder with the study and so many levels in every set.
pub fn folder(n_levels: usize) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fill(folder.path(), n_levels);
    folder
}

pub fn fill(folder: &Path, n_levels: usize) {
    fs::write(folder.join("study.toml"), STUDY).unwrap();
    let sets = ["early-plain", "early-better", "late-plain", "late-better"];
    for (i, set) in sets.into_iter().enumerate() {
        write_set(folder, set, n_levels, 100 * i);
    }
    write_set(folder, "tutorial", 1, 500);
}

pub fn settings(folder: &Path, address: &str) -> Settings {
    Settings {
        folder: folder.to_owned(),
        address: address.parse().unwrap(),
        threads: 2,
    }
}

/// A server that stops with the test.
pub struct Running {
    pub address: SocketAddr,
    pub code: String,
    pub bots_code: String,
    pub organisers_token: String,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    pub fn new(folder: &Path) -> Running {
        let server = StudyServer::open(&settings(folder, "127.0.0.1:0"), &|_| ()).unwrap();
        let behind = |url: String, sign: &str| url.split_once(sign).unwrap().1.to_owned();
        let (address, bots_code) = (server.address(), server.bots_code().to_owned());
        let code = behind(server.participants_url(), "#join=");
        let organisers_token = behind(server.organisers_url(), "#token=");
        let is_over = Arc::new(AtomicBool::new(false));
        let over = Arc::clone(&is_over);
        let thread = thread::spawn(move || {
            let is_over = || over.load(Ordering::Relaxed);
            server.run(is_over, |_| ()).unwrap();
        });
        Running {
            address,
            code,
            bots_code,
            organisers_token,
            is_over,
            thread: Some(thread),
        }
    }

    /// A participant who joined.
    pub fn participant(&self) -> Participant {
        let mut client = Client::new(self.address);
        let code = json!({ "code": self.code });
        let joined = client.ask("POST", "/study/api/join", Some(&code)).unwrap();
        assert_eq!(joined.status, 200);
        let token = joined.body["token"].as_str().unwrap().to_owned();
        Participant::of(self.address, token)
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

/// Somebody with a token.
pub struct Participant {
    address: SocketAddr,
    pub token: String,
}

impl Participant {
    pub fn of(address: SocketAddr, token: String) -> Participant {
        Participant { address, token }
    }

    pub fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> Answer {
        let mut client = Client::new(self.address);
        client.carry(self.token.clone());
        client.ask(method, path, body).expect("an answer")
    }

    pub fn post(&self, what: &str, body: &Value) -> Answer {
        self.ask("POST", &format!("/study/api/{what}"), Some(body))
    }

    /// The same, where it must be done.
    pub fn done(&self, what: &str, body: &Value) -> Value {
        let answer = self.post(what, body);
        assert_eq!(answer.status, 200, "{what} {body}: {}", answer.body);
        answer.body
    }

    pub fn now(&self) -> Value {
        let answer = self.ask("GET", "/study/api/now", None);
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body
    }

    /// Agrees, and is done with the tutorial.
    pub fn begin(&self) -> Value {
        self.done("consent", &json!({ "agreed": true }));
        self.done("tutorial", &json!({ "n": 1 }))
    }

    /// Wins the level of a step and goes on: a walk to the box, and then pushes. Says how
    /// many moves it took, and what comes then.
    pub fn win(&self, step: &Value) -> (u32, Value) {
        let log = way(step);
        let at = |body: &str| {
            let (round, position) = (&step["round"], &step["position"]);
            let body: Value = serde_json::from_str(body).unwrap();
            let mut at = json!({ "round": round, "position": position });
            let (all, more) = (at.as_object_mut().unwrap(), body.as_object().unwrap());
            all.extend(more.clone());
            at
        };
        let mut events = String::new();
        for (n, word) in (1..).zip(&log) {
            let _ = write!(events, "{{\"t\": {}, \"e\": \"{word}\"}},", 500 * n);
        }
        let events = events.trim_end_matches(',');
        let sent = at(&format!("{{\"from\": 0, \"events\": [{events}]}}"));
        assert_eq!(self.done("events", &sent), json!({ "seq": log.len() }));
        let then = self.done("continue", &at("{\"t\": 30000}"));
        (log.len() as u32 - 1, then)
    }
}

/// The words that win the corridor of a step.
pub fn way(step: &Value) -> Vec<&'static str> {
    let text = step["level"]["text"].as_str().unwrap();
    let row = text.lines().nth(1).unwrap();
    let at = |letter| row.find(letter).unwrap();
    let walk = at('$') - at('@') - 1;
    let pushes = at('.') - at('$');
    let mut words = vec!["r"; walk];
    words.extend(vec!["R"; pushes]);
    words.push("solve");
    words
}

pub fn answers(round: u32) -> Value {
    json!({
        "round": round,
        "more_interesting": 1,
        "more_difficult": 2,
        "stars": [
            { "interesting": 4, "difficult": 2 },
            { "interesting": 3, "difficult": 5 },
        ],
    })
}

/// What a study has come to.
pub fn read(folder: &Path) -> Read {
    let plan = Plan::read(folder).unwrap();
    playproof_study::read(folder, &plan, &Playproof::default()).unwrap()
}
