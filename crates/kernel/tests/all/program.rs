//! `playproof-check` as a program: its answers, its status, and bad input.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use playproof_kernel::{Sha256, hex};

/// A lamp that can be switched on.
const LAMP: &str = "\
playproof statement 1
var lamp 0 1
e0 var lamp
e1 const 1
action switch
command switch switch when e1 : lamp = e1
start 0
prop p0 e0 lit
ask reach p0 holds
end
";

/// One step: initial state 0, one step, action 0 (written as 1), choice 0.
const SWITCHED: &[u8] = &[0, 1, 1, 0];

fn sha(text: &str) -> String {
    let mut hash = Sha256::new();
    hash.update(text.as_bytes());
    hex(&hash.finish())
}

fn certificate(statement: &str, carried: bool, kind: &str, payload: &[u8]) -> Vec<u8> {
    let text = if carried { statement } else { "" };
    let head = format!(
        "playproof certificate 3\ngame: lamps\nproperty: solvable\ncore: EF win\nverdict: holds\n\
         evidence: {kind}\nrules: {}\nlevel: 0\nstatement: {}\npayload: {}\n\n{text}",
        sha(statement),
        text.len(),
        payload.len(),
    );
    [head.as_bytes(), payload].concat()
}

/// Runs the program on a certificate from standard input.
fn check(arguments: &[&str], certificate: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_playproof-check"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    // A program that refuses its arguments does not read.
    let _ = input.write_all(certificate);
    drop(input);
    child.wait_with_output().expect("it ends")
}

#[track_caller]
fn told(arguments: &[&str], certificate: &[u8], status: i32, words: &str) {
    let output = check(arguments, certificate);
    let all = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&all).into_owned();
    assert_eq!(output.status.code(), Some(status), "{text}");
    assert!(text.contains(words), "{text}");
}

fn file(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("a file");
    path
}

#[test]
fn a_run_is_accepted_and_another_is_not() {
    told(&["-"], &certificate(LAMP, true, "trace", SWITCHED), 0, "accepted");
    told(&["-"], &certificate(LAMP, true, "trace", SWITCHED), 0, "axioms: none");
    told(&["-"], &certificate(LAMP, true, "trace", &[0, 0]), 4, "does not reach the target");
    let whole = certificate(LAMP, true, "trace", SWITCHED);
    told(&["-"], &whole[..whole.len() - 1], 4, "broken");
    // What the file calls it is shown as what it is.
    let text = String::from_utf8(whole).unwrap().replace("core: EF win", "core: AG false");
    told(&["-"], text.as_bytes(), 0, "not checked here: the file calls it `AG false`");
    told(&["-"], &certificate(LAMP, true, "trace", &[0, 1, 2, 0]), 4, "not possible");
    told(&["-"], &certificate(LAMP, true, "trace", &[0, 1, 1]), 4, "cut off");
    told(&["-"], &certificate(LAMP, true, "song", SWITCHED), 4, "kind");
}

#[test]
fn the_statement_is_carried_or_given() {
    let bare = certificate(LAMP, false, "trace", SWITCHED);
    told(&["-"], &bare, 2, "does not carry its statement");
    let same = file("lamp.statement", LAMP);
    told(&["-", same.to_str().unwrap()], &bare, 0, "accepted");
    let other = file("other.statement", &LAMP.replace("start 0", "start 1"));
    told(
        &["-", other.to_str().unwrap()],
        &bare,
        4,
        "is the hash of another statement than that of",
    );
}

