//! Ctrl-C, time and readers that go away.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::{OPEN, Said, Sandbox, WALLED, large_level};

/// The contract's 200 ms, and some more for a busy machine.
const SOON: Duration = Duration::from_millis(1000);

/// On a machine with much else to do even a prompt program may be kept
/// waiting, so one attempt of these must end soon; each checks all the rest.
const ATTEMPTS: u32 = 6;

/// What takes the explicit engine very long on a large level, and no time on a
/// small one.
const LONG: &str = "never win && moves > 1000";

/// How long the attempt with this number lets the program work.
fn patience(attempt: u32) -> Duration {
    Duration::from_millis(100 << attempt)
}

/// Fails unless one of several attempts ends soon.
fn soon(mut attempt: impl FnMut(u32) -> Duration) {
    let late: Vec<Duration> = (0..ATTEMPTS)
        .map(&mut attempt)
        .take_while(|took| *took >= SOON)
        .collect();
    assert!(late.len() < ATTEMPTS as usize, "{late:?}");
}

/// A result at once, and then some that take very long.
fn long_batch(format: &str) -> Vec<String> {
    let args = ["verify", "walled.txt", "large.txt", "large.txt", "-p", LONG];
    let args = args.into_iter().chain(["--format", format]);
    let args = args.chain(["--engine", "explicit"]);
    // Should the interruption fail, the test ends all the same.
    let limits = ["--timeout", "60", "--memory", "500"];
    let args = args.chain(["--cert", "certs"]).chain(limits);
    args.map(str::to_owned).collect()
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
fn interrupted(format: &str, check: impl Fn(Sandbox, Said)) {
    let mut work = 0;
    soon(|_| {
        loop {
            let sandbox =
                Sandbox::new(&[("walled.txt", WALLED), ("large.txt", &large_level(1000))]);
            let mut child = spawn(&sandbox, &long_batch(format));
            let mut stdout = BufReader::new(child.stdout.take().unwrap());
            let mut whole = String::new();
            stdout.read_line(&mut whole).unwrap();
            std::thread::sleep(patience(work));
            interrupt(&child);
            let start = Instant::now();
            let status = child.wait().unwrap();
            let took = start.elapsed();
            stdout.read_to_string(&mut whole).unwrap();
            // Between two results there is none to speak of: a little later.
            let results = whole.lines().filter(|l| !l.starts_with(' '));
            if results.count() == 1 && work < ATTEMPTS {
                assert_eq!(status.code(), Some(130));
                work += 1;
                continue;
            }
            let mut output = child.wait_with_output().unwrap();
            output.status = status;
            output.stdout = whole.into_bytes();
            check(sandbox, Said::new(output));
            return took;
        }
    });
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_batch_with_what_was_learned() {
    interrupted("text", |sandbox, said| {
        assert_eq!(said.status, 130);
        let results = said.stdout.lines().filter(|l| !l.starts_with(' '));
        let lines: Vec<&str> = results.collect();
        assert_eq!(lines.len(), 3, "{}", said.stdout);
        assert!(lines[0].contains("holds: no run reaches such a state, checked"));
        assert!(lines[1].contains("unknown: cancelled") && lines[1].ends_with("s)"));
        assert!(lines[2].starts_with("2 levels: 1 hold, 1 unknown, "));
        assert_eq!(said.stderr, "");
        let names = sandbox.names("certs");
        assert_eq!(names, ["walled-1-never-win-and-moves-gt-1000.cert"]);
    });
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_whole_objects() {
    interrupted("json", |_, said| {
        assert_eq!(said.status, 130);
        let last = &said.objects()[1];
        assert_eq!(last["verdict"], "unknown");
        assert!(last["reason"].as_str().unwrap().starts_with("cancelled"));
        assert_eq!(last["checked"], serde_json::Value::Null);
    });
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_program_that_waits_for_input() {
    let mut codes = Vec::new();
    soon(|attempt| {
        let sandbox = Sandbox::new(&[]);
        let mut command = sandbox.process(&["verify", "-"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // Held open: waiting for the child would close it.
        let _stdin = child.stdin.take();
        std::thread::sleep(2 * patience(attempt));
        interrupt(&child);
        let start = Instant::now();
        codes.push(child.wait().unwrap().code());
        match codes.last() {
            // It died before it listened: it needs more time to start.
            Some(None) => SOON,
            _ => start.elapsed(),
        }
    });
    assert_eq!(codes.last(), Some(&Some(130)), "{codes:?}");
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
    soon(|_| {
        let mut child = spawn(&sandbox, &args);
        let mut stdout = child.stdout.take().unwrap();
        stdout.read_exact(&mut [0]).unwrap();
        interrupt(&child);
        let start = Instant::now();
        assert_eq!(child.wait().unwrap().code(), Some(130));
        start.elapsed()
    });
}

/// The verdict is told at once, and the search for a repair may be ended.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_search_for_a_repair() {
    let room = format!("{}\n", "0".repeat(150)).repeat(70);
    let walls = format!("{}\n", "1".repeat(150)).repeat(70);
    let level = format!("A{}{walls}{}G\n", &room[1..], "1".repeat(149));
    let sandbox = Sandbox::new(&[("apart.txt", &level)]);
    let args = ["explain", "apart.txt", "--game", "maze"].map(String::from);
    soon(|_| {
        let mut child = spawn(&sandbox, &args);
        let mut stdout = child.stdout.take().unwrap();
        let mut said = vec![0; "apart.txt: solvable violated".len()];
        stdout.read_exact(&mut said).unwrap();
        interrupt(&child);
        let start = Instant::now();
        let mut rest = String::new();
        stdout.read_to_string(&mut rest).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130));
        assert_eq!(said, b"apart.txt: solvable violated");
        assert!(!rest.contains("limits did not suffice"), "{rest}");
        start.elapsed()
    });
}

#[test]
fn time_limits_hold_in_every_phase() {
    let sandbox = Sandbox::new(&[("large.txt", &large_level(1000))]);
    for ms in [1, 30, 100, 200, 400, 600] {
        let timeout = Duration::from_millis(ms);
        let seconds = timeout.as_secs_f64().to_string();
        soon(|_| {
            let start = Instant::now();
            let said = sandbox.run(&["verify", "large.txt", "--timeout", &seconds]);
            let took = start.elapsed();
            // Below it there may be a line that says who raced whom.
            let answers = said.stdout.lines().filter(|l| l.starts_with("large.txt"));
            assert_eq!(answers.count(), 1, "{}", said.stdout);
            match said.status {
                3 => {
                    assert!(said.stdout.contains("unknown: the time limit was reached"));
                    took.saturating_sub(timeout)
                }
                // It was done in time.
                _ => Duration::ZERO,
            }
        });
    }
}

#[test]
fn each_result_has_its_own_time() {
    let sandbox = Sandbox::new(&[("large.txt", &large_level(1000)), ("walled.txt", WALLED)]);
    // Far too short for the large level, and far more than the other needs.
    let args = [
        "verify",
        "large.txt",
        "walled.txt",
        "-p",
        LONG,
        "-p",
        "reach win && moves > 999",
    ];
    let said = sandbox.run(&[&args[..], &["--engine", "explicit", "--timeout", "1"]].concat());
    let lines: Vec<&str> = said.stdout.lines().collect();
    assert_eq!(lines.len(), 5, "{}", said.stdout);
    let too_late = |l: &&str| l.contains("the time limit was reached");
    assert!(lines[..2].iter().all(too_late), "{}", said.stdout);
    assert!(lines[2].contains("holds") && lines[3].contains("violated"));
    assert_eq!(said.status, 1);
}

/// The reader is gone before the program writes its first result.
#[test]
fn a_reader_that_goes_away_is_no_error() {
    let sandbox = Sandbox::new(&[("open.txt", OPEN)]);
    let args = ["verify", "open.txt", "open.txt", "--cert", "certs"];
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = sandbox.process(&args).stdout(writer).output().unwrap();
    assert_eq!(output.status.code(), Some(141));
    assert!(output.stderr.is_empty());
}
