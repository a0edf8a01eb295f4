//! Who may ask for what.

use playproof_study::bots::Client;
use serde_json::{Value, json};

use super::support::{Participant, Running, folder};

/// All routes of participants.
const STUDY: [&str; 8] = [
    "GET /study/api/now",
    "POST /study/api/consent",
    "POST /study/api/tutorial",
    "POST /study/api/events",
    "POST /study/api/continue",
    "POST /study/api/answers",
    "GET /study/api",
    "GET /study/api/other",
];

/// All other routes: those of the organiser, and pages.
const OTHERS: [&str; 16] = [
    "GET /api/state",
    "POST /api/call",
    "POST /api/jobs",
    "GET /api/jobs/1",
    "DELETE /api/jobs/1",
    "GET /api/files",
    "GET /api/file?path=study.toml",
    "GET /api/file?path=early-plain/000.xsb",
    "PUT /api/file",
    "GET /api",
    "GET /api/other",
    "GET /apiary",
    "GET /",
    "GET /index.html",
    "GET /study.sqlite",
    "GET /answers.jsonl",
];

fn ask(of: &Participant, route: &str) -> u16 {
    let (method, path) = route.split_once(' ').unwrap();
    let body = (method != "GET").then(|| json!({}));
    of.ask(method, path, body.as_ref()).status
}

#[test]
fn a_participants_token_opens_nothing_else() {
    let folder = folder(1);
    let study = Running::new(folder.path());
    let player = study.participant();
    for route in OTHERS {
        assert_eq!(ask(&player, route), 403, "{route}");
    }
    for route in ["DELETE /study/now", "PUT /study/", "POST /study/apis"] {
        assert_eq!(ask(&player, route), 403, "{route}");
    }
    // The organiser's token opens what is theirs.
    let organiser = Participant::of(study.address, study.organisers_token.clone());
    for route in ["GET /api/state", "GET /api/files", "GET /"] {
        assert_eq!(ask(&organiser, route), 200, "{route}");
    }
    assert_eq!(ask(&player, "GET /study/api/now"), 200);
}

#[test]
fn the_study_needs_a_token_of_its_own() {
    let folder = folder(1);
    let study = Running::new(folder.path());
    for route in STUDY {
        let (method, path) = route.split_once(' ').unwrap();
        let body = (method != "GET").then(|| json!({}));
        let answer = Client::new(study.address).ask(method, path, body.as_ref());
        assert_eq!(answer.unwrap().status, 401, "{route}");
    }
    // Bodies that make sense, so that nothing but the token is wrong.
    let bodies: [(&str, Value); 5] = [
        ("consent", json!({ "agreed": true })),
        ("tutorial", json!({ "n": 1 })),
        (
            "events",
            json!({ "round": 1, "position": 1, "from": 0, "events": [] }),
        ),
        ("continue", json!({ "round": 1, "position": 1, "t": 1 })),
        ("answers", super::support::answers(1)),
    ];
    for token in [
        "",
        "0",
        &study.organisers_token,
        &study.code,
        &"0".repeat(32),
    ] {
        let stranger = Participant::of(study.address, token.to_owned());
        let answer = stranger.ask("GET", "/study/api/now", None);
        assert_eq!(answer.status, 401, "{token}");
        for (what, body) in &bodies {
            assert_eq!(stranger.post(what, body).status, 401, "{what} {token}");
        }
    }
    let player = study.participant();
    assert_eq!(player.ask("GET", "/study/api/other", None).status, 404);
}

#[test]
fn joining_needs_the_code_and_is_not_guessed() {
    let folder = folder(1);
    let study = Running::new(folder.path());
    let mut client = Client::new(study.address);
    let mut join = |code: &str| {
        let body = json!({ "code": code });
        let answer = client.ask("POST", "/study/api/join", Some(&body)).unwrap();
        answer.status
    };
    for wrong in ["", "0", &study.code[1..], &study.organisers_token] {
        assert_eq!(join(wrong), 403, "{wrong}");
    }
    assert_eq!(join(&study.code), 200);
    let statuses: Vec<u16> = (0..400).map(|n| join(&format!("{n:010}"))).collect();
    assert!(statuses.contains(&429), "whoever guesses is slowed down");
    assert!(!statuses.contains(&200));
}

#[test]
fn one_participant_cannot_ask_without_end() {
    let folder = folder(1);
    let study = Running::new(folder.path());
    let (player, other) = (study.participant(), study.participant());
    other.now();
    let statuses: Vec<u16> = (0..200)
        .map(|_| player.ask("GET", "/study/api/now", None).status)
        .collect();
    assert!(statuses.contains(&429));
    other.now();
}