#[test]
fn broken_statements_are_refused_with_a_reason() {
    let refused = |from: &str, to: &str, words: &str| {
        let text = LAMP.replace(from, to);
        assert_ne!(text, LAMP);
        told(&["-"], &certificate(&text, true, "trace", SWITCHED), 2, words);
    };
    refused("e0 var lamp", "e0 add e0 e1", "does not come earlier");
    refused("e1 const 1", "e1 item lamp e0", "out of range");
    refused("e1 const 1", "e1 const 2", "guard is not 0 or 1");
    refused("lamp = e1\n", "lamp = e9\n", "lamp");
    refused("e1 const 1", "e1  const 1", "line 4");
    refused("action switch\n", "table t 2x2 : 0 0 0\naction switch\n", "line");
    refused("start 0\n", "start 0 0\n", "initial state");
    refused("start 0\n", "", "initial state");
    refused("ask reach p0 holds", "ask reach p1 holds", "proposition");
    refused("prop p0 e0 lit", "prop p0 e9 lit", "proposition");
    let table = LAMP.replace("e0 var lamp", "table t 2x2 : 0 0 0\ne0 var lamp");
    told(&["-"], &certificate(&table, true, "trace", SWITCHED), 2, "3 cells, not 4");
}

#[test]
fn claims_of_great_size_take_no_memory() {
    // A closed set without free variables that claims 10^9 words of points.
    let payload = [0, 0x80, 0x94, 0xeb, 0xdc, 0x03];
    told(&["-"], &certificate(LAMP, true, "closed-set", &payload), 4, "longer than the file");
    // An array of 4 billion elements.
    let long = LAMP.replace("var lamp 0 1\n", "var lamp 0 1\nvar q 0 1 4000000000\n");
    told(&["--memory", "64", "-"], &certificate(&long, true, "trace", SWITCHED), 3, "memory");
}

/// Runs of no step to a won state of many variables: a few bytes each in the file, and
/// a list of all states in memory.
#[cfg(target_os = "linux")]
#[test]
fn a_list_that_grows_unseen_is_stopped() {
    let n_variables = 40_000;
    let zeros = vec!["0"; n_variables].join(" ");
    let statement = format!(
        "playproof statement 1\nvar x 0 1 {n_variables}\ne0 const 1\naction a\nstart {zeros}\n\
         prop p0 e0 win\nask paths p0 alternatives 2\nend\n"
    );
    // 16,384 runs, each with its initial state and no steps.
    let payload = [&[0x80, 0x80, 0x01][..], &[0, 0].repeat(16_384)].concat();
    let certificate = certificate(&statement, true, "runs", &payload);
    told(&["--memory", "16", "-"], &certificate, 3, "memory");
}

#[test]
fn a_limit_is_no_rejection() {
    // 700,000 steps, which are read into more than a megabyte.
    let steps = [&[0, 0xe0, 0xdc, 0x2a][..], &[1, 0].repeat(700_000)].concat();
    let long = certificate(LAMP, true, "trace", &steps);
    told(&["--memory", "2", "-"], &long, 3, "memory");
    told(&["--memory", "64", "-"], &long, 0, "accepted");
    // More megabytes than there are bytes in 64 bits.
    told(&["--memory", "17592186044416", "-"], &long, 0, "accepted");
}

#[test]
fn other_files_and_arguments_are_refused() {
    told(&["-"], b"", 2, "not a playproof certificate");
    told(&["-"], b"playproof certificate 2\ngame: maze\n", 2, "version `2`");
    told(&["-"], b"playproof certificate 3\r\ngame: maze\r\n", 2, "line ends");
    told(&["-"], &[0x1f, 0x8b, 8, 0], 2, "compressed");
    told(&[], b"", 2, "Usage");
    told(&["--help"], b"", 0, "Usage");
    told(&["/no/such/file"], b"", 2, "/no/such/file");
    let foreign = "playproof statement 1\nsystem cars 1\n| road\nvar x 0 1\ne0 var x\naction go\n\
                   prop p0 e0 x\nask reach p0 holds\nend\n";
    told(&["-"], &certificate(foreign, true, "trace", SWITCHED), 3, "cars");
    // An argument: the axiom `a`, no numbers, no run.
    told(&["-"], &certificate(LAMP, true, "argument", &[1, b'a', 0, 0]), 3, "axiom `a`");
}
