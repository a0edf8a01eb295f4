//! Ctrl-C, time and readers that go away.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::{OPEN, Said, Sandbox, large_level};

/// The contract's 200 ms, and some more for a busy machine.
const SOON: Duration = Duration::from_millis(1000);

/// Different questions that each take a while.
fn long_batch(format: &str) -> Vec<String> {
    let mut args = vec![
        "verify".into(),
        "large.txt".into(),
        "--format".into(),
        format.into(),
    ];
    args.extend(["--cert".into(), "certs".into()]);
    for column in 1..40 {
        args.push("-p".into());
        args.push(format!("never win && at({column}, 1)"));
    }
    args
}

fn spawn(sandbox: &Sandbox, args: &[String]) -> Child {
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut command = sandbox.process(&args);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    child.spawn().unwrap()
}

#[cfg(unix)]
fn interrupt(child: &Child) {
    let pid = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &pid]).status().unwrap();
    assert!(sent.success());
}

/// Interrupts in the middle of the second result.
#[cfg(unix)]
fn interrupted(format: &str) -> (Sandbox, Said) {
    let sandbox = Sandbox::new(&[("large.txt", &large_level(1000))]);
    let mut child = spawn(&sandbox, &long_batch(format));
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    stdout.read_line(&mut first).unwrap();
    std::thread::sleep(Duration::from_millis(100));
    interrupt(&child);
    let start = Instant::now();
    let status = child.wait().unwrap();
    assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
    stdout.read_to_string(&mut first).unwrap();
    let mut output = child.wait_with_output().unwrap();
    output.status = status;
    output.stdout = first.into_bytes();
    (sandbox, Said::new(output))
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_batch_with_what_was_learned() {
    let (sandbox, said) = interrupted("text");
    assert_eq!(said.status, 130);
    let lines: Vec<&str> = said.stdout.lines().collect();
    assert_eq!(lines.len(), 2, "{}", said.stdout);
    assert!(lines[0].contains("holds: no run reaches such a state, checked"));
    assert!(lines[1].contains("unknown: cancelled") && said.stdout.ends_with("s)\n"));
    assert_eq!(said.stderr, "");
    assert_eq!(
        sandbox.names("certs"),
        ["large-1-never-win-and-at-1-1.cert"]
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_whole_objects() {
    let (_, said) = interrupted("json");
    assert_eq!(said.status, 130);
    let last = &said.objects()[1];
    assert_eq!(last["verdict"], "unknown");
    assert!(last["reason"].as_str().unwrap().starts_with("cancelled"));
    assert_eq!(last["checked"], serde_json::Value::Null);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_program_that_waits_for_input() {
    let sandbox = Sandbox::new(&[]);
    let mut command = sandbox.process(&["verify", "-"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // Held open: waiting for the child would close it.
    let _stdin = child.stdin.take();
    std::thread::sleep(Duration::from_millis(200));
    interrupt(&child);
    let start = Instant::now();
    let status = child.wait().unwrap();
    assert!(start.elapsed() < SOON);
    assert_eq!(status.code(), Some(130));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_program_whose_reader_does_not_read() {
    // A winding way: its run does not fit into a pipe.
    let rows = (0..400).map(|y| match y % 4 {
        1 => format!("{}0\n", "1".repeat(399)),
        3 => format!("0{}\n", "1".repeat(399)),
        _ => format!("{}\n", "0".repeat(400)),
    });
    let mut level: String = rows.collect();
    level.replace_range(0..1, "A");
    level.push_str(&format!("{}\n", "G".repeat(400)));
    let sandbox = Sandbox::new(&[("winding.txt", &level)]);
    let args = ["verify", "winding.txt", "--format", "json"].map(String::from);
    let mut child = spawn(&sandbox, &args);
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut [0]).unwrap();
    interrupt(&child);
    let start = Instant::now();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(start.elapsed() < SOON);
}

#[test]
fn time_limits_hold_in_every_phase() {
    let sandbox = Sandbox::new(&[("large.txt", &large_level(1000))]);
    for ms in [1, 30, 100, 200, 400, 600] {
        let timeout = Duration::from_millis(ms);
        let seconds = timeout.as_secs_f64().to_string();
        let start = Instant::now();
        let said = sandbox.run(&["verify", "large.txt", "--timeout", &seconds]);
        if said.status == 3 {
            assert!(said.stdout.contains("unknown: the time limit was reached"));
            assert!(
                start.elapsed() < timeout + SOON,
                "{ms}: {:?}",
                start.elapsed()
            );
        }
        assert_eq!(said.stdout.lines().count(), 1);
    }
}

#[test]
fn each_result_has_its_own_time() {
    let sandbox = Sandbox::new(&[("large.txt", &large_level(1000)), ("open.txt", OPEN)]);
    let args = [
        "verify",
        "large.txt",
        "large.txt",
        "open.txt",
        "-p",
        "unsolvable",
        "-p",
        "solvable",
    ];
    let said = sandbox.run(&[&args[..], &["--timeout", "0.05"]].concat());
    let lines: Vec<&str> = said.stdout.lines().collect();
    assert_eq!(lines.len(), 8, "{}", said.stdout);
    assert!(
        lines[..4]
            .iter()
            .all(|l| l.contains("the time limit was reached"))
    );
    assert!(lines[4].contains("unsolvable violated") && lines[6].contains("solvable holds"));
    assert_eq!(said.status, 1);
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let sandbox = Sandbox::new(&[("open.txt", OPEN)]);
    let args = ["verify", "open.txt", "open.txt", "--cert", "certs"].map(String::from);
    let mut child = spawn(&sandbox, &args);
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(141));
    assert!(output.stderr.is_empty());
}
