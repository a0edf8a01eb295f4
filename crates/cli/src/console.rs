//! Standard output and standard error: whole messages only, and colour only
//! where a person sees it.

use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use playproof::{Diagnostic, Severity};
use playproof_report::message_text;

use crate::progress;
use crate::told::diagnostic_text;

/// Writes text for people to standard output at once.
pub fn print(text: &str) -> io::Result<()> {
    progress::clear();
    let stdout = io::stdout();
    let choice = colour(&stdout);
    let mut stream = AutoStream::new(stdout.lock(), choice);
    stream.write_all(text.as_bytes())?;
    stream.flush()
}

/// Writes text for programs to standard output at once, as it is.
pub fn print_plain(text: &str) -> io::Result<()> {
    progress::clear();
    print_bytes(text.as_bytes())
}

/// Writes to standard output at once, as it is.
pub fn print_bytes(bytes: &[u8]) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(bytes)?;
    stdout.flush()
}

/// Writes text to standard error. If nobody listens there, nobody misses it.
pub fn complain(text: &str) {
    progress::clear();
    let stderr = io::stderr();
    let choice = colour(&stderr);
    let mut stream = AutoStream::new(stderr.lock(), choice);
    let _ = stream.write_all(text.as_bytes());
}

/// Says what is wrong in a file.
pub fn complain_of(diagnostic: &Diagnostic) {
    complain(&diagnostic_text(diagnostic));
}

/// Says what went wrong.
pub fn error(message: &str) {
    complain(&message_text(Severity::Error, message));
}

/// Says what is odd.
pub fn warn(message: &str) {
    complain(&message_text(Severity::Warning, message));
}

fn colour(stream: &impl IsTerminal) -> ColorChoice {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|v| !v.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|t| t == "dumb");
    if stream.is_terminal() && !is_set("NO_COLOR") && !is_dumb {
        ColorChoice::Always
    } else {
        ColorChoice::Never
    }
}
