//! The built modules say what their sources say: of a certificate of every game, and of each
//! of them damaged. A module that is behind its sources fails here; `scripts/build-page
//! --proof` builds it anew.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use playproof::{Limits, Playproof};
use playproof_proof::{PARTS, Part, check, part_of};
use playproof_report::base64::encoded;
use serde_json::Value;

/// The most that a module comes to, packed. Wanted are 300 kB; of six modules two are below.
const MOST: usize = 370_000;

/// What a module answers.
fn by_the_module(part: &Part, requests: &[Vec<u8>]) -> Vec<Value> {
    let folder = tempfile::tempdir().expect("a folder");
    let module = folder.path().join("module.wasm.gz");
    fs::write(&module, part.module).expect("a file");
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut node = Command::new("node")
        .arg(here.join("tests/module.mjs"))
        .arg(module)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("node is not installed: run scripts/setup");
    let mut stdin = node.stdin.take().expect("it is piped");
    let lines: String = requests.iter().map(|r| encoded(r) + "\n").collect();
    let writer = std::thread::spawn(move || stdin.write_all(lines.as_bytes()));
    let output = node.wait_with_output().expect("node ends");
    writer.join().expect("no panic").expect("node reads");
    let text = String::from_utf8(output.stdout).expect("text");
    let answers = text.lines().map(serde_json::from_str);
    answers.collect::<Result<_, _>>().expect("JSON")
}

/// Certificates about a level, self-contained.
fn certificates(game: Option<&str>, text: &str, properties: &[&str]) -> Vec<Vec<u8>> {
    let playproof = Playproof::default();
    let read = playproof.read("level", text.as_bytes()).expect("a level");
    let prepared = playproof
        .prepare(&read.levels[0], game)
        .unwrap_or_else(|error| panic!("{game:?}: {error}\n{text}"));
    let proofs = properties.iter().map(|property| {
        let asked = Playproof::property(property).expect("a property");
        let proof = prepared.verify(&asked, None, &mut Limits::states(2_000_000));
        let proof = proof.unwrap_or_else(|error| panic!("{game:?}, {property}: {error}"));
        let certificate = proof.certificate;
        certificate.unwrap_or_else(|| panic!("{game:?}, {property}: {:?}", proof.verdict))
    });
    proofs.map(|proof| proof.to_bytes(true)).collect()
}

fn request(certificate: &[u8]) -> Vec<u8> {
    [&br#"{"every":2,"delay":null}"#[..], b"\n", certificate].concat()
}

/// A certificate with a change in each of its parts, and whether it must be rejected: evidence
/// may still be right after a change.
fn damaged(certificate: &[u8]) -> Vec<(Vec<u8>, bool)> {
    let text = String::from_utf8_lossy(certificate);
    let head = text.find("\n\n").expect("a head") + 2;
    let length = |name: &str| -> usize {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        line.expect("a length").parse().expect("a number")
    };
    let statement = head + length("level: ");
    let payload = statement + length("statement: ");
    let turn = |at: usize| {
        let mut bytes = certificate.to_vec();
        bytes[at] ^= 1;
        bytes
    };
    let verdict = match text[..head].contains("verdict: holds") {
        true => ("verdict: holds", "verdict: violated"),
        false => ("verdict: violated", "verdict: holds"),
    };
    let flipped = {
        let at = text.find(verdict.0).expect("a verdict");
        let rest = &certificate[at + verdict.0.len()..];
        [&certificate[..at], verdict.1.as_bytes(), rest].concat()
    };
    vec![
        (flipped, true),
        (
            turn(text.find("property: ").expect("a property") + 12),
            true,
        ),
        // A game's text has colours and comments too, of which nothing is proved.
        (turn((head + statement) / 2), !text.contains("\nsystem ")),
        (turn((statement + payload) / 2), true),
        (turn((payload + certificate.len()) / 2), false),
        (certificate[..certificate.len() - 1].to_vec(), true),
        ([certificate, b"\0"].concat(), true),
    ]
}

/// Asks both.
fn compared(part: &Part, certificates: &[Vec<u8>]) {
    let mut requests = Vec::new();
    let mut wanted = Vec::new();
    for certificate in certificates {
        requests.push(request(certificate));
        wanted.push(Some(true));
        for (damaged, is_wrong) in damaged(certificate) {
            requests.push(request(&damaged));
            wanted.push(is_wrong.then_some(false));
        }
    }
    requests.push(b"{}\n".to_vec());
    requests.push(br#"{"every":1,"delay":null}"#.to_vec());
    wanted.extend([Some(false), Some(false)]);
    let answers = by_the_module(part, &requests);
    assert_eq!(answers.len(), requests.len());
    let games = (part.games)();
    for ((request, there), wanted) in requests.iter().zip(&answers).zip(wanted) {
        let here: Value = serde_json::from_str(&check(&games, request)).expect("JSON");
        let shown = String::from_utf8_lossy(request);
        let accepted = here["accepted"].as_bool();
        assert!(wanted.is_none() || accepted == wanted, "{here}\n{shown}");
        assert_eq!(
            &here, there,
            "the module is behind its sources: run scripts/build-page --proof\n{shown}"
        );
    }
}

/// What is asked of each game's example.
fn properties(game: &str) -> &'static [&'static str] {
    match game {
        "vgdl" | "puzzlescript" => &["solvable", "unlosable"],
        name if name.starts_with("platform") => &["solvable", "shortest >= 5"],
        _ => &["solvable", "shortest >= 5", "softlock-free", "unlosable"],
    }
}

#[test]
fn modules_say_what_their_sources_say() {
    let playproof = Playproof::default();
    for part in &PARTS {
        let mut all = Vec::new();
        for game in (part.games)() {
            let game = playproof.game(game.name()).expect("a game");
            let (text, _) = game.example().expect("an example");
            all.extend(certificates(
                Some(game.name()),
                text,
                properties(game.name()),
            ));
        }
        compared(part, &all);
    }
}

#[test]
fn every_kind_of_evidence() {
    // A lasso, runs and a cut.
    let corridor = "A000G\n";
    let further = ["GF at(1, 1)", "alternatives >= 2", "routes >= 2", "unique"];
    let mut all = certificates(Some("maze"), corridor, &further[..1]);
    let wide = "1111111\n1A00001\n11101G1\n1111111\n";
    all.extend(certificates(Some("maze"), wide, &further[1..]));
    compared(&part_of("maze").expect("a part"), &all);
}

#[test]
fn every_game_has_a_module() {
    for game in Playproof::default().games() {
        let part = part_of(game.name()).unwrap_or_else(|| panic!("{}", game.name()));
        assert!(part.module.starts_with(&[0x1f, 0x8b]), "{}", game.name());
    }
}

#[test]
fn built_files_are_small() {
    let sizes = PARTS.map(|part| part.module.len());
    assert!(sizes.iter().all(|size| *size <= MOST), "{sizes:?}");
}
