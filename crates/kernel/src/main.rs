//! `playproof-check CERT [STATEMENT]`: the kernel and nothing else.
//!
//! It says whether a certificate's evidence shows its answer to its statement.
//! Whether the statement is that of a level is for `playproof check` to say.

use std::cell::Cell;
use std::io::{Read, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;

use playproof_kernel::{Budget, Certificate, CheckError, Evidence, NoAxioms, Progress, Statement};
use playproof_kernel::{Rejection, Stop, check};

const USAGE: &str = "\
Usage: playproof-check [--memory MB] CERT [STATEMENT]

Checks that a certificate's evidence shows its answer. CERT and STATEMENT are files, or - for
standard input; STATEMENT is what `playproof statement` prints, for a certificate that does not
carry it.

Exit status: 0 accepted; 2 a mistake in the arguments or a file; 3 not decided here (an axiom, an
interpreter, or a limit); 4 rejected; 141 the output pipe was closed";

/// Megabytes that a file may come to in memory.
const MEMORY: u64 = 4096;

struct Memory(u64);

impl Budget for Memory {
    fn spend(&mut self, progress: &Progress) -> ControlFlow<Stop> {
        let is_over = progress.bytes > self.0;
        if is_over { ControlFlow::Break(Stop::Memory) } else { ControlFlow::Continue(()) }
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match told(&arguments.iter().map(String::as_str).collect::<Vec<_>>()) {
        Ok(text) => match writeln!(std::io::stdout(), "{text}") {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::from(141),
        },
        Err((status, why)) => {
            eprintln!("playproof-check: {why}");
            ExitCode::from(status)
        }
    }
}

/// The exit status, and why.
type Failure = (u8, String);

fn told(arguments: &[&str]) -> Result<String, Failure> {
    if arguments.iter().any(|a| ["--help", "-h"].contains(a)) {
        return Ok(USAGE.to_owned());
    }
    if arguments == ["--version"] {
        return Ok(concat!("playproof-check ", env!("CARGO_PKG_VERSION")).to_owned());
    }
    let (memory, files) = match arguments {
        ["--memory", megabytes, files @ ..] => (megabytes.parse::<u64>().ok(), files),
        files => (Some(MEMORY), files),
    };
    match (files, memory.map(|megabytes| megabytes.min(1 << 40) << 20)) {
        ([certificate], Some(memory)) => run(certificate, None, memory),
        ([certificate, statement], Some(memory)) => run(certificate, Some(statement), memory),
        _ => Err((2, USAGE.to_owned())),
    }
}

/// Ends the program where it holds more than it may: a list may grow before the
/// budget is asked. Some megabytes, which the program itself takes, are not
/// counted. Where the system does not tell what is held, the budget alone decides.
fn watch(memory: u64) {
    std::thread::spawn(move || {
        while let Ok(status) = std::fs::read_to_string("/proc/self/status") {
            let held = status.split("VmRSS:").nth(1).and_then(|rest| rest.split(" kB").next());
            let held = held.and_then(|kilobytes| kilobytes.trim().parse::<u64>().ok());
            if held.is_some_and(|kilobytes| kilobytes << 10 > memory + (8 << 20)) {
                eprintln!("playproof-check: not checked: {}", Stop::Memory);
                std::process::exit(3);
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
    });
}

fn file(name: &str, limit: u64) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = match name {
        "-" => std::io::stdin().take(limit + 1).read_to_end(&mut bytes),
        name => std::fs::File::open(name).and_then(|f| f.take(limit + 1).read_to_end(&mut bytes)),
    };
    match read {
        Err(error) => Err((2, format!("{name}: {error}"))),
        Ok(n) if n as u64 > limit => Err((3, format!("{name}: longer than --memory allows"))),
        Ok(_) => Ok(bytes),
    }
}

/// What to print, or the status and why.
fn run(name: &str, statement: Option<&str>, memory: u64) -> Result<String, Failure> {
    watch(memory);
    let bytes = file(name, memory)?;
    // What begins like a certificate and goes on otherwise is a broken one.
    let status = if bytes.starts_with(b"playproof certificate 3\n") { 4 } else { 2 };
    let certificate =
        Certificate::parse(&bytes).map_err(|why| (status, format!("{name}: {why}")))?;
    let given = statement.map(|statement| file(statement, memory)).transpose()?;
    let given = given.as_deref().map(|bytes| std::str::from_utf8(bytes).unwrap_or_default());
    let Some(text) = given.or(certificate.statement) else {
        let why = "does not carry its statement: give what `playproof statement` prints";
        return Err((2, format!("{name} {why}")));
    };
    let place = statement.unwrap_or(name);
    // Of an interpreter that the statement needs, none is known.
    let is_foreign = Cell::new(false);
    let none = |_: &str, _: u32, _: &str| {
        is_foreign.set(true);
        None
    };
    let statement = Statement::parse(text, memory, &none);
    let statement = statement.map_err(|why| match is_foreign.get() {
        true => (3, format!("{place}: {why}; use `playproof check`")),
        false => (unless_short_of_memory(2, &why), format!("{place}: {why}")),
    })?;
    if statement.fingerprint().0 != certificate.rules {
        let why = "rejected: its `rules:` line is the hash of another statement than that of";
        return Err((4, format!("{name}: {why} {place}")));
    }
    let wrong = |why: Rejection| (unless_short_of_memory(4, &why), format!("{name}: {why}"));
    let evidence = certificate.evidence(memory).map_err(wrong)?;
    if let Some(axiom) = axiom_of(&evidence) {
        let why = format!("it rests on the axiom `{axiom}`, which this checker does not admit");
        return Err((3, format!("{name}: {why}; use `playproof check`")));
    }
    let Certificate { core, answer, kind, .. } = certificate;
    match check(&statement, answer, &evidence, &NoAxioms, &mut Memory(memory)) {
        Ok(accepted) => {
            let about = format!("evidence: {kind}\n    statement: {}", accepted.statement());
            let named = format!("axioms: none\n    not checked here: the file calls it `{core}`");
            Ok(format!("{name}: accepted: {answer}\n    {about}\n    {named}"))
        }
        Err(CheckError::Rejected(why)) => Err((4, format!("{name}: rejected: {why}"))),
        Err(CheckError::Stopped(stop)) => Err((3, format!("{name}: not checked: {stop}"))),
    }
}

/// The status of a file with which something is wrong, unless a limit was hit.
fn unless_short_of_memory(status: u8, why: &Rejection) -> u8 {
    if why.0.contains("more memory") { 3 } else { status }
}

/// An axiom that evidence rests on.
fn axiom_of(evidence: &Evidence) -> Option<&str> {
    match evidence {
        Evidence::Argument(argument) => Some(&argument.axiom),
        Evidence::Pieces(pieces) => pieces.iter().find_map(|piece| axiom_of(&piece.evidence)),
        _ => None,
    }
}
