//! What drives Chromium: the scripts in `web/tests/browser`, and where their pictures go.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The scripts end by themselves after 420 seconds (`watch.mjs`) and say then what they waited for. One
/// that does not even do that is ended after this time.
const MOST: Duration = Duration::from_secs(450);

/// How long a script that ended may leave its output open: by a process that it began, say.
const REST: Duration = Duration::from_secs(5);

/// The project's folder.
pub fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).expect("a folder in crates")
}

/// Where screenshots go.
pub fn pictures() -> PathBuf {
    root().join("target/browser-test/pictures")
}

/// A script of the page's sources, ready for its own arguments.
#[allow(dead_code, reason = "other crates have scripts of their own")]
pub fn script(name: &str) -> Command {
    driver(&root().join("crates/studio/web/tests/browser").join(name))
}

/// A script that drives Chromium, ready for its own arguments.
pub fn driver(script: &Path) -> Command {
    let playwright = root().join("target/browser-test/node_modules/playwright-core/index.mjs");
    assert!(
        playwright.is_file(),
        "playwright-core is not installed: run scripts/setup"
    );
    let mut node = Command::new("node");
    node.arg(script).arg(playwright);
    node
}

/// What a script says, by line.
enum Said {
    Line(String),
    Error(String),
}

/// Runs a script, tells every line of its output as it comes, and returns all of it.
///
/// # Panics
/// If the script fails, or does not end in time.
pub fn driven(script: &mut Command, tell: &mut dyn FnMut(&str)) -> String {
    let begun = Instant::now();
    let mut node = script
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("node is not installed: run scripts/setup");
    let (sender, said) = channel();
    let output = node.stdout.take().expect("it is piped");
    let errors = node.stderr.take().expect("it is piped");
    read(output, sender.clone(), Said::Line);
    read(errors, sender, Said::Error);
    let mut output = String::new();
    let mut take = |said: Said| match said {
        Said::Line(line) => {
            println!("{line}");
            output += &line;
            output.push('\n');
            tell(&line);
        }
        Said::Error(line) => println!("{line}"),
    };
    let end = loop {
        let is_over = node.try_wait().expect("it is our own");
        match is_over {
            Some(status) => break Some(status),
            None if begun.elapsed() > MOST => break None,
            None => drop(next(&said, Duration::from_millis(100)).map(&mut take)),
        }
    };
    let ended = Instant::now();
    let Some(status) = end else {
        kill(&mut node);
        panic!("the script did not end in {} s", MOST.as_secs());
    };
    // Both pipes are closed, or somebody else holds them.
    while ended.elapsed() < REST {
        match said.recv_timeout(REST) {
            Ok(what) => take(what),
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => println!("its output is still open"),
        }
    }
    assert!(status.success(), "the script failed: {status}");
    output
}

/// Sends the lines of a pipe from a thread of its own, which nobody waits for.
fn read(pipe: impl Read + Send + 'static, sender: Sender<Said>, what: fn(String) -> Said) {
    thread::spawn(move || {
        for line in BufReader::new(pipe).lines().map_while(Result::ok) {
            if sender.send(what(line)).is_err() {
                break;
            }
        }
    });
}

fn next(said: &Receiver<Said>, time: Duration) -> Option<Said> {
    match said.recv_timeout(time) {
        Ok(what) => Some(what),
        Err(RecvTimeoutError::Timeout) => None,
        // It closed its output, and did not end yet.
        Err(RecvTimeoutError::Disconnected) => {
            thread::sleep(time);
            None
        }
    }
}

/// Chromium ends by itself when the pipe to it is closed.
fn kill(node: &mut Child) {
    node.kill().expect("it is our own");
    let _ = node.wait();
}
